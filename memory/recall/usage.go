package recall

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// UsageStore counts uses of stage-1 outputs; state.Store is one.
type UsageStore interface {
	// RecordUsage adds one use, now, to each output named; unknown ids are ignored.
	RecordUsage(ctx context.Context, threadIDs []string) (known int, err error)
}

// Cited counts one use for each thread that a citation names, however often it names
// it, and returns how many of them the store knows. What is not a thread id never
// reaches the store.
func Cited(ctx context.Context, store UsageStore, c Citation) (known int, err error) {
	ids := c.ThreadIDs()
	if len(ids) == 0 {
		return 0, nil
	}
	known, err = store.RecordUsage(ctx, ids)
	if err != nil {
		return 0, fmt.Errorf("count the use of %d cited threads: %w", len(ids), err)
	}
	return known, nil
}

// ThreadIDs returns the cited ids that have the form of a thread id, lower-cased, each once, in order.
func (c Citation) ThreadIDs() []string {
	var ids []string
	for _, id := range c.RolloutIDs {
		if id = strings.ToLower(id); isThreadID(id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// isThreadID accepts the plain form of a UUID alone, none of the others that uuid.Parse takes.
func isThreadID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }
