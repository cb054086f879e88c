package history_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seed50391015/reverie/conversation/history"
	"github.com/seed50391015/reverie/conversation/item"
)

func normalised(o history.Options, lines ...string) []string {
	var items []item.Item
	for _, l := range lines {
		items = append(items, item.New([]byte(l)))
	}
	var out []string
	for _, it := range history.Normalise(items, o) {
		out = append(out, string(it.Raw))
	}
	return out
}

func TestNormalise(t *testing.T) {
	call := `{"type":"function_call","name":"sh","arguments":"{}","call_id":"1"}`
	out := `{"type":"function_call_output","call_id":"1","output":"x"}`
	hello := `{"type":"message","role":"user","content":[]}`
	for _, c := range []struct {
		name     string
		in, want []string
	}{
		{"a pair stays", []string{call, hello, out}, []string{call, hello, out}},
		{"a call without output is aborted right after it", []string{call, hello},
			[]string{call, `{"type":"function_call_output","call_id":"1","output":"aborted"}`, hello}},
		{"a custom call likewise", []string{`{"type":"custom_tool_call","call_id":"1"}`},
			[]string{`{"type":"custom_tool_call","call_id":"1"}`, `{"type":"custom_tool_call_output","call_id":"1","output":"aborted"}`}},
		{"a shell call likewise", []string{`{"type":"local_shell_call","call_id":"\"1"}`},
			[]string{`{"type":"local_shell_call","call_id":"\"1"}`, `{"type":"function_call_output","call_id":"\"1","output":"aborted"}`}},
		{"a tool search likewise", []string{`{"type":"tool_search_call","call_id":"1"}`},
			[]string{`{"type":"tool_search_call","call_id":"1"}`, `{"type":"tool_search_output","call_id":"1","status":"completed","execution":"client","tools":[]}`}},
		{"a call that nothing can answer stays alone", []string{`{"type":"tool_search_call","call_id":null}`}, []string{`{"type":"tool_search_call","call_id":null}`}},
		{"an output without its call goes", []string{out, hello}, []string{hello}},
		{"an output of another family answers nothing", []string{call, `{"type":"custom_tool_call_output","call_id":"1","output":"x"}`},
			[]string{call, `{"type":"function_call_output","call_id":"1","output":"aborted"}`}},
		{"a standalone output that names itself stays", []string{`{"type":"function_call_output","name":"clock","output":"x"}`}, []string{`{"type":"function_call_output","name":"clock","output":"x"}`}},
		{"one that does not goes", []string{`{"type":"function_call_output","output":"x"}`}, nil},
		{"a server's tool search stays", []string{`{"type":"tool_search_output","execution":"server","call_id":"9","tools":[]}`}, []string{`{"type":"tool_search_output","execution":"server","call_id":"9","tools":[]}`}},
		{"unknown items and ghosts are passed over", []string{`{"type":"future"}`, `{"type":"ghost_snapshot"}`, hello}, []string{hello}},
		{"the ledger's own members go", []string{`{"type":"message","role":"user","content":[],"internal_chat_message_metadata_passthrough":{"turn_id":"x"}}`}, []string{hello}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, normalised(history.Options{}, c.in...)); diff != "" {
				t.Errorf("items (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNormaliseImages(t *testing.T) {
	in := []string{
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"see"},{"type":"input_image","image_url":"data:x"}]}`,
		`{"type":"function_call","call_id":"1"}`,
		`{"type":"function_call_output","call_id":"1","output":[{"type":"input_image","image_url":"data:x"}]}`,
		`{"type":"message","role":"user","content":"input_image"}`,
	}
	if diff := cmp.Diff(in, normalised(history.Options{}, in...)); diff != "" {
		t.Errorf("a model that takes images (-want +got):\n%s", diff)
	}
	part := `{"type":"input_text","text":"` + history.ImagePlaceholder + `"}`
	want := []string{
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"see"},` + part + `]}`, in[1],
		`{"type":"function_call_output","call_id":"1","output":[` + part + `]}`, in[3],
	}
	if diff := cmp.Diff(want, normalised(history.Options{NoImages: true}, in...)); diff != "" {
		t.Errorf("a model that takes none (-want +got):\n%s", diff)
	}
}

func TestTokens(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2, 400: 100} {
		if got := history.Tokens(n); got != want {
			t.Errorf("Tokens(%d) = %d, want %d", n, got, want)
		}
	}
	items := []item.Item{item.New([]byte(`{"a":1}`)), item.New([]byte(`{"a":12}`))}
	if got := history.EstimateTokens(items); got != 4 {
		t.Errorf("EstimateTokens = %d, want 4", got)
	}
}

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 2, "short"},
		{"abcdefghijkl", 2, "abcd…1 tokens truncated…ijkl"},
		{"日本語日本語日本語", 4, "日本…4 tokens truncated…本語"},
		{"abcdef", 0, "…2 tokens truncated…"},
		{"abcdef", -1, "…2 tokens truncated…"},
	} {
		if got := history.Truncate(c.in, c.n); got != c.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

// TestTruncateKeepsRunes: no rune is split, head and tail are the text's own, and the
// kept part fits.
func TestTruncateKeepsRunes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, 200, 600).Draw(t, "text")
		n := rapid.IntRange(0, 60).Draw(t, "tokens")
		got := history.Truncate(text, n)
		if !utf8.ValidString(got) {
			t.Fatalf("%q is not UTF-8", got)
		}
		if len(text) <= 4*n {
			if got != text {
				t.Fatalf("a text that fits became %q", got)
			}
			return
		}
		i := strings.Index(got, " tokens truncated…")
		head := got[:strings.LastIndex(got[:i], "…")]
		tail := got[i+len(" tokens truncated…"):]
		if !strings.HasPrefix(text, head) || !strings.HasSuffix(text, tail) || len(head)+len(tail) > 4*n {
			t.Fatalf("Truncate(%q, %d) = %q", text, n, got)
		}
	})
}

func TestRebuild(t *testing.T) {
	long := strings.Repeat("x", 8*history.KeptUserTokens)
	items := []item.Item{
		item.Message("user", "dropped"), item.Message("user", long), item.Message("assistant", "answer"),
		item.Message("user", "<environment_context>\n</environment_context>"),
		item.Message("user", "Another language model started to solve this problem …"),
		item.Message("user", "newest"),
	}
	got := history.Rebuild(items, "summary")
	if len(got) != 3 || got[1].Text() != "newest" || got[2].Text() != "summary" {
		t.Fatalf("rebuilt %d items, want the cut one, the newest and the summary", len(got))
	}
	if text := got[0].Text(); !strings.Contains(text, "tokens truncated") || len(text) >= len(long) {
		t.Errorf("the overflowing message is %d bytes", len(text))
	}
	if got := history.Rebuild(nil, ""); len(got) != 1 || got[0].Text() != history.NoSummary {
		t.Errorf("an empty summary gives %v", got)
	}
}
