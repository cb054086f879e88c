package jsonraw_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

func TestScan(t *testing.T) {
	deep := strings.Repeat("[", jsonraw.MaxDepth+1)
	for _, c := range []struct {
		in    string
		end   int
		flaws jsonraw.Flaws
		err   error
	}{
		{in: `{"a":[1,-2.5e+3,true,null,"x"]} tail`, end: 31},
		{in: ` "long enough to use words of eight bytes \"quoted\" \\ \u00e9" `, end: 63},
		{in: `"cut`, err: jsonraw.ErrCut},
		{in: `{"a":`, err: jsonraw.ErrCut},
		{in: `{"a":1`, err: jsonraw.ErrCut},
		{in: `tru`, err: jsonraw.ErrCut},
		{in: `"\u12`, err: jsonraw.ErrCut},
		{in: `{"a" 1}`, err: jsonraw.ErrSyntax},
		{in: `{"a":1,}`, err: jsonraw.ErrSyntax},
		{in: `[1 2]`, err: jsonraw.ErrSyntax},
		{in: `01`, end: 1},
		{in: `"\x"`, err: jsonraw.ErrSyntax},
		{in: "\"a\nb\"", err: jsonraw.ErrSyntax},
		{in: deep, err: jsonraw.ErrTooDeep},
		{in: `"\ud83d"`, end: 8, flaws: jsonraw.LoneSurrogate},
		{in: `"\ud83d\ude00"`, end: 14},
		{in: `"\udc00"`, end: 8, flaws: jsonraw.LoneSurrogate},
		{in: "\"ok é\"", end: 7},
		{in: "\"\xff\"", end: 3, flaws: jsonraw.NotUTF8},
		{in: "\"cut rune \xe4\xb8\"", end: 13, flaws: jsonraw.NotUTF8},
	} {
		end, flaws, err := jsonraw.Scan([]byte(c.in), 0)
		if !errors.Is(err, c.err) || flaws != c.flaws || (err == nil && end != c.end) {
			t.Errorf("Scan(%.40q) = %d, %d, %v; want %d, %d, %v", c.in, end, flaws, err, c.end, c.flaws, c.err)
		}
	}
}

func TestTextAndClean(t *testing.T) {
	for in, want := range map[string]string{
		`"plain"`:              "plain",
		`"a\n\t\"\\\/\u00e9"`:  "a\n\t\"\\/é",
		`"\ud83d\ude00"`:       "😀",
		`"x\ud83dy"`:           "x\uFFFDy",
		"\"x\xff\xfey\"":       "x\uFFFDy",
		"\"x\xff\\ny\"":        "x\uFFFD\ny",
		`"\ud83d\ud83d\ude00"`: "\uFFFD😀",
		`12`:                   "",
		``:                     "",
	} {
		if got := jsonraw.Text([]byte(in)); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
		if in == "" {
			continue
		}
		clean := jsonraw.Clean([]byte(in))
		if !utf8.Valid(clean) || !json.Valid(clean) || jsonraw.Text(clean) != want {
			t.Errorf("Clean(%q) = %q, which says %q, want %q", in, clean, jsonraw.Text(clean), want)
		}
	}
	sound := []byte(`{"a":"\\ud83d is no escape"}`)
	if got := jsonraw.Clean(sound); &got[0] != &sound[0] {
		t.Error("Clean copied a sound text")
	}
}

func TestMembers(t *testing.T) {
	in := []byte(` { "a" : 1 , "b":{"a":2,"x":"}"}, "c":"x\"y", "a":3 } `)
	if got := string(jsonraw.Get(in, "a")); got != "1" {
		t.Errorf("Get a = %s, want the first, 1", got)
	}
	if got := string(jsonraw.Get(in, "b")); got != `{"a":2,"x":"}"}` {
		t.Errorf("Get b = %s", got)
	}
	if got := jsonraw.GetText(in, "c"); got != `x"y` {
		t.Errorf("Get c = %s", got)
	}
	if jsonraw.Get(in, "x") != nil || jsonraw.Get([]byte(`[1]`), "x") != nil || jsonraw.Get(nil, "x") != nil {
		t.Error("Get found what is not there")
	}
	if got := string(jsonraw.Without(in, "a")); got != `{"b":{"a":2,"x":"}"},"c":"x\"y"}` {
		t.Errorf("Without a = %s", got)
	}
	if got := jsonraw.Without(in, "zz"); &got[0] != &in[0] {
		t.Error("Without copied an object that has no such member")
	}
	if got := string(jsonraw.Replace(in, "b", []byte("0"))); got != ` { "a" : 1 , "b":0, "c":"x\"y", "a":3 } ` {
		t.Errorf("Replace b = %s", got)
	}
	var got []string
	for e := range jsonraw.Elements([]byte(` [1 , "a,b" ,[2,3],{}] `)) {
		got = append(got, string(e))
	}
	if diff := cmp.Diff([]string{"1", `"a,b"`, "[2,3]", "{}"}, got); diff != "" {
		t.Errorf("Elements (-want +got):\n%s", diff)
	}
}

// FuzzScan: Scan accepts what encoding/json accepts, Text agrees with it, and nothing
// panics on the rest.
func FuzzScan(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,{"b":"\ud83d\ude00"}]}`, `"\u00e9\n"`, "\"\xff\"", `[1e5,-0.1,01]`, `{"a":}`, `nul`, `"a\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		end, _, err := jsonraw.Scan(b, 0)
		whole := err == nil && jsonraw.SkipSpace(b, end) == len(b)
		if valid := json.Valid(b); valid != whole && !errors.Is(err, jsonraw.ErrTooDeep) {
			t.Fatalf("Scan of %q: end %d, %v; encoding/json says %v", b, end, err, valid)
		}
		if !whole {
			for k, v := range jsonraw.Members(b) {
				_, _ = jsonraw.Text(k), jsonraw.Text(v)
			}
			return
		}
		var s string
		trimmed := bytes.TrimSpace(b)
		if trimmed[0] == '"' && json.Unmarshal(b, &s) == nil {
			// encoding/json marks each bad byte, we mark each run of them.
			if got := jsonraw.Text(trimmed); squeeze(got) != squeeze(s) {
				t.Fatalf("Text(%q) = %q, want %q", b, got, s)
			}
			if again := jsonraw.Text(jsonraw.Quote(s)); again != s {
				t.Fatalf("Quote(%q) reads back as %q", s, again)
			}
		}
		if clean := jsonraw.Clean(b); !utf8.Valid(clean) || !json.Valid(clean) {
			t.Fatalf("Clean(%q) = %q", b, clean)
		}
	})
}

func squeeze(s string) string {
	for strings.Contains(s, "\uFFFD\uFFFD") {
		s = strings.ReplaceAll(s, "\uFFFD\uFFFD", "\uFFFD")
	}
	return s
}
