package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"
	"github.com/google/uuid"
)

// Names inside a stage's folder.
const (
	stageLock = "lock"    // held while the stage's process lives
	stageTree = "tree"    // the working copy
	stageNew  = "new"     // contents that a decided promotion is about to place
	stageOld  = "old"     // what a promotion took out of the folder
	stageGit  = "git"     // a scratch repository
	journal   = "journal" // the decision to promote
)

// mergeLimit is the size up to which any file's bytes are kept as they were staged; a
// larger one that changes on both sides is a conflict.
const mergeLimit = 1 << 20

// keepLimit is mergeLimit, or for a text that consolidation answers for the size up to
// which it is valid.
func keepLimit(name string) int { return max(mergeLimit, sizeLimit(name)) }

// Stage is a working copy of the folder. Nothing done to it is seen in the folder before
// Promote. It is for one goroutine at a time.
type Stage struct {
	f    *Folder
	dir  string // staging/<token>, below home
	tree *os.Root
	lock *flock.Flock
	base map[string]baseFile // the folder as it was staged, by path
	prov *Provenance         // noted for the next baseline; nil for none
}

// baseFile is one file as it was when it was staged.
type baseFile struct {
	hash string
	data []byte // nil above keepLimit
}

// Stage copies the folder, but for .git and the diff file, to a new staging folder and
// notes what each file held. It also tightens the modes of what the user added. Close
// the stage when done with it.
func (f *Folder) Stage(ctx context.Context) (*Stage, error) {
	unlock, err := f.lock(ctx)
	if err != nil {
		return nil, fmt.Errorf("stage memory folder: %w", err)
	}
	defer unlock()
	s, err := f.newStage()
	if err == nil {
		err = s.copyFolder(ctx)
	}
	if err != nil {
		if s != nil {
			s.Close()
		}
		return nil, fmt.Errorf("stage memory folder: %w", hint(err, f.dir))
	}
	return s, nil
}

func (f *Folder) newStage() (*Stage, error) {
	s := &Stage{f: f, dir: path.Join(stagingDir, uuid.NewString()), base: map[string]baseFile{}}
	if err := f.step("stage: make folder"); err != nil {
		return nil, err
	}
	for _, dir := range []string{s.dir, path.Join(s.dir, stageTree)} {
		if err := mkdirAll(f.home, dir); err != nil {
			return nil, err
		}
	}
	lock, locked, err := f.lockStage(s.dir)
	if err != nil {
		return nil, err
	}
	if !locked {
		return nil, fmt.Errorf("stage %q is taken", s.dir)
	}
	s.lock = lock
	s.tree, err = f.home.OpenRoot(path.Join(s.dir, stageTree))
	return s, err
}

// lockStage takes a stage's lock if its process is dead, or this is it.
func (f *Folder) lockStage(dir string) (*flock.Flock, bool, error) {
	name := filepath.Join(f.home.Name(), filepath.FromSlash(dir), stageLock)
	l := flock.New(name, flock.SetPermissions(fileMode))
	locked, err := l.TryLock()
	if err != nil || !locked {
		l.Close()
	}
	return l, locked, err
}

func (s *Stage) copyFolder(ctx context.Context) error {
	live, err := s.f.root()
	if err != nil {
		return err
	}
	defer live.Close()
	if err := tighten(live); err != nil {
		return err
	}
	files, err := walkFiles(live)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err := s.f.step("stage: copy " + file.path); err != nil {
			return err
		}
		base, err := copyFile(live, s.tree, file)
		if err != nil {
			return err
		}
		s.base[file.path] = base
	}
	return nil
}

// copyFile copies one file and notes what was copied.
func copyFile(from, to *os.Root, f file) (_ baseFile, err error) {
	in, err := from.Open(f.path)
	if err != nil {
		return baseFile{}, err
	}
	defer in.Close()
	if err := mkdirAll(to, path.Dir(f.path)); err != nil {
		return baseFile{}, err
	}
	out, err := to.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return baseFile{}, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := out.Chmod(modeOf(f.path, f.info)); err != nil {
		return baseFile{}, err
	}
	h := sha256.New()
	keep := &capped{limit: keepLimit(f.path)}
	if _, err := io.Copy(io.MultiWriter(out, h, keep), in); err != nil {
		return baseFile{}, fmt.Errorf("copy %q: %w", f.path, err)
	}
	return baseFile{hash: hex.EncodeToString(h.Sum(nil)), data: keep.bytes()}, nil
}

// capped keeps what is written to it, or nothing once that is more than limit.
type capped struct {
	limit int
	over  bool
	buf   []byte
}

func (c *capped) Write(p []byte) (int, error) {
	if c.over = c.over || len(c.buf)+len(p) > c.limit; c.over {
		c.buf = nil
	} else {
		c.buf = append(c.buf, p...)
	}
	return len(p), nil
}

