package workspace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A promotion is a redo log. First every new content is written and synced under new/ of
// the stage; then the journal, which names each change with the hashes before and after,
// is renamed into place: from that instant the promotion is decided. The changes are then
// applied one by one, each by renames, and each step can be repeated; at the end the
// journal goes. Whoever finds a journal of a dead process applies the rest.

// record is the journal file.
type record struct {
	Folder  []byte   `json:"folder"` // name of the folder beside staging/
	Changes []change `json:"changes"`
}

// change is one file's step from one content to another. Paths are bytes, as names need
// not be UTF-8.
type change struct {
	Path []byte      `json:"path"`
	Old  string      `json:"old"` // hash before; "" = the file was not there
	New  string      `json:"new"` // hash after; "" = the file goes
	Mode fs.FileMode `json:"mode"`
}

func (c change) path() string { return string(c.Path) }

// slot is where a change's content stands, under new/ before and under old/ after.
func slot(dir, kind string, i int) string { return path.Join(dir, kind, fmt.Sprint(i)) }

// commit writes the journal: before it returns without error the old state holds, and
// afterwards the new one.
func (f *Folder) commit(dir string, changes []change) error {
	data, err := json.Marshal(record{Folder: []byte(f.base), Changes: changes})
	if err != nil {
		return err
	}
	draft := path.Join(dir, journal+".draft")
	if err := f.step("promote: write journal"); err != nil {
		return err
	}
	if err := writeFile(f.home, draft, data, fileMode, true); err != nil {
		return err
	}
	for _, d := range []string{path.Join(dir, stageNew), dir, stagingDir, "."} {
		if err := syncPath(f.home, d); err != nil {
			return err
		}
	}
	if err := f.step("promote: decide"); err != nil {
		return err
	}
	if err := f.home.Rename(draft, path.Join(dir, journal)); err != nil {
		return err
	}
	return syncPath(f.home, dir)
}

// apply brings every change of a journal into the folder and removes the journal. It
// returns the paths where a user's later change was kept instead. It may be repeated.
func (f *Folder) apply(dir, base string, changes []change) (kept []string, err error) {
	if err := mkdirAll(f.home, path.Join(dir, stageOld)); err != nil {
		return nil, err
	}
	touched := map[string]bool{base: true}
	order := make([]int, len(changes))
	for i := range order {
		order[i] = i
	}
	// What goes makes room first: a folder may become a file, or a file a folder.
	slices.SortStableFunc(order, func(a, b int) int { return isWrite(changes[a]) - isWrite(changes[b]) })
	for _, i := range order {
		c := changes[i]
		touched[path.Dir(path.Join(base, c.path()))] = true
		mine, err := f.applyChange(dir, base, i, c)
		if err != nil {
			return kept, fmt.Errorf("apply %q: %w", c.path(), err)
		}
		if !mine {
			kept = append(kept, c.path())
		}
	}
	for d := range touched {
		if err := syncPath(f.home, d); err != nil && !absent(err) {
			return kept, err
		}
	}
	if err := f.step("promote: drop journal"); err != nil {
		return kept, err
	}
	if err := f.home.Remove(path.Join(dir, journal)); err != nil {
		return kept, err
	}
	return kept, syncPath(f.home, dir)
}

func isWrite(c change) int {
	if c.New == "" {
		return 0
	}
	return 1
}

// applyChange makes one change. It reports false where the file holds neither what it
// held before nor what it is to hold: then somebody changed it, and theirs stays.
func (f *Folder) applyChange(dir, base string, i int, c change) (mine bool, err error) {
	target, aside := path.Join(base, c.path()), slot(dir, stageOld, i)
	if err := f.plainParents(base, path.Dir(c.path())); err != nil {
		return false, err
	}
	live, err := hashFile(f.home, target)
	if err != nil {
		return false, err
	}
	switch live {
	case c.New: // done before a crash, or by somebody else
	case c.Old:
		if c.New == "" {
			err = f.takeOut(target, aside, c.path())
		} else {
			err = f.place(slot(dir, stageNew, i), target, aside, c)
		}
	default:
		return false, nil
	}
	if errors.Is(err, fs.ErrExist) {
		return false, nil // somebody made the file in this very moment
	}
	if err != nil {
		return false, err
	}
	if mine, err = f.checkAside(target, aside, c); mine && c.New == "" {
		for d := path.Dir(c.path()); d != "." && f.home.Remove(path.Join(base, d)) == nil; {
			d = path.Dir(d) // folders left empty go as well
		}
	}
	return mine, err
}

// takeOut moves a file out of the folder.
func (f *Folder) takeOut(target, aside, name string) error {
	if err := f.step("promote: remove " + name); err != nil {
		return err
	}
	return f.home.Rename(target, aside)
}

// place puts a new content where a file stands or none. The file that stood there is
// linked aside first, so that bytes written to it in the last instant can be brought back.
func (f *Folder) place(from, target, aside string, c change) error {
	if err := mkdirAll(f.home, path.Dir(target)); err != nil {
		return err
	}
	if c.Old == "" {
		if err := f.step("promote: add " + c.path()); err != nil {
			return err
		}
		err := f.home.Link(from, target)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		return f.home.Rename(from, target) // a file system without links
	}
	if err := f.step("promote: link aside " + c.path()); err != nil {
		return err
	}
	if err := f.home.Remove(aside); err != nil && !absent(err) {
		return err
	}
	// Without links (some file systems) the instant between check and rename stays open.
	_ = f.home.Link(target, aside)
	if err := f.step("promote: replace " + c.path()); err != nil {
		return err
	}
	return f.home.Rename(from, target)
}

// checkAside looks whether what a change took out is what it meant to take out. If the
// user wrote to the file in between, theirs goes back.
func (f *Folder) checkAside(target, aside string, c change) (mine bool, err error) {
	if c.Old == "" {
		return true, nil
	}
	was, err := hashFile(f.home, aside)
	if err != nil || was == "" || was == c.Old {
		return err == nil, err
	}
	if err := mkdirAll(f.home, path.Dir(target)); err != nil {
		return false, err
	}
	return false, f.home.Rename(aside, target)
}

// plainParents refuses a path that leads through a symbolic link.
func (f *Folder) plainParents(base, dir string) error {
	at := base
	for _, part := range append([]string{"."}, strings.Split(dir, "/")...) {
		at = path.Join(at, part)
		info, err := f.home.Lstat(at)
		if absent(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%w: %q", ErrSymlink, at)
		}
	}
	return nil
}

// recoverStages finishes the decided promotions of dead runs and removes what they left.
func (f *Folder) recoverStages() error {
	return f.eachStage(func(dir string) error {
		if err := f.rollForward(dir); err != nil {
			return err
		}
		if err := f.step("recover: remove stage"); err != nil {
			return err
		}
		// A git that outlived its parent may still write here; then the next Open removes it.
		_ = f.home.RemoveAll(dir)
		return nil
	})
}

// rollForward applies the journal of a dead run, if it got as far as writing one.
func (f *Folder) rollForward(dir string) error {
	pending, err := f.hasJournal(dir)
	if err != nil || !pending {
		return err
	}
	data, err := f.home.ReadFile(path.Join(dir, journal))
	if err != nil {
		return err
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrJournal, path.Join(dir, journal), err)
	}
	base := string(r.Folder)
	if base == "" || base != path.Base(base) || base == "." || base == ".." {
		return fmt.Errorf("%w: %s names the folder %q", ErrJournal, path.Join(dir, journal), base)
	}
	info, err := f.home.Lstat(base)
	if errors.Is(err, fs.ErrNotExist) {
		return f.home.Remove(path.Join(dir, journal)) // the user removed the whole folder since
	}
	if err != nil {
		return err
	}
	if err := plainDir(info, base); err != nil {
		return err
	}
	_, err = f.apply(dir, base, r.Changes)
	return err
}

func (f *Folder) hasJournal(dir string) (bool, error) {
	_, err := f.home.Lstat(path.Join(dir, journal))
	if absent(err) {
		return false, nil
	}
	return err == nil, err
}

// journalPending looks for a journal of any folder in home.
func journalPending(home string) (bool, error) {
	entries, err := os.ReadDir(filepath.Join(home, stagingDir))
	if absent(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		_, err := os.Lstat(filepath.Join(home, stagingDir, e.Name(), journal))
		if err == nil {
			return true, nil
		}
		if !absent(err) {
			return false, err
		}
	}
	return false, nil
}
