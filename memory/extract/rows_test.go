package extract

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// rowThread is the id that the test ledgers bear, made at rowBegan.
const rowThread = "0195607a-0001-7abc-8def-0123456789ab"

var rowBegan = time.UnixMilli(0x0195607a0001).UTC()

// ledgerText writes lines as a ledger in memory; each is a type and a payload.
type ledgerText struct {
	b strings.Builder
	n int
}

func (l *ledgerText) raw(line string) *ledgerText {
	l.n++
	l.b.WriteString(line + "\n")
	return l
}

// add writes a record, a second after the one before.
func (l *ledgerText) add(kind, payload string) *ledgerText {
	at := rowBegan.Add(time.Duration(l.n) * time.Second).Format("2006-01-02T15:04:05.000Z")
	return l.raw(fmt.Sprintf(`{"timestamp":%q,"type":%q,"payload":%s}`, at, kind, payload))
}

func jsonText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (l *ledgerText) meta(more string) *ledgerText {
	return l.add("session_meta", fmt.Sprintf(`{"id":%q,"timestamp":%q,"cwd":"/w","source":"cli"%s}`, rowThread, rowBegan.Format(time.RFC3339Nano), more))
}

func (l *ledgerText) item(payload string) *ledgerText  { return l.add("response_item", payload) }
func (l *ledgerText) event(payload string) *ledgerText { return l.add("event_msg", payload) }

func (l *ledgerText) user(text string) *ledgerText {
	return l.item(`{"type":"message","role":"user","content":[{"type":"input_text","text":` + jsonText(text) + `}]}`)
}

