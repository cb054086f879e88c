package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// summaries invents the documents of n rollout summaries, with a vocabulary like that of real work: few
// words in most documents, many words in few.
func summaries(n int) []Doc {
	r := rand.New(rand.NewPCG(7, 11))
	common := strings.Fields("the test build run file error user command output fix change branch commit server config path check module function package line failed works before after should never always instead")
	rare := make([]string, 4000)
	for i := range rare {
		rare[i] = fmt.Sprintf("%s%c%c_%d", []string{"lease", "parser", "queue", "token", "cache", "迁移", "router"}[i%7], 'a'+rune(i%26), 'a'+rune(i/26%26), i%37)
	}
	word := func() string {
		if r.IntN(3) > 0 {
			return common[r.IntN(len(common))]
		}
		return rare[int(float64(len(rare))*r.Float64()*r.Float64())]
	}
	var docs []Doc
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "thread_id: %032d\nupdated_at: 2026-01-02T03:04:05+00:00\ncwd: /home/mia/p%d\n\n# %s %s %s\n", i, i%40, word(), word(), word())
		for line := range 40 {
			if line%10 == 0 {
				b.WriteString("\n## Task: " + word() + " " + word() + "\n")
			}
			b.WriteString("- ")
			for range 12 {
				b.WriteString(word() + " ")
			}
			b.WriteByte('\n')
		}
		path := fmt.Sprintf("rollout_summaries/2026-01-02T03-04-05-%04d.md", i)
		for _, d := range documents(path, b.String()) {
			d.Path = path
			docs = append(docs, d)
		}
	}
	return docs
}

var queries = []string{
	"how did we fix the lease error in the test build", "parserab_3", "never commit before test", "queue token cache", "cacheaa_1 routerbb_2",
	"迁移", "迁", "server config path failed", "works after change of branch", "routerca_4 error", "zzz unknown word",
}

// BenchmarkSearch10000 reports the slowest hundredth of searches over 10,000 summaries.
func BenchmarkSearch10000(b *testing.B) {
	n := 10_000
	if testing.Short() {
		n = 500
	}
	x := openTest(b)
	mustSync(b, x, summaries(n)...)
	if err := x.Scrub(context.Background()); err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		if _, err := x.Search(context.Background(), Query{Text: queries[i%len(queries)]}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
}

// BenchmarkSync10000 writes 10,000 summaries into an empty index.
func BenchmarkSync10000(b *testing.B) {
	n := 10_000
	if testing.Short() {
		n = 500
	}
	docs := summaries(n)
	size := 0
	for _, d := range docs {
		size += len(d.Body)
	}
	b.SetBytes(int64(size))
	for i := 0; b.Loop(); i++ {
		x, err := Open(filepath.Join(b.TempDir(), fmt.Sprint(i)))
		if err != nil {
			b.Fatal(err)
		}
		mustSync(b, x, docs...)
		x.Close()
	}
}

// BenchmarkSyncUnchanged10000 syncs 10,000 units of which none changed.
func BenchmarkSyncUnchanged10000(b *testing.B) {
	n := 10_000
	if testing.Short() {
		n = 500
	}
	x := openTest(b)
	docs := summaries(n)
	for i := range docs {
		docs[i].Hash = fmt.Sprint(i)
	}
	mustSync(b, x, docs...)
	for b.Loop() {
		if got := mustSync(b, x, docs...); got.Unchanged != len(docs) {
			b.Fatalf("got %+v, want all unchanged", got)
		}
	}
}
