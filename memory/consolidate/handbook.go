package consolidate

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed50391015/reverie/memory/extract"
)

const reuseRule = "reuse for work in this directory; elsewhere only after a check that it applies"
const generalRule = "reuse everywhere; a project's own rule outranks it"

// renderHandbook writes MEMORY.md.
func renderHandbook(b *books) string {
	var w strings.Builder
	for i, g := range b.groups {
		if i > 0 {
			w.WriteString("\n")
		}
		g.render(&w)
	}
	if len(b.groups) == 0 {
		w.WriteString("# Task Group: general\n\nscope: nothing has been learned yet\napplies_to: cwd=any; reuse_rule=" + generalRule + "\n")
	}
	return w.String()
}

func (g *group) render(w *strings.Builder) {
	w.WriteString("# Task Group: " + g.name + "\n\n")
	w.WriteString("scope: " + g.scope() + "\n")
	if g.project == "" {
		w.WriteString("applies_to: cwd=any; reuse_rule=" + generalRule + "\n")
	} else {
		w.WriteString("applies_to: cwd=" + g.appliesTo() + "; reuse_rule=" + reuseRule + "\n")
	}
	for i, t := range g.tasks {
		t.render(w, i+1)
	}
	g.renderList(w, "User preferences", g.preferences, (*entry).preferenceText)
	g.renderList(w, "Reusable knowledge", g.knowledge, (*entry).knowledgeText)
	g.renderList(w, "Failures and how to do differently", g.failures, (*entry).failureText)
}

// scope says in a line what the block is about.
func (g *group) scope() string {
	if g.project == "" {
		return "what holds for all work of this user, whatever the project"
	}
	about := "work in " + g.project
	if g.project == unknownProject {
		about = "work whose folder is not known"
	}
	if g.family != "" {
		about += " on " + g.family
	}
	if len(g.tasks) == 0 {
		return about
	}
	return about + ": " + plural(g.sessions(), "session") + ", last " + day(g.rank.newest)
}

func (g *group) appliesTo() string {
	dirs := []string{g.project}
	for _, d := range g.cwds {
		if d != g.project && !strings.HasPrefix(d, g.project+"/") {
			dirs = append(dirs, d)
		}
	}
	return strings.Join(dirs, ", ")
}

func (g *group) sessions() int {
	seen := map[*source]bool{}
	for _, t := range g.tasks {
		seen[t.source] = true
	}
	return len(seen)
}

func (t *task) render(w *strings.Builder, n int) {
	w.WriteString("\n" + t.heading(n) + "\n\n### rollout_summary_files\n\n" + t.fileBullet() + "\n")
	w.WriteString("\n### keywords\n\n- " + strings.Join(t.keywords(), ", ") + "\n")
}

func (t *task) heading(n int) string {
	return "## Task " + strconv.Itoa(n) + ": " + t.name + ", " + string(t.outcome())
}

func (t *task) fileBullet() string {
	return "- rollout_summaries/" + t.stem + ".md (cwd=" + t.cwd + ", rollout_path=" + linePath(t.Thread.RolloutPath) +
		", updated_at=" + stamp(t.SourceUpdatedAt) + ", thread_id=" + t.ThreadID + ", " + string(t.outcome()) + ")"
}

func (g *group) renderList(w *strings.Builder, head string, entries []*entry, text func(*entry) string) {
	if len(entries) == 0 {
		return
	}
	w.WriteString("\n## " + head + "\n\n")
	for _, e := range entries {
		w.WriteString(g.bullet(e, text) + "\n")
	}
}

// bullet is an entry's line in the group.
func (g *group) bullet(e *entry, text func(*entry) string) string {
	return strings.TrimRight("- "+g.replaced(e)+text(e)+g.refs(e), " ")
}

// supersededMark begins what another entry took the place of.
const supersededMark = "superseded "

