package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// ErrNoTerms: the query holds nothing that could be searched for.
var ErrNoTerms = errors.New("the query holds no word or number to search for")

// DefaultLimit is the number of hits where a query says none.
const DefaultLimit = 10

// Query is one search.
type Query struct {
	Text    string   // words; a part in double quotes must stand there literally
	Kinds   []string // nil = all
	Project string   // this path and those below it; "" = all
	Limit   int      // 0 = DefaultLimit
}

// Hit is one document that answers a query, led by its best line.
type Hit struct {
	Kind      string  `json:"kind"`
	Path      string  `json:"path"`
	Line      int     `json:"line"`
	ThreadID  string  `json:"thread_id,omitempty"`
	Project   string  `json:"project,omitempty"`
	UpdatedAt int64   `json:"updated_at,omitempty"`
	Title     string  `json:"title"`
	Snippet   string  `json:"snippet"`
	Score     float64 `json:"score"` // higher is better; comparable inside one answer only
}

// Search returns the best documents, best first: those with every word of the query
// before those with some, by bm25 with a title counting more than keywords, and these
// more than the body; recency and usage decide between near equals.
func (x *Index) Search(ctx context.Context, q Query) ([]Hit, error) {
	m := parseQuery(q.Text)
	if len(m.words) == 0 {
		return nil, fmt.Errorf("search %q: %w", q.Text, ErrNoTerms)
	}
	if q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	var hits []Hit
	fresh, err := x.on(ctx, func(ctx context.Context, db *sql.DB) (err error) {
		hits, err = x.search(ctx, db, q, m)
		return err
	})
	if fresh && err == nil {
		err = ErrMadeAnew
	}
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", q.Text, err)
	}
	return hits, nil
}

func (x *Index) search(ctx context.Context, db *sql.DB, q Query, m match) ([]Hit, error) {
	r := ranker{ctx: ctx, db: db, query: q, match: m, want: max(2*q.Limit, 40), found: map[int64]float64{}}
	if len(m.phrases) > 0 {
		r.want = max(r.want, 400) // some will be sorted out
	}
	if err := r.run(); err != nil {
		return nil, err
	}
	found, err := x.load(ctx, db, r.found)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(c candidate) bool { return !m.holds(c.texts()...) })
	for i := range found {
		c := &found[i]
		c.hit.Score *= m.held(c.texts()...) * weight(c.hit.Kind)
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.hit.Score, a.hit.Score), cmp.Compare(a.hit.Path, b.hit.Path), cmp.Compare(a.hit.Line, b.hit.Line))
	})
	hits := make([]Hit, 0, q.Limit)
	shown := map[string]int{}
	for _, c := range found {
		if len(hits) == q.Limit {
			break
		}
		if source, most := c.source(); most > 0 {
			if shown[source]++; shown[source] > most {
				continue
			}
		}
		line, snippet := m.bestLine(c.body, c.hit.Line)
		if c.hit.Snippet = snippet; c.hit.Kind != KindLedger { // a row is one line of its ledger, however many its text has
			c.hit.Line = line
		}
		hits = append(hits, c.hit)
	}
	return hits, nil
}

type candidate struct {
	id             int64
	hit            Hit
	keywords, body string
}

func (c candidate) texts() []string {
	if c.hit.Kind == KindLedger {
		return []string{c.body}
	}
	return []string{c.hit.Title, c.keywords, c.body}
}

// source names what a document is a part of, and how many parts of it one answer shows
// (0 = any number): a session speaks of its subject in every other row, and its raw
// memory says again what its summary says; either would fill the answer alone.
func (c candidate) source() (name string, most int) {
	switch c.hit.Kind {
	case KindLedger:
		return "ledger " + c.hit.ThreadID, 2
	case KindSummary, KindRaw:
		if c.hit.ThreadID == "" {
			return "summary " + c.hit.Path, 1
		}
		return "summary of " + c.hit.ThreadID, 1
	case KindHandbook: // a task stands in its project's block and in the general one
		if number, name, ok := strings.Cut(c.hit.Title, ": "); ok && strings.HasPrefix(number, "Task ") {
			return "task " + name, 1
		}
	}
	return "", 0
}

