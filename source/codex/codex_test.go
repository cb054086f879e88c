package codex

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/seed50391015/reverie/source"
)

func scanHome(t testing.TB, known map[string]source.Ledger, homes ...string) source.Found {
	t.Helper()
	found, err := New(homes...).Scan(context.Background(), known)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func knownOf(found source.Found) map[string]source.Ledger {
	known := map[string]source.Ledger{}
	for _, l := range found.Ledgers {
		known[l.Path] = l
	}
	return known
}

func ids(threads []source.Thread) (list []string) {
	for _, t := range threads {
		list = append(list, t.ID)
	}
	return list
}

func TestScanDescribesAThread(t *testing.T) {
	h := newHome(t)
	path := h.thread(1, "/nowhere/app", "Fix the flaky test\nplease")
	h.file("session_index.jsonl", `{"id":"`+threadID(1)+`","thread_name":"Flaky","updated_at":"2026-03-04T09:40:00Z"}`+"\n")
	found := scanHome(t, nil, h.dir)
	want := []source.Thread{{
		ID: threadID(1), SourceKind: "cli", Path: path, Segments: []string{path}, Cwd: "/nowhere/app", ProjectID: "/nowhere/app",
		GitBranch: "main", GitSHA: "0123abc", GitOrigin: "https://sam:[REDACTED_SECRET]@git.example.org/r.git", ModelProvider: "local",
		Title: "Flaky", FirstUserMessage: "Fix the flaky test\nplease",
		CreatedAtMS: begun.UnixMilli(), UpdatedAtMS: begun.Add(time.Minute).UnixMilli(), MemoryMode: source.ModeEnabled,
		Size: fileSize(t, path),
	}}
	if diff := cmp.Diff(want, found.Threads); diff != "" {
		t.Errorf("thread (-want +got):\n%s", diff)
	}
	if len(found.Problems) != 0 || len(found.Ledgers) != 1 || found.Ledgers[0].Problem != "" {
		t.Errorf("got %v, %v, want one ledger and no problem", found.Problems, found.Ledgers)
	}
}

func fileSize(t testing.TB, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func TestScanSkipsWhatIsKnown(t *testing.T) {
	h := newHome(t)
	kept, gone := h.thread(1, "/nowhere/a", "one"), h.thread(2, "/nowhere/a", "two")
	known := knownOf(scanHome(t, nil, h.dir))

	again := scanHome(t, known, h.dir)
	if len(again.Ledgers) != 0 || len(again.Threads) != 0 || again.Unchanged != 2 || len(again.Gone) != 0 {
		t.Errorf("got %+v, want two unchanged and nothing else", again)
	}

	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(kept, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(userLine(time.Hour, "three") + "\n")
	f.Close()
	last := scanHome(t, known, h.dir)
	if diff := cmp.Diff([]string{threadID(1)}, ids(last.Threads)); diff != "" {
		t.Errorf("threads (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{gone}, last.Gone); diff != "" {
		t.Errorf("gone (-want +got):\n%s", diff)
	}
	if got, want := last.Threads[0].UpdatedAtMS, begun.Add(time.Hour).UnixMilli(); got != want {
		t.Errorf("got updated %d, want %d", got, want)
	}
}

func TestScanPutsSegmentsTogether(t *testing.T) {
	h := newHome(t)
	first := h.thread(1, "/nowhere/a", "the first question")
	second := h.ledger(strings.TrimSuffix(ledgerName(threadID(1)), ".jsonl")+"_"+rolloutID(1)+".jsonl",
		metaLine(threadID(1), "/nowhere/b", `,"history_mode":"paginated","history_base":{"thread_id":"`+threadID(1)+`","end_ordinal_exclusive":1,"end_byte_offset":10}`),
		userLine(time.Hour, "another question"))
	found := scanHome(t, nil, h.dir)
	if len(found.Threads) != 1 {
		t.Fatalf("got threads %v, want one", ids(found.Threads))
	}
	got := found.Threads[0]
	if got.Path != second || got.Cwd != "/nowhere/b" || got.FirstUserMessage != "the first question" {
		t.Errorf("got path %s, cwd %s, first message %q; want the newest segment's place and the first one's message", got.Path, got.Cwd, got.FirstUserMessage)
	}
	if diff := cmp.Diff([]string{first, second}, got.Segments); diff != "" {
		t.Errorf("segments (-want +got):\n%s", diff)
	}

	// Only the second is new: the thread is still described whole, the first is not listed again.
	known := knownOf(found)
	delete(known, second)
	again := scanHome(t, known, h.dir)
	if diff := cmp.Diff(found.Threads, again.Threads); diff != "" {
		t.Errorf("thread (-before +after):\n%s", diff)
	}
	if len(again.Ledgers) != 1 || again.Ledgers[0].Path != second {
		t.Errorf("got ledgers %v, want the second segment alone", again.Ledgers)
	}

	// The second is gone: the thread is what is left of it.
	if err := os.Remove(second); err != nil {
		t.Fatal(err)
	}
	last := scanHome(t, knownOf(found), h.dir)
	if len(last.Threads) != 1 || last.Threads[0].Path != first || len(last.Ledgers) != 0 || len(last.Gone) != 1 {
		t.Errorf("got %+v, want the thread with its first segment", last)
	}
}

func TestScanReadsArchivedAndCompressed(t *testing.T) {
	h := newHome(t)
	text := metaLine(threadID(1), "/nowhere/a", `,"memory_mode":"disabled"`) + "\n" + userLine(time.Minute, "old one") + "\n"
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	h.file("archived_sessions/"+ledgerName(threadID(1))+".zst", string(enc.EncodeAll([]byte(text), nil)))
	found := scanHome(t, nil, h.dir)
	if len(found.Threads) != 1 {
		t.Fatalf("got %+v, want one thread", found)
	}
	if got := found.Threads[0]; !got.Archived || got.FirstUserMessage != "old one" || got.MemoryMode != source.ModeDisabled {
		t.Errorf("got %+v, want it archived, disabled, with its message", got)
	}
}

func TestScanReportsWhatItCannotRead(t *testing.T) {
	h := newHome(t)
	h.thread(1, "/nowhere/a", "fine")
	broken := h.ledger(ledgerName(threadID(2)), "no record at all, password=hunter2hunter2")
	missing := filepath.Join(t.TempDir(), "no home")
	found := scanHome(t, nil, h.dir, missing)
	if diff := cmp.Diff([]string{threadID(1)}, ids(found.Threads)); diff != "" {
		t.Errorf("threads (-want +got):\n%s", diff)
	}
	problems := map[string]error{}
	for _, p := range found.Problems {
		problems[p.Path] = p
	}
	if !errors.Is(problems[missing], fs.ErrNotExist) {
		t.Errorf("got %v for the missing home, want not exist", problems[missing])
	}
	if problems[broken] == nil {
		t.Errorf("got no problem for %s", broken)
	}
	for _, l := range found.Ledgers {
		if l.Path == broken && (l.ThreadID != "" || l.Problem == "" || strings.Contains(l.Problem, "hunter2")) {
			t.Errorf("got %+v, want no thread and a problem without the secret", l)
		}
	}
	// A broken ledger that has not changed is not opened again.
	if again := scanHome(t, knownOf(found), h.dir); again.Unchanged != 2 || len(again.Problems) != 0 {
		t.Errorf("got %+v, want both unchanged", again)
	}
}

func TestScanGoesOnPastAnUnreadableFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads every folder")
	}
	h := newHome(t)
	path := h.thread(1, "/nowhere/a", "one")
	h.file("archived_sessions/"+ledgerName(threadID(2)), metaLine(threadID(2), "/nowhere/a", "")+"\n")
	known := knownOf(scanHome(t, nil, h.dir))
	day := filepath.Dir(path)
	if err := os.Chmod(day, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(day, 0o700) })
	found := scanHome(t, known, h.dir)
	if len(found.Problems) == 0 || found.Unchanged != 1 || len(found.Gone) != 0 {
		t.Errorf("got %+v, want a problem, the archived one unchanged, and none gone", found)
	}
}

func TestScanTakesOddPaths(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a home\nof \"Zoë\" [x] *?#% 日本")
	h := testHome{t, dir}
	cwd := "/nowhere/with space\nand 行"
	h.thread(1, cwd, "one")
	real := newHome(t)
	real.thread(2, "/nowhere/b", "two")
	if err := os.MkdirAll(filepath.Join(dir, "sessions", "2026", "04"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(real.dir, "sessions", "2026", "03", "04"), filepath.Join(dir, "sessions", "2026", "04", "01")); err != nil {
		t.Fatal(err)
	}
	buildStateDB(t, dir, true, stateThread{id: threadID(1), mode: "polluted"})
	found := scanHome(t, nil, dir)
	if diff := cmp.Diff([]string{threadID(1), threadID(2)}, ids(found.Threads)); diff != "" {
		t.Fatalf("threads (-want +got):\n%s\n%v", diff, found.Problems)
	}
	if got := found.Threads[0]; got.Cwd != cwd || got.MemoryMode != source.ModePolluted {
		t.Errorf("got %+v, want cwd %q, polluted", got, cwd)
	}
}

// TestScanLeavesOtherHomesAlone: a ledger of a home that is not asked for is not gone.
func TestScanLeavesOtherHomesAlone(t *testing.T) {
	one, two := newHome(t), newHome(t)
	one.thread(1, "/nowhere/a", "one")
	two.thread(2, "/nowhere/a", "two")
	known := knownOf(scanHome(t, nil, one.dir))
	if found := scanHome(t, known, two.dir); len(found.Gone) != 0 || len(found.Threads) != 1 {
		t.Errorf("got gone %v, threads %v; want none gone, one thread", found.Gone, ids(found.Threads))
	}
}

func TestScanFollowsAMoveToTheArchive(t *testing.T) {
	h := newHome(t)
	path := h.thread(1, "/nowhere/a", "one")
	known := knownOf(scanHome(t, nil, h.dir))
	to := filepath.Join(h.dir, "archived_sessions", filepath.Base(path))
	if err := os.Mkdir(filepath.Dir(to), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, to); err != nil {
		t.Fatal(err)
	}
	found := scanHome(t, known, h.dir)
	if len(found.Threads) != 1 || !found.Threads[0].Archived || found.Threads[0].Path != to || len(found.Gone) != 1 {
		t.Errorf("got %+v, want the thread archived and its old path gone", found)
	}
}

func TestStrictest(t *testing.T) {
	for _, tc := range []struct{ ledger, db, want string }{
		{"", "", "enabled"}, {"enabled", "disabled", "disabled"}, {"disabled", "enabled", "disabled"},
		{"disabled", "polluted", "polluted"}, {"", "new", "disabled"},
	} {
		if got := strictest(tc.ledger, tc.db); got != tc.want {
			t.Errorf("strictest(%q, %q): got %q, want %q", tc.ledger, tc.db, got, tc.want)
		}
	}
}

func TestScanDropsInjectedMemoryFromTitles(t *testing.T) {
	h := newHome(t)
	h.thread(1, "/nowhere/a", "<recalled_memory>\n- likes tabs\n</recalled_memory>\nbump the version")
	h.thread(2, "/nowhere/a", "# Context from my IDE setup:\n\n## Open tabs:\n- a.go\n\n## My request for Codex:\nrename it\n")
	found := scanHome(t, nil, h.dir)
	if got := []string{found.Threads[0].Title, found.Threads[1].Title}; got[0] != "bump the version" || got[1] != "rename it" {
		t.Errorf("got titles %q, want the users' own words", got)
	}
}

func TestScanTouchesNothing(t *testing.T) {
	h := newHome(t)
	h.thread(1, "/nowhere/a", "one")
	h.file("session_index.jsonl", "{}\n")
	buildStateDB(t, h.dir, true, stateThread{id: threadID(1), mode: "disabled"})
	before := snapshot(t, h.dir)
	found := scanHome(t, nil, h.dir)
	if len(found.Problems) != 0 {
		t.Errorf("got problems %v, want none", found.Problems)
	}
	if diff := cmp.Diff(before, snapshot(t, h.dir)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

func TestScanCancelled(t *testing.T) {
	h := newHome(t)
	h.thread(1, "/nowhere/a", "one")
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	if _, err := New(h.dir).Scan(ctx, nil); !errors.Is(err, cause) {
		t.Errorf("got %v, want the cause", err)
	}
}
