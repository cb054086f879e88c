package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"
)

// SyncStats tells what a Sync did.
type SyncStats struct {
	Units     int // seen
	Unchanged int // of these, passed over by their stamp
	Written   int // documents written
	Removed   int // documents removed
}

// A transaction ends with the unit that brings it to so many documents, or that ends after
// so long: another process that syncs gets its turn, and a Sync that is broken off loses
// no more. Readers never wait.
const (
	batchDocs = 4000
	batchTime = 2 * time.Second
)

// Sync brings the documents of one scope in line with the units given: units that are
// not among them are removed with their documents, units whose stamp is unchanged are
// not read. A damaged index is made anew on the way. An error of the walk, or of a
// unit's documents, ends the Sync; the batches written before it stand.
func (x *Index) Sync(ctx context.Context, scope string, units iter.Seq2[Unit, error]) (SyncStats, error) {
	var stats SyncStats
	work := func(ctx context.Context, db *sql.DB) error {
		s := syncer{ctx: ctx, db: db, scope: scope, now: x.now}
		err := s.run(units)
		stats = s.stats
		return err
	}
	fresh, err := x.on(ctx, work)
	if fresh && err == nil {
		_, err = x.on(ctx, work)
	}
	if err != nil {
		return stats, fmt.Errorf("sync search index: %w", err)
	}
	return stats, nil
}

type syncer struct {
	ctx   context.Context
	db    *sql.DB
	scope string
	stats SyncStats

	now     func() time.Time
	tx      *sql.Tx
	began   time.Time
	pending int // documents written since the last commit
	known   map[string]unitRow
}

type unitRow struct {
	id    int64
	stamp string
}

func (s *syncer) run(units iter.Seq2[Unit, error]) (err error) {
	defer func() {
		if s.tx != nil {
			err = errors.Join(err, s.tx.Rollback())
		}
	}()
	if err := s.load(); err != nil {
		return err
	}
	for u, err := range units {
		if err != nil {
			return errors.Join(err, s.commit())
		}
		if err := s.unit(u); err != nil {
			return fmt.Errorf("unit %q: %w", u.Key, err)
		}
		if s.pending >= batchDocs || s.tx != nil && s.now().Sub(s.began) > batchTime {
			if err := s.commit(); err != nil {
				return err
			}
		}
	}
	for key, row := range s.known { // what is left was not seen
		if err := s.removeUnit(row.id); err != nil {
			return fmt.Errorf("remove %q: %w", key, err)
		}
	}
	return s.commit()
}

func (s *syncer) load() error {
	s.known = map[string]unitRow{}
	rows, err := s.db.QueryContext(s.ctx, "SELECT id, key, stamp FROM units WHERE scope = ?", s.scope)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		var row unitRow
		if err := rows.Scan(&row.id, &key, &row.stamp); err != nil {
			return err
		}
		s.known[key] = row
	}
	return rows.Err()
}

// begin opens a transaction when the first change comes: a Sync without changes takes no lock.
func (s *syncer) begin() (err error) {
	if s.tx == nil {
		s.tx, err = s.db.BeginTx(s.ctx, nil)
		s.began = s.now()
	}
	return err
}

func (s *syncer) commit() error {
	if s.tx == nil {
		return nil
	}
	tx := s.tx
	s.tx, s.pending = nil, 0
	return tx.Commit()
}

func (s *syncer) unit(u Unit) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	s.stats.Units++
	row, have := s.known[u.Key]
	delete(s.known, u.Key)
	if have && u.Stamp != "" && row.stamp == u.Stamp {
		s.stats.Unchanged++
		return nil
	}
	if err := s.begin(); err != nil {
		return err
	}
	if err := s.unitRow(u.Key, &row); err != nil {
		return err
	}
	if err := s.documents(row.id, u.Docs); err != nil {
		return err
	}
	_, err := s.tx.ExecContext(s.ctx, "UPDATE units SET stamp = ? WHERE id = ?", u.Stamp, row.id)
	return err
}

