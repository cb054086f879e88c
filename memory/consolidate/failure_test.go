package consolidate

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// engineFunc is an engine made of a function.
type engineFunc func(ctx context.Context, in Input) (Outcome, error)

func (f engineFunc) Consolidate(ctx context.Context, in Input) (Outcome, error) { return f(ctx, in) }

// writing is an engine that writes two fixed texts.
func writing(handbook, summary string) engineFunc {
	return func(_ context.Context, in Input) (Outcome, error) {
		return Outcome{}, errors.Join(in.Stage.WriteFile("MEMORY.md", []byte(handbook)), in.Stage.WriteFile("memory_summary.md", []byte(summary)))
	}
}

func with(e Consolidator) func(*Deps) { return func(d *Deps) { d.Engine = e } }

func (w *world) job() state.Job {
	w.t.Helper()
	j, err := w.store.Job(context.Background(), state.KindGlobal, state.GlobalKey)
	if err != nil {
		w.t.Fatal(err)
	}
	return j
}

func TestFailedStepLeavesTheOldFolder(t *testing.T) {
	boom := errors.New("boom")
	good, _ := NewRules().Compose(context.Background(), Input{Now: testNow})
	tests := []struct {
		name   string
		engine Consolidator
		reason string
	}{
		{"the engine fails", engineFunc(func(context.Context, Input) (Outcome, error) { return Outcome{}, boom }), "consolidation: consolidate: boom"},
		{"no v1", writing(good.Handbook, "## User Profile\n"), "validate"},
		{"a summary that is not there", writing("# Task Group: x\n\n## Task 1: y\n\n### rollout_summary_files\n\n- rollout_summaries/2026-01-01T00-00-00-abcd.md (cwd=/x)\n", good.Summary), "validate"},
		{"the handbook shrinks", writing("# Task Group: x\n", good.Summary), "shrink guard"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.learn(threeSessions()...)
			w.mustRun()
			before := w.files()
			w.learn(session{n: 4, cwd: shop, day: 1, prefs: []string{"invoices carry a number"}})
			_, err := w.run(with(tt.engine))
			if err == nil {
				t.Fatal("Run succeeded")
			}
			for name, text := range w.files() {
				if before[name] != text {
					t.Errorf("%s changed", name)
				}
			}
			if j := w.job(); j.Status != state.Failed || !strings.Contains(j.LastError, tt.reason) || j.RetryAt <= w.now.Unix() {
				t.Errorf("job is %q, %q, retry at %d; want error with %q, to be tried later", j.Status, j.LastError, j.RetryAt, tt.reason)
			}
			if r, err := w.run(); err != nil || r.Claim != state.RetryUnavailable {
				t.Errorf("at once again: claim %q, %v, want %q", r.Claim, err, state.RetryUnavailable)
			}
			w.now = w.now.Add(2 * time.Hour)
			w.mustRun()
			if len(w.bulletsWith("invoices carry")) != 1 {
				t.Errorf("the retry did not learn the new session")
			}
		})
	}
}

func TestShrinkCanBeAllowed(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	good, _ := NewRules().Compose(context.Background(), Input{Now: testNow})
	w.write("extensions/x/instructions.md", "changed\n") // so that there is work
	w.opts.AllowShrink = true
	if _, err := w.run(with(writing("# Task Group: x\n", good.Summary))); err != nil {
		t.Errorf("Run with AllowShrink: %v", err)
	}
}

func TestCleanAndValidNeedsNoEngine(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	r, err := w.run(with(engineFunc(func(context.Context, Input) (Outcome, error) {
		t.Error("the engine was asked")
		return Outcome{}, nil
	})))
	if err != nil || !r.Clean || r.Changed() {
		t.Errorf("Run: clean %v, changed %v, %v; want success without the engine", r.Clean, r.Changed(), err)
	}
	if err := os.Remove(w.path("memory_summary.md")); err != nil {
		t.Fatal(err)
	}
	asked := false
	_, err = w.run(with(engineFunc(func(ctx context.Context, in Input) (Outcome, error) {
		asked = true
		return NewRules().Consolidate(ctx, in)
	})))
	if err != nil || !asked {
		t.Errorf("with the summary deleted: engine asked %v, %v", asked, err)
	}
}

