package rollout_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/conversation/rollout"
)

// lines reads everything and returns the records' raw texts by line number.
func lines(tb testing.TB, r *rollout.Reader) (got []string) {
	tb.Helper()
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			tb.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d %s", l.Number, l.Raw))
	}
}

const (
	good  = `{"timestamp":"2026-01-02T03:04:05.678Z","ordinal":7,"type":"world_state","payload":{"a":1},"metadata":{"m":2}}`
	good2 = `{"type":"event_msg","payload":{"type":"x"},"timestamp":"2026-01-02T03:04:05Z"}`
)

// flawed is a line that can be read all the same.
func flawed(stamp, text string) string {
	if stamp == "" {
		stamp = "2026-01-02T03:04:05Z"
	}
	return `{"timestamp":"` + stamp + `","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}}` + "\n"
}

// TestHistoryJSONIsValid: whatever text the ledger holds, the array is JSON in UTF-8,
// and a call without its output has one.
func TestHistoryJSONIsValid(t *testing.T) {
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), append(script("begin", "call:1"),
		strings.TrimSpace(flawed("", "\xff")), strings.TrimSpace(flawed("", `\udc00`)), record("response_item", `{"type":"future"}`)))
	got, warnings, err := rollout.HistoryJSON(path, rollout.HistoryOptions{})
	if err != nil || len(warnings) > 0 {
		t.Fatal(warnings, err)
	}
	want := `[{"type":"function_call","name":"sh","arguments":"{}","call_id":"1"},{"type":"function_call_output","call_id":"1","output":"aborted"},` +
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"` + "\uFFFD" + `"}]},` +
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"\ufffd"}]}]`
	if string(got) != want {
		t.Errorf("history is %s\nwant %s", got, want)
	}
}

func TestReaderFields(t *testing.T) {
	l, err := rollout.NewReader(strings.NewReader("\n  \n" + good + "\n")).Next()
	if err != nil {
		t.Fatal(err)
	}
	l.Payload, l.Metadata, l.Raw = bytes.Clone(l.Payload), bytes.Clone(l.Metadata), bytes.Clone(l.Raw)
	want := rollout.Line{
		Number: 3, Offset: 4, Timestamp: "2026-01-02T03:04:05.678Z", Ordinal: 7, Type: "world_state",
		Payload: []byte(`{"a":1}`), Metadata: []byte(`{"m":2}`), Raw: []byte(good),
	}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
	if ms, ok := l.TimeMS(); !ok || ms != 1767323045678 {
		t.Errorf("TimeMS = %d, %v", ms, ok)
	}
}

