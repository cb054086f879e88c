package consolidate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
)

// generalGroup is the name of the block of what holds for all work.
const generalGroup = "general"

// group is one block of the handbook: one task family of one project, or what holds for
// all work.
type group struct {
	name    string
	project string   // "" for the general one
	family  string   // "" for the project's main block
	cwds    []string // working directories of its tasks, sorted
	tasks   []*task  // most used and most recent first; numbered from 1
	number  map[*task]int

	preferences, knowledge, failures []*entry
	left                             []*entry // preferences that found no room
	own                              own      // the user's own lines
	rank                             rank
}

// books is what the rules found, grouped; both files are written from it. Groups of one
// project stand together, its main block first.
type books struct {
	groups  []*group
	sources []*source
	foreign []string // names of the handbook's blocks that are the user's alone
}

// limits keep the handbook a handbook: beyond them the least used and oldest stay in
// the summaries alone.
type limits struct {
	bullets, tasks int
	preferences    int // 0 is all of them
	references     int // tasks that an entry refers to, the newest; 0 is all of them
}

// handbookBudget is the size in bytes that a handbook stays under: more is searched
// slowly and read by nobody.
const handbookBudget = 512 << 10

// squeezes are tried until the handbook fits: how many preferences a group keeps, to how
// many tasks an entry refers, and by what the other limits are divided.
var squeezes = []struct{ preferences, references, divisor int }{
	{0, 0, 1}, {400, 40, 1}, {200, 20, 2}, {100, 12, 2}, {50, 8, 3}, {25, 6, 4}, {12, 4, 6}, {6, 2, 8},
}

func limitsFor(groups, squeeze int) limits {
	s := squeezes[squeeze]
	return limits{
		bullets:     max(4, min(40, 200/max(1, groups))/s.divisor),
		tasks:       max(2, min(24, 120/max(1, groups))/s.divisor),
		preferences: s.preferences,
		references:  s.references,
	}
}

// arranger puts tasks and entries into their groups.
type arranger struct {
	squeeze  int
	groups   []*group
	byKey    map[[2]string]*group
	families map[*task]string // of tasks whose family has a block of its own
}

func arrange(sources []*source, preferences, knowledge, failures []*entry, squeeze int) []*group {
	a := &arranger{squeeze: squeeze, byKey: map[[2]string]*group{}, families: families(sources)}
	for _, s := range sources {
		for _, t := range s.tasks {
			g := a.open(s.project, a.families[t])
			g.tasks = append(g.tasks, t)
		}
	}
	for _, e := range preferences { // how the user wants things done is no matter of a family
		g := a.place(e, false)
		g.preferences = append(g.preferences, e)
	}
	for _, e := range knowledge {
		g := a.place(e, true)
		g.knowledge = append(g.knowledge, e)
	}
	for _, e := range failures {
		g := a.place(e, true)
		g.failures = append(g.failures, e)
	}
	return a.finish()
}

func (a *arranger) open(project, family string) *group {
	key := [2]string{project, family}
	g := a.byKey[key]
	if g == nil {
		g = &group{project: project, family: family}
		a.byKey[key] = g
		a.groups = append(a.groups, g)
	}
	return g
}

// place is the general group for what holds for all work, the family's where all that
// supports the entry is of one, else the project's main one. What was replaced stands
// beside what took its place.
func (a *arranger) place(e *entry, byFamily bool) *group {
	for e.over != nil {
		e = e.over
	}
	if e.global() {
		return a.open("", "")
	}
	family := ""
	for i, t := range e.tasks() {
		if f := a.families[t]; i == 0 && byFamily {
			family = f
		} else if f != family {
			family = ""
			break
		}
	}
	return a.open(e.projects()[0], family)
}

func (a *arranger) finish() []*group {
	nameGroups(a.groups)
	cut := limitsFor(len(a.groups), a.squeeze)
	best := map[string]rank{} // of a project's groups
	for _, g := range a.groups {
		g.finish(cut)
		if r, ok := best[g.project]; !ok || g.rank.compare(r) < 0 {
			best[g.project] = rank{uses: g.rank.uses, newest: g.rank.newest, tie: g.project}
		}
	}
	groups := slices.DeleteFunc(a.groups, (*group).empty)
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(boolCompare(a.project != "", b.project != ""), best[a.project].compare(best[b.project]),
			boolCompare(a.family != "", b.family != ""), a.rank.compare(b.rank))
	})
	return groups
}

// empty groups are left by tasks that expired.
func (g *group) empty() bool {
	return len(g.tasks)+len(g.preferences)+len(g.knowledge)+len(g.failures) == 0
}

