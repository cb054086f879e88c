package storetest

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed50391015/reverie/memory/state"
)

// testMachine walks the jobs at random beside a model that is written from the rules
// alone, and compares every answer and every job after each step.
func testMachine(t *testing.T, open Open) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t, open)
		defer func() { _ = f.Close() }()
		m := &machine{ctx: f.ctx, s: f.Store, clock: f.clock, model: newModel()}
		for n := range machineThreads {
			m.grow(rt, n, start-8*day)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"":             m.compare,
			"advance":      m.advanceClock,
			"grow":         func(rt *rapid.T) { m.grow(rt, m.pick(rt), m.unix()-rapid.Int64Range(0, hour).Draw(rt, "ago")) },
			"claim":        m.claimOne,
			"claimStartup": m.claimStartup,
			"end":          m.endStage1,
			"retry":        m.retry,
			"killWorker":   m.killWorker,
			"prune":        m.prune,
			"enqueue":      m.enqueue,
			"claimGlobal":  m.claimGlobal,
			"endGlobal":    m.endGlobal,
		})
	})
}

const machineThreads = 4

// model is the state as section 4 of the format tells it.
type model struct {
	updated map[string]int64     // thread -> source_updated_at
	jobs    map[string]*modelJob // key -> job; the consolidation under state.GlobalKey
	outputs map[string][2]int64  // thread -> source_updated_at, generated_at
}

type modelJob struct {
	status         state.JobStatus
	token, worker  string
	lease, retryAt int64
	retries        int64
	input          int64
	success        int64 // watermark, -1 = never
	successAt      int64
	lastError      string
}

func newModel() *model {
	return &model{updated: make(map[string]int64), jobs: make(map[string]*modelJob), outputs: make(map[string][2]int64)}
}

func (m *model) enqueue(watermark int64) {
	j := m.job(state.GlobalKey)
	if j.status != state.Running {
		j.status = state.Pending
	}
	j.retryAt = 0
	if j.retries < 3 {
		j.retries = 3
	}
	if watermark > j.input {
		j.input = watermark
	} else {
		j.input++
	}
}

func (m *model) job(key string) *modelJob {
	if m.jobs[key] == nil {
		m.jobs[key] = &modelJob{status: state.Pending, retries: 3, success: -1}
	}
	return m.jobs[key]
}

// machine is the store and the model side by side.
type machine struct {
	ctx context.Context
	s   state.Store
	*clock
	*model
	claims  []state.Claim // all that were ever given for stage 1, stale ones too
	globals []state.Claim
	workers int
}

func (m *machine) pick(rt *rapid.T) int {
	return rapid.IntRange(0, machineThreads-1).Draw(rt, "thread")
}

// worker is one of the present generation: each kill brings a new one.
func (m *machine) worker() string { return fmt.Sprintf("worker-%d", m.workers) }

func (m *machine) live(j *modelJob) bool {
	return j.status == state.Running && j.lease > m.unix() && !m.isDead(j.worker)
}

func (m *machine) advanceClock(rt *rapid.T) {
	m.advance(rapid.SampledFrom([]int64{1, 90, hour - 1, hour, 6 * hour, 6*hour - 1, day, 31 * day}).Draw(rt, "seconds"))
}

func (m *machine) killWorker(*rapid.T) {
	m.kill(m.worker())
	m.workers++
}

func (m *machine) grow(rt *rapid.T, n int, updated int64) {
	t := thread(n, 0)
	t.UpdatedAtMS = updated * 1000
	check(rt, m.s.PutScan(m.ctx, nil, []state.Thread{t}))
	m.updated[t.ID] = updated
}

// expect says what a claim of a thread has to answer.
func (m *machine) expect(id string, runningCap int) state.ClaimStatus {
	input, j := m.updated[id], m.jobs[id]
	if o, ok := m.outputs[id]; ok && o[0] >= input {
		return state.UpToDate
	}
	if j != nil {
		newer := input > j.input
		switch {
		case j.success >= input:
			return state.UpToDate
		case m.live(j):
			return state.AlreadyRunning
		case !newer && j.retries == 0:
			return state.RetriesExhausted
		case !newer && j.retryAt > m.unix():
			return state.Backoff
		}
	}
	if m.running() >= runningCap {
		return state.CapReached
	}
	return state.Claimed
}

func (m *machine) running() (n int) {
	for key, j := range m.jobs {
		if key != state.GlobalKey && m.live(j) {
			n++
		}
	}
	return n
}

