package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// PromoteOptions are what a promotion asks its caller.
type PromoteOptions struct {
	// Confirm is called in the last moment before the promotion is decided, for example
	// to confirm a lease; an error leaves the old folder. Nil means yes.
	Confirm func(ctx context.Context) error
}

// Result says what a promotion did; all paths are sorted.
type Result struct {
	Written []string // new or changed files, merged ones among them
	Removed []string
	// Merged files hold the stage's lines and those that the user changed meanwhile.
	Merged []string
	// Conflicts are files whose staged content was not promoted since the user changed
	// them meanwhile; theirs stand. Promote then returns ErrConflict.
	Conflicts []string
}

// Promote brings what changed in the stage into the folder, all of it or nothing: after a
// crash the next Open or Recover finds the old folder or finishes the new one. Once it is
// decided it no longer heeds ctx.
//
// A file that the user changed, added or deleted since it was staged is merged line by
// line if their change and the stage's lie apart. Otherwise nothing at all is promoted,
// and Promote returns ErrConflict with the paths: stage anew and run again. (A change in
// the very instant of the promotion is kept as well and reported so, but then the other
// files are promoted.)
//
// The caller then calls RemakeBaseline.
func (f *Folder) Promote(ctx context.Context, s *Stage, opts PromoteOptions) (Result, error) {
	res, err := f.promote(ctx, s, opts)
	if err == nil && len(res.Conflicts) > 0 {
		err = &state.HintError{
			Err:  fmt.Errorf("%w: %s", ErrConflict, strings.Join(res.Conflicts, ", ")),
			Hint: "your version was kept; run again",
		}
	}
	if err != nil {
		return res, fmt.Errorf("promote: %w", hint(err, f.dir))
	}
	return res, nil
}

func (f *Folder) promote(ctx context.Context, s *Stage, opts PromoteOptions) (Result, error) {
	unlock, err := f.lock(ctx)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	p, err := f.plan(s)
	if err != nil || len(p.res.Conflicts) > 0 || len(p.changes) == 0 {
		return p.res, err
	}
	if err := f.prepare(ctx, s, p); err != nil {
		return Result{}, err
	}
	if opts.Confirm != nil {
		if err := opts.Confirm(ctx); err != nil {
			return Result{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return Result{}, context.Cause(ctx)
	}
	if err := f.commit(s.dir, p.changes); err != nil {
		return Result{}, err
	}
	kept, err := f.apply(s.dir, f.base, p.changes)
	if err != nil {
		return Result{}, fmt.Errorf("the new state is decided and the next run finishes it: %w", err)
	}
	p.res.keep(kept)
	return p.res, nil
}

// keep moves what was kept from the list of what was done to the conflicts.
func (r *Result) keep(kept []string) {
	drop := func(name string) bool { return slices.Contains(kept, name) }
	r.Written = slices.DeleteFunc(r.Written, drop)
	r.Removed = slices.DeleteFunc(r.Removed, drop)
	r.Merged = slices.DeleteFunc(r.Merged, drop)
	r.Conflicts = kept
	slices.Sort(r.Conflicts)
}

// plan is what a promotion is about to do.
type plan struct {
	changes []change
	data    map[string][]byte // contents that are not the stage's own: merges
	res     Result
}

// plan compares three trees: the folder as it was staged, the stage, and the folder now.
func (f *Folder) plan(s *Stage) (*plan, error) {
	live, err := f.root()
	if err != nil {
		return nil, err
	}
	defer live.Close()
	liveHash, liveMode, err := hashTree(live)
	if err != nil {
		return nil, err
	}
	stageHash, _, err := hashTree(s.tree)
	if err != nil {
		return nil, err
	}
	p := &plan{data: map[string][]byte{}}
	for _, name := range s.changed(stageHash) {
		base, now, next := s.base[name].hash, liveHash[name], stageHash[name]
		if now == next {
			continue
		}
		if now != base {
			merged, ok, err := s.merge(live, name, now, next)
			if err != nil {
				return nil, err
			}
			if !ok {
				p.res.Conflicts = append(p.res.Conflicts, name)
				continue
			}
			if next = hashBytes(merged); next == now {
				continue
			}
			p.data[name] = merged
			p.res.Merged = append(p.res.Merged, name)
		}
		p.add(name, now, next, liveMode[name])
	}
	p.checkShape(liveHash)
	return p, nil
}

func (p *plan) add(name, old, next string, mode fs.FileMode) {
	if mode == 0 {
		mode = fileMode
	}
	p.changes = append(p.changes, change{Path: []byte(name), Old: old, New: next, Mode: mode})
	if next == "" {
		p.res.Removed = append(p.res.Removed, name)
	} else {
		p.res.Written = append(p.res.Written, name)
	}
}

// checkShape finds files that the user put where the stage has a folder, or in a folder
// where it has a file.
func (p *plan) checkShape(live map[string]string) {
	goes := map[string]bool{}
	for _, name := range p.res.Removed {
		goes[name] = true
	}
	folders := map[string]bool{} // those that stay
	for name := range live {
		if goes[name] {
			continue
		}
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			folders[d] = true
		}
	}
	for _, name := range p.res.Written {
		blocked := folders[name]
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			_, isFile := live[d]
			blocked = blocked || isFile && !goes[d]
		}
		if blocked {
			p.res.Conflicts = append(p.res.Conflicts, name)
		}
	}
}

