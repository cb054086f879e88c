package consolidate

import (
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
)

// summaryBudget is the usual size of memory_summary.md in bytes: it stands in every
// prompt, where 2,500 tokens (of 4 bytes) is the limit.
const summaryBudget = 9600

// share says how much the summary shows.
type share struct {
	general     int // preferences for all work
	projects    int // projects with a heading of their own; the others stand among the older topics
	preferences int // preferences a project
	tips        int // tips a project
	days        int // recent days a project
	topics      int // topics a project
	older       int // older topics of all projects together, beside one for every project without heading
}

// shares are tried from the most to the least until the summary fits. One line for every
// group stands in all of them.
var shares = []share{
	{60, 40, 20, 6, 6, 12, 30}, {60, 40, 20, 5, 5, 10, 24}, {60, 30, 20, 4, 4, 8, 20}, {60, 30, 20, 3, 4, 6, 14}, {60, 24, 18, 3, 3, 5, 10},
	{60, 20, 18, 2, 3, 4, 8}, {60, 20, 16, 2, 3, 3, 6}, {56, 16, 16, 1, 2, 3, 4}, {52, 16, 14, 1, 2, 2, 4}, {48, 14, 12, 1, 2, 2, 2},
	{44, 12, 10, 1, 2, 2, 2}, {40, 10, 8, 1, 1, 2, 2}, {36, 10, 6, 1, 1, 1, 0}, {30, 8, 5, 0, 1, 1, 0}, {24, 6, 4, 0, 1, 1, 0}, {20, 4, 3, 0, 1, 1, 0}, {16, 3, 2, 0, 1, 1, 0},
}

// renderSummary writes memory_summary.md.
func renderSummary(b *books, words *lexicon) string {
	profile := b.profile(words)
	b.countImplications()
	var text string
	for _, s := range shares {
		if text = b.summary(s, profile); len(text) <= summaryBudget {
			break
		}
	}
	return text
}

func (b *books) summary(s share, profile string) string {
	var w strings.Builder
	w.WriteString("v1\n\n## User Profile\n\n" + profile + "\n")
	w.WriteString("\n## User preferences\n")
	b.perGroup(&w, s, func(g *group) []string { return g.summaryPreferences(s) })
	w.WriteString("\n## General Tips\n")
	b.perGroup(&w, s, func(g *group) []string { return g.summaryTips(s) })
	w.WriteString("\n## What's in Memory\n")
	b.index(&w, s)
	return w.String()
}

// perGroup writes what holds for all work, then each project's lines under its path.
func (b *books) perGroup(w *strings.Builder, s share, lines func(*group) []string) {
	wrote := false
	for i, g := range b.projectsLast() {
		if g.project != "" && i > s.projects {
			break
		}
		list := lines(g)
		if len(list) == 0 {
			continue
		}
		wrote = true
		if g.project != "" {
			w.WriteString("\n### " + g.project + "\n")
		}
		w.WriteString("\n")
		for _, l := range list {
			w.WriteString("- " + l + "\n")
		}
	}
	if !wrote {
		w.WriteString("\n- none yet\n")
	}
}

// projectsLast are the groups with the general one, an empty one if need be, in front.
func (b *books) projectsLast() []*group {
	if len(b.groups) > 0 && b.groups[0].project == "" {
		return b.groups
	}
	return append([]*group{{name: generalGroup}}, b.groups...)
}

// summaryPreferences are the rules that hold now; what a note brought stands first, then
// what was said more than once.
func (g *group) summaryPreferences(s share) []string {
	most := s.preferences
	if g.project == "" {
		most = s.general
	}
	weight := func(e *entry) int {
		switch {
		case noteTag(e) != "":
			return 2
		case len(e.tasks()) > 1:
			return 1
		}
		return 0
	}
	holding := slices.DeleteFunc(slices.Clone(g.preferences), func(e *entry) bool { return e.over != nil })
	slices.SortStableFunc(holding, func(a, b *entry) int { return weight(b) - weight(a) })
	var out []string
	for _, e := range holding[:min(len(holding), most)] {
		out = append(out, e.preferenceLine())
	}
	return out
}

// stock is how often an implication may stand in the handbook before it is taken for a
// stock phrase, which tells a reader of the summary nothing.
const stock = 2

// countImplications marks the rules whose implication is a stock phrase.
func (b *books) countImplications() {
	count := map[string]int{}
	for _, g := range b.groups {
		for _, e := range g.preferences {
			count[e.newest().bullet.Implies]++
		}
	}
	for _, g := range b.groups {
		for _, e := range g.preferences {
			e.plain = count[e.newest().bullet.Implies] > stock
		}
	}
}

// preferenceLine is the rule in the user's words, without its situation.
func (e *entry) preferenceLine() string {
	last := e.newest()
	if len(last.bullet.Quotes) == 0 || last.note != nil {
		return cut(clean(last.bullet.Text), 400) + noteTag(e)
	}
	line := quoteAll(last.said())
	if others := e.otherWords(quoteAll); len(line)+len(others) < 300 {
		line += others
	}
	if implies := clean(last.bullet.Implies); implies != "" && !e.plain && len(line)+len(implies) < 400 {
		line += " → " + implies
	}
	return line + noteTag(e)
}

