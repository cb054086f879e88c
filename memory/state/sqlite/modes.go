package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seed50391015/reverie/memory/state"
)

// SetMemoryMode implements state.Store.
func (s *Store) SetMemoryMode(ctx context.Context, id string, mode state.MemoryMode) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		t, err := thread(ctx, tx, id)
		if err != nil {
			return err
		}
		switch mode {
		case state.Enabled:
			stones, err := loadTombstones(ctx, tx)
			if err != nil {
				return err
			}
			if stones.cover(t.ID, t.ProjectID) {
				return state.ErrForgotten
			}
		case state.Disabled, state.Polluted:
		default:
			return fmt.Errorf("memory mode %q: want enabled, disabled or polluted", mode)
		}
		if _, err := exec(ctx, tx, `UPDATE threads SET memory_mode = ?, mode_by_user = 1 WHERE id = ?`, string(mode), id); err != nil {
			return err
		}
		if t.MemoryMode != state.Enabled || mode == state.Enabled {
			return nil
		}
		return enqueueIfSelected(ctx, tx, id)
	}, "set memory mode of thread %s to %s", id, mode)
}

// MarkPolluted implements state.Store.
func (s *Store) MarkPolluted(ctx context.Context, id string) (changed bool, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changed = false
		t, err := thread(ctx, tx, id)
		if err != nil || t.MemoryMode != state.Enabled {
			return err
		}
		if _, err := exec(ctx, tx, `UPDATE threads SET memory_mode = 'polluted' WHERE id = ?`, id); err != nil {
			return err
		}
		changed = true
		return enqueueIfSelected(ctx, tx, id)
	}, "mark thread %s polluted", id)
	return changed && err == nil, err
}
