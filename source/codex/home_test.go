package codex

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// testHome is a home of Codex that a test writes.
type testHome struct {
	t   testing.TB
	dir string
}

func newHome(t testing.TB) testHome { return testHome{t, filepath.Join(t.TempDir(), "home")} }

// begun is when the test sessions began.
var begun = time.Date(2026, 3, 4, 9, 30, 0, 0, time.UTC)

// threadID makes the id of the n-th thread.
func threadID(n int) string { return fmt.Sprintf("0195607a-%04x-7abc-8def-0123456789ab", n) }

func rolloutID(n int) string { return fmt.Sprintf("0195608b-%04x-7abc-8def-0123456789ab", n) }

func stamp(d time.Duration) string { return begun.Add(d).Format("2006-01-02T15:04:05.000Z") }

func metaLine(id, cwd, more string) string {
	return fmt.Sprintf(`{"timestamp":%q,"type":"session_meta","payload":{"id":%q,"timestamp":%q,"cwd":%q,"originator":"codex_cli_rs","cli_version":"0.99.0","source":"cli","model_provider":"local","git":{"commit_hash":"0123abc","branch":"main","repository_url":"https://sam:tops3cretpw@git.example.org/r.git"}%s}}`,
		stamp(0), id, stamp(0), cwd, more)
}

func userLine(at time.Duration, text string) string {
	return fmt.Sprintf(`{"timestamp":%q,"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":%q}]}}`, stamp(at), text)
}

// ledger writes one under sessions and returns its path.
func (h testHome) ledger(name string, lines ...string) string {
	return h.file(filepath.Join("sessions", "2026", "03", "04", name), strings.Join(lines, "\n")+"\n")
}

func (h testHome) file(rel, text string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	when := begun.Add(time.Hour)
	if err := os.Chtimes(path, when, when); err != nil {
		h.t.Fatal(err)
	}
	return path
}

func ledgerName(id string) string { return "rollout-2026-03-04T10-30-00-" + id + ".jsonl" }

// thread writes a plain one with one user message.
func (h testHome) thread(n int, cwd, said string) string {
	return h.ledger(ledgerName(threadID(n)), metaLine(threadID(n), cwd, ""), userLine(time.Minute, said))
}

// snapshot is every file under a folder with its bytes and modification time.
func snapshot(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		b, err := os.ReadFile(path)
		all[path] = fmt.Sprint(info.ModTime().UnixNano(), info.Mode(), len(b), " ", string(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
