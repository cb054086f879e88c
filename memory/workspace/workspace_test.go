package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func TestSymlinksAreRefused(t *testing.T) {
	plant := map[string]func(dir, outside string) error{
		"root": func(dir, outside string) error {
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
			return os.Symlink(outside, dir)
		},
		"file": func(dir, outside string) error {
			return os.Symlink(filepath.Join(outside, "f"), filepath.Join(dir, "MEMORY.md"))
		},
		"folder":       func(dir, outside string) error { return os.Symlink(outside, filepath.Join(dir, "skills")) },
		"inside":       func(dir, _ string) error { return os.Symlink("rollout_summaries", filepath.Join(dir, "skills")) },
		"dangling":     func(dir, _ string) error { return os.Symlink("nowhere", filepath.Join(dir, ".#MEMORY.md")) },
		"baseline":     func(dir, outside string) error { return os.Symlink(outside, filepath.Join(dir, ".git")) },
		"named pipe":   func(dir, _ string) error { return syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600) },
		"file as root": func(dir, _ string) error { return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600)) },
	}
	for name, plant := range plant {
		t.Run(name, func(t *testing.T) {
			home, outside := t.TempDir(), t.TempDir()
			dir := filepath.Join(home, "memories")
			if err := os.MkdirAll(filepath.Join(dir, "rollout_summaries"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(outside, "f"), []byte("outside"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := plant(dir, outside); err != nil {
				t.Fatal(err)
			}
			f, err := Open(t.Context(), dir, Options{Now: testClock})
			if err == nil {
				defer f.Close()
				err = consolidate(t.Context(), f, write(map[string]string{HandbookFile: "x\n"}))
			}
			if !errors.Is(err, ErrSymlink) && !errors.Is(err, ErrIrregular) {
				t.Errorf("a run says %v, want ErrSymlink or ErrIrregular", err)
			}
			if hintOf(err) == "" {
				t.Errorf("the error %q has no hint", err)
			}
			if strings.Contains(name, "root") {
				if err := Recover(t.Context(), dir); err == nil {
					t.Error("Recover takes it")
				}
				if err := Wipe(t.Context(), dir); err == nil {
					t.Error("Wipe takes it")
				}
			}
			if diff := cmp.Diff(map[string]string{"f": "outside"}, contents(t, outside)); diff != "" {
				t.Errorf("what the link points to (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSymlinkPlantedDuringTheRun(t *testing.T) {
	f := newFolder(t)
	outside := t.TempDir()
	s := stage(t, f)
	mustWrite(t, s, "skills/x/SKILL.md", "x\n")
	f.opts.step = func(name string) error {
		if name == "promote: decide" {
			return os.Symlink(outside, filepath.Join(f.Dir(), "skills"))
		}
		return nil
	}
	if _, err := f.Promote(t.Context(), s, PromoteOptions{}); !errors.Is(err, ErrSymlink) {
		t.Errorf("Promote: %v, want ErrSymlink", err)
	}
	s.Close()
	if got := contents(t, outside); len(got) > 0 {
		t.Errorf("written through the link: %v", got)
	}
	f.opts.step = nil
	if err := os.Remove(filepath.Join(f.Dir(), "skills")); err != nil {
		t.Fatal(err)
	}
	if err := Recover(t.Context(), f.Dir()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"skills/x/SKILL.md": "x\n"}, contents(t, f.Dir())); diff != "" {
		t.Errorf("folder once the link is gone (-want +got):\n%s", diff)
	}
}

func TestDeadStagesAreCleared(t *testing.T) {
	f := newFolder(t)
	userWrites(t, f, HandbookFile, "x\n")
	s := stage(t, f)
	dead := filepath.Join(filepath.Dir(f.Dir()), stagingDir, uuid.NewString(), stageTree)
	if err := os.MkdirAll(dead, 0o700); err != nil {
		t.Fatal(err)
	}
	openFolder(t, f.Dir())
	if _, err := os.Stat(dead); err == nil {
		t.Error("a stage without a living process is still there")
	}
	if data, err := s.ReadFile(HandbookFile); err != nil || string(data) != "x\n" {
		t.Errorf("the living stage says %q, %v", data, err)
	}
}

func TestRecoverWithoutAFolderDoesNothing(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	if err := Recover(t.Context(), filepath.Join(home, "memories")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(home); err == nil {
		t.Error("Recover made a folder")
	}
}

func TestDamagedJournal(t *testing.T) {
	f := newFolder(t)
	dir := filepath.Join(filepath.Dir(f.Dir()), stagingDir, "x")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"{", `{"folder":"Li4="}`, `{"folder":"YS9i"}`} { // torn, "..", "a/b"
		if err := os.WriteFile(filepath.Join(dir, journal), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Recover(t.Context(), f.Dir()); !errors.Is(err, ErrJournal) || hintOf(err) == "" {
			t.Errorf("Recover with the journal %q: %v, hint %q; want ErrJournal with a hint", text, err, hintOf(err))
		}
	}
}

func TestWipe(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "x\n", "a/b/c.md": "c\n"})
	outside := filepath.Join(t.TempDir(), "keep")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// A decided promotion of a dead run must not come back.
	s := stage(t, f)
	mustWrite(t, s, HandbookFile, "pending\n")
	f.opts.step = func(name string) error {
		if strings.HasPrefix(name, "promote: link aside") {
			return syscall.EIO
		}
		return nil
	}
	if _, err := f.Promote(t.Context(), s, PromoteOptions{}); err == nil {
		t.Fatal("the promotion was not stopped")
	}
	s.Close()
	if err := os.Symlink(outside, filepath.Join(f.Dir(), "link")); err != nil {
		t.Fatal(err)
	}
	if err := Wipe(t.Context(), f.Dir()); err != nil {
		t.Fatal(err)
	}
	if err := Recover(t.Context(), f.Dir()); err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadDir(f.Dir())
	if err != nil || len(names) > 0 {
		t.Errorf("the folder holds %v, %v; want nothing", names, err)
	}
	if left := beside(t, f); len(left) > 0 {
		t.Errorf("beside the folder there still is %q", left)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Errorf("what a link pointed to: %v", err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "old\n", "skills/x/SKILL.md": "x\n"})
	for _, locked := range []string{"skills", "."} {
		dir := filepath.Join(f.Dir(), locked)
		os.Chmod(dir, 0o500)
		err := func() error {
			f, err := Open(t.Context(), f.Dir(), Options{Now: testClock})
			if err != nil {
				return err
			}
			defer f.Close()
			return consolidate(t.Context(), f, write(map[string]string{"skills/y.md": "y\n"}))
		}()
		os.Chmod(dir, 0o700)
		if !errors.Is(err, ErrReadOnly) || !strings.Contains(hintOf(err), "writable") {
			t.Errorf("with %s read-only a run says %v (hint %q), want ErrReadOnly with a hint", locked, err, hintOf(err))
		}
	}
	want := map[string]string{HandbookFile: "old\n", "skills/x/SKILL.md": "x\n"}
	if diff := cmp.Diff(want, contents(t, f.Dir())); diff != "" {
		t.Errorf("folder (-want +got):\n%s", diff)
	}
}

// mount mounts a file system for the test, or skips it where that is not allowed.
func mount(t *testing.T, dir, options string) {
	t.Helper()
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("mounting a file system needs Linux and root")
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("cannot mount a file system here: %v: %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
}

func TestReadOnlyDisk(t *testing.T) {
	home := t.TempDir()
	mount(t, home, "size=4m")
	dir := filepath.Join(home, "memories")
	f := openFolder(t, dir)
	mustConsolidate(t, f, map[string]string{HandbookFile: "old\n"})
	if out, err := exec.Command("mount", "-o", "remount,ro", home).CombinedOutput(); err != nil {
		t.Skipf("cannot remount: %v: %s", err, out)
	}
	err := consolidate(t.Context(), f, write(map[string]string{HandbookFile: "new\n"}))
	if !errors.Is(err, ErrReadOnly) || hintOf(err) == "" {
		t.Errorf("a run on a read-only disk: %v, want ErrReadOnly with a hint", err)
	}
	if err := Recover(t.Context(), dir); err != nil {
		t.Errorf("Recover with nothing pending on a read-only disk: %v", err)
	}
}

func TestFolderMountedOnItsOwn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memories")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	mount(t, dir, "size=1m")
	if _, err := Open(t.Context(), dir, Options{}); err == nil || !strings.Contains(hintOf(err), "mount the folder above") {
		t.Errorf("Open: %v (hint %q), want an error that says what to mount", err, hintOf(err))
	}
}

// TestFullDisk runs on disks of every size from one that is too small up to one that is
// not: the folder is the old or the new one, and the error says what to do.
func TestFullDisk(t *testing.T) {
	text := strings.Repeat("a line of the handbook\n", 1000)
	failed := 0
	for kb := 48; ; kb += 16 {
		home := t.TempDir()
		mount(t, home, fmt.Sprintf("size=%dk", kb))
		dir := filepath.Join(home, "memories")
		err := func() error {
			f, err := Open(t.Context(), dir, Options{Now: testClock})
			if err != nil {
				return err
			}
			defer f.Close()
			return consolidate(t.Context(), f, write(map[string]string{HandbookFile: text, "b.md": text}))
		}()
		exec.Command("mount", "-o", "remount,size=8m", home).Run()
		if err == nil {
			t.Logf("failed on %d disks, worked with %d KB", failed, kb)
			return
		}
		failed++
		if !errors.Is(err, ErrNoSpace) || !strings.Contains(hintOf(err), "free some space") {
			t.Errorf("%d KB: %v (hint %q), want ErrNoSpace with a hint", kb, err, hintOf(err))
		}
		if err := Recover(t.Context(), dir); err != nil {
			t.Errorf("%d KB: Recover once there is room: %v", kb, err)
		}
		if got := contents(t, dir); len(got) != 0 && len(got) != 2 {
			t.Errorf("%d KB: a mix: %d files", kb, len(got))
		}
		f := openFolder(t, dir)
		mustConsolidate(t, f, map[string]string{HandbookFile: text, "b.md": text})
	}
}

func TestOddUmask(t *testing.T) {
	old := syscall.Umask(0o177) // folders without x, files without anything for others
	defer syscall.Umask(old)
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "x\n", "a/b.md": "b\n"})
	info, err := os.Stat(filepath.Join(f.Dir(), "a"))
	if err != nil || info.Mode().Perm() != dirMode {
		t.Errorf("folder a: %v, %v; want mode %o", info.Mode(), err, dirMode)
	}
}

func TestNestedRepositoryIsLeftAlone(t *testing.T) {
	f := newFolder(t)
	userWrites(t, f, "skills/x/.git/config", "theirs")
	userWrites(t, f, "skills/x/SKILL.md", "x\n")
	mustConsolidate(t, f, map[string]string{HandbookFile: "x\n"})
	s := stage(t, f)
	if contains(list(t, s), ".git") {
		t.Errorf("the stage holds %q", list(t, s))
	}
	if err := s.Remove("skills/x/SKILL.md"); err != nil {
		t.Fatal(err)
	}
	mustPromote(t, f, s)
	if data, err := os.ReadFile(filepath.Join(f.Dir(), "skills/x/.git/config")); err != nil || string(data) != "theirs" {
		t.Errorf("the nested repository: %q, %v", data, err)
	}
}

// TestWritersAtOnce lets several folders over one place run at once; each run adds a file.
func TestWritersAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memories")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			f, err := Open(t.Context(), dir, Options{Now: testClock})
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			if err := consolidate(t.Context(), f, write(map[string]string{fmt.Sprintf("%d.md", i): "x\n"})); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := contents(t, dir); len(got) != 4 {
		t.Errorf("the folder holds %v, want 4 files", got)
	}
	f := openFolder(t, dir)
	if _, err := os.Stat(filepath.Join(dir, ".git", markerFile)); err != nil {
		t.Error(err)
	}
	if left := beside(t, f); len(left) > 0 {
		t.Errorf("beside the folder there still is %q", left)
	}
}

func TestStageRefusesToLeaveIt(t *testing.T) {
	f, s := newStage(t)
	for _, name := range []string{"../x.md", "/etc/x.md", "a/../../x.md"} {
		if err := s.WriteFile(name, []byte("x")); err == nil {
			t.Errorf("WriteFile(%q) worked", name)
		}
		if _, err := s.ReadFile(name); err == nil {
			t.Errorf("ReadFile(%q) worked", name)
		}
	}
	if _, err := s.ReadFile("none.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadFile of no file: %v, want fs.ErrNotExist", err)
	}
	if got := contents(t, filepath.Dir(f.Dir())); contains(keys(got), "x.md") {
		t.Errorf("files beside the stage: %v", keys(got))
	}
}

func keys(m map[string]string) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

func TestBaselineContent(t *testing.T) {
	f := newFolder(t)
	odd := "sub/a \"b\"\n*?[x].md"
	mustConsolidate(t, f, map[string]string{odd: "then\n"})
	userWrites(t, f, odd, "now\n")
	s := stage(t, f)
	if data, found, err := s.Baseline(t.Context(), odd); err != nil || !found || string(data) != "then\n" {
		t.Errorf("Baseline(%q) = %q, %v, %v; want what was consolidated", odd, data, found, err)
	}
	if data, ok := s.Base(odd); !ok || string(data) != "now\n" {
		t.Errorf("Base(%q) = %q, %v; want what was staged", odd, data, ok)
	}
	if _, found, err := s.Baseline(t.Context(), "none.md"); found || err != nil {
		t.Errorf("Baseline of no file: found %v, %v", found, err)
	}
}
