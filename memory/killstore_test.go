package memory

import (
	"context"
	"os"
	"sync/atomic"
	"syscall"

	"github.com/seed50391015/reverie/memory/state"
)

// killingStore counts the calls that change something or read for a decision, and kills
// the process at the nth: an odd n before a call is carried out, an even one after it.
type killingStore struct {
	state.Store
	calls atomic.Int64
	at    int
}

// around carries call out, with the two places to die beside it.
func (k *killingStore) around(call func()) {
	k.step()
	call()
	k.step()
}

func (k *killingStore) step() {
	if n := k.calls.Add(1); k.at > 0 && int(n) == k.at {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // never goes on
	}
}

func (k *killingStore) PutScan(ctx context.Context, l []state.Ledger, t []state.Thread) (err error) {
	k.around(func() { err = k.Store.PutScan(ctx, l, t) })
	return err
}

func (k *killingStore) Prune(ctx context.Context, days int) (n int, err error) {
	k.around(func() { n, err = k.Store.Prune(ctx, days) })
	return n, err
}

func (k *killingStore) ClaimStartup(ctx context.Context, f state.StartupFilter) (c []state.Claim, err error) {
	k.around(func() { c, err = k.Store.ClaimStartup(ctx, f) })
	return c, err
}

func (k *killingStore) FinishStage1(ctx context.Context, c state.Claim, o state.Stage1Output) (err error) {
	k.around(func() { err = k.Store.FinishStage1(ctx, c, o) })
	return err
}

func (k *killingStore) FinishStage1Empty(ctx context.Context, c state.Claim) (err error) {
	k.around(func() { err = k.Store.FinishStage1Empty(ctx, c) })
	return err
}

func (k *killingStore) SetRecords(ctx context.Context, id string, n, bad int64) (err error) {
	k.around(func() { err = k.Store.SetRecords(ctx, id, n, bad) })
	return err
}

func (k *killingStore) ClaimGlobal(ctx context.Context, w string, skip bool) (c state.Claim, err error) {
	k.around(func() { c, err = k.Store.ClaimGlobal(ctx, w, skip) })
	return c, err
}

func (k *killingStore) Select(ctx context.Context, n, days int) (s []state.Selected, err error) {
	k.around(func() { s, err = k.Store.Select(ctx, n, days) })
	return s, err
}

func (k *killingStore) StageGenerated(ctx context.Context, g []state.Generated) (err error) {
	k.around(func() { err = k.Store.StageGenerated(ctx, g) })
	return err
}

func (k *killingStore) HeartbeatGlobal(ctx context.Context, c state.Claim) (err error) {
	k.around(func() { err = k.Store.HeartbeatGlobal(ctx, c) })
	return err
}

func (k *killingStore) FinishGlobal(ctx context.Context, c state.Claim, w int64, s []state.SelectionKey, e []state.HandEdit) (err error) {
	k.around(func() { err = k.Store.FinishGlobal(ctx, c, w, s, e) })
	return err
}
