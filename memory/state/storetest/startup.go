package storetest

import (
	"github.com/seed50391015/reverie/memory/state"
)

// filter is the background trigger's with its defaults: ten days back, six hours idle.
func filter(limit int) state.StartupFilter {
	return state.StartupFilter{Worker: "worker", MinUpdatedAt: start - 10*day, MaxUpdatedAt: start - 6*hour, Limit: limit}
}

// startup claims with a filter and returns the threads' ids.
func (f *fixture) startup(filter state.StartupFilter) (out []string) {
	f.Helper()
	for _, c := range must[[]state.Claim](f)(f.ClaimStartup(f.ctx, filter)) {
		if c.Status != state.Claimed || c.Token == "" || c.Thread.ID != c.Key {
			f.Fatalf("got claim %+v, want a claimed one with token and thread", c)
		}
		out = append(out, c.Key)
	}
	return out
}

var startupTests = map[string]func(*fixture){
	"newest first up to the limit, then the next": func(f *fixture) {
		f.scan(thread(1, 9*hour), thread(2, 8*hour), thread(3, 7*hour), thread(4, 8*hour))
		f.equal(f.startup(filter(2)), []string{id(3), id(4)})
		f.equal(f.startup(filter(2)), []string{id(2), id(1)})
		f.equal(f.startup(filter(2)), []string(nil))
	},
	"no limit, no claims": func(f *fixture) {
		f.scan(thread(1, 9*hour))
		f.equal(f.startup(filter(0)), []string(nil))
	},
	"filters": func(f *fixture) {
		make := func(n int, change func(*state.Thread)) state.Thread {
			t := thread(n, 7*hour)
			change(&t)
			return t
		}
		f.scan(
			make(1, func(*state.Thread) {}),
			make(2, func(t *state.Thread) { t.Archived = true }),
			make(3, func(t *state.Thread) { t.FirstUserMessage = "" }),
			make(4, func(t *state.Thread) { t.SourceKind = "subagent" }),
			make(5, func(t *state.Thread) { t.MemoryMode = state.Disabled }),
			make(6, func(t *state.Thread) { t.MemoryMode = state.Polluted }),
			make(7, func(t *state.Thread) { t.UpdatedAtMS = 1000 * (start - 6*hour + 1) }),
			make(8, func(t *state.Thread) { t.UpdatedAtMS = 1000*(start-10*day) - 1 }),
			make(9, func(t *state.Thread) { t.Gone = true }),
			make(10, func(*state.Thread) {}),
			make(11, func(t *state.Thread) { t.UpdatedAtMS = 1000 * (start - 6*hour) }),
			make(12, func(t *state.Thread) { t.UpdatedAtMS = 1000 * (start - 10*day) }),
			make(13, func(t *state.Thread) { t.SourceKind = "custom:atlas" }),
		)
		filter := filter(100)
		filter.CurrentThread = id(10)
		f.equal(f.startup(filter), []string{id(11), id(13), id(1), id(12)})
	},
	"source kinds are a setting": func(f *fixture) {
		exec, internal := thread(1, 7*hour), thread(2, 7*hour)
		exec.SourceKind, internal.SourceKind = "exec", "internal"
		f.scan(exec, internal, thread(3, 7*hour))
		filter := filter(9)
		filter.SourceKinds = []string{}
		f.equal(f.startup(filter), []string(nil))
		filter.SourceKinds = []string{"exec", "mcp"}
		f.equal(f.startup(filter), []string{id(1)})
		filter.SourceKinds = []string{"*"}
		f.equal(f.startup(filter), []string{id(3), id(2)})
	},
	"no window": func(f *fixture) {
		f.scan(thread(1, 0), thread(2, 900*day))
		f.equal(f.startup(state.StartupFilter{Limit: 5}), []string{id(1), id(2)})
	},
	"what is done, running, backing off or exhausted is passed over": func(f *fixture) {
		f.scan(thread(1, 7*hour), thread(2, 8*hour), thread(3, 9*hour), thread(4, 10*hour), thread(5, 11*hour), thread(6, 12*hour))
		for range state.MaxRetries {
			f.ok(f.FailStage1(f.ctx, f.claim(4, state.Claimed), "x"))
			f.advance(hour)
		}
		f.learn(1)
		f.ok(f.FinishStage1Empty(f.ctx, f.claim(5, state.Claimed)))
		f.claim(2, state.Claimed)
		f.ok(f.FailStage1(f.ctx, f.claim(3, state.Claimed), "x"))
		f.equal(f.startup(filter(1)), []string{id(6)})
		f.advance(hour)
		f.equal(f.startup(filter(9)), []string{id(2), id(3), id(6)})
	},
	"thread that has grown passes backoff and exhaustion": func(f *fixture) {
		f.scan(thread(1, 30*hour), thread(2, 30*hour))
		for range state.MaxRetries {
			f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "x"))
			f.advance(hour)
		}
		f.ok(f.FailStage1(f.ctx, f.claim(2, state.Claimed), "x"))
		f.equal(f.startup(filter(9)), []string(nil))
		f.scan(thread(1, 20*hour), thread(2, 21*hour))
		f.equal(f.startup(filter(9)), []string{id(1), id(2)})
	},
	"stored output without a job is up to date": func(f *fixture) {
		f.scan(thread(1, 7*hour), thread(2, 7*hour))
		f.ok(f.PutOutput(f.ctx, state.Stage1Output{ThreadID: id(1), SourceUpdatedAt: start - 7*hour, RawMemory: "r"}))
		f.ok(f.PutOutput(f.ctx, state.Stage1Output{ThreadID: id(2), SourceUpdatedAt: start - 8*hour, RawMemory: "r"}))
		f.equal(f.startup(filter(9)), []string{id(2)})
	},
	"dead worker's job is taken": func(f *fixture) {
		f.scan(thread(1, 7*hour), thread(2, 8*hour))
		f.equal(f.startup(filter(1)), []string{id(1)})
		f.kill("worker")
		f.equal(f.startup(filter(1)), []string{id(1)})
	},
	"running cap ends the claims": func(f *fixture) {
		f.scan(thread(1, 7*hour), thread(2, 8*hour), thread(3, 9*hour))
		filter := filter(9)
		filter.RunningCap = 2
		f.equal(f.startup(filter), []string{id(1), id(2)})
		f.equal(f.startup(filter), []string(nil))
	},
	"fresh threads never starve eligible ones": func(f *fixture) {
		threads := make([]state.Thread, 0, 2*state.ScanLimit+2)
		for n := range state.ScanLimit + 1 {
			fresh, done := thread(n, 60), thread(n+100_000, 7*hour)
			done.MemoryMode = state.Disabled
			threads = append(threads, fresh, done)
		}
		f.scan(append(threads, thread(999_999, 9*day))...)
		f.equal(f.startup(filter(2)), []string{id(999_999)})
	},
}
