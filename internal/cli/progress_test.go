package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/seed50391015/reverie/memory"
)

// TestProgressEndsWhereverTheRunStops: a bar that is not full must not keep the program.
func TestProgressEndsWhereverTheRunStops(t *testing.T) {
	events := []memory.Event{
		{Stage: memory.StageScan},
		{Stage: memory.StageScan, Done: 16, Total: 16},
		{Stage: memory.StageExtract, Done: 1, Total: 4, ThreadID: "a", Title: "one", Result: memory.Learned},
		{Stage: memory.StageExtract, Done: 2, Total: 9, ThreadID: "b", Title: "two", Result: memory.Failed, Reason: "no\nsuch file"},
		{Stage: memory.StageConsolidate},
		{Stage: memory.StageConsolidate, Reason: "another run is consolidating; waiting for it"},
		{Stage: memory.StageConsolidate, Done: 1, Total: 1},
		{Stage: memory.StageIndex},
		{Stage: memory.StageIndex, Done: 3, Total: 3},
	}
	for stop := range len(events) + 1 {
		var errs bytes.Buffer
		a := &app{Streams: Streams{Err: &errs, Terminal: true}}
		done := make(chan struct{})
		go func() {
			p := a.progress()
			for _, e := range events[:stop] {
				p.event(e)
			}
			p.close()
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("stopped after %d events: the progress never ends", stop)
		}
	}
}

func TestPlainProgressIsALineEach(t *testing.T) {
	var errs bytes.Buffer
	a := &app{Streams: Streams{Err: &errs}}
	p := a.progress()
	p.event(memory.Event{Stage: memory.StageScan, Done: 2, Total: 2})
	p.event(memory.Event{Stage: memory.StageExtract, Done: 1, Total: 2, ThreadID: "a", Title: "one\x1b[31m\ntwo", Result: memory.Failed, Reason: "no\nsuch file"})
	p.event(memory.Event{Stage: memory.StageConsolidate, Reason: "waiting"})
	p.event(memory.Event{Stage: memory.StageConsolidate, Reason: "waiting"})
	p.close()
	want := "find: 2 ledgers\nread: 1/2 a failed: one␛[31m two (no such file)\nconsolidate: waiting\n"
	if got := errs.String(); got != want {
		t.Errorf("plain progress is\n%q, want\n%q", got, want)
	}
	if strings.Contains(errs.String(), "\x1b") {
		t.Error("an escape sequence of a title reached the terminal")
	}
}
