package recall

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const tracedHandbook = `# Task Group: general

scope: what holds for all work
applies_to: cwd=any; reuse_rule=reuse everywhere

## Task 1: answer in short, success

### rollout_summary_files

- rollout_summaries/2026-01-01T00-00-00-aaaa-short.md (cwd=/home/mia/a, b, rollout_path=/l/one.jsonl, updated_at=2026-01-01T00:00:00+00:00, thread_id=0194f5a6-89ab-7cde-8123-456789abcdef, success)

### keywords

- answers, brevity

## User preferences

- on answers: the user said "keep answers short", "no bullet lists" [Task 1]
- notes go first [ad-hoc note]

# Task Group: shop

scope: work in /home/mia/shop
applies_to: cwd=/home/mia/shop; reuse_rule=here

## Task 1: round the totals, partial

### rollout_summary_files

- rollout_summaries/2026-02-02T00-00-00-bbbb-totals.md (cwd=/home/mia/shop, rollout_path=/l/two.jsonl, updated_at=2026-02-02T00:00:00+00:00, thread_id=019c6e27-e55b-73d1-87d8-4e01f1f75043, partial)

### keywords

- cart, cents

## Task 2: start the server, success

### rollout_summary_files

- rollout_summaries/2026-03-03T00-00-00-cccc.md (cwd=/home/mia/shop, rollout_path=/l/three.jsonl, updated_at=2026-03-03T00:00:00+00:00, thread_id=019c6e27-0000-7000-8000-000000000003, success)

### keywords

- server, port

## Reusable knowledge

- run make dev before the tests
  and wait for the port [Task 1] [Task 2]
- prices are integers of cents [L7] [Task 1]
`

const tracedRaw = "# Raw Memories\n\nMerged stage-1 raw memories (latest first):\n\n" +
	"## Thread `019c6e27-e55b-73d1-87d8-4e01f1f75043`\nupdated_at: 2026-02-02T00:00:00+00:00\ncwd: /home/mia/shop\nrollout_path: /l/two.jsonl\nrollout_summary_file: 2026-02-02T00-00-00-bbbb-totals.md\n\n" +
	"---\ndescription: totals\n---\n\n### Task 1: round the totals [L5]\ntask: totals\n\nReusable knowledge:\n- run make dev before the tests [L12] [L30]\n- prices are integers of cents [L7]\n\n" +
	"## Thread `0194f5a6-89ab-7cde-8123-456789abcdef`\nupdated_at: 2026-01-01T00:00:00+00:00\ncwd: /home/mia/a, b\nrollout_path: /l/one.jsonl\nrollout_summary_file: 2026-01-01T00-00-00-aaaa-short.md\n\n" +
	"### Task 1: answer in short [L3]\n\nPreference signals:\n- on answers: the user said \"keep answers short\" [L9]\n- another thing altogether\n"

func tracedFolder(t *testing.T) string {
	return folder(t, map[string]string{
		HandbookFile: tracedHandbook,
		RawFile:      tracedRaw,
		SummaryFile: "v1\n\n## User preferences\n\n- \"keep answers short\", \"no bullet lists\"\n\n## General Tips\n\n### /home/mia/shop\n\n- run make dev before the tests and wait for the port\n\n" +
			"## What's in Memory\n\n### /home/mia/shop\n\n#### 2026-03-03\n\n- start the server: success; keywords: server, port\n",
		"rollout_summaries/2026-02-02T00-00-00-bbbb-totals.md": "thread_id: 019c6e27-e55b-73d1-87d8-4e01f1f75043\nupdated_at: 2026-02-02T00:00:00+00:00\nrollout_path: /l/two.jsonl\ncwd: /home/mia/shop\ngit_branch: main\n\n# Totals\n\n## Task 1: round [L5]\n- prices are integers [L7]\n- more\n",
		"rollout_summaries/2026-03-03T00-00-00-cccc.md":        "thread_id: 019c6e27-0000-7000-8000-000000000003\nupdated_at: 2026-03-03T00:00:00+00:00\nrollout_path: /l/three.jsonl\ncwd: /home/mia/shop\n\n# Server\n\n- run make dev, wait for the port, before the tests [L44]\n",
		"skills/dev/SKILL.md":                                  "---\nname: dev\n---\nsee rollout_summaries/2026-03-03T00-00-00-cccc.md\n\n1. make dev\n",
		NotesDir + "/2026-01-05T00-00-00-first.md":             "Notes go first, please.\n",
		NotesDir + "/2026-01-06T00-00-00-other.md":             "Something else.\n",
	})
}

