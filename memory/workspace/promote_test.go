package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPromote(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "old\n", "skills/x/SKILL.md": "x\n", "same.md": "same\n"})
	s := stage(t, f)
	mustWrite(t, s, HandbookFile, "new\n")
	mustWrite(t, s, "skills/y/scripts/run.sh", "y\n")
	mustWrite(t, s, "same.md", "same\n")
	if err := s.Remove("skills/x/SKILL.md"); err != nil {
		t.Fatal(err)
	}
	want := Result{Written: []string{HandbookFile, "skills/y/scripts/run.sh"}, Removed: []string{"skills/x/SKILL.md"}}
	if diff := cmp.Diff(want, mustPromote(t, f, s)); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	files := map[string]string{HandbookFile: "new\n", "skills/y/scripts/run.sh": "y\n", "same.md": "same\n"}
	if diff := cmp.Diff(files, contents(t, f.Dir())); diff != "" {
		t.Errorf("folder (-want +got):\n%s", diff)
	}
	if _, err := os.Lstat(filepath.Join(f.Dir(), "skills/x")); err == nil {
		t.Error("the folder skills/x stays, empty")
	}
	if res := mustPromote(t, f, s); !cmp.Equal(res, Result{}) {
		t.Errorf("promoting once more does %+v, want nothing", res)
	}
	s.Close()
	if left := beside(t, f); len(left) > 0 {
		t.Errorf("beside the folder there still is %q", left)
	}
}

// TestUserChangesMeanwhile changes the folder between Stage and Promote.
func TestUserChangesMeanwhile(t *testing.T) {
	const lines = "a\nb\nc\nd\ne\n"
	del := "\x00" // stands for an absent file
	for _, tc := range []struct {
		name              string
		base, live, stage string
		want              string
		merged, conflict  bool
	}{
		{"only the stage", lines, lines, "a\nB\nc\nd\ne\n", "a\nB\nc\nd\ne\n", false, false},
		{"only the user", lines, "a\nB\nc\nd\ne\n", lines, "a\nB\nc\nd\ne\n", false, false},
		{"both the same", lines, "a\nB\nc\nd\ne\n", "a\nB\nc\nd\ne\n", "a\nB\nc\nd\ne\n", false, false},
		{"apart", lines, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\ne\nf\n", "A\nb\nc\nd\ne\nf\n", true, false},
		{"the same line", lines, "a\nX\nc\nd\ne\n", "a\nY\nc\nd\ne\n", "a\nX\nc\nd\ne\n", false, true},
		{"both deleted", lines, del, del, del, false, false},
		{"user deleted, stage changed", lines, del, "new\n", del, false, true},
		{"user changed, stage deleted", lines, "mine\n", del, "mine\n", false, true},
		{"both added", del, "mine\n", "ours\n", "mine\n", false, true},
		{"both added the same", del, "x\n", "x\n", "x\n", false, false},
		{"user added", del, "mine\n", del, "mine\n", false, false},
		{"no text", "a\x00\nb\nc\n", "A\x00\nb\nc\n", "a\x00\nb\nC\n", "A\x00\nb\nc\n", false, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFolder(t)
			if tc.base != del {
				userWrites(t, f, "f.md", tc.base)
			}
			userWrites(t, f, "other.md", "old\n")
			s := stage(t, f)
			mustWrite(t, s, "other.md", "new\n")
			if tc.stage == del {
				s.Remove("f.md")
			} else {
				mustWrite(t, s, "f.md", tc.stage)
			}
			if tc.live == del {
				os.Remove(filepath.Join(f.Dir(), "f.md"))
			} else {
				userWrites(t, f, "f.md", tc.live)
			}
			res, err := f.Promote(t.Context(), s, PromoteOptions{})
			if errors.Is(err, ErrConflict) != tc.conflict || (err != nil) != tc.conflict {
				t.Fatalf("Promote: %v, want a conflict: %v", err, tc.conflict)
			}
			got, ok := contents(t, f.Dir())["f.md"]
			if !ok {
				got = del
			}
			if got != tc.want {
				t.Errorf("the file holds %q, want %q", got, tc.want)
			}
			if merged := len(res.Merged) > 0; merged != tc.merged {
				t.Errorf("merged: %v, want %v", merged, tc.merged)
			}
			other := "new\n"
			if tc.conflict {
				other = "old\n" // nothing is promoted
				if diff := cmp.Diff([]string{"f.md"}, res.Conflicts); diff != "" {
					t.Errorf("conflicts (-want +got):\n%s", diff)
				}
			}
			if got := contents(t, f.Dir())["other.md"]; got != other {
				t.Errorf("the other file holds %q, want %q", got, other)
			}
		})
	}
}

