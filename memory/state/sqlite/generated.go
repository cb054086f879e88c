package sqlite

import (
	"context"
	"database/sql"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// StageGenerated implements state.Store.
func (s *Store) StageGenerated(ctx context.Context, files []state.Generated) error {
	if len(files) == 0 {
		return nil
	}
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, f := range files {
			// A run that is tried again and again stages the same; once is enough.
			if _, err := exec(ctx, tx, `
				INSERT INTO generated_staged (path, line_hashes)
				SELECT ?1, ?2 WHERE coalesce((SELECT line_hashes <> ?2 FROM generated_staged
					WHERE path = ?1 ORDER BY seq DESC LIMIT 1), 1)`,
				f.Path, strings.Join(f.LineHashes, "\n")); err != nil {
				return err
			}
		}
		return nil
	}, "stage what %d files will hold", len(files))
}

// promoteGenerated makes the newest staged record of each file the current one.
func promoteGenerated(ctx context.Context, tx *sql.Tx) error {
	for _, query := range []string{
		`INSERT OR REPLACE INTO generated (path, line_hashes)
			SELECT path, line_hashes FROM generated_staged
			WHERE seq IN (SELECT max(seq) FROM generated_staged GROUP BY path)`,
		`DELETE FROM generated WHERE line_hashes = ''`,
		`DELETE FROM generated_staged`,
	} {
		if _, err := exec(ctx, tx, query); err != nil {
			return err
		}
	}
	return nil
}

// Generated implements state.Store.
func (s *Store) Generated(ctx context.Context) (current, staged []state.Generated, err error) {
	err = s.read(ctx, func(q querier) error {
		current, staged = nil, nil
		// One statement, so that a promotion in between is seen whole or not at all.
		_, err := collect(ctx, q, func(rows *sql.Rows, g *state.Generated) error {
			var isStaged bool
			var hashes string
			if err := rows.Scan(&isStaged, &g.Path, &hashes); err != nil {
				return err
			}
			if hashes != "" {
				g.LineHashes = strings.Split(hashes, "\n")
			}
			if isStaged {
				staged = append(staged, *g)
			} else {
				current = append(current, *g)
			}
			return nil
		}, `SELECT staged, path, line_hashes FROM (
				SELECT 0 AS staged, 0 AS seq, path, line_hashes FROM generated
				UNION ALL SELECT 1, seq, path, line_hashes FROM generated_staged)
			ORDER BY staged, seq, path`)
		return err
	}, "generated records")
	return current, staged, err
}

func putHandEdits(ctx context.Context, tx *sql.Tx, edits []state.HandEdit) error {
	if _, err := exec(ctx, tx, `DELETE FROM hand_edits`); err != nil {
		return err
	}
	for _, e := range edits {
		if _, err := exec(ctx, tx, `INSERT INTO hand_edits (path, kind, anchor, text) VALUES (?, ?, ?, ?)`,
			e.Path, e.Kind, e.Anchor, e.Text); err != nil {
			return err
		}
	}
	return nil
}

// HandEdits implements state.Store.
func (s *Store) HandEdits(ctx context.Context) (out []state.HandEdit, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, func(rows *sql.Rows, e *state.HandEdit) error {
			return rows.Scan(&e.Path, &e.Kind, &e.Anchor, &e.Text)
		}, `SELECT path, kind, anchor, text FROM hand_edits ORDER BY seq`)
		return err
	}, "hand edits")
	return out, err
}
