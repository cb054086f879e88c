package workspace

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The crash tests run this test binary again with crashDir set; it does one run over
// that folder and kills itself at the step with the number in crashAt.
const (
	crashDir = "WORKSPACE_TEST_CRASH_DIR"
	crashAt  = "WORKSPACE_TEST_CRASH_AT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		if err := crashingRun(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// crashingRun is Open and one whole run, with a SIGKILL at the step asked for.
func crashingRun(dir string) error {
	at, err := strconv.Atoi(os.Getenv(crashAt))
	if err != nil {
		return err
	}
	n := 0
	f, err := Open(context.Background(), dir, Options{Now: testClock, step: func(string) error {
		if n++; n == at {
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		return nil
	}})
	if err != nil {
		return err
	}
	defer f.Close()
	return consolidate(context.Background(), f, crashChange)
}

// crashChange touches every kind of change: add, replace, remove, a file that becomes a
// folder, a folder that becomes a file, an odd name.
func crashChange(s *Stage) error {
	for _, name := range []string{"gone.md", "skills/old/SKILL.md", "shape", "turn/in.md"} {
		if info, err := s.Root().Lstat(name); err != nil || info.IsDir() {
			continue
		}
		if err := s.Remove(name); err != nil {
			return err
		}
	}
	return write(map[string]string{
		HandbookFile: "new handbook\n", SummaryFile: "v1\nnew\n", "added\n\xff ü.md": "added\n",
		"shape/now/folder.md": "f\n", "turn": "now a file\n",
	})(s)
}

var crashOld = map[string]string{
	HandbookFile: "old handbook\n", SummaryFile: "v1\nold\n", "gone.md": "gone\n", "keep.md": "keep\n",
	"skills/old/SKILL.md": "s\n", "shape": "file\n", "turn/in.md": "in\n",
}

var crashNew = map[string]string{
	HandbookFile: "new handbook\n", SummaryFile: "v1\nnew\n", "added\n\xff ü.md": "added\n", "keep.md": "keep\n",
	"shape/now/folder.md": "f\n", "turn": "now a file\n",
}

// oldState makes a folder in the old state, to be copied.
func oldState(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "memories")
	f := openFolder(t, dir)
	defer f.Close()
	mustConsolidate(t, f, crashOld)
	return dir
}

func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "memories")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// crashed runs the binary again and reports whether it was killed.
func crashed(t *testing.T, dir string, step int) bool {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashDir+"="+dir, crashAt+"="+strconv.Itoa(step))
	out, err := cmd.CombinedOutput()
	if err == nil {
		return false
	}
	if st, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && st.Signaled() && st.Signal() == syscall.SIGKILL {
		return true
	}
	t.Fatalf("step %d: %v: %s", step, err, out)
	return false
}

// TestKilledAtEveryStep kills a run at each of its steps. What the next reader finds is
// the old or the new state, and the next run ends where an undisturbed one does.
func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	old, sawOld, sawNew := oldState(t), 0, 0
	for step := 1; ; step++ {
		dir := copyOf(t, old)
		if !crashed(t, dir, step) {
			t.Logf("killed at %d steps: %d times the old state, %d times the new", step-1, sawOld, sawNew)
			break
		}
		if err := Recover(t.Context(), dir); err != nil {
			t.Fatalf("step %d: Recover: %v", step, err)
		}
		switch got := contents(t, dir); {
		case cmp.Equal(got, crashOld):
			sawOld++
		case cmp.Equal(got, crashNew):
			sawNew++
		default:
			t.Errorf("step %d: a mix:\n%s", step, cmp.Diff(crashOld, got))
		}
		checkConverges(t, dir, step)
	}
	if sawOld < 10 || sawNew < 10 {
		t.Errorf("saw the old state %d times and the new %d times, want at least 10 of each", sawOld, sawNew)
	}
}

