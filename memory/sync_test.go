package memory

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/internal/sample"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/source"
	"github.com/seed50391015/reverie/source/codex"
)

// The test binary is executed again as a sync that dies at its nth call of the store.
const (
	envHome  = "REVERIE_TEST_HOME"
	envCodex = "REVERIE_TEST_CODEX"
	envKill  = "REVERIE_TEST_KILL_AT"
)

var testNow = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestMain(m *testing.M) {
	if home := os.Getenv(envHome); home != "" {
		os.Exit(childSync(home, os.Getenv(envCodex), os.Getenv(envKill)))
	}
	os.Exit(m.Run())
}

// childSync syncs once; it prints how many store calls that took.
func childSync(home, codexHome, kill string) int {
	ctx := context.Background()
	m, err := openTest(ctx, home, codexHome)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer m.Close()
	killer := &killingStore{Store: m.store}
	if kill != "" {
		killer.at, _ = strconv.Atoi(kill)
	}
	m.store = killer
	if _, err := m.Sync(ctx, SyncOptions{Now: true, SinceSet: true}, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Print(killer.calls.Load())
	return 0
}

func openTest(ctx context.Context, home, codexHome string) (*Memory, error) {
	settings := Settings{
		Generate: true, Use: true, MaxRawMemories: 256, MaxUnusedDays: 30, MaxRolloutAgeDays: 10, MaxRolloutsPerStartup: 2,
		MinRolloutIdleHours: 6, ExtensionRetentionDays: 14, Sources: state.DefaultInteractive(),
	}
	return Open(ctx, Options{
		Home: home, Sources: []source.Source{codex.New(codexHome)}, Settings: settings, Workers: 1,
		Now: func() time.Time { return testNow },
	})
}

func sampleHome(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "codex home, with ünïcode")
	if err := sample.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func child(t *testing.T, home, codexHome, kill string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), envHome+"="+home, envCodex+"="+codexHome, envKill+"="+kill)
	return cmd
}

func runChild(t *testing.T, home, codexHome string) int {
	t.Helper()
	out, err := child(t, home, codexHome, "").Output()
	if err != nil {
		t.Fatalf("sync: %v %s", err, stderrOf(err))
	}
	n, err := strconv.Atoi(string(out))
	if err != nil {
		t.Fatalf("sync printed %q", out)
	}
	return n
}

func stderrOf(err error) []byte {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.Stderr
	}
	return nil
}

// folder reads a memory folder whole, its baseline excepted.
func folder(t *testing.T, home string) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := filepath.Join(home, FolderName)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			rel, _ := filepath.Rel(root, path)
			files[rel] = string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// stamps are the bytes and times of every file below dir.
func stamps(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		sum := [32]byte{}
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(data)
		}
		out[path] = fmt.Sprintf("%x %v %v", sum, info.ModTime().UnixNano(), info.Mode())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestKilledAtEveryStepLosesAndDoublesNothing(t *testing.T) {
	codexHome := sampleHome(t)
	whole := t.TempDir()
	calls := runChild(t, whole, codexHome)
	want := folder(t, whole)
	if len(want) < 8 || calls < 20 {
		t.Fatalf("%d files after %d calls: the sample did not get through", len(want), calls)
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	for at := 1; at <= calls; at += step {
		home := t.TempDir()
		err := child(t, home, codexHome, strconv.Itoa(at)).Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("call %d: ended with %v, want SIGKILL", at, err)
		}
		runChild(t, home, codexHome)
		if diff := cmp.Diff(want, folder(t, home)); diff != "" {
			t.Fatalf("killed at call %d of %d: the folder differs after the next run (-want +got):\n%s", at, calls, diff)
		}
	}
}

