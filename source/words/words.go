// Package words tells what a person said from what else stands in a user's message:
// context and instructions of the client, an editor's preamble, memory that was
// injected, citation blocks. Memory must not feed on itself, so every adapter and every
// reader of a transcript asks here.
//
// It owns the shapes in which memory and editors' context come; package instructions
// owns the client's own fragments.
package words

import (
	"strings"

	"github.com/seed50391015/reverie/conversation/instructions"
)

// verdict says what a part of a user message is.
type verdict int

const (
	own     verdict = iota // the user's words
	context                // context, never the user's words
	drop                   // other people's instructions, or memory: no evidence at all
)

// User parts the texts of a user-role message into the user's own words and context.
// kinds are the names that the client recorded for the parts ("user.text",
// "agents_md.instructions", …), where it did.
func User(texts, kinds []string) (said, around string) {
	var mine, others []string
	for i, text := range texts {
		kind := ""
		if len(kinds) == len(texts) {
			kind = kinds[i]
		}
		switch text = StripMemory(text); judge(text, kind) {
		case own:
			own, context := split(text)
			preamble, request := splitEditor(own)
			others = append(others, context...)
			mine, others = appendText(mine, beforeMemory(request)), appendText(others, preamble)
		case context:
			others = appendText(others, text)
		}
	}
	return strings.Join(mine, "\n"), strings.Join(others, "\n")
}

func appendText(list []string, text string) []string {
	if strings.TrimSpace(text) == "" {
		return list
	}
	return append(list, text)
}

// judge judges one part as a whole.
func judge(text, kind string) verdict {
	switch {
	case strings.HasPrefix(kind, "agents_md."), strings.HasPrefix(kind, "memories."),
		strings.HasPrefix(kind, "compaction."), strings.HasSuffix(kind, "skills.instructions"):
		return drop
	case kind != "" && kind != "unknown" && !strings.HasPrefix(kind, "user."):
		return context
	}
	if text = strings.TrimSpace(text); imageWrapper(text) || instructions.IsSummary(text) {
		return drop
	}
	return own
}

// imageWrapper knows the tags that clients put round an image.
func imageWrapper(text string) bool {
	return text == "</image>" || text == "<image>" ||
		strings.HasPrefix(text, "<image ") && strings.IndexByte(text, '>') == len(text)-1
}

// Where an editor's extension puts the open files and the selection, and, after them,
// what the user typed.
const (
	editorHeading  = "# Context from my IDE setup:"
	requestHeading = "## My request for Codex:"
)

// splitEditor parts an editor's preamble from the user's own words.
func splitEditor(text string) (preamble, request string) {
	if !strings.HasPrefix(strings.TrimSpace(text), editorHeading) {
		return "", text
	}
	before, after, ok := strings.Cut(text, requestHeading)
	if !ok {
		return "", text
	}
	return strings.TrimSpace(before), strings.TrimSpace(after)
}