// replaced marks an entry whose place another one took.
func (g *group) replaced(e *entry) string {
	if e.over == nil && e.ended == nil {
		return ""
	}
	by := e.ended
	if by == nil {
		by = e.over.newest()
	}
	if by.note != nil {
		return supersededMark + "by the note " + by.note.name + ": "
	}
	n := g.number[by.task]
	if n == 0 { // it found no room
		return supersededMark + "on " + day(by.at) + ": "
	}
	return supersededMark + "by [Task " + strconv.Itoa(n) + "] on " + day(by.at) + ": "
}

// preferenceText is the rule as it was last said, its situation and what it implies,
// and every other wording it was said in.
func (e *entry) preferenceText() string {
	last := e.newest()
	if last.note != nil || len(last.bullet.Quotes) == 0 {
		return tidy(last.bullet.Text) + e.otherWords(quoteMarked) + noteTag(e)
	}
	var b strings.Builder
	if s := last.bullet.Situation; s != "" {
		b.WriteString(tidy(s) + ": ")
	}
	b.WriteString("the user said " + quoteMarked(last.said()) + e.otherWords(quoteMarked))
	if implies := last.bullet.Implies; implies != "" {
		b.WriteString(" → " + tidy(implies))
	}
	return b.String() + noteTag(e)
}

// said are the claim's quotes; without any, its own words as one.
func (c *claim) said() []extract.Quote {
	if len(c.bullet.Quotes) > 0 {
		return c.bullet.Quotes
	}
	var out []extract.Quote
	for _, q := range c.quotes {
		out = append(out, extract.Quote{Text: q})
	}
	return out
}

