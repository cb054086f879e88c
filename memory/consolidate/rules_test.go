package consolidate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seed50391015/reverie/memory/state"
)

// selection makes a selection of sessions, as Select would give it.
func selection(sessions ...session) []state.Selected {
	var out []state.Selected
	for _, s := range sessions {
		id := threadID(s.n)
		at := testNow.AddDate(0, 0, -s.day).Unix()
		out = append(out, state.Selected{
			Stage1Output: state.Stage1Output{ThreadID: id, SourceUpdatedAt: at, RawMemory: s.raw(), RolloutSummary: "# x"},
			Thread:       state.Thread{ID: id, Cwd: s.cwd, ProjectID: s.cwd + "/.git", RolloutPath: "/r/" + id},
		})
	}
	return out
}

func compose(t testing.TB, in Input) Texts {
	t.Helper()
	in.Now = testNow
	texts, err := NewRules().Compose(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// book is a handbook taken apart.
type book []block

type block struct {
	name, applies string
	tasks         map[string]string   // "Task 1" → thread id
	lists         map[string][]string // heading → bullets
}

var reRefs = regexp.MustCompile(`(?: \[Task \d+\])+$`)

// parse reads a handbook strictly: what is not of the schema is an error.
func parse(text string) (book, error) {
	var out book
	var b *block
	section, task, part := "", "", ""
	for n, line := range strings.Split(text, "\n") {
		bad := func(what string) error { return fmt.Errorf("line %d: %s: %q", n+1, what, line) }
		switch {
		case strings.HasPrefix(line, "# Task Group: "):
			out = append(out, block{name: line[14:], tasks: map[string]string{}, lists: map[string][]string{}})
			b, section, task, part = &out[len(out)-1], "", "", ""
		case line == "":
		case b == nil:
			return nil, bad("text before the first block")
		case strings.HasPrefix(line, "scope: ") && section == "" && task == "":
		case strings.HasPrefix(line, "applies_to: cwd=") && strings.Contains(line, "; reuse_rule="):
			b.applies = line
		case strings.HasPrefix(line, "## Task "):
			if section != "" {
				return nil, bad("a task after the lists")
			}
			task, _, _ = strings.Cut(line[3:], ":")
			if want := fmt.Sprintf("Task %d", len(b.tasks)+1); task != want {
				return nil, bad("want " + want)
			}
			b.tasks[task], part = "", ""
		case line == "## User preferences", line == "## Reusable knowledge", line == "## Failures and how to do differently":
			section, task = line[3:], ""
		case line == "### rollout_summary_files", line == "### keywords":
			if task == "" {
				return nil, bad("outside of a task")
			}
			part = line
		case strings.HasPrefix(line, "- ") && task != "" && part == "### rollout_summary_files":
			m := reThreadID.FindStringSubmatch(line)
			if m == nil || !strings.HasPrefix(line, "- rollout_summaries/") {
				return nil, bad("no summary file")
			}
			b.tasks[task] = m[1]
		case strings.HasPrefix(line, "- ") && task != "":
		case strings.HasPrefix(line, "- ") && section != "":
			refs := reTrailing.FindAllStringSubmatch(reRefs.FindString(line), -1)
			if len(refs) == 0 && !strings.HasSuffix(line, noteMark) && b.name != "extensions" {
				return nil, bad("no reference")
			}
			for _, m := range refs {
				if b.tasks[m[1]] == "" {
					return nil, bad("reference to a task that is not there")
				}
			}
			b.lists[section] = append(b.lists[section], line)
		default:
			return nil, bad("not of the schema")
		}
	}
	return out, nil
}

// supports reports whether a bullet that holds text refers to the thread.
func (b book) supports(text, thread string) bool {
	for _, blk := range b {
		for _, list := range blk.lists {
			for _, line := range list {
				if !strings.Contains(squeeze(line), squeeze(text)) {
					continue
				}
				for _, m := range reTrailing.FindAllStringSubmatch(reRefs.FindString(line), -1) {
					if blk.tasks[m[1]] == thread {
						return true
					}
				}
			}
		}
	}
	return false
}

// drawSession makes a session of words that meet often.
func drawSession(t *rapid.T, n int) session {
	words := []string{"tests", "commit", "lint", "schema", "never", "always", "use", "pnpm", "internal/db", "no longer", "instead", "from now on", "提交", "测试", "不要", "以后", "改成", "コミット", "immer", "siempre", "[Task 7]", "→", "**bold**", "unless", "再"}
	phrase := func(label string) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 2, 6).Draw(t, label), " ") + fmt.Sprint(" ", rapid.IntRange(0, 3).Draw(t, "n"))
	}
	s := session{n: n, day: rapid.IntRange(0, 20).Draw(t, "day"), cwd: rapid.SampledFrom([]string{shop, till, "/home/u/src/sub/shop"}).Draw(t, "cwd")}
	for i := range rapid.IntRange(0, 3).Draw(t, "prefs") {
		s.prefs = append(s.prefs, phrase(fmt.Sprint("pref", i)))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "fails") {
		s.fails = append(s.fails, [3]string{"make " + phrase("cmd"), phrase(fmt.Sprint("err", i)), phrase("fix")})
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "knows") {
		s.knows = append(s.knows, "run "+phrase(fmt.Sprint("know", i)))
	}
	return s
}