func (m *machine) claimOne(rt *rapid.T) {
	id, runningCap := id(m.pick(rt)), rapid.IntRange(1, machineThreads).Draw(rt, "cap")
	want := m.expect(id, runningCap)
	c, err := m.s.ClaimStage1(m.ctx, id, m.worker(), runningCap)
	check(rt, err)
	if c.Status != want {
		rt.Fatalf("claim of %s: got %q, want %q", id, c.Status, want)
	}
	if c.Status == state.Claimed {
		m.started(c)
	}
}

func (m *machine) claimStartup(rt *rapid.T) {
	f := state.StartupFilter{
		Worker: m.worker(), Limit: rapid.IntRange(1, 3).Draw(rt, "limit"),
		MinUpdatedAt: m.unix() - 10*day, MaxUpdatedAt: m.unix() - hour, RunningCap: 3,
	}
	var order []string
	for id, at := range m.updated {
		if at >= f.MinUpdatedAt && at <= f.MaxUpdatedAt {
			order = append(order, id)
		}
	}
	sort.Slice(order, func(i, k int) bool {
		a, b := order[i], order[k]
		return m.updated[a] > m.updated[b] || (m.updated[a] == m.updated[b] && a > b)
	})
	claims, err := m.s.ClaimStartup(m.ctx, f)
	check(rt, err)
	i := 0
	for _, id := range order {
		if i == f.Limit || m.expect(id, f.RunningCap) != state.Claimed {
			continue
		}
		if i == len(claims) || claims[i].Key != id {
			rt.Fatalf("startup claim %d: got %v, want %s", i, claims, id)
		}
		m.started(claims[i])
		i++
	}
	if i != len(claims) {
		rt.Fatalf("startup: got %d claims, want %d", len(claims), i)
	}
}

func (m *machine) started(c state.Claim) {
	m.claims = append(m.claims, c)
	j, input := m.job(c.Key), m.updated[c.Key]
	if input > j.input {
		j.retries = 3
	}
	j.input = input
	m.run(j, c)
}

func (m *machine) run(j *modelJob, c state.Claim) {
	j.status, j.token, j.worker = state.Running, c.Token, c.Worker
	j.lease, j.retryAt, j.lastError = m.unix()+3600, 0, ""
}

// end applies one way to end or extend a claim to the model; false = lease lost.
func (m *machine) end(c state.Claim, how string, watermark int64) bool {
	j := m.jobs[c.Key]
	if j == nil || j.status != state.Running || j.token != c.Token {
		return false
	}
	switch how {
	case "heartbeat":
		j.lease = m.unix() + 3600
		return true
	case "release":
		j.status = state.Pending
	case "fail":
		j.status, j.retryAt, j.lastError = state.Failed, m.unix()+3600, "reason"
		if j.retries > 0 {
			j.retries--
		}
	default:
		j.status, j.successAt = state.Done, m.unix()
		if watermark > j.success {
			j.success = watermark
		}
	}
	j.token, j.worker, j.lease = "", "", 0
	return true
}

func (m *machine) endStage1(rt *rapid.T) {
	if len(m.claims) == 0 {
		rt.Skip("no claim yet")
	}
	c := rapid.SampledFrom(m.claims).Draw(rt, "claim")
	how := rapid.SampledFrom([]string{"heartbeat", "release", "fail", "finish", "empty"}).Draw(rt, "how")
	var err error
	switch how {
	case "heartbeat":
		err = m.s.HeartbeatStage1(m.ctx, c)
	case "release":
		err = m.s.ReleaseStage1(m.ctx, c)
	case "fail":
		err = m.s.FailStage1(m.ctx, c, "reason")
	case "finish":
		err = m.s.FinishStage1(m.ctx, c, state.Stage1Output{RawMemory: "r", RolloutSummary: "s"})
	case "empty":
		err = m.s.FinishStage1Empty(m.ctx, c)
	}
	owner := m.end(c, how, c.InputWatermark)
	lostOrNot(rt, err, owner)
	if !owner {
		return
	}
	_, had := m.outputs[c.Key]
	switch how {
	case "finish":
		m.outputs[c.Key] = [2]int64{c.InputWatermark, m.unix()}
		m.model.enqueue(c.InputWatermark)
	case "empty":
		if delete(m.outputs, c.Key); had {
			m.model.enqueue(c.InputWatermark)
		}
	}
}

func (m *machine) retry(rt *rapid.T) {
	want := 0
	for key, j := range m.jobs {
		exhausted := j.retries == 0 && !(j.status == state.Running && j.lease > m.unix())
		if key == state.GlobalKey || j.status == state.Done || (j.status != state.Failed && !exhausted) {
			continue
		}
		if j.status == state.Failed {
			j.status = state.Pending
		}
		j.retries, j.retryAt = 3, 0
		want++
	}
	got, err := m.s.RetryFailed(m.ctx, nil)
	check(rt, err)
	if got != want {
		rt.Fatalf("retry: got %d jobs, want %d", got, want)
	}
}