func TestFourAtOnceAreOne(t *testing.T) {
	codexHome := sampleHome(t)
	one, four := t.TempDir(), t.TempDir()
	runChild(t, one, codexHome)
	var running []*exec.Cmd
	for range 4 {
		cmd := child(t, four, codexHome, "")
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, cmd)
	}
	for _, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("one of four: %v: %s", err, cmd.Stderr)
		}
	}
	if diff := cmp.Diff(folder(t, one), folder(t, four)); diff != "" {
		t.Errorf("four at once differ from one (-one +four):\n%s", diff)
	}
}

func TestLedgersAreNeverTouched(t *testing.T) {
	ctx := context.Background()
	codexHome, home := sampleHome(t), t.TempDir()
	before := stamps(t, codexHome)
	m, err := openTest(ctx, home, codexHome)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Sync(ctx, SyncOptions{Now: true, SinceSet: true}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Search(ctx, SearchQuery{Text: "registry", Limit: 5}); err != nil {
		t.Fatal(err)
	}
	threads, err := m.store.Threads(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Forget(ctx, threads[0].ID, nil); err != nil {
		t.Fatal(err)
	}
	if err := m.Reset(ctx); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, stamps(t, codexHome)); diff != "" {
		t.Errorf("ledgers changed (-before +after):\n%s", diff)
	}
}

func TestInterruptedAnywhereKeepsTheOldFolder(t *testing.T) {
	codexHome, home := sampleHome(t), t.TempDir()
	for stop := 1; ; stop++ {
		ctx, cancel := context.WithCancel(context.Background())
		m, err := openTest(ctx, home, codexHome)
		if err != nil {
			t.Fatal(err)
		}
		events := 0
		_, err = m.Sync(ctx, SyncOptions{Now: true, SinceSet: true}, func(Event) {
			if events++; events == stop {
				cancel()
			}
		})
		cancel()
		jobs, jobsErr := m.store.Jobs(context.Background(), "")
		if jobsErr != nil {
			t.Fatal(jobsErr)
		}
		for _, j := range jobs {
			if j.Status == state.Running {
				t.Errorf("stopped at event %d: job %s %s is still running", stop, j.Kind, j.Key)
			}
			if j.Status == state.Failed {
				t.Errorf("stopped at event %d: job %s %s failed: %s", stop, j.Kind, j.Key, j.LastError)
			}
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if err == nil && events < stop {
			break // it ran through
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped at event %d: %v, want context.Canceled", stop, err)
		}
	}
	whole := t.TempDir()
	runChild(t, whole, codexHome)
	if diff := cmp.Diff(folder(t, whole), folder(t, home)); diff != "" {
		t.Errorf("after many interruptions the folder differs (-want +got):\n%s", diff)
	}
}

func TestGrownLedgerReplacesItsOutput(t *testing.T) {
	ctx := context.Background()
	codexHome, home := sampleHome(t), t.TempDir()
	m, err := openTest(ctx, home, codexHome)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	sync := func() SyncReport {
		t.Helper()
		r, err := m.Sync(ctx, SyncOptions{Now: true, SinceSet: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := sync()
	paths, err := filepath.Glob(filepath.Join(codexHome, "sessions/2026/11/10/*.jsonl"))
	if err != nil || len(paths) != 1 {
		t.Fatalf("ledgers of that day: %v, %v", paths, err)
	}
	grow := func(text string) {
		t.Helper()
		f, err := os.OpenFile(paths[0], os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	line := `{"timestamp":"2026-11-10T12:10:00.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"From now on always tag images with the git commit."}]}}`
	grow(line + "\n" + line[:60]) // the last line is torn: still being written
	second := sync()
	if got := second.Learned + second.Nothing; got != 1 {
		t.Errorf("%d sessions read again, want the grown one alone", got)
	}
	got := folder(t, home)
	if strings.Count(got["raw_memories.md"], "## Thread ") != first.Learned {
		t.Errorf("the grown session stands twice:\n%s", got["raw_memories.md"])
	}
	if !strings.Contains(got["MEMORY.md"], "always tag images with the git commit") {
		t.Errorf("what was added is not in the handbook:\n%s", got["MEMORY.md"])
	}
}
