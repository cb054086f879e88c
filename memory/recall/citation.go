package recall

import (
	"slices"
	"strconv"
	"strings"
)

// Markers of the citation block and of its sections.
const (
	CitationOpen  = "<oai-mem-citation>"
	CitationClose = "</oai-mem-citation>"
)

// CitationTag is the tag pair of a citation block, for a StreamParser.
var CitationTag = Tag{Open: CitationOpen, Close: CitationClose}

// Citation is what a reply says it used, in the shape of memory_citation in a ledger.
// Paths and ids are as the model wrote them: check a path before opening it, and hand
// ids to Cited, which passes on only those of known form.
type Citation struct {
	Entries    []CitationEntry `json:"entries"`
	RolloutIDs []string        `json:"rolloutIds"`
}

// CitationEntry is one passage of a memory file, lines counted from 1, both inclusive.
type CitationEntry struct {
	Path      string `json:"path"`
	LineStart int    `json:"lineStart"`
	LineEnd   int    `json:"lineEnd"`
	Note      string `json:"note"`
}

// Empty reports whether nothing was cited.
func (c Citation) Empty() bool { return len(c.Entries) == 0 && len(c.RolloutIDs) == 0 }

// ParseCitations reads every citation block of a text, in order, as one citation. An
// unclosed last block is read as far as it goes. Slices are never nil.
func ParseCitations(text string) Citation {
	_, c := Strip(text)
	return c
}

// Strip cuts every citation block out of a text and returns what a user should see,
// untrimmed, with the citation.
func Strip(text string) (shown string, c Citation) {
	p := NewStreamParser(CitationTag)
	shown, blocks := p.Push(text)
	tail, last := p.Finish()
	return shown + tail, MergeCitations(append(blocks, last...))
}

// MergeCitations reads the blocks that a StreamParser found. Blocks of other tags are passed over.
func MergeCitations(blocks []Block) Citation {
	c := Citation{Entries: []CitationEntry{}, RolloutIDs: []string{}}
	for _, b := range blocks {
		if b.Tag != CitationTag {
			continue
		}
		c.Entries = append(c.Entries, parseEntries(b.Body)...)
		for _, id := range parseIDs(b.Body) {
			if !slices.Contains(c.RolloutIDs, id) {
				c.RolloutIDs = append(c.RolloutIDs, id)
			}
		}
	}
	return c
}

func parseEntries(body string) []CitationEntry {
	var entries []CitationEntry
	for line := range strings.Lines(citationSection(body, "citation_entries")) {
		if e, ok := parseEntry(strings.TrimSpace(line)); ok {
			entries = append(entries, e)
		}
	}
	return entries
}

// parseEntry reads path:start-end|note=[text]. The splits are made from the right where
// a path or a note may hold the same characters.
func parseEntry(line string) (CitationEntry, bool) {
	const mark = "|note=["
	at := strings.LastIndex(line, mark)
	if at < 0 || !strings.HasSuffix(line, "]") || len(line) < at+len(mark)+1 {
		return CitationEntry{}, false
	}
	location, note := line[:at], line[at+len(mark):len(line)-1]
	colon := strings.LastIndexByte(location, ':')
	if colon < 0 {
		return CitationEntry{}, false
	}
	from, to, ok := strings.Cut(location[colon+1:], "-")
	if !ok {
		return CitationEntry{}, false
	}
	start, err1 := parseLineNumber(from)
	end, err2 := parseLineNumber(to)
	path := strings.TrimSpace(location[:colon])
	if err1 != nil || err2 != nil || path == "" {
		return CitationEntry{}, false
	}
	return CitationEntry{Path: path, LineStart: start, LineEnd: end, Note: strings.TrimSpace(note)}, true
}

func parseLineNumber(s string) (int, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 31)
	return int(n), err
}

// parseIDs takes the ids of rollout_ids, or, where there are none, of thread_ids.
func parseIDs(body string) []string {
	for _, name := range []string{"rollout_ids", "thread_ids"} {
		var ids []string
		for line := range strings.Lines(citationSection(body, name)) {
			if id := strings.TrimSpace(line); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		if len(ids) > 0 {
			return ids
		}
	}
	return nil
}

// citationSection returns what stands between <name> and </name>; a section without its end tag is ignored.
func citationSection(body, name string) string {
	_, rest, ok := strings.Cut(body, "<"+name+">")
	if !ok {
		return ""
	}
	section, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		return ""
	}
	return section
}
