package rollout_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seed50391015/reverie/conversation/item"
	"github.com/seed50391015/reverie/conversation/rollout"
)

const (
	threadA = "0190a0b0-0000-7000-8000-00000000000a"
	threadB = "0190a0b0-0001-7000-8000-00000000000b"
	threadC = "0190a0b0-0002-7000-8000-00000000000c"
)

// script turns short words into records: each word is one record.
//
//	begin end abort            a turn's borders
//	u:text  a:text             user and assistant messages
//	env  dev                   contextual messages
//	ev:text                    a user_message event
//	call:id out:id             a call and an output
//	rh:x,y                     a compaction whose replacement history is the user messages x and y
//	old:text                   a compaction without replacement history
//	rb:n                       a rollback of n turns
func script(words ...string) []string {
	out := []string{record("session_meta", `{"id":"`+threadA+`","cwd":"/repo"}`)}
	for _, w := range words {
		out = append(out, scriptLine(w))
	}
	return out
}

func scriptLine(w string) string {
	kind, arg, _ := strings.Cut(w, ":")
	switch kind {
	case "begin":
		return record("event_msg", `{"type":"task_started"}`)
	case "end":
		return record("event_msg", `{"type":"task_complete"}`)
	case "abort":
		return record("event_msg", `{"type":"turn_aborted"}`)
	case "u":
		return record("response_item", string(item.Message("user", arg).Raw))
	case "a":
		return record("response_item", string(item.Message("assistant", arg).Raw))
	case "env":
		return record("response_item", string(item.Message("user", "<environment_context>\n<cwd>/x</cwd>\n</environment_context>").Raw))
	case "dev":
		return record("response_item", string(item.Message("developer", "rules").Raw))
	case "ev":
		return record("event_msg", `{"type":"user_message","message":"`+arg+`"}`)
	case "call":
		return record("response_item", `{"type":"function_call","name":"sh","arguments":"{}","call_id":"`+arg+`"}`)
	case "out":
		return record("response_item", `{"type":"function_call_output","call_id":"`+arg+`","output":"done"}`)
	case "rh":
		var items []string
		for _, text := range strings.Split(arg, ",") {
			items = append(items, string(item.Message("user", text).Raw))
		}
		return record("compacted", `{"message":"m","replacement_history":[`+strings.Join(items, ",")+`]}`)
	case "old":
		return record("compacted", `{"message":"`+arg+`"}`)
	case "rb":
		return record("event_msg", `{"type":"thread_rolled_back","num_turns":`+arg+`}`)
	}
	return w
}

func record(typ, payload string) string {
	return `{"timestamp":"2026-01-02T03:04:05.678Z","type":"` + typ + `","payload":` + payload + `}`
}

// said is what the items say, in short.
func said(items []item.Item) string {
	var out []string
	for _, it := range items {
		switch {
		case it.Role() == "developer":
			out = append(out, "dev")
		case strings.HasPrefix(it.Text(), "<environment"):
			out = append(out, "env")
		case it.IsCall(), it.IsOutput():
			out = append(out, it.Type()[:8]+":"+it.CallID())
		default:
			out = append(out, it.Text())
		}
	}
	return strings.Join(out, " ")
}

