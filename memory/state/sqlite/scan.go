package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/seed50391015/reverie/memory/state"
)

// putThread keeps of an existing row what a scan does not know: the counts, a mode that
// stays, and who set it.
const putThread = `
	INSERT INTO threads (id, source, source_kind, rollout_path, cwd, project_id, git_branch, git_sha, git_origin,
		model_provider, title, first_user_message, created_at_ms, updated_at_ms, archived, memory_mode, size, gone)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO UPDATE SET
		source = excluded.source, source_kind = excluded.source_kind, rollout_path = excluded.rollout_path,
		cwd = excluded.cwd, project_id = excluded.project_id, git_branch = excluded.git_branch,
		git_sha = excluded.git_sha, git_origin = excluded.git_origin, model_provider = excluded.model_provider,
		title = excluded.title, first_user_message = excluded.first_user_message,
		created_at_ms = excluded.created_at_ms, updated_at_ms = excluded.updated_at_ms,
		archived = excluded.archived, size = excluded.size, gone = excluded.gone,
		memory_mode = CASE WHEN threads.mode_by_user OR threads.memory_mode = 'polluted'
			THEN threads.memory_mode ELSE excluded.memory_mode END`

const putLedger = `
	INSERT INTO ledgers (path, source, size, mtime_ns, thread_id, problem) VALUES (?, ?, ?, ?, ?, ?)
	ON CONFLICT (path) DO UPDATE SET source = excluded.source, size = excluded.size,
		mtime_ns = excluded.mtime_ns, thread_id = excluded.thread_id, problem = excluded.problem`

// PutScan implements state.Store.
func (s *Store) PutScan(ctx context.Context, ledgers []state.Ledger, threads []state.Thread) error {
	if len(ledgers) == 0 && len(threads) == 0 {
		return nil
	}
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		before, err := selectedEnabled(ctx, tx)
		if err != nil {
			return err
		}
		if err := putLedgers(ctx, tx, ledgers); err != nil {
			return err
		}
		if err := putThreads(ctx, tx, threads); err != nil {
			return err
		}
		after, err := selectedEnabled(ctx, tx)
		if err != nil || !lost(before, after) {
			return err
		}
		return enqueueGlobal(ctx, tx, 0)
	}, "store a scan of %d ledgers and %d threads", len(ledgers), len(threads))
}

// selectedEnabled lists the selected threads that may be learned from.
func selectedEnabled(ctx context.Context, tx *sql.Tx) ([]string, error) {
	return collect(ctx, tx, scanString, `SELECT s.thread_id FROM selection s JOIN threads t ON t.id = s.thread_id
		WHERE t.memory_mode = 'enabled'`)
}

// lost reports whether something of before is missing in after.
func lost(before, after []string) bool {
	return slices.ContainsFunc(before, func(id string) bool { return !slices.Contains(after, id) })
}

func putLedgers(ctx context.Context, tx *sql.Tx, ledgers []state.Ledger) error {
	stmt, err := tx.PrepareContext(ctx, putLedger)
	if err != nil {
		return err
	}
	defer func() { _ = stmt.Close() }()
	for i := range ledgers {
		l := &ledgers[i]
		if err := execRow(ctx, stmt, l.Path, l.Source, l.Size, l.MtimeNS, l.ThreadID, l.Problem); err != nil {
			return fmt.Errorf("ledger %s: %w", l.Path, err)
		}
	}
	return nil
}

func putThreads(ctx context.Context, tx *sql.Tx, threads []state.Thread) error {
	stones, err := loadTombstones(ctx, tx)
	if err != nil {
		return err
	}
	stmt, err := tx.PrepareContext(ctx, putThread)
	if err != nil {
		return err
	}
	defer func() { _ = stmt.Close() }()
	for i := range threads {
		t := threads[i]
		if t.MemoryMode == "" {
			t.MemoryMode = state.Enabled
		}
		forgotten := stones.cover(t.ID, t.ProjectID)
		if forgotten { // no text of it reaches the file, not even for a moment
			t.Title, t.FirstUserMessage, t.MemoryMode = "", "", state.Disabled
		}
		err := execRow(ctx, stmt, t.ID, t.Source, t.SourceKind, t.RolloutPath, t.Cwd, t.ProjectID, t.GitBranch, t.GitSHA,
			t.GitOrigin, t.ModelProvider, t.Title, t.FirstUserMessage, t.CreatedAtMS, t.UpdatedAtMS, t.Archived,
			string(t.MemoryMode), t.Size, t.Gone)
		if err == nil && forgotten {
			// A thread can come under a project's tombstone by a later scan alone.
			err = forget(ctx, tx, t.ID)
		}
		if err != nil {
			return fmt.Errorf("thread %s: %w", t.ID, err)
		}
	}
	return nil
}

// execRow runs a prepared statement without the goroutine that the driver starts a
// call to watch a context: over thousands of rows that would cost more than the rows.
func execRow(ctx context.Context, stmt *sql.Stmt, args ...any) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	_, err := stmt.ExecContext(context.WithoutCancel(ctx), args...)
	return err
}

// tombstones are those of threads and projects.
type tombstones struct{ threads, projects map[string]bool }

func (t tombstones) cover(threadID, projectID string) bool {
	return t.threads[threadID] || t.projects[projectID]
}

func loadTombstones(ctx context.Context, q querier) (tombstones, error) {
	all, err := collect(ctx, q, scanTombstone, `SELECT kind, value, created_at FROM tombstones WHERE kind IN (?, ?)`,
		string(state.TombThread), string(state.TombProject))
	out := tombstones{threads: make(map[string]bool), projects: make(map[string]bool)}
	for _, t := range all {
		if t.Kind == state.TombThread {
			out.threads[t.Value] = true
		} else {
			out.projects[t.Value] = true
		}
	}
	return out, err
}

func scanTombstone(rows *sql.Rows, t *state.Tombstone) error {
	return rows.Scan(&t.Kind, &t.Value, &t.CreatedAt)
}
