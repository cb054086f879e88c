package rules

import (
	"testing"

	"github.com/seed50391015/reverie/memory/extract"
)

// TestKnownSaysNothingEmpty: a command of no known class has no empty purpose before its reason.
func TestKnownSaysNothingEmpty(t *testing.T) {
	for _, tc := range []struct{ why, want string }{
		{"fixed what had failed", "`frobnicate -x` — it fixed what had failed [L7]"},
		{"", "`frobnicate -x` [L7]"},
	} {
		x := &known{act: &act{command: "frobnicate -x", output: extract.Mark{Line: 7}}, why: tc.why}
		if got := x.bullet().Text; got != tc.want {
			t.Errorf("bullet = %q, want %q", got, tc.want)
		}
	}
}
