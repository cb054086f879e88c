package workspace

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/internal/testcorpus"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/redact"
)

func TestStem(t *testing.T) {
	long := strings.Repeat("x", 80)
	for _, tc := range []struct {
		id, slug string
		at       int64
		want     string
	}{
		{"0194f5a6-89ab-7cde-8123-456789abcdef", "", 0, "2025-02-11T15-35-19-jqmb"},
		{"019c6e27-e55b-73d1-87d8-4e01f1f75043", "", 0, "2026-02-18T00-30-34-JjOz"},
		{"0194f5a6-89ab-7cde-8123-456789abcdef", "Fix: the CI/../Build!", 0, "2025-02-11T15-35-19-jqmb-fix__the_ci____build"},
		{"0194f5a6-89ab-7cde-8123-456789abcdef", "日本語", 0, "2025-02-11T15-35-19-jqmb"},
		{"0194f5a6-89ab-7cde-8123-456789abcdef", long, 0, "2025-02-11T15-35-19-jqmb-" + long[:60]},
		{"f47ac10b-58cc-4372-a567-0e02b2c3d479", "", 1700000000, "2023-11-14T22-13-20-Yfix"}, // version 4 has no time
		{"00000000-0000-0000-0000-000000000000", "", 0, "1970-01-01T00-00-00-0000"},
		{"ses_1", "a b", 1700000000, "2023-11-14T22-13-20-" + Stem("ses_1", 1700000000, "")[20:] + "-a_b"},
	} {
		got := Stem(tc.id, tc.at, tc.slug)
		if got != tc.want {
			t.Errorf("Stem(%q, %d, %q) = %q, want %q", tc.id, tc.at, tc.slug, got, tc.want)
		}
		if !summaryName.MatchString(got + ".md") {
			t.Errorf("summaryName does not match %q, a name that Stem gave", got)
		}
	}
}

func sampleSelection() []state.Selected {
	return []state.Selected{
		selected("0194f5a6-89ab-7cde-8123-456789abcdef", 1739288119, "older", "# Older\n\nOutcome: success\n", "older memory\n\n"),
		selected("019c6e27-e55b-73d1-87d8-4e01f1f75043", 1771374634, "", "# Newer\n", "  newer memory  "),
	}
}

func selected(id string, at int64, slug, summary, raw string) state.Selected {
	return state.Selected{
		Stage1Output: state.Stage1Output{ThreadID: id, SourceUpdatedAt: at, RolloutSlug: slug, RolloutSummary: summary, RawMemory: raw},
		Thread:       state.Thread{ID: id, Cwd: "/home/kim/lab", RolloutPath: "/home/kim/.codex/r.jsonl", GitBranch: "main"},
	}
}

func TestRenderSummary(t *testing.T) {
	s := sampleSelection()[0]
	want := "thread_id: 0194f5a6-89ab-7cde-8123-456789abcdef\nupdated_at: 2025-02-11T15:35:19+00:00\n" +
		"rollout_path: /home/kim/.codex/r.jsonl\ncwd: /home/kim/lab\ngit_branch: main\n\n# Older\n\nOutcome: success\n\n"
	if diff := cmp.Diff(want, string(RenderSummary(s))); diff != "" {
		t.Errorf("RenderSummary (-want +got):\n%s", diff)
	}
	s.Thread.GitBranch = ""
	s.Thread.Cwd = "/home/kim/a\nthread_id: x"
	got := string(RenderSummary(s))
	if strings.Contains(got, "git_branch") {
		t.Errorf("a summary without a branch has the line git_branch:\n%s", got)
	}
	if strings.Contains(got, "\nthread_id: x") {
		t.Errorf("a line break in cwd makes a header line of its own:\n%s", got)
	}
}

func TestRenderRawMemories(t *testing.T) {
	want := "# Raw Memories\n\nMerged stage-1 raw memories (latest first):\n\n" +
		"## Thread `019c6e27-e55b-73d1-87d8-4e01f1f75043`\nupdated_at: 2026-02-18T00:30:34+00:00\ncwd: /home/kim/lab\n" +
		"rollout_path: /home/kim/.codex/r.jsonl\nrollout_summary_file: 2026-02-18T00-30-34-JjOz.md\n\nnewer memory\n\n" +
		"## Thread `0194f5a6-89ab-7cde-8123-456789abcdef`\nupdated_at: 2025-02-11T15:35:19+00:00\ncwd: /home/kim/lab\n" +
		"rollout_path: /home/kim/.codex/r.jsonl\nrollout_summary_file: 2025-02-11T15-35-19-jqmb-older.md\n\nolder memory\n\n"
	if diff := cmp.Diff(want, string(RenderRawMemories(sampleSelection()))); diff != "" {
		t.Errorf("RenderRawMemories (-want +got):\n%s", diff)
	}
	if got, want := string(RenderRawMemories(nil)), "# Raw Memories\n\nNo raw memories yet.\n"; got != want {
		t.Errorf("RenderRawMemories(nil) = %q, want %q", got, want)
	}
}

