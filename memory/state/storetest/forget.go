package storetest

import (
	"github.com/seed50391015/reverie/memory/state"
)

var modeTests = map[string]func(*fixture){
	"leaving enabled enqueues if selected": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"}, state.Stage1Output{RawMemory: "3"})
		f.consolidate(1, 3)
		f.enqueues(false, func() { f.ok(f.SetMemoryMode(f.ctx, id(2), state.Disabled)) })
		f.enqueues(false, func() { f.ok(f.SetMemoryMode(f.ctx, id(1), state.Enabled)) })
		f.enqueues(true, func() { f.ok(f.SetMemoryMode(f.ctx, id(1), state.Disabled)) })
		f.enqueues(false, func() { f.ok(f.SetMemoryMode(f.ctx, id(1), state.Polluted)) })
		f.enqueues(true, func() { must[bool](f)(f.MarkPolluted(f.ctx, id(3))) })
	},
	"user may turn a polluted thread back": func(f *fixture) {
		f.scan(thread(1, hour))
		must[bool](f)(f.MarkPolluted(f.ctx, id(1)))
		f.ok(f.SetMemoryMode(f.ctx, id(1), state.Enabled))
		f.claim(1, state.Claimed)
	},
	"only an enabled thread is polluted": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.ok(f.SetMemoryMode(f.ctx, id(2), state.Disabled))
		f.equal(must[bool](f)(f.MarkPolluted(f.ctx, id(1))), true)
		f.equal(must[bool](f)(f.MarkPolluted(f.ctx, id(1))), false)
		f.equal(must[bool](f)(f.MarkPolluted(f.ctx, id(2))), false)
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(2))).MemoryMode, state.Disabled)
	},
	"unknown mode is refused": func(f *fixture) {
		f.scan(thread(1, hour))
		if err := f.SetMemoryMode(f.ctx, id(1), "maybe"); err == nil {
			f.Fatal("mode \"maybe\": got no error, want one")
		}
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))), thread(1, hour))
	},
	"selected threads that may not stay are pending forgets and skip the cooldown": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"}, state.Stage1Output{RawMemory: "3"},
			state.Stage1Output{RawMemory: "4"}, state.Stage1Output{RawMemory: "5"})
		f.consolidate(1, 2, 3, 4)
		f.equal(len(must[[]string](f)(f.PendingForgets(f.ctx))), 0)
		f.ok(f.SetMemoryMode(f.ctx, id(5), state.Disabled))
		f.claimGlobal(false, state.Cooldown)
		f.ok(f.SetMemoryMode(f.ctx, id(3), state.Disabled))
		must[bool](f)(f.MarkPolluted(f.ctx, id(2)))
		f.ok(f.DeleteThread(f.ctx, id(1)))
		f.equal(must[[]string](f)(f.PendingForgets(f.ctx)), []string{id(1), id(2), id(3)})
		f.ok(f.ReleaseGlobal(f.ctx, f.claimGlobal(false, state.Claimed)))
		f.consolidate(4)
		f.equal(len(must[[]string](f)(f.PendingForgets(f.ctx))), 0)
		f.claimGlobal(false, state.Cooldown)
	},
}

