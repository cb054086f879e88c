package rollout_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/seed50391015/reverie/conversation/rollout"
)

const rolloutB = "0190a0b0-0009-7000-8000-0000000000bb"

// paginated gives lines ordinals from first on, under a session_meta.
func paginated(thread string, first int, base string, words ...string) []string {
	meta := `{"id":"` + thread + `","cwd":"/repo","history_mode":"paginated"` + base + `}`
	out := []string{record("session_meta", meta)}
	for _, w := range words {
		out = append(out, scriptLine(w))
	}
	for i, l := range out {
		out[i] = strings.Replace(l, `,"type"`, fmt.Sprintf(`,"ordinal":%d,"type"`, first+i), 1)
	}
	return out
}

func base(segment string, ordinal, offset int) string {
	return fmt.Sprintf(`,"history_base":{"thread_id":%q,"end_ordinal_exclusive":%d,"end_byte_offset":%d}`, segment, ordinal, offset)
}

// day is the folder that the ids' own time puts them in.
func day(home string) string { return filepath.Join(home, "sessions", "2024", "07", "11") }

func ledgerPath(dir, thread, rolloutID string) string {
	name := "rollout-2024-07-11T08-00-00-" + thread
	if rolloutID != "" {
		name += "_" + rolloutID
	}
	return filepath.Join(dir, name+".jsonl")
}

func words(s string) []string { return strings.Fields(s) }

// family writes a thread A, a fork B of it after its first turn, a revert of B, and a
// fork C of that.
func family(t *testing.T, home string) map[string]string {
	t.Helper()
	a := paginated(threadA, 0, "", words("begin dev env u:a1 a:A1 end begin u:a2 a:A2 end")...)
	upto := len(strings.Join(a[:7], "\n")) + 1
	b := paginated(threadB, 7, base(threadA, 7, upto), words("begin u:b1 a:B1 end begin u:b2 end")...)
	r := paginated(threadB, 12, base(threadB, 12, 1), words("begin u:r1 end")...)
	c := paginated(threadC, 9, base(rolloutB, 9, 0), words("begin u:c1 end")...)
	return map[string]string{
		"a": writeLedger(t, ledgerPath(day(home), threadA, ""), a),
		"b": writeLedger(t, ledgerPath(day(home), threadB, ""), b),
		"r": writeLedger(t, ledgerPath(day(home), threadB, rolloutB), r),
		"c": writeLedger(t, ledgerPath(filepath.Join(home, "archived_sessions"), threadC, ""), c),
	}
}

func TestLineage(t *testing.T) {
	home := t.TempDir()
	paths := family(t, home)
	for name, want := range map[string]string{
		"a": "dev env a1 A1 a2 A2",
		"b": "dev env a1 A1 b1 B1 b2",
		"r": "dev env a1 A1 b1 B1 r1",
		// C goes on from before the revert's own records, so from within B.
		"c": "dev env a1 A1 c1",
	} {
		back, forward := bothWays(t, paths[name])
		if back != want || forward != want {
			t.Errorf("%s: history %q, replay %q, want %q", name, back, forward, want)
		}
	}
}

// TestShortenedLineage: a segment that lost records on which another one builds is read
// as far as it goes, and the loss is told.
func TestShortenedLineage(t *testing.T) {
	for _, tc := range []struct {
		name        string
		keep        int // lines of the thread A that are left
		want, warns string
	}{
		{"whole", 11, "dev env a1 A1 b1 B1 b2", ""},
		{"cut behind the base", 7, "dev env a1 A1 b1 B1 b2", ""},
		{"cut before the base", 5, "dev env a1 b1 B1 b2", "ends with record 4, where the next segment builds on those up to 6"},
		{"its meta alone", 1, "b1 B1 b2", "ends with record 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			paths := family(t, t.TempDir())
			text, err := os.ReadFile(paths["a"])
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(text), "\n")
			if err := os.WriteFile(paths["a"], []byte(strings.Join(lines[:tc.keep], "")), 0o600); err != nil {
				t.Fatal(err)
			}
			h, err := rollout.History(paths["b"], rollout.HistoryOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if back := said(h.Items); back != tc.want {
				t.Errorf("history %q, want %q", back, tc.want)
			}
			warnings := strings.Join(h.Warnings, "\n")
			if !strings.Contains(warnings, tc.warns) || (tc.warns == "") != (warnings == "") {
				t.Errorf("warnings %q, want %q", warnings, tc.warns)
			}
			failed := false
			for _, err := range rollout.Replay(paths["b"], rollout.HistoryOptions{}) {
				failed = failed || err != nil
			}
			if failed != (tc.warns != "") {
				t.Errorf("replay told a break: %t", failed)
			}
		})
	}
}

// TestLineageOverASymlink: a link to a ledger is followed to the home it stands in.
func TestLineageOverASymlink(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	paths := family(t, home)
	link := filepath.Join(t.TempDir(), "latest.jsonl")
	if err := os.Symlink(paths["b"], link); err != nil {
		t.Skip("no symlinks here:", err)
	}
	if back, forward := bothWays(t, link); back != "dev env a1 A1 b1 B1 b2" || forward != back {
		t.Errorf("history %q, replay %q", back, forward)
	}
	if got := rollout.HomeOf(link); got != home {
		t.Errorf("home %q, want %q", got, home)
	}
}

