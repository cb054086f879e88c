package extract

import (
	"os"
	"testing"

	"github.com/seed50391015/reverie/internal/ledgergen"
)

// BenchmarkRows is the whole chain on one core: read, parse, filter, redact.
func BenchmarkRows(b *testing.B) {
	size := int64(50 << 20)
	if testing.Short() {
		size = 2 << 20
	}
	for name, o := range map[string]ledgergen.Options{
		"paginated": {Seed: 1, Bytes: size, CompactEvery: 4 << 20},
		"legacy":    {Seed: 2, Bytes: size, Legacy: true, CompactEvery: 4 << 20},
	} {
		b.Run(name, func(b *testing.B) {
			path, _, err := ledgergen.File(b.TempDir(), o)
			if err != nil {
				b.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			b.ReportAllocs()
			n, kept := 0, 0
			for b.Loop() {
				n, kept = 0, 0
				for r, err := range FileRows(path, RowOptions{}, nil) {
					if err != nil {
						b.Fatal(err)
					}
					n++
					kept += len(r.Text)
				}
			}
			b.ReportMetric(float64(n), "rows")
			b.ReportMetric(float64(kept)/float64(info.Size()), "kept/byte")
		})
	}
}
