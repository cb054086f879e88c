package memory

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed50391015/reverie/source"
)

// SampleSource is the name of the source of bundled, invented sessions.
const SampleSource = "sample"

// leaveSample takes the bundled sessions out of a home that learns from real ones now.
func (m *Memory) leaveSample(ctx context.Context) error {
	if slices.ContainsFunc(m.o.Sources, func(s source.Source) bool { return s.Name() == SampleSource }) {
		return nil
	}
	ledgers, err := m.store.Ledgers(ctx, SampleSource)
	if err != nil {
		return err
	}
	for _, l := range ledgers {
		if l.ThreadID == "" {
			continue
		}
		if err := m.store.DeleteThread(ctx, l.ThreadID); err != nil && !isNotFound(err) {
			return fmt.Errorf("drop sample thread %s: %w", l.ThreadID, err)
		}
	}
	return nil
}
