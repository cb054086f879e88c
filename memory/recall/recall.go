// Package recall is the read path: how what was remembered reaches a session, and how
// the session tells what helped.
//
// It owns
//   - the read prompt (Prompt): the short summary of a memory folder, scoped to one
//     project and cut to a budget, with the rules of its use;
//   - the memory tools (Tools): list, read, search and add_ad_hoc_note over one folder,
//     which cannot be led out of it;
//   - citations (ParseCitations, Strip, StreamParser, Cited): the hidden block with
//     which a reply names the memories it used, and the usage that comes of it;
//   - read telemetry (ClassifyRead): which calls of a session read memory files;
//   - provenance (Trace): from one line of the folder to the summaries, threads and
//     ledger lines behind it.
//
// Ranked full-text search lives in the sub-package index, so that a program that only
// prints the prompt or parses citations opens no database.
//
// It promises never to write to the folder but for one new note at a time, never to
// follow a symbolic link inside it, and to treat whatever stands in it as data. It does
// not know how the folder is made (workspace, consolidate) nor how rows are stored
// (state): usage goes out through a one-method interface.
//
// Formats and limits follow OpenAI's Codex, so that its sessions, prompts and folders
// work here and ours work there; see docs/format.md.
package recall

import "errors"

// Sentinel errors; callers test with errors.Is.
var (
	// ErrNoMemory: the folder is missing, or holds no summary to put into a prompt.
	ErrNoMemory = errors.New("no memory yet")
	// ErrNoteExists: a note of that name is there already; notes are never overwritten.
	ErrNoteExists = errors.New("note already exists")
	// ErrBadNote: the note's name or text is not acceptable.
	ErrBadNote = errors.New("unusable note")
	// ErrNoClaim: there is nothing at that place which could be traced.
	ErrNoClaim = errors.New("no claim there")
)

// Names of the folder's files, relative to it and slash-separated.
const (
	SummaryFile  = "memory_summary.md"
	HandbookFile = "MEMORY.md"
	RawFile      = "raw_memories.md"
	SummariesDir = "rollout_summaries"
	SkillsDir    = "skills"
	NotesDir     = "extensions/ad_hoc/notes"
)

// bytesPerToken is the estimate used wherever no server counted: 1 token = 4 bytes, rounded up.
const bytesPerToken = 4

// Tokens estimates the tokens of a text.
func Tokens(s string) int { return (len(s) + bytesPerToken - 1) / bytesPerToken }
