package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func openTest(t testing.TB) *Index {
	t.Helper()
	x, err := Open(filepath.Join(t.TempDir(), "a folder", "index #1?.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// units makes one unit of each document, stamped with its own hash.
func units(docs ...Doc) iter.Seq2[Unit, error] {
	return func(yield func(Unit, error) bool) {
		for _, d := range docs {
			d := d
			u := Unit{Key: d.Key, Stamp: d.hash(), Docs: func(yield func(Doc, error) bool) { yield(d, nil) }}
			if !yield(u, nil) {
				return
			}
		}
	}
}

func mustSync(t testing.TB, x *Index, docs ...Doc) SyncStats {
	t.Helper()
	stats, err := x.Sync(context.Background(), "test", units(docs...))
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

func keys(t testing.TB, x *Index, q Query) []string {
	t.Helper()
	hits, err := x.Search(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, h := range hits {
		out = append(out, h.Path)
	}
	return out
}

func doc(path, title, body string) Doc {
	return Doc{Key: path, Path: path, Kind: KindSummary, Line: 1, Title: title, Body: body}
}

func TestSearchFindsTheWaysAWordIsWritten(t *testing.T) {
	x := openTest(t)
	mustSync(t, x,
		doc("ident.md", "", "call parseHTTPHeader(req) in net_util.go\n"),
		doc("path.md", "", "the switch stands in internal/store/lease_table.go:88\n"),
		doc("zh.md", "", "部署之前先跑数据库迁移脚本\n"),
		doc("ja.md", "", "テストは並列で実行しない\n"),
		doc("ko.md", "", "배포 전에 테스트를 실행한다\n"),
		doc("fr.md", "", "déploiement à la main, jamais le vendredi\n"),
		doc("en.md", "", "Migrations were running twice\n"),
	)
	tests := []struct{ query, want string }{
		{"parseHTTPHeader", "ident.md"},
		{"parsehttpheader", "ident.md"},
		{"http header", "ident.md"},
		{"net_util.go", "ident.md"},
		{"util", "ident.md"},
		{"internal/store/lease_table.go", "path.md"},
		{"lease_table", "path.md"},
		{"lease", "path.md"},
		{"数据库迁移", "zh.md"},
		{"迁移", "zh.md"},
		{"本", "zh.md"}, // the last character of its run
		{"部", "zh.md"},
		{"并列で", "ja.md"},
		{"並列", "ja.md"},
		{"테스트", "ko.md"},
		{"deploiement", "fr.md"},
		{"DÉPLOIEMENT", "fr.md"},
		{"migration run", "en.md"},
	}
	for _, tt := range tests {
		if got := keys(t, x, Query{Text: tt.query}); len(got) == 0 || got[0] != tt.want {
			t.Errorf("search %q: got %v, want %s first", tt.query, got, tt.want)
		}
	}
}

func TestSearchRanksTitleOverKeywordsOverBody(t *testing.T) {
	x := openTest(t)
	filler := strings.Repeat("some other words stand here as well\n", 3)
	mustSync(t, x,
		doc("body.md", "notes", "about leases\n"+filler),
		Doc{Key: "keywords.md", Path: "keywords.md", Kind: KindSummary, Title: "notes", Keywords: "leases", Body: "about\n" + filler},
		doc("title.md", "leases", "about\n"+filler),
		doc("none.md", "notes", filler),
	)
	got := keys(t, x, Query{Text: "leases"})
	if want := []string{"title.md", "keywords.md", "body.md"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSearchPutsAllWordsBeforeSomeAndNewerFirst(t *testing.T) {
	x := openTest(t)
	x.now = func() time.Time { return time.Unix(2_000_000_000, 0) }
	old, recent := doc("old.md", "", "flaky clock test"), doc("recent.md", "", "flaky clock test")
	old.UpdatedAt, recent.UpdatedAt = 1_900_000_000, 1_999_999_000
	some := doc("some.md", "", "flaky flaky flaky flaky")
	mustSync(t, x, old, recent, some)
	got := keys(t, x, Query{Text: "how is the flaky clock test"})
	if want := []string{"recent.md", "old.md", "some.md"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	old.ThreadID = "t1"
	mustSync(t, x, old, recent, some)
	recent.UpdatedAt = old.UpdatedAt
	mustSync(t, x, old, recent, some)
	if err := x.SetUsage(context.Background(), map[string]int64{"t1": 9}); err != nil {
		t.Fatal(err)
	}
	if got := keys(t, x, Query{Text: "flaky clock test"}); got[0] != "old.md" {
		t.Errorf("with usage got %v, want old.md, which was cited, first", got)
	}
}

func TestSearchFilters(t *testing.T) {
	x := openTest(t)
	a, b, c := doc("a", "", "shared word"), doc("b", "", "shared word"), doc("c", "", "shared word")
	a.Project, b.Project, c.Project = "/home/mia/shop", "/home/mia/shop/api v2", "/home/mia/shopping"
	b.Kind = KindNote
	mustSync(t, x, a, b, c)
	tests := []struct {
		q    Query
		want []string
	}{
		{Query{Project: "/home/mia/shop/"}, []string{"a", "b"}},
		{Query{Project: "/home/mia/shop/api v2"}, []string{"b"}},
		{Query{Project: "/home"}, []string{"a", "b", "c"}},
		{Query{Project: "/home/mia/sho"}, nil},
		{Query{Kinds: []string{KindNote}}, []string{"b"}},
		{Query{Kinds: []string{KindNote, KindSummary}}, []string{"a", "b", "c"}},
		{Query{Kinds: []string{KindSkill}}, nil},
		{Query{Limit: 2}, []string{"a", "b"}},
	}
	for _, tt := range tests {
		tt.q.Text = "shared"
		got := keys(t, x, tt.q)
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: got %v, want %v", tt.q, got, tt.want)
		}
	}
}

func TestSearchTakesAnyTextAsText(t *testing.T) {
	x := openTest(t)
	mustSync(t, x, doc("a", "NEAR OR AND NOT", `body : "quoted" * ^col (x)`))
	for _, q := range []string{"NEAR", `body:"`, "a* OR (", `"""`, "x AND", "^col", "NEAR(", "-x", "title : y", strings.Repeat("word ", 500), "\x00", "\xff\xfe x"} {
		if _, err := x.Search(context.Background(), Query{Text: q}); err != nil && !errors.Is(err, ErrNoTerms) {
			t.Errorf("search %q: %v", q, err)
		}
	}
	if _, err := x.Search(context.Background(), Query{Text: " … "}); !errors.Is(err, ErrNoTerms) {
		t.Errorf("a query without words: got %v, want ErrNoTerms", err)
	}
}

func TestSearchPhrase(t *testing.T) {
	x := openTest(t)
	mustSync(t, x, doc("a", "", "never force push\nto main"), doc("b", "", "push with force, never mind main"))
	if got := keys(t, x, Query{Text: `"Force  push to"`}); !slices.Equal(got, []string{"a"}) {
		t.Errorf("got %v, want a alone", got)
	}
}

func TestSnippetLeadsToTheLine(t *testing.T) {
	x := openTest(t)
	d := doc("a", "", "first\nsecond\nthe lease "+strings.Repeat("长", 300)+" expires here\nlast\n")
	d.Line = 10
	mustSync(t, x, d)
	hits, err := x.Search(context.Background(), Query{Text: "expires"})
	if err != nil || len(hits) != 1 {
		t.Fatalf("got %v, %v", hits, err)
	}
	if h := hits[0]; h.Line != 12 || !strings.Contains(h.Snippet, "expires here") || !strings.HasPrefix(h.Snippet, "…") || len(h.Snippet) > snippetBytes+20 {
		t.Errorf("got line %d %q, want a piece of line 12 around the word", h.Line, h.Snippet)
	}
}

func TestSyncReadsAndWritesOnlyWhatChanged(t *testing.T) {
	x := openTest(t)
	read := 0
	unit := func(key, stamp, body string) Unit {
		return Unit{Key: key, Stamp: stamp, Docs: func(yield func(Doc, error) bool) {
			read++
			yield(doc(key, "", body), nil)
		}}
	}
	steps := []struct {
		name  string
		units []Unit
		want  SyncStats
		read  int
	}{
		{"first", []Unit{unit("a", "1", "alpha"), unit("b", "1", "beta")}, SyncStats{Units: 2, Written: 2}, 2},
		{"nothing changed", []Unit{unit("a", "1", "alpha"), unit("b", "1", "beta")}, SyncStats{Units: 2, Unchanged: 2}, 0},
		{"touched", []Unit{unit("a", "2", "alpha"), unit("b", "1", "beta")}, SyncStats{Units: 2, Unchanged: 1}, 1},
		{"no stamp", []Unit{unit("a", "", "alpha"), unit("b", "1", "beta")}, SyncStats{Units: 2, Unchanged: 1}, 1},
		{"changed", []Unit{unit("a", "3", "gamma"), unit("b", "1", "beta")}, SyncStats{Units: 2, Unchanged: 1, Written: 1}, 1},
		{"gone", []Unit{unit("b", "1", "beta")}, SyncStats{Units: 1, Unchanged: 1, Removed: 1}, 0},
	}
	for _, s := range steps {
		read = 0
		got, err := x.Sync(context.Background(), "test", func(yield func(Unit, error) bool) {
			for _, u := range s.units {
				if !yield(u, nil) {
					return
				}
			}
		})
		if err != nil || got != s.want || read != s.read {
			t.Errorf("%s: got %+v, %d read, %v; want %+v, %d read", s.name, got, read, err, s.want, s.read)
		}
	}
	for word, want := range map[string]int{"alpha": 0, "gamma": 0, "beta": 1} {
		if got := keys(t, x, Query{Text: word}); len(got) != want {
			t.Errorf("search %s: got %v, want %d", word, got, want)
		}
	}
}

func TestSyncLeavesOtherScopes(t *testing.T) {
	x := openTest(t)
	mustSync(t, x, doc("a", "", "alpha"))
	if _, err := x.Sync(context.Background(), "other", units(doc("b", "", "beta"))); err != nil {
		t.Fatal(err)
	}
	mustSync(t, x)
	if got := keys(t, x, Query{Text: "alpha beta"}); !slices.Equal(got, []string{"b"}) {
		t.Errorf("got %v, want what the other scope holds", got)
	}
}

func TestSyncKeepsWhatWasDoneBeforeAnError(t *testing.T) {
	x := openTest(t)
	broken := errors.New("broken")
	_, err := x.Sync(context.Background(), "test", func(yield func(Unit, error) bool) {
		for u := range units(doc("a", "", "alpha")) {
			if !yield(u, nil) {
				return
			}
		}
		yield(Unit{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Fatalf("got %v, want the error of the walk", err)
	}
	if got := keys(t, x, Query{Text: "alpha"}); len(got) != 1 {
		t.Errorf("got %v, want what came before the error", got)
	}
}

func TestOpenRefusesWhatItMayNotReplace(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "folder"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"folder", "link"} {
		if _, err := Open(filepath.Join(dir, name)); !errors.Is(err, ErrUnusable) {
			t.Errorf("open a %s: got %v, want ErrUnusable", name, err)
		}
	}
}

func TestFilesAreTheUsersAlone(t *testing.T) {
	x := openTest(t)
	mustSync(t, x, doc("a", "", "alpha"))
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(x.path), "*"))
	for _, f := range append(files, filepath.Dir(x.path)) {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v, want nothing for others", f, info.Mode())
		}
	}
}

func TestSeveralAtOnceOnOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.sqlite")
	var docs []Doc
	for i := range 60 {
		docs = append(docs, doc(fmt.Sprintf("d%d", i), "", fmt.Sprintf("word%d common", i)))
	}
	var wg sync.WaitGroup
	errs := make([]error, 6)
	for i := range errs {
		wg.Go(func() {
			x, err := Open(path)
			if err != nil {
				errs[i] = err
				return
			}
			defer x.Close()
			_, err = x.Sync(context.Background(), "test", units(docs...))
			_, serr := x.Search(context.Background(), Query{Text: "common"})
			errs[i] = errors.Join(err, serr)
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	x, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if got := keys(t, x, Query{Text: "common", Limit: 100}); len(got) != len(docs) {
		t.Errorf("got %d documents, want each of the %d once", len(got), len(docs))
	}
}

// After any series of changes the index answers as if it had been made of what is there
// now: no word of a removed document is left, none of a kept one is lost.
func TestAnySeriesOfSyncsEqualsWhatIsThere(t *testing.T) {
	x := openTest(t)
	r := rand.New(rand.NewPCG(3, 5))
	words := strings.Fields("alpha betaGamma delta_eps 数据库 迁移 path/to.go running runs zeta")
	there := map[string]string{}
	for round := range 40 {
		for range 3 {
			key := fmt.Sprintf("d%d", r.IntN(6))
			if r.IntN(3) == 0 {
				delete(there, key)
			} else {
				there[key] = words[r.IntN(len(words))] + " " + words[r.IntN(len(words))]
			}
		}
		var docs []Doc
		for key, body := range there {
			docs = append(docs, doc(key, "title", body))
		}
		mustSync(t, x, docs...)
		for _, w := range words {
			var want []string
			for key, body := range there {
				if slices.Contains(strings.Fields(body), w) || strings.HasPrefix(w, "run") && strings.Contains(body, "run") {
					want = append(want, key)
				}
			}
			got := keys(t, x, Query{Text: w})
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, search %s: got %v, want %v of %v", round, w, got, want, there)
			}
		}
	}
	if _, err := x.db.Exec("INSERT INTO terms (terms, rank) VALUES ('integrity-check', 0)"); err != nil {
		t.Errorf("the full-text table is damaged: %v", err)
	}
}
