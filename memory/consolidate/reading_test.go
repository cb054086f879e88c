package consolidate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/workspace"
)

func TestTitle(t *testing.T) {
	tests := []struct{ name, task, want string }{
		{"ok so the parser chokes on tabs.", "", "the parser chokes on tabs"},
		{"Next: the badge overlaps the menu on small screens.", "", "The badge overlaps the menu on small screens"},
		{"Also, and by the way: `tidy` drops comments:", "", "`tidy` drops comments"},
		{"对了，导出的表格少一列。", "", "导出的表格少一列"},
		{"Übrigens, der Import bricht nach 500 Zeilen ab.", "", "Der Import bricht nach 500 Zeilen ab"},
		{"Small one.", "Small one. The footer shows last year's date on the invoices page.", "Small one. The footer shows last year's date on the invoices page"},
		{"Why does the importer stop?", "", "Why does the importer stop?"},
		{"post to https://hook.example/[REDACTED_SECRET] when the crawler ends", "", "post to https://hook.example/… when the crawler ends"},
		{"ok.", "", "ok"},
	}
	words := NewRules().words
	for _, tt := range tests {
		if got := words.title(tt.name, tt.task); got != tt.want {
			t.Errorf("title(%q, %q): got %q, want %q", tt.name, tt.task, got, tt.want)
		}
	}
	long := strings.Repeat("several words of one length and more ", 8)
	if got := words.title(long, long); len([]rune(got)) > titleLimit || !strings.HasSuffix(got, "…") || !strings.Contains(long, strings.TrimSuffix(got, "…")+" ") {
		t.Errorf("a long title is cut to %q, want at most %d characters up to a word's end", got, titleLimit)
	}
}

// TestAnyTextIsRead: whatever stands in a raw memory, a title is one line within its limit,
// and what is read for keywords and tips does not fail.
func TestAnyTextIsRead(t *testing.T) {
	words := NewRules().words
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching("(ok so |对了，|next: |[`a-z.。 /…-]|[\\x80-\\xff]|no-ops? )*")).Draw(t, "text")
		title := words.title(text, text+" "+text)
		if n := len([]rune(title)); n > titleLimit || strings.ContainsAny(title, "\n\r") {
			t.Errorf("title of %q: got %q (%d characters)", text, title, n)
		}
		b := extract.ParseBullet(extract.LabelFailures, text+" fixed by "+text)
		tk := &task{source: &source{project: "/x"}, name: title, Task: extract.Task{Failures: []extract.Bullet{b}}}
		if got := tk.keywords(); len(got) == 0 || len(got) > keywordLimit {
			t.Errorf("%d keywords of %q, want 1 to %d", len(got), text, keywordLimit)
		}
		fixCommands(b)
		variants(text)
		words.readSwap(text, []string{text})
		withoutSecrets(b)
	})
}

func TestKeywords(t *testing.T) {
	s := &source{project: "/home/u/src/shop", raw: extract.RawMemory{Keywords: []string{"always", "colum", "invoices", "good", "every", "stripe", "call"}}}
	tk := &task{source: s, name: "Always call it good when every invoices row reaches Stripe", Task: extract.Task{
		Knowledge: []extract.Bullet{extract.NewKnowledge("make lint && go test ./pay", "passes")},
		Failures:  []extract.Bullet{extract.NewFailure("go test ./pay", "pay/charge.go:12: undefined: retryAfter", extract.Mark{Line: 3}, "pay/charge.go", "")},
	}}
	got := tk.keywords()
	for _, want := range []string{"charge.go", "go", "make", "retryAfter", "invoices", "Stripe"} {
		if !slices.Contains(got, want) {
			t.Errorf("keywords lack %q: %q", want, got)
		}
	}
	for _, text := range []string{"CI says build is red, look", "make the cap 1000, fix it", "once more, in full"} {
		lone := &task{source: &source{project: shop, raw: extract.RawMemory{Keywords: []string{"look", "fix", "make", "once", "full"}}}, name: text}
		for _, k := range lone.keywords() {
			if fillerWords[strings.ToLower(k)] {
				t.Errorf("the keyword %q of %q leads nowhere", k, text)
			}
		}
	}
	for _, bad := range []string{"always", "Always", "colum", "good", "every", "call", "undefined"} {
		if slices.Contains(got, bad) {
			t.Errorf("keywords hold %q: %q", bad, got)
		}
	}
}

