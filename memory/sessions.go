package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/memory/state/worker"
)

// SessionState says what became of a session.
type SessionState string

// Session states, as a user sees them.
const (
	StateRemembered SessionState = "remembered" // its output is in the folder
	StateLearned    SessionState = "learned"    // its output is stored, not (yet) in the folder
	StateNothing    SessionState = "nothing"    // read; nothing worth keeping
	StatePending    SessionState = "pending"    // the next sync takes it
	StateWaiting    SessionState = "waiting"    // not idle for long enough yet
	StateRunning    SessionState = "running"    // being extracted now
	StateFailed     SessionState = "failed"     // tried again later, or not any more: see the reason
	StateSkipped    SessionState = "skipped"    // not eligible: see the reason
	StateDisabled   SessionState = "disabled"   // the user or its agent says: do not learn from it
	StatePolluted   SessionState = "polluted"   // holds outside content
	StateForgotten  SessionState = "forgotten"  // the user had it forgotten
	StateUnreadable SessionState = "unreadable" // the file is no ledger
)

// SessionStates are all states, in the order in which a session meets them.
var SessionStates = [...]SessionState{
	StateRemembered, StateLearned, StateNothing, StatePending, StateWaiting, StateRunning,
	StateFailed, StateSkipped, StateDisabled, StatePolluted, StateForgotten, StateUnreadable,
}

// SessionInfo is one session with its state and the reason for it.
type SessionInfo struct {
	ID        string       `json:"id"`
	Agent     string       `json:"agent"`
	Path      string       `json:"path"`
	Project   string       `json:"project"`
	UpdatedAt string       `json:"updated_at"` // RFC 3339, "" when unknown
	State     SessionState `json:"state"`
	Reason    string       `json:"reason"`
	Title     string       `json:"title"`
	Kind      string       `json:"kind"` // how the session was started: cli, exec, subagent, …
	Size      int64        `json:"bytes"`
	Records   int64        `json:"records,omitempty"`
	Bad       int64        `json:"bad_records,omitempty"`
}

