package workspace

import (
	"strings"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/redact"
)

// Kinds of hand edits.
const (
	editReplace = "replace"
	editDelete  = "delete"
	editInsert  = "insert"
)

// Hand edits. What consolidation generates, before edits, is recorded as LineHashes in
// state.Generated. What stands in the folder is that text with the known edits woven in,
// and with what the user changed since. DetectEdits finds the edits that lead from the
// one to the other; ApplyEdits weaves them into the next generated text:
//
//   - a line that the user changed stays as they wrote it, in the place of ours; once ours
//     is no longer generated it stands at the end of its section;
//   - a line that they deleted stays deleted, also when its references change or when it
//     moves to or from the general block; the heading of a section that they deleted whole
//     comes back with the first new line in that section, which would stand under the
//     heading before it otherwise;
//   - a line that they wrote stands after the line of ours that it stood after, else at the
//     end of that line's section, of the next section around it that there still is, or of
//     the file; a section that they wrote after one of ours stays after it, however that
//     grows; a bullet of ours that says the same in the same section makes room for theirs.
//
// The first line of memory_summary.md is not theirs to change.

// DetectEdits returns the hand edits of one file as they now stand: those known from
// before, in their order, changed or dropped as the user changed their lines, then new
// ones. current and staged are what was generated last and, after a run that died, what it
// may have put in place; either may be nil. With neither, all of live is the user's. Live
// text that is absent or blank is no edit: the file is to be rebuilt with what was known.
// Edits of other files in known are ignored. Texts are redacted.
func DetectEdits(path string, live []byte, current, staged *state.Generated, known []state.HandEdit) []state.HandEdit {
	known = editsOf(path, known)
	lines := splitLines(live)
	if strings.TrimSpace(strings.Join(lines, "")) == "" {
		return known
	}
	if current == nil && staged == nil {
		if path == SummaryFile && lines[0] == "v1" {
			lines = lines[1:]
		}
		d := &detection{path: path, live: lines}
		d.insertAfter(-1, lines)
		return d.fresh
	}
	var best *detection
	for _, g := range []*state.Generated{current, staged} {
		if g == nil {
			continue
		}
		d := newDetection(path, parseIDs(g.LineHashes), lines, known)
		if best == nil || d.cost < best.cost {
			best = d
		}
	}
	best.walk()
	return best.edits()
}

func editsOf(path string, edits []state.HandEdit) []state.HandEdit {
	var out []state.HandEdit
	for _, e := range edits {
		if e.Path == path {
			out = append(out, e)
		}
	}
	return out
}

// detection compares one recorded text, with the known edits woven in, with a live one.
type detection struct {
	path  string
	gen   []lineID
	known []state.HandEdit
	woven weave
	live  []string
	match []int // live line of each woven one, or -1
	cost  int   // lines without a partner on the other side

	text  [][]string // what now stands for each known edit
	fresh []state.HandEdit
}

func newDetection(path string, gen []lineID, live []string, known []state.HandEdit) *detection {
	d := &detection{path: path, gen: gen, known: known, live: live, woven: newWeave(path, gen, known)}
	a := make([]string, len(d.woven.lines))
	for i, w := range d.woven.lines {
		a[i] = w.exact
	}
	b := make([]string, len(live))
	for i, line := range live {
		b[i] = shortSum(line)
	}
	d.match = diffLines(a, b)
	d.cost = len(a) + len(b)
	for _, m := range d.match {
		if m >= 0 {
			d.cost -= 2
		}
	}
	d.text = make([][]string, len(known))
	return d
}

// walk goes through both texts hunk by hunk.
func (d *detection) walk() {
	at := 0 // next live line
	for i := 0; ; {
		from := i
		for i < len(d.match) && d.match[i] < 0 {
			i++
		}
		end := len(d.live)
		if i < len(d.match) {
			end = d.match[i]
		}
		d.hunk(from, i, d.live[at:end])
		if i == len(d.match) {
			return
		}
		if j := d.woven.lines[i].edit; j >= 0 {
			d.text[j] = append(d.text[j], d.live[end])
		}
		at = end + 1
		i++
	}
}

// hunk takes the woven lines [from,to) that are gone and the live lines that stand there.
func (d *detection) hunk(from, to int, added []string) {
	var gone []int // lines of ours
	edit := -1     // the first known edit that lost a line
	for _, w := range d.woven.lines[from:to] {
		switch {
		case w.edit < 0 && pinned(d.path, w.ours):
		case w.edit < 0:
			gone = append(gone, w.ours)
		case edit < 0:
			edit = w.edit
		}
	}
	switch {
	case len(added) == 0:
		d.delete(gone)
	case edit >= 0: // they rewrote a line of their own
		d.text[edit] = append(d.text[edit], added...)
		d.delete(gone)
	case len(gone) > 0:
		d.replace(gone, added)
	default:
		d.insert(from, to, added)
	}
}

