package extract

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/seed50391015/reverie/conversation/rollout"
)

// fileLimit is from which ordinal on a segment's records were taken back, as the other
// segments of its thread tell that stand in the same home (without a home: in the same
// folder).
func fileLimit(path string, m rollout.Meta) int64 {
	if m.HistoryMode != rollout.ModePaginated {
		return segmentAll // one file is the thread
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	name, _ := rollout.ParseName(path)
	if name.ThreadID == "" {
		return segmentAll
	}
	paths := []string{path}
	for _, p := range homeLedgers(path) {
		if n, ok := rollout.ParseName(p); ok && n.ThreadID == name.ThreadID && n.RolloutID != name.RolloutID {
			paths = append(paths, p)
		}
	}
	paths = OrderSegments(paths)
	metas := make([]rollout.Meta, len(paths))
	for i, p := range paths {
		if metas[i] = m; p != path {
			metas[i], _ = segmentMeta(p)
		}
	}
	return segmentLimits(paths, metas)[slices.Index(paths, path)]
}

// homeLedgers lists the ledgers of a ledger's home, or of its folder; what cannot be
// listed is left out.
func homeLedgers(path string) (paths []string) {
	if home := rollout.HomeOf(path); home != "" {
		found, _ := rollout.FindLedgers(home)
		for _, f := range found {
			paths = append(paths, f.Path)
		}
		return paths
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		if e.Type().IsRegular() {
			paths = append(paths, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return paths
}
