package recall

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Claim is one statement of the memory folder with what stands behind it.
type Claim struct {
	File    string `json:"file"` // relative to the folder
	Line    int    `json:"line"` // where the claim begins, from 1
	Text    string `json:"text"`
	Group   string `json:"group,omitempty"`   // the handbook's task group
	Section string `json:"section,omitempty"` // the heading it stands under
	Refs    []Ref  `json:"refs"`
}

// Ref is one source of a claim. Each field is as the folder tells it, "" where it does not.
type Ref struct {
	Task        string `json:"task,omitempty"`         // "Task 1: name" in the handbook
	SummaryPath string `json:"summary_path,omitempty"` // relative to the folder
	Missing     bool   `json:"missing,omitempty"`      // that summary is not in the folder
	ThreadID    string `json:"thread_id,omitempty"`
	RolloutPath string `json:"rollout_path,omitempty"`
	Cwd         string `json:"cwd,omitempty"`
	UpdatedAt   string `json:"updated_at,omitempty"`
	Lines       []int  `json:"lines,omitempty"`  // lines of the thread's first ledger file, ascending
	Places      []Mark `json:"places,omitempty"` // the same and those in later files
	Note        string `json:"note,omitempty"`   // ad-hoc note, relative to the folder
}

// maxTraced is the most of one file that a trace reads.
const maxTraced = 16 << 20

// Trace leads from a line of a file in the memory folder to the summaries, threads and
// ledger lines behind it. The file may be named absolutely or relative to dir. ErrNoClaim
// where the line is blank, or beyond the file's end.
func Trace(dir, file string, line int) (Claim, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Claim{}, fmt.Errorf("trace %s:%d: %w", file, line, ErrNoMemory)
	} else if err != nil {
		return Claim{}, fmt.Errorf("trace %s:%d: %w", file, line, err)
	}
	defer root.Close()
	rel, err := relativeFile(dir, file)
	if err != nil {
		return Claim{}, fmt.Errorf("trace %s:%d: %w", file, line, err)
	}
	t := tracer{root: root, files: map[string]string{}}
	text, err := t.read(rel)
	if err != nil {
		return Claim{}, fmt.Errorf("trace %s:%d: %w", file, line, err)
	}
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) || strings.TrimSpace(lines[line-1]) == "" {
		return Claim{}, fmt.Errorf("trace %s:%d (the file has %d lines): %w", file, line, len(lines), ErrNoClaim)
	}
	c, said := t.claim(rel, line, lines)
	for i := range c.Refs {
		t.complete(&c.Refs[i], said)
		for _, m := range c.Refs[i].Places {
			if m.Segment == 0 {
				c.Refs[i].Lines = append(c.Refs[i].Lines, m.Line)
			}
		}
	}
	return c, nil
}

func relativeFile(dir, file string) (string, error) {
	if filepath.IsAbs(file) {
		rel, err := filepath.Rel(dir, file)
		if real, rerr := filepath.EvalSymlinks(dir); err == nil && rerr == nil && strings.HasPrefix(rel, "..") {
			rel, err = filepath.Rel(real, file)
		}
		if err != nil {
			return "", err
		}
		file = rel
	}
	file = path.Clean(filepath.ToSlash(file))
	if !fs.ValidPath(file) || file == "." {
		return "", fmt.Errorf("not a file of the memory folder %s", dir)
	}
	return file, nil
}

type tracer struct {
	root  *os.Root
	files map[string]string
}

// read returns a file's text; each is read once.
func (t *tracer) read(name string) (string, error) {
	if text, ok := t.files[name]; ok {
		return text, nil
	}
	info, err := t.root.Lstat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file", name)
	}
	f, err := t.root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxTraced))
	if err != nil {
		return "", err
	}
	t.files[name] = strings.ReplaceAll(strings.ToValidUTF8(string(b), "\uFFFD"), "\r\n", "\n")
	return t.files[name], nil
}

// text is read for files that may be absent.
func (t *tracer) text(name string) string {
	s, err := t.read(name)
	if err != nil {
		return ""
	}
	return s
}

// claim returns the claim and the words by which its evidence is to be found.
func (t *tracer) claim(rel string, line int, lines []string) (c Claim, said string) {
	c = Claim{File: rel, Line: line, Text: strings.TrimSpace(lines[line-1]), Refs: []Ref{}}
	switch first, _, _ := strings.Cut(rel, "/"); {
	case rel == HandbookFile:
		t.inHandbook(&c)
	case rel == SummaryFile:
		if said = t.inSummary(&c, lines); said != "" {
			return c, said
		}
	case rel == RawFile:
		t.inRaw(&c, lines)
	case first == SummariesDir:
		c.Section = headingAbove(lines, line)
		c.Refs = append(c.Refs, Ref{SummaryPath: rel, Places: marksAt(lines, line)})
	case first == SkillsDir:
		t.inSkill(&c, lines)
	case path.Dir(rel) == NotesDir:
		c.Refs = append(c.Refs, Ref{Note: rel})
	}
	return c, c.Text
}

