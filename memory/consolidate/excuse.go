package consolidate

import (
	"regexp"
	"strings"

	"github.com/seed50391015/reverie/memory/state"
)

var (
	reTaskHeading = regexp.MustCompile(`^## (Task \d+):`)
	reThreadID    = regexp.MustCompile(`\bthread_id=([^,)\s]+)`)
	reUpdatedAt   = regexp.MustCompile(`\bupdated_at=([^,)\s]+)`)
	reTrailing    = regexp.MustCompile(`\[(Task \d+)\]`)
)

// excuse reports, for the shrink guard, whether the loss of a bullet of the old handbook
// is explained: all inputs it refers to were removed or replaced, it is to be forgotten,
// or the engine tells that it had to go.
func excuse(old []byte, selected []state.Selected, forgets func(string) bool, out Outcome) func(string) bool {
	sources := bulletSources(string(old))
	here := map[string]bool{}
	for _, s := range selected {
		here[s.ThreadID+" "+stamp(s.SourceUpdatedAt)] = true
	}
	left := make([]string, len(out.Left))
	for i, t := range out.Left {
		left[i] = squeeze(t)
	}
	return func(bullet string) bool {
		keys, known := sources[bullet]
		gone := known
		for _, k := range keys {
			gone = gone && !here[k]
		}
		if gone || forgets != nil && forgets(bullet) {
			return true
		}
		key := squeeze(bullet)
		for _, t := range left {
			if t != "" && strings.Contains(key, t) {
				return true
			}
		}
		return false
	}
}

// bulletSources gives for each bullet of a handbook with references the inputs it refers
// to, each a thread id and the time of its source. A bullet that only a note brought has
// none and is known: only the note's going takes it away.
func bulletSources(handbook string) map[string][]string {
	out := map[string][]string{}
	var tasks map[string][]string
	task := ""
	for line := range strings.Lines(handbook) {
		line = strings.TrimRight(line, " \t\r\n")
		switch {
		case strings.HasPrefix(line, "# "):
			tasks, task = map[string][]string{}, ""
		case strings.HasPrefix(line, "## "):
			task = ""
			if m := reTaskHeading.FindStringSubmatch(line); m != nil {
				task = m[1]
			}
		case tasks == nil || !strings.HasPrefix(line, "- "):
		case task != "":
			if id := reThreadID.FindStringSubmatch(line); id != nil {
				at := reUpdatedAt.FindStringSubmatch(line)
				tasks[task] = append(tasks[task], id[1]+" "+strings.Join(at[min(1, len(at)):], ""))
			}
		default:
			refs := reTrailing.FindAllStringSubmatch(line, -1)
			for _, m := range refs {
				out[line] = append(out[line], tasks[m[1]]...)
			}
			if len(refs) == 0 && strings.Contains(line, noteMark) {
				out[line] = nil
			}
		}
	}
	return out
}