// lineOf finds the line of a file that holds a text.
func lineOf(t *testing.T, text, want string) int {
	t.Helper()
	for i, l := range strings.Split(text, "\n") {
		if strings.Contains(l, want) {
			return i + 1
		}
	}
	t.Fatalf("no line holds %q", want)
	return 0
}

var (
	refShort  = Ref{Task: "Task 1: answer in short, success", SummaryPath: "rollout_summaries/2026-01-01T00-00-00-aaaa-short.md", Missing: true, ThreadID: idA, RolloutPath: "/l/one.jsonl", Cwd: "/home/mia/a, b", UpdatedAt: "2026-01-01T00:00:00+00:00"}
	refTotals = Ref{Task: "Task 1: round the totals, partial", SummaryPath: "rollout_summaries/2026-02-02T00-00-00-bbbb-totals.md", ThreadID: idB, RolloutPath: "/l/two.jsonl", Cwd: "/home/mia/shop", UpdatedAt: "2026-02-02T00:00:00+00:00"}
	refServer = Ref{Task: "Task 2: start the server, success", SummaryPath: "rollout_summaries/2026-03-03T00-00-00-cccc.md", ThreadID: "019c6e27-0000-7000-8000-000000000003", RolloutPath: "/l/three.jsonl", Cwd: "/home/mia/shop", UpdatedAt: "2026-03-03T00:00:00+00:00"}
)

func (r Ref) at(lines ...int) Ref {
	r.Lines = lines
	for _, l := range lines {
		r.Places = append(r.Places, Mark{Line: l})
	}
	return r
}

func (r Ref) untasked() Ref { r.Task = ""; return r }

