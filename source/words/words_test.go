package words

import (
	"strings"
	"testing"
)

func TestUser(t *testing.T) {
	for _, tc := range []struct {
		name         string
		texts, kinds []string
		said, around string
	}{
		{"plain words", []string{"use tabs"}, nil, "use tabs", ""},
		{"two parts", []string{"look at this", "and that"}, []string{"user.text", "user.text"}, "look at this\nand that", ""},
		{"environment", []string{"<environment_context>\n<cwd>/x</cwd>\n</environment_context>"}, nil, "", "<environment_context>\n<cwd>/x</cwd>\n</environment_context>"},
		{"AGENTS.md", []string{"# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nalways use tabs\n</INSTRUCTIONS>"}, nil, "", ""},
		{"AGENTS.md, cut", []string{"# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nalways use ta"}, nil, "", ""},
		{"AGENTS.md and environment, by their names", []string{"new wording", "<environment_context></environment_context>"},
			[]string{"agents_md.instructions", "environments.environment_context"}, "", "<environment_context></environment_context>"},
		{"a skill", []string{"<skill>\n<name>x</name>\nalways\n</skill>"}, nil, "", ""},
		{"a skill that is only spoken of", []string{"<skill> is a tag, isn't it?"}, nil, "<skill> is a tag, isn't it?", ""},
		{"an unknown kind of context", []string{"be brief"}, []string{"goals.reminder"}, "", "be brief"},
		{"an image's tags", []string{"what is this", "<image name=[Image #1]>", "</image>"}, nil, "what is this", ""},
		{"an editor's preamble", []string{"# Context from my IDE setup:\n\n## Open tabs:\n- a.go\n\n## My request for Codex:\nrename it\n"}, nil,
			"rename it", "# Context from my IDE setup:\n\n## Open tabs:\n- a.go"},
		{"a hand-over summary", []string{"Another language model started to solve this problem and …\nsummary"}, nil, "", ""},
		{"injected memory before words", []string{"<memory-context>\n- prefers pnpm\n</memory-context>\n\nfix the toast"}, nil, "fix the toast", ""},
		{"memory alone", []string{"<relevant_memories>\n- x\n</relevant_memories>"}, nil, "", ""},
		{"a memory file pasted", []string{"v1\n\n## User Profile\n\nx\n\n## User preferences\n- y"}, nil, "", ""},
		{"blank", []string{" \n"}, nil, "", ""},
		{"AGENTS.md before words", []string{"# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nuse tabs\n</INSTRUCTIONS>\n\nPlease rename it"}, nil, "Please rename it", ""},
		{"AGENTS.md that speaks of its tag", []string{"# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nend with </INSTRUCTIONS> always\nuse tabs\n</INSTRUCTIONS>\nrename it"}, nil, "rename it", ""},
		{"AGENTS.md spoken of", []string{"# AGENTS.md instructions for newcomers are too long; shorten them"}, nil, "# AGENTS.md instructions for newcomers are too long; shorten them", ""},
		{"AGENTS.md spoken of in lines", []string{"# AGENTS.md instructions\n\nshorten them"}, nil, "# AGENTS.md instructions\n\nshorten them", ""},
		{"AGENTS.md, its heading alone", []string{"# AGENTS.md instructions for /x"}, nil, "", ""},
		{"environment before words", []string{"<environment_context>\n<cwd>/x</cwd>\n</environment_context>\nalways use tabs"}, nil, "always use tabs", "<environment_context>\n<cwd>/x</cwd>\n</environment_context>"},
		{"environment after words", []string{"always use tabs\n\n<environment_context>\n<cwd>/x</cwd>\n</environment_context>\n"}, nil, "always use tabs", "<environment_context>\n<cwd>/x</cwd>\n</environment_context>"},
		{"words between fragments", []string{"<environment_context>a</environment_context>\nfix it\n<environment_context>\nb\n</environment_context>"}, nil,
			"fix it", "<environment_context>a</environment_context>\n<environment_context>\nb\n</environment_context>"},
		{"several fragments before words", []string{"# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nuse tabs\n</INSTRUCTIONS>\n<environment_context>a</environment_context>\ngo on"}, nil,
			"go on", "<environment_context>a</environment_context>"},
		{"a command and words on its line", []string{"<user_shell_command>ls</user_shell_command> says x, fix it"}, nil, "says x, fix it", "<user_shell_command>ls</user_shell_command>"},
		{"a fragment quoted within words", []string{"why is\n<turn_aborted>\nx\n</turn_aborted>\nin the file?"}, nil, "why is\n<turn_aborted>\nx\n</turn_aborted>\nin the file?", ""},
		{"the user's own XML", []string{"<instructions>be brief</instructions>"}, nil, "<instructions>be brief</instructions>", ""},
		{"other letters", []string{"<ENVIRONMENT_CONTEXT></ENVIRONMENT_CONTEXT>"}, nil, "", "<ENVIRONMENT_CONTEXT></ENVIRONMENT_CONTEXT>"},
		{"words before a pasted memory file", []string{"forget this:\n# Task Group: build\nscope: x\napplies_to: cwd=/x"}, nil, "forget this:", ""},
		{"words about the form of memory", []string{"put a `### rollout_summary_files` heading there"}, nil, "put a `### rollout_summary_files` heading there", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			said, around := User(tc.texts, tc.kinds)
			if said != tc.said || around != tc.around {
				t.Errorf("got said %q, around %q\nwant said %q, around %q", said, around, tc.said, tc.around)
			}
		})
	}
}

