//go:build unix

package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
)

func TestFilesArePrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home", "deep")
	path := filepath.Join(dir, "state.db")
	s := open(t, path)
	if err := s.EnqueueGlobal(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	modes := func() map[string]os.FileMode {
		out := make(map[string]os.FileMode)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			out[e.Name()] = info.Mode().Perm()
		}
		return out
	}
	for name, mode := range modes() {
		if mode != 0o600 {
			t.Errorf("%s: got mode %o, want 600", name, mode)
		}
	}
	if n := len(modes()); n < 3 {
		t.Errorf("got %d files, want database, log and index at least", n)
	}
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if info, err := os.Stat(d); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: got mode %v, error %v; want 700", d, info.Mode(), err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, path)
	if mode := modes()["state.db"]; mode != 0o600 {
		t.Errorf("file that others could read: got mode %o after an open, want 600", mode)
	}
}

func TestStrangePaths(t *testing.T) {
	for _, name := range []string{"with space", "line\nbreak", "a?b=c&d#e%20f", "日本語 ü", "'quote\"", "file:x", `back\slash`} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, name, name)
			s := open(t, path)
			if err := s.EnqueueGlobal(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			ro, err := sqlite.OpenReadOnly(t.Context(), path, sqlite.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = ro.Close() }()
			if _, err := ro.Job(t.Context(), state.KindGlobal, state.GlobalKey); err != nil {
				t.Errorf("job: got %v, want none", err)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || entries[0].Name() != name {
				t.Errorf("got entries %v, error %v; want %q alone", entries, err, name)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("database file: got %v, want none", err)
			}
		})
	}
}

func TestReadOnlyStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	_, err := sqlite.OpenReadOnly(t.Context(), path, sqlite.Options{})
	if !errors.Is(err, state.ErrNotFound) {
		t.Errorf("no database: got %v, want %v", err, state.ErrNotFound)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 0 {
		t.Errorf("got entries %v, error %v; want nothing created", entries, err)
	}
	s := open(t, path)
	ro, err := sqlite.OpenReadOnly(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ro.Close() }()
	_, threads := scanOf(3)
	if err := s.PutScan(t.Context(), nil, threads); err != nil {
		t.Fatal(err)
	}
	if got, err := ro.Threads(t.Context()); err != nil || len(got) != 3 {
		t.Errorf("got %d threads, error %v; want what the other store wrote", len(got), err)
	}
	wantHint(t, ro.EnqueueGlobal(t.Context(), 1), state.ErrReadOnly, path)
	wantHint(t, ro.Scrub(t.Context()), state.ErrReadOnly, path)
	if err := ro.Check(t.Context()); err != nil {
		t.Errorf("check: got %v, want none", err)
	}
}

// An older schema is brought up to date even for a reader.
func TestReadOnlyStoreOfAnEmptyDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	execute(t, path, `PRAGMA journal_mode = WAL`, `CREATE TABLE goose_db_version (x)`, `DROP TABLE goose_db_version`)
	ro, err := sqlite.OpenReadOnly(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ro.Close() }()
	if got, err := ro.Threads(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("got %d threads, error %v; want none of both", len(got), err)
	}
}

