package rules

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/internal/testcorpus"
)

// life is an invented developer's month with gold labels, as the shared corpus has it.
type life struct {
	Sessions []struct {
		ID    string `json:"id"`
		Cwd   string `json:"cwd"`
		Steps []struct {
			User      string `json:"user"`
			Assistant string `json:"assistant"`
			Run       string `json:"run"`
			Exit      int    `json:"exit"`
			Output    string `json:"output"`
			Patch     string `json:"patch"`
			Diff      string `json:"diff"`
			Abort     bool   `json:"abort"`
		} `json:"steps"`
		Gold struct {
			NoOutput bool `json:"no_output"`
			Tasks    []struct {
				FirstUserStep int    `json:"first_user_step"`
				Outcome       string `json:"outcome"`
			} `json:"tasks"`
			Preferences []struct{ Quote string }
			OneOffs     []struct{ Quote string } `json:"one_offs"`
			Failures    []struct{ Error, Fix string }
			Commands    []string
			MustNotKeep []string `json:"must_not_keep"`
		} `json:"gold"`
	} `json:"sessions"`
}

func readLife(t *testing.T, path string) []play {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var l life
	if err := json.Unmarshal(raw, &l); err != nil {
		t.Fatal(err)
	}
	var out []play
	for _, s := range l.Sessions {
		p := play{name: s.ID, cwd: s.Cwd, drop: s.Gold.NoOutput}
		for _, x := range s.Steps {
			p.steps = append(p.steps, step{user: x.User, said: x.Assistant, run: x.Run, output: x.Output, exit: x.Exit, edit: x.Patch, diff: x.Diff, abort: x.Abort})
		}
		for _, x := range s.Gold.Tasks {
			p.gold.tasks = append(p.gold.tasks, goldTask{x.FirstUserStep, x.Outcome})
		}
		for _, x := range s.Gold.Preferences {
			p.gold.preferences = append(p.gold.preferences, x.Quote)
		}
		for _, x := range s.Gold.OneOffs {
			p.gold.oneOffs = append(p.gold.oneOffs, x.Quote)
		}
		for _, x := range s.Gold.Failures {
			p.gold.failures = append(p.gold.failures, goldFailure{x.Error, x.Fix})
		}
		p.gold.commands, p.gold.forbidden = s.Gold.Commands, s.Gold.MustNotKeep
		out = append(out, p)
	}
	return out
}

// TestLivesReachTheirBars plays the two invented developers' months and holds the engine
// to what rules alone shall reach on each.
func TestLivesReachTheirBars(t *testing.T) {
	bars := map[string]float64{
		"gate": 0.9, "preferences": 0.65, "preference precision": 0.7, "one-offs refused": 0.85,
		"failures": 0.85, "failure precision": 0.6, "fixes": 0.65, "commands": 0.85, "command precision": 0.4,
		"tasks": 0.7, "task precision": 0.7, "outcomes": 0.6, "no leak": 1,
	}
	k := New(Options{})
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			c := newTally()
			for _, p := range readLife(t, filepath.Join(testcorpus.Dir(t, "lives/"+name), "life.json")) {
				out, lines := p.perform(t, k)
				c.score(p, out, lines)
			}
			t.Logf("life %s\n%s", name, c)
			for m, bar := range bars {
				if got := c.rate(m); got < bar {
					t.Errorf("life %s: %s is %.3f, want at least %.2f; misses:\n%s", name, m, got, bar, strings.Join(c.misses, "\n"))
				}
			}
		})
	}
}
