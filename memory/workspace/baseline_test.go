package workspace

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// userGit runs git in the folder as its user would.
func userGit(t *testing.T, f *Folder, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", f.Dir(), "-c", "safe.directory=*", "-c", "user.name=Kim", "-c", "user.email=kim@example.invalid"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func TestBaselineIsOneParentlessCommit(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "one\n", "skills/a b/SKILL.md": "s\n"})
	first := userGit(t, f, "rev-parse", "HEAD")
	mustConsolidate(t, f, map[string]string{HandbookFile: "two\n"})
	if got := userGit(t, f, "rev-list", "--all", "--parents", "--count"); got != "1" {
		t.Errorf("the baseline has %s commits, want 1", got)
	}
	if got := userGit(t, f, "status", "--porcelain"); got != "" {
		t.Errorf("git status after a run says %q, want nothing", got)
	}
	if got, want := userGit(t, f, "ls-tree", "-r", "--name-only", "HEAD"), "MEMORY.md\nskills/a b/SKILL.md"; got != want {
		t.Errorf("the baseline holds %q, want %q", got, want)
	}
	cmd := exec.Command("git", "-C", f.Dir(), "cat-file", "-e", first)
	if cmd.Run() == nil {
		t.Errorf("commit %s of the old baseline is still there", first)
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(f.Dir()), f.oldBaseline())); err == nil {
		t.Error("the old baseline still stands beside the folder")
	}
}

func TestForgottenTextIsInNoObject(t *testing.T) {
	const secret = "the zebra is purple"
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: secret + "\n"})
	if !objectsHold(t, f, secret) {
		t.Fatal("the test cannot see what the objects hold")
	}
	mustConsolidate(t, f, map[string]string{HandbookFile: "nothing\n"})
	if objectsHold(t, f, secret) {
		t.Errorf("%q is still in a git object", secret)
	}
	if left := beside(t, f); len(left) > 0 {
		t.Errorf("beside the folder there still is %q", left)
	}
}

