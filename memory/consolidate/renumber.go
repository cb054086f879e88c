package consolidate

import (
	"regexp"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/workspace"
)

// numbering tells, for each block of a handbook by its name, which task each number
// stands for, and each line's block.
type numbering struct {
	tasks  map[string]map[string]string // block → "Task 1" → task
	blocks map[string]string            // line with references → block
}

var reTaskTitle = regexp.MustCompile(`^## (Task \d+): (.*)$`)

// readNumbering reads a handbook. A task is known by its title and its session.
func readNumbering(handbook string) numbering {
	n := numbering{tasks: map[string]map[string]string{}, blocks: map[string]string{}}
	block, task, title := "", "", ""
	for line := range strings.Lines(handbook) {
		line = strings.TrimRight(line, " \t\r\n")
		if name, ok := strings.CutPrefix(line, "# "); ok {
			block, task = name, ""
			n.tasks[block] = map[string]string{}
			continue
		}
		if strings.HasPrefix(line, "## ") {
			task = ""
			if m := reTaskTitle.FindStringSubmatch(line); m != nil {
				task, title = m[1], m[2]
			}
			continue
		}
		id := reThreadID.FindStringSubmatch(line)
		switch {
		case block == "":
		case task != "" && id != nil:
			n.tasks[block][task] = id[1] + " " + title
		case task == "" && reTrailing.MatchString(line):
			n.blocks[line] = block
		}
	}
	return n
}

// renumber lets the references in lines that the user edited follow their tasks, whose
// numbers differ from one handbook to the next. A reference to a task that is gone goes.
func renumber(edits []state.HandEdit, old, fresh string) []state.HandEdit {
	before, after := readNumbering(old), readNumbering(fresh)
	out := make([]state.HandEdit, len(edits))
	for i, e := range edits {
		if e.Path == workspace.HandbookFile && e.Text != "" {
			lines := strings.Split(e.Text, "\n")
			for k, line := range lines {
				lines[k] = before.follow(line, after)
			}
			e.Text = strings.Join(lines, "\n")
		}
		out[i] = e
	}
	return out
}

// follow gives a line's references the numbers of another handbook. A line whose block is
// not in both stays as it is.
func (n numbering) follow(line string, to numbering) string {
	block, ok := n.blocks[strings.TrimRight(line, " \t\r")]
	if !ok || to.tasks[block] == nil {
		return line
	}
	numbers := map[string]string{}
	for number, task := range to.tasks[block] {
		numbers[task] = number
	}
	return reSpacedRef.ReplaceAllStringFunc(line, func(ref string) string {
		task, known := n.tasks[block][strings.Trim(ref, " []")]
		if !known {
			return ref // the user's own words
		}
		if number := numbers[task]; number != "" {
			return " [" + number + "]"
		}
		return ""
	})
}

var reSpacedRef = regexp.MustCompile(` ?\[Task \d+\]`)