// otherWords are the wordings of the earlier claims, newest first, without those that
// say the same or less than one before them.
func (e *entry) otherWords(write func([]extract.Quote) string) string {
	var known []string
	fresh := func(q extract.Quote) bool {
		key := squeeze(q.Text)
		if key == "" || slices.ContainsFunc(known, func(k string) bool { return strings.Contains(k, key) }) {
			return false
		}
		known = append(known, key)
		return true
	}
	for _, q := range e.newest().said() {
		fresh(q)
	}
	var others []extract.Quote
	for _, c := range slices.Backward(e.claims[:len(e.claims)-1]) {
		for _, q := range c.said() {
			if fresh(q) {
				others = append(others, q)
			}
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "; also " + write(others)
}

// quoteMarked writes quotes with the ledger lines they stand on.
func quoteMarked(quotes []extract.Quote) string {
	out := make([]string, len(quotes))
	for i, q := range quotes {
		out[i] = quoteText(q)
		if q.Line > 0 {
			out[i] += " " + q.Mark.String()
		}
	}
	return strings.Join(out, ", ")
}

// quoteAll writes quotes alone.
func quoteAll(quotes []extract.Quote) string {
	out := make([]string, len(quotes))
	for i, q := range quotes {
		out[i] = quoteText(q)
	}
	return strings.Join(out, ", ")
}

func quoteText(q extract.Quote) string {
	return `"` + reTaskRef.ReplaceAllString(extract.OneLine(q.Text), "$1") + `"`
}

// knowledgeText is the newest wording, with what earlier ones add.
func (e *entry) knowledgeText() string {
	var texts []string
	for _, c := range slices.Backward(e.claims) {
		text := tidy(c.bullet.Text)
		if command := c.bullet.Command; command != "" && len(texts) > 0 {
			text = strings.Trim(strings.TrimPrefix(text, extract.Code(command)), " —-:;,")
		}
		texts = append(texts, text)
	}
	if files, ok := turnedOn(texts); ok {
		return turnedOnMark + strings.Join(files[:min(len(files), turnedOnLimit)], ", ") + noteTag(e)
	}
	texts = distinct(texts)
	return strings.Join(texts[:min(len(texts), 3)], "; ") + noteTag(e)
}

// turnedOnMark begins what names the files that a task turned on.
const (
	turnedOnMark  = "the work turned on "
	turnedOnLimit = 10
)

// turnedOn are the files of texts that name nothing else, each once.
func turnedOn(texts []string) (files []string, ok bool) {
	for _, t := range texts {
		if t, ok = strings.CutPrefix(clean(t), turnedOnMark); !ok {
			return nil, false
		}
		for f := range strings.SplitSeq(t, ",") {
			if f = strings.TrimSpace(f); f != "" && !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files, ok
}

// failureText is the newest meeting with the trouble; of earlier ones it keeps the
// command, the error's wording and the fix where they differ.
func (e *entry) failureText() string {
	text := tidy(e.newest().bullet.Text)
	said := squeeze(text)
	add := func(word, value string) {
		if value != "" && !strings.Contains(said, squeeze(value)) && len(text) < failureLimit {
			text += "; " + word + " " + value
			said += " " + squeeze(value)
		}
	}
	code := func(s string) string {
		if s == "" || strings.Contains(s, "`") {
			return s
		}
		return extract.Code(s)
	}
	for _, c := range slices.Backward(e.claims[:len(e.claims)-1]) {
		if b := c.bullet; b.Error == "" {
			add("also:", tidy(b.Text))
		} else {
			if bare(b.Error) != bare(e.newest().bullet.Error) {
				add("also as", code(b.Error))
			}
			add("also with", code(b.Command))
			add("earlier fixed by", code(b.Fix))
		}
	}
	return text + noteTag(e)
}

// bare is an error line without its paths, names of files and numbers.
func bare(line string) string {
	words := slices.DeleteFunc(strings.Fields(line), func(w string) bool { return strings.ContainsAny(w, "/.0123456789") })
	return strings.Join(words, " ")
}

// failureLimit ends what is added to one failure, in bytes.
const failureLimit = 1200

const noteMark = "[ad-hoc note]"

// noteTag is the tag that every text carries that a note brought or changed.
func noteTag(e *entry) string {
	if slices.ContainsFunc(e.claims, func(c *claim) bool { return c.note != nil }) {
		return " " + noteMark
	}
	return ""
}

var (
	reLineMark = regexp.MustCompile(`\s*\[L\d{1,9}(?:@\d{1,6})?\]`)
	reBold     = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	rePhrases  = regexp.MustCompile(`\s*;?\s*(?:` + strings.Join([]string{
		regexp.QuoteMeta(extract.PhraseProject), regexp.QuoteMeta(extract.PhraseGlobal), regexp.QuoteMeta(extract.PhraseUnsaid),
		regexp.QuoteMeta(extract.PhraseOnce), regexp.QuoteMeta(extract.PhraseRepeated), regexp.QuoteMeta(extract.PhraseChanges),
	}, "|") + `)`)
	reNoPurpose = regexp.MustCompile(`(—)\s*;\s+`)
	reTaskRef   = regexp.MustCompile(`\[(Task \d+)\]`)
)

// tidy takes the fixed phrases out of a bullet, which belong to its session alone, and
// bold type. References in foreign text lose their brackets, so that none is taken for
// one of the block's. Ledger marks stay: they lead to the proof.
func tidy(text string) string {
	text = rePhrases.ReplaceAllString(extract.OneLine(text), "")
	text = reBold.ReplaceAllString(text, "$1")
	text = reTaskRef.ReplaceAllString(text, "$1")
	text = reNoPurpose.ReplaceAllString(text, "$1 ")
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "→"))
}

// clean is tidy without the ledger marks.
func clean(text string) string { return tidy(reLineMark.ReplaceAllString(text, "")) }

func stamp(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02T15:04:05+00:00") }

func day(unix int64) string { return time.Unix(unix, 0).UTC().Format(time.DateOnly) }

func plural(n int, what string) string {
	return strconv.Itoa(n) + " " + what + cmp.Or(map[bool]string{false: "s"}[n == 1], "")
}
