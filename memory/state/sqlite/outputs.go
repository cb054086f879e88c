package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seed50391015/reverie/memory/state"
)

const (
	headColumns = `o.thread_id, o.source_updated_at, coalesce(o.rollout_slug, ''), o.generated_at, coalesce(o.usage_count, 0),
		coalesce(o.last_usage, 0), o.selected_for_phase2, coalesce(o.selected_for_phase2_source_updated_at, 0)`
	outputColumns = headColumns + `, o.raw_memory, o.rollout_summary`
	outputOrder   = ` ORDER BY o.source_updated_at DESC, o.thread_id DESC`
)

func headFields(o *state.Stage1Output) []any {
	return []any{&o.ThreadID, &o.SourceUpdatedAt, &o.RolloutSlug, &o.GeneratedAt, &o.UsageCount,
		&o.LastUsage, &o.Selected, &o.SelectedSourceUpdatedAt}
}

func outputFields(o *state.Stage1Output) []any {
	return append(headFields(o), &o.RawMemory, &o.RolloutSummary)
}

func scanHead(rows *sql.Rows, o *state.Stage1Output) error   { return rows.Scan(headFields(o)...) }
func scanOutput(rows *sql.Rows, o *state.Stage1Output) error { return rows.Scan(outputFields(o)...) }

// Output implements state.Store.
func (s *Store) Output(ctx context.Context, threadID string) (o state.Stage1Output, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		o, err = one(ctx, q, scanOutput, `SELECT `+outputColumns+` FROM stage1_outputs o WHERE o.thread_id = ?`, threadID)
		return err
	}, "output of thread %s", threadID)
	return o, err
}

// Outputs implements state.Store.
func (s *Store) Outputs(ctx context.Context) (out []state.Stage1Output, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, scanOutput, `SELECT `+outputColumns+` FROM stage1_outputs o`+outputOrder)
		return err
	}, "outputs")
	return out, err
}

// OutputHeads implements state.Store.
func (s *Store) OutputHeads(ctx context.Context) (out []state.Stage1Output, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, scanHead, `SELECT `+headColumns+` FROM stage1_outputs o`+outputOrder)
		return err
	}, "heads of outputs")
	return out, err
}

// PutOutput implements state.Store.
func (s *Store) PutOutput(ctx context.Context, out state.Stage1Output) error {
	if out.GeneratedAt == 0 {
		out.GeneratedAt = s.now()
	}
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if forgotten, err := isForgotten(ctx, tx, out.ThreadID); err != nil || forgotten {
			return errors.Join(err, forgottenIf(forgotten))
		}
		if err := putText(ctx, tx, out); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, `UPDATE stage1_outputs
			SET usage_count = max(coalesce(usage_count, 0), ?), last_usage = nullif(max(coalesce(last_usage, 0), ?), 0)
			WHERE thread_id = ?`, out.UsageCount, out.LastUsage, out.ThreadID); err != nil {
			return err
		}
		j, err := jobOr(ctx, tx, state.NewStage1Job(out.ThreadID))
		if err != nil {
			return err
		}
		j.Import(s.now(), out.SourceUpdatedAt)
		if err := putJob(ctx, tx, j); err != nil {
			return err
		}
		return enqueueGlobal(ctx, tx, out.SourceUpdatedAt)
	}, "store an imported output of thread %s", out.ThreadID)
}

func isForgotten(ctx context.Context, q querier, threadID string) (bool, error) {
	stones, err := loadTombstones(ctx, q)
	if err != nil {
		return false, err
	}
	t, err := thread(ctx, q, threadID)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		return false, err
	}
	return stones.cover(threadID, t.ProjectID), nil
}

func forgottenIf(yes bool) error {
	if yes {
		return state.ErrForgotten
	}
	return nil
}

// Prune implements state.Store.
func (s *Store) Prune(ctx context.Context, maxUnusedDays int) (total int, err error) {
	if maxUnusedDays <= 0 {
		return 0, nil
	}
	for {
		var n int64
		err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			ids, err := collect(ctx, tx, scanString, `SELECT thread_id FROM stage1_outputs
				WHERE selected_for_phase2 = 0 AND coalesce(last_usage, generated_at) < ?
				ORDER BY coalesce(last_usage, generated_at), thread_id LIMIT ?`,
				s.windowStart(maxUnusedDays), state.PruneBatch)
			n = int64(len(ids))
			for _, id := range ids {
				if _, err := exec(ctx, tx, `DELETE FROM stage1_outputs WHERE thread_id = ?`, id); err != nil {
					return err
				}
				if _, err := exec(ctx, tx, `UPDATE jobs SET last_error = ? WHERE kind = ? AND job_key = ? AND status = ?`,
					state.Pruned, state.KindStage1, id, string(state.Done)); err != nil {
					return err
				}
			}
			return err
		}, "prune outputs unused for %d days", maxUnusedDays)
		if err != nil {
			return total, err
		}
		total += int(n)
		if n < state.PruneBatch {
			return total, nil
		}
	}
}

// DropUnwanted implements state.Store.
func (s *Store) DropUnwanted(ctx context.Context) (ids []string, err error) {
	const unwanted = `SELECT id FROM threads WHERE memory_mode <> 'enabled'`
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		ids, err = collect(ctx, tx, scanString, `SELECT thread_id FROM stage1_outputs WHERE thread_id IN (`+unwanted+`) ORDER BY thread_id`)
		if err != nil {
			return err
		}
		if _, err := exec(ctx, tx, `DELETE FROM stage1_outputs WHERE thread_id IN (`+unwanted+`)`); err != nil {
			return err
		}
		_, err = exec(ctx, tx, `DELETE FROM jobs WHERE kind = ? AND job_key IN (`+unwanted+`)`, state.KindStage1)
		return err
	}, "drop outputs of threads that are not to be remembered")
	return ids, err
}

// windowStart is the oldest second inside a window of days.
func (s *Store) windowStart(days int) int64 { return s.now() - int64(days)*86400 }

// RecordUsage implements state.Store.
func (s *Store) RecordUsage(ctx context.Context, threadIDs []string) (known int, err error) {
	if len(threadIDs) == 0 {
		return 0, nil
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		known = 0
		for _, id := range threadIDs {
			n, err := exec(ctx, tx, `UPDATE stage1_outputs SET usage_count = coalesce(usage_count, 0) + 1, last_usage = ?
				WHERE thread_id = ?`, s.now(), id)
			if err != nil {
				return err
			}
			known += int(n)
		}
		return nil
	}, "record usage of %d threads", len(threadIDs))
	return known, err
}
