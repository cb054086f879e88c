package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/seed50391015/reverie/conversation/history"
	"github.com/seed50391015/reverie/conversation/item"
)

// HistoryOptions adjust History and Replay.
type HistoryOptions struct {
	// Home is where segments of the lineage are sought; "" = the home the ledger stands in.
	Home string
}

// LiveHistory is the live history at the end of a ledger.
type LiveHistory struct {
	Meta     *Meta       // nil where the ledger has no readable session_meta
	ThreadID string      // by the meta, else by the file's name; "" if neither tells
	Items    []item.Item // as recorded, oldest first; see history.Normalise for a model's view
	Warnings []string    // what could not be read, in words
	Scanned  int64       // bytes of the ledgers that were gone over
}

// History reconstructs live history at the end of a ledger, following its lineage. It
// reads backward and stops at the newest replacement history that no rollback takes
// back, so its work is bounded by what is live. A broken lineage, bad lines and a
// missing session_meta are warnings; only a ledger without any readable record is an
// error (ErrEmpty).
func History(path string, o HistoryOptions) (LiveHistory, error) {
	s, err := openSegment(path)
	if err != nil {
		return LiveHistory{}, fmt.Errorf("read history: %w", err)
	}
	h := identify(s)
	var (
		x     suffix
		mem   arena
		chain = newLineage(s.path, o.Home)
		bad   int
		any   bool
	)
	for s != nil {
		if s.text.damage != nil {
			h.warn("%s: %v", s.path, s.text.damage)
		}
		if s.short != "" {
			h.warn("the lineage is broken at %s: %s", s.path, s.short)
		}
		b := NewBackward(s.text, s.end, keepForHistory)
		done, err := x.read(b, s, &mem, &any)
		h.Scanned += b.Scanned
		bad += b.Bad
		if err != nil {
			h.warn("%s: %v", s.path, err)
		}
		var next *segment
		if !done {
			if next, err = chain.parent(s); err != nil {
				h.warn("the lineage is broken, the history begins at %s: %v", s.path, err)
			}
		}
		s.close()
		s = next
	}
	if bad > 0 {
		h.warn("lines that could not be read: %d", bad)
	}
	if !any && h.Meta == nil {
		if err := unreadable(path); err != nil {
			return h, fmt.Errorf("read history of %s: %w", path, err)
		}
	}
	h.Items = x.replay().items
	return h, nil
}

// read adds a segment's records to the suffix, newest first.
func (x *suffix) read(b *Backward, s *segment, mem *arena, any *bool) (done bool, err error) {
	for {
		l, err := b.Next()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		*any = true
		own := mem.keep
		if b.fresh {
			own = func(b []byte) []byte { return b }
		}
		if s.has(l) && x.add(stepOf(l, own)) {
			return true, nil
		}
	}
}

func identify(s *segment) LiveHistory {
	h := LiveHistory{Meta: s.meta}
	name, _ := ParseName(s.path)
	h.ThreadID = name.ThreadID
	switch {
	case s.meta == nil:
		h.warn("no readable session_meta in %s", s.path)
	case name.ThreadID != "" && name.ThreadID != s.meta.ID:
		h.warn("the session_meta says thread %s, the file's name says %s", s.meta.ID, name.ThreadID)
		fallthrough
	default:
		h.ThreadID = s.meta.ID
	}
	return h
}

func (h *LiveHistory) warn(format string, args ...any) {
	h.Warnings = append(h.Warnings, fmt.Sprintf(format, args...))
}

// unreadable is nil if a ledger has any record that can be read, else ErrEmpty with the
// reason of its first bad line.
func unreadable(path string) error {
	f, err := Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := f.Reader()
	if err != nil {
		return err
	}
	if _, err = r.Next(); errors.Is(err, io.EOF) {
		return emptyError(r)
	}
	return err
}

// emptyError is ErrEmpty with the reason of the first bad line, if there is one.
func emptyError(r *Reader) error {
	if len(r.bad) == 0 {
		return ErrEmpty
	}
	return fmt.Errorf("%w: line %d: %s", ErrEmpty, r.bad[0].Number, r.bad[0].Reason)
}

// HistoryJSON is the live history at the end of a ledger as a model would get it, a JSON
// array of response items: without base instructions and the ledger's own metadata, with
// synthetic outputs for calls that have none. The warnings are History's.
func HistoryJSON(path string, o HistoryOptions) (array []byte, warnings []string, err error) {
	var b bytes.Buffer
	warnings, err = WriteHistory(&b, path, o)
	if err != nil {
		return nil, warnings, err
	}
	return b.Bytes(), warnings, nil
}

// WriteHistory writes what HistoryJSON returns, item by item. Nothing is written where
// the ledger cannot be read; an error of the writer is returned as it is.
func WriteHistory(w io.Writer, path string, o HistoryOptions) (warnings []string, err error) {
	h, err := History(path, o)
	if err != nil {
		return h.Warnings, err
	}
	items := history.Normalise(h.Items, history.Options{})
	if b, ok := w.(*bytes.Buffer); ok {
		n := 2
		for _, it := range items {
			n += len(it.Raw) + 1
		}
		b.Grow(n)
	}
	border := []byte{'['}
	for _, it := range items {
		if _, err := w.Write(border); err != nil {
			return h.Warnings, err
		}
		if _, err := w.Write(it.Raw); err != nil {
			return h.Warnings, err
		}
		border = []byte{','}
	}
	if len(items) > 0 {
		border = nil
	}
	_, err = w.Write(append(border, ']'))
	return h.Warnings, err
}

// arena keeps copies of many small texts in few allocations.
type arena struct{ chunk []byte }

const arenaChunk = 256 << 10

func (a *arena) keep(b []byte) []byte {
	if len(b) > arenaChunk/4 {
		return append([]byte(nil), b...)
	}
	if len(a.chunk)+len(b) > cap(a.chunk) {
		a.chunk = make([]byte, 0, arenaChunk)
	}
	n := len(a.chunk)
	a.chunk = append(a.chunk, b...)
	return a.chunk[n:len(a.chunk):len(a.chunk)]
}
