package consolidate

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed50391015/reverie/internal/testcorpus"
	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
)

type life struct {
	Projects []string
	Sessions []struct {
		ID, Started, Cwd string
		Gold             struct {
			NoOutput    bool `json:"no_output"`
			Tasks       []struct{ Title, Outcome string }
			Preferences []struct{ Quote, Scope string }
			Failures    []struct{ Command, Error, Fix string }
			Commands    []string
		}
	}
	Consolidation []struct {
		Type, Project, Error string
		Quotes               [][2]string
		Old, New             [2]string
		Quote                any
		Sessions             []string
	}
}

// gold makes stage-1 outputs of a life's labels, as a perfect phase 1 would.
func gold(t *testing.T, l life) ([]state.Selected, map[string]string) {
	t.Helper()
	var out []state.Selected
	ids := map[string]string{}
	for i, s := range l.Sessions {
		id := fmt.Sprintf("019a0000-0000-7000-8000-%012x", i)
		ids[s.ID] = id
		if s.Gold.NoOutput {
			continue
		}
		at, err := time.Parse(time.RFC3339, s.Started)
		if err != nil {
			t.Fatal(err)
		}
		m := extract.RawMemory{Description: "session " + s.ID, Task: "work", TaskGroup: filepath.Base(s.Cwd), Cwd: s.Cwd, Keywords: []string{"alpha", s.ID}}
		for k, g := range s.Gold.Tasks {
			m.Tasks = append(m.Tasks, extract.Task{Name: g.Title, Mark: extract.Mark{Line: 3 + k}, Outcome: extract.Outcome(g.Outcome)})
		}
		first := &m.Tasks[0]
		for _, p := range s.Gold.Preferences {
			scope := extract.ScopeUnsaid
			if p.Scope == "project" && regexp.MustCompile(`this repo|tally|baler|这个(仓库|项目)`).MatchString(p.Quote) {
				scope = extract.ScopeProject
			}
			first.Preferences = append(first.Preferences, extract.NewPreference("after a turn", []extract.Quote{{Text: p.Quote, Mark: extract.Mark{Line: 9}}}, "", scope, false, false))
		}
		for _, f := range s.Gold.Failures {
			first.Failures = append(first.Failures, extract.NewFailure(f.Command, f.Error, extract.Mark{Line: 12}, f.Fix, ""))
		}
		for _, c := range s.Gold.Commands {
			first.Knowledge = append(first.Knowledge, extract.NewKnowledge(c, "worked", extract.Mark{Line: 14}))
		}
		out = append(out, state.Selected{
			Stage1Output: state.Stage1Output{ThreadID: id, SourceUpdatedAt: at.Unix(), RawMemory: m.Render(), RolloutSummary: "# x"},
			Thread:       state.Thread{ID: id, Cwd: s.Cwd, ProjectID: s.Cwd, RolloutPath: "/x/" + s.ID},
		})
	}
	return out, ids
}

// TestLives measures what becomes of two developers' months when phase 1 is perfect.
func TestLives(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(testcorpus.Dir(t, "lives/"+name), "life.json"))
			if err != nil {
				t.Fatal(err)
			}
			var l life
			if err := json.Unmarshal(data, &l); err != nil {
				t.Fatal(err)
			}
			selected, ids := gold(t, l)
			texts, err := NewRules().Compose(context.Background(), Input{Selected: selected, Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)})
			if err != nil {
				t.Fatal(err)
			}
			if dir := os.Getenv("CONSOLIDATE_OUT"); dir != "" {
				os.WriteFile(filepath.Join(dir, name+"-MEMORY.md"), []byte(texts.Handbook), 0o600)
				os.WriteFile(filepath.Join(dir, name+"-memory_summary.md"), []byte(texts.Summary), 0o600)
			}
			score(t, l, ids, texts, map[string]float64{"repeated": 1. / 3, "superseded": .5, "global": .7, "project_only": .8, "recurring_failure": .8})
		})
	}
}

