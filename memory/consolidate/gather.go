package consolidate

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// unknownProject stands for the project of a session without a working directory.
const unknownProject = "unknown folder"

// projectOf is the path under which a thread's memories stand: the folder that holds
// its git common directory, so that all work trees and sub-folders of one repository
// are one project; without git its working directory.
func projectOf(t state.Thread, rawCwd string) string {
	cwd := cmp.Or(t.Cwd, rawCwd)
	p := cmp.Or(t.ProjectID, cwd, unknownProject)
	if root, ok := strings.CutSuffix(strings.TrimSuffix(p, "/"), "/.git"); ok {
		if p = root; homeFolder.MatchString(root) && cwd != "" {
			p = cwd
		}
	}
	return cmp.Or(linePath(strings.TrimSuffix(p, "/")), "/")
}

// homeFolder matches folders that hold whole homes: a repository of dot files there must
// not make one project of all that lies below.
var homeFolder = regexp.MustCompile(`^(?:|/root|/home/[^/]+|/Users/[^/]+)$`)

// linePath makes a path fit for a line: it may hold any byte but NUL. Control characters
// become spaces, as the read path has them when it compares.
func linePath(p string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(p, "\uFFFD"))
}

// read parses the selected outputs, oldest first.
func (r *composer) read() []*source {
	sources := make([]*source, 0, len(r.in.Selected))
	for _, sel := range r.in.Selected {
		if strings.TrimSpace(sel.RawMemory) == "" {
			continue
		}
		s := &source{Selected: sel, raw: extract.ParseRawMemory(sel.RawMemory), stem: workspace.Stem(sel.ThreadID, sel.SourceUpdatedAt, sel.RolloutSlug)}
		s.cwd = linePath(cmp.Or(sel.Thread.Cwd, s.raw.Cwd))
		s.project = projectOf(sel.Thread, s.raw.Cwd)
		r.forget(&s.raw)
		s.readTasks(r.words)
		sources = append(sources, s)
	}
	slices.SortFunc(sources, func(a, b *source) int {
		return cmp.Or(cmp.Compare(a.SourceUpdatedAt, b.SourceUpdatedAt), strings.Compare(a.ThreadID, b.ThreadID))
	})
	return sources
}

// forget takes out of a raw memory what its own parsing cannot leave out bullet by
// bullet: names, description, keywords.
func (r *composer) forget(m *extract.RawMemory) {
	if r.in.Forgets == nil {
		return
	}
	drop := func(s *string) {
		if r.forgotten(*s) {
			*s = ""
		}
	}
	drop(&m.Description)
	drop(&m.Task)
	m.Keywords = slices.DeleteFunc(m.Keywords, r.forgotten)
	for i := range m.Tasks {
		drop(&m.Tasks[i].Name)
		drop(&m.Tasks[i].Task)
	}
}

func (s *source) readTasks(words *lexicon) {
	for i, t := range s.raw.Tasks {
		name := words.title(cmp.Or(t.Name, t.Task, s.raw.Task, s.raw.Description, s.title()), cmp.Or(t.Task, s.raw.Task))
		s.tasks = append(s.tasks, &task{source: s, n: i, name: name, Task: t})
	}
	if len(s.tasks) == 0 {
		name := words.title(cmp.Or(s.raw.Task, s.raw.Description, s.title()), s.raw.Task)
		t := extract.Task{Name: name, TaskGroup: s.raw.TaskGroup, Outcome: s.raw.Outcome}
		s.tasks = []*task{{source: s, name: name, Task: t}}
	}
}

// title is the heading of the session's summary, else its id.
func (s *source) title() string {
	for line := range strings.Lines(s.RolloutSummary) {
		if h, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok && h != "" {
			return h
		}
	}
	return "session " + s.ThreadID
}

// outcome is the task's outcome, else the session's.
func (t *task) outcome() extract.Outcome {
	return cmp.Or(t.Task.Outcome, t.raw.Outcome, extract.OutcomeUncertain)
}

// lasting is the task's knowledge without what served but once.
func (t *task) lasting() []extract.Bullet {
	return slices.DeleteFunc(slices.Clone(t.Knowledge), func(b extract.Bullet) bool { return oneOff(b.Command) })
}

