package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/memory/state"
)

// options turns the configuration into those of the library.
func (a *app) options(c config.Config) memory.Options {
	return memory.Options{
		Home:         c.Home,
		Sources:      a.sources(c),
		Settings:     c.Memories,
		MemoryDirs:   []string{filepath.Join(c.CodexHome, "memories"), filepath.Join(c.CodexHome, "memories_v2")},
		CleanServers: c.CleanMCP,
		Now:          a.Now,
	}
}

// write opens the home for a command that changes something.
func (a *app) write(ctx context.Context, use func(*memory.Memory, config.Config) error) error {
	return a.open(ctx, false, use)
}

// read opens the home for a command that only looks; a home without state is told as such.
func (a *app) read(ctx context.Context, use func(*memory.Memory, config.Config) error) error {
	err := a.open(ctx, true, use)
	if errors.Is(err, state.ErrNotFound) {
		if c, cerr := config.Load(a.flags, a.Env); cerr == nil {
			if _, serr := os.Stat(filepath.Join(c.Home, memory.StateName)); errors.Is(serr, os.ErrNotExist) {
				return withHint(fmt.Errorf("no memory yet in %s: %w", c.Home, errNotFound), "`reverie sync` learns from your sessions, `reverie sync --sample` shows how it looks")
			}
		}
	}
	return err
}

func (a *app) open(ctx context.Context, readOnly bool, use func(*memory.Memory, config.Config) error) (err error) {
	c, err := a.config()
	if err != nil {
		return err
	}
	o := a.options(c)
	o.ReadOnly = readOnly
	m, err := memory.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	return use(m, c)
}