// objectsHold looks into every object, reachable or not.
func objectsHold(t *testing.T, f *Folder, text string) bool {
	t.Helper()
	ids := userGit(t, f, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
	for _, id := range strings.Fields(ids) {
		if out, _ := exec.Command("git", "-C", f.Dir(), "cat-file", "-p", id).Output(); bytes.Contains(out, []byte(text)) {
			return true
		}
	}
	return false
}

func TestEnsureBaseline(t *testing.T) {
	f := newFolder(t)
	userWrites(t, f, "notes.md", "there before\n")
	ensure := func(want bool, why string) {
		t.Helper()
		made, err := f.EnsureBaseline(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if made != want {
			t.Errorf("%s: EnsureBaseline made one: %v, want %v", why, made, want)
		}
	}
	ensure(true, "no baseline")
	ensure(false, "a sound one")
	userWrites(t, f, "notes.md", "changed\n")
	ensure(false, "a sound one, with changes in the folder")
	if got := changes(t, f); !cmp.Equal(got, []Change{{Modified, "notes.md"}}) {
		t.Errorf("changes = %v, want notes.md modified", got)
	}

	packs, _ := filepath.Glob(filepath.Join(f.Dir(), ".git/objects/pack/*.pack"))
	for _, pack := range packs {
		os.Chmod(pack, 0o600)
		if err := os.WriteFile(pack, []byte("garbage"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ensure(true, "a damaged pack")
	os.Remove(filepath.Join(f.Dir(), ".git", markerFile))
	ensure(true, "no marker")
	os.RemoveAll(filepath.Join(f.Dir(), ".git"))
	ensure(true, "no .git")
	if got := changes(t, f); len(got) > 0 {
		t.Errorf("changes after the baseline was made of what is there: %v, want none", got)
	}
}

func changes(t *testing.T, f *Folder) []Change {
	t.Helper()
	s := stage(t, f)
	defer s.Close()
	d, err := s.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d.Changes
}

// TestKilledBetweenTheRenames finds the folder as a run leaves it that dies when it has
// taken the old baseline out: what changed since must still show.
func TestKilledBetweenTheRenames(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "x\n"})
	note := NotesDir + "/2026-03-01T10-00-00-tabs.md"
	userWrites(t, f, note, "use tabs\n")
	if err := os.Rename(filepath.Join(f.Dir(), ".git"), filepath.Join(filepath.Dir(f.Dir()), f.oldBaseline())); err != nil {
		t.Fatal(err)
	}
	f = openFolder(t, f.Dir())
	if made, err := f.EnsureBaseline(t.Context()); made || err != nil {
		t.Errorf("EnsureBaseline made a new one: %v, %v", made, err)
	}
	if diff := cmp.Diff([]Change{{Added, note}}, changes(t, f)); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

func TestForeignRepositoryIsMovedAside(t *testing.T) {
	f := newFolder(t)
	userWrites(t, f, "own.md", "history\n")
	userGit(t, f, "init", "-q")
	userGit(t, f, "add", ".")
	userGit(t, f, "commit", "-qm", "mine")
	commit := userGit(t, f, "rev-parse", "HEAD")
	mustConsolidate(t, f, map[string]string{HandbookFile: "x\n"})
	if got := userGit(t, f, "rev-list", "--all", "--count"); got != "1" {
		t.Errorf("the baseline has %s commits, want 1", got)
	}
	kept := filepath.Join(filepath.Dir(f.Dir()), "memories.git.kept")
	if out, err := exec.Command("git", "--git-dir", kept, "cat-file", "-e", commit).CombinedOutput(); err != nil {
		t.Errorf("the user's commit is not in %s: %v: %s", kept, err, out)
	}
}

func TestUserCommitsDoNotMoveTheBaseline(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "x\n"})
	userWrites(t, f, "own.md", "mine\n")
	userGit(t, f, "add", ".")
	userGit(t, f, "commit", "-qm", "mine")
	if got := changes(t, f); !cmp.Equal(got, []Change{{Added, "own.md"}}) {
		t.Errorf("changes = %v, want own.md added", got)
	}
}

func TestHermeticGit(t *testing.T) {
	home := t.TempDir()
	hooks := filepath.Join(home, "hooks")
	if err := os.Mkdir(hooks, 0o755); err != nil {
		t.Fatal(err)
	}
	marker := filepath.Join(home, "hook-ran")
	for _, hook := range []string{"pre-commit", "post-commit", "reference-transaction", "post-index-change", "fsmonitor"} {
		if err := os.WriteFile(filepath.Join(hooks, hook), []byte("#!/bin/sh\ntouch '"+marker+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	config := "[core]\n\thooksPath = " + hooks + "\n\tfsmonitor = " + hooks + "/fsmonitor\n\tautocrlf = true\n\teol = crlf\n" +
		"[commit]\n\tgpgSign = true\n[diff]\n\texternal = " + hooks + "/pre-commit\n\tnoprefix = true\n[init]\n\ttemplateDir = " + home + "\n[color]\n\tui = always\n[extensions]\n\tobjectFormat = nonsense\n"
	for _, name := range []string{".gitconfig", "gitconfig"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(config), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for key, value := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_GLOBAL": filepath.Join(home, "gitconfig"), "GIT_CONFIG_SYSTEM": filepath.Join(home, "gitconfig"),
		"GIT_DIR": "/nonexistent", "GIT_WORK_TREE": "/nonexistent", "GIT_INDEX_FILE": "/nonexistent/i", "GIT_OBJECT_DIRECTORY": "/nonexistent",
		"GIT_EXTERNAL_DIFF": "false", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare", "GIT_CONFIG_VALUE_0": "nonsense", "GIT_DEFAULT_HASH": "sha256",
		"GIT_DIFF_OPTS": "--unified=0", "GIT_TRACE": filepath.Join(home, "trace"), "LANG": "de_DE.UTF-8", "LANGUAGE": "de",
	} {
		t.Setenv(key, value)
	}
	f := newFolder(t)
	// A user's own attributes and ignores, and an agent's config in the folder's .git.
	attributes := "* text eol=crlf filter=x ident -diff working-tree-encoding=UTF-16\n"
	mustConsolidate(t, f, map[string]string{HandbookFile: "a\r\nb\n$Id$\n", ".gitattributes": attributes, ".gitignore": "*\n"})
	if err := os.WriteFile(filepath.Join(f.Dir(), ".git", "config"), []byte(config+"[filter \"x\"]\n\tclean = touch "+marker+"\n\trequired = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	userWrites(t, f, HandbookFile, "a\r\nb\n$Id$\nc\n")
	s := stage(t, f)
	d, err := s.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := "diff --git a/MEMORY.md b/MEMORY.md\n--- a/MEMORY.md\n+++ b/MEMORY.md\n@@ -1,3 +1,4 @@\n a\r\n b\n $Id$\n+c\n"
	if diff := cmp.Diff(want, d.Text); diff != "" {
		t.Errorf("diff text (-want +got):\n%s", diff)
	}
	for _, name := range []string{marker, filepath.Join(home, "trace")} {
		if _, err := os.Stat(name); err == nil {
			t.Errorf("%s exists: git saw its caller's settings", filepath.Base(name))
		}
	}
}

func TestNoGit(t *testing.T) {
	f, err := Open(t.Context(), filepath.Join(t.TempDir(), "memories"), Options{Git: func() (string, error) { return "", exec.ErrNotFound }})
	if err != nil {
		t.Fatalf("Open needs git: %v", err)
	}
	defer f.Close()
	_, err = f.EnsureBaseline(t.Context())
	if !errors.Is(err, ErrNoGit) {
		t.Errorf("EnsureBaseline without git: %v, want ErrNoGit", err)
	}
	if hint := hintOf(err); !strings.Contains(hint, "install git") {
		t.Errorf("the hint is %q, want one that says to install git", hint)
	}
}
