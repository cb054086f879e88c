// Package rollout is the ledger of a conversation: one JSON record a line, append-only
// (section 1 of docs/format.md).
//
// It reads ledgers forward (Reader, with bounded memory), from the end (History, whose
// work is bounded by what is live), and at both ends alone (Catalogue); it finds them in
// a home (FindLedgers), audits one (Check), and writes one (Recorder). Both history modes
// are read: legacy, and paginated with its lineage of segments.
//
// It promises that a bad line never ends a read and is always counted with its number
// and reason, that a ledger which is only read is never opened for writing, and that the
// Recorder never rewrites a byte. It knows no model and no memory.
package rollout

import "errors"

// Types of records. Others may occur and are passed over.
const (
	TypeSessionMeta  = "session_meta"
	TypeResponseItem = "response_item"
	TypeCompacted    = "compacted"
	TypeTurnContext  = "turn_context"
	TypeEventMsg     = "event_msg"
	TypeInterAgent   = "inter_agent_communication"
	TypeWorldState   = "world_state"
	TypeTokenUsage   = "token_usage_record"
)

// Kinds of event_msg payloads that matter to a reader.
const (
	EventUserMessage   = "user_message"
	EventAgentMessage  = "agent_message"
	EventItemCompleted = "item_completed"
	EventTaskStarted   = "task_started"
	EventTurnStarted   = "turn_started"
	EventTaskComplete  = "task_complete"
	EventTurnComplete  = "turn_complete"
	EventTurnAborted   = "turn_aborted"
	EventRolledBack    = "thread_rolled_back"
)

// History modes.
const (
	ModeLegacy    = "legacy"
	ModePaginated = "paginated"
)

// Sentinel errors.
var (
	// ErrEmpty: the file holds no readable record.
	ErrEmpty = errors.New("no readable record in the ledger")
	// ErrNotRegular: the path names no regular file.
	ErrNotRegular = errors.New("not a regular file")
	// ErrBusy: another process writes this thread.
	ErrBusy = errors.New("another process is writing this thread")
	// ErrCompressed: a compressed ledger cannot be appended to.
	ErrCompressed = errors.New("the ledger is compressed; decompress it before going on with the thread")
)

// Line is one record. Its byte slices alias the reader's buffer until the next call.
type Line struct {
	Number    int    // 1-based line in its file; 0 when read backward
	Offset    int64  // byte offset of the line in its file (uncompressed)
	Timestamp string // as recorded; "" if none
	Ordinal   int64  // paginated mode; -1 if none
	Type      string
	Payload   []byte // raw JSON; nil if the record has none
	Metadata  []byte // raw JSON of the record's own metadata; nil if none
	Raw       []byte // the whole record, without the line's end
}

// Kind is the payload's own type tag ("message", "user_message", …), "" if it has none.
func (l Line) Kind() string { return kindOf(l.Payload) }

// TimeMS is the record's time in Unix milliseconds; ok is false where it has none that
// can be read.
func (l Line) TimeMS() (ms int64, ok bool) { return ParseTime(l.Timestamp) }

// BadLine is a line with something wrong. Kept says that it was read all the same (with
// U+FFFD for broken text, or without a time); otherwise it was passed over.
type BadLine struct {
	Number int    `json:"line"`
	Reason string `json:"reason"`
	Kept   bool   `json:"kept,omitempty"`
}

// maxBadKept bounds how many bad lines are kept one by one; the rest are counted.
const maxBadKept = 1000
