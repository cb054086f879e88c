package workspace

import (
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// wholeMark ends the anchor of a deletion of a heading, or of a line that belongs to it,
// with which the heading's whole section went. Who deletes a heading alone wants its lines
// without it; who deletes the section wants none of these lines, and has said nothing of
// those that come later.
const wholeMark = ":whole"

// headerLabels are the lines that a block of the handbook says of itself under its heading.
var headerLabels = [...]string{shortSum("scope: "), shortSum("applies_to: ")}

func isHeading(id lineID) bool { return id.kind >= '1' && id.kind <= '6' }

// sectionAfter is the index after the last line of the section that line h opens.
func sectionAfter(gen []lineID, h int) int {
	i := h + 1
	for i < len(gen) && (!isHeading(gen[i]) || gen[i].kind > gen[h].kind) {
		i++
	}
	return i
}

// withHeading lists heading h and the lines that go and come with it: the labelled ones
// that follow it, and the empty ones around it and at its section's end.
func withHeading(gen []lineID, h int) []int {
	lines := []int{h}
	for i := h - 1; i >= 0 && gen[i].kind == emptyLine; i-- {
		lines = append(lines, i)
	}
	for i := h + 1; i < len(gen) && (gen[i].kind == emptyLine || slices.Contains(headerLabels[:], gen[i].key)); i++ {
		lines = append(lines, i)
	}
	for i := sectionAfter(gen, h) - 1; i > h && gen[i].kind == emptyLine; i-- {
		lines = append(lines, i)
	}
	return lines
}

// deleted returns the line of ours that a deletion names, if it is one that may come back
// with a heading.
func (w *weave) deleted(e state.HandEdit) (line int, marked, ok bool) {
	anchor, marked := strings.CutSuffix(e.Anchor, wholeMark)
	id, ok := parseID(anchor)
	if !ok || e.Kind != editDelete || id.kind == bulletLine {
		return 0, false, false
	}
	found := w.find(id)
	return append(found, 0)[0], marked, len(found) > 0
}

// markWhole marks the deletions of headings of whose sections nothing of ours is left, with
// those of their own lines, and leaves out deletions that are there twice.
func (d *detection) markWhole(edits []state.HandEdit) []state.HandEdit {
	left := make([]bool, len(d.gen)) // lines of ours that stand in the live text
	for i, m := range d.match {
		if ours := d.woven.lines[i].ours; ours >= 0 {
			left[ours] = m >= 0
		}
	}
	whole := map[int]bool{}
	for _, e := range edits {
		h, marked, ok := d.woven.deleted(e)
		if !ok || marked || !isHeading(d.gen[h]) || d.anyLeft(left, h, sectionAfter(d.gen, h)) {
			continue
		}
		for _, line := range withHeading(d.gen, h) {
			whole[line] = true
		}
	}
	seen := map[string]bool{}
	var out []state.HandEdit
	for _, e := range edits {
		if line, marked, ok := d.woven.deleted(e); ok && !marked && whole[line] {
			e.Anchor += wholeMark
		}
		if e.Kind == editDelete {
			if seen[e.Anchor] {
				continue
			}
			seen[e.Anchor] = true
		}
		out = append(out, e)
	}
	return d.settleWhole(out, left)
}

func (d *detection) anyLeft(left []bool, from, to int) bool {
	for i := from; i < to; i++ {
		if left[i] && d.gen[i].kind != emptyLine {
			return true
		}
	}
	return false
}

// settleWhole makes marked deletions say what stands: one of a line that came back and was
// left, though not all that it came back for, has ended; one of a line that would come back
// though it does not stand holds without its mark.
func (d *detection) settleWhole(edits []state.HandEdit, left []bool) []state.HandEdit {
	for {
		w, changed := newWeave(d.path, d.gen, edits), false
		var out []state.HandEdit
		for _, e := range edits {
			line, marked, ok := w.deleted(e)
			switch {
			case !ok || !marked || left[line] != w.dropped[line]:
			case left[line]:
				changed = true
				continue
			default:
				changed = true
				e.Anchor = strings.TrimSuffix(e.Anchor, wholeMark)
			}
			out = append(out, e)
		}
		if !changed {
			return edits
		}
		edits = out // each round takes a mark off, so they end
	}
}

// restore brings back the headings of sections that were deleted whole where something of
// ours stands in them now, with the lines that belong to the headings.
func (w *weave) restore(edits []state.HandEdit) {
	whole, back := w.wentWhole(edits), map[int]bool{}
	for h := len(w.gen) - 1; h >= 0; h-- { // inner headings first: they are content of the outer
		if !whole[h] || !isHeading(w.gen[h]) || !w.stands(h+1, sectionAfter(w.gen, h)) {
			continue
		}
		w.dropped[h] = false
		for _, line := range withHeading(w.gen, h) {
			back[line] = whole[line]
		}
	}
	apart := true // no empty line is needed
	for i, id := range w.gen {
		if back[i] && (id.kind != emptyLine || !apart) {
			w.dropped[i] = false
		}
		if !w.dropped[i] {
			apart = id.kind == emptyLine
		}
	}
}

// stands reports a line of ours with words among [from,to).
func (w *weave) stands(from, to int) bool {
	for i := from; i < to; i++ {
		if !w.dropped[i] && w.gen[i].kind != emptyLine {
			return true
		}
	}
	return false
}

// wentWhole are the lines that only edits with wholeMark take out.
func (w *weave) wentWhole(edits []state.HandEdit) map[int]bool {
	whole, otherwise := map[int]bool{}, map[int]bool{}
	for _, e := range edits {
		anchor, marked := strings.CutSuffix(e.Anchor, wholeMark)
		id, ok := parseID(anchor)
		if !ok || e.Kind == editInsert || !marked && id.kind == bulletLine {
			continue
		}
		for _, line := range w.find(id) {
			if marked {
				whole[line] = true
			} else {
				otherwise[line] = true
			}
		}
	}
	for line := range otherwise {
		delete(whole, line)
	}
	return whole
}
