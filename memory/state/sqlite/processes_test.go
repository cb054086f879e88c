//go:build unix

package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/seed50391015/reverie/memory/state"
)

// Several processes create one database, scan, extract, consolidate and scrub at once:
// nothing is done twice, and no lock reaches anyone.
func TestProcessesShareOneFile(t *testing.T) {
	const processes = 6
	path := filepath.Join(t.TempDir(), "new folder", "state.db")
	type result struct {
		lines []string
		err   error
	}
	results := make(chan result, processes)
	for range processes {
		cmd := child(t, "work", path)
		go func() {
			lines, err := runLines(cmd)
			results <- result{lines, err}
		}()
	}
	owner := make(map[string]int)
	for p := range processes {
		r := <-results
		if r.err != nil {
			t.Errorf("process %d: got %v, want none", p, r.err)
		}
		for _, id := range r.lines {
			if other, ok := owner[id]; ok {
				t.Errorf("thread %s was extracted by processes %d and %d, want one", id, other, p)
			}
			owner[id] = p
		}
	}
	if len(owner) != childThreads {
		t.Errorf("got %d threads extracted, want %d", len(owner), childThreads)
	}
	s := open(t, path)
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("check after all: got %v, want none", err)
	}
	if outputs, err := s.OutputHeads(t.Context()); err != nil || len(outputs) != childThreads {
		t.Errorf("got %d outputs, error %v; want %d", len(outputs), err, childThreads)
	}
	jobs, err := s.Jobs(t.Context(), "")
	if err != nil || len(jobs) != childThreads+1 {
		t.Fatalf("got %d jobs, error %v; want %d", len(jobs), err, childThreads+1)
	}
	for _, j := range jobs {
		if j.Status == state.Running || j.Status == state.Failed {
			t.Errorf("job %s/%s: got status %q after all, want done or pending", j.Kind, j.Key, j.Status)
		}
	}
}

// runLines runs a child and returns the lines it printed.
func runLines(cmd *exec.Cmd) (lines []string, err error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	for scanner := bufio.NewScanner(out); scanner.Scan(); {
		lines = append(lines, scanner.Text())
	}
	if err := cmd.Wait(); err != nil {
		return lines, fmt.Errorf("%w: %s", err, cmd.Stderr)
	}
	return lines, nil
}

// Processes that open one new file at once all find it ready, and its schema made once.
func TestProcessesCreateOneFile(t *testing.T) {
	const processes, rounds = 6, 4
	for round := range rounds {
		path := filepath.Join(t.TempDir(), strconv.Itoa(round), "state.db")
		errs := make(chan error, processes)
		for range processes {
			cmd := child(t, "open", path)
			go func() { _, err := runLines(cmd); errs <- err }()
		}
		for range processes {
			if err := <-errs; err != nil {
				t.Errorf("open of a new file: got %v, want none", err)
			}
		}
		versions := query[int](t, raw(t, path), `SELECT version_id FROM goose_db_version ORDER BY id`)
		if len(versions) != 2 || versions[1] != 1 {
			t.Errorf("got migrations %v, want 0 and 1 once each", versions)
		}
	}
}

// A process killed while it creates the database leaves a file that the next one opens.
func TestKilledWhileCreating(t *testing.T) {
	for _, moment := range []struct {
		suffix string
		size   int64 // the kill comes as soon as the file is there and so large
	}{
		{"", 0}, {"-lock", 0}, {"", 4096}, {"-wal", 0}, {"-shm", 0}, {"-wal", 4096}, {"-wal", 16384}, {"-wal", 65536},
	} {
		t.Run(fmt.Sprintf("file%s of %d bytes", moment.suffix, moment.size), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "state.db")
			cmd := child(t, "open", path)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for there := false; !there && len(ended) == 0; runtime.Gosched() {
				info, err := os.Stat(path + moment.suffix)
				there = err == nil && info.Size() >= moment.size
			}
			_ = cmd.Process.Kill() // a child that was faster has made a good file, which is as well
			<-ended
			s := open(t, path)
			if err := s.Check(t.Context()); err != nil {
				t.Errorf("check: got %v, want none", err)
			}
			if err := s.EnqueueGlobal(t.Context(), 1); err != nil {
				t.Errorf("enqueue: got %v, want none", err)
			}
		})
	}
}

// What a killed process was told to be stored is there; of the transaction in which it
// died there is nothing.
func TestKilledWhileStoring(t *testing.T) {
	for acknowledged := range 4 {
		path := filepath.Join(t.TempDir(), "state.db")
		cmd := child(t, "stream", path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		seen := 0
		for seen <= 3*acknowledged && lines.Scan() {
			seen++
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			seen++
		}
		killed(t, cmd, cmd.Wait())
		s := open(t, path)
		if err := s.Check(t.Context()); err != nil {
			t.Errorf("check after a kill: got %v, want none", err)
		}
		threads, err := s.Threads(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := len(threads); n%streamBatch != 0 || n < seen*streamBatch {
			t.Errorf("got %d threads, want whole batches of %d and at least the %d acknowledged", n, streamBatch, seen)
		}
	}
}

// The leases of a killed process are over at once.
func TestKilledWorkerGivesUpItsLeases(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	s := open(t, path)
	ledgers, threads := scanOf(1)
	if err := s.PutScan(t.Context(), ledgers, threads); err != nil {
		t.Fatal(err)
	}
	cmd := child(t, "claim", path)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "claimed\n" {
		t.Fatalf("child: got %q, %v (%s), want its claims", line, err, cmd.Stderr)
	}
	status := func() (state.ClaimStatus, state.ClaimStatus) {
		one, err := s.ClaimStage1(context.Background(), threads[0].ID, "next", 0)
		if err != nil {
			t.Fatal(err)
		}
		two, err := s.ClaimGlobal(context.Background(), "next", true)
		if err != nil {
			t.Fatal(err)
		}
		return one.Status, two.Status
	}
	if one, two := status(); one != state.AlreadyRunning || two != state.AlreadyRunning {
		t.Fatalf("while the worker lives: got %q and %q, want running", one, two)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed(t, cmd, cmd.Wait())
	if one, two := status(); one != state.Claimed || two != state.Claimed {
		t.Fatalf("after the kill: got %q and %q, want claimed", one, two)
	}
}
