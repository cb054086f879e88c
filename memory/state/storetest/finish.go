package storetest

import (
	"fmt"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

var finishTests = map[string]func(*fixture){
	"success stores output and watermark and enqueues": func(f *fixture) {
		f.scan(thread(1, hour))
		c := f.claim(1, state.Claimed)
		f.advance(5)
		f.enqueues(true, func() { f.ok(f.FinishStage1(f.ctx, c, output(1))) })
		want := output(1)
		want.ThreadID, want.SourceUpdatedAt, want.GeneratedAt = id(1), start-hour, start+5
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))), want)
		f.equal(f.stage1Job(1), state.Job{
			Kind: state.KindStage1, Key: id(1), Status: state.Done, StartedAt: start, FinishedAt: start + 5,
			RetryRemaining: 3, InputWatermark: start - hour, LastSuccessWatermark: start - hour, HasSuccess: true, LastSuccessAt: start + 5,
		})
		f.equal(f.globalJob().InputWatermark, int64(start-hour))
	},
	"success after a failure clears the error": func(f *fixture) {
		f.scan(thread(1, hour))
		f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "no model"))
		f.advance(hour)
		f.learn(1)
		f.equal(f.stage1Job(1).LastError, "")
		f.equal(f.stage1Job(1).RetryAt, int64(0))
	},
	"only the token's owner ends a job, and once": func(f *fixture) {
		f.scan(thread(1, hour))
		c := f.claim(1, state.Claimed)
		forged := c
		forged.Token = "00000000-0000-4000-8000-000000000000"
		for _, claim := range []state.Claim{forged, {Kind: state.KindStage1, Key: id(1)}, {Kind: state.KindStage1, Key: id(2), Token: c.Token}} {
			f.is(f.HeartbeatStage1(f.ctx, claim), state.ErrLeaseLost)
			f.is(f.FinishStage1(f.ctx, claim, output(1)), state.ErrLeaseLost)
			f.is(f.FinishStage1Empty(f.ctx, claim), state.ErrLeaseLost)
			f.is(f.FailStage1(f.ctx, claim, "x"), state.ErrLeaseLost)
			f.is(f.ReleaseStage1(f.ctx, claim), state.ErrLeaseLost)
		}
		_, err := f.Output(f.ctx, id(1))
		f.is(err, state.ErrNotFound)
		f.ok(f.FinishStage1(f.ctx, c, output(1)))
		f.is(f.FinishStage1(f.ctx, c, output(1)), state.ErrLeaseLost)
		f.is(f.FailStage1(f.ctx, c, "x"), state.ErrLeaseLost)
	},
	"newer extraction replaces the text and keeps usage and selection": func(f *fixture) {
		f.scan(thread(1, 2*hour))
		f.learn(1)
		f.consolidate(1)
		must[int](f)(f.RecordUsage(f.ctx, []string{id(1)}))
		f.scan(thread(1, hour))
		f.advance(9)
		f.ok(f.FinishStage1(f.ctx, f.claim(1, state.Claimed), state.Stage1Output{RawMemory: "new", RolloutSummary: "new"}))
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))), state.Stage1Output{
			ThreadID: id(1), SourceUpdatedAt: start - hour, RawMemory: "new", RolloutSummary: "new", GeneratedAt: start + 9,
			UsageCount: 1, LastUsage: start, Selected: true, SelectedSourceUpdatedAt: start - 2*hour,
		})
	},
	"stored output that is newer stays": func(f *fixture) {
		f.scan(thread(1, 2*hour))
		c := f.claim(1, state.Claimed)
		newer := output(7)
		newer.ThreadID, newer.SourceUpdatedAt = id(1), start-hour
		f.ok(f.PutOutput(f.ctx, newer))
		f.ok(f.FinishStage1(f.ctx, c, output(1)))
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))).RawMemory, "raw 7")
	},
	"stored output of the same time is replaced": func(f *fixture) {
		f.scan(thread(1, 2*hour))
		c := f.claim(1, state.Claimed)
		same := output(7)
		same.ThreadID, same.SourceUpdatedAt = id(1), start-2*hour
		f.ok(f.PutOutput(f.ctx, same))
		f.ok(f.FinishStage1(f.ctx, c, output(1)))
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))).RawMemory, "raw 1")
	},
	"no output leaves a stored one that is newer": func(f *fixture) {
		f.scan(thread(1, 2*hour))
		c := f.claim(1, state.Claimed)
		newer := output(7)
		newer.ThreadID, newer.SourceUpdatedAt = id(1), start-hour
		f.ok(f.PutOutput(f.ctx, newer))
		f.enqueues(false, func() { f.ok(f.FinishStage1Empty(f.ctx, c)) })
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))).RawMemory, "raw 7")
	},
	"no output deletes the stored one and then enqueues": func(f *fixture) {
		f.scan(thread(1, 2*hour))
		f.enqueues(false, func() { f.ok(f.FinishStage1Empty(f.ctx, f.claim(1, state.Claimed))) })
		f.equal(f.stage1Job(1).Status, state.Done)
		f.equal(f.stage1Job(1).LastSuccessWatermark, int64(start-2*hour))
		f.scan(thread(1, hour))
		f.learn(1)
		f.scan(thread(1, 0))
		f.enqueues(true, func() { f.ok(f.FinishStage1Empty(f.ctx, f.claim(1, state.Claimed))) })
		_, err := f.Output(f.ctx, id(1))
		f.is(err, state.ErrNotFound)
	},
	"failure keeps the stored output": func(f *fixture) {
		f.scan(thread(1, 2*hour))
		f.learn(1)
		f.scan(thread(1, hour))
		f.enqueues(false, func() { f.ok(f.FailStage1(f.ctx, f.claim(1, state.Claimed), "no model")) })
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))).RawMemory, "raw 1")
	},
	"outputs and their heads are newest first": func(f *fixture) {
		f.scan(thread(1, 2*hour), thread(2, hour), thread(3, 2*hour))
		var want []state.Stage1Output
		for _, n := range []int{1, 2, 3} {
			f.learn(n)
		}
		for _, n := range []int{2, 3, 1} {
			want = append(want, must[state.Stage1Output](f)(f.Output(f.ctx, id(n))))
		}
		f.equal(must[[]state.Stage1Output](f)(f.Outputs(f.ctx)), want)
		for i := range want {
			want[i].RawMemory, want[i].RolloutSummary = "", ""
		}
		f.equal(must[[]state.Stage1Output](f)(f.OutputHeads(f.ctx)), want)
	},
	"imported output is up to date and comes with its usage": func(f *fixture) {
		f.scan(thread(1, hour))
		in := output(1)
		in.ThreadID, in.SourceUpdatedAt, in.GeneratedAt, in.UsageCount, in.LastUsage = id(1), start-hour, start-day, 4, start-2*hour
		f.enqueues(true, func() { f.ok(f.PutOutput(f.ctx, in)) })
		f.equal(must[state.Stage1Output](f)(f.Output(f.ctx, id(1))), in)
		f.claim(1, state.UpToDate)
		f.scan(thread(1, 0))
		f.claim(1, state.Claimed)
	},
	"second import lowers nothing": func(f *fixture) {
		f.scan(thread(1, 2*hour))
		in := output(1)
		in.ThreadID, in.SourceUpdatedAt, in.UsageCount, in.LastUsage = id(1), start-2*hour, 4, start-2*hour
		f.ok(f.PutOutput(f.ctx, in))
		must[int](f)(f.RecordUsage(f.ctx, []string{id(1)}))
		f.scan(thread(1, hour))
		f.learn(1)
		f.ok(f.PutOutput(f.ctx, in))
		got := must[state.Stage1Output](f)(f.Output(f.ctx, id(1)))
		f.equal([]int64{got.UsageCount, got.LastUsage, got.SourceUpdatedAt}, []int64{5, start, start - hour})
		f.claim(1, state.UpToDate)
	},
	"import does not disturb a run": func(f *fixture) {
		f.scan(thread(1, hour))
		c := f.claim(1, state.Claimed)
		in := output(1)
		in.ThreadID, in.SourceUpdatedAt = id(1), start-2*hour
		f.ok(f.PutOutput(f.ctx, in))
		f.equal(f.stage1Job(1).Status, state.Running)
		f.ok(f.FinishStage1(f.ctx, c, output(1)))
	},
	"import of a thread that no scan found": func(f *fixture) {
		in := output(1)
		in.ThreadID, in.SourceUpdatedAt = id(1), start-hour
		f.ok(f.PutOutput(f.ctx, in))
		f.equal(len(must[[]state.Stage1Output](f)(f.Outputs(f.ctx))), 1)
		f.equal(f.selectedIDs(9, 30), []string(nil))
	},
}

