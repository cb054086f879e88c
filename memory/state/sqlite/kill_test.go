//go:build unix

package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
)

// Each transaction is killed at each table that it writes to: what was there before is
// there after, all of it and nothing else, and the same call then succeeds.
func TestKilledInsideATransaction(t *testing.T) {
	for _, test := range []struct {
		child  string
		claims bool     // the child claims a job before, in a transaction of its own
		tables []string // the operation on a table at which the process dies
	}{
		{"finish1", true, []string{"INSERT ON stage1_outputs", "INSERT ON jobs WHEN NEW.status = 'done'", "INSERT ON jobs WHEN NEW.kind = 'memory_consolidate_global'"}},
		{"finish2", true, []string{
			"INSERT ON jobs WHEN NEW.status = 'done'", "DELETE ON selection", "INSERT ON selection", "UPDATE ON stage1_outputs",
			"INSERT ON generated", "DELETE ON generated_staged", "DELETE ON hand_edits", "INSERT ON hand_edits",
		}},
		{"forget", false, []string{"INSERT ON tombstones", "DELETE ON stage1_outputs", "DELETE ON jobs", "UPDATE ON threads", "INSERT ON jobs"}},
		{"scan", false, []string{"INSERT ON threads", "INSERT ON ledgers", "UPDATE ON threads WHEN NEW.id > '" + firstID() + "'"}},
		{"reset", false, []string{"DELETE ON stage1_outputs", "DELETE ON jobs", "DELETE ON selection", "DELETE ON generated", "DELETE ON hand_edits"}},
	} {
		for _, at := range test.tables {
			t.Run(test.child+" at "+at, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "state.db")
				prepare(t, path)
				execute(t, path, `CREATE TRIGGER killer AFTER `+at+` BEGIN SELECT die(); END`)
				before := dump(t, path)
				cmd := child(t, test.child, path)
				killed(t, cmd, cmd.Run())
				after := dump(t, path)
				if test.claims {
					// The transaction before, which claimed the job, was committed.
					if jobs := len(after["jobs"]); jobs < 3 {
						t.Errorf("got %d jobs after the kill, want at least 3", jobs)
					}
					delete(before, "jobs")
					delete(after, "jobs")
				}
				if diff := cmp.Diff(before, after); diff != "" {
					t.Errorf("database changed by a killed transaction (-before +after):\n%s", diff)
				}
				execute(t, path, `DROP TRIGGER killer`, `UPDATE jobs SET lease_until = 1 WHERE status = 'running'`)
				if err := children[test.child](t.Context(), path); err != nil {
					t.Errorf("the same call after the kill: got %v, want none", err)
				}
			})
		}
	}
}

// prepare makes a database in which each of the children has something to do.
func prepare(t *testing.T, path string) {
	t.Helper()
	ctx := t.Context()
	err := withStore(ctx, path, func(s *sqlite.Store) error {
		_, threads := scanOf(3)
		if err := s.PutScan(ctx, []state.Ledger{{Path: "old", ThreadID: threads[0].ID}}, threads); err != nil {
			return err
		}
		for _, thread := range threads[:2] {
			out := state.Stage1Output{ThreadID: thread.ID, SourceUpdatedAt: thread.SourceUpdatedAt(), RawMemory: "raw", RolloutSummary: "s"}
			if err := s.PutOutput(ctx, out); err != nil {
				return err
			}
		}
		c, err := s.ClaimGlobal(ctx, "w", true)
		if err != nil {
			return err
		}
		for _, path := range []string{"MEMORY.md", "memory_summary.md"} {
			if err := s.StageGenerated(ctx, []state.Generated{{Path: path, LineHashes: []string{"a"}}}); err != nil {
				return err
			}
		}
		keys := []state.SelectionKey{{ThreadID: threads[0].ID, SourceUpdatedAt: threads[0].SourceUpdatedAt()}}
		if err := s.FinishGlobal(ctx, c, 5, keys, []state.HandEdit{{Path: "p", Kind: "delete", Anchor: "h"}}); err != nil {
			return err
		}
		return s.StageGenerated(ctx, []state.Generated{{Path: "MEMORY.md", LineHashes: []string{"b"}}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// dump reads every row of every table.
func dump(t *testing.T, path string) map[string][]string {
	t.Helper()
	db := raw(t, path)
	out := make(map[string][]string)
	for _, table := range query[string](t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`) {
		columns := query[string](t, db, `SELECT group_concat('quote(' || name || ')', ' || '','' || ') FROM pragma_table_info('`+table+`')`)
		out[table] = query[string](t, db, `SELECT `+columns[0]+` FROM `+table+` ORDER BY 1`)
	}
	if len(out) < 10 {
		t.Fatalf("got %d tables, want the whole schema", len(out))
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}
