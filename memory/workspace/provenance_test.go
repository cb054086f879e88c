package workspace

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
)

// lifeOfAState is what a state holds beside a folder, as a consolidator keeps it.
type lifeOfAState struct {
	records map[string][]state.Generated
	edits   []state.HandEdit
}

// run is one run that generates a handbook, and returns the folder's.
func (l *lifeOfAState) run(t *testing.T, f *Folder, gen string) string {
	t.Helper()
	err := consolidate(t.Context(), f, func(s *Stage) error {
		live, _ := s.ReadFile(HandbookFile)
		records, known, err := s.Reconcile(l.records, l.edits)
		if err != nil {
			return err
		}
		var base *state.Generated
		if rs := records[HandbookFile]; len(rs) > 0 {
			base = &rs[0]
		}
		l.edits = DetectEdits(HandbookFile, live, base, nil, known)
		l.records = map[string][]state.Generated{HandbookFile: {*generated(gen)}}
		s.SetProvenance(Provenance{Generated: l.records[HandbookFile], Edits: l.edits})
		return s.WriteFile(HandbookFile, ApplyEdits(HandbookFile, []byte(gen), l.edits))
	})
	if err != nil {
		t.Fatal(err)
	}
	return contents(t, f.Dir())[HandbookFile]
}

// TestLostState loses the state, or finds an older copy of it, at different points of a
// folder's life: nothing is doubled, the user's edits stay theirs and ours stay ours.
func TestLostState(t *testing.T) {
	check, push := "- Run make check before a commit. [Task 1]\n", "- Never push to main. [Task 1] [Task 2]\n"
	second := swap(t, handbook, push, push+"- Squash first. [Task 3]\n")
	third := swap(t, second, "- The entry point is cmd/lab. [Task 2]\n", "- The entry point moved. [Task 4]\n")
	mine := func(s string) string { return swap(t, swap(t, s, check, "- Run make check-all.\n"), push, "") }
	late := func(s string) string { return swap(t, s, "- parser, go\n", "- parser, go, mine\n") }
	for _, when := range []string{"never", "lost", "old, from before the edits", "old, with the first edits"} {
		t.Run(when, func(t *testing.T) {
			f := newFolder(t)
			l := &lifeOfAState{}
			l.run(t, f, handbook)
			copies := map[string]lifeOfAState{"lost": {}, "old, from before the edits": *l}
			userWrites(t, f, HandbookFile, mine(handbook))
			l.run(t, f, handbook)
			copies["old, with the first edits"] = *l
			if got, want := l.run(t, f, second), mine(second); got != want {
				t.Fatalf("second run (-want +got):\n%s", cmp.Diff(want, got))
			}
			userWrites(t, f, HandbookFile, late(mine(second)))
			if c, ok := copies[when]; ok {
				*l = c
			}
			if got, want := l.run(t, f, third), late(mine(third)); got != want {
				t.Errorf("the run after (-want +got):\n%s", cmp.Diff(want, got))
			}
			if got, want := CountEdits(l.records[HandbookFile], l.edits), 2; got != want {
				t.Errorf("%d edits are kept, want %d: %+v", got, want, l.edits)
			}
			if got, want := l.run(t, f, third), late(mine(third)); got != want {
				t.Errorf("one more run (-want +got):\n%s", cmp.Diff(want, got))
			}
		})
	}
}

// TestReconcile says whose word stands, text by text.
func TestReconcile(t *testing.T) {
	record := func(name, text string) state.Generated {
		return state.Generated{Path: name, LineHashes: LineHashes([]byte(text))}
	}
	edit := func(name, text string) state.HandEdit {
		return state.HandEdit{Path: name, Kind: editInsert, Text: text}
	}
	odd := "skills/\xff/SKILL.md"
	f := newFolder(t)
	err := consolidate(t.Context(), f, func(s *Stage) error {
		s.SetProvenance(Provenance{
			Generated: []state.Generated{record(HandbookFile, "- b\n"), record(SummaryFile, "v1\n"), record(odd, "- s\n"), {Path: "skills/empty/SKILL.md"}},
			Edits:     []state.HandEdit{edit(HandbookFile, "base"), edit(SummaryFile, "base"), edit("skills/gone/SKILL.md", "base"), edit(odd, "base")},
		})
		return s.WriteFile(HandbookFile, []byte("- b\n"))
	})
	if err != nil {
		t.Fatal(err)
	}
	s := stage(t, f)
	records := map[string][]state.Generated{
		HandbookFile: {record(HandbookFile, "- a\n"), record(HandbookFile, "- b\n")}, // the second staged by a run that died
		SummaryFile:  {record(SummaryFile, "v1\n\nold\n")},
		"skills/new": {record("skills/new", "- n\n")},
	}
	known := []state.HandEdit{edit(HandbookFile, "state"), edit(SummaryFile, "state")}
	gotRecords, gotEdits, err := s.Reconcile(records, known)
	if err != nil {
		t.Fatal(err)
	}
	wantRecords := map[string][]state.Generated{
		HandbookFile: records[HandbookFile],
		SummaryFile:  {record(SummaryFile, "v1\n")},
		odd:          {record(odd, "- s\n")},
		"skills/new": records["skills/new"],
	}
	if diff := cmp.Diff(wantRecords, gotRecords); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	wantEdits := []state.HandEdit{edit(HandbookFile, "state"), edit(SummaryFile, "base"), edit("skills/gone/SKILL.md", "base"), edit(odd, "base")}
	if diff := cmp.Diff(wantEdits, gotEdits); diff != "" {
		t.Errorf("edits (-want +got):\n%s", diff)
	}
	if got := records[SummaryFile][0]; !cmp.Equal(got, record(SummaryFile, "v1\n\nold\n")) {
		t.Errorf("Reconcile changed its argument to %v", got)
	}
}

// TestProvenanceOfItsBaseline: what EnsureBaseline made, a damaged file and a run that
// noted nothing have no say.
func TestProvenanceOfItsBaseline(t *testing.T) {
	f := newFolder(t)
	userWrites(t, f, HandbookFile, "- the user's, before the first run\n")
	if _, err := f.EnsureBaseline(t.Context()); err != nil {
		t.Fatal(err)
	}
	silent := func(when string) {
		t.Helper()
		records, edits, err := stage(t, f).Reconcile(nil, nil)
		if len(records)+len(edits) > 0 || err != nil {
			t.Errorf("%s: Reconcile = %v, %v, %v; want what it was given", when, records, edits, err)
		}
	}
	silent("a baseline of what was there")

	l := &lifeOfAState{}
	l.run(t, f, handbook)
	file := filepath.Join(f.Dir(), gitDir, provenanceFile)
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != fileMode {
		t.Errorf("the provenance: %v, %v; want a file of mode %o", info, err, fileMode)
	}
	if data, err := os.ReadFile(file); err != nil || bytes.Contains(data, []byte("entry point")) {
		t.Errorf("the provenance holds generated text, or cannot be read: %v", err)
	}
	if err := os.WriteFile(file, []byte(`{"generated":[`), 0o600); err != nil {
		t.Fatal(err)
	}
	silent("a torn file")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("reverie-baseline", file); err != nil {
		t.Fatal(err)
	}
	silent("a link")

	l.run(t, f, handbook+"- more\n")
	mustConsolidate(t, f, map[string]string{HandbookFile: strings.ToUpper(handbook)})
	silent("a run that noted nothing")
}
