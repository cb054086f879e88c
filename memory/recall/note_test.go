package recall

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAddNote(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "memories")
	const name = "2026-01-02T03-04-05-prefer-tabs.md"
	if err := AddNote(context.Background(), dir, name, "Prefer tabs"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, filepath.FromSlash(NotesDir), name)
	got, err := os.ReadFile(path)
	if err != nil || string(got) != "Prefer tabs\n" {
		t.Errorf("got %q, %v", got, err)
	}
	for p, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700, dir: 0o700} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: got %v, %v; want mode %v", p, info.Mode(), err, want)
		}
	}
	if err := AddNote(context.Background(), dir, name, "again"); !errors.Is(err, ErrNoteExists) {
		t.Errorf("a second time: got %v, want ErrNoteExists", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "Prefer tabs\n" {
		t.Errorf("the note was changed to %q", got)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("got %v, %v; want the note alone", entries, err)
	}
}

func TestNoteRefusals(t *testing.T) {
	dir := folder(t, nil)
	tools := openTools(t, dir)
	const ok = "2026-01-02T03-04-05-x.md"
	tests := []struct{ name, note, want string }{
		{"Bad Name.md", "x", "filename 'Bad Name.md' must use YYYY-MM-DDTHH-MM-SS-<slug>.md"},
		{"../" + ok, "x", "filename '../" + ok + "' must use YYYY-MM-DDTHH-MM-SS-<slug>.md"},
		{"2026-13-02T03-04-05-x.md", "x", "filename '2026-13-02T03-04-05-x.md' must use YYYY-MM-DDTHH-MM-SS-<slug>.md"},
		{"2026-01-02T03-04-05-.md", "x", "filename '2026-01-02T03-04-05-.md' must use YYYY-MM-DDTHH-MM-SS-<slug>.md"},
		{"2026-01-02T03-04-05-" + strings.Repeat("a", 81) + ".md", "x", "must use"},
		{ok + "\n", "x", "must use"},
		{ok, " \n", "ad-hoc note must not be empty"},
		{ok, strings.Repeat("x", MaxNoteBytes+1), "ad-hoc note must be at most 16384 bytes"},
	}
	for _, tt := range tests {
		_, err := tools.AddNote(context.Background(), NoteArgs{Filename: tt.name, Note: tt.note})
		var miss Miss
		if !errors.As(err, &miss) || !strings.Contains(string(miss), tt.want) {
			t.Errorf("%q: got %v, want a miss with %q", tt.name, err, tt.want)
		}
		if err := AddNote(context.Background(), dir, tt.name, tt.note); !errors.Is(err, ErrBadNote) {
			t.Errorf("%q: got %v, want ErrBadNote", tt.name, err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("a refused note left %v", entries)
	}
}

func TestNoteHoldsNoSecret(t *testing.T) {
	dir := folder(t, nil)
	key := "ghp_" + strings.Repeat("aB3xK9", 6)
	if err := AddNote(context.Background(), dir, "2026-01-02T03-04-05-x.md", "the token is "+key+" \xff"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(NotesDir), "2026-01-02T03-04-05-x.md"))
	if err != nil || strings.Contains(string(got), key) || !strings.Contains(string(got), "[REDACTED_SECRET]") {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestNoteFollowsNoLink(t *testing.T) {
	dir, outside := folder(t, nil), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "extensions")); err != nil {
		t.Fatal(err)
	}
	if err := AddNote(context.Background(), dir, "2026-01-02T03-04-05-x.md", "x"); err == nil {
		t.Error("want a refusal")
	}
	if entries, _ := os.ReadDir(outside); len(entries) != 0 {
		t.Errorf("the note left the folder: %v", entries)
	}
}

func TestOneOfManyNotesOfANameIsTaken(t *testing.T) {
	dir := folder(t, nil)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			errs[i] = AddNote(context.Background(), dir, "2026-01-02T03-04-05-x.md", strings.Repeat(string(rune('a'+i)), 100))
		})
	}
	wg.Wait()
	taken := 0
	for _, err := range errs {
		if err == nil {
			taken++
		} else if !errors.Is(err, ErrNoteExists) {
			t.Errorf("got %v, want ErrNoteExists", err)
		}
	}
	if taken != 1 {
		t.Errorf("%d notes were taken, want 1", taken)
	}
}

func TestNoteFilename(t *testing.T) {
	at := time.Date(2026, 1, 2, 4, 4, 5, 0, time.FixedZone("", 3600))
	for note, want := range map[string]string{
		"Prefer tabs, not spaces!":           "2026-01-02T03-04-05-prefer-tabs-not-spaces.md",
		"以后用制表符":                             "2026-01-02T03-04-05-note.md",
		strings.Repeat("long words ", 10):    "2026-01-02T03-04-05-long-words-long-words-long-words-long-wo.md",
		"ghp_" + strings.Repeat("aB3xK9", 6): "2026-01-02T03-04-05-redacted-secret.md",
		"../../etc/passwd":                   "2026-01-02T03-04-05-etc-passwd.md",
	} {
		got := NoteFilename(at, note)
		if got != want {
			t.Errorf("%q: got %s, want %s", note, got, want)
		}
		if _, err := checkNote(got, note); err != nil {
			t.Errorf("%q: %v", note, err)
		}
	}
}
