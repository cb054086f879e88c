package consolidate

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed50391015/reverie/memory/extract"
)

// note is a note taken apart.
type note struct {
	name    string
	at      int64  // of its name's stamp; the end of time without one
	project string // the project it names; "" for all work
	pieces  []string
}

const (
	noteDeletes = 0.55 // share of the note's subject that a bullet must hold to be deleted by it
	noteLimit   = 1000 // characters of one piece
)

var (
	reNoteStamp  = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d`)
	reBulletMark = regexp.MustCompile(`^(?:[-*•]|\d+[.)])\s+`)
	reNoteField  = regexp.MustCompile(`^(?i)(?:cwd|project|applies_to|path)\s*[:=：]\s*(.+)$`)
	reThatClause = regexp.MustCompile(`^(?i)(?:that|about|the (?:rule|note|memory|preference)s?(?: (?:that|about|on|for))?|what i said (?:about|on)|everything about|anything about|关于|之前说的)\s*`)
)

// readNotes takes the notes apart, in the order of their names, which is that of time.
func (r *composer) readNotes(sources []*source) []*note {
	var projects []string
	for _, s := range sources {
		projects = append(projects, s.project)
	}
	slices.Sort(projects)
	projects = slices.Compact(projects)
	sorted := slices.SortedFunc(slices.Values(r.in.Notes), func(a, b Note) int { return strings.Compare(a.Name, b.Name) })
	var out []*note
	for _, raw := range sorted {
		n := &note{name: raw.Name, at: noteTime(raw.Name)}
		n.split(raw.Text)
		n.project = projectNamed(raw.Text, n.project, projects)
		out = append(out, n)
	}
	return out
}

func noteTime(name string) int64 {
	t, err := time.Parse("2006-01-02T15-04-05", reNoteStamp.FindString(name))
	if err != nil {
		return math.MaxInt64 // the user's own file: it has the last word
	}
	return t.Unix()
}

// split makes a piece of each bullet and each paragraph. A line `cwd: <path>` names the
// project; front matter and headings are no pieces.
func (n *note) split(text string) {
	var piece []string
	flush := func() {
		if t := extract.OneLine(strings.Join(piece, " ")); t != "" {
			n.pieces = append(n.pieces, clean(cut(t, noteLimit)))
		}
		piece = nil
	}
	for line := range strings.Lines(strings.ToValidUTF8(text, "\uFFFD")) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line == "---":
			flush()
		case strings.HasPrefix(line, "#"):
			flush()
		case reNoteField.MatchString(line):
			flush()
			n.project = strings.Trim(reNoteField.FindStringSubmatch(line)[1], "`\"' ")
		case reBulletMark.MatchString(line):
			flush()
			piece = []string{reBulletMark.ReplaceAllString(line, "")}
		default:
			piece = append(piece, line)
		}
	}
	flush()
}

// projectNamed is the project that a note names: in a field of its own, by a path, or by
// its folder's name where that is one project's alone.
func projectNamed(text, field string, projects []string) string {
	if strings.HasPrefix(field, "/") {
		return cmp.Or(strings.TrimRight(linePath(field), "/"), "/")
	}
	best := ""
	for _, p := range projects {
		if len(p) > len(best) && p != "/" && wordIn(text, p) {
			best = p
		}
	}
	if best != "" {
		return best
	}
	for _, p := range projects {
		if name := baseName(p); field != name && !named(text, name) {
			continue
		}
		if best != "" {
			return "" // two projects could be meant
		}
		best = p
	}
	return best
}

// named reports whether a text speaks of a project by its folder's name. A name that is a
// plain word (docs, api) counts only where the words around it make it a place.
func named(text, name string) bool {
	if len([]rune(name)) < 3 || !wordIn(text, name) {
		return false
	}
	if strings.ContainsAny(name, "-_.0123456789") {
		return true
	}
	quoted := regexp.QuoteMeta(name)
	return regexp.MustCompile(`(?i)(?:\b(?:in|for|of|at|inside|within|project|repo|repository|on) (?:the )?|在|对|项目|仓库|[` + "`" + `"“「])\s*` + quoted + `(?:$|[^\pL\pN/])|` +
		quoted + `\s*(?:'s\b|[:：]|(?:repo|repository|project)\b|里|中|的|项目|仓库|で|の)`).MatchString(text)
}

