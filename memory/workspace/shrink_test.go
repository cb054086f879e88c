package workspace

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestShrinkGuard(t *testing.T) {
	book := func(bullets ...string) []byte {
		return []byte("# Task Group: lab\n\n## Task 1: x\n\n### keywords\n\n- a, b\n- c\n- d\n\n## User preferences\n\n- " + strings.Join(bullets, "\n- ") + "\n")
	}
	old := book("Run make check before every commit [Task 1]", "Never push to the main branch [Task 2]", "提交之前必须运行测试 [Task 2]", "Write tests in tables [Task 1] [Task 2]")
	excuse := func(part string) func(string) bool {
		return func(b string) bool { return strings.Contains(b, part) }
	}
	for _, tc := range []struct {
		name    string
		fresh   []byte
		excused func(string) bool
		want    string // numbers, "" = allowed
	}{
		{"the same", old, nil, ""},
		{"other references and order", book("Write tests in tables [Task 9]", "提交之前必须运行测试", "Never push to the main branch [Task 1] [Task 3]", "Run make check before every commit"), nil, ""},
		{"merged bullets keep the words", book("Run make check before every commit; write tests in tables [Task 1]", "Never push to the main branch; also 提交之前必须运行测试 [Task 1]"), nil, ""},
		{"half is gone", book("Run make check before every commit", "Never push to the main branch"), nil, ""},
		{"more than half is gone", book("Run make check before every commit"), nil, "3 of 4, 0 excused"},
		{"some of it explained", book("Run make check before every commit"), excuse("tables"), ""},
		{"all is gone", []byte("# Task Group: general\n"), nil, "4 of 4, 0 excused"},
		{"all is gone, all explained", nil, excuse(""), ""},
		{"all is gone, one explained", nil, excuse("提交"), "4 of 4, 1 excused"},
		{"other words", book("One", "Two", "Three", "Four"), nil, "4 of 4, 0 excused"},
	} {
		err := ShrinkGuard(old, tc.fresh, tc.excused)
		got := ""
		var e *ShrinkError
		if errors.As(err, &e) {
			got = fmt.Sprintf("%d of %d, %d excused", e.Gone, e.Bullets, e.Excused)
		}
		if got != tc.want {
			t.Errorf("%s: ShrinkGuard says %q, want %q", tc.name, got, tc.want)
		}
		if (err != nil) != errors.Is(err, ErrShrink) || err != nil && hintOf(err) == "" {
			t.Errorf("%s: the error %v is no ErrShrink with a hint", tc.name, err)
		}
	}
	if err := ShrinkGuard(nil, nil, nil); err != nil {
		t.Errorf("an empty handbook that stays empty: %v", err)
	}
}

// TestLikeBulletsProperty holds the search for a like bullet against a look at every one.
func TestLikeBulletsProperty(t *testing.T) {
	bullet := rapid.Custom(func(t *rapid.T) string {
		return "- " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(strings.Fields("run make check test push main never before 提交 each")), 0, 7).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		b, all := bullet.Draw(t, "bullet"), rapid.SliceOf(bullet).Draw(t, "bullets")
		want := false
		for _, other := range all {
			both, set := 0, words(other)
			for w := range words(b) {
				if set[w] {
					both++
				}
			}
			want = want || other == b || both > 0 && float64(both) >= likeness*float64(len(words(b)))
		}
		if got := newWordIndex(all).holds(b); got != want {
			t.Fatalf("among %q a bullet like %q is found: %v, want %v", all, b, got, want)
		}
	})
}
