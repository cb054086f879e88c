package extract

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// anyJSON draws a JSON value as encoding/json would hold it.
func anyJSON(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		kind := rapid.IntRange(0, 5).Draw(t, "kind")
		if depth == 0 {
			kind %= 4
		}
		switch kind {
		case 0:
			return rapid.String().Draw(t, "string")
		case 1:
			return rapid.Float64Range(-1e9, 1e9).Draw(t, "number")
		case 2:
			return rapid.Bool().Draw(t, "bool")
		case 3:
			return nil
		case 4:
			return rapid.SliceOfN(anyJSON(depth-1), 0, 4).Draw(t, "array")
		}
		return rapid.MapOfN(rapid.StringMatching(`[a-z"\\]{0,4}`), anyJSON(depth-1), 0, 4).Draw(t, "object")
	})
}

// TestRowMembersAgainstEncodingJSON: every member is found, whole and in its place.
func TestRowMembersAgainstEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOf(rapid.StringMatching(`[a-z"\\ ]{0,6}`), anyJSON(3)).Draw(t, "object")
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "indent") {
			var out bytes.Buffer
			json.Indent(&out, b, " ", "\t")
			b = out.Bytes()
		}
		got := map[string]string{}
		if !rowMembers(b, func(n, v []byte) bool {
			got[rowString([]byte(`"`+string(n)+`"`))] = string(v)
			return true
		}) {
			t.Fatalf("got a torn object from %s", b)
		}
		if len(got) != len(want) {
			t.Fatalf("got %d members of %s, want %d", len(got), b, len(want))
		}
		for name, v := range want {
			var back any
			if err := json.Unmarshal([]byte(got[name]), &back); err != nil {
				t.Fatalf("member %q is %q: %v", name, got[name], err)
			}
			a, _ := json.Marshal(back)
			w, _ := json.Marshal(v)
			if !bytes.Equal(a, w) {
				t.Fatalf("member %q: got %s, want %s", name, a, w)
			}
		}
	})
}

func TestRowStringAgainstEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.String().Draw(t, "text")
		b, _ := json.Marshal(want)
		if got := rowString(b); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := rowUnquoteLoose(b); got != want {
			t.Errorf("loose: got %q, want %q", got, want)
		}
	})
}

func TestRowStringOfBrokenText(t *testing.T) {
	for raw, want := range map[string]string{
		`"a\ud800b"`:             "a\uFFFDb",
		`"a\udc00\ud83d\ude00b"`: "a\uFFFD😀b",
		"\"a\xffb\\nc\"":         "a\uFFFDb\nc",
		"\"tab\there\\tand\"":    "tab\there\tand",
		`"a\qb"`:                 `a\qb`,
		`"a\u12"`:                `a\u12`,
		`12`:                     "",
		`"`:                      "",
	} {
		if got := rowString([]byte(raw)); got != want {
			t.Errorf("rowString(%q): got %q, want %q", raw, got, want)
		}
	}
}

// TestRowLongStringCutsNothingInTwo: wherever the cut falls, no escape and no rune is split.
func TestRowLongStringCutsNothingInTwo(t *testing.T) {
	const limit = 400
	for _, unit := range []string{`a`, `é`, `日`, `\n`, `\"`, `\\`, `\u65e5`, `\ud83d\ude00`, `\\\\\"x`} {
		for pad := range 12 {
			raw := `"` + strings.Repeat("x", pad) + strings.Repeat(unit, limit) + `"`
			got := rowLongString([]byte(raw), limit)
			if !utf8.ValidString(got) || strings.Contains(got, "\uFFFD") {
				t.Errorf("unit %s, pad %d: a rune was cut", unit, pad)
			}
			head, tail, ok := strings.Cut(got, "\n[… ")
			if !ok {
				t.Errorf("unit %s, pad %d: nothing was left out", unit, pad)
				continue
			}
			_, tail, _ = strings.Cut(tail, "…]\n")
			whole := rowUnquote([]byte(raw))
			if !strings.HasPrefix(whole, head) || !strings.HasSuffix(whole, tail) {
				t.Errorf("unit %s, pad %d: head or tail is no part of the text", unit, pad)
			}
		}
	}
}

// FuzzRows: whatever stands in a ledger, a walk ends, its lines are the file's, in order
// but for messages that waited, and its text is UTF-8.
func FuzzRows(f *testing.F) {
	f.Add([]byte(new(ledgerText).meta("").started().user("hi").exec("c", "ls").output("c", "Exit code: 1\nOutput:\nx").assistant("no").b.String()))
	f.Add([]byte(new(ledgerText).meta("").event(`{"type":"user_message","message":"a"}`).event(`{"type":"thread_rolled_back","num_turns":1}`).b.String()))
	f.Add([]byte(`{"type":"response_item","payload":{"type":"function_call","arguments":"{\"command\":[","call_id":1}}`))
	f.Add([]byte(`{"type":"compacted","payload":{"message":"\`))
	f.Fuzz(func(t *testing.T, ledger []byte) {
		path := filepath.Join(t.TempDir(), "rollout-2026-03-04T10-00-00-"+rowThread+".jsonl")
		if err := os.WriteFile(path, ledger, 0o600); err != nil {
			t.Fatal(err)
		}
		lines := bytes.Count(ledger, []byte("\n")) + 1
		for r, err := range FileRows(path, RowOptions{}, nil) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Line < 1 || r.Line > lines || !utf8.ValidString(r.Text) {
				t.Fatalf("got row %+v of %d lines", r, lines)
			}
		}
	})
}
