package consolidate

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// summaryHas reports whether the summary's own lists tell a text.
func (w *world) summaryHas(text string) bool {
	return strings.Contains(w.files()["memory_summary.md"], text)
}

// edit rewrites a text of the folder by hand.
func (w *world) edit(name string, change func(string) string) {
	w.t.Helper()
	before := w.files()[name]
	after := change(before)
	if after == before {
		w.t.Fatalf("the test edits nothing in %s", name)
	}
	w.write(name, after)
}

func without(line string) func(string) string {
	return func(text string) string { return strings.Replace(text, line+"\n", "", 1) }
}

func replacing(old, fresh string) func(string) string {
	return func(text string) string { return strings.Replace(text, old, fresh, 1) }
}

// TestHandbookEditsReachTheSummary: what the user deleted or reworded in the handbook is
// told by the summary no more, what they wrote is, and so it stays.
func TestHandbookEditsReachTheSummary(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	receipts := w.bulletsWith("receipts")[0]
	linker := w.bulletsWith("linker")[0]
	w.edit("MEMORY.md", without(receipts))
	w.edit("MEMORY.md", without(linker))
	w.edit("MEMORY.md", replacing(`"prices are integers in cents"`, `"prices are decimals with two places"`))
	w.edit("MEMORY.md", replacing("- `npm test`", "- the till's printer needs port 9100\n- `npm test`"))
	w.edit("MEMORY.md", func(text string) string {
		return strings.Replace(text, "## User preferences\n\n", "## User preferences\n\n- ask before a schema changes\n", 1)
	})
	check := func(when string) {
		t.Helper()
		for text, want := range map[string]bool{
			"receipts are printed": false, "not found on the build host": false, "integers in cents": false,
			"prices are decimals with two places": true, "the till's printer needs port 9100": true, "ask before a schema changes": true,
			"make check before": true,
		} {
			if got := w.summaryHas(text); got != want {
				t.Errorf("%s: the summary tells %q: %v, want %v", when, text, got, want)
			}
		}
		if s := w.files()["memory_summary.md"]; strings.Contains(s, "[Task ") || strings.Contains(s, "Task 1") {
			t.Errorf("%s: the summary has references of the handbook:\n%s", when, s)
		}
	}
	w.mustRun()
	check("after the next run")
	before := w.files()
	w.mustRun()
	if diff := cmp.Diff(before, w.files()); diff != "" {
		t.Errorf("one run more changes files (-before +after):\n%s", diff)
	}
	for n := range 4 {
		w.learn(session{n: 10 + n, cwd: []string{shop, till}[n%2], day: 1, prefs: []string{fmt.Sprintf("drawer%d opens by key%d", n, n)}})
		w.mustRun()
		check(fmt.Sprintf("after %d new sessions", n+1))
	}
	if err := os.Remove(w.path("memory_summary.md")); err != nil {
		t.Fatal(err)
	}
	w.mustRun()
	check("after the summary was rebuilt")
}

// TestDeletedGroupLeavesTheSummary: a whole block that the user deleted is told nowhere;
// what is learned for it later is.
func TestDeletedGroupLeavesTheSummary(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	block := blockOf(w.handbook(), "receipts")
	w.edit("MEMORY.md", func(text string) string { return strings.Replace(text, strings.TrimSuffix(block, "\n"), "", 1) })
	w.mustRun()
	for _, text := range []string{"receipts", "npm test`", "### " + till} {
		if w.summaryHas(text) {
			t.Errorf("the summary still tells %q of the deleted block:\n%s", text, w.files()["memory_summary.md"])
		}
	}
	w.learn(session{n: 4, cwd: till, day: 1, prefs: []string{"the drawer opens on cash alone"}})
	w.mustRun()
	if !w.summaryHas("the drawer opens on cash alone") || w.summaryHas("receipts") {
		t.Errorf("want the new rule without the deleted one in the summary:\n%s", w.files()["memory_summary.md"])
	}
}

