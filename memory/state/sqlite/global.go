package sqlite

import (
	"context"
	"database/sql"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// enqueueGlobal asks for a consolidation; watermark 0 is "no newer input, but work".
func enqueueGlobal(ctx context.Context, tx *sql.Tx, watermark int64) error {
	j, err := jobOr(ctx, tx, state.NewGlobalJob())
	if err != nil {
		return err
	}
	j.Enqueue(watermark)
	return putJob(ctx, tx, j)
}

// EnqueueGlobal implements state.Store.
func (s *Store) EnqueueGlobal(ctx context.Context, watermark int64) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return enqueueGlobal(ctx, tx, watermark)
	}, "enqueue consolidation at %d", watermark)
}

// ClaimGlobal implements state.Store.
func (s *Store) ClaimGlobal(ctx context.Context, worker string, skipCooldown bool) (claim state.Claim, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		j, err := jobOr(ctx, tx, state.NewGlobalJob())
		if err != nil {
			return err
		}
		forgets, err := pendingForgets(ctx, tx)
		if err != nil {
			return err
		}
		now := s.now()
		claim = state.Claim{Kind: j.Kind, Key: j.Key, Worker: worker, InputWatermark: j.InputWatermark}
		claim.Status = j.ClaimGlobal(now, skipCooldown || len(forgets) > 0, s.opts.Dead(j.WorkerID))
		if claim.Status != state.Claimed {
			return nil
		}
		claim.Token = newToken()
		j.Start(now, worker, claim.Token, j.InputWatermark)
		return putJob(ctx, tx, j)
	}, "claim consolidation")
	if err != nil {
		return state.Claim{}, err
	}
	return claim, nil
}

// HeartbeatGlobal implements state.Store.
func (s *Store) HeartbeatGlobal(ctx context.Context, c state.Claim) error {
	return s.owned(ctx, c, func(j *state.Job) { j.Heartbeat(s.now()) }, nil, "heartbeat")
}

// FailGlobal implements state.Store.
func (s *Store) FailGlobal(ctx context.Context, c state.Claim, reason string) error {
	return s.owned(ctx, c, func(j *state.Job) { j.Fail(s.now(), reason) }, nil, "fail")
}

// ReleaseGlobal implements state.Store.
func (s *Store) ReleaseGlobal(ctx context.Context, c state.Claim) error {
	return s.owned(ctx, c, (*state.Job).Release, nil, "release")
}

// FinishGlobal implements state.Store.
func (s *Store) FinishGlobal(ctx context.Context, c state.Claim, watermark int64, selected []state.SelectionKey, edits []state.HandEdit) error {
	return s.owned(ctx, c, func(j *state.Job) { j.Succeed(s.now(), watermark) },
		func(ctx context.Context, tx *sql.Tx, _ state.Job) error {
			if err := putSelection(ctx, tx, selected); err != nil {
				return err
			}
			if err := promoteGenerated(ctx, tx); err != nil {
				return err
			}
			return putHandEdits(ctx, tx, edits)
		}, "finish")
}

func putSelection(ctx context.Context, tx *sql.Tx, selected []state.SelectionKey) error {
	if _, err := exec(ctx, tx, `DELETE FROM selection`); err != nil {
		return err
	}
	if _, err := exec(ctx, tx, `UPDATE stage1_outputs
		SET selected_for_phase2 = 0, selected_for_phase2_source_updated_at = NULL
		WHERE selected_for_phase2 <> 0 OR selected_for_phase2_source_updated_at IS NOT NULL`); err != nil {
		return err
	}
	for _, k := range selected {
		if _, err := exec(ctx, tx, `INSERT OR REPLACE INTO selection (thread_id, source_updated_at) VALUES (?, ?)`,
			k.ThreadID, k.SourceUpdatedAt); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, `UPDATE stage1_outputs
			SET selected_for_phase2 = 1, selected_for_phase2_source_updated_at = source_updated_at
			WHERE thread_id = ? AND source_updated_at = ?`, k.ThreadID, k.SourceUpdatedAt); err != nil {
			return err
		}
	}
	return nil
}

// blankChars are what a blank text may be made of.
const blankChars = `char(32, 9, 10, 13)`

// Select implements state.Store.
func (s *Store) Select(ctx context.Context, n, maxUnusedDays int) (out []state.Selected, err error) {
	if n <= 0 || maxUnusedDays <= 0 {
		return nil, nil
	}
	query := strings.ReplaceAll(`
		SELECT `+outputColumns+`, `+threadColumns+`
		FROM stage1_outputs o JOIN threads t ON t.id = o.thread_id
		WHERE t.memory_mode = 'enabled' AND coalesce(o.last_usage, o.generated_at) >= ?
			AND (trim(o.raw_memory, $blank) <> '' OR trim(o.rollout_summary, $blank) <> '')
		ORDER BY coalesce(o.usage_count, 0) DESC, coalesce(o.last_usage, o.generated_at) DESC,
			o.source_updated_at DESC, o.thread_id DESC
		LIMIT ?`, "$blank", blankChars)
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, func(rows *sql.Rows, v *state.Selected) error {
			return rows.Scan(append(outputFields(&v.Stage1Output), threadFields(&v.Thread)...)...)
		}, query, s.windowStart(maxUnusedDays), n)
		return err
	}, "select %d outputs used within %d days", n, maxUnusedDays)
	return out, err
}

// LastSelection implements state.Store.
func (s *Store) LastSelection(ctx context.Context) (out []state.SelectionKey, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, func(rows *sql.Rows, k *state.SelectionKey) error {
			return rows.Scan(&k.ThreadID, &k.SourceUpdatedAt)
		}, `SELECT thread_id, source_updated_at FROM selection ORDER BY thread_id`)
		return err
	}, "last selection")
	return out, err
}

// PendingForgets implements state.Store.
func (s *Store) PendingForgets(ctx context.Context) (ids []string, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		ids, err = pendingForgets(ctx, q)
		return err
	}, "pending forgets")
	return ids, err
}

func pendingForgets(ctx context.Context, q querier) ([]string, error) {
	return collect(ctx, q, scanString, `
		SELECT s.thread_id FROM selection s LEFT JOIN threads t ON t.id = s.thread_id
		WHERE t.id IS NULL OR t.memory_mode <> 'enabled' ORDER BY s.thread_id`)
}
