package storetest

import (
	"github.com/seed50391015/reverie/memory/state"
)

var globalTests = map[string]func(*fixture){
	"claim makes the job": func(f *fixture) {
		_, err := f.Job(f.ctx, state.KindGlobal, state.GlobalKey)
		f.is(err, state.ErrNotFound)
		c := f.claimGlobal(false, state.Claimed)
		f.equal(c, state.Claim{Status: state.Claimed, Kind: state.KindGlobal, Key: state.GlobalKey, Token: c.Token, Worker: "worker"})
		j := f.globalJob()
		f.equal([]int64{j.StartedAt, j.LeaseUntil, j.RetryRemaining}, []int64{start, start + hour, state.MaxRetries})
	},
	"enqueue makes it pending and the watermark grows": func(f *fixture) {
		for _, step := range []struct{ enqueue, want int64 }{{50, 50}, {70, 70}, {60, 71}, {0, 72}, {72, 73}} {
			f.ok(f.EnqueueGlobal(f.ctx, step.enqueue))
			f.equal(f.globalJob().InputWatermark, step.want)
			f.equal(f.globalJob().Status, state.Pending)
		}
		f.equal(f.claimGlobal(false, state.Claimed).InputWatermark, int64(73))
	},
	"enqueue leaves a run running under its token": func(f *fixture) {
		c := f.claimGlobal(false, state.Claimed)
		f.ok(f.EnqueueGlobal(f.ctx, 90))
		f.equal(f.globalJob().Status, state.Running)
		f.claimGlobal(true, state.AlreadyRunning)
		f.ok(f.HeartbeatGlobal(f.ctx, c))
		f.ok(f.FinishGlobal(f.ctx, c, 5, nil, nil))
		f.equal(f.globalJob().InputWatermark, int64(90))
	},
	"enqueue clears the backoff and gives retries back": func(f *fixture) {
		for range state.MaxRetries {
			f.ok(f.FailGlobal(f.ctx, f.claimGlobal(false, state.Claimed), "x"))
			f.advance(hour)
		}
		f.equal(f.globalJob().RetryRemaining, int64(0))
		f.ok(f.FailGlobal(f.ctx, f.claimGlobal(false, state.Claimed), "x"))
		f.claimGlobal(true, state.RetryUnavailable)
		f.ok(f.EnqueueGlobal(f.ctx, 1))
		f.equal(f.globalJob().RetryRemaining, int64(state.MaxRetries))
		f.claimGlobal(false, state.Claimed)
	},
	"failure is retried after an hour, however often": func(f *fixture) {
		for n := range 3 * state.MaxRetries {
			f.ok(f.FailGlobal(f.ctx, f.claimGlobal(false, state.Claimed), "no git"))
			j := f.globalJob()
			f.equal(j.Status, state.Failed)
			f.equal(j.LastError, "no git")
			f.equal(j.RetryRemaining, max(0, int64(state.MaxRetries-1-n)))
			f.claimGlobal(true, state.RetryUnavailable)
			f.advance(hour - 1)
			f.claimGlobal(true, state.RetryUnavailable)
			f.advance(1)
		}
	},
	"live lease is running, one that is over or dead is taken": func(f *fixture) {
		first := f.claimGlobal(false, state.Claimed)
		f.advance(hour - 1)
		f.claimGlobal(true, state.AlreadyRunning)
		f.ok(f.HeartbeatGlobal(f.ctx, first))
		f.advance(hour - 1)
		f.claimGlobal(true, state.AlreadyRunning)
		f.advance(1)
		second := f.claimGlobal(false, state.Claimed)
		f.is(f.HeartbeatGlobal(f.ctx, first), state.ErrLeaseLost)
		f.is(f.FinishGlobal(f.ctx, first, 1, nil, nil), state.ErrLeaseLost)
		f.is(f.FailGlobal(f.ctx, first, "x"), state.ErrLeaseLost)
		f.is(f.ReleaseGlobal(f.ctx, first), state.ErrLeaseLost)
		f.ok(f.HeartbeatGlobal(f.ctx, second))
		f.kill("worker")
		f.equal(must[state.Claim](f)(f.ClaimGlobal(f.ctx, "next", false)).Status, state.Claimed)
	},
	"cooldown counts from the last success and can be skipped": func(f *fixture) {
		f.ok(f.FinishGlobal(f.ctx, f.claimGlobal(false, state.Claimed), 1, nil, nil))
		f.ok(f.EnqueueGlobal(f.ctx, 2))
		f.advance(6*hour - 1)
		f.claimGlobal(false, state.Cooldown)
		f.ok(f.FailGlobal(f.ctx, f.claimGlobal(true, state.Claimed), "x"))
		f.claimGlobal(true, state.RetryUnavailable)
		f.advance(1)
		f.ok(f.EnqueueGlobal(f.ctx, 2))
		f.claimGlobal(false, state.Claimed)
	},
	"failed or released run does not end the cooldown": func(f *fixture) {
		f.ok(f.FinishGlobal(f.ctx, f.claimGlobal(false, state.Claimed), 1, nil, nil))
		f.ok(f.FailGlobal(f.ctx, f.claimGlobal(true, state.Claimed), "x"))
		f.advance(2 * hour)
		f.claimGlobal(false, state.Cooldown)
		f.ok(f.ReleaseGlobal(f.ctx, f.claimGlobal(true, state.Claimed)))
		f.claimGlobal(false, state.Cooldown)
	},
	"release gives the claim back unharmed": func(f *fixture) {
		f.ok(f.EnqueueGlobal(f.ctx, 9))
		f.ok(f.ReleaseGlobal(f.ctx, f.claimGlobal(false, state.Claimed)))
		j := f.globalJob()
		f.equal(j.Status, state.Pending)
		f.equal([]int64{j.RetryRemaining, j.InputWatermark, j.RetryAt}, []int64{state.MaxRetries, 9, 0})
		f.claimGlobal(false, state.Claimed)
	},
	"success watermark never moves back": func(f *fixture) {
		for _, step := range []struct{ finish, want int64 }{{0, 0}, {40, 40}, {30, 40}, {41, 41}} {
			f.ok(f.FinishGlobal(f.ctx, f.claimGlobal(true, state.Claimed), step.finish, nil, nil))
			j := f.globalJob()
			f.equal(j.HasSuccess, true)
			f.equal(j.LastSuccessWatermark, step.want)
			f.equal(j.Status, state.Done)
		}
	},
	"jobs of phase 1 do not stand in its way": func(f *fixture) {
		f.scan(thread(1, hour))
		f.claim(1, state.Claimed)
		f.claimGlobal(false, state.Claimed)
	},
}

