package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/seed50391015/reverie/memory/consolidate"
	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
)

// SyncOptions are one sync's own settings.
type SyncOptions struct {
	Now         bool      // skip idle time and cooldown
	Since       time.Time // with SinceSet: sessions updated at or after it, instead of max_rollout_age_days
	SinceSet    bool      // the zero Since then means all
	Limit       int       // at most so many sessions; 0 = until nothing eligible is left
	AllowShrink bool      // let a consolidation drop most of the handbook
	Current     string    // a thread that is running now and is left alone
	Background  bool      // as a session's start does it: bounded, within the cooldown, waiting for nobody
}

// SyncReport tells what a sync did.
type SyncReport struct {
	Scan          Scanned
	Pruned        int
	Learned       int // outputs stored
	Sessions      []LearnedSession
	Nothing       int // sessions with nothing worth keeping
	Failures      []Failure
	Consolidation consolidate.Report
	Took          time.Duration
}

// LearnedSession is one session that something was learned from.
type LearnedSession struct {
	ThreadID string `json:"id"`
	Day      string `json:"day"`     // UTC date of its last record
	Project  string `json:"project"` // the last element of its folder
	Title    string `json:"title"`
	Found    string `json:"found"` // what it brought, in a few words
}

// Failure is one session that could not be extracted.
type Failure struct {
	ThreadID string `json:"id"`
	Title    string `json:"title"`
	Reason   string `json:"reason"`
}

// consolidatePoll is how often a sync that found another consolidation running looks again.
const consolidatePoll = 200 * time.Millisecond

// Sync does the main job: scan, prune, phase 1 until nothing eligible is left, phase 2.
// Failures of single sessions are in the report; the error is for a run that could not
// be done. Several syncs at once share the work, and the last one to finish leaves the folder of them all.
func (m *Memory) Sync(ctx context.Context, o SyncOptions, progress func(Event)) (SyncReport, error) {
	begin := m.o.Now()
	if progress == nil {
		progress = func(Event) {}
	}
	var report SyncReport
	var err error
	if err := m.leaveSample(ctx); err != nil {
		return report, fmt.Errorf("leave the sample: %w", err)
	}
	progress(Event{Stage: StageScan})
	if report.Scan, err = m.Scan(ctx); err != nil {
		return report, err
	}
	progress(Event{Stage: StageScan, Done: report.Scan.Ledgers, Total: report.Scan.Ledgers})
	if report.Pruned, err = m.store.Prune(ctx, m.o.Settings.MaxUnusedDays); err != nil {
		return report, fmt.Errorf("prune outputs: %w", err)
	}
	if err := m.learn(ctx, o, &report, progress); err != nil {
		return report, err
	}
	slices.SortFunc(report.Sessions, func(a, b LearnedSession) int {
		return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(b.ThreadID, a.ThreadID))
	})
	progress(Event{Stage: StageConsolidate})
	if report.Consolidation, err = m.consolidate(ctx, o, progress); err != nil {
		return report, fmt.Errorf("consolidate: %w", err)
	}
	progress(Event{Stage: StageConsolidate, Done: 1, Total: 1})
	if err := m.tidy(ctx, progress); err != nil {
		return report, err
	}
	report.Took = m.o.Now().Sub(begin)
	return report, nil
}

// tidy brings the index up to date, and makes sure that nothing is left of threads that
// are not to be remembered any more.
func (m *Memory) tidy(ctx context.Context, progress func(Event)) error {
	dropped, err := m.store.DropUnwanted(ctx)
	if err != nil {
		return fmt.Errorf("drop what is not to be remembered: %w", err)
	}
	if err := m.refreshIndex(ctx, progress); err != nil {
		return fmt.Errorf("refresh the search index: %w", err)
	}
	if len(dropped) == 0 {
		return nil
	}
	return m.scrub(ctx)
}

// filter says which threads this sync may claim.
func (m *Memory) filter(o SyncOptions) state.StartupFilter {
	now := m.o.Now()
	f := state.StartupFilter{Worker: m.worker, SourceKinds: m.o.Settings.Sources, CurrentThread: o.Current}
	if o.SinceSet {
		if !o.Since.IsZero() {
			f.MinUpdatedAt = o.Since.Unix()
		}
	} else {
		f.MinUpdatedAt = now.AddDate(0, 0, -m.o.Settings.MaxRolloutAgeDays).Unix()
	}
	if !o.Now {
		f.MaxUpdatedAt = now.Add(-time.Duration(m.o.Settings.MinRolloutIdleHours) * time.Hour).Unix()
	}
	return f
}

