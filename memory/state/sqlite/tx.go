package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/seed50391015/reverie/memory/state"
)

// querier is what a query needs: a pool, or the transaction of the writer.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// write runs fn in one immediate transaction and commits it. fn may run more than once,
// so it must set its results anew each time. op and args name the operation in errors.
func (s *Store) write(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error, op string, args ...any) error {
	if s.writer == nil {
		return s.fail(state.ErrReadOnly, fmt.Sprintf(op, args...))
	}
	err := s.retry(ctx, func() error {
		tx, err := s.writer.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // does nothing after a commit
		if err := fn(ctx, tx); err != nil {
			return err
		}
		return tx.Commit()
	})
	if err != nil {
		return s.fail(s.suspect(ctx, err), fmt.Sprintf(op, args...))
	}
	return nil
}

// read runs fn, which queries and changes nothing, on the reader pool.
func (s *Store) read(ctx context.Context, fn func(q querier) error, op string, args ...any) error {
	if err := s.retry(ctx, func() error { return fn(s.reader) }); err != nil {
		return s.fail(s.suspect(ctx, err), fmt.Sprintf(op, args...))
	}
	return nil
}

// retry runs fn until it no longer meets a lock, for at most the busy time-out. The
// driver waits by itself for most locks; what it reports at once (a snapshot that grew
// old, a log in recovery, a mode switch) is waited for here. This is real time: the injected clock
// stamps rows only.
func (s *Store) retry(ctx context.Context, fn func() error) error {
	deadline := time.Now().Add(s.opts.BusyTimeout)
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		err := interrupted(ctx, fn())
		if !busy(err) || time.Now().After(deadline) {
			return err
		}
		timer := time.NewTimer(wait/2 + rand.N(wait))
		select {
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		case <-timer.C:
		}
	}
}

// suspect looks closer at an error that damage could explain (an odd code of the driver,
// a value that is not of its column's type): where a quick check of the file finds some, that
// is the error.
func (s *Store) suspect(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || kindOf(err) != nil || expected(err) {
		return err
	}
	if damage := s.quickCheck(ctx); errors.Is(damage, state.ErrCorrupt) {
		return errors.Join(damage, err)
	}
	return err
}

// expected reports an answer of the contract, which no damage makes.
func expected(err error) bool {
	for _, answer := range []error{state.ErrNotFound, state.ErrLeaseLost, state.ErrForgotten, state.ErrReadOnly} {
		if errors.Is(err, answer) {
			return true
		}
	}
	return false
}

// collect runs a query and scans each row.
func collect[T any](ctx context.Context, q querier, scan func(*sql.Rows, *T) error, query string, args ...any) (out []T, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// one is collect for a query of at most one row; none is state.ErrNotFound.
func one[T any](ctx context.Context, q querier, scan func(*sql.Rows, *T) error, query string, args ...any) (T, error) {
	rows, err := collect(ctx, q, scan, query, args...)
	if err != nil || len(rows) == 0 {
		var zero T
		return zero, errors.Join(err, notFoundIf(err == nil))
	}
	return rows[0], nil
}

func notFoundIf(none bool) error {
	if none {
		return state.ErrNotFound
	}
	return nil
}

func scanString(rows *sql.Rows, s *string) error { return rows.Scan(s) }

// exec runs a statement and returns how many rows it changed.
func exec(ctx context.Context, tx *sql.Tx, query string, args ...any) (int64, error) {
	res, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}
