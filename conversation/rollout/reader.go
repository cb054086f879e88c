package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Option adjusts a Reader.
type Option func(*Reader)

// Keep passes over lines for which keep is false, undecoded and, when they are long,
// unbuffered. Passed-over lines are counted as lines but not checked.
func Keep(keep func(Head) bool) Option { return func(r *Reader) { r.keep = keep } }

// MaxLine makes longer lines bad lines instead of buffering them. 0 means no bound.
func MaxLine(n int) Option { return func(r *Reader) { r.maxLine = n } }

// readSize makes the reader read its source in pieces of that size.
func readSize(n int) Option { return func(r *Reader) { r.chunk = n } }

const readerChunk = 256 << 10

// Reader reads a ledger forward, one record a call, in memory bounded by the longest
// line it keeps. It is not safe for concurrent use.
type Reader struct {
	src     io.Reader
	keep    func(Head) bool
	maxLine int
	skimAt  int // longer lines are skimmed; 0: none are
	chunk   int

	buf    []byte
	r, w   int   // unread bytes are buf[r:w]
	offset int64 // file offset of buf[r]
	err    error // sticky error of src
	damage error // how a compressed src ended before its end; told as a bad line

	number  int    // number of the line last begun
	rest    []byte // further records on that line
	restAt  int64
	several int // the line last reported to hold several records
	records int

	bad      []BadLine
	badCount int
}

// NewReader returns a Reader of r.
func NewReader(r io.Reader, opts ...Option) *Reader {
	rd := &Reader{}
	rd.Reset(r, opts...)
	return rd
}

// Reset makes r read another source from the start, reusing its buffer.
func (r *Reader) Reset(src io.Reader, opts ...Option) {
	*r = Reader{src: src, buf: r.buf, chunk: readerChunk}
	for _, o := range opts {
		o(r)
	}
}

// Bad returns the first bad lines met so far, at most a thousand; BadCount counts all.
func (r *Reader) Bad() []BadLine { return r.bad }

// BadCount is the number of bad lines met so far.
func (r *Reader) BadCount() int { return r.badCount }

// Records is the number of records returned so far.
func (r *Reader) Records() int { return r.records }

// Next returns the next record, io.EOF after the last. Blank lines are passed over, bad
// ones are counted; other errors are the source's own.
func (r *Reader) Next() (Line, error) {
	for {
		raw, at, err := r.next()
		if err == errSkim {
			l, ok, err := r.skim()
			if ok || err != nil {
				return l, err
			}
			continue
		}
		if err != nil {
			return Line{}, err
		}
		if len(raw) == 0 {
			continue
		}
		l, rest, flaw, err := parse(raw)
		if err != nil {
			r.addBad(reason(err, r.atTornEnd()), false)
			continue
		}
		if len(rest) > 0 {
			r.rest, r.restAt = rest, at+int64(len(raw)-len(rest))
			if flaw == "" && r.several != r.number {
				flaw, r.several = "more than one record on the line; each is read", r.number
			}
		}
		if flaw != "" {
			r.addBad(flaw, true)
		}
		l.Number, l.Offset = r.number, at
		r.records++
		return l, nil
	}
}

// next returns the next text to parse: what is left of a line, or the next line that is
// kept. The text is without blanks at its ends, and may be empty.
func (r *Reader) next() (raw []byte, at int64, err error) {
	if len(r.rest) > 0 {
		raw, at = r.rest, r.restAt
		r.rest = nil
		return raw, at, nil
	}
	line, at, err := r.line()
	if err != nil {
		return nil, 0, err
	}
	r.number++
	return bytes.TrimSpace(trimBOM(line, at)), at, nil
}

// trimBOM removes a byte order mark at the start of the file.
func trimBOM(line []byte, at int64) []byte {
	if at != 0 {
		return line
	}
	return bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
}

