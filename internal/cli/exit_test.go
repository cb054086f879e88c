package cli

import (
	"bytes"
	"context"
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