func (l *ledgerText) assistant(text string) *ledgerText {
	return l.item(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":` + jsonText(text) + `}]}`)
}

func (l *ledgerText) call(id, name, args string) *ledgerText {
	return l.item(fmt.Sprintf(`{"type":"function_call","name":%q,"arguments":%s,"call_id":%q}`, name, jsonText(args), id))
}

func (l *ledgerText) exec(id, command string) *ledgerText {
	return l.call(id, "exec_command", `{"cmd":`+jsonText(command)+`}`)
}

func (l *ledgerText) output(id, text string) *ledgerText {
	return l.item(fmt.Sprintf(`{"type":"function_call_output","call_id":%q,"output":%s}`, id, jsonText(text)))
}

func (l *ledgerText) started() *ledgerText { return l.event(`{"type":"task_started"}`) }

// file writes the ledger to a file of that name, "" for a plain one.
func (l *ledgerText) file(t testing.TB, name string) string {
	t.Helper()
	if name == "" {
		name = "rollout-2026-03-04T10-00-00-" + rowThread + ".jsonl"
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(l.b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func rowsOf(t testing.TB, path string) []Row {
	t.Helper()
	var rows []Row
	for r, err := range FileRows(path, RowOptions{}, nil) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// brief is a row as a line of test: its line, kind, turn and text.
func brief(rows []Row) (list []string) {
	for _, r := range rows {
		back := ""
		if r.TakenBack {
			back = " (taken back)"
		}
		list = append(list, fmt.Sprintf("%d %s t%d: %s%s", r.Line, r.Kind, r.Turn, r.Text, back))
	}
	return list
}

func wantRows(t *testing.T, l *ledgerText, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, brief(rowsOf(t, l.file(t, "")))); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestRowsKeepAndDrop(t *testing.T) {
	l := new(ledgerText).meta("")
	l.item(`{"type":"message","role":"developer","content":[{"type":"input_text","text":"permissions"}]}`)
	l.user("# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nuse tabs\n</INSTRUCTIONS>")
	l.user("<environment_context>\n<cwd>/w</cwd>\n</environment_context>")
	l.user("build it")
	l.item(`{"type":"reasoning","summary":[{"type":"summary_text","text":"thinking"}],"encrypted_content":"eA=="}`)
	l.item(`{"type":"ghost_snapshot","ghost_commit":{}}`)
	l.item(`{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,AAAA"},{"type":"input_text","text":"like this"}]}`)
	l.item(`{"type":"local_shell_call","call_id":"c1","status":"completed","action":{"type":"exec","command":["bash","-lc","make all"],"working_directory":"/w"}}`)
	l.output("c1", "Exit code: 2\nWall time: 0.1 seconds\nOutput:\nno rule\n")
	l.item(`{"type":"web_search_call","status":"completed","action":{"type":"search","query":"make no rule","queries":["make no rule","gnu make"]}}`)
	l.item(`{"type":"image_generation_call","id":"x","result":"AAAA"}`)
	l.item(`{"type":"some_new_item","text":"unknown"}`)
	l.add("inter_agent_communication", `{"author":"/root","recipient":"/root/a","content":"count the files"}`)
	l.add("world_state", `{"full":true}`)
	l.assistant("Built.\n<oai-mem-citation>\n<citation_entries>\nMEMORY.md:1-1|note=[x]\n</citation_entries>\n</oai-mem-citation>")
	wantRows(t, l,
		"4 context t0: <environment_context>\n<cwd>/w</cwd>\n</environment_context>",
		"5 user t1: build it",
		"8 user t2: like this",
		"9 tool_call t2: make all",
		"10 tool_output t2: no rule\n",
		"11 web_search t2: make no rule\ngnu make",
		"14 agent t2: /root → /root/a: count the files",
		"16 assistant t2: Built.")
}

// TestRowsOfTheFirstLedgers: items without an envelope, as Codex wrote them at first.
func TestRowsOfTheFirstLedgers(t *testing.T) {
	l := new(ledgerText).raw(`{"id":"` + rowThread + `","timestamp":"2025-05-04T10:00:00.000Z","instructions":null}`).
		raw(`{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}`).
		raw(`{"record_type":"state"}`).
		raw(`{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls\"]}","call_id":"c"}`).
		raw(`{"type":"function_call_output","call_id":"c","output":"{\"output\":\"a\\n\",\"metadata\":{\"exit_code\":0}}"}`).
		raw(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}`)
	wantRows(t, l, "2 user t1: hi", "4 tool_call t1: ls", "5 tool_output t1: a\n", "6 assistant t1: done")
}

func TestRowsCountAPictureAsATurn(t *testing.T) {
	l := new(ledgerText).meta("").started().item(`{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:x"}]}`).
		assistant("a cat").started().user("and this?")
	wantRows(t, l, "4 assistant t1: a cat", "6 user t2: and this?")
}

func TestRowsNumberTurnsByTheirBorders(t *testing.T) {
	l := new(ledgerText).meta("").started().user("one").assistant("working").user("steer: use b").
		event(`{"type":"task_complete"}`).started().user("two")
	l.add("turn_context", `{"turn_id":"x","cwd":"/w"}`).assistant("a").add("turn_context", `{"turn_id":"x","cwd":"/w"}`).assistant("b")
	wantRows(t, l, "3 user t1: one", "4 assistant t1: working", "5 user t1: steer: use b", "8 user t2: two", "10 assistant t2: a", "12 assistant t2: b")
}

func TestRowsDropACompactionsSummary(t *testing.T) {
	l := new(ledgerText).meta("").user("go").assistant("an answer").assistant("the summary of it all")
	l.event(`{"type":"token_count"}`)
	l.add("compacted", `{"message":"Some prefix:\nthe summary of it all","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}]}`)
	l.assistant("stays").add("compacted", `{"message":"prefix\nanother text"}`)
	long := strings.Repeat("much was done. ", 1000)
	l.assistant(long).add("compacted", `{"message":`+jsonText("prefix\n"+long)+`}`)
	l.user("next")
	wantRows(t, l, "2 user t1: go", "3 assistant t1: an answer", "7 assistant t1: stays", "11 user t2: next")
}

// TestRowsKeepAnAnswerThatASummaryRepeats: only the text that ends the compaction's
// message right behind its prefix is the summary.
func TestRowsKeepAnAnswerThatASummaryRepeats(t *testing.T) {
	const known = "Another language model started to solve this problem and produced a summary, which is not our text:\n"
	long := strings.Repeat("much was done. ", 1000)
	for _, tc := range []struct {
		name, answer, message string
		kept                  bool
	}{
		{"within the summary", "Done.", known + "Work so far: Done. Next: deploy.", true},
		{"a line of the summary", "Next: deploy.", known + "Work so far.\nNext: deploy.", true},
		{"a word of the prefix", "summary", known + "Work so far.", true},
		{"the start of the summary", "Work so far", known + "Work so far: all.", true},
		{"the start of a long summary", "much was done.", known + long, true},
		{"the summary, known prefix", "Work so far.\nNext: deploy.", known + "Work so far.\nNext: deploy.\n", false},
		{"the summary, long", long, known + long, false},
		{"the summary, unknown prefix of two lines", "Next: deploy.", "Here is\na summary:\nNext: deploy.", false},
		{"the summary, with a citation", "Done.\n<oai-mem-citation>\n</oai-mem-citation>", known + "Done.\n<oai-mem-citation>\n</oai-mem-citation>", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := new(ledgerText).meta("").user("go").assistant(tc.answer).add("compacted", `{"message":`+jsonText(tc.message)+`,"replacement_history":[]}`)
			want := []string{"2 user t1: go"}
			if tc.kept {
				want = append(want, "3 assistant t1: "+strings.TrimSpace(tc.answer))
			}
			got := brief(rowsOf(t, l.file(t, "")))
			for i := range got {
				got[i] = strings.TrimSpace(got[i])
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRowsTellTwinsFromEventsAlone(t *testing.T) {
	t.Run("items and events", func(t *testing.T) {
		l := new(ledgerText).meta("").started().user("hi").event(`{"type":"user_message","message":"hi"}`).
			event(`{"type":"agent_message","message":"hello "}`).assistant("hello").assistant("more").event(`{"type":"agent_message","message":"more"}`)
		wantRows(t, l, "3 user t1: hi", "6 assistant t1: hello", "7 assistant t1: more")
	})
	t.Run("events alone", func(t *testing.T) {
		l := new(ledgerText).meta("").event(`{"type":"user_message","message":"hi"}`).event(`{"type":"agent_message","message":"hello"}`).
			event(`{"type":"user_message","message":"hi"}`).event(`{"type":"agent_message","message":"hello"}`)
		wantRows(t, l, "2 user t1: hi", "3 assistant t1: hello", "4 user t2: hi", "5 assistant t2: hello")
	})
	t.Run("paginated events alone", func(t *testing.T) {
		l := new(ledgerText).meta("").started().
			event(`{"type":"item_completed","item":{"type":"UserMessage","content":[{"type":"text","text":"hi"}]}}`).
			event(`{"type":"item_completed","item":{"type":"CommandExecution","aggregated_output":"x"}}`).
			event(`{"type":"item_completed","item":{"type":"AgentMessage","content":[{"type":"Text","text":"hello"}]}}`)
		wantRows(t, l, "3 user t1: hi", "5 assistant t1: hello")
	})
	t.Run("an item's line is bad", func(t *testing.T) {
		l := new(ledgerText).meta("").started().raw(`{"timestamp":"x","type":"response_item","payload":{"type":"mess`).
			event(`{"type":"user_message","message":"hi"}`).event(`{"type":"agent_message","message":"hello"}`).assistant("hello")
		wantRows(t, l, "4 user t1: hi", "6 assistant t1: hello")
	})
}

func TestRowsTellAnInterruptionOnce(t *testing.T) {
	l := new(ledgerText).meta("").started().user("go").user("<turn_aborted>\nstopped\n</turn_aborted>").
		event(`{"type":"turn_aborted","reason":"interrupted"}`).started().user("go on").event(`{"type":"turn_aborted","reason":"replaced"}`)
	wantRows(t, l, "3 user t1: go", "4 aborted t1: <turn_aborted>\nstopped\n</turn_aborted>", "7 user t2: go on", "8 aborted t2: replaced")
}

func TestRowsMarkWhatARollbackTookBack(t *testing.T) {
	l := new(ledgerText).meta("").started().user("one").assistant("a").started().user("two").assistant("b").
		event(`{"type":"thread_rolled_back","num_turns":1}`).started().user("three").
		event(`{"type":"thread_rolled_back","num_turns":2}`).started().user("four")
	wantRows(t, l, "3 user t1: one (taken back)", "4 assistant t1: a (taken back)", "6 user t2: two (taken back)", "7 assistant t2: b (taken back)",
		"8 rollback t2: turns taken back: 1", "10 user t3: three (taken back)", "11 rollback t3: turns taken back: 2", "13 user t4: four")
}

func TestRowsJoinAProcess(t *testing.T) {
	l := new(ledgerText).meta("").exec("c1", "npm test").output("c1", "Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID 7\nOutput:\nstarting\n").
		call("c2", "write_stdin", `{"session_id":7,"chars":"","yield_time_ms":100}`).output("c2", "Chunk ID: 2\nWall time: 1 seconds\nProcess running with session ID 7\nOutput:\nq?\n").
		call("c3", "write_stdin", `{"session_id":7,"chars":"y\n"}`).output("c3", "Chunk ID: 3\nWall time: 1 seconds\nProcess exited with code 1\nOutput:\n1 failed\n")
	rows := rowsOf(t, l.file(t, ""))
	if diff := cmp.Diff([]string{"2 tool_call t0: npm test", "3 tool_output t0: starting\n", "5 tool_output t0: q?\n", "6 tool_call t0: y\n", "7 tool_output t0: 1 failed\n"}, brief(rows)); diff != "" {
		t.Fatalf("rows (-want +got):\n%s", diff)
	}
	last := rows[4].Tool
	if last.CallID != "c1" || last.Command != "npm test" || last.Exit == nil || *last.Exit != 1 || !last.Failed {
		t.Errorf("got %+v, want the last output to be of call c1, npm test, exit 1", last)
	}
}

func TestRowsReadBoundedMemory(t *testing.T) {
	long := strings.Repeat("line of output\\n", 3<<20) // 48 MB of JSON
	l := new(ledgerText).meta("").exec("c1", "cat big").
		item(`{"type":"function_call_output","call_id":"c1","output":"HEAD` + long + `TAIL"}`).
		item(`{"type":"reasoning","encrypted_content":"` + long + `"}`).user("next")
	rows := rowsOf(t, l.file(t, ""))
	if len(rows) != 3 {
		t.Fatalf("got %d rows, want 3", len(rows))
	}
	text := rows[1].Text
	if len(text) > rowTextLimit+100 || !strings.HasPrefix(text, "HEADline") || !strings.HasSuffix(text, "output\nTAIL") || !strings.Contains(text, "bytes left out …]") {
		t.Errorf("got %d bytes, %q … %q; want head and tail of the output and a word of what is left out", len(text), text[:20], text[len(text)-20:])
	}
}

func TestRowsAreRedacted(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	l := new(ledgerText).meta("").user("use "+secret).assistant("ok "+secret).
		exec("c1", "curl -H 'Authorization: Bearer "+secret+"' x").output("c1", "Exit code: 0\nOutput:\n"+secret+"\n").
		item(`{"type":"custom_tool_call","name":"apply_patch","call_id":"c2","input":"*** Begin Patch\n*** Add File: ` + secret + `.txt\n+` + secret + `\n*** End Patch"}`).
		item(`{"type":"web_search_call","action":{"query":"` + secret + `"}}`)
	for _, r := range rowsOf(t, l.file(t, "")) {
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), secret) {
			t.Errorf("got a secret in %s", b)
		}
	}
}

func TestRowsStopWhenAskedTo(t *testing.T) {
	path := new(ledgerText).meta("").user("one").user("two").user("three").file(t, "")
	n := 0
	for range FileRows(path, RowOptions{}, nil) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("got %d rows, want the walk to end at 2", n)
	}
}

func TestRowsOfAMissingFile(t *testing.T) {
	for _, err := range FileRows(filepath.Join(t.TempDir(), "none.jsonl"), RowOptions{}, nil) {
		if err == nil {
			t.Error("got a row, want an error")
		}
		return
	}
	t.Error("got nothing, want an error")
}
