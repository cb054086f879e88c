package recall

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// A summary is memory_summary.md as a list of pieces: headings, and the entries under
// them (a bullet with its continuation lines, or a paragraph). Each piece keeps its
// bytes, so that a summary of which nothing is left out is given out as it stands.
//
// Scope: what stands under a `###` heading that is a path, or ends in `(cwd=<path>)`,
// belongs to that project; everything else is global.
type summary struct {
	pieces []piece
}

type piece struct {
	text    string
	level   int    // 1..6 for a heading, 0 for an entry
	parent  int    // index of the heading above, -1 at the top
	section string // text of the `##` heading it stands under
	scope   string // project path as written; "" = global
	date    string // YYYY-MM-DD of the `####` heading above, "" if none
	older   bool   // under `### Older Memory Topics`
	live    int    // a heading's children that are still in
	dropped bool
}

const (
	indexSection = "What's in Memory"
	olderHeading = "Older Memory Topics"
)

var (
	headingLine = regexp.MustCompile(`^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$`)
	dateHeading = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}\b`)
	cwdSuffix   = regexp.MustCompile(`\(cwd=([^\n]+)\)\.?\s*$`)
)

func parseSummary(text string) *summary {
	p := summaryParser{s: &summary{}}
	for line := range strings.Lines(text) {
		p.line(line)
	}
	p.s.finish()
	return p.s
}

type summaryParser struct {
	s      *summary
	stack  [7]int // stack[n] = index+1 of the open heading of level n
	fenced bool
	blank  bool // the line before was blank
}

func (p *summaryParser) line(line string) {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
		p.fenced = !p.fenced
	}
	last := len(p.s.pieces) - 1
	switch m := headingLine.FindStringSubmatch(strings.TrimRight(line, "\r\n")); {
	case m != nil && !p.fenced:
		p.heading(len(m[1]), m[2], line)
	case last >= 0 && (trimmed == "" || !p.begins(line, trimmed, last)):
		p.s.pieces[last].text += line
	default:
		p.entry(line)
	}
	p.blank = trimmed == ""
}

// begins reports whether a line that is not blank begins a new entry after piece last.
func (p *summaryParser) begins(line, trimmed string, last int) bool {
	if p.s.pieces[last].level > 0 {
		return true
	}
	if p.fenced || trimmed != strings.TrimRight(line, " \t\r\n") { // fenced or indented: goes on
		return false
	}
	return p.blank || strings.HasPrefix(trimmed, "- ") || strings.HasPrefix(trimmed, "* ")
}

func (p *summaryParser) heading(level int, title, line string) {
	n := piece{text: line, level: level, parent: -1}
	for l := level; l < len(p.stack); l++ {
		p.stack[l] = 0
	}
	p.inherit(&n, level)
	switch {
	case level <= 2:
		n.section = strings.ReplaceAll(title, "’", "'")
	case level == 3:
		n.older = strings.EqualFold(title, olderHeading)
		if isProjectPath(title) {
			n.scope = title
		}
	case dateHeading.MatchString(title):
		n.date = title[:len("2006-01-02")]
	}
	p.s.pieces = append(p.s.pieces, n)
	p.stack[level] = len(p.s.pieces)
}

func (p *summaryParser) entry(line string) {
	n := piece{text: line, parent: -1}
	p.inherit(&n, len(p.stack))
	p.s.pieces = append(p.s.pieces, n)
}

// inherit gives a piece what it has from the nearest open heading above its level.
func (p *summaryParser) inherit(n *piece, level int) {
	for l := level - 1; l > 0; l-- {
		if p.stack[l] > 0 {
			n.parent = p.stack[l] - 1
			up := p.s.pieces[n.parent]
			n.section, n.scope, n.date, n.older = up.section, up.scope, up.date, up.older
			return
		}
	}
}

// finish reads the scopes that stand at the end of entries and counts the children.
func (s *summary) finish() {
	for i := range s.pieces {
		n := &s.pieces[i]
		if n.level == 0 {
			if m := cwdSuffix.FindStringSubmatch(strings.TrimRight(n.text, " \t\r\n")); m != nil && isProjectPath(m[1]) {
				n.scope = m[1]
			}
		}
		if n.parent >= 0 {
			s.pieces[n.parent].live++
		}
	}
}

// drop leaves a piece out, with the last child its heading too, and returns their bytes.
func (s *summary) drop(i int) (size int) {
	for i >= 0 && !s.pieces[i].dropped {
		s.pieces[i].dropped = true
		size += len(s.pieces[i].text)
		if i = s.pieces[i].parent; i < 0 {
			break
		}
		if s.pieces[i].live--; s.pieces[i].live > 0 {
			break
		}
	}
	return size
}

// keepProject drops what belongs to other projects and returns how many of those there are.
func (s *summary) keepProject(p project) (others int) {
	seen := map[string]bool{}
	for i := range s.pieces {
		n := &s.pieces[i]
		if n.scope == "" || p.owns(n.scope) {
			continue
		}
		seen[n.scope] = true
		if n.level == 0 || n.live == 0 {
			s.drop(i)
		}
	}
	return len(seen)
}

// fit drops entries until the text has at most limit bytes and returns how many it dropped.
func (s *summary) fit(limit int) (dropped int) {
	size := len(s.String())
	for _, i := range s.leastRecentFirst() {
		if size <= limit {
			if size = len(s.String()); size <= limit { // the count below is a little low
				break
			}
		}
		size -= s.drop(i)
		dropped++
	}
	return dropped
}

// leastRecentFirst orders the entries as they are to go: the index from its oldest
// entry on, then the sections that nobody's format names, tips, preferences, the
// profile; inside each from the end, since the most useful stands first.
func (s *summary) leastRecentFirst() []int {
	var order []int
	for i := len(s.pieces) - 1; i >= 0; i-- {
		if n := s.pieces[i]; !n.dropped && (n.level == 0 || n.live == 0) {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := s.pieces[order[a]], s.pieces[order[b]]
		if rx, ry := sectionRank(x.section), sectionRank(y.section); rx != ry {
			return rx < ry
		}
		if x.section != indexSection {
			return false
		}
		if x.older != y.older {
			return x.older
		}
		return dateOrLast(x.date) < dateOrLast(y.date)
	})
	return order
}

// dateOrLast keeps an entry that stands on no day longer than any that does.
func dateOrLast(date string) string {
	if date == "" {
		return "9999"
	}
	return date
}

func sectionRank(section string) int {
	for i, name := range []string{indexSection, "", "General Tips", "User preferences", "User Profile"} {
		if strings.EqualFold(section, name) {
			return i
		}
	}
	return 1
}

// String gives the pieces that are left, with at most one blank line between two.
func (s *summary) String() string {
	var b strings.Builder
	whole := true
	for _, n := range s.pieces {
		if n.dropped {
			whole = false
			continue
		}
		b.WriteString(n.text)
		if !strings.HasSuffix(n.text, "\n") {
			b.WriteByte('\n')
		}
	}
	if whole {
		return b.String()
	}
	return blankBeforeHeadings(b.String())
}

// blankBeforeHeadings restores the blank line that went with a dropped piece.
func blankBeforeHeadings(text string) string {
	var b strings.Builder
	blank := true
	for line := range strings.Lines(text) {
		if headingLine.MatchString(strings.TrimRight(line, "\r\n")) && !blank {
			b.WriteByte('\n')
		}
		b.WriteString(line)
		blank = strings.TrimSpace(line) == ""
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// leftOut is the line that tells a reader what is not shown.
func leftOut(cut, others int) string {
	switch {
	case cut > 0 && others > 0:
		return fmt.Sprintf("\n(Left out for length: %d entries; and what belongs to %s. A search finds them.)\n", cut, projects(others))
	case cut > 0:
		return fmt.Sprintf("\n(Left out for length: %d entries. A search finds them.)\n", cut)
	case others > 0:
		return fmt.Sprintf("\n(Left out: what belongs to %s. A search finds it.)\n", projects(others))
	}
	return ""
}

func projects(n int) string {
	if n == 1 {
		return "1 other project"
	}
	return fmt.Sprintf("%d other projects", n)
}
