package recall

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	idA = "0194f5a6-89ab-7cde-8123-456789abcdef"
	idB = "019c6e27-e55b-73d1-87d8-4e01f1f75043"
)

// block writes a citation block with the given insides.
func block(parts ...string) string {
	return CitationOpen + "\n" + strings.Join(parts, "\n") + "\n" + CitationClose
}

func section(name string, lines ...string) string {
	return "<" + name + ">\n" + strings.Join(lines, "\n") + "\n</" + name + ">"
}

func TestStrip(t *testing.T) {
	entry := CitationEntry{Path: "MEMORY.md", LineStart: 2, LineEnd: 4, Note: "how to build"}
	line := "MEMORY.md:2-4|note=[how to build]"
	tests := []struct {
		name, text, shown string
		want              Citation
	}{
		{"no block", "Nothing here < or > there.\n", "Nothing here < or > there.\n", Citation{}},
		{"at the end", "Done.\n\n" + block(section("citation_entries", line), section("rollout_ids", idA)), "Done.\n\n",
			Citation{Entries: []CitationEntry{entry}, RolloutIDs: []string{idA}}},
		{"in mid-text", "Before " + block(section("citation_entries", line)) + " after. ", "Before  after. ", Citation{Entries: []CitationEntry{entry}}},
		{"in a code fence", "```\n" + block(section("rollout_ids", idA)) + "\n```\n", "```\n\n```\n", Citation{RolloutIDs: []string{idA}}},
		{"two blocks", block(section("rollout_ids", idB, idA)) + "and" + block(section("rollout_ids", idA)), "and", Citation{RolloutIDs: []string{idB, idA}}},
		{"the old section", block(section("thread_ids", idA)), "", Citation{RolloutIDs: []string{idA}}},
		{"both sections", block(section("thread_ids", idA), section("rollout_ids", idB)), "", Citation{RolloutIDs: []string{idB}}},
		{"ids trimmed and once", block(section("rollout_ids", "  "+idA+"\t", "", idA)), "", Citation{RolloutIDs: []string{idA}}},
		{"an id of no known form is kept by the parse", block(section("rollout_ids", "yesterday")), "", Citation{RolloutIDs: []string{"yesterday"}}},
		{"open block", "Text " + CitationOpen + "\n" + section("citation_entries", line) + "\n<rollout_ids>\n" + idA, "Text ", Citation{Entries: []CitationEntry{entry}}},
		{"section without end", block("<citation_entries>", line), "", Citation{}},
		{"empty block", "a" + block() + "b", "ab", Citation{}},
		{"part of a marker at the end", "a <oai-mem-cit", "a <oai-mem-cit", Citation{}},
		{"other case is text", "<OAI-MEM-CITATION>x</OAI-MEM-CITATION>", "<OAI-MEM-CITATION>x</OAI-MEM-CITATION>", Citation{}},
		{"end marker alone", "a </oai-mem-citation> b", "a </oai-mem-citation> b", Citation{}},
		{"not nested", CitationOpen + CitationOpen + "x" + CitationClose + "y" + CitationClose, "y" + CitationClose, Citation{}},
		{"CRLF", CitationOpen + "\r\n<citation_entries>\r\n" + line + "\r\n</citation_entries>\r\n" + CitationClose, "", Citation{Entries: []CitationEntry{entry}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shown, got := Strip(tt.text)
			if shown != tt.shown {
				t.Errorf("shown: got %q, want %q", shown, tt.shown)
			}
			want := tt.want
			if want.Entries == nil {
				want.Entries = []CitationEntry{}
			}
			if want.RolloutIDs == nil {
				want.RolloutIDs = []string{}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("citation (-want +got):\n%s", diff)
			}
			if got.Empty() != (len(want.Entries) == 0 && len(want.RolloutIDs) == 0) {
				t.Errorf("Empty: got %v", got.Empty())
			}
		})
	}
}

