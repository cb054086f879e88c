package codex

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/internal/testcorpus"
	"github.com/seed50391015/reverie/redact"
	"github.com/seed50391015/reverie/source"
)

// codexRow is a row of Codex's own threads table.
type codexRow struct {
	ID               string  `json:"id"`
	RolloutPath      string  `json:"rollout_path"`
	CreatedAtMS      int64   `json:"created_at_ms"`
	UpdatedAtMS      int64   `json:"updated_at_ms"`
	Source           string  `json:"source"`
	ModelProvider    string  `json:"model_provider"`
	Cwd              string  `json:"cwd"`
	Title            string  `json:"title"`
	FirstUserMessage string  `json:"first_user_message"`
	Archived         int     `json:"archived"`
	GitSHA           *string `json:"git_sha"`
	GitBranch        *string `json:"git_branch"`
	GitOrigin        *string `json:"git_origin_url"`
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func kindOf(src string) string {
	if strings.HasPrefix(src, `{"subagent"`) {
		return "subagent"
	}
	return src
}

// TestThreadsAgainstCodex holds our thread rows against those that Codex kept. Known
// differences: a thread over several segments was created when its first one was (Codex
// says the newest), and file times that the corpus set back by hand are not record times.
func TestThreadsAgainstCodex(t *testing.T) {
	root := testcorpus.Dir(t, "corpus/codex")
	files, _ := filepath.Glob(filepath.Join(root, "*", "expected_threads.json"))
	if len(files) < 15 {
		t.Fatalf("got %d scenarios, want at least 15", len(files))
	}
	for _, file := range files {
		scenario := filepath.Base(filepath.Dir(file))
		t.Run(scenario, func(t *testing.T) {
			found, err := New(filepath.Join(filepath.Dir(file), "home")).Scan(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]source.Thread{}
			for _, th := range found.Threads {
				got[th.ID] = th
			}
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Threads []codexRow `json:"threads"`
			}
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			for _, w := range want.Threads {
				_, rel, _ := strings.Cut(w.RolloutPath, scenario+"/home/")
				if _, err := os.Stat(filepath.Join(filepath.Dir(file), "home", rel)); err != nil {
					t.Logf("%s has no ledger any more", w.ID)
					continue
				}
				g, ok := got[w.ID]
				if !ok {
					t.Errorf("thread %s is missing", w.ID)
					continue
				}
				compareThread(t, w, g, rel)
			}
			for _, p := range found.Problems {
				t.Errorf("got problem %v, want none", p)
			}
		})
	}
}

func compareThread(t *testing.T, w codexRow, g source.Thread, rel string) {
	t.Helper()
	check := func(what, got, want string) {
		if got != want {
			t.Errorf("thread %s: got %s %q, want %q", w.ID, what, got, want)
		}
	}
	check("path", g.Path[max(0, len(g.Path)-len(rel)):], rel)
	check("cwd", g.Cwd, w.Cwd)
	check("project", g.ProjectID, w.Cwd)
	check("kind", g.SourceKind, kindOf(w.Source))
	check("provider", g.ModelProvider, w.ModelProvider)
	check("branch", g.GitBranch, value(w.GitBranch))
	check("sha", g.GitSHA, value(w.GitSHA))
	check("origin", g.GitOrigin, value(w.GitOrigin))
	check("first message", g.FirstUserMessage, redact.String(w.FirstUserMessage))
	check("title", g.Title, title("", redact.String(w.Title)))
	if g.Archived != (w.Archived == 1) {
		t.Errorf("thread %s: got archived %t, want %d", w.ID, g.Archived, w.Archived)
	}
	if d := g.CreatedAtMS - w.CreatedAtMS; d < -1000 || d > 1000 {
		t.Errorf("thread %s: got created %d, want %d within a second", w.ID, g.CreatedAtMS, w.CreatedAtMS)
	}
	if setBack := w.UpdatedAtMS%1000 == 0; !setBack {
		if d := g.UpdatedAtMS - w.UpdatedAtMS; d < -1000 || d > 1000 {
			t.Errorf("thread %s: got updated %d, want %d within a second", w.ID, g.UpdatedAtMS, w.UpdatedAtMS)
		}
	}
}
