package consolidate

import (
	"slices"
	"sort"
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
	{60, 24, 18, 3, 3, 5, 8}, {60, 22, 18, 3, 3, 5, 6}, {60, 22, 18, 3, 3, 4, 6},
	{60, 20, 18, 2, 3, 4, 6}, {60, 20, 16, 2, 3, 3, 6}, {56, 16, 16, 1, 2, 3, 4}, {52, 16, 14, 1, 2, 2, 4}, {48, 14, 12, 1, 2, 2, 2},
	{44, 12, 10, 1, 2, 2, 2}, {40, 10, 8, 1, 1, 2, 2}, {36, 10, 6, 1, 1, 1, 0}, {30, 8, 5, 0, 1, 1, 0}, {24, 6, 4, 0, 1, 1, 0}, {20, 4, 3, 0, 1, 1, 0}, {16, 3, 2, 0, 1, 1, 0},
}

// renderSummary writes memory_summary.md.
func renderSummary(b *books) string {
	profile := b.profile()
	b.countImplications()
	texts := make([]string, len(shares))
	fits := sort.Search(len(shares)-1, func(i int) bool {
		texts[i] = b.summary(shares[i], profile)
		return len(texts[i]) <= summaryBudget
	})
	if texts[fits] == "" {
		texts[fits] = b.summary(shares[fits], profile)
	}
	return texts[fits]
}

func (b *books) summary(s share, profile string) string {
	var w strings.Builder
	w.WriteString("v1\n\n## User Profile\n\n" + profile + "\n")
	w.WriteString("\n## User preferences\n")
	b.perPlace(&w, s, place.summaryPreferences)
	w.WriteString("\n## General Tips\n")
	b.perPlace(&w, s, place.summaryTips)
	w.WriteString("\n## What's in Memory\n")
	b.index(&w, s)
	return w.String()
}

// place is a project with all its groups, or the general one, whose path is "".
type place struct {
	path   string
	groups []*group
}

// places are the general one, empty if need be, and the projects in the handbook's order.
func (b *books) places() []place {
	out := []place{{}}
	for _, g := range b.groups {
		if last := len(out) - 1; out[last].path == g.project {
			out[last].groups = append(out[last].groups, g)
		} else {
			out = append(out, place{g.project, []*group{g}})
		}
	}
	return out
}

// gather joins one list of all groups.
func (p place) gather(list func(*group) []*entry) []*entry {
	var out []*entry
	for _, g := range p.groups {
		out = append(out, list(g)...)
	}
	return out
}

// perPlace writes what holds for all work, then each project's lines under its path.
func (b *books) perPlace(w *strings.Builder, s share, lines func(place, share) []string) {
	for i, p := range b.places() {
		if i > s.projects {
			break
		}
		if p.path == unknownProject { // no reader's folder is under it
			continue
		}
		list := lines(p, s)
		if len(list) == 0 {
			continue
		}
		if p.path != "" {
			w.WriteString("\n### " + p.path + "\n")
		}
		w.WriteString("\n")
		for _, l := range list {
			w.WriteString("- " + l + "\n")
		}
	}
}

