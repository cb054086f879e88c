package state

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

// Constants of the job rules (seconds, but for the counts).
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
	HasSuccess                           bool  // LastSuccessWatermark is not NULL
	LastSuccessAt                        int64 // when it last ended well; the cooldown counts from here
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
	NotEnabled       ClaimStatus = "not_enabled"       // stage 1 only: the thread's mode forbids it
	Cooldown         ClaimStatus = "cooldown"          // global job only
	RetryUnavailable ClaimStatus = "retry_unavailable" // global job only
)

// Claim is a lease on one job.
type Claim struct {
	Status         ClaimStatus
	Kind, Key      string
	Token          string // ownership token, a fresh UUID; "" unless Claimed
	Worker         string
	InputWatermark int64  // stage 1: source_updated_at claimed for; global: the job's input watermark
	Thread         Thread // stage 1 only
}

// NewStage1Job is the job of a thread that never had one.
func NewStage1Job(threadID string) Job {
	return Job{Kind: KindStage1, Key: threadID, Status: Pending, RetryRemaining: MaxRetries}
}

// NewGlobalJob is the consolidation job before it was first enqueued.
func NewGlobalJob() Job {
	return Job{Kind: KindGlobal, Key: GlobalKey, Status: Pending, RetryRemaining: MaxRetries}
}

// Live reports whether the job runs under a lease that is not over. dead says that the
// worker is known to live no more: its lease then counts as over at once.
func (j Job) Live(now int64, dead bool) bool {
	return j.Status == Running && j.LeaseUntil > now && !dead
}

// Owned reports whether token is the one under which the job runs. A lease that is over
// still belongs to its worker until another one takes the job.
func (j Job) Owned(token string) bool {
	return j.Status == Running && token != "" && j.OwnershipToken == token
}

// ClaimStage1 says what a claim for input (the thread's source_updated_at) answers at
// now. storedAt is the stored output's source_updated_at, -1 without one. The cap on
// running jobs is the store's to check, after this.
func (j Job) ClaimStage1(now, input, storedAt int64, dead bool) ClaimStatus {
	newer := input > j.InputWatermark
	switch {
	case storedAt >= input, j.HasSuccess && j.LastSuccessWatermark >= input:
		return UpToDate
	case j.Live(now, dead):
		return AlreadyRunning
	case j.RetryRemaining <= 0 && !newer:
		return RetriesExhausted
	case j.RetryAt > now && !newer:
		return Backoff
	}
	return Claimed
}

// ClaimGlobal says what a claim of the consolidation answers at now: retry_at in the future, then a
// live lease, then the cooldown. The retries left are not consulted.
func (j Job) ClaimGlobal(now int64, skipCooldown, dead bool) ClaimStatus {
	switch {
	case j.RetryAt > now:
		return RetryUnavailable
	case j.Live(now, dead):
		return AlreadyRunning
	case !skipCooldown && j.LastSuccessAt > 0 && now < j.LastSuccessAt+CooldownSeconds:
		return Cooldown
	}
	return Claimed
}

// Start takes the job for a worker: running under a fresh token. An input newer than
// the last one gives the retries back.
func (j *Job) Start(now int64, worker, token string, input int64) {
	if input > j.InputWatermark {
		j.RetryRemaining = MaxRetries
	}
	j.InputWatermark = input
	j.Status = Running
	j.WorkerID, j.OwnershipToken = worker, token
	j.StartedAt, j.FinishedAt = now, 0
	j.LeaseUntil, j.RetryAt = now+LeaseSeconds, 0
	j.LastError = ""
}

// Heartbeat extends the lease.
func (j *Job) Heartbeat(now int64) { j.LeaseUntil = now + LeaseSeconds }

// Succeed ends the job well; its watermark never moves back.
func (j *Job) Succeed(now, watermark int64) {
	j.end(Done, now)
	j.LastError = ""
	j.LastSuccessAt = now
	if !j.HasSuccess || watermark > j.LastSuccessWatermark {
		j.HasSuccess, j.LastSuccessWatermark = true, watermark
	}
}

// Fail ends the job with a reason, to be tried again later.
func (j *Job) Fail(now int64, reason string) {
	j.end(Failed, now)
	j.LastError = reason
	j.RetryAt = now + RetryDelaySeconds
	j.RetryRemaining = max(0, j.RetryRemaining-1)
}

// Release gives the job back as if it had not been started; no retry is spent.
func (j *Job) Release() {
	j.end(Pending, 0)
}

// Enqueue asks for another run: pending unless it runs, the backoff cleared, all
// retries there, and an input watermark that grows even where the cause is no newer
// input (a forgotten thread).
func (j *Job) Enqueue(watermark int64) {
	if j.Status != Running {
		j.Status = Pending
	}
	j.RetryAt = 0
	j.RetryRemaining = max(MaxRetries, j.RetryRemaining)
	j.InputWatermark = max(j.InputWatermark+1, watermark)
}

// Retry makes a failed or exhausted job claimable at once and reports whether it was one.
func (j *Job) Retry(now int64) bool {
	if j.Status == Done || j.Live(now, false) || (j.Status != Failed && j.RetryRemaining > 0) {
		return false
	}
	if j.Status == Failed {
		j.Status = Pending
	}
	j.RetryAt, j.RetryRemaining = 0, MaxRetries
	return true
}

// end leaves Running: nobody owns the job any more.
func (j *Job) end(status JobStatus, now int64) {
	j.Status = status
	j.WorkerID, j.OwnershipToken = "", ""
	j.FinishedAt, j.LeaseUntil, j.RetryAt = now, 0, 0
}

// Import notes that an output for watermark came from elsewhere: there is nothing to
// extract up to it. A run under way, or one that is due for a newer input, is not touched.
func (j *Job) Import(now, watermark int64) {
	if j.Status != Running && watermark >= j.InputWatermark {
		j.Succeed(now, watermark)
		return
	}
	if !j.HasSuccess || watermark > j.LastSuccessWatermark {
		j.HasSuccess, j.LastSuccessWatermark = true, watermark
	}
}

// Pruned is the LastError of a finished job whose output was pruned.
const Pruned = "pruned"
