package consolidate

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed50391015/reverie/memory/state"
)

// leased runs the steps while a heartbeat keeps the lease. The steps' context ends, with
// state.ErrLeaseLost as its cause, in the moment in which the lease is found lost.
func (r *run) leased(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	beating, stop := context.WithCancel(ctx)
	var g errgroup.Group
	g.Go(func() error { return r.heartbeat(beating, cancel) })
	err := r.steps(ctx)
	stop()
	if lost := g.Wait(); lost != nil && err != nil {
		return errors.Join(lost, err)
	}
	return err
}

// heartbeat extends the lease until it is told to stop. Other troubles than a lost lease
// (a database that is busy for a while) are met again at the next beat; the promotion
// confirms the lease in any case.
func (r *run) heartbeat(ctx context.Context, lost context.CancelCauseFunc) error {
	tick := time.NewTicker(state.HeartbeatSeconds * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := r.Store.HeartbeatGlobal(ctx, r.claim); errors.Is(err, state.ErrLeaseLost) {
			lost(err)
			return err
		}
	}
}
