package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
)

// The sizes are those of a developer with some years of sessions behind him.
const benchThreads = 5000

func scanOf(n int) ([]state.Ledger, []state.Thread) {
	ledgers := make([]state.Ledger, n)
	threads := make([]state.Thread, n)
	for i := range n {
		id := fmt.Sprintf("0199a%03x-0000-7000-8000-%012x", i%4096, i)
		path := fmt.Sprintf("/home/ada/.codex/sessions/2026/10/%02d/rollout-2026-10-01T10-00-00-%s.jsonl", i%28+1, id)
		ledgers[i] = state.Ledger{Path: path, Source: "codex", Size: 170_000, MtimeNS: int64(i) * 1e9, ThreadID: id}
		threads[i] = state.Thread{
			ID: id, Source: "codex", SourceKind: "cli", RolloutPath: path, Cwd: "/home/ada/code/shop",
			ProjectID: "/home/ada/code/shop/.git", GitBranch: "main", GitSHA: "0123456789abcdef0123456789abcdef01234567",
			GitOrigin: "git@example.com:ada/shop.git", ModelProvider: "openai", Title: "Make the cart keep its items",
			FirstUserMessage: "The cart loses its items after a reload. Find out why and fix it, with a test.",
			CreatedAtMS:      1_790_000_000_000, UpdatedAtMS: 1_790_000_000_000 + int64(i)*1000, Size: 170_000,
			MemoryMode: state.Enabled,
		}
	}
	return ledgers, threads
}

// firstID is the id of the first thread of any scanOf.
func firstID() string {
	_, threads := scanOf(1)
	return threads[0].ID
}

func open(tb testing.TB, path string) *sqlite.Store {
	tb.Helper()
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

func scanned(tb testing.TB) *sqlite.Store {
	tb.Helper()
	s := open(tb, filepath.Join(tb.TempDir(), "state.db"))
	ledgers, threads := scanOf(benchThreads)
	if err := s.PutScan(context.Background(), ledgers, threads); err != nil {
		tb.Fatal(err)
	}
	return s
}

func BenchmarkOpen(b *testing.B) {
	path := scanned(b).Path()
	for b.Loop() {
		s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenReadOnly(b *testing.B) {
	path := scanned(b).Path()
	for b.Loop() {
		s, err := sqlite.OpenReadOnly(context.Background(), path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenNew(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		s, err := sqlite.Open(context.Background(), filepath.Join(dir, fmt.Sprint(i), "state.db"), sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPutScanNew5000(b *testing.B) {
	dir := b.TempDir()
	ledgers, threads := scanOf(benchThreads)
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		s := open(b, filepath.Join(dir, fmt.Sprint(i), "state.db"))
		b.StartTimer()
		if err := s.PutScan(context.Background(), ledgers, threads); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPutScanAgain5000(b *testing.B) {
	s := scanned(b)
	ledgers, threads := scanOf(benchThreads)
	for b.Loop() {
		if err := s.PutScan(context.Background(), ledgers, threads); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLedgers5000(b *testing.B) {
	s := scanned(b)
	for b.Loop() {
		got, err := s.Ledgers(context.Background(), "")
		if err != nil || len(got) != benchThreads {
			b.Fatalf("%d ledgers, error %v; want %d", len(got), err, benchThreads)
		}
	}
}

func BenchmarkThreads5000(b *testing.B) {
	s := scanned(b)
	for b.Loop() {
		got, err := s.Threads(context.Background())
		if err != nil || len(got) != benchThreads {
			b.Fatalf("%d threads, error %v; want %d", len(got), err, benchThreads)
		}
	}
}

func BenchmarkClaimFinish(b *testing.B) {
	s := scanned(b)
	ctx := context.Background()
	for b.Loop() {
		claims, err := s.ClaimStartup(ctx, state.StartupFilter{Worker: "bench", Limit: 1})
		if err != nil {
			b.Fatal(err)
		}
		if len(claims) == 0 {
			b.Skip("all threads are extracted")
		}
		out := state.Stage1Output{RawMemory: "raw", RolloutSummary: "summary"}
		if err := s.FinishStage1(ctx, claims[0], out); err != nil {
			b.Fatal(err)
		}
	}
}
