package recall

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Mark is a line of a thread's ledger, written [L12], or [L12@2] in the second file of a
// thread of several.
type Mark struct {
	Segment int `json:"segment"` // from 0
	Line    int `json:"line"`    // from 1
}

var (
	ledgerMark  = regexp.MustCompile(`\[L(\d{1,9})(?:@(\d{1,6}))?\]`)
	headerField = regexp.MustCompile(`^(thread_id|updated_at|rollout_path|cwd|git_branch|rollout_summary_file): ?(.*)$`)
)

// headingAbove returns the nearest heading at or above a line, without its marks.
func headingAbove(lines []string, line int) string {
	for i := min(line, len(lines)) - 1; i >= 0; i-- {
		if m := headingLine.FindStringSubmatch(lines[i]); m != nil {
			return m[2]
		}
	}
	return ""
}

// scopeAbove returns the project heading that a line of the summary stands under.
func scopeAbove(lines []string, line int) string {
	for i := line - 1; i >= 0; i-- {
		m := headingLine.FindStringSubmatch(lines[i])
		if m == nil || len(m[1]) > 3 {
			continue
		}
		if len(m[1]) == 3 && isProjectPath(m[2]) {
			return m[2]
		}
		return ""
	}
	return ""
}

// marks returns the places in the ledger that a text names, in order, each once.
func marks(text string) []Mark {
	var out []Mark
	for _, m := range ledgerMark.FindAllStringSubmatch(text, -1) {
		line, err := strconv.Atoi(m[1])
		segment := 1
		if err == nil && m[2] != "" {
			segment, err = strconv.Atoi(m[2])
		}
		if place := (Mark{segment - 1, line}); err == nil && segment > 0 && !slices.Contains(out, place) {
			out = append(out, place)
		}
	}
	slices.SortFunc(out, compareMarks)
	return out
}

func compareMarks(a, b Mark) int { return cmp.Or(a.Segment-b.Segment, a.Line-b.Line) }

// marksAt returns the marks of a line, or of the nearest heading above that has any.
func marksAt(lines []string, line int) []Mark {
	if own := marks(lines[line-1]); len(own) > 0 {
		return own
	}
	for i := line - 1; i >= 0 && !threadHeading.MatchString(lines[i]); i-- {
		if headingLine.MatchString(lines[i]) {
			if above := marks(lines[i]); len(above) > 0 {
				return above
			}
		}
	}
	return nil
}

// readHeader fills a reference from `key: value` lines, up to the first blank one.
func readHeader(lines []string, ref *Ref) {
	for _, line := range lines {
		m := headerField.FindStringSubmatch(line)
		if m == nil {
			return
		}
		value := strings.TrimSpace(m[2])
		switch m[1] {
		case "thread_id":
			ref.ThreadID = value
		case "updated_at":
			ref.UpdatedAt = value
		case "rollout_path":
			ref.RolloutPath = value
		case "cwd":
			ref.Cwd = value
		case "rollout_summary_file":
			ref.SummaryPath = path.Join(SummariesDir, value)
		}
	}
}
