package workspace

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func drawLines(t *rapid.T, name string, n int) []string {
	return rapid.SliceOfN(rapid.SampledFrom([]string{"", "a", "b", "c", "d", "e"}), 0, n).Draw(t, name)
}

func checkAlignment(t *rapid.T, a, b []string, match []int) int {
	last, n := -1, 0
	for i, j := range match {
		if j < 0 {
			continue
		}
		if j <= last || a[i] != b[j] {
			t.Fatalf("diffLines(%q, %q) = %v: line %d", a, b, match, i)
		}
		last, n = j, n+1
	}
	return n
}

func TestDiffLinesIsALongestAlignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawLines(t, "a", 12), drawLines(t, "b", 12)
		got := checkAlignment(t, a, b, diffLines(a, b))
		if want := longestCommon(a, b); got != want {
			t.Fatalf("diffLines(%q, %q) matches %d lines, want %d", a, b, got, want)
		}
	})
}

func longestCommon(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if a[0] == b[0] {
		return 1 + longestCommon(a[1:], b[1:])
	}
	return max(longestCommon(a[1:], b), longestCommon(a, b[1:]))
}

func TestAlignByAnchors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{3}`), 0, 30, rapid.ID[string]).Draw(t, "a")
		b := slices.DeleteFunc(slices.Clone(a), func(string) bool { return rapid.IntRange(0, 3).Draw(t, "drop") == 0 })
		match := make([]int, len(a))
		for i := range match {
			match[i] = -1
		}
		alignByAnchors(a, b, 0, 0, match)
		if got := checkAlignment(t, a, b, match); got != len(b) {
			t.Fatalf("alignByAnchors(%q, %q) matches %d lines, want all %d", a, b, got, len(b))
		}
	})
}

func TestMerge3(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, theirs, ours := drawLines(t, "base", 10), drawLines(t, "theirs", 10), drawLines(t, "ours", 10)
		text := func(lines []string) []byte { return []byte(strings.Join(lines, "\n")) }
		if got, ok := merge3(text(base), text(theirs), text(base)); !ok || string(got) != string(text(theirs)) {
			t.Fatalf("only they changed: %q, %v; want %q", got, ok, text(theirs))
		}
		if got, ok := merge3(text(base), text(base), text(ours)); !ok || string(got) != string(text(ours)) {
			t.Fatalf("only we changed: %q, %v; want %q", got, ok, text(ours))
		}
		if got, ok := merge3(text(base), text(ours), text(ours)); !ok || string(got) != string(text(ours)) {
			t.Fatalf("both changed alike: %q, %v; want %q", got, ok, text(ours))
		}
		one, ok1 := merge3(text(base), text(theirs), text(ours))
		two, ok2 := merge3(text(base), text(ours), text(theirs))
		if ok1 != ok2 || string(one) != string(two) {
			t.Fatalf("the sides are not alike: %q, %v and %q, %v", one, ok1, two, ok2)
		}
	})
}

func TestCutRune(t *testing.T) {
	const text = "aé語🎉"
	for n := range len(text) + 1 {
		got := string(cutRune([]byte(text[:n])))
		if !strings.HasPrefix(text, got) || strings.ToValidUTF8(got, "?") != got || len(got) < n-3 {
			t.Errorf("cutRune of %d bytes = %q", n, got)
		}
	}
	if got := string(cutRune([]byte("a\xff"))); got != "a\xff" {
		t.Errorf("cutRune drops a byte that is no cut rune: %q", got)
	}
}