var forgetTests = map[string]func(*fixture){
	"forgotten thread leaves nothing but its row and a tombstone": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"})
		f.enqueues(true, func() { f.ok(f.ForgetThread(f.ctx, id(1))) })
		_, err := f.Output(f.ctx, id(1))
		f.is(err, state.ErrNotFound)
		_, err = f.Job(f.ctx, state.KindStage1, id(1))
		f.is(err, state.ErrNotFound)
		want := thread(1, hour)
		want.Title, want.FirstUserMessage, want.MemoryMode = "", "", state.Disabled
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))), want)
		f.equal(must[[]state.Tombstone](f)(f.Tombstones(f.ctx)), []state.Tombstone{{Kind: state.TombThread, Value: id(1), CreatedAt: start}})
	},
	"forgotten thread is not learned again": func(f *fixture) {
		f.scan(thread(1, 7*hour))
		f.ok(f.ForgetThread(f.ctx, id(1)))
		f.scan(thread(1, 6*hour))
		t := must[state.Thread](f)(f.Thread(f.ctx, id(1)))
		f.equal([]string{t.Title, t.FirstUserMessage, string(t.MemoryMode)}, []string{"", "", string(state.Disabled)})
		f.claim(1, state.NotEnabled)
		f.equal(f.startup(filter(9)), []string(nil))
		f.is(f.SetMemoryMode(f.ctx, id(1), state.Enabled), state.ErrForgotten)
		f.is(f.PutOutput(f.ctx, state.Stage1Output{ThreadID: id(1), SourceUpdatedAt: start, RawMemory: "r"}), state.ErrForgotten)
		f.equal(len(must[[]state.Stage1Output](f)(f.Outputs(f.ctx))), 0)
	},
	"forgetting stops the run that extracts": func(f *fixture) {
		f.scan(thread(1, hour))
		c := f.claim(1, state.Claimed)
		f.enqueues(false, func() { f.ok(f.ForgetThread(f.ctx, id(1))) })
		f.is(f.FinishStage1(f.ctx, c, output(1)), state.ErrLeaseLost)
		f.equal(len(must[[]state.Stage1Output](f)(f.Outputs(f.ctx))), 0)
	},
	"mode set by hand does not outlive forgetting": func(f *fixture) {
		f.scan(thread(1, hour))
		f.ok(f.SetMemoryMode(f.ctx, id(1), state.Enabled))
		f.ok(f.ForgetThread(f.ctx, id(1)))
		f.scan(thread(1, 0))
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).MemoryMode, state.Disabled)
	},
	"selected thread without an output still has to be forgotten": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"})
		f.consolidate(1)
		f.scan(thread(1, 0))
		f.ok(f.FinishStage1Empty(f.ctx, f.claim(1, state.Claimed)))
		f.enqueues(true, func() { f.ok(f.ForgetThread(f.ctx, id(1))) })
		f.equal(must[[]string](f)(f.PendingForgets(f.ctx)), []string{id(1)})
	},
	"thread may be forgotten before it is found": func(f *fixture) {
		f.ok(f.ForgetThread(f.ctx, id(1)))
		f.scan(thread(1, hour))
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).Title, "")
		f.claim(1, state.NotEnabled)
	},
	"project tombstone covers its threads, old and new": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"})
		other := thread(2, hour)
		other.ProjectID = "/home/ada/blog/.git"
		f.scan(other)
		f.enqueues(true, func() {
			f.ok(f.AddTombstone(f.ctx, state.Tombstone{Kind: state.TombProject, Value: thread(1, 0).ProjectID, CreatedAt: 5}))
		})
		f.scan(thread(3, hour))
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).Title, "")
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(3))).FirstUserMessage, "")
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(2))), other)
		f.equal(f.selectedIDs(9, 30), []string{id(2)})
		// A thread that moves under the tombstone loses what was learned of it.
		other.ProjectID = thread(1, 0).ProjectID
		f.scan(other)
		f.equal(len(must[[]state.Stage1Output](f)(f.Outputs(f.ctx))), 0)
	},
	"tombstones are kept once, oldest first": func(f *fixture) {
		f.ok(f.AddTombstone(f.ctx, state.Tombstone{Kind: state.TombText, Value: "fingerprint"}))
		f.advance(5)
		f.ok(f.AddTombstone(f.ctx, state.Tombstone{Kind: state.TombText, Value: "fingerprint"}))
		f.ok(f.AddTombstone(f.ctx, state.Tombstone{Kind: state.TombThread, Value: "a", CreatedAt: 9}))
		f.equal(must[[]state.Tombstone](f)(f.Tombstones(f.ctx)), []state.Tombstone{
			{Kind: state.TombThread, Value: "a", CreatedAt: 9}, {Kind: state.TombText, Value: "fingerprint", CreatedAt: start},
		})
		if err := f.AddTombstone(f.ctx, state.Tombstone{Kind: "planet", Value: "x"}); err == nil {
			f.Fatal("a tombstone of unknown kind: got no error, want one")
		}
		if err := f.AddTombstone(f.ctx, state.Tombstone{Kind: state.TombProject}); err == nil {
			f.Fatal("a tombstone of nothing: got no error, want one")
		}
	},
	"tombstone taken back lets the next scan learn again": func(f *fixture) {
		f.scan(thread(1, 7*hour))
		f.ok(f.ForgetThread(f.ctx, id(1)))
		f.ok(f.RemoveTombstone(f.ctx, state.TombThread, id(1)))
		f.is(f.RemoveTombstone(f.ctx, state.TombThread, id(1)), state.ErrNotFound)
		f.equal(len(must[[]state.Ledger](f)(f.Ledgers(f.ctx, ""))), 0)
		f.scan(thread(1, 7*hour))
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))), thread(1, 7*hour))
		f.equal(f.startup(filter(9)), []string{id(1)})
	},
	"mode set by hand and tombstone taken back": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.ok(f.SetMemoryMode(f.ctx, id(1), state.Enabled))
		f.ok(f.SetMemoryMode(f.ctx, id(2), state.Disabled))
		for n, want := range map[int]state.MemoryMode{1: state.Enabled, 2: state.Disabled} {
			f.ok(f.ForgetThread(f.ctx, id(n)))
			f.ok(f.ForgetThread(f.ctx, id(n)))
			f.ok(f.RemoveTombstone(f.ctx, state.TombThread, id(n)))
			f.scan(thread(n, hour))
			f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(n))).MemoryMode, want)
		}
	},
	"scrub and check leave the rest alone": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"})
		f.ok(f.ForgetThread(f.ctx, id(1)))
		before := must[[]state.Stage1Output](f)(f.Outputs(f.ctx))
		f.ok(f.Scrub(f.ctx))
		f.ok(f.Check(f.ctx))
		f.equal(must[[]state.Stage1Output](f)(f.Outputs(f.ctx)), before)
	},
	"reset deletes all but threads, modes, ledgers and tombstones": func(f *fixture) {
		f.remember(state.Stage1Output{RawMemory: "1"}, state.Stage1Output{RawMemory: "2"})
		f.ok(f.SetMemoryMode(f.ctx, id(2), state.Disabled))
		f.ok(f.ForgetThread(f.ctx, id(3)))
		f.ok(f.StageGenerated(f.ctx, []state.Generated{{Path: "MEMORY.md", LineHashes: []string{"a"}}}))
		f.consolidate(1)
		f.ok(f.StageGenerated(f.ctx, []state.Generated{{Path: "MEMORY.md", LineHashes: []string{"b"}}}))
		f.ok(f.FinishGlobal(f.ctx, f.claimGlobal(true, state.Claimed), 1, nil, []state.HandEdit{{Path: "a", Kind: "delete"}}))
		f.ok(f.RecordReads(f.ctx, []state.Read{{Kind: "skills"}}))
		threads := must[[]state.Thread](f)(f.Threads(f.ctx))
		f.ok(f.Reset(f.ctx))
		f.equal(len(must[[]state.Stage1Output](f)(f.Outputs(f.ctx))), 0)
		f.equal(len(must[[]state.Job](f)(f.Jobs(f.ctx, ""))), 0)
		f.equal(len(must[[]state.SelectionKey](f)(f.LastSelection(f.ctx))), 0)
		f.equal(len(must[[]state.HandEdit](f)(f.HandEdits(f.ctx))), 0)
		f.equal(len(must[[]state.Read](f)(f.Reads(f.ctx))), 0)
		current, staged, err := f.Generated(f.ctx)
		f.ok(err)
		f.equal(len(current)+len(staged), 0)
		f.equal(must[[]state.Thread](f)(f.Threads(f.ctx)), threads)
		f.equal(len(must[[]state.Ledger](f)(f.Ledgers(f.ctx, ""))), 2)
		f.equal(len(must[[]state.Tombstone](f)(f.Tombstones(f.ctx))), 1)
		f.claim(1, state.Claimed)
		f.claimGlobal(false, state.Claimed)
	},
}
