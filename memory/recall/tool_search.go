package recall

import (
	"context"
	"io"
	"slices"
	"strings"
	"unicode"
)

// Ways in which several queries must meet.
const (
	MatchAny         = "any"
	MatchSameLine    = "all_on_same_line"
	MatchWithinLines = "all_within_lines"
)

// maxSearchedFile is the most of one file that a search looks at.
const maxSearchedFile = 64 << 20

// SearchArgs are the arguments of the tool search.
type SearchArgs struct {
	Queries       []string   `json:"queries"`
	MatchMode     *MatchMode `json:"match_mode"` // nil = any
	Path          *string    `json:"path"`       // a file or a folder; nil = everything
	Cursor        *string    `json:"cursor"`
	ContextLines  *int       `json:"context_lines"`
	CaseSensitive *bool      `json:"case_sensitive"` // nil = true
	Normalized    *bool      `json:"normalized"`     // letters and digits alone count
	MaxResults    *int       `json:"max_results"`
}

// MatchMode says how the queries must meet; LineCount belongs to all_within_lines alone.
type MatchMode struct {
	Type      string `json:"type"`
	LineCount *int   `json:"line_count,omitempty"`
}

// SearchResult is one page of matches, in order of path, then line.
type SearchResult struct {
	Queries    []string      `json:"queries"`
	MatchMode  MatchMode     `json:"match_mode"`
	Path       *string       `json:"path"`
	Matches    []SearchMatch `json:"matches"`
	NextCursor *string       `json:"next_cursor"`
	Truncated  bool          `json:"truncated"`
}

// SearchMatch is one matching line, or run of lines, with its context.
type SearchMatch struct {
	Path           string   `json:"path"`
	Line           int      `json:"match_line_number"`
	ContentStart   int      `json:"content_start_line_number"`
	Content        string   `json:"content"`
	MatchedQueries []string `json:"matched_queries"`
}

// Search finds literal text. A page holds at most MaxSearchResults matches and about
// MaxReadTokens of content.
func (t *Tools) Search(ctx context.Context, a SearchArgs) (SearchResult, error) {
	m, err := newMatcher(a)
	if err != nil {
		return SearchResult{}, err
	}
	asked := "."
	if a.Path != nil {
		asked = *a.Path
	}
	name, info, err := t.resolve(asked)
	if err != nil {
		return SearchResult{}, err
	}
	files := []string{name}
	if info.IsDir() {
		if files, err = t.filesBelow(ctx, name); err != nil {
			return SearchResult{}, pathError(asked, err)
		}
		slices.Sort(files)
	}
	matches := []SearchMatch{}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return SearchResult{}, err
		}
		text, err := t.fileText(file)
		if err != nil { // it went, or may not be read: other files still answer
			continue
		}
		matches = append(matches, m.find(file, text)...)
	}
	from, to, next, err := page(len(matches), a.Cursor, a.MaxResults, MaxSearchResults)
	if err != nil {
		return SearchResult{}, err
	}
	shown, next := boundContent(matches[from:to], from, next)
	return SearchResult{Queries: m.asked, MatchMode: m.mode, Path: a.Path,
		Matches: shown, NextCursor: next, Truncated: next != nil}, nil
}

func (t *Tools) filesBelow(ctx context.Context, dir string) ([]string, error) {
	entries, err := t.children(ctx, dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if e.EntryType == "file" {
			files = append(files, e.Path)
			continue
		}
		below, err := t.filesBelow(ctx, e.Path)
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			continue // a folder that cannot be read hides nothing else
		}
		files = append(files, below...)
	}
	return files, nil
}

func (t *Tools) fileText(name string) (string, error) {
	f, err := t.root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxSearchedFile))
	return strings.ToValidUTF8(string(b), "\uFFFD"), err
}

// boundContent keeps a page within the size of one read.
func boundContent(matches []SearchMatch, from int, next *string) ([]SearchMatch, *string) {
	const limit = MaxReadTokens * bytesPerToken
	size := 0
	for i := range matches {
		m := &matches[i]
		if n := len(m.Content); n > limit {
			m.Content = headAndTail([]byte(m.Content[:limit/2]), []byte(m.Content[n-limit/2:]), n)
		}
		if size += len(m.Content); size > limit && i > 0 {
			return matches[:i], cursorAt(from + i)
		}
	}
	return matches, next
}

