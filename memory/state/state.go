// Package state is the contract of Reverie's state: which threads there are, which
// jobs run, what phase 1 brought, what was selected and used, and what must stay
// forgotten. It owns the types and the rules; it has no SQL. Implementations live in
// sub-packages (sqlite) and pass the one suite in storetest.
//
// Times are Unix seconds unless a name ends in MS (milliseconds) or NS (nanoseconds).
// The rules are those of the memory system of OpenAI's Codex, section 4 of
// docs/format.md.
//
// Nothing that a ledger says may be handed to a Store before redaction.
package state

import (
	"context"
	"errors"
)

// Sentinel errors. Implementations wrap them; callers test with errors.Is.
var (
	// ErrNotFound: no row with that key.
	ErrNotFound = errors.New("not found")
	// ErrLeaseLost: the job is no longer running under the caller's token.
	ErrLeaseLost = errors.New("lease lost")
	// ErrTooNew: the database was written by a newer reverie.
	ErrTooNew = errors.New("database is newer than this program")
	// ErrCorrupt: the database file is damaged.
	ErrCorrupt = errors.New("database is damaged")
)

// MemoryMode says whether a thread may be learned from.
type MemoryMode string

// Memory modes. A re-scan never turns Polluted back, nor a mode that the user set.
const (
	Enabled  MemoryMode = "enabled"
	Disabled MemoryMode = "disabled"
	Polluted MemoryMode = "polluted"
)

// Thread is one conversation found in some agent's store.
type Thread struct {
	ID               string // UUID
	Source           string // agent: "codex", …
	SourceKind       string // "cli", "vscode", "exec", "mcp", "subagent", "internal", "custom:atlas", "unknown"
	RolloutPath      string // newest segment's path as found
	Cwd              string
	ProjectID        string // git common directory, else the cwd
	GitBranch        string
	GitSHA           string
	GitOrigin        string
	ModelProvider    string
	Title            string // redacted
	FirstUserMessage string // redacted; "" = the thread has no user message
	CreatedAtMS      int64
	UpdatedAtMS      int64 // newest record's own time
	Archived         bool
	MemoryMode       MemoryMode
	Size             int64 // bytes of all segments
	Records          int64 // filled at extraction
	BadRecords       int64 // filled at extraction
	Gone             bool  // the ledger was there once and is not any more; its memory stays
}

// Ledger is one ledger file as a scan last saw it; unchanged size and mtime let the next scan skip it.
type Ledger struct {
	Path     string
	Source   string
	Size     int64
	MtimeNS  int64
	ThreadID string // "" when the file could not be read as a ledger
	Problem  string // why it could not, in one line; redacted
}

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

// SelectionKey names one output at one state of its input.
type SelectionKey struct {
	ThreadID        string
	SourceUpdatedAt int64
}

// Job kinds and the key of the one consolidation job.
const (
	KindStage1 = "memory_stage1"             // key = thread id
	KindGlobal = "memory_consolidate_global" // key = GlobalKey
	GlobalKey  = "global"
)

// JobStatus is the state of a job.
type JobStatus string

// Job states.
const (
	Pending JobStatus = "pending"
	Running JobStatus = "running"
	Done    JobStatus = "done"
	Failed  JobStatus = "error"
)

// Job is one row of the jobs table. Zero times mean NULL.
type Job struct {
	Kind, Key                            string
	Status                               JobStatus
	WorkerID, OwnershipToken             string
	StartedAt, FinishedAt                int64
	LeaseUntil, RetryAt                  int64
	RetryRemaining                       int64
	LastError                            string
	InputWatermark, LastSuccessWatermark int64
	HasSuccess                           bool // LastSuccessWatermark is not NULL
}

// ClaimStatus is the answer to a claim.
type ClaimStatus string

// Answers to a claim.
const (
	Claimed          ClaimStatus = "claimed"
	UpToDate         ClaimStatus = "up_to_date"
	AlreadyRunning   ClaimStatus = "running"
	Backoff          ClaimStatus = "retry_backoff"
	RetriesExhausted ClaimStatus = "retries_exhausted"
	CapReached       ClaimStatus = "running_cap_reached"
	Cooldown         ClaimStatus = "cooldown"          // global job only
	RetryUnavailable ClaimStatus = "retry_unavailable" // global job only
)

// Claim is a lease on one job.
type Claim struct {
	Status         ClaimStatus
	Kind, Key      string
	Token          string // ownership token, a fresh UUID
	Worker         string
	InputWatermark int64  // stage 1: source_updated_at claimed for; global: the job's input watermark
	Thread         Thread // stage 1 only
}

