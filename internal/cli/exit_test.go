package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

func run(t *testing.T, home string, words ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	env := map[string]string{"HOME": home}
	code = Main(context.Background(), words, Streams{
		In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(k string) string { return env[k] }, Now: func() time.Time { return noon },
	})
	return code, out.String(), errs.String()
}

func TestExitCodesAreThoseOfTheReadme(t *testing.T) {
	home := t.TempDir()
	if code, _, errs := run(t, home, "sync", "--sample"); code != exitOK {
		t.Fatalf("sync --sample: %d %s", code, errs)
	}
	garbage := filepath.Join(home, "garbage.jsonl")
	if err := os.WriteFile(garbage, []byte("no record\nat all\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		words string
		want  int
	}{
		{"status", exitOK},
		{"--json status", exitOK},
		{"status --json", exitOK},
		{"nonsense", exitUsage},
		{"status extra", exitUsage},
		{"status --bogus", exitUsage},
		{"sync --since soon", exitUsage},
		{"sessions --state asleep", exitUsage},
		{"search --kind colour x", exitUsage},
		{"search …", exitUsage},
		{"forget 01a1", exitUsage},
		{"forget …", exitUsage},
		{"mode 01a1bf8a disabled", exitOK},
		{"forget 01a1a597", exitOK},
		{"mode 01a1a597 enabled", exitFailed},
		{"show 01a1bf8", exitOK},
		{"show 99999999", exitNotFound},
		{"search qqqqzzzz", exitNotFound},
		{"why MEMORY.md:99999", exitNotFound},
		{"rollout check " + home + "/nowhere.jsonl", exitNotFound},
		{"rollout rows " + home + "/nowhere.jsonl", exitNotFound},
		{"rollout history " + home + "/nowhere.jsonl", exitNotFound},
		{"rollout check " + garbage, exitFailed},
		{"rollout rows " + garbage, exitFailed},
		{"rollout history " + garbage, exitFailed},
		{"import codex", exitNotFound},
		{"--home " + garbage + " sync", exitUsage},
	} {
		code, out, errs := run(t, home, strings.Fields(tc.words)...)
		if code != tc.want {
			t.Errorf("reverie %s: exit code %d, want %d\n%s%s", tc.words, code, tc.want, out, errs)
		}
		if code != exitOK && (!strings.HasPrefix(errs, "reverie: ") || !strings.Contains(errs, "reverie: hint: ")) {
			t.Errorf("reverie %s: an error without a hint: %s", tc.words, errs)
		}
	}
	if _, out, _ := run(t, home, "rollout", "check", garbage); strings.Count(out, `"reason"`) != 2 {
		t.Errorf("rollout check of a file without a good line tells %s, want both bad lines", out)
	}
}

func TestClassify(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want int
	}{
		{fmt.Errorf("write: %w", syscall.ENOSPC), exitUnusable},
		{fmt.Errorf("write: %w", syscall.EROFS), exitUnusable},
		{fmt.Errorf("open: %w", fs.ErrPermission), exitUnusable},
		{&state.HintError{Err: state.ErrCorrupt, Hint: "move it away"}, exitUnusable},
		{state.ErrTooNew, exitUnusable},
		{state.ErrBusy, exitBusy},
		{workspace.ErrShrink, exitFailed},
		{context.Canceled, exitInterrupted},
		{errors.New("anything else"), exitFailed},
	} {
		code, hint := classify(tc.err)
		if code != tc.want {
			t.Errorf("classify(%v) = %d, want %d", tc.err, code, tc.want)
		}
		if code == exitUnusable && hint == "" {
			t.Errorf("classify(%v) gives no hint", tc.err)
		}
	}
}

func TestInterruptIsTold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	home := t.TempDir()
	var errs bytes.Buffer
	env := map[string]string{"HOME": home}
	code := Main(ctx, []string{"sync", "--sample"}, Streams{
		In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs, Env: func(k string) string { return env[k] }, Now: func() time.Time { return noon },
	})
	if code != exitInterrupted || !strings.Contains(errs.String(), "nothing was lost") {
		t.Errorf("interrupted: exit code %d, %s", code, errs.String())
	}
}

func TestMessagesStayOnTheirLine(t *testing.T) {
	home := t.TempDir()
	_, _, errs := run(t, home, "rollout", "check", home+"/two\nlines\x1b[31m.jsonl")
	for line := range strings.Lines(strings.TrimSuffix(errs, "\n")) {
		if !strings.HasPrefix(line, "reverie: ") {
			t.Errorf("a message runs over its line: %q", errs)
		}
	}
	if strings.Contains(errs, "\x1b") {
		t.Errorf("a message carries an escape sequence: %q", errs)
	}
}

// TestEveryCommandExplainsItself: help with examples at each command, and no bare flag.
func TestEveryCommandExplainsItself(t *testing.T) {
	home := t.TempDir()
	for _, words := range []string{
		"", "sync", "status", "sessions", "search", "show", "prompt", "why", "note", "forget", "mode", "retry", "import", "import codex",
		"reset", "doctor", "config", "rollout", "rollout check", "rollout history", "rollout rows", "cite", "redact", "completion",
	} {
		code, out, errs := run(t, home, append(strings.Fields(words), "--help")...)
		if code != exitOK || errs != "" || !strings.Contains(out, "Examples:") || !strings.Contains(out, "reverie "+words) {
			t.Errorf("reverie %s --help: exit code %d, %s\n%s", words, code, errs, out)
		}
	}
	if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
		t.Errorf("help made files: %v, %v", entries, err)
	}
}

// TestLedgersAreTheSameAfterEveryCommand: bytes and times.
func TestLedgersAreTheSameAfterEveryCommand(t *testing.T) {
	home := t.TempDir()
	if code, _, errs := run(t, home, "sync", "--sample"); code != exitOK {
		t.Fatal(errs)
	}
	codexHome := filepath.Join(home, ".codex")
	if err := os.CopyFS(codexHome, os.DirFS(filepath.Join(home, ".reverie", "sample"))); err != nil {
		t.Fatal(err)
	}
	ledger, err := filepath.Glob(filepath.Join(codexHome, "sessions/2026/11/10/*.jsonl"))
	if err != nil || len(ledger) != 1 {
		t.Fatal(ledger, err)
	}
	look := func() string {
		var b strings.Builder
		err := filepath.WalkDir(codexHome, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			info, err := d.Info()
			fmt.Fprintf(&b, "%s %v %v %x\n", path, info.ModTime(), info.Mode(), sha256.Sum256(data))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	before := look()
	for _, words := range []string{
		"sync --since all --dry-run", "sync --since all", "status", "sessions", "search registry", "show 01a1bf8a", "prompt", "why never use unwrap",
		"note remember the tide", "mode 01a1bf8a disabled", "retry", "forget 01a1c546", "sync --since all --now", "import codex", "doctor", "config",
		"rollout check " + ledger[0], "rollout history " + ledger[0], "rollout rows " + ledger[0], "cite --record", "redact", "reset --yes",
	} {
		if code, _, errs := run(t, home, strings.Fields(words)...); code != exitOK && words != "import codex" {
			t.Errorf("reverie %s: exit code %d %s", words, code, errs)
		}
		if after := look(); after != before {
			t.Fatalf("reverie %s touched the ledgers:\n%s\nbefore:\n%s", words, after, before)
		}
	}
}
