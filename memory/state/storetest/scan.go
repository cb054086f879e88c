package storetest

import (
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

var scanTests = map[string]func(*fixture){
	"thread comes back as stored": func(f *fixture) {
		want := thread(1, hour)
		want.Archived, want.Gone, want.MemoryMode = true, true, state.Disabled
		want.Title = "Zeilen\nmit U+2028 \u2028, \x00 und 日本語"
		f.scan(want)
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))), want)
	},
	"unknown thread is not found": func(f *fixture) {
		_, err := f.Thread(f.ctx, id(1))
		f.is(err, state.ErrNotFound)
		f.is(f.SetRecords(f.ctx, id(1), 1, 0), state.ErrNotFound)
		f.is(f.DeleteThread(f.ctx, id(1)), state.ErrNotFound)
		f.is(f.SetMemoryMode(f.ctx, id(1), state.Disabled), state.ErrNotFound)
		_, err = f.MarkPolluted(f.ctx, id(1))
		f.is(err, state.ErrNotFound)
		_, err = f.ClaimStage1(f.ctx, id(1), "worker", 0)
		f.is(err, state.ErrNotFound)
	},
	"threads are newest first, then id descending": func(f *fixture) {
		f.scan(thread(1, 10), thread(2, 5), thread(3, 10))
		var got []string
		for _, t := range must[[]state.Thread](f)(f.Threads(f.ctx)) {
			got = append(got, t.ID)
		}
		f.equal(got, []string{id(2), id(3), id(1)})
	},
	"re-scan replaces all but counts": func(f *fixture) {
		f.scan(thread(1, hour))
		f.ok(f.SetRecords(f.ctx, id(1), 40, 2))
		want := thread(1, 0)
		want.Title, want.Cwd, want.Archived, want.Size = "new", "/elsewhere", true, 200
		f.scan(want)
		want.Records, want.BadRecords = 40, 2
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))), want)
	},
	"empty mode is enabled": func(f *fixture) {
		t := thread(1, hour)
		t.MemoryMode = ""
		f.scan(t)
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).MemoryMode, state.Enabled)
	},
	"re-scan never turns polluted back": func(f *fixture) {
		f.scan(thread(1, hour))
		must[bool](f)(f.MarkPolluted(f.ctx, id(1)))
		f.scan(thread(1, 0))
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).MemoryMode, state.Polluted)
	},
	"re-scan keeps a mode set by hand": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.ok(f.SetMemoryMode(f.ctx, id(1), state.Disabled))
		f.ok(f.SetMemoryMode(f.ctx, id(2), state.Enabled))
		two := thread(2, 0)
		two.MemoryMode = state.Polluted
		f.scan(thread(1, 0), two)
		for n, want := range map[int]state.MemoryMode{1: state.Disabled, 2: state.Enabled} {
			t := must[state.Thread](f)(f.Thread(f.ctx, id(n)))
			f.equal(t.MemoryMode, want)
			f.equal(t.ModeByUser, true)
		}
	},
	"re-scan takes over a mode that the ledger changed": func(f *fixture) {
		t := thread(1, hour)
		t.MemoryMode = state.Disabled
		f.scan(t)
		t.MemoryMode = state.Enabled
		f.scan(t)
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).MemoryMode, state.Enabled)
	},
	"scan that pollutes a selected thread enqueues": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.learn(1)
		f.learn(2)
		f.consolidate(1)
		polluted := func(n int) state.Thread { t := thread(n, 0); t.MemoryMode = state.Polluted; return t }
		f.enqueues(false, func() { f.scan(thread(1, 0)) })
		f.enqueues(false, func() { f.scan(polluted(2)) })
		f.enqueues(true, func() { f.scan(polluted(1)) })
		f.enqueues(false, func() { f.scan(polluted(1)) })
	},
	"ledgers by source and path": func(f *fixture) {
		a, b, c := ledger(thread(2, 0)), ledger(thread(1, 0)), ledger(thread(3, 0))
		c.Source, c.ThreadID, c.Problem = "pi", "", "no good line"
		f.ok(f.PutScan(f.ctx, []state.Ledger{a, b, c}, nil))
		f.equal(must[[]state.Ledger](f)(f.Ledgers(f.ctx, "")), []state.Ledger{b, a, c})
		f.equal(must[[]state.Ledger](f)(f.Ledgers(f.ctx, "pi")), []state.Ledger{c})
		b.Size, b.MtimeNS, b.Problem = 5, 6, "why"
		f.ok(f.PutScan(f.ctx, []state.Ledger{b}, nil))
		f.equal(must[[]state.Ledger](f)(f.Ledgers(f.ctx, "codex")), []state.Ledger{b, a})
	},
	"dropped ledger makes its thread gone unless another names it": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		second := ledger(thread(2, hour))
		second.Path += "-segment"
		f.ok(f.PutScan(f.ctx, []state.Ledger{second}, nil))
		f.ok(f.DropLedgers(f.ctx, []string{thread(1, 0).RolloutPath, thread(2, 0).RolloutPath, "/never/seen"}))
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).Gone, true)
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(2))).Gone, false)
		f.equal(must[[]state.Ledger](f)(f.Ledgers(f.ctx, "")), []state.Ledger{second})
		f.scan(thread(1, hour))
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).Gone, false)
	},
	"failed scan stores nothing": func(f *fixture) {
		bad := thread(2, 0)
		bad.MemoryMode = "sometimes"
		if err := f.PutScan(f.ctx, []state.Ledger{ledger(bad)}, []state.Thread{thread(1, 0), bad}); err == nil {
			f.Fatal("a scan with an unknown memory mode: got no error, want one")
		}
		f.equal(len(must[[]state.Thread](f)(f.Threads(f.ctx))), 0)
		f.equal(len(must[[]state.Ledger](f)(f.Ledgers(f.ctx, ""))), 0)
	},
	"delete takes thread, ledgers, output and job": func(f *fixture) {
		f.scan(thread(1, hour), thread(2, hour))
		f.learn(1)
		f.learn(2)
		f.consolidate(1)
		f.enqueues(false, func() { f.ok(f.DeleteThread(f.ctx, id(2))) })
		f.enqueues(true, func() { f.ok(f.DeleteThread(f.ctx, id(1))) })
		_, err := f.Thread(f.ctx, id(1))
		f.is(err, state.ErrNotFound)
		_, err = f.Output(f.ctx, id(1))
		f.is(err, state.ErrNotFound)
		_, err = f.Job(f.ctx, state.KindStage1, id(1))
		f.is(err, state.ErrNotFound)
		f.equal(len(must[[]state.Ledger](f)(f.Ledgers(f.ctx, ""))), 0)
		f.scan(thread(1, hour))
		f.claim(1, state.Claimed)
	},
	"large texts survive": func(f *fixture) {
		t := thread(1, hour)
		t.FirstUserMessage = strings.Repeat("ü\n", 1<<19)
		f.scan(t)
		f.equal(must[state.Thread](f)(f.Thread(f.ctx, id(1))).FirstUserMessage == t.FirstUserMessage, true)
	},
}
