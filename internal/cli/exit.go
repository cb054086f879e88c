package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/memory/recall"
	"github.com/seed50391015/reverie/memory/recall/index"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
	"github.com/seed50391015/reverie/redact"
)

// Exit codes. They are documented in the README and do not change.
const (
	exitOK          = 0   // the run ended, even with sessions skipped or bad lines
	exitFailed      = 1   // a job failed: an extraction, or the consolidation
	exitUsage       = 2   // wrong use, or a configuration that cannot be used
	exitBusy        = 3   // another process holds the lock or the lease
	exitNotFound    = 4   // what was asked for is not there
	exitUnusable    = 5   // the home, the database or the folder cannot be used
	exitInterrupted = 130 // Ctrl-C
)

var (
	errInterrupted = errors.New("interrupted: nothing was lost, the next run goes on")
	errNotFound    = errors.New("not found")
)

// usageError is wrong use, with an optional hint.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usage(err error) *usageError { return &usageError{err: err} }
func usagef(format string, args ...any) *usageError {
	return &usageError{err: fmt.Errorf(format, args...)}
}

// exitError is an error with an exit code of its own.
type exitError struct {
	err  error
	code int
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// hinted adds what to do to an error.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }

// withHint returns err with a line that says what to do.
func withHint(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return hinted{err, fmt.Sprintf(format, args...)}
}

// table leads from a sentinel to its exit code and to what the user can do.
var table = []struct {
	target error
	code   int
	hint   string
}{
	{errInterrupted, exitInterrupted, ""},
	{context.Canceled, exitInterrupted, ""},
	{config.ErrInvalid, exitUsage, "`reverie config` shows what is set and where; docs/config.md lists the keys"},
	{errNotFound, exitNotFound, ""},
	{fs.ErrNotExist, exitNotFound, "check the path: there is no such file"},
	{recall.ErrBadNote, exitUsage, "a note is a few lines of text, 16 KiB at most"},
	{memory.ErrNothingNamed, exitUsage, "name a session, a project's path or some words"},
	{memory.ErrAmbiguous, exitUsage, "more of the id tells them apart"},
	{index.ErrNoTerms, exitUsage, "name at least one word, a number or a name"},
	{rollout.ErrEmpty, exitFailed, "`reverie rollout check FILE` tells what is wrong with each line"},
	{state.ErrNotFound, exitNotFound, "`reverie sessions` lists what is known"},
	{state.ErrTooNew, exitUnusable, "this home was written by a newer reverie: install that version, or name another folder with --home"},
	{state.ErrCorrupt, exitUnusable, "`reverie doctor` says what is damaged; the sessions themselves are untouched, and `reverie sync --since all` after moving the database away learns them again"},
	{state.ErrBusy, exitBusy, "another process is busy with this home: try again in a moment"},
	{state.ErrReadOnly, exitUnusable, "the home is read-only: name another one with --home or REVERIE_HOME"},
	{state.ErrNoSpace, exitUnusable, "the disk is full: free some space and run it again; nothing was lost"},
	{workspace.ErrReadOnly, exitUnusable, "the home is read-only: name another one with --home or REVERIE_HOME"},
	{workspace.ErrNoSpace, exitUnusable, "the disk is full: free some space and run it again; nothing was lost"},
	{workspace.ErrSymlink, exitUnusable, "Reverie follows no symbolic link in the memory folder: put the file itself there"},
	{workspace.ErrIrregular, exitUnusable, "move what is no file or folder out of the memory folder"},
	{workspace.ErrNoGit, exitUnusable, "install git: the memory folder's baseline needs it"},
	{workspace.ErrConflict, exitBusy, "files of the memory folder changed while it was written: run it again"},
	{workspace.ErrShrink, exitFailed, "the old folder stands; `reverie sync --allow-shrink` lets it happen"},
	{state.ErrLeaseLost, exitBusy, "another run took over: `reverie status` shows it"},
	{syscall.ENOSPC, exitUnusable, "the disk is full: free some space and run it again; nothing was lost"},
	{syscall.EDQUOT, exitUnusable, "the disk quota is used up: free some space and run it again; nothing was lost"},
	{syscall.EROFS, exitUnusable, "the folder is read-only: name another one with --home or REVERIE_HOME"},
	{fs.ErrPermission, exitUnusable, "the folder or file may not be accessed: check its owner and mode, or name another one with --home"},
}

// report prints err as `reverie: error:` and `reverie: hint:` lines and returns the exit code.
func (a *app) report(err error) int {
	if err == nil {
		return exitOK
	}
	code, hint := classify(err)
	fmt.Fprintf(a.Err, "reverie: error: %s\n", oneLine(redact.String(err.Error())))
	if hint != "" {
		fmt.Fprintf(a.Err, "reverie: hint: %s\n", hint)
	}
	return code
}

func classify(err error) (code int, hint string) {
	code = exitFailed
	var wrong *usageError
	if errors.As(err, &wrong) {
		code, hint = exitUsage, wrong.hint
		if hint == "" {
			hint = "`reverie help` lists the commands, `reverie COMMAND --help` shows examples"
		}
	} else {
		for _, row := range table {
			if errors.Is(err, row.target) {
				code, hint = row.code, row.hint
				break
			}
		}
	}
	var own *exitError
	if errors.As(err, &own) {
		code = own.code
	}
	var carried *state.HintError
	if errors.As(err, &carried) {
		hint = carried.Hint
	}
	var h hinted
	if errors.As(err, &h) {
		hint = h.hint
	}
	return code, hint
}

func (a *app) warn(format string, args ...any) {
	fmt.Fprintf(a.Err, "reverie: warning: %s\n", oneLine(fmt.Sprintf(format, args...)))
}

// oneLine keeps a message on one line, whatever file names it holds.
func oneLine(s string) string {
	return strings.NewReplacer("\n", "␤", "\r", "␍", "\x1b", "␛").Replace(s)
}
