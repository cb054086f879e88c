package ledgergen

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// writer builds one ledger record by record.
type writer struct {
	w      io.Writer
	o      Options
	rand   *rand.Rand
	now    time.Time
	buf    []byte
	err    error
	ledger Ledger

	since   int64    // bytes since the last compaction
	users   []string // payloads of the newest user messages
	ordinal int
}

func newWriter(w io.Writer, o Options) *writer {
	id := threadID(o)
	return &writer{
		w: w, o: o, rand: rand.New(rand.NewPCG(o.Seed, 2)), now: o.Start,
		ledger: Ledger{ThreadID: id, Name: fileName(o, id), Begun: o.Start},
	}
}

const flushSize = 1 << 20

// record appends one record. The payload is JSON; it is given in pieces so that long
// texts are not copied twice.
func (g *writer) record(typ string, payload ...string) {
	from := len(g.buf)
	g.now = g.now.Add(time.Duration(5+g.rand.IntN(900)) * time.Millisecond)
	g.buf = append(g.buf, `{"timestamp":"`...)
	g.buf = g.now.AppendFormat(g.buf, "2006-01-02T15:04:05.000Z")
	g.buf = append(g.buf, '"')
	if !g.o.Legacy {
		g.buf = append(g.buf, `,"ordinal":`...)
		g.buf = strconv.AppendInt(g.buf, int64(g.ordinal), 10)
		g.ordinal++
	}
	g.buf = append(append(append(g.buf, `,"type":"`...), typ...), `","payload":`...)
	for _, p := range payload {
		g.buf = append(g.buf, p...)
	}
	if typ == "response_item" {
		g.buf = append(g.buf, `,"metadata":{"history_sequence":`...)
		g.buf = strconv.AppendInt(g.buf, int64(g.ledger.Records), 10)
		g.buf = append(g.buf, '}')
	}
	g.buf = append(g.buf, '}', '\n')
	n := int64(len(g.buf) - from)
	g.ledger.Bytes += n
	g.since += n
	g.ledger.Records++
	if len(g.buf) >= flushSize {
		_ = g.flush()
	}
}

func (g *writer) flush() error {
	if g.err == nil && len(g.buf) > 0 {
		_, g.err = g.w.Write(g.buf)
	}
	g.buf = g.buf[:0]
	return g.err
}

func (g *writer) meta() {
	mode := "paginated"
	if g.o.Legacy {
		mode = "legacy"
	}
	g.record("session_meta", `{"session_id":"`, g.ledger.ThreadID, `","id":"`, g.ledger.ThreadID,
		`","timestamp":"`, g.now.Format("2006-01-02T15:04:05.000Z"), `","cwd":`, quote(g.o.Cwd),
		`,"originator":"generated","cli_version":"0.0.0","source":"`, g.o.Source,
		`","model_provider":"none","base_instructions":{"text":`, quote(g.prose(g.o.Instructions)),
		`},"history_mode":"`, mode, `","git":{"commit_hash":"`, g.hex(40), `","branch":"main"}}`)
}

// turn writes one user turn: the user's words, tool calls and outputs, the answer.
func (g *writer) turn() {
	id := g.hex(32)
	g.ledger.Turns++
	g.record("event_msg", `{"type":"task_started","turn_id":"`, id, `","model_context_window":258400}`)
	if g.ledger.Turns == 1 {
		g.context(id)
	}
	g.record("turn_context", `{"turn_id":"`, id, `","cwd":`, quote(g.o.Cwd),
		`,"approval_policy":"never","sandbox_policy":{"type":"workspace-write"},"model":"invented-1","effort":"medium","summary":"auto"}`)
	g.user(id)
	for range 2 + g.rand.IntN(7) {
		g.call(id)
		if g.o.CompactEvery > 0 && g.since >= g.o.CompactEvery {
			g.compact(id)
		}
	}
	g.answer(id)
	g.record("event_msg", `{"type":"task_complete","turn_id":"`, id, `","duration_ms":`, strconv.Itoa(g.rand.IntN(90000)), `}`)
}

// context writes what a client puts before the first user message.
func (g *writer) context(id string) {
	g.message(id, "developer", "input_text", "<permissions>"+g.prose(700)+"</permissions>")
	g.message(id, "user", "input_text", "# AGENTS.md instructions for "+g.o.Cwd+"\n\n<INSTRUCTIONS>\n"+g.prose(900)+"\n</INSTRUCTIONS>")
	g.message(id, "user", "input_text", "<environment_context>\n  <cwd>"+g.o.Cwd+"</cwd>\n  <shell>bash</shell>\n</environment_context>")
	g.record("world_state", `{"full":true,"state":{"note":`, quote(g.prose(400)), `}}`)
}

