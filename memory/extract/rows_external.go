package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/conversation/rollout"
)

// ExternalOptions says which servers bring nothing from outside.
type ExternalOptions struct {
	// MemoryServers are the MCP servers that serve memory; nil means "reverie".
	MemoryServers []string
	// CleanServers are MCP servers that were declared not to pollute (`pollutes_memory = false`).
	CleanServers []string
}

// External reports whether a thread took in content from outside: a web search, a tool
// search, a call to an MCP server that is neither a memory server nor declared clean, or
// an output without a call id (section 4 of docs/format.md). where names the first place,
// "" if there is none.
func External(paths []string, o ExternalOptions) (where string, err error) {
	for _, path := range OrderSegments(paths) {
		line, what, err := externalLine(path, o)
		if err != nil {
			return "", fmt.Errorf("look for external content: %w", err)
		}
		if line > 0 {
			return fmt.Sprintf("%s:%d: %s", path, line, what), nil
		}
	}
	return "", nil
}

func externalLine(path string, o ExternalOptions) (line int, what string, err error) {
	f, err := rollout.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r, err := f.Reader(rollout.Keep(externalMay))
	if err != nil {
		return 0, "", err
	}
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return 0, "", nil
		} else if err != nil {
			return 0, "", err
		}
		if what := o.external(l.Type, l.Payload); what != "" {
			return l.Number, what, nil
		}
	}
}

// externalMay tells by a line's start whether it may show external content. Of an output
// only the missing call id matters, which its start shows as a rule.
func externalMay(h rollout.Head) bool {
	switch string(h.Type) {
	case rollout.TypeResponseItem:
		switch string(h.Kind) {
		case "message", "reasoning", "local_shell_call", "ghost_snapshot", "custom_tool_call":
			return false
		case "function_call_output", "custom_tool_call_output":
			return !bytes.Contains(h.Prefix, []byte(`"call_id":"`))
		}
		return true
	case rollout.TypeEventMsg:
		switch string(h.Kind) {
		case "", "mcp_tool_call_begin", "mcp_tool_call_end", "web_search_begin", "web_search_end":
			return true
		case rollout.EventItemCompleted:
			return bytes.Contains(h.Prefix, []byte(`"item":{"type":"McpToolCall"`)) || bytes.Contains(h.Prefix, []byte(`"item":{"type":"WebSearch"`))
		}
	}
	return false
}

// external says what a record brings from outside, "" for nothing.
func (o ExternalOptions) external(kind string, payload []byte) string {
	it, ok := rowReadItem(payload)
	if !ok {
		return ""
	}
	switch {
	case kind == rollout.TypeEventMsg && it.kind == rollout.EventItemCompleted:
		return o.completed(rowMember(payload, "item"))
	case it.kind == "web_search_call", it.kind == "web_search_begin", it.kind == "web_search_end":
		return "web search"
	case it.kind == "tool_search_call", it.kind == "tool_search_output":
		return "tool search"
	case it.kind == "mcp_tool_call_begin", it.kind == "mcp_tool_call_end":
		return o.server(rowString(rowMember(rowMember(payload, "invocation"), "server")))
	case it.kind == "function_call":
		return o.server(externalServer(it.namespace, it.name))
	case it.kind == "function_call_output", it.kind == "custom_tool_call_output":
		if rowString(it.callID) == "" {
			return "output without a call"
		}
	}
	return ""
}

func (o ExternalOptions) completed(item []byte) string {
	if rowString(rowMember(item, "type")) == "WebSearch" {
		return "web search"
	}
	return o.server(rowString(rowMember(item, "server")))
}

// externalServer is the MCP server that a function call goes to, "" for a tool of the
// agent's own.
func externalServer(namespace, name string) string {
	for _, s := range []string{namespace, name} {
		if rest, ok := strings.CutPrefix(s, "mcp__"); ok {
			server, _, _ := strings.Cut(rest, "__")
			return strings.TrimRight(server, "_")
		}
	}
	return ""
}

func (o ExternalOptions) server(name string) string {
	memory := RowOptions{MemoryServers: o.MemoryServers}.memoryServers()
	if name == "" || slices.Contains(memory, name) || slices.Contains(o.CleanServers, name) {
		return ""
	}
	return "MCP server " + name
}
