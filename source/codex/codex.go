// Package codex finds the sessions of OpenAI's Codex: the ledgers under a home's
// sessions and archived_sessions, the names in its session_index.jsonl, and the modes
// and names in its state database.
//
// It reads and never writes: ledgers and database, their bytes and their times, are as
// they were. A home that is missing, a folder or ledger that cannot be read, a database
// of another form: each is reported, none ends a scan.
package codex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/source"
)

// Name is the agent's name.
const Name = "codex"

// Source is the adapter for one or more homes of Codex.
type Source struct {
	homes []string
}

var _ source.Source = (*Source)(nil)

// New returns the adapter for the homes given, each once. A home need not exist.
func New(homes ...string) *Source {
	s := &Source{}
	for _, h := range homes {
		if h == "" {
			continue
		}
		if abs, err := filepath.Abs(h); err == nil {
			h = abs
		}
		if !slices.Contains(s.homes, h) {
			s.homes = append(s.homes, h)
		}
	}
	return s
}

// Name is "codex".
func (s *Source) Name() string { return Name }

// Homes are the homes that a scan looks at.
func (s *Source) Homes() []string { return slices.Clone(s.homes) }

// Scan implements source.Source.
func (s *Source) Scan(ctx context.Context, known map[string]source.Ledger) (source.Found, error) {
	sc := &scan{ctx: ctx, known: known, there: map[string]bool{}, facts: map[string]stateRow{}}
	for _, home := range s.homes {
		if ctx.Err() != nil {
			return source.Found{}, fmt.Errorf("scan: %w", context.Cause(ctx))
		}
		sc.home(home)
	}
	for path := range known {
		if !sc.there[path] && sc.gone(path) {
			sc.found.Gone = append(sc.found.Gone, path)
		}
	}
	entries, err := sc.catalogue(sc.toRead())
	if err != nil {
		return source.Found{}, fmt.Errorf("scan: %w", err)
	}
	sc.describe(entries)
	sc.order()
	return sc.found, nil
}

// scan is one scan under way.
type scan struct {
	ctx      context.Context
	known    map[string]source.Ledger
	ledgers  []rollout.Found     // all that there are
	there    map[string]bool     // their paths
	facts    map[string]stateRow // what the homes keep beside their ledgers, by thread
	projects source.Projects
	found    source.Found
}

func (sc *scan) problem(path string, err error) {
	sc.found.Problems = append(sc.found.Problems, source.Problem{Path: path, Err: err})
}

// home lists what one home holds.
func (sc *scan) home(home string) {
	if _, err := os.Stat(home); err != nil {
		sc.problem(home, fmt.Errorf("no sessions are read from this home: %w", err))
		return
	}
	ledgers, err := rollout.FindLedgers(home)
	if err != nil {
		sc.problem(home, err)
	}
	for _, l := range ledgers {
		if !sc.there[l.Path] { // two homes may lead to one folder
			sc.there[l.Path] = true
			sc.ledgers = append(sc.ledgers, l)
		}
	}
	sc.readFacts(home)
}

// gone reports whether a known ledger that no home lists is not there any more: one of a
// home that was not asked for, or in a folder that cannot be read, may well be; a
// compressed one beside which the plain file stands again does not count.
func (sc *scan) gone(path string) bool {
	if plain, ok := strings.CutSuffix(path, ".zst"); ok && sc.there[plain] {
		return true
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// toRead lists the ledgers to open: those that are not as known, and the other segments
// of their threads and of those that lost one, without which the thread cannot be described.
func (sc *scan) toRead() []rollout.Found {
	var read, same []rollout.Found
	threads := map[string]bool{}
	for _, path := range sc.found.Gone {
		threads[sc.known[path].ThreadID] = true
	}
	for _, l := range sc.ledgers {
		k, ok := sc.known[l.Path]
		if ok && k.Size == l.Size && k.MtimeNS == l.MtimeNS {
			same = append(same, l)
			continue
		}
		read = append(read, l)
		threads[cmp.Or(l.ThreadID, k.ThreadID)] = true
	}
	sc.found.Unchanged = len(same)
	if len(threads) == 0 {
		return nil
	}
	for _, l := range same {
		if id := cmp.Or(sc.known[l.Path].ThreadID, l.ThreadID); id != "" && threads[id] {
			read = append(read, l)
		}
	}
	return read
}

// catalogued is what reading one ledger's head and tail brought.
type catalogued struct {
	rollout.Entry
	found rollout.Found
	err   error
}

// catalogue reads the heads and tails, on every core.
func (sc *scan) catalogue(ledgers []rollout.Found) ([]catalogued, error) {
	out := make([]catalogued, len(ledgers))
	workers := max(2, runtime.GOMAXPROCS(0))
	g, ctx := errgroup.WithContext(sc.ctx)
	next := make(chan int, workers)
	g.Go(func() error {
		defer close(next)
		for i := range ledgers {
			select {
			case next <- i:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	for range workers {
		g.Go(func() error {
			var c rollout.Cataloguer
			for i := range next {
				out[i].found = ledgers[i]
				out[i].Entry, out[i].err = c.Entry(ledgers[i].Path)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

// readFacts reads what a home keeps beside its ledgers.
func (sc *scan) readFacts(home string) {
	if path := stateDB(home); path != "" {
		rows, err := readStateDB(sc.ctx, path)
		if err != nil {
			sc.problem(path, err)
		}
		maps.Copy(sc.facts, rows)
	}
	names, err := rollout.SessionIndex(home)
	if err != nil {
		sc.problem(filepath.Join(home, "session_index.jsonl"), err)
	}
	for id, n := range names {
		if r := sc.facts[id]; r.name == "" {
			r.name = n.Name
			sc.facts[id] = r
		}
	}
}

// order makes the findings' order that of their names.
func (sc *scan) order() {
	f := &sc.found
	slices.SortFunc(f.Ledgers, func(a, b source.Ledger) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(f.Threads, func(a, b source.Thread) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(f.Facts, func(a, b source.Fact) int { return cmp.Compare(a.ThreadID, b.ThreadID) })
	slices.Sort(f.Gone)
}
