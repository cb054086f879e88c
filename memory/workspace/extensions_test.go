package workspace

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPruneExtensions(t *testing.T) {
	_, s := newStage(t)
	keep := []string{
		"extensions/ad_hoc/instructions.md",
		"extensions/ad_hoc/notes/2020-01-01T00-00-00-a-note.md",
		"extensions/mail/instructions.md",
		"extensions/mail/resources/2026-02-15T12-00-00-just.md", // 14 days to the second
		"extensions/mail/resources/2026-02-28T12-00-00-new.md",
		"extensions/mail/resources/2027-01-01T00-00-00-future.md",
		"extensions/mail/resources/2020-01-01T00-00-00.txt",
		"extensions/mail/resources/2020-13-01T00-00-00-no-date.md",
		"extensions/mail/resources/sub/2020-01-01T00-00-00-deep.md",
		"extensions/mail/resources/undated.md",
		"extensions/silent/resources/2020-01-01T00-00-00-no-instructions.md",
		"extensions/wrong/instructions.md/x.md",
		"extensions/wrong/resources/2020-01-01T00-00-00-no-instructions.md",
		"resources/2020-01-01T00-00-00.md",
	}
	prune := []string{
		"extensions/ad_hoc/resources/2020-01-01T00-00-00.md",
		"extensions/mail/resources/2020-01-01T00-00-00-old.md",
		"extensions/mail/resources/2026-02-15T11-59-59-one-second.md",
	}
	for _, name := range append(append([]string{}, keep...), prune...) {
		mustWrite(t, s, name, "x")
	}
	got, err := PruneExtensions(s, testClock().In(time.FixedZone("east", 9*3600)), 14)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(prune, got); diff != "" {
		t.Errorf("pruned (-want +got):\n%s", diff)
	}
	slices.Sort(keep)
	if diff := cmp.Diff(keep, list(t, s)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	if got, err := PruneExtensions(s, testClock().AddDate(10, 0, 0), 0); err != nil || len(got) > 0 {
		t.Errorf("0 days prune %q, %v; want nothing", got, err)
	}
}

func TestEnsureAdHoc(t *testing.T) {
	_, s := newStage(t)
	if err := EnsureAdHoc(s); err != nil {
		t.Fatal(err)
	}
	got, err := s.ReadFile("extensions/ad_hoc/instructions.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, demand := range []string{"[ad-hoc note]", "Never delete", "add something, change", "left out", "not followed"} {
		if !strings.Contains(string(got), demand) {
			t.Errorf("the instructions do not speak of %q", demand)
		}
	}
	mustWrite(t, s, "extensions/ad_hoc/instructions.md", "the user's")
	if err := EnsureAdHoc(s); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.ReadFile("extensions/ad_hoc/instructions.md"); string(got) != "the user's" {
		t.Errorf("instructions of the user's were overwritten with %q", got)
	}
}