var usageTests = map[string]func(*fixture){
	"each use counts one, now; unknown ids are ignored": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.learn(1)
		f.learn(2)
		f.advance(60)
		f.equal(must[int](f)(f.RecordUsage(f.ctx, []string{id(1), "nobody", id(3)})), 1)
		f.advance(60)
		f.equal(must[int](f)(f.RecordUsage(f.ctx, []string{id(1), id(2)})), 2)
		f.equal(must[int](f)(f.RecordUsage(f.ctx, nil)), 0)
		for n, want := range map[int][]int64{1: {2, start + 120}, 2: {1, start + 120}} {
			got := must[state.Stage1Output](f)(f.Output(f.ctx, id(n)))
			f.equal([]int64{got.UsageCount, got.LastUsage}, want)
		}
	},
	"what a ledger shows of recall counts once, however often it is read": func(f *fixture) {
		f.scan(thread(1, 2*hour), thread(2, hour))
		f.learn(1)
		f.learn(2)
		read := state.Read{Kind: "memory_md", Tool: "rg", OK: true}
		first := state.Recalled{
			Replies: []state.CitingReply{{At: start - 50, ThreadIDs: []string{id(1), "nobody"}}},
			Reads:   []state.Read{read},
		}
		f.equal(must[int](f)(f.CountRecalled(f.ctx, id(2), first)), 1)
		f.equal(must[int](f)(f.CountRecalled(f.ctx, id(2), first)), 0)
		grown := first
		grown.Replies = append(grown.Replies, state.CitingReply{At: start - 90, ThreadIDs: []string{id(1), id(2)}}, state.CitingReply{ThreadIDs: []string{id(2)}})
		grown.Reads = append(grown.Reads, read)
		f.advance(60)
		f.equal(must[int](f)(f.CountRecalled(f.ctx, id(2), grown)), 3)
		f.equal(must[int](f)(f.CountRecalled(f.ctx, id(2), first)), 0)
		f.equal(must[int](f)(f.CountRecalled(f.ctx, id(3), state.Recalled{})), 0)
		for n, want := range map[int][]int64{1: {2, start - 50}, 2: {2, start + 60}} {
			got := must[state.Stage1Output](f)(f.Output(f.ctx, id(n)))
			f.equal([]int64{got.UsageCount, got.LastUsage}, want)
		}
		f.equal(must[[]state.Read](f)(f.Reads(f.ctx)), []state.Read{{Kind: "memory_md", Tool: "rg", OK: true, N: 2}})
	},
	"reads are counted by kind, tool and success": func(f *fixture) {
		f.equal(len(must[[]state.Read](f)(f.Reads(f.ctx))), 0)
		f.ok(f.RecordReads(f.ctx, []state.Read{
			{Kind: "skills", Tool: "read", OK: true},
			{Kind: "memory_md", Tool: "cat", OK: false},
			{Kind: "memory_md", Tool: "cat", OK: true, N: 3},
		}))
		f.ok(f.RecordReads(f.ctx, []state.Read{{Kind: "memory_md", Tool: "cat", OK: true}}))
		f.equal(must[[]state.Read](f)(f.Reads(f.ctx)), []state.Read{
			{Kind: "memory_md", Tool: "cat", OK: true, N: 4},
			{Kind: "memory_md", Tool: "cat", OK: false, N: 1},
			{Kind: "skills", Tool: "read", OK: true, N: 1},
		})
	},
	"a stamp is what was last set": func(f *fixture) {
		f.equal(must[string](f)(f.Stamp(f.ctx, "scan")), "")
		f.ok(f.SetStamp(f.ctx, "scan", "one"))
		f.ok(f.SetStamp(f.ctx, "scan", "two"))
		f.equal(must[string](f)(f.Stamp(f.ctx, "scan")), "two")
		f.equal(must[string](f)(f.Stamp(f.ctx, "other")), "")
	},
	"outputs of threads that are not to be remembered go, and come back by a new extraction": func(f *fixture) {
		f.scan(thread(1, 3*hour), thread(2, 2*hour), thread(3, hour))
		f.learn(1)
		f.learn(2)
		f.learn(3)
		f.ok(f.SetMemoryMode(f.ctx, id(1), state.Disabled))
		must[bool](f)(f.MarkPolluted(f.ctx, id(2)))
		f.equal(must[[]string](f)(f.DropUnwanted(f.ctx)), []string{id(1), id(2)})
		f.equal(must[[]string](f)(f.DropUnwanted(f.ctx)), []string(nil))
		f.equal(f.selectedIDs(9, 30), []string{id(3)})
		f.ok(f.SetMemoryMode(f.ctx, id(1), state.Enabled))
		f.learn(1)
		f.equal(f.selectedIDs(9, 30), []string{id(3), id(1)})
	},
	"reads do not move the ranking": func(f *fixture) {
		f.scan(thread(1, 2*hour), thread(2, hour))
		f.learn(1)
		f.learn(2)
		f.ok(f.RecordReads(f.ctx, []state.Read{{Kind: "rollout_summaries", Tool: id(1), OK: true, N: 99}}))
		f.equal(f.selectedIDs(9, 30), []string{id(2), id(1)})
	},
}

