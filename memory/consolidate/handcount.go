package consolidate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

// countEdits is how many edits a person would say that they made: neighbouring lines that
// were changed or deleted are one, be they a whole section; so is each place where lines
// were written. Files are the generated texts that the edits apply to.
func countEdits(edits []state.HandEdit, files []state.Generated) int {
	n := 0
	byPath := map[string]*touched{}
	for _, e := range edits {
		if e.Kind == "insert" {
			n++
			continue
		}
		t := byPath[e.Path]
		if t == nil {
			t = newTouched(e.Path, files)
			byPath[e.Path] = t
		}
		t.touch(e.Anchor)
	}
	for _, t := range byPath {
		n += t.runs()
	}
	return n
}

// touched are the lines of one generated text that edits change or delete.
type touched struct {
	empty   []bool
	places  map[string][]int // line by what stays of its name
	lines   map[int]bool
	missing map[string]bool // topmost headings of lines that are no longer generated
}

func newTouched(path string, files []state.Generated) *touched {
	t := &touched{places: map[string][]int{}, lines: map[int]bool{}, missing: map[string]bool{}}
	i := slices.IndexFunc(files, func(g state.Generated) bool { return g.Path == path })
	if i < 0 {
		return t
	}
	for at, name := range files[i].LineHashes {
		f := strings.Split(name, ":")
		t.empty = append(t.empty, f[0] == "e")
		if len(f) >= 5 {
			key := f[0] + f[2] + f[4]
			t.places[key] = append(t.places[key], at)
		}
	}
	return t
}

func (t *touched) touch(anchor string) {
	f := strings.Split(anchor, ":")
	if len(f) < 5 { // an anchor may say more behind the name
		return
	}
	if same := t.places[f[0]+f[2]+f[4]]; len(same) > 0 {
		occurrence, _ := strconv.Atoi(f[3])
		t.lines[same[max(0, min(occurrence, len(same)-1))]] = true
	} else if f[0] != "e" {
		top, _, _ := strings.Cut(f[4], "/")
		t.missing[top] = true
	}
}

// runs counts the runs of touched lines; empty lines part none. What is missing of a block
// counts once.
func (t *touched) runs() int {
	n := len(t.missing)
	inRun, words := false, false
	for at, empty := range t.empty {
		switch {
		case t.lines[at]:
			if !inRun {
				inRun, words = true, false
			}
			if !empty && !words {
				words = true
				n++
			}
		case !empty:
			inRun = false
		}
	}
	return n
}