// TestMergeLosesNoReference: whatever is merged or replaced, every preference's words
// stand in a bullet that refers to the session they were said in.
func TestMergeLosesNoReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sessions []session
		for n := range rapid.IntRange(1, 8).Draw(t, "sessions") {
			sessions = append(sessions, drawSession(t, n+1))
		}
		texts, err := NewRules().Compose(context.Background(), Input{Selected: selection(sessions...), Now: testNow})
		if err != nil {
			t.Fatal(err)
		}
		b, err := parse(texts.Handbook)
		if err != nil {
			t.Fatalf("%v\n%s", err, texts.Handbook)
		}
		for _, s := range sessions {
			for _, p := range s.prefs {
				if !b.supports(p, threadID(s.n)) {
					t.Errorf("%q of session %d has no bullet that refers to it\n%s", p, s.n, texts.Handbook)
				}
			}
			for _, f := range s.fails {
				if !b.supports(strings.TrimRight(f[1], " 0123456789"), threadID(s.n)) { // wordings that differ in a number stand once
					t.Errorf("failure %q of session %d has no bullet that refers to it\n%s", f[1], s.n, texts.Handbook)
				}
			}
			for _, k := range s.knows {
				if !b.supports(k, threadID(s.n)) {
					t.Errorf("command %q of session %d has no bullet that refers to it\n%s", k, s.n, texts.Handbook)
				}
			}
		}
	})
}

// TestOrderOfTheSelectionDoesNotMatter: the same state gives the same bytes.
func TestOrderOfTheSelectionDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sessions []session
		for n := range rapid.IntRange(1, 8).Draw(t, "sessions") {
			sessions = append(sessions, drawSession(t, n+1))
		}
		selected := selection(sessions...)
		rules := NewRules()
		want, err := rules.Compose(context.Background(), Input{Selected: selected, Now: testNow})
		if err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(selected), func(i, j int) { selected[i], selected[j] = selected[j], selected[i] })
		got, err := rules.Compose(context.Background(), Input{Selected: selected, Now: testNow})
		if err != nil {
			t.Fatal(err)
		}
		if got.Handbook != want.Handbook || got.Summary != want.Summary {
			t.Errorf("another order of the same selection gives other texts:\n%s\n---\n%s", want.Handbook, got.Handbook)
		}
	})
}

func TestSchema(t *testing.T) {
	texts := compose(t, Input{
		Selected:   selection(threeSessions()...),
		Notes:      []Note{{Name: "2026-11-19T10-00-00-a.md", Text: "always spell colour with u"}},
		Extensions: []Extension{{Name: "wiki", Instructions: "# Wiki\n\nPages of the team.\n", Resources: []string{"2026-11-01T00-00-00-page.md"}}},
	})
	b, err := parse(texts.Handbook)
	if err != nil {
		t.Fatalf("%v\n%s", err, texts.Handbook)
	}
	var names []string
	for _, blk := range b {
		names = append(names, blk.name)
		if blk.name != "extensions" && !strings.Contains(texts.Summary, blk.name) {
			t.Errorf("the summary does not represent the group %q", blk.name)
		}
	}
	if got, want := strings.Join(names, " "), "general till shop extensions"; got != want {
		t.Errorf("groups %q, want %q", got, want)
	}
	if strings.Contains(texts.Handbook, "**") {
		t.Error("bold type in the handbook")
	}
	if !strings.Contains(texts.Handbook, "- extensions/wiki/instructions.md: Pages of the team.; resources: 2026-11-01T00-00-00-page.md") {
		t.Error("the extension is not listed")
	}
}

