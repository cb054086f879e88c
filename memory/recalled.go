package memory

import (
	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/recall"
	"github.com/seed50391015/reverie/memory/state"
)

// recalled turns the uses of memory that a session's ledger shows into what the state
// counts: citing replies, and reads by kind of file. A thread that is read again, because
// it has grown, is not counted twice: the state passes over as many as it has counted.
func (m *Memory) recalled(counts extract.Counts) state.Recalled {
	var r state.Recalled
	dirs := append([]string{m.Dir()}, m.o.MemoryDirs...)
	for _, use := range counts.Recalls {
		if use.Cites != "" {
			r.Replies = append(r.Replies, state.CitingReply{At: unixOrZero(use), ThreadIDs: recall.ParseCitations(use.Cites).ThreadIDs()})
			continue
		}
		call := recall.ReadCall{Namespace: use.Space, Name: use.Call.Name, Command: use.Call.Command, Workdir: use.Call.Workdir}
		tool := "shell"
		if call.Command == "" {
			call.Command, tool = use.Input, use.Call.Name
		}
		kinds, _ := recall.ClassifyRead(call, dirs)
		for _, kind := range kinds {
			r.Reads = append(r.Reads, state.Read{Kind: kind, Tool: tool, OK: !use.Call.Failed})
		}
	}
	return r
}

func unixOrZero(r extract.Recall) int64 {
	if r.Time.IsZero() {
		return 0
	}
	return r.Time.Unix()
}
