package memory

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
)

var (
	// ErrAmbiguous: a prefix names several threads.
	ErrAmbiguous = errors.New("ambiguous")
	// ErrNothingNamed: there is nothing to forget in an empty text.
	ErrNothingNamed = errors.New("nothing is named")
)

// Forgotten tells what a Forget took away.
type Forgotten struct {
	Kind    state.TombstoneKind `json:"kind"`
	Value   string              `json:"value"`   // thread id or project; "" for a text, which is kept nowhere
	Threads int                 `json:"threads"` // threads whose memory went or changed
	Bullets int                 `json:"bullets"` // for a text: lines taken out of stored outputs
	Files   int                 `json:"files"`   // for a text: notes, skills and resources that were changed or removed
}

// Forget takes a thread (its id or a unique beginning of it), a project (its path) or a
// text out of memory for good: out of the stored outputs, the folder, the index and the
// baseline, and leaves a tombstone so that it is not learned again. The ledgers stay as
// they are. The consolidation that follows skips the cooldown.
func (m *Memory) Forget(ctx context.Context, what string, progress func(Event)) (Forgotten, error) {
	f, err := m.forget(ctx, what)
	if err != nil {
		return f, fmt.Errorf("forget %s: %w", f.Kind, err)
	}
	if err := m.settleForgetting(ctx, progress); err != nil {
		return f, err
	}
	return f, nil
}

func (m *Memory) forget(ctx context.Context, what string) (Forgotten, error) {
	if what = strings.TrimSpace(what); what == "" {
		return Forgotten{}, ErrNothingNamed
	}
	if t, err := m.FindThread(ctx, what); err == nil {
		return m.forgetThread(ctx, t.ID)
	} else if !isNotFound(err) {
		return Forgotten{Kind: state.TombThread}, err
	}
	ids, project, err := m.projectThreads(ctx, what)
	if err != nil {
		return Forgotten{Kind: state.TombProject}, err
	}
	if len(ids) > 0 {
		return m.forgetProject(ctx, project, ids)
	}
	if looksLikeID(what) || filepath.IsAbs(what) {
		return Forgotten{Kind: state.TombText}, fmt.Errorf("no session or project %s: %w", what, state.ErrNotFound)
	}
	return m.forgetText(ctx, what)
}

// looksLikeID reports whether the user meant a thread: words of a text are no bare hex.
func looksLikeID(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF-") == "" && strings.ContainsAny(s, "0123456789")
}

func (m *Memory) forgetThread(ctx context.Context, id string) (Forgotten, error) {
	f := Forgotten{Kind: state.TombThread, Value: id, Threads: 1}
	return f, m.store.ForgetThread(ctx, id)
}

// FindThread finds a thread by its id or by a beginning of it that no other thread
// shares (four characters or more).
func (m *Memory) FindThread(ctx context.Context, prefix string) (state.Thread, error) {
	prefix = strings.ToLower(prefix)
	if len(prefix) < 4 || strings.Trim(prefix, "0123456789abcdef-") != "" {
		return state.Thread{}, fmt.Errorf("thread %q: %w", prefix, state.ErrNotFound)
	}
	threads, err := m.store.Threads(ctx)
	if err != nil {
		return state.Thread{}, err
	}
	var found []state.Thread
	for _, t := range threads {
		if t.ID == prefix {
			return t, nil
		}
		if strings.HasPrefix(t.ID, prefix) {
			found = append(found, t)
		}
	}
	switch len(found) {
	case 0:
		return state.Thread{}, fmt.Errorf("thread %q: %w", prefix, state.ErrNotFound)
	case 1:
		return found[0], nil
	}
	return state.Thread{}, fmt.Errorf("%q begins the ids of %d threads, among them %s and %s: %w", prefix, len(found), found[0].ID, found[1].ID, ErrAmbiguous)
}