// claims makes the claims of one list of every task, oldest first.
func (r *composer) claims(sources []*source, list func(*task) []extract.Bullet) []*claim {
	var out []*claim
	for _, s := range sources {
		for _, t := range s.tasks {
			for _, b := range list(t) {
				if strings.TrimSpace(b.Text) == "" || r.forgotten(b.Text) {
					continue
				}
				if b, ok := withoutSecrets(b); ok {
					out = append(out, r.claim(b, t))
				}
			}
		}
	}
	for i, c := range out {
		c.seq = i
	}
	return out
}

// withoutSecrets takes out of a bullet what was said about a secret; not ok is one that
// said nothing else.
func withoutSecrets(b extract.Bullet) (extract.Bullet, bool) {
	if !strings.Contains(b.Text, redactedMark) {
		return b, true
	}
	b.Text, b.Command, b.Error, b.Fix, b.Situation = elide(b.Text), elide(b.Command), elide(b.Error), elide(b.Fix), elide(b.Situation)
	var quotes []extract.Quote
	for _, q := range b.Quotes {
		if strings.Contains(q.Text, redactedMark) {
			if q.Text = sentencesWithout(q.Text, redactedMark); q.Text == "" {
				continue
			}
		}
		quotes = append(quotes, q)
	}
	ok := len(b.Quotes) == 0 || len(quotes) > 0
	b.Quotes = quotes
	return b, ok
}

// sentencesWithout are the sentences of a text that do not hold what is given.
func sentencesWithout(text, what string) string {
	var kept strings.Builder
	for from := 0; from < len(text); {
		to := len(text)
		if end := reFullStop.FindStringIndex(text[from:]); end != nil && end[1] > 0 {
			to = from + end[1]
		}
		if !strings.Contains(text[from:to], what) {
			kept.WriteString(text[from:to])
		}
		from = to
	}
	return strings.TrimSpace(kept.String())
}

func (r *composer) claim(b extract.Bullet, t *task) *claim {
	c := &claim{task: t, at: t.SourceUpdatedAt, bullet: b, project: t.project, scope: b.Scope}
	c.read(r.words)
	return c
}

// read fills what the words tell.
func (c *claim) read(words *lexicon) {
	c.words = words
	for _, q := range c.bullet.Quotes {
		c.quotes = append(c.quotes, q.Text)
	}
	if len(c.quotes) == 0 {
		head, _, _ := strings.Cut(c.bullet.Text, "→")
		c.quotes = []string{clean(head)}
	}
	c.command = fold(c.bullet.Command)
}

// readWhole fills the terms of all that was said.
func (c *claim) readWhole() { c.whole = c.words.terms(c.subject(strings.Join(c.quotes, "\n"))) }

// subject is a text without the name of the claim's project: that two rules name the
// project that they are for does not make them alike.
func (c *claim) subject(text string) string { return withoutName(text, baseName(c.project)) }

// withoutName takes a name out of a text where it stands as a word of its own.
func withoutName(text, name string) string {
	if len([]rune(name)) < 3 {
		return text
	}
	for from := 0; ; {
		i := indexWord(text[from:], name)
		if i < 0 {
			return text
		}
		text = text[:from+i] + text[from+i+len(name):]
		from += i
	}
}

// readCues fills what only a rule can tell.
func (c *claim) readCues(words *lexicon) {
	said := strings.Join(c.quotes, "\n")
	c.changes = c.bullet.Changes || words.changes.MatchString(said)
	c.again = c.bullet.Repeated || !c.changes && words.again.MatchString(said)
	c.moves = c.changes || words.moves.MatchString(said)
	c.swap = words.readSwap(c.bullet.Situation, c.quotes)
	wide, local := words.global.MatchString(said), words.local.MatchString(said)
	switch {
	case c.task != nil && wide && !local:
		c.scope, c.widely = extract.ScopeGlobal, true
	case c.task != nil && local && !wide:
		c.scope = extract.ScopeProject
	case c.task != nil && len(baseName(c.project)) > 2 && wordIn(said, baseName(c.project)):
		c.scope = extract.ScopeProject // "everywhere in <project>" is not everywhere
	}
}

// baseName is the name by which people call a project.
func baseName(project string) string { return path.Base(strings.ReplaceAll(project, `\`, "/")) }
