package extract

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/source/words"
)

// rowItem holds the members of a response item that rows are made of, raw.
type rowItem struct {
	kind, role, name, namespace    string
	content, arguments, input      []byte
	output, action, callID, turnID []byte
	kinds                          []byte // the harness's names for the content parts
	author, recipient, tools       []byte
}

func rowReadItem(payload []byte) (it rowItem, ok bool) {
	ok = rowMembers(payload, func(n, v []byte) bool {
		switch string(n) {
		case "type":
			it.kind = rowString(v)
		case "role":
			it.role = rowString(v)
		case "name":
			it.name = rowString(v)
		case "namespace":
			it.namespace = rowString(v)
		case "content":
			it.content = v
		case "arguments":
			it.arguments = v
		case "input":
			it.input = v
		case "output":
			it.output = v
		case "action":
			it.action = v
		case "tools":
			it.tools = v
		case "call_id":
			it.callID = v
		case "author":
			it.author = v
		case "recipient":
			it.recipient = v
		case "internal_chat_message_metadata_passthrough":
			it.kinds = rowMember(v, "content_item_kinds")
			it.turnID = rowMember(v, "turn_id")
		}
		return true
	})
	return it, ok && it.kind != ""
}

// item makes rows of a response item.
func (m *rowMaker) item(l *rowLine) {
	it, ok := rowReadItem(l.payload)
	if !ok {
		return
	}
	switch it.kind {
	case "message":
		m.message(l, &it)
	case "function_call":
		c := rowFunctionCall(it.name, rowArguments(it.arguments))
		m.call(l, &it, c)
	case "custom_tool_call":
		m.call(l, &it, rowCustomCall(it.name, rowString(it.input)))
	case "local_shell_call":
		c := rowFunctionCall("local_shell", string(it.action))
		m.call(l, &it, c)
	case "tool_search_call":
		args := rowArguments(it.arguments)
		c := rowCall{raw: args, text: rowSearchQuery([]byte(args))}
		if c.tool.Name = "tool_search"; c.text == "" {
			c.text = args
		}
		m.call(l, &it, c)
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output", "mcp_tool_call_output":
		m.output(l, &it, rowParseOutput(it.output))
	case "tool_search_output":
		m.output(l, &it, rowOutput{text: rowToolNames(it.tools)})
	case "web_search_call":
		if q := rowSearchQuery(it.action); q != "" {
			m.row(l, Row{Kind: KindWebSearch, Role: "tool", Text: q, Tool: &Tool{Name: "web_search"}})
		}
	case "agent_message":
		m.agentMessage(l)
	}
}

// rowArguments are a call's arguments: JSON in a string, or (old, and searches) plain JSON.
func rowArguments(raw []byte) string {
	if len(raw) > 0 && raw[0] == '"' {
		return rowString(raw)
	}
	return string(raw)
}

// message makes rows of a message: the user's own words, context, the assistant's words.
func (m *rowMaker) message(l *rowLine, it *rowItem) {
	switch it.role {
	case "user":
		m.userMessage(l, it)
	case "assistant":
		recorded := strings.Join(rowContentTexts(it.content), "\n")
		text := words.StripCitations(recorded)
		if text != recorded {
			m.recall(l, Recall{Cites: recorded})
		}
		m.assistant(l, text, strings.Contains(string(l.metadata), `"compaction_output":true`))
	case "developer":
	default:
		if text := strings.Join(rowContentTexts(it.content), "\n"); !blank(text) {
			m.row(l, Row{Kind: KindContext, Role: "system", Text: text})
		}
	}
}

// assistant holds the message back: it is a compaction's summary if a `compacted` record
// that repeats it comes next.
func (m *rowMaker) assistant(l *rowLine, text string, summary bool) {
	if blank(text) || summary {
		return
	}
	if _, late := m.twins.item(KindAssistant, text); late {
		return
	}
	m.flush()
	held := m.at(l, Row{Kind: KindAssistant, Role: "assistant", Text: text})
	m.held = &held
}

// userMessage parts a user-role message into the user's words and context.
func (m *rowMaker) userMessage(l *rowLine, it *rowItem) {
	own, context := words.User(rowContentTexts(it.content), rowStrings(it.kinds))
	if context != "" {
		m.context(l, context)
	}
	if own == "" {
		if context == "" && bytes.Contains(it.content, []byte(`"type":"input_image"`)) {
			m.flush()
			m.userTurn() // a picture is a turn too
		}
		return
	}
	replaced, late := m.twins.item(KindUser, own)
	if late {
		return
	}
	m.flush()
	if !replaced {
		m.userTurn()
		m.twins.userItems++
	}
	m.row(l, Row{Kind: KindUser, Role: "user", Text: own})
}

// context makes a row of what the harness said in the user's role.
func (m *rowMaker) context(l *rowLine, text string) {
	if strings.HasPrefix(strings.TrimSpace(text), "<turn_aborted>") {
		if !m.aborted {
			m.row(l, Row{Kind: KindAborted, Role: "user", Text: text})
			m.aborted = true
		}
		return
	}
	m.row(l, Row{Kind: KindContext, Role: "user", Text: text})
}