// line returns the next line that is kept, without its "\n", and its file offset.
func (r *Reader) line() (line []byte, at int64, err error) {
	searched := 0
	looked, decided := false, r.keep == nil // at a long line's start; whether it is kept
	whole := false                          // a long line that cannot be skimmed
	for {
		if n := bytes.IndexByte(r.buf[r.r+searched:r.w], '\n'); n >= 0 {
			n += searched
			line, at = r.buf[r.r:r.r+n], r.offset
			r.advance(n + 1)
			if !decided && !r.keep(peek(line)) {
				r.number++
				searched = 0
				continue
			}
			return line, at, nil
		}
		searched = r.w - r.r
		if !looked && searched >= peekSize {
			dropped, err := r.look(decided)
			if err != nil {
				return nil, 0, err
			}
			if dropped {
				searched = 0
				continue
			}
			looked, decided = true, true
		}
		if r.skimAt > 0 && searched > r.skimAt && !whole {
			if _, ok := skimmable(trimBOM(r.buf[r.r:r.w], r.offset)); ok {
				return nil, r.offset, errSkim
			}
			whole = true
		}
		if r.maxLine > 0 && searched > r.maxLine {
			if err := r.discardLong(); err != nil {
				return nil, 0, err
			}
			searched, looked, decided = 0, false, r.keep == nil
			continue
		}
		if r.err != nil {
			return r.last(decided)
		}
		r.fill()
	}
}

// look decides by the start of a long line whether to drop it: one that is not kept, or
// that is no record.
func (r *Reader) look(kept bool) (dropped bool, err error) {
	start := r.buf[r.r:r.w]
	if !kept && !r.keep(peek(start)) {
		return true, r.discard()
	}
	start = trimBOM(start, r.offset)
	if mayBeRecord(start) {
		return false, nil
	}
	why := notAnObject(bytes.TrimSpace(start))
	err = r.discard()
	r.addBad(why, false)
	return true, err
}

// last returns what stands after the last "\n", once the source has ended. Where damage
// ended it, that is a bad line: the one it falls in, or the next where that one is whole.
func (r *Reader) last(decided bool) (line []byte, at int64, err error) {
	line, at = r.buf[r.r:r.w], r.offset
	r.advance(len(line))
	if !errors.Is(r.err, io.EOF) {
		return nil, 0, r.err
	}
	if r.damage != nil {
		if _, _, _, err := parse(bytes.TrimSpace(line)); err == nil {
			return line, at, nil
		}
		r.number++
		r.addBad(r.damage.Error(), false)
		r.damage = nil
		return nil, 0, io.EOF
	}
	if len(line) == 0 || (!decided && !r.keep(peek(line))) {
		return nil, 0, io.EOF
	}
	return line, at, nil
}

// atTornEnd reports whether the line last returned was ended by the end of the file.
func (r *Reader) atTornEnd() bool {
	return r.r == r.w && r.err != nil && (r.r == 0 || r.buf[r.r-1] != '\n')
}

func (r *Reader) advance(n int) {
	r.r += n
	r.offset += int64(n)
}

// discard drops the line that has begun, in pieces.
func (r *Reader) discard() error {
	r.number++
	for {
		if n := bytes.IndexByte(r.buf[r.r:r.w], '\n'); n >= 0 {
			r.advance(n + 1)
			return nil
		}
		r.advance(r.w - r.r)
		if errors.Is(r.err, io.EOF) {
			return nil
		}
		if r.err != nil {
			return r.err
		}
		r.fill()
	}
}

func (r *Reader) discardLong() error {
	err := r.discard()
	r.addBad(fmt.Sprintf("longer than %d bytes", r.maxLine), false)
	return err
}

// fill reads more of the source, moving or growing the buffer as needed.
func (r *Reader) fill() {
	if r.r > 0 {
		copy(r.buf, r.buf[r.r:r.w])
		r.w -= r.r
		r.r = 0
	}
	if len(r.buf)-r.w < min(r.chunk, max(r.w, 1)) {
		grown := make([]byte, max(r.chunk, 2*len(r.buf)))
		copy(grown, r.buf[:r.w])
		r.buf = grown
	}
	for range 100 {
		n, err := r.src.Read(r.buf[r.w:min(len(r.buf), r.w+r.chunk)])
		r.w += n
		r.err = err
		if err != nil && !errors.Is(err, io.EOF) && errors.As(err, new(*damageError)) {
			r.damage, r.err = err, io.EOF
		}
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

func (r *Reader) addBad(why string, kept bool) {
	r.badCount++
	if len(r.bad) < maxBadKept {
		r.bad = append(r.bad, BadLine{Number: r.number, Reason: why, Kept: kept})
	}
}
