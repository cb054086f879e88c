package recall

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// project is where a session works: every path by which memory may know the place.
type project struct {
	paths []string // clean, slash-separated
}

// newProject collects cwd, what it is once symbolic links are followed, the main
// worktree of its repository, and the project id (a git common directory or a path).
// The folder need not exist. Git is not run: three small files tell the same.
func newProject(cwd, id string) project {
	var p project
	add := func(dir string) {
		if dir == "" {
			return
		}
		dir = cleanPath(dir)
		p.paths = append(p.paths, dir)
		// A common directory stands for the worktree it lies in; but one in a home
		// folder (dot files) would make every project below it one.
		if root := path.Dir(dir); path.Base(dir) == ".git" && !homeFolder.MatchString(root) {
			p.paths = append(p.paths, root)
		}
	}
	add(cwd)
	if real, err := filepath.EvalSymlinks(cwd); cwd != "" && err == nil {
		add(real)
		add(gitCommonDir(real))
	}
	add(id)
	return p
}

var homeFolder = regexp.MustCompile(`^(?:/|/root|/home/[^/]+|/Users/[^/]+|[A-Za-z]:/(?:Users/[^/]+)?)$`)

// owns reports whether a scope as written in a summary is this project: the same path,
// or one inside the other. A heading may name several paths, or explain one in brackets.
func (p project) owns(scope string) bool {
	for _, s := range scopePaths(scope) {
		for _, own := range p.paths {
			if within(s, own) || within(own, s) {
				return true
			}
		}
	}
	return false
}

// within reports whether a is b or lies below it, at a path border.
func within(a, b string) bool {
	return a == b || strings.HasPrefix(a, strings.TrimSuffix(b, "/")+"/")
}

// scopePaths returns the readings of a scope: the whole, the part before a remark in
// brackets, and each path of a list.
func scopePaths(scope string) []string {
	scope = strings.Trim(strings.TrimSpace(scope), "`")
	readings := []string{scope}
	if at := strings.Index(scope, " ("); at > 0 {
		readings = append(readings, scope[:at])
	}
	for part := range strings.SplitSeq(scope, ", ") {
		readings = append(readings, strings.Trim(strings.TrimSpace(part), "`"))
	}
	var paths []string
	for _, r := range readings {
		if isProjectPath(r) {
			paths = append(paths, cleanPath(r))
		}
	}
	return paths
}

var windowsPath = regexp.MustCompile(`^(?:[A-Za-z]:[\\/]|\\\\)`)

// isProjectPath reports whether a heading names a folder rather than a topic.
func isProjectPath(s string) bool {
	s = strings.Trim(strings.TrimSpace(s), "`")
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~/") || windowsPath.MatchString(s)
}

// oneLine writes line breaks in a path as the memory folder's files do.
var oneLine = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, "\u2028", `\u2028`, "\u2029", `\u2029`)

// cleanPath brings a path into the form in which paths are compared: on one line, with
// slashes and no trailing one.
func cleanPath(s string) string {
	if windowsPath.MatchString(s) {
		s = strings.ReplaceAll(s, `\`, "/")
	}
	return path.Clean(oneLine.Replace(strings.ToValidUTF8(s, "\uFFFD")))
}

// gitCommonDir returns the repository that dir belongs to, "" where there is none: the
// nearest .git above it, or, in a linked worktree, what its .git file leads to.
func gitCommonDir(dir string) string {
	for {
		dotGit := filepath.Join(dir, ".git")
		info, err := os.Lstat(dotGit)
		switch {
		case err == nil && info.IsDir():
			return dotGit
		case err == nil && info.Mode().IsRegular():
			return linkedCommonDir(dir, dotGit)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

func linkedCommonDir(dir, dotGit string) string {
	target, ok := bytes.CutPrefix(readSmall(dotGit), []byte("gitdir: "))
	if !ok {
		return ""
	}
	gitDir := absoluteIn(dir, string(bytes.TrimSpace(target)))
	if common := bytes.TrimSpace(readSmall(filepath.Join(gitDir, "commondir"))); len(common) > 0 {
		return absoluteIn(gitDir, string(common))
	}
	return gitDir
}

func absoluteIn(dir, p string) string {
	if !filepath.IsAbs(p) {
		p = filepath.Join(dir, p)
	}
	return filepath.Clean(p)
}

// readSmall returns a file's bytes, none where it cannot be read or is no pointer file.
func readSmall(name string) []byte {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<14 {
		return nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return b
}
