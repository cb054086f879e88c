package words

import "strings"

// citationTag marks the block in which an answer names the memories that it used.
const citationTag = "oai-mem-citation"

// StripCitations takes citation blocks out of a text.
func StripCitations(text string) string {
	if !strings.Contains(text, "<"+citationTag) {
		return text
	}
	return strip(text, func(name string, _ bool) bool { return name == citationTag })
}

// StripMemory takes citation blocks out of a text, and the blocks that memory systems
// inject: `<tag>…</tag>` that begins a line, by the tags that they are known to use. A
// tag that merely speaks of memory (a report, a component of a program) is the user's.
func StripMemory(text string) string {
	if strings.IndexByte(text, '<') < 0 {
		return text
	}
	return strip(text, func(name string, beginsLine bool) bool {
		return name == citationTag || beginsLine && memoryTag(name) != noMemory
	})
}

// memoryKind says how surely a tag marks injected memory.
type memoryKind int

const (
	noMemory memoryKind = iota
	perhaps             // a word of many uses: only a block whose end tag begins a line
	surely
)

// memoryTag knows the tags of Reverie, of the agents and of common memory systems, in
// lower or in upper case; `-` and `_` are one.
func memoryTag(name string) memoryKind {
	if lower := strings.ToLower(name); name != lower && name != strings.ToUpper(name) {
		return noMemory
	}
	switch strings.ReplaceAll(strings.ToLower(name), "-", "_") {
	case "memory", "memories", "reverie", "core_memory", "working_memory", "memory_blocks", "memory_bank", "memory_files",
		"project_memory", "global_memory", "shared_memory":
		return perhaps
	case "reverie_memory", "reverie_context", "reverie_memories",
		"memory_context", "memories_context", "memory_summary", "memory_prompt", "memory_instructions", "memory_metadata",
		"recalled_memory", "recalled_memories", "retrieved_memory", "retrieved_memories", "relevant_memory", "relevant_memories",
		"injected_memory", "injected_memories", "saved_memory", "saved_memories", "stored_memories", "past_memories",
		"user_memory", "user_memories", "agent_memory", "agent_memories", "auto_memory", "session_memory", "conversation_memory",
		"long_term_memory", "long_term_memories", "short_term_memory", "episodic_memory", "semantic_memory", "procedural_memory",
		"archival_memory", "persistent_memory", "claude_mem_context", "mem0_memories", "supermemory_context":
		return surely
	}
	return noMemory
}

// blockEnd is where the block that begins s with a tag of that name ends, with its end
// tag; -1 if it does not end, or is no block of memory.
func blockEnd(s, name string) int {
	closing := "</" + name + ">"
	for from := 0; ; {
		n := strings.Index(s[from:], closing)
		if n < 0 {
			return -1
		}
		from += n
		if name == citationTag || memoryTag(name) == surely || strings.HasSuffix(strings.TrimRight(s[:from], " \t"), "\n") {
			return from + len(closing)
		}
		from += len(closing)
	}
}

// strip removes the blocks whose tag is unwanted. A citation block without its end tag
// reaches to the end of the text; any other tag without one is left alone.
func strip(text string, unwanted func(name string, beginsLine bool) bool) string {
	var kept strings.Builder
	rest, from := text, 0
	for {
		n := strings.IndexByte(rest[from:], '<')
		if n < 0 {
			break
		}
		at := from + n
		from = at + 1
		name := tagName(rest[from:])
		if name == "" || !unwanted(name, beginsLine(rest[:at], kept.Len() == 0)) {
			continue
		}
		end := blockEnd(rest[at:], name)
		switch {
		case end >= 0:
			kept.WriteString(rest[:at])
			rest, from = rest[at+end:], 0
		case name == citationTag:
			kept.WriteString(rest[:at])
			rest, from = "", 0
		}
	}
	if len(rest) == len(text) {
		return text
	}
	kept.WriteString(rest)
	return strings.TrimSpace(kept.String())
}

// beginsLine reports whether nothing but blanks stands before the end of s on its line.
func beginsLine(s string, first bool) bool {
	line := strings.TrimRight(s, " \t")
	return line == "" && (first || s == "") || strings.HasSuffix(line, "\n")
}

// tagName is the name of the start tag whose text after `<` is s, "" if it is none.
func tagName(s string) string {
	n := 0
	for n < len(s) && n < 64 && nameByte(s[n]) {
		n++
	}
	if n == 0 || n == len(s) || s[n] != '>' && s[n] != ' ' && s[n] != '\n' {
		return ""
	}
	return s[:n]
}

func nameByte(c byte) bool {
	return c == '-' || c == '_' || c == ':' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// IsMemory reports whether a text is a memory file, or a good part of one: the handbook,
// the summary, the raw memories or a rollout summary, told by their own form.
func IsMemory(text string) bool {
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "# Raw Memories"):
		return true
	case strings.HasPrefix(text, "v1\n"):
		return strings.Contains(text, "\n## User Profile") || strings.Contains(text, "\n## What's in Memory")
	case strings.HasPrefix(text, "thread_id: ") && strings.Contains(text, "\nrollout_path: "):
		return true
	}
	return strings.Contains(text, "### rollout_summary_files") ||
		strings.Contains(text, "# Task Group: ") && strings.Contains(text, "\napplies_to: cwd=")
}

// beforeMemory is what a person wrote before a memory file, or a part of one, that was
// pasted: all of a text that holds none, "" of one that begins with it.
func beforeMemory(text string) string {
	if !IsMemory(text) {
		return text
	}
	for at := 0; at < len(text); {
		line := text[at:]
		switch {
		case strings.HasPrefix(line, "# Task Group: "), strings.HasPrefix(line, "# Raw Memories"), strings.HasPrefix(line, "v1\n"),
			strings.HasPrefix(line, "thread_id: "), strings.HasPrefix(line, "### rollout_summary_files\n"), strings.HasPrefix(line, "## Task 1"):
			return strings.TrimSpace(text[:at])
		}
		n := strings.IndexByte(line, '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	return text
}

// promptTag begins the memory that Reverie itself prints for an agent.
const promptTag = "<reverie_memory>"

// HoldsPrompt reports whether a text holds the memory prompt that Reverie prints, plain
// or in JSON: at the start of a line, or of a quoted text.
func HoldsPrompt(text string) bool {
	for from := 0; ; from++ {
		n := strings.Index(text[from:], promptTag)
		if n < 0 {
			return false
		}
		from += n
		if before := strings.TrimRight(text[:from], " \t"); before == "" || before[len(before)-1] == '\n' || before[len(before)-1] == '"' {
			return true
		}
	}
}
