package workspace

import "github.com/seed50391015/reverie/memory/state"

// CountEdits counts hand edits as a person would who sees the texts: lines next to each
// other, or with nothing but empty lines between, are one edit, so that a deleted section
// is one. generated are the texts as ApplyEdits got them. What changes nothing in them is
// not counted, such as a deletion of a line that is no longer generated.
func CountEdits(generated []state.Generated, edits []state.HandEdit) int {
	n := 0
	for _, g := range generated {
		own := editsOf(g.Path, edits)
		if len(own) == 0 {
			continue
		}
		w := newWeave(g.Path, parseIDs(g.LineHashes), own)
		n += w.runs(own)
	}
	return n
}

// runs counts the runs of lines that edits take out, replace or put in.
func (w *weave) runs(edits []state.HandEdit) int {
	changed := append([]bool(nil), w.dropped...) // lines of ours
	after := map[int]bool{}                      // lines of ours that an insertion follows
	for j, e := range edits {
		for _, ours := range w.masked[j] {
			changed[ours] = false // the insertion itself is the edit
		}
		if e.Kind != editDelete && !w.spots[j].instead {
			after[w.spots[j].line] = true
		}
	}
	n, open := 0, false
	change := func() {
		if !open {
			n++
		}
		open = true
	}
	for i := -1; i < len(w.gen); i++ {
		switch {
		case i < 0:
		case changed[i]:
			change()
		case w.gen[i].kind != emptyLine && !w.dropped[i]:
			open = false
		}
		if after[i] {
			change()
		}
	}
	return n
}