func writeLedger(tb testing.TB, path string, lines []string) string {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func TestHistoryRules(t *testing.T) {
	for _, c := range []struct {
		name, words, want string
	}{
		{"plain", "begin dev env u:1 a:1 end begin u:2 a:2 end", "dev env 1 1 2 2"},
		{"rollback of one", "begin dev env u:1 a:1 end begin u:2 a:2 end rb:1", "dev env 1 1"},
		{"a rolled-back turn takes its context along", "begin dev u:1 a:1 end begin env u:2 a:2 end rb:1", "dev 1 1"},
		{"context directly before the cut goes too", "begin dev u:1 a:1 end env begin u:2 end rb:1", "dev 1 1"},
		{"rollback of the first turn keeps the start", "begin dev env u:1 a:1 end rb:1", "dev env"},
		{"rollback of both turns keeps the start", "begin dev env u:1 end begin env u:2 end rb:2", "dev env"},
		{"rollback beyond the first turn empties", "begin dev env u:1 end rb:2 begin dev u:2 end", "dev 2"},
		{"two rollbacks add up", "begin dev u:1 end begin u:2 end begin u:3 end rb:1 rb:1", "dev 1"},
		{"a rollback between turns", "begin u:1 end begin u:2 end rb:1 begin u:3 end rb:1", "1"},
		{"turns without user messages do not count", "begin u:1 end begin u:2 end begin a:auto end rb:1", "1"},
		{"a steered turn counts once", "begin u:1 end begin u:2 u:more a:x end rb:1", "1"},
		{"no events: each user message is a turn", "dev env u:1 a:1 env u:2 a:2 rb:1", "dev env 1 1"},
		{"an event shows the user turn", "begin u:1 end begin ev:2 a:2 end rb:1", "1"},
		{"compaction replaces", "begin u:1 a:1 rh:kept,sum a:2 end", "kept sum 2"},
		{"the newest compaction counts", "begin u:1 rh:one a:1 rh:two a:2 end", "two 2"},
		{"rollback takes a compaction back", "begin dev u:1 a:1 end begin u:2 rh:sum a:2 end rb:1", "dev 1 1"},
		{"a pre-turn compaction goes with its turn", "begin dev u:1 a:1 end begin rh:sum dev u:2 a:2 end rb:1", "dev 1 1"},
		{"rollback behind a compaction keeps it", "begin u:1 rh:sum a:1 end begin env u:2 end rb:1", "sum 1"},
		{"rollback over a compaction into the past", "begin dev u:1 a:1 end begin u:2 a:2 end begin u:3 rh:s a:3 end begin u:4 end rb:2", "dev 1 1 2 2"},
		{"old compaction rebuilds", "begin dev env u:1 a:1 end begin u:2 a:2 end old:sum a:3", "1 2 sum 3"},
		{"old compaction taken back", "begin dev u:1 end begin u:2 old:sum a:2 end rb:1", "dev 1"},
		{"old compaction over a new one", "begin u:1 rh:kept end begin u:2 end old:sum", "kept 2 sum"},
		{"an aborted turn counts", "begin u:1 end begin u:2 abort rb:1", "1"},
		{"a turn without an end", "begin u:1 begin u:2 a:2 rb:1 u:3", "1 3"},
		{"what follows a rollback stays", "begin u:1 end begin u:2 end rb:1 a:note", "1 note"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := writeLedger(t, filepath.Join(t.TempDir(), "x.jsonl"), script(strings.Fields(c.words)...))
			back, forward := bothWays(t, path)
			if back != c.want {
				t.Errorf("history is %q, want %q", back, c.want)
			}
			if forward != c.want {
				t.Errorf("replay ends in %q, want %q", forward, c.want)
			}
		})
	}
}

// bothWays gives live history by reading backward and by replaying forward.
func bothWays(tb testing.TB, path string) (back, forward string) {
	tb.Helper()
	h, err := rollout.History(path, rollout.HistoryOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	for s, err := range rollout.Replay(path, rollout.HistoryOptions{}) {
		if err != nil {
			tb.Fatal(err)
		}
		forward = said(s.Items)
	}
	return said(h.Items), forward
}

// TestBackwardEqualsForward: for any sequence of records, reading from the end gives
// what replaying from the start gives.
func TestBackwardEqualsForward(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{
			"begin", "begin", "end", "end", "abort", "u", "u", "u", "a", "a", "env", "dev", "ev", "rh", "old", "rb", "rb",
		}), 0, 40).Draw(t, "words")
		for i, w := range words {
			switch w {
			case "rb":
				words[i] = fmt.Sprintf("rb:%d", rapid.IntRange(0, 3).Draw(t, "turns"))
			case "rh":
				words[i] = fmt.Sprintf("rh:k%d,s%d", i, i)
			default:
				words[i] = fmt.Sprintf("%s:%s%d", w, w, i)
			}
		}
		n++
		path := filepath.Join(dir, fmt.Sprintf("%d.jsonl", n))
		if err := os.WriteFile(path, []byte(strings.Join(script(words...), "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		h, err := rollout.History(path, rollout.HistoryOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var last []item.Item
		for s, err := range rollout.Replay(path, rollout.HistoryOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			last = s.Items
		}
		if diff := cmp.Diff(said(last), said(h.Items)); diff != "" {
			t.Fatalf("%v (-forward +backward):\n%s", words, diff)
		}
	})
}
