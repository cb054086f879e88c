package memory

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/workspace"
)

// struckDirs hold the files of the folder that are not made anew by each consolidation.
var struckDirs = [...]string{workspace.SkillsDir, workspace.ExtensionsDir}

// strikeFiles takes what matches the fingerprints out of the files below root that are
// not generated. It returns how many files changed.
func strikeFiles(root *os.Root, marks []string) (changed int, err error) {
	for _, dir := range struckDirs {
		err := fs.WalkDir(root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case d.IsDir() && d.Name() == ".git":
				return fs.SkipDir // a checkout of its own is no part of the memory
			case !d.Type().IsRegular():
				return nil
			}
			struck, err := strikeFile(root, filepath.FromSlash(name), marks)
			if struck {
				changed++
			}
			return err
		})
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// strikeFile rewrites one file without the lines that match; a file without words left goes.
func strikeFile(root *os.Root, name string, marks []string) (bool, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return false, err
	}
	data, err := root.ReadFile(name)
	if err != nil {
		return false, err
	}
	text, struck := struckText(string(data), marks)
	if !struck {
		return false, nil
	}
	if strings.TrimSpace(text) == "" {
		return true, root.Remove(name)
	}
	temporary := name + ".new"
	if err := root.WriteFile(temporary, []byte(text), info.Mode().Perm()); err != nil {
		return false, errors.Join(err, root.Remove(temporary))
	}
	return true, root.Rename(temporary, name)
}

// struckText is a text without what matches: line by line, or as a whole where a match
// runs over several lines. What is no text stays.
func struckText(text string, marks []string) (kept string, struck bool) {
	if len(marks) == 0 || !utf8.ValidString(text) || !extract.Matches(marks, text) {
		return text, false
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !extract.Matches(marks, line) {
			b.WriteString(line)
		}
	}
	if extract.Matches(marks, b.String()) {
		return "", true
	}
	return b.String(), true
}
