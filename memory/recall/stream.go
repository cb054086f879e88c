package recall

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Tag is a literal, case-sensitive pair of markers around text that is not shown.
type Tag struct {
	Open, Close string
}

// Block is the text between one pair of markers.
type Block struct {
	Tag    Tag
	Body   string
	Closed bool // false: the text ended inside the block
}

// StreamParser takes the blocks of any set of tags out of text that arrives in pieces.
// Whatever the pieces, even ones that split a marker or a rune, the shown text and the
// blocks are those of the whole text. Blocks do not nest: inside one, only its own end
// marker counts. It holds back no more than the longest end of the text that may still
// become a marker (or the bytes of a rune not yet complete). Where two markers begin at
// one place the longer wins.
//
// It is not safe for concurrent use. The zero value shows everything.
type StreamParser struct {
	tags    []Tag
	starts  string // the distinct first bytes of the opening markers
	held    string // outside a block: what is not yet decided
	open    Tag    // inside a block: its tag; Open is "" outside
	body    []byte // inside a block: what came so far, perhaps with a part of the end marker
	checked int    // bytes of body that cannot begin the end marker
}

// NewStreamParser returns a parser for the tags; one with an empty marker is left out.
func NewStreamParser(tags ...Tag) *StreamParser {
	p := &StreamParser{}
	for _, t := range tags {
		if t.Open == "" || t.Close == "" {
			continue
		}
		p.tags = append(p.tags, t)
		if strings.IndexByte(p.starts, t.Open[0]) < 0 {
			p.starts += t.Open[:1]
		}
	}
	return p
}

// Push takes the next piece and returns what may be shown now and the blocks that it completed.
func (p *StreamParser) Push(piece string) (shown string, blocks []Block) {
	return p.run(piece, false)
}

// Finish ends the text: an open block is closed where it stands and a held piece of a
// marker is shown. The parser is then as new.
func (p *StreamParser) Finish() (shown string, blocks []Block) {
	shown, blocks = p.run("", true)
	if p.open.Open != "" {
		blocks = append(blocks, p.take(false))
	}
	return shown, blocks
}

func (p *StreamParser) run(piece string, atEnd bool) (shown string, blocks []Block) {
	var out strings.Builder
	for piece != "" || (atEnd && p.held != "") {
		if p.open.Open == "" {
			piece = p.outside(piece, &out, atEnd)
			continue
		}
		var done bool
		if piece, done = p.inside(piece); done {
			blocks = append(blocks, p.take(true))
		}
	}
	return out.String(), blocks
}

// outside shows text up to the next opening marker and returns what follows the marker;
// the undecided end is held, unless the text is at its end.
func (p *StreamParser) outside(piece string, out *strings.Builder, atEnd bool) (rest string) {
	text := p.held + piece
	p.held = ""
	for at := 0; ; {
		next := p.nextStart(text[at:])
		if next < 0 {
			p.emit(text, out, atEnd)
			return ""
		}
		at += next
		tag, undecided := p.match(text[at:])
		switch {
		case undecided && !atEnd:
			out.WriteString(text[:at])
			p.held = text[at:]
			return ""
		case tag.Open != "":
			out.WriteString(text[:at])
			p.open = tag
			return text[at+len(tag.Open):]
		}
		at++
	}
}

// nextStart finds the first byte that may begin a marker.
func (p *StreamParser) nextStart(text string) int {
	first := -1
	for i := range len(p.starts) {
		if at := strings.IndexByte(text, p.starts[i]); at >= 0 && (first < 0 || at < first) {
			first, text = at, text[:at]
		}
	}
	return first
}

// match returns the longest tag that opens text, and whether a longer one still may.
func (p *StreamParser) match(text string) (best Tag, undecided bool) {
	for _, t := range p.tags {
		if strings.HasPrefix(text, t.Open) {
			if len(t.Open) > len(best.Open) {
				best = t
			}
		} else if strings.HasPrefix(t.Open, text) {
			undecided = true
		}
	}
	return best, undecided
}

// emit shows text, but for the bytes of a rune that the next piece may complete.
func (p *StreamParser) emit(text string, out *strings.Builder, atEnd bool) {
	cut := len(text)
	if !atEnd {
		for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
			if tail := text[len(text)-back:]; utf8.RuneStart(tail[0]) {
				if !utf8.FullRuneInString(tail) {
					cut -= back
				}
				break
			}
		}
	}
	out.WriteString(text[:cut])
	p.held = text[cut:]
}

// inside adds to the open block and reports whether its end marker came; rest follows the marker.
func (p *StreamParser) inside(piece string) (rest string, done bool) {
	p.body = append(p.body, piece...)
	at := bytes.Index(p.body[p.checked:], []byte(p.open.Close))
	if at < 0 {
		p.checked = max(p.checked, len(p.body)-len(p.open.Close)+1)
		return "", false
	}
	end := p.checked + at
	rest = string(p.body[end+len(p.open.Close):])
	p.body = p.body[:end]
	return rest, true
}

// take returns the open block and leaves it.
func (p *StreamParser) take(closed bool) Block {
	b := Block{Tag: p.open, Body: string(p.body), Closed: closed}
	p.open, p.body, p.checked = Tag{}, nil, 0
	return b
}
