// Package instructions knows which parts of a conversation are instructions and context
// that the client put there, and not the user's words: AGENTS.md, the environment, skills
// and notices. Sections 2 and 3 of docs/format.md give the markers.
//
// It owns the markers and the question "is this message the user's own?".
package instructions

import (
	"strings"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
	"github.com/seed50391015/reverie/conversation/item"
)

// Kind names a contextual fragment; None is the user's own text.
type Kind string

// Kinds of contextual fragments.
const (
	None                 Kind = ""
	AgentsMD             Kind = "agents_md"
	EnvironmentContext   Kind = "environment_context"
	UserInstructions     Kind = "user_instructions"
	Skill                Kind = "skill"
	UserShellCommand     Kind = "user_shell_command"
	TurnAborted          Kind = "turn_aborted"
	SubagentNotification Kind = "subagent_notification"
)

// CodexSummaryPrefix begins every hand-over summary that Codex recorded.
const CodexSummaryPrefix = "Another language model started to solve this problem"

// SummaryPrefix begins every hand-over summary of our own.
const SummaryPrefix = "Another model worked on this task before you"

// marker is one fragment's first and last text. Matching ignores blanks around the
// fragment and the case of ASCII letters, as the writers' own readers do.
type marker struct {
	kind       Kind
	begin, end string
}

func markers() [8]marker {
	return [...]marker{
		{AgentsMD, "# agents.md instructions", "</instructions>"},
		{EnvironmentContext, "<environment_context>", "</environment_context>"},
		{UserInstructions, "<user_instructions>", "</user_instructions>"},
		{Skill, "<skill>", "</skill>"},
		{UserShellCommand, "<user_shell_command>", "</user_shell_command>"},
		{TurnAborted, "<turn_aborted>", "</turn_aborted>"},
		{SubagentNotification, "<subagent_notification>", "</subagent_notification>"},
		{Skill, "<skill ", "</skill>"},
	}
}

// KindOf says which contextual fragment a text part is, None if it is none. The part
// must begin and end with the fragment's markers: a user who only quotes a tag is heard.
func KindOf(text string) Kind {
	text = strings.TrimSpace(text)
	if text == "" || (text[0] != '<' && text[0] != '#') {
		return None
	}
	for _, m := range markers() {
		if hasFoldPrefix(text, m.begin) && hasFoldSuffix(text, m.end) {
			return m.kind
		}
	}
	return None
}

// IsContextual reports whether a text part is a contextual fragment.
func IsContextual(text string) bool { return KindOf(text) != None }

// IsSummary reports whether a text is a hand-over summary, ours or Codex's.
func IsSummary(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return strings.HasPrefix(text, CodexSummaryPrefix) || strings.HasPrefix(text, SummaryPrefix)
}

// IsRealUser reports whether an item is a real user message: role user, and no part of
// it is a contextual fragment. A hand-over summary passes; see IsUserWords.
func IsRealUser(i item.Item) bool {
	if i.Type() != item.TypeMessage || i.Role() != "user" {
		return false
	}
	for raw := range i.RawTexts() {
		if mayBeContextual(raw) && IsContextual(jsonraw.Text(raw)) {
			return false
		}
	}
	return true
}

// mayBeContextual looks at the start of a raw text alone, so that a long one is decoded
// only where that begins like a fragment.
func mayBeContextual(raw []byte) bool {
	const head = 256
	if len(raw) <= head {
		return true
	}
	start := jsonraw.Text(append(append([]byte(nil), raw[:head]...), '"'))
	body := strings.TrimSpace(start)
	if body == "" || len(body) < len(start)/2 { // mostly blank: what counts may lie further on
		return true
	}
	return body[0] == '<' || body[0] == '#'
}

// IsUserWords reports whether an item is a real user message and no hand-over summary.
func IsUserWords(i item.Item) bool { return IsRealUser(i) && !IsSummary(i.Text()) }

// IsContext reports whether an item is a message that the client put there: a developer
// or system message, or a user message with a contextual part.
func IsContext(i item.Item) bool {
	if i.Type() != item.TypeMessage {
		return false
	}
	switch i.Role() {
	case "developer", "system":
		return true
	case "user":
		return !IsRealUser(i)
	}
	return false
}

// UserText is the user's own text of a user message: its text parts that are no
// contextual fragment and no wrapper that a client puts round an image, joined by newlines.
func UserText(i item.Item) string {
	var parts []string
	for p := range i.Parts() {
		if p.Text == "" || IsContextual(p.Text) || isImageWrapper(p.Text) {
			continue
		}
		parts = append(parts, p.Text)
	}
	return strings.Join(parts, "\n")
}

func isImageWrapper(text string) bool {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "</image>") || strings.EqualFold(text, "<image>") {
		return true
	}
	return hasFoldPrefix(text, "<image ") && strings.IndexByte(text, '>') == len(text)-1
}

func hasFoldPrefix(s, lower string) bool {
	return len(s) >= len(lower) && strings.EqualFold(s[:len(lower)], lower)
}

func hasFoldSuffix(s, lower string) bool {
	return len(s) >= len(lower) && strings.EqualFold(s[len(s)-len(lower):], lower)
}
