package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Verify reads the session's rows again and drops from the memory every bullet that
// quotes what its row does not say, and every failure whose error line is not in the row
// it names. White space and escape sequences do not count, and an ellipsis stands for what was
// left out. A bullet of a list of quotes (preferences, one-off requests, references)
// without any quote that could be checked is dropped from the first two.
func Verify(ctx context.Context, m RawMemory, s Session) (RawMemory, error) {
	wanted := map[Mark][]string{}
	want := func(at Mark, text string) {
		if text = squeeze(text); text != "" && !slices.Contains(wanted[at], text) {
			wanted[at] = append(wanted[at], text)
		}
	}
	m.each(func(_ string, b Bullet) bool {
		for _, q := range b.Quotes {
			want(q.Mark, q.Text)
		}
		if b.Error != "" && len(b.Marks) > 0 {
			want(b.Marks[0], b.Error)
		}
		return true
	})
	said := map[Mark]map[string]bool{}
	for row, err := range s.Rows {
		if err != nil {
			return m, fmt.Errorf("verify quotes of thread %s: %w", s.ThreadID, err)
		}
		if err := ctx.Err(); err != nil {
			return m, fmt.Errorf("verify quotes of thread %s: %w", s.ThreadID, context.Cause(ctx))
		}
		at := Mark{row.Line, row.Segment}
		if len(wanted[at]) == 0 {
			continue
		}
		if said[at] == nil {
			said[at] = map[string]bool{}
		}
		squeezed := squeeze(row.Text)
		for _, text := range wanted[at] {
			said[at][text] = said[at][text] || inOrder(squeezed, text)
		}
	}
	holds := func(at Mark, text string) bool {
		text = squeeze(text)
		return text == "" || said[at][text]
	}
	m.each(func(label string, b Bullet) bool {
		if (label == LabelPreferences || label == LabelOneOffs) && len(b.Quotes) == 0 {
			return false
		}
		if b.Error != "" && len(b.Marks) > 0 && !holds(b.Marks[0], b.Error) {
			return false
		}
		return !slices.ContainsFunc(b.Quotes, func(q Quote) bool { return !holds(q.Mark, q.Text) })
	})
	return m, nil
}

// inOrder reports whether a row holds a text, the pieces around its ellipses one after
// the other.
func inOrder(row, text string) bool {
	if strings.Contains(row, text) {
		return true
	}
	for piece := range strings.SplitSeq(text, "…") {
		i := strings.Index(row, piece)
		if i < 0 {
			return false
		}
		row = row[i+len(piece):]
	}
	return true
}

// each walks all bullets; those for which keep says no are taken out.
func (m *RawMemory) each(keep func(label string, b Bullet) bool) {
	for i := range m.Tasks {
		for _, l := range m.Tasks[i].Lists() {
			*l.Bullets = slices.DeleteFunc(*l.Bullets, func(b Bullet) bool { return !keep(l.Label, b) })
		}
	}
}

// squeeze takes out what does not count when a quote is compared with its row.
func squeeze(s string) string {
	s = strings.TrimSuffix(strings.TrimSpace(s), "…")
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0x1b && i+1 < len(s) && s[i+1] == '[':
			for i += 2; i < len(s) && (s[i] < '@' || s[i] > '~'); i++ {
			}
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
