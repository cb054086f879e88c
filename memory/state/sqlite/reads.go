package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seed50391015/reverie/memory/state"
)

// RecordReads implements state.Store.
func (s *Store) RecordReads(ctx context.Context, reads []state.Read) error {
	if len(reads) == 0 {
		return nil
	}
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, r := range reads {
			if err := addRead(ctx, tx, r, max(r.N, 1)); err != nil {
				return err
			}
		}
		return nil
	}, "record reads")
}

func addRead(ctx context.Context, tx *sql.Tx, r state.Read, n int64) error {
	_, err := exec(ctx, tx, `INSERT INTO reads (kind, tool, ok, n) VALUES (?, ?, ?, ?)
		ON CONFLICT (kind, tool, ok) DO UPDATE SET n = n + excluded.n`, r.Kind, r.Tool, r.OK, n)
	return err
}

// CountRecalled implements state.Store.
func (s *Store) CountRecalled(ctx context.Context, threadID string, r state.Recalled) (uses int, err error) {
	if len(r.Replies) == 0 && len(r.Reads) == 0 {
		return 0, nil
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		uses = 0
		var replies, reads int
		err := tx.QueryRowContext(ctx, `SELECT replies, reads FROM recalled WHERE thread_id = ?`, threadID).Scan(&replies, &reads)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		for _, reply := range r.Replies[min(replies, len(r.Replies)):] {
			n, err := s.citedBy(ctx, tx, reply)
			if err != nil {
				return err
			}
			uses += n
		}
		for _, read := range r.Reads[min(reads, len(r.Reads)):] {
			if err := addRead(ctx, tx, read, 1); err != nil {
				return err
			}
		}
		_, err = exec(ctx, tx, `INSERT INTO recalled (thread_id, replies, reads) VALUES (?, ?, ?)
			ON CONFLICT (thread_id) DO UPDATE SET replies = max(replies, excluded.replies), reads = max(reads, excluded.reads)`,
			threadID, len(r.Replies), len(r.Reads))
		return err
	}, "count what thread %s recalled", threadID)
	return uses, err
}

// citedBy counts one use of each output that a reply cites.
func (s *Store) citedBy(ctx context.Context, tx *sql.Tx, reply state.CitingReply) (uses int, err error) {
	at := reply.At
	if at == 0 {
		at = s.now()
	}
	for _, id := range reply.ThreadIDs {
		n, err := exec(ctx, tx, `UPDATE stage1_outputs SET usage_count = coalesce(usage_count, 0) + 1,
			last_usage = max(coalesce(last_usage, 0), ?) WHERE thread_id = ?`, at, id)
		if err != nil {
			return uses, err
		}
		uses += int(n)
	}
	return uses, nil
}

// Reads implements state.Store.
func (s *Store) Reads(ctx context.Context) (out []state.Read, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, func(rows *sql.Rows, r *state.Read) error {
			return rows.Scan(&r.Kind, &r.Tool, &r.OK, &r.N)
		}, `SELECT kind, tool, ok, n FROM reads ORDER BY kind, tool, ok DESC`)
		return err
	}, "reads")
	return out, err
}

// Stamp implements state.Store.
func (s *Store) Stamp(ctx context.Context, name string) (value string, err error) {
	err = s.read(ctx, func(q querier) error {
		values, err := collect(ctx, q, scanString, `SELECT value FROM stamps WHERE name = ?`, name)
		if len(values) > 0 {
			value = values[0]
		}
		return err
	}, "stamp %s", name)
	return value, err
}

// SetStamp implements state.Store.
func (s *Store) SetStamp(ctx context.Context, name, value string) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := exec(ctx, tx, `INSERT INTO stamps (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
		return err
	}, "set stamp %s", name)
}
