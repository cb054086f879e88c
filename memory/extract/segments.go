package extract

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/conversation/rollout"
)

// A thread of Codex is one ledger file, or several: a revert begins a new segment, whose
// `history_base` says up to which ordinal of which earlier segment it builds on. What
// lies beyond was taken back.

// OrderSegments returns the ledger files of one thread oldest first, each segment once:
// of one that stands plain and compressed the plain one is kept. The first segment bears
// no rollout id; the rollout ids are UUIDv7, which sort by time.
func OrderSegments(paths []string) []string {
	sorted := slices.Clone(paths)
	slices.SortFunc(sorted, func(a, b string) int {
		an, _ := rollout.ParseName(a)
		bn, _ := rollout.ParseName(b)
		return cmp.Or(cmp.Compare(an.RolloutID, bn.RolloutID), cmp.Compare(filepath.Base(a), filepath.Base(b)), cmp.Compare(a, b))
	})
	return slices.CompactFunc(sorted, func(a, b string) bool {
		return strings.TrimSuffix(filepath.Base(a), ".zst") == strings.TrimSuffix(filepath.Base(b), ".zst")
	})
}

// segmentAll is the limit of a segment of which nothing was taken back.
const segmentAll = int64(1)<<62 - 1

// segmentLimits says for each segment, oldest first, from which ordinal on its records
// were taken back: the lineage is walked from the newest segment; one that is not on it
// was taken back whole. metas are the segments' own, zero where unknown.
func segmentLimits(paths []string, metas []rollout.Meta) []int64 {
	limits, ids := make([]int64, len(paths)), make([]string, len(paths))
	for i, path := range paths {
		name, _ := rollout.ParseName(path)
		limits[i], ids[i] = segmentAll, name.SegmentID()
	}
	at := len(paths) - 1
	if at <= 0 || metas[at].HistoryBase == nil {
		return limits // no lineage is told: nothing is known to be taken back
	}
	clear(limits)
	limit := segmentAll
	for seen := make([]bool, len(paths)); at >= 0 && !seen[at]; {
		seen[at], limits[at] = true, limit
		base := metas[at].HistoryBase
		if base == nil {
			break
		}
		if base.EndOrdinalExclusive >= 0 {
			limit = min(limit, base.EndOrdinalExclusive)
		}
		at = slices.Index(ids, base.SegmentID)
	}
	return limits
}