// TestUserChangesInTheLastInstant changes a file at each step of the promotion itself. It
// is never overwritten.
func TestUserChangesInTheLastInstant(t *testing.T) {
	steps := []string{"promote: prepare f.md", "promote: write journal", "promote: decide", "promote: link aside f.md", "promote: replace f.md", "promote: drop journal"}
	for _, at := range steps {
		f := newFolder(t)
		userWrites(t, f, "f.md", "old\n")
		s := stage(t, f)
		mustWrite(t, s, "f.md", "ours\n")
		f.opts.step = func(name string) error {
			if name == at {
				userWrites(t, f, "f.md", "theirs\n") // in place, as many editors save
			}
			return nil
		}
		_, err := f.Promote(t.Context(), s, PromoteOptions{})
		if got := contents(t, f.Dir())["f.md"]; got != "theirs\n" {
			t.Errorf("changed at %q: the file holds %q, want the user's text", at, got)
		}
		if at != "promote: drop journal" && !errors.Is(err, ErrConflict) {
			t.Errorf("changed at %q: Promote: %v, want ErrConflict", at, err)
		}
	}
	for _, step := range []string{"promote: add f.md", "promote: decide"} {
		f := newFolder(t)
		s := stage(t, f)
		mustWrite(t, s, "f.md", "ours\n")
		f.opts.step = func(name string) error {
			if name == step {
				userWrites(t, f, "f.md", "theirs\n")
			}
			return nil
		}
		_, err := f.Promote(t.Context(), s, PromoteOptions{})
		if got := contents(t, f.Dir())["f.md"]; got != "theirs\n" || !errors.Is(err, ErrConflict) {
			t.Errorf("added at %q: the file holds %q and Promote says %v, want the user's text and ErrConflict", step, got, err)
		}
	}
}

func TestUserBlocksTheShape(t *testing.T) {
	for name, ours := range map[string]string{"folder/theirs.md": "folder", "file": "file/ours.md"} {
		f := newFolder(t)
		s := stage(t, f)
		mustWrite(t, s, ours, "ours\n")
		userWrites(t, f, name, "theirs\n")
		res, err := f.Promote(t.Context(), s, PromoteOptions{})
		if !errors.Is(err, ErrConflict) || !cmp.Equal(res.Conflicts, []string{ours}) {
			t.Errorf("%s against %s: %v, %v; want a conflict", name, ours, res, err)
		}
		if diff := cmp.Diff(map[string]string{name: "theirs\n"}, contents(t, f.Dir())); diff != "" {
			t.Errorf("folder (-want +got):\n%s", diff)
		}
	}
}

func TestNoteDuringARunIsSeenByTheNext(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "old\n"})
	s := stage(t, f)
	mustWrite(t, s, HandbookFile, "new\n")
	note := NotesDir + "/2026-03-01T10-00-00-tabs.md"
	userWrites(t, f, note, "use tabs\n")
	mustPromote(t, f, s)
	if err := f.RemakeBaseline(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Change{{Added, note}}, changes(t, f)); diff != "" {
		t.Errorf("changes that the next run sees (-want +got):\n%s", diff)
	}
}

func TestConfirmAndCancelLeaveTheOldFolder(t *testing.T) {
	lost := errors.New("lease lost")
	ctx, cancel := context.WithCancel(t.Context())
	for name, confirm := range map[string]func(context.Context) error{
		"refused":   func(context.Context) error { return lost },
		"cancelled": func(context.Context) error { cancel(); return nil },
	} {
		f := newFolder(t)
		userWrites(t, f, HandbookFile, "old\n")
		s := stage(t, f)
		mustWrite(t, s, HandbookFile, "new\n")
		_, err := f.Promote(ctx, s, PromoteOptions{Confirm: confirm})
		if !errors.Is(err, lost) && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: Promote: %v, want why it was stopped", name, err)
		}
		s.Close()
		if diff := cmp.Diff(map[string]string{HandbookFile: "old\n"}, contents(t, f.Dir())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if left := beside(t, f); len(left) > 0 {
			t.Errorf("%s: beside the folder there still is %q", name, left)
		}
	}
}