// projectThreads finds the threads of a project named by its path, and the id that the
// state knows it by.
func (m *Memory) projectThreads(ctx context.Context, what string) (ids []string, project string, err error) {
	if !filepath.IsAbs(what) {
		return nil, "", nil
	}
	path := filepath.Clean(what)
	threads, err := m.store.Threads(ctx)
	for _, t := range threads {
		if t.ProjectID == path || t.Cwd == path || filepath.Dir(t.ProjectID) == path && filepath.Base(t.ProjectID) == ".git" {
			ids, project = append(ids, t.ID), t.ProjectID
		}
	}
	return ids, project, err
}

func (m *Memory) forgetProject(ctx context.Context, project string, ids []string) (Forgotten, error) {
	f := Forgotten{Kind: state.TombProject, Value: project, Threads: len(ids)}
	return f, m.store.AddTombstone(ctx, state.Tombstone{Kind: state.TombProject, Value: project, CreatedAt: m.o.Now().Unix()})
}

// forgetText takes every stored line that holds the text out. The tombstone holds a
// fingerprint alone.
func (m *Memory) forgetText(ctx context.Context, text string) (Forgotten, error) {
	f := Forgotten{Kind: state.TombText}
	mark := extract.Fingerprint(text)
	if mark == "" {
		return f, fmt.Errorf("%q has no word in it: %w", text, ErrNothingNamed)
	}
	if err := m.store.AddTombstone(ctx, state.Tombstone{Kind: state.TombText, Value: mark, CreatedAt: m.o.Now().Unix()}); err != nil {
		return f, err
	}
	var err error
	if f.Threads, f.Bullets, err = m.strikeOutputs(ctx, mark); err != nil {
		return f, err
	}
	if f.Files, err = m.strikeFiles(mark); err != nil {
		return f, err
	}
	titles, err := m.strikeTitles(ctx, mark)
	f.Threads = max(f.Threads, titles)
	return f, err
}

func (m *Memory) strikeOutputs(ctx context.Context, mark string) (threads, bullets int, err error) {
	outputs, err := m.store.Outputs(ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, out := range outputs {
		was := extract.Output{RolloutSummary: out.RolloutSummary, RolloutSlug: out.RolloutSlug, RawMemory: out.RawMemory}
		now := extract.Forget(was, []string{mark})
		if now == was {
			continue
		}
		threads++
		bullets += strings.Count(was.RawMemory, "\n") - strings.Count(now.RawMemory, "\n")
		out.RolloutSummary, out.RolloutSlug, out.RawMemory = now.RolloutSummary, now.RolloutSlug, now.RawMemory
		if err := m.store.PutOutput(ctx, out); err != nil {
			return threads, bullets, err
		}
	}
	return threads, bullets, nil
}

// strikeFiles takes the lines that hold the text out of the files that no consolidation
// makes: notes, skills, resources of extensions. A file without words left goes.
func (m *Memory) strikeFiles(mark string) (int, error) {
	root, err := os.OpenRoot(m.Dir())
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer root.Close()
	return strikeFiles(root, []string{mark})
}

func (m *Memory) strikeTitles(ctx context.Context, mark string) (int, error) {
	threads, err := m.store.Threads(ctx)
	if err != nil {
		return 0, err
	}
	var changed []state.Thread
	for _, t := range threads {
		if now := withoutForgotten(t, []string{mark}); now != t {
			changed = append(changed, now)
		}
	}
	if len(changed) == 0 {
		return 0, nil
	}
	return len(changed), m.store.PutScan(ctx, nil, changed)
}

// settleForgetting brings the folder up to date and makes sure that no file keeps what went.
func (m *Memory) settleForgetting(ctx context.Context, progress func(Event)) error {
	if progress == nil {
		progress = func(Event) {}
	}
	if _, err := m.consolidate(ctx, SyncOptions{Now: true, AllowShrink: true}, progress); err != nil {
		return fmt.Errorf("consolidate: %w", err)
	}
	if err := m.tidy(ctx, progress); err != nil {
		return err
	}
	return m.scrub(ctx)
}
