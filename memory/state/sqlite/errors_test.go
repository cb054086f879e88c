package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
)

// wantHint demands that err is want, names the file and comes with advice.
func wantHint(t *testing.T, err, want error, path string) {
	t.Helper()
	var hint *state.HintError
	switch {
	case want != nil && !errors.Is(err, want):
		t.Errorf("got error %v, want %v", err, want)
	case !errors.As(err, &hint) || hint.Hint == "":
		t.Errorf("got error %v without a hint, want one", err)
	case !strings.Contains(err.Error(), path):
		t.Errorf("got error %q, want one that names %s", err, path)
	}
}

func openBoth(path string) map[string]error {
	errs := make(map[string]error)
	for name, open := range map[string]func(context.Context, string, sqlite.Options) (*sqlite.Store, error){
		"Open": sqlite.Open, "OpenReadOnly": sqlite.OpenReadOnly,
	} {
		s, err := open(context.Background(), path, sqlite.Options{})
		if err == nil {
			_ = s.Close()
		}
		errs[name] = err
	}
	return errs
}

func TestNewerSchemaIsRefused(t *testing.T) {
	path := scanned(t).Path()
	execute(t, path, `PRAGMA user_version = 2`)
	for name, err := range openBoth(path) {
		t.Run(name, func(t *testing.T) { wantHint(t, err, state.ErrTooNew, path) })
	}
	if got := query[int](t, raw(t, path), `SELECT count(*) FROM threads`); got[0] != benchThreads {
		t.Errorf("got %d threads after the refusal, want %d", got[0], benchThreads)
	}
}

func TestForeignFilesAreRefusedAndLeftAlone(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.db")
	execute(t, other, `CREATE TABLE recipes (name TEXT)`, `INSERT INTO recipes VALUES ('soup')`)
	garbage := filepath.Join(t.TempDir(), "garbage.db")
	if err := os.WriteFile(garbage, bytes.Repeat([]byte("not a database. "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{other: nil, garbage: state.ErrCorrupt} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, err := range openBoth(path) {
			t.Run(name+" "+filepath.Base(path), func(t *testing.T) { wantHint(t, err, want, path) })
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s changed (or error %v), want the same bytes", path, err)
		}
	}
	if _, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{}); err == nil {
		t.Error("open of a folder: got no error, want one")
	}
}

func TestTornPagesAreReported(t *testing.T) {
	for _, test := range []struct {
		name string
		tear func(data []byte) []byte
	}{
		{"garbage from the third page on", func(data []byte) []byte {
			for i := 2 * 4096; i < len(data); i++ {
				data[i] = byte(i*i>>3) | 1
			}
			return data
		}},
		{"zeros in the middle", func(data []byte) []byte { clear(data[8*4096 : len(data)-4096]); return data }},
		{"second half missing", func(data []byte) []byte { return data[:len(data)/2] }},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "state.db")
			if err := withStore(t.Context(), path, func(s *sqlite.Store) error {
				ledgers, threads := scanOf(2000)
				return s.PutScan(t.Context(), ledgers, threads)
			}); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, test.tear(data), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := sqlite.Open(t.Context(), path, sqlite.Options{})
			if err != nil {
				wantHint(t, err, state.ErrCorrupt, path)
				return
			}
			defer func() { _ = s.Close() }()
			wantHint(t, s.Check(t.Context()), state.ErrCorrupt, path)
			_, err = s.Threads(t.Context())
			wantHint(t, err, state.ErrCorrupt, path)
			ledgers, threads := scanOf(2000)
			wantHint(t, s.PutScan(t.Context(), ledgers, threads), state.ErrCorrupt, path)
		})
	}
}

// A value of the wrong type is no error of SQLite's; the quick check finds the damage behind it.
func TestSuspectValuesLeadToTheDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	if err := withStore(t.Context(), path, func(s *sqlite.Store) error {
		_, threads := scanOf(3)
		return s.PutScan(t.Context(), nil, threads)
	}); err != nil {
		t.Fatal(err)
	}
	strict := func(from, to string) {
		t.Helper()
		execute(t, path, `PRAGMA writable_schema = 1`,
			`UPDATE sqlite_schema SET sql = replace(sql, '`+from+`', '`+to+`') WHERE name = 'threads'`)
	}
	strict(") STRICT", ") ")
	execute(t, path, `UPDATE threads SET size = 'large' WHERE id = '`+firstID()+`'`)
	strict(") ", ") STRICT")
	s := open(t, path)
	_, err := s.Thread(t.Context(), firstID())
	wantHint(t, err, state.ErrCorrupt, path)
	wantHint(t, s.Check(t.Context()), state.ErrCorrupt, path)
}

func TestLongLockIsBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	asked := 0
	now := func() time.Time { asked++; return time.Unix(1, 0) }
	s, err := sqlite.Open(t.Context(), path, sqlite.Options{BusyTimeout: 20 * time.Millisecond, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	tx, err := raw(t, path).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Close() }()
	if _, err := tx.ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	err = s.EnqueueGlobal(t.Context(), 1)
	wantHint(t, err, state.ErrBusy, path)
	if text := err.Error(); strings.Contains(text, "locked") || strings.Contains(text, "SQLITE") {
		t.Errorf("got error %q, want none of the driver's words", text)
	}
	if _, err := s.ClaimGlobal(t.Context(), "w", true); !errors.Is(err, state.ErrBusy) || asked != 0 {
		t.Errorf("claim beside a writer: got %v after the clock was read %d times, want %v before the claim looks at anything", err, asked, state.ErrBusy)
	}
	if _, err := s.Threads(t.Context()); err != nil {
		t.Errorf("read beside a writer: got %v, want none", err)
	}
	if _, err := tx.ExecContext(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), `BEGIN`); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), `SELECT count(*) FROM threads`); err != nil {
		t.Fatal(err)
	}
	if err := s.EnqueueGlobal(t.Context(), 1); err != nil {
		t.Errorf("write beside a reader: got %v, want none", err)
	}
	wantHint(t, s.Scrub(t.Context()), state.ErrBusy, path)
	if _, err := tx.ExecContext(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	if err := s.Scrub(t.Context()); err != nil {
		t.Errorf("scrub after the reader left: got %v, want none", err)
	}
}

func TestCancelledCallSaysSo(t *testing.T) {
	s := scanned(t)
	reason := errors.New("the user pressed a key")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	ledgers, threads := scanOf(10)
	if err := s.PutScan(ctx, ledgers, threads); !errors.Is(err, reason) && !errors.Is(err, context.Canceled) {
		t.Errorf("write: got %v, want the cancellation", err)
	}
	if _, err := s.Threads(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, reason) {
		t.Errorf("read: got %v, want the cancellation", err)
	}
	if _, err := s.Threads(t.Context()); err != nil {
		t.Errorf("read after a cancelled call: got %v, want none", err)
	}
}

func TestCloseTwice(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "state.db"))
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("close: got %v, want none", err)
		}
	}
	if _, err := s.Threads(t.Context()); err == nil {
		t.Error("read after close: got no error, want one")
	}
}
