package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed50391015/reverie/memory/state"
)

func testClock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// newFolder opens a folder in a home of its own.
func newFolder(t *testing.T) *Folder {
	t.Helper()
	return openFolder(t, filepath.Join(t.TempDir(), "home", "memories"))
}

func openFolder(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := Open(t.Context(), dir, Options{Now: testClock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func newStage(t *testing.T) (*Folder, *Stage) {
	t.Helper()
	f := newFolder(t)
	return f, stage(t, f)
}

func stage(t *testing.T, f *Folder) *Stage {
	t.Helper()
	s, err := f.Stage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func mustWrite(t *testing.T, s *Stage, name, text string) {
	t.Helper()
	if err := s.WriteFile(name, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, s *Stage) []string {
	t.Helper()
	names, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func mustPromote(t *testing.T, f *Folder, s *Stage) Result {
	t.Helper()
	res, err := f.Promote(t.Context(), s, PromoteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// userWrites does to the folder what a user with an editor does.
func userWrites(t *testing.T, f *Folder, name, text string) {
	t.Helper()
	p := filepath.Join(f.Dir(), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// contents reads all files of a folder but for its .git.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == gitDir {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() {
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(dir, p)
			got[filepath.ToSlash(rel)] = string(data)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return got
}

// beside lists what stands in home beside the folder and the lock.
func beside(t *testing.T, f *Folder) []string {
	t.Helper()
	var got []string
	home := filepath.Dir(f.Dir())
	err := filepath.WalkDir(home, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == home {
			return err
		}
		rel, _ := filepath.Rel(home, p)
		if rel == filepath.Base(f.Dir()) {
			return filepath.SkipDir
		}
		if rel != lockFile && rel != stagingDir {
			got = append(got, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// consolidate is a whole run: baseline, stage, change, promote, baseline.
func consolidate(ctx context.Context, f *Folder, change func(s *Stage) error) error {
	if _, err := f.EnsureBaseline(ctx); err != nil {
		return err
	}
	s, err := f.Stage(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := change(s); err != nil {
		return err
	}
	d, err := s.Diff(ctx)
	if err != nil || d.Clean() {
		return err
	}
	if err := s.WriteDiffFile(d); err != nil {
		return err
	}
	if _, err := f.Promote(ctx, s, PromoteOptions{}); err != nil {
		return err
	}
	if err := f.RemoveDiffFile(); err != nil {
		return err
	}
	return f.RemakeBaseline(ctx, s)
}

func write(files map[string]string) func(*Stage) error {
	return func(s *Stage) error {
		for name, text := range files {
			if err := s.WriteFile(name, []byte(text)); err != nil {
				return err
			}
		}
		return nil
	}
}

func mustConsolidate(t *testing.T, f *Folder, files map[string]string) {
	t.Helper()
	if err := consolidate(t.Context(), f, write(files)); err != nil {
		t.Fatal(err)
	}
}

func contains(names []string, part string) bool {
	for _, name := range names {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// hintOf is what an error tells the user to do.
func hintOf(err error) string {
	var h *state.HintError
	if errors.As(err, &h) {
		return h.Hint
	}
	return ""
}