// weight prefers what was distilled, and may be cited, to what it was distilled from.
func weight(kind string) float64 {
	switch kind {
	case KindHandbook, KindSkill, KindNote:
		return 1.2
	case KindRaw:
		return 0.9
	case KindLedger:
		return 0.7
	}
	return 1
}

// load reads the documents found.
func (x *Index) load(ctx context.Context, db *sql.DB, found map[int64]float64) ([]candidate, error) {
	if len(found) == 0 {
		return nil, nil
	}
	args := make([]any, 0, len(found))
	for id := range found {
		args = append(args, id)
	}
	rows, err := db.QueryContext(ctx, `SELECT d.id, kind, path, line, thread_id, project, updated_at, usage, title, keywords, body
		FROM docs d JOIN bodies b ON b.id = d.id WHERE d.id IN (?`+strings.Repeat(",?", len(args)-1)+")", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []candidate
	now := x.now().Unix()
	for rows.Next() {
		var c candidate
		var usage int64
		h := &c.hit
		if err := rows.Scan(&c.id, &h.Kind, &h.Path, &h.Line, &h.ThreadID, &h.Project, &h.UpdatedAt, &usage, &h.Title, &c.keywords, &c.body); err != nil {
			return nil, err
		}
		h.Score = found[c.id] * (1 + tieBreak(now-h.UpdatedAt, usage))
		out = append(out, c)
	}
	return out, rows.Err()
}

// tieBreak is a small share, at most 0.1, that recency (halved each 90 days) and usage
// add: enough to order near equals, too little to bring a worse match up.
func tieBreak(age, usage int64) float64 {
	const halfLife = 90 * 24 * 3600
	return 0.05*math.Exp2(-float64(max(age, 0))/halfLife) + 0.05*(1-1/(1+float64(usage)/4))
}

// SetUsage stores how often each thread was cited; threads not named keep what they have.
func (x *Index) SetUsage(ctx context.Context, byThread map[string]int64) error {
	_, err := x.on(ctx, func(ctx context.Context, db *sql.DB) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		for thread, n := range byThread {
			if _, err := tx.ExecContext(ctx, "UPDATE docs SET usage = ? WHERE thread_id = ? AND usage <> ?", n, thread, n); err != nil {
				return err
			}
		}
		return tx.Commit()
	})
	if err != nil {
		return fmt.Errorf("set usage in search index: %w", err)
	}
	return nil
}

// snippetBytes is about the length of a snippet.
const snippetBytes = 240

// bestLine returns the line that holds most of the query, counted from first, and a piece of it.
func (m match) bestLine(body string, first int) (line int, snippet string) {
	best, bestAt, text := -1, 0, ""
	n := first
	for l := range strings.Lines(body) {
		trimmed := strings.TrimSpace(l)
		if score, at := m.score(trimmed); trimmed != "" && score > best {
			best, bestAt, text, line = score, at, trimmed, n
		}
		n++
	}
	if best < 0 {
		return first, ""
	}
	return line, excerpt(text, bestAt)
}

// score counts the needles of a line, long ones more, and finds where the first stands.
func (m match) score(line string) (score, at int) {
	lower := strings.ToLower(line)
	first := len(lower)
	for _, w := range m.words {
		for _, needle := range w.needles {
			if i := strings.Index(lower, needle); i >= 0 {
				score += 4 + min(len(needle), 16)
				first = min(first, i)
			}
		}
	}
	if first == len(lower) {
		first = 0
	}
	return score, min(first, len(line))
}

// held is the share that a document's score is worth: the whole where it holds every
// word of the query, half where it holds none but the one that found it.
func (m match) held(texts ...string) float64 {
	all := strings.ToLower(strings.Join(texts, "\n"))
	n := 0
	for _, w := range m.words {
		if slices.ContainsFunc(w.needles, func(needle string) bool { return strings.Contains(all, needle) }) {
			n++
		}
	}
	return 0.5 + 0.5*float64(n)/float64(len(m.words))
}

// excerpt cuts a piece out of a long line, around at.
func excerpt(line string, at int) string {
	if len(line) <= snippetBytes {
		return line
	}
	from := max(0, min(at-snippetBytes/3, len(line)-snippetBytes))
	to := min(len(line), from+snippetBytes)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	out := line[from:to]
	if from > 0 {
		out = "…" + out
	}
	if to < len(line) {
		out += "…"
	}
	return out
}