// learn is phase 1: it claims batches of sessions and extracts them side by side until
// nothing eligible is left or the limit is reached.
func (m *Memory) learn(ctx context.Context, o SyncOptions, report *SyncReport, progress func(Event)) error {
	left := o.Limit
	if left <= 0 {
		left = math.MaxInt
	}
	if o.Background {
		left = min(left, m.o.Settings.MaxRolloutsPerStartup)
	}
	pending, err := m.pending(ctx, o)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	done, claimed := 0, 0
	for left > 0 {
		f := m.filter(o)
		f.Limit = min(left, m.o.Workers*batchPerWorker)
		claims, err := m.store.ClaimStartup(ctx, f)
		if err != nil {
			return fmt.Errorf("claim sessions: %w", err)
		}
		if len(claims) == 0 {
			return nil
		}
		left -= len(claims)
		claimed += len(claims)
		total := max(claimed, min(pending, claimed+left))
		err = m.extractAll(ctx, claims, func(e Event) {
			mu.Lock()
			defer mu.Unlock()
			done++
			e.Done, e.Total = done, total
			report.count(e)
			progress(e)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pending counts the sessions that a sync would read, for its progress.
func (m *Memory) pending(ctx context.Context, o SyncOptions) (int, error) {
	infos, err := m.Sessions(ctx, o)
	n := 0
	for _, s := range infos {
		if s.State == StatePending {
			n++
		}
	}
	return n, err
}

func (r *SyncReport) count(e Event) {
	switch e.Result {
	case Learned:
		r.Learned++
		r.Sessions = append(r.Sessions, e.learned)
	case Nothing:
		r.Nothing++
	case Failed:
		r.Failures = append(r.Failures, Failure{e.ThreadID, e.Title, e.Reason})
	}
}

// consolidate is phase 2, asked for by hand: rules need no cooldown, and a failure
// before is no reason to wait. When another process consolidates already, it waits,
// because that run may have begun before this one's outputs were stored.
func (m *Memory) consolidate(ctx context.Context, o SyncOptions, progress func(Event)) (consolidate.Report, error) {
	folder, err := m.folder(ctx)
	if err != nil {
		return consolidate.Report{}, err
	}
	defer folder.Close()
	deps := consolidate.Deps{
		Store: m.store, Folder: folder, Engine: m.engine, Matches: extract.Matches, Now: m.o.Now,
		Events: func(e consolidate.Event) { progress(Event{Stage: StageConsolidate, Step: string(e.Step)}) },
	}
	opts := m.consolidateOptions(o)
	for {
		report, err := consolidate.Run(ctx, deps, opts)
		if err != nil {
			return report, err
		}
		switch report.Claim {
		case state.Claimed:
			return report, nil
		case state.AlreadyRunning, state.RetryUnavailable, state.Cooldown:
			if o.Background { // the next start tries again
				return report, nil
			}
		}
		switch report.Claim {
		case state.AlreadyRunning:
			progress(Event{Stage: StageConsolidate, Reason: "another run is consolidating; waiting for it"})
			err = wait(ctx, consolidatePoll)
		case state.RetryUnavailable:
			err = m.store.EnqueueGlobal(ctx, 0)
		default:
			err = fmt.Errorf("the consolidation cannot be claimed: %s", report.Claim)
		}
		if err != nil {
			return report, err
		}
	}
}

func (m *Memory) consolidateOptions(o SyncOptions) consolidate.Options {
	s := m.o.Settings
	return consolidate.Options{
		Worker: m.worker, SkipCooldown: !o.Background, MaxRaw: s.MaxRawMemories, MaxUnusedDays: s.MaxUnusedDays,
		ExtensionRetentionDays: s.ExtensionRetentionDays, AllowShrink: o.AllowShrink,
		TTL: consolidate.TTL{Preference: s.TTL.Preference, Procedure: s.TTL.Procedure, Environment: s.TTL.Environment, Task: s.TTL.Task},
	}
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func isNotFound(err error) bool { return errors.Is(err, state.ErrNotFound) }