func (d *detection) delete(gone []int) {
	for _, g := range gone {
		d.fresh = append(d.fresh, state.HandEdit{Path: d.path, Kind: editDelete, Anchor: d.gen[g].String()})
	}
}

// replace pairs lines one to one if it can; else all that was added stands for the first.
func (d *detection) replace(gone []int, added []string) {
	if len(gone) != len(added) {
		d.addReplace(gone[0], added)
		d.delete(gone[1:])
		return
	}
	for k, g := range gone {
		d.addReplace(g, added[k:k+1])
	}
}

func (d *detection) addReplace(ours int, text []string) {
	d.fresh = append(d.fresh, state.HandEdit{Path: d.path, Kind: editReplace, Anchor: d.gen[ours].String(), Text: joinText(text)})
}

// insert adds to the known edit that the new lines touch, or makes a new one.
func (d *detection) insert(from, to int, added []string) {
	lines := d.woven.lines
	switch {
	case from > 0 && lines[from-1].edit >= 0:
		j := lines[from-1].edit
		d.text[j] = append(d.text[j], added...)
	case to < len(lines) && lines[to].edit >= 0:
		j := lines[to].edit
		d.text[j] = append(d.text[j], added...)
	case from > 0:
		d.insertAfter(lines[from-1].ours, added)
	default:
		d.insertAfter(-1, added)
	}
}

// insertAfter makes an edit of lines that stand after one of ours, -1 for the top.
func (d *detection) insertAfter(ours int, text []string) {
	e := state.HandEdit{Path: d.path, Kind: editInsert, Text: joinText(text)}
	if ours >= 0 {
		e.Anchor = d.gen[ours].String()
		if opensSection(text) && d.woven.sectionEnd(d.gen[ours]) == ours {
			e.Anchor += endMark
		}
	}
	d.fresh = append(d.fresh, e)
}

// endMark ends the anchor of an insertion that stands at the end of its anchor's section.
const endMark = ":end"

// opensSection reports that lines begin with a heading.
func opensSection(lines []string) bool {
	for _, line := range lines {
		if line != "" {
			return headingLevel(line) > 0
		}
	}
	return false
}

// edits gathers what became of the known edits, and the new ones.
func (d *detection) edits() []state.HandEdit {
	var out []state.HandEdit
	for j, e := range d.known {
		switch {
		case e.Kind == editDelete:
			if !d.idle(e) {
				out = append(out, e)
			}
		case len(d.text[j]) > 0:
			e.Text = joinText(d.text[j])
			out = append(out, e)
		case e.Kind == editReplace:
			e.Kind, e.Text = editDelete, ""
			out = append(out, e)
		}
		out = append(out, d.unmasked(j)...)
	}
	return d.markWhole(append(out, d.fresh...))
}

// idle reports a deletion that no longer says anything: of an empty line that is gone.
func (d *detection) idle(e state.HandEdit) bool {
	id, ok := parseID(strings.TrimSuffix(e.Anchor, wholeMark))
	return !ok || id.kind == emptyLine && len(d.woven.find(id)) == 0
}

// unmasked deletes the lines of ours that stayed away for a line of theirs which they
// have now deleted.
func (d *detection) unmasked(j int) []state.HandEdit {
	var out []state.HandEdit
	for _, ours := range d.woven.masked[j] {
		kept := false
		for _, line := range d.text[j] {
			kept = kept || isBullet(line) && shortSum(LineKey(line)) == d.gen[ours].key
		}
		if !kept {
			out = append(out, state.HandEdit{Path: d.path, Kind: editDelete, Anchor: d.gen[ours].String()})
		}
	}
	return out
}

// joinText is the text of an edit: redacted, and UTF-8 whatever an editor left.
func joinText(lines []string) string {
	return redact.String(strings.ToValidUTF8(strings.Join(lines, "\n"), "\ufffd"))
}

// ApplyEdits weaves the hand edits of one file into what was generated for it. The same
// arguments give the same bytes; without edits they are the generated ones.
func ApplyEdits(path string, generated []byte, edits []state.HandEdit) []byte {
	edits = editsOf(path, edits)
	if len(edits) == 0 {
		return generated
	}
	lines := splitLines(generated)
	w := newWeave(path, identify(lines), edits)
	var b strings.Builder
	for _, l := range w.lines {
		if l.edit >= 0 {
			b.WriteString(l.text)
		} else {
			b.WriteString(lines[l.ours])
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}