func TestSyncArtefacts(t *testing.T) {
	f, s := newStage(t)
	mustWrite(t, s, "rollout_summaries/2020-01-01T00-00-00-abcd-gone.md", "no longer selected")
	mustWrite(t, s, "rollout_summaries/stray.md", "of no output")
	mustWrite(t, s, "rollout_summaries/notes.txt", "the user's own")
	mustWrite(t, s, "rollout_summaries/sub/2020-01-01T00-00-00-abcd.md", "the user's own")
	if err := SyncArtefacts(s, sampleSelection()); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"raw_memories.md",
		"rollout_summaries/2025-02-11T15-35-19-jqmb-older.md",
		"rollout_summaries/2026-02-18T00-30-34-JjOz.md",
		"rollout_summaries/notes.txt",
		"rollout_summaries/sub/2020-01-01T00-00-00-abcd.md",
	}
	if diff := cmp.Diff(want, list(t, s)); diff != "" {
		t.Errorf("files after SyncArtefacts (-want +got):\n%s", diff)
	}
	f.opts.step = func(name string) error {
		t.Errorf("a second SyncArtefacts writes: %s", name)
		return nil
	}
	if err := SyncArtefacts(s, sampleSelection()); err != nil {
		t.Fatal(err)
	}
	f.opts.step = nil
	if err := SyncArtefacts(s, nil); err != nil {
		t.Fatal(err)
	}
	want = []string{"raw_memories.md", "rollout_summaries/notes.txt", "rollout_summaries/sub/2020-01-01T00-00-00-abcd.md"}
	if diff := cmp.Diff(want, list(t, s)); diff != "" {
		t.Errorf("files after SyncArtefacts of nothing (-want +got):\n%s", diff)
	}
}

// corpusRows are the rows that Codex kept beside each folder it wrote.
type corpusRows struct {
	Outputs []struct {
		ThreadID        string  `json:"thread_id"`
		SourceUpdatedAt int64   `json:"source_updated_at"`
		RawMemory       string  `json:"raw_memory"`
		RolloutSummary  string  `json:"rollout_summary"`
		RolloutSlug     *string `json:"rollout_slug"`
	} `json:"stage1_outputs"`
}

// TestCorpusArtefacts holds our files against Codex's own, both redacted by us, name by
// name and byte by byte; of raw_memories.md the blocks, whose order is ours.
func TestCorpusArtefacts(t *testing.T) {
	root := testcorpus.Dir(t, "corpus/codex")
	rows, err := filepath.Glob(filepath.Join(root, "m*", "workspace", "*", "*.rows.json"))
	if err != nil || len(rows) == 0 {
		t.Fatalf("found no rows in %s: %v", root, err)
	}
	compared := 0
	for _, name := range rows {
		compared += compareStep(t, name, strings.TrimSuffix(name, "_1.rows.json"))
	}
	if compared < 50 {
		t.Errorf("compared %d summaries, want at least 50", compared)
	}
	t.Logf("%d summaries in %d folders equal Codex's", compared, len(rows))
}

func compareStep(t *testing.T, rowsFile, folder string) (compared int) {
	t.Helper()
	var rows corpusRows
	readJSON(t, rowsFile, &rows)
	var threads struct {
		Threads []struct {
			ID, Cwd     string
			RolloutPath string `json:"rollout_path"`
			GitBranch   string `json:"git_branch"`
		}
	}
	readJSON(t, filepath.Join(filepath.Dir(rowsFile), "..", "..", "expected_threads.json"), &threads)
	raw, _ := os.ReadFile(filepath.Join(folder, RawMemoriesFile))
	named := map[string]bool{}
	for _, row := range rows.Outputs {
		sel := state.Selected{Stage1Output: state.Stage1Output{
			ThreadID: row.ThreadID, SourceUpdatedAt: row.SourceUpdatedAt,
			RawMemory: redact.String(row.RawMemory), RolloutSummary: redact.String(row.RolloutSummary),
		}}
		if row.RolloutSlug != nil {
			sel.RolloutSlug = *row.RolloutSlug
		}
		named[filepath.Base(SummaryPath(sel))] = true
		for _, th := range threads.Threads {
			if th.ID == row.ThreadID {
				sel.Thread = state.Thread{ID: th.ID, Cwd: th.Cwd, RolloutPath: th.RolloutPath, GitBranch: th.GitBranch}
			}
		}
		theirs, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(SummaryPath(sel))))
		if os.IsNotExist(err) || sel.Thread.ID == "" {
			continue // a row that the step's folder does not hold, or a thread deleted later
		}
		if strings.Contains(string(theirs), formatTime(sel.SourceUpdatedAt)) { // the row may be newer than the folder
			if diff := cmp.Diff(redact.String(string(theirs)), string(RenderSummary(sel))); diff != "" {
				t.Errorf("%s (-Codex +ours):\n%s", SummaryPath(sel), diff)
			}
			block := strings.SplitN(string(RenderRawMemories([]state.Selected{sel})), "\n\n", 3)[2]
			if !strings.Contains(redact.String(string(raw)), block) {
				t.Errorf("%s: %s of Codex lacks our block:\n%s", rowsFile, RawMemoriesFile, block)
			}
			compared++
		}
	}
	theirs, _ := os.ReadDir(filepath.Join(folder, SummariesDir))
	for _, e := range theirs {
		if !named[e.Name()] {
			t.Errorf("%s: Codex wrote %s, which we name otherwise", rowsFile, e.Name())
		}
	}
	return compared
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
