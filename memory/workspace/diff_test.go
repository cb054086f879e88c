package workspace

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestDiff(t *testing.T) {
	f := newFolder(t)
	odd := "a\n\"b\"\\ü\t\xff.md"
	mustConsolidate(t, f, map[string]string{"keep.md": "k\n", "gone.md": "g\n", "big.md": strings.Repeat("line\n", 10), odd: "old\n", "日本 語.md": "1\n"})
	s := stage(t, f)
	mustWrite(t, s, "big.md", strings.Repeat("line\n", 5)+"new\n"+strings.Repeat("line\n", 5))
	mustWrite(t, s, odd, "new")
	mustWrite(t, s, "sub/added.md", "```\nfence\n````\n")
	mustWrite(t, s, "日本 語.md", "2\n")
	if err := s.Remove("gone.md"); err != nil {
		t.Fatal(err)
	}
	d, err := s.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{{Modified, odd}, {Modified, "big.md"}, {Deleted, "gone.md"}, {Added, "sub/added.md"}, {Modified, "日本 語.md"}}
	if diff := cmp.Diff(want, d.Changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	file := string(RenderDiffFile(d))
	for _, part := range []string{
		"# Memory Workspace Diff\n", "\n## Status\n", "- D gone.md\n", "- A sub/added.md\n", "- M 日本 語.md\n", "\n## Diff\n\n`````diff\n",
		"@@ -3,6 +3,7 @@", "+++ b/日本 語.md", "+````\n", "\\ No newline at end of file\n",
	} {
		if !strings.Contains(file, part) {
			t.Errorf("the diff file lacks %q:\n%s", part, file)
		}
	}
	if !strings.HasSuffix(file, "\n`````\n") {
		t.Errorf("the diff file does not end with its fence:\n%s", file)
	}
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "index ") || strings.HasPrefix(line, "\"b\"") {
			t.Errorf("the diff file has the line %q", line)
		}
	}
}

func TestDiffFileOfNothing(t *testing.T) {
	got := string(RenderDiffFile(Diff{}))
	if !strings.Contains(got, "\n## Status\n- none\n") || !strings.HasSuffix(got, "```diff\n```\n") {
		t.Errorf("diff file of no changes:\n%s", got)
	}
}

func TestDiffIsNoPartOfTheMemory(t *testing.T) {
	f := newFolder(t)
	mustConsolidate(t, f, map[string]string{HandbookFile: "x\n"})
	userWrites(t, f, DiffFile, "stale")
	s := stage(t, f)
	if err := s.WriteDiffFile(Diff{}); err != nil {
		t.Fatal(err)
	}
	if d, err := s.Diff(t.Context()); err != nil || !d.Clean() {
		t.Errorf("Diff with a diff file = %v, %v; want clean", d.Changes, err)
	}
	if res := mustPromote(t, f, s); len(res.Written) > 0 {
		t.Errorf("Promote wrote %q, want nothing", res.Written)
	}
	if err := f.RemoveDiffFile(); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, f.Dir()); len(got) != 1 {
		t.Errorf("the folder holds %v, want MEMORY.md alone", got)
	}
}

func TestLongDiffIsCut(t *testing.T) {
	f := newFolder(t)
	if _, err := f.EnsureBaseline(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := stage(t, f)
	mustWrite(t, s, "long.md", strings.Repeat("x"+strings.Repeat("語", 100)+"\n", 20000))
	mustWrite(t, s, "zz.md", "last\n")
	d, err := s.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !d.Truncated || len(d.Text) > diffLimit || len(d.Text) < diffLimit-1000 {
		t.Errorf("diff of 6 MB: truncated %v, %d bytes; want true and about %d", d.Truncated, len(d.Text), diffLimit)
	}
	if !utf8.ValidString(d.Text) {
		t.Error("the cut goes through a rune")
	}
	file := string(RenderDiffFile(d))
	if !strings.Contains(file, diffNotice) || !strings.Contains(file, "- A zz.md\n") {
		t.Error("the diff file lacks the notice or the status of the last file")
	}
}
