package codex

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	_ "modernc.org/sqlite" // the driver
)

// stateRow is what Codex's own database says of a thread.
type stateRow struct {
	mode     string // "" where the database has no such column
	name     string // given by a person
	title    string // made by Codex
	archived bool
}

// stateDB is the path of the newest state database in a home, "" if it has none.
func stateDB(home string) string {
	paths, _ := filepath.Glob(filepath.Join(globEscape(home), "state_*.sqlite"))
	best, path := -1, ""
	for _, p := range paths {
		v, ok := strings.CutPrefix(strings.TrimSuffix(filepath.Base(p), ".sqlite"), "state_")
		if n, err := strconv.Atoi(v); ok && err == nil && n > best {
			best, path = n, p
		}
	}
	return path
}

func globEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(s)
}

// readStateDB reads the thread rows of Codex's database.
func readStateDB(ctx context.Context, path string) (rows map[string]stateRow, err error) {
	err = withDatabase(ctx, path, func(db *sql.DB) error {
		rows, err = queryState(ctx, db)
		return err
	})
	return rows, err
}

// withDatabase reads one of Codex's databases without touching it: no byte of the
// database, its log or its index is written, none is created, no lock is taken. A
// database without a log is read in place; one with a log, which holds the newest rows,
// is read from a private copy of both.
func withDatabase(ctx context.Context, path string, use func(*sql.DB) error) error {
	log, err := os.Stat(path + "-wal")
	switch {
	case err == nil && log.Size() > 0:
		return withCopy(ctx, path, use)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("read %s: %w", path, err)
	}
	return openDatabase(path, "mode=ro&immutable=1", use)
}

// stateCopies is how often a copy is tried while Codex writes.
const stateCopies = 3

func withCopy(ctx context.Context, path string, use func(*sql.DB) error) (err error) {
	dir, err := os.MkdirTemp("", "reverie-codex-")
	if err != nil {
		return fmt.Errorf("copy %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied := filepath.Join(dir, "copy.sqlite")
	for range stateCopies {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := stateStamp(path)
		if err := errors.Join(copyFile(copied+"-wal", path+"-wal"), copyFile(copied, path)); err != nil {
			return fmt.Errorf("copy %s: %w", path, err)
		}
		if bytes.Equal(before, stateStamp(path)) {
			return openDatabase(copied, "mode=rw", use)
		}
	}
	return openDatabase(path, "mode=ro&immutable=1", use) // always in use: what is in the database itself
}

func openDatabase(path, query string, use func(*sql.DB) error) error {
	dsn := (&url.URL{Scheme: "file", Path: path, RawQuery: query}).String()
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	defer db.Close()
	if err := use(db); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}

// stateStamp changes when the database or its log does.
func stateStamp(path string) []byte {
	var b bytes.Buffer
	for _, p := range []string{path, path + "-wal"} {
		if info, err := os.Stat(p); err == nil {
			fmt.Fprintln(&b, info.Size(), info.ModTime().UnixNano())
		}
	}
	if f, err := os.Open(path + "-wal"); err == nil {
		_, _ = io.CopyN(&b, f, 32) // the log's header: its salt changes when it begins anew
		f.Close()
	}
	return b.Bytes()
}

func copyFile(dst, src string) (err error) {
	in, err := os.Open(src)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(dst, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// queryState reads the columns that this version of the database has.
func queryState(ctx context.Context, db *sql.DB) (map[string]stateRow, error) {
	columns, err := stateColumns(ctx, db)
	if err != nil {
		return nil, err
	}
	if !columns["id"] {
		return nil, errors.New("it has no table of threads")
	}
	column := func(name, otherwise string) string {
		if columns[name] {
			return "coalesce(" + name + ", " + otherwise + ")"
		}
		return otherwise
	}
	rows, err := db.QueryContext(ctx, "SELECT id, "+column("memory_mode", "''")+", "+column("name", "''")+", "+
		column("title", "''")+", "+column("archived", "0")+" FROM threads")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]stateRow{}
	for rows.Next() {
		var id string
		var r stateRow
		if err := rows.Scan(&id, &r.mode, &r.name, &r.title, &r.archived); err != nil {
			return out, err
		}
		if r.mode != "" {
			r.mode = strictest(r.mode)
		}
		out[id] = r
	}
	return out, rows.Err()
}

func stateColumns(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM pragma_table_info('threads')")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		columns[name] = true
	}
	return columns, rows.Err()
}
