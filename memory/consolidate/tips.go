package consolidate

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/seed50391015/reverie/memory/extract"
)

// tipLimit is how long a command may be in a tip: half a command is of no use.
const tipLimit = 240

// summaryTips are the user's own lines and what notes told, then the troubles with what
// ended them, and the proven commands, those that were met more often first. A command
// stands once, whatever its arguments.
func (p place) summaryTips(s share) []string {
	most, told := s.tips, s.preferences
	if p.path == "" {
		most, told = 8, s.general
	}
	t := tips{lines: p.own(told, func(o own) []string { return o.tips })}
	knowledge := byMeetings(p.gather(func(g *group) []*entry { return g.knowledge }))
	for _, e := range knowledge {
		if len(t.lines) < told && noteTag(e) != "" {
			t.know(e)
		}
	}
	most += len(t.lines)
	for _, e := range byMeetings(p.gather(func(g *group) []*entry { return g.failures })) {
		if len(t.lines) < most {
			t.fix(e)
		}
	}
	most += len(t.lines)
	for _, e := range knowledge {
		if len(t.lines) < most && noteTag(e) == "" {
			t.know(e)
		}
	}
	return t.lines
}

// tips are lines, with what they say already.
type tips struct {
	lines    []string
	commands []string // whole, as they stand in the lines
	variants []string
}

// fix adds what ended a trouble. What was met once and mended in files alone is no tip,
// nor is a trouble whose line only says that something failed.
func (t *tips) fix(e *entry) {
	b := e.newest().bullet
	if e.past() || b.Fix == "" || b.Error == "" || oneOff(b.Fix) || !e.newest().tells() || strings.Contains(b.Fix+b.Error, "…") {
		return
	}
	how := ""
	files, commands := fixFiles(b), fixCommands(b)
	switch {
	case len(commands) == 0 && e.sessions() < 2:
		return
	case len(commands) == 0:
		how = "it was mended in " + strings.Join(files, ", ")
	case len(files) > 0:
		how = "it was mended in " + strings.Join(files, ", ") + ", then " + extract.Code(commands[0])
	default:
		how = "run " + extract.Code(commands[0])
		t.take(commands[0])
	}
	if how == "" || len(how) > tipLimit+10 {
		return
	}
	t.lines = append(t.lines, "on "+extract.Code(cutWord(b.Error, 140))+": "+how+noteTag(e))
}

// tells reports whether the error line has a word that says more than that something failed.
func (c *claim) tells() bool {
	if len(c.lines) == 0 {
		return true
	}
	for term := range c.lines[0].terms {
		if !genericError[term] {
			return true
		}
	}
	return false
}

// know adds a command, or what a note told.
func (t *tips) know(e *entry) {
	c := e.newest()
	text := clean(c.bullet.Text)
	switch {
	case e.past(), c.command != "" && namesFiles(c.command):
		return
	case c.command == "" && noteTag(e) == "", len(c.command) > tipLimit, strings.Contains(c.command, "…"):
		return
	case c.command != "" && !t.take(c.command):
		return
	case c.command != "":
		text, _, _ = strings.Cut(text, "; ")
		text = strings.Replace(text, " — ", ": ", 1)
	}
	t.lines = append(t.lines, cutWord(text, tipLimit+60)+noteTag(e))
}

// take notes a command that a line holds; false if all that it calls stands already.
func (t *tips) take(command string) bool {
	fresh := false
	parts := variants(command)
	for _, v := range parts {
		if !slices.Contains(t.variants, v) {
			t.variants, fresh = append(t.variants, v), true
		}
	}
	if len(parts) == 0 {
		fresh = !slices.ContainsFunc(t.commands, func(c string) bool { return strings.Contains(c, command) })
	}
	t.commands = append(t.commands, command)
	return fresh
}

// fixSpans are the code spans that tell what fixed a failure.
func fixSpans(b extract.Bullet) []string {
	_, after, ok := strings.Cut(b.Text, "fixed by ")
	if !ok || strings.Contains(after, "``") {
		return []string{b.Fix}
	}
	var out []string
	for i, part := range strings.Split(after, "`") {
		switch {
		case i%2 == 0 && i > 0 && strings.Trim(part, ", ") != "":
			return out
		case i%2 == 1:
			out = append(out, part)
		}
	}
	return out
}

// fixCommands are the commands among what fixed a failure.
func fixCommands(b extract.Bullet) []string {
	return slices.DeleteFunc(fixSpans(b), namesFiles)
}

// fixFiles are the files among it, as code spans.
func fixFiles(b extract.Bullet) []string {
	var out []string
	for _, s := range fixSpans(b) {
		if namesFiles(s) {
			out = append(out, extract.Code(s))
		}
	}
	return out
}

var (
	reProcess  = regexp.MustCompile(`\bkill(?:\s+-{1,2}\w+(?:\s+[A-Z]+)?)*\s+\d{2,}`)
	reTempRun  = regexp.MustCompile(`(?:^|[;&|(]\s*)(?:(?:cd|source|\.|\w*sh|python[\d.]*|node|deno|bun|ruby|perl|php)\s+(?:-\S+\s+)*)?/(?:tmp|var/folders|private/tmp)/`)
	reTempName = regexp.MustCompile(`/(?:tmp|private/tmp)/(?:tmp[._-]?)?([A-Za-z0-9_]{6,})`)
	reDrawnID  = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{12,64}\b`)
)

// oneOff reports whether a command is bound to what was there but once: a process by its
// number, a script or folder of a temporary place, something by an id that was drawn.
func oneOff(command string) bool {
	if reProcess.MatchString(command) || reTempRun.MatchString(command) || strings.Contains(command, "/var/folders/") {
		return true
	}
	for _, m := range reTempName.FindAllStringSubmatch(command, -1) {
		if isDrawn(m[1]) {
			return true
		}
	}
	return slices.ContainsFunc(reDrawnID.FindAllString(command, -1), isDrawn)
}

// isDrawn reports whether a name has digits among its letters, as ids have.
func isDrawn(name string) bool {
	name = strings.TrimRight(name, "0123456789") // numbered, not drawn
	return strings.ContainsFunc(name, unicode.IsDigit) && strings.ContainsFunc(name, unicode.IsLetter)
}

// namesFiles reports whether a fix is a list of files and no command.
func namesFiles(fix string) bool {
	for part := range strings.SplitSeq(fix, ", ") {
		if part = strings.Trim(part, "`"); strings.Contains(part, " ") || !strings.Contains(part, ".") {
			return false
		}
	}
	return true
}

// byMeetings puts entries heard in more sessions first.
func byMeetings(entries []*entry) []*entry {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b *entry) int { return len(b.tasks()) - len(a.tasks()) })
	return sorted
}
