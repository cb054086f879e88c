package memory

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
)

const (
	importedThread = "0194f5a6-89ab-7cde-8123-456789abcdef"
	forgottenOne   = "0194f5a6-89ab-7cde-8123-456789abcd00"
)

// codexMemory lays out a Codex home with a memory of its own.
func codexMemory(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	files := map[string]string{
		"memories/MEMORY.md":                                           "# Task Group: pier\n\nscope: the pier\n\n## User preferences\n\n- lay planks crosswise\n",
		"memories/memory_summary.md":                                   "v1\n\n## User preferences\n\n- lay planks crosswise, token sk-proj-Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp9Oo8Nn7T3BlbkFJabcdefgh12345678\n",
		"memories/skills/deck/SKILL.md":                                "---\nname: deck\ndescription: lay a deck\n---\n\n1. measure\n",
		"memories/extensions/ad_hoc/notes/2025-02-11T10-00-00-tide.md": "The tide table hangs in the shed.\n",
	}
	for name, text := range files {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", filepath.Join(home, "memories_1.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(`CREATE TABLE stage1_outputs (thread_id TEXT PRIMARY KEY, source_updated_at INTEGER NOT NULL, raw_memory TEXT NOT NULL,
		rollout_summary TEXT NOT NULL, rollout_slug TEXT, generated_at INTEGER NOT NULL, usage_count INTEGER, last_usage INTEGER,
		selected_for_phase2 INTEGER NOT NULL DEFAULT 0, selected_for_phase2_source_updated_at INTEGER);
		INSERT INTO stage1_outputs VALUES (?, ?, ?, '# The pier' || char(10), 'pier', ?, 4, ?, 1, 1), (?, 5, 'raw', 'sum', NULL, 6, NULL, NULL, 0, NULL)`,
		importedThread, testNow.Unix()-9000, "---\ndescription: pier\ntask_group: pier\ncwd: /srv/pier\n---\n\n### Task 1: planks\n\nPreference signals:\n- \"lay planks crosswise\" -> crosswise\n",
		testNow.Unix()-8000, testNow.Unix()-100, forgottenOne)
	if err != nil {
		t.Fatal(err)
	}
	return home
}

func TestImportCodexTakesOverWithUsageAndLeavesTheOriginal(t *testing.T) {
	ctx := context.Background()
	codexHome, home := codexMemory(t), t.TempDir()
	before := stamps(t, codexHome)
	m, err := openTest(ctx, home, codexHome)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.store.AddTombstone(ctx, state.Tombstone{Kind: state.TombThread, Value: forgottenOne}); err != nil {
		t.Fatal(err)
	}
	got, err := m.ImportCodex(ctx, codexHome)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ImportReport{From: codexHome, Outputs: 1, Skipped: 1, Files: 4}, got); diff != "" {
		t.Errorf("imported (-want +got):\n%s", diff)
	}
	out, err := m.store.Output(ctx, importedThread)
	if err != nil || out.UsageCount != 4 || out.LastUsage != testNow.Unix()-100 || out.RolloutSlug != "pier" {
		t.Errorf("output = %+v, %v; want it with its usage", out, err)
	}
	if _, err := m.store.Output(ctx, forgottenOne); !errors.Is(err, state.ErrNotFound) {
		t.Errorf("the forgotten thread's output: %v, want ErrNotFound", err)
	}
	if diff := cmp.Diff(before, stamps(t, codexHome)); diff != "" {
		t.Errorf("the original changed (-before +after):\n%s", diff)
	}
	if _, err := m.Sync(ctx, SyncOptions{Now: true}, nil); err != nil {
		t.Fatal(err)
	}
	files := folder(t, home)
	for name, want := range map[string]string{
		"MEMORY.md": "lay planks crosswise", "raw_memories.md": importedThread, "skills/deck/SKILL.md": "name: deck",
		"extensions/codex_import/resources/memories-memory_summary.md": "[REDACTED_SECRET]",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s does not hold %q:\n%s", name, want, files[name])
		}
	}
	for name, text := range files {
		if strings.Contains(text, "sk-proj-Zz9") {
			t.Errorf("%s holds a secret", name)
		}
	}

	again, err := m.ImportCodex(ctx, codexHome)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ImportReport{From: codexHome, Known: 1, Skipped: 1, Kept: 4}, again); diff != "" {
		t.Errorf("imported again (-want +got):\n%s", diff)
	}
}

func TestImportCodexOfNothing(t *testing.T) {
	ctx := context.Background()
	m, err := openTest(ctx, t.TempDir(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, home := range []string{t.TempDir(), filepath.Join(t.TempDir(), "absent")} {
		if _, err := m.ImportCodex(ctx, home); !errors.Is(err, ErrNothingToImport) {
			t.Errorf("import of %s: %v, want ErrNothingToImport", home, err)
		}
	}
}
