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
// begins with its own session_meta, then come the parent's records, written again within
// moments, then the child's own. A turn's id is a UUIDv7 and tells on which side of the
// fork it began; older ledgers have none, and there the pause before the child's first
// turn tells, or the records' own earlier time.
type segmentFork struct {
	copying bool
	began   time.Time
	ids     bool // turn ids occur
	last    time.Time
}

// newSegmentFork watches a segment; it is idle for one that copies nothing.
func newSegmentFork(m rollout.Meta) segmentFork {
	began := segmentBegan(m)
	copies := m.ForkedFromID != "" && m.HistoryBase == nil && m.HistoryMode != rollout.ModePaginated
	return segmentFork{copying: copies && !began.IsZero(), began: began, last: began}
}

// segmentPause is the shortest pause that parts a copy from the child's first turn.
const segmentPause = time.Second

// copied reports whether the record is the parent's.
func (f *segmentFork) copied(l *rowLine) bool {
	if !f.copying {
		return false
	}
	if t, ok := segmentUUIDTime(segmentTurnID(l)); ok {
		f.ids = true
		f.copying = t.Before(f.began)
		return f.copying
	}
	pause := l.time.Sub(f.last)
	if l.time.After(f.last) {
		f.last = l.time
	}
	if !f.ids && pause >= segmentPause && segmentOpensTurn(l) {
		f.copying = false
	}
	return f.copying
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
