package state

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
	ModeByUser       bool  // MemoryMode was set by SetMemoryMode; a scan's value is ignored
	Size             int64 // bytes of all segments
	Records          int64 // filled at extraction
	BadRecords       int64 // filled at extraction
	Gone             bool  // the ledger was there once and is not any more; its memory stays
}

// SourceUpdatedAt is the second of the newest record: what outputs and watermarks of
// phase 1 are compared with.
func (t Thread) SourceUpdatedAt() int64 { return t.UpdatedAtMS / 1000 }

// Ledger is one ledger file as a scan last saw it; unchanged size and mtime let the next scan skip it.
type Ledger struct {
	Path     string
	Source   string
	Size     int64
	MtimeNS  int64
	ThreadID string // "" when the file could not be read as a ledger
	Problem  string // why it could not, in one line; redacted
}

// DefaultInteractive are the source kinds that a person talks to.
func DefaultInteractive() []string {
	return []string{"cli", "vscode", "custom:atlas", "custom:chatgpt"}
}

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
