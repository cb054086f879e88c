package workspace

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkStage stages a folder with as many summaries as are selected by default.
func BenchmarkStage(b *testing.B) {
	f, err := Open(b.Context(), filepath.Join(b.TempDir(), "home", "memories"), Options{Now: testClock})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	files := map[string]string{HandbookFile: strings.Repeat("- line\n", 3000), SummaryFile: "v1\n"}
	for i := range 256 {
		files[fmt.Sprintf("rollout_summaries/2026-01-01T00-00-00-%04d-slug.md", i)] = strings.Repeat("text of a summary\n", 200)
	}
	if err := consolidate(b.Context(), f, write(files)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := f.Stage(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		s.Close()
		b.StartTimer()
	}
}

// BenchmarkShrinkGuard compares two handbooks of a megabyte that have common words but no
// bullet in common, which is the most work.
func BenchmarkShrinkGuard(b *testing.B) {
	book := func(what string) []byte {
		var t strings.Builder
		t.WriteString("# Task Group: general\n\n## User preferences\n\n")
		for i := 0; t.Len() < 1<<20; i++ {
			fmt.Fprintf(&t, "- when the user asks for %[1]s%[2]d in the project %[1]sA%[2]d, run %[1]sB%[2]d with %[1]sC%[2]d, then %[1]sD%[2]d, %[1]sE%[2]d, %[1]sF%[2]d and %[1]sG%[2]d [Task 1]\n", what, i)
		}
		return []byte(t.String())
	}
	old, fresh := book("check"), book("report")
	b.SetBytes(int64(len(old)))
	for b.Loop() {
		_ = ShrinkGuard(old, fresh, nil)
	}
}
