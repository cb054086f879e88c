package consolidate

import (
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
)

// extensions lists the other extensions of the folder, so that a reader finds them.
func (r *composer) extensions() string {
	if len(r.in.Extensions) == 0 {
		return ""
	}
	var w strings.Builder
	w.WriteString("\n# Task Group: extensions\n\nscope: resources that other tools keep in this folder; each extension's instructions.md says how to read them\n")
	w.WriteString("applies_to: cwd=any; reuse_rule=read the named file when its subject comes up\n\n## Reusable knowledge\n\n")
	sorted := slices.SortedFunc(slices.Values(r.in.Extensions), func(a, b Extension) int { return strings.Compare(a.Name, b.Name) })
	for _, e := range sorted {
		line := "- extensions/" + linePath(e.Name) + "/instructions.md"
		if about := firstSentence(e.Instructions); about != "" && !r.forgotten(about) {
			line += ": " + about
		}
		if len(e.Resources) > 0 {
			shown := e.Resources[max(0, len(e.Resources)-20):]
			names := make([]string, len(shown))
			for i, n := range shown {
				names[i] = linePath(n)
			}
			line += "; resources: " + strings.Join(names, ", ")
		}
		w.WriteString(line + "\n")
	}
	return w.String()
}

// firstSentence is the first line of prose in a Markdown text, cut to a line's length.
func firstSentence(text string) string {
	for line := range strings.Lines(strings.ToValidUTF8(text, "\uFFFD")) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && line != "---" {
			return clean(cut(extract.OneLine(line), 160))
		}
	}
	return ""
}
