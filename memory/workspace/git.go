package workspace

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// A gitRepo is a repository that this package laid out itself, so that no template, hook
// or setting of anybody else has a part in it. The folder's own .git is never handed to
// git as a repository: its objects are read through a scratch repository, as a user or an
// agent may have changed its config.
type gitRepo struct {
	program string
	dir     string // absolute
}

// gitConfig is all that a repository of ours says.
const gitConfig = "[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = false\n\tlogAllRefUpdates = false\n"

// gitSettings hold for every call.
var gitSettings = []string{
	"-c", "core.quotePath=false",
	"-c", "core.hooksPath=/dev/null",
	"-c", "core.attributesFile=/dev/null",
	"-c", "core.excludesFile=/dev/null",
	"-c", "core.fsmonitor=false",
	"-c", "core.autocrlf=false",
	"-c", "core.fsync=none", // what is to last is synced when it is whole, see sealRepo
	"-c", "core.precomposeUnicode=false",
	"-c", "core.protectHFS=false",
	"-c", "core.protectNTFS=false",
	"-c", "gc.auto=0",
	"-c", "maintenance.auto=false",
	"-c", "commit.gpgSign=false",
	"-c", "fastimport.unpackLimit=1", // always one pack
}

// layRepo makes an empty repository in dir, below root. git itself never has to make a
// folder in it, so that an odd umask does no harm.
func (f *Folder) layRepo(root *os.Root, dir string) (*gitRepo, error) {
	program, err := f.opts.Git()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoGit, err)
	}
	for _, d := range []string{"objects/pack", "refs/heads"} {
		if err := mkdirAll(root, path.Join(dir, d)); err != nil {
			return nil, err
		}
	}
	for name, text := range map[string]string{"HEAD": "ref: " + baselineRef + "\n", "config": gitConfig} {
		if err := writeFile(root, path.Join(dir, name), []byte(text), fileMode, false); err != nil {
			return nil, err
		}
	}
	return &gitRepo{program: program, dir: filepath.Join(root.Name(), filepath.FromSlash(dir))}, nil
}

// command prepares a call of git that sees nothing of its caller's settings. Objects are
// looked up in alternates too.
func (r *gitRepo) command(ctx context.Context, alternates string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, r.program, append(append([]string{}, gitSettings...), args...)...)
	cmd.Dir = r.dir
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if up := strings.ToUpper(name); strings.HasPrefix(up, "GIT_") || up == "HOME" || strings.HasPrefix(up, "XDG_") || up == "LANG" || strings.HasPrefix(up, "LC_") {
			continue
		}
		cmd.Env = append(cmd.Env, kv)
	}
	cmd.Env = append(cmd.Env,
		"HOME="+r.dir, "XDG_CONFIG_HOME="+r.dir, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_ATTR_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1",
		"GIT_DIR="+r.dir, "GIT_WORK_TREE="+r.dir,
	)
	if alternates != "" {
		cmd.Env = append(cmd.Env, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+quotePath(alternates))
	}
	return cmd
}

// run calls git and returns its output.
func (r *gitRepo) run(ctx context.Context, alternates string, args ...string) ([]byte, error) {
	var out, errs bytes.Buffer
	cmd := r.command(ctx, alternates, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, r.fail(ctx, args[0], err, errs.Bytes())
	}
	return out.Bytes(), nil
}

// runHead is run for an output of which only the first limit bytes matter; it reports
// whether there was more.
func (r *gitRepo) runHead(ctx context.Context, limit int, alternates string, args ...string) (out []byte, more bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var errs bytes.Buffer
	cmd := r.command(ctx, alternates, args...)
	cmd.Stderr = &errs
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, false, err
	}
	if err := cmd.Start(); err != nil {
		return nil, false, r.fail(ctx, args[0], err, nil)
	}
	out, err = io.ReadAll(io.LimitReader(pipe, int64(limit)+1))
	if more = len(out) > limit; more {
		cancel()
		_ = cmd.Wait() // killed, as the rest is not wanted
		return out[:limit], true, nil
	}
	if werr := cmd.Wait(); werr != nil {
		return nil, false, r.fail(ctx, args[0], werr, errs.Bytes())
	}
	return out, false, err
}

// fail says why a call of git failed. git does not always tell that the disk is full, so
// that is tried.
func (r *gitRepo) fail(ctx context.Context, what string, err error, stderr []byte) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%w: %w", ErrNoGit, err)
	}
	probe := filepath.Join(r.dir, "probe")
	if werr := os.WriteFile(probe, make([]byte, probeSize), fileMode); isNoSpace(werr) {
		err = named(ErrNoSpace, err)
	}
	_ = os.Remove(probe) // with the rest of the scratch, if not now
	return fmt.Errorf("git %s: %w: %s", what, err, firstLine(stderr))
}

// probeSize is more than git's last words would have needed.
const probeSize = 64 << 10

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return line
}

// importTree stores all files of a tree, but for .git folders and the diff file, as one
// parentless commit on ref, and returns its id. Contents go in byte for byte: neither
// .gitattributes nor .gitignore has a say.
func (r *gitRepo) importTree(ctx context.Context, tree *os.Root, ref string, stamp int64) (string, error) {
	files, err := walkFiles(tree)
	if err != nil {
		return "", err
	}
	var errs bytes.Buffer
	cmd := r.command(ctx, "", "fast-import", "--quiet", "--done", "--date-format=raw")
	cmd.Stderr = &errs
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", r.fail(ctx, "fast-import", err, nil)
	}
	werr := writeImport(pipe, tree, files, ref, stamp)
	pipe.Close()
	if err := cmd.Wait(); err != nil {
		return "", r.fail(ctx, "fast-import", err, errs.Bytes())
	}
	if werr != nil {
		return "", werr
	}
	id, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(ref)))
	return strings.TrimSpace(string(id)), err
}

// writeImport writes a fast-import stream.
func writeImport(w io.Writer, tree *os.Root, files []file, ref string, stamp int64) error {
	const message = "Reverie baseline: the memory as last consolidated\n"
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "commit %s\ncommitter Reverie <reverie@localhost> %d +0000\ndata %d\n%s", ref, stamp, len(message), message)
	for _, f := range files {
		if err := writeBlob(out, tree, f); err != nil {
			return err
		}
	}
	fmt.Fprint(out, "done\n")
	return out.Flush()
}

// writeBlob streams one file. What is shorter than its size said is an error; what grew
// meanwhile is cut there, and shows as a change next time.
func writeBlob(out *bufio.Writer, tree *os.Root, f file) error {
	in, err := tree.Open(f.path)
	if err != nil {
		return err
	}
	defer in.Close()
	fmt.Fprintf(out, "M 100644 inline %s\ndata %d\n", quotePath(f.path), f.info.Size())
	if _, err := io.CopyN(out, in, f.info.Size()); err != nil {
		return fmt.Errorf("read %q: %w", f.path, err)
	}
	return out.WriteByte('\n')
}

// quotePath writes a name in git's C style, so that any bytes pass.
func quotePath(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(name) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