var generatedTests = map[string]func(*fixture){
	"staged records add up and become current with the run": func(f *fixture) {
		record := func(path string, hashes ...string) state.Generated {
			return state.Generated{Path: path, LineHashes: hashes}
		}
		stage := func(files ...state.Generated) { f.Helper(); f.ok(f.StageGenerated(f.ctx, files)) }
		stands := func(current, staged []state.Generated) {
			f.Helper()
			c, s, err := f.Generated(f.ctx)
			f.ok(err)
			f.equal(c, current)
			f.equal(s, staged)
		}
		stands(nil, nil)
		stage(record("MEMORY.md", "a", "b"), record("skills/x/SKILL.md", "x"))
		stage(record("MEMORY.md", "a", "b"))
		stage(record("MEMORY.md", "a", "c"))
		stands(nil, []state.Generated{record("MEMORY.md", "a", "b"), record("skills/x/SKILL.md", "x"), record("MEMORY.md", "a", "c")})
		f.ok(f.FailGlobal(f.ctx, f.claimGlobal(true, state.Claimed), "killed"))
		f.ok(f.EnqueueGlobal(f.ctx, 0))
		f.consolidate()
		stands([]state.Generated{record("MEMORY.md", "a", "c"), record("skills/x/SKILL.md", "x")}, nil)
		stage(record("skills/x/SKILL.md"), record("memory_summary.md", "v"))
		f.consolidate()
		stands([]state.Generated{record("MEMORY.md", "a", "c"), record("memory_summary.md", "v")}, nil)
	},
	"large record": func(f *fixture) {
		want := state.Generated{Path: "MEMORY.md"}
		for n := range 20_000 {
			want.LineHashes = append(want.LineHashes, fmt.Sprintf("%s%04d", strings.Repeat("0", 60), n))
		}
		f.ok(f.StageGenerated(f.ctx, []state.Generated{want}))
		_, staged, err := f.Generated(f.ctx)
		f.ok(err)
		f.equal(staged, []state.Generated{want})
	},
	"hand edits are replaced by the run and keep their order": func(f *fixture) {
		edits := []state.HandEdit{
			{Path: "b.md", Kind: "replace", Anchor: "h1", Text: "mine\nand mine"},
			{Path: "a.md", Kind: "delete", Anchor: "h2"},
			{Path: "a.md", Kind: "insert", Text: "oben"},
		}
		f.ok(f.FinishGlobal(f.ctx, f.claimGlobal(true, state.Claimed), 1, nil, edits))
		f.equal(must[[]state.HandEdit](f)(f.HandEdits(f.ctx)), edits)
		f.ok(f.FailGlobal(f.ctx, f.claimGlobal(true, state.Claimed), "x"))
		f.equal(must[[]state.HandEdit](f)(f.HandEdits(f.ctx)), edits)
		f.ok(f.EnqueueGlobal(f.ctx, 0))
		f.ok(f.FinishGlobal(f.ctx, f.claimGlobal(true, state.Claimed), 1, nil, edits[1:2]))
		f.equal(must[[]state.HandEdit](f)(f.HandEdits(f.ctx)), edits[1:2])
	},
}
