package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var folderFiles = map[string]string{
	"MEMORY.md": "# Task Group: shop\n\nscope: work\napplies_to: cwd=/home/mia/shop, /home/mia/wt; reuse_rule=here\n\n## Task 1: totals, success\n\n### keywords\n\n- cart, cents\n\n" +
		"## Reusable knowledge\n\n- prices are integers [Task 1]\n\n# Task Group: general\n\napplies_to: cwd=any; reuse_rule=all\n\n## User preferences\n\n- short answers zebra\n",
	"memory_summary.md": "v1\n\n## User Profile\n\nnot indexed: okapi\n",
	"raw_memories.md": "# Raw Memories\n\nMerged.\n\n## Thread `0194f5a6-89ab-7cde-8123-456789abcdef`\nupdated_at: 2026-01-01T00:00:00+00:00\ncwd: /home/mia/shop\nrollout_path: /l/one.jsonl\nrollout_summary_file: a.md\n\n" +
		"---\ndescription: rounding of totals\nkeywords: cart\n---\n\n### Task 1: x [L5]\n- giraffe\n\n## Thread `019c6e27-e55b-73d1-87d8-4e01f1f75043`\nupdated_at: 2026-02-01T00:00:00+00:00\ncwd: /home/mia/blog\n\n- heron\n",
	"rollout_summaries/2026-01-01T00-00-00-aaaa-totals.md": "thread_id: 0194f5a6-89ab-7cde-8123-456789abcdef\nupdated_at: 2026-01-01T00:00:00+00:00\nrollout_path: /l/one.jsonl\ncwd: /home/mia/shop\ngit_branch: main\n\n# Totals are rounded\n\n- ibis\n",
	"skills/deploy/SKILL.md":                               "---\nname: deploy\ndescription: ship it, on jackal\n---\n\n1. make ship\n",
	"skills/deploy/scripts/ship.sh":                        "#!/bin/sh\necho koala\n",
	"extensions/ad_hoc/notes/2026-01-05T00-00-00-x.md":     "always lemur\n",
	"extensions/ad_hoc/instructions.md":                    "not indexed: okapi\n",
	".git/x.md":                                            "not indexed: okapi\n",
	"rollout_summaries/.draft.md":                          "not indexed: okapi\n",
}

func writeFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range folderFiles {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "memory_summary.md"), filepath.Join(dir, "rollout_summaries", "link.md")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func syncFolder(t *testing.T, x *Index, dir string, now time.Time) SyncStats {
	t.Helper()
	stats, err := x.Sync(context.Background(), ScopeFolder, Folder(dir, func() time.Time { return now }))
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

func TestFolderDocuments(t *testing.T) {
	x, dir := openTest(t), writeFolder(t)
	syncFolder(t, x, dir, time.Now().Add(time.Hour))
	const one, summary = "0194f5a6-89ab-7cde-8123-456789abcdef", "rollout_summaries/2026-01-01T00-00-00-aaaa-totals.md"
	january := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	tests := []struct {
		query string
		want  Hit
	}{
		{"prices integers", Hit{Kind: KindHandbook, Path: "MEMORY.md", Line: 14, Project: "/home/mia/shop", Title: "shop: Reusable knowledge", Snippet: "- prices are integers [Task 1]"}},
		{"zebra", Hit{Kind: KindHandbook, Path: "MEMORY.md", Line: 22, Title: "general: User preferences", Snippet: "- short answers zebra"}},
		{"giraffe", Hit{Kind: KindRaw, Path: "raw_memories.md", Line: 17, ThreadID: one, Project: "/home/mia/shop", UpdatedAt: january, Title: "rounding of totals", Snippet: "- giraffe"}},
		{"heron", Hit{Kind: KindRaw, Path: "raw_memories.md", Line: 23, ThreadID: "019c6e27-e55b-73d1-87d8-4e01f1f75043", Project: "/home/mia/blog", UpdatedAt: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC).Unix(), Snippet: "- heron"}},
		{"ibis", Hit{Kind: KindSummary, Path: summary, Line: 9, ThreadID: one, Project: "/home/mia/shop", UpdatedAt: january, Title: "Totals are rounded", Snippet: "- ibis"}},
		{"jackal", Hit{Kind: KindSkill, Path: "skills/deploy/SKILL.md", Line: 3, Title: "deploy", Snippet: "description: ship it, on jackal"}},
		{"koala", Hit{Kind: KindSkill, Path: "skills/deploy/scripts/ship.sh", Line: 2, Title: "deploy/scripts/ship.sh", Snippet: "echo koala"}},
		{"lemur", Hit{Kind: KindNote, Path: "extensions/ad_hoc/notes/2026-01-05T00-00-00-x.md", Line: 1, Title: "2026-01-05T00-00-00-x", Snippet: "always lemur"}},
	}
	for _, tt := range tests {
		hits, err := x.Search(context.Background(), Query{Text: tt.query})
		if err != nil || len(hits) != 1 {
			t.Errorf("search %s: got %d hits, %v; want one", tt.query, len(hits), err)
			continue
		}
		got := hits[0]
		if got.Score <= 0 {
			t.Errorf("search %s: score %v", tt.query, got.Score)
		}
		got.Score = 0
		if got.ThreadID == "" {
			got.UpdatedAt = 0 // the file's own time
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("search %s (-want +got):\n%s", tt.query, diff)
		}
		// The line named is the line that holds the word.
		if text := lineAt(folderFiles[got.Path], got.Line); text != tt.want.Snippet {
			t.Errorf("search %s: %s:%d is %q", tt.query, got.Path, got.Line, text)
		}
	}
	if got := keys(t, x, Query{Text: "okapi"}); len(got) != 0 {
		t.Errorf("got %v, want none of the files that are passed over", got)
	}
}

