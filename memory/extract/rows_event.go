package extract

import (
	"strconv"

	"github.com/seed50391015/reverie/source/words"
)

// event takes the events that matter: the borders of turns, interruptions, rollbacks,
// and messages that stand in no response item.
func (m *rowMaker) event(l *rowLine) {
	kind := ""
	rowMembers(l.payload, func(n, v []byte) bool {
		if string(n) == "type" {
			kind = rowString(v)
			return false
		}
		return true
	})
	switch kind {
	case "task_started", "turn_started", "task_complete", "turn_complete":
		m.endTurn()
	case "user_message":
		m.userEvent(l, rowString(rowMember(l.payload, "message")))
	case "agent_message":
		m.assistantEvent(l, rowString(rowMember(l.payload, "message")))
	case "item_completed":
		m.itemCompleted(l)
	case "turn_aborted":
		m.turnAborted(l, rowString(rowMember(l.payload, "reason")))
	case "thread_rolled_back":
		n, _ := rowInt(rowMember(l.payload, "num_turns"))
		m.rolledBack(l, n)
	}
}

func (m *rowMaker) userEvent(l *rowLine, text string) {
	own, _ := words.User([]string{text}, nil)
	if own == "" {
		return
	}
	if m.twins.userItems > 0 {
		m.twins.userItems--
		return
	}
	m.flush()
	m.userTurn()
	m.twins.event(m.at(l, Row{Kind: KindUser, Role: "user", Text: own}))
}

func (m *rowMaker) assistantEvent(l *rowLine, text string) {
	if text = words.StripCitations(text); blank(text) {
		return
	}
	m.twins.event(m.at(l, Row{Kind: KindAssistant, Role: "assistant", Text: text}))
}

// itemCompleted reads the messages of a paginated ledger's events; all else that they
// tell stands in response items.
func (m *rowMaker) itemCompleted(l *rowLine) {
	it := rowMember(l.payload, "item")
	kind := rowString(rowMember(it, "type"))
	if kind != "UserMessage" && kind != "AgentMessage" {
		return
	}
	text := ""
	for i, s := range rowContentTexts(rowMember(it, "content")) {
		if i > 0 && s != "" {
			text += "\n"
		}
		text += s
	}
	if kind == "UserMessage" {
		m.userEvent(l, text)
	} else {
		m.assistantEvent(l, text)
	}
}

// turnAborted tells an interruption once a turn; a review that ends is none.
func (m *rowMaker) turnAborted(l *rowLine, reason string) {
	if reason != "review_ended" && !m.aborted {
		m.row(l, Row{Kind: KindAborted, Role: "user", Text: reason})
	}
	m.endTurn()
	m.aborted = true
}

func (m *rowMaker) rolledBack(l *rowLine, turns int) {
	if turns <= 0 {
		return
	}
	m.row(l, Row{Kind: KindRollback, Role: "user", Text: "turns taken back: " + strconv.Itoa(turns)})
	m.takeBack(l.number, turns)
	m.endTurn()
}
