package rules

import (
	"path/filepath"
	"testing"
)

// TestInventedSessions plays small invented sessions in six languages and asserts what
// the engine learns from them. Those in held are never looked at when a table or a
// weight is changed.
func TestInventedSessions(t *testing.T) {
	k := New(Options{})
	for _, set := range []string{"dev", "held"} {
		t.Run(set, func(t *testing.T) {
			files, err := filepath.Glob("testdata/" + set + "/*.txt")
			if err != nil || len(files) == 0 {
				t.Fatalf("no sessions in testdata/%s: %v", set, err)
			}
			c := newTally()
			for _, f := range files {
				p := readPlay(t, f)
				out, lines := p.perform(t, k)
				c.score(p, out, lines)
			}
			t.Logf("%s\n%s", set, c)
			for _, m := range c.misses {
				t.Log(m)
			}
		})
	}
}
