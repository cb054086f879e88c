package extract

import (
	"fmt"
	"strings"
	"time"

	"github.com/seed50391015/reverie/conversation/instructions"
	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/source/words"
)

// RowOptions says what a walk over a thread's ledgers must know of its surroundings.
type RowOptions struct {
	// MemoryDirs are folders that hold memory, absolute: what a tool read or wrote there
	// is no evidence. The usual places (`~/.codex/memories`, `$REVERIE_HOME/memories`, …)
	// are known without being named.
	MemoryDirs []string
	// MemoryServers are the names of MCP servers that serve memory; nil means "reverie".
	MemoryServers []string
}

// Counts are what a walk over a thread's ledgers came by.
type Counts struct {
	Records int64 // lines that were read as records, in all segments
	Bad     int64 // lines with something wrong, as far as they were looked at
	// Problems say what could not be read: bad lines, at most a thousand a segment, as
	// "path:line: reason", and older segments. Where Records is 0 and Bad is not, the
	// ledger holds nothing that can be read.
	Problems []error
	// Recalls are the uses of memory that the session shows, in order; they are no evidence,
	// and rows hold nothing of them. At most maxRecalls are kept.
	Recalls []Recall
}

// Recall is one use of memory in a session: a reply that cites, or a tool call that reads.
type Recall struct {
	Time  time.Time
	Cites string // the reply with its citation block, as recorded; "" for a call
	Call  Tool   // the call: Name without namespace; Failed tells of its output
	Space string // the namespace of the call's tool
	Input string // the call's arguments where it has no shell command
}

// maxRecalls bounds what is kept of the uses of memory in one session.
const maxRecalls = 10_000

// bad takes a reader's bad lines in.
func (c *Counts) bad(path string, r *rollout.Reader) {
	c.Bad += int64(r.BadCount())
	for _, b := range r.Bad() {
		c.Problems = append(c.Problems, fmt.Errorf("%s:%d: %s", path, b.Number, b.Reason))
	}
}

// rowLine is one record of a ledger.
type rowLine struct {
	number   int
	kind     string // the record's type
	time     time.Time
	ordinal  int64 // -1 where the ledger has none
	payload  []byte
	metadata []byte
}

// rowPos is a place in a thread.
type rowPos struct{ segment, line int }

// rowMaker turns the records of one thread, in order, into rows. It holds what is open:
// calls without output, running processes, the one assistant message that may turn out
// to be a compaction's summary. Its memory does not grow with the thread.
type rowMaker struct {
	opts    RowOptions
	emit    func(Row)
	segment int
	limit   int64 // from this ordinal on, this segment's records were taken back
	beyond  bool  // the record at hand is one of them

	turn     int
	boundary bool // a turn began or ended since the last user message
	bounded  bool // the ledger marks its turns
	turnID   string
	aborted  bool // this turn's interruption is told already

	recalls []Recall

	calls     map[string]rowCall // by call id, until the output
	callOrder []string
	running   map[string]rowCall // by process id

	standing []int          // the user turns that no rollback took back, in order
	back     map[int]rowPos // the turns that one took back, and where

	held  *Row // an assistant message that may be a compaction's summary
	twins rowTwins

	skipped int64 // records that were passed over undecoded
}

func newRowMaker(o RowOptions, emit func(Row)) *rowMaker {
	return &rowMaker{
		opts: o, emit: emit, boundary: true,
		calls: map[string]rowCall{}, running: map[string]rowCall{}, back: map[int]rowPos{},
	}
}

// recall keeps one use of memory and returns its number, from 1; 0 where it is one too many.
func (m *rowMaker) recall(l *rowLine, r Recall) int {
	if len(m.recalls) == maxRecalls {
		return 0
	}
	r.Time = l.time
	m.recalls = append(m.recalls, r)
	return len(m.recalls)
}

