package rollout_test

import (
	"testing"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/ledgergen"
)

// TestHistoryWorkIsBoundedByTheSuffix: of a ledger with compactions only the end is
// read, and what is read equals the replay of the whole.
func TestHistoryWorkIsBoundedByTheSuffix(t *testing.T) {
	for _, legacy := range []bool{false, true} {
		const every = 200_000
		path, l, err := ledgergen.File(t.TempDir(), ledgergen.Options{Bytes: 4_000_000, CompactEvery: every, Legacy: legacy})
		if err != nil {
			t.Fatal(err)
		}
		h, err := rollout.History(path, rollout.HistoryOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if h.Scanned > 3*every || h.Scanned == 0 || l.Compactions < 10 {
			t.Errorf("%d of %d bytes were read, with %d compactions", h.Scanned, l.Bytes, l.Compactions)
		}
		if back, forward := bothWays(t, path); back != forward {
			t.Error("the history differs from the replay of the whole ledger")
		}
	}
}
