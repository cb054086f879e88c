package recall

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed50391015/reverie/internal/testcorpus"
)

// ledgerLine is what these tests need of a ledger line.
type ledgerLine struct {
	Type    string `json:"type"`
	Payload struct {
		Type      string `json:"type"`
		Role      string `json:"role"`
		Name      string `json:"name"`
		Namespace string `json:"namespace"`
		Arguments string `json:"arguments"`
		CallID    string `json:"call_id"`
		Output    any    `json:"output"`
		Content   []struct {
			Text string `json:"text"`
		} `json:"content"`
		Message        string    `json:"message"`
		MemoryCitation *Citation `json:"memory_citation"`
		Item           *struct {
			Type    string `json:"type"`
			Content []struct {
				Text string `json:"text"`
			} `json:"content"`
			MemoryCitation *Citation `json:"memory_citation"`
		} `json:"item"`
	} `json:"payload"`
}

// ledgers reads every ledger of a scenario, by path.
func ledgers(t *testing.T, scenario string) [][]ledgerLine {
	t.Helper()
	var all [][]ledgerLine
	err := filepath.WalkDir(filepath.Join(scenario, "home", "sessions"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".jsonl") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var lines []ledgerLine
		for s := bufio.NewReader(bytes.NewReader(b)); ; {
			raw, err := s.ReadBytes('\n')
			if len(raw) == 0 {
				break
			}
			var l ledgerLine
			if json.Unmarshal(raw, &l) == nil {
				lines = append(lines, l)
			}
			if err != nil {
				break
			}
		}
		all = append(all, lines)
		return nil
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("no ledgers in %s: %v", scenario, err)
	}
	return all
}

// The replies of real sessions, with what the real Codex showed and parsed of each.
func TestCorpusCitations(t *testing.T) {
	scenario := testcorpus.Dir(t, "corpus/codex/m03_citations_v1")
	uses := map[string]int64{}
	replies := 0
	for _, lines := range ledgers(t, scenario) {
		var shown string
		var want *Citation
		for _, l := range lines {
			switch p := l.Payload; {
			case p.Type == "agent_message":
				shown, want = p.Message, p.MemoryCitation
			case p.Item != nil && p.Item.Type == "AgentMessage":
				shown, want = "", p.Item.MemoryCitation
				for _, c := range p.Item.Content {
					shown += c.Text
				}
			case l.Type == "response_item" && p.Role == "assistant":
				var text string
				for _, c := range p.Content {
					text += c.Text
				}
				gotShown, got := Strip(text)
				if want == nil {
					want = &Citation{Entries: []CitationEntry{}, RolloutIDs: []string{}}
				} else {
					replies++
				}
				if gotShown != shown {
					t.Errorf("reply %q: shown %q, Codex showed %q", text, gotShown, shown)
				}
				if diff := cmp.Diff(*want, got); diff != "" {
					t.Errorf("reply %q (-codex +ours):\n%s", text, diff)
				}
				for _, id := range got.ThreadIDs() {
					uses[id]++
				}
			}
		}
	}
	if replies < 10 {
		t.Errorf("got %d replies with a citation: the walk found too few to prove anything", replies)
	}
	before, after := usage(t, scenario, "0-before"), usage(t, scenario, "1-after")
	maps.DeleteFunc(uses, func(id string, _ int64) bool { _, known := after[id]; return !known }) // Codex ignores unknown ids
	want := map[string]int64{}
	for id, n := range after {
		if n -= before[id]; n > 0 {
			want[id] = n
		}
	}
	if diff := cmp.Diff(want, uses); diff != "" {
		t.Errorf("uses by thread (-codex's rows +ours):\n%s", diff)
	}
}

func usage(t *testing.T, scenario, step string) map[string]int64 {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(scenario, "workspace", step, "memories_1.rows.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows struct {
		Outputs []struct {
			ThreadID string `json:"thread_id"`
			Usage    *int64 `json:"usage_count"`
		} `json:"stage1_outputs"`
	}
	if err := json.Unmarshal(b, &rows); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, r := range rows.Outputs {
		counts[r.ThreadID] = 0
		if r.Usage != nil {
			counts[r.ThreadID] = *r.Usage
		}
	}
	return counts
}

// Every call of the memory tools in a real session is made again, over a folder built
// from what that session read, and answered as Codex answered it.
func TestCorpusMemoryTools(t *testing.T) {
	scenario := testcorpus.Dir(t, "corpus/codex/m15_dedicated_tools")
	type pair struct{ name, args, output string }
	var calls []pair
	for _, lines := range ledgers(t, scenario) {
		open := map[string]pair{}
		for _, l := range lines {
			switch p := l.Payload; {
			case p.Type == "function_call" && p.Namespace == ToolNamespace:
				open[p.CallID] = pair{name: p.Name, args: p.Arguments}
			case p.Type == "function_call_output":
				if c, ok := open[p.CallID]; ok {
					c.output, _ = p.Output.(string)
					calls = append(calls, c)
				}
			}
		}
	}
	if len(calls) < 15 {
		t.Fatalf("got %d calls, want the whole session's", len(calls))
	}
	files := map[string]string{"extensions/ad_hoc/instructions.md": "x\n"}
	for _, c := range calls {
		var l ListResult
		if c.name == "list" && json.Unmarshal([]byte(c.output), &l) == nil {
			for _, e := range l.Entries {
				if _, have := files[e.Path]; e.EntryType == "file" && !have {
					files[e.Path] = "x\n"
				}
			}
		}
		var r ReadResult
		if c.name == "read" && json.Unmarshal([]byte(c.output), &r) == nil && r.StartLine == 1 && !r.Truncated {
			files[r.Path] = r.Content
		}
	}
	dir := folder(t, files)
	for _, err := range []error{os.Mkdir(filepath.Join(dir, ".git"), 0o700), os.Symlink("/etc/hosts", filepath.Join(dir, "evil.md"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	tools := openTools(t, dir)
	for _, c := range calls {
		got, err := tools.Call(context.Background(), c.name, []byte(c.args))
		var miss Miss
		if errors.As(err, &miss) {
			got, err = string(miss), nil
		}
		if err != nil {
			t.Errorf("%s %s: %v", c.name, c.args, err)
		}
		want := c.output
		if c.name == "search" {
			got, want = comparable(t, files, got), comparable(t, files, want)
		}
		if got != want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.name, c.args, got, want)
		}
	}
}

// comparable drops search matches in the files that the session never read whole, and
// those whose text was changed after it was recorded (paths in it are not the original
// ones). Order among the summaries is left out of it for the same reason.
func comparable(t *testing.T, files map[string]string, output string) string {
	t.Helper()
	var r SearchResult
	if json.Unmarshal([]byte(output), &r) != nil {
		return output
	}
	r.Matches = slices.DeleteFunc(r.Matches, func(m SearchMatch) bool {
		return !slices.ContainsFunc(r.Queries, func(q string) bool {
			return files[m.Path] != "x\n" && (strings.Contains(m.Content, q) || strings.Contains(q, "-"))
		})
	})
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