func TestNoBulletQuotesASecret(t *testing.T) {
	s := session{n: 1, cwd: shop, day: 2, prefs: []string{
		"Never print the token. It is API_TOKEN=[REDACTED_SECRET] for now.", "the key is [REDACTED_SECRET]",
	}, fails: [][3]string{{"PGPASSWORD=[REDACTED_SECRET] psql shop", "role `clerk` does not exist", "createuser clerk"}}}
	texts := compose(t, Input{Selected: selection(s)})
	for name, text := range map[string]string{"handbook": texts.Handbook, "summary": texts.Summary} {
		if strings.Contains(text, redactedMark) {
			t.Errorf("the %s quotes a secret's place:\n%s", name, text)
		}
		if !strings.Contains(text, "Never print the token.") || strings.Contains(text, "the key is") {
			t.Errorf("the %s should keep what was said beside the secret, and no more:\n%s", name, text)
		}
	}
}

func TestTipsNameACommandOnce(t *testing.T) {
	texts := compose(t, Input{Selected: selection(
		session{n: 1, cwd: shop, day: 3, knows: []string{"make check", "make check ARGS=pay", "npm --prefix web test"}, fails: [][3]string{{"make check", "no grammar for dialect found", "make grammar"}}},
		session{n: 2, cwd: shop, day: 2, knows: []string{"make check", "make grammar"}, fails: [][3]string{{"make check", "FAILED", "make clean"}}},
	)})
	_, tips, _ := strings.Cut(texts.Summary, "## General Tips")
	tips, _, _ = strings.Cut(tips, "## What's in Memory")
	for text, want := range map[string]int{"`make check": 1, "`make grammar": 1, "`npm --prefix web test`": 1, "on `no grammar for dialect found`: run `make grammar`": 1, "FAILED": 0} {
		if got := strings.Count(tips, text); got != want {
			t.Errorf("%q stands %d times in the tips, want %d:\n%s", text, got, want, tips)
		}
	}
}

func TestProfileNamesTheLanguagesOfEachProject(t *testing.T) {
	texts := compose(t, Input{Selected: selection(
		session{n: 1, cwd: shop, day: 3, knows: []string{"cargo test -p pay"}, fails: [][3]string{{"cargo build", "error: cannot find type `Till`", "pay/src/till.rs"}}},
		session{n: 2, cwd: till, day: 2, knows: []string{"pytest -q"}, fails: [][3]string{{"pytest", "E ImportError: no module", "till/app.py"}}},
	)})
	for _, want := range []string{"shop (Rust;", "till (Python;"} {
		if !strings.Contains(texts.Summary, want) {
			t.Errorf("the profile lacks %q:\n%s", want, texts.Summary)
		}
	}
}

func TestProfileQuotesNoProjectsOwnRule(t *testing.T) {
	texts := compose(t, Input{Selected: selection(
		session{n: 1, cwd: shop, day: 3, prefs: []string{"prices are kept in cents in this shop"}},
		session{n: 2, cwd: shop, day: 2, prefs: []string{"as I said: prices are kept in cents"}},
	)})
	profile, _, _ := strings.Cut(texts.Summary, "## User preferences")
	if strings.Contains(profile, "cents") {
		t.Errorf("a project's rule stands in the profile, which every project reads:\n%s", profile)
	}
}

// preferring makes one preference with its situation.
func (r *Rules) preferring(session int, situation, quote string, scope extract.Scope) *claim {
	c := r.said(session, "/work/app", quote)
	b := extract.NewPreference(situation, []extract.Quote{{Text: quote, Mark: extract.Mark{Line: 3}}}, "", scope, false, false)
	return r.composer(Input{}).claim(b, c.task)
}

func TestRivals(t *testing.T) {
	tests := []struct {
		old, now [2]string // situation, quote
		want     string
	}{
		{[2]string{"after `pip install rich` failed", "not here, poetry owns the dependencies"}, [2]string{"after the assistant edited `requirements.txt`", "poetry add, please"}, "merged"},
		{[2]string{"after `npm i` failed", "bun in this one"}, [2]string{"after `npx vite` failed", "npx? no. bun"}, "merged"},
		{[2]string{"after `docker run x` failed", "podman on this box, not docker"}, [2]string{"after `podman ps` failed", "nerdctl from now on, not podman"}, "replaced"},
		{[2]string{"", "it's mocha here, for years now"}, [2]string{"", "mocha for everything with an assertion"}, "merged"},
		{[2]string{"", "jest mocks live beside the code"}, [2]string{"", "vitest config stays small"}, "apart"},
	}
	rules := NewRules()
	for _, tt := range tests {
		entries := rules.composer(Input{}).mergePreferences([]*claim{
			rules.preferring(1, tt.old[0], tt.old[1], extract.ScopeUnsaid), rules.preferring(2, tt.now[0], tt.now[1], extract.ScopeUnsaid),
		})
		got := "apart"
		switch {
		case len(entries) == 1:
			got = "merged"
		case entries[0].over == entries[1]:
			got = "replaced"
		}
		if got != tt.want {
			t.Errorf("%q then %q: got %s, want %s", tt.old, tt.now, got, tt.want)
		}
	}
}

