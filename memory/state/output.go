package state

// Stage1Output is what phase 1 distilled from one thread.
type Stage1Output struct {
	ThreadID                string
	SourceUpdatedAt         int64
	RawMemory               string
	RolloutSummary          string
	RolloutSlug             string // "" = none
	GeneratedAt             int64
	UsageCount              int64
	LastUsage               int64 // 0 = never used
	Selected                bool
	SelectedSourceUpdatedAt int64 // meaningful when Selected
}

// Selected is one row of a phase-2 selection: an output with the thread it came from.
type Selected struct {
	Stage1Output
	Thread Thread
}

// Key is the output's key in a selection.
func (s Selected) Key() SelectionKey {
	return SelectionKey{ThreadID: s.ThreadID, SourceUpdatedAt: s.SourceUpdatedAt}
}

// SelectionKey names one output at one state of its input.
type SelectionKey struct {
	ThreadID        string
	SourceUpdatedAt int64
}

// Generated records what consolidation last wrote to one file of the folder, so that
// a user's line can be told from ours: hex hashes, never the text.
type Generated struct {
	Path       string   // slash-separated, relative to the folder
	LineHashes []string // one a line, in order
}

// HandEdit is one edit that the user made by hand in a generated file, kept so that it
// survives every rebuild.
type HandEdit struct {
	Path   string
	Kind   string // "replace", "delete", "insert"
	Anchor string // hash of our line that was replaced or deleted, or after which Text stands ("" = the file's top)
	Text   string // the user's line(s), redacted; "" for delete
}

// Read is one classified read of a memory file (telemetry; it never moves the ranking).
type Read struct {
	Kind string // memory_md, memory_summary, raw_memories, rollout_summaries, skills
	Tool string
	OK   bool
	N    int64 // how many; 0 counts as 1
}

// Recalled is what one session shows of its use of memory, in the order of its ledger.
type Recalled struct {
	Replies []CitingReply
	Reads   []Read // one each; N is ignored
}

// CitingReply is one reply that cited memory.
type CitingReply struct {
	At        int64    // its record's time, Unix seconds; 0 = now
	ThreadIDs []string // of the outputs it cited, each once
}

// TombstoneKind says what a tombstone keeps forgotten.
type TombstoneKind string

// Tombstone kinds. Thread and project tombstones hold the id in clear; a text
// tombstone holds only a fingerprint (see extract.Fingerprint), so that what was
// forgotten is in no table.
const (
	TombThread  TombstoneKind = "thread"
	TombProject TombstoneKind = "project"
	TombText    TombstoneKind = "text"
)

// Tombstone keeps something from being learned again.
type Tombstone struct {
	Kind      TombstoneKind
	Value     string
	CreatedAt int64
}
