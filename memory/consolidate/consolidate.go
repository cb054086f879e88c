// Package consolidate is phase 2: it turns the best stage-1 outputs into the handbook
// (MEMORY.md) and its summary (memory_summary.md).
//
// It owns the order of a run (Run): claim, selection, staging copy, sync, diff, engine,
// validation, hand edits, shrink guard, promotion, baseline, success. And it owns the
// rules engine (NewRules), which writes both files from the raw memories alone; an engine
// that asks a model is another Consolidator.
//
// It promises that one run at a time works on a folder, that a run which dies between
// any two instructions is made good by the next one, that the same state gives the same
// bytes, that what the user wrote into the files by hand stays, and that what was
// forgotten goes. The rules are those of section 4 (Phase 2 order) and section 6 of
// docs/format.md.
//
// It has no table and no file of its own: rows are the Store's, files the workspace's.
package consolidate

import (
	"context"
	"time"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// Consolidator is an engine: it brings the handbook, its summary and the skills of a
// staging copy up to date with the inputs that were synced into it. It writes to the
// staging copy alone; hand edits are put back by the caller. Implementations are safe
// for concurrent use.
type Consolidator interface {
	Consolidate(ctx context.Context, in Input) (Outcome, error)
}

// Always is implemented by an engine whose result also depends on what git does not see
// (usage, tombstones, the clock) and that is cheap: it runs even where the workspace is
// clean, and a result equal to what stands is no change.
type Always interface{ Always() bool }

// Input is what an engine works from.
type Input struct {
	// Stage is the staging copy, with the synced inputs in it.
	Stage *workspace.Stage
	// Selected are the selected outputs, best first.
	Selected []state.Selected
	// Notes are the ad-hoc notes, Extensions the other extensions of the folder.
	Notes      []Note
	Extensions []Extension
	// Diff is what changed since the baseline; it stands in the diff file as well.
	Diff workspace.Diff
	// Hand is what the user changed by hand in the handbook and its summary.
	Hand *Hand
	// Forgets reports whether a text holds something that must stay forgotten; nil
	// forgets nothing.
	Forgets func(text string) bool
	TTL     TTL
	Now     time.Time
}

// TTL is how many days a kind of memory lasts; 0 is for ever.
type TTL struct{ Preference, Procedure, Environment, Task int }

// Note is one ad-hoc note: what a user told an agent to remember, to change or to forget.
type Note struct {
	Name string // file name, `YYYY-MM-DDTHH-MM-SS-<slug>.md`
	Text string
}

// Extension is one folder below extensions/ with an instructions.md, ad_hoc excepted.
type Extension struct {
	Name         string
	Instructions string
	Resources    []string // file names in resources/, sorted
}

// Outcome is what an engine tells of its run.
type Outcome struct {
	Expired    []Expired // left out because their time to live was over
	Superseded int       // rules marked as replaced by a newer one
	Forgotten  int       // bullets left out because of a tombstone
	Struck     int       // entries that a note deleted
	Idle       []string  // names of notes that tell to delete something that is not there
	// Left are the texts that had to go from the handbook though their inputs are there:
	// expired, struck by a note, or without room. The shrink guard excuses them.
	Left []string
}

// Expired is one item that was left out for its age.
type Expired struct {
	Kind string // preference, procedure, environment, task
	Text string
	At   int64 // Unix seconds of its newest evidence
}
