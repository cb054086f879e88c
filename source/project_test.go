package source

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestProjectID(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo := mkdir(t, root, "main repo")
	git(t, repo, "init", "-q")
	git(t, repo, "commit", "-q", "--allow-empty", "-m", "one")
	git(t, repo, "worktree", "add", "-q", filepath.Join(root, "tree"))
	deep := mkdir(t, root, "tree", "a", "b")
	plain := mkdir(t, root, "plain", "a")
	mkdir(t, root, "hollow", ".git")
	if err := os.Symlink(repo, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	common := filepath.Join(repo, ".git")
	for _, tc := range []struct{ name, cwd, want string }{
		{"a repository", repo, common},
		{"a worktree", filepath.Join(root, "tree"), common},
		{"deep in a worktree", deep, common},
		{"through a symlink", filepath.Join(root, "link"), common},
		{"no repository", plain + "/", plain},
		{"an empty .git", filepath.Join(root, "hollow"), filepath.Join(root, "hollow")},
		{"a folder that is gone", filepath.Join(repo, "gone"), filepath.Join(repo, "gone")},
		{"none", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := ProjectID(tc.cwd); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			var p Projects
			if first, second := p.Of(tc.cwd), p.Of(tc.cwd); first != tc.want || second != tc.want {
				t.Errorf("got %q, then %q, want %q", first, second, tc.want)
			}
		})
	}
}
