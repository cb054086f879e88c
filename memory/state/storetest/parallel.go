package storetest

import (
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seed50391015/reverie/memory/state"
)

const workers = 8

var parallelTests = map[string]func(*fixture){
	"no thread is claimed twice": func(f *fixture) {
		const n = 60
		var threads []state.Thread
		for i := range n {
			threads = append(threads, thread(i, 7*hour))
		}
		f.scan(threads...)
		var g errgroup.Group
		claimed := make([][]string, workers)
		for w := range workers {
			g.Go(func() error {
				for {
					filter := filter(3)
					filter.Worker = fmt.Sprint(w)
					claims, err := f.ClaimStartup(f.ctx, filter)
					if err != nil || len(claims) == 0 {
						return err
					}
					for _, c := range claims {
						claimed[w] = append(claimed[w], c.Key)
						if err := f.FinishStage1(f.ctx, c, output(1)); err != nil {
							return err
						}
					}
				}
			})
		}
		f.ok(g.Wait())
		seen := make(map[string]bool)
		for _, ids := range claimed {
			for _, id := range ids {
				if seen[id] {
					f.Fatalf("thread %s was claimed twice", id)
				}
				seen[id] = true
			}
		}
		f.equal(len(seen), n)
		f.equal(len(must[[]state.Stage1Output](f)(f.Outputs(f.ctx))), n)
	},
	"one thread has one owner": func(f *fixture) {
		f.scan(thread(1, hour))
		var owners atomic.Int64
		var g errgroup.Group
		for range workers {
			g.Go(func() error {
				c, err := f.ClaimStage1(f.ctx, id(1), "worker", 0)
				if c.Status == state.Claimed {
					owners.Add(1)
				} else if err == nil && c.Status != state.AlreadyRunning {
					return fmt.Errorf("got claim status %q, want claimed or running", c.Status)
				}
				return err
			})
		}
		f.ok(g.Wait())
		f.equal(owners.Load(), int64(1))
	},
	"never two consolidations": func(f *fixture) {
		var running, runs atomic.Int64
		var g errgroup.Group
		for range workers {
			g.Go(func() error {
				for range 10 {
					c, err := f.ClaimGlobal(f.ctx, "worker", true)
					if err != nil {
						return err
					}
					if c.Status != state.Claimed {
						continue
					}
					if n := running.Add(1); n != 1 {
						return fmt.Errorf("%d consolidations at once, want 1", n)
					}
					runs.Add(1)
					if err := f.HeartbeatGlobal(f.ctx, c); err != nil {
						return err
					}
					running.Add(-1)
					if err := f.FinishGlobal(f.ctx, c, runs.Load(), nil, nil); err != nil {
						return err
					}
				}
				return nil
			})
		}
		f.ok(g.Wait())
		if runs.Load() == 0 {
			f.Fatal("no consolidation ran, want at least one")
		}
		f.equal(f.globalJob().LastSuccessWatermark, runs.Load())
	},
	"readers, scans, usage and scrub at once": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.learn(1)
		var g errgroup.Group
		for range workers {
			g.Go(func() error {
				for i := range 10 {
					_, usage := f.RecordUsage(f.ctx, []string{id(1)})
					scan := f.PutScan(f.ctx, []state.Ledger{ledger(thread(2, 0))}, []state.Thread{thread(2, int64(i))})
					outputs, read := f.Outputs(f.ctx)
					if len(outputs) != 1 {
						read = errors.Join(read, fmt.Errorf("got %d outputs, want 1", len(outputs)))
					}
					if err := errors.Join(usage, scan, read); err != nil {
						return err
					}
				}
				return nil
			})
		}
		g.Go(func() error { return f.Scrub(f.ctx) })
		f.ok(g.Wait())
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))).UsageCount, int64(10*workers))
	},
}
