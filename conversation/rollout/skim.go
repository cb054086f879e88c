package rollout

import (
	"bytes"
	"errors"
	"io"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

// skimFrom makes the reader validate lines longer than n bytes piece by piece instead of
// holding them, where their start tells what they are: such a record comes without
// Payload, Metadata and Raw.
func skimFrom(n int) Option { return func(r *Reader) { r.skimAt = n } }

// errSkim says that the line which has begun is to be skimmed.
var errSkim = errors.New("a line to skim")

// skimmable reads what the start of a long line tells of it; false where that is not
// enough, or where the record itself is wanted.
func skimmable(start []byte) (Line, bool) {
	h := peek(start)
	l := Line{Timestamp: string(h.Timestamp), Type: string(h.Type), Ordinal: -1}
	if n, ok := jsonraw.Int(jsonraw.Get(h.Prefix, "ordinal")); ok && n >= 0 {
		l.Ordinal = n
	}
	switch l.Type {
	case "", TypeSessionMeta:
		return l, false
	case TypeResponseItem, TypeEventMsg:
		return l, h.Kind != nil && h.Timestamp != nil
	}
	return l, h.Timestamp != nil && bytes.Contains(h.Prefix, []byte(`"payload":{`))
}

// skim goes over the line that has begun; ok is false where it is bad.
func (r *Reader) skim() (l Line, ok bool, err error) {
	l, _ = skimmable(trimBOM(r.buf[r.r:r.w], r.offset))
	at := r.offset
	r.number++
	var s jsonraw.Stream
	start := trimBOM(r.buf[r.r:r.w], at)
	r.advance(r.w - r.r - len(start))
	torn := false
	for {
		piece := r.buf[r.r:r.w]
		n := bytes.IndexByte(piece, '\n')
		if n >= 0 {
			piece = piece[:n]
		}
		_, _ = s.Write(piece)
		r.advance(len(piece))
		if n >= 0 {
			r.advance(1)
			break
		}
		if torn = r.err != nil; torn {
			break
		}
		r.fill()
	}
	if torn && !errors.Is(r.err, io.EOF) {
		return l, false, r.err
	}
	flaws, more, bad := s.Close()
	switch {
	case bad != nil && torn && r.damage != nil: // told at the end
		r.number--
		return l, false, nil
	case bad != nil:
		r.addBad(reason(bad, torn), false)
		return l, false, nil
	case more:
		r.addBad("more than one record on a long line; the first is read", true)
	case l.flaw(flaws) != "":
		r.addBad(l.flaw(flaws), true)
	}
	l.Number, l.Offset = r.number, at
	r.records++
	return l, true, nil
}
