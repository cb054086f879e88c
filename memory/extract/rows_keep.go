package extract

import (
	"bytes"

	"github.com/seed50391015/reverie/conversation/rollout"
)

// keep tells the reader which lines to decode. It looks at a line's start alone; what it
// refuses is never decoded and, when long, never held. A compaction is read here, from
// its start, for its replacement history may be as long as the session.
func (m *rowMaker) keep(h rollout.Head) bool {
	if m.wants(h) {
		return true
	}
	m.skipped++
	return false
}

func (m *rowMaker) wants(h rollout.Head) bool {
	switch string(h.Type) {
	case "": // not a record, or one that begins oddly: the reader will say
		return true
	case rollout.TypeResponseItem:
		return rowWantsItem(string(h.Kind))
	case rollout.TypeEventMsg:
		return rowWantsEvent(string(h.Kind), h.Prefix)
	case rollout.TypeTurnContext, rollout.TypeInterAgent, rollout.TypeSessionMeta: // the last for the count of bad lines
		return true
	case rollout.TypeCompacted:
		message, whole, ok := rowCompactedHead(h.Prefix)
		if ok {
			m.compacted(message, whole)
		}
		return !ok
	}
	return rowBareItem(string(h.Type))
}

// rowBareItem knows the items that the first ledgers of Codex hold without an envelope.
func rowBareItem(kind string) bool {
	switch kind {
	case "message", "function_call", "function_call_output", "local_shell_call", "custom_tool_call", "custom_tool_call_output", "web_search_call":
		return true
	}
	return false
}

func rowWantsItem(kind string) bool {
	switch kind {
	case "reasoning", "compaction", "compaction_summary", "context_compaction",
		"additional_tools", "ghost_snapshot", "image_generation_call":
		return false
	}
	return true
}

func rowWantsEvent(kind string, prefix []byte) bool {
	switch kind {
	case "", rollout.EventUserMessage, rollout.EventAgentMessage, rollout.EventTurnAborted, rollout.EventRolledBack,
		rollout.EventTaskStarted, rollout.EventTurnStarted, rollout.EventTaskComplete, rollout.EventTurnComplete:
		return true
	case rollout.EventItemCompleted:
		_, item, ok := bytes.Cut(prefix[:min(len(prefix), 1024)], []byte(`"item":{"type":"`))
		return !ok || bytes.HasPrefix(item, []byte("UserMessage")) || bytes.HasPrefix(item, []byte("AgentMessage"))
	}
	return false
}

// rowCompactedHead is the start of a compaction's message, or whole, from the line's start.
func rowCompactedHead(prefix []byte) (message string, whole, ok bool) {
	_, raw, ok := bytes.Cut(prefix, []byte(`"payload":{"message":"`))
	if !ok {
		return "", false, false
	}
	quoted := append([]byte{'"'}, raw...)
	if end := rowSkipString(quoted, 0); end > 0 {
		return rowUnquote(quoted[:end]), true, true
	}
	if len(quoted) < 1024 {
		return "", false, false // torn: the reader will say
	}
	return rowUnquote(append(quoted[:rowEscapeBorder(quoted, len(quoted)-16)], '"')), false, true
}
