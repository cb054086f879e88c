package rollout

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// acquire takes the thread's advisory lock.
func (r *Recorder) acquire() error {
	path := lockPath(r.path, r.thread)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("lock thread %s: %w", r.thread, err)
	}
	l := flock.New(path, flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if err != nil {
		return fmt.Errorf("lock thread %s: %w", r.thread, err)
	}
	if !ok {
		l.Close()
		return fmt.Errorf("lock thread %s: %w", r.thread, ErrBusy)
	}
	r.lock = l
	return nil
}

// lockPath is one file a thread, whatever its segments, beside the sessions.
func lockPath(ledger, thread string) string {
	if home := HomeOf(ledger); home != "" {
		return filepath.Join(home, ".locks", thread+".lock")
	}
	return filepath.Join(filepath.Dir(ledger), ".locks", thread+".lock")
}