func (m *machine) prune(rt *rapid.T) {
	want := 0
	for id, o := range m.outputs {
		if o[1] < m.unix()-30*day {
			delete(m.outputs, id)
			if j := m.jobs[id]; j != nil && j.status == state.Done {
				j.lastError = state.Pruned
			}
			want++
		}
	}
	got, err := m.s.Prune(m.ctx, 30)
	check(rt, err)
	if got != want {
		rt.Fatalf("prune: got %d outputs, want %d", got, want)
	}
}

func (m *machine) enqueue(rt *rapid.T) {
	watermark := rapid.Int64Range(0, 2*start).Draw(rt, "watermark")
	check(rt, m.s.EnqueueGlobal(m.ctx, watermark))
	m.model.enqueue(watermark)
}

func (m *machine) claimGlobal(rt *rapid.T) {
	skip := rapid.Bool().Draw(rt, "skip cooldown")
	want := state.Claimed
	if j := m.jobs[state.GlobalKey]; j != nil {
		switch {
		case j.retryAt > m.unix():
			want = state.RetryUnavailable
		case m.live(j):
			want = state.AlreadyRunning
		case !skip && j.successAt > 0 && m.unix()-j.successAt < 6*hour:
			want = state.Cooldown
		}
	}
	c, err := m.s.ClaimGlobal(m.ctx, m.worker(), skip)
	check(rt, err)
	if c.Status != want {
		rt.Fatalf("claim of the consolidation: got %q, want %q", c.Status, want)
	}
	if want == state.Claimed {
		m.globals = append(m.globals, c)
		m.run(m.job(state.GlobalKey), c)
	}
}

func (m *machine) endGlobal(rt *rapid.T) {
	if len(m.globals) == 0 {
		rt.Skip("no claim yet")
	}
	c := rapid.SampledFrom(m.globals).Draw(rt, "claim")
	how := rapid.SampledFrom([]string{"heartbeat", "release", "fail", "finish"}).Draw(rt, "how")
	watermark := rapid.Int64Range(0, 100).Draw(rt, "watermark")
	var err error
	switch how {
	case "heartbeat":
		err = m.s.HeartbeatGlobal(m.ctx, c)
	case "release":
		err = m.s.ReleaseGlobal(m.ctx, c)
	case "fail":
		err = m.s.FailGlobal(m.ctx, c, "reason")
	case "finish":
		err = m.s.FinishGlobal(m.ctx, c, watermark, nil, nil)
	}
	lostOrNot(rt, err, m.end(c, how, watermark))
}

// compare holds the store's jobs and outputs against the model's.
func (m *machine) compare(rt *rapid.T) {
	jobs, err := m.s.Jobs(m.ctx, "")
	check(rt, err)
	if len(jobs) != len(m.jobs) {
		rt.Fatalf("got %d jobs, want %d", len(jobs), len(m.jobs))
	}
	for _, j := range jobs {
		got := modelJob{
			status: j.Status, token: j.OwnershipToken, worker: j.WorkerID, lease: j.LeaseUntil, retryAt: j.RetryAt,
			retries: j.RetryRemaining, input: j.InputWatermark, success: -1, successAt: j.LastSuccessAt, lastError: j.LastError,
		}
		if j.HasSuccess {
			got.success = j.LastSuccessWatermark
		}
		if want := *m.jobs[j.Key]; got != want {
			rt.Fatalf("job %s: got %+v, want %+v", j.Key, got, want)
		}
	}
	outputs, err := m.s.OutputHeads(m.ctx)
	check(rt, err)
	if len(outputs) != len(m.outputs) {
		rt.Fatalf("got %d outputs, want %d", len(outputs), len(m.outputs))
	}
	for _, o := range outputs {
		if got := [2]int64{o.SourceUpdatedAt, o.GeneratedAt}; got != m.outputs[o.ThreadID] {
			rt.Fatalf("output of %s: got times %v, want %v", o.ThreadID, got, m.outputs[o.ThreadID])
		}
	}
}

func check(rt *rapid.T, err error) {
	rt.Helper()
	if err != nil {
		rt.Fatalf("got error %v, want none", err)
	}
}

func lostOrNot(rt *rapid.T, err error, owner bool) {
	rt.Helper()
	if owner {
		check(rt, err)
	} else if !errors.Is(err, state.ErrLeaseLost) {
		rt.Fatalf("a claim that is no more: got error %v, want %v", err, state.ErrLeaseLost)
	}
}
