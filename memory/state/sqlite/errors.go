package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seed50391015/reverie/memory/state"
)

var (
	errNoValue  = errors.New("an empty value would forget what has no project")
	errForeign  = errors.New("not a database of reverie")
	errReaders  = fmt.Errorf("%w: it is being read", state.ErrBusy)
	errLockHeld = fmt.Errorf("%w: its schema is being changed", state.ErrBusy)
)

// codeOf returns the driver's extended result code, 0 if err is not the driver's.
func codeOf(err error) int {
	var e *driver.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// busy reports that a lock stood in the way and that trying again may help.
func busy(err error) bool {
	switch codeOf(err) & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return true
	}
	if errors.Is(err, errReaders) {
		return true
	}
	// While the last connection of another process closes, the -shm file may vanish
	// between two steps of an open here.
	return codeOf(err) == sqlite3.SQLITE_PROTOCOL || codeOf(err) == sqlite3.SQLITE_READONLY_RECOVERY
}

// cannotShare reports that SQLite could not make or use the files that belong to a
// database in WAL mode, as on a read-only disk.
func cannotShare(err error) bool {
	code := codeOf(err) & 0xff
	return code == sqlite3.SQLITE_CANTOPEN || code == sqlite3.SQLITE_READONLY
}

// kindOf turns an error of the driver or the file system into a sentinel of the contract.
func kindOf(err error) error {
	switch code := codeOf(err); {
	case busy(err):
		return state.ErrBusy
	case code == sqlite3.SQLITE_IOERR_SHORT_READ:
		return state.ErrCorrupt
	default:
		switch code & 0xff {
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
			return state.ErrCorrupt
		case sqlite3.SQLITE_FULL:
			return state.ErrNoSpace
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
			return state.ErrReadOnly
		}
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return state.ErrNoSpace
	case errors.Is(err, syscall.EROFS):
		return state.ErrReadOnly
	}
	return nil
}

// hintFor says what the user can do about an error that carries a sentinel.
func (s *Store) hintFor(err error) string {
	switch {
	case errors.Is(err, state.ErrTooNew):
		return "install the newer reverie that wrote it, or point REVERIE_HOME to another folder"
	case errors.Is(err, state.ErrCorrupt):
		return fmt.Sprintf("move %s (and the -wal and -shm beside it) away and run `reverie sync`: "+
			"it is built anew from the ledgers, which are untouched; modes, tombstones and usage counts have to come from a backup", s.path)
	case errors.Is(err, state.ErrNoSpace):
		return fmt.Sprintf("make room on the disk of %s and run the command again: nothing that was stored is lost", s.path)
	case errors.Is(err, state.ErrBusy):
		return "wait for the other reverie process to end, or stop it, and run the command again"
	case errors.Is(err, errForeign):
		return fmt.Sprintf("%s belongs to another program: point REVERIE_HOME to another folder", s.path)
	case codeOf(err)&0xff == sqlite3.SQLITE_IOERR:
		return fmt.Sprintf("the disk of %s refuses to work: look at its free space, quota and health, then run the command again", s.path)
	case errors.Is(err, state.ErrReadOnly), errors.Is(err, fs.ErrPermission), cannotShare(err):
		return fmt.Sprintf("make %s and its folder readable and writable for you, or point REVERIE_HOME to a folder that is", s.path)
	}
	return ""
}

// fail wraps an error with the operation and the file, names its kind and adds the hint.
// nil stays nil; what the contract itself reports (not found, lease lost) and the
// caller's cancellation keep their identity.
func (s *Store) fail(err error, op string) error {
	if err == nil {
		return nil
	}
	if hint := (*state.HintError)(nil); errors.As(err, &hint) {
		return err // an open inside an open has said it all
	}
	switch kind := kindOf(err); {
	case kind == nil || errors.Is(err, kind):
	case kind == state.ErrBusy:
		err = kind // the driver's words for it help nobody
	default:
		err = fmt.Errorf("%w (%w)", kind, err)
	}
	hint := s.hintFor(err)
	if hint == "" {
		return fmt.Errorf("state: %s: %w", op, err)
	}
	return &state.HintError{Err: fmt.Errorf("state database %s: %s: %w", s.path, op, err), Hint: hint}
}

// interrupted gives the context's own error in place of the driver's "interrupted".
func interrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && codeOf(err)&0xff == sqlite3.SQLITE_INTERRUPT {
		return context.Cause(ctx)
	}
	return err
}
