package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

const (
	baselineRef = "refs/heads/main"
	// markerFile, in .git, names the commit that is the baseline, whatever was committed
	// on top of it since; it tells our repository from others.
	markerFile = "reverie-baseline"
)

func (f *Folder) oldBaseline() string { return f.base + ".git.old" }

// EnsureBaseline makes the baseline of what is in the folder if there is none that can be
// used, and reports whether it did. Call it before the inputs of a run are written, so
// that they show as added.
func (f *Folder) EnsureBaseline(ctx context.Context) (made bool, err error) {
	unlock, err := f.lock(ctx)
	if err != nil {
		return false, fmt.Errorf("ensure baseline: %w", err)
	}
	defer unlock()
	err = f.withScratch(ctx, func(dir string) error {
		usable, err := f.baselineUsable(ctx, dir)
		if err != nil || usable {
			return err
		}
		live, err := f.root()
		if err != nil {
			return err
		}
		defer live.Close()
		made = true
		return f.remake(ctx, dir, live, nil)
	})
	if err != nil {
		return false, fmt.Errorf("ensure baseline: %w", hint(err, f.dir))
	}
	return made, nil
}

// RemakeBaseline destroys the baseline, objects and all, and makes a new one of what the
// stage holds: what was consolidated, not what stands in the folder now, so that a change
// that the user made meanwhile shows in the next diff. With it goes the Provenance that
// was set on the stage.
func (f *Folder) RemakeBaseline(ctx context.Context, s *Stage) error {
	unlock, err := f.lock(ctx)
	if err != nil {
		return fmt.Errorf("remake baseline: %w", err)
	}
	defer unlock()
	err = f.withScratch(ctx, func(dir string) error { return f.remake(ctx, dir, s.tree, s.prov) })
	if err != nil {
		return fmt.Errorf("remake baseline: %w", hint(err, f.dir))
	}
	return nil
}

// withScratch gives do a stage of its own to build in, which the next Open clears if
// this process dies.
func (f *Folder) withScratch(ctx context.Context, do func(dir string) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	s, err := f.newStage()
	if err != nil {
		return err
	}
	return errors.Join(do(s.dir), s.Close())
}

// baselineCommit reads the marker; "" where there is none that makes sense.
func (f *Folder) baselineCommit() (string, error) {
	info, err := f.home.Lstat(path.Join(f.base, gitDir))
	if absent(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return "", fmt.Errorf("%w: %q", ErrSymlink, gitDir)
	}
	data, err := f.home.ReadFile(path.Join(f.base, gitDir, markerFile))
	if absent(err) {
		return "", nil
	}
	id := strings.TrimSpace(string(data))
	if strings.Trim(id, "0123456789abcdef") != "" || len(id) != 40 {
		return "", err
	}
	return id, err
}

// objects is the folder in which the baseline's objects lie.
func (f *Folder) objects() string { return filepath.Join(f.dir, gitDir, "objects") }

// baselineUsable checks the baseline down to its contents.
func (f *Folder) baselineUsable(ctx context.Context, dir string) (bool, error) {
	id, err := f.baselineCommit()
	if err != nil || id == "" {
		return false, err
	}
	repo, err := f.layRepo(f.home, path.Join(dir, "check"))
	if err != nil {
		return false, err
	}
	// Counting the lines of everything reads everything, as a diff would; fsck would also
	// find fault with what a user may well keep here, such as an odd .gitmodules.
	if _, err := repo.run(ctx, f.objects(), "diff-tree", "--root", "-r", "-z", "--numstat", "--no-renames", "--no-ext-diff", "--no-textconv", id); err != nil {
		if ctx.Err() != nil || errors.Is(err, ErrNoGit) {
			return false, err
		}
		return false, nil // damaged: that is what was asked
	}
	return true, nil
}