func TestFilesChangedDuringTheRun(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	w.learn(session{n: 4, cwd: shop, day: 1, prefs: []string{"invoices carry a number"}})
	runs := 0
	r, err := w.run(with(engineFunc(func(ctx context.Context, in Input) (Outcome, error) {
		if runs++; runs == 1 {
			// the user rewrites the very lines that the run writes
			w.write("MEMORY.md", strings.ReplaceAll(w.handbook(), "## User preferences\n", "## User preferences\n\n- mine, typed while you ran\n"))
		}
		return NewRules().Consolidate(ctx, in)
	})))
	if err != nil {
		t.Fatal(err)
	}
	if len(w.bulletsWith("typed while you ran")) == 0 || len(w.bulletsWith("invoices carry")) != 1 {
		t.Errorf("the user's lines %q and the new rule %q must both be there (%d attempts)", w.bulletsWith("typed while"), w.bulletsWith("invoices"), r.Attempts)
	}
	before := w.files()
	w.mustRun()
	if w.files()["MEMORY.md"] != before["MEMORY.md"] {
		t.Errorf("the next run changed the handbook")
	}
}

func TestInterruptGivesTheJobBack(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	before := w.files()
	w.learn(session{n: 4, cwd: shop, day: 1, prefs: []string{"invoices carry a number"}})
	ctx, cancel := context.WithCancel(context.Background())
	folder, err := workspace.Open(ctx, w.memories(), workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	_, err = Run(ctx, Deps{Store: w.store, Folder: folder, Now: func() time.Time { return w.now }, Engine: engineFunc(func(ctx context.Context, in Input) (Outcome, error) {
		cancel()
		<-ctx.Done()
		return Outcome{}, ctx.Err()
	})}, w.opts)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v, want %v", err, context.Canceled)
	}
	if j := w.job(); j.Status != state.Pending || j.RetryRemaining != state.MaxRetries {
		t.Errorf("job is %q with %d retries, want pending with all", j.Status, j.RetryRemaining)
	}
	if now := w.files(); now["MEMORY.md"] != before["MEMORY.md"] {
		t.Errorf("the folder changed")
	}
	w.mustRun()
}

func TestLostLeaseBeforePromotion(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	_, err := w.run(with(engineFunc(func(ctx context.Context, in Input) (Outcome, error) {
		// another one takes the job over once the lease is over
		w.now = w.now.Add(2 * state.LeaseSeconds * time.Second)
		if c, err := w.store.ClaimGlobal(ctx, "other", true); err != nil || c.Status != state.Claimed {
			t.Fatalf("the other's claim: %q, %v", c.Status, err)
		}
		return NewRules().Consolidate(ctx, in)
	})))
	if !errors.Is(err, state.ErrLeaseLost) {
		t.Errorf("Run: %v, want %v", err, state.ErrLeaseLost)
	}
	if _, err := os.Stat(w.path("MEMORY.md")); err == nil {
		t.Errorf("a run without lease wrote the folder")
	}
	if j := w.job(); j.Status != state.Running || j.WorkerID != "other" {
		t.Errorf("job is %q of %q, want running of the other", j.Status, j.WorkerID)
	}
}

// beats is a store that counts heartbeats and loses the lease at one of them.
type beats struct {
	state.Store
	n, lostAt int
}

func (b *beats) HeartbeatGlobal(context.Context, state.Claim) error {
	if b.n++; b.n >= b.lostAt {
		return state.ErrLeaseLost
	}
	return nil
}

func TestHeartbeatStopsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &beats{lostAt: 3}
		r := &run{Deps: Deps{Store: b}}
		ctx, cancel := context.WithCancelCause(t.Context())
		began := time.Now()
		err := r.heartbeat(ctx, cancel)
		if !errors.Is(err, state.ErrLeaseLost) || !errors.Is(context.Cause(ctx), state.ErrLeaseLost) {
			t.Errorf("heartbeat: %v, cause %v, want the lost lease for both", err, context.Cause(ctx))
		}
		if got, want := time.Since(began), 3*state.HeartbeatSeconds*time.Second; got != want {
			t.Errorf("lost after %v, want %v", got, want)
		}
	})
}

func TestClaimRefusedTouchesNothing(t *testing.T) {
	w := newWorld(t)
	w.learn(threeSessions()...)
	w.mustRun()
	before := w.files()
	w.learn(session{n: 4, cwd: shop, day: 1, prefs: []string{"invoices carry a number"}})
	w.opts.SkipCooldown = false
	r, err := w.run()
	if err != nil || r.Claim != state.Cooldown {
		t.Errorf("Run: claim %q, %v, want %q", r.Claim, err, state.Cooldown)
	}
	if w.files()["raw_memories.md"] != before["raw_memories.md"] {
		t.Errorf("the folder changed")
	}
}
