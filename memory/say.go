package memory

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/recall"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// SetMode says whether a thread may be learned from.
func (m *Memory) SetMode(ctx context.Context, prefix string, mode state.MemoryMode) (state.Thread, error) {
	t, err := m.FindThread(ctx, prefix)
	if err != nil {
		return t, err
	}
	if err := m.store.SetMemoryMode(ctx, t.ID, mode); err != nil {
		return t, fmt.Errorf("set memory mode of %s: %w", t.ID, err)
	}
	t.MemoryMode = mode
	return t, nil
}

// Retry gives failed sessions new tries: those named by id or a beginning of it, or all.
func (m *Memory) Retry(ctx context.Context, prefixes []string) (int, error) {
	var ids []string
	for _, p := range prefixes {
		t, err := m.FindThread(ctx, p)
		if err != nil {
			return 0, err
		}
		ids = append(ids, t.ID)
	}
	return m.store.RetryFailed(ctx, ids)
}

// Note writes a small note into the folder and returns its path. Two notes of one
// second get different names.
func (m *Memory) Note(ctx context.Context, text string) (string, error) {
	if err := m.makeDir(); err != nil {
		return "", err
	}
	at := m.o.Now()
	for try := range 100 {
		name := recall.NoteFilename(at, text)
		if try > 0 {
			name = strings.TrimSuffix(name, ".md") + fmt.Sprintf("-%d.md", try+1)
		}
		err := recall.AddNote(ctx, m.Dir(), name, text)
		if errors.Is(err, recall.ErrNoteExists) {
			continue
		}
		return filepath.Join(m.Dir(), filepath.FromSlash(recall.NotesDir), name), err
	}
	return "", fmt.Errorf("write note: a hundred notes of this second exist already: %w", recall.ErrNoteExists)
}

// makeDir makes the memory folder where it is absent. A symbolic link in its place is refused.
func (m *Memory) makeDir() error {
	info, err := os.Lstat(m.Dir())
	if err == nil && info.Mode()&os.ModeSymlink != 0 {
		return fmt.Errorf("%s: %w", m.Dir(), workspace.ErrSymlink)
	}
	if err := os.MkdirAll(m.Dir(), 0o700); err != nil {
		return fmt.Errorf("make memory folder: %w", err)
	}
	return nil
}

// Unforget takes a tombstone back: that of a thread, of a project, or of a text.
func (m *Memory) Unforget(ctx context.Context, what string) (state.Tombstone, error) {
	stones, err := m.store.Tombstones(ctx)
	if err != nil {
		return state.Tombstone{}, err
	}
	mark := extract.Fingerprint(what)
	var found []state.Tombstone
	for _, s := range stones {
		switch s.Kind {
		case state.TombThread:
			if len(what) >= 4 && strings.HasPrefix(s.Value, strings.ToLower(what)) {
				found = append(found, s)
			}
		case state.TombProject:
			if p := filepath.Clean(what); s.Value == p || s.Value == filepath.Join(p, ".git") {
				found = append(found, s)
			}
		case state.TombText:
			if s.Value == mark {
				found = append(found, s)
			}
		}
	}
	switch len(found) {
	case 0:
		return state.Tombstone{}, fmt.Errorf("nothing of that name was forgotten: %w", state.ErrNotFound)
	case 1:
		return found[0], m.store.RemoveTombstone(ctx, found[0].Kind, found[0].Value)
	}
	return state.Tombstone{}, fmt.Errorf("%q names %d forgotten sessions: %w", what, len(found), ErrAmbiguous)
}

// Reset empties the memory: outputs, jobs, index and the folder's contents. What the user said
// about threads stays. A folder that is a symbolic link is refused before anything goes.
func (m *Memory) Reset(ctx context.Context) error {
	if err := workspace.Wipe(ctx, m.Dir()); err != nil {
		return err
	}
	if err := m.store.Reset(ctx); err != nil {
		return fmt.Errorf("reset state: %w", err)
	}
	return m.clearIndex(ctx)
}
