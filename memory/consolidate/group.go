package consolidate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// generalGroup is the name of the block of what holds for all work.
const generalGroup = "general"

// group is one block of the handbook: one project's work, or what holds for all.
type group struct {
	name    string
	project string   // "" for the general one
	cwds    []string // working directories of its tasks, sorted
	tasks   []*task  // most used and most recent first; numbered from 1
	number  map[*task]int

	preferences, knowledge, failures []*entry
	rank                             rank
}

// books is what the rules found, grouped; both files are written from it.
type books struct {
	groups  []*group
	sources []*source
}

// limits keep the handbook a handbook: beyond them the least used and oldest stay in
// the summaries alone. Preferences are never cut.
type limits struct{ bullets, tasks int }

func limitsFor(groups int) limits {
	return limits{bullets: max(8, min(40, 200/max(1, groups))), tasks: max(4, min(24, 120/max(1, groups)))}
}

// arrange puts tasks and entries into their groups.
func arrange(sources []*source, preferences, knowledge, failures []*entry) []*group {
	byProject := map[string]*group{}
	var groups []*group
	open := func(project string) *group {
		g := byProject[project]
		if g == nil {
			g = &group{project: project}
			byProject[project] = g
			groups = append(groups, g)
		}
		return g
	}
	for _, s := range sources {
		g := open(s.project)
		g.tasks = append(g.tasks, s.tasks...)
	}
	place := func(e *entry) *group {
		for e.over != nil { // what was replaced stands beside what took its place
			e = e.over
		}
		if projects := e.projects(); !e.global() {
			return open(projects[0])
		}
		return open("")
	}
	for _, e := range preferences {
		g := place(e)
		g.preferences = append(g.preferences, e)
	}
	for _, e := range knowledge {
		g := place(e)
		g.knowledge = append(g.knowledge, e)
	}
	for _, e := range failures {
		g := place(e)
		g.failures = append(g.failures, e)
	}
	nameGroups(groups)
	cut := limitsFor(len(groups))
	for _, g := range groups {
		g.finish(cut)
	}
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(boolCompare(a.project != "", b.project != ""), a.rank.compare(b.rank))
	})
	return groups
}

// finish sorts and cuts the group's lists, gathers its tasks and numbers them.
func (g *group) finish(cut limits) {
	sortEntries(g.preferences)
	sortEntries(g.knowledge)
	sortEntries(g.failures)
	g.knowledge = g.knowledge[:min(len(g.knowledge), cut.bullets)]
	g.failures = g.failures[:min(len(g.failures), cut.bullets)]
	supports := map[*task]bool{}
	for _, list := range g.lists() {
		for _, e := range list {
			for _, t := range e.tasks() {
				supports[t] = true
			}
		}
	}
	for t := range supports {
		if t.project != g.project {
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
// it as tells it from others of that name.
func nameGroups(groups []*group) {
	for depth := 1; ; depth++ {
		taken := map[string][]*group{}
		for _, g := range groups {
			switch {
			case g.project == "":
				g.name = generalGroup
			case g.name == "" || depth > 1:
				g.name = tail(g.project, depth)
			}
			if g.name == generalGroup && g.project != "" {
				g.name = g.project
			}
			taken[g.name] = append(taken[g.name], g)
		}
		clash := false
		for _, same := range taken {
			for _, g := range same {
				if len(same) > 1 && g.name != g.project && g.project != "" {
					clash = true
				}
			}
		}
		if !clash {
			return
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