// TestRestatedRuleLeavesWhatWasDeleted: a rule that the user deleted or reworded by hand and
// then says again comes back in the new words alone.
func TestRestatedRuleLeavesWhatWasDeleted(t *testing.T) {
	for _, tt := range []struct{ name, file, edit string }{
		{"deleted", "MEMORY.md", ""},
		{"reworded", "MEMORY.md", "- prices are decimals now"},
		{"deleted from the summary", "memory_summary.md", ""},
	} {
		w := newWorld(t)
		w.learn(threeSessions()...)
		w.mustRun()
		line := ""
		for l := range strings.Lines(w.files()[tt.file]) {
			if strings.HasPrefix(l, "- ") && strings.Contains(l, "prices are integers in cents") {
				line = l
			}
		}
		w.edit(tt.file, func(text string) string {
			return strings.Replace(text, line, strings.TrimLeft(tt.edit+"\n", "\n"), 1)
		})
		w.mustRun()
		w.learn(session{n: 5, cwd: shop, day: 1, prefs: []string{"as I said, prices are integers, in cents, everywhere in the till code"}})
		w.mustRun()
		if tt.file == "MEMORY.md" && strings.Contains(w.handbook(), `"prices are integers in cents"`) {
			t.Errorf("%s: the old words are back in the handbook: %q", tt.name, w.bulletsWith("prices are integers in cents"))
		}
		if w.summaryHas(`"prices are integers in cents"`) {
			t.Errorf("%s: the old words are back in the summary", tt.name)
		}
		if !w.summaryHas("everywhere in the till code") {
			t.Errorf("%s: the new words are missing in the summary", tt.name)
		}
		if tt.edit != "" && (len(w.bulletsWith("decimals now")) != 1 || !w.summaryHas("decimals now")) {
			t.Errorf("%s: the user's words are not in both files", tt.name)
		}
	}
}

// TestOwnSectionsAreNamed: sections of the user's own are told where they belong.
func TestOwnSectionsAreNamed(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	w.edit("MEMORY.md", func(text string) string {
		return text + "\n## Release\n\n- the release\n  goes out on Mondays\n\n# Garden diary\n\n- roses\n"
	})
	w.mustRun()
	if !w.summaryHas("- the release goes out on Mondays\n") || !w.summaryHas("- Garden diary: written by the user's hand into MEMORY.md\n") || w.summaryHas("roses") {
		t.Errorf("the summary tells of the user's sections:\n%s", w.files()["memory_summary.md"])
	}
}

func TestCountOfEdits(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	check := func(when string, want int) {
		t.Helper()
		for _, again := range []string{"", ", again"} {
			if got := w.mustRun().HandEdits; got != want {
				t.Errorf("%s%s: %d edits, want %d", when, again, got, want)
			}
		}
	}
	check("nothing", 0)
	block := blockOf(w.handbook(), "receipts")
	w.edit("MEMORY.md", func(text string) string { return strings.Replace(text, strings.TrimSuffix(block, "\n"), "", 1) })
	check("a deleted block", 1)
	w.edit("MEMORY.md", replacing("integers in cents", "decimals"))
	w.edit("MEMORY.md", replacing("## Reusable knowledge\n\n", "## Reusable knowledge\n\n- mine\n- mine too\n"))
	check("a line reworded and two written", 3)
	w.learn(session{n: 4, cwd: shop, day: 1, prefs: []string{"the header of an invoice carries its number"}})
	check("with a new session", 3)
}

