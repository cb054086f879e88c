package memory

import (
	"context"
	"os"
	"testing"

	"github.com/seed50391015/reverie/internal/ledgergen"
)

// benchHome makes a Codex home of many ledgers: 5,000 of 170 KB with REVERIE_BENCH=full.
func benchHome(b *testing.B) (home string, ledgers int) {
	b.Helper()
	ledgers = 50
	if os.Getenv("REVERIE_BENCH") == "full" {
		ledgers = 5000
	}
	home = b.TempDir()
	if _, err := ledgergen.Home(home, ledgers, ledgergen.Options{}); err != nil {
		b.Fatal(err)
	}
	return home, ledgers
}

// BenchmarkScanFirst catalogues every ledger and stores the rows, in a new database each time.
func BenchmarkScanFirst(b *testing.B) {
	codexHome, n := benchHome(b)
	ctx := context.Background()
	for b.Loop() {
		m, err := openTest(ctx, b.TempDir(), codexHome)
		if err != nil {
			b.Fatal(err)
		}
		if s, err := m.Scan(ctx); err != nil || s.New != n {
			b.Fatalf("scan found %d new ledgers, want %d: %v", s.New, n, err)
		}
		if err := m.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n), "ledgers")
}

// BenchmarkScanUnchanged scans again with nothing changed: database opened, ledgers listed and compared.
func BenchmarkScanUnchanged(b *testing.B) {
	codexHome, n := benchHome(b)
	ctx, home := context.Background(), b.TempDir()
	scan := func() Scanned {
		m, err := openTest(ctx, home, codexHome)
		if err != nil {
			b.Fatal(err)
		}
		defer m.Close()
		s, err := m.Scan(ctx)
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	scan()
	for b.Loop() {
		if s := scan(); s.Unchanged != n {
			b.Fatalf("%d ledgers unchanged, want %d", s.Unchanged, n)
		}
	}
	b.ReportMetric(float64(n), "ledgers")
}