// remake builds a repository in dir and puts it in the place of .git.
func (f *Folder) remake(ctx context.Context, dir string, tree *os.Root, prov *Provenance) error {
	fresh := path.Join(dir, stageGit)
	if err := f.step("baseline: lay out"); err != nil {
		return err
	}
	repo, err := f.layRepo(f.home, fresh)
	if err != nil {
		return err
	}
	if err := f.step("baseline: import"); err != nil {
		return err
	}
	id, err := repo.importTree(ctx, tree, baselineRef, f.opts.Now().Unix())
	if err != nil {
		return err
	}
	if err := f.step("baseline: index"); err != nil {
		return err
	}
	// An index lets a user's own `git status` in the folder say something.
	if _, err := repo.run(ctx, "", "read-tree", id); err != nil {
		return err
	}
	if err := writeFile(f.home, path.Join(fresh, markerFile), []byte(id+"\n"), fileMode, false); err != nil {
		return err
	}
	if err := f.writeProvenance(fresh, prov); err != nil {
		return err
	}
	if err := f.sealRepo(fresh); err != nil {
		return err
	}
	return f.swapBaseline(fresh)
}

// sealRepo takes group and others off all that git wrote, and sees it on the disk.
func (f *Folder) sealRepo(dir string) error {
	root, err := f.home.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	err = walk(root, ".", func(p string, info fs.FileInfo) error {
		mode := info.Mode().Perm() & fileMode
		if info.IsDir() {
			mode = dirMode
		}
		return errors.Join(root.Chmod(p, mode), syncPath(root, p))
	})
	return errors.Join(err, syncPath(root, "."))
}

// swapBaseline puts a finished repository in the place of .git. Between its two renames a
// crash leaves no .git; recoverBaseline then takes the old one back, so that what changed
// since it was made still shows.
func (f *Folder) swapBaseline(fresh string) error {
	current, old := path.Join(f.base, gitDir), f.oldBaseline()
	if err := f.clearForeign(); err != nil {
		return err
	}
	if err := f.step("baseline: take out the old"); err != nil {
		return err
	}
	if err := f.home.Rename(current, old); err != nil && !absent(err) {
		return err
	}
	if err := f.step("baseline: put in the new"); err != nil {
		return errors.Join(err, f.recoverBaseline())
	}
	if err := f.home.Rename(fresh, current); err != nil {
		return errors.Join(err, f.recoverBaseline())
	}
	for _, dir := range []string{f.base, "."} {
		if err := syncPath(f.home, dir); err != nil {
			return err
		}
	}
	if err := f.step("baseline: destroy the old"); err != nil {
		return err
	}
	return f.home.RemoveAll(old)
}

// clearForeign moves a repository aside that we did not make, if there is anything in it.
func (f *Folder) clearForeign() error {
	current := path.Join(f.base, gitDir)
	info, err := f.home.Lstat(current)
	if absent(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%w: %q", ErrSymlink, gitDir)
	}
	if info.IsDir() {
		if _, err := f.home.Lstat(path.Join(current, markerFile)); err == nil {
			return nil
		}
		if empty, err := f.withoutObjects(current); err != nil || empty {
			return err
		}
	}
	kept := f.base + ".git.kept"
	for n := 2; ; n++ {
		if _, err := f.home.Lstat(kept); absent(err) {
			return f.home.Rename(current, kept)
		} else if err != nil {
			return err
		}
		kept = fmt.Sprintf("%s.git.kept%d", f.base, n)
	}
}

// withoutObjects reports that a repository holds nothing that could be lost.
func (f *Folder) withoutObjects(repo string) (bool, error) {
	root, err := f.home.OpenRoot(repo)
	if err != nil {
		return false, err
	}
	defer root.Close()
	empty := true
	err = walk(root, "objects", func(_ string, info fs.FileInfo) error {
		empty = empty && info.IsDir()
		return nil
	})
	if absent(err) {
		return true, nil
	}
	return empty, err
}

// recoverBaseline brings .git to rest after a run that died while it swapped it.
func (f *Folder) recoverBaseline() error {
	old := f.oldBaseline()
	if _, err := f.home.Lstat(old); absent(err) {
		return nil
	} else if err != nil {
		return err
	}
	current := path.Join(f.base, gitDir)
	if _, err := f.home.Lstat(current); absent(err) {
		return f.home.Rename(old, current)
	} else if err != nil {
		return err
	}
	return f.home.RemoveAll(old)
}
