package redact

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// TestCopyEqualsString streams texts in which secrets lie across every border of Copy's
// buffer: private keys of several kilobytes, tokens, values behind long blanks.
func TestCopyEqualsString(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	texts := positives(t, 2)
	var b strings.Builder
	for b.Len() < 3<<20 {
		switch r.IntN(6) {
		case 0:
			b.WriteString(texts[r.IntN(len(texts))].text)
		case 1:
			b.WriteString(texts[r.IntN(len(texts))].wrap(t, 1).text)
		case 2:
			b.WriteString(pemText(r, "RSA ", "MIIJKAIBAAKCAgEA", "\n", 50))
		case 3:
			b.WriteString("api_key = " + draw(r, alnums, 1+r.IntN(4000)))
		default:
			for range r.IntN(2000) {
				b.WriteString(pick(r, plainWords) + " ")
			}
		}
		b.WriteString([]string{"\n", " ", "\\n", "，"}[r.IntN(4)])
	}
	text := b.String()
	want := String(text)
	for shift := range 40 {
		head := strings.Repeat("x ", shift*13)
		var out bytes.Buffer
		if err := Copy(&out, strings.NewReader(head+text)); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != head+want {
			at := 0
			for at < min(len(got), len(head+want)) && got[at] == (head + want)[at] {
				at++
			}
			t.Fatalf("shift %d: differs at %d:\n got  %q\n want %q", len(head), at, got[max(0, at-80):min(len(got), at+80)], (head + want)[max(0, at-80):min(len(head+want), at+80)])
		}
	}
}

// TestCopyOfLongRuns streams runs of key bytes longer than any secret and than the buffer.
func TestCopyOfLongRuns(t *testing.T) {
	for name, unit := range hostile() {
		text := strings.Repeat(unit, (700<<10)/len(unit)) + " password=maple7x "
		var out bytes.Buffer
		if err := Copy(&out, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if out.String() != String(text) {
			t.Errorf("%q: Copy and String disagree", name)
		}
	}
}

func TestCopyReportsErrors(t *testing.T) {
	broken := errors.New("broken")
	if err := Copy(io.Discard, iotest.ErrReader(broken)); !errors.Is(err, broken) || !strings.Contains(err.Error(), "read") {
		t.Errorf("a failing reader gives %v, want one that wraps %v", err, broken)
	}
	if err := Copy(failingWriter{broken}, strings.NewReader("x")); !errors.Is(err, broken) || !strings.Contains(err.Error(), "write") {
		t.Errorf("a failing writer gives %v, want one that wraps %v", err, broken)
	}
	if err := Copy(failingWriter{broken}, strings.NewReader("")); err != nil && !errors.Is(err, broken) {
		t.Errorf("an empty stream gives %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// repeated reads one text over and over, n bytes in all.
type repeated struct {
	text string
	n    int64
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.n <= 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(int64(len(p)), r.n)], r.text)
	r.n -= int64(n)
	return n, nil
}

// TestCopyHoldsLittle streams one line of 100 MB and looks at what that allocated.
func TestCopyHoldsLittle(t *testing.T) {
	src := &repeated{text: strings.Repeat("lorem ipsum ", 4000), n: 100 << 20}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := Copy(io.Discard, src); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 4<<20 {
		t.Errorf("Copy of 100 MB allocated %d bytes, want at most 4 MB", got)
	}
}