// checkConverges runs again, and once more over the crash of a recovery.
func checkConverges(t *testing.T, dir string, step int) {
	t.Helper()
	f := openFolder(t, dir)
	defer f.Close()
	if err := consolidate(t.Context(), f, crashChange); err != nil {
		t.Fatalf("step %d: the run after: %v", step, err)
	}
	if diff := cmp.Diff(crashNew, contents(t, dir)); diff != "" {
		t.Errorf("step %d: after the next run (-want +got):\n%s", step, diff)
	}
	if left := beside(t, f); len(left) > 0 {
		t.Errorf("step %d: beside the folder there still is %q", step, left)
	}
	if got := changes(t, f); len(got) > 0 {
		t.Errorf("step %d: the baseline lacks %v", step, got)
	}
	var dirs []string
	filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if d.IsDir() && d.Name() == gitDir {
			return filepath.SkipDir
		}
		if d.IsDir() && p != dir {
			dirs = append(dirs, strings.TrimPrefix(p, dir+"/"))
		}
		return err
	})
	if diff := cmp.Diff([]string{"shape", "shape/now"}, dirs); diff != "" {
		t.Errorf("step %d: folders (-want +got):\n%s", step, diff)
	}
}

// TestRecoveryKilledAtEveryStep kills the recovery of a promotion that was killed in its
// middle.
func TestRecoveryKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	old, decided := oldState(t), decidedStep(t)
	for step := 1; ; step++ {
		dir := copyOf(t, old)
		if !crashed(t, dir, decided) {
			t.Fatalf("step %d is past the end", decided)
		}
		if !crashed(t, dir, step) {
			t.Fatal("a run ended without a step after its recovery")
		}
		pending, err := journalPending(filepath.Dir(dir))
		if err != nil {
			t.Fatal(err)
		}
		if err := Recover(t.Context(), dir); err != nil {
			t.Fatalf("step %d: Recover: %v", step, err)
		}
		if diff := cmp.Diff(crashNew, contents(t, dir)); diff != "" {
			t.Errorf("step %d: after the recovery (-want +got):\n%s", step, diff)
		}
		if !pending {
			t.Logf("killed the recovery at %d steps", step)
			return // it was done; from here the steps are those of the other test
		}
	}
}

// decidedStep is the number of the first step after the journal stands.
func decidedStep(t *testing.T) int {
	t.Helper()
	dir := copyOf(t, oldState(t))
	n, decided := 0, 0
	f, err := Open(t.Context(), dir, Options{Now: testClock, step: func(name string) error {
		if n++; name == "promote: decide" {
			decided = n + 1
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := consolidate(t.Context(), f, crashChange); err != nil {
		t.Fatal(err)
	}
	return decided
}

// TestFailureAtEveryStep lets each step fail as a full disk would. The run fails with a
// clear error, nothing is lost, and the next run ends where an undisturbed one does.
func TestFailureAtEveryStep(t *testing.T) {
	t.Parallel()
	old := oldState(t)
	for step, failed := 1, true; failed; step++ {
		dir := copyOf(t, old)
		f := openFolder(t, dir)
		n := 0
		f.opts.step = func(name string) error {
			if n++; n == step {
				return fmt.Errorf("%s: %w", name, syscall.ENOSPC)
			}
			return nil
		}
		err := consolidate(t.Context(), f, crashChange)
		f.Close()
		if failed = err != nil; failed {
			if !strings.Contains(hintOf(err), "free some space") {
				t.Errorf("step %d: the error %q has the hint %q, want one to free some space", step, err, hintOf(err))
			}
			if err := Recover(t.Context(), dir); err != nil {
				t.Fatalf("step %d: Recover: %v", step, err)
			}
			if got := contents(t, dir); !cmp.Equal(got, crashOld) && !cmp.Equal(got, crashNew) {
				t.Errorf("step %d: a mix:\n%s", step, cmp.Diff(crashOld, got))
			}
		}
		checkConverges(t, dir, step)
	}
}
