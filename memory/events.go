package memory

import "time"

// Stage names a part of a sync.
type Stage string

// Stages of a sync, in order.
const (
	StageScan        Stage = "scan"
	StageExtract     Stage = "extract"
	StageConsolidate Stage = "consolidate"
	StageIndex       Stage = "index"
)

// Event is one step of progress. Events come from several goroutines, one at a time.
type Event struct {
	Stage    Stage
	Done     int           // steps of this stage that are over
	Total    int           // steps known so far; 0 = not known
	ThreadID string        // extract: the thread that is over
	Title    string        // extract: its title
	Result   Result        // extract: what came of it
	Step     string        // consolidate: the step that begins
	Reason   string        // a failure's reason, or what is waited for
	Took     time.Duration // extract: how long it took

	learned LearnedSession
}

// Result is what came of one extraction.
type Result string

// Results of an extraction.
const (
	Learned Result = "learned" // an output was stored
	Nothing Result = "nothing" // nothing worth keeping
	Failed  Result = "failed"  // see the reason; it is tried again later
)
