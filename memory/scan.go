package memory

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/source"
)

// Scanned is what a scan of all sources brought.
type Scanned struct {
	Ledgers   int // ledger files there are
	New       int // of them new or changed since the last scan
	Unchanged int
	Gone      int
	Problems  []source.Problem // files and folders that could not be read
}

// Scan brings the threads up to date with the ledgers that are there now. Ledgers that
// are as the last scan saw them are not opened.
func (m *Memory) Scan(ctx context.Context) (Scanned, error) {
	var total Scanned
	for _, src := range m.o.Sources {
		s, err := m.scan(ctx, src)
		if err != nil {
			return total, fmt.Errorf("scan %s: %w", src.Name(), err)
		}
		total.Ledgers += s.Ledgers
		total.New += s.New
		total.Unchanged += s.Unchanged
		total.Gone += s.Gone
		total.Problems = append(total.Problems, s.Problems...)
	}
	return total, nil
}

func (m *Memory) scan(ctx context.Context, src source.Source) (Scanned, error) {
	rows, err := m.store.Ledgers(ctx, src.Name())
	if err != nil {
		return Scanned{}, err
	}
	found, err := src.Scan(ctx, knownLedgers(rows))
	if err != nil {
		return Scanned{}, err
	}
	if err := m.putFound(ctx, src.Name(), found); err != nil {
		return Scanned{}, err
	}
	return Scanned{
		Ledgers: len(found.Ledgers) + found.Unchanged, New: len(found.Ledgers), Unchanged: found.Unchanged,
		Gone: len(found.Gone), Problems: found.Problems,
	}, nil
}

func knownLedgers(rows []state.Ledger) map[string]source.Ledger {
	known := make(map[string]source.Ledger, len(rows))
	for _, l := range rows {
		known[l.Path] = source.Ledger{Path: l.Path, Size: l.Size, MtimeNS: l.MtimeNS, ThreadID: l.ThreadID, Problem: l.Problem}
	}
	return known
}

// putFound stores a scan's findings: first the rows, then what they mean for memory.
func (m *Memory) putFound(ctx context.Context, name string, found source.Found) error {
	ledgers := make([]state.Ledger, len(found.Ledgers))
	for i, l := range found.Ledgers {
		ledgers[i] = state.Ledger{Path: l.Path, Source: name, Size: l.Size, MtimeNS: l.MtimeNS, ThreadID: l.ThreadID, Problem: l.Problem}
	}
	forgotten, err := m.forgottenTexts(ctx)
	if err != nil {
		return err
	}
	threads := make([]state.Thread, len(found.Threads))
	var fresh []string
	for i, t := range found.Threads {
		threads[i] = withoutForgotten(stateThread(name, t), forgotten)
		if !m.o.Settings.Generate {
			if known, err := m.known(ctx, t.ID); err != nil {
				return err
			} else if !known {
				fresh = append(fresh, t.ID)
			}
		}
	}
	if len(ledgers) > 0 || len(threads) > 0 {
		if err := m.store.PutScan(ctx, ledgers, threads); err != nil {
			return err
		}
	}
	for _, id := range fresh {
		if err := m.store.SetMemoryMode(ctx, id, state.Disabled); err != nil {
			return err
		}
	}
	if len(found.Gone) > 0 {
		if err := m.store.DropLedgers(ctx, found.Gone); err != nil {
			return err
		}
	}
	if err := m.putFacts(ctx, found.Facts, forgotten); err != nil {
		return err
	}
	return m.pollute(ctx, found.Threads)
}

func (m *Memory) known(ctx context.Context, id string) (bool, error) {
	_, err := m.store.Thread(ctx, id)
	if isNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// putFacts carries over what an agent says of threads whose ledgers did not change.
func (m *Memory) putFacts(ctx context.Context, facts []source.Fact, forgotten []string) error {
	var changed []state.Thread
	for _, f := range facts {
		t, err := m.store.Thread(ctx, f.ThreadID)
		if isNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		was := t
		if f.MemoryMode != "" {
			t.MemoryMode = state.MemoryMode(f.MemoryMode)
		}
		if f.Name != "" {
			t.Title = f.Name
		}
		if t = withoutForgotten(t, forgotten); t != was {
			changed = append(changed, t)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return m.store.PutScan(ctx, nil, changed)
}

// pollute marks threads that hold outside content, where the setting asks for it: those
// that changed, and all there are when the setting is new or names other clean servers.
func (m *Memory) pollute(ctx context.Context, threads []source.Thread) error {
	wanted := ""
	if m.o.Settings.DisableOnExternalContext {
		wanted = "on " + strings.Join(m.o.CleanServers, " ")
	}
	was, err := m.store.Stamp(ctx, stampExternal)
	if err != nil {
		return err
	}
	look := map[string][]string{}
	if wanted != "" && was != wanted {
		if look, err = m.segments(ctx); err != nil {
			return err
		}
	}
	if wanted != "" {
		for _, t := range threads {
			look[t.ID] = t.Segments
		}
	}
	for id, paths := range look {
		where, err := extract.External(paths, extract.ExternalOptions{CleanServers: m.o.CleanServers})
		if err != nil || where == "" { // what cannot be read is told when it is extracted
			continue
		}
		if _, err := m.store.MarkPolluted(ctx, id); err != nil && !isNotFound(err) {
			return err
		}
	}
	if was == wanted {
		return nil
	}
	return m.store.SetStamp(ctx, stampExternal, wanted)
}

// stampExternal names the stamp that says for which setting all ledgers were looked through.
const stampExternal = "external content looked for"

func stateThread(name string, t source.Thread) state.Thread {
	return state.Thread{
		ID: t.ID, Source: name, SourceKind: t.SourceKind, RolloutPath: t.Path, Cwd: t.Cwd, ProjectID: t.ProjectID,
		GitBranch: t.GitBranch, GitSHA: t.GitSHA, GitOrigin: t.GitOrigin, ModelProvider: t.ModelProvider,
		Title: t.Title, FirstUserMessage: t.FirstUserMessage, CreatedAtMS: t.CreatedAtMS, UpdatedAtMS: t.UpdatedAtMS,
		Archived: t.Archived, MemoryMode: state.MemoryMode(t.MemoryMode), Size: t.Size,
	}
}

// forgottenMessage stands for a first message that had to go: the thread has one.
const forgottenMessage = "(forgotten)"

// withoutForgotten takes texts that the user had forgotten out of a thread's row.
func withoutForgotten(t state.Thread, forgotten []string) state.Thread {
	if extract.Matches(forgotten, t.Title) {
		t.Title = forgottenMessage
	}
	if extract.Matches(forgotten, t.FirstUserMessage) {
		t.FirstUserMessage = forgottenMessage
	}
	if extract.Matches(forgotten, t.GitBranch) {
		t.GitBranch = ""
	}
	if extract.Matches(forgotten, t.GitOrigin) {
		t.GitOrigin = ""
	}
	return t
}