func TestTrace(t *testing.T) {
	dir := tracedFolder(t)
	summary, totals := SummaryFile, "rollout_summaries/2026-02-02T00-00-00-bbbb-totals.md"
	text := func(file string) string {
		tr := tracer{root: openTools(t, dir).root, files: map[string]string{}}
		return tr.text(file)
	}
	tests := []struct {
		name, file, line string
		group, section   string
		refs             []Ref
	}{
		{"a preference", HandbookFile, "keep answers short", "general", "User preferences", []Ref{refShort.at(9)}},
		{"a bullet of two tasks, by its second line", HandbookFile, "and wait for the port", "shop", "Reusable knowledge", []Ref{refTotals.at(12, 30), refServer.at(44)}},
		{"a bullet with its own mark", HandbookFile, "prices are integers", "shop", "Reusable knowledge", []Ref{refTotals.at(7)}},
		{"an ad-hoc note's bullet", HandbookFile, "notes go first", "general", "User preferences", []Ref{{Note: NotesDir + "/2026-01-05T00-00-00-first.md"}}},
		{"a task's heading", HandbookFile, "## Task 2", "shop", "Task 2: start the server, success", []Ref{refServer}},
		{"one of its summaries", HandbookFile, "cccc.md", "shop", "Task 2: start the server, success", []Ref{refServer}},
		{"a block's heading", HandbookFile, "# Task Group: shop", "shop", "Task Group: shop", []Ref{refTotals, refServer}},
		{"the summary's preference", summary, "keep answers", "general", "User preferences", []Ref{refShort.at(9)}},
		{"the summary's tip", summary, "run make dev", "shop", "/home/mia/shop", []Ref{refTotals.at(12, 30), refServer.at(44)}},
		{"the summary's index", summary, "start the server", "shop", "2026-03-03", []Ref{refServer}},
		{"a rollout summary", totals, "prices are", "", "Task 1: round [L5]", []Ref{refTotals.untasked().at(7)}},
		{"a line of it without mark", totals, "- more", "", "Task 1: round [L5]", []Ref{refTotals.untasked().at(5)}},
		{"a raw memory", RawFile, "keep answers short", "", "Task 1: answer in short [L3]", []Ref{refShort.untasked().at(9)}},
		{"a raw memory without mark", RawFile, "another thing", "", "Task 1: answer in short [L3]", []Ref{refShort.untasked().at(3)}},
		{"a skill", "skills/dev/SKILL.md", "1. make dev", "", "", []Ref{refServer.untasked()}},
		{"a note", NotesDir + "/2026-01-05T00-00-00-first.md", "Notes", "", "", []Ref{{Note: NotesDir + "/2026-01-05T00-00-00-first.md"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Trace(dir, tt.file, lineOf(t, text(tt.file), tt.line))
			if err != nil {
				t.Fatal(err)
			}
			if got.Group != tt.group || got.Section != tt.section {
				t.Errorf("got group %q, section %q; want %q, %q", got.Group, got.Section, tt.group, tt.section)
			}
			if tt.name == "a task's heading" || tt.name == "one of its summaries" || tt.name == "a block's heading" || tt.name == "the summary's index" || tt.name == "a skill" {
				for i := range got.Refs { // which lines stand behind a heading is not the point here
					got.Refs[i].Lines, got.Refs[i].Places = nil, nil
				}
			}
			if diff := cmp.Diff(tt.refs, got.Refs); diff != "" {
				t.Errorf("references (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTraceGivesTheWholeClaim(t *testing.T) {
	dir := tracedFolder(t)
	line := lineOf(t, tracedHandbook, "and wait for the port")
	for _, file := range []string{HandbookFile, filepath.Join(dir, HandbookFile), "./MEMORY.md"} {
		got, err := Trace(dir, file, line)
		if err != nil || got.Line != line-1 || got.Text != "run make dev before the tests\nand wait for the port [Task 1] [Task 2]" || got.File != HandbookFile {
			t.Errorf("%s: got %+v, %v; want both lines of the bullet", file, got, err)
		}
	}
}

// Marks of two threads in one merged claim may bear the same numbers.
func TestEvidenceTellsThreadsApart(t *testing.T) {
	claim := `after a test: the user said "show me the run" [L26]; also "run the tests  first" [L43] [L44], "tests!" [L9] [Task 1] [Task 2]`
	one := "- after a test: the user said \"show me the run\" [L26] → so\n- something else [L43]\n"
	two := "- the user said \"run the tests first\" [L43] [L44]\n- unrelated [L26]\n"
	three := "- unrelated [L26]\n- \"tests\" [L9]\n"
	four := "- nothing of it [L8]\n"
	for _, tt := range []struct {
		source string
		want   []Mark
	}{{one, []Mark{{0, 26}}}, {two, []Mark{{0, 43}, {0, 44}}}, {three, []Mark{{0, 9}, {0, 26}}}, {four, nil}, {"", []Mark{{0, 9}, {0, 26}, {0, 43}, {0, 44}}}} {
		if diff := cmp.Diff(tt.want, evidence(claim, tt.source)); diff != "" {
			t.Errorf("source %q (-want +got):\n%s", tt.source, diff)
		}
	}
}

func TestMarks(t *testing.T) {
	got := marks("a [L12] b [L3@2][L7] c [L12] [L0x] [L5@0] [L99999999999]")
	want := []Mark{{0, 7}, {0, 12}, {1, 3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTraceErrors(t *testing.T) {
	dir := tracedFolder(t)
	for _, tt := range []struct {
		file string
		line int
		want error
	}{
		{HandbookFile, 2, ErrNoClaim}, {HandbookFile, 0, ErrNoClaim}, {HandbookFile, 100_000, ErrNoClaim},
		{"none.md", 1, nil}, {"../x", 1, nil}, {"/etc/passwd", 1, nil}, {"rollout_summaries", 1, nil},
	} {
		if _, err := Trace(dir, tt.file, tt.line); err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s:%d: got %v, want %v", tt.file, tt.line, err, tt.want)
		}
	}
	if _, err := Trace(filepath.Join(dir, "none"), HandbookFile, 1); !errors.Is(err, ErrNoMemory) {
		t.Errorf("got %v, want ErrNoMemory", err)
	}
}

func FuzzParseHandbook(f *testing.F) {
	f.Add(tracedHandbook)
	f.Add("# a\n## Task 1: x\n### keywords\n```\n- b [Task 1, 2]\n")
	f.Fuzz(func(t *testing.T, text string) {
		h := parseHandbook(text)
		for _, g := range h.groups {
			if g.first < 1 || g.end > len(h.lines)+1 || g.end <= g.first {
				t.Fatalf("block %q covers lines %d to %d of %d", g.name, g.first, g.end, len(h.lines))
			}
			for _, b := range g.bullets {
				if b.first < g.first || b.end > g.end {
					t.Fatalf("bullet %q of lines %d to %d lies outside of its block", b.text, b.first, b.end)
				}
			}
		}
	})
}
