package extract

import (
	"bytes"
	"strconv"
	"strings"
)

// rowOutput is a tool's output without its envelope.
type rowOutput struct {
	text    string
	exit    *int
	failed  bool
	session string // id of the process that is still running, "" if none is
	known   bool   // an envelope was recognised
}

// rowParseOutput reads the output of a tool call in any of the shapes that ledgers hold:
// a string with a header, a string that is JSON, a list of content parts, an object.
func rowParseOutput(raw []byte) rowOutput {
	if len(raw) == 0 {
		return rowOutput{}
	}
	switch raw[0] {
	case '"':
		return rowOutputText(rowString(raw))
	case '[':
		return rowOutputParts(raw)
	case '{':
		if o, ok := rowOutputObject(raw); ok {
			return o
		}
		if text := rowMember(raw, "text"); text != nil { // one part, without its list
			return rowOutputText(rowString(text))
		}
	}
	return rowOutput{text: string(raw)}
}

func rowOutputText(s string) rowOutput {
	if strings.HasPrefix(s, "{") {
		if o, ok := rowOutputObject([]byte(s)); ok {
			return o
		}
	}
	o := rowOutputHeader(s)
	if strings.HasPrefix(o.text, `[{"type":`) && rowSkip([]byte(o.text), 0) == len(strings.TrimRight(o.text, " \n")) {
		o.text = rowOutputParts([]byte(o.text)).text // an MCP server's content
	}
	if o.exit == nil {
		o.failed = o.failed || rowTellsFailure(o.text)
	}
	return o
}

// rowOutputParts joins the text parts; a code-mode script answers with a header part and
// one part a tool result.
func rowOutputParts(raw []byte) (all rowOutput) {
	var texts []string
	rowElements(raw, func(part []byte) bool {
		var text []byte
		rowMembers(part, func(n, v []byte) bool {
			if string(n) == "text" {
				text = v
			}
			return text == nil
		})
		if text == nil {
			return true // an image, or something that has no text
		}
		o := rowOutputText(rowString(text))
		if o.text != "" {
			texts = append(texts, o.text)
		}
		if o.exit != nil && (all.exit == nil || *o.exit != 0) {
			all.exit = o.exit
		}
		all.failed = all.failed || o.failed
		if o.session != "" {
			all.session = o.session
		}
		return true
	})
	all.text = strings.Join(texts, "\n")
	return all
}

// rowOutputObject reads `{"output":…,"metadata":{"exit_code":…}}`, a tool result of code
// mode, `{"content":…,"success":…}` and an MCP result with isError.
func rowOutputObject(b []byte) (o rowOutput, ok bool) {
	var body []byte
	whole := rowMembers(b, func(n, v []byte) bool {
		switch string(n) {
		case "output", "content", "stdout", "aggregated_output":
			if len(body) <= 2 {
				body = v
			}
		case "metadata":
			if code, is := rowInt(rowMember(v, "exit_code")); is {
				o.exit, o.known = &code, true
			}
		case "exit_code", "exitCode":
			if code, is := rowInt(v); is {
				o.exit, o.known = &code, true
			}
		case "success":
			o.known = true
			o.failed = o.failed || string(v) == "false"
		case "isError", "is_error":
			o.known = true
			o.failed = o.failed || string(v) == "true"
		case "session_id":
			o.session = strings.Trim(string(v), `"`)
		case "chunk_id", "wall_time_seconds":
			o.known = true
		}
		return true
	})
	if !whole || !o.known || body == nil {
		return rowOutput{}, false
	}
	inner := rowParseOutput(body)
	o.text = inner.text
	if o.exit == nil {
		o.exit = inner.exit
	}
	o.failed = o.failed || inner.failed && o.exit == nil || o.exit != nil && *o.exit != 0
	return o, true
}

// rowOutputHeader takes the lines off that the shell tools put before what a command printed.
func rowOutputHeader(s string) (o rowOutput) {
	rest := s
	for {
		line, after, more := strings.Cut(rest, "\n")
		line = strings.TrimSuffix(line, "\r")
		if line == "Output:" && o.known {
			o.text = after
			return o
		}
		if !o.headerLine(line) {
			break
		}
		o.known = true
		if rest = after; !more {
			rest = ""
			break
		}
	}
	if !o.known {
		return rowOutput{text: s}
	}
	o.text = rest
	return o
}

// headerLine reads one line of the header and reports whether it is one.
func (o *rowOutput) headerLine(line string) bool {
	for _, head := range []string{"Process exited with code ", "Exit code: ", "exit code: "} {
		if v, ok := strings.CutPrefix(line, head); ok {
			code, err := strconv.Atoi(strings.TrimSpace(v))
			if err != nil {
				return false
			}
			o.exit, o.failed = &code, code != 0
			return true
		}
	}
	for _, head := range []string{"Process running with session ID ", "Script running with cell ID "} {
		if v, ok := strings.CutPrefix(line, head); ok {
			o.session = strings.TrimSpace(v)
			return true
		}
	}
	switch {
	case line == "Script failed", line == "Script terminated":
		o.failed = true
		return true
	case line == "Script completed":
		return true
	}
	for _, head := range []string{"Chunk ID: ", "Wall time: ", "Wall time ", "Original token count: ", "Total output lines: "} {
		if strings.HasPrefix(line, head) {
			return true
		}
	}
	return false
}

// rowTellsFailure knows the sentences with which the agents themselves say that a call
// came to nothing.
func rowTellsFailure(text string) bool {
	for _, head := range []string{
		"aborted", "unsupported call: ", "unsupported custom tool call: ", "failed to parse function arguments",
		"apply_patch verification failed", "exec_command failed", "write_stdin failed", "execution error",
		"failed in sandbox", "sandbox error", "sandbox denied", "command timed out", "tool call error",
		"exec command rejected", "patch rejected", "rejected by user", "user rejected", "user cancelled",
	} {
		if len(text) >= len(head) && strings.EqualFold(text[:len(head)], head) {
			return true
		}
	}
	return false
}

// rowSearchQuery is what a web search was for.
func rowSearchQuery(action []byte) string {
	var parts []string
	rowMembers(action, func(n, v []byte) bool {
		switch string(n) {
		case "query", "url", "pattern":
			if s := rowString(v); s != "" {
				parts = append(parts, s)
			}
		case "queries":
			for _, s := range rowStrings(v) {
				if len(parts) == 0 || parts[0] != s {
					parts = append(parts, s)
				}
			}
		}
		return true
	})
	return string(bytes.TrimSpace([]byte(strings.Join(parts, "\n"))))
}