func lineAt(text string, line int) string {
	n := 0
	for l := range splitLines(text) {
		if n++; n == line {
			return l
		}
	}
	return ""
}

func splitLines(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for start, i := 0, 0; i <= len(text); i++ {
			if i == len(text) || text[i] == '\n' {
				if !yield(text[start:i]) {
					return
				}
				start = i + 1
			}
		}
	}
}

func TestFolderIsReadOnlyWhereItChanged(t *testing.T) {
	x, dir := openTest(t), writeFolder(t)
	later := time.Now().Add(time.Hour)
	first := syncFolder(t, x, dir, later)
	if got := syncFolder(t, x, dir, later); got.Unchanged != first.Units || got.Written != 0 {
		t.Errorf("again: got %+v, want nothing read", got)
	}
	path := filepath.Join(dir, "extensions", "ad_hoc", "notes", "2026-01-05T00-00-00-x.md")
	if err := os.WriteFile(path, []byte("always mamba\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := syncFolder(t, x, dir, later); got.Written != 1 || got.Unchanged != first.Units-1 {
		t.Errorf("after a change: got %+v, want the one file read", got)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if got := syncFolder(t, x, dir, later); got.Removed != first.Written {
		t.Errorf("without the folder: got %+v, want all %d documents removed", got, first.Written)
	}
}

// A file written a moment ago may be written again in the same tick of the clock.
func TestFolderDoesNotTrustAFreshStamp(t *testing.T) {
	x, dir := openTest(t), writeFolder(t)
	path := filepath.Join(dir, "MEMORY.md")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	syncFolder(t, x, dir, info.ModTime())
	changed := []byte(folderFiles["MEMORY.md"])
	copy(changed[len(changed)-len("zebra\n"):], "quail\n")
	if err := errors.Join(os.WriteFile(path, changed, 0o600), os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
	syncFolder(t, x, dir, info.ModTime().Add(time.Hour))
	if got := keys(t, x, Query{Text: "quail"}); len(got) != 1 {
		t.Errorf("got %v, want the change seen though size and time are the same", got)
	}
}

func TestLedgerRowsDoNotFillTheAnswer(t *testing.T) {
	x := openTest(t)
	var docs []Doc
	for i := range 20 {
		d := doc("ledger"+string(rune('a'+i)), "lease lease", "lease lease lease")
		d.Kind, d.ThreadID = KindLedger, "t1"
		docs = append(docs, d)
	}
	mustSync(t, x, append(docs, doc("summary.md", "", "a word on the lease, and on much else that has nothing to do with it"))...)
	got := keys(t, x, Query{Text: "lease"})
	if len(got) != 3 || got[len(got)-1] != "summary.md" {
		t.Errorf("got %v, want two rows of the thread and the summary", got)
	}
}
