package consolidate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
	"github.com/seed50391015/reverie/memory/workspace"
)

var testNow = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// world is a state database and a memory folder in a folder of their own.
type world struct {
	t     testing.TB
	dir   string
	store state.Store
	now   time.Time
	opts  Options
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return openWorld(t, t.TempDir())
}

func openWorld(t testing.TB, dir string) *world {
	t.Helper()
	w := &world{t: t, dir: dir, now: testNow, opts: Options{Worker: "test", SkipCooldown: true, MaxRaw: 256, MaxUnusedDays: 30, ExtensionRetentionDays: 14}}
	s, err := sqlite.Open(context.Background(), filepath.Join(dir, "state.db"), sqlite.Options{Now: func() time.Time { return w.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w.store = s
	return w
}

func (w *world) memories() string { return filepath.Join(w.dir, "memories") }

func (w *world) path(name string) string {
	return filepath.Join(w.memories(), filepath.FromSlash(name))
}

// threadID is the n-th thread's; its own time is that of its session.
func threadID(n int) string {
	return fmt.Sprintf("019a%04x-%04x-7000-8000-%012x", n, n, n)
}

// session is one session's memory for a test.
type session struct {
	n       int
	cwd     string
	day     int // days before testNow
	prefs   []string
	fails   [][3]string // command, error, fix
	knows   []string    // commands
	outcome extract.Outcome
}

func (s session) raw() string {
	m := extract.RawMemory{Description: fmt.Sprintf("session %d", s.n), Task: "work", Cwd: s.cwd, Keywords: []string{"topic" + fmt.Sprint(s.n)}, Outcome: s.outcome}
	t := extract.Task{Name: fmt.Sprintf("Piece of work %d", s.n), Mark: extract.Mark{Line: 3}, Outcome: s.outcome}
	for i, p := range s.prefs {
		t.Preferences = append(t.Preferences, extract.NewPreference("", []extract.Quote{{Text: p, Mark: extract.Mark{Line: 10 + i}}}, "", extract.ScopeUnsaid, false, false))
	}
	for i, f := range s.fails {
		t.Failures = append(t.Failures, extract.NewFailure(f[0], f[1], extract.Mark{Line: 20 + i}, f[2], ""))
	}
	for i, c := range s.knows {
		t.Knowledge = append(t.Knowledge, extract.NewKnowledge(c, "passes", extract.Mark{Line: 30 + i}))
	}
	m.Tasks = []extract.Task{t}
	return m.Render()
}

// learn stores sessions as phase 1 would.
func (w *world) learn(sessions ...session) {
	w.t.Helper()
	ctx := context.Background()
	for _, s := range sessions {
		at := testNow.AddDate(0, 0, -s.day).Unix()
		id := threadID(s.n)
		err := w.store.PutScan(ctx, nil, []state.Thread{{ID: id, Source: "codex", SourceKind: "cli", RolloutPath: "/home/u/.codex/" + id + ".jsonl", Cwd: s.cwd, ProjectID: s.cwd,
			Title: "t", FirstUserMessage: "hello", UpdatedAtMS: at * 1000, MemoryMode: state.Enabled}})
		if err == nil {
			err = w.store.PutOutput(ctx, state.Stage1Output{ThreadID: id, SourceUpdatedAt: at, RawMemory: s.raw(), RolloutSummary: "# Session\n\nwhat happened\n", GeneratedAt: w.now.Unix()})
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// run consolidates; engine nil means the rules.
func (w *world) run(hooks ...func(*Deps)) (Report, error) {
	w.t.Helper()
	ctx := context.Background()
	folder, err := workspace.Open(ctx, w.memories(), workspace.Options{Now: func() time.Time { return w.now }})
	if err != nil {
		w.t.Fatal(err)
	}
	defer folder.Close()
	d := Deps{Store: w.store, Folder: folder, Engine: NewRules(), Now: func() time.Time { return w.now },
		Matches: func(prints []string, text string) bool {
			for _, p := range prints {
				if strings.Contains(text, p) {
					return true
				}
			}
			return false
		}}
	for _, h := range hooks {
		h(&d)
	}
	return Run(ctx, d, w.opts)
}

func (w *world) mustRun() Report {
	w.t.Helper()
	r, err := w.run()
	if err != nil {
		w.t.Fatalf("Run: %v", err)
	}
	if r.Claim != state.Claimed {
		w.t.Fatalf("Run: claim %q, want %q", r.Claim, state.Claimed)
	}
	return r
}

// files are the folder's texts by path, without the baseline.
func (w *world) files() map[string]string {
	w.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(w.memories(), func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		if d.IsDir() {
			return nil
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(w.memories(), p)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func (w *world) handbook() string { return w.files()["MEMORY.md"] }

func (w *world) write(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// bulletsWith are the handbook's lines that hold a text.
func (w *world) bulletsWith(text string) []string {
	var out []string
	for _, line := range strings.Split(w.handbook(), "\n") {
		if strings.HasPrefix(line, "- ") && strings.Contains(line, text) {
			out = append(out, line)
		}
	}
	return out
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:4])
}

const (
	shop = "/home/u/src/shop"
	till = "/home/u/src/till"
)

func threeSessions() []session {
	return []session{
		{n: 1, cwd: shop, day: 9, prefs: []string{"always run make check before a commit", "prices are integers in cents"}, fails: [][3]string{{"make check", "linker `ld` not found on the build host", "apt-get install binutils"}}, knows: []string{"make check"}, outcome: extract.OutcomeSuccess},
		{n: 2, cwd: shop, day: 5, prefs: []string{"run make check before every commit, I told you"}, fails: [][3]string{{"make all", "linker `ld` not found on the build host", "apt-get install binutils"}}, knows: []string{"make check"}, outcome: extract.OutcomePartial},
		{n: 3, cwd: till, day: 2, prefs: []string{"receipts are printed in the shop's language"}, knows: []string{"npm test"}, outcome: extract.OutcomeFail},
	}
}

func TestRunWritesTheFolder(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	r := w.mustRun()
	if got := r.Count(Added); got != 3 {
		t.Errorf("%d inputs added, want 3", got)
	}
	checks := w.bulletsWith("make check before")
	if len(checks) != 1 || !strings.Contains(checks[0], "I told you") || !strings.HasSuffix(checks[0], "[Task 1] [Task 2]") {
		t.Errorf("the repeated rule stands as %q, want one bullet with both wordings and references", checks)
	}
	if fails := w.bulletsWith("linker"); len(fails) != 1 || !strings.HasSuffix(fails[0], "[Task 1] [Task 2]") {
		t.Errorf("the recurring failure stands as %q, want one bullet with both references", fails)
	}
	files := w.files()
	if !strings.HasPrefix(files["memory_summary.md"], "v1\n") {
		t.Errorf("memory_summary.md begins %.20q, want v1", files["memory_summary.md"])
	}
	for _, want := range []string{"## User Profile", "## User preferences", "## General Tips", "## What's in Memory", "### " + shop, "### " + till} {
		if !strings.Contains(files["memory_summary.md"], want) {
			t.Errorf("memory_summary.md lacks %q", want)
		}
	}
	j, err := w.store.Job(context.Background(), state.KindGlobal, state.GlobalKey)
	if err != nil || j.Status != state.Done || j.LastSuccessWatermark < testNow.AddDate(0, 0, -2).Unix() {
		t.Errorf("job is %q with watermark %d (%v), want done at the newest input at least", j.Status, j.LastSuccessWatermark, err)
	}
}

func TestSecondRunChangesNothing(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	before := w.files()
	r := w.mustRun()
	if r.Changed() {
		t.Errorf("the second run wrote %v and removed %v", r.Written, r.Removed)
	}
	if got := r.Count(Retained); got != 3 {
		t.Errorf("%d inputs retained, want 3", got)
	}
	if diff := cmp.Diff(before, w.files()); diff != "" {
		t.Errorf("the second run changed files (-before +after):\n%s", diff)
	}
}

func TestIncrementalIsTheSameAsAtOnce(t *testing.T) {
	steps, once := newWorld(t), newWorld(t)
	for _, s := range threeSessions() {
		steps.learn(s)
		steps.mustRun()
	}
	once.learn(threeSessions()...)
	once.mustRun()
	if diff := cmp.Diff(once.files(), steps.files()); diff != "" {
		t.Errorf("session by session differs from all at once (-once +steps):\n%s", diff)
	}
}

func TestForgettingTakesWhatOneInputAloneSupported(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	if err := w.store.DeleteThread(ctx, threadID(1)); err != nil {
		t.Fatal(err)
	}
	r := w.mustRun()
	if r.Count(Removed) != 1 || r.Count(Retained) != 2 {
		t.Errorf("inputs %v, want one removed and two retained", r.Inputs)
	}
	if left := w.bulletsWith("integers in cents"); len(left) > 0 {
		t.Errorf("what the deleted session alone supported is still there: %q", left)
	}
	if kept := w.bulletsWith("I told you"); len(kept) != 1 || strings.Contains(kept[0], "always run") {
		t.Errorf("the shared rule stands as %q, want the other session's words alone", kept)
	}
	for name, text := range w.files() {
		if strings.Contains(text, threadID(1)) || strings.Contains(text, "in cents") {
			t.Errorf("%s still holds the deleted session", name)
		}
	}
}

func TestEmptySelection(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	for n := 1; n <= 3; n++ {
		if err := w.store.DeleteThread(ctx, threadID(n)); err != nil {
			t.Fatal(err)
		}
	}
	w.mustRun()
	files := w.files()
	if want := "# Raw Memories\n\nNo raw memories yet.\n"; files["raw_memories.md"] != want {
		t.Errorf("raw_memories.md is %q, want %q", files["raw_memories.md"], want)
	}
	for name, text := range files {
		if strings.HasPrefix(name, "rollout_summaries/") || strings.Contains(text, "make check") {
			t.Errorf("%s is still there, or holds what was forgotten", name)
		}
	}
	if !strings.HasPrefix(files["memory_summary.md"], "v1\n") || files["MEMORY.md"] == "" {
		t.Errorf("handbook and summary were not written anew")
	}
}

func TestHandEditsStay(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	book := w.handbook()
	edited := strings.Replace(book, `"prices are integers in cents"`, `"prices are integers in cents, tax too"`, 1)
	edited = strings.Replace(edited, w.bulletsWith("receipts")[0]+"\n", "- a line of my own\n", 1)
	if edited == book {
		t.Fatal("the test edits nothing")
	}
	w.write("MEMORY.md", edited)
	check := func(when string) {
		t.Helper()
		if len(w.bulletsWith("tax too")) != 1 || len(w.bulletsWith("a line of my own")) != 1 || len(w.bulletsWith("receipts")) != 0 {
			t.Errorf("%s: edited %q, own %q, replaced %q", when, w.bulletsWith("tax too"), w.bulletsWith("a line of my own"), w.bulletsWith("receipts"))
		}
	}
	w.mustRun()
	check("after the next run")
	w.learn(session{n: 4, cwd: shop, day: 1, prefs: []string{"the header of an invoice carries its number"}})
	w.mustRun()
	check("after a new session")
	if len(w.bulletsWith("carries its number")) != 1 {
		t.Errorf("the new session's rule is missing")
	}
	if err := os.Remove(w.path("MEMORY.md")); err != nil {
		t.Fatal(err)
	}
	before := w.files()["memory_summary.md"]
	w.mustRun()
	check("after the handbook was deleted and rebuilt")
	if w.files()["memory_summary.md"] != before {
		t.Errorf("the summary changed with it")
	}
}

func TestNotes(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	w.write("extensions/ad_hoc/notes/2026-11-19T10-00-00-tea.md", "I prefer British spelling in all docs.\n")
	w.write("extensions/ad_hoc/notes/2026-11-19T11-00-00-till.md", "cwd: "+till+"\n\n- the till's printer speaks ESC/POS over USB\n")
	w.write("extensions/ad_hoc/notes/2026-11-19T12-00-00-cents.md", "Forget that prices are integers in cents.\n")
	r := w.mustRun()
	spelling, printer := w.bulletsWith("British spelling"), w.bulletsWith("ESC/POS")
	if len(spelling) != 1 || !strings.HasSuffix(spelling[0], "[ad-hoc note]") {
		t.Errorf("the note stands as %q, want one tagged bullet", spelling)
	}
	if block := blockOf(w.handbook(), "British spelling"); !strings.HasPrefix(block, "# Task Group: general\n") {
		t.Errorf("a note for all work stands in %.40q", block)
	}
	if block := blockOf(w.handbook(), "ESC/POS"); !strings.HasPrefix(block, "# Task Group: till\n") || len(printer) != 1 {
		t.Errorf("a project's note stands in %.40q as %q", block, printer)
	}
	if left := w.bulletsWith("integers in cents"); len(left) != 0 || r.Outcome.Struck != 1 {
		t.Errorf("a note that deletes left %q (struck %d)", left, r.Outcome.Struck)
	}
	if len(w.bulletsWith("make check")) == 0 {
		t.Errorf("a note deleted what it does not name")
	}
	if _, err := os.Stat(w.path("extensions/ad_hoc/notes/2026-11-19T12-00-00-cents.md")); err != nil {
		t.Errorf("a note was deleted: %v", err)
	}
	if !strings.Contains(w.files()["memory_summary.md"], "British spelling") {
		t.Errorf("the summary lacks the note")
	}
}

func blockOf(handbook, text string) string {
	for _, b := range strings.SplitAfter(handbook, "\n# ") {
		b = "# " + strings.TrimSuffix(strings.TrimPrefix(b, "# "), "# ")
		if strings.Contains(b, text) {
			return b
		}
	}
	return ""
}

func TestTTL(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	w.opts.TTL = TTL{Preference: 7, Procedure: 4}
	r := w.mustRun()
	if left := w.bulletsWith("integers in cents"); len(left) != 0 {
		t.Errorf("an expired preference is left: %q", left)
	}
	if kept := w.bulletsWith("I told you"); len(kept) != 1 {
		t.Errorf("a preference that was repeated within its time is gone")
	}
	if left := w.bulletsWith("linker"); len(left) != 0 {
		t.Errorf("an expired failure is left: %q", left)
	}
	kinds := map[string]int{}
	for _, e := range r.Outcome.Expired {
		kinds[e.Kind]++
	}
	if diff := cmp.Diff(map[string]int{"preference": 1, "procedure": 2}, kinds); diff != "" {
		t.Errorf("expired items reported (-want +got):\n%s", diff)
	}
}

func TestTextTombstone(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	if err := w.store.AddTombstone(ctx, state.Tombstone{Kind: state.TombText, Value: "receipts are printed"}); err != nil {
		t.Fatal(err)
	}
	w.mustRun()
	files := w.files()
	if strings.Contains(files["MEMORY.md"]+files["memory_summary.md"], "receipts are printed") {
		t.Errorf("a forgotten text is still in handbook or summary")
	}
}

func TestUseRanks(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	if i, j := strings.Index(w.handbook(), "Task Group: till"), strings.Index(w.handbook(), "Task Group: shop"); i > j {
		t.Errorf("the more recent project does not stand first")
	}
	if _, err := w.store.RecordUsage(ctx, []string{threadID(1)}); err != nil {
		t.Fatal(err)
	}
	w.mustRun()
	if i, j := strings.Index(w.handbook(), "Task Group: till"), strings.Index(w.handbook(), "Task Group: shop"); i < j {
		t.Errorf("the used project does not stand first")
	}
}