func TestParseEntry(t *testing.T) {
	tests := []struct {
		line string
		want CitationEntry
		ok   bool
	}{
		{"MEMORY.md:1-3|note=[facts]", CitationEntry{"MEMORY.md", 1, 3, "facts"}, true},
		{"a:b/c d.md:10-10|note=[]", CitationEntry{"a:b/c d.md", 10, 10, ""}, true},
		{"x|note=[y.md:1-2|note=[ a [b] ]", CitationEntry{"x|note=[y.md", 1, 2, "a [b]"}, true},
		{"M.md: 1 - 2 |note=[n]", CitationEntry{"M.md", 1, 2, "n"}, true},
		{"MEMORY.md:x-y|note=[n]", CitationEntry{}, false},
		{"MEMORY.md:1|note=[n]", CitationEntry{}, false},
		{"MEMORY.md:-1-2|note=[n]", CitationEntry{}, false},
		{"MEMORY.md:1-2-3|note=[n]", CitationEntry{}, false},
		{"MEMORY.md:1-2|note=[n", CitationEntry{}, false},
		{"MEMORY.md:1-2", CitationEntry{}, false},
		{":1-2|note=[n]", CitationEntry{}, false},
		{"MEMORY.md:99999999999-2|note=[n]", CitationEntry{}, false},
		{"", CitationEntry{}, false},
	}
	for _, tt := range tests {
		got, ok := parseEntry(tt.line)
		if ok != tt.ok || got != tt.want {
			t.Errorf("entry %q: got %+v, %v; want %+v, %v", tt.line, got, ok, tt.want, tt.ok)
		}
	}
}

func TestCitationJSON(t *testing.T) {
	got, err := json.Marshal(ParseCitations(block(section("citation_entries", "MEMORY.md:1-2|note=[n]"))))
	want := `{"entries":[{"path":"MEMORY.md","lineStart":1,"lineEnd":2,"note":"n"}],"rolloutIds":[]}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// usageLog is a UsageStore that knows some threads.
type usageLog struct {
	known []string
	got   []string
	err   error
}

func (u *usageLog) RecordUsage(_ context.Context, ids []string) (int, error) {
	u.got = append(u.got, ids...)
	return len(u.known), u.err
}

func TestCited(t *testing.T) {
	store := &usageLog{known: []string{idA}}
	c := Citation{RolloutIDs: []string{strings.ToUpper(idA), "not-a-uuid", idA, idB, "urn:uuid:" + idB, "{" + idB + "}", strings.ReplaceAll(idB, "-", ""), "'; DROP TABLE x"}}
	n, err := Cited(context.Background(), store, c)
	if err != nil || n != 1 {
		t.Errorf("got %d, %v; want the one thread that the store knows", n, err)
	}
	if diff := cmp.Diff([]string{idA, idB}, store.got); diff != "" {
		t.Errorf("ids that reached the store (-want +got):\n%s", diff)
	}
	store.got = nil
	if n, err := Cited(context.Background(), store, Citation{RolloutIDs: []string{"x"}}); n != 0 || err != nil || store.got != nil {
		t.Errorf("nothing to count: got %d, %v, store asked for %v", n, err, store.got)
	}
	store.err = errors.New("disk full")
	if _, err := Cited(context.Background(), store, c); !errors.Is(err, store.err) {
		t.Errorf("got %v, want the store's error", err)
	}
}

func FuzzStrip(f *testing.F) {
	for _, s := range []string{
		"Hi " + block(section("citation_entries", "MEMORY.md:1-2|note=[n]"), section("rollout_ids", idA)) + " there",
		CitationOpen, CitationClose, "<oai-mem-citation", CitationOpen + "<rollout_ids>" + idA + "</rollout_ids>", "é" + CitationOpen + "\xff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown, c := Strip(text)
		if len(shown) > len(text) {
			t.Errorf("%q became longer: %q", text, shown)
		}
		if !strings.Contains(text, CitationOpen) && (shown != text || !c.Empty()) {
			t.Errorf("%q holds no block, got %q and %+v", text, shown, c)
		}
		for _, e := range c.Entries {
			if e.Path == "" || e.LineStart < 0 || e.LineEnd < 0 {
				t.Errorf("%q: entry %+v", text, e)
			}
		}
		for _, id := range c.ThreadIDs() {
			if !isThreadID(id) {
				t.Errorf("%q: %q is no thread id", text, id)
			}
		}
	})
}
