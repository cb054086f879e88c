package storetest

import (
	"github.com/seed50391015/reverie/memory/state"
)

var claimTests = map[string]func(*fixture){
	"new job runs under a fresh token": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		c := f.claim(1, state.Claimed)
		f.equal(c, state.Claim{
			Status: state.Claimed, Kind: state.KindStage1, Key: id(1), Token: c.Token, Worker: "worker",
			InputWatermark: start - hour, Thread: thread(1, hour),
		})
		f.equal(f.stage1Job(1), state.Job{
			Kind: state.KindStage1, Key: id(1), Status: state.Running, WorkerID: "worker", OwnershipToken: c.Token,
			StartedAt: start, LeaseUntil: start + hour, RetryRemaining: 3, InputWatermark: start - hour,
		})
		if other := f.claim(2, state.Claimed); c.Token == "" || other.Token == c.Token {
			f.Fatalf("got tokens %q and %q, want two different ones", c.Token, other.Token)
		}
	},
	"live lease is running, one that is over is taken": func(f *fixture) {
		f.scan(thread(1, hour))
		first := f.claim(1, state.Claimed)
		f.advance(hour - 1)
		f.claim(1, state.AlreadyRunning)
		f.advance(1)
		second := f.claim(1, state.Claimed)
		f.is(f.HeartbeatStage1(f.ctx, first), state.ErrLeaseLost)
		f.ok(f.HeartbeatStage1(f.ctx, second))
	},
	"lease of a dead worker is over at once": func(f *fixture) {
		f.scan(thread(1, hour))
		first := f.claim(1, state.Claimed)
		f.kill("worker")
		second := must[state.Claim](f)(f.ClaimStage1(f.ctx, id(1), "next", 0))
		f.equal(second.Status, state.Claimed)
		f.equal(f.stage1Job(1).RetryRemaining, int64(state.MaxRetries))
		f.is(f.FinishStage1(f.ctx, first, output(1)), state.ErrLeaseLost)
		f.ok(f.FinishStage1(f.ctx, second, output(1)))
	},
	"heartbeat extends the lease": func(f *fixture) {
		f.scan(thread(1, hour))
		c := f.claim(1, state.Claimed)
		f.advance(hour - 1)
		f.ok(f.HeartbeatStage1(f.ctx, c))
		f.advance(hour - 1)
		f.claim(1, state.AlreadyRunning)
		f.equal(f.stage1Job(1).LeaseUntil, int64(start+2*hour-1))
	},
	"lease that is over still belongs to its worker until taken": func(f *fixture) {
		f.scan(thread(1, hour))
		c := f.claim(1, state.Claimed)
		f.advance(2 * hour)
		f.ok(f.HeartbeatStage1(f.ctx, c))
		f.claim(1, state.AlreadyRunning)
	},
	"output or watermark as new as the thread is up to date": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.learn(1)
		f.claim(1, state.UpToDate)
		f.ok(f.FinishStage1Empty(f.ctx, f.claim(2, state.Claimed)))
		f.claim(2, state.UpToDate)
		f.scan(thread(1, hour-1), thread(2, hour-1))
		f.claim(1, state.Claimed)
		f.claim(2, state.Claimed)
	},
	"failure backs off for an hour": func(f *fixture) {
		f.scan(thread(1, 5*hour))
		f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "no model"))
		f.equal(f.stage1Job(1), state.Job{
			Kind: state.KindStage1, Key: id(1), Status: state.Failed, StartedAt: start, FinishedAt: start,
			RetryAt: start + hour, RetryRemaining: 2, LastError: "no model", InputWatermark: start - 5*hour,
		})
		f.advance(hour - 1)
		f.claim(1, state.Backoff)
		f.advance(1)
		f.claim(1, state.Claimed)
	},
	"three failures exhaust the retries": func(f *fixture) {
		f.scan(thread(1, 5*hour))
		for range state.MaxRetries {
			f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "no model"))
			f.advance(hour)
		}
		f.claim(1, state.RetriesExhausted)
		f.advance(30 * day)
		f.claim(1, state.RetriesExhausted)
	},
	"newer input passes backoff and exhaustion and gives retries back": func(f *fixture) {
		f.scan(thread(1, 5*hour), thread(2, 5*hour))
		f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "no model"))
		for range state.MaxRetries {
			f.ok(f.FailStage1(f.ctx, f.claim(2, state.Claimed), "no model"))
			f.advance(hour)
		}
		f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "no model"))
		f.claim(1, state.Backoff)
		f.scan(thread(1, 4*hour), thread(2, 4*hour))
		for n := range 2 {
			f.claim(n+1, state.Claimed)
			f.equal(f.stage1Job(n+1).RetryRemaining, int64(state.MaxRetries))
			f.equal(f.stage1Job(n+1).InputWatermark, int64(start-4*hour))
		}
	},
	"newer input does not take a live lease": func(f *fixture) {
		f.scan(thread(1, 5*hour))
		f.claim(1, state.Claimed)
		f.scan(thread(1, 4*hour))
		f.claim(1, state.AlreadyRunning)
	},
	"released claim is claimable and costs no retry": func(f *fixture) {
		f.scan(thread(1, hour))
		c := f.claim(1, state.Claimed)
		f.ok(f.ReleaseStage1(f.ctx, c))
		f.equal(f.stage1Job(1).Status, state.Pending)
		f.equal(f.stage1Job(1).RetryRemaining, int64(state.MaxRetries))
		f.is(f.FinishStage1(f.ctx, c, output(1)), state.ErrLeaseLost)
		f.claim(1, state.Claimed)
	},
	"running cap counts living leases": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour), thread(3, hour), thread(4, hour))
		claim := func(n int, worker string, want state.ClaimStatus) {
			f.Helper()
			f.equal(must[state.Claim](f)(f.ClaimStage1(f.ctx, id(n), worker, 2)).Status, want)
		}
		claim(1, "a", state.Claimed)
		claim(2, "b", state.Claimed)
		claim(3, "c", state.CapReached)
		claim(1, "c", state.AlreadyRunning)
		_, err := f.Job(f.ctx, state.KindStage1, id(3))
		f.is(err, state.ErrNotFound)
		f.kill("a")
		claim(3, "c", state.Claimed)
		claim(4, "c", state.CapReached)
		f.advance(hour)
		claim(4, "c", state.Claimed)
	},
	"mode other than enabled is not claimed": func(f *fixture) {
		f.scan(thread(1, hour))
		f.ok(f.SetMemoryMode(f.ctx, id(1), state.Disabled))
		f.claim(1, state.NotEnabled)
	},
	"refused claim carries no token": func(f *fixture) {
		f.scan(thread(1, hour))
		f.learn(1)
		f.equal(f.claim(1, state.UpToDate).Token, "")
		f.is(f.HeartbeatStage1(f.ctx, f.claim(1, state.UpToDate)), state.ErrLeaseLost)
	},
	"retry makes failed and exhausted jobs claimable": func(f *fixture) {
		f.scan(thread(1, 5*hour), thread(2, 5*hour), thread(3, 5*hour), thread(4, 5*hour))
		for range state.MaxRetries {
			f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "no model"))
			f.advance(hour)
		}
		f.ok(f.FailStage1(f.ctx, f.claim(2, state.Claimed), "no model"))
		f.learn(3)
		f.claim(4, state.Claimed)
		f.equal(must[int](f)(f.RetryFailed(f.ctx, []string{id(1), "unknown"})), 1)
		f.claim(1, state.Claimed)
		f.claim(2, state.Backoff)
		f.equal(must[int](f)(f.RetryFailed(f.ctx, nil)), 1)
		f.equal(must[int](f)(f.RetryFailed(f.ctx, nil)), 0)
		f.claim(2, state.Claimed)
		f.claim(3, state.UpToDate)
		f.claim(4, state.AlreadyRunning)
	},
	"jobs by kind and key": func(f *fixture) {
		f.scan(thread(2, hour), thread(1, hour))
		f.learn(2)
		f.learn(1)
		keys := func(kind string) (out []string) {
			for _, j := range must[[]state.Job](f)(f.Jobs(f.ctx, kind)) {
				out = append(out, j.Key)
			}
			return out
		}
		f.equal(keys(state.KindStage1), []string{id(1), id(2)})
		f.equal(keys(""), []string{state.GlobalKey, id(1), id(2)})
	},
}
