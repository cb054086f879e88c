package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// claimer claims stage-1 jobs inside one transaction.
type claimer struct {
	store   *Store
	tx      *sql.Tx
	now     int64
	worker  string
	cap     int
	running int // jobs of living workers under a lease
}

func (s *Store) newClaimer(ctx context.Context, tx *sql.Tx, worker string, runningCap int) (*claimer, error) {
	if runningCap <= 0 {
		runningCap = state.RunningCap
	}
	c := &claimer{store: s, tx: tx, now: s.now(), worker: worker, cap: runningCap}
	workers, err := collect(ctx, tx, scanString, `SELECT coalesce(worker_id, '') FROM jobs
		WHERE kind = ? AND status = 'running' AND lease_until > ?`, state.KindStage1, c.now)
	for _, w := range workers {
		if !s.opts.Dead(w) {
			c.running++
		}
	}
	return c, err
}

// claim takes the thread's job or says why not.
func (c *claimer) claim(ctx context.Context, t state.Thread) (state.Claim, error) {
	claim := state.Claim{Kind: state.KindStage1, Key: t.ID, Worker: c.worker, InputWatermark: t.SourceUpdatedAt(), Thread: t}
	if t.MemoryMode != state.Enabled {
		claim.Status = state.NotEnabled
		return claim, nil
	}
	j, err := jobOr(ctx, c.tx, state.NewStage1Job(t.ID))
	if err != nil {
		return state.Claim{}, err
	}
	storedAt, err := outputTime(ctx, c.tx, t.ID)
	if err != nil {
		return state.Claim{}, err
	}
	claim.Status = j.ClaimStage1(c.now, claim.InputWatermark, storedAt, c.store.opts.Dead(j.WorkerID))
	if claim.Status == state.Claimed && c.running >= c.cap {
		claim.Status = state.CapReached
	}
	if claim.Status != state.Claimed {
		return claim, nil
	}
	claim.Token = newToken()
	j.Start(c.now, c.worker, claim.Token, claim.InputWatermark)
	c.running++
	return claim, putJob(ctx, c.tx, j)
}

// outputTime is the stored output's source_updated_at, -1 without one.
func outputTime(ctx context.Context, q querier, threadID string) (at int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT source_updated_at FROM stage1_outputs WHERE thread_id = ?`, threadID).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return -1, nil
	}
	return at, err
}

// ClaimStage1 implements state.Store.
func (s *Store) ClaimStage1(ctx context.Context, threadID, worker string, runningCap int) (claim state.Claim, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		t, err := thread(ctx, tx, threadID)
		if err != nil {
			return err
		}
		c, err := s.newClaimer(ctx, tx, worker, runningCap)
		if err != nil {
			return err
		}
		claim, err = c.claim(ctx, t)
		return err
	}, "claim stage 1 of thread %s", threadID)
	if err != nil {
		return state.Claim{}, err
	}
	return claim, nil
}

// ClaimStartup implements state.Store.
func (s *Store) ClaimStartup(ctx context.Context, f state.StartupFilter) (claims []state.Claim, err error) {
	if f.Limit <= 0 {
		return nil, nil
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		claims = nil
		c, err := s.newClaimer(ctx, tx, f.Worker, f.RunningCap)
		if err != nil {
			return err
		}
		ids, err := c.candidates(ctx, f)
		if err != nil {
			return err
		}
		for _, id := range ids {
			t, err := thread(ctx, tx, id)
			if err != nil {
				return err
			}
			claim, err := c.claim(ctx, t)
			if err != nil {
				return err
			}
			if claim.Status == state.Claimed {
				claims = append(claims, claim)
			}
			if claim.Status == state.CapReached || len(claims) == f.Limit {
				return nil
			}
		}
		return nil
	}, "claim up to %d threads", f.Limit)
	if err != nil {
		return nil, err
	}
	return claims, nil
}

// candidates lists the threads that the filter lets through and that have work, newest
// first. Jobs under a lease are left in, since only the claim knows whether their worker
// lives; so many more are listed than are wanted.
func (c *claimer) candidates(ctx context.Context, f state.StartupFilter) ([]string, error) {
	kinds := f.SourceKinds
	if kinds == nil {
		kinds = state.DefaultInteractive()
	}
	if len(kinds) == 0 {
		return nil, nil
	}
	anyKind := len(kinds) == 1 && kinds[0] == "*"
	limit := min(state.ScanLimit, min(f.Limit, state.ScanLimit)+c.running)
	args := []any{state.KindStage1, c.now, f.CurrentThread, f.MinUpdatedAt, upTo(f.MaxUpdatedAt), anyKind, limit}
	for _, kind := range kinds {
		args = append(args, kind)
	}
	return collect(ctx, c.tx, scanString, `
		SELECT t.id
		FROM threads t
		LEFT JOIN stage1_outputs o ON o.thread_id = t.id
		LEFT JOIN jobs j ON j.kind = ?1 AND j.job_key = t.id
		WHERE t.archived = 0 AND t.gone = 0 AND t.memory_mode = 'enabled'
			AND t.first_user_message <> '' AND t.id <> ?3
			AND t.updated_at_ms BETWEEN ?4 * 1000 AND ?5
			AND coalesce(o.source_updated_at, -1) < t.updated_at_ms / 1000
			AND coalesce(j.last_success_watermark, -1) < t.updated_at_ms / 1000
			AND (coalesce(j.retry_remaining > 0 AND coalesce(j.retry_at, 0) <= ?2, 1)
				OR t.updated_at_ms / 1000 > coalesce(j.input_watermark, 0))
			AND (?6 OR t.source_kind IN (?8`+strings.Repeat(", ?", len(kinds)-1)+`))
		ORDER BY t.updated_at_ms DESC, t.id DESC
		LIMIT ?7`, args...)
}

// upTo is the last millisecond of a second, or no limit.
func upTo(second int64) int64 {
	if second == 0 {
		return math.MaxInt64
	}
	return second * 1000
}
