package recall

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// feed runs pieces through a parser and joins what it showed.
func feed(tags []Tag, pieces ...string) (shown string, blocks []Block) {
	p := NewStreamParser(tags...)
	for _, piece := range append(pieces, "") {
		s, b := p.Push(piece)
		shown += s
		blocks = append(blocks, b...)
	}
	s, b := p.Finish()
	return shown + s, append(blocks, b...)
}

var manyTags = []Tag{{"<a>", "</a>"}, {"<a>b", "!"}, {"«", "»"}, CitationTag, {"aa", "a"}}

func TestStreamShowsAtOnceWhatCannotBecomeAMarker(t *testing.T) {
	p := NewStreamParser(CitationTag)
	steps := []struct{ piece, want string }{
		{"Hello ", "Hello "},
		{"a < b", "a < b"},
		{" <oai", " "},
		{"x", "<oaix"},
		{"<<oai-mem-citation", "<"},
		{">hidden", ""},
		{"</oai-mem-citation", ""},
		{"> and on", " and on"},
		{"<", ""},
	}
	for _, s := range steps {
		if got, _ := p.Push(s.piece); got != s.want {
			t.Errorf("after %q: got %q at once, want %q", s.piece, got, s.want)
		}
	}
	if got, blocks := p.Finish(); got != "<" || len(blocks) != 0 {
		t.Errorf("at the end: got %q, %v; want the lone piece of a marker shown", got, blocks)
	}
}

func TestStreamBlocks(t *testing.T) {
	tests := []struct {
		text, shown string
		blocks      []Block
	}{
		{"x<a>1</a>y«2»z", "xyz", []Block{{manyTags[0], "1", true}, {manyTags[2], "2", true}}},
		{"<a>open", "", []Block{{manyTags[0], "open", false}}},
		{"<a>b12!3", "3", []Block{{manyTags[1], "12", true}}}, // the longer marker wins
		{"<a>", "", []Block{{manyTags[0], "", false}}},        // it was hoped for in vain
		{"aaa", "", []Block{{manyTags[4], "", true}}},
		{"<a></a", "", []Block{{manyTags[0], "</a", false}}},
	}
	for _, tt := range tests {
		shown, blocks := feed(manyTags, tt.text)
		if diff := cmp.Diff(tt.blocks, blocks); diff != "" || shown != tt.shown {
			t.Errorf("%q: shown %q, want %q; blocks (-want +got):\n%s", tt.text, shown, tt.shown, diff)
		}
	}
}

func TestStreamParserIsNewAfterFinish(t *testing.T) {
	p := NewStreamParser(CitationTag)
	p.Push(CitationOpen + "x")
	p.Finish()
	if got, _ := p.Push("shown"); got != "shown" {
		t.Errorf("got %q, want the next text shown", got)
	}
}

func TestStreamWithoutTagsShowsAll(t *testing.T) {
	for _, tags := range [][]Tag{nil, {{"", "x"}}, {{"x", ""}}} {
		if shown, blocks := feed(tags, "x ", "<a>", "\xff"); shown != "x <a>\xff" || blocks != nil {
			t.Errorf("tags %q: got %q, %v", tags, shown, blocks)
		}
	}
}

func TestStreamNeverShowsHalfARune(t *testing.T) {
	text := "né — 数据<oai-mem-citation>隐</oai-mem-citation>库"
	p := NewStreamParser(CitationTag)
	var all string
	for i := range len(text) {
		shown, _ := p.Push(text[i : i+1])
		if !utf8.ValidString(shown) {
			t.Errorf("after byte %d: showed %q", i, shown)
		}
		all += shown
	}
	if tail, _ := p.Finish(); all+tail != "né — 数据库" {
		t.Errorf("got %q", all+tail)
	}
}

// However a text is cut into pieces, the outcome is that of the whole text.
func TestStreamSplitsMakeNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"<", "a", ">", "b", "!", "</a>", "<a>", "«", "»", "\xc2", "\xab", "数", CitationOpen, CitationClose, "<oai-mem", "-citation>", "\n", " "})).Draw(t, "parts")
		text := strings.Join(parts, "")
		var pieces []string
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		checkSplit(t, manyTags, text, pieces)
	})
}

type failer interface {
	Errorf(format string, args ...any)
}

func checkSplit(t failer, tags []Tag, text string, pieces []string) {
	wantShown, wantBlocks := feed(tags, text)
	shown, blocks := feed(tags, pieces...)
	if shown != wantShown {
		t.Errorf("%q in pieces %q: shown %q, want %q", text, pieces, shown, wantShown)
	}
	if diff := cmp.Diff(wantBlocks, blocks); diff != "" {
		t.Errorf("%q in pieces %q: blocks (-want +got):\n%s", text, pieces, diff)
	}
}

func FuzzStreamSplit(f *testing.F) {
	f.Add("ab<a>cd</a>e", uint64(0x5555))
	f.Add(CitationOpen+"x"+CitationClose+"«é»", uint64(0xffff_ffff))
	f.Add("<a>b<a>!«\xc2", uint64(12345))
	f.Fuzz(func(t *testing.T, text string, cuts uint64) {
		var pieces []string
		last := 0
		for i := 1; i < len(text); i++ {
			if cuts>>(i%64)&1 == 1 {
				pieces, last = append(pieces, text[last:i]), i
			}
		}
		checkSplit(t, manyTags, text, append(pieces, text[last:]))
	})
}

// A megabyte that comes byte by byte, inside a block and outside, takes no quadratic time.
func BenchmarkStreamByteByByte(b *testing.B) {
	text := strings.Repeat("some words <o and ", 30_000) + CitationOpen + strings.Repeat("<", 500_000) + CitationClose
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p := NewStreamParser(CitationTag)
		for i := range len(text) {
			p.Push(text[i : i+1])
		}
		p.Finish()
	}
}
