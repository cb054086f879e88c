package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// AddTombstone implements state.Store.
func (s *Store) AddTombstone(ctx context.Context, t state.Tombstone) error {
	if t.Value == "" {
		return s.fail(errNoValue, "add tombstone")
	}
	if t.CreatedAt == 0 {
		t.CreatedAt = s.now()
	}
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := exec(ctx, tx, `INSERT OR IGNORE INTO tombstones (kind, value, created_at) VALUES (?, ?, ?)`,
			string(t.Kind), t.Value, t.CreatedAt); err != nil {
			return err
		}
		ids, err := covered(ctx, tx, t.Kind, t.Value)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := forget(ctx, tx, id); err != nil {
				return fmt.Errorf("thread %s: %w", id, err)
			}
		}
		return nil
	}, "add %s tombstone", t.Kind)
}

// ForgetThread implements state.Store.
func (s *Store) ForgetThread(ctx context.Context, id string) error {
	return s.AddTombstone(ctx, state.Tombstone{Kind: state.TombThread, Value: id})
}

// covered lists the threads under a tombstone, known or not.
func covered(ctx context.Context, q querier, kind state.TombstoneKind, value string) ([]string, error) {
	switch kind {
	case state.TombThread:
		return []string{value}, nil
	case state.TombProject:
		return collect(ctx, q, scanString, `SELECT id FROM threads WHERE project_id = ?`, value)
	case state.TombText:
		return nil, nil
	}
	return nil, fmt.Errorf("tombstone kind %q: want thread, project or text", kind)
}

// forget deletes what is stored of a thread but for the row that names its ledger.
func forget(ctx context.Context, tx *sql.Tx, id string) error {
	had, err := deleteMemory(ctx, tx, id)
	if err != nil {
		return err
	}
	// Of the user's own modes only "disabled" outlives a tombstone that is taken back.
	if _, err := exec(ctx, tx, `UPDATE threads SET title = '', first_user_message = '', memory_mode = 'disabled',
		mode_by_user = mode_by_user AND memory_mode = 'disabled' WHERE id = ?`, id); err != nil {
		return err
	}
	if had {
		return enqueueGlobal(ctx, tx, 0)
	}
	return enqueueIfSelected(ctx, tx, id)
}

// RemoveTombstone implements state.Store.
func (s *Store) RemoveTombstone(ctx context.Context, kind state.TombstoneKind, value string) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := exec(ctx, tx, `DELETE FROM tombstones WHERE kind = ? AND value = ?`, string(kind), value)
		if err := found(n, err); err != nil {
			return err
		}
		ids, err := covered(ctx, tx, kind, value)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := exec(ctx, tx, `DELETE FROM ledgers WHERE thread_id = ?`, id); err != nil {
				return err
			}
		}
		return nil
	}, "remove %s tombstone", kind)
}

// Tombstones implements state.Store.
func (s *Store) Tombstones(ctx context.Context) (out []state.Tombstone, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, scanTombstone, `SELECT kind, value, created_at FROM tombstones ORDER BY created_at, kind, value`)
		return err
	}, "tombstones")
	return out, err
}

// Reset implements state.Store.
func (s *Store) Reset(ctx context.Context) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, table := range []string{
			"stage1_outputs", "jobs", "selection", "generated", "generated_staged", "hand_edits", "reads", "recalled",
		} {
			if _, err := exec(ctx, tx, `DELETE FROM `+table); err != nil {
				return fmt.Errorf("table %s: %w", table, err)
			}
		}
		return nil
	}, "reset")
}

// Scrub implements state.Store. Deleted cells are overwritten as they go, but a page may
// keep a copy of a cell that was moved before, and the log keeps old pages: so the file
// is built anew and the log emptied.
func (s *Store) Scrub(ctx context.Context) error {
	if s.writer == nil {
		return s.fail(state.ErrReadOnly, "scrub")
	}
	err := s.retry(ctx, func() error {
		_, err := s.writer.ExecContext(ctx, `VACUUM`)
		return err
	})
	if err == nil {
		err = s.retry(ctx, func() error { return truncateLog(ctx, s.writer) })
	}
	return s.fail(s.suspect(ctx, err), "scrub")
}

// truncateLog folds the log into the file and empties it, which waits for readers.
func truncateLog(ctx context.Context, db *sql.DB) error {
	var blocked, frames, folded int
	if err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&blocked, &frames, &folded); err != nil {
		return err
	}
	if blocked != 0 {
		return errReaders
	}
	return nil
}

// Check implements state.Store.
func (s *Store) Check(ctx context.Context) error {
	err := s.retry(ctx, func() error { return damage(ctx, s.checker(), `PRAGMA integrity_check(20)`) })
	return s.fail(err, "check")
}

func (s *Store) quickCheck(ctx context.Context) error {
	return damage(ctx, s.checker(), `PRAGMA quick_check(1)`)
}

// checker is the pool for the checks: one opened for reading leaves CHECK constraints out.
func (s *Store) checker() *sql.DB {
	if s.writer != nil {
		return s.writer
	}
	return s.reader
}

// damage runs a checking pragma and reports what it finds as state.ErrCorrupt.
func damage(ctx context.Context, q querier, pragma string) error {
	found, err := collect(ctx, q, scanString, pragma)
	if err != nil {
		if kindOf(err) == nil {
			return err
		}
		return errors.Join(kindOf(err), err)
	}
	if len(found) == 1 && found[0] == "ok" {
		return nil
	}
	return fmt.Errorf("%w: %s", state.ErrCorrupt, strings.Join(found, "; "))
}