// unitRow finds or makes the unit's row; another process may have made it meanwhile. It
// is two plain statements rather than one that settles a conflict, because such a one
// opens a savepoint, and at each of these the full-text table writes out all it has.
func (s *syncer) unitRow(key string, row *unitRow) error {
	err := s.tx.QueryRowContext(s.ctx, "SELECT id FROM units WHERE scope = ? AND key = ?", s.scope, key).Scan(&row.id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	res, err := s.tx.ExecContext(s.ctx, "INSERT INTO units (scope, key, stamp) VALUES (?, ?, '')", s.scope, key)
	if err != nil {
		return err
	}
	row.id, err = res.LastInsertId()
	return err
}

// documents writes the documents of a unit that are new or changed and removes the others.
func (s *syncer) documents(unit int64, docs iter.Seq2[Doc, error]) error {
	old, err := s.hashes(unit)
	if err != nil {
		return err
	}
	seen := map[string]int{}
	for d, err := range docs {
		if err != nil {
			return err
		}
		d = d.bounded()
		if seen[d.Key]++; seen[d.Key] > 1 { // no reason to lose the second
			d.Key += "\x00" + strconv.Itoa(seen[d.Key])
		}
		hash := d.hash()
		have, ok := old[d.Key]
		delete(old, d.Key)
		if ok && have.hash == hash {
			continue
		}
		if ok {
			if err := removeDoc(s.ctx, s.tx, have.id); err != nil {
				return err
			}
		}
		if err := s.write(unit, d, hash); err != nil {
			return err
		}
	}
	for _, have := range old {
		if err := removeDoc(s.ctx, s.tx, have.id); err != nil {
			return err
		}
		s.stats.Removed++
	}
	return nil
}

type docRow struct {
	id   int64
	hash string
}

func (s *syncer) hashes(unit int64) (map[string]docRow, error) {
	rows, err := s.tx.QueryContext(s.ctx, "SELECT id, key, hash FROM docs WHERE unit = ?", unit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]docRow{}
	for rows.Next() {
		var key string
		var row docRow
		if err := rows.Scan(&row.id, &key, &row.hash); err != nil {
			return nil, err
		}
		out[key] = row
	}
	return out, rows.Err()
}

func (s *syncer) write(unit int64, d Doc, hash string) error {
	res, err := s.tx.ExecContext(s.ctx, `INSERT INTO docs (unit, key, hash, kind, path, line, thread_id, project, updated_at, title, keywords)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		unit, d.Key, hash, d.Kind, d.Path, d.Line, d.ThreadID, d.Project, d.UpdatedAt, d.Title, d.Keywords)
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	if _, err := s.tx.ExecContext(s.ctx, "INSERT INTO bodies (id, body) VALUES (?, ?)", id, d.Body); err != nil {
		return err
	}
	c := d.columns()
	_, err = s.tx.ExecContext(s.ctx, "INSERT INTO terms (rowid, title, keywords, body, facets) VALUES (?, ?, ?, ?, ?)", id, c.title, c.keywords, c.body, c.facets)
	s.pending++
	s.stats.Written++
	return err
}

func (s *syncer) removeUnit(unit int64) error {
	if err := s.begin(); err != nil {
		return err
	}
	old, err := s.hashes(unit)
	if err != nil {
		return err
	}
	for _, have := range old {
		if err := removeDoc(s.ctx, s.tx, have.id); err != nil {
			return err
		}
		s.stats.Removed++
	}
	_, err = s.tx.ExecContext(s.ctx, "DELETE FROM units WHERE id = ?", unit)
	return err
}

// removeDoc takes one document out of all tables. The full-text table keeps no text: to
// take a row out it must be given the very tokens that were put in, which are made again
// from the stored text.
func removeDoc(ctx context.Context, tx *sql.Tx, id int64) error {
	var d Doc
	err := tx.QueryRowContext(ctx, "SELECT d.kind, d.project, d.title, d.keywords, b.body FROM docs d JOIN bodies b ON b.id = d.id WHERE d.id = ?", id).
		Scan(&d.Kind, &d.Project, &d.Title, &d.Keywords, &d.Body)
	if err != nil {
		return fmt.Errorf("document %d: %w", id, err)
	}
	c := d.columns()
	_, err = tx.ExecContext(ctx, "INSERT INTO terms (terms, rowid, title, keywords, body, facets) VALUES ('delete', ?, ?, ?, ?, ?)", id, c.title, c.keywords, c.body, c.facets)
	if err != nil {
		return err
	}
	if _, err = tx.ExecContext(ctx, "DELETE FROM bodies WHERE id = ?", id); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM docs WHERE id = ?", id)
	return err
}
