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

	// Scanned counts the bytes gone over, Bad the lines that could not be read.
	Scanned int64
	Bad     int
}

// NewBackward reads backward from end; the text must end a line there, or be torn.
func NewBackward(src io.ReaderAt, end int64, keep func(Head) bool) *Backward {
	return &Backward{src: src, pos: end, keep: keep, size: backBlock}
}

// Next returns the record before the one last returned, io.EOF before the first. The
// line's slices alias the reader's block until the next call.
func (b *Backward) Next() (Line, error) {
	for {
		if n := len(b.queue); n > 0 {
			raw := b.queue[n-1]
			b.queue = b.queue[:n-1]
			if l, _, _, err := parse(raw); err == nil {
				l.Offset = b.where
				return l, nil
			}
			continue
		}
		raw, at, err := b.line()
		if err != nil {
			return Line{}, err
		}
		l, rest, _, err := parse(raw)
		if err != nil {
			b.Bad++
			continue
		}
		if len(rest) == 0 {
			l.Offset = at
			return l, nil
		}
		b.where = at
		b.split(raw)
	}
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

// line returns the previous line that is kept, trimmed and not empty.
func (b *Backward) line() (raw []byte, at int64, err error) {
	for {
		start, end, err := b.previous()
		if err != nil {
			return nil, 0, err
		}
		b.Scanned += end - start
		head, err := b.peek(start, end)
		if err != nil {
			return nil, 0, err
		}
		if len(bytes.TrimSpace(head)) == 0 && int64(len(head)) == end-start {
			continue
		}
		if b.keep != nil && !b.keep(peek(head)) {
			continue
		}
		raw := head
		if int64(len(head)) < end-start {
			raw = make([]byte, end-start)
			if _, err := readAt(b.src, raw, start); err != nil {
				return nil, 0, err
			}
		}
		if start == 0 {
			raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
		}
		return bytes.TrimSpace(raw), start, nil
	}
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
