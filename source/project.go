package source

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// ProjectID names the project that a working folder belongs to: the git common directory,
// so that every worktree of a repository is one project; else the folder itself, as it is
// where the folder is not there any more. Nothing is executed.
func ProjectID(cwd string) string {
	if cwd == "" {
		return ""
	}
	clean := filepath.Clean(cwd)
	if info, err := os.Stat(clean); err != nil || !info.IsDir() {
		return clean
	}
	for dir := clean; ; {
		if common, ok := gitCommonDir(filepath.Join(dir, ".git")); ok {
			return common
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return clean
		}
		dir = parent
	}
}

// gitCommonDir resolves a `.git`: a folder is a repository of its own, a file leads to the
// folder of a worktree or submodule, and that folder's `commondir` to the repository.
func gitCommonDir(dotGit string) (string, bool) {
	info, err := os.Stat(dotGit)
	if err != nil {
		return "", false
	}
	dir := dotGit
	if !info.IsDir() {
		target, ok := firstLine(dotGit, "gitdir: ")
		if !ok {
			return "", false
		}
		dir = against(filepath.Dir(dotGit), target)
		if common, ok := firstLine(filepath.Join(dir, "commondir"), ""); ok {
			dir = against(dir, common)
		}
	} else if _, err := os.Stat(filepath.Join(dotGit, "HEAD")); err != nil {
		return "", false // an empty folder of that name is no repository
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real, true
	}
	return filepath.Clean(dir), true
}

func against(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

// firstLine reads a small file's first line, which must begin with head.
func firstLine(path, head string) (string, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64<<10 {
		return "", false
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	line, _, _ := strings.Cut(string(b), "\n")
	line, ok := strings.CutPrefix(strings.TrimSuffix(line, "\r"), head)
	return line, ok && line != ""
}

// Projects remembers the projects of working folders for the length of a scan. The zero
// value is ready; it is safe for concurrent use.
type Projects struct {
	mu    sync.Mutex
	known map[string]string
}

// Of is ProjectID, looked up once for each folder.
func (p *Projects) Of(cwd string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id, ok := p.known[cwd]; ok {
		return id
	}
	if p.known == nil {
		p.known = map[string]string{}
	}
	id := ProjectID(cwd)
	p.known[cwd] = id
	return id
}
