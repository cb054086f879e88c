package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/internal/sample"
	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/source"
	"github.com/seed50391015/reverie/source/codex"
)

// sampleDir is where the bundled sessions are laid out, inside the home that shows them.
const sampleDir = "sample"

// sampleSource is a Codex home of invented sessions under a name of its own, so that a
// home can be told to leave them again.
type sampleSource struct{ source.Source }

func (sampleSource) Name() string { return memory.SampleSource }

// useSample lays the bundled sessions out and points this run at them. A home that holds
// a real memory is left alone: the sample then lives beside it.
func (a *app) useSample(o *memory.SyncOptions) error {
	c, err := config.Load(a.flags, a.Env)
	if err != nil {
		return err
	}
	home := c.Home
	a.home = home
	real, err := holdsRealMemory(home)
	if err != nil {
		return err
	}
	if real {
		home += "-sample"
		fmt.Fprintf(a.Err, "A memory of your own stands in %s: the sample is shown beside it, in %s.\n", c.Home, home)
	}
	if err := os.MkdirAll(home, 0o700); err != nil {
		return fmt.Errorf("make home: %w", err)
	}
	a.flags.Home, a.sample = home, filepath.Join(home, sampleDir)
	if err := sample.Write(a.sample); err != nil {
		return err
	}
	o.Now, o.SinceSet = true, true // the sessions are old and idle
	return nil
}

// holdsRealMemory reports whether the home's memory comes from elsewhere than the sample.
func holdsRealMemory(home string) (bool, error) {
	for _, name := range []string{memory.StateName, filepath.Join(memory.FolderName, "MEMORY.md")} {
		_, err := os.Lstat(filepath.Join(home, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return false, err
		}
		_, err = os.Lstat(filepath.Join(home, sampleDir))
		return errors.Is(err, fs.ErrNotExist), nil
	}
	return false, nil
}

// sources are where this run finds sessions.
func (a *app) sources(c config.Config) []source.Source {
	if a.sample != "" {
		return []source.Source{sampleSource{codex.New(a.sample)}}
	}
	return []source.Source{codex.New(c.CodexHome)}
}
