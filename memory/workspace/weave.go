package workspace

import (
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// weave is a generated text with hand edits woven in. It is made from names of lines
// alone, so that it can be made for a text of which only the names were kept.
type weave struct {
	path    string
	gen     []lineID
	byPlace map[string][]int // lineID.place -> lines of ours, by occurrence
	byKey   map[string][]int // bullets' keys -> lines of ours
	dropped []bool           // lines of ours that are left out
	spots   []spot           // where each edit's lines stand
	masked  [][]int          // per edit: bullets of ours that say what a line of it says
	lines   []wovenLine
}

// spot is where an edit's lines stand: in the place of a line of ours, or after it.
type spot struct {
	line    int // -1 for the top
	instead bool
}

// wovenLine is a line of ours or of an edit.
type wovenLine struct {
	ours  int // index in the generated text; -1 for an edit's
	edit  int // index of the edit; -1 for ours
	text  string
	exact string
}

// generalBlock is the chain of the handbook's block for what holds everywhere.
var generalBlock = identify([]string{"# Task Group: general"})[0].opens()

func newWeave(path string, gen []lineID, edits []state.HandEdit) weave {
	w := weave{
		path: path, gen: gen,
		byPlace: map[string][]int{}, byKey: map[string][]int{},
		dropped: make([]bool, len(gen)),
		spots:   make([]spot, len(edits)), masked: make([][]int, len(edits)),
	}
	for i, id := range gen {
		w.byPlace[id.place()] = append(w.byPlace[id.place()], i)
		if id.kind == bulletLine {
			w.byKey[id.key] = append(w.byKey[id.key], i)
		}
	}
	taken := map[int]bool{} // lines of ours that an edit stands in the place of
	for j, e := range edits {
		w.spots[j] = w.settle(e, taken)
		if w.spots[j].instead {
			taken[w.spots[j].line] = true
		}
	}
	for j, e := range edits {
		if e.Kind != editDelete {
			w.mask(j, e.Text)
		}
	}
	w.restore(edits)
	w.lay(edits)
	return w
}

// settle drops the lines of ours that an edit takes out, and says where its own stand.
func (w *weave) settle(e state.HandEdit, taken map[int]bool) spot {
	anchor, atEnd := strings.CutSuffix(e.Anchor, endMark)
	id, ok := parseID(strings.TrimSuffix(anchor, wholeMark))
	if !ok {
		return spot{line: w.top()}
	}
	found := w.find(id)
	if e.Kind == editInsert {
		if len(found) > 0 && !atEnd {
			return spot{line: found[0]}
		}
		return spot{line: w.sectionEnd(id)}
	}
	at := spot{}
	for _, ours := range found {
		if pinned(w.path, ours) {
			continue
		}
		if e.Kind == editReplace && !at.instead && !taken[ours] {
			at = spot{line: ours, instead: true}
		}
		w.dropped[ours] = true
	}
	if at.instead {
		return at
	}
	return spot{line: w.sectionEnd(id)}
}

// pinned reports a line of ours that no edit touches: the summary's first.
func pinned(path string, ours int) bool { return path == SummaryFile && ours == 0 }

// top is the line after which stands what stands first.
func (w *weave) top() int {
	if len(w.gen) > 0 && pinned(w.path, 0) {
		return 0
	}
	return -1
}

// find returns the lines of ours that an anchor names: the very one, or, for a bullet of a
// list of its group, the like ones where it may have moved to: within the group, and from
// or to the general block.
func (w *weave) find(id lineID) []int {
	if same := w.byPlace[id.place()]; id.occ < len(same) {
		return same[id.occ : id.occ+1]
	}
	if id.kind != bulletLine || leafLevel(id.chain) > 2 {
		return nil
	}
	var moved []int
	for _, i := range w.byKey[id.key] {
		from, to := topOf(id.chain), topOf(w.gen[i].chain)
		if leafLevel(w.gen[i].chain) <= 2 && (from == to || from == generalBlock || to == generalBlock) {
			moved = append(moved, i)
		}
	}
	return moved
}

// sectionEnd is where an anchor's section ends: the last line with words of its own, or,
// for what stood after an empty line, the empty one after that; if the section is gone,
// the end of the nearest one around it that is left; at last, of the file.
func (w *weave) sectionEnd(id lineID) int {
	last := -1
	for i, g := range w.gen {
		if g.kind != emptyLine && g.section() == id.section() {
			last = i
		}
	}
	for around := id.section(); last < 0 && around != ""; {
		around = parentOf(around)
		for i, g := range w.gen {
			if s := g.section(); g.kind != emptyLine && (around == "" || s == around || strings.HasPrefix(s, around+"/")) {
				last = i
			}
		}
	}
	for id.kind == emptyLine && last+1 < len(w.gen) && w.gen[last+1].kind == emptyLine {
		last++
	}
	return max(last, w.top())
}

// mask drops the bullets of ours that say what a bullet of theirs says in the same section.
func (w *weave) mask(j int, text string) {
	chain := ""
	if at := w.spots[j].line; at >= 0 {
		chain = w.gen[at].section()
	}
	for line := range strings.SplitSeq(text, "\n") {
		if headingLevel(line) > 0 {
			return // a section of their own
		}
		if !isBullet(line) {
			continue
		}
		for _, ours := range w.byKey[shortSum(LineKey(line))] {
			if !w.dropped[ours] && w.gen[ours].chain == chain {
				w.dropped[ours] = true
				w.masked[j] = append(w.masked[j], ours)
			}
		}
	}
}

// lay puts the lines in order.
func (w *weave) lay(edits []state.HandEdit) {
	after, instead := map[int][]int{}, map[int]int{}
	for j, e := range edits {
		switch at := w.spots[j]; {
		case e.Kind == editDelete:
		case at.instead:
			instead[at.line] = j
		default:
			after[at.line] = append(after[at.line], j)
		}
	}
	for i := -1; i < len(w.gen); i++ {
		if j, ok := instead[i]; ok {
			w.layEdit(j, edits[j].Text)
		} else if i >= 0 && !w.dropped[i] {
			w.lines = append(w.lines, wovenLine{ours: i, edit: -1, exact: w.gen[i].exact})
		}
		for _, j := range after[i] {
			w.layEdit(j, edits[j].Text)
		}
	}
}

func (w *weave) layEdit(j int, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		w.lines = append(w.lines, wovenLine{ours: -1, edit: j, text: line, exact: shortSum(strings.TrimRight(line, " \t\r"))})
	}
}