// matcher is a checked search.
type matcher struct {
	asked   []string
	queries []string // folded
	mode    MatchMode
	context int
	fold    func(string) string
}

func newMatcher(a SearchArgs) (*matcher, error) {
	m := &matcher{mode: MatchMode{Type: MatchAny}, fold: foldFor(a)}
	if a.MatchMode != nil {
		m.mode = *a.MatchMode
	}
	switch m.mode.Type {
	case MatchAny, MatchSameLine:
		if m.mode.LineCount != nil {
			return nil, missf("match_mode %s takes no line_count", m.mode.Type)
		}
	case MatchWithinLines:
		if m.mode.LineCount == nil || *m.mode.LineCount < 1 {
			return nil, missf("all_within_lines.line_count must be a positive integer")
		}
	default:
		return nil, missf("match_mode type '%s' must be one of any, all_on_same_line, all_within_lines", m.mode.Type)
	}
	if a.ContextLines != nil {
		if m.context = *a.ContextLines; m.context < 0 {
			return nil, missf("context_lines must be a non-negative integer")
		}
		m.context = min(m.context, 1000)
	}
	for _, q := range a.Queries {
		q = strings.TrimSpace(q)
		folded := m.fold(q)
		if folded == "" {
			m.asked = nil
			break
		}
		m.asked, m.queries = append(m.asked, q), append(m.queries, folded)
	}
	if len(m.asked) == 0 {
		return nil, missf("queries must not be empty or contain empty strings")
	}
	return m, nil
}

// foldFor returns what makes two spellings equal under the arguments.
func foldFor(a SearchArgs) func(string) string {
	lower := a.CaseSensitive != nil && !*a.CaseSensitive
	bare := a.Normalized != nil && *a.Normalized
	return func(s string) string {
		if bare {
			s = strings.Map(func(r rune) rune {
				if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
					return r
				}
				return -1
			}, s)
		}
		if lower {
			s = strings.ToLower(s)
		}
		return s
	}
}

// find returns the matches in one file.
func (m *matcher) find(file, text string) []SearchMatch {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	hits := make([][]bool, len(lines)) // nil = none of the queries
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
		hits[i] = m.hits(m.fold(lines[i]))
	}
	var found []SearchMatch
	for i := range lines {
		end, hit := i, hits[i]
		switch m.mode.Type {
		case MatchSameLine:
			if slices.Contains(hit, false) {
				hit = nil
			}
		case MatchWithinLines:
			end, hit = m.window(hits, i)
		}
		if hit == nil {
			continue
		}
		from, to := max(0, i-m.context), min(len(lines)-1, end+m.context)
		found = append(found, SearchMatch{Path: file, Line: i + 1, ContentStart: from + 1,
			Content: strings.Join(lines[from:to+1], "\n"), MatchedQueries: m.names(hit)})
	}
	return found
}

func (m *matcher) hits(line string) []bool {
	var hit []bool
	for i, q := range m.queries {
		if strings.Contains(line, q) {
			if hit == nil {
				hit = make([]bool, len(m.queries))
			}
			hit[i] = true
		}
	}
	return hit
}

// window returns the end of the shortest run of lines from start that holds every
// query, within the line count; none where a later start gives a run inside this one.
func (m *matcher) window(hits [][]bool, start int) (end int, all []bool) {
	if hits[start] == nil {
		return 0, nil
	}
	last := min(len(hits), start+*m.mode.LineCount) - 1
	all = make([]bool, len(m.queries))
	for end = start; end <= last; end++ {
		for i, h := range hits[end] {
			all[i] = all[i] || h
		}
		if !slices.Contains(all, false) {
			break
		}
	}
	if end > last {
		return 0, nil
	}
	inner := make([]bool, len(m.queries))
	for _, hit := range hits[start+1 : end+1] {
		for i, h := range hit {
			inner[i] = inner[i] || h
		}
	}
	if !slices.Contains(inner, false) {
		return 0, nil
	}
	return end, all
}

func (m *matcher) names(hit []bool) []string {
	var names []string
	for i, h := range hit {
		if h {
			names = append(names, m.asked[i])
		}
	}
	return names
}