// changed lists the paths where the stage differs from what was staged, sorted.
func (s *Stage) changed(stageHash map[string]string) []string {
	var names []string
	for name, hash := range stageHash {
		if s.base[name].hash != hash {
			names = append(names, name)
		}
	}
	for name := range s.base {
		if _, ok := stageHash[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// merge brings the user's change of a file and the stage's together, if it can be done
// without a choice. A file that one side deleted, or that both added, cannot.
func (s *Stage) merge(live *os.Root, name, now, next string) ([]byte, bool, error) {
	base, ok := s.base[name]
	if !ok || base.data == nil || now == "" || next == "" {
		return nil, false, nil
	}
	theirs, err := live.ReadFile(name)
	if err != nil {
		return nil, false, err
	}
	ours, err := s.tree.ReadFile(name)
	if err != nil {
		return nil, false, err
	}
	if hashBytes(theirs) != now {
		return nil, false, nil // it changes under our eyes
	}
	merged, ok := merge3(base.data, theirs, ours)
	return merged, ok, nil
}

// prepare checks that every folder can be written to, and puts the new contents, synced,
// beside the folder.
func (f *Folder) prepare(ctx context.Context, s *Stage, p *plan) error {
	if err := f.checkWritable(p.changes); err != nil {
		return err
	}
	if err := mkdirAll(f.home, path.Join(s.dir, stageNew)); err != nil {
		return err
	}
	for i, c := range p.changes {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if c.New == "" {
			continue
		}
		data, merged := p.data[c.path()]
		if !merged {
			var err error
			if data, err = s.tree.ReadFile(c.path()); err != nil {
				return err
			}
		}
		if hashBytes(data) != c.New {
			return fmt.Errorf("staged %q changed during its promotion", c.path())
		}
		if err := f.step("promote: prepare " + c.path()); err != nil {
			return err
		}
		if err := writeFile(f.home, slot(s.dir, stageNew, i), data, c.Mode, true); err != nil {
			return err
		}
	}
	return nil
}

// checkWritable asks the folders that will change, so that a read-only one is found
// before anything is decided.
func (f *Folder) checkWritable(changes []change) error {
	seen := map[string]bool{}
	for _, c := range changes {
		for dir := path.Dir(c.path()); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			name := path.Join(f.base, dir)
			info, err := f.home.Lstat(name)
			if absent(err) {
				continue
			}
			if err != nil {
				return err
			}
			if err := plainDir(info, dir); err != nil {
				if errors.Is(err, ErrIrregular) {
					continue // a file that makes room for a folder
				}
				return err
			}
			if err := tightenDir(f.home, name, info); err != nil {
				return err
			}
			// The mode it has: only a disk or an owner that forbids changes says no.
			if err := f.home.Chmod(name, dirMode); err != nil {
				return fmt.Errorf("folder %q: %w", dir, err)
			}
		}
	}
	return nil
}

// hashTree hashes every file of a tree and tells the mode it is to have.
func hashTree(root *os.Root) (hash map[string]string, mode map[string]fs.FileMode, err error) {
	files, err := walkFiles(root)
	if err != nil {
		return nil, nil, err
	}
	hash, mode = map[string]string{}, map[string]fs.FileMode{}
	for _, file := range files {
		h, err := hashFile(root, file.path)
		if err != nil {
			return nil, nil, err
		}
		if h != "" {
			hash[file.path], mode[file.path] = h, modeOf(file.path, file.info)
		}
	}
	return hash, mode, nil
}
