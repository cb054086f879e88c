package rollout_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/conversation/history"
	"github.com/seed50391015/reverie/conversation/item"
	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/testcorpus"
)

// request is one request that a real client sent.
type request struct {
	N        int               `json:"n"`
	Kind     string            `json:"kind"`
	ThreadID string            `json:"thread_id"`
	Input    []json.RawMessage `json:"input"`
}

// TestCorpusRequests replays every recorded thread and finds each request that was sent
// in the states of its replay, in their order.
func TestCorpusRequests(t *testing.T) {
	root := testcorpus.Dir(t, "corpus/codex")
	files, err := filepath.Glob(filepath.Join(root, "*", "expected_requests.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no expected requests under %s: %v", root, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			checkScenario(t, filepath.Dir(file))
		})
	}
}

func checkScenario(t *testing.T, dir string) {
	found, err := rollout.FindLedgers(filepath.Join(dir, "home"))
	if err != nil {
		t.Fatal(err)
	}
	states := map[string][][]string{} // thread id → per ledger the states, canonical
	for _, f := range found {
		states[f.ThreadID] = append(states[f.ThreadID], replayed(t, f.Path))
	}
	reached := map[string][]int{} // thread id → per ledger the state last matched
	matched := 0
	for _, r := range requests(t, filepath.Join(dir, "expected_requests.jsonl")) {
		ledgers := states[r.ThreadID]
		if ledgers == nil {
			t.Logf("request %d: thread %s has no ledger (it was deleted)", r.N, r.ThreadID)
			continue
		}
		if reached[r.ThreadID] == nil {
			reached[r.ThreadID] = make([]int, len(ledgers))
		}
		if !match(ledgers, reached[r.ThreadID], r) {
			t.Errorf("request %d (%s) of thread %s equals no state of the replay after the one before it", r.N, r.Kind, r.ThreadID)
			continue
		}
		matched++
	}
	if matched == 0 {
		t.Error("no request was compared")
	}
}

// match finds the request among the states from the one last matched on.
func match(ledgers [][]string, reached []int, r request) bool {
	input := r.Input
	if r.Kind == "compact" {
		input = input[:len(input)-1]
	}
	wants := []string{canonical(input)}
	if len(input) > 0 {
		wants = append(wants, canonical(input[1:]))
	}
	for l, states := range ledgers {
		for i := reached[l]; i < len(states); i++ {
			if states[i] == wants[0] || states[i] == wants[len(wants)-1] {
				reached[l] = i
				return true
			}
		}
	}
	return false
}

// replayed returns every state of a ledger as a model would get it, and checks that
// the reconstruction from the end gives the last one.
func replayed(t *testing.T, path string) []string {
	t.Helper()
	var out []string
	var last []item.Item
	for s, err := range rollout.Replay(path, rollout.HistoryOptions{}) {
		if err != nil {
			t.Fatalf("replay %s: %v", path, err)
		}
		last = s.Items
		out = append(out, canonicalItems(s.Items))
	}
	h, err := rollout.History(path, rollout.HistoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Warnings) > 0 {
		t.Errorf("%s: unexpected warnings %q", path, h.Warnings)
	}
	if diff := cmp.Diff(raws(last), raws(h.Items)); diff != "" {
		t.Errorf("%s: history from the end differs from the replay (-replay +history):\n%s", path, diff)
	}
	return out
}

func raws(items []item.Item) []string {
	out := []string{}
	for _, it := range items {
		out = append(out, string(it.Raw))
	}
	return out
}

func canonicalItems(items []item.Item) string {
	var in []json.RawMessage
	for _, it := range history.Normalise(items, history.Options{}) {
		in = append(in, it.Raw)
	}
	return canonical(in)
}

// canonical is a JSON text that is equal for equal inputs; the ids of synthetic outputs
// are left out.
func canonical(input []json.RawMessage) string {
	items := make([]any, 0, len(input))
	for _, raw := range input {
		var v map[string]any
		if err := json.Unmarshal(raw, &v); err != nil {
			return "broken: " + err.Error()
		}
		if v["output"] == history.Aborted {
			delete(v, "id")
		}
		items = append(items, v)
	}
	out, _ := json.Marshal(items)
	return string(out)
}

func requests(t *testing.T, path string) []request {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []request
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 64<<20)
	for sc.Scan() {
		var r request
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}
