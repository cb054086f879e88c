package workspace

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
)

// FuzzHandEdits gives any two texts as what was generated and what stands there: the
// edits found lead to a text that a second look leaves as it is.
func FuzzHandEdits(f *testing.F) {
	f.Add(handbook, handbook+"- mine\n")
	f.Add("# a\n## b\n- c\n", "- c\n# a\n- c\n- c\n\n## b\n")
	f.Add("", "\n\n# x")
	f.Add("- a [Task 1]\n- a [Task 2]\n", "- a\n")
	f.Add("a: 1\n\n\n", "\ufeffa: 2\r\n\n")
	f.Fuzz(func(t *testing.T, gen, live string) {
		if len(gen)+len(live) > 4096 {
			return
		}
		edits := detect(live, gen, nil)
		got := applied(gen, edits)
		again := detect(got, gen, edits)
		if twice := applied(gen, again); twice != got {
			t.Errorf("a second look changes the text (-first +second):\n%s\nedits: %+v\nthen: %+v", cmp.Diff(got, twice), edits, again)
		}
	})
}

// TestDamagedRecords gives what a damaged state might hold.
func TestDamagedRecords(t *testing.T) {
	bad := []string{"", ":", "b:::0:", "b:x:0123456789:-1:1", "h:0:01234567:99999999999999999999:", "9:0:01234567:0:1/", "b:0:01234567:0:/", "1:0:01234567:0:1"}
	var edits []state.HandEdit
	for _, anchor := range bad {
		for _, kind := range []string{editReplace, editDelete, editInsert, "?"} {
			edits = append(edits, state.HandEdit{Path: HandbookFile, Kind: kind, Anchor: anchor, Text: "- mine"})
		}
	}
	ApplyEdits(HandbookFile, []byte(handbook), edits)
	ApplyEdits(HandbookFile, nil, edits)
	DetectEdits(HandbookFile, []byte(handbook), &state.Generated{LineHashes: bad}, &state.Generated{}, edits)
}
