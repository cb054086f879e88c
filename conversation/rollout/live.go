package rollout

import (
	"bytes"

	"github.com/seed50391015/reverie/conversation/history"
	"github.com/seed50391015/reverie/conversation/instructions"
	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
	"github.com/seed50391015/reverie/conversation/item"
)

// op is what a record does to live history.
type op uint8

const (
	opNone     op = iota
	opItem        // appends an item
	opReplace     // a compaction with its replacement history
	opRebuild     // a compaction without one
	opBegin       // a turn begins
	opEnd         // a turn ends
	opUser        // an event that shows a user message in this turn
	opRollback    // takes back turns
)

// manyTurns is more turns than a ledger holds; a rollback of more is as one of so many.
const manyTurns = 1 << 24

// step is one record as live history sees it. It owns its bytes.
type step struct {
	op    op
	user  bool   // opItem: a real user message (or what begins a turn like one)
	turns int32  // opRollback: how many
	raw   []byte // opItem: the item; opReplace: the list of items; opRebuild: the payload
}

// userTurn reports whether the step shows that its turn is a user turn.
func (st step) userTurn() bool { return st.op == opUser || st.op == opItem && st.user }

// keepForHistory lets those records through that change live history.
func keepForHistory(h Head) bool {
	switch string(h.Type) {
	case TypeResponseItem, TypeCompacted, TypeInterAgent:
		return true
	case TypeEventMsg:
	default:
		return h.Type == nil // the head does not tell
	}
	switch string(h.Kind) {
	case EventTaskStarted, EventTurnStarted, EventTaskComplete, EventTurnComplete,
		EventTurnAborted, EventRolledBack, EventUserMessage:
		return true
	case EventItemCompleted:
		return bytes.Contains(h.Prefix, []byte(`"UserMessage"`))
	}
	return h.Kind == nil
}

// stepOf reads a record; own makes the copy that the step keeps of its payload.
func stepOf(l Line, own func([]byte) []byte) step {
	switch l.Type {
	case TypeResponseItem:
		it := item.New(l.Payload)
		if it.Type() == item.TypeGhostSnapshot {
			return step{}
		}
		return step{op: opItem, user: instructions.IsRealUser(it), raw: own(l.Payload)}
	case TypeInterAgent:
		it, trigger := agentMessage(l.Payload)
		return step{op: opItem, user: trigger, raw: it.Raw}
	case TypeCompacted:
		if h := jsonraw.Get(l.Payload, "replacement_history"); len(h) > 0 && h[0] == '[' {
			return step{op: opReplace, raw: own(h)}
		}
		return step{op: opRebuild, raw: own(l.Payload)}
	case TypeEventMsg:
		return eventStep(l)
	}
	return step{}
}

func eventStep(l Line) step {
	switch l.Kind() {
	case EventTaskStarted, EventTurnStarted:
		return step{op: opBegin}
	case EventTaskComplete, EventTurnComplete, EventTurnAborted:
		return step{op: opEnd}
	case EventUserMessage:
		if instructions.IsContextual(jsonraw.GetText(l.Payload, "message")) {
			return step{}
		}
		return step{op: opUser}
	case EventItemCompleted:
		it := jsonraw.Get(l.Payload, "item")
		if jsonraw.GetText(it, "type") == "UserMessage" {
			return step{op: opUser}
		}
	case EventRolledBack:
		if n, ok := jsonraw.Int(jsonraw.Get(l.Payload, "num_turns")); ok && n > 0 {
			return step{op: opRollback, turns: int32(min(n, manyTurns))}
		}
	}
	return step{}
}

// agentMessage is the agent_message item that an inter_agent_communication becomes; the
// message of an agent that starts a turn counts as a user's.
func agentMessage(payload []byte) (it item.Item, trigger bool) {
	b := []byte(`{"type":"agent_message"`)
	for _, name := range []string{"author", "recipient"} {
		if v := jsonraw.Get(payload, name); v != nil {
			b = append(append(b, `,"`+name+`":`...), v...)
		}
	}
	content := jsonraw.Get(payload, "content")
	switch {
	case len(content) > 0 && content[0] == '[':
		b = append(append(b, `,"content":`...), content...)
	case len(content) > 0 && content[0] == '"':
		b = append(append(append(b, `,"content":[{"type":"input_text","text":`...), content...), `}]`...)
	default:
		b = append(b, `,"content":[]`...)
	}
	return item.New(append(b, '}')), string(jsonraw.Get(payload, "trigger_turn")) == "true"
}

// replayer is live history while records are replayed forward, with the start of every turn
// that a rollback may go back to.
type replayer struct {
	items   []item.Item
	hasBase bool // a replacement history stands under the items
	floor   int  // trimming does not reach below this index

	turns    []snapshot // the starts of the user turns so far
	open     bool       // between a turn's begin and end
	begun    snapshot   // the state at that begin
	promoted bool       // the open turn is known to be a user turn
}

// snapshot is live history at one moment. The capacity of items ends at their length, so
// that what is appended later never shows in it.
type snapshot struct {
	items   []item.Item
	hasBase bool
	floor   int
}

func (s *replayer) now() snapshot {
	n := len(s.items)
	return snapshot{items: s.items[:n:n], hasBase: s.hasBase, floor: s.floor}
}

// trimmed is the snapshot without the contextual items at its end.
func (p snapshot) trimmed() snapshot {
	n := len(p.items)
	for n > p.floor && instructions.IsContext(p.items[n-1]) {
		n--
	}
	p.items = p.items[:n:n]
	return p
}

func (s *replayer) restore(p snapshot) {
	s.items, s.hasBase, s.floor = p.items, p.hasBase, p.floor
}

// first reports whether a user turn that begins now is the first one: what stands before
// it is the session's start and survives its rollback.
func (s *replayer) first() bool { return len(s.turns) == 0 && !s.hasBase }

// apply replays one record; it reports whether live history changed.
func (s *replayer) apply(st step) bool {
	switch st.op {
	case opItem:
		if st.user {
			s.userSeen(!s.open)
		}
		s.items = append(s.items, item.New(st.raw))
	case opReplace:
		s.items = nil
		for e := range jsonraw.Elements(st.raw) {
			s.items = append(s.items, item.New(e))
		}
		s.hasBase, s.floor = true, len(s.items)
	case opRebuild:
		s.items = history.Rebuild(s.items, jsonraw.GetText(st.raw, "message"))
		s.floor = len(s.items)
	case opRollback:
		s.rollback(int(st.turns))
	case opBegin:
		s.open, s.promoted, s.begun = true, false, s.now()
		return false
	case opEnd:
		s.open = false
		return false
	case opUser:
		s.userSeen(false)
		return false
	default:
		return false
	}
	return true
}

// userSeen notes a user message: it makes the open turn a user turn, or, where no turn
// is open and alone is true, is a turn by itself.
func (s *replayer) userSeen(alone bool) {
	start := s.begun
	switch {
	case s.open && !s.promoted:
		s.promoted = true
	case alone:
		start = s.now()
	default:
		return
	}
	if s.first() {
		s.turns = append(s.turns, s.now())
		return
	}
	s.turns = append(s.turns, start.trimmed())
}

// rollback takes back the newest n user turns; more than there are empty the history.
func (s *replayer) rollback(n int) {
	s.open = false
	if n > len(s.turns) {
		*s = replayer{}
		return
	}
	s.restore(s.turns[len(s.turns)-n])
	s.turns = s.turns[:len(s.turns)-n]
}
