// Package workspace owns the memory folder: its files, its git baseline, the staging
// copies that consolidation works on, and the promotion of a staging copy into the
// folder.
//
//	<home>/memories/          the folder; every path in this package is relative to it
//	<home>/memories/.git      the baseline: one parentless commit of what was last consolidated
//	<home>/memories.git.old   a baseline on its way out; gone after the next Open
//	<home>/memories.git.kept* a repository found in the folder that reverie did not make
//	<home>/memories.lock      held while somebody writes to the folder or recovers it
//	<home>/staging/<token>/   one run's working copy and, once it is decided, its journal
//
// It promises that a process that dies at any instant leaves, after the next Open or
// Recover, the old or the new state of the folder and never a mix; that a file which
// the user changed after it was staged is never overwritten; that no symbolic link is
// followed; that folders are 0700 and files 0600; and that an old baseline is destroyed
// with all its objects when a new one is made.
//
// The folder's own .git is the baseline's alone: commits that a user adds to it go with
// the next baseline. A repository that reverie did not make is moved aside once, never
// deleted. A .git further down (a skill that is a checkout of its own) is left alone
// and is no part of the memory.
//
// It does not know jobs, selection or models; the caller holds the global job while it
// stages and promotes. The layout is that of section 6 of docs/format.md.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/seed50391015/reverie/memory/state"
)

// Names inside the folder.
const (
	HandbookFile    = "MEMORY.md"
	SummaryFile     = "memory_summary.md"
	RawMemoriesFile = "raw_memories.md"
	SummariesDir    = "rollout_summaries"
	SkillsDir       = "skills"
	ExtensionsDir   = "extensions"
	NotesDir        = "extensions/ad_hoc/notes"
	DiffFile        = "phase2_workspace_diff.md"
	gitDir          = ".git"
)

// Names beside the folder.
const (
	stagingDir = "staging"
	lockFile   = "memories.lock"
)

// Modes of everything that holds memory.
const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// Sentinel errors, found with errors.Is. What the user can do about one is the hint of
// the state.HintError around it.
var (
	// ErrSymlink: the folder, or something in it, is a symbolic link.
	ErrSymlink = errors.New("symbolic link in the memory folder")
	// ErrIrregular: something in the folder is neither a file nor a folder.
	ErrIrregular = errors.New("not a regular file")
	// ErrReadOnly: the folder, a part of it or its disk may not be written to.
	ErrReadOnly = errors.New("memory folder is read-only")
	// ErrNoSpace: the disk is full.
	ErrNoSpace = errors.New("no space left on the disk")
	// ErrNoGit: there is no git program.
	ErrNoGit = errors.New("git program not found")
	// ErrConflict: files changed while the run worked on its copy; nothing of them was
	// overwritten. Stage anew and run again.
	ErrConflict = errors.New("memory files changed during the run")
	// ErrShrink: the shrink guard refused; the error is a *ShrinkError.
	ErrShrink = errors.New("too much of the handbook would go")
	// ErrJournal: a promotion's journal cannot be read.
	ErrJournal = errors.New("promotion journal is damaged")
)

// Options are what a Folder takes from outside.
type Options struct {
	// Now is the clock for the baseline's commit; nil means time.Now.
	Now func() time.Time
	// Git finds the git program; nil means a search of PATH.
	Git func() (string, error)

	// step is called before each step that changes a file; an error stops the run
	// there as a failing disk would.
	step func(name string) error
}

// Folder is an open memory folder. Its methods may be called by several goroutines
// and processes: writers wait for each other.
type Folder struct {
	dir  string   // absolute path of the folder
	base string   // its name inside home
	home *os.Root // the folder that holds it
	opts Options
}

// Open opens the folder dir for a run that writes, and creates it where it is absent.
// It finishes or clears what an earlier run left behind. A folder that is a symbolic
// link is refused with ErrSymlink.
func Open(ctx context.Context, dir string, opts Options) (*Folder, error) {
	f, err := open(dir, opts)
	if err != nil {
		return nil, fmt.Errorf("open memory folder: %w", hint(err, dir))
	}
	if err := f.settle(ctx); err != nil {
		f.Close()
		return nil, fmt.Errorf("open memory folder: %w", hint(err, dir))
	}
	return f, nil
}

func open(dir string, opts Options) (*Folder, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Git == nil {
		opts.Git = func() (string, error) { return exec.LookPath("git") }
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	parent, base := filepath.Split(dir)
	if err := os.MkdirAll(parent, dirMode); err != nil {
		return nil, err
	}
	home, err := os.OpenRoot(parent)
	if err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, base: base, home: home, opts: opts}
	if err = f.ensureDir(); err == nil {
		err = f.checkMount()
	}
	if err != nil {
		home.Close()
		return nil, err
	}
	return f, nil
}

// checkMount refuses a folder that is mounted on its own, as nothing can be renamed into
// it. The system says so even for a file that is not there.
func (f *Folder) checkMount() error {
	const none = "reverie-no-such-file"
	if err := f.home.Rename(none, path.Join(f.base, none)); errors.Is(err, syscall.EXDEV) {
		return &state.HintError{
			Err:  fmt.Errorf("%q is a mount of its own: %w", f.dir, err),
			Hint: "mount the folder above it instead; the memory and its staging copy must lie on one file system",
		}
	}
	return nil
}

