// Package state is the contract of Reverie's state: which threads there are, which
// jobs run, what phase 1 brought, what was selected and used, and what must stay
// forgotten.
//
// It owns the types, the Store interface and the rules of the jobs (job.go: pure
// functions on a Job, so that every database obeys the same state machine, which
// docs/jobs.md draws). It has no SQL: implementations live in sub-packages (sqlite) and
// pass the one suite in storetest.
//
// Times are Unix seconds unless a name ends in MS (milliseconds) or NS (nanoseconds).
// Tables and rules are those of the memory system of OpenAI's Codex, so that what it
// wrote can be taken over; docs/format.md lists them.
//
// Nothing that a ledger says may be handed to a Store before redaction.
package state

import "context"

// Store is the whole state. All methods are safe for concurrent use, by several
// goroutines and by several processes on one database. Every method that changes
// something is one transaction (Prune: one a batch): a process killed inside it leaves
// nothing half done. Methods never wait on another process for longer than the busy
// time-out, and retry inside it; only then do they fail, with ErrBusy.
//
// Any method may also fail with ErrCorrupt or ErrNoSpace, and one that changes something with
// ErrReadOnly where the store was opened for reading or stands on a read-only disk.
// What the user can do about such a failure is in its *HintError.
type Store interface {
	// --- threads and ledgers

	// PutScan stores what a scan found: ledgers by path, threads by id. An existing
	// thread keeps Records, BadRecords and a memory mode that is Polluted or was set by
	// SetMemoryMode; everything else is replaced. Threads under a tombstone (thread id
	// or project id) are stored with blank Title and FirstUserMessage and mode Disabled.
	// A selected thread that leaves Enabled by it enqueues the global job. An empty
	// MemoryMode means Enabled.
	PutScan(ctx context.Context, ledgers []Ledger, threads []Thread) error
	// Ledgers returns every ledger row of a source ("" = all), ordered by path.
	Ledgers(ctx context.Context, source string) ([]Ledger, error)
	// DropLedgers removes ledger rows whose files are gone and marks their threads Gone
	// (unless another ledger row still names the thread). Unknown paths are ignored.
	DropLedgers(ctx context.Context, paths []string) error
	// Thread returns one thread or ErrNotFound.
	Thread(ctx context.Context, id string) (Thread, error)
	// Threads returns all threads, newest UpdatedAtMS first, then id descending.
	Threads(ctx context.Context) ([]Thread, error)
	// SetRecords stores the counts found at extraction.
	SetRecords(ctx context.Context, id string, records, bad int64) error
	// SetMemoryMode sets the mode by the user's hand, and scans keep it from then on.
	// Leaving Enabled enqueues the global job if the thread was selected. Enabling a
	// thread under a tombstone is ErrForgotten: take the tombstone back first.
	SetMemoryMode(ctx context.Context, id string, mode MemoryMode) error
	// MarkPolluted turns an enabled thread polluted; enqueues the global job if it was
	// selected. It reports whether the mode changed.
	MarkPolluted(ctx context.Context, id string) (bool, error)
	// DeleteThread removes thread, ledger rows, output and job; enqueues the global job if it was
	// selected. Without a tombstone the next scan finds the thread again if its ledger is still there.
	DeleteThread(ctx context.Context, id string) error

	// --- phase 1

	// ClaimStartup claims up to f.Limit eligible threads in one transaction, newest
	// first: not archived, not gone, with a user message, of an interactive kind,
	// enabled, inside the window, not the current thread, output and watermark older
	// than the thread, job not running, backing off or out of retries. At most ScanLimit
	// candidates are looked at; the filters run in the database, so fresh threads never
	// starve eligible ones. Only Claimed claims are returned, Thread filled.
	ClaimStartup(ctx context.Context, f StartupFilter) ([]Claim, error)
	// ClaimStage1 claims one thread's job in one immediate transaction, or says why not
	// (see Job.ClaimStage1 for the rules). runningCap 0 means RunningCap.
	ClaimStage1(ctx context.Context, threadID, worker string, runningCap int) (Claim, error)
	// HeartbeatStage1 extends the lease; ErrLeaseLost if the token does not match.
	HeartbeatStage1(ctx context.Context, c Claim) error
	// FinishStage1 stores the output (unless the stored one is newer), keeps usage and
	// selection columns, sets the watermark and enqueues the global job. ErrLeaseLost if
	// the token does not match. The output's thread is c.Key; a zero SourceUpdatedAt
	// means the watermark claimed for, a zero GeneratedAt means now.
	FinishStage1(ctx context.Context, c Claim, out Stage1Output) error
	// FinishStage1Empty: the session held nothing worth keeping. Deletes a stored output
	// that is not newer (and then enqueues the global job).
	FinishStage1Empty(ctx context.Context, c Claim) error
	// FailStage1: error, retry in RetryDelaySeconds, one retry less. reason is redacted text.
	FailStage1(ctx context.Context, c Claim, reason string) error
	// ReleaseStage1 gives a claim back unharmed (pending, no retry spent): Ctrl-C, or a budget pause.
	ReleaseStage1(ctx context.Context, c Claim) error
	// Output returns one stage-1 output or ErrNotFound.
	Output(ctx context.Context, threadID string) (Stage1Output, error)
	// Outputs returns all stage-1 outputs, source_updated_at desc then thread id desc.
	Outputs(ctx context.Context) ([]Stage1Output, error)
	// OutputHeads is Outputs without RawMemory and RolloutSummary: cheap, for listings.
	OutputHeads(ctx context.Context) ([]Stage1Output, error)
	// PutOutput stores an output that no job made (an import); usage and last usage are
	// taken as given, but never lowered, and a stored output that is newer keeps its
	// text. The job's success watermark is set so that it is not extracted again unless
	// the thread grows, and the global job is enqueued. ErrForgotten under a tombstone.
	PutOutput(ctx context.Context, out Stage1Output) error
	// DropUnwanted deletes output and job of every thread that is not Enabled, so that
	// nothing of it stays stored; one that is enabled again is extracted anew. Returns
	// the ids of those that had an output.
	DropUnwanted(ctx context.Context) ([]string, error)
	// Prune deletes outputs not selected and unused for maxUnusedDays, stalest first, in
	// batches of PruneBatch, until none is left; returns how many. 0 days prunes nothing.
	// Their jobs keep Pruned as LastError, so that the reason can be told.
	Prune(ctx context.Context, maxUnusedDays int) (int, error)

	// --- phase 2

	// EnqueueGlobal: pending (stays running if running), retry_at cleared, retries >= 3, input watermark grows.
	EnqueueGlobal(ctx context.Context, watermark int64) error
	// ClaimGlobal claims the consolidation, creating the job if there is none (see
	// Job.ClaimGlobal for the rules). The cooldown is skipped with skipCooldown, and
	// while PendingForgets is not empty.
	ClaimGlobal(ctx context.Context, worker string, skipCooldown bool) (Claim, error)
	// HeartbeatGlobal extends the lease; ErrLeaseLost if the token does not match.
	HeartbeatGlobal(ctx context.Context, c Claim) error
	// FinishGlobal: done; the watermark never moves back; clears all selection flags,
	// then sets them on rows matching thread id and source_updated_at; staged generated
	// records become current; hand edits are replaced by edits.
	FinishGlobal(ctx context.Context, c Claim, watermark int64, selected []SelectionKey, edits []HandEdit) error
	// FailGlobal: error, retry in RetryDelaySeconds, with the reason (redacted text).
	FailGlobal(ctx context.Context, c Claim, reason string) error
	// ReleaseGlobal gives the claim back unharmed.
	ReleaseGlobal(ctx context.Context, c Claim) error
	// Select returns at most n outputs for consolidation: raw memory or summary not
	// blank; used within maxUnusedDays, or never used and generated within it; thread
	// still there and enabled. Rank: usage count, then last use (or generation), then
	// source_updated_at, then thread id, all descending. 0 days selects nothing.
	Select(ctx context.Context, n, maxUnusedDays int) ([]Selected, error)
	// LastSelection returns the keys of the last successful selection, thread id
	// ascending, of outputs still stored and of those deleted since (the selection
	// outlives the output row).
	LastSelection(ctx context.Context) ([]SelectionKey, error)
	// PendingForgets returns the ids of threads in the last selection that may not be
	// there any more (deleted, disabled, polluted, forgotten), ascending: the next
	// consolidation has to forget them, does not wait for the cooldown, and their text
	// has to leave undo copies too.
	PendingForgets(ctx context.Context) ([]string, error)
	// StageGenerated stores, before a promotion, what it is about to write. Several
	// stagings add up until FinishGlobal, since a promotion may have happened though its
	// run did not finish. A file not named keeps its current record; one named with no
	// line hashes loses it.
	StageGenerated(ctx context.Context, files []Generated) error
	// Generated returns what is known as ours: the current record of each file, by path,
	// and the staged ones in the order they were staged (a path may come more than once).
	Generated(ctx context.Context) (current, staged []Generated, err error)
	// HandEdits returns the stored hand edits in the order they were given.
	HandEdits(ctx context.Context) ([]HandEdit, error)

	// --- jobs, usage, forgetting

	// Job returns one job or ErrNotFound; Jobs all of a kind ("" = all), by kind and key.
	Job(ctx context.Context, kind, key string) (Job, error)
	Jobs(ctx context.Context, kind string) ([]Job, error)
	// RetryFailed makes failed and exhausted stage-1 jobs claimable at once (nil = all); returns how many.
	RetryFailed(ctx context.Context, threadIDs []string) (int, error)
	// RecordUsage adds one use, now, to each output named; unknown ids are ignored; callers de-duplicate. Returns how many were known.
	RecordUsage(ctx context.Context, threadIDs []string) (int, error)
	// CountRecalled counts what a session's ledger shows of the use of memory: one use for each output that
	// a reply cites (its last use is the reply's time, never an earlier one than is known), and
	// the reads. Replies and reads that were counted at an earlier reading of the same
	// thread are passed over, by their number. Returns how many uses were counted.
	CountRecalled(ctx context.Context, threadID string, r Recalled) (int, error)
	// RecordReads adds to the read telemetry; Reads returns the counts by kind, tool and success.
	RecordReads(ctx context.Context, reads []Read) error
	Reads(ctx context.Context) ([]Read, error)
	// AddTombstone keeps something from being learned again. A thread or project
	// tombstone also forgets what is stored of it, as ForgetThread does. A zero CreatedAt means now.
	AddTombstone(ctx context.Context, t Tombstone) error
	// RemoveTombstone takes one back; ErrNotFound if there is none. Ledger rows of the
	// threads it covered go, so that the next scan reads them anew.
	RemoveTombstone(ctx context.Context, kind TombstoneKind, value string) error
	// Tombstones returns all, oldest first.
	Tombstones(ctx context.Context) ([]Tombstone, error)
	// ForgetThread deletes output and job, blanks title and first user message, sets
	// mode Disabled, stores the tombstone, enqueues the global job if an output went or
	// the thread was selected. The thread need not be known.
	ForgetThread(ctx context.Context, id string) error
	// Stamp returns what SetStamp stored under a name, "" if nothing: short marks that one
	// run leaves for the next. They hold no text of a ledger.
	Stamp(ctx context.Context, name string) (string, error)
	SetStamp(ctx context.Context, name, value string) error
	// Scrub makes deleted text unrecoverable from the database's files (vacuum, truncated log).
	Scrub(ctx context.Context) error
	// Reset deletes outputs, jobs, selection, generated records, hand edits and telemetry; thread modes and tombstones stay.
	Reset(ctx context.Context) error
	// Check reads the whole database and reports damage as ErrCorrupt.
	Check(ctx context.Context) error
	// Close releases the database. It may be called more than once.
	Close() error
}
