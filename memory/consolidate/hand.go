package consolidate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// hand tells the user's lines from ours. For every generated text the state holds the
// names of the lines as an engine wrote them, before hand edits were put in; so what the
// user changed is found anew in each run from what stands in the folder, and a run that
// died before it could store its edits loses none.
type hand struct {
	records map[string][]state.Generated // by path: what was generated last, then what dead runs staged
	known   []state.HandEdit             // stored by the last success
	edits   []state.HandEdit             // as they stand now
	stands  map[string]state.Generated   // by path: the record that the folder's text is
}

func loadHand(ctx context.Context, s state.Store) (hand, error) {
	h := hand{records: map[string][]state.Generated{}}
	current, staged, err := s.Generated(ctx)
	if err != nil {
		return h, err
	}
	for _, g := range slices.Concat(current, staged) {
		h.records[g.Path] = append(h.records[g.Path], g)
	}
	h.known, err = s.HandEdits(ctx)
	return h, err
}

// readHandEdits finds the edits that stand in the staged copy of the folder.
func (a *attempt) readHandEdits() error {
	names, err := a.stage.List()
	if err != nil {
		return err
	}
	if a.hand.records, a.hand.known, err = a.stage.Reconcile(a.hand.records, a.hand.known); err != nil {
		return err
	}
	paths := map[string]bool{workspace.HandbookFile: true, workspace.SummaryFile: true}
	for _, name := range names {
		if generated(name) && len(a.hand.records[name]) > 0 {
			paths[name] = true
		}
	}
	for _, e := range a.hand.known {
		paths[e.Path] = true
	}
	a.hand.edits, a.hand.stands = nil, map[string]state.Generated{}
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		text, _, err := readStaged(a.stage, name)
		if err != nil {
			return err
		}
		a.hand.read(name, []byte(text), a.forgets)
	}
	return nil
}

// read finds the edits of one file, without those that hold what must stay forgotten.
func (h *hand) read(name string, live []byte, forgets func(string) bool) {
	var base *state.Generated
	if g, ok := nearest(h.records[name], live); ok {
		h.stands[name], base = g, &g
	}
	for _, e := range workspace.DetectEdits(name, live, base, nil, h.known) {
		if forgets == nil || !forgets(e.Text) {
			h.edits = append(h.edits, e)
		}
	}
}

// nearest is the record that a text differs least from; the latest of equals.
func nearest(records []state.Generated, live []byte) (best state.Generated, ok bool) {
	lines := map[string]int{}
	for _, name := range workspace.LineHashes(live) {
		lines[name]++
	}
	top := 0
	for _, g := range records {
		left := maps.Clone(lines)
		common := 0
		for _, name := range g.LineHashes {
			if left[name] > 0 {
				left[name]--
				common++
			}
		}
		if score := 2*common - len(g.LineHashes); !ok || score >= top {
			best, top, ok = g, score, true
		}
	}
	return best, ok
}

// theirs reports whether a line stands by the user's hand.
func (h *hand) theirs(path, line string) bool {
	line = strings.TrimSpace(line)
	return slices.ContainsFunc(h.edits, func(e state.HandEdit) bool {
		return e.Path == path && slices.ContainsFunc(strings.Split(e.Text, "\n"), func(l string) bool { return strings.TrimSpace(l) == line })
	})
}

// standing are the records of the texts in the folder.
func (h *hand) standing() []state.Generated {
	var out []state.Generated
	for _, name := range slices.Sorted(maps.Keys(h.stands)) {
		out = append(out, h.stands[name])
	}
	return out
}

// moved reports whether what is known of whose lines the texts have is not what was known
// of the texts in the folder; then the baseline has to keep it, though no text changed.
func (h *hand) moved(files []state.Generated) bool {
	for _, g := range files {
		if !slices.Equal(h.stands[g.Path].LineHashes, g.LineHashes) {
			return true
		}
	}
	return !slices.Equal(h.known, h.edits)
}

// keepHandEdits notes what the engine wrote, and puts the user's edits into it.
func (a *attempt) keepHandEdits(context.Context) error {
	names, err := a.stage.List()
	if err != nil {
		return err
	}
	a.files = nil
	for _, name := range names {
		if !generated(name) {
			continue
		}
		text, err := a.stage.ReadFile(name)
		if err != nil {
			return err
		}
		if base, ok := a.stage.Base(name); ok && string(base) == string(text) && len(a.hand.records[name]) == 0 && !isText(name) {
			continue // a skill that no engine wrote
		}
		if name == workspace.HandbookFile && a.old != nil {
			a.hand.edits = renumber(a.hand.edits, string(a.old), string(text))
		}
		a.files = append(a.files, state.Generated{Path: name, LineHashes: workspace.LineHashes(text)})
		if kept := workspace.ApplyEdits(name, text, a.hand.edits); string(kept) != string(text) {
			if err := a.stage.WriteFile(name, kept); err != nil {
				return fmt.Errorf("keep hand edits: %w", err)
			}
		}
	}
	return nil
}

func isText(name string) bool { return name == workspace.HandbookFile || name == workspace.SummaryFile }
