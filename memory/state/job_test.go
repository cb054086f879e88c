package state_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/seed50391015/reverie/memory/state"
)

const now = 1_000_000

func TestClaimStage1(t *testing.T) {
	failed := state.Job{Status: state.Failed, InputWatermark: 50, RetryAt: now + 1, RetryRemaining: 1}
	running := state.Job{Status: state.Running, InputWatermark: 50, LeaseUntil: now + 1, RetryRemaining: 3}
	for _, test := range []struct {
		name            string
		job             state.Job
		input, storedAt int64
		dead            bool
		want            state.ClaimStatus
	}{
		{"new", state.NewStage1Job("t"), 50, -1, false, state.Claimed},
		{"new, thread without a time", state.NewStage1Job("t"), 0, -1, false, state.Claimed},
		{"stored output as new", state.NewStage1Job("t"), 50, 50, false, state.UpToDate},
		{"stored output older", state.NewStage1Job("t"), 50, 49, false, state.Claimed},
		{"success at zero", state.Job{Status: state.Done, HasSuccess: true, RetryRemaining: 3}, 0, -1, false, state.UpToDate},
		{"live lease", running, 60, -1, false, state.AlreadyRunning},
		{"live lease of the dead", running, 50, -1, true, state.Claimed},
		{"backoff", failed, 50, -1, false, state.Backoff},
		{"backoff, older input", failed, 40, -1, false, state.Backoff},
		{"backoff, newer input", failed, 51, -1, false, state.Claimed},
	} {
		if got := test.job.ClaimStage1(now, test.input, test.storedAt, test.dead); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestImport(t *testing.T) {
	failed := state.Job{Status: state.Failed, InputWatermark: 50, RetryAt: now + 1, RetryRemaining: 1}
	for _, test := range []struct {
		watermark int64
		want      state.Job
	}{
		{49, state.Job{Status: state.Failed, InputWatermark: 50, RetryAt: now + 1, RetryRemaining: 1, HasSuccess: true, LastSuccessWatermark: 49}},
		{50, state.Job{
			Status: state.Done, FinishedAt: now, InputWatermark: 50, RetryRemaining: 1,
			HasSuccess: true, LastSuccessWatermark: 50, LastSuccessAt: now,
		}},
	} {
		got := failed
		got.Import(now, test.watermark)
		if got != test.want {
			t.Errorf("import at %d of a job that failed at 50: got %+v, want %+v", test.watermark, got, test.want)
		}
	}
}

func TestNoTokenOwnsNothing(t *testing.T) {
	if (state.Job{Status: state.Running}).Owned("") {
		t.Error("a claim without a token: got owned, want not")
	}
}

func TestHintErrorKeepsWhatIsInside(t *testing.T) {
	err := fmt.Errorf("sync: %w", &state.HintError{Err: fmt.Errorf("open: %w", state.ErrTooNew), Hint: "install"})
	var hint *state.HintError
	if !errors.Is(err, state.ErrTooNew) || !errors.As(err, &hint) || hint.Hint != "install" {
		t.Errorf("got %v, want %v with the hint %q", err, state.ErrTooNew, "install")
	}
	if want := "sync: open: " + state.ErrTooNew.Error(); err.Error() != want {
		t.Errorf("got text %q, want %q", err, want)
	}
}
