-- +goose Up

-- What this file is: "RVRE". A database of another program is refused, never changed.
PRAGMA application_id = 1381388869;

CREATE TABLE threads (
    id                 TEXT    NOT NULL PRIMARY KEY,
    source             TEXT    NOT NULL,
    source_kind        TEXT    NOT NULL,
    rollout_path       TEXT    NOT NULL,
    cwd                TEXT    NOT NULL,
    project_id         TEXT    NOT NULL,
    git_branch         TEXT    NOT NULL,
    git_sha            TEXT    NOT NULL,
    git_origin         TEXT    NOT NULL,
    model_provider     TEXT    NOT NULL,
    title              TEXT    NOT NULL,
    first_user_message TEXT    NOT NULL,
    created_at_ms      INTEGER NOT NULL,
    updated_at_ms      INTEGER NOT NULL,
    archived           INTEGER NOT NULL,
    memory_mode        TEXT    NOT NULL CHECK (memory_mode IN ('enabled', 'disabled', 'polluted')),
    mode_by_user       INTEGER NOT NULL DEFAULT 0,
    size               INTEGER NOT NULL,
    records            INTEGER NOT NULL DEFAULT 0,
    bad_records        INTEGER NOT NULL DEFAULT 0,
    gone               INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_threads_updated_at ON threads (updated_at_ms DESC, id DESC);
CREATE INDEX idx_threads_project ON threads (project_id);

CREATE TABLE ledgers (
    path      TEXT    NOT NULL PRIMARY KEY,
    source    TEXT    NOT NULL,
    size      INTEGER NOT NULL,
    mtime_ns  INTEGER NOT NULL,
    thread_id TEXT    NOT NULL,
    problem   TEXT    NOT NULL
) STRICT;
CREATE INDEX idx_ledgers_thread ON ledgers (thread_id);

CREATE TABLE stage1_outputs (
    thread_id                             TEXT    NOT NULL PRIMARY KEY,
    source_updated_at                     INTEGER NOT NULL,
    raw_memory                            TEXT    NOT NULL,
    rollout_summary                       TEXT    NOT NULL,
    rollout_slug                          TEXT,
    generated_at                          INTEGER NOT NULL,
    usage_count                           INTEGER,
    last_usage                            INTEGER,
    selected_for_phase2                   INTEGER NOT NULL DEFAULT 0,
    selected_for_phase2_source_updated_at INTEGER
) STRICT;
CREATE INDEX idx_stage1_outputs_source_updated_at
    ON stage1_outputs (source_updated_at DESC, thread_id DESC);

CREATE TABLE jobs (
    kind                   TEXT    NOT NULL,
    job_key                TEXT    NOT NULL,
    status                 TEXT    NOT NULL CHECK (status IN ('pending', 'running', 'done', 'error')),
    worker_id              TEXT,
    ownership_token        TEXT,
    started_at             INTEGER,
    finished_at            INTEGER,
    lease_until            INTEGER,
    retry_at               INTEGER,
    retry_remaining        INTEGER NOT NULL,
    last_error             TEXT,
    input_watermark        INTEGER,
    last_success_watermark INTEGER,
    last_success_at        INTEGER,
    PRIMARY KEY (kind, job_key)
) STRICT;
CREATE INDEX idx_jobs_running ON jobs (kind, lease_until) WHERE status = 'running';

-- The last successful selection. It outlives the outputs it names.
CREATE TABLE selection (
    thread_id         TEXT    NOT NULL PRIMARY KEY,
    source_updated_at INTEGER NOT NULL
) STRICT;

-- What consolidation last wrote (hashes, one a line), and what it was about to write.
CREATE TABLE generated (
    path        TEXT NOT NULL PRIMARY KEY,
    line_hashes TEXT NOT NULL
) STRICT;
CREATE TABLE generated_staged (
    seq         INTEGER PRIMARY KEY,
    path        TEXT NOT NULL,
    line_hashes TEXT NOT NULL
) STRICT;

CREATE TABLE hand_edits (
    seq    INTEGER PRIMARY KEY,
    path   TEXT NOT NULL,
    kind   TEXT NOT NULL,
    anchor TEXT NOT NULL,
    text   TEXT NOT NULL
) STRICT;

CREATE TABLE tombstones (
    kind       TEXT    NOT NULL,
    value      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (kind, value)
) STRICT;

CREATE TABLE reads (
    kind TEXT    NOT NULL,
    tool TEXT    NOT NULL,
    ok   INTEGER NOT NULL,
    n    INTEGER NOT NULL,
    PRIMARY KEY (kind, tool, ok)
) STRICT;

-- How many citing replies and reads of a thread's ledger were counted already.
CREATE TABLE recalled (
    thread_id TEXT    NOT NULL PRIMARY KEY,
    replies   INTEGER NOT NULL,
    reads     INTEGER NOT NULL
) STRICT;

CREATE TABLE stamps (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Equals the number of this file; an open reads it instead of asking goose.
PRAGMA user_version = 1;
