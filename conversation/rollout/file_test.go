package rollout_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/ledgergen"
)

func TestOpenPrefersThePlainFile(t *testing.T) {
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), script(words("u:zst")...))
	packed := compress(t, path)
	writeLedger(t, path, script(words("u:plain")...))
	for _, p := range []string{path, packed} {
		if back, _ := bothWays(t, p); back != "plain" {
			t.Errorf("%s: %q, want the plain file's history", p, back)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, packed} {
		if back, _ := bothWays(t, p); back != "zst" {
			t.Errorf("%s: %q, want the compressed file's history", p, back)
		}
		if rep, err := rollout.Check(p); err != nil || rep.Records != 2 || rep.Path != packed {
			t.Errorf("check: %+v, %v", rep, err)
		}
		if e, err := rollout.Catalogue(p); err != nil || e.Title != "zst" || !e.Name.Compressed {
			t.Errorf("catalogue: %+v, %v", e, err)
		}
	}
}

func TestCompressedLedgerThatWasCut(t *testing.T) {
	path, _, err := ledgergen.File(t.TempDir(), ledgergen.Options{Bytes: 600_000})
	if err != nil {
		t.Fatal(err)
	}
	packed := compress(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := rollout.Check(packed)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(packed, raw[:len(raw)*2/3], 0o600); err != nil {
		t.Fatal(err)
	}
	rep, err := rollout.Check(packed)
	if err != nil || rep.Records == 0 || rep.Records >= whole.Records {
		t.Errorf("%d of %d records, %v; want what stands before the cut", rep.Records, whole.Records, err)
	}
}

func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "rollout-x.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	if _, err := rollout.Open(pipe); !errors.Is(err, rollout.ErrNotRegular) {
		t.Errorf("open of a pipe: %v", err)
	}
	if _, err := rollout.Open(dir); !errors.Is(err, rollout.ErrNotRegular) {
		t.Errorf("open of a folder: %v", err)
	}
	if _, err := rollout.Open(filepath.Join(dir, "none.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open of nothing: %v", err)
	}
}

// TestReadLeavesNoTrace: reading does not change a ledger's bytes, times or mode, and
// leaves no file beside it.
func TestReadLeavesNoTrace(t *testing.T) {
	home := t.TempDir()
	path, _, err := ledgergen.File(home, ledgergen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	before := trace(t, home)
	if _, err := rollout.Check(path); err != nil {
		t.Fatal(err)
	}
	if _, err := rollout.History(path, rollout.HistoryOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := rollout.Catalogue(path); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, trace(t, home)); diff != "" {
		t.Errorf("the home changed (-before +after):\n%s", diff)
	}
}

func trace(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		out[path] = info.Mode().String() + info.ModTime().String()
		if !d.IsDir() {
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			out[path] += string(raw)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestGrowingLedger: a ledger is read as of its opening, up to its last whole line.
func TestGrowingLedger(t *testing.T) {
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), script(words("u:1")...))
	appendText(t, path, scriptLine("u:2")[:40])
	f, err := rollout.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	appendText(t, path, scriptLine("u:2")[40:]+"\n"+scriptLine("u:3")+"\n")
	r, err := f.Reader()
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(t, r); len(got) != 2 || r.BadCount() != 1 {
		t.Errorf("%d records and %d bad lines, want the two that were whole and the torn one", len(got), r.BadCount())
	}
	if back, _ := bothWays(t, path); back != "1 2 3" {
		t.Errorf("history later is %q", back)
	}
}

func appendText(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
}

func TestFindLedgers(t *testing.T) {
	home := filepath.Join(t.TempDir(), "a home\nwith 名前")
	one := script(words("u:1")...)
	want := []rollout.Found{
		{Path: ledgerPath(filepath.Join(home, "archived_sessions"), threadC, ""), ThreadID: threadC, Archived: true},
		{Path: ledgerPath(day(home), threadA, ""), ThreadID: threadA},
		{Path: ledgerPath(day(home), threadB, "") + ".zst", ThreadID: threadB, Compressed: true},
		{Path: ledgerPath(day(home), threadB, rolloutB), ThreadID: threadB, RolloutID: rolloutB},
		{Path: filepath.Join(day(home), "rollout-without-an-id.jsonl")},
	}
	for _, f := range want {
		writeLedger(t, f.Path, one)
	}
	compress(t, want[1].Path) // the plain one beside it wins
	for _, stray := range []string{
		filepath.Join(day(home), "notes.txt"), filepath.Join(day(home), "rollout-x.json"),
		ledgerPath(filepath.Join(home, "sessions", "backup"), threadA, ""), ledgerPath(filepath.Join(home, "sessions"), threadA, ""),
	} {
		writeLedger(t, stray, one)
	}
	if err := os.Symlink(home, filepath.Join(day(home), "rollout-loop.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(day(home), "rollout-pipe.jsonl"), 0o600); err != nil {
		t.Log("no named pipes here:", err)
	}
	got, err := rollout.FindLedgers(home)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i].Size == 0 || got[i].MtimeNS == 0 {
			t.Errorf("%s: size %d, mtime %d", got[i].Path, got[i].Size, got[i].MtimeNS)
		}
		got[i].Size, got[i].MtimeNS = 0, 0
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	groups := rollout.GroupThreads(got)
	if g := groups[threadB]; len(g) != 2 || g[0].RolloutID != "" || g[1].SegmentID() != rolloutB {
		t.Errorf("segments of the reverted thread: %+v", g)
	}
	if len(groups) != 4 {
		t.Errorf("%d threads, want 4", len(groups))
	}
	if none, err := rollout.FindLedgers(filepath.Join(home, "nowhere")); err != nil || len(none) != 0 {
		t.Errorf("a home that is not there: %v, %v", none, err)
	}
}

func TestSessionIndex(t *testing.T) {
	home := t.TempDir()
	text := strings.Join([]string{
		`{"id":"` + threadA + `","thread_name":"old","updated_at":"2026-01-01T00:00:00Z"}`,
		`{"id":"` + threadB + `","thread_name":"late","updated_at":"2026-03-01T00:00:00Z"}`,
		`not json`,
		`{"id":"` + threadA + `","thread_name":"new","updated_at":"2026-02-01T00:00:00Z"}`,
		`{"id":"` + threadB + `","thread_name":"early","updated_at":"2026-02-01T00:00:00Z"}`,
		`{"id":"` + threadC + `","thread_name":"torn`,
	}, "\n")
	if err := os.WriteFile(filepath.Join(home, "session_index.jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := rollout.SessionIndex(home)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[threadA].Name != "new" || got[threadB].Name != "late" {
		t.Errorf("names %+v", got)
	}
	if none, err := rollout.SessionIndex(t.TempDir()); err != nil || len(none) != 0 {
		t.Errorf("no index: %v, %v", none, err)
	}
}
