package jsonraw_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

// checkStream: whatever the pieces, a Stream finds what Scan finds.
func checkStream(t *testing.T, text string) {
	t.Helper()
	end, flaws, err := jsonraw.Scan([]byte(text), 0)
	more := err == nil && jsonraw.SkipSpace([]byte(text), end) < len(text)
	for _, size := range []int{1, 2, 3, 7, len(text) + 1} {
		var s jsonraw.Stream
		for rest := []byte(text); len(rest) > 0; {
			n := min(size, len(rest))
			if _, err := s.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		gotFlaws, gotMore, gotErr := s.Close()
		if (gotErr == nil) != (err == nil) || errors.Is(gotErr, jsonraw.ErrTooDeep) != errors.Is(err, jsonraw.ErrTooDeep) {
			t.Errorf("%.80q in pieces of %d: got error %v, want %v", text, size, gotErr, err)
		}
		if err == nil && (gotMore != more || !more && gotFlaws != flaws) {
			t.Errorf("%.80q in pieces of %d: got flaws %v, more %t; want %v, %t", text, size, gotFlaws, gotMore, flaws, more)
		}
	}
}

var streamSeeds = []string{
	`{"a":[1,-0.5e+7,true,false,null,"x\n\u00e9\ud83d\ude00"],"b":{}}`, ` [ ] `, `{}`, `"é"`, "\"\xff\"", "\"\xc3\"", `"\ud800"`, `"\ud800x"`,
	`"\udc00"`, `"\ud800\n"`, `"\ud800\ud800\udc00"`, `"\ud83d\u0041"`, `"\u12"`, `"\q"`, `{"a"}`, `{"a":}`, `{,}`, `[1,]`, `[1 2]`, `{"a":1,}`,
	`01`, `1.`, `-`, `1e`, `0`, `-0`, `12.50`, `1e5 2`, `tru`, `trux`, `nul`, `{} {}`, `{}x`, `"abc`, "\"a\x01\"", `]`, `[}`, `{"a":1]`, ``, `"\ud83d\ude00\ud83d"`,
	strings.Repeat("[", 1000) + strings.Repeat("]", 1000), strings.Repeat("[", 1001), `"€` + strings.Repeat("é", 20) + `"`, "[\xe2]", `"é" "` + "\xff",
}

func TestStream(t *testing.T) {
	for _, text := range streamSeeds {
		checkStream(t, text)
	}
}

func FuzzStream(f *testing.F) {
	for _, text := range streamSeeds {
		f.Add(text)
	}
	f.Fuzz(checkStream)
}