// summaryTips are the group's troubles with their fixes and its proven commands, those
// that were met more often first. What was met once and mended in a file alone is no tip.
func (g *group) summaryTips(s share) []string {
	most := s.tips
	if g.project == "" {
		most = 8
	}
	var out []string
	for _, e := range byMeetings(g.failures) {
		b := e.newest().bullet
		if b.Fix == "" || b.Error == "" || len(e.tasks()) < 2 && namesFiles(b.Fix) {
			continue
		}
		if len(out) < most {
			out = append(out, "on "+extract.Code(cut(b.Error, 120))+": "+cut(fixText(b.Fix), 160)+noteTag(e))
		}
	}
	useful := byMeetings(g.knowledge)
	slices.SortStableFunc(useful, func(a, b *entry) int { // a command can be used at once
		return boolCompare(a.newest().command == "", b.newest().command == "")
	})
	for _, e := range useful[:min(len(useful), most)] {
		out = append(out, cut(clean(e.newest().bullet.Text), 200)+noteTag(e))
	}
	return out
}

// namesFiles reports whether a fix is a list of files and no command.
func namesFiles(fix string) bool {
	for part := range strings.SplitSeq(fix, ", ") {
		if strings.Contains(part, " ") || !strings.Contains(part, ".") {
			return false
		}
	}
	return true
}

func fixText(fix string) string {
	if namesFiles(fix) {
		return "see " + fix
	}
	return fix
}

// byMeetings puts entries heard in more sessions first.
func byMeetings(entries []*entry) []*entry {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b *entry) int { return len(b.tasks()) - len(a.tasks()) })
	return sorted
}

// index writes what is in memory: per project the recent days, then the older topics.
func (b *books) index(w *strings.Builder, s share) {
	var older []*task
	var lone []*task // one of each project that has no heading
	shown := 0
	for _, g := range b.groups {
		if g.project == "" {
			w.WriteString("\n- " + generalGroup + ": what holds for all work; keywords: " + strings.Join(g.topKeywords(6), ", ") + "\n")
			continue
		}
		if shown++; shown > s.projects {
			lone = append(lone, g.byDay()[0])
			continue
		}
		older = append(older, g.indexDays(w, s)...)
	}
	if len(b.groups) == 0 {
		w.WriteString("\n- nothing yet\n")
	}
	slices.SortFunc(older, compareTasks)
	older = append(lone, older[:min(len(older), s.older)]...)
	if len(older) == 0 {
		return
	}
	w.WriteString("\n### Older Memory Topics\n\n")
	for _, t := range older {
		w.WriteString("- " + t.topic() + " (cwd=" + t.project + ")\n")
	}
}

// indexDays writes one project's recent days and returns the tasks that stood on none.
func (g *group) indexDays(w *strings.Builder, s share) []*task {
	tasks := g.byDay()
	w.WriteString("\n### " + g.project + "\n")
	last, days := "", 0
	for i, t := range tasks {
		if d := day(t.SourceUpdatedAt); d != last {
			if days++; days > s.days {
				return tasks[i:]
			}
			last = d
			w.WriteString("\n#### " + d + "\n\n")
		}
		w.WriteString("- " + t.topic() + "\n")
		if i+1 >= s.topics {
			return tasks[i+1:]
		}
	}
	return nil
}

// byDay are the group's tasks, the most recent first.
func (g *group) byDay() []*task {
	tasks := slices.Clone(g.tasks)
	slices.SortStableFunc(tasks, func(a, b *task) int {
		return compareDays(a, b)
	})
	return tasks
}

func compareDays(a, b *task) int {
	if c := strings.Compare(day(b.SourceUpdatedAt), day(a.SourceUpdatedAt)); c != 0 {
		return c
	}
	return compareTasks(a, b)
}

// topic is `topic: description; keywords: a, b`.
func (t *task) topic() string {
	description := string(t.outcome())
	if about := extract.OneLine(t.raw.Description); about != "" && len(t.tasks) == 1 && squeeze(about) != squeeze(t.name) {
		description += ", " + clean(about)
	}
	keywords := t.keywords()
	return cut(clean(t.name), 90) + ": " + cut(description, 110) + "; keywords: " + strings.Join(keywords[:min(len(keywords), 5)], ", ")
}

// topKeywords are the most frequent keywords of the group's tasks.
func (g *group) topKeywords(n int) []string {
	count := map[string]int{}
	var order []string
	for _, t := range g.tasks {
		for _, k := range t.keywords() {
			if count[k]++; count[k] == 1 {
				order = append(order, k)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return count[b] - count[a] })
	if len(order) == 0 {
		order = []string{"preferences"}
	}
	return order[:min(len(order), n)]
}
