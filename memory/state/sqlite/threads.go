package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seed50391015/reverie/memory/state"
)

const threadColumns = `t.id, t.source, t.source_kind, t.rollout_path, t.cwd, t.project_id, t.git_branch, t.git_sha,
	t.git_origin, t.model_provider, t.title, t.first_user_message, t.created_at_ms, t.updated_at_ms, t.archived,
	t.memory_mode, t.mode_by_user, t.size, t.records, t.bad_records, t.gone`

// threadFields are the places that threadColumns are scanned into.
func threadFields(t *state.Thread) []any {
	return []any{&t.ID, &t.Source, &t.SourceKind, &t.RolloutPath, &t.Cwd, &t.ProjectID, &t.GitBranch, &t.GitSHA,
		&t.GitOrigin, &t.ModelProvider, &t.Title, &t.FirstUserMessage, &t.CreatedAtMS, &t.UpdatedAtMS, &t.Archived,
		&t.MemoryMode, &t.ModeByUser, &t.Size, &t.Records, &t.BadRecords, &t.Gone}
}

func scanThread(rows *sql.Rows, t *state.Thread) error { return rows.Scan(threadFields(t)...) }

// Thread implements state.Store.
func (s *Store) Thread(ctx context.Context, id string) (t state.Thread, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		t, err = thread(ctx, q, id)
		return err
	}, "thread %s", id)
	return t, err
}

func thread(ctx context.Context, q querier, id string) (state.Thread, error) {
	return one(ctx, q, scanThread, `SELECT `+threadColumns+` FROM threads t WHERE t.id = ?`, id)
}

// Threads implements state.Store.
func (s *Store) Threads(ctx context.Context) (out []state.Thread, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, scanThread, `SELECT `+threadColumns+` FROM threads t ORDER BY t.updated_at_ms DESC, t.id DESC`)
		return err
	}, "threads")
	return out, err
}

// Ledgers implements state.Store.
func (s *Store) Ledgers(ctx context.Context, source string) (out []state.Ledger, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, scanLedger, `SELECT path, source, size, mtime_ns, thread_id, problem
			FROM ledgers WHERE ?1 = '' OR source = ?1 ORDER BY path`, source)
		return err
	}, "ledgers of source %q", source)
	return out, err
}

func scanLedger(rows *sql.Rows, l *state.Ledger) error {
	return rows.Scan(&l.Path, &l.Source, &l.Size, &l.MtimeNS, &l.ThreadID, &l.Problem)
}

// SetRecords implements state.Store.
func (s *Store) SetRecords(ctx context.Context, id string, records, bad int64) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := exec(ctx, tx, `UPDATE threads SET records = ?, bad_records = ? WHERE id = ?`, records, bad, id)
		return found(n, err)
	}, "set records of thread %s", id)
}

// found turns "no row changed" into state.ErrNotFound.
func found(n int64, err error) error {
	if err == nil && n == 0 {
		return state.ErrNotFound
	}
	return err
}

// DropLedgers implements state.Store.
func (s *Store) DropLedgers(ctx context.Context, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		gone := make(map[string]bool)
		for _, path := range paths {
			ids, err := collect(ctx, tx, scanString, `DELETE FROM ledgers WHERE path = ? RETURNING thread_id`, path)
			if err != nil {
				return fmt.Errorf("ledger %s: %w", path, err)
			}
			for _, id := range ids {
				gone[id] = true
			}
		}
		for id := range gone {
			if _, err := exec(ctx, tx, `UPDATE threads SET gone = 1
				WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM ledgers WHERE thread_id = ?1)`, id); err != nil {
				return fmt.Errorf("thread %s: %w", id, err)
			}
		}
		return nil
	}, "drop %d ledgers", len(paths))
}

// DeleteThread implements state.Store.
func (s *Store) DeleteThread(ctx context.Context, id string) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := exec(ctx, tx, `DELETE FROM threads WHERE id = ?`, id)
		if err := found(n, err); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, `DELETE FROM ledgers WHERE thread_id = ?`, id); err != nil {
			return err
		}
		if _, err := deleteMemory(ctx, tx, id); err != nil {
			return err
		}
		return enqueueIfSelected(ctx, tx, id)
	}, "delete thread %s", id)
}

// deleteMemory removes a thread's output and job and reports whether there was an output.
func deleteMemory(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	n, err := exec(ctx, tx, `DELETE FROM stage1_outputs WHERE thread_id = ?`, id)
	if err != nil {
		return false, err
	}
	_, err = exec(ctx, tx, `DELETE FROM jobs WHERE kind = ? AND job_key = ?`, state.KindStage1, id)
	return n > 0, err
}

// enqueueIfSelected asks for a consolidation when the thread was in the last selection,
// so that what the folder holds of it is forgotten.
func enqueueIfSelected(ctx context.Context, tx *sql.Tx, id string) error {
	was, err := exists(ctx, tx, `SELECT 1 FROM selection WHERE thread_id = ?`, id)
	if err != nil || !was {
		return err
	}
	return enqueueGlobal(ctx, tx, 0)
}

func exists(ctx context.Context, q querier, query string, args ...any) (bool, error) {
	rows, err := collect(ctx, q, func(rows *sql.Rows, n *int) error { return rows.Scan(n) }, query, args...)
	return len(rows) > 0, err
}
