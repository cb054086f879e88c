package item

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MessageItem is a message. Content parts keep their own shape.
type MessageItem struct {
	ID      string           `json:"id"`
	Role    string           `json:"role"`
	Phase   string           `json:"phase"`
	Content []jsontext.Value `json:"content"`
}

// FunctionCall is a call of a function tool; Arguments is JSON in a string, and may be
// broken JSON.
type FunctionCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	Arguments string `json:"arguments"`
	CallID    string `json:"call_id"`
}

// CustomToolCall is a call of a free-form tool such as apply_patch.
type CustomToolCall struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Input  string `json:"input"`
	CallID string `json:"call_id"`
	Status string `json:"status"`
}

// LocalShellCall is a shell command run by the client.
type LocalShellCall struct {
	ID     string      `json:"id"`
	CallID string      `json:"call_id"`
	Status string      `json:"status"`
	Action ShellAction `json:"action"`
}

// ShellAction is what a local shell call runs.
type ShellAction struct {
	Type             string            `json:"type"`
	Command          []string          `json:"command"`
	WorkingDirectory string            `json:"working_directory"`
	TimeoutMS        int64             `json:"timeout_ms"`
	Env              map[string]string `json:"env"`
	User             string            `json:"user"`
}

// WebSearchCall is a web search or a page visit.
type WebSearchCall struct {
	ID     string    `json:"id"`
	Status string    `json:"status"`
	Action WebAction `json:"action"`
}

// WebAction is what a web search call did: search, open_page or find_in_page.
type WebAction struct {
	Type    string   `json:"type"`
	Query   string   `json:"query"`
	Queries []string `json:"queries"`
	URL     string   `json:"url"`
	Pattern string   `json:"pattern"`
}

// Reasoning is a model's reasoning; EncryptedContent is opaque.
type Reasoning struct {
	ID               string           `json:"id"`
	Summary          []jsontext.Value `json:"summary"`
	EncryptedContent string           `json:"encrypted_content"`
}

// AgentMessage is a message between agents.
type AgentMessage struct {
	Author    string           `json:"author"`
	Recipient string           `json:"recipient"`
	Content   []jsontext.Value `json:"content"`
}

// Decode reads an item into one of the structs of this package, or of the caller.
// Duplicate names, bytes that are not UTF-8 and unknown members are let pass.
func Decode[T any](i Item) (T, error) {
	var v T
	err := json.Unmarshal(i.Raw, &v, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		return v, fmt.Errorf("decode %s item: %w", i.Type(), err)
	}
	return v, nil
}
