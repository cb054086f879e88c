package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// noon is when the scripts run: the bundled sessions are ten days old and idle.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"reverie": func() {
			s := System()
			s.Now = func() time.Time { return noon }
			s.Terminal = false
			os.Exit(Main(context.Background(), os.Args[1:], s))
		},
	})
}

// TestScripts plays every command as a user types it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("REVERIE_HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("CODEX_HOME", filepath.Join(env.WorkDir, "codex"))
			return nil
		},
	})
}
