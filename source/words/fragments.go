package words

import (
	"strings"

	"github.com/seed50391015/reverie/conversation/instructions"
)

// fragment is what a harness or a hook speaks in the user's role, by its first and last
// text, as they are written.
type fragment struct {
	begin, end string
	verdict    verdict
}

// fragments are those of package instructions, and those that it does not know.
var fragments = []fragment{
	{"<environment_context>", "</environment_context>", context},
	{"<user_instructions>", "</user_instructions>", drop},
	{"<INSTRUCTIONS>", "</INSTRUCTIONS>", drop},
	{"<skill>", "</skill>", drop},
	{"<skill ", "</skill>", drop},
	{"<user_shell_command>", "</user_shell_command>", context},
	{"<turn_aborted>", "</turn_aborted>", context},
	{"<subagent_notification>", "</subagent_notification>", context},
	{"<skills_instructions>", "</skills_instructions>", drop},
	{"<plugins_instructions>", "</plugins_instructions>", drop},
	{"<apps_instructions>", "</apps_instructions>", drop},
	{"<permissions instructions>", "</permissions instructions>", drop},
	{"<permissions", "</permissions>", drop},
	{"<collaboration_mode>", "</collaboration_mode>", context},
	{"<user_action>", "</user_action>", context},
	{"<system-reminder>", "</system-reminder>", context},
	{"<hook_context", "</hook_context>", context},
}

// split takes the fragments at the start and at the end of a part off the user's own
// words; context are those that are kept. A fragment in the middle is quoted: heard.
func split(text string) (words string, context []string) {
	var last []string
	words = text
	for {
		if v, n := leading(words); n > 0 {
			context = keepContext(context, v, words[:n])
			words = words[n:]
		} else if v, n := trailing(words); n > 0 {
			last = keepContext(last, v, words[len(words)-n:])
			words = words[:len(words)-n]
		} else {
			break
		}
	}
	for i := len(last) - 1; i >= 0; i-- {
		context = append(context, last[i])
	}
	if len(words) < len(text) {
		words = strings.TrimSpace(words)
	}
	return words, context
}

func keepContext(list []string, v verdict, text string) []string {
	if v != context {
		return list
	}
	return append(list, strings.TrimSpace(text))
}

// leading is the length of the fragment that a text begins with, 0 if it begins with none.
func leading(text string) (verdict, int) {
	body := strings.TrimLeft(text, " \t\r\n")
	blanks := len(text) - len(body)
	if body == "" || body[0] != '<' && body[0] != '#' {
		return own, 0
	}
	if n := agentsMD(body); n > 0 {
		return drop, blanks + n
	}
	for _, f := range fragments {
		if !strings.HasPrefix(body, f.begin) {
			continue
		}
		if n := f.size(body); n > 0 {
			return f.verdict, blanks + n
		}
	}
	switch instructions.KindOf(body) { // in other letters
	case instructions.None:
		return own, 0
	case instructions.AgentsMD, instructions.UserInstructions, instructions.Skill:
		return drop, len(text)
	}
	return context, len(text)
}

// trailing is the length of the fragment that a text ends with and that begins a line of
// its own, 0 if it ends with none.
func trailing(text string) (verdict, int) {
	body := strings.TrimRight(text, " \t\r\n")
	if !strings.HasSuffix(body, ">") {
		return own, 0
	}
	for _, f := range fragments {
		if !strings.HasSuffix(body, f.end) {
			continue
		}
		if at := strings.LastIndex(body, "\n"+f.begin); at >= 0 {
			return f.verdict, len(text) - at
		}
	}
	return own, 0
}

// agentsMD is the length of the project's instructions that a text begins with: their
// heading and the tag after it, to the end of the text where they were cut; 0 if the text
// merely speaks of them.
func agentsMD(text string) int {
	about, ok := strings.CutPrefix(text, "# AGENTS.md instructions")
	if !ok {
		return 0
	}
	first, rest, _ := strings.Cut(about, "\n")
	body := strings.TrimLeft(rest, " \t\r\n")
	f := fragment{"<INSTRUCTIONS>", "</INSTRUCTIONS>", drop}
	folder := strings.TrimPrefix(first, " for ")
	switch {
	case strings.HasPrefix(body, f.begin):
		if n := f.size(body); n > 0 {
			return len(text) - len(body) + n
		}
		return len(text)
	case body == "" && folder != "" && (strings.ContainsAny(folder[:1], `/~\`) || strings.HasPrefix(folder[1:], `:\`)):
		return len(text)
	}
	return 0
}

// size is the length of the fragment that s begins with, 0 if it does not end. What it
// holds may speak of its tags: if s ends with the end tag, all of s is the fragment, else
// an end tag that begins a line counts before one within a line; but a fragment never
// reaches over the beginning of another.
func (f fragment) size(s string) int {
	end := len(s)
	if next := strings.Index(s[1:], "\n"+f.begin); next >= 0 {
		end = next + 1
	}
	s = strings.TrimRight(s[:end], " \t\r\n")
	if strings.HasSuffix(s, f.end) {
		return len(s)
	}
	if at := strings.Index(s, "\n"+f.end); at >= 0 {
		return at + 1 + len(f.end)
	}
	if at := strings.Index(s, f.end); at >= 0 {
		return at + len(f.end)
	}
	return 0
}
