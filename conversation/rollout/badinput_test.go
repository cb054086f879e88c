package rollout_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/conversation/history"
	"github.com/seed50391015/reverie/conversation/instructions"
	"github.com/seed50391015/reverie/conversation/item"
	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/testcorpus"
)

// badResult is what the real client made of one damaged ledger.
type badResult struct {
	Read    json.RawMessage `json:"read"`
	History [][]*string     `json:"history"`
}

// badLines are the lines that must be named in each case; cases that are not here must
// name none.
func badLines() map[string][]int {
	return map[string][]int{
		"trunc_last_line": {42}, "trunc_mid_response_item": {14}, "garbage_line_mid": {17},
		"replace_answer_with_garbage": {17}, "garbage_last_line": {43}, "two_records_on_a_line": {17},
		"session_meta_garbage": {1}, "nul_tail": {43}, "invalid_utf8": {16, 17, 20},
		"lone_surrogate": {16, 17, 20}, "payload_null": {17}, "missing_timestamp": {17}, "bad_timestamp": {17},
	}
}

// TestCorpusBadInput reads every damaged ledger at least as far as the real client did.
func TestCorpusBadInput(t *testing.T) {
	dir := testcorpus.Dir(t, "corpus/codex/bad_input")
	raw, err := os.ReadFile(filepath.Join(dir, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	var results map[string]badResult
	if err := json.Unmarshal(raw, &results); err != nil {
		t.Fatal(err)
	}
	for name, want := range results {
		name = strings.TrimPrefix(name, "legacy/")
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "legacy-"+name+".jsonl")
			checkBad(t, path, badLines()[name])
			checkReadAsMuch(t, path, want, results["legacy/ok"])
			checkShown(t, path, want.Read)
		})
	}
}

func checkBad(t *testing.T, path string, want []int) {
	t.Helper()
	rep, err := rollout.Check(path)
	if strings.Contains(path, "empty_file") || strings.Contains(path, "only_newline") {
		if !errors.Is(err, rollout.ErrEmpty) {
			t.Errorf("Check = %v, want ErrEmpty", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]bool{}
	for _, b := range rep.Bad {
		got[b.Number] = true
		if b.Reason == "" {
			t.Errorf("line %d has no reason", b.Number)
		}
	}
	if len(got) != len(want) {
		t.Errorf("bad lines are %v, want %v", rep.Bad, want)
	}
	for _, n := range want {
		if !got[n] {
			t.Errorf("bad lines are %v, want %v", rep.Bad, want)
		}
	}
}

// checkReadAsMuch finds every item of the client's history, in order, in ours, and every
// message that it showed. Where it could not read at all, ours must hold the sound
// ledger's history: the damage in those cases is beside the items.
func checkReadAsMuch(t *testing.T, path string, want, sound badResult) {
	t.Helper()
	h, err := rollout.History(path, rollout.HistoryOptions{})
	if errors.Is(err, rollout.ErrEmpty) {
		if want.History != nil {
			t.Errorf("nothing read, the client read %d items", len(want.History))
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got := spoken(history.Normalise(h.Items, history.Options{}))
	theirs := want.History
	if theirs == nil {
		theirs = sound.History
	}
	i := 0
	for _, w := range theirs {
		last := w[len(w)-1]
		if last == nil || *last == "After resume?" || *last == "" {
			continue
		}
		for i < len(got) && !strings.HasPrefix(flat(got[i]), flat(*last)) {
			i++
		}
		if i == len(got) {
			t.Errorf("item %.60q of the client's history is not in ours: %.60q", *last, got)
			return
		}
		i++
	}
}

// flat is a text without the characters that damage replaces, and without blanks.
func flat(s string) string {
	return strings.NewReplacer("\uFFFD", "", " ", "", "\n", "").Replace(s)
}

// checkShown finds each message that the client showed among the records we read.
func checkShown(t *testing.T, path string, read json.RawMessage) {
	t.Helper()
	var turns [][]json.RawMessage
	if json.Unmarshal(read, &turns) != nil {
		return // the client could not read it
	}
	all := flat(recorded(t, path))
	for _, turn := range turns {
		for _, raw := range turn {
			var shown []string
			if json.Unmarshal(raw, &shown) != nil || len(shown) != 2 || shown[1] == "" {
				continue
			}
			if !strings.Contains(all, flat(shown[1])) {
				t.Errorf("%s %q was shown by the client and is in no record of ours", shown[0], shown[1])
			}
		}
	}
}

// recorded is the text of all messages in a ledger.
func recorded(t *testing.T, path string) string {
	t.Helper()
	f, err := rollout.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := f.Reader()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if l.Type == rollout.TypeResponseItem {
			all.WriteString(item.New(l.Payload).Text())
		}
		var event struct {
			Message string `json:"message"`
		}
		if l.Kind() == rollout.EventUserMessage || l.Kind() == rollout.EventAgentMessage {
			_ = json.Unmarshal(l.Payload, &event)
			all.WriteString(event.Message)
		}
	}
}

func spoken(items []item.Item) []string {
	var out []string
	for _, it := range items {
		if instructions.IsContext(it) {
			continue
		}
		out = append(out, it.Text()+it.Arguments())
	}
	return out
}