// wordIn reports whether name stands in text as a word of its own.
func wordIn(text, name string) bool { return indexWord(text, name) >= 0 }

// indexWord is where name stands in text as a word of its own; -1 if nowhere.
func indexWord(text, name string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return -1
		}
		at, end := from+i, from+i+len(name)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if (at == 0 || !isNameRune(before)) && (end == len(text) || !isNameRune(after)) {
			return at
		}
		from = end
	}
}

func isNameRune(r rune) bool { return isWordRune(r) || r == '-' || r == '/' }

// deletes reports whether a piece tells to forget something, and what.
func (r *composer) deletes(piece string) (subject string, ok bool) {
	loc := r.words.forget.FindStringIndex(piece)
	if loc == nil {
		return "", false
	}
	subject = strings.TrimSpace(piece[loc[1]:])
	return strings.TrimSpace(reThatClause.ReplaceAllString(subject, "")), true
}

// noteClaims makes a claim of each piece that adds something; subjects are what the
// others delete.
func (r *composer) noteClaims(notes []*note) (claims []*claim, subjects []deletion) {
	for _, n := range notes {
		for _, piece := range n.pieces {
			if r.forgotten(piece) {
				continue
			}
			if subject, ok := r.deletes(piece); ok {
				terms := r.words.terms(withoutName(subject, baseName(n.project)))
				if len(terms) == 0 { // all that names the project
					terms = r.words.terms(subject)
				}
				subjects = append(subjects, deletion{note: n, subject: terms})
				continue
			}
			c := &claim{note: n, at: n.at, project: n.project, bullet: extract.Bullet{Text: piece, Quotes: []extract.Quote{{Text: piece}}}}
			c.read(r.words)
			c.fact = !r.words.rule.MatchString(piece)
			claims = append(claims, c)
		}
	}
	return claims, subjects
}

// isFact reports whether an entry only tells how things are, as a note did.
func (e *entry) isFact() bool {
	return !slices.ContainsFunc(e.claims, func(c *claim) bool { return !c.fact })
}

// partition divides entries into those that are not such and those that are, in order.
func partition(entries []*entry, such func(*entry) bool) (others, found []*entry) {
	for _, e := range entries {
		if such(e) {
			found = append(found, e)
		} else {
			others = append(others, e)
		}
	}
	return others, found
}

// deletion is one thing that a note tells to forget.
type deletion struct {
	note    *note
	subject terms
	hits    int
}

// strike removes the entries that a note deletes: those said before the note that hold
// most of its subject.
func (r *composer) strike(entries []*entry, deletions []deletion) []*entry {
	return slices.DeleteFunc(entries, func(e *entry) bool {
		for i, d := range deletions {
			projects := e.projects()
			elsewhere := d.note.project != "" && len(projects) > 0 && !slices.Contains(projects, d.note.project)
			if e.newest().at > d.note.at || elsewhere {
				continue
			}
			if slices.ContainsFunc(e.claims, func(c *claim) bool {
				return max(held(d.subject, c.whole), held(d.subject, r.words.terms(strings.Join(c.quotes, "\n")))) >= noteDeletes
			}) {
				deletions[i].hits++
				r.out.Left = append(r.out.Left, e.newest().quotes[0])
				return true
			}
		}
		return false
	})
}

// held is the share of a that b holds.
func held(a, b terms) float64 {
	var all, both float64
	for _, term := range a.sorted() {
		all += a[term]
		if _, ok := b[term]; ok {
			both += a[term]
		}
	}
	if all == 0 {
		return 0
	}
	return both / all
}

// cut shortens a text to n characters, with an ellipsis where something went.
func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimSpace(string(r[:n-1])) + "…"
}

// note counts what the notes' deletions struck.
func (o *Outcome) note(deletions []deletion) {
	for _, d := range deletions {
		o.Struck += d.hits
		if d.hits == 0 {
			o.Idle = append(o.Idle, d.note.name)
		}
	}
}