// Sessions lists every thread known, newest first, and after them the files that could
// not be read. The states are those that a sync with these options would find.
func (m *Memory) Sessions(ctx context.Context, o SyncOptions) ([]SessionInfo, error) {
	j, err := m.judge(ctx, o)
	if err != nil {
		return nil, err
	}
	threads, err := m.store.Threads(ctx)
	if err != nil {
		return nil, err
	}
	infos := make([]SessionInfo, 0, len(threads))
	for _, t := range threads {
		infos = append(infos, j.info(t))
	}
	ledgers, err := m.store.Ledgers(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, l := range ledgers {
		if l.ThreadID == "" {
			infos = append(infos, unreadable(l.Source, l.Path, l.Problem, l.Size, l.MtimeNS))
		}
	}
	sortSessions(infos)
	return infos, nil
}

// unreadable is a file that is no ledger; its name may tell whose it was meant to be.
func unreadable(source, path, problem string, size, mtimeNS int64) SessionInfo {
	name, _ := rollout.ParseName(path)
	return SessionInfo{ID: name.ThreadID, Agent: source, Path: path, State: StateUnreadable, Reason: problem, Size: size, UpdatedAt: stamp(mtimeNS / 1e6)}
}

// sortSessions puts the newest first, and files that are no sessions last.
func sortSessions(infos []SessionInfo) {
	slices.SortStableFunc(infos, func(a, b SessionInfo) int {
		if x, y := a.State == StateUnreadable, b.State == StateUnreadable; x != y {
			if x {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(b.ID, a.ID), cmp.Compare(a.Path, b.Path))
	})
}

func stamp(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}

// judge holds what the states of all threads are told from.
type judge struct {
	filter   state.StartupFilter
	settings Settings
	now      time.Time
	outputs  map[string]state.Stage1Output
	jobs     map[string]state.Job
	tombs    map[state.Tombstone]bool
}

func (m *Memory) judge(ctx context.Context, o SyncOptions) (*judge, error) {
	j := &judge{
		filter: m.filter(o), settings: m.o.Settings, now: m.o.Now(),
		outputs: map[string]state.Stage1Output{}, jobs: map[string]state.Job{}, tombs: map[state.Tombstone]bool{},
	}
	outputs, err := m.store.OutputHeads(ctx)
	if err != nil {
		return nil, err
	}
	for _, out := range outputs {
		j.outputs[out.ThreadID] = out
	}
	jobs, err := m.store.Jobs(ctx, state.KindStage1)
	if err != nil {
		return nil, err
	}
	for _, job := range jobs {
		j.jobs[job.Key] = job
	}
	tombs, err := m.store.Tombstones(ctx)
	for _, t := range tombs {
		j.tombs[state.Tombstone{Kind: t.Kind, Value: t.Value}] = true
	}
	return j, err
}

func (j *judge) info(t state.Thread) SessionInfo {
	s, reason := j.state(t)
	return SessionInfo{
		ID: t.ID, Agent: t.Source, Path: t.RolloutPath, Project: t.ProjectID, UpdatedAt: stamp(t.UpdatedAtMS),
		State: s, Reason: reason, Title: t.Title, Kind: t.SourceKind, Size: t.Size, Records: t.Records, Bad: t.BadRecords,
	}
}

// state tells a thread's state: first what the user said, then what was done, then what stands in the way.
func (j *judge) state(t state.Thread) (SessionState, string) {
	if s, reason, ok := j.said(t); ok {
		return s, reason
	}
	updated := t.UpdatedAtMS / 1000
	job, tried := j.jobs[t.ID]
	out, stored := j.outputs[t.ID]
	done := tried && job.HasSuccess && job.LastSuccessWatermark >= updated
	current := done || stored && out.SourceUpdatedAt >= updated
	switch {
	case tried && job.Status == state.Running && job.LeaseUntil > j.now.Unix() && !worker.Dead(job.WorkerID):
		return StateRunning, "being read since " + clock(job.StartedAt)
	case current && stored:
		return j.kept(out)
	case current && job.LastError == state.Pruned:
		return StateNothing, fmt.Sprintf("what was learned from it was not used for %d days and went", j.settings.MaxUnusedDays)
	case current:
		return StateNothing, "nothing in it that would help a later session"
	}
	if reason := j.unfit(t); reason != "" {
		return j.orKept(stored, out, StateSkipped, reason)
	}
	if tried && job.Status == state.Failed && job.InputWatermark >= updated {
		return StateFailed, failure(job, j.now)
	}
	if f := j.filter; f.MaxUpdatedAt > 0 && updated > f.MaxUpdatedAt {
		ready := time.Unix(updated, 0).Add(time.Duration(j.settings.MinRolloutIdleHours) * time.Hour)
		return j.orKept(stored, out, StateWaiting, fmt.Sprintf("idle since %s; read after %s, or with --now", clock(updated), clock(ready.Unix())))
	}
	if stored {
		return StatePending, "it has grown since it was read"
	}
	return StatePending, "the next sync reads it"
}

// said tells what the user or the session's own agent decided.
func (j *judge) said(t state.Thread) (SessionState, string, bool) {
	switch {
	case j.tombs[state.Tombstone{Kind: state.TombThread, Value: t.ID}]:
		return StateForgotten, "you had this session forgotten", true
	case j.tombs[state.Tombstone{Kind: state.TombProject, Value: t.ProjectID}]:
		return StateForgotten, "you had this project forgotten", true
	case t.MemoryMode == state.Polluted:
		return StatePolluted, "it holds outside content (web search, tool search or an external MCP server)", true
	case t.MemoryMode == state.Disabled:
		return StateDisabled, "memory is off for this session; `reverie mode " + t.ID + " enabled` turns it on", true
	}
	return "", "", false
}

// unfit tells why a thread is never claimed, "" if nothing speaks against it.
func (j *judge) unfit(t state.Thread) string {
	kinds := j.filter.SourceKinds
	switch {
	case t.Gone:
		return "its ledger is not there any more"
	case t.Archived:
		return "archived"
	case !slices.Contains(kinds, t.SourceKind) && !slices.Contains(kinds, "*"):
		return fmt.Sprintf("started as %q; memories.sources names %s", t.SourceKind, strings.Join(kinds, ", "))
	case t.FirstUserMessage == "":
		return "no message of a user in it"
	case j.filter.MinUpdatedAt > 0 && t.UpdatedAtMS/1000 < j.filter.MinUpdatedAt:
		return fmt.Sprintf("older than %s; `reverie sync --since all` reads it", clock(j.filter.MinUpdatedAt))
	}
	return ""
}

// kept tells the state of a session whose output is stored and current.
func (j *judge) kept(out state.Stage1Output) (SessionState, string) {
	if out.Selected {
		if out.UsageCount > 0 {
			return StateRemembered, fmt.Sprintf("in the memory folder; cited %d times, last on %s", out.UsageCount, clock(out.LastUsage))
		}
		return StateRemembered, "in the memory folder"
	}
	return StateLearned, "read; not in the memory folder (the next sync selects the best)"
}

// orKept prefers what is known of an older state of the session over the reason it is not read again.
func (j *judge) orKept(stored bool, out state.Stage1Output, s SessionState, reason string) (SessionState, string) {
	if !stored {
		return s, reason
	}
	kept, what := j.kept(out)
	return kept, what + "; it has grown since, but: " + reason
}

func failure(job state.Job, now time.Time) string {
	switch {
	case job.RetryRemaining <= 0:
		return job.LastError + "; no tries left: `reverie retry` gives it new ones"
	case job.RetryAt > now.Unix():
		return fmt.Sprintf("%s; tried again after %s (%d tries left)", job.LastError, clock(job.RetryAt), job.RetryRemaining)
	}
	return fmt.Sprintf("%s; the next sync tries again (%d tries left)", job.LastError, job.RetryRemaining)
}

func clock(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02 15:04 UTC") }
