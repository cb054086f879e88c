package index

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTokenText(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"plain words, here.", "plain words here"},
		{"getUserName", "getUserName get User Name"},
		{"HTTPServer2 parseJSON", "HTTPServer2 HTTP Server2 parseJSON parse JSON"},
		{"snake_case __init__", "snake_case snake case init"},
		{"internal/store/lease.go:88", "internal store lease go 88 internal/store/lease.go:88"},
		{`C:\src\main.go`, "C src main go src/main.go"},
		{"src\\main.go", "src main go src/main.go"},
		{"v1.2.3-rc1", "v1 2 3 rc1 v1.2.3-rc1"},
		{"end. Next", "end Next"},
		{"数据库", "数据 据库 数 据 库"},
		{"字", "字"},
		{"看看", "看看 看"},
		{"用go写", "用 go 写"},
		{"ニュース", "ニュ ュー ース ニ ュ ー ス"},
		{"Straße café", "Straße café"},
		{strings.Repeat("x", maxToken+1) + " y", "y"},
		{"\xff\xfeok\x00", "ok"},
	}
	for _, tt := range tests {
		if got := tokenText(tt.text); got != tt.want {
			t.Errorf("tokens of %q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// The short way for plain words gives what the long way gives.
func TestTokenTextHasOneMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-zA-Z0-9_./ :\n-]|数|据|é){0,60}`).Draw(t, "text")
		var slow []string
		walkTokens(text, func(c compound) { slow = append(slow, c.all()...) })
		if diff := cmp.Diff(strings.Join(slow, " "), tokenText(text)); diff != "" {
			t.Fatalf("tokens of %q (-long +short):\n%s", text, diff)
		}
	})
}

func FuzzTokenText(f *testing.F) {
	for _, s := range []string{"getUserName", "a/b.c", "数据 ab", "\xff\xf0", "_-_", "AÀa", ".:/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := tokenText(text)
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("tokens of %q: got %q, which is no valid text", text, got)
		}
		parseQuery(text)
	})
}
