// Package memory is the pipeline and the façade that other programs embed: it finds
// sessions, learns from the idle ones (phase 1), consolidates what was learned into the
// memory folder (phase 2), answers what is known and why, and forgets.
//
// It owns the order of things and the places under one home:
//
//	<home>/memories/       the memory folder (package workspace)
//	<home>/state.sqlite    threads, jobs, outputs, usage (package state)
//	<home>/index.sqlite    the search index; derived, made anew when lost (package recall/index)
//	<home>/config.toml     settings; read by the command line alone
//
// It promises that several processes may work on one home at once, that a run which
// dies at any instant loses nothing, and that no ledger is ever written to.
package memory

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/seed50391015/reverie/memory/consolidate"
	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/rules"
	"github.com/seed50391015/reverie/memory/recall/index"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/sqlite"
	"github.com/seed50391015/reverie/memory/state/worker"
	"github.com/seed50391015/reverie/memory/workspace"
	"github.com/seed50391015/reverie/source"
)

// Names inside the home.
const (
	FolderName = "memories"
	StateName  = "state.sqlite"
	IndexName  = "index.sqlite"
)

// Options are what a Memory takes from outside.
type Options struct {
	Home     string          // absolute path of $REVERIE_HOME
	Sources  []source.Source // where past sessions are found
	Settings Settings
	// MemoryDirs are further folders that hold memory of other systems: what a session
	// read there is no evidence.
	MemoryDirs []string
	// CleanServers are MCP servers that bring no outside content.
	CleanServers []string
	// Workers is how many sessions are extracted at once; 0 means 8.
	Workers int
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// ReadOnly opens for commands that change nothing: no file is made, and the state is read as it is.
	ReadOnly bool
}

// Memory is one open home. Its methods may be called by several goroutines, and several
// processes may have one home open.
type Memory struct {
	o         Options
	worker    string
	store     state.Store
	extractor extract.Extractor
	engine    consolidate.Consolidator
	index     *index.Index // opened when first needed
	temporary string       // folder of an index that could not stand in the home
}

// Settle finishes a promotion that an earlier run left half done in the home's folder, so
// that what is read is the old state or the new one. It costs a look at one folder, and a
// home that may not be written to is read as it stands.
func Settle(ctx context.Context, home string) error {
	err := workspace.Recover(ctx, filepath.Join(home, FolderName))
	if errors.Is(err, workspace.ErrReadOnly) {
		return nil
	}
	return err
}

// Open opens a home and makes what is missing in it. With ReadOnly a home without state
// is state.ErrNotFound.
func Open(ctx context.Context, o Options) (*Memory, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Workers <= 0 {
		o.Workers = 8
	}
	m := &Memory{o: o, worker: worker.ID(), extractor: rules.New(rules.Options{}), engine: consolidate.NewRules()}
	open := sqlite.Open
	if o.ReadOnly {
		open = sqlite.OpenReadOnly
	}
	if err := Settle(ctx, o.Home); err != nil {
		return nil, err
	}
	store, err := open(ctx, filepath.Join(o.Home, StateName), sqlite.Options{Now: o.Now})
	if err != nil {
		return nil, err
	}
	m.store = store
	return m, nil
}

// Close releases the databases.
func (m *Memory) Close() error {
	var err error
	if m.index != nil {
		err = m.index.Close()
	}
	if m.temporary != "" {
		err = errors.Join(err, os.RemoveAll(m.temporary))
	}
	return errors.Join(err, m.store.Close())
}

// Dir is the memory folder.
func (m *Memory) Dir() string { return filepath.Join(m.o.Home, FolderName) }

// Store is the state, for programs that need more than this façade gives.
func (m *Memory) Store() state.Store { return m.store }

// folder opens the memory folder for a run that writes.
func (m *Memory) folder(ctx context.Context) (*workspace.Folder, error) {
	return workspace.Open(ctx, m.Dir(), workspace.Options{Now: m.o.Now})
}

// RowOptions say what a walk over ledgers must know of the places where memory is kept.
func RowOptions(o Options) extract.RowOptions {
	return extract.RowOptions{MemoryDirs: append([]string{o.Home, filepath.Join(o.Home, FolderName)}, o.MemoryDirs...)}
}

func (m *Memory) rowOptions() extract.RowOptions { return RowOptions(m.o) }