// ensureDir creates the folder, or checks that what stands there is one that may be written to.
func (f *Folder) ensureDir() error {
	info, err := f.home.Lstat(f.base)
	if errors.Is(err, fs.ErrNotExist) {
		if err := f.home.Mkdir(f.base, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return f.home.Chmod(f.base, dirMode) // whatever the umask says
	}
	if err != nil {
		return err
	}
	if err := plainDir(info, f.dir); err != nil {
		return err
	}
	return tightenDir(f.home, f.base, info)
}

// settle brings folder and neighbours to rest after a run that died.
func (f *Folder) settle(ctx context.Context) error {
	unlock, err := f.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := f.recoverStages(); err != nil {
		return err
	}
	return f.recoverBaseline()
}

// Close releases the folder. Stages stay open until they are closed themselves.
func (f *Folder) Close() error { return f.home.Close() }

// Dir is the folder's absolute path.
func (f *Folder) Dir() string { return f.dir }

// Recover finishes a promotion that was interrupted in the folder dir, so that a reader
// never sees a mix. Where none is pending it costs one look at the disk and writes
// nothing; it needs no git, and an absent folder is no error.
func Recover(ctx context.Context, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("recover memory folder: %w", err)
	}
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = plainDir(info, dir)
	}
	if err == nil {
		var pending bool
		if pending, err = journalPending(filepath.Dir(dir)); err == nil && !pending {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("recover memory folder: %w", hint(err, dir))
	}
	f, err := Open(ctx, dir, Options{})
	if err != nil {
		return err
	}
	return f.Close()
}

// Wipe empties the folder dir, baseline included, and drops what unfinished runs left
// beside it, pending promotions too. The folder itself stays. A folder that is a
// symbolic link is refused; links inside are removed, not followed.
func Wipe(ctx context.Context, dir string) error {
	f, err := open(dir, Options{})
	if err != nil {
		return fmt.Errorf("wipe memory folder: %w", hint(err, dir))
	}
	defer f.Close()
	if err := f.wipe(ctx); err != nil {
		return fmt.Errorf("wipe memory folder: %w", hint(err, dir))
	}
	return nil
}

func (f *Folder) wipe(ctx context.Context) error {
	unlock, err := f.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := f.dropStages(); err != nil {
		return err
	}
	root, err := f.root()
	if err != nil {
		return err
	}
	defer root.Close()
	names, err := readDir(root, ".")
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := root.RemoveAll(name); err != nil {
			return err
		}
	}
	return f.home.RemoveAll(f.oldBaseline())
}

// root opens the folder for paths inside it.
func (f *Folder) root() (*os.Root, error) {
	info, err := f.home.Lstat(f.base)
	if err != nil {
		return nil, err
	}
	if err := plainDir(info, f.dir); err != nil {
		return nil, err
	}
	return f.home.OpenRoot(f.base)
}

// lock waits for the lock that all writers beside home share.
func (f *Folder) lock(ctx context.Context) (unlock func(), err error) {
	l := flock.New(filepath.Join(f.home.Name(), lockFile), flock.SetPermissions(fileMode))
	if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
		return nil, hint(fmt.Errorf("lock %s: %w", l.Path(), err), f.dir)
	}
	return func() { l.Close() }, nil
}

// lockPoll is how often a waiting writer looks at the lock again; a promotion takes
// some tens of milliseconds.
const lockPoll = 10 * time.Millisecond

// step announces a step that changes something.
func (f *Folder) step(name string) error {
	if f.opts.step == nil {
		return nil
	}
	return f.opts.step(name)
}

// hint wraps what went wrong on the disk into the sentinel that names it, with what to do.
func hint(err error, dir string) error {
	var known *state.HintError
	if err == nil || errors.As(err, &known) {
		return err
	}
	switch {
	case errors.Is(err, ErrSymlink):
		return &state.HintError{Err: err, Hint: "replace the link by the file or folder it points to; reverie follows no links in its memory"}
	case errors.Is(err, ErrIrregular):
		return &state.HintError{Err: err, Hint: "move it out of the memory folder"}
	case errors.Is(err, ErrNoGit):
		return &state.HintError{Err: err, Hint: "install git (for example: apt install git, brew install git) and run again"}
	case errors.Is(err, ErrJournal):
		return &state.HintError{Err: err, Hint: "remove that staging folder to keep the memory folder as it is"}
	case isNoSpace(err):
		return &state.HintError{Err: named(ErrNoSpace, err), Hint: "free some space on the disk of " + dir + " and run again; no memory was lost"}
	case isReadOnly(err):
		return &state.HintError{Err: named(ErrReadOnly, err), Hint: "make " + dir + " and the folder above it writable for you (chmod u+rwx) and run again"}
	}
	return err
}

// named puts a sentinel before an error that does not carry it yet.
func named(sentinel, err error) error {
	if errors.Is(err, sentinel) {
		return err
	}
	return fmt.Errorf("%w: %w", sentinel, err)
}