// Forgotten text stands in no byte of the database's files once they are scrubbed.
func TestScrubLeavesNoText(t *testing.T) {
	const word = "gorgonzola-fingerprint"
	path := filepath.Join(t.TempDir(), "state.db")
	s := open(t, path)
	other := open(t, path) // idle connections of another program
	_, threads := scanOf(200)
	for i := range threads {
		threads[i].FirstUserMessage = "keep " + strings.Repeat("k", 40*i)
	}
	secret := &threads[77]
	secret.Title, secret.FirstUserMessage = "about "+word, "please "+word
	if err := s.PutScan(t.Context(), nil, threads); err != nil {
		t.Fatal(err)
	}
	for i, thread := range threads {
		out := state.Stage1Output{ThreadID: thread.ID, SourceUpdatedAt: 1, RawMemory: strings.Repeat("raw ", 11*i), RolloutSummary: "s"}
		if thread.ID == secret.ID {
			out.RawMemory, out.RolloutSummary, out.RolloutSlug = strings.Repeat(word+"\n", 2000), word, word
		}
		if err := s.PutOutput(t.Context(), out); err != nil {
			t.Fatal(err)
		}
	}
	// Rows that grow around it move its cells from page to page.
	for i := range threads {
		threads[i].GitOrigin = strings.Repeat("o", 500)
	}
	if err := s.PutScan(t.Context(), nil, threads); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Outputs(t.Context()); err != nil {
		t.Fatal(err)
	}
	if hits := grep(t, path, word); len(hits) == 0 {
		t.Fatal("the text is in no file before it is forgotten: the test looks at the wrong place")
	}
	if err := s.ForgetThread(t.Context(), secret.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	if hits := grep(t, path, word); len(hits) != 0 {
		t.Errorf("forgotten text is still in %v, want it nowhere", hits)
	}
	if got, err := other.Outputs(t.Context()); err != nil || len(got) != len(threads)-1 {
		t.Errorf("got %d outputs, error %v; want %d", len(got), err, len(threads)-1)
	}
}

// Rows that grow and shrink around a text leave copies of it in the slack of pages, which
// the overwriting of deleted cells does not reach; with these seeds it is so.
func TestScrubReachesTheSlackOfPages(t *testing.T) {
	const word, rows = "gorgonzola-fingerprint", 300
	for _, seed := range []uint64{2, 8} {
		random := rand.New(rand.NewPCG(seed, 1))
		s := open(t, filepath.Join(t.TempDir(), "state.db"))
		put := func(row int, at int64, text string) {
			t.Helper()
			out := state.Stage1Output{ThreadID: fmt.Sprintf("t%04d", row), SourceUpdatedAt: at, RawMemory: text, RolloutSummary: "s"}
			if err := s.PutOutput(t.Context(), out); err != nil {
				t.Fatal(err)
			}
		}
		for _, row := range random.Perm(rows) {
			text := strings.Repeat("raw ", random.IntN(300))
			if row%10 == 0 {
				text = strings.Repeat(word, 1+random.IntN(40))
			}
			put(row, 1, text)
		}
		for _, row := range random.Perm(rows) {
			if row%10 != 0 {
				put(row, 2, strings.Repeat("raw ", random.IntN(600)))
			}
		}
		for row := 0; row < rows; row += 10 {
			if err := s.ForgetThread(t.Context(), fmt.Sprintf("t%04d", row)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Scrub(t.Context()); err != nil {
			t.Fatal(err)
		}
		if hits := grep(t, s.Path(), word); len(hits) != 0 {
			t.Errorf("seed %d: forgotten text is still in %v, want it nowhere", seed, hits)
		}
	}
}

// grep lists the files beside the database, itself among them, that hold a text.
func grep(t *testing.T, path, text string) (hits []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			hits = append(hits, e.Name())
		}
	}
	return hits
}

// Where the user may not write, an open says so; what is there can still be read, and
// nothing is left behind.
func TestUnwritableFolder(t *testing.T) {
	if os.Getuid() == 0 && asNobody() == nil {
		t.Skip("no mode stops root")
	}
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	exe := filepath.Join(dir, "child")
	copyFile(t, exe, must(os.Executable())(t), 0o755)
	home := filepath.Join(dir, "home")
	path := filepath.Join(home, "state.db")
	if err := withStore(t.Context(), path, func(s *sqlite.Store) error {
		_, threads := scanOf(3)
		return s.PutScan(t.Context(), nil, threads)
	}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path + "-lock"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(home, 0o555)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(home, 0o700) })
	cmd := childOf(t, exe, "denied", path)
	cmd.SysProcAttr = asNobody()
	if err := cmd.Run(); err != nil {
		t.Errorf("child: %v: %s", err, cmd.Stderr)
	}
	if entries, err := os.ReadDir(home); err != nil || len(entries) != 1 {
		t.Errorf("got entries %v, error %v; want the database alone", entries, err)
	}
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func copyFile(t *testing.T, to, from string, mode os.FileMode) {
	t.Helper()
	in := must(os.Open(from))(t)
	defer func() { _ = in.Close() }()
	out := must(os.OpenFile(to, os.O_CREATE|os.O_WRONLY, mode))(t)
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// childDenied opens a database that it may only read, and one that it may not create.
func childDenied(ctx context.Context, path string) error {
	if err := readsAlone(ctx, path); err != nil {
		return err
	}
	_, err := sqlite.Open(ctx, filepath.Join(filepath.Dir(path), "sub", "state.db"), sqlite.Options{})
	return advised(err, os.ErrPermission)
}

// readsAlone demands that the database can be read, and that writing fails with advice.
func readsAlone(ctx context.Context, path string) error {
	ro, err := sqlite.OpenReadOnly(ctx, path, sqlite.Options{})
	if err != nil {
		return fmt.Errorf("open for reading: %w", err)
	}
	threads, err := ro.Threads(ctx)
	if err != nil || len(threads) != 3 {
		return fmt.Errorf("got %d threads, error %w; want 3", len(threads), err)
	}
	if err := errors.Join(ro.Check(ctx), ro.Close()); err != nil {
		return err
	}
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err == nil {
		err = errors.Join(s.EnqueueGlobal(ctx, 1), s.Close())
	}
	return advised(err, state.ErrReadOnly)
}

// advised demands an error of a kind, with a hint.
func advised(err, kind error) error {
	var hint *state.HintError
	if !errors.Is(err, kind) || !errors.As(err, &hint) || hint.Hint == "" {
		return fmt.Errorf("got error %w, want %w with a hint", err, kind)
	}
	return nil
}
