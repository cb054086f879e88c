package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const (
	recThread  = "0190a0b0-0000-7000-8000-0000000000aa"
	recRollout = "0190a0b0-0000-7000-8000-0000000000ab"
)

// clock ticks a second a call, in a zone where the local date differs from UTC's.
func clock() func() time.Time {
	at := time.Date(2026, 5, 4, 1, 30, 0, 123e6, time.FixedZone("east", 9*3600))
	return func() time.Time {
		at = at.Add(time.Second)
		return at
	}
}

func mustCreate(t *testing.T, n NewThread) *Recorder {
	t.Helper()
	r, err := Create(n, clock())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func read(tb testing.TB, path string) string {
	tb.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return string(raw)
}

func TestRecorderWritesALedger(t *testing.T) {
	home := t.TempDir()
	r := mustCreate(t, NewThread{Home: home, ThreadID: recThread, Meta: []byte(`{"cwd":"/repo","source":"cli"}`)})
	if _, err := os.Stat(filepath.Join(home, "sessions")); err == nil {
		t.Error("something is on disk before the first write")
	}
	if err := r.Append(TypeResponseItem, []byte(`{"type":"message","role":"user","content":[]}`), []byte(`{"n":1}`)); err != nil {
		t.Fatal(err)
	}
	if err := r.Append("future", []byte(`{"x":"\u00e9"}`), nil); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(home, "sessions", "2026", "05", "04", "rollout-2026-05-04T01-30-01-"+recThread+".jsonl")
	if r.Path() != want {
		t.Errorf("path %s, want %s", r.Path(), want)
	}
	text := `{"timestamp":"2026-05-03T16:30:02.123Z","ordinal":0,"type":"session_meta","payload":{"id":"` + recThread +
		`","timestamp":"2026-05-03T16:30:01.123Z","history_mode":"paginated","cwd":"/repo","source":"cli"}}
{"timestamp":"2026-05-03T16:30:03.123Z","ordinal":1,"type":"response_item","payload":{"type":"message","role":"user","content":[]},"metadata":{"n":1}}
{"timestamp":"2026-05-03T16:30:04.123Z","ordinal":2,"type":"future","payload":{"x":"\u00e9"}}
`
	if got := read(t, want); got != text {
		t.Errorf("ledger is\n%s\nwant\n%s", got, text)
	}
	if info, err := os.Stat(want); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(filepath.Dir(want)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder mode %v, %v", info.Mode(), err)
	}
}

func TestRecorderModesAndSegments(t *testing.T) {
	home := t.TempDir()
	legacy := mustCreate(t, NewThread{Home: home, ThreadID: recThread, Mode: ModeLegacy})
	if err := legacy.Append("x", []byte(`{}`), nil); err != nil {
		t.Fatal(err)
	}
	if got := read(t, legacy.Path()); strings.Contains(got, "ordinal") || !strings.Contains(got, `"history_mode":"legacy"`) {
		t.Errorf("legacy ledger is %s", got)
	}
	if err := legacy.Close(); err != nil {
		t.Fatal(err)
	}
	seg := mustCreate(t, NewThread{Home: home, ThreadID: recThread, RolloutID: recRollout,
		Meta: []byte(`{"history_base":{"thread_id":"` + recThread + `","end_ordinal_exclusive":14,"end_byte_offset":99}}`)})
	if err := seg.Append("x", []byte(`{}`), nil); err != nil {
		t.Fatal(err)
	}
	got := read(t, seg.Path())
	if !strings.Contains(got, `"ordinal":14,"type":"session_meta"`) || !strings.Contains(got, `"ordinal":15,"type":"x"`) {
		t.Errorf("segment is %s; its ordinals go on from its base", got)
	}
	if n, ok := ParseName(seg.Path()); !ok || n.SegmentID() != recRollout || n.ThreadID != recThread {
		t.Errorf("segment name %+v", n)
	}
}

func TestRecorderRefusesWhatWouldBreakLines(t *testing.T) {
	r := mustCreate(t, NewThread{Home: t.TempDir(), ThreadID: recThread})
	for _, payload := range []string{"{\n}", "{", `{}{}`, ``, "{\"a\":\"b\nc\"}"} {
		if err := r.Append("x", []byte(payload), nil); err == nil {
			t.Errorf("payload %q was taken", payload)
		}
	}
	if _, err := os.Stat(r.Path()); err == nil {
		t.Error("a refused record made the file")
	}
	for _, n := range []NewThread{{ThreadID: "x"}, {ThreadID: recThread, RolloutID: "../x"}, {ThreadID: recThread, Meta: []byte(`[]`)}} {
		if _, err := Create(n, clock()); err == nil {
			t.Errorf("Create(%+v) succeeded", n)
		}
	}
}

func TestResume(t *testing.T) {
	home := t.TempDir()
	r := mustCreate(t, NewThread{Home: home, ThreadID: recThread})
	for range 3 {
		if err := r.Append("x", []byte(`{}`), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	before := read(t, r.Path())
	appendRaw(t, r.Path(), `{"timestamp":"2026-05-03T16:31:00.000Z","ordinal":4,"type":"x","payl`)
	again, err := Resume(r.Path(), clock())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Append("y", []byte(`{}`), nil); err != nil {
		t.Fatal(err)
	}
	want := before + `{"timestamp":"2026-05-03T16:31:00.000Z","ordinal":4,"type":"x","payl` + "\n" +
		`{"timestamp":"2026-05-03T16:30:01.123Z","ordinal":4,"type":"y","payload":{}}` + "\n"
	if got := read(t, r.Path()); got != want {
		t.Errorf("ledger is\n%s\nwant the torn line ended and the record after it:\n%s", got, want)
	}
}

func TestResumeRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Resume(filepath.Join(dir, "none.jsonl"), clock()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("resume of nothing: %v", err)
	}
	packed := filepath.Join(dir, "rollout-2026-05-04T01-30-01-"+recThread+".jsonl.zst")
	appendRaw(t, packed, "x")
	if _, err := Resume(packed, clock()); !errors.Is(err, ErrCompressed) {
		t.Errorf("resume of a compressed ledger: %v", err)
	}
	plain := filepath.Join(dir, "x.jsonl")
	appendRaw(t, plain, "{}\n")
	if _, err := Resume(plain, clock()); err == nil {
		t.Error("resume of a ledger without a session_meta succeeded")
	}
}

func appendRaw(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func TestTwoWriters(t *testing.T) {
	home := t.TempDir()
	one := mustCreate(t, NewThread{Home: home, ThreadID: recThread})
	if err := one.Append("x", []byte(`{}`), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(one.Path(), clock()); !errors.Is(err, ErrBusy) {
		t.Errorf("a second writer in this process: %v, want ErrBusy", err)
	}
	// A new segment of the thread is the same thread.
	two := mustCreate(t, NewThread{Home: home, ThreadID: recThread, RolloutID: recRollout})
	if err := two.Append("x", []byte(`{}`), nil); !errors.Is(err, ErrBusy) {
		t.Errorf("a writer of another segment: %v, want ErrBusy", err)
	}
	if out := otherProcess(t, one.Path()); !strings.Contains(out, "busy") {
		t.Errorf("a second process says %q, want busy", out)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	if out := otherProcess(t, one.Path()); !strings.Contains(out, "wrote") {
		t.Errorf("a process after the first says %q, want wrote", out)
	}
	if err := two.Flush(); err != nil {
		t.Errorf("the record kept while the thread was busy: %v", err)
	}
	if got := read(t, two.Path()); strings.Count(got, "\n") != 2 {
		t.Errorf("segment holds %q, want its meta and the record", got)
	}
}

// otherProcess runs this test binary as a second writer.
func otherProcess(t *testing.T, path string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestSecondWriter$", "-test.v")
	cmd.Env = append(os.Environ(), "ROLLOUT_SECOND_WRITER="+path)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("second writer: %v\n%s", err, out)
	}
	return string(out)
}

// TestSecondWriter is what otherProcess runs.
func TestSecondWriter(t *testing.T) {
	path := os.Getenv("ROLLOUT_SECOND_WRITER")
	if path == "" {
		t.Skip("only as a second process")
	}
	r, err := Resume(path, clock())
	if errors.Is(err, ErrBusy) {
		fmt.Println("busy")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Append("second", []byte(`{}`), nil), r.Close()); err != nil {
		t.Fatal(err)
	}
	fmt.Println("wrote")
}

// fullDisk is a file on a disk with room for so many more bytes.
type fullDisk struct {
	*os.File
	room int
}

func (f *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	if n > 0 {
		if _, err := f.File.Write(p[:n]); err != nil {
			return 0, err
		}
	}
	f.room -= n
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// TestFullDisk: whatever room there is, nothing is lost and no byte is written twice.
func TestFullDisk(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		home, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		r, err := Create(NewThread{Home: home, ThreadID: recThread}, clock())
		if err != nil {
			rt.Fatal(err)
		}
		if err := r.open(); err != nil {
			rt.Fatal(err)
		}
		disk := &fullDisk{File: r.out.(*os.File)}
		r.out = disk
		var want bytes.Buffer
		for i := range rapid.IntRange(1, 12).Draw(rt, "records") {
			disk.room += rapid.IntRange(0, 300).Draw(rt, "room")
			payload := fmt.Sprintf(`{"n":%d}`, i)
			if err := r.Append("x", []byte(payload), nil); err != nil && !errors.Is(err, syscall.ENOSPC) {
				rt.Fatal(err)
			}
			want.WriteString(payload + "\n")
		}
		disk.room = 1 << 20
		if err := r.Close(); err != nil {
			rt.Fatal(err)
		}
		rd := NewReader(strings.NewReader(read(t, r.Path())))
		var got bytes.Buffer
		for {
			l, err := rd.Next()
			if err != nil {
				break
			}
			if l.Type == "x" {
				got.Write(append(l.Payload, '\n'))
			}
		}
		if rd.BadCount() > 0 || got.String() != want.String() {
			rt.Fatalf("bad lines %v; payloads\n%s\nwant\n%s", rd.Bad(), got.String(), want.String())
		}
	})
}

// TestFullDiskAndForeignWriter: where somebody wrote behind a line that an error tore,
// the line is ended and written anew.
func TestFullDiskAndForeignWriter(t *testing.T) {
	r := mustCreate(t, NewThread{Home: t.TempDir(), ThreadID: recThread})
	if err := r.Append("x", []byte(`{"n":1}`), nil); err != nil {
		t.Fatal(err)
	}
	disk := &fullDisk{File: r.out.(*os.File), room: 25}
	r.out = disk
	if err := r.Append("x", []byte(`{"n":2}`), nil); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("append on a full disk: %v", err)
	}
	if r.Unwritten() == 0 {
		t.Error("nothing is kept for later")
	}
	appendRaw(t, r.Path(), "foreign")
	disk.room = 1 << 20
	if err := r.Append("x", []byte(`{"n":3}`), nil); err != nil {
		t.Fatal(err)
	}
	rep, err := Check(r.Path())
	if err != nil || rep.Records != 4 || len(rep.Bad) != 1 || rep.Bad[0].Number != 3 {
		t.Errorf("report %+v, %v; want meta and three records round one torn line", rep, err)
	}
}

func TestClosedRecorder(t *testing.T) {
	r := mustCreate(t, NewThread{Home: t.TempDir(), ThreadID: recThread})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.Append("x", []byte(`{}`), nil); !errors.Is(err, ErrClosed) {
		t.Errorf("append after close: %v", err)
	}
	if _, err := os.Stat(r.Path()); err == nil {
		t.Error("closing an unused recorder made a file")
	}
}
