// Package extract is phase 1: it reads one thread's ledger as rows of evidence,
// filters and redacts them, and derives a raw memory and a rollout summary. Which
// engine derives them (rules, or a model) is behind Extractor.
//
// It owns what counts as evidence and the format of the two texts; it does not know
// jobs or the memory folder.
package extract

import (
	"context"
	"iter"
	"time"
)

// Kind says what a row is.
type Kind string

// Row kinds.
const (
	KindUser       Kind = "user"        // the user's own words
	KindAssistant  Kind = "assistant"   // the assistant's words
	KindContext    Kind = "context"     // environment and other contextual fragments: never the user's words
	KindToolCall   Kind = "tool_call"   // Row.Tool is set
	KindToolOutput Kind = "tool_output" // Row.Tool is set
	KindAgent      Kind = "agent"       // a message of another agent
	KindWebSearch  Kind = "web_search"
	KindAborted    Kind = "aborted"  // the user interrupted the turn
	KindRollback   Kind = "rollback" // the user took turns back here (rollback or revert)
)

// Row is one piece of evidence. Text is redacted before the row leaves the reader.
type Row struct {
	Line      int       // 1-based line in its segment file
	Segment   int       // index into Session.Segments; 0 for a thread of one file
	Time      time.Time // the record's own time; zero when it has none
	Kind      Kind
	Role      string // user, assistant, tool, system
	Text      string // user/assistant words; for a tool call the command or input; for an output its text
	Tool      *Tool
	Turn      int  // 1-based number of the user turn it belongs to; 0 before the first
	TakenBack bool // a later rollback or revert took this row's turn back: a user's rejection, never a success
}

// Tool is what is known of a call or of its output.
type Tool struct {
	Name    string // exec_command, apply_patch, read_file, …
	CallID  string
	Command string   // the shell command of a call (also on its output), unwrapped from bash -lc; "" if none
	Workdir string   // "" if not said
	Paths   []string // files a patch or a read names
	Exit    *int     // exit code of an output, nil if it tells none
	Failed  bool     // an output that tells failure (exit code, success=false, "aborted")
}

// Session is one thread to extract from.
type Session struct {
	ThreadID  string
	Source    string
	Segments  []string // ledger files, oldest first
	Cwd       string
	GitBranch string
	UpdatedAt time.Time
	// Rows walks the evidence in order; it may be walked more than once and reads the
	// ledger anew each time, in bounded memory. An error ends the walk.
	Rows iter.Seq2[Row, error]
}

// Output is what phase 1 brings. A blank RawMemory or RolloutSummary means: nothing worth keeping.
type Output struct {
	RolloutSummary string
	RolloutSlug    string // "" = none
	RawMemory      string
}

// Empty reports whether the gate found nothing worth keeping.
func (o Output) Empty() bool { return blank(o.RawMemory) || blank(o.RolloutSummary) }

// Extractor derives an Output from a Session. Implementations are safe for concurrent use.
type Extractor interface {
	Extract(ctx context.Context, s Session) (Output, error)
}

func blank(s string) bool {
	for _, r := range s {
		if r != ' ' && r != '\n' && r != '\t' && r != '\r' {
			return false
		}
	}
	return true
}