// bytes is nil if there was too much, and never nil otherwise.
func (c *capped) bytes() []byte {
	if c.over {
		return nil
	}
	if c.buf == nil {
		return []byte{}
	}
	return c.buf
}

// Close discards the stage. It is safe to call more than once, and after Promote.
func (s *Stage) Close() error {
	if s.tree != nil {
		s.tree.Close()
		s.tree = nil
	}
	if s.lock == nil {
		return nil
	}
	defer func() { s.lock.Close(); s.lock = nil }()
	if pending, err := s.f.hasJournal(s.dir); err != nil || pending {
		return err // the next Open finishes the promotion from it
	}
	if err := s.f.home.RemoveAll(s.dir); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
		return fmt.Errorf("discard stage: %w", err)
	}
	return nil // not empty: an Open has just found it and removes it too
}

// Root is the working copy itself, for a consolidator that works with files. Paths
// outside it cannot be reached through it.
func (s *Stage) Root() *os.Root { return s.tree }

// Dir is the working copy's absolute path.
func (s *Stage) Dir() string {
	return filepath.Join(s.f.home.Name(), filepath.FromSlash(s.dir), stageTree)
}

// ReadFile returns a file's bytes; fs.ErrNotExist where there is none.
func (s *Stage) ReadFile(name string) ([]byte, error) {
	data, err := s.tree.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read staged %q: %w", name, err)
	}
	return data, nil
}

// Base returns what a file held in the folder when it was staged, and whether it was
// there; nil bytes for one that is too large to keep: above 16 MiB for MEMORY.md and
// raw_memories.md, above 1 MiB for others.
func (s *Stage) Base(name string) ([]byte, bool) {
	b, ok := s.base[name]
	return b.data, ok
}

// WriteFile creates or replaces a file; folders on the way are made.
func (s *Stage) WriteFile(name string, data []byte) error {
	info, err := s.tree.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("write staged %q: %w", name, ErrIrregular)
	}
	if err = s.f.step("stage: write " + name); err == nil {
		err = mkdirAll(s.tree, path.Dir(name))
	}
	if err == nil {
		err = writeFile(s.tree, name, data, modeOf(name, info), false)
	}
	if err != nil {
		return fmt.Errorf("write staged %q: %w", name, hint(err, s.f.dir))
	}
	return nil
}

// Remove removes a file, and the folders that it leaves empty. One that is absent is no error.
func (s *Stage) Remove(name string) error {
	if err := s.tree.Remove(name); err != nil && !absent(err) {
		return fmt.Errorf("remove staged %q: %w", name, err)
	}
	removeEmptyDirs(s.tree, path.Dir(name))
	return nil
}

// removeEmptyDirs removes a folder and those above it while they are empty.
func removeEmptyDirs(root *os.Root, dir string) {
	for dir != "." && root.Remove(dir) == nil {
		dir = path.Dir(dir)
	}
}

// List returns the paths of all files, sorted.
func (s *Stage) List() ([]string, error) {
	files, err := walkFiles(s.tree)
	if err != nil {
		return nil, fmt.Errorf("list stage: %w", hint(err, s.f.dir))
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.path
	}
	return names, nil
}

// WriteDiffFile leaves the diff in the working copy, where a consolidator reads it first.
// It is no part of what is promoted.
func (s *Stage) WriteDiffFile(d Diff) error { return s.WriteFile(DiffFile, RenderDiffFile(d)) }

// RemoveDiffFile removes a diff file that an earlier program left in the folder.
func (f *Folder) RemoveDiffFile() error {
	root, err := f.root()
	if err == nil {
		defer root.Close()
		err = root.Remove(DiffFile)
	}
	if err != nil && !absent(err) {
		return fmt.Errorf("remove diff file: %w", hint(err, f.dir))
	}
	return nil
}

// eachStage calls do for every stage whose process is dead, while its lock is held.
func (f *Folder) eachStage(do func(dir string) error) error {
	info, err := f.home.Lstat(stagingDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = plainDir(info, stagingDir)
	}
	if err != nil {
		return err
	}
	names, err := readDir(f.home, stagingDir)
	if err != nil {
		return err
	}
	for _, name := range names {
		dir := path.Join(stagingDir, name)
		if info, err := f.home.Lstat(dir); err != nil || !info.IsDir() {
			continue
		}
		lock, locked, err := f.lockStage(dir)
		if absent(err) || err == nil && !locked {
			continue // its owner is closing it, or lives
		}
		if err != nil {
			return err
		}
		err = do(dir)
		lock.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// dropStages removes what dead runs left, decided or not.
func (f *Folder) dropStages() error { return f.eachStage(f.home.RemoveAll) }
