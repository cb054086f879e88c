package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ForgetThread removes every document of a thread, at once and from every scope, and
// returns how many there were. Documents made of several threads (the handbook) go with
// the next Sync. Scrub afterwards.
func (x *Index) ForgetThread(ctx context.Context, threadID string) (removed int, err error) {
	if threadID == "" {
		return 0, nil
	}
	return x.forget(ctx, "SELECT id FROM docs WHERE thread_id = ?", threadID)
}

// ForgetUnit removes one unit's documents.
func (x *Index) ForgetUnit(ctx context.Context, scope, key string) (removed int, err error) {
	return x.forget(ctx, "SELECT d.id FROM docs d JOIN units u ON u.id = d.unit WHERE u.scope = ? AND u.key = ?", scope, key)
}

func (x *Index) forget(ctx context.Context, query string, args ...any) (removed int, err error) {
	_, err = x.on(ctx, func(ctx context.Context, db *sql.DB) error {
		removed = 0
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		ids, err := scanIDs(tx.QueryContext(ctx, query, args...))
		if err != nil {
			return err
		}
		for _, id := range ids {
			// The unit must be read again when it still stands.
			if _, err := tx.ExecContext(ctx, "UPDATE units SET stamp = '' WHERE id = (SELECT unit FROM docs WHERE id = ?)", id); err != nil {
				return err
			}
			if err := removeDoc(ctx, tx, id); err != nil {
				return err
			}
			removed++
		}
		return tx.Commit()
	})
	if err != nil {
		return 0, fmt.Errorf("forget in search index: %w", err)
	}
	return removed, nil
}

func scanIDs(rows *sql.Rows, err error) ([]int64, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// Scrub makes removed text unrecoverable from the index's files: the term lists are
// written anew without it, the file is copied without its free pages, and the log is
// emptied.
func (x *Index) Scrub(ctx context.Context) error {
	_, err := x.on(ctx, func(ctx context.Context, db *sql.DB) error {
		conn, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		for _, statement := range []string{"INSERT INTO terms (terms) VALUES ('optimize')", "VACUUM"} {
			if _, err := conn.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		var busy, pages, moved int
		if err := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
			return fmt.Errorf("empty the log: %w", err)
		}
		if busy != 0 {
			return errors.New("the log cannot be emptied while another process reads the index: try again")
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("scrub search index: %w", err)
	}
	return nil
}

// Clear removes everything and leaves an empty index.
func (x *Index) Clear(ctx context.Context) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := x.db.Close(); err != nil {
		return fmt.Errorf("clear search index: %w", err)
	}
	if err := x.remove(); err != nil {
		return fmt.Errorf("clear search index: %w", err)
	}
	if err := x.open(); err != nil {
		return fmt.Errorf("clear search index: %w", err)
	}
	return nil
}
