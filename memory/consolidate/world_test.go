package consolidate

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
	"github.com/seed50391015/reverie/memory/workspace"
)

var testNow = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// world is a state database and a memory folder in a folder of their own.
type world struct {
	t     testing.TB
	dir   string
	store state.Store
	now   time.Time
	opts  Options
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return openWorld(t, t.TempDir())
}

func openWorld(t testing.TB, dir string) *world {
	t.Helper()
	w := &world{t: t, dir: dir, now: testNow, opts: Options{Worker: "test", SkipCooldown: true, MaxRaw: 256, MaxUnusedDays: 30, ExtensionRetentionDays: 14}}
	s, err := sqlite.Open(context.Background(), filepath.Join(dir, "state.db"), sqlite.Options{Now: func() time.Time { return w.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w.store = s
	return w
}

func (w *world) memories() string { return filepath.Join(w.dir, "memories") }

func (w *world) path(name string) string {
	return filepath.Join(w.memories(), filepath.FromSlash(name))
}

// threadID is the n-th thread's; its own time is that of its session.
func threadID(n int) string {
	return fmt.Sprintf("019a%04x-%04x-7000-8000-%012x", n, n, n)
}

// session is one session's memory for a test.
type session struct {
	n       int
	cwd     string
	day     int // days before testNow
	prefs   []string
	fails   [][3]string // command, error, fix
	knows   []string    // commands
	outcome extract.Outcome
}

func (s session) raw() string {
	m := extract.RawMemory{Description: fmt.Sprintf("session %d", s.n), Task: "work", Cwd: s.cwd, Keywords: []string{"topic" + fmt.Sprint(s.n)}, Outcome: s.outcome}
	t := extract.Task{Name: fmt.Sprintf("Piece of work %d", s.n), Mark: extract.Mark{Line: 3}, Outcome: s.outcome}
	for i, p := range s.prefs {
		t.Preferences = append(t.Preferences, extract.NewPreference("", []extract.Quote{{Text: p, Mark: extract.Mark{Line: 10 + i}}}, "", extract.ScopeUnsaid, false, false))
	}
	for i, f := range s.fails {
		t.Failures = append(t.Failures, extract.NewFailure(f[0], f[1], extract.Mark{Line: 20 + i}, f[2], ""))
	}
	for i, c := range s.knows {
		t.Knowledge = append(t.Knowledge, extract.NewKnowledge(c, "passes", extract.Mark{Line: 30 + i}))
	}
	m.Tasks = []extract.Task{t}
	return m.Render()
}

// learn stores sessions as phase 1 would.
func (w *world) learn(sessions ...session) {
	w.t.Helper()
	ctx := context.Background()
	for _, s := range sessions {
		at := testNow.AddDate(0, 0, -s.day).Unix()
		id := threadID(s.n)
		err := w.store.PutScan(ctx, nil, []state.Thread{{ID: id, Source: "codex", SourceKind: "cli", RolloutPath: "/home/u/.codex/" + id + ".jsonl", Cwd: s.cwd, ProjectID: s.cwd,
			Title: "t", FirstUserMessage: "hello", UpdatedAtMS: at * 1000, MemoryMode: state.Enabled}})
		if err == nil {
			err = w.store.PutOutput(ctx, state.Stage1Output{ThreadID: id, SourceUpdatedAt: at, RawMemory: s.raw(), RolloutSummary: "# Session\n\nwhat happened\n", GeneratedAt: w.now.Unix()})
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// run consolidates; engine nil means the rules.
func (w *world) run(hooks ...func(*Deps)) (Report, error) {
	w.t.Helper()
	ctx := context.Background()
	folder, err := workspace.Open(ctx, w.memories(), workspace.Options{Now: func() time.Time { return w.now }})
	if err != nil {
		w.t.Fatal(err)
	}
	defer folder.Close()
	d := Deps{Store: w.store, Folder: folder, Engine: NewRules(), Now: func() time.Time { return w.now },
		Matches: func(prints []string, text string) bool {
			for _, p := range prints {
				if strings.Contains(text, p) {
					return true
				}
			}
			return false
		}}
	for _, h := range hooks {
		h(&d)
	}
	return Run(ctx, d, w.opts)
}

func (w *world) mustRun() Report {
	w.t.Helper()
	r, err := w.run()
	if err != nil {
		w.t.Fatalf("Run: %v", err)
	}
	if r.Claim != state.Claimed {
		w.t.Fatalf("Run: claim %q, want %q", r.Claim, state.Claimed)
	}
	return r
}

// files are the folder's texts by path, without the baseline.
func (w *world) files() map[string]string {
	w.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(w.memories(), func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		if d.IsDir() {
			return nil
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(w.memories(), p)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func (w *world) handbook() string { return w.files()["MEMORY.md"] }

func (w *world) write(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// bulletsWith are the items of the handbook's lists that hold a text; keywords are none.
func (w *world) bulletsWith(text string) []string {
	var out []string
	head := ""
	for _, line := range strings.Split(w.handbook(), "\n") {
		if strings.HasPrefix(line, "#") {
			head = line
		}
		if strings.HasPrefix(line, "- ") && head != "### keywords" && strings.Contains(line, text) {
			out = append(out, line)
		}
	}
	return out
}

const (
	shop = "/home/u/src/shop"
	till = "/home/u/src/till"
)

func threeSessions() []session {
	return []session{
		{n: 1, cwd: shop, day: 9, prefs: []string{"always run make check before a commit", "prices are integers in cents"}, fails: [][3]string{{"make check", "linker `ld` not found on the build host", "apt-get install binutils"}}, knows: []string{"make check"}, outcome: extract.OutcomeSuccess},
		{n: 2, cwd: shop, day: 5, prefs: []string{"run make check before every commit, I told you"}, fails: [][3]string{{"make all", "linker `ld` not found on the build host", "apt-get install binutils"}}, knows: []string{"make check"}, outcome: extract.OutcomePartial},
		{n: 3, cwd: till, day: 2, prefs: []string{"receipts are printed in the shop's language"}, knows: []string{"npm test"}, outcome: extract.OutcomeFail},
	}
}
