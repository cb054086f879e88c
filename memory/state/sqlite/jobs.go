package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seed50391015/reverie/memory/state"
)

const jobColumns = `kind, job_key, status, coalesce(worker_id, ''), coalesce(ownership_token, ''), coalesce(started_at, 0),
	coalesce(finished_at, 0), coalesce(lease_until, 0), coalesce(retry_at, 0), retry_remaining, coalesce(last_error, ''),
	coalesce(input_watermark, 0), coalesce(last_success_watermark, 0), last_success_watermark IS NOT NULL,
	coalesce(last_success_at, 0)`

func scanJob(rows *sql.Rows, j *state.Job) error {
	return rows.Scan(&j.Kind, &j.Key, &j.Status, &j.WorkerID, &j.OwnershipToken, &j.StartedAt,
		&j.FinishedAt, &j.LeaseUntil, &j.RetryAt, &j.RetryRemaining, &j.LastError,
		&j.InputWatermark, &j.LastSuccessWatermark, &j.HasSuccess, &j.LastSuccessAt)
}

func job(ctx context.Context, q querier, kind, key string) (state.Job, error) {
	return one(ctx, q, scanJob, `SELECT `+jobColumns+` FROM jobs WHERE kind = ? AND job_key = ?`, kind, key)
}

// jobOr is job with a default for the one that is not there yet.
func jobOr(ctx context.Context, q querier, none state.Job) (state.Job, error) {
	j, err := job(ctx, q, none.Kind, none.Key)
	if errors.Is(err, state.ErrNotFound) {
		return none, nil
	}
	return j, err
}

// putJob stores a job as it stands; zero times and empty texts become NULL.
func putJob(ctx context.Context, tx *sql.Tx, j state.Job) error {
	success := sql.NullInt64{Int64: j.LastSuccessWatermark, Valid: j.HasSuccess}
	_, err := tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO jobs (kind, job_key, status, worker_id, ownership_token, started_at, finished_at, lease_until,
			retry_at, retry_remaining, last_error, input_watermark, last_success_watermark, last_success_at)
		VALUES (?, ?, ?, nullif(?, ''), nullif(?, ''), nullif(?, 0), nullif(?, 0), nullif(?, 0),
			nullif(?, 0), ?, nullif(?, ''), nullif(?, 0), ?, nullif(?, 0))`,
		j.Kind, j.Key, string(j.Status), j.WorkerID, j.OwnershipToken, j.StartedAt, j.FinishedAt, j.LeaseUntil,
		j.RetryAt, j.RetryRemaining, j.LastError, j.InputWatermark, success, j.LastSuccessAt)
	return err
}

// owned changes the job that the claim leases, and then does what belongs to it; both or
// neither. It fails with state.ErrLeaseLost where the job does not run under the token.
func (s *Store) owned(ctx context.Context, c state.Claim, change func(j *state.Job),
	then func(ctx context.Context, tx *sql.Tx, j state.Job) error, op string,
) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		j, err := job(ctx, tx, c.Kind, c.Key)
		if errors.Is(err, state.ErrNotFound) || (err == nil && !j.Owned(c.Token)) {
			return state.ErrLeaseLost
		}
		if err != nil {
			return err
		}
		change(&j)
		if err := putJob(ctx, tx, j); err != nil || then == nil {
			return err
		}
		return then(ctx, tx, j)
	}, "%s of job %s/%s", op, c.Kind, c.Key)
}

// Job implements state.Store.
func (s *Store) Job(ctx context.Context, kind, key string) (j state.Job, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		j, err = job(ctx, q, kind, key)
		return err
	}, "job %s/%s", kind, key)
	return j, err
}

// Jobs implements state.Store.
func (s *Store) Jobs(ctx context.Context, kind string) (out []state.Job, err error) {
	err = s.read(ctx, func(q querier) (err error) {
		out, err = collect(ctx, q, scanJob, `SELECT `+jobColumns+` FROM jobs WHERE ?1 = '' OR kind = ?1 ORDER BY kind, job_key`, kind)
		return err
	}, "jobs of kind %q", kind)
	return out, err
}

// RetryFailed implements state.Store.
func (s *Store) RetryFailed(ctx context.Context, threadIDs []string) (n int, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n = 0
		jobs, err := retryCandidates(ctx, tx, threadIDs)
		if err != nil {
			return err
		}
		for _, j := range jobs {
			if !j.Retry(s.now()) {
				continue
			}
			if err := putJob(ctx, tx, j); err != nil {
				return err
			}
			n++
		}
		return nil
	}, "retry failed jobs")
	return n, err
}

func retryCandidates(ctx context.Context, tx *sql.Tx, threadIDs []string) ([]state.Job, error) {
	if threadIDs == nil {
		return collect(ctx, tx, scanJob, `SELECT `+jobColumns+` FROM jobs
			WHERE kind = ? AND (status = 'error' OR retry_remaining <= 0)`, state.KindStage1)
	}
	var out []state.Job
	for _, id := range threadIDs {
		j, err := job(ctx, tx, state.KindStage1, id)
		if errors.Is(err, state.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, j)
	}
	return out, nil
}
