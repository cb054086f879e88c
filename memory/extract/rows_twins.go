package extract

import "strings"

// rowTwins tells messages that a ledger records twice, as a response item and as an
// event, from those that stand in an event alone because the item's line is bad or
// because the agent wrote none. A user's item comes before its event, an assistant's may
// come after it: so an event that has no item yet waits until the next thing happens.
type rowTwins struct {
	userItems int      // the user's items of this turn whose event is not seen yet
	items     []string // assistant items of this turn, normalised
	waiting   []Row    // events without an item so far
	sent      []string // events let go of, in case their item comes late
}

// forget begins a turn.
func (t *rowTwins) forget() {
	t.userItems, t.items, t.sent = 0, t.items[:0], t.sent[:0]
}

// item notes a message item, and drops the waiting events that say the same (replaced). It
// is late if the message went out already as an event.
func (t *rowTwins) item(kind Kind, text string) (replaced, late bool) {
	n := rowNormal(text)
	kept := t.waiting[:0]
	for _, r := range t.waiting {
		if r.Kind == kind && strings.Contains(n, rowNormal(r.Text)) {
			replaced = true
		} else {
			kept = append(kept, r)
		}
	}
	t.waiting = kept
	if !replaced {
		for i, s := range t.sent {
			if s == string(kind)+n {
				t.sent = append(t.sent[:i], t.sent[i+1:]...)
				return false, true
			}
		}
	}
	if kind == KindAssistant && len(t.items) < 256 {
		t.items = append(t.items, n)
	}
	return replaced, false
}

// event notes a message event: one that an item said before is dropped, else it waits.
func (t *rowTwins) event(r Row) {
	if r.Kind == KindAssistant {
		n := rowNormal(r.Text)
		for _, s := range t.items {
			if strings.Contains(s, n) {
				return
			}
		}
	}
	t.waiting = append(t.waiting, r)
}

// release gives the waiting rows out: no item came for them.
func (t *rowTwins) release() []Row {
	if len(t.waiting) == 0 {
		return nil
	}
	rows := t.waiting
	t.waiting = nil
	for _, r := range rows {
		if len(t.sent) < 256 {
			t.sent = append(t.sent, string(r.Kind)+rowNormal(r.Text))
		}
	}
	return rows
}

// rowNormal is a text without its white space, cut where it is long: two records of one
// message differ in that alone.
func rowNormal(s string) string {
	const limit = 1024
	s = s[:min(len(s), limit)]
	var b strings.Builder
	b.Grow(len(s))
	for i := range len(s) {
		if s[i] > ' ' {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
