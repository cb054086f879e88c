package recall

import (
	"regexp"
	"strconv"
	"strings"
)

// handbook is MEMORY.md taken apart: blocks of one task family each.
type handbook struct {
	groups []group
	lines  []string
}

type group struct {
	name     string
	first    int // 1-based line of its heading
	end      int // line after its last
	tasks    []task
	bullets  []bullet
	preamble string // scope and applies_to
}

// task is `## Task <n>: …` with the summaries behind it.
type task struct {
	number      int
	title       string // "Task 1: name"
	first, end  int
	keywords    string
	files       []Ref
	filesByLine map[int]int // line of a rollout_summary_files bullet -> index in files
}

// bullet is one claim under a `##` section that is no task.
type bullet struct {
	section string
	text    string // without the bullet mark, continuation lines joined
	first   int
	end     int
	tasks   []int // the task references at its end
}

var (
	groupHeading = regexp.MustCompile(`^# +Task Group: *(.*?) *$`)
	taskHeading  = regexp.MustCompile(`^## +(Task (\d+): *.*?) *$`)
	taskRefs     = regexp.MustCompile(`(?:\s*\[(?:Task \d+|ad-hoc note|superseded[^\]]*)(?:, *(?:Task )?\d+)*\])+\s*$`)
	taskNumber   = regexp.MustCompile(`Task (\d+)((?:, *(?:Task )?\d+)*)`)
	digits       = regexp.MustCompile(`\d+`)
	summaryFile  = regexp.MustCompile("^[-*] +`?(" + SummariesDir + `/.+?\.md)` + "`?" + `\s*(?:\((.*)\))?\s*$`)
	summaryKey   = regexp.MustCompile(`(?:^|, )(cwd|rollout_path|updated_at|thread_id)=`)
)

func parseHandbook(text string) *handbook {
	h := &handbook{lines: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
	p := handbookParser{h: h}
	for i, line := range h.lines {
		p.line(i+1, line)
	}
	p.endGroup(len(h.lines) + 1)
	return h
}

type handbookParser struct {
	h       *handbook
	g       *group
	t       *task
	section string // the `##` heading, "" inside a task
	part    string // the `###` heading inside a task
	fenced  bool
}

func (p *handbookParser) line(n int, line string) {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, "```") {
		p.fenced = !p.fenced
	}
	switch {
	case p.fenced:
		p.goOn(n, trimmed)
	case strings.HasPrefix(line, "# "):
		p.endGroup(n)
		name := strings.TrimSpace(line[2:])
		if m := groupHeading.FindStringSubmatch(line); m != nil {
			name = m[1]
		}
		p.h.groups = append(p.h.groups, group{name: name, first: n})
		p.g = &p.h.groups[len(p.h.groups)-1]
	case p.g == nil:
	case strings.HasPrefix(line, "## "):
		p.endTask(n)
		p.section = strings.TrimSpace(line[3:])
		if m := taskHeading.FindStringSubmatch(line); m != nil {
			number, _ := strconv.Atoi(m[2])
			p.g.tasks = append(p.g.tasks, task{number: number, title: m[1], first: n, filesByLine: map[int]int{}})
			p.t, p.section = &p.g.tasks[len(p.g.tasks)-1], ""
		}
	case strings.HasPrefix(line, "### "):
		p.part = strings.TrimSpace(line[4:])
	default:
		p.content(n, line, trimmed)
	}
}

func (p *handbookParser) content(n int, line, trimmed string) {
	switch {
	case p.t != nil && p.part == "keywords":
		p.t.keywords += strings.TrimLeft(trimmed, "-* ") + " "
	case p.t != nil:
		if ref, ok := parseSummaryRef(trimmed); ok {
			ref.Task = p.t.title
			p.t.filesByLine[n] = len(p.t.files)
			p.t.files = append(p.t.files, ref)
		}
	case p.section == "":
		p.g.preamble += trimmed + "\n"
	case strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* "):
		p.g.bullets = append(p.g.bullets, bullet{section: p.section, text: trimmed[2:], first: n, end: n + 1})
	case trimmed != "":
		p.goOn(n, trimmed)
	}
}

// goOn adds a line to the bullet it continues.
func (p *handbookParser) goOn(n int, trimmed string) {
	if p.g == nil || p.t != nil || len(p.g.bullets) == 0 {
		return
	}
	if b := &p.g.bullets[len(p.g.bullets)-1]; b.end == n {
		b.text += "\n" + trimmed
		b.end = n + 1
	}
}

func (p *handbookParser) endTask(n int) {
	if p.t != nil {
		p.t.end = n
	}
	p.t, p.section, p.part = nil, "", ""
}

func (p *handbookParser) endGroup(n int) {
	p.endTask(n)
	if p.g == nil {
		return
	}
	p.g.end = n
	for i := range p.g.bullets {
		p.g.bullets[i].tasks = trailingTasks(p.g.bullets[i].text)
	}
	p.g = nil
}

// trailingTasks reads the references at a bullet's end: [Task 1] [Task 3], or [Task 1, 3].
func trailingTasks(text string) []int {
	var tasks []int
	for _, m := range taskNumber.FindAllString(taskRefs.FindString(text), -1) {
		for _, d := range digits.FindAllString(m, -1) {
			if n, err := strconv.Atoi(d); err == nil {
				tasks = append(tasks, n)
			}
		}
	}
	return tasks
}

// parseSummaryRef reads a bullet of rollout_summary_files: the path, then in brackets
// cwd, rollout_path, updated_at and thread_id, whose values may hold commas.
func parseSummaryRef(line string) (Ref, bool) {
	m := summaryFile.FindStringSubmatch(line)
	if m == nil {
		return Ref{}, false
	}
	ref := Ref{SummaryPath: m[1]}
	keys := summaryKey.FindAllStringSubmatchIndex(m[2], -1)
	for i, at := range keys {
		end := len(m[2])
		if i+1 < len(keys) {
			end = keys[i+1][0]
		}
		value := m[2][at[1]:end]
		switch m[2][at[2]:at[3]] {
		case "cwd":
			ref.Cwd = value
		case "rollout_path":
			ref.RolloutPath = value
		case "updated_at":
			ref.UpdatedAt, _, _ = strings.Cut(value, ", ")
		case "thread_id":
			ref.ThreadID, _, _ = strings.Cut(value, ", ")
		}
	}
	return ref, true
}
