package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
	"github.com/seed50391015/reverie/memory/state/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, o storetest.Options) state.Store {
		path := filepath.Join(t.TempDir(), "state.db")
		s, err := sqlite.Open(t.Context(), path, sqlite.Options{Now: o.Now, Dead: o.Dead})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	})
}