// families finds the task families that have a block of their own: those that the raw
// memories of two sessions of a project declare, where the project has others too. A
// family is what a task was declared to be; words in common make none.
func families(sources []*source) map[*task]string {
	type family struct{ project, name string }
	sessions := map[family]map[*source]bool{}
	declared := map[*task]family{}
	for _, s := range sources {
		for _, t := range s.tasks {
			f := family{s.project, strings.ToLower(extract.OneLine(cmp.Or(t.TaskGroup, s.raw.TaskGroup)))}
			if f.name == strings.ToLower(baseName(s.project)) || f.name == strings.ToLower(baseName(s.cwd)) {
				f.name = ""
			}
			declared[t] = f
			if sessions[f] == nil {
				sessions[f] = map[*source]bool{}
			}
			sessions[f][s] = true
		}
	}
	several := map[string]int{}
	for f := range sessions {
		several[f.project]++
	}
	out := map[*task]string{}
	for t, f := range declared {
		if f.name != "" && len(sessions[f]) > 1 && several[f.project] > 1 {
			out[t] = f.name
		}
	}
	return out
}

// finish sorts and cuts the group's lists, gathers its tasks and numbers them.
func (g *group) finish(cut limits) {
	sortEntries(g.preferences)
	sortEntries(g.knowledge)
	sortEntries(g.failures)
	if n := len(g.preferences); cut.preferences > 0 && n > cut.preferences {
		g.preferences, g.left = g.preferences[:cut.preferences], g.preferences[cut.preferences:]
	}
	g.knowledge = g.knowledge[:min(len(g.knowledge), cut.bullets)]
	g.failures = g.failures[:min(len(g.failures), cut.bullets)]
	supports := map[*task]bool{}
	for _, list := range g.lists() {
		for _, e := range list {
			tasks := e.tasks()
			if n := len(tasks); cut.references > 0 && n > cut.references {
				tasks = tasks[n-cut.references:]
			}
			for _, t := range tasks {
				supports[t] = true
			}
		}
	}
	own := map[*task]bool{}
	for _, t := range g.tasks {
		own[t] = true
	}
	for t := range supports {
		if !own[t] {
			g.tasks = append(g.tasks, t)
		}
	}
	slices.SortFunc(g.tasks, compareTasks)
	spare := cut.tasks
	g.tasks = slices.DeleteFunc(g.tasks, func(t *task) bool {
		if supports[t] {
			return false
		}
		if t.expired {
			return true
		}
		spare--
		return spare < 0
	})
	g.number = map[*task]int{}
	for i, t := range g.tasks {
		g.number[t] = i + 1
		if t.cwd != "" {
			g.cwds = append(g.cwds, t.cwd)
		}
	}
	slices.Sort(g.cwds)
	g.cwds = slices.Compact(g.cwds)
	g.setRank()
}

func (g *group) lists() [][]*entry { return [][]*entry{g.preferences, g.knowledge, g.failures} }

func (g *group) setRank() {
	seen := map[*source]bool{}
	g.rank.tie = g.project
	for _, t := range g.tasks {
		g.rank.newest = max(g.rank.newest, t.SourceUpdatedAt)
		if !seen[t.source] {
			seen[t.source] = true
			g.rank.uses += t.UsageCount
		}
	}
}

func compareTasks(a, b *task) int {
	return cmp.Or(
		cmp.Compare(b.UsageCount, a.UsageCount),
		cmp.Compare(b.SourceUpdatedAt, a.SourceUpdatedAt),
		strings.Compare(b.ThreadID, a.ThreadID),
		cmp.Compare(a.n, b.n),
	)
}

// nameGroups calls each project by its folder's name, with as much of the path before
// it as tells it from others of that name, and adds the family.
func nameGroups(groups []*group) {
	names := map[string]string{}
	for _, g := range groups {
		names[g.project] = ""
	}
	for depth := 1; ; depth++ {
		count := map[string]int{generalGroup: 1, "extensions": 1}
		for p := range names {
			names[p] = tail(p, depth)
			count[names[p]]++
		}
		clash := false
		for p, name := range names {
			clash = clash || count[name] > 1 && name != p
		}
		if !clash {
			break
		}
	}
	for _, g := range groups {
		switch {
		case g.project == "":
			g.name = generalGroup
		case g.family == "":
			g.name = names[g.project]
		default:
			g.name = names[g.project] + ": " + g.family
		}
	}
}

// tail is the last n elements of a path, the whole path where it has no more.
func tail(p string, n int) string {
	parts := strings.Split(strings.Trim(p, "/"), "/")
	if len(parts) <= n {
		return p
	}
	return strings.Join(parts[len(parts)-n:], "/")
}

// refs are the references of an entry, ` [Task 1] [Task 3]`; "" for a note's.
func (g *group) refs(e *entry) string {
	var numbers []int
	for _, t := range e.tasks() {
		if n := g.number[t]; n > 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var b strings.Builder
	for _, n := range numbers {
		b.WriteString(" [Task " + strconv.Itoa(n) + "]")
	}
	return b.String()
}