// begin takes the next segment. Where it builds on a part of an earlier one, the user
// took the rest back.
func (m *rowMaker) begin(segment int, p *rowPlan) {
	m.flush()
	m.segment, m.limit, m.beyond = segment, p.limits[segment], false
	m.boundary, m.aborted, m.turnID = true, false, ""
	if segment > 0 && p.metas[segment].HistoryBase != nil {
		began, _ := time.Parse(time.RFC3339Nano, p.metas[segment].Timestamp)
		m.send(Row{Line: 1, Time: began, Turn: m.turn, Kind: KindRollback, Role: "user",
			Text: "the thread was reverted to an earlier point"})
	}
}

// line takes the next record.
func (m *rowMaker) line(l *rowLine) {
	if m.beyond = l.ordinal >= m.limit; m.beyond && m.held != nil && !m.held.TakenBack {
		m.flush()
	}
	switch l.kind {
	case "response_item":
		m.item(l)
	case "event_msg":
		m.event(l)
	case "turn_context":
		m.turnContext(rowString(rowMember(l.payload, "turn_id")))
	case "compacted":
		m.compacted(rowString(rowMember(l.payload, "message")), true)
	case "inter_agent_communication":
		m.agentMessage(l)
	}
}

// compacted drops the held message if it is the summary that the compaction recorded:
// message is a prefix, a line break, and that text to the end. Of a long message the head
// is enough; whole says that message is no head.
func (m *rowMaker) compacted(message string, whole bool) {
	if m.held == nil {
		return
	}
	summary, known := rowSummaryForm(m.held.Text), instructions.IsSummary(message)
	if whole {
		prefix, ends := strings.CutSuffix(rowSummaryForm(message), summary)
		lines := strings.Count(strings.TrimSpace(prefix), "\n")
		if ends && strings.HasSuffix(strings.TrimRight(prefix, " \t"), "\n") && (lines == 0 || !known) {
			m.held = nil
		}
		return
	}
	for rest, more := message, true; more; {
		if _, rest, more = strings.Cut(rest, "\n"); !more {
			return
		}
		if text := rowSummaryForm(rest); len(text) >= rowSummaryHead && strings.HasPrefix(summary, text) {
			m.held = nil
			return
		}
		more = !known // a known prefix is one line
	}
}

// rowSummaryHead is how much of a summary must be seen in a message's head.
const rowSummaryHead = 64

// rowSummaryForm is a summary without what an assistant's row leaves out.
func rowSummaryForm(text string) string { return strings.TrimSpace(words.StripCitations(text)) }

// flush lets go of what was held back, oldest first.
func (m *rowMaker) flush() {
	if m.held != nil {
		m.send(*m.held)
		m.held = nil
	}
	for _, r := range m.twins.release() {
		m.send(r)
	}
}

func (m *rowMaker) send(r Row) {
	r.Segment = m.segment
	m.emit(r)
}

// row sends a row that is certain, after what was held back.
func (m *rowMaker) row(l *rowLine, r Row) {
	m.flush()
	m.send(m.at(l, r))
}

// at places a row at a record.
func (m *rowMaker) at(l *rowLine, r Row) Row {
	r.Line, r.Time, r.Turn, r.TakenBack = l.number, l.time, m.turn, m.beyond
	return r
}

// endTurn marks the border of a turn.
func (m *rowMaker) endTurn() {
	m.flush()
	m.boundary, m.bounded, m.aborted = true, true, false
}

// turnContext is written once a turn, and again after a compaction in its middle.
func (m *rowMaker) turnContext(id string) {
	if id == "" || id != m.turnID {
		m.flush()
		m.boundary = true
		m.bounded = m.bounded || id != ""
	}
	m.turnID = id
}

// userTurn counts a message of the user: the first one after a border opens a turn, and
// each one does where the ledger marks no turns.
func (m *rowMaker) userTurn() {
	if m.boundary || !m.bounded {
		m.turn++
		m.standing = append(m.standing, m.turn)
		m.boundary, m.aborted = false, false
		m.twins.forget()
	}
}

// takeBack marks the last n standing turns as taken back at a line.
func (m *rowMaker) takeBack(line, n int) {
	keep := max(0, len(m.standing)-n)
	for _, turn := range m.standing[keep:] {
		m.back[turn] = rowPos{m.segment, line}
	}
	m.standing = m.standing[:keep]
}
