package redact

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// checkPromises holds what the package promises of every text.
func checkPromises(t *testing.T, s string) {
	t.Helper()
	once := String(s)
	if twice := String(once); twice != once {
		t.Fatalf("not idempotent:\n text  %q\n once  %q\n twice %q", s, once, twice)
	}
	found := Find(s)
	end := 0
	for _, f := range found {
		if f.Start < end || f.End <= f.Start || f.End > len(s) || f.Rule == "" {
			t.Fatalf("finding %+v after offset %d in %q", f, end, s)
		}
		end = f.End
	}
	if got := Contains(s); got != (len(found) > 0) {
		t.Fatalf("Contains = %v with %d findings in %q", got, len(found), s)
	}
	if got := string(Bytes([]byte(s))); got != once {
		t.Fatalf("Bytes = %q, String = %q", got, once)
	}
	if got := string(Append([]byte("head "), []byte(s))); got != "head "+once {
		t.Fatalf("Append = %q, want %q", got, "head "+once)
	}
	if utf8.ValidString(s) && !utf8.ValidString(once) {
		t.Fatalf("valid UTF-8 became invalid: %q from %q", once, s)
	}
	var out bytes.Buffer
	if err := Copy(&out, iotest.OneByteReader(strings.NewReader(s))); err != nil || out.String() != once {
		t.Fatalf("Copy = %q, %v; String = %q", out.String(), err, once)
	}
}

func FuzzPromises(f *testing.F) {
	for _, l := range positives(f, 1) {
		f.Add(l.text)
		f.Add(l.wrap(f, 1).text)
	}
	f.Add("[REDACTED_SECRET]: x7y8z9w0 password=[REDACTED_SECRET]abc1234")
	f.Add("\xff\xfepassword=\xffabc123")
	f.Fuzz(checkPromises)
}

// TestPromisesOnMixtures joins pieces of the labelled texts in ways that no template has:
// cut, doubled, glued together.
func TestPromisesOnMixtures(t *testing.T) {
	texts := positives(t, 1)
	r := rand.New(rand.NewPCG(1, 52))
	for range 5000 {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			l := texts[r.IntN(len(texts))]
			if r.IntN(3) == 0 {
				l = l.wrap(t, 1+r.IntN(2))
			}
			from := r.IntN(len(l.text))
			to := from + r.IntN(len(l.text)-from+1)
			switch r.IntN(3) {
			case 0:
				from = 0
			case 1:
				to = len(l.text)
			}
			b.WriteString(l.text[from:to])
			b.WriteString([]string{"", "", " ", "\n", "[REDACTED_SECRET]", `"`, "=", ":", "，"}[r.IntN(9)])
		}
		checkPromises(t, b.String())
	}
}