func score(t *testing.T, l life, ids map[string]string, texts Texts, want map[string]float64) {
	t.Helper()
	blocks := strings.Split("\n"+texts.Handbook, "\n# Task Group")[1:]
	type bullet struct {
		text  string
		block int
	}
	list := func(head string) []bullet {
		var out []bullet
		for k, b := range blocks {
			on := false
			for _, line := range strings.Split(b, "\n") {
				if strings.HasPrefix(line, "#") {
					on = strings.HasPrefix(line, head)
				} else if on && strings.HasPrefix(line, "- ") {
					out = append(out, bullet{line, k})
				}
			}
		}
		return out
	}
	preferences, failures := list("## User preferences"), list("## Failures")
	refs := func(block int, sessions ...string) bool {
		for _, s := range sessions {
			if !strings.Contains(blocks[block], ids[s]) {
				return false
			}
		}
		return true
	}
	old := regexp.MustCompile(`(?i)supersed|replac|no longer|earlier|formerly|outdated|旧|已改|不再|以前`)
	got, all := map[string]float64{}, map[string]float64{}
	for _, g := range l.Consolidation {
		ok := false
		quote := ""
		if q, isList := g.Quote.([]any); isList {
			quote = q[1].(string)
		}
		switch g.Type {
		case "repeated":
			var hits []bullet
			for _, b := range preferences {
				if holds(b.text, g.Quotes[0][1]) || holds(b.text, g.Quotes[1][1]) {
					hits = append(hits, b)
				}
			}
			ok = len(hits) == 1 && refs(hits[0].block, g.Quotes[0][0], g.Quotes[1][0])
		case "superseded":
			ok = true
			found := false
			for _, b := range preferences {
				found = found || holds(b.text, g.New[1])
				if holds(b.text, g.Old[1]) && !holds(b.text, g.New[1]) && !old.MatchString(b.text) {
					ok = false
				}
			}
			ok = ok && found
		case "project_only":
			found := false
			ok = true
			for _, b := range preferences {
				if holds(b.text, quote) {
					found = true
					ok = ok && strings.Contains(blocks[b.block], g.Project)
				}
			}
			ok = ok && found && !holds(globalPart(texts.Summary), quote)
		case "global":
			ok = holds(texts.Summary, quote)
		case "recurring_failure":
			var hits []bullet
			for _, b := range failures {
				if holds(b.text, g.Error) {
					hits = append(hits, b)
				}
			}
			ok = len(hits) == 1 && refs(hits[0].block, g.Sessions...)
		}
		all[g.Type]++
		if ok {
			got[g.Type]++
		} else {
			t.Logf("missed %s: %v %v %v %v", g.Type, quote, g.Quotes, g.New, g.Error)
		}
	}
	for kind, share := range want {
		t.Logf("%s: %v of %v", kind, got[kind], all[kind])
		if got[kind] < share*all[kind] {
			t.Errorf("%s: got %v of %v, want %.2f of them", kind, got[kind], all[kind], share)
		}
	}
	t.Logf("handbook %d bytes, summary %d bytes", len(texts.Handbook), len(texts.Summary))
}

// globalPart leaves of a summary what a prompt for any project shows.
func globalPart(summary string) string {
	var out []string
	on := true
	for _, line := range strings.Split(summary, "\n") {
		switch {
		case strings.HasPrefix(line, "## "):
			on = true
		case strings.HasPrefix(line, "### "):
			on = false
		}
		if on {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// holds reports whether six tenths of a quote stand in one run in a text.
func holds(text, quote string) bool {
	a, b := []rune(squeeze(quote)), []rune(squeeze(text))
	longest, row := 0, make([]int, len(b)+1)
	for i := range a {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				row[j+1] = row[j] + 1
				longest = max(longest, row[j+1])
			} else {
				row[j+1] = 0
			}
		}
	}
	return len(a) > 0 && float64(longest) >= 0.6*float64(len(a))
}
