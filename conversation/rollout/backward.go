package rollout

import (
	"bytes"
	"fmt"
	"io"
)

// backBlock is how much the backward reader looks at at a time.
const backBlock = 256 << 10

// Backward reads a ledger's records from the last to the first. Lines that keep refuses
// are passed over by their heads alone: they are neither decoded nor, when they are
// long, held in memory.
type Backward struct {
	src   io.ReaderAt
	pos   int64 // text before pos is still to be read
	keep  func(Head) bool
	block []byte // text[at : at+len(block)]
	at    int64
	size  int      // size of a block
	queue [][]byte // further records of a line that held several, last first
	where int64    // offset of that line
	fresh bool     // the line last returned lies in no block: its slices may be kept

	// Scanned counts the bytes gone over, Bad the lines that could not be read.
	Scanned int64
	Bad     int
}

// NewBackward reads backward from end; the text must end a line there, or be torn.
func NewBackward(src io.ReaderAt, end int64, keep func(Head) bool) *Backward {
	b := &Backward{}
	b.Reset(src, end, keep, backBlock)
	return b
}

// Reset makes b read another text, in blocks of that size, reusing its block.
func (b *Backward) Reset(src io.ReaderAt, end int64, keep func(Head) bool, block int) {
	old := b.block
	*b = Backward{src: src, pos: end, keep: keep, size: block}
	if cap(old) >= block {
		b.block = old[:0]
	}
}

// Next returns the record before the one last returned, io.EOF before the first. The
// line's slices alias the reader's block until the next call.
func (b *Backward) Next() (Line, error) {
	for {
		if l, ok, err := b.step(); ok || err != nil {
			return l, err
		}
	}
}

// step goes over one line; ok is false when it gave no record.
func (b *Backward) step() (l Line, ok bool, err error) {
	if n := len(b.queue); n > 0 {
		raw := b.queue[n-1]
		b.queue, b.fresh = b.queue[:n-1], false
		l, _, _, err := parse(raw)
		l.Offset = b.where
		return l, err == nil, nil
	}
	raw, at, fresh, err := b.line()
	if err != nil || raw == nil {
		return Line{}, false, err
	}
	l, rest, _, err := parse(raw)
	if err != nil {
		b.Bad++
		return Line{}, false, nil
	}
	l.Offset, b.fresh = at, fresh
	if len(rest) > 0 {
		b.where = at
		b.split(raw)
		return Line{}, false, nil
	}
	return l, true, nil
}

// split queues the records of a line that holds several.
func (b *Backward) split(raw []byte) {
	b.queue = b.queue[:0]
	for len(raw) > 0 {
		l, rest, _, err := parse(raw)
		if err != nil {
			b.Bad++
			return
		}
		b.queue = append(b.queue, l.Raw)
		raw = rest
	}
}

// line returns the previous line, trimmed; nil if it is blank, not kept, or seen to be no
// record by its start alone. fresh: it does not lie in the block.
func (b *Backward) line() (raw []byte, at int64, fresh bool, err error) {
	start, end, err := b.previous()
	if err != nil {
		return nil, 0, false, err
	}
	b.Scanned += end - start
	raw, err = b.peek(start, end)
	if err != nil {
		return nil, 0, false, err
	}
	whole := int64(len(raw)) == end-start
	raw = trimBOM(raw, start)
	if whole && len(bytes.TrimSpace(raw)) == 0 || b.keep != nil && !b.keep(peek(raw)) {
		return nil, start, false, nil
	}
	if !whole {
		if !mayBeRecord(raw) {
			b.Bad++
			return nil, start, false, nil
		}
		raw = make([]byte, end-start)
		if _, err := readAt(b.src, raw, start); err != nil {
			return nil, 0, false, err
		}
		raw = trimBOM(raw, start)
	}
	return bytes.TrimSpace(raw), start, !whole, nil
}

// previous finds the bounds of the line before pos, without its "\n".
func (b *Backward) previous() (start, end int64, err error) {
	if b.pos <= 0 {
		return 0, 0, io.EOF
	}
	end = b.pos
	if err := b.load(end); err != nil {
		return 0, 0, err
	}
	if b.block[end-1-b.at] == '\n' {
		end--
	}
	for search := end; ; {
		if search <= 0 {
			b.pos = 0
			return 0, end, nil
		}
		if err := b.load(search); err != nil {
			return 0, 0, err
		}
		if n := bytes.LastIndexByte(b.block[:search-b.at], '\n'); n >= 0 {
			b.pos = b.at + int64(n) + 1
			return b.pos, end, nil
		}
		search = b.at
	}
}

// peek returns the whole line if the block holds it, else its first bytes.
func (b *Backward) peek(start, end int64) ([]byte, error) {
	if start >= b.at && end <= b.at+int64(len(b.block)) {
		return b.block[start-b.at : end-b.at], nil
	}
	head := make([]byte, min(end-start, peekSize))
	_, err := readAt(b.src, head, start)
	return head, err
}

// load makes the byte before end lie in the block.
func (b *Backward) load(end int64) error {
	if b.block != nil && end > b.at && end <= b.at+int64(len(b.block)) {
		return nil
	}
	b.at = max(0, end-int64(b.size))
	n := int(end - b.at)
	if cap(b.block) < n {
		b.block = make([]byte, b.size)
	}
	b.block = b.block[:n]
	_, err := readAt(b.src, b.block, b.at)
	return err
}

// readAt fills p; a file that shrank meanwhile is an error.
func readAt(src io.ReaderAt, p []byte, at int64) (int, error) {
	n, err := src.ReadAt(p, at)
	if n == len(p) {
		return n, nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, fmt.Errorf("read ledger at byte %d: %w", at, err)
}