func (g *writer) message(turn, role, part, text string) string {
	payload := `{"type":"message","id":"msg_` + g.hex(16) + `","role":"` + role + `","content":[{"type":"` + part +
		`","text":` + quote(text) + `}],"internal_chat_message_metadata_passthrough":{"turn_id":"` + turn + `"}}`
	g.record("response_item", payload)
	return payload
}

func (g *writer) user(turn string) {
	text := g.request()
	g.users = append(g.users, g.message(turn, "user", "input_text", text))
	if len(g.users) > 20 {
		g.users = g.users[1:]
	}
	if g.o.Legacy {
		g.record("event_msg", `{"type":"user_message","message":`, quote(text), `,"images":[]}`)
		return
	}
	g.record("event_msg", `{"type":"item_completed","turn_id":"`, turn, `","item":{"type":"UserMessage","id":"`, g.hex(16),
		`","content":[{"type":"text","text":`, quote(text), `}]}}`)
}

func (g *writer) answer(turn string) {
	text := g.prose(200 + g.rand.IntN(1200))
	g.message(turn, "assistant", "output_text", text)
	if g.o.Legacy {
		g.record("event_msg", `{"type":"agent_message","message":`, quote(text), `}`)
	} else {
		g.record("event_msg", `{"type":"item_completed","turn_id":"`, turn, `","item":{"type":"AgentMessage","id":"`, g.hex(16),
			`","content":[{"type":"Text","text":`, quote(text), `}]}}`)
	}
	g.tokens()
}

func (g *writer) tokens() {
	n := g.rand.IntN(200000)
	g.record("event_msg", fmt.Sprintf(`{"type":"token_count","info":{"total_token_usage":{"input_tokens":%d,"output_tokens":%d,"total_tokens":%d},"model_context_window":258400},"rate_limits":{"primary":null}}`, n, n/9, n+n/9))
}

// call writes some reasoning, one tool call, and its output.
func (g *writer) call(turn string) {
	if g.rand.IntN(3) == 0 {
		g.record("response_item", `{"type":"reasoning","id":"rs_`, g.hex(16), `","summary":[{"type":"summary_text","text":`,
			quote(g.prose(120)), `}],"content":null,"encrypted_content":"`, g.hex(600+g.rand.IntN(900)), `"}`)
	}
	callID := "call_" + g.hex(20)
	if g.rand.IntN(6) == 0 {
		g.record("response_item", `{"type":"custom_tool_call","status":"completed","call_id":"`, callID,
			`","name":"apply_patch","input":`, quote(g.patch()), `}`)
		g.record("response_item", `{"type":"custom_tool_call_output","call_id":"`, callID,
			`","output":"Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\nM src/main.go\n"}`)
		return
	}
	command := pick(g.rand, commands())
	args := `{"cmd":` + quote(command) + `,"workdir":` + quote(g.o.Cwd) + `}`
	g.record("response_item", `{"type":"function_call","name":"exec_command","arguments":`, quote(args), `,"call_id":"`, callID, `"}`)
	output := g.output()
	text := quote(output)
	g.record("response_item", `{"type":"function_call_output","call_id":"`, callID, `","output":`, text, `}`)
	if !g.o.Legacy {
		g.record("event_msg", `{"type":"item_completed","turn_id":"`, turn, `","item":{"type":"CommandExecution","id":"`, callID,
			`","command":["/bin/bash","-lc",`, quote(command), `],"status":"completed","aggregated_output":`, text, `,"exit_code":0}}`)
	}
	g.tokens()
}

// compact writes a compaction with its replacement history.
func (g *writer) compact(turn string) {
	g.ledger.Compactions++
	summary := "Another language model started to solve this problem and left this summary.\n" + g.prose(3000)
	g.message(turn, "assistant", "output_text", summary)
	g.users = append(g.users, `{"type":"message","role":"user","content":[{"type":"input_text","text":`+quote(summary)+`}]}`)
	g.record("compacted", `{"message":`, quote(summary), `,"replacement_history":[`, strings.Join(g.users, ","), `],"window_number":`,
		strconv.Itoa(g.ledger.Compactions), `}`)
	g.users = g.users[:len(g.users)-1]
	g.since = 0
}