func TestScopeOfMergedRules(t *testing.T) {
	rules := NewRules()
	tests := []struct {
		quotes [2]string
		scopes [2]extract.Scope
		want   bool
	}{
		{[2]string{"in this repo tables are named in the plural", "as I said, tables are named in the plural"}, [2]extract.Scope{extract.ScopeProject, extract.ScopeGlobal}, false},
		{[2]string{"tables are named in the plural", "tables are named in the plural, in all repos"}, [2]extract.Scope{extract.ScopeProject, extract.ScopeGlobal}, true},
		{[2]string{"tables are named in the plural", "tables named in the plural, as I said"}, [2]extract.Scope{}, false},
	}
	for _, tt := range tests {
		entries := rules.composer(Input{}).mergePreferences([]*claim{
			rules.preferring(1, "", tt.quotes[0], tt.scopes[0]), rules.preferring(2, "", tt.quotes[1], tt.scopes[1]),
		})
		if len(entries) != 1 || entries[0].global() != tt.want {
			t.Errorf("%q: %d entries, the first for all work: %v, want one and %v", tt.quotes, len(entries), entries[0].global(), tt.want)
		}
	}
}

func TestFailuresMeetInAnyOfTheirLines(t *testing.T) {
	rules := NewRules()
	s := rules.said(1, "/work/app", "x").task
	failures := []extract.Bullet{
		extract.NewFailure("make it", "broker.Unreachable: no answer from queue on port 7001", extract.Mark{Line: 3}, "make queue-up", ""),
		extract.NewFailure("make all", "spring.QueueFault: sending failed", extract.Mark{Line: 5}, "make queue-up", "it also said `Caused by: broker.Unreachable: no answer from queue on port 7002`"),
		extract.NewFailure("make app", "compilation error", extract.Mark{Line: 7}, "make vendor", "it also said `zinc wants 2 modules of the manifest, none is unpacked`"),
		extract.NewFailure("make web", "zinc wants 1 modules of the manifest, none is unpacked", extract.Mark{Line: 7}, "make unpack", "it also said `compilation error`"),
		extract.NewFailure("make docs", "pandoc: template missing", extract.Mark{Line: 5}, "make queue-up", ""),
	}
	var claims []*claim
	for _, f := range failures {
		claims = append(claims, rules.composer(Input{}).claim(f, s))
	}
	var got []int
	for _, e := range rules.composer(Input{}).mergeFailures(claims) {
		got = append(got, len(e.claims))
	}
	if diff := cmp.Diff([]int{2, 2, 1}, got); diff != "" {
		t.Errorf("failures an entry (-want +got):\n%s", diff)
	}
}

// TestShrinkGuardOfALargeHandbook: what is above a megabyte is guarded as well.
func TestShrinkGuardOfALargeHandbook(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	var large strings.Builder
	large.WriteString("# Task Group: x\n\n## Reusable knowledge\n\n")
	for n := range 24_000 {
		fmt.Fprintf(&large, "- fact%d stands in shelf%d beside lamp%d and door%d\n", n, n*3, n*5, n*7)
	}
	summary := w.files()["memory_summary.md"]
	w.write("extensions/x/instructions.md", "one\n")
	w.opts.AllowShrink = true
	if _, err := w.run(with(writing(large.String(), summary))); err != nil {
		t.Fatal(err)
	}
	w.write("extensions/x/instructions.md", "two\n")
	w.opts.AllowShrink = false
	if _, err := w.run(with(writing("# Task Group: x\n", summary))); !errors.Is(err, workspace.ErrShrink) {
		t.Errorf("Run that empties a handbook of %d bytes: %v, want ErrShrink", large.Len(), err)
	}
	if got := len(w.handbook()); got < 1<<20 {
		t.Errorf("the handbook has %d bytes now, want the old one", got)
	}
}
