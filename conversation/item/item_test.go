package item_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/conversation/item"
)

func TestAccessors(t *testing.T) {
	type view struct{ Type, Role, Text, CallID, Name, Arguments, Output string }
	for _, c := range []struct {
		in   string
		want view
	}{
		{`{"type":"message","role":"user","content":[{"type":"input_text","text":"a"},{"type":"input_image","image_url":"x"},{"type":"input_text","text":"b\n"}]}`,
			view{Type: "message", Role: "user", Text: "a\nb\n"}},
		{`{"type":"message","role":"assistant","content":"old style"}`, view{Type: "message", Role: "assistant", Text: "old style"}},
		{`{"type":"function_call","name":"sh","arguments":"{not json","call_id":"1"}`, view{Type: "function_call", CallID: "1", Name: "sh", Arguments: "{not json"}},
		{`{"type":"function_call_output","call_id":"1","output":"done"}`, view{Type: "function_call_output", CallID: "1", Text: "done", Output: "done"}},
		{`{"type":"function_call_output","call_id":"1","output":[{"type":"input_text","text":"a"},{"type":"input_text","text":"b"}]}`, view{Type: "function_call_output", CallID: "1", Text: "a\nb", Output: "a\nb"}},
		{`{"type":"function_call_output","call_id":"1","output":{"content":"a","success":false}}`, view{Type: "function_call_output", CallID: "1", Text: "a", Output: "a"}},
		{`{"type":"custom_tool_call","name":"apply_patch","input":"***","call_id":"2"}`, view{Type: "custom_tool_call", CallID: "2", Name: "apply_patch", Arguments: "***"}},
		{`{"type":"local_shell_call","call_id":"3","action":{"type":"exec","command":["ls"]}}`, view{Type: "local_shell_call", CallID: "3", Arguments: `{"type":"exec","command":["ls"]}`}},
		{`{"type":"tool_search_call","call_id":"4","arguments":{"q":1}}`, view{Type: "tool_search_call", CallID: "4", Arguments: `{"q":1}`}},
		{`{"type":"web_search_call","action":{"type":"search","query":"q"}}`, view{Type: "web_search_call", Arguments: `{"type":"search","query":"q"}`}},
		{`{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]}`, view{Type: "reasoning", Text: "hm"}},
		{`{"type":"agent_message","author":"x","content":[{"type":"input_text","text":"hi"}]}`, view{Type: "agent_message", Text: "hi"}},
		{`{"type":"some \"new\" thing","x":[1]}`, view{Type: `some "new" thing`}},
		{`{}`, view{}},
		{`not json`, view{}},
		{`{"type":7,"role":null,"content":{"a":1}}`, view{}},
	} {
		i := item.New([]byte(c.in))
		got := view{i.Type(), i.Role(), i.Text(), i.CallID(), i.Name(), i.Arguments(), i.Output()}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.in, diff)
		}
	}
}

// TestLossless: what is not known comes back byte for byte, and only the ledger's own
// member is dropped for a model.
func TestLossless(t *testing.T) {
	in := `{"type":"future_item" , "x": [1, 2.50, {"é":"\u00e9"}],"z":null}`
	i := item.New([]byte(in))
	if i.Known() {
		t.Error("a future item is known")
	}
	if got := string(i.ForModel().Raw); got != in {
		t.Errorf("for a model it is %s, want %s", got, in)
	}
	i = item.New([]byte(`{"type":"message","internal_chat_message_metadata_passthrough":{"a":[1]},"role":"user","content":[{"type":"input_text","text":"internal_chat_message_metadata_passthrough"}]}`))
	if got, want := string(i.ForModel().Raw), `{"type":"message","role":"user","content":[{"type":"input_text","text":"internal_chat_message_metadata_passthrough"}]}`; got != want {
		t.Errorf("for a model it is %s, want %s", got, want)
	}
	broken := item.New([]byte("{\"type\":\"message\",\"x\":\"\xff\\ud800\"}"))
	if got := broken.ForModel().Raw; !json.Valid(got) || string(got) != `{"type":"message","x":"`+"\uFFFD"+`\ufffd"}` {
		t.Errorf("broken text for a model is %s", got)
	}
	out, err := json.Marshal([]item.Item{i})
	if err != nil {
		t.Fatal(err)
	}
	var back []item.Item
	if err := json.Unmarshal(out, &back); err != nil || len(back) != 1 || back[0].Text() != i.Text() {
		t.Errorf("round trip gives %s, %v", out, err)
	}
}

func TestMessageAndParts(t *testing.T) {
	i := item.Message("assistant", "say \"hi\"\n\x01")
	if !json.Valid(i.Raw) || i.Text() != "say \"hi\"\n\x01" {
		t.Errorf("message %s says %q", i.Raw, i.Text())
	}
	var types []string
	for p := range i.Parts() {
		types = append(types, p.Type)
	}
	if diff := cmp.Diff([]string{"output_text"}, types); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
}

func TestDecode(t *testing.T) {
	call, err := item.Decode[item.LocalShellCall](item.New([]byte(`{"type":"local_shell_call","call_id":"3","new":1,"action":{"type":"exec","command":["ls","-l"],"working_directory":"/w"}}`)))
	if err != nil || len(call.Action.Command) != 2 || call.Action.WorkingDirectory != "/w" {
		t.Errorf("shell call %+v, %v", call, err)
	}
	search, err := item.Decode[item.WebSearchCall](item.New([]byte("{\"type\":\"web_search_call\",\"action\":{\"type\":\"search\",\"query\":\"q\xff\"}}")))
	if err != nil || search.Action.Query != "q\uFFFD" {
		t.Errorf("web search %+v, %v", search, err)
	}
	if _, err := item.Decode[item.FunctionCall](item.New([]byte(`{"type":"function_call","arguments":{}}`))); err == nil {
		t.Error("a call whose arguments are no string was decoded")
	}
}
