package sqlite

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate switches a new file to WAL and applies the migrations that are missing. A lock
// file beside the database lets one process do it while others, opening the same new
// file, wait and then find it done. The kernel drops the lock of a killed process.
func (s *Store) migrate(ctx context.Context) (err error) {
	lock := flock.New(s.path+"-lock", flock.SetPermissions(0o600))
	waiting, cancel := context.WithTimeout(ctx, s.opts.BusyTimeout)
	defer cancel()
	if _, err := lock.TryLockContext(waiting, 5*time.Millisecond); err != nil {
		if ctx.Err() == nil && waiting.Err() != nil {
			return errLockHeld
		}
		return err
	}
	defer func() { _ = lock.Unlock() }()

	version, err := s.version(ctx, s.writer)
	if err != nil || version == schemaVersion {
		return err
	}
	if err := s.useWAL(ctx); err != nil {
		return err
	}
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, dir, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if err := s.retry(ctx, func() error { _, err := provider.Up(ctx); return err }); err != nil {
		return fmt.Errorf("migrate from schema %d to %d: %w", version, schemaVersion, err)
	}
	return nil
}

// useWAL sets the journal mode, which the file itself remembers.
func (s *Store) useWAL(ctx context.Context) error {
	return s.retry(ctx, func() error {
		var mode string
		if err := s.writer.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode); err != nil {
			return err
		}
		if mode != "wal" {
			return fmt.Errorf("journal mode is %q, want wal: the file system cannot share a database", mode)
		}
		return nil
	})
}
