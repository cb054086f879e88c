package consolidate

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
)

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
	if err := w.store.AddTombstone(ctx, state.Tombstone{Kind: state.TombText, Value: "Piece of work 3"}); err != nil {
		t.Fatal(err)
	}
	r := w.mustRun()
	files := w.files()
	for _, text := range []string{"receipts are printed", "Piece of work 3"} {
		if strings.Contains(files["MEMORY.md"]+files["memory_summary.md"], text) {
			t.Errorf("%q is still in handbook or summary", text)
		}
	}
	if r.Outcome.Forgotten == 0 {
		t.Errorf("the report tells of nothing forgotten")
	}
}

// TestReferencesOfEditedLinesFollow: the numbers of tasks change when sessions come and
// go; a line that the user edited keeps referring to what it referred to.
func TestReferencesOfEditedLinesFollow(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	w.write("MEMORY.md", strings.Replace(w.handbook(), `"prices are integers in cents"`, `"prices are integers in cents, tax too"`, 1))
	check := func(when, refs string) {
		t.Helper()
		got := w.bulletsWith("tax too")
		if len(got) != 1 || !strings.HasSuffix(got[0], "[L11]"+refs) {
			t.Errorf("%s: the edited line is %q, want it to end in%s", when, got, refs)
		}
	}
	check("at first", " [Task 2]")
	w.learn(session{n: 4, cwd: shop, day: 1, prefs: []string{"the header of an invoice carries its number"}})
	w.mustRun()
	check("with a newer session", " [Task 3]")
	w.mustRun()
	check("once more", " [Task 3]")
	if err := w.store.DeleteThread(context.Background(), threadID(1)); err != nil {
		t.Fatal(err)
	}
	w.mustRun()
	check("with its session gone", "")
}

// TestForeignHandbookStays: what stood in the folder before the first run is the user's.
func TestForeignHandbookStays(t *testing.T) {
	w := newWorld(t)
	w.write("MEMORY.md", "# Task Group: garden\n\nscope: roses\n\n## User preferences\n\n- water them at dawn\n")
	w.write("memory_summary.md", "v1\n\n## User Profile\n\nA gardener.\n")
	w.learn(threeSessions()...)
	w.mustRun()
	before := w.files()
	if !strings.Contains(before["MEMORY.md"], "- water them at dawn\n") || !strings.Contains(before["MEMORY.md"], "make check before") {
		t.Errorf("the handbook does not hold both the old and the new:\n%s", before["MEMORY.md"])
	}
	if !strings.HasPrefix(before["memory_summary.md"], "v1\n") || !strings.Contains(before["memory_summary.md"], "A gardener.") {
		t.Errorf("the summary lost the user's text:\n%s", before["memory_summary.md"])
	}
	w.mustRun()
	if diff := cmp.Diff(before, w.files()); diff != "" {
		t.Errorf("the next run changed files (-before +after):\n%s", diff)
	}
}

// TestNoteChangesARule: a note has the last word over what sessions said before it.
func TestNoteChangesARule(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.write("extensions/ad_hoc/notes/2026-11-19T10-00-00-cents.md", "Prices are no longer integers in cents, use decimals.\n")
	w.write("extensions/ad_hoc/notes/2026-11-19T11-00-00-idle.md", "Forget everything about the greenhouse.\n")
	r := w.mustRun()
	old := w.bulletsWith("prices are integers in cents")
	if len(old) != 1 || !strings.HasPrefix(old[0], "- superseded by the note 2026-11-19T10-00-00-cents.md: ") {
		t.Errorf("the older rule stands as %q, want it marked as superseded by the note", old)
	}
	if strings.Contains(w.files()["memory_summary.md"], `"prices are integers in cents"`) {
		t.Errorf("the summary still has the older rule")
	}
	if diff := cmp.Diff([]string{"2026-11-19T11-00-00-idle.md"}, r.Outcome.Idle); diff != "" {
		t.Errorf("notes without effect (-want +got):\n%s", diff)
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
