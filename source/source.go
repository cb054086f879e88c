// Package source says where past sessions are found. A Source is an adapter for the
// store of one agent: it lists the ledgers that this agent wrote, and describes the
// thread that each belongs to, in types of its own (an adapter knows nothing of what is
// remembered; whoever scans maps them to rows of the state).
//
// A Source only ever reads: the bytes and times of an agent's files are the same before
// and after a scan. What leaves it is redacted.
package source

import (
	"context"
	"fmt"
	"strings"
)

// Source finds the sessions of one agent. Implementations are safe for concurrent use.
type Source interface {
	// Name is the agent: "codex", …
	Name() string
	// Scan lists the ledgers that are there now and describes every thread of which a
	// ledger is new or has changed since known (by path, as an earlier scan returned
	// them). A ledger of the same size and modification time is not opened. What cannot
	// be read becomes a Problem; the error is for a scan that could not be done at all
	// (a cancelled context).
	Scan(ctx context.Context, known map[string]Ledger) (Found, error)
}

// Ledger is one transcript file as a scan saw it.
type Ledger struct {
	Path     string
	Size     int64  // bytes on disk
	MtimeNS  int64  // modification time, nanoseconds since 1970
	ThreadID string // "" when the file could not be read as a ledger
	Problem  string // why it could not, or what is odd about it, in one line; redacted
}

// Same reports whether the file is as known says it was.
func (l Ledger) Same(known Ledger) bool {
	return l.Size == known.Size && l.MtimeNS == known.MtimeNS
}

// Memory modes that an agent's own files may name.
const (
	ModeEnabled  = "enabled"
	ModeDisabled = "disabled"
	ModePolluted = "polluted"
)

// Thread is one conversation as the agent's files describe it.
type Thread struct {
	ID               string
	SourceKind       string   // cli, vscode, exec, mcp, subagent, internal, custom:<name>, unknown
	Path             string   // the newest segment
	Segments         []string // every ledger file of the thread, oldest first
	Cwd              string
	ProjectID        string // git common directory of Cwd, else Cwd
	GitBranch        string
	GitSHA           string
	GitOrigin        string // redacted
	ModelProvider    string
	Title            string // the name that a person or the agent gave it, else the first user message; redacted
	FirstUserMessage string // redacted; "" when the thread has none
	CreatedAtMS      int64
	UpdatedAtMS      int64 // the newest record's own time, else the file's
	Archived         bool
	MemoryMode       string // ModeEnabled unless the agent's files say otherwise
	Size             int64  // bytes of all segments
	ForkedFrom       string // thread id of the parent of a fork, else ""
}

// Fact is what an agent keeps about a thread elsewhere than in its ledger, for threads
// that this scan did not describe anew because no ledger of theirs changed. Only threads
// with something to say are listed.
type Fact struct {
	ThreadID   string
	MemoryMode string // "" = not said
	Name       string // redacted; "" = not said
}

// Problem is something that could not be read. It never ends a scan.
type Problem struct {
	Path string
	Err  error
}

// Error is the problem in one line.
func (p Problem) Error() string {
	if text := fmt.Sprint(p.Err); strings.Contains(text, p.Path) {
		return text // it names the path itself
	}
	return fmt.Sprintf("%s: %v", p.Path, p.Err)
}

// Unwrap gives the cause.
func (p Problem) Unwrap() error { return p.Err }

// Found is what a scan brings. Store Ledgers and Threads before Gone is dropped: a ledger
// that was moved (archived) is in both.
type Found struct {
	Ledgers   []Ledger // new or changed, by path
	Threads   []Thread // the threads of those, each once and whole, by id
	Facts     []Fact   // about threads not in Threads, by id
	Gone      []string // known paths that are not there any more, in order
	Unchanged int      // ledgers that are as known
	Problems  []Problem
}
