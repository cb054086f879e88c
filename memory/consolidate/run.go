package consolidate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// Deps is what a run works with.
type Deps struct {
	Store  state.Store
	Folder *workspace.Folder
	Engine Consolidator
	// Matches reports whether a text holds something of which a fingerprint is given
	// (extract.Matches); nil forgets no text.
	Matches func(fingerprints []string, text string) bool
	Now     func() time.Time // nil means time.Now
	Events  func(Event)      // told of every step; nil for none. Called from one goroutine.

	hook func(step string) error // tests: called before each step
}

// Options are the settings of one run.
type Options struct {
	Worker                 string // who holds the lease (worker.ID)
	SkipCooldown           bool
	MaxRaw                 int // most outputs selected
	MaxUnusedDays          int // 0 selects nothing
	ExtensionRetentionDays int // 0 prunes nothing
	AllowShrink            bool
	TTL                    TTL
}

// attempts is how often a run begins anew because the user changed a file under it.
const attempts = 3

// cleanupTime bounds what is still done after a run was interrupted.
const cleanupTime = 20 * time.Second

// Run consolidates once: it claims the job, brings the folder up to date with the
// selection and marks success. Where the job cannot be claimed, Report.Claim says why and
// nothing was touched.
//
// A failed step leaves the folder as it was; its reason is stored with the job, which is
// tried again after state.RetryDelaySeconds. An interrupted run (ctx) gives the job back
// unharmed. A lost lease ends the run at once.
func Run(ctx context.Context, d Deps, o Options) (Report, error) {
	if d.Now == nil {
		d.Now = time.Now
	}
	claim, err := d.Store.ClaimGlobal(ctx, o.Worker, o.SkipCooldown)
	if err != nil {
		return Report{}, fmt.Errorf("claim consolidation: %w", err)
	}
	r := &run{Deps: d, opts: o, claim: claim, report: Report{Claim: claim.Status}}
	if claim.Status != state.Claimed {
		return r.report, nil
	}
	err = r.leased(ctx)
	if err == nil {
		return r.report, nil
	}
	err = fmt.Errorf("consolidation: %w", err)
	cleanup, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
	defer cancel()
	switch {
	case errors.Is(err, state.ErrLeaseLost):
		return r.report, err
	case ctx.Err() != nil:
		return r.report, errors.Join(err, lostIsFine(d.Store.ReleaseGlobal(cleanup, claim)))
	}
	return r.report, errors.Join(err, lostIsFine(d.Store.FailGlobal(cleanup, claim, err.Error())))
}

// lostIsFine: who lost the lease has nothing to give back.
func lostIsFine(err error) error {
	if errors.Is(err, state.ErrLeaseLost) {
		return nil
	}
	return err
}

// run is one run that holds the job.
type run struct {
	Deps
	opts   Options
	claim  state.Claim
	report Report

	selected []state.Selected
	last     []state.SelectionKey
	forgets  func(string) bool
	hand     hand
}

// step names the step that begins, for the observer and for the error that it may end with.
func (r *run) step(ctx context.Context, s Step, do func(context.Context) error) error {
	if err := context.Cause(ctx); err != nil {
		return fmt.Errorf("%s: %w", s, err)
	}
	if r.hook != nil {
		if err := r.hook(string(s)); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	r.tell(Event{Step: s})
	if err := do(ctx); err != nil {
		if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
			err = cause
		}
		return fmt.Errorf("%s: %w", s, err)
	}
	return nil
}

func (r *run) tell(e Event) {
	if r.Events != nil {
		r.Events(e)
	}
}

// steps are those of a run, in the order that section 4 gives them.
func (r *run) steps(ctx context.Context) error {
	if err := r.step(ctx, StepBaseline, r.baseline); err != nil {
		return err
	}
	if err := r.step(ctx, StepSelect, r.load); err != nil {
		return err
	}
	for n := 1; ; n++ {
		r.report.Attempts = n
		err := r.attempt(ctx)
		if n == attempts || !errors.Is(err, workspace.ErrConflict) {
			return err
		}
		r.tell(Event{Step: StepStage, Note: "files changed by hand meanwhile; again"})
	}
}

// baseline drops what an earlier program left of a diff and makes sure that there is
// something to compare with.
func (r *run) baseline(ctx context.Context) error {
	if err := r.Folder.RemoveDiffFile(); err != nil {
		return err
	}
	_, err := r.Folder.EnsureBaseline(ctx)
	return err
}

// load reads everything that the state gives to the run.
func (r *run) load(ctx context.Context) (err error) {
	if r.selected, err = r.Store.Select(ctx, r.opts.MaxRaw, r.opts.MaxUnusedDays); err != nil {
		return err
	}
	if r.last, err = r.Store.LastSelection(ctx); err != nil {
		return err
	}
	if r.hand, err = loadHand(ctx, r.Store); err != nil {
		return err
	}
	tombs, err := r.Store.Tombstones(ctx)
	if err != nil {
		return err
	}
	r.forgets = r.forgetting(tombs)
	r.report.Inputs = compareInputs(r.selected, r.last)
	return nil
}

// forgetting matches texts against the tombstones of texts.
func (r *run) forgetting(tombs []state.Tombstone) func(string) bool {
	var prints []string
	for _, t := range tombs {
		if t.Kind == state.TombText {
			prints = append(prints, t.Value)
		}
	}
	if len(prints) == 0 || r.Matches == nil {
		return nil
	}
	return func(text string) bool { return r.Matches(prints, text) }
}

// attempt works on one staging copy, up to success.
func (r *run) attempt(ctx context.Context) error {
	var stage *workspace.Stage
	err := r.step(ctx, StepStage, func(ctx context.Context) (err error) {
		stage, err = r.Folder.Stage(ctx)
		return err
	})
	if err != nil {
		return err
	}
	defer stage.Close()
	a := &attempt{run: r, stage: stage}
	for _, s := range []struct {
		name Step
		do   func(context.Context) error
	}{
		{StepSync, a.sync},
		{StepPrune, a.prune},
		{StepDiff, a.compare},
		{StepConsolidate, a.consolidate},
		{StepHandEdits, a.keepHandEdits},
		{StepValidate, a.validate},
		{StepShrinkGuard, a.guard},
		{StepGenerated, a.stageGenerated},
		{StepPromote, a.promote},
	} {
		if a.clean && s.name != StepGenerated {
			continue
		}
		if err := r.step(ctx, s.name, s.do); err != nil {
			return err
		}
	}
	// From here the folder is the new one: what is left is finished even if the user
	// wants to go, or the next run would have to do it over.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
	defer cancel()
	if a.changed {
		if err := r.step(ctx, StepRebase, a.rebase); err != nil {
			return err
		}
	}
	if err := r.step(ctx, StepFinish, a.finish); err != nil {
		return err
	}
	if r.hook != nil {
		return r.hook("end")
	}
	return nil
}

// watermark is the newest input that the run saw; git decides what is work, so this is
// bookkeeping.
func (r *run) watermark() int64 {
	w := r.claim.InputWatermark
	for _, s := range r.selected {
		w = max(w, s.SourceUpdatedAt)
	}
	return w
}

func (r *run) keys() []state.SelectionKey {
	keys := make([]state.SelectionKey, len(r.selected))
	for i, s := range r.selected {
		keys[i] = state.SelectionKey{ThreadID: s.ThreadID, SourceUpdatedAt: s.SourceUpdatedAt}
	}
	slices.SortFunc(keys, func(a, b state.SelectionKey) int { return strings.Compare(a.ThreadID, b.ThreadID) })
	return keys
}
