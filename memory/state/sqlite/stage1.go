package sqlite

import (
	"context"
	"database/sql"

	"github.com/seed50391015/reverie/memory/state"
)

// HeartbeatStage1 implements state.Store.
func (s *Store) HeartbeatStage1(ctx context.Context, c state.Claim) error {
	return s.owned(ctx, c, func(j *state.Job) { j.Heartbeat(s.now()) }, nil, "heartbeat")
}

// FinishStage1 implements state.Store.
func (s *Store) FinishStage1(ctx context.Context, c state.Claim, out state.Stage1Output) error {
	out.ThreadID = c.Key
	if out.SourceUpdatedAt == 0 {
		out.SourceUpdatedAt = c.InputWatermark
	}
	if out.GeneratedAt == 0 {
		out.GeneratedAt = s.now()
	}
	return s.owned(ctx, c, func(j *state.Job) { j.Succeed(s.now(), out.SourceUpdatedAt) },
		func(ctx context.Context, tx *sql.Tx, _ state.Job) error {
			if err := putText(ctx, tx, out); err != nil {
				return err
			}
			return enqueueGlobal(ctx, tx, out.SourceUpdatedAt)
		}, "finish")
}

// FinishStage1Empty implements state.Store.
func (s *Store) FinishStage1Empty(ctx context.Context, c state.Claim) error {
	return s.owned(ctx, c, func(j *state.Job) { j.Succeed(s.now(), c.InputWatermark) },
		func(ctx context.Context, tx *sql.Tx, _ state.Job) error {
			n, err := exec(ctx, tx, `DELETE FROM stage1_outputs WHERE thread_id = ? AND source_updated_at <= ?`,
				c.Key, c.InputWatermark)
			if err != nil || n == 0 {
				return err
			}
			return enqueueGlobal(ctx, tx, c.InputWatermark)
		}, "finish without output")
}

// FailStage1 implements state.Store.
func (s *Store) FailStage1(ctx context.Context, c state.Claim, reason string) error {
	return s.owned(ctx, c, func(j *state.Job) { j.Fail(s.now(), reason) }, nil, "fail")
}

// ReleaseStage1 implements state.Store.
func (s *Store) ReleaseStage1(ctx context.Context, c state.Claim) error {
	return s.owned(ctx, c, (*state.Job).Release, nil, "release")
}

// putText stores an output unless the stored one is newer; usage and selection stay.
func putText(ctx context.Context, tx *sql.Tx, out state.Stage1Output) error {
	_, err := exec(ctx, tx, `
		INSERT INTO stage1_outputs (thread_id, source_updated_at, raw_memory, rollout_summary, rollout_slug, generated_at)
		VALUES (?, ?, ?, ?, nullif(?, ''), ?)
		ON CONFLICT (thread_id) DO UPDATE SET
			source_updated_at = excluded.source_updated_at, raw_memory = excluded.raw_memory,
			rollout_summary = excluded.rollout_summary, rollout_slug = excluded.rollout_slug,
			generated_at = excluded.generated_at
		WHERE stage1_outputs.source_updated_at <= excluded.source_updated_at`,
		out.ThreadID, out.SourceUpdatedAt, out.RawMemory, out.RolloutSummary, out.RolloutSlug, out.GeneratedAt)
	return err
}
