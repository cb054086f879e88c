// Package item is the vocabulary of a conversation: response items in the shape of the
// Responses API, as ledgers record them.
//
// An Item is its JSON text. Nothing is lost in it: unknown tags and unknown members stay
// byte for byte. Accessors look into the text when asked; the structs in types.go decode
// the known types on demand. The package owns no file and knows no ledger.
package item

import (
	"iter"
	"slices"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

// Known tags of response items (section 1 of docs/format.md).
const (
	TypeMessage              = "message"
	TypeReasoning            = "reasoning"
	TypeFunctionCall         = "function_call"
	TypeFunctionCallOutput   = "function_call_output"
	TypeCustomToolCall       = "custom_tool_call"
	TypeCustomToolCallOutput = "custom_tool_call_output"
	TypeLocalShellCall       = "local_shell_call"
	TypeToolSearchCall       = "tool_search_call"
	TypeToolSearchOutput     = "tool_search_output"
	TypeWebSearchCall        = "web_search_call"
	TypeImageGenerationCall  = "image_generation_call"
	TypeAgentMessage         = "agent_message"
	TypeCompaction           = "compaction"
	TypeCompactionSummary    = "compaction_summary"
	TypeContextCompaction    = "context_compaction"
	TypeAdditionalTools      = "additional_tools"
	TypeGhostSnapshot        = "ghost_snapshot"
)

// passthrough is the member that ledgers keep for themselves; no model sees it.
const passthrough = "internal_chat_message_metadata_passthrough"

// Item is one response item: a JSON object, as recorded.
type Item struct {
	// Raw is the item's JSON text. It is never changed in place.
	Raw []byte
}

// New returns the item with that JSON text; it does not copy or check it.
func New(raw []byte) Item { return Item{Raw: raw} }

// Message returns a message item of one text part: input_text for the roles user,
// developer and system, output_text for assistant.
func Message(role, text string) Item {
	part := "input_text"
	if role == "assistant" {
		part = "output_text"
	}
	b := append([]byte(`{"type":"message","role":`), jsonraw.Quote(role)...)
	b = append(b, `,"content":[{"type":"`+part+`","text":`...)
	b = jsonraw.AppendQuote(b, text)
	return Item{Raw: append(b, `}]}`...)}
}

// Type is the item's tag, "" if it has none.
func (i Item) Type() string {
	raw := jsonraw.Get(i.Raw, "type")
	for _, t := range knownTypes {
		if jsonraw.KeyIs(raw, t) {
			return t
		}
	}
	return jsonraw.Text(raw)
}

var knownTypes = [...]string{
	TypeMessage, TypeFunctionCallOutput, TypeFunctionCall, TypeReasoning, TypeCustomToolCall,
	TypeCustomToolCallOutput, TypeLocalShellCall, TypeToolSearchCall, TypeToolSearchOutput,
	TypeWebSearchCall, TypeImageGenerationCall, TypeAgentMessage, TypeCompaction,
	TypeCompactionSummary, TypeContextCompaction, TypeAdditionalTools, TypeGhostSnapshot,
}

// KnownType reports whether a tag is one that this package names.
func KnownType(tag string) bool { return slices.Contains(knownTypes[:], tag) }

// Known reports whether the tag is one that this package names.
func (i Item) Known() bool {
	raw := jsonraw.Get(i.Raw, "type")
	for _, t := range knownTypes {
		if jsonraw.KeyIs(raw, t) {
			return true
		}
	}
	return false
}

// Role is a message's role ("user", "assistant", "developer", "system"), else "".
func (i Item) Role() string {
	raw := jsonraw.Get(i.Raw, "role")
	for _, r := range [...]string{"user", "assistant", "developer"} {
		if jsonraw.KeyIs(raw, r) {
			return r
		}
	}
	return jsonraw.Text(raw)
}

// ID is the item's own id, "" if it has none.
func (i Item) ID() string { return jsonraw.GetText(i.Raw, "id") }

// CallID joins a call and its output, "" if there is none.
func (i Item) CallID() string { return jsonraw.GetText(i.Raw, "call_id") }

// Name is the tool's name of a call (or of an output that names it), "" if none.
func (i Item) Name() string { return jsonraw.GetText(i.Raw, "name") }

// Namespace is the tool's namespace of a call, "" if none.
func (i Item) Namespace() string { return jsonraw.GetText(i.Raw, "namespace") }

// Phase is an assistant message's phase ("commentary", "final_answer"), "" if none.
func (i Item) Phase() string { return jsonraw.GetText(i.Raw, "phase") }

// Arguments is what a call was given: the JSON text in a function call's arguments, a
// custom tool call's input, a shell call's or web search's action as JSON, "" otherwise.
func (i Item) Arguments() string {
	switch i.Type() {
	case TypeFunctionCall, TypeToolSearchCall:
		raw := jsonraw.Get(i.Raw, "arguments")
		if len(raw) > 0 && raw[0] == '"' {
			return jsonraw.Text(raw)
		}
		return string(raw)
	case TypeCustomToolCall:
		return jsonraw.GetText(i.Raw, "input")
	case TypeLocalShellCall, TypeWebSearchCall:
		return string(jsonraw.Get(i.Raw, "action"))
	}
	return ""
}

// Output is the text of a tool's output: the string itself, or the text parts joined by
// newlines; an object's "content" is read likewise (old files). "" for other items.
func (i Item) Output() string {
	raw := jsonraw.Get(i.Raw, "output")
	if len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '"':
		return jsonraw.Text(raw)
	case '[':
		return joinParts(raw)
	case '{':
		if c := jsonraw.Get(raw, "content"); len(c) > 0 {
			if c[0] == '[' {
				return joinParts(c)
			}
			return jsonraw.Text(c)
		}
	}
	return ""
}