func TestCancelAfterTheDecisionFinishes(t *testing.T) {
	f := newFolder(t)
	s := stage(t, f)
	mustWrite(t, s, "a.md", "a\n")
	mustWrite(t, s, "b.md", "b\n")
	ctx, cancel := context.WithCancel(t.Context())
	f.opts.step = func(name string) error {
		if name == "promote: add a.md" {
			cancel()
		}
		return nil
	}
	if _, err := f.Promote(ctx, s, PromoteOptions{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a.md": "a\n", "b.md": "b\n"}, contents(t, f.Dir())); diff != "" {
		t.Errorf("folder (-want +got):\n%s", diff)
	}
}

func TestModes(t *testing.T) {
	f := newFolder(t)
	os.Chmod(f.Dir(), 0o755)
	script := "skills/x/scripts/run.sh"
	userWrites(t, f, script, "#!/bin/sh\n")
	userWrites(t, f, "skills/x/templates/t.sh", "t\n")
	userWrites(t, f, HandbookFile, "x\n")
	for _, name := range []string{script, "skills/x/templates/t.sh"} {
		os.Chmod(filepath.Join(f.Dir(), name), 0o777)
	}
	mustConsolidate(t, f, map[string]string{"new/dir/file.md": "n\n", script: "#!/bin/sh\nnew\n"})
	home := filepath.Dir(f.Dir())
	err := filepath.WalkDir(home, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fileMode
		if d.IsDir() || p == filepath.Join(f.Dir(), script) {
			want = dirMode
		}
		if got := info.Mode().Perm(); got&^want != 0 || got&want&0o500 != want&0o500 {
			t.Errorf("%s has mode %o, want %o", p, got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLargeFileChangedOnBothSides(t *testing.T) {
	f := newFolder(t)
	large := strings.Repeat("line\n", mergeLimit/5+1)
	userWrites(t, f, "large.md", large)
	s := stage(t, f)
	if data, ok := s.Base("large.md"); !ok || data != nil {
		t.Errorf("Base of a large file: %d bytes, %v; want nil and true", len(data), ok)
	}
	userWrites(t, f, "large.md", "mine\n"+large)
	mustWrite(t, s, "large.md", large+"ours\n")
	if _, err := f.Promote(t.Context(), s, PromoteOptions{}); !errors.Is(err, ErrConflict) {
		t.Errorf("Promote: %v, want ErrConflict, as nothing of it is kept to merge with", err)
	}
}

// TestLargeHandbook: a handbook above the limit of other files is kept as it was staged,
// merged with what the user changes meanwhile, and found again in the baseline.
func TestLargeHandbook(t *testing.T) {
	f := newFolder(t)
	var b strings.Builder
	for i := 0; b.Len() <= 2*mergeLimit; i++ {
		fmt.Fprintf(&b, "- fact number %d\n", i)
	}
	large := b.String()
	mustConsolidate(t, f, map[string]string{HandbookFile: large})
	s := stage(t, f)
	if data, ok := s.Base(HandbookFile); !ok || string(data) != large {
		t.Errorf("Base has %d bytes, %v; want the %d that were staged", len(data), ok, len(large))
	}
	userWrites(t, f, HandbookFile, "- mine\n"+large)
	mustWrite(t, s, HandbookFile, large+"- ours\n")
	mustPromote(t, f, s)
	if got := contents(t, f.Dir())[HandbookFile]; got != "- mine\n"+large+"- ours\n" {
		t.Errorf("the folder's handbook has %d bytes, want both changes", len(got))
	}
	if data, ok, err := s.Baseline(t.Context(), HandbookFile); err != nil || !ok || string(data) != large {
		t.Errorf("Baseline has %d bytes, %v, %v; want the %d that were consolidated", len(data), ok, err, len(large))
	}
	if err := ShrinkGuard([]byte(large), []byte("# Task Group: general\n"), nil); !errors.Is(err, ErrShrink) {
		t.Errorf("ShrinkGuard of the large handbook: %v, want ErrShrink", err)
	}
}

// TestReaderDuringAPromotion starts a reader in the middle of a promotion: it waits, and
// then sees all of it.
func TestReaderDuringAPromotion(t *testing.T) {
	f := newFolder(t)
	s := stage(t, f)
	mustWrite(t, s, "a.md", "a\n")
	mustWrite(t, s, "b.md", "b\n")
	read := make(chan map[string]string, 1)
	f.opts.step = func(name string) error {
		if name == "promote: add b.md" {
			go func() {
				if err := Recover(context.Background(), f.Dir()); err != nil {
					t.Error(err)
				}
				read <- contents(t, f.Dir())
			}()
		}
		return nil
	}
	mustPromote(t, f, s)
	if diff := cmp.Diff(map[string]string{"a.md": "a\n", "b.md": "b\n"}, <-read); diff != "" {
		t.Errorf("what the reader saw (-want +got):\n%s", diff)
	}
}

func TestFolderRemovedBeforeTheRecovery(t *testing.T) {
	f := newFolder(t)
	s := stage(t, f)
	mustWrite(t, s, "a.md", "a\n")
	f.opts.step = func(name string) error {
		if name == "promote: add a.md" {
			return errors.New("stopped")
		}
		return nil
	}
	if _, err := f.Promote(t.Context(), s, PromoteOptions{}); err == nil {
		t.Fatal("the promotion was not stopped")
	}
	s.Close()
	other := filepath.Join(filepath.Dir(f.Dir()), "other")
	if err := os.RemoveAll(f.Dir()); err != nil {
		t.Fatal(err)
	}
	openFolder(t, other)
	if _, err := os.Stat(f.Dir()); err == nil {
		t.Error("the recovery made a folder that the user removed")
	}
	if left := beside(t, f); !cmp.Equal(left, []string{"other"}) {
		t.Errorf("beside the folder there is %q, want the other one alone", left)
	}
}

func TestCancelledStage(t *testing.T) {
	f := newFolder(t)
	userWrites(t, f, "a.md", "a\n")
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("Ctrl-C")
	f.opts.step = func(name string) error {
		if name == "stage: make folder" {
			cancel(stop)
		}
		return nil
	}
	if _, err := f.Stage(ctx); !errors.Is(err, stop) {
		t.Errorf("Stage: %v, want the cause", err)
	}
	if left := beside(t, f); len(left) > 0 {
		t.Errorf("beside the folder there still is %q", left)
	}
}
