package consolidate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/worker"
)

const (
	crashDir = "CONSOLIDATE_TEST_DIR"
	crashAt  = "CONSOLIDATE_TEST_KILL_AT"
)

// TestMain is also the process that the crash tests kill.
func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		dieAt(dir, os.Getenv(crashAt))
	}
	os.Exit(m.Run())
}

// dieAt runs one consolidation and kills its own process at a step.
func dieAt(dir, at string) {
	t := &fatal{}
	w := openWorld(t, dir)
	w.opts.Worker = worker.ID()
	_, err := w.run(func(d *Deps) {
		d.hook = func(step string) error {
			if step == at {
				if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
					return err
				}
				select {}
			}
			return nil
		}
	})
	fmt.Fprintf(os.Stderr, "outlived step %q: %v\n", at, err)
	os.Exit(3)
}

// fatal is a testing.TB outside of a test.
type fatal struct{ testing.TB }

func (*fatal) Helper()        {}
func (*fatal) Cleanup(func()) {}
func (*fatal) Fatal(a ...any) { fmt.Fprintln(os.Stderr, a...); os.Exit(4) }

func kill(t *testing.T, dir, at string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), crashDir+"="+dir, crashAt+"="+at)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("the child was not killed at %q: %v\n%s", at, err, out)
	}
}

// prepare makes a world between two runs: a session more, one less, a grown one, a hand
// edit and a note.
func prepare(t *testing.T) string {
	t.Helper()
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	if err := w.store.DeleteThread(context.Background(), threadID(3)); err != nil {
		t.Fatal(err)
	}
	w.learn(
		session{n: 4, cwd: till, day: 1, prefs: []string{"the drawer opens on cash alone"}, knows: []string{"npm run e2e"}},
		session{n: 2, cwd: shop, day: 0, prefs: []string{"run make check before every commit, I told you", "invoices are numbered by year"}},
	)
	w.write("MEMORY.md", strings.Replace(w.handbook(), `"prices are integers in cents"`, `"prices are integers in cents, tax too"`, 1)+"- a line of my own\n")
	w.write("extensions/ad_hoc/notes/2026-11-19T10-00-00-tea.md", "I prefer British spelling in all docs.\n")
	if err := w.store.Close(); err != nil {
		t.Fatal(err)
	}
	return w.dir
}

// ending is all that a run leaves behind.
type ending struct {
	Files     map[string]string
	Selection []state.SelectionKey
	Edits     []state.HandEdit
	Watermark int64
}

func (w *world) ending() ending {
	w.t.Helper()
	ctx := context.Background()
	e := ending{Files: w.files()}
	var err error
	if e.Selection, err = w.store.LastSelection(ctx); err != nil {
		w.t.Fatal(err)
	}
	if e.Edits, err = w.store.HandEdits(ctx); err != nil {
		w.t.Fatal(err)
	}
	for i := range e.Edits { // found against the new text, an edit hangs on a line of the new text
		e.Edits[i].Anchor = ""
	}
	j, err := w.store.Job(ctx, state.KindGlobal, state.GlobalKey)
	if err != nil {
		w.t.Fatal(err)
	}
	e.Watermark = j.LastSuccessWatermark
	return e
}

// copyWorld copies a closed world.
func copyWorld(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "world")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(to, 0o700); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestKilledRunIsMadeGood(t *testing.T) {
	start := prepare(t)
	reference := openWorld(t, copyWorld(t, start))
	before := reference.files()
	reference.mustRun()
	want := reference.ending()

	steps := []Step{StepBaseline, StepSelect, StepStage, StepSync, StepPrune, StepDiff, StepConsolidate, StepHandEdits, StepValidate,
		StepShrinkGuard, StepGenerated, StepPromote, StepRebase, StepFinish, "end"}
	var cases [][]Step
	for _, s := range steps {
		cases = append(cases, []Step{s})
	}
	for _, first := range []Step{StepPromote, StepRebase, StepFinish} { // and killed again while it makes good
		for _, second := range []Step{StepSync, StepPromote, StepFinish} {
			cases = append(cases, []Step{first, second})
		}
	}
	for _, kills := range cases {
		t.Run(fmt.Sprint(kills), func(t *testing.T) {
			dir := copyWorld(t, start)
			for _, at := range kills {
				kill(t, dir, string(at))
			}
			w := openWorld(t, dir)
			if now := w.files(); !cmp.Equal(now, before) && !cmp.Equal(now, want.Files) {
				t.Errorf("after the kill the folder is neither the old nor the new one:\n%s", cmp.Diff(want.Files, now))
			}
			if r, err := w.run(); err != nil || r.Claim != state.Claimed {
				t.Fatalf("the run after the kill: claim %q, %v", r.Claim, err)
			}
			if diff := cmp.Diff(want, w.ending()); diff != "" {
				t.Errorf("made good differs from never killed (-want +got):\n%s", diff)
			}
			if r := w.mustRun(); r.Changed() {
				t.Errorf("one more run wrote %v", r.Written)
			}
			if left, _ := os.ReadDir(filepath.Join(dir, "staging")); len(left) > 0 {
				t.Errorf("the staging folder still holds %v", left)
			}
		})
	}
}
