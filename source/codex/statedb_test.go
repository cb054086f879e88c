package codex

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/internal/testcorpus"
	"github.com/seed50391015/reverie/source"
)

type stateThread struct {
	id, mode, name, title string
	archived              bool
}

// buildStateDB writes a state database. With inLog its rows stand in the write-ahead log
// alone, as they do while Codex runs.
func buildStateDB(t testing.TB, home string, inLog bool, threads ...stateThread) string {
	t.Helper()
	return buildState(t, home, inLog, `CREATE TABLE threads (id TEXT PRIMARY KEY, title TEXT NOT NULL, archived INTEGER NOT NULL DEFAULT 0,
		memory_mode TEXT NOT NULL DEFAULT 'enabled', name TEXT)`, threads)
}

func buildState(t testing.TB, home string, inLog bool, schema string, threads []stateThread) string {
	t.Helper()
	work := filepath.Join(t.TempDir(), "state.sqlite")
	db, err := sql.Open("sqlite", "file:"+work)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	exec("PRAGMA journal_mode=WAL")
	exec("PRAGMA wal_autocheckpoint=0")
	exec(schema)
	exec("PRAGMA wal_checkpoint(TRUNCATE)")
	for _, th := range threads {
		insertThread(t, db, th)
	}
	if !inLog {
		exec("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	// The files are taken while the database is open, as a reader beside Codex sees them.
	path := filepath.Join(home, "state_5.sqlite")
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(work + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(home, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func insertThread(t testing.TB, db *sql.DB, th stateThread) {
	t.Helper()
	rows, err := db.Query("SELECT name FROM pragma_table_info('threads') WHERE \"notnull\" = 1 AND dflt_value IS NULL")
	if err != nil {
		t.Fatal(err)
	}
	columns, marks, args := "id, memory_mode, name, archived", "?, ?, nullif(?, ''), ?", []any{th.id, th.mode, th.name, th.archived}
	for rows.Next() {
		var c string
		if err := rows.Scan(&c); err != nil {
			t.Fatal(err)
		}
		columns, marks = columns+", "+c, marks+", ?"
		if c == "title" {
			args = append(args, th.title)
		} else {
			args = append(args, 0)
		}
	}
	rows.Close()
	if _, err := db.Exec("INSERT INTO threads ("+columns+") VALUES ("+marks+")", args...); err != nil {
		t.Fatal(err)
	}
}

func TestReadStateDB(t *testing.T) {
	threads := []stateThread{
		{id: "a", mode: "enabled", title: "made"},
		{id: "b", mode: "disabled", name: "given", title: "made", archived: true},
		{id: "c", mode: "something new"},
	}
	want := map[string]stateRow{
		"a": {mode: "enabled", title: "made"},
		"b": {mode: "disabled", name: "given", title: "made", archived: true},
		"c": {mode: "disabled"},
	}
	for name, inLog := range map[string]bool{"rows in the log": true, "rows in the database": false} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			path := buildStateDB(t, home, inLog, threads...)
			before := snapshot(t, home)
			got, err := readStateDB(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(stateRow{})); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, snapshot(t, home)); diff != "" {
				t.Errorf("files (-before +after):\n%s", diff)
			}
		})
	}
}

// TestReadStateDBOfCodex builds the database from Codex's own schema.
func TestReadStateDBOfCodex(t *testing.T) {
	schema, err := os.ReadFile(filepath.Join(testcorpus.Dir(t, "corpus/codex/schema"), "state_5.schema.sql"))
	if err != nil {
		t.Fatal(err)
	}
	path := buildState(t, t.TempDir(), true, codexThreads(string(schema)), []stateThread{{id: "b", mode: "polluted", name: "given", title: "made"}})
	got, err := readStateDB(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]stateRow{"b": {mode: "polluted", name: "given", title: "made"}}, got, cmp.AllowUnexported(stateRow{})); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestStateDBProblems(t *testing.T) {
	h := newHome(t)
	h.thread(1, "/nowhere/a", "one")
	h.file("state_5.sqlite", "this is no database, but a long enough text that looks like none at all")
	found := scanHome(t, nil, h.dir)
	if len(found.Threads) != 1 || len(found.Problems) != 1 {
		t.Errorf("got %d threads, problems %v; want the thread and one problem", len(found.Threads), found.Problems)
	}
}

func TestNewestStateDBWins(t *testing.T) {
	h := newHome(t)
	h.file("state_5.sqlite", "")
	want := h.file("state_12.sqlite", "")
	h.file("state_x.sqlite", "")
	if got := stateDB(h.dir); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFactsOfUnchangedThreads: what changes in the database alone is told as a fact.
func TestFactsOfUnchangedThreads(t *testing.T) {
	h := newHome(t)
	h.thread(1, "/nowhere/a", "one")
	known := knownOf(scanHome(t, nil, h.dir))
	buildStateDB(t, h.dir, false, stateThread{id: threadID(1), mode: "polluted"}, stateThread{id: threadID(2), mode: "enabled"})
	found := scanHome(t, known, h.dir)
	if diff := cmp.Diff([]source.Fact{{ThreadID: threadID(1), MemoryMode: source.ModePolluted}}, found.Facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

// codexThreads is the part of Codex's schema that the driver can run by itself: its table
// of threads.
func codexThreads(schema string) string {
	from := strings.Index(schema, "CREATE TABLE threads (")
	to := from + strings.Index(schema[from:], ");\n") + 2
	return schema[from:to]
}
