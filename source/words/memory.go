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
// inject: `<tag>…</tag>` that begins a line and whose name speaks of memory.
func StripMemory(text string) string {
	if strings.IndexByte(text, '<') < 0 {
		return text
	}
	return strip(text, func(name string, beginsLine bool) bool {
		return name == citationTag || beginsLine && memoryTag(name)
	})
}

func memoryTag(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "memory") || strings.Contains(name, "memories") || strings.HasPrefix(name, "reverie")
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
		closing := "</" + name + ">"
		end := strings.Index(rest[at:], closing)
		switch {
		case end >= 0:
			kept.WriteString(rest[:at])
			rest, from = rest[at+end+len(closing):], 0
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