func TestStrip(t *testing.T) {
	citation := "<oai-mem-citation>\n<citation_entries>\nMEMORY.md:1-2|note=[x]\n</citation_entries>\n</oai-mem-citation>"
	for _, tc := range []struct {
		name, text              string
		citations, withInjected string
	}{
		{"nothing", "a < b && c > d", "a < b && c > d", "a < b && c > d"},
		{"a citation at the end", "done\n" + citation, "done", "done"},
		{"a citation that is cut", "done\n<oai-mem-citation>\n<citation_entries>\nMEM", "done", "done"},
		{"two citations", "a " + citation + " b " + citation, "a  b", "a  b"},
		{"injected", "hi\n  <user_memory kind=\"x\">\nlikes tea\n</user_memory>\nthere", "hi\n  <user_memory kind=\"x\">\nlikes tea\n</user_memory>\nthere", "hi\n  \nthere"},
		{"a tag within a line", "set <memory>4</memory> in the file", "set <memory>4</memory> in the file", "set <memory>4</memory> in the file"},
		{"no end tag", "<memory>\nfour gigabytes", "<memory>\nfour gigabytes", "<memory>\nfour gigabytes"},
		{"a component", "<MemoryRouter>\n <App/>\n</MemoryRouter>\nwrap it", "<MemoryRouter>\n <App/>\n</MemoryRouter>\nwrap it", "<MemoryRouter>\n <App/>\n</MemoryRouter>\nwrap it"},
		{"a component that is named so", "<Memory>\n4G\n</Memory>", "<Memory>\n4G\n</Memory>", "<Memory>\n4G\n</Memory>"},
		{"a report", "<memory_report>\nRSS 4G\n</memory_report>", "<memory_report>\nRSS 4G\n</memory_report>", "<memory_report>\nRSS 4G\n</memory_report>"},
		{"a machine's definition", "<memory unit='KiB'>4096</memory>", "<memory unit='KiB'>4096</memory>", "<memory unit='KiB'>4096</memory>"},
		{"a block", "<memory>\nlikes tea\n</memory>\nhi", "<memory>\nlikes tea\n</memory>\nhi", "hi"},
		{"on one line, surely", "<recalled-memories>likes tea</recalled-memories> hi", "<recalled-memories>likes tea</recalled-memories> hi", "hi"},
		{"our prompt", "<reverie_memory>\n- x\n</reverie_memory>\nhello", "<reverie_memory>\n- x\n</reverie_memory>\nhello", "hello"},
		{"ours", "<reverie>\n- x\n</reverie>\nhello", "<reverie>\n- x\n</reverie>\nhello", "hello"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := StripCitations(tc.text); got != tc.citations {
				t.Errorf("StripCitations: got %q, want %q", got, tc.citations)
			}
			if got := StripMemory(tc.text); got != tc.withInjected {
				t.Errorf("StripMemory: got %q, want %q", got, tc.withInjected)
			}
		})
	}
}

func TestIsMemory(t *testing.T) {
	for text, want := range map[string]bool{
		"# Raw Memories\n\nMerged": true,
		"thread_id: x\nupdated_at: y\nrollout_path: /r\ncwd: /c\n\n# Did it": true,
		"# Task Group: build\nscope: x\napplies_to: cwd=/x; reuse_rule=y":    true,
		"total 4\n## Task 1: x\n### rollout_summary_files\n- a.md":           true,
		"v1\nfirst release":                              false,
		"thread_id: x is missing":                        false,
		"The handbook has a line `# Task Group: ` in it": false,
	} {
		if got := IsMemory(text); got != want {
			t.Errorf("IsMemory(%q): got %t, want %t", text, got, want)
		}
	}
}

// FuzzStrip: nothing that is no block is lost, and a second strip finds nothing more
// unless taking a block out made a new one.
func FuzzStrip(f *testing.F) {
	f.Add("a <memory>\nb</memory> c")
	f.Add("<oai-mem-citation></oai-mem-citation><oai-mem-citation>")
	f.Fuzz(func(t *testing.T, s string) {
		got := StripMemory(s)
		if len(got) > len(s) {
			t.Errorf("got a longer text %q from %q", got, s)
		}
		if !strings.Contains(s, "<") && got != s {
			t.Errorf("got %q, want %q untouched", got, s)
		}
	})
}
