package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	driver "modernc.org/sqlite"

	"github.com/seed50391015/reverie/memory/state"
)

const (
	schemaVersion = 1          // the highest number in migrations/
	applicationID = 0x52565245 // "RVRE"
	maxReaders    = 4
)

func newStore(path string, opts Options) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("state database %s: %w", path, err)
	}
	return &Store{path: abs, opts: withDefaults(opts)}, nil
}

// openWriter makes both pools and brings the schema up to date. An up-to-date file costs one
// connection and one query; goose is built only where there is something to do.
func (s *Store) openWriter(ctx context.Context) error {
	if err := s.prepareFile(); err != nil {
		return err
	}
	var err error
	if s.writer, err = s.pool("_txlock=immediate", 1, writerPragmas); err != nil {
		return err
	}
	if s.reader, err = s.pool("mode=ro", readers(), readerPragmas); err != nil {
		return err
	}
	version, err := s.version(ctx, s.writer)
	switch {
	case cannotShare(err):
		return errors.Join(state.ErrReadOnly, err)
	case err != nil || version == schemaVersion:
		return err
	}
	return s.migrate(ctx)
}

// openReader makes the reader pool alone.
func (s *Store) openReader(ctx context.Context) error {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && info.Size() == 0) {
		return fmt.Errorf("no database at %s: %w", s.path, state.ErrNotFound)
	}
	if err != nil {
		return err
	}
	version, err := s.readerVersion(ctx)
	if err != nil || version == schemaVersion {
		return err
	}
	// An older schema, or one that another process is just creating: let a writer bring
	// it up to date, which on a read-only disk fails with a reason.
	rw, err := Open(ctx, s.path, s.opts)
	if err != nil {
		return err
	}
	return rw.Close()
}

// readerVersion opens the reader pool. A database in WAL mode wants its -shm file; where
// neither that nor the log is there and the folder may not be written to, nobody can
// be writing, and SQLite may be told that the file does not change.
func (s *Store) readerVersion(ctx context.Context) (version int, err error) {
	if s.reader, err = s.pool("mode=ro", readers(), readerPragmas); err != nil {
		return 0, err
	}
	version, err = s.version(ctx, s.reader)
	if !cannotShare(err) || s.hasLog() {
		return version, err
	}
	_ = s.reader.Close()
	if s.reader, err = s.pool("mode=ro&immutable=1", readers(), readerPragmas); err != nil {
		return 0, err
	}
	return s.version(ctx, s.reader)
}

func (s *Store) hasLog() bool {
	info, err := os.Stat(s.path + "-wal")
	return err == nil && info.Size() > 0
}

// prepareFile makes the folder and an empty file with the modes that hold memory, since
// SQLite would take the umask's, and tightens a file that others may read.
func (s *Store) prepareFile() error {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
			return err
		}
		// O_EXCL: closing a descriptor of a database that this process has open would
		// drop its locks, so one that just appeared is left alone.
		f, err := os.OpenFile(s.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return f.Close()
	}
	if err != nil {
		return err
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a folder, not a database file", s.path)
	}
	if info.Mode().Perm()&0o077 != 0 {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			// Not being the owner is no reason to refuse.
			_ = os.Chmod(s.path+suffix, 0o600)
		}
	}
	return nil
}

// Pragmas of each connection; the busy time-out comes before them.
const (
	writerPragmas = "&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)&_pragma=secure_delete(1)&_pragma=temp_store(MEMORY)"
	readerPragmas = "&_pragma=query_only(1)"
)

func readers() int { return min(maxReaders, runtime.GOMAXPROCS(0)+1) }

// pool makes a pool of at most size connections to the file.
func (s *Store) pool(params string, size int, pragmas string) (*sql.DB, error) {
	path := filepath.ToSlash(s.path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	dsn := (&url.URL{Scheme: "file", Path: path}).String() + "?" + params +
		fmt.Sprintf("&_pragma=busy_timeout(%d)", s.opts.BusyTimeout.Milliseconds()) + pragmas
	connector, err := driver.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

// version reads the schema's version and refuses what is not ours or not yet known.
func (s *Store) version(ctx context.Context, db *sql.DB) (version int, err error) {
	var app, objects int
	err = s.retry(ctx, func() error {
		// A creation that was killed may have left goose's own table and no more.
		return db.QueryRowContext(ctx, `
			SELECT u.user_version, a.application_id, (SELECT count(*) FROM sqlite_schema
				WHERE tbl_name <> 'goose_db_version' AND tbl_name <> 'sqlite_sequence')
			FROM pragma_user_version u, pragma_application_id a`).Scan(&version, &app, &objects)
	})
	switch {
	case err != nil:
		return 0, err
	case app != applicationID && objects > 0:
		return 0, errForeign
	case version > schemaVersion:
		return 0, fmt.Errorf("%w: its schema is version %d, this program knows %d", state.ErrTooNew, version, schemaVersion)
	}
	return version, nil
}
