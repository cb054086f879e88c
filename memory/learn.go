package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/redact"
)

const (
	batchPerWorker = 4                // sessions claimed at once for each worker
	finishLimit    = 10 * time.Second // for giving claims back after an interruption
)

// extractAll works the claims off, m.o.Workers at a time. After an interruption the
// claims that are not worked off are given back unharmed.
func (m *Memory) extractAll(ctx context.Context, claims []state.Claim, over func(Event)) error {
	forgotten, err := m.forgottenTexts(ctx)
	if err != nil {
		return errors.Join(err, m.giveBack(ctx, claims))
	}
	segments, err := m.segments(ctx)
	if err != nil {
		return errors.Join(err, m.giveBack(ctx, claims))
	}
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(m.o.Workers)
	for _, c := range claims {
		group.Go(func() error {
			if gctx.Err() != nil {
				return errors.Join(gctx.Err(), m.giveBack(ctx, []state.Claim{c}))
			}
			event, err := m.extractOne(gctx, c, segments[c.Key], forgotten)
			if err != nil {
				return err
			}
			over(event)
			return nil
		})
	}
	return group.Wait()
}

// giveBack releases claims on a context of its own, so that it works after Ctrl-C too.
func (m *Memory) giveBack(ctx context.Context, claims []state.Claim) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishLimit)
	defer cancel()
	var errs []error
	for _, c := range claims {
		if err := m.store.ReleaseStage1(ctx, c); err != nil && !errors.Is(err, state.ErrLeaseLost) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// extractOne carries out one claim. Whatever is wrong with the session itself is stored
// as its job's reason; the error is for a store that cannot be written, or a cancelled run.
func (m *Memory) extractOne(ctx context.Context, c state.Claim, paths, forgotten []string) (Event, error) {
	begin := m.o.Now()
	event := Event{Stage: StageExtract, ThreadID: c.Key, Title: c.Thread.Title}
	out, counts, err := m.derive(ctx, c, paths, forgotten)
	if err == nil { // before the job is done: a run that dies in between counts again, and nothing twice
		_, err = m.store.CountRecalled(ctx, c.Key, m.recalled(counts))
	}
	switch {
	case ctx.Err() != nil:
		return event, errors.Join(ctx.Err(), m.giveBack(ctx, []state.Claim{c}))
	case err != nil:
		event.Result, event.Reason = Failed, redact.String(err.Error())
		err = m.store.FailStage1(ctx, c, event.Reason)
	case out.Empty():
		event.Result = Nothing
		err = m.store.FinishStage1Empty(ctx, c)
	default:
		event.Result, event.learned = Learned, learned(c.Thread, out)
		err = m.store.FinishStage1(ctx, c, state.Stage1Output{
			ThreadID: c.Key, SourceUpdatedAt: c.InputWatermark, RawMemory: out.RawMemory, RolloutSummary: out.RolloutSummary,
			RolloutSlug: out.RolloutSlug, GeneratedAt: m.o.Now().Unix(),
		})
	}
	if errors.Is(err, state.ErrLeaseLost) { // another worker has it now: it is that one's to tell
		event.Result, event.Reason = Failed, "another run took this session over"
		err = nil
	}
	if err == nil && counts.Records+counts.Bad > 0 {
		err = m.store.SetRecords(ctx, c.Key, counts.Records, counts.Bad)
	}
	event.Took = m.o.Now().Sub(begin)
	return event, err
}

// derive reads the session and lets the engine work, keeping the lease alive meanwhile.
func (m *Memory) derive(ctx context.Context, c state.Claim, paths, forgotten []string) (extract.Output, extract.Counts, error) {
	if len(paths) == 0 {
		return extract.Output{}, extract.Counts{}, errors.New("its ledger is not there any more")
	}
	t := c.Thread
	session, counts, err := extract.OpenSession(extract.Session{
		ThreadID: t.ID, Source: t.Source, Segments: paths, Cwd: t.Cwd, GitBranch: t.GitBranch, UpdatedAt: time.UnixMilli(t.UpdatedAtMS),
	}, m.rowOptions())
	if err != nil {
		return extract.Output{}, extract.Counts{}, err
	}
	var out extract.Output
	err = keepLease(ctx, func(ctx context.Context) error { return m.store.HeartbeatStage1(ctx, c) }, func(ctx context.Context) error {
		out, err = m.extractor.Extract(ctx, session)
		return err
	})
	if err != nil {
		return extract.Output{}, *counts, err
	}
	out.RawMemory, out.RolloutSummary, out.RolloutSlug = redact.String(out.RawMemory), redact.String(out.RolloutSummary), redact.String(out.RolloutSlug)
	return extract.Forget(out, forgotten), *counts, nil
}

// keepLease runs work while beat extends its lease every HeartbeatSeconds. When the
// lease is lost, work's context ends with that cause.
func keepLease(ctx context.Context, beat, work func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		ticker := time.NewTicker(state.HeartbeatSeconds * time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if err := beat(ctx); err != nil && ctx.Err() == nil {
					stop(fmt.Errorf("keep the lease: %w", err))
					return
				}
			}
		}
	}()
	err := work(ctx)
	cause := context.Cause(ctx)
	stop(nil)
	<-beating
	if err != nil && cause != nil {
		return cause
	}
	return err
}

// learned sums up what a session brought.
func learned(t state.Thread, out extract.Output) LearnedSession {
	raw := extract.ParseRawMemory(out.RawMemory)
	var preferences, commands, failures int
	for _, task := range raw.Tasks {
		preferences += len(task.Preferences)
		commands += len(task.Knowledge)
		failures += len(task.Failures)
	}
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(len(raw.Tasks), "task", "tasks")
	add(preferences, "preference", "preferences")
	add(failures, "failure with what to do", "failures with what to do")
	add(commands, "fact", "facts")
	return LearnedSession{
		ThreadID: t.ID, Day: time.UnixMilli(t.UpdatedAtMS).UTC().Format(time.DateOnly), Project: filepath.Base(t.Cwd),
		Title: cmp.Or(raw.Description, t.Title), Found: strings.Join(parts, ", "),
	}
}