func TestLineageOverCompressedParent(t *testing.T) {
	home := t.TempDir()
	paths := family(t, home)
	compress(t, paths["a"])
	if err := os.Remove(paths["a"]); err != nil {
		t.Fatal(err)
	}
	if back, forward := bothWays(t, paths["b"]); back != "dev env a1 A1 b1 B1 b2" || forward != back {
		t.Errorf("history %q, replay %q", back, forward)
	}
}

func TestLineageRollbackReachesTheParent(t *testing.T) {
	home := t.TempDir()
	paths := family(t, home)
	b := paginated(threadB, 7, base(threadA, 7, -1), words("begin u:b1 end rb:2")...)
	writeLedger(t, paths["b"], b)
	if back, forward := bothWays(t, paths["b"]); back != "dev env" || forward != back {
		t.Errorf("history %q, replay %q, want what stood before the first turn", back, forward)
	}
}

func TestLineageStopsAtACompaction(t *testing.T) {
	home := t.TempDir()
	paths := family(t, home)
	writeLedger(t, paths["b"], paginated(threadB, 7, base(threadA, 7, -1), words("begin rh:kept u:b1 end")...))
	if err := os.Remove(paths["a"]); err != nil {
		t.Fatal(err)
	}
	h, err := rollout.History(paths["b"], rollout.HistoryOptions{})
	if err != nil || said(h.Items) != "kept b1" || len(h.Warnings) != 0 {
		t.Errorf("history %q, warnings %q, %v: the parent is not needed", said(h.Items), h.Warnings, err)
	}
}

func TestBrokenLineage(t *testing.T) {
	home := t.TempDir()
	paths := family(t, home)
	if err := os.Remove(paths["a"]); err != nil {
		t.Fatal(err)
	}
	array, warnings, err := rollout.HistoryJSON(paths["b"], rollout.HistoryOptions{})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "lineage is broken") {
		t.Errorf("warnings %q, %v; want one about the lineage", warnings, err)
	}
	if !strings.Contains(string(array), `"b2"`) || strings.Contains(string(array), `"a1"`) {
		t.Errorf("history %s; want what the segment itself holds", array)
	}
	var broken error
	last := ""
	for s, err := range rollout.Replay(paths["b"], rollout.HistoryOptions{}) {
		if err != nil {
			broken = err
		}
		last = said(s.Items)
	}
	if !errors.Is(broken, fs.ErrNotExist) || last != "b1 B1 b2" {
		t.Errorf("replay: %v, ends in %q", broken, last)
	}

	// A lineage that comes back to itself ends there.
	writeLedger(t, paths["a"], paginated(threadA, 0, base(threadB, 5, 0), words("begin u:a1 a:A1 end begin u:a2 end")...))
	_, warnings, err = rollout.HistoryJSON(paths["b"], rollout.HistoryOptions{})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "itself") {
		t.Errorf("warnings %q, %v; want one about the circle", warnings, err)
	}
}

func TestHistoryWithoutMeta(t *testing.T) {
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), script(words("u:1 a:1")...)[1:])
	h, err := rollout.History(path, rollout.HistoryOptions{})
	if err != nil || said(h.Items) != "1 1" || h.ThreadID != threadA {
		t.Errorf("history %q of %q, %v", said(h.Items), h.ThreadID, err)
	}
	if len(h.Warnings) != 1 || !strings.Contains(h.Warnings[0], "session_meta") {
		t.Errorf("warnings %q, want one about the session_meta", h.Warnings)
	}
	other := writeLedger(t, ledgerPath(t.TempDir(), threadB, ""), script(words("u:1")...))
	if h, err = rollout.History(other, rollout.HistoryOptions{}); err != nil || h.ThreadID != threadA || len(h.Warnings) != 1 {
		t.Errorf("thread %q, warnings %q, %v; want the meta's id and one warning", h.ThreadID, h.Warnings, err)
	}
	for _, text := range []string{"", "\n", "garbage\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := rollout.History(path, rollout.HistoryOptions{}); !errors.Is(err, rollout.ErrEmpty) {
			t.Errorf("history of %q: %v, want ErrEmpty", text, err)
		}
		if _, err := rollout.Check(path); !errors.Is(err, rollout.ErrEmpty) {
			t.Errorf("check of %q: %v, want ErrEmpty", text, err)
		}
		if _, err := rollout.Catalogue(path); !errors.Is(err, rollout.ErrEmpty) {
			t.Errorf("catalogue of %q: %v, want ErrEmpty", text, err)
		}
	}
}

// compress writes path+".zst" beside path.
func compress(tb testing.TB, path string) string {
	tb.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		tb.Fatal(err)
	}
	defer enc.Close()
	if err := os.WriteFile(path+".zst", enc.EncodeAll(raw, nil), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path + ".zst"
}
