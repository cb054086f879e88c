package workspace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
)

// general is the first block of the handbook that the tests share.
const general = "# Task Group: general\n\nscope: what holds everywhere\n\n## User preferences\n\n- Answer in one paragraph. [Task 1]\n\n"

func TestDeletedSection(t *testing.T) {
	lab, _ := strings.CutPrefix(handbook, general)
	rule := "- Keep commits small. [Task 2]\n"
	prefs := "## User preferences\n\n"
	for _, tc := range []struct{ name, live, next, want string }{
		{"stays away while it says nothing new", lab, handbook, lab},
		{"comes back with its headings for what is new", lab,
			swap(t, handbook, "paragraph. [Task 1]\n", "paragraph. [Task 1]\n"+rule),
			"# Task Group: general\n\nscope: what holds everywhere\n\n" + prefs + rule + "\n" + lab},
		{"comes back with empty lines between what is left of it", lab,
			swap(t, handbook, "## User preferences\n\n- Answer", "## Task 1: new\n\n### keywords\n\n- go\n\n## Failures\n\n- Old.\n\n## User preferences\n\n"+rule+"- Answer"),
			"# Task Group: general\n\nscope: what holds everywhere\n\n## Task 1: new\n\n### keywords\n\n- go\n\n" + prefs + rule + "\n" + lab},
		{"comes back with the headings that are needed alone", lab,
			swap(t, handbook, "paragraph. [Task 1]\n", "paragraph. [Task 1]\n\n## Reusable knowledge\n\n"+rule),
			"# Task Group: general\n\nscope: what holds everywhere\n\n## Reusable knowledge\n\n" + rule + "\n" + lab},
		{"is not missed when it is another one of the same name",
			general + strings.Replace(lab, prefs+"- Run make check before a commit. [Task 1]\n- Never push to main. [Task 1] [Task 2]\n\n", "", 1),
			swap(t, handbook, "paragraph. [Task 1]\n", "paragraph. [Task 1]\n"+rule),
			swap(t, general, "paragraph. [Task 1]\n", "paragraph. [Task 1]\n"+rule) + strings.Replace(lab, prefs+"- Run make check before a commit. [Task 1]\n- Never push to main. [Task 1] [Task 2]\n\n", "", 1)},
		{"is a heading alone, and only that is gone",
			swap(t, handbook, "# Task Group: general\n\nscope: what holds everywhere\n\n## User preferences\n\n", "# Task Group: general\n\nscope: what holds everywhere\n\n"),
			swap(t, handbook, "paragraph. [Task 1]\n", "paragraph. [Task 1]\n"+rule),
			swap(t, swap(t, handbook, "# Task Group: general\n\nscope: what holds everywhere\n\n## User preferences\n\n", "# Task Group: general\n\nscope: what holds everywhere\n\n"), "paragraph. [Task 1]\n", "paragraph. [Task 1]\n"+rule)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			gen := handbook
			if strings.Contains(tc.next, "## Failures") {
				gen = swap(t, handbook, "## User preferences\n\n- Answer", "## Failures\n\n- Old.\n\n## User preferences\n\n- Answer")
			}
			edits := detect(tc.live, gen, nil)
			got := applied(tc.next, edits)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("after the next generation (-want +got):\n%s\nedits: %+v", diff, edits)
			}
			if again := applied(tc.next, detect(got, tc.next, edits)); again != got {
				t.Errorf("after a run that changed nothing (-want +got):\n%s", cmp.Diff(got, again))
			}
		})
	}
}

// TestDeletedSectionAgain deletes a section, and then more or less of what came back of it.
func TestDeletedSectionAgain(t *testing.T) {
	lab, _ := strings.CutPrefix(handbook, general)
	grown := func(n int) string {
		var rules strings.Builder
		for i := range n {
			fmt.Fprintf(&rules, "- Rule %d holds.\n", i)
		}
		return swap(t, handbook, "paragraph. [Task 1]\n", "paragraph. [Task 1]\n"+rules.String())
	}
	header := "# Task Group: general\n\nscope: what holds everywhere\n\n## User preferences\n\n"
	edits := detect(lab, handbook, nil)
	edits = detect(applied(grown(1), edits), grown(1), edits)
	empty := header + lab
	if got := applied(grown(1), detect(empty, grown(1), edits)); got != empty {
		t.Errorf("headings that came back and that they left without the rule (-want +got):\n%s", cmp.Diff(empty, got))
	}
	edits = detect(lab, grown(1), edits)
	if got := applied(grown(1), edits); got != lab {
		t.Errorf("deleted twice (-want +got):\n%s", cmp.Diff(lab, got))
	}
	want := header + "- Rule 1 holds.\n\n" + lab
	if got := applied(grown(2), edits); got != want {
		t.Errorf("after one more rule (-want +got):\n%s", cmp.Diff(want, got))
	}
	seen := map[state.HandEdit]bool{}
	for _, e := range edits {
		if seen[e] {
			t.Errorf("an edit is kept twice: %+v", e)
		}
		seen[e] = true
	}
	want = swap(t, want, "\nscope: what holds everywhere\n", "")
	edits = detect(want, grown(2), edits)
	if got := applied(grown(2), edits); got != want {
		t.Errorf("without a line that came back with its heading (-want +got):\n%s", cmp.Diff(want, got))
	}
	want = "- Rule 1 holds.\n\n" + lab
	edits = detect(want, grown(2), edits)
	if got := applied(grown(2), edits); got != want {
		t.Errorf("headings that they deleted above a rule that they left (-want +got):\n%s", cmp.Diff(want, got))
	}
}

func TestCountEdits(t *testing.T) {
	lab, _ := strings.CutPrefix(handbook, general)
	check := "- Run make check before a commit. [Task 1]\n"
	for _, tc := range []struct {
		name string
		live string
		want int
	}{
		{"nothing", handbook, 0},
		{"a changed line", swap(t, handbook, check, "- Mine.\n"), 1},
		{"two lines next to each other, one changed and one deleted", swap(t, handbook, check+"- Never push to main. [Task 1] [Task 2]\n", "- Mine.\n"), 1},
		{"two changed lines with an empty one between", swap(t, handbook, "- Never push to main. [Task 1] [Task 2]\n\n## Reusable knowledge\n", "- Mine.\n\n## Mine\n"), 1},
		{"a deleted block of three sections", lab, 1},
		{"a deleted block and a line elsewhere", swap(t, lab, check, ""), 2},
		{"new lines at two places", swap(t, swap(t, handbook, check, check+"- Mine.\n- Mine too.\n"), "- parser, go\n", "- parser, go\n- more\n"), 2},
		{"a section of their own", handbook + "\n## Mine\n\n- One.\n\n## More\n\n- Two.\n", 1},
	} {
		edits := detect(tc.live, handbook, nil)
		files := []state.Generated{*generated(handbook), {Path: SummaryFile, LineHashes: LineHashes([]byte("v1\n"))}}
		if got := CountEdits(files, edits); got != tc.want {
			t.Errorf("%s: CountEdits = %d, want %d: %+v", tc.name, got, tc.want, edits)
		}
	}
	edits := detect(swap(t, handbook, check, ""), handbook, nil)
	if got := CountEdits([]state.Generated{*generated(swap(t, handbook, check, ""))}, edits); got != 0 {
		t.Errorf("CountEdits = %d for a deletion of what is no longer generated, want 0", got)
	}
}
