//go:build unix

package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	driver "modernc.org/sqlite"

	sqldriver "database/sql/driver"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
	"github.com/seed50391015/reverie/memory/state/worker"
)

// childEnv makes the test binary play one of the children below instead of running tests.
const childEnv = "REVERIE_STATE_CHILD"

// children are what a re-executed test binary can do with the database it is given.
var children = map[string]func(ctx context.Context, path string) error{
	"work":                  childWork,
	"open":                  childOpen,
	"claim":                 childClaim,
	"stream":                childStream,
	"denied":                childDenied,
	"sealed":                childSealed,
	"sealed after a reader": childSealedAfterReader,
	"full":                  childFull,
	"finish1":               childFinish1,
	"finish2":               childFinish2,
	"forget":                childForget,
	"scan":                  childScan,
	"reset":                 childReset,
}

func TestMain(m *testing.M) {
	name := os.Getenv(childEnv)
	if name == "" {
		os.Exit(m.Run())
	}
	// die() in a trigger kills the process in the middle of a transaction.
	driver.MustRegisterScalarFunction("die", 0, func(*driver.FunctionContext, []sqldriver.Value) (sqldriver.Value, error) {
		return nil, syscall.Kill(os.Getpid(), syscall.SIGKILL)
	})
	if err := children[name](context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// child prepares a child process; it is killed at the end of the test if it still runs.
func child(t *testing.T, name, path string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return childOf(t, exe, name, path)
}

func childOf(t *testing.T, exe, name, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), exe, path)
	cmd.Env = append(os.Environ(), childEnv+"="+name)
	cmd.Stderr = new(bytes.Buffer)
	return cmd
}

// killed demands that a child's process ended by SIGKILL.
func killed(t *testing.T, cmd *exec.Cmd, err error) {
	t.Helper()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("child: got %v (%s), want a kill", err, cmd.Stderr)
	}
}

const childThreads = 120

// childWork does what a sync does, on a file that others are just creating too, until
// nothing is left; it prints the threads it extracted.
func childWork(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error {
		ledgers, threads := scanOf(childThreads)
		for {
			if err := s.PutScan(ctx, ledgers, threads); err != nil {
				return err
			}
			claims, err := s.ClaimStartup(ctx, state.StartupFilter{Worker: worker.ID(), Limit: 2})
			if err != nil || len(claims) == 0 {
				return err
			}
			for _, c := range claims {
				if err := s.FinishStage1(ctx, c, state.Stage1Output{RawMemory: "r", RolloutSummary: "s"}); err != nil {
					return err
				}
				fmt.Println(c.Key)
			}
			if err := childConsolidate(ctx, s, filepath.Dir(path)); err != nil {
				return err
			}
		}
	})
}

// childConsolidate claims the consolidation and, if it gets it, proves with a file that
// nobody else has it.
func childConsolidate(ctx context.Context, s *sqlite.Store, dir string) error {
	c, err := s.ClaimGlobal(ctx, worker.ID(), true)
	if err != nil || c.Status != state.Claimed {
		return err
	}
	guard := filepath.Join(dir, "consolidating")
	f, err := os.OpenFile(guard, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("two consolidations at once: %w", err)
	}
	_ = f.Close()
	rows, err := s.Select(ctx, 256, 30)
	if err != nil {
		return err
	}
	keys := make([]state.SelectionKey, len(rows))
	for i, r := range rows {
		keys[i] = r.Key()
	}
	if err := errors.Join(s.HeartbeatGlobal(ctx, c), s.Scrub(ctx), os.Remove(guard)); err != nil {
		return err
	}
	return s.FinishGlobal(ctx, c, 1, keys, nil)
}

// childOpen opens, which on a new file creates the schema.
func childOpen(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error { return s.Check(ctx) })
}

// childClaim claims one thread and the consolidation, prints "claimed" and waits to be killed.
func childClaim(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error {
		_, err1 := s.ClaimStartup(ctx, state.StartupFilter{Worker: worker.ID(), Limit: 1})
		_, err2 := s.ClaimGlobal(ctx, worker.ID(), true)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		fmt.Println("claimed")
		_, err := io.Copy(io.Discard, os.Stdin)
		return err
	})
}

const streamBatch = 50

// childStream stores one batch of threads after the other and prints each one's number
// when it is committed.
func childStream(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error {
		for n := 0; ; n++ {
			_, threads := scanOf(streamBatch * (n + 1))
			if err := s.PutScan(ctx, nil, threads[streamBatch*n:]); err != nil {
				return err
			}
			fmt.Println(n)
		}
	})
}

// The next ones run one transaction each, in whose middle a trigger kills them.

func childFinish1(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error {
		claims, err := s.ClaimStartup(ctx, state.StartupFilter{Worker: "w", Limit: 1})
		if err != nil || len(claims) != 1 {
			return fmt.Errorf("got %d claims, error %w; want 1", len(claims), err)
		}
		return s.FinishStage1(ctx, claims[0], state.Stage1Output{RawMemory: "r", RolloutSummary: "s"})
	})
}

func childFinish2(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error {
		c, err := s.ClaimGlobal(ctx, "w", true)
		if err != nil {
			return err
		}
		rows, err := s.Select(ctx, 9, 30)
		if err != nil || len(rows) == 0 {
			return fmt.Errorf("got %d rows, error %w; want some", len(rows), err)
		}
		edits := []state.HandEdit{{Path: "MEMORY.md", Kind: "insert", Text: "t"}}
		return s.FinishGlobal(ctx, c, 7, []state.SelectionKey{rows[0].Key()}, edits)
	})
}

func childForget(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error { return s.ForgetThread(ctx, firstID()) })
}

func childScan(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error {
		ledgers, threads := scanOf(5)
		return s.PutScan(ctx, ledgers, threads)
	})
}

func childReset(ctx context.Context, path string) error {
	return withStore(ctx, path, func(s *sqlite.Store) error { return s.Reset(ctx) })
}
