package recall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func openTools(t testing.TB, dir string) *Tools {
	t.Helper()
	tools, err := OpenTools(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tools.Close() })
	return tools
}

// answer calls a tool and returns what a model gets.
func answer(t testing.TB, tools *Tools, name, args string) string {
	t.Helper()
	got, err := tools.Call(context.Background(), name, []byte(args))
	var miss Miss
	if errors.As(err, &miss) {
		return "miss: " + string(miss)
	}
	if err != nil {
		t.Fatalf("%s %s: %v", name, args, err)
	}
	return got
}

func toolsFolder(t testing.TB) string {
	dir := folder(t, map[string]string{
		"MEMORY.md":                  "# Task Group: shop\n\n- Prices in cents\n- prices are never floats\n",
		"memory_summary.md":          "v1\n\n## User Profile\n\nMia\n",
		"rollout_summaries/b.md":     "beta\r\nprices\r\n",
		"rollout_summaries/a.md":     "alpha\n",
		"rollout_summaries-old.md":   "prices here too\n",
		"skills/deploy/SKILL.md":     "deploy\n",
		".git/config":                "hidden prices\n",
		"skills/.cache/x.md":         "hidden prices\n",
		"notes with space/数据.md":     "prices 数据\n",
		"rollout_summaries/empty.md": "",
	})
	outside := filepath.Join(t.TempDir(), "outside.md")
	for _, err := range []error{
		os.WriteFile(outside, []byte("outside prices\n"), 0o600),
		os.Symlink(outside, filepath.Join(dir, "evil.md")),
		os.Symlink(filepath.Dir(outside), filepath.Join(dir, "evil")),
		os.Symlink("MEMORY.md", filepath.Join(dir, "inner.md")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestToolAnswers(t *testing.T) {
	tools := openTools(t, toolsFolder(t))
	notFound := func(p string) string { return "miss: path '" + p + "' was not found" }
	outside := func(p string) string { return "miss: path '" + p + "' must stay within the memories root" }
	tests := []struct{ tool, args, want string }{
		{"list", ``, `{"path":null,"entries":[{"path":"MEMORY.md","entry_type":"file"},{"path":"memory_summary.md","entry_type":"file"},{"path":"notes with space","entry_type":"directory"},{"path":"rollout_summaries","entry_type":"directory"},{"path":"rollout_summaries-old.md","entry_type":"file"},{"path":"skills","entry_type":"directory"}],"next_cursor":null,"truncated":false}`},
		{"list", `{"path":"skills/"}`, `{"path":"skills/","entries":[{"path":"skills/deploy","entry_type":"directory"}],"next_cursor":null,"truncated":false}`},
		{"list", `{"path":"MEMORY.md"}`, `{"path":"MEMORY.md","entries":[{"path":"MEMORY.md","entry_type":"file"}],"next_cursor":null,"truncated":false}`},
		{"list", `{"path":"rollout_summaries","max_results":2}`, `{"path":"rollout_summaries","entries":[{"path":"rollout_summaries/a.md","entry_type":"file"},{"path":"rollout_summaries/b.md","entry_type":"file"}],"next_cursor":"2","truncated":true}`},
		{"list", `{"path":"rollout_summaries","cursor":"2","max_results":2}`, `{"path":"rollout_summaries","entries":[{"path":"rollout_summaries/empty.md","entry_type":"file"}],"next_cursor":null,"truncated":false}`},
		{"list", `{"cursor":"7"}`, "miss: cursor '7' exceeds result count"},
		{"list", `{"cursor":"-1"}`, "miss: cursor '-1' must be a non-negative integer"},
		{"list", `{"path":"none"}`, notFound("none")},
		{"list", `{"path":".git"}`, notFound(".git")},
		{"list", `{"path":"evil"}`, notFound("evil")},
		{"list", `{"path":"../"}`, outside("../")},
		{"list", `{"recursive":true}`, `miss: failed to parse function arguments: unknown field "recursive"`},
		{"list", `[1]`, "miss: failed to parse function arguments: "},
		{"list", `{} {}`, "miss: failed to parse function arguments: more than one value"},

		{"read", `{"path":"rollout_summaries/b.md"}`, `{"path":"rollout_summaries/b.md","start_line_number":1,"content":"beta\r\nprices\r\n","truncated":false}`},
		{"read", `{"path":"memory_summary.md","line_offset":3,"max_lines":2}`, `{"path":"memory_summary.md","start_line_number":3,"content":"## User Profile\n\n","truncated":true}`},
		{"read", `{"path":"memory_summary.md","line_offset":5,"max_lines":1}`, `{"path":"memory_summary.md","start_line_number":5,"content":"Mia\n","truncated":false}`},
		{"read", `{"path":"rollout_summaries/empty.md"}`, `{"path":"rollout_summaries/empty.md","start_line_number":1,"content":"","truncated":false}`},
		{"read", `{"path":"memory_summary.md","line_offset":6}`, "miss: line_offset exceeds file length"},
		{"read", `{"path":"memory_summary.md","line_offset":0}`, "miss: line_offset must be a 1-indexed line number"},
		{"read", `{"path":"memory_summary.md","max_lines":0}`, "miss: max_lines must be a positive integer"},
		{"read", `{"path":"skills"}`, "miss: path 'skills' is not a file"},
		{"read", `{"path":"MEMORY.md/x"}`, notFound("MEMORY.md/x")},
		{"read", `{"path":"evil.md"}`, notFound("evil.md")},
		{"read", `{"path":"evil/outside.md"}`, notFound("evil/outside.md")},
		{"read", `{"path":"inner.md"}`, notFound("inner.md")},
		{"read", `{"path":"skills/.cache/x.md"}`, notFound("skills/.cache/x.md")},
		{"read", `{"path":"/etc/passwd"}`, outside("/etc/passwd")},
		{"read", `{"path":"skills/../../x"}`, outside("skills/../../x")},
		{"read", `{"path":"skills\\..\\..\\x"}`, outside(`skills\..\..\x`)},
		{"read", `{"path":"C:\\x"}`, outside(`C:\x`)},
		{"read", `{"path":"a\u0000b"}`, notFound("a\x00b")},
		{"read", `{"path":"` + strings.Repeat("x", 5000) + `"}`, notFound(strings.Repeat("x", 5000))},
		{"read", `{"path":""}`, "miss: path '' is not a file"},
		{"read", `{}`, "miss: path '' is not a file"},
		{"read", `{"path":"x","line":3}`, `miss: failed to parse function arguments: unknown field "line"`},
		{"forget", `{}`, "miss: unsupported call: forget"},
	}
	for _, tt := range tests {
		got := answer(t, tools, tt.tool, tt.args)
		if got != tt.want && !(strings.HasSuffix(tt.want, ": ") && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s %.80s:\n got %.300s\nwant %.300s", tt.tool, tt.args, got, tt.want)
		}
	}
}

// found runs a search and returns path:line of each match.
func found(t testing.TB, tools *Tools, args string) []string {
	t.Helper()
	var r SearchResult
	if err := json.Unmarshal([]byte(answer(t, tools, "search", args)), &r); err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	at := []string{}
	for _, m := range r.Matches {
		at = append(at, fmt.Sprintf("%s:%d", m.Path, m.Line))
	}
	return at
}

func TestToolSearch(t *testing.T) {
	tools := openTools(t, toolsFolder(t))
	tests := []struct {
		args string
		want []string
	}{
		{`{"queries":["prices"]}`, []string{"MEMORY.md:4", "notes with space/数据.md:1", "rollout_summaries-old.md:1", "rollout_summaries/b.md:2"}},
		{`{"queries":["PRICES"]}`, []string{}},
		{`{"queries":["PRICES"],"case_sensitive":false,"path":"MEMORY.md"}`, []string{"MEMORY.md:3", "MEMORY.md:4"}},
		{`{"queries":["rices","beta"],"path":"rollout_summaries"}`, []string{"rollout_summaries/b.md:1", "rollout_summaries/b.md:2"}},
		{`{"queries":["neverfloats"]}`, []string{}},
		{`{"queries":["Never-Floats"],"normalized":true,"case_sensitive":false}`, []string{"MEMORY.md:4"}},
		{`{"queries":["are_never.floats"],"normalized":true}`, []string{"MEMORY.md:4"}},
		{`{"queries":["数据"]}`, []string{"notes with space/数据.md:1"}},
		{`{"queries":["prices","floats"],"match_mode":{"type":"all_on_same_line"}}`, []string{"MEMORY.md:4"}},
		{`{"queries":["Group","floats"],"match_mode":{"type":"all_within_lines","line_count":3}}`, []string{}},
		{`{"queries":["Group","floats"],"match_mode":{"type":"all_within_lines","line_count":4}}`, []string{"MEMORY.md:1"}},
		{`{"queries":["rices","floats"],"match_mode":{"type":"all_within_lines","line_count":4},"path":"MEMORY.md"}`, []string{"MEMORY.md:4"}},
		{`{"queries":["hidden"]}`, []string{}},
		{`{"queries":["outside"]}`, []string{}},
		{`{"queries":[" prices "],"max_results":2,"cursor":"1"}`, []string{"notes with space/数据.md:1", "rollout_summaries-old.md:1"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, found(t, tools, tt.args)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.args, diff)
		}
	}
	misses := []struct{ args, want string }{
		{`{"queries":[]}`, "queries must not be empty or contain empty strings"},
		{`{"queries":["x"," "]}`, "queries must not be empty or contain empty strings"},
		{`{"queries":["--"],"normalized":true}`, "queries must not be empty or contain empty strings"},
		{`{"queries":["x"],"match_mode":{"type":"all_within_lines"}}`, "all_within_lines.line_count must be a positive integer"},
		{`{"queries":["x"],"match_mode":{"type":"regex"}}`, "match_mode type 'regex' must be one of any, all_on_same_line, all_within_lines"},
		{`{"queries":["x"],"match_mode":{"type":"any","line_count":2}}`, "match_mode any takes no line_count"},
		{`{"queries":["x"],"match_mode":{"type":"any","kind":2}}`, `failed to parse function arguments: unknown field "kind"`},
		{`{"queries":["x"],"context_lines":-1}`, "context_lines must be a non-negative integer"},
		{`{"queries":["x"],"path":"../x"}`, "path '../x' must stay within the memories root"},
		{`{"queries":["x"],"cursor":"1"}`, "cursor '1' exceeds result count"},
		{`{"query":"x"}`, `failed to parse function arguments: unknown field "query"`},
	}
	for _, tt := range misses {
		if got := answer(t, tools, "search", tt.args); got != "miss: "+tt.want {
			t.Errorf("%s: got %q, want %q", tt.args, got, tt.want)
		}
	}
}

func TestToolSearchShape(t *testing.T) {
	tools := openTools(t, toolsFolder(t))
	got := answer(t, tools, "search", `{"queries":["cents","prices"],"match_mode":{"type":"all_within_lines","line_count":2},"path":"MEMORY.md","context_lines":1}`)
	want := `{"queries":["cents","prices"],"match_mode":{"type":"all_within_lines","line_count":2},"path":"MEMORY.md","matches":[{"path":"MEMORY.md","match_line_number":3,"content_start_line_number":2,"content":"\n- Prices in cents\n- prices are never floats","matched_queries":["cents","prices"]}],"next_cursor":null,"truncated":false}`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestToolLimits(t *testing.T) {
	files := map[string]string{
		"long.md":  strings.Repeat("one line of the long file 数据\n", 10_000),
		"wide.md":  strings.Repeat("数", 100_000),
		"match.md": strings.Repeat("needle\n", 300),
		"heavy.md": strings.Repeat("thread "+strings.Repeat("x", 3000)+"\n", 100),
	}
	for i := range 2100 {
		files[fmt.Sprintf("many/%04d.md", i)] = "x"
	}
	tools := openTools(t, folder(t, files))

	var l ListResult
	json.Unmarshal([]byte(answer(t, tools, "list", `{"path":"many","max_results":9999}`)), &l)
	if len(l.Entries) != MaxListResults || l.NextCursor == nil || *l.NextCursor != "2000" || !l.Truncated {
		t.Errorf("list: got %d entries, next %v, truncated %v", len(l.Entries), l.NextCursor, l.Truncated)
	}

	var whole strings.Builder
	for line := 1; ; {
		var r ReadResult
		json.Unmarshal([]byte(answer(t, tools, "read", fmt.Sprintf(`{"path":"long.md","line_offset":%d}`, line))), &r)
		if Tokens(r.Content) > MaxReadTokens {
			t.Fatalf("read: got %d tokens", Tokens(r.Content))
		}
		whole.WriteString(r.Content)
		if !r.Truncated {
			break
		}
		line += strings.Count(r.Content, "\n")
	}
	if whole.String() != files["long.md"] {
		t.Error("read: the pages do not make up the file")
	}

	var w ReadResult
	json.Unmarshal([]byte(answer(t, tools, "read", `{"path":"wide.md"}`)), &w)
	if Tokens(w.Content) > MaxReadTokens || !w.Truncated || !strings.Contains(w.Content, "tokens truncated…数") || strings.Contains(w.Content, "\uFFFD") {
		t.Errorf("read: a line beyond the limit keeps head and tail; got %d tokens, truncated %v", Tokens(w.Content), w.Truncated)
	}

	var s SearchResult
	json.Unmarshal([]byte(answer(t, tools, "search", `{"queries":["needle"],"max_results":1000}`)), &s)
	if len(s.Matches) != MaxSearchResults || s.NextCursor == nil || *s.NextCursor != "200" {
		t.Errorf("search: got %d matches, next %v", len(s.Matches), s.NextCursor)
	}
	seen, cursor := 0, "0"
	for {
		var p SearchResult
		json.Unmarshal([]byte(answer(t, tools, "search", `{"queries":["thread"],"cursor":"`+cursor+`"}`)), &p)
		size := 0
		for _, m := range p.Matches {
			size += len(m.Content)
		}
		if size > MaxReadTokens*bytesPerToken || len(p.Matches) == 0 {
			t.Fatalf("search: a page of %d matches has %d bytes", len(p.Matches), size)
		}
		if seen += len(p.Matches); p.NextCursor == nil {
			break
		}
		cursor = *p.NextCursor
	}
	if seen != 100 {
		t.Errorf("search: the pages hold %d matches, want 100", seen)
	}
}

func TestToolsNeedAFolder(t *testing.T) {
	if _, err := OpenTools(filepath.Join(t.TempDir(), "none")); !errors.Is(err, ErrNoMemory) {
		t.Errorf("got %v, want ErrNoMemory", err)
	}
}

func TestToolsObeyTheContext(t *testing.T) {
	tools := openTools(t, toolsFolder(t))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, args := range map[string]string{"list": `{}`, "search": `{"queries":["x"]}`, "add_ad_hoc_note": `{"filename":"2026-01-02T03-04-05-x.md","note":"x"}`} {
		if _, err := tools.Call(ctx, name, []byte(args)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want the context's error", name, err)
		}
	}
}

func FuzzToolPaths(f *testing.F) {
	for _, p := range []string{"MEMORY.md", "../outside.md", "evil.md", "evil/outside.md", "a/../../b", "./.git/config", `..\x`, "/etc/passwd", "\x00", "skills//deploy"} {
		f.Add(p)
	}
	dir := toolsFolder(f)
	tools, err := OpenTools(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, p string) {
		r, err := tools.Read(context.Background(), ReadArgs{Path: p})
		if err == nil && (strings.Contains(r.Content, "outside") || strings.Contains(r.Content, "hidden")) {
			t.Errorf("path %q led to %q", p, r.Content)
		}
		var miss Miss
		if err != nil && !errors.As(err, &miss) {
			t.Errorf("path %q: %v is no answer for a model", p, err)
		}
	})
}
