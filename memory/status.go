package memory

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/recall"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/worker"
)

// Status is what is remembered, what waits and what runs.
type Status struct {
	Folder        string               `json:"folder"`
	Handbook      int64                `json:"handbook_bytes"`
	Groups        int                  `json:"groups"`  // task groups of the handbook
	Bullets       int                  `json:"entries"` // bullets of the handbook that are claims
	SummaryTokens int                  `json:"summary_tokens"`
	Sessions      int                  `json:"sessions"`
	States        map[SessionState]int `json:"states"`
	Consolidation string               `json:"consolidation"`
	Notes         int                  `json:"notes"`
	Cited         int                  `json:"cited_sessions"`
	Citations     int64                `json:"citations"`
	Reads         []state.Read         `json:"reads"`
	Tombstones    int                  `json:"tombstones"`
}

// StateList tells the counts of the states, most frequent first.
func (s Status) StateList() []string {
	states := make([]SessionState, 0, len(s.States))
	for name := range s.States {
		states = append(states, name)
	}
	slices.SortFunc(states, func(a, b SessionState) int {
		if s.States[a] != s.States[b] {
			return s.States[b] - s.States[a]
		}
		return strings.Compare(string(a), string(b))
	})
	list := make([]string, len(states))
	for i, name := range states {
		list[i] = fmt.Sprintf("%d %s", s.States[name], name)
	}
	return list
}

// Status looks at the state and the folder; it changes neither.
func (m *Memory) Status(ctx context.Context) (Status, error) {
	s := Status{Folder: m.Dir(), States: map[SessionState]int{}}
	infos, err := m.Sessions(ctx, SyncOptions{})
	if err != nil {
		return s, err
	}
	s.Sessions = len(infos)
	for _, info := range infos {
		s.States[info.State]++
	}
	outputs, err := m.store.OutputHeads(ctx)
	if err != nil {
		return s, err
	}
	for _, out := range outputs {
		if out.UsageCount > 0 {
			s.Cited++
			s.Citations += out.UsageCount
		}
	}
	stones, err := m.store.Tombstones(ctx)
	if err != nil {
		return s, err
	}
	s.Tombstones = len(stones)
	if s.Reads, err = m.store.Reads(ctx); err != nil {
		return s, err
	}
	if s.Consolidation, err = m.globalJob(ctx); err != nil {
		return s, err
	}
	s.measureFolder(m.Dir())
	return s, nil
}

// measureFolder counts what stands in the folder; what is not there counts as nothing.
func (s *Status) measureFolder(dir string) {
	if text, err := os.ReadFile(filepath.Join(dir, recall.HandbookFile)); err == nil {
		s.Handbook = int64(len(text))
		claims := false
		for line := range strings.Lines(string(text)) {
			switch {
			case strings.HasPrefix(line, "# Task Group"):
				s.Groups++
				claims = false
			case strings.HasPrefix(line, "## "):
				claims = !strings.HasPrefix(line, "## Task ")
			case claims && strings.HasPrefix(line, "- "):
				s.Bullets++
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, recall.SummaryFile)); err == nil {
		s.SummaryTokens = recall.Tokens(string(text))
	}
	if notes, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(recall.NotesDir), "*.md")); err == nil {
		s.Notes = len(notes)
	}
}

// globalJob tells the state of the consolidation in one line.
func (m *Memory) globalJob(ctx context.Context) (string, error) {
	j, err := m.store.Job(ctx, state.KindGlobal, state.GlobalKey)
	if isNotFound(err) {
		return "none yet", nil
	}
	if err != nil {
		return "", err
	}
	now := m.o.Now().Unix()
	switch {
	case j.Status == state.Running && j.LeaseUntil > now && !worker.Dead(j.WorkerID):
		return "running since " + clock(j.StartedAt), nil
	case j.Status == state.Running:
		return "a run that began at " + clock(j.StartedAt) + " died; the next sync takes over", nil
	case j.Status == state.Failed:
		return fmt.Sprintf("failed: %s; tried again after %s", j.LastError, clock(j.RetryAt)), nil
	case j.Status == state.Pending:
		return "waiting for the next sync", nil
	}
	return "done at " + clock(j.FinishedAt), nil
}

// Shown is one session with what was learned from it.
type Shown struct {
	SessionInfo
	Summary   string `json:"summary"`
	RawMemory string `json:"raw_memory"`
}

// Show tells what was learned from a thread, named by its id or a beginning of it.
func (m *Memory) Show(ctx context.Context, prefix string) (Shown, error) {
	t, err := m.FindThread(ctx, prefix)
	if err != nil {
		return Shown{}, err
	}
	j, err := m.judge(ctx, SyncOptions{})
	if err != nil {
		return Shown{}, err
	}
	s := Shown{SessionInfo: j.info(t)}
	out, err := m.store.Output(ctx, t.ID)
	if isNotFound(err) {
		return s, nil
	}
	s.Summary, s.RawMemory = out.RolloutSummary, out.RawMemory
	return s, err
}