// rowContentTexts are the texts of a message's parts, "" for a part without one.
func rowContentTexts(content []byte) (texts []string) {
	if len(content) > 0 && content[0] == '"' {
		return []string{rowString(content)}
	}
	rowElements(content, func(part []byte) bool {
		texts = append(texts, rowString(rowMember(part, "text")))
		return true
	})
	return texts
}

// rowToolNames lists the tools that a tool search found.
func rowToolNames(tools []byte) string {
	var names []string
	rowElements(tools, func(tool []byte) bool {
		if name := rowString(rowMember(tool, "name")); name != "" {
			names = append(names, name)
		}
		return true
	})
	return strings.Join(names, "\n")
}

// call makes a row of a tool call and remembers it for its output.
func (m *rowMaker) call(l *rowLine, it *rowItem, c rowCall) {
	c.tool.CallID = rowString(it.callID)
	if it.namespace != "" && c.tool.Name != "apply_patch" {
		c.tool.Name = strings.TrimRight(it.namespace, "_") + "." + c.tool.Name
	}
	c.memory = m.opts.filterTouchesMemory(it.namespace, &c)
	if c.session != "" {
		m.continuation(l, &c)
		return
	}
	if c.memory {
		r := Recall{Call: c.tool, Space: it.namespace, Input: c.raw}
		r.Call.Name = it.name
		c.recall = m.recall(l, r)
	}
	m.remember(c)
	if c.memory {
		m.flush()
		return
	}
	tool := c.tool
	m.row(l, Row{Kind: KindToolCall, Role: "tool", Text: c.text, Tool: &tool})
}

// continuation is a call that writes to, or waits for, a process that an earlier call
// started: its output is the earlier command's, under that call's id. What it types is a
// row; a mere look is none.
func (m *rowMaker) continuation(l *rowLine, c *rowCall) {
	first, known := m.running[c.session]
	typed := *c
	if known {
		first.memory = first.memory || c.memory
		first.session = c.session
		m.rememberAs(c.tool.CallID, first)
	} else {
		m.remember(*c)
	}
	if c.memory || known && first.memory || c.chars == "" && known {
		m.flush()
		return
	}
	m.row(l, Row{Kind: KindToolCall, Role: "tool", Text: typed.text, Tool: &typed.tool})
}

// rowOpenCalls bounds how many calls without output are remembered.
const rowOpenCalls = 4096

func (m *rowMaker) remember(c rowCall) { m.rememberAs(c.tool.CallID, c) }

func (m *rowMaker) rememberAs(id string, c rowCall) {
	if id == "" {
		return
	}
	c.raw, c.text = "", ""
	if _, ok := m.calls[id]; !ok {
		m.callOrder = append(m.callOrder, id)
	}
	m.calls[id] = c
	if len(m.callOrder) > rowOpenCalls {
		delete(m.calls, m.callOrder[0])
		m.callOrder = m.callOrder[1:]
	}
}

// output makes a row of a tool's output, with what is known of its call.
func (m *rowMaker) output(l *rowLine, it *rowItem, o rowOutput) {
	id := rowString(it.callID)
	c, known := m.calls[id]
	if known {
		delete(m.calls, id)
		if i := slices.Index(m.callOrder, id); i >= 0 {
			m.callOrder = slices.Delete(m.callOrder, i, i+1)
		}
	} else {
		c.tool.CallID, c.tool.Name = id, it.name
	}
	if o.session != "" {
		if len(m.running) < rowOpenCalls {
			m.running[o.session] = c
		}
	} else if c.session != "" && o.exit != nil {
		delete(m.running, c.session)
	}
	if c.recall > 0 && (o.failed || o.exit != nil && *o.exit != 0) {
		m.recalls[c.recall-1].Call.Failed = true
	}
	if c.memory || words.IsMemory(o.text) || words.HoldsPrompt(o.text) {
		m.flush()
		return
	}
	tool := c.tool
	tool.Exit, tool.Failed = o.exit, o.failed
	m.row(l, Row{Kind: KindToolOutput, Role: "tool", Text: words.StripCitations(o.text), Tool: &tool})
}

// agentMessage makes a row of what another agent said.
func (m *rowMaker) agentMessage(l *rowLine) {
	var author, recipient string
	var texts []string
	rowMembers(l.payload, func(n, v []byte) bool {
		switch string(n) {
		case "author":
			author = rowString(v)
		case "recipient":
			recipient = rowString(v)
		case "content", "message", "text":
			texts = append(texts, rowContentTexts(v)...)
		}
		return true
	})
	text := words.StripMemory(strings.TrimSpace(strings.Join(texts, "\n")))
	if text == "" {
		return
	}
	if author != "" || recipient != "" {
		text = strings.TrimSpace(author+" → "+recipient) + ": " + text
	}
	m.row(l, Row{Kind: KindAgent, Role: "assistant", Text: text})
}
