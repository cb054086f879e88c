package extract

import (
	"bytes"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed50391015/reverie/conversation/rollout"
)

// segmentCopied is the last line of a legacy fork that was copied from its parent, by
// comparing the two ledgers; -1 where the parent's is not in the home, or tells nothing.
func segmentCopied(path string, m rollout.Meta) int {
	parentPath, err := rollout.FindSegment(rollout.HomeOf(path), filepath.Dir(path), m.ForkedFromID)
	if err != nil {
		return -1
	}
	child, err := rollout.Open(path)
	if err != nil {
		return -1
	}
	defer child.Close()
	parent, err := rollout.Open(parentPath)
	if err != nil {
		return -1
	}
	defer parent.Close()
	c := segmentComparison{began: segmentBegan(m)}
	if c.child, err = child.Reader(); err != nil {
		return -1
	}
	if c.parent, err = parent.Reader(); err != nil {
		return -1
	}
	return c.run()
}

// segmentComparison walks a fork and its parent side by side. What the fork copied stands
// in the parent in the same order; records of the parent may be missing in the copy, but
// no turn is: so the fork's own first words are not taken for a later turn of the parent
// that happens to begin with them.
type segmentComparison struct {
	child, parent *rollout.Reader
	began         time.Time
	held          *rollout.Line // a record of the parent that begins a turn and was not met yet

	upTo     int
	last     time.Time
	open     int  // the line of a copied record that opens a turn after a pause; 0 if none
	answered bool // the agent said or did something since
}

// run reads on until a record of the child is not the parent's.
func (c *segmentComparison) run() int {
	own, err := c.child.Next()
	if err != nil || own.Type != rollout.TypeSessionMeta {
		return -1
	}
	for c.upTo = own.Number; ; {
		l, err := c.child.Next()
		if err != nil {
			break
		}
		row := segmentRow(l)
		if t, ok := segmentUUIDTime(segmentTurnID(&row)); ok && !t.Before(c.began) || !c.inParent(l) && !ok {
			break
		}
		c.copied(&row)
	}
	if c.open > 0 && !c.answered {
		return c.open - 1 // the child began as the parent went on, with the same words
	}
	return c.upTo
}

// copied notes a record of the copy.
func (c *segmentComparison) copied(l *rowLine) {
	c.upTo = l.number
	switch opens := segmentOpensTurn(l); {
	case opens && !c.last.IsZero() && l.time.Sub(c.last) >= segmentPause:
		c.open, c.answered = l.number, false
	case !opens && l.kind == rollout.TypeResponseItem:
		c.answered = true
	}
	c.last = l.time
}

// inParent looks for a record in what is left of the parent's present turn.
func (c *segmentComparison) inParent(l rollout.Line) bool {
	for {
		if c.held == nil {
			p, err := c.parent.Next()
			if err != nil {
				return false
			}
			c.held = &p
		}
		if segmentSame(l, *c.held) {
			c.held = nil
			return true
		}
		if row := segmentRow(*c.held); segmentOpensTurn(&row) {
			return false
		}
		c.held = nil
	}
}

func segmentRow(l rollout.Line) rowLine {
	row := rowLine{number: l.Number, kind: l.Type, ordinal: l.Ordinal, payload: l.Payload}
	if ms, ok := l.TimeMS(); ok {
		row.time = time.UnixMilli(ms).UTC()
	}
	return row
}

// segmentSame reports whether two records are one, written twice. A later version may
// write members that an earlier one did not: then what was said counts.
func segmentSame(a, b rollout.Line) bool {
	return a.Type == b.Type && (bytes.Equal(a.Payload, b.Payload) || segmentKey(a) == segmentKey(b))
}

// segmentKey is what a record says, without what may be written in several ways.
func segmentKey(l rollout.Line) string {
	switch l.Type {
	case rollout.TypeSessionMeta:
		return rowString(rowMember(l.Payload, "id"))
	case rollout.TypeEventMsg, rollout.TypeCompacted:
		return rowString(rowMember(l.Payload, "type")) + "\x00" + rowString(rowMember(l.Payload, "message"))
	case rollout.TypeResponseItem:
		it, _ := rowReadItem(l.Payload)
		texts := strings.Join(rowContentTexts(it.content), "\x00")
		return strings.Join([]string{it.kind, it.role, it.name, rowString(it.callID), texts,
			string(it.arguments), string(it.input), string(it.output), string(it.action)}, "\x00")
	}
	return ""
}
