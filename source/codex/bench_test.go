package codex

import (
	"testing"

	"github.com/seed50391015/reverie/internal/ledgergen"
	"github.com/seed50391015/reverie/source"
)

// BenchmarkScan catalogues 5,000 ledgers of 170 KB (200 with -short): first knowing
// nothing, then with nothing changed.
func BenchmarkScan(b *testing.B) {
	n := 5000
	if testing.Short() {
		n = 200
	}
	home := b.TempDir()
	if _, err := ledgergen.Home(home, n, ledgergen.Options{Seed: 1}); err != nil {
		b.Fatal(err)
	}
	buildStateDB(b, home, true, stateThread{id: threadID(1), mode: "enabled"})
	known := knownOf(scanHome(b, nil, home))
	if len(known) != n {
		b.Fatalf("got %d ledgers, want %d", len(known), n)
	}
	for name, known := range map[string]map[string]source.Ledger{"first": nil, "unchanged": known} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				scanHome(b, known, home)
			}
		})
	}
}
