package consolidate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
)

// source is one selected stage-1 output, read.
type source struct {
	state.Selected
	raw     extract.RawMemory
	stem    string // of its file in rollout_summaries
	project string // the path under which its memories stand
	cwd     string
	tasks   []*task
	expired bool // too old to have a task entry of its own
}

// task is one task of one source: what a reference points at.
type task struct {
	*source
	n     int // place in its source, from 0
	name  string
	keys  []string // once they were asked for: see keywords
	line  string   // once it was asked for: see topic
	words *taskWords
	extract.Task
}

// claim is one thing said at one place: a bullet of a raw memory, or a piece of a note.
type claim struct {
	task *task // nil for a note
	note *note // nil for a bullet
	at   int64 // Unix seconds
	seq  int   // place in the order of all claims

	bullet  extract.Bullet
	command string      // the bullet's, on one line with single spaces
	quotes  []string    // what was said, word for word; without quotes the bullet's own words
	whole   terms       // of all of them
	vector  vector      // whole, in the space of the claims it is compared with
	calls   string      // of knowledge: what the command calls
	lines   []errorLine // of a failure
	fix     string      // the command that was the end of it; "" for files
	clauses []clause    // its clauses that say something by themselves
	words   *lexicon
	stance  *stance // once it was asked for
	swap    swap    // the tool it wants in the place of another
	project string  // "" for a note that names none
	scope   extract.Scope
	widely  bool // it says itself that it holds for all work
	fact    bool // of a note: it tells how things are, not what the user wants
	again   bool // it says that it was said before
	changes bool // it takes an earlier rule back
	moves   bool // it says what holds from here on
}

// entry is one item of the handbook: claims that say the same, oldest first.
type entry struct {
	claims []*claim
	over   *entry   // the entry that took this one's place; nil while it holds
	ended  *claim   // the rule by which a fact or a trouble is a matter of the past; nil while it holds
	under  []*entry // those whose place it took
	plain  bool     // its implication is a stock phrase
	rank   rank
	place  int // in the order in which the entries began
}

// rank orders entries and groups: the most used first, then the most recent.
type rank struct {
	uses   int64
	newest int64
	tie    string
}

func (a rank) compare(b rank) int {
	return cmp.Or(cmp.Compare(b.uses, a.uses), cmp.Compare(b.newest, a.newest), strings.Compare(a.tie, b.tie))
}

func newEntry(c *claim) *entry { return &entry{claims: []*claim{c}} }

// past reports whether the entry holds no longer.
func (e *entry) past() bool { return e.over != nil || e.ended != nil }

func (e *entry) newest() *claim { return e.claims[len(e.claims)-1] }

// projects are the projects the entry was heard in, sorted.
func (e *entry) projects() []string {
	var out []string
	for _, c := range e.claims {
		if c.project != "" {
			out = append(out, c.project)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// heardIn reports whether the entry was heard in a project.
func (e *entry) heardIn(project string) bool {
	return slices.ContainsFunc(e.claims, func(c *claim) bool { return c.project == project && project != "" })
}

// global reports whether the entry holds for all work: it was said so, or it was heard
// in several projects. What was bound to the one project it was heard in stays there,
// unless a claim says itself that it holds for all.
func (e *entry) global() bool {
	projects := e.projects()
	for _, old := range e.under {
		projects = append(projects, old.projects()...)
	}
	slices.Sort(projects)
	if len(slices.Compact(projects)) != 1 {
		return true
	}
	bound, wide := false, false
	for _, c := range e.claims {
		if c.project == "" || c.widely {
			return true
		}
		bound = bound || c.scope == extract.ScopeProject
		wide = wide || c.scope == extract.ScopeGlobal
	}
	return wide && !bound
}

// tasks are the tasks that support the entry, each once.
func (e *entry) tasks() []*task {
	var out []*task
	for _, c := range e.claims {
		if c.task != nil && !slices.Contains(out, c.task) {
			out = append(out, c.task)
		}
	}
	return out
}

func (e *entry) setRank() {
	seen := map[*source]bool{}
	e.rank = rank{}
	for _, c := range e.claims {
		e.rank.newest = max(e.rank.newest, c.at)
		if c.task != nil && !seen[c.task.source] {
			seen[c.task.source] = true
			e.rank.uses += c.task.UsageCount
		}
	}
	last := e.newest()
	e.rank.tie = last.bullet.Text
}

func sortEntries(entries []*entry) {
	for _, e := range entries {
		e.setRank()
	}
	slices.SortStableFunc(entries, func(a, b *entry) int {
		return cmp.Or(boolCompare(a.past(), b.past()), a.rank.compare(b.rank))
	})
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// spoken is a quote without the words that a speaker begins with.
func (c *claim) spoken(text string) string {
	if c.words == nil {
		return text
	}
	return c.words.withoutOpening(text)
}