// remember stores outputs of threads 1… with a generation time and usage of their own.
func (f *fixture) remember(outputs ...state.Stage1Output) {
	f.Helper()
	for i, o := range outputs {
		o.ThreadID = id(i + 1)
		if o.SourceUpdatedAt == 0 {
			o.SourceUpdatedAt = start - hour
		}
		if o.GeneratedAt == 0 {
			o.GeneratedAt = start
		}
		f.scan(thread(i+1, hour))
		f.ok(f.PutOutput(f.ctx, o))
	}
}

var selectionTests = map[string]func(*fixture){
	"rank": func(f *fixture) {
		f.remember(
			state.Stage1Output{RawMemory: "1", GeneratedAt: start - 2},
			state.Stage1Output{RawMemory: "2", UsageCount: 1, LastUsage: start - 9},
			state.Stage1Output{RawMemory: "3", UsageCount: 2, LastUsage: start - 10},
			state.Stage1Output{RawMemory: "4", UsageCount: 2, LastUsage: start - 9},
			state.Stage1Output{RawMemory: "5", GeneratedAt: start - 1},
			state.Stage1Output{RawMemory: "6", GeneratedAt: start - 2, SourceUpdatedAt: start - 50},
			state.Stage1Output{RawMemory: "7", GeneratedAt: start - 2},
		)
		f.equal(f.selectedIDs(9, 30), []string{id(4), id(3), id(2), id(5), id(6), id(7), id(1)})
		f.equal(f.selectedIDs(2, 30), []string{id(4), id(3)})
		f.equal(f.selectedIDs(0, 30), []string(nil))
	},
	"row holds output and thread": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"})
		f.equal(must[[]state.Selected](f)(f.Select(f.ctx, 9, 30)), []state.Selected{{
			Stage1Output: must[state.Stage1Output](f)(f.Output(f.ctx, id(1))), Thread: thread(1, hour),
		}})
	},
	"window counts from the last use, or from generation when never used": func(f *fixture) {
		f.remember(
			state.Stage1Output{RawMemory: "1", GeneratedAt: start - 90*day, UsageCount: 1, LastUsage: start - 30*day},
			state.Stage1Output{RawMemory: "2", GeneratedAt: start, UsageCount: 1, LastUsage: start - 30*day - 1},
			state.Stage1Output{RawMemory: "3", GeneratedAt: start - 30*day},
			state.Stage1Output{RawMemory: "4", GeneratedAt: start - 30*day - 1},
		)
		f.equal(f.selectedIDs(9, 30), []string{id(1), id(3)})
		f.equal(f.selectedIDs(9, 0), []string(nil))
	},
	"blank outputs, and threads that are not enabled or not there, are left out": func(f *fixture) {
		f.remember(
			state.Stage1Output{RawMemory: " \n\t\r", RolloutSummary: "s"},
			state.Stage1Output{RawMemory: "r", RolloutSummary: ""},
			state.Stage1Output{RawMemory: " \n\t\r ", RolloutSummary: "\n"},
			state.Stage1Output{RawMemory: "r"}, state.Stage1Output{RawMemory: "r"}, state.Stage1Output{RawMemory: "r"},
		)
		f.ok(f.SetMemoryMode(f.ctx, id(4), state.Disabled))
		must[bool](f)(f.MarkPolluted(f.ctx, id(5)))
		f.ok(f.DeleteThread(f.ctx, id(6)))
		f.equal(f.selectedIDs(9, 30), []string{id(2), id(1)})
	},
	"archived and gone threads keep their memory": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"})
		archived := thread(1, hour)
		archived.Archived = true
		f.scan(archived)
		f.ok(f.DropLedgers(f.ctx, []string{thread(2, 0).RolloutPath}))
		f.equal(f.selectedIDs(9, 30), []string{id(2), id(1)})
	},
	"success flags the rows as they were selected": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"}, state.Stage1Output{RawMemory: "3"})
		f.consolidate(1, 3)
		flags := func() (out []string) {
			for _, o := range must[[]state.Stage1Output](f)(f.OutputHeads(f.ctx)) {
				if o.Selected != (o.SelectedSourceUpdatedAt != 0) {
					f.Fatalf("got flag %v with selected source_updated_at %d", o.Selected, o.SelectedSourceUpdatedAt)
				}
				if o.Selected {
					out = append(out, o.ThreadID)
				}
			}
			return out
		}
		f.equal(flags(), []string{id(3), id(1)})
		c := f.claimGlobal(true, state.Claimed)
		keys := []state.SelectionKey{{ThreadID: id(3), SourceUpdatedAt: start - hour}, {ThreadID: id(2), SourceUpdatedAt: start - hour}}
		// Thread 2 grows and is extracted again while the run is under way.
		f.scan(thread(2, 0))
		f.learn(2)
		f.ok(f.FinishGlobal(f.ctx, c, 1, keys, nil))
		f.equal(flags(), []string{id(3)})
		f.equal(must[[]state.SelectionKey](f)(f.LastSelection(f.ctx)), []state.SelectionKey{keys[1], keys[0]})
	},
	"last selection outlives outputs and failed runs": func(f *fixture) {
		f.equal(len(must[[]state.SelectionKey](f)(f.LastSelection(f.ctx))), 0)
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"})
		f.consolidate(2, 1)
		f.ok(f.DeleteThread(f.ctx, id(1)))
		f.ok(f.FailGlobal(f.ctx, f.claimGlobal(true, state.Claimed), "x"))
		f.equal(must[[]state.SelectionKey](f)(f.LastSelection(f.ctx)), []state.SelectionKey{
			{ThreadID: id(1), SourceUpdatedAt: start - hour}, {ThreadID: id(2), SourceUpdatedAt: start - hour},
		})
	},
	"prune takes unselected, unused outputs and leaves watermarks": func(f *fixture) {
		f.remember(
			state.Stage1Output{RawMemory: "1", GeneratedAt: start - 31*day},
			state.Stage1Output{RawMemory: "2", GeneratedAt: start - 31*day, UsageCount: 1, LastUsage: start - 30*day},
			state.Stage1Output{RawMemory: "3", GeneratedAt: start - 30*day},
			state.Stage1Output{RawMemory: "4", GeneratedAt: start, UsageCount: 1, LastUsage: start - 31*day},
			state.Stage1Output{RawMemory: "5", GeneratedAt: start - 31*day},
		)
		f.consolidate(5)
		f.equal(must[int](f)(f.Prune(f.ctx, 0)), 0)
		f.equal(must[int](f)(f.Prune(f.ctx, 30)), 2)
		f.equal(must[int](f)(f.Prune(f.ctx, 30)), 0)
		var left []string
		for _, o := range must[[]state.Stage1Output](f)(f.OutputHeads(f.ctx)) {
			left = append(left, o.ThreadID)
		}
		f.equal(left, []string{id(5), id(3), id(2)})
		f.claim(1, state.UpToDate)
		f.scan(thread(1, 0))
		f.claim(1, state.Claimed)
	},
	"prune goes on over batches": func(f *fixture) {
		const n = 2*state.PruneBatch + 1
		for i := range n {
			f.ok(f.PutOutput(f.ctx, state.Stage1Output{ThreadID: id(i), SourceUpdatedAt: 1, RawMemory: "r", GeneratedAt: start - 40*day}))
		}
		f.equal(must[int](f)(f.Prune(f.ctx, 30)), n)
	},
}
