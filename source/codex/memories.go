package codex

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Memories is what one memory root of Codex holds: the folder, and the stage-1 outputs
// in the database beside it.
type Memories struct {
	Dir     string // the folder, "" where there is none
	DB      string // the database, "" where there is none
	Outputs []MemoryOutput
}

// MemoryOutput is one row of Codex's stage1_outputs. Its texts are as Codex stored them: not redacted.
type MemoryOutput struct {
	ThreadID                  string
	RawMemory, RolloutSummary string
	RolloutSlug               string // "" = none
	SourceUpdatedAt           int64  // Unix seconds, as those below
	GeneratedAt               int64
	UsageCount                int64
	LastUsage                 int64 // 0 = never
}

// memoryDBName takes the root's name out of a database's: memories_1.sqlite, memories_v2_1.sqlite.
var memoryDBName = regexp.MustCompile(`^(memories(?:_v\d+)?)_(\d+)\.sqlite$`)

// ReadMemories reads the memory roots in a home, by name. Nothing of them is touched.
func ReadMemories(ctx context.Context, home string) ([]Memories, error) {
	entries, err := os.ReadDir(home)
	if err != nil {
		return nil, fmt.Errorf("read Codex's memories: %w", err)
	}
	roots := map[string]*Memories{}
	root := func(name string) *Memories {
		if roots[name] == nil {
			roots[name] = &Memories{}
		}
		return roots[name]
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() && (name == "memories" || strings.HasPrefix(name, "memories_v")) {
			root(name).Dir = filepath.Join(home, name)
		}
		if m := memoryDBName.FindStringSubmatch(name); m != nil && e.Type().IsRegular() {
			r := root(m[1])
			r.DB = newerDB(r.DB, filepath.Join(home, name))
		}
	}
	var out []Memories
	for _, name := range sortedKeys(roots) {
		r := roots[name]
		if r.DB != "" {
			if r.Outputs, err = readOutputs(ctx, r.DB); err != nil {
				return nil, err
			}
		}
		out = append(out, *r)
	}
	return out, nil
}

func sortedKeys(m map[string]*Memories) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// newerDB prefers the database of the higher version.
func newerDB(a, b string) string {
	if len(a) != len(b) {
		if len(a) > len(b) {
			return a
		}
		return b
	}
	return max(a, b)
}

func readOutputs(ctx context.Context, path string) (out []MemoryOutput, err error) {
	err = withDatabase(ctx, path, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, `SELECT thread_id, source_updated_at, raw_memory, rollout_summary, coalesce(rollout_slug, ''),
			generated_at, coalesce(usage_count, 0), coalesce(last_usage, 0) FROM stage1_outputs ORDER BY thread_id`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var o MemoryOutput
			if err := rows.Scan(&o.ThreadID, &o.SourceUpdatedAt, &o.RawMemory, &o.RolloutSummary, &o.RolloutSlug, &o.GeneratedAt, &o.UsageCount, &o.LastUsage); err != nil {
				return err
			}
			out = append(out, o)
		}
		return rows.Err()
	})
	slices.SortFunc(out, func(a, b MemoryOutput) int { return cmp.Compare(a.ThreadID, b.ThreadID) })
	return out, err
}
