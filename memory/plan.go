package memory

import (
	"context"
	"fmt"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/source"
)

// Plan tells what a sync with these options would find, and changes nothing: it scans
// without storing what it finds. Sessions whose state would be pending are those that
// the sync would read.
func (m *Memory) Plan(ctx context.Context, o SyncOptions) ([]SessionInfo, []source.Problem, error) {
	j, err := m.judge(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	stored, err := m.store.Threads(ctx)
	if err != nil {
		return nil, nil, err
	}
	threads := map[string]state.Thread{}
	for _, t := range stored {
		threads[t.ID] = t
	}
	var infos []SessionInfo
	var problems []source.Problem
	for _, src := range m.o.Sources {
		rows, err := m.store.Ledgers(ctx, src.Name())
		if err != nil {
			return nil, nil, err
		}
		found, err := src.Scan(ctx, knownLedgers(rows))
		if err != nil {
			return nil, nil, fmt.Errorf("scan %s: %w", src.Name(), err)
		}
		problems = append(problems, found.Problems...)
		for _, t := range found.Threads {
			threads[t.ID] = m.planned(threads, stateThread(src.Name(), t))
		}
		for _, l := range found.Ledgers {
			if l.ThreadID == "" {
				infos = append(infos, unreadable(src.Name(), l.Path, l.Problem, l.Size, l.MtimeNS))
			}
		}
	}
	for _, t := range threads {
		infos = append(infos, j.info(t))
	}
	sortSessions(infos)
	return infos, problems, nil
}

// planned is a thread as a scan would store it.
func (m *Memory) planned(known map[string]state.Thread, t state.Thread) state.Thread {
	was, there := known[t.ID]
	switch {
	case there && was.MemoryMode != state.Enabled:
		t.MemoryMode = was.MemoryMode
	case !there && !m.o.Settings.Generate:
		t.MemoryMode = state.Disabled
	}
	return t
}
