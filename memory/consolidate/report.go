package consolidate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// Step is one step of a run; its name is the reason's beginning when it fails.
type Step string

// Steps in their order.
const (
	StepBaseline    Step = "prepare the baseline"
	StepSelect      Step = "load the selection"
	StepStage       Step = "stage the folder"
	StepSync        Step = "sync the inputs"
	StepPrune       Step = "prune extension resources"
	StepDiff        Step = "compare with the baseline"
	StepConsolidate Step = "consolidate"
	StepHandEdits   Step = "keep hand edits"
	StepValidate    Step = "validate"
	StepShrinkGuard Step = "shrink guard"
	StepGenerated   Step = "note what is generated"
	StepPromote     Step = "promote"
	StepRebase      Step = "remake the baseline"
	StepFinish      Step = "mark success"
)

// Event tells an observer where a run is.
type Event struct {
	Step Step
	Note string // more about it, if there is
}

// Report is what a run did.
type Report struct {
	Claim     state.ClaimStatus // Claimed, or why nothing was done
	Clean     bool              // the folder was up to date: success without the engine
	Attempts  int               // 2 and more when files changed by hand meanwhile
	Inputs    []InputChange     // against the last successful selection
	Written   []string          // files of the folder, sorted
	Removed   []string
	Merged    []string // written files that hold changes made by hand during the run
	Pruned    []string // old resources of extensions
	HandEdits int      // edits by the user's hand that are kept, neighbouring lines as one
	Watermark int64
	Outcome   Outcome
}

// Changed reports whether the run changed the folder.
func (r Report) Changed() bool { return len(r.Written)+len(r.Removed) > 0 }

// Change says how an input stands to the last successful selection.
type Change string

// Changes of inputs.
const (
	Added    Change = "added" // new, or its source grew since it was last selected
	Retained Change = "retained"
	Removed  Change = "removed"
)

// InputChange is one input of a run.
type InputChange struct {
	ThreadID        string
	SourceUpdatedAt int64
	Title           string // of its thread; "" for a removed one
	Change          Change
}

// Count is the number of inputs with a change.
func (r Report) Count(c Change) int {
	n := 0
	for _, in := range r.Inputs {
		if in.Change == c {
			n++
		}
	}
	return n
}

// compareInputs labels each input: added, retained or removed; newest first, then by id.
func compareInputs(selected []state.Selected, last []state.SelectionKey) []InputChange {
	before := map[string]int64{}
	for _, k := range last {
		before[k.ThreadID] = k.SourceUpdatedAt
	}
	var out []InputChange
	now := map[string]bool{}
	for _, s := range selected {
		now[s.ThreadID] = true
		change := Added
		if at, ok := before[s.ThreadID]; ok && s.SourceUpdatedAt <= at {
			change = Retained
		}
		out = append(out, InputChange{ThreadID: s.ThreadID, SourceUpdatedAt: s.SourceUpdatedAt, Title: s.Thread.Title, Change: change})
	}
	for _, k := range last {
		if !now[k.ThreadID] {
			out = append(out, InputChange{ThreadID: k.ThreadID, SourceUpdatedAt: k.SourceUpdatedAt, Change: Removed})
		}
	}
	slices.SortFunc(out, func(a, b InputChange) int {
		return cmp.Or(cmp.Compare(b.SourceUpdatedAt, a.SourceUpdatedAt), strings.Compare(a.ThreadID, b.ThreadID))
	})
	return out
}
