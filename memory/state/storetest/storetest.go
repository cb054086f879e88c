// Package storetest is the one suite that every implementation of state.Store passes.
//
// It speaks of the contract alone: what belongs to one database (its file, its locks
// over several processes, damage, a kill) is tested beside that database. A test that
// cannot be written against the interface does not belong here.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
)

// Options are what the suite wants to hold in its hands.
type Options struct {
	Now  func() time.Time         // the store's clock
	Dead func(worker string) bool // tells that a worker lives no more
}

// Open makes a new, empty store that is closed when the test ends.
type Open func(t *testing.T, o Options) state.Store

// Run runs the whole suite, each test on a store of its own.
func Run(t *testing.T, open Open) {
	groups := map[string]map[string]func(*fixture){
		"Scan":      scanTests,
		"Claim":     claimTests,
		"Startup":   startupTests,
		"Finish":    finishTests,
		"Global":    globalTests,
		"Selection": selectionTests,
		"Usage":     usageTests,
		"Generated": generatedTests,
		"Modes":     modeTests,
		"Forget":    forgetTests,
		"Parallel":  parallelTests,
	}
	for group, tests := range groups {
		t.Run(group, func(t *testing.T) {
			for name, test := range tests {
				t.Run(name, func(t *testing.T) { test(newFixture(t, open)) })
			}
		})
	}
	t.Run("Machine", func(t *testing.T) { testMachine(t, open) })
}

// start is the second at which every test begins.
const start = 1_790_000_000

const (
	hour = 3600
	day  = 24 * hour
)

// fixture is one store with its clock and shorthands that fail the test.
type fixture struct {
	*testing.T
	state.Store
	ctx context.Context
	*clock
}

func newFixture(t *testing.T, open Open) *fixture {
	c := &clock{now: start, dead: make(map[string]bool)}
	s := open(t, Options{Now: c.Now, Dead: c.isDead})
	return &fixture{T: t, Store: s, ctx: t.Context(), clock: c}
}

// clock is the injected time and the list of the dead.
type clock struct {
	mu   sync.Mutex
	now  int64
	dead map[string]bool
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Unix(c.now, 0)
}

func (c *clock) unix() int64 { return c.Now().Unix() }

func (c *clock) advance(seconds int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += seconds
}

func (c *clock) kill(worker string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dead[worker] = true
}

func (c *clock) isDead(worker string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dead[worker]
}

// ok fails the test on an error.
func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatalf("got error %v, want none", err)
	}
}

// is fails the test unless err is want.
func (f *fixture) is(err, want error) {
	f.Helper()
	if !errors.Is(err, want) {
		f.Fatalf("got error %v, want %v", err, want)
	}
}

// equal fails the test unless got equals want.
func (f *fixture) equal(got, want any) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Fatalf("got what differs from the wanted (-want +got):\n%s", diff)
	}
}

// must unwraps a result that may not fail.
func must[T any](f *fixture) func(v T, err error) T {
	return func(v T, err error) T {
		f.Helper()
		f.ok(err)
		return v
	}
}

// id is the n-th thread's id; ids sort as their numbers do.
func id(n int) string { return fmt.Sprintf("0199a000-0000-7000-8000-%012d", n) }

// thread is an eligible thread that was last touched the given seconds before the start.
func thread(n int, ago int64) state.Thread {
	return state.Thread{
		ID: id(n), Source: "codex", SourceKind: "cli", RolloutPath: fmt.Sprintf("/home/ada/r-%d.jsonl", n),
		Cwd: "/home/ada/shop", ProjectID: "/home/ada/shop/.git", GitBranch: "main", GitSHA: "0123", GitOrigin: "origin",
		ModelProvider: "openai", Title: "title", FirstUserMessage: "hello", CreatedAtMS: 1000 * (start - 30*day),
		UpdatedAtMS: 1000 * (start - ago), MemoryMode: state.Enabled, Size: 100,
	}
}

func ledger(t state.Thread) state.Ledger {
	return state.Ledger{Path: t.RolloutPath, Source: t.Source, Size: t.Size, MtimeNS: 7, ThreadID: t.ID}
}

// scan stores threads with one ledger each.
func (f *fixture) scan(threads ...state.Thread) {
	f.Helper()
	ledgers := make([]state.Ledger, len(threads))
	for i, t := range threads {
		ledgers[i] = ledger(t)
	}
	f.ok(f.PutScan(f.ctx, ledgers, threads))
}

// claim claims a thread's job and demands the status.
func (f *fixture) claim(n int, want state.ClaimStatus) state.Claim {
	f.Helper()
	c := must[state.Claim](f)(f.ClaimStage1(f.ctx, id(n), "worker", 0))
	if c.Status != want {
		f.Fatalf("claim of thread %d: got %q, want %q", n, c.Status, want)
	}
	return c
}

// learn takes a thread through phase 1; the output is generated now.
func (f *fixture) learn(n int) {
	f.Helper()
	f.ok(f.FinishStage1(f.ctx, f.claim(n, state.Claimed), output(n)))
}

func output(n int) state.Stage1Output {
	return state.Stage1Output{RawMemory: fmt.Sprintf("raw %d", n), RolloutSummary: fmt.Sprintf("summary %d", n), RolloutSlug: "slug"}
}

// claimGlobal claims the consolidation and demands the status.
func (f *fixture) claimGlobal(skipCooldown bool, want state.ClaimStatus) state.Claim {
	f.Helper()
	c := must[state.Claim](f)(f.ClaimGlobal(f.ctx, "worker", skipCooldown))
	if c.Status != want {
		f.Fatalf("claim of the consolidation: got %q, want %q", c.Status, want)
	}
	return c
}

// consolidate selects the outputs of the given threads as they stand.
func (f *fixture) consolidate(threads ...int) {
	f.Helper()
	var keys []state.SelectionKey
	for _, n := range threads {
		o := must[state.Stage1Output](f)(f.Output(f.ctx, id(n)))
		keys = append(keys, state.SelectionKey{ThreadID: o.ThreadID, SourceUpdatedAt: o.SourceUpdatedAt})
	}
	f.ok(f.FinishGlobal(f.ctx, f.claimGlobal(true, state.Claimed), f.unix(), keys, nil))
}

func (f *fixture) stage1Job(n int) state.Job {
	f.Helper()
	return must[state.Job](f)(f.Job(f.ctx, state.KindStage1, id(n)))
}

func (f *fixture) globalJob() state.Job {
	f.Helper()
	return must[state.Job](f)(f.Job(f.ctx, state.KindGlobal, state.GlobalKey))
}

// enqueues demands that change asks for a consolidation, or that it does not.
func (f *fixture) enqueues(want bool, change func()) {
	f.Helper()
	watermark := func() int64 {
		j, err := f.Job(f.ctx, state.KindGlobal, state.GlobalKey)
		if errors.Is(err, state.ErrNotFound) {
			return 0
		}
		f.ok(err)
		return j.InputWatermark
	}
	before := watermark()
	change()
	if after := watermark(); (after > before) != want {
		f.Fatalf("input watermark of the consolidation went from %d to %d: got enqueued = %v, want %v",
			before, after, after > before, want)
	}
	if want && f.globalJob().Status != state.Pending {
		f.Fatalf("consolidation is %q after an enqueue, want %q", f.globalJob().Status, state.Pending)
	}
}

// selectedIDs are the numbers of the threads that a selection takes, best first.
func (f *fixture) selectedIDs(n, days int) []string {
	f.Helper()
	var out []string
	for _, s := range must[[]state.Selected](f)(f.Select(f.ctx, n, days)) {
		out = append(out, s.ThreadID)
	}
	return out
}
