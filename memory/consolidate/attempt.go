package consolidate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// ErrInvalid: the engine's result breaks a rule of the folder; the old folder stands.
var ErrInvalid = errors.New("the consolidated memory is not valid")

// attempt is one pass over a staging copy.
type attempt struct {
	*run
	stage   *workspace.Stage
	diff    workspace.Diff
	clean   bool // nothing to do: the folder is up to date and valid
	changed bool // the folder, or its baseline, has to be brought up to date
	files   []state.Generated
	old     []byte // the handbook as it stood, hand edits and all; nil where there was none
}

// sync writes what is generated from the state alone.
func (a *attempt) sync(context.Context) error {
	if err := workspace.EnsureAdHoc(a.stage); err != nil {
		return err
	}
	return workspace.SyncArtefacts(a.stage, a.selected)
}

// prune removes old resources of extensions, before the diff so that it shows there.
func (a *attempt) prune(context.Context) (err error) {
	a.report.Pruned, err = workspace.PruneExtensions(a.stage, a.Now(), a.opts.ExtensionRetentionDays)
	return err
}

// compare asks git whether there is work, and leaves the diff for the engine.
func (a *attempt) compare(ctx context.Context) (err error) {
	if a.diff, err = a.stage.Diff(ctx); err != nil {
		return err
	}
	a.changed = !a.diff.Clean()
	if old, ok, err := readStaged(a.stage, workspace.HandbookFile); err != nil {
		return err
	} else if ok {
		a.old = []byte(old)
	}
	if err := a.readHandEdits(); err != nil {
		return err
	}
	findings, err := workspace.Validate(a.stage, workspace.ValidateOptions{Theirs: a.hand.theirs})
	if err != nil {
		return err
	}
	if e, ok := a.Engine.(Always); a.diff.Clean() && len(findings) == 0 && !(ok && e.Always()) {
		a.clean = true
		a.report.Clean = true
		return nil
	}
	return a.stage.WriteDiffFile(a.diff)
}

// consolidate runs the engine on the staging copy.
func (a *attempt) consolidate(ctx context.Context) error {
	in := Input{Stage: a.stage, Selected: a.selected, Diff: a.diff, Hand: newHand(a.hand.edits, a.old), Forgets: a.forgets, TTL: a.opts.TTL, Now: a.Now()}
	var err error
	if in.Notes, in.Extensions, err = readExtensions(a.stage); err != nil {
		return err
	}
	a.report.Outcome, err = a.Engine.Consolidate(ctx, in)
	return err
}

// validate refuses what may not be promoted. Nothing of it reaches the folder.
func (a *attempt) validate(context.Context) error {
	findings, err := workspace.Validate(a.stage, workspace.ValidateOptions{Theirs: a.hand.theirs})
	if err != nil || len(findings) == 0 {
		return err
	}
	var lines []string
	for _, f := range findings[:min(len(findings), 5)] {
		lines = append(lines, f.String())
	}
	return fmt.Errorf("%w: %s (%d findings)", ErrInvalid, strings.Join(lines, "; "), len(findings))
}

// guard refuses a handbook that lost more than its inputs explain.
func (a *attempt) guard(context.Context) error {
	if a.opts.AllowShrink || a.old == nil {
		return nil
	}
	fresh, err := a.stage.ReadFile(workspace.HandbookFile)
	if err != nil {
		return err
	}
	return workspace.ShrinkGuard(a.old, fresh, excuse(a.old, a.selected, a.forgets, a.report.Outcome))
}

// stageGenerated notes what is about to be written as ours, before any of it is in the
// folder: a run that dies after the promotion must not take it for the user's.
func (a *attempt) stageGenerated(ctx context.Context) error {
	if a.clean {
		a.files = a.hand.standing()
	}
	a.stage.SetProvenance(workspace.Provenance{Generated: a.files, Edits: a.hand.edits})
	a.changed = a.changed || a.hand.moved(a.files)
	return a.Store.StageGenerated(ctx, a.files)
}

// promote brings the staging copy into the folder, if the lease still holds.
func (a *attempt) promote(ctx context.Context) error {
	if err := a.Store.HeartbeatGlobal(ctx, a.claim); err != nil {
		return fmt.Errorf("confirm the lease: %w", err)
	}
	res, err := a.Folder.Promote(ctx, a.stage, workspace.PromoteOptions{Confirm: func(ctx context.Context) error {
		return a.Store.HeartbeatGlobal(ctx, a.claim)
	}})
	if err != nil {
		return err
	}
	a.report.Written, a.report.Removed, a.report.Merged = res.Written, res.Removed, res.Merged
	a.changed = a.changed || len(res.Written)+len(res.Removed) > 0
	return nil
}

// rebase makes the baseline of what was consolidated.
func (a *attempt) rebase(ctx context.Context) error {
	return errors.Join(a.Folder.RemoveDiffFile(), a.Folder.RemakeBaseline(ctx, a.stage))
}

func (a *attempt) finish(ctx context.Context) error {
	a.report.Watermark = a.watermark()
	a.report.HandEdits = workspace.CountEdits(a.files, a.hand.edits)
	return a.Store.FinishGlobal(ctx, a.claim, a.report.Watermark, a.keys(), a.hand.edits)
}

// generated reports whether a file is an engine's: the texts a user's hand edits are
// kept in.
func generated(name string) bool {
	return name == workspace.HandbookFile || name == workspace.SummaryFile ||
		strings.HasPrefix(name, workspace.SkillsDir+"/") && path.Ext(name) == ".md"
}

// readExtensions reads the notes, and lists the other extensions that say how to be read.
func readExtensions(s *workspace.Stage) ([]Note, []Extension, error) {
	names, err := s.List()
	if err != nil {
		return nil, nil, err
	}
	var notes []Note
	found := map[string]*Extension{}
	var order []*Extension
	for _, name := range names {
		parts := strings.Split(name, "/")
		switch {
		case path.Dir(name) == workspace.NotesDir && path.Ext(name) == ".md":
			text, err := s.ReadFile(name)
			if err != nil {
				return nil, nil, err
			}
			notes = append(notes, Note{Name: path.Base(name), Text: string(bytes.ToValidUTF8(text, []byte("\uFFFD")))})
		case len(parts) == 3 && parts[0] == workspace.ExtensionsDir && parts[1] != "ad_hoc" && parts[2] == "instructions.md":
			text, err := s.ReadFile(name)
			if err != nil {
				return nil, nil, err
			}
			e := &Extension{Name: parts[1], Instructions: string(text)}
			found[parts[1]], order = e, append(order, e)
		}
	}
	for _, name := range names {
		parts := strings.Split(name, "/")
		if len(parts) < 4 || parts[0] != workspace.ExtensionsDir || parts[2] != "resources" {
			continue
		}
		if e := found[parts[1]]; e != nil {
			e.Resources = append(e.Resources, strings.Join(parts[3:], "/"))
		}
	}
	out := make([]Extension, len(order))
	for i, e := range order {
		slices.Sort(e.Resources)
		out[i] = *e
	}
	return notes, out, nil
}

// readStaged is a staged file's text; "" where it is absent.
func readStaged(s *workspace.Stage, name string) (string, bool, error) {
	data, err := s.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(data), err == nil, err
}
