package state

import "errors"

// Sentinel errors. Implementations wrap them; callers test with errors.Is.
var (
	// ErrNotFound: no row with that key; from an open for reading: no database yet.
	ErrNotFound = errors.New("not found")
	// ErrLeaseLost: the job is no longer running under the caller's token.
	ErrLeaseLost = errors.New("lease lost")
	// ErrForgotten: a tombstone stands against it.
	ErrForgotten = errors.New("forgotten by the user")
	// ErrTooNew: the database was written by a newer reverie.
	ErrTooNew = errors.New("database is newer than this program")
	// ErrCorrupt: the database file is damaged.
	ErrCorrupt = errors.New("database is damaged")
	// ErrBusy: another process held the database for longer than the busy time-out.
	ErrBusy = errors.New("database is in use by another process")
	// ErrReadOnly: the store, its folder or its disk may not be written to.
	ErrReadOnly = errors.New("database is read-only")
	// ErrNoSpace: the disk is full.
	ErrNoSpace = errors.New("no space left on the disk")
)

// HintError is an error with one sentence for the user: what to do about it. Commands
// print Err as the error line and Hint as the hint line.
type HintError struct {
	Err  error
	Hint string
}

// Error is the text of the error, without the hint.
func (e *HintError) Error() string { return e.Err.Error() }

// Unwrap gives errors.Is and errors.As what is inside.
func (e *HintError) Unwrap() error { return e.Err }
