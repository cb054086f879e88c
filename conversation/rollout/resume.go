package rollout

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Resume returns a recorder that goes on with an existing plain ledger. It takes the
// thread's lock at once: ErrBusy if another process holds it.
func Resume(path string, now func() time.Time) (*Recorder, error) {
	f, err := Open(path)
	if err != nil {
		return nil, fmt.Errorf("resume: %w", err)
	}
	defer f.Close()
	if f.Compressed {
		return nil, fmt.Errorf("resume %s: %w", f.Path, ErrCompressed)
	}
	r := &Recorder{path: f.Path, now: now, ordinal: -1, size: f.Size}
	meta, err := f.FirstMeta()
	if err != nil {
		return nil, fmt.Errorf("resume: %w", err)
	}
	if meta == nil {
		return nil, fmt.Errorf("resume %s: no readable session_meta; the thread cannot be gone on with", f.Path)
	}
	r.thread = meta.ID
	if meta.HistoryMode == ModePaginated {
		r.ordinal = 0
	}
	if err := r.acquire(); err != nil {
		return nil, err
	}
	if err := r.openExisting(); err != nil {
		r.Close()
		return nil, fmt.Errorf("resume: %w", err)
	}
	return r, nil
}

// openExisting opens the ledger for appending and finds how it ends. It runs under the
// lock, so the end that it sees is the end that it writes to.
func (r *Recorder) openExisting() error {
	f, err := Open(r.path)
	if err != nil {
		return err
	}
	defer f.Close()
	r.size = f.Size
	t, err := f.random()
	if err != nil {
		return err
	}
	if r.ordinal >= 0 {
		if r.ordinal, err = nextOrdinal(t); err != nil {
			return err
		}
	}
	if r.torn, err = endsTorn(t); err != nil {
		return err
	}
	out, err := os.OpenFile(r.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	r.out = out
	return nil
}

// nextOrdinal is one more than the last ordinal in the ledger, 0 if records have none.
func nextOrdinal(t text) (int64, error) {
	b := NewBackward(t, t.size, nil)
	for {
		l, err := b.Next()
		switch {
		case errors.Is(err, io.EOF):
			return 0, nil
		case err != nil:
			return 0, err
		case l.Ordinal >= 0:
			return l.Ordinal + 1, nil
		}
	}
}

func endsTorn(t text) (bool, error) {
	if t.size == 0 {
		return false, nil
	}
	var last [1]byte
	if _, err := readAt(t, last[:], t.size-1); err != nil {
		return false, err
	}
	return last[0] != '\n', nil
}

func tornFile(path string) (bool, error) {
	f, err := openAt(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	t, err := f.random()
	if err != nil {
		return false, err
	}
	return endsTorn(t)
}
