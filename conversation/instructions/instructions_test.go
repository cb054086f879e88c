package instructions_test

import (
	"strings"
	"testing"

	"github.com/seed50391015/reverie/conversation/instructions"
	"github.com/seed50391015/reverie/conversation/item"
)

func TestKindOf(t *testing.T) {
	for in, want := range map[string]instructions.Kind{
		"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nrules\n</INSTRUCTIONS>": instructions.AgentsMD,
		"  # AGENTS.md instructions\n<INSTRUCTIONS>x</INSTRUCTIONS>\n":              instructions.AgentsMD,
		"<environment_context>\n  <cwd>/w</cwd>\n</environment_context>":            instructions.EnvironmentContext,
		"<ENVIRONMENT_CONTEXT></environment_context>":                               instructions.EnvironmentContext,
		"<user_instructions>\nold\n</user_instructions>":                            instructions.UserInstructions,
		"<skill>\n<name>x</name>\n</skill>":                                         instructions.Skill,
		"<skill name=\"x\">body</skill>":                                            instructions.Skill,
		"<user_shell_command>\n<command>ls</command>\n</user_shell_command>":        instructions.UserShellCommand,
		"<turn_aborted>\nx\n</turn_aborted>":                                        instructions.TurnAborted,
		"<subagent_notification>\n{}\n</subagent_notification>":                     instructions.SubagentNotification,
		"":                                      instructions.None,
		"please read AGENTS.md":                 instructions.None,
		"# AGENTS.md instructions are wrong":    instructions.None,
		"<environment_context> what is this?":   instructions.None,
		"<skills> are useful </skill>":          instructions.None,
		"why <turn_aborted>x</turn_aborted>":    instructions.None,
		"<turn_aborted>x</turn_aborted> why?":   instructions.None,
		"# Heading\n\ntext":                     instructions.None,
		"<environment_context>x</turn_aborted>": instructions.None,
	} {
		if got := instructions.KindOf(in); got != want {
			t.Errorf("KindOf(%q) = %q, want %q", in, got, want)
		}
		if instructions.IsContextual(in) != (want != instructions.None) {
			t.Errorf("IsContextual(%q) does not agree with KindOf", in)
		}
	}
}

func TestWhoseWords(t *testing.T) {
	env := `{"type":"input_text","text":"<environment_context>\n</environment_context>"}`
	for _, c := range []struct {
		in                   string
		real, words, context bool
		text                 string
	}{
		{in: string(item.Message("user", "hi").Raw), real: true, words: true, text: "hi"},
		{in: string(item.Message("user", "Another language model started to solve this problem and …").Raw), real: true, text: "Another language model started to solve this problem and …"},
		{in: string(item.Message("user", instructions.SummaryPrefix+" …").Raw), real: true, text: instructions.SummaryPrefix + " …"},
		{in: `{"type":"message","role":"user","content":[` + env + `]}`, context: true},
		{in: `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"},` + env + `]}`, context: true, text: "hi"},
		{in: `{"type":"message","role":"user","content":[{"type":"input_text","text":"<image name=[Image #1] path=\"/p.png\">"},{"type":"input_image","image_url":"data:"},{"type":"input_text","text":"</image>"},{"type":"input_text","text":"see"}]}`,
			real: true, words: true, text: "see"},
		{in: `{"type":"message","role":"user","content":"old style"}`, real: true, words: true, text: "old style"},
		{in: string(item.Message("developer", "rules").Raw), context: true, text: "rules"},
		{in: string(item.Message("assistant", "hi").Raw), text: "hi"},
		{in: `{"type":"function_call_output"}`},
	} {
		i := item.New([]byte(c.in))
		if got := instructions.IsRealUser(i); got != c.real {
			t.Errorf("IsRealUser(%s) = %v", c.in, got)
		}
		if got := instructions.IsUserWords(i); got != c.words {
			t.Errorf("IsUserWords(%s) = %v", c.in, got)
		}
		if got := instructions.IsContext(i); got != c.context {
			t.Errorf("IsContext(%s) = %v", c.in, got)
		}
		if got := instructions.UserText(i); got != c.text {
			t.Errorf("UserText(%s) = %q, want %q", c.in, got, c.text)
		}
	}
}

// TestLongTextsAreJudgedAsShortOnes: a long text is decoded only where it may be a
// fragment, and judged as a short one of the same form is.
func TestLongTextsAreJudgedAsShortOnes(t *testing.T) {
	for _, form := range []string{
		"<environment_context>%s</environment_context>", "  \n<turn_aborted>%s</turn_aborted>\n", "# AGENTS.md instructions%s</INSTRUCTIONS>",
		strings.Repeat("\n", 300) + "<skill>%s</skill>", strings.Repeat(" ", 150) + "<skill>%s</skill>", "please %s", "<b>%s</b>", "%s",
		strings.Repeat("\t", 254) + "<skill>%s</skill>",
	} {
		short := item.Message("user", strings.Replace(form, "%s", "x", 1))
		long := item.Message("user", strings.Replace(form, "%s", strings.Repeat("é\n\"x", 1000), 1))
		if got, want := instructions.IsRealUser(long), instructions.IsRealUser(short); got != want {
			t.Errorf("%.40q: got %t for the long one, want %t as for the short one", form, got, want)
		}
	}
}
