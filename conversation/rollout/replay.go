package rollout

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/seed50391015/reverie/conversation/item"
)

// State is live history right after one record.
type State struct {
	Path string // the segment the record stands in
	Line int    // its line there; 0 before the first record
	// Items is the live history as recorded, valid until the walk goes on.
	Items []item.Item
}

// Replay walks the live history of a ledger forward, over its whole lineage: first the
// empty state, then the state after each record that changed it. It holds every turn's
// start in memory; to get at the end alone, History is the cheaper way. An error of the
// walk (a broken lineage, or reading) comes with the state reached, and the walk goes on
// where it can.
func Replay(path string, o HistoryOptions) iter.Seq2[State, error] {
	return func(yield func(State, error) bool) {
		segments, err := openLineage(path, o)
		defer func() {
			for _, s := range segments {
				s.close()
			}
		}()
		if len(segments) == 0 || (err != nil && !yield(State{}, err)) {
			if err != nil && len(segments) == 0 {
				yield(State{}, err)
			}
			return
		}
		if !yield(State{Path: segments[0].path}, nil) {
			return
		}
		r := &replayer{}
		for _, s := range segments {
			if s.short != "" && !yield(State{Path: s.path, Items: r.items}, fmt.Errorf("replay: the lineage is broken at %s: %s", s.path, s.short)) {
				return
			}
			if !r.segment(s, yield) {
				return
			}
		}
	}
}

// segment replays one segment; it reports whether the walk goes on.
func (r *replayer) segment(s *segment, yield func(State, error) bool) bool {
	in := s.forward(keepForHistory)
	for {
		l, err := in.Next()
		if errors.Is(err, io.EOF) {
			return true
		}
		if err != nil {
			return yield(State{Path: s.path, Items: r.items}, fmt.Errorf("replay %s: %w", s.path, err))
		}
		if !s.has(l) || !r.apply(stepOf(l, slices.Clone[[]byte])) {
			continue
		}
		if !yield(State{Path: s.path, Line: l.Number, Items: r.items}, nil) {
			return false
		}
	}
}

// openLineage opens a ledger and the segments it goes on from, oldest first. With an
// error comes what could be opened.
func openLineage(path string, o HistoryOptions) ([]*segment, error) {
	s, err := openSegment(path)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	chain := newLineage(s.path, o.Home)
	out := []*segment{s}
	for {
		p, err := chain.parent(s)
		if err != nil {
			err = fmt.Errorf("replay %s: the lineage is broken: %w", path, err)
		}
		if p == nil {
			slices.Reverse(out)
			return out, err
		}
		out = append(out, p)
		s = p
	}
}
