package extract

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/internal/testcorpus"
)

// corpusItem is what of a response item names it in two places.
type corpusItem struct {
	Type   string `json:"type"`
	ID     string `json:"id"`
	CallID string `json:"call_id"`
	Role   string `json:"role"`
	Name   string `json:"name"`
	Space  string `json:"namespace"`
}

func (i corpusItem) key() string { return i.Type + " " + i.ID + " " + i.CallID }

// phase1Items reads one line of expected_phase1_v1|v2.jsonl: a JSON array, or labels with
// one item a line.
func phase1Items(t *testing.T, rendered string) (items []corpusItem) {
	t.Helper()
	if strings.HasPrefix(rendered, "[{") {
		if err := json.Unmarshal([]byte(rendered), &items); err != nil {
			t.Fatal(err)
		}
		return items
	}
	for line := range strings.Lines(rendered) {
		if !strings.HasPrefix(line, "{") {
			continue
		}
		var i corpusItem
		if err := json.Unmarshal([]byte(line), &i); err != nil {
			t.Fatal(err)
		}
		items = append(items, i)
	}
	return items
}

// ledgerItems maps each item of a ledger to its line, but for summaries of compactions.
func ledgerItems(t *testing.T, path string) map[string]int {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := map[string]int{}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for n := 1; in.Scan(); n++ {
		var l struct {
			Type    string     `json:"type"`
			Payload corpusItem `json:"payload"`
		}
		if json.Unmarshal(in.Bytes(), &l) == nil && l.Type == "response_item" {
			lines[l.Payload.key()] = n
			if strings.Contains(in.Text(), `"compaction_output":true`) {
				lines[l.Payload.key()] = -1
			}
		}
	}
	return lines
}

// TestRowsAgainstCodex holds our rows against what Codex itself sent to its phase 1:
// what it kept has a row, what it dropped has none. Where we differ: calls to memory
// tools, reads of memory files and their outputs are no evidence for us, and neither is
// the summary that a compaction recorded.
func TestRowsAgainstCodex(t *testing.T) {
	root := testcorpus.Dir(t, "corpus/codex")
	files, _ := filepath.Glob(filepath.Join(root, "*", "expected_phase1_*.jsonl"))
	if len(files) < 5 {
		t.Fatalf("got %d files of expectations, want at least 5", len(files))
	}
	for _, file := range files {
		scenario := filepath.Dir(file)
		t.Run(filepath.Base(scenario), func(t *testing.T) {
			// A thread is sent again each time it has grown: the last sending is compared.
			last := map[string][]corpusItem{}
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(b)) {
				var e struct {
					Path     string `json:"rollout_path"`
					Rendered string `json:"rendered"`
				}
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Fatal(err)
				}
				_, rest, _ := strings.Cut(e.Path, filepath.Base(scenario)+"/home/")
				last[filepath.Join(scenario, "home", rest)] = phase1Items(t, e.Rendered)
			}
			for path, kept := range last {
				if _, err := os.Stat(path); err != nil {
					t.Logf("%s was deleted in the scenario", filepath.Base(path))
					continue
				}
				comparePhase1(t, path, kept)
			}
		})
	}
}

func comparePhase1(t *testing.T, path string, kept []corpusItem) {
	t.Helper()
	lines := ledgerItems(t, path)
	rows := map[int]Row{}
	for r, err := range FileRows(path, RowOptions{}, nil) {
		if err != nil {
			t.Fatal(err)
		}
		rows[r.Line] = r
	}
	name := filepath.Base(path)
	wanted, lastWanted := map[int]bool{}, 0
	memory := map[string]bool{}
	for _, i := range kept {
		n, ok := lines[i.key()]
		if !ok {
			t.Errorf("%s: Codex sent %s, which stands in no line", name, i.key())
			continue
		}
		if n < 0 {
			continue
		}
		wanted[n], lastWanted = true, max(lastWanted, n)
		if i.Space == "memories" {
			memory[i.CallID] = true
		}
		if _, ok := rows[n]; !ok && !memory[i.CallID] {
			t.Errorf("%s:%d: Codex kept this %s %s, we have no row", name, n, i.Type, i.Role)
		}
	}
	for n, r := range rows {
		if !wanted[n] && n <= lastWanted {
			t.Errorf("%s:%d: Codex dropped this line, we have the row %q %.80q", name, n, r.Kind, r.Text)
		}
	}
}

// TestRowsOfBadInput reads every damaged ledger of the corpus: at least as many words of
// the user and of the assistant come out as Codex read.
func TestRowsOfBadInput(t *testing.T) {
	root := testcorpus.Dir(t, "corpus/codex/bad_input")
	b, err := os.ReadFile(filepath.Join(root, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	var results map[string]struct {
		Phase1 struct {
			Labels []string `json:"labels"`
		} `json:"phase1"`
	}
	if err := json.Unmarshal(b, &results); err != nil {
		t.Fatal(err)
	}
	for name, want := range results {
		path := filepath.Join(root, strings.Replace(name, "/", "-", 1)+".jsonl")
		labels := map[string]int{}
		var counts Counts
		for r, err := range FileRows(path, RowOptions{}, &counts) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			labels[string(r.Kind)]++
		}
		codex := map[string]int{}
		for _, l := range want.Phase1.Labels {
			switch l {
			case "[human user]":
				codex["user"]++
			case "[assistant final]":
				codex["assistant"]++
			case "[harness context]":
				codex["context"]++
			}
		}
		for _, kind := range []string{"user", "assistant", "context"} {
			if labels[kind] < codex[kind] {
				t.Errorf("%s: got %d %s rows, Codex had %d", name, labels[kind], kind, codex[kind])
			}
		}
		if labels["user"] > 3 || labels["assistant"] > 4 {
			t.Errorf("%s: got %v, want no message twice", name, labels)
		}
		t.Logf("%-36s %v %+v", name, labels, counts)
	}
}