// summaryPreferences are the rules that hold now: first the user's own lines, then what a
// note brought, then what was said more than once.
func (p place) summaryPreferences(s share) []string {
	most := s.preferences
	if p.path == "" {
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
	holding := slices.DeleteFunc(p.gather(func(g *group) []*entry { return g.preferences }), func(e *entry) bool { return e.over != nil })
	slices.SortStableFunc(holding, func(a, b *entry) int { return weight(b) - weight(a) })
	out := p.own(most, func(o own) []string { return o.preferences })
	for _, e := range holding[:min(len(holding), most-len(out))] {
		out = append(out, e.preferenceLine())
	}
	return out
}

// own are the user's own lines of all groups, so many at most.
func (p place) own(most int, list func(own) []string) []string {
	var out []string
	for _, g := range p.groups {
		out = append(out, list(g.own)...)
	}
	return out[:min(len(out), most)]
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

// saysMore reports whether an implication speaks of what the rule is about: one that
// shares no word with it would fit any rule.
func saysMore(implies, line string) bool {
	words := map[string]bool{}
	for _, w := range reWord.FindAllString(plain(line), -1) {
		words[stem(w)] = true
	}
	for _, w := range reWord.FindAllString(plain(implies), -1) {
		if len(w) > 3 && !fillerWords[w] && words[stem(w)] {
			return true
		}
	}
	return false
}

// opened are quotes without the words that a speaker begins with.
func (e *entry) opened(quotes []extract.Quote) []extract.Quote {
	out := slices.Clone(quotes)
	for i := range out {
		out[i].Text = e.newest().spoken(out[i].Text)
	}
	return out
}

// preferenceLine is the rule in the user's words, without its situation.
func (e *entry) preferenceLine() string {
	last := e.newest()
	if len(last.bullet.Quotes) == 0 || last.note != nil {
		return cut(clean(last.bullet.Text), 400) + noteTag(e)
	}
	line := quoteAll(e.opened(last.said()))
	if others := e.otherWords(func(q []extract.Quote) string { return quoteAll(e.opened(q)) }); len(line)+len(others) < 300 {
		line += others
	}
	if implies := clean(last.bullet.Implies); implies != "" && !e.plain && saysMore(implies, line) && len(line)+len(implies) < 400 {
		line += " → " + implies
	}
	return line + noteTag(e)
}

// index writes what is in memory: per project the recent days, then the older topics.
func (b *books) index(w *strings.Builder, s share) {
	var older, lone []*task // lone: the newest of each project that has no heading
	for i, p := range b.places() {
		tasks := p.byDay()
		switch {
		case p.path == "" && len(p.groups) > 0:
			w.WriteString("\n- " + generalGroup + ": what holds for all work; keywords: " + strings.Join(p.subjects(8), ", ") + "\n")
		case p.path == "":
		case i > s.projects, p.path == unknownProject:
			lone = append(lone, tasks[:min(1, len(tasks))]...)
		default:
			w.WriteString("\n### " + p.path + "\n")
			if len(p.groups) > 1 || len(tasks) == 0 {
				w.WriteString("\n- task groups: " + strings.Join(p.names(), ", ") + "\n")
			}
			older = append(older, indexDays(w, tasks, s)...)
		}
	}
	for i, name := range b.foreign[:min(len(b.foreign), s.topics*4)] {
		if i == 0 {
			w.WriteString("\n")
		}
		w.WriteString("- " + name + ": written by the user's hand into MEMORY.md\n")
	}
	slices.SortFunc(older, compareTasks)
	older = append(lone, older[:min(len(older), s.older)]...)
	if len(older) == 0 {
		return
	}
	w.WriteString("\n### Older Memory Topics\n\n")
	for _, t := range older {
		w.WriteString("- " + t.topic())
		if t.project != unknownProject {
			w.WriteString(" (cwd=" + t.project + ")")
		}
		w.WriteString("\n")
	}
}

func (p place) names() []string {
	var out []string
	for _, g := range p.groups {
		out = append(out, g.name)
	}
	return out
}

// indexDays writes one project's recent days and returns the tasks that stood on none.
func indexDays(w *strings.Builder, tasks []*task, s share) []*task {
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

// byDay are the place's tasks, each once, the most recent first.
func (p place) byDay() []*task {
	seen := map[*task]bool{}
	var tasks []*task
	for _, g := range p.groups {
		for _, t := range g.tasks {
			if !seen[t] {
				seen[t] = true
				tasks = append(tasks, t)
			}
		}
	}
	slices.SortStableFunc(tasks, compareDays)
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
	if t.line == "" {
		t.line = t.writeTopic()
	}
	return t.line
}

func (t *task) writeTopic() string {
	description := string(t.outcome())
	about := strings.TrimRight(cutWord(elide(clean(t.raw.Description)), 110), " .。:：")
	if key := squeeze(strings.TrimSuffix(about, "…")); key != "" && len(t.tasks) == 1 && !strings.Contains(key, squeeze(strings.TrimSuffix(t.name, "…"))) && !strings.Contains(squeeze(t.name), key) {
		description += ", " + about
	}
	keywords := t.keywords()
	return clean(t.name) + ": " + description + "; keywords: " + strings.Join(keywords[:min(len(keywords), 6)], ", ")
}

// subjects are the words of the trade and the names that a place's preferences speak of
// most, as they are written there.
func (p place) subjects(n int) []string {
	k := keywordSet{seen: map[string]bool{}}
	var words []string
	for _, e := range p.gather(func(g *group) []*entry { return g.preferences }) {
		for _, c := range e.claims {
			text := strings.Join(c.quotes, "\n")
			for _, w := range reWord.FindAllString(text, -1) {
				w = strings.TrimRight(w, ".-+#'’_")
				if isName(w) || c.words != nil && c.words.ofTrade(strings.ToLower(w)) {
					words = append(words, w)
				}
			}
			for _, w := range tradeWords {
				if strings.Contains(text, w) {
					words = append(words, w)
				}
			}
		}
	}
	if k.most(n, words); len(k.out) == 0 {
		return []string{"preferences"}
	}
	return k.out
}
