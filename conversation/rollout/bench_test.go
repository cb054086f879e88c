package rollout_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/ledgergen"
)

// full reports whether benchmarks run at the sizes of their targets (REVERIE_BENCH=full).
func full() bool { return os.Getenv("REVERIE_BENCH") == "full" }

func sized(small, large int64) int64 {
	if full() {
		return large
	}
	return small
}

// ledger writes a ledger and reads it once, so that the page cache holds it.
func ledger(b *testing.B, o ledgergen.Options) (string, ledgergen.Ledger) {
	b.Helper()
	path, l, err := ledgergen.File(b.TempDir(), o)
	if err != nil {
		b.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := io.Copy(io.Discard, f); err != nil {
		b.Fatal(err)
	}
	return path, l
}

// BenchmarkHistoryCompacted: target under 50 ms and 64 MB for 500 MB with a compaction
// every 4 MB.
func BenchmarkHistoryCompacted(b *testing.B) {
	path, l := ledger(b, ledgergen.Options{Bytes: sized(16<<20, 500<<20), CompactEvery: sized(1<<20, 4<<20)})
	b.ReportMetric(float64(l.Bytes)/1e6, "MB-file")
	b.ReportAllocs()
	for b.Loop() {
		h, err := rollout.History(path, rollout.HistoryOptions{})
		if err != nil || len(h.Items) == 0 {
			b.Fatal(len(h.Items), err)
		}
	}
}

// BenchmarkHistoryWhole: target at least 400 MB/s for a ledger without any compaction.
func BenchmarkHistoryWhole(b *testing.B) {
	path, l := ledger(b, ledgergen.Options{Bytes: sized(16<<20, 500<<20)})
	b.SetBytes(l.Bytes)
	b.ReportAllocs()
	for b.Loop() {
		h, err := rollout.History(path, rollout.HistoryOptions{})
		if err != nil || len(h.Items) == 0 {
			b.Fatal(len(h.Items), err)
		}
	}
}

// BenchmarkReader reads every line of a ledger forward, all of them validated.
func BenchmarkReader(b *testing.B) {
	readAll(b, func(rollout.Head) bool { return true })
}

// BenchmarkReaderItems reads response items alone and passes the rest over.
func BenchmarkReaderItems(b *testing.B) {
	readAll(b, func(h rollout.Head) bool { return string(h.Type) == rollout.TypeResponseItem })
}

func readAll(b *testing.B, keep func(rollout.Head) bool) {
	path, l := ledger(b, ledgergen.Options{Bytes: sized(16<<20, 200<<20)})
	b.SetBytes(l.Bytes)
	b.ReportAllocs()
	for b.Loop() {
		f, err := rollout.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		r, err := f.Reader(rollout.Keep(keep))
		if err != nil {
			b.Fatal(err)
		}
		for {
			_, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		f.Close()
	}
}

// BenchmarkCatalogue catalogues a home from its folders on, on all cores: target 5,000
// ledgers of 170 KB in 0.7 s on two.
func BenchmarkCatalogue(b *testing.B) {
	home := b.TempDir()
	n := int(sized(100, 5000))
	if _, err := ledgergen.Home(home, n, ledgergen.Options{}); err != nil {
		b.Fatal(err)
	}
	before := cpu()
	for b.Loop() {
		catalogueHome(b, home, n)
	}
	b.ReportMetric(float64(n), "ledgers")
	b.ReportMetric(float64((cpu()-before).Microseconds())/float64(b.N*n), "cpu-µs/ledger")
}

// cpu is the processor time of this process so far, all cores together.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func catalogueHome(b *testing.B, home string, want int) {
	found, err := rollout.FindLedgers(home)
	if err != nil || len(found) != want {
		b.Fatal(len(found), err)
	}
	var next atomic.Int64
	var g errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error {
			var c rollout.Cataloguer
			for i := next.Add(1) - 1; i < int64(len(found)); i = next.Add(1) - 1 {
				e, err := c.Entry(found[i].Path)
				if err != nil {
					return err
				}
				if !e.HasUserMessage || strings.TrimSpace(e.Title) == "" {
					return errors.New("no user message in " + e.Path)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFind lists a home without opening a ledger: what a second scan costs.
func BenchmarkFind(b *testing.B) {
	home := b.TempDir()
	n := int(sized(100, 5000))
	if _, err := ledgergen.Home(home, n, ledgergen.Options{Bytes: 1, Instructions: 10}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if found, err := rollout.FindLedgers(filepath.Clean(home)); err != nil || len(found) != n {
			b.Fatal(len(found), err)
		}
	}
}