func TestReaderTolerance(t *testing.T) {
	sep := "\u2028"
	for _, c := range []struct {
		name, in string
		want     []string
		bad      []rollout.BadLine
	}{
		{"nothing", "", nil, nil},
		{"blank lines and CRLF", "\r\n" + good + "\r\n \t\r\n" + good2 + "\r\n", []string{"2 " + good, "4 " + good2}, nil},
		{"BOM", "\xef\xbb\xbf" + good + "\n", []string{"1 " + good}, nil},
		{"no newline at the end", good + "\n" + good2, []string{"1 " + good, "2 " + good2}, nil},
		{"U+2028 ends no line", strings.Replace(good, `"a":1`, `"a":"x`+sep+`y"`, 1), []string{"1 " + strings.Replace(good, `"a":1`, `"a":"x`+sep+`y"`, 1)}, nil},
		{"torn last line", good + "\n" + good2[:30], []string{"1 " + good}, []rollout.BadLine{{Number: 2, Reason: "torn last line: the file ends in the middle of a record"}}},
		{"torn line inside", good2[:30] + "\n" + good, []string{"2 " + good}, []rollout.BadLine{{Number: 1, Reason: "the line ends in the middle of a record"}}},
		{"garbage", "{\n[1]\nnull\n{} \n" + good, []string{"5 " + good}, []rollout.BadLine{
			{Number: 1, Reason: "the line ends in the middle of a record"}, {Number: 2, Reason: "not a JSON object"},
			{Number: 3, Reason: "not a JSON object"}, {Number: 4, Reason: "the record has no type"},
		}},
		{"three records", good + good2 + good + "\n" + good, []string{"1 " + good, "1 " + good2, "1 " + good, "2 " + good}, []rollout.BadLine{
			{Number: 1, Reason: "more than one record on the line; each is read", Kept: true},
		}},
		{"a record and garbage", good + "garbage\n", []string{"1 " + good}, []rollout.BadLine{
			{Number: 1, Reason: "more than one record on the line; each is read", Kept: true}, {Number: 1, Reason: "not a JSON object"},
		}},
		{"missing parts", `{"type":"response_item","timestamp":"2026-01-02T03:04:05Z","payload":{}}` + "\n" +
			`{"type":"session_meta","timestamp":"2026-01-02T03:04:05Z","payload":{"cwd":"/x"}}` + "\n" +
			`{"type":"compacted","timestamp":"2026-01-02T03:04:05Z"}`, nil, []rollout.BadLine{
			{Number: 1, Reason: "the payload has no type"}, {Number: 2, Reason: "session_meta without an id"}, {Number: 3, Reason: "the record has no payload"},
		}},
		{"unknown type without a payload", `{"type":"new","timestamp":"2026-01-02T03:04:05Z"}`, []string{`1 {"type":"new","timestamp":"2026-01-02T03:04:05Z"}`}, nil},
		{"flaws that are read over", flawed("", "\xff\xfe") + flawed("", `\ud83d`) + flawed("yesterday", "") + `{"type":"x","payload":{}}`,
			[]string{"1 " + strings.TrimSpace(flawed("", "\xff\xfe")), "2 " + strings.TrimSpace(flawed("", `\ud83d`)), "3 " + strings.TrimSpace(flawed("yesterday", "")), `4 {"type":"x","payload":{}}`},
			[]rollout.BadLine{
				{Number: 1, Reason: "bytes that are not UTF-8; read with U+FFFD in their place", Kept: true},
				{Number: 2, Reason: "half of a surrogate pair; read with U+FFFD in its place", Kept: true},
				{Number: 3, Reason: "the timestamp is no RFC 3339 time; read without a time", Kept: true},
				{Number: 4, Reason: "no timestamp; read without a time", Kept: true},
			}},
		{"NULs", good + "\n\x00\x00\x00", []string{"1 " + good}, []rollout.BadLine{{Number: 2, Reason: "NUL bytes instead of a record"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, src := range []io.Reader{
				strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)), iotest.DataErrReader(strings.NewReader(c.in)),
			} {
				r := rollout.NewReader(src)
				if diff := cmp.Diff(c.want, lines(t, r)); diff != "" {
					t.Errorf("records (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(c.bad, r.Bad()); diff != "" {
					t.Errorf("bad lines (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestReaderCountsBadLinesBeyondThoseItKeeps(t *testing.T) {
	r := rollout.NewReader(strings.NewReader(strings.Repeat("x\n", 5000) + good))
	if got := len(lines(t, r)); got != 1 {
		t.Errorf("%d records, want 1", got)
	}
	if r.BadCount() != 5000 || len(r.Bad()) != 1000 {
		t.Errorf("%d bad lines counted and %d kept, want 5000 and 1000", r.BadCount(), len(r.Bad()))
	}
}

// giant is a reader of one record whose payload is n bytes of text, never in memory whole.
func giant(typ string, n int64) io.Reader {
	return io.MultiReader(
		strings.NewReader(`{"timestamp":"2026-01-02T03:04:05Z","type":"`+typ+`","payload":{"type":"message","t":"`),
		io.LimitReader(letters{}, n), strings.NewReader("\"}}\n"+good+"\n"))
}

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// TestReaderLongLines: a line of 100 MB that is not wanted costs no memory, one that is
// wanted is read, and one beyond the bound is a bad line.
func TestReaderLongLines(t *testing.T) {
	const long = 100 << 20
	keep := rollout.Keep(func(h rollout.Head) bool { return string(h.Type) != "response_item" })
	grown := testing.AllocsPerRun(1, func() {
		r := rollout.NewReader(giant("response_item", long), keep)
		if got := lines(t, r); len(got) != 1 || got[0] != "2 "+good {
			t.Errorf("read %.80q, want the second line alone", got)
		}
	})
	if grown > 100 {
		t.Errorf("%v allocations to pass over a line", grown)
	}
	r := rollout.NewReader(giant("response_item", 3<<20))
	if l, err := r.Next(); err != nil || len(l.Payload) < 3<<20 {
		t.Errorf("payload of %d bytes, %v", len(l.Payload), err)
	}
	r = rollout.NewReader(giant("response_item", 3<<20), rollout.MaxLine(1<<20))
	if got := lines(t, r); len(got) != 1 || got[0] != "2 "+good {
		t.Errorf("read %.80q, want the second line alone", got)
	}
	if diff := cmp.Diff([]rollout.BadLine{{Number: 1, Reason: "longer than 1048576 bytes"}}, r.Bad()); diff != "" {
		t.Errorf("bad lines (-want +got):\n%s", diff)
	}
}

func TestReaderSourceError(t *testing.T) {
	broken := errors.New("disk gone")
	r := rollout.NewReader(io.MultiReader(strings.NewReader(good+"\n"+good[:20]), iotest.ErrReader(broken)))
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, broken) {
			t.Errorf("Next = %v, want the source's error", err)
		}
	}
}

// FuzzReader: any bytes are read without a panic, forward and backward alike, in pieces
// of any size, and every line is either blank, bad or a record.
func FuzzReader(f *testing.F) {
	for _, s := range []string{good + "\n" + good2, "\xef\xbb\xbf\n\r\n{", good + good2 + "x", "{\"type\":\"\xff\"}\n", "\x00\x00\n\n{}", good[:40]} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		whole, piecemeal := rollout.NewReader(bytes.NewReader(b)), rollout.NewReader(iotest.OneByteReader(bytes.NewReader(b)))
		forward := lines(t, whole)
		if diff := cmp.Diff(forward, lines(t, piecemeal)); diff != "" {
			t.Fatalf("reading in pieces differs (-whole +pieces):\n%s", diff)
		}
		if diff := cmp.Diff(whole.Bad(), piecemeal.Bad()); diff != "" {
			t.Fatalf("bad lines in pieces differ (-whole +pieces):\n%s", diff)
		}
		var back []string
		br := rollout.NewBackward(bytes.NewReader(b), int64(len(b)), nil)
		for {
			l, err := br.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			back = append(back, string(l.Raw))
		}
		if len(back) != len(forward) {
			t.Fatalf("%d records backward, %d forward", len(back), len(forward))
		}
		for i, raw := range back {
			if _, want, _ := strings.Cut(forward[len(forward)-1-i], " "); raw != want {
				t.Fatalf("record %d from the end is %q, forward %q", i, raw, want)
			}
		}
	})
}

// TestBackwardBlocks reads lines longer and shorter than a block from the end.
func TestBackwardBlocks(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 60 {
		rec := record("world_state", fmt.Sprintf(`{"n":%d,"t":%q}`, i, strings.Repeat("x", i*i*i*7%40_000)))
		want = append([]string{rec}, want...)
		text.WriteString(rec + "\n")
	}
	for _, block := range []int{16, 100, 4096, 64 << 10} {
		var b rollout.Backward
		b.Reset(strings.NewReader(text.String()), int64(text.Len()), nil, block)
		for i, w := range want {
			l, err := b.Next()
			if err != nil {
				t.Fatal(err)
			}
			if string(l.Raw) != w || text.String()[l.Offset:l.Offset+int64(len(w))] != w {
				t.Fatalf("block %d: record %d from the end is %.80s at %d, want %.80s", block, i, l.Raw, l.Offset, w)
			}
		}
		if _, err := b.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("block %d: after the first record comes %v, want EOF", block, err)
		}
	}
}
