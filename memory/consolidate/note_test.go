package consolidate

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProjectNamed(t *testing.T) {
	projects := []string{"/home/u/src/shop", "/home/u/src/shop-admin", "/home/u/src/docs", "/home/u/a/api", "/home/u/b/api"}
	tests := []struct{ text, field, want string }{
		{"never deploy on Fridays", "", ""},
		{"in shop, prices are integers", "", "/home/u/src/shop"},
		{"shop-admin has its own lockfile", "", "/home/u/src/shop-admin"},
		{"tests of /home/u/src/shop/web need a display", "", ""},
		{"tests of /home/u/src/shop need a display", "", "/home/u/src/shop"},
		{"keep the docs short", "", ""},
		{"the docs repo is built with make", "", "/home/u/src/docs"},
		{"shop 项目里不要用浮点数", "", "/home/u/src/shop"},
		{"in api, use json", "", ""},
		{"use json", "api", ""},
		{"use json", "shop", "/home/u/src/shop"},
		{"use json", "/srv/new/", "/srv/new"},
		{"in shop and in docs", "", ""},
	}
	for _, tt := range tests {
		if got := projectNamed(tt.text, tt.field, projects); got != tt.want {
			t.Errorf("projectNamed(%q, %q) = %q, want %q", tt.text, tt.field, got, tt.want)
		}
	}
}

func TestNotePieces(t *testing.T) {
	n := &note{}
	n.split("---\ntitle\n---\n# Heading\n\nfirst line\ngoes on\n\n- one **bold** [Task 9]\n* two\n1. three\ncwd: /x\n")
	want := []string{"title", "first line goes on", "one bold Task 9", "two", "three"}
	if diff := cmp.Diff(want, n.pieces); diff != "" {
		t.Errorf("pieces (-want +got):\n%s", diff)
	}
	if n.project != "/x" {
		t.Errorf("project %q, want /x", n.project)
	}
}

func TestNotesThatDelete(t *testing.T) {
	r := NewRules().composer(Input{})
	tests := []struct{ piece, subject string }{
		{"Forget that prices are integers", "prices are integers"},
		{"please delete the rule about tabs", "tabs"},
		{"remove what I said about squashing", "squashing"},
		{"忘掉关于缩进的规则", "缩进的规则"},
		{"vergiss die Regel mit den Tabs", "die Regel mit den Tabs"},
	}
	for _, tt := range tests {
		if got, ok := r.deletes(tt.piece); !ok || got != tt.subject {
			t.Errorf("deletes(%q) = %q, %v, want %q", tt.piece, got, ok, tt.subject)
		}
	}
	for _, piece := range []string{"never forget to run the linter", "prices are integers", "the delete button is red"} {
		if _, ok := r.deletes(piece); ok {
			t.Errorf("%q is taken for a note that deletes", piece)
		}
	}
}
