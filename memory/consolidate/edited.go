package consolidate

import (
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// Hand is what the user's hand changed in the generated texts. It outranks every source:
// what they deleted or wrote anew in the handbook is told by no text that an engine writes.
// A nil Hand changed nothing.
type Hand struct {
	edits  []state.HandEdit
	old    []byte // the handbook as it stands
	struck map[string][]lineName
}

// lineName is what a hand edit knows of the line that it takes out.
type lineName struct{ path, chain string }

func newHand(edits []state.HandEdit, old []byte) *Hand {
	h := &Hand{edits: edits, old: old, struck: map[string][]lineName{}}
	for _, e := range edits {
		if key, chain, ok := bulletName(e.Anchor); ok && e.Kind != "insert" {
			h.struck[key] = append(h.struck[key], lineName{e.Path, chain})
		}
	}
	return h
}

// bulletName takes the name of a bullet apart (workspace.LineHashes): the key of its
// words, and the headings that it stands below.
func bulletName(name string) (key, chain string, ok bool) {
	f := strings.Split(name, ":")
	if len(f) < 5 || f[0] != "b" {
		return "", "", false
	}
	return f[2], f[4], true
}

// Handbook is a newly written handbook as it will stand: with the user's edits.
func (h *Hand) Handbook(fresh string) string {
	if h == nil {
		return fresh
	}
	edits := renumber(h.edits, string(h.old), fresh)
	return string(workspace.ApplyEdits(workspace.HandbookFile, []byte(fresh), edits))
}

// takes reports whether an edit of a file takes out its bullet, the last line of a text;
// moved is one that stood below other headings of the same branch.
func (h *Hand) takes(path, text string) (taken, moved bool) {
	if h == nil || len(h.struck) == 0 {
		return false, false
	}
	names := workspace.LineHashes([]byte(text))
	key, chain, ok := bulletName(names[len(names)-1])
	if !ok {
		return false, false
	}
	moved = true
	for _, l := range h.struck[key] {
		near := path == workspace.HandbookFile || strings.HasPrefix(l.chain, chain) || strings.HasPrefix(chain, l.chain)
		if l.path == path && near {
			taken, moved = true, moved && l.chain != chain
		}
	}
	return taken, taken && moved
}

// renew lets the entries go on from where the user deleted or reworded them in the
// handbook: what was said until then is theirs now, what was said since is news. An entry
// without news stays whole, so that the edit keeps its place.
func (h *Hand) renew(entries []*entry, text func(*entry) string) {
	if h == nil || len(h.struck) == 0 {
		return
	}
	for _, e := range entries {
		e.claims = e.claims[newsFrom(e.claims, func(part *entry) bool {
			taken, _ := h.takes(workspace.HandbookFile, "- "+text(part))
			return taken
		}):]
	}
}

// newsFrom is the place of the first claim after the last beginning of an entry that was
// taken out, when it was no longer than that.
func newsFrom(claims []*claim, taken func(part *entry) bool) int {
	from := 0
	for to := 1; to < len(claims); to++ {
		if taken(&entry{claims: claims[from:to]}) {
			from = to
		}
	}
	return from
}

// own are the lines that the user wrote into one block of the handbook.
type own struct{ preferences, tips []string }

// edited are the books as the handbook tells them once the user's edits are in it: without
// the entries and tasks that are gone from it, with the user's own lines. Rules that the
// user took out of the summary are left out as well.
func (b *books) edited(fresh string, hand *Hand) *books {
	if hand == nil || len(hand.edits) == 0 {
		return b
	}
	kept := hand.Handbook(fresh)
	before, after := lineSet(fresh), lineSet(kept)
	gone := func(line string) bool { return before[line] && !after[line] }
	written, foreign := ownLines(kept, before)
	out := &books{sources: b.sources, foreign: foreign}
	for _, g := range b.groups {
		c := *g
		for _, list := range []struct {
			entries *[]*entry
			text    func(*entry) string
		}{{&c.preferences, (*entry).preferenceText}, {&c.knowledge, (*entry).knowledgeText}, {&c.failures, (*entry).failureText}} {
			*list.entries = slices.DeleteFunc(slices.Clone(*list.entries), func(e *entry) bool { return gone(g.bullet(e, list.text)) })
		}
		c.tasks = slices.DeleteFunc(slices.Clone(g.tasks), func(t *task) bool {
			return gone(t.heading(g.number[t])) || gone(t.fileBullet())
		})
		c.own = written["# Task Group: "+g.name]
		c.preferences = c.unlessStruck(hand)
		if !c.empty() || len(c.own.preferences)+len(c.own.tips) > 0 {
			out.groups = append(out.groups, &c)
		}
	}
	return out
}

// unlessStruck are the preferences without what the user took out of the summary.
func (g *group) unlessStruck(hand *Hand) []*entry {
	head := "## User preferences\n\n"
	if g.project != "" {
		head += "### " + g.project + "\n\n"
	}
	struck := func(e *entry) (taken, moved bool) {
		for _, plain := range []bool{false, true} {
			t, m := hand.takes(workspace.SummaryFile, head+"- "+(&entry{claims: e.claims, plain: plain}).preferenceLine())
			taken, moved = taken || t, moved || m
		}
		return taken, moved
	}
	var out []*entry
	for _, e := range g.preferences {
		from := newsFrom(e.claims, func(part *entry) bool { taken, _ := struck(part); return taken })
		c := *e
		c.claims = e.claims[from:]
		if _, moved := struck(&c); !moved {
			out = append(out, &c)
		}
	}
	return out
}

func lineSet(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		out[strings.TrimRight(line, " \t\r\n")] = true
	}
	return out
}

// ownLimit ends one own line in the summary, in characters.
const ownLimit = 400

// ownLines are the lines of a handbook that are not among ours, by the heading of their
// block: those of its lists, and of sections that the user added to it. Foreign are the
// names of blocks that we do not have.
func ownLines(handbook string, ours map[string]bool) (written map[string]own, foreign []string) {
	written = map[string]own{}
	block, section := "", ""
	goesOn := false // the line before this one is the user's
	for line := range strings.Lines(handbook) {
		line = strings.TrimRight(line, " \t\r\n")
		switch {
		case strings.HasPrefix(line, "# "):
			block, section = line, ""
			if !ours[line] {
				foreign = append(foreign, cutWord(clean(strings.TrimPrefix(line[2:], "Task Group: ")), 90))
			}
		case strings.HasPrefix(line, "## "):
			section = line[3:]
		case line == "" || strings.HasPrefix(line, "#") || ours[line] || !ours[block] || section == "" || strings.HasPrefix(section, "Task "):
		default:
			o := written[block]
			list := &o.tips
			if section == "User preferences" {
				list = &o.preferences
			}
			*list = addOwn(*list, line, goesOn)
			written[block], goesOn = o, true
			continue
		}
		goesOn = false
	}
	return written, foreign
}

// addOwn adds a line as the summary tells it, or takes the one before it on.
func addOwn(list []string, line string, goesOn bool) []string {
	text, bullet := strings.CutPrefix(workspace.LineKey(line), "- ")
	if text = clean(text); text == "" || strings.HasPrefix(text, supersededMark) {
		return list
	}
	if n := len(list); n > 0 && goesOn && !bullet {
		list[n-1] = cutWord(list[n-1]+" "+text, ownLimit)
		return list
	}
	return append(list, cutWord(text, ownLimit))
}
