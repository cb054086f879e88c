package extract

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/seed50391015/reverie/conversation/rollout"
)

// segmentMeta reads a ledger's first session_meta; a ledger without one gives a zero Meta.
func segmentMeta(path string) (meta rollout.Meta, err error) {
	f, err := rollout.Open(path)
	if err != nil {
		return meta, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	m, err := f.FirstMeta()
	if m != nil {
		meta = *m
	}
	return meta, err
}

// segmentBegan is when the thread was made: its id tells, else its meta; zero if neither does.
func segmentBegan(m rollout.Meta) time.Time {
	if t, ok := segmentUUIDTime(m.ID); ok {
		return t
	}
	t, _ := time.Parse(time.RFC3339Nano, m.Timestamp)
	return t
}

// segmentUUIDTime is the moment that a UUIDv7 bears.
func segmentUUIDTime(id string) (time.Time, bool) {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return time.Time{}, false
	}
	ms := int64(u[0])<<40 | int64(u[1])<<32 | int64(u[2])<<24 | int64(u[3])<<16 | int64(u[4])<<8 | int64(u[5])
	return time.UnixMilli(ms), true
}

// segmentFork passes over what a legacy fork copied from its parent: the child's file
// begins with its own session_meta, then come the parent's records, its session_meta
// first, written again within moments, then the child's own. Where the home has the
// parent's ledger, that tells where the copy ends (segmentCopied). Else a turn's id, a
// UUIDv7, tells on which side of the fork it began; older ledgers have none, and there,
// as a last resort, the pause before the child's first turn tells.
type segmentFork struct {
	copying bool
	upTo    int // the last line that was copied; -1 where that is not known
	began   time.Time
	ids     bool // turn ids occur
	first   bool // no record was seen after the child's own session_meta
	own     bool // the child's own session_meta was seen
	last    time.Time
	longest time.Duration // between two records of the copy
}

// segmentCopies reports whether a segment begins with a copy of another thread's records.
func segmentCopies(m rollout.Meta) bool {
	return m.ForkedFromID != "" && m.HistoryBase == nil && m.HistoryMode != rollout.ModePaginated
}

// newSegmentFork watches a segment; it is idle for one that copies nothing.
func newSegmentFork(m rollout.Meta, upTo int) segmentFork {
	began := segmentBegan(m)
	return segmentFork{
		copying: segmentCopies(m) && (upTo >= 0 || !began.IsZero()),
		upTo:    upTo, began: began, last: began, first: true,
	}
}

// segmentPause is the shortest pause that surely parts a copy from the child's first
// turn; a shorter one does that is much longer than any before it.
const (
	segmentPause      = time.Second
	segmentShortPause = 100 * time.Millisecond
)

// copied reports whether the record is the parent's. damaged: lines before it could not
// be read.
func (f *segmentFork) copied(l *rowLine, damaged bool) bool {
	if !f.copying {
		return false
	}
	if f.upTo >= 0 {
		f.copying = l.number <= f.upTo
		return f.copying
	}
	if !f.own {
		f.own = true
		return true
	}
	first := f.first
	f.first = false
	if t, ok := segmentUUIDTime(segmentTurnID(l)); ok {
		f.ids = true
		f.copying = t.Before(f.began)
		return f.copying
	}
	if first && l.kind != rollout.TypeSessionMeta && !damaged {
		f.copying = false // a copy begins with the parent's session_meta
		return false
	}
	pause := l.time.Sub(f.last)
	if !f.ids && pause >= min(segmentPause, max(segmentShortPause, 10*f.longest)) && segmentOpensTurn(l) {
		f.copying = false
		return false
	}
	if pause > 0 {
		f.last, f.longest = l.time, max(f.longest, pause)
	}
	return true
}

// segmentTurnID is the id of the turn that a record belongs to, "" where it names none.
func segmentTurnID(l *rowLine) string {
	if l.kind == rollout.TypeResponseItem {
		passthrough := rowMember(l.payload, "internal_chat_message_metadata_passthrough")
		if passthrough == nil {
			return ""
		}
		return rowString(rowMember(passthrough, "turn_id"))
	}
	return rowString(rowMember(l.payload, "turn_id"))
}

func segmentOpensTurn(l *rowLine) bool {
	switch l.kind {
	case rollout.TypeTurnContext:
		return true
	case rollout.TypeResponseItem:
		return rowString(rowMember(l.payload, "role")) == "user"
	case rollout.TypeEventMsg:
		switch rowString(rowMember(l.payload, "type")) {
		case rollout.EventTaskStarted, rollout.EventTurnStarted, rollout.EventUserMessage:
			return true
		}
	}
	return false
}