// Text is what an item says: the text parts of a message or agent message joined by
// newlines, the summary of a reasoning item, an output's text; "" otherwise.
func (i Item) Text() string {
	switch i.Type() {
	case TypeMessage, TypeAgentMessage:
		raw := jsonraw.Get(i.Raw, "content")
		if len(raw) > 0 && raw[0] == '"' {
			return jsonraw.Text(raw)
		}
		return joinParts(raw)
	case TypeReasoning:
		return joinParts(jsonraw.Get(i.Raw, "summary"))
	case TypeFunctionCallOutput, TypeCustomToolCallOutput:
		return i.Output()
	}
	return ""
}

func joinParts(array []byte) string {
	var out string
	first := true
	for e := range jsonraw.Elements(array) {
		raw := jsonraw.Get(e, "text")
		if raw == nil {
			continue
		}
		if !first {
			out += "\n"
		}
		first = false
		out += jsonraw.Text(raw)
	}
	return out
}

// Part is one part of a message's content or of an output.
type Part struct {
	Type string // input_text, output_text, input_image, input_audio, …
	Text string // "" for parts without text
	Raw  []byte
}

// Parts walks the parts of a message's content, or of an output that is a list. A
// content that is a plain string (old files) is one part.
func (i Item) Parts() iter.Seq[Part] {
	raw := jsonraw.Get(i.Raw, "content")
	if raw == nil {
		raw = jsonraw.Get(i.Raw, "output")
	}
	return func(yield func(Part) bool) {
		if len(raw) > 0 && raw[0] == '"' {
			yield(Part{Type: "input_text", Text: jsonraw.Text(raw), Raw: raw})
			return
		}
		for e := range jsonraw.Elements(raw) {
			if !yield(Part{Type: jsonraw.GetText(e, "type"), Text: jsonraw.GetText(e, "text"), Raw: e}) {
				return
			}
		}
	}
}

// RawTexts walks the texts of Parts as raw JSON strings, undecoded; nil for a part
// without text.
func (i Item) RawTexts() iter.Seq[[]byte] {
	raw := jsonraw.Get(i.Raw, "content")
	if raw == nil {
		raw = jsonraw.Get(i.Raw, "output")
	}
	return func(yield func([]byte) bool) {
		if len(raw) > 0 && raw[0] == '"' {
			yield(raw)
			return
		}
		for e := range jsonraw.Elements(raw) {
			if !yield(jsonraw.Get(e, "text")) {
				return
			}
		}
	}
}

// Field returns the raw JSON value of a top-level member, nil if there is none.
func (i Item) Field(name string) []byte { return jsonraw.Get(i.Raw, name) }

// IsCall reports whether the item asks for an output with the same call id.
func (i Item) IsCall() bool {
	switch i.Type() {
	case TypeFunctionCall, TypeCustomToolCall, TypeLocalShellCall, TypeToolSearchCall:
		return true
	}
	return false
}

// IsOutput reports whether the item is a tool's output.
func (i Item) IsOutput() bool {
	switch i.Type() {
	case TypeFunctionCallOutput, TypeCustomToolCallOutput, TypeToolSearchOutput:
		return true
	}
	return false
}

// ForModel returns the item as a model gets it: without the members that the ledger
// keeps for itself, and as valid UTF-8 (see jsonraw.Clean). Everything else stays byte
// for byte.
func (i Item) ForModel() Item {
	return Item{Raw: jsonraw.Clean(jsonraw.Without(i.Raw, passthrough))}
}

// MarshalJSON returns the raw text, so that items encode as themselves.
func (i Item) MarshalJSON() ([]byte, error) { return i.Raw, nil }

// UnmarshalJSON keeps a copy of the raw text.
func (i *Item) UnmarshalJSON(b []byte) error {
	i.Raw = append([]byte(nil), b...)
	return nil
}