// TestPreferenceOfTwoProjectsStandsOnce: heard in two working directories it is general.
func TestPreferenceOfTwoProjectsStandsOnce(t *testing.T) {
	texts := compose(t, Input{Selected: selection(
		session{n: 1, cwd: shop, day: 3, prefs: []string{"run the linter before each commit"}},
		session{n: 2, cwd: till, day: 1, prefs: []string{"the linter runs before each commit"}},
		session{n: 3, cwd: till, day: 2, prefs: []string{"the drawer opens on cash alone"}},
	)})
	b, err := parse(texts.Handbook)
	if err != nil {
		t.Fatal(err)
	}
	if b[0].name != "general" || len(b[0].lists["User preferences"]) != 1 || len(b[0].tasks) != 2 {
		t.Errorf("general block %+v, want one preference of two tasks", b[0])
	}
	if strings.Count(texts.Handbook, "linter runs") != 1 {
		t.Error("it stands more than once")
	}
	if !strings.Contains(globalPart(texts.Summary), "linter runs before each commit") {
		t.Error("it is not among the summary's global preferences, word for word")
	}
	if strings.Contains(globalPart(texts.Summary), "drawer") {
		t.Error("a project's rule stands among the global ones")
	}
}

// TestRawMemoryOfAnotherHand: what a model or an import wrote without our fixed phrases
// is read as well, and what has no tasks is listed at least.
func TestRawMemoryOfAnotherHand(t *testing.T) {
	selected := selection(session{n: 1, cwd: shop, day: 1}, session{n: 2, cwd: shop, day: 2})
	selected[0].RawMemory = "### Task 1: tidy up\n\ntask_outcome: success\n\n**Preference signals:**\n* when asked to tidy, the user wants small steps\n\nReusable knowledge:\n- the build lives in tools/build\n"
	selected[1].RawMemory = "just some prose about the session"
	b, err := parse(compose(t, Input{Selected: selected}).Handbook)
	if err != nil {
		t.Fatal(err)
	}
	if !b.supports("the user wants small steps", threadID(1)) || !b.supports("tools/build", threadID(1)) {
		t.Errorf("the bullets are missing: %+v", b)
	}
	if len(b[0].tasks) != 2 {
		t.Errorf("%d tasks listed, want both sessions", len(b[0].tasks))
	}
}

