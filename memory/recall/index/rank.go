package index

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// rankable is how many documents one word may bring into a ranking. To find the
// documents that match costs a tenth of a microsecond each, to rank one takes some twenty
// times as long; a word that stands in more of them than this tells them apart badly
// anyway, and counts only among the documents that the other words found.
const rankable = 1000

// recentRows is how far back words that stand nearly everywhere are looked for in
// titles. The walk begins at its oldest row: the full-text table goes straight to a first
// row, but walking backwards it does not stop at a last one.
const recentRows = 5000

// ranker collects the scores of the best documents for one query.
type ranker struct {
	ctx   context.Context
	db    *sql.DB
	query Query
	match match
	want  int // most documents of one ranking
	found map[int64]float64
}

// run takes the documents with every word, and, if these are too few, those with some.
func (r *ranker) run() error {
	var telling []string
	missing := false
	for _, c := range r.match.words {
		n, err := r.count(c.strict)
		if err != nil {
			return err
		}
		missing = missing || n == 0
		if n > 0 && n <= rankable {
			telling = append(telling, c.strict)
		}
	}
	if !missing {
		if err := r.strict(telling); err != nil {
			return err
		}
	}
	if len(r.found) >= r.query.Limit || len(r.match.phrases) > 0 {
		return nil
	}
	return r.loose()
}

// strict ranks by the telling words alone; where every word stands nearly everywhere
// there is nothing to rank by but where it stands, and when.
func (r *ranker) strict(telling []string) error {
	if len(telling) > 0 {
		return r.rank(strings.Join(telling, " AND "))
	}
	all := make([]string, 0, len(r.match.words))
	for _, c := range r.match.words {
		all = append(all, c.strict)
	}
	every := strings.Join(all, " AND ")
	recent, err := r.recent()
	if err != nil {
		return err
	}
	if err := r.take("rowid >= ? ORDER BY rowid", recent, "{title keywords} : ("+every+")", 1); err != nil {
		return err
	}
	if err := r.take("rowid >= ? ORDER BY rowid", recent, "("+every+") AND {title keywords} : ("+r.match.anyWord()+")", 0.5); err != nil {
		return err
	}
	return r.take(latestFirst, 0, every, 0.25)
}

// loose ranks the documents that hold some rare word of the query, by all that are telling.
func (r *ranker) loose() error {
	type frequency struct {
		atom string
		docs int
	}
	var telling []frequency
	for _, a := range r.match.atoms() {
		n, err := r.count(a)
		if err != nil {
			return err
		}
		if n > 0 && n <= rankable {
			telling = append(telling, frequency{a, n})
		}
	}
	if len(telling) == 0 {
		return r.take(latestFirst, 0, r.match.anyWord(), 0.25)
	}
	slices.SortStableFunc(telling, func(a, b frequency) int { return a.docs - b.docs })
	var atoms, rare []string
	total := 0
	for _, f := range telling {
		atoms = append(atoms, f.atom)
		if total += f.docs; total <= rankable {
			rare = append(rare, f.atom)
		}
	}
	// The second half is always true; it is there for its words to count.
	return r.rank("(" + strings.Join(rare, " OR ") + ") AND (" + strings.Join(atoms, " OR ") + ")")
}

// count counts matching documents, up to one more than are rankable.
func (r *ranker) count(expression string) (n int, err error) {
	err = r.db.QueryRowContext(r.ctx, "SELECT count(*) FROM (SELECT rowid FROM terms WHERE terms MATCH ? LIMIT ?)",
		r.match.filter(expression, r.query), rankable+1).Scan(&n)
	return n, err
}

// rank adds the best documents that match.
func (r *ranker) rank(expression string) error {
	rows, err := r.db.QueryContext(r.ctx, "SELECT rowid, rank FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT ?",
		r.match.filter(expression, r.query), r.want)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var rank float64
		if err := rows.Scan(&id, &rank); err != nil {
			return err
		}
		r.found[id] = max(r.found[id], -rank)
	}
	return rows.Err()
}

// recent is the row from which on documents count as recently indexed.
func (r *ranker) recent() (from int64, err error) {
	err = r.db.QueryRowContext(r.ctx, "SELECT coalesce(max(id), 0) - ? FROM docs", recentRows).Scan(&from)
	return from, err
}

const latestFirst = "rowid >= ? ORDER BY rowid DESC"

// take adds matching documents without ranking them, all with the same score.
func (r *ranker) take(rows string, from int64, expression string, score float64) error {
	ids, err := scanIDs(r.db.QueryContext(r.ctx, "SELECT rowid FROM terms WHERE terms MATCH ? AND "+rows+" LIMIT ?",
		r.match.filter(expression, r.query), from, r.want))
	if err != nil {
		return err
	}
	for _, id := range ids {
		r.found[id] = max(r.found[id], score)
	}
	return nil
}
