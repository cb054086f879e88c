// Package sqlite keeps the state in one SQLite file: state.Store on a database that
// needs no server, by a driver that needs no cgo.
//
// It owns the file (and its -wal, -shm and -lock beside it, all 0600), the schema in
// migrations/ and every line of SQL. The rules are package state's.
//
// How several processes share the file:
//   - it is in WAL mode, so readers never wait for a writer;
//   - one connection writes (a pool of one) and takes the write lock at BEGIN
//     (immediate), so that no transaction has to be upgraded and refused half-way;
//   - what still meets a lock waits inside the busy time-out and is tried again: the
//     caller sees state.ErrBusy only after that, never the driver's error;
//   - a killed process leaves nothing half done: the next one to open the file finds
//     the last committed state.
//
// Synchronous is NORMAL: a killed program loses nothing; a power cut may lose the last
// transactions, never the file. Deleted text is overwritten (secure_delete), and Scrub
// takes what the log and moved pages still hold.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/worker"
)

// Options are what a Store takes from outside. The zero value is fit for use.
type Options struct {
	// Now is the clock that stamps rows and ends leases; nil is time.Now.
	Now func() time.Time
	// BusyTimeout is how long one call may wait for other processes; 0 is DefaultBusyTimeout.
	BusyTimeout time.Duration
	// Dead tells that a job's worker lives no more, which ends its lease at once; nil is
	// worker.Dead, which knows the ids that worker.ID makes.
	Dead func(workerID string) bool
}

// DefaultBusyTimeout outlasts the longest transaction that a healthy process runs.
const DefaultBusyTimeout = 15 * time.Second

// Store is a state.Store on one SQLite file.
type Store struct {
	path     string
	opts     Options
	writer   *sql.DB // nil when opened for reading
	reader   *sql.DB
	close    sync.Once
	closeErr error
}

var _ state.Store = (*Store)(nil)

// Open opens the database at path and creates it (0600) and its folder (0700) where
// they are missing. An older schema is brought up to date.
//
// It fails with state.ErrTooNew, ErrCorrupt, ErrReadOnly, ErrNoSpace or ErrBusy, with a
// *state.HintError that says what to do.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	s, err := newStore(path, opts)
	if err != nil {
		return nil, err
	}
	if err := s.openWriter(ctx); err != nil {
		return nil, errors.Join(s.fail(err, "open"), s.Close())
	}
	return s, nil
}

// OpenReadOnly opens the database for reading alone, on a read-only disk too: it makes
// no database and changes none (SQLite may leave an empty -wal and a -shm beside it).
// Methods that change something fail with state.ErrReadOnly. Without a database it
// fails with state.ErrNotFound.
func OpenReadOnly(ctx context.Context, path string, opts Options) (*Store, error) {
	s, err := newStore(path, opts)
	if err != nil {
		return nil, err
	}
	if err := s.openReader(ctx); err != nil {
		return nil, errors.Join(s.fail(err, "open for reading"), s.Close())
	}
	return s, nil
}

// Path returns the database file's absolute path.
func (s *Store) Path() string { return s.path }

// Close releases the database; the last process to close it folds the log into the file.
func (s *Store) Close() error {
	s.close.Do(func() {
		for _, db := range []*sql.DB{s.reader, s.writer} {
			if db != nil {
				s.closeErr = errors.Join(s.closeErr, db.Close())
			}
		}
	})
	return s.closeErr
}

func (s *Store) now() int64 { return s.opts.Now().Unix() }

func newToken() string { return uuid.NewString() }

func withDefaults(o Options) Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.BusyTimeout <= 0 {
		o.BusyTimeout = DefaultBusyTimeout
	}
	if o.Dead == nil {
		o.Dead = worker.Dead
	}
	return o
}