// TestTaskFamilies: families that two sessions declare have blocks of their own; what
// both need stands in the project's.
func TestTaskFamilies(t *testing.T) {
	declare := func(s state.Selected, family string) state.Selected {
		s.RawMemory = strings.ReplaceAll(s.RawMemory, "task_outcome:", "task_group: "+family+"\ntask_outcome:")
		return s
	}
	sel := selection(
		session{n: 1, cwd: shop, day: 1, prefs: []string{"prices are integers"}, knows: []string{"make migrate"}, outcome: "success"},
		session{n: 2, cwd: shop, day: 2, knows: []string{"make migrate"}, outcome: "success"},
		session{n: 3, cwd: shop, day: 3, knows: []string{"make ui", "make all"}, outcome: "success"},
		session{n: 4, cwd: shop, day: 4, knows: []string{"make ui"}, outcome: "success"},
		session{n: 5, cwd: shop, day: 5, knows: []string{"make all"}, outcome: "success"},
		session{n: 6, cwd: shop, day: 6, knows: []string{"make lone"}, outcome: "success"},
	)
	for i, family := range []string{"Migrations", "migrations", "UI", "ui", "shop", "only once"} {
		sel[i] = declare(sel[i], family)
	}
	texts := compose(t, Input{Selected: sel})
	b, err := parse(texts.Handbook)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, blk := range b {
		got[blk.name] = fmt.Sprintf("%d tasks, %d rules, %d facts", len(blk.tasks), len(blk.lists["User preferences"]), len(blk.lists["Reusable knowledge"]))
		if !strings.Contains(texts.Summary, blk.name) {
			t.Errorf("the summary does not represent %q", blk.name)
		}
	}
	want := map[string]string{
		"shop":             "4 tasks, 1 rules, 2 facts", // its own two, and those that support its rule and `make all`
		"shop: migrations": "2 tasks, 0 rules, 1 facts",
		"shop: ui":         "2 tasks, 0 rules, 1 facts",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

// TestSameFolderName: two projects of one name are told apart by their paths.
func TestSameFolderName(t *testing.T) {
	texts := compose(t, Input{Selected: selection(
		session{n: 1, cwd: "/home/u/a/api", day: 1, prefs: []string{"ports are even numbers"}},
		session{n: 2, cwd: "/home/u/b/api", day: 2, prefs: []string{"colours are hexadecimal"}},
		session{n: 3, cwd: "/home/u/general", day: 3, prefs: []string{"dates are written out"}},
	)})
	for _, want := range []string{"# Task Group: a/api\n", "# Task Group: b/api\n", "# Task Group: u/general\n"} {
		if !strings.Contains(texts.Handbook, want) {
			t.Errorf("the handbook lacks %q", want)
		}
	}
}

// TestNoteOnUnknownProject: a note may name a folder that no session was seen in.
func TestNoteOnUnknownProject(t *testing.T) {
	texts := compose(t, Input{Notes: []Note{{Name: "2026-11-19T10-00-00-a.md", Text: "cwd: /srv/new\n\nnever deploy on Fridays"}}})
	if _, err := parse(texts.Handbook); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"handbook": texts.Handbook, "summary": texts.Summary} {
		if !strings.Contains(text, "/srv/new") || !strings.Contains(text, "never deploy on Fridays") {
			t.Errorf("the %s lacks the note:\n%s", name, text)
		}
	}
}

// TestUnknownFolder: what an import has without a working directory is kept and named as a
// person would, under no project's heading.
func TestUnknownFolder(t *testing.T) {
	selected := selection(
		session{n: 1, cwd: shop, day: 3, prefs: []string{"prices are integers"}},
		session{n: 2, day: 1, prefs: []string{"the archive is written by night"}, knows: []string{"make archive"}},
	)
	selected[1].Thread.ProjectID = ""
	selected[1].RawMemory = strings.ReplaceAll(selected[1].RawMemory, "Piece of work 2", "so")
	texts := compose(t, Input{Selected: selected})
	if _, err := parse(texts.Handbook); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Task Group: unknown folder\n\nscope: work whose folder is not known", "archive is written by night", "make archive"} {
		if !strings.Contains(texts.Handbook, want) {
			t.Errorf("the handbook lacks %q:\n%s", want, texts.Handbook)
		}
	}
	for name, text := range map[string]string{"handbook": texts.Handbook, "summary": texts.Summary} {
		if strings.Contains(text, "working directory)") {
			t.Errorf("the %s speaks of no working directory:\n%s", name, text)
		}
	}
	if strings.Contains(texts.Summary, "### unknown") || strings.Contains(globalPart(texts.Summary), "by night") {
		t.Errorf("an unknown folder stands as a project, or its rule as one for all work:\n%s", texts.Summary)
	}
	if _, older, _ := strings.Cut(texts.Summary, "### Older Memory Topics"); !strings.Contains(older, "- so: ") || strings.Contains(older, "cwd=") {
		t.Errorf("its work is not among the topics:\n%s", texts.Summary)
	}
}

// TestFilesOfOneWorkAreOneList: what several sessions' work turned on is told once.
func TestFilesOfOneWorkAreOneList(t *testing.T) {
	selected := selection(session{n: 1, cwd: shop, day: 3, knows: []string{"x"}}, session{n: 2, cwd: shop, day: 2, knows: []string{"x"}}, session{n: 3, cwd: shop, day: 1, knows: []string{"x"}})
	for i, files := range []string{"`pay/a.go`, `pay/b.go`", "`pay/a.go`, `pay/c.sql`", "`pay/a.go`, `pay/b.go`, `pay/d.go`"} {
		at := strings.Index(selected[i].RawMemory, "- `x`")
		end := at + strings.Index(selected[i].RawMemory[at:], "\n")
		selected[i].RawMemory = selected[i].RawMemory[:at] + "- the work turned on " + files + selected[i].RawMemory[end:]
	}
	want := "- the work turned on `pay/a.go`, `pay/b.go`, `pay/d.go`, `pay/c.sql` [Task 1] [Task 2] [Task 3]\n"
	if got := compose(t, Input{Selected: selected}).Handbook; !strings.Contains(got, want) {
		t.Errorf("the handbook lacks %q:\n%s", want, got)
	}
}