// Constants of the job rules (seconds).
const (
	LeaseSeconds      = 3600
	RetryDelaySeconds = 3600
	MaxRetries        = 3
	CooldownSeconds   = 6 * 3600
	HeartbeatSeconds  = 90
	RunningCap        = 64
	ScanLimit         = 5000
	PruneBatch        = 200
)

// StartupFilter says which threads ClaimStartup may take.
type StartupFilter struct {
	Worker        string
	SourceKinds   []string // interactive ones; nil = those of DefaultInteractive; "*" alone = all
	CurrentThread string   // never claimed
	MinUpdatedAt  int64    // updated at or after; 0 = no limit (max_rollout_age_days, or --since)
	MaxUpdatedAt  int64    // updated at or before (now - min_rollout_idle_hours); 0 = no limit
	Limit         int      // at most so many claims
	RunningCap    int      // 0 = RunningCap
}

// DefaultInteractive are the source kinds that a person talks to.
var DefaultInteractive = []string{"cli", "vscode", "custom:atlas", "custom:chatgpt"}

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

// Store is the whole state. All methods are safe for concurrent use, by several
// goroutines and by several processes on one database. Every method that changes
// something is one transaction. Methods never wait on another process for longer than
// the busy time-out, and retry inside it; "database is locked" does not leave a Store.
type Store interface {
	// --- threads and ledgers

	// PutScan stores what a scan found: ledgers by path, threads by id. An existing
	// thread keeps Records, BadRecords and a memory mode that is polluted or was set by
	// SetMemoryMode; everything else is replaced. Threads under a tombstone (thread id
	// or project id) are stored with blank Title and FirstUserMessage and mode Disabled.
	PutScan(ctx context.Context, ledgers []Ledger, threads []Thread) error
	// Ledgers returns every ledger row of a source ("" = all), ordered by path.
	Ledgers(ctx context.Context, source string) ([]Ledger, error)
	// DropLedgers removes ledger rows whose files are gone and marks their threads Gone
	// (unless another ledger row still names the thread).
	DropLedgers(ctx context.Context, paths []string) error
	// Thread returns one thread or ErrNotFound.
	Thread(ctx context.Context, id string) (Thread, error)
	// Threads returns all threads, newest UpdatedAtMS first, then id descending.
	Threads(ctx context.Context) ([]Thread, error)
	// SetRecords stores the counts found at extraction.
	SetRecords(ctx context.Context, id string, records, bad int64) error
	// SetMemoryMode sets the mode by the user's hand. Leaving Enabled enqueues the global job if
	// the thread's output was selected.
	SetMemoryMode(ctx context.Context, id string, mode MemoryMode) error
	// MarkPolluted turns an enabled thread polluted; enqueues the global job if it was
	// selected. It reports whether the mode changed.
	MarkPolluted(ctx context.Context, id string) (bool, error)
	// DeleteThread removes thread, output and job; enqueues global if it was selected.
	DeleteThread(ctx context.Context, id string) error

	// --- phase 1

	// ClaimStartup claims up to f.Limit eligible threads, newest first: not archived, not gone, with
	// a user message, of an interactive kind, enabled, inside the window, not the
	// current thread, output and watermark older than the thread. At most ScanLimit
	// candidates are looked at; the filters run in the database, so fresh threads never
	// starve eligible ones. Only Claimed claims are returned.
	ClaimStartup(ctx context.Context, f StartupFilter) ([]Claim, error)
	// ClaimStage1 claims one thread's job in one immediate transaction, or says why not.
	ClaimStage1(ctx context.Context, threadID, worker string, cap int) (Claim, error)
	// HeartbeatStage1 extends the lease; ErrLeaseLost if the token does not match.
	HeartbeatStage1(ctx context.Context, c Claim) error
	// FinishStage1 stores the output (unless the stored one is newer), keeps usage and
	// selection columns, sets the watermark and enqueues global. ErrLeaseLost if the token does not match.
	FinishStage1(ctx context.Context, c Claim, out Stage1Output) error
	// FinishStage1Empty: the session held nothing worth keeping. Deletes a stored output (and then enqueues global).
	FinishStage1Empty(ctx context.Context, c Claim) error
	// FailStage1: error, retry in RetryDelaySeconds, one retry less.
	FailStage1(ctx context.Context, c Claim, reason string) error
	// ReleaseStage1 gives a claim back unharmed (pending, no retry spent): Ctrl-C, or a budget pause.
	ReleaseStage1(ctx context.Context, c Claim) error
	// Output returns one stage-1 output or ErrNotFound.
	Output(ctx context.Context, threadID string) (Stage1Output, error)
	// Outputs returns all stage-1 outputs, source_updated_at desc then thread id desc.
	Outputs(ctx context.Context) ([]Stage1Output, error)
	// PutOutput stores an output that no job made (an import); usage and last usage are taken as given.
	// The job's success watermark is set so that it is not extracted again unless the thread grows.
	PutOutput(ctx context.Context, out Stage1Output) error
	// Prune deletes outputs not selected and unused for maxUnusedDays, stalest first, in
	// batches of PruneBatch, until none is left; returns how many. 0 days prunes nothing.
	Prune(ctx context.Context, maxUnusedDays int) (int, error)

	// --- phase 2

	// EnqueueGlobal: pending (stays running if running), retry_at cleared, retries >= 3, input watermark grows.
	EnqueueGlobal(ctx context.Context, watermark int64) error
	// ClaimGlobal claims the consolidation, creating the job if there is none. In order: retry_at in the future, live
	// lease, cooldown (skipped with skipCooldown), else claimed.
	ClaimGlobal(ctx context.Context, worker string, skipCooldown bool) (Claim, error)
	// HeartbeatGlobal extends the lease; ErrLeaseLost if the token does not match.
	HeartbeatGlobal(ctx context.Context, c Claim) error
	// FinishGlobal: done; the watermark never moves back; clears all selection flags,
	// then sets them on rows matching thread id and source_updated_at; staged generated
	// records become current; hand edits are replaced by edits.
	FinishGlobal(ctx context.Context, c Claim, watermark int64, selected []SelectionKey, edits []HandEdit) error
	// FailGlobal: error, retry in RetryDelaySeconds, with the reason.
	FailGlobal(ctx context.Context, c Claim, reason string) error
	// ReleaseGlobal gives the claim back unharmed.
	ReleaseGlobal(ctx context.Context, c Claim) error
	// Select returns at most n outputs for consolidation, best first (rules of section 4).
	Select(ctx context.Context, n, maxUnusedDays int) ([]Selected, error)
	// LastSelection returns the keys of the last successful selection, thread id ascending, of outputs still stored
	// and of those deleted since (the selection outlives the output row).
	LastSelection(ctx context.Context) ([]SelectionKey, error)
	// StageGenerated stores, before a promotion, what it is about to write; Generated
	// returns the union seen as ours: current and staged records.
	StageGenerated(ctx context.Context, files []Generated) error
	Generated(ctx context.Context) (current, staged []Generated, err error)
	// HandEdits returns the stored hand edits in the order they were given.
	HandEdits(ctx context.Context) ([]HandEdit, error)

	// --- jobs, usage, forgetting

	// Job returns one job or ErrNotFound; Jobs all of a kind ("" = all), by key.
	Job(ctx context.Context, kind, key string) (Job, error)
	Jobs(ctx context.Context, kind string) ([]Job, error)
	// RetryFailed makes failed and exhausted stage-1 jobs claimable at once (nil = all); returns how many.
	RetryFailed(ctx context.Context, threadIDs []string) (int, error)
	// RecordUsage adds one use, now, to each output named; unknown ids are ignored; callers de-duplicate. Returns how many were known.
	RecordUsage(ctx context.Context, threadIDs []string) (int, error)
	// RecordReads adds to the read telemetry; Reads returns the counts by kind, tool and success.
	RecordReads(ctx context.Context, reads []Read) error
	Reads(ctx context.Context) ([]Read, error)
	// AddTombstone and Tombstones keep what must not be learned again. RemoveTombstone takes one back.
	AddTombstone(ctx context.Context, t Tombstone) error
	RemoveTombstone(ctx context.Context, kind TombstoneKind, value string) error
	Tombstones(ctx context.Context) ([]Tombstone, error)
	// ForgetThread deletes output and job, blanks title and first user message, sets
	// mode Disabled, stores the tombstone, enqueues global if an output went.
	ForgetThread(ctx context.Context, id string) error
	// Scrub makes deleted text unrecoverable from the database's files (vacuum, truncated log).
	Scrub(ctx context.Context) error
	// Reset deletes outputs, jobs, selection, generated records, hand edits and telemetry; thread modes and tombstones stay.
	Reset(ctx context.Context) error
	// Close releases the database.
	Close() error
}
