package rollout

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

// segment is one ledger file of a thread's lineage, and how much of it belongs to it.
type segment struct {
	path  string
	text  text
	file  *File
	meta  *Meta  // nil if the file has none
	end   int64  // text before end belongs to the lineage
	limit int64  // records with this ordinal or a later one do not; -1: all do
	short string // what is missing at its end, in words; "" if nothing is
}

func openSegment(path string) (*segment, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	s := &segment{path: f.Path, file: f, limit: -1}
	if s.text, err = f.random(); err != nil {
		f.Close()
		return nil, err
	}
	s.end = s.text.size
	if s.meta, err = f.FirstMeta(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *segment) close() {
	s.text.close()
	s.file.Close()
}

// bound cuts the segment off where another one goes on from it.
func (s *segment) bound(b HistoryBase, limit int64) {
	s.limit = b.EndOrdinalExclusive
	if limit >= 0 && (s.limit < 0 || limit < s.limit) {
		s.limit = limit
	}
	if s.fits(b) {
		s.end = b.EndByteOffset
		return
	}
	switch n, err := nextOrdinal(s.text); {
	case err != nil || n >= s.limit:
	case n > 0:
		s.short = fmt.Sprintf("it ends with record %d, where the next segment builds on those up to %d; what is missing is left out", n-1, s.limit-1)
	case b.EndByteOffset > s.text.size:
		s.short = "it is shorter than it was when the next segment was begun; what is missing is left out"
	}
}

// fits reports whether the byte offset of a base is the border that it was when it was
// written: files may have been edited or repacked since.
func (s *segment) fits(b HistoryBase) bool {
	at := b.EndByteOffset
	if at <= 0 || at > s.text.size {
		return false
	}
	var last [1]byte
	if _, err := s.text.ReadAt(last[:], at-1); err != nil && !errors.Is(err, io.EOF) || last[0] != '\n' {
		return false
	}
	if b.EndOrdinalExclusive < 0 || at == s.text.size {
		return true
	}
	head := make([]byte, min(peekSize, s.text.size-at))
	if _, err := readAt(s.text, head, at); err != nil {
		return false
	}
	n, ok := jsonraw.Int(jsonraw.Get(head, "ordinal"))
	return ok && n == b.EndOrdinalExclusive
}

// has reports whether a record of the segment belongs to the lineage.
func (s *segment) has(l Line) bool { return s.limit < 0 || l.Ordinal < s.limit }

// forward reads the segment's part of the lineage from its start.
func (s *segment) forward(keep func(Head) bool) *Reader {
	return NewReader(io.NewSectionReader(s.text, 0, s.end), Keep(keep))
}

// lineage walks from a ledger to the segments it goes on from.
type lineage struct {
	home string
	seen map[string]bool
}

func newLineage(path, home string) *lineage {
	if home == "" {
		home = HomeOf(path)
	}
	return &lineage{home: home, seen: map[string]bool{}}
}

// parent opens the segment that s goes on from, nil if it goes on from none. The error
// says why the lineage is broken.
func (n *lineage) parent(s *segment) (*segment, error) {
	if s.meta == nil || s.meta.HistoryBase == nil {
		return nil, nil
	}
	base := *s.meta.HistoryBase
	n.seen[s.path] = true
	path, err := FindSegment(n.home, filepath.Dir(realPath(s.path)), base.SegmentID)
	if err != nil {
		return nil, err
	}
	if n.seen[path] {
		return nil, fmt.Errorf("segment %s goes on from itself", base.SegmentID)
	}
	p, err := openSegment(path)
	if err != nil {
		return nil, err
	}
	p.bound(base, s.limit)
	return p, nil
}