// TestOwnLines: the lines of the user in our blocks are told without references; what they
// wrote elsewhere is named.
func TestOwnLines(t *testing.T) {
	ours := lineSet("# Task Group: a\n\n## Task 1: x, success\n\n### keywords\n\n- k\n\n## User preferences\n\n- rule one [Task 1]\n")
	book := "# Task Group: a\n\nscope: mine\n\n## Task 1: x, success\n\n### keywords\n\n- my keyword\n\n## User preferences\n\n- rule one [Task 1]\n- rule two [Task 1]\ngoes on\n\nalone\n- superseded by [Task 1] on 2026-01-01: gone\n\n## Notes\n\n- fact \"x\" [L3]\n\n# Own\n\n## User preferences\n\n- foreign\n"
	got, foreign := ownLines(book, ours)
	want := own{preferences: []string{"rule two goes on", "alone"}, tips: []string{`fact "x"`}}
	if diff := cmp.Diff(want, got["# Task Group: a"], cmp.AllowUnexported(own{})); diff != "" || len(got) != 1 {
		t.Errorf("own lines of %d blocks (-want +got):\n%s", len(got), diff)
	}
	if !slices.Equal(foreign, []string{"Own"}) {
		t.Errorf("foreign blocks %q, want Own", foreign)
	}
}

// TestLostStateDoublesNothing: with the state lost, or an older copy in its place, no line
// that was generated is taken for the user's, and theirs stay.
func TestLostStateDoublesNothing(t *testing.T) {
	sessions := threeSessions()
	more := []session{{n: 4, cwd: shop, day: 1, prefs: []string{"the header of an invoice carries its number"}}, {n: 5, cwd: till, day: 0, prefs: []string{"always run make check before a commit, in each repo"}}}
	for _, when := range []string{"lost", "older"} {
		t.Run(when, func(t *testing.T) {
			dir := t.TempDir()
			w := openWorld(t, dir)
			w.learn(sessions...)
			w.mustRun()
			older := openWorld(t, t.TempDir()) // the state as it was then, of a folder elsewhere
			older.learn(sessions...)
			older.mustRun()
			w.edit("MEMORY.md", replacing("integers in cents", "decimals"))
			w.edit("MEMORY.md", replacing("## Reusable knowledge\n\n", "## Reusable knowledge\n\n- mine\n"))
			w.edit("memory_summary.md", replacing("## General Tips\n", "## General Tips\n\n- my own tip\n"))
			w.learn(more...)
			want := 3
			if got := w.mustRun().HandEdits; got != want {
				t.Fatalf("%d edits at first, want %d", got, want)
			}
			before := w.files()
			if when == "lost" {
				older = openWorld(t, t.TempDir())
				older.learn(sessions...)
			}
			older.dir = dir
			older.learn(more...)
			for n := range 3 {
				if got := older.mustRun().HandEdits; got != want {
					t.Errorf("run %d: %d edits, want %d", n, got, want)
				}
				if diff := cmp.Diff(before, older.files()); diff != "" {
					t.Fatalf("run %d changed files (-before +after):\n%s", n, diff)
				}
			}
			older.edit("MEMORY.md", without("- mine"))
			older.learn(session{n: 6, cwd: shop, day: 0, prefs: []string{"stamps are glued by hand"}})
			if got := older.mustRun().HandEdits; got != 2 || len(older.bulletsWith("mine")) > 0 || len(older.bulletsWith("decimals")) != 1 || len(older.bulletsWith("glued by hand")) != 1 {
				t.Errorf("%d edits after one was taken back, want 2:\n%s", got, older.handbook())
			}
		})
	}
}

// TestIdleRunLeavesTheBaseline: a run that changes nothing does not make it anew, hand edits
// or not.
func TestIdleRunLeavesTheBaseline(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	w.edit("memory_summary.md", replacing("## General Tips\n", "## General Tips\n\n- my own tip\n"))
	w.edit("MEMORY.md", replacing("integers in cents", "decimals"))
	w.edit("MEMORY.md", without(w.bulletsWith("receipts")[0]))
	for n, want := range []bool{true, false, false} {
		remade := false
		if _, err := w.run(func(d *Deps) { d.Events = func(e Event) { remade = remade || e.Step == StepRebase } }); err != nil {
			t.Fatal(err)
		}
		if remade != want {
			t.Errorf("run %d after the edits remakes the baseline: %v, want %v", n, remade, want)
		}
	}
}
