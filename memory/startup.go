package memory

import (
	"context"
	"fmt"
	"strings"
)

// Session is what the background trigger must know of the session that starts.
type Session struct {
	ThreadID  string    // it is never learned from while it runs
	Kind      string    // how it was started: cli, exec, subagent, internal, …
	Ephemeral bool      // it leaves no ledger
	Off       bool      // memory is off for it
	Limits    RateLimit // what the provider last said; the zero value says nothing
}

// RateLimit is what a provider last reported of its limits.
type RateLimit struct {
	Reached     bool
	UsedPercent []float64 // one a window
}

// Allows reports whether at least remaining percent of every window are left. Without
// data everything is allowed.
func (r RateLimit) Allows(remaining int) bool {
	if r.Reached {
		return false
	}
	for _, used := range r.UsedPercent {
		if used > float64(100-remaining) {
			return false
		}
	}
	return true
}

// Gate tells why a background run does not begin for a session; "" where it may. The
// setting generate_memories is no gate: it makes new threads disabled.
func (m *Memory) Gate(s Session) string {
	switch {
	case s.Ephemeral:
		return "the session is ephemeral"
	case s.Off:
		return "memory is off for the session"
	case strings.HasPrefix(s.Kind, "subagent"), strings.HasPrefix(s.Kind, "internal"):
		return fmt.Sprintf("the session is of kind %s", s.Kind)
	case m.o.ReadOnly:
		return "the state is open for reading alone"
	case !s.Limits.Allows(m.o.Settings.MinRateLimitRemaining):
		return fmt.Sprintf("less than %d %% of the rate limit is left", m.o.Settings.MinRateLimitRemaining)
	}
	return ""
}

// Startup is the background run that a root session begins with: prune, phase 1 for at
// most max_rollouts_per_startup sessions, phase 2 unless it cools down or another run
// has it. gate is the reason where nothing was done.
func (m *Memory) Startup(ctx context.Context, s Session, progress func(Event)) (report SyncReport, gate string, err error) {
	if gate = m.Gate(s); gate != "" {
		return report, gate, nil
	}
	report, err = m.Sync(ctx, SyncOptions{Background: true, Current: s.ThreadID}, progress)
	return report, "", err
}
