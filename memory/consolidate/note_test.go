package consolidate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProjectNamed(t *testing.T) {
	projects := []string{"/home/u/src/shop", "/home/u/src/shop-admin", "/home/u/src/docs", "/home/u/a/api", "/home/u/b/api"}
	tests := []struct{ text, field, want string }{
		{"never deploy on Fridays", "", ""},
		{"in shop, prices are integers", "", "/home/u/src/shop"},
		{"shop-admin has its own lockfile", "", "/home/u/src/shop-admin"},
		{"tests of /home/u/src/shop/web need a display", "", ""},
		{"tests of /home/u/src/shop need a display", "", "/home/u/src/shop"},
		{"keep the docs short", "", ""},
		{"the docs repo is built with make", "", "/home/u/src/docs"},
		{"shop 项目里不要用浮点数", "", "/home/u/src/shop"},
		{"in api, use json", "", ""},
		{"use json", "api", ""},
		{"use json", "shop", "/home/u/src/shop"},
		{"use json", "/srv/new/", "/srv/new"},
		{"in shop and in docs", "", ""},
	}
	for _, tt := range tests {
		if got := projectNamed(tt.text, tt.field, projects); got != tt.want {
			t.Errorf("projectNamed(%q, %q) = %q, want %q", tt.text, tt.field, got, tt.want)
		}
	}
}

func TestNotePieces(t *testing.T) {
	n := &note{}
	n.split("---\ntitle\n---\n# Heading\n\nfirst line\ngoes on\n\n- one **bold** [Task 9]\n* two\n1. three\ncwd: /x\n")
	want := []string{"title", "first line goes on", "one bold Task 9", "two", "three"}
	if diff := cmp.Diff(want, n.pieces); diff != "" {
		t.Errorf("pieces (-want +got):\n%s", diff)
	}
	if n.project != "/x" {
		t.Errorf("project %q, want /x", n.project)
	}
}

func TestNotesThatDelete(t *testing.T) {
	r := NewRules().composer(Input{})
	tests := []struct{ piece, subject string }{
		{"Forget that prices are integers", "prices are integers"},
		{"please delete the rule about tabs", "tabs"},
		{"remove what I said about squashing", "squashing"},
		{"忘掉关于缩进的规则", "缩进的规则"},
		{"vergiss die Regel mit den Tabs", "die Regel mit den Tabs"},
	}
	for _, tt := range tests {
		if got, ok := r.deletes(tt.piece); !ok || got != tt.subject {
			t.Errorf("deletes(%q) = %q, %v, want %q", tt.piece, got, ok, tt.subject)
		}
	}
	for _, piece := range []string{"never forget to run the linter", "prices are integers", "the delete button is red"} {
		if _, ok := r.deletes(piece); ok {
			t.Errorf("%q is taken for a note that deletes", piece)
		}
	}
}

// TestNoteOfAFactIsTold: a fact that a note told is in the summary, however much else the
// project has.
func TestNoteOfAFactIsTold(t *testing.T) {
	var sessions []session
	for n := range 40 {
		s := session{n: n + 1, cwd: shop, day: n % 20}
		for k := range 5 {
			s.knows = append(s.knows, fmt.Sprintf("make part%d-%d", n, k))
			s.fails = append(s.fails, [3]string{fmt.Sprintf("make all%d", k), fmt.Sprintf("gear%d jammed in slot%d", n, k), fmt.Sprintf("oil gear%d", n)})
			s.prefs = append(s.prefs, fmt.Sprintf("wheel%d goes with axle%d", n*k, n))
		}
		sessions = append(sessions, s)
	}
	texts := compose(t, Input{Selected: selection(sessions...), Notes: []Note{
		{Name: "2026-11-19T10-00-00-a.md", Text: "In shop, the staging host needs the tunnel."},
		{Name: "2026-11-19T11-00-00-b.md", Text: "The office printer is on the third floor."},
	}})
	tips := section(texts.Summary, "## General Tips")
	global, own, ok := strings.Cut(tips, "### "+shop)
	if !ok || !strings.Contains(own, "the staging host needs the tunnel. "+noteMark) || !strings.Contains(global, "third floor. "+noteMark) {
		t.Errorf("the tips lack a note:\n%s", tips)
	}
}

// TestProjectsNameIsNoLikeness: what two rules have in common is not the project's name.
func TestProjectsNameIsNoLikeness(t *testing.T) {
	const project = "/home/u/src/stock-cli"
	texts := compose(t, Input{
		Selected: selection(
			session{n: 1, cwd: project, day: 5, prefs: []string{"in stock-cli assert the actual fields instead"}},
			session{n: 2, cwd: project, day: 4, prefs: []string{"never push to main"}},
		),
		Notes: []Note{
			{Name: "2026-11-19T10-00-00-a.md", Text: "记住：stock-cli 的发布要先跑 make dist，别直接发布"},
			{Name: "2026-11-19T11-00-00-b.md", Text: "Delete the rule on stock-cli about pushing to main"},
		},
	})
	for name, text := range map[string]string{"handbook": texts.Handbook, "summary": texts.Summary} {
		if !strings.Contains(text, `"in stock-cli assert the actual fields instead"`) || !strings.Contains(text, "make dist，别直接发布") || strings.Contains(text, "also") {
			t.Errorf("the %s lacks one of two rules that have the project's name alone in common:\n%s", name, text)
		}
	}
	if strings.Contains(texts.Handbook, "never push") {
		t.Errorf("a note that names the project did not delete its rule")
	}
	for text, want := range map[string]string{"in stock-cli assert": "in  assert", "stock-cli-x and stock-cli, /stock-cli": "stock-cli-x and , /stock-cli", "stock-clistock-cli": "stock-clistock-cli", "库存stock-cli项目": "库存项目"} {
		if got := withoutName(text, "stock-cli"); got != want {
			t.Errorf("withoutName(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestNotesReplaceEachOther: the newer of two notes on one matter holds.
func TestNotesReplaceEachOther(t *testing.T) {
	tests := [][2]string{
		{"From now on write commit messages in French in all projects", "Change: write commit messages in German, not in French"},
		{"Write commit messages in French", "Write commit messages in German, not in French"},
		{"Release notes are written in Spanish", "Correction: release notes are written in Italian"},
		{"以后所有项目都用中文写提交说明", "更正：提交说明用英文写"},
		{"以后所有项目都用中文写提交说明", "把提交说明改成英文，不要用中文"},
	}
	for _, tt := range tests {
		texts := compose(t, Input{Selected: selection(threeSessions()...), Notes: []Note{
			{Name: "2026-11-18T10-00-00-a.md", Text: tt[0]}, {Name: "2026-11-19T10-00-00-b.md", Text: tt[1]},
		}})
		if strings.Contains(texts.Summary, tt[0]) || !strings.Contains(texts.Summary, tt[1]) {
			t.Errorf("%q then %q: the summary should tell the newer alone:\n%s", tt[0], tt[1], section(texts.Summary, "## User preferences"))
		}
		if !strings.Contains(texts.Handbook, "superseded by the note 2026-11-19T10-00-00-b.md: "+tt[0]) {
			t.Errorf("%q is not marked in the handbook", tt[0])
		}
	}
	apart := [][2]string{{"Never push to main", "Push the tags after each release"}, {"Write commit messages in French", "Write release notes in German, not in French"}}
	for _, tt := range apart {
		texts := compose(t, Input{Notes: []Note{{Name: "2026-11-18T10-00-00-a.md", Text: tt[0]}, {Name: "2026-11-19T10-00-00-b.md", Text: tt[1]}}})
		if !strings.Contains(texts.Summary, tt[0]) || !strings.Contains(texts.Summary, tt[1]) {
			t.Errorf("%q and %q are two matters:\n%s", tt[0], tt[1], section(texts.Summary, "## User preferences"))
		}
	}
}