// inHandbook finds the bullet, task or block that the line belongs to.
func (t *tracer) inHandbook(c *Claim) {
	h := parseHandbook(t.text(HandbookFile))
	for gi := range h.groups {
		g := &h.groups[gi]
		if c.Line < g.first || c.Line >= g.end {
			continue
		}
		c.Group = g.name
		for _, b := range g.bullets {
			if c.Line >= b.first && c.Line < b.end {
				c.Line, c.Text, c.Section = b.first, b.text, b.section
				c.Refs = t.bulletRefs(g, b)
				return
			}
		}
		for ti := range g.tasks {
			if k := &g.tasks[ti]; c.Line >= k.first && c.Line < k.end {
				c.Section, c.Refs = k.title, slices.Clone(k.files)
				if i, ok := k.filesByLine[c.Line]; ok {
					c.Refs = c.Refs[i : i+1]
				}
				return
			}
		}
		c.Section = headingAbove(h.lines, c.Line)
		c.Refs = g.refs()
		return
	}
}

// bulletRefs gives the summaries of the tasks that a bullet names, or of its whole
// block where it names none, and the notes it came from.
func (t *tracer) bulletRefs(g *group, b bullet) []Ref {
	var refs []Ref
	for _, k := range g.tasks {
		if slices.Contains(b.tasks, k.number) {
			refs = append(refs, k.files...)
		}
	}
	if strings.Contains(b.text, adHocTag) {
		refs = append(refs, t.notesLike(b.text)...)
	}
	if len(refs) == 0 {
		refs = g.refs()
	}
	return uniqueRefs(refs)
}

func (g *group) refs() []Ref {
	var refs []Ref
	for _, k := range g.tasks {
		refs = append(refs, k.files...)
	}
	return uniqueRefs(refs)
}

func uniqueRefs(refs []Ref) []Ref {
	out := []Ref{}
	for _, r := range refs {
		if !slices.ContainsFunc(out, func(o Ref) bool { return o.SummaryPath == r.SummaryPath && o.Note == r.Note }) {
			out = append(out, r)
		}
	}
	return out
}

// inSummary goes to the part of the handbook that says the same, and returns its words:
// a bullet or a task, and only where none is near enough a whole block.
func (t *tracer) inSummary(c *Claim, lines []string) (said string) {
	c.Section = headingAbove(lines, c.Line)
	h := parseHandbook(t.text(HandbookFile))
	want, best := wordSet(c.Text), similarEnough
	scope := scopeAbove(lines, c.Line)
	consider := func(g *group, text string, refs func() []Ref) {
		score := overlap(want, wordSet(text))
		if scope != "" && strings.Contains(g.preamble, scope) {
			score += 0.1 // of two blocks that say it, the one of the same project
		}
		if score > best {
			best, said = score, text
			c.Group, c.Refs = g.name, refs()
		}
	}
	for gi := range h.groups {
		g := &h.groups[gi]
		for _, b := range g.bullets {
			consider(g, b.text, func() []Ref { return t.bulletRefs(g, b) })
		}
		for _, k := range g.tasks {
			consider(g, g.name+" "+k.title+" keywords "+k.keywords, func() []Ref { return slices.Clone(k.files) })
		}
	}
	if len(c.Refs) > 0 {
		return said
	}
	for gi := range h.groups {
		g := &h.groups[gi]
		consider(g, g.wholeText(h), g.refs)
	}
	return ""
}

func (g *group) wholeText(h *handbook) string {
	return strings.Join(h.lines[g.first-1:g.end-1], "\n")
}

var (
	threadHeading = regexp.MustCompile("^## Thread `([^`]+)`")
	uuidText      = regexp.MustCompile(`\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`)
	summaryInText = regexp.MustCompile(SummariesDir + `/[^\s()` + "`" + `"'\]]+\.md`)
)

const adHocTag = "[ad-hoc note]"

// inRaw takes the thread whose section the line stands in.
func (t *tracer) inRaw(c *Claim, lines []string) {
	c.Section = headingAbove(lines, c.Line)
	for i := c.Line - 1; i >= 0; i-- {
		if m := threadHeading.FindStringSubmatch(lines[i]); m != nil {
			ref := Ref{ThreadID: m[1], Places: marksAt(lines, c.Line)}
			readHeader(lines[i+1:], &ref)
			c.Refs = append(c.Refs, ref)
			return
		}
	}
}

// inSkill takes what the skill itself names, else the handbook's blocks that name the skill.
func (t *tracer) inSkill(c *Claim, lines []string) {
	c.Section = headingAbove(lines, c.Line)
	named := func(text string) {
		for _, p := range summaryInText.FindAllString(text, -1) {
			c.Refs = append(c.Refs, Ref{SummaryPath: p})
		}
		if len(c.Refs) == 0 {
			for _, id := range uuidText.FindAllString(text, -1) {
				c.Refs = append(c.Refs, Ref{ThreadID: id})
			}
		}
	}
	if named(c.Text); len(c.Refs) == 0 {
		named(strings.Join(lines, "\n"))
	}
	if len(c.Refs) == 0 {
		parts := strings.SplitN(c.File, "/", 3)
		h := parseHandbook(t.text(HandbookFile))
		for gi := range h.groups {
			if g := &h.groups[gi]; len(parts) > 1 && strings.Contains(g.wholeText(h), SkillsDir+"/"+parts[1]) {
				c.Group = g.name
				c.Refs = append(c.Refs, g.refs()...)
			}
		}
	}
	c.Refs = uniqueRefs(c.Refs)
}
