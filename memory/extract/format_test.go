package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sample() RawMemory {
	return RawMemory{
		Description: "Rate limits for the tile server", Task: "Rate limits", TaskGroup: "tiles", Outcome: OutcomeSuccess,
		Cwd: "/home/mo/tiles", Keywords: []string{"tiles", "rate limit"},
		Tasks: []Task{{
			Name: "Rate limits", Mark: Mark{Line: 7}, Task: "add rate limits", TaskGroup: "tiles", Outcome: OutcomeSuccess,
			Preferences: []Bullet{
				NewPreference("after the assistant ran `gradle`", []Quote{{`always say "please" to Gradle`, Mark{Line: 12}}, {"use ./gradlew", Mark{Line: 14, Segment: 1}}}, "do it so unasked", ScopeProject, true, true),
				NewPreference("", []Quote{{"短一点", Mark{Line: 15}}}, "", ScopeGlobal, false, false),
			},
			OneOffs:   []Bullet{NewOneOff("while testing", []Quote{{"skip lint for now", Mark{Line: 20}}})},
			Knowledge: []Bullet{NewKnowledge("./gradlew check", "checks all", Mark{Line: 22})},
			Failures: []Bullet{
				NewFailure("echo `date`", "no `date`", Mark{Line: 30}, "src/a.kt", "then `./gradlew check` passed [L33]"),
				NewFailure("make", "Error 2", Mark{Line: 40}, "", ""),
			},
			References: []Bullet{NewReference(Quote{"add rate limits", Mark{Line: 7}}, "asked:")},
		}},
	}
}

func TestRenderThenParseGivesTheSame(t *testing.T) {
	want := sample()
	got := ParseRawMemory(want.Render())
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parse of the rendered text differs (-want +got):\n%s\n%s", diff, want.Render())
	}
}

func TestBulletFieldsAreReadFromTheText(t *testing.T) {
	m := sample().Tasks[0]
	p := m.Preferences[0]
	if p.Scope != ScopeProject || !p.Repeated || !p.Changes || p.Situation != "after the assistant ran `gradle`" || p.Implies != "do it so unasked" {
		t.Errorf("preference fields: got %+v", p)
	}
	if len(p.Quotes) != 2 || p.Quotes[0].Text != `always say "please" to Gradle` || p.Quotes[1].Segment != 1 {
		t.Errorf("quotes: got %+v", p.Quotes)
	}
	if f := m.Failures[0]; f.Command != "echo `date`" || f.Error != "no `date`" || f.Fix != "src/a.kt" {
		t.Errorf("failure fields: got %q %q %q", f.Command, f.Error, f.Fix)
	}
	if f := m.Failures[1]; f.Fix != "" || f.Error != "Error 2" {
		t.Errorf("unfixed failure: got fix %q, error %q", f.Fix, f.Error)
	}
	if k := m.Knowledge[0]; k.Command != "./gradlew check" || len(k.Marks) != 1 {
		t.Errorf("knowledge: got %q %v", k.Command, k.Marks)
	}
}

func TestEmptyMemoryRendersNothing(t *testing.T) {
	if got := (RawMemory{Description: "x"}).Render(); got != "" {
		t.Errorf("a memory without tasks renders %q, want nothing", got)
	}
}

// TestParseTakesWhatModelsWrite: bold labels, stars, no front matter, text behind the
// label, continued lines, full-width colons.
func TestParseTakesWhatModelsWrite(t *testing.T) {
	m := ParseRawMemory(strings.Join([]string{
		"### Task 1： Ship it [L4]", "**task_outcome:** Success.", "task: ship",
		"**Preference signals:**", "* When asked: the user said “keep it short” [L9] → Applies to all work.",
		"Reusable knowledge：", "- run `make ship`", "  before noon",
		"Failures and how to do differently: `make` failed with `no rule`; resolved with `make all`",
		"#### Notes", "Key steps:", "- x",
	}, "\n"))
	if len(m.Tasks) != 1 {
		t.Fatalf("tasks: got %d, want 1", len(m.Tasks))
	}
	task := m.Tasks[0]
	if task.Name != "Ship it" || task.Mark.Line != 4 || task.Outcome != OutcomeSuccess || task.Task != "ship" {
		t.Errorf("head: got %+v", task)
	}
	if len(task.Preferences) != 1 || task.Preferences[0].Scope != ScopeGlobal || len(task.Preferences[0].Quotes) != 1 {
		t.Errorf("preferences: got %+v", task.Preferences)
	}
	if len(task.Knowledge) != 1 || task.Knowledge[0].Text != "run `make ship` before noon" {
		t.Errorf("knowledge: got %+v", task.Knowledge)
	}
	if len(task.Failures) != 1 || task.Failures[0].Fix != "make all" || task.Failures[0].Error != "no rule" {
		t.Errorf("failures: got %+v", task.Failures)
	}
}

func TestParseNeverFails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"---", "### Task 1: x [L1]", "- ", "Preference signals:", "- \"a\" [L2] → once",
			"task: y", "  more", "\xff\xfe", "- `a` failed: `b`; fixed by", "[L99999999999]", "- \" [L1]", "→", ""})).Draw(t, "lines")
		m := ParseRawMemory(strings.Join(lines, "\n"))
		if m.Render() != ParseRawMemory(m.Render()).Render() {
			t.Fatalf("a parsed memory does not survive being written and read again:\n%s", m.Render())
		}
	})
}
