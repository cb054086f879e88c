package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
)

// file is one regular file of a tree.
type file struct {
	path string // slash-separated, relative to the tree's root
	info fs.FileInfo
}

// walkFiles lists a tree's regular files in path order, but for .git folders and the diff
// file. A symbolic link, or anything else that is no file or folder, is an error.
func walkFiles(root *os.Root) ([]file, error) {
	var files []file
	err := walk(root, ".", func(p string, info fs.FileInfo) error {
		if info.Mode().IsRegular() && p != DiffFile {
			files = append(files, file{p, info})
		}
		return nil
	})
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return files, err
}

// walk visits every file and folder below dir, folders before what they hold.
func walk(root *os.Root, dir string, visit func(p string, info fs.FileInfo) error) error {
	names, err := readDir(root, dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.EqualFold(name, gitDir) {
			continue
		}
		p := path.Join(dir, name)
		info, err := root.Lstat(p)
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone since the listing
		}
		if err != nil {
			return err
		}
		switch mode := info.Mode(); {
		case mode&fs.ModeSymlink != 0:
			return fmt.Errorf("%w: %q", ErrSymlink, p)
		case !mode.IsRegular() && !mode.IsDir():
			return fmt.Errorf("%w: %q", ErrIrregular, p)
		}
		if err := visit(p, info); err != nil {
			return err
		}
		if info.IsDir() {
			if err := walk(root, p, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// readDir lists the names in a folder, sorted. Names may be any bytes, so fs.ReadDir,
// which wants UTF-8, does not serve.
func readDir(root *os.Root, dir string) ([]string, error) {
	d, err := root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("list %q: %w", dir, err)
	}
	slices.Sort(names)
	return names, nil
}

// plainDir refuses what is not a folder.
func plainDir(info fs.FileInfo, name string) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%w: %q", ErrSymlink, name)
	case !info.IsDir():
		return fmt.Errorf("%w: %q is not a folder", ErrIrregular, name)
	}
	return nil
}

// tightenDir takes group and others off a folder's mode. A folder that its owner made
// read-only stays so and is refused.
func tightenDir(root *os.Root, name string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o300 != 0o300 {
		return fmt.Errorf("folder %q: %w", name, ErrReadOnly)
	}
	if info.Mode().Perm() == dirMode {
		return nil
	}
	return root.Chmod(name, dirMode)
}

// tightenFile gives a file its mode.
func tightenFile(root *os.Root, name string, info fs.FileInfo) error {
	if want := modeOf(name, info); info.Mode().Perm() != want {
		return root.Chmod(name, want)
	}
	return nil
}

// modeOf is 0600, but a skill's script that its owner may run stays so.
func modeOf(name string, info fs.FileInfo) fs.FileMode {
	parts := strings.Split(name, "/")
	if info != nil && info.Mode()&0o100 != 0 && len(parts) > 3 && parts[0] == SkillsDir && parts[2] == "scripts" {
		return 0o700
	}
	return fileMode
}

// tighten enforces the modes over a whole tree.
func tighten(root *os.Root) error {
	return walk(root, ".", func(p string, info fs.FileInfo) error {
		if info.IsDir() {
			return tightenDir(root, p, info)
		}
		return tightenFile(root, p, info)
	})
}

// hashFile is the hex SHA-256 of a file's bytes, "" where there is no such file, or a folder.
func hashFile(root *os.Root, name string) (string, error) {
	info, err := root.Lstat(name)
	if absent(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		return "", nil
	case mode&fs.ModeSymlink != 0:
		return "", fmt.Errorf("%w: %q", ErrSymlink, name)
	case !mode.IsRegular():
		return "", fmt.Errorf("%w: %q", ErrIrregular, name)
	}
	in, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	h := sha256.New()
	if _, err := io.Copy(h, in); err != nil {
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// writeFile creates or replaces a file's bytes and, with sync, sees them on the disk.
func writeFile(root *os.Root, name string, data []byte, mode fs.FileMode, sync bool) (err error) {
	out, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := out.Write(data); err != nil {
		return err
	}
	if err := out.Chmod(mode); err != nil { // whatever the umask says
		return err
	}
	if sync {
		return out.Sync()
	}
	return nil
}

// mkdirAll creates a folder and those above it, 0700 whatever the umask says.
func mkdirAll(root *os.Root, dir string) error {
	if dir == "." || dir == "" {
		return nil
	}
	info, err := root.Lstat(dir)
	if err == nil {
		return plainDir(info, dir)
	}
	if !absent(err) {
		return err
	}
	if err := mkdirAll(root, path.Dir(dir)); err != nil {
		return err
	}
	if err := root.Mkdir(dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return root.Chmod(dir, dirMode)
}

// syncPath sees a file's bytes or a folder's entries on the disk. Some systems cannot do
// that for a folder, or for a file opened for reading, and say so.
func syncPath(root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// absent reports that a path names nothing, be it that a part of it is a file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func isNoSpace(err error) bool {
	return errors.Is(err, ErrNoSpace) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

func isReadOnly(err error) bool {
	return errors.Is(err, ErrReadOnly) || errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}
