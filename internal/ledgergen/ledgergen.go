// Package ledgergen makes realistic ledgers for benchmarks and tests: user turns, tool
// calls with outputs of mixed sizes, compactions, events and the other records that real
// agents write, in either history mode. The same options give the same bytes.
//
// It writes ledgers without the rollout package, so that a fault there cannot hide. All
// its words are invented.
package ledgergen

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"
)

// Options say what one ledger holds. The zero value is a small paginated ledger.
type Options struct {
	Seed         uint64
	Bytes        int64     // target size; the last turn is finished. 0 = 170 KB
	CompactEvery int64     // a compaction after each so many bytes; 0 = never
	Legacy       bool      // legacy history mode, else paginated
	Start        time.Time // of the session; zero = 2026-03-02 09:00 UTC
	Cwd          string    // "" = a folder by the seed
	Source       string    // "" = cli
	// Instructions is the length of the base instructions in the session_meta; 0 = 18 KB.
	Instructions int
}

// Ledger is what was written.
type Ledger struct {
	ThreadID    string
	Name        string // of the file
	Begun       time.Time
	Bytes       int64
	Records     int
	Turns       int
	Compactions int
}

const defaultBytes = 170 << 10

func (o Options) withDefaults() Options {
	if o.Bytes == 0 {
		o.Bytes = defaultBytes
	}
	if o.Start.IsZero() {
		o.Start = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	}
	if o.Cwd == "" {
		o.Cwd = fmt.Sprintf("/home/robin/projects/%s", pick(rand.New(rand.NewPCG(o.Seed, 7)), projects()))
	}
	if o.Source == "" {
		o.Source = "cli"
	}
	if o.Instructions == 0 {
		o.Instructions = 18 << 10
	}
	return o
}

// Write writes one ledger.
func Write(w io.Writer, o Options) (Ledger, error) {
	o = o.withDefaults()
	g := newWriter(w, o)
	g.meta()
	for g.ledger.Bytes < o.Bytes && g.err == nil {
		g.turn()
	}
	if err := g.flush(); err != nil {
		return g.ledger, fmt.Errorf("write ledger: %w", err)
	}
	return g.ledger, nil
}

// File writes one ledger where a home keeps it and returns its path.
func File(home string, o Options) (string, Ledger, error) {
	o = o.withDefaults()
	id := threadID(o)
	dir := filepath.Join(home, "sessions", o.Start.Format("2006"), o.Start.Format("01"), o.Start.Format("02"))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", Ledger{}, err
	}
	path := filepath.Join(dir, fileName(o, id))
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return "", Ledger{}, err
	}
	b := bufio.NewWriterSize(f, 1<<20)
	l, err := Write(b, o)
	if err == nil {
		err = b.Flush()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return path, l, err
}

// Home writes n ledgers, one an hour from o.Start on, each with a seed of its own. It
// returns their paths in that order.
func Home(dir string, n int, o Options) ([]string, error) {
	o = o.withDefaults()
	cwd := o.Cwd
	paths := make([]string, 0, n)
	for i := range n {
		one := o
		one.Seed = o.Seed + uint64(i)*7919
		one.Start = o.Start.Add(time.Duration(i) * time.Hour)
		one.Cwd = fmt.Sprintf("%s-%d", cwd, i%17)
		path, _, err := File(dir, one)
		if err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func fileName(o Options, id string) string {
	return "rollout-" + o.Start.Format("2006-01-02T15-04-05") + "-" + id + ".jsonl"
}

// threadID is a version 7 UUID of the start and the seed.
func threadID(o Options) string {
	r := rand.New(rand.NewPCG(o.Seed, 1))
	var u uuid.UUID
	ms := o.Start.UnixMilli()
	for i := range 6 {
		u[i] = byte(ms >> (40 - 8*i))
	}
	for i := 6; i < 16; i++ {
		u[i] = byte(r.Uint32())
	}
	u[6] = u[6]&0x0f | 0x70
	u[8] = u[8]&0x3f | 0x80
	return u.String()
}
