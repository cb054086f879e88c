package sqlite

import (
	"context"
	"database/sql"

	"github.com/seed50391015/reverie/memory/state"
)

// RecordReads implements state.Store.
func (s *Store) RecordReads(ctx context.Context, reads []state.Read) error {
	if len(reads) == 0 {
		return nil
	}
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, r := range reads {
			if _, err := exec(ctx, tx, `INSERT INTO reads (kind, tool, ok, n) VALUES (?, ?, ?, ?)
				ON CONFLICT (kind, tool, ok) DO UPDATE SET n = n + excluded.n`, r.Kind, r.Tool, r.OK, max(r.N, 1)); err != nil {
				return err
			}
		}
		return nil
	}, "record reads")
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
