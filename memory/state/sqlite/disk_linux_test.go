package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
)

// asNobody takes a child's rights away where the tests run as root, whom no mode stops.
func asNobody() *syscall.SysProcAttr {
	if os.Getuid() != 0 {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

// onOwnDisk runs a child that mounts a disk of its own at the path's folder.
func onOwnDisk(t *testing.T, name string) {
	t.Helper()
	cmd := child(t, name, filepath.Join(t.TempDir(), "state.db"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	err := cmd.Run()
	if text := fmt.Sprint(cmd.Stderr); errors.Is(err, syscall.EPERM) || strings.Contains(text, errNoMount.Error()) {
		t.Skip("mounting a disk of its own is not allowed here")
	}
	if err != nil {
		t.Errorf("child: %v: %s", err, cmd.Stderr)
	}
}

var errNoMount = errors.New("mount is not allowed")

func mount(dir, options string, flags uintptr) error {
	private := syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err := errors.Join(private, syscall.Mount("tmpfs", dir, "tmpfs", flags, options)); err != nil {
		return errors.Join(errNoMount, err)
	}
	return nil
}

func TestReadOnlyDisk(t *testing.T) {
	t.Run("database alone", func(t *testing.T) { onOwnDisk(t, "sealed") })
	t.Run("with files that a reader left", func(t *testing.T) { onOwnDisk(t, "sealed after a reader") })
}

func childSealed(ctx context.Context, path string) error { return sealed(ctx, path, false) }

func childSealedAfterReader(ctx context.Context, path string) error { return sealed(ctx, path, true) }

// sealed makes a database on a disk and then forbids writing to the disk.
func sealed(ctx context.Context, path string, reader bool) error {
	dir := filepath.Dir(path)
	if err := mount(dir, "size=4m", 0); err != nil {
		return err
	}
	if err := withStore(ctx, path, func(s *sqlite.Store) error {
		_, threads := scanOf(3)
		return s.PutScan(ctx, nil, threads)
	}); err != nil {
		return err
	}
	if reader {
		ro, err := sqlite.OpenReadOnly(ctx, path, sqlite.Options{})
		if err != nil {
			return err
		}
		if err := ro.Close(); err != nil {
			return err
		}
		if _, err := os.Stat(path + "-shm"); err != nil {
			return err
		}
	}
	if err := mount(dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY); err != nil {
		return err
	}
	return readsAlone(ctx, path)
}

func TestFullDisk(t *testing.T) { onOwnDisk(t, "full") }

// childFull fills the disk: the call that no longer fits says so, and what was stored before stays.
func childFull(ctx context.Context, path string) error {
	if err := mount(filepath.Dir(path), "size=1m", 0); err != nil {
		return err
	}
	stored := 0
	err := withStore(ctx, path, func(s *sqlite.Store) error {
		for ; ; stored += streamBatch {
			_, threads := scanOf(stored + streamBatch)
			if err := s.PutScan(ctx, nil, threads[stored:]); err != nil {
				return err
			}
		}
	})
	if err := advised(err, state.ErrNoSpace); err != nil {
		return err
	}
	if _, err := sqlite.Open(ctx, filepath.Join(filepath.Dir(path), strings.Repeat("d/", 60), "x.db"), sqlite.Options{}); err != nil {
		if err := advised(err, state.ErrNoSpace); err != nil {
			return fmt.Errorf("new database on a full disk: %w", err)
		}
	}
	ro, err := sqlite.OpenReadOnly(ctx, path, sqlite.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = ro.Close() }()
	threads, err := ro.Threads(ctx)
	if err != nil || len(threads) != stored {
		return fmt.Errorf("got %d threads, error %w; want the %d stored", len(threads), err, stored)
	}
	return ro.Check(ctx)
}
