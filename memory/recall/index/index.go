// Package index is ranked full-text search over what is remembered: handbook blocks,
// rollout summaries, raw memories, skills, notes, and whatever ledger rows a caller
// hands in.
//
// It owns one derived file (by custom $REVERIE_HOME/index.sqlite, mode 0600, SQLite with
// FTS5) and promises that the file can be deleted at any time: a missing, damaged or
// differently made one is made anew without a word, and the next Sync fills it. A Sync
// reads only units whose stamp changed and writes only documents whose content changed.
// What was removed stands in no page of the file after Scrub.
//
// It does not know jobs, threads or the state database, and it redacts nothing: only
// text that may be stored is to be handed in.
//
// An Index is safe for concurrent use, by several goroutines and by several processes.
package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var (
	// ErrUnusable: the place of the file holds something that an index may not replace.
	ErrUnusable = errors.New("unusable place for the search index")
	// ErrMadeAnew: the file was found damaged in the middle of a search and is empty now:
	// sync and search again.
	ErrMadeAnew = errors.New("the search index was damaged and has been made anew")
)

// version is the format of the file, tokenisation included; any other is made anew.
const version = 3

const schema = `
CREATE TABLE units (
	id    INTEGER PRIMARY KEY,
	scope TEXT NOT NULL,
	key   TEXT NOT NULL,
	stamp TEXT NOT NULL,
	UNIQUE (scope, key)
);
CREATE TABLE docs (
	id         INTEGER PRIMARY KEY,
	unit       INTEGER NOT NULL REFERENCES units (id),
	key        TEXT NOT NULL,
	hash       TEXT NOT NULL,
	kind       TEXT NOT NULL,
	path       TEXT NOT NULL,
	line       INTEGER NOT NULL,
	thread_id  TEXT NOT NULL,
	project    TEXT NOT NULL,
	updated_at INTEGER NOT NULL,
	usage      INTEGER NOT NULL DEFAULT 0,
	title      TEXT NOT NULL,
	keywords   TEXT NOT NULL,
	UNIQUE (unit, key)
);
CREATE INDEX docs_thread ON docs (thread_id);
CREATE TABLE bodies (
	id   INTEGER PRIMARY KEY,
	body TEXT NOT NULL
);
CREATE VIRTUAL TABLE terms USING fts5 (
	title, keywords, body, facets,
	content = '', tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* P* S* Co'"
);
INSERT INTO terms (terms, rank) VALUES ('secure-delete', 1);
INSERT INTO terms (terms, rank) VALUES ('hashsize', 16777216);
INSERT INTO terms (terms, rank) VALUES ('rank', 'bm25(6.0, 4.0, 1.0, 0.0)');
`

// Index is one open index file.
type Index struct {
	path string
	now  func() time.Time // for recency

	mu   sync.RWMutex // held for writing while db is replaced
	db   *sql.DB
	file fs.FileInfo // the file that db has open
	made int         // how often db was replaced
}

// Open opens the index at path, making it or making it anew as needed.
func Open(path string) (*Index, error) {
	x := &Index{path: path, now: time.Now}
	if err := x.open(); err != nil {
		return nil, fmt.Errorf("open search index: %w", err)
	}
	return x, nil
}

// Close releases the file.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.db.Close()
}

// open brings a usable database about.
func (x *Index) open() error {
	info, err := os.Lstat(x.path)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is not a regular file; move it away", ErrUnusable, x.path)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		if x.db, err = connect(x.path); err == nil {
			x.file = info
			return nil
		}
		if !damaged(err) {
			return err
		}
	}
	return x.replace(nil)
}

// replace puts an empty index in the place of what cannot be opened, or of the file
// known to be bad. Only one process at a time does so, and one that comes second takes
// what the first made.
func (x *Index) replace(bad fs.FileInfo) error {
	if err := os.MkdirAll(filepath.Dir(x.path), 0o700); err != nil {
		return err
	}
	lock := flock.New(x.path+".lock", flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("lock %s: %w", x.path, err)
	}
	defer lock.Unlock()
	info, err := os.Lstat(x.path)
	if err == nil && (bad == nil || !os.SameFile(info, bad)) {
		if x.db, err = connect(x.path); err == nil {
			x.file = info
			return nil
		}
	}
	if err := x.remove(); err != nil {
		return err
	}
	if x.db, err = create(x.path); err != nil {
		return err
	}
	x.file, err = os.Lstat(x.path)
	return err
}

// rebuild replaces the damaged file that stood under x when it had been made so often.
func (x *Index) rebuild(made int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.made != made {
		return nil
	}
	x.made++
	x.db.Close() // of a damaged file; its own error adds nothing
	return x.replace(x.file)
}

func (x *Index) remove() error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal", ".new", ".new-wal", ".new-shm"} {
		if err := os.Remove(x.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// connect opens an existing file and looks whether it is ours and sound enough to work with.
func connect(path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := dial(path)
	if err != nil {
		return nil, err
	}
	var found, integer int
	err = db.QueryRow("PRAGMA user_version").Scan(&found)
	if err == nil && found != version {
		err = errOtherVersion
	}
	if err == nil { // touches the catalogue and each table
		err = db.QueryRow("SELECT (SELECT count(*) FROM (SELECT 1 FROM docs LIMIT 1)) + (SELECT count(*) FROM (SELECT 1 FROM units LIMIT 1)) + (SELECT count(*) FROM terms WHERE terms MATCH 'x')").Scan(&integer)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

var errOtherVersion = errors.New("made by another version")

// create makes an empty index under another name, puts it in place as a whole, and opens it.
func create(path string) (*sql.DB, error) {
	draft := path + ".new"
	if err := os.Remove(draft); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(draft, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	db, err := dial(draft)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec("PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE; " + schema + fmt.Sprintf("PRAGMA user_version = %d; COMMIT;", version))
	if err = errors.Join(err, db.Close()); err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make %s: %w", path, err), os.Remove(draft))
	}
	return connect(path)
}

func dial(path string) (*sql.DB, error) {
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(30000)", "journal_mode(WAL)", "synchronous(NORMAL)", "secure_delete(ON)", "temp_store(MEMORY)", "cache_size(-16000)",
	}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: escapePath(path), RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	return db, nil
}

// escapePath writes a path as the opaque part of a file URI.
func escapePath(path string) string {
	return strings.ReplaceAll(url.PathEscape(filepath.ToSlash(path)), "%2F", "/")
}

// damaged reports whether an error says that the index file is not usable as it is.
func damaged(err error) bool {
	if errors.Is(err, errOtherVersion) {
		return true
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
		return true
	case sqlite3.SQLITE_ERROR: // a table is missing, or is none of ours
		return strings.Contains(e.Error(), "no such table") || strings.Contains(e.Error(), "malformed")
	}
	return false
}

// on runs work on the open database; where that turns out damaged it is made anew, and fresh reports so.
func (x *Index) on(ctx context.Context, work func(context.Context, *sql.DB) error) (fresh bool, err error) {
	x.mu.RLock()
	made := x.made
	err = work(ctx, x.db)
	x.mu.RUnlock()
	if !damaged(err) {
		return false, err
	}
	return true, x.rebuild(made)
}
