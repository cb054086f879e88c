package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

// timeLayout is how records write their time, in UTC.
const timeLayout = "2006-01-02T15:04:05.000Z"

// ErrClosed: the recorder was closed.
var ErrClosed = errors.New("the recorder is closed")

// NewThread says what ledger a Recorder begins.
type NewThread struct {
	Home      string // the ledger goes to sessions/YYYY/MM/DD under it
	ThreadID  string // a UUID, by custom version 7
	RolloutID string // set for a segment that a revert begins, else ""
	Mode      string // ModePaginated (the default) or ModeLegacy
	// Meta holds further members of the session_meta payload, as a JSON object: cwd,
	// source, git, history_base … The recorder itself writes id, timestamp and
	// history_mode, unless Meta holds them. A history_base sets the first ordinal.
	Meta []byte
}

// Recorder appends records to one ledger. The file is made on the first write, and
// begins with its session_meta. Every append is a whole line in one write; bytes that
// were written are never touched again, and bytes that an I/O error left unwritten are
// kept and written first by the next Append or Flush. While a recorder has written or
// resumed a thread no other process can: it holds the thread's advisory lock.
//
// A Recorder is not safe for concurrent use.
type Recorder struct {
	path    string
	thread  string
	now     func() time.Time
	ordinal int64 // of the next record; -1 in legacy mode
	meta    []byte

	out     appendFile
	lock    *flock.Flock
	size    int64  // of the file after the last write
	pending []byte // whole lines, from the first one that is not written to its end
	written int    // how much of that first line is
	torn    bool   // the file ends within a line that is not ours to go on with
	closed  bool
}

// appendFile is what a Recorder writes to.
type appendFile interface {
	io.WriteCloser
	Sync() error
	Stat() (os.FileInfo, error)
}

// Create returns a recorder of a new thread, or of a new segment of one. Nothing is on
// disk before the first Append.
func Create(t NewThread, now func() time.Time) (*Recorder, error) {
	if _, ok := validID(t.ThreadID); !ok {
		return nil, fmt.Errorf("create ledger: thread id %q is no UUID", t.ThreadID)
	}
	if _, ok := validID(t.RolloutID); t.RolloutID != "" && !ok {
		return nil, fmt.Errorf("create ledger: rollout id %q is no UUID", t.RolloutID)
	}
	begun := now()
	dir := filepath.Join(t.Home, sessionsDir, begun.Format("2006"), begun.Format("01"), begun.Format("02"))
	r := &Recorder{
		path:   filepath.Join(dir, FileName(begun, Name{ThreadID: t.ThreadID, RolloutID: t.RolloutID})),
		thread: t.ThreadID, now: now,
	}
	if t.Mode == "" {
		t.Mode = ModePaginated
	}
	if t.Mode == ModeLegacy {
		r.ordinal = -1
	}
	var err error
	if r.meta, err = metaPayload(t, begun); err != nil {
		return nil, fmt.Errorf("create ledger: %w", err)
	}
	if base := ParseMeta(r.meta).HistoryBase; base != nil && r.ordinal >= 0 {
		r.ordinal = max(0, base.EndOrdinalExclusive)
	}
	return r, nil
}

// metaPayload is the session_meta payload of a new ledger.
func metaPayload(t NewThread, begun time.Time) ([]byte, error) {
	if len(t.Meta) > 0 {
		end, _, err := jsonraw.Scan(t.Meta, 0)
		if err != nil || len(bytes.TrimSpace(t.Meta[end:])) > 0 || bytes.TrimSpace(t.Meta)[0] != '{' {
			return nil, errors.New("the session_meta is no JSON object")
		}
	}
	own := [][2]string{
		{"id", t.ThreadID}, {"timestamp", begun.UTC().Format(timeLayout)}, {"history_mode", t.Mode},
	}
	b := []byte{'{'}
	for _, m := range own {
		if jsonraw.Get(t.Meta, m[0]) == nil {
			b = jsonraw.AppendQuote(append(b, `"`+m[0]+`":`...), m[1])
			b = append(b, ',')
		}
	}
	for k, v := range jsonraw.Members(t.Meta) {
		b = append(append(append(append(b, k...), ':'), v...), ',')
	}
	return append(b[:len(b)-1], '}'), nil
}

// Path is where the ledger is, or will be.
func (r *Recorder) Path() string { return r.path }

// Append writes one record, stamped with the time: payload and metadata are JSON texts,
// metadata may be nil. An error means that the record is kept and will be written before
// the next one; it is lost only if the process ends before a Flush succeeds.
func (r *Recorder) Append(typ string, payload, metadata []byte) error {
	if r.closed {
		return ErrClosed
	}
	for _, raw := range [][]byte{payload, metadata} {
		if err := oneLine(raw); err != nil {
			return fmt.Errorf("append %s: %w", typ, err)
		}
	}
	if r.meta != nil {
		r.queue(TypeSessionMeta, r.meta, nil)
		r.meta = nil
	}
	r.queue(typ, payload, metadata)
	return r.Flush()
}

// oneLine refuses what would break the ledger's lines.
func oneLine(raw []byte) error {
	if raw == nil {
		return nil
	}
	end, _, err := jsonraw.Scan(raw, 0)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw[end:])) > 0 {
		return errors.New("more than one JSON value")
	}
	if bytes.ContainsAny(raw, "\n\r") {
		return errors.New("the JSON text holds a line break")
	}
	return nil
}

func (r *Recorder) queue(typ string, payload, metadata []byte) {
	b := append(r.pending, `{"timestamp":"`...)
	b = r.now().UTC().AppendFormat(b, timeLayout)
	b = append(b, '"')
	if r.ordinal >= 0 {
		b = fmt.Appendf(b, `,"ordinal":%d`, r.ordinal)
		r.ordinal++
	}
	b = jsonraw.AppendQuote(append(b, `,"type":`...), typ)
	if payload != nil {
		b = append(append(b, `,"payload":`...), payload...)
	}
	if metadata != nil {
		b = append(append(b, `,"metadata":`...), metadata...)
	}
	r.pending = append(b, '}', '\n')
}

// Flush writes what earlier errors left unwritten.
func (r *Recorder) Flush() error {
	if r.closed {
		return ErrClosed
	}
	if len(r.pending) == 0 {
		return nil
	}
	if err := r.open(); err != nil {
		return err
	}
	if err := r.heal(); err != nil {
		return err
	}
	n, err := r.out.Write(r.pending[r.written:])
	r.size += int64(n)
	r.written += n
	whole := bytes.LastIndexByte(r.pending[:r.written], '\n') + 1
	r.pending, r.written = r.pending[whole:], r.written-whole
	if err != nil {
		return fmt.Errorf("write ledger %s: %w", r.path, err)
	}
	return nil
}

// heal ends a torn line before anything is appended. A line of our own that an error
// tore is gone on with where it stopped, unless somebody else wrote meanwhile: then it
// is written anew.
func (r *Recorder) heal() error {
	info, err := r.out.Stat()
	if err != nil {
		return fmt.Errorf("write ledger %s: %w", r.path, err)
	}
	if info.Size() != r.size {
		r.written = 0
		if r.torn, err = tornFile(r.path); err != nil {
			return fmt.Errorf("write ledger %s: %w", r.path, err)
		}
		r.size = info.Size()
	}
	if !r.torn {
		return nil
	}
	n, err := r.out.Write([]byte{'\n'})
	r.size += int64(n)
	if err != nil {
		return fmt.Errorf("write ledger %s: %w", r.path, err)
	}
	r.torn = false
	return nil
}

// Sync makes what was written survive a power cut.
func (r *Recorder) Sync() error {
	if err := r.Flush(); err != nil {
		return err
	}
	if r.out == nil {
		return nil
	}
	return r.out.Sync()
}

// Unwritten is how many bytes wait for the next Flush.
func (r *Recorder) Unwritten() int { return len(r.pending) - r.written }

// open makes the file and takes the lock on the first write.
func (r *Recorder) open() error {
	if r.out != nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(r.path), 0o700); err != nil {
		return fmt.Errorf("create ledger: %w", err)
	}
	if r.lock == nil {
		if err := r.acquire(); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(r.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("create ledger: %w", err)
	}
	r.out = f
	return nil
}

// Close writes what waits, closes the ledger and gives the lock back. An error says
// that records were lost, or may not have reached the disk.
func (r *Recorder) Close() error {
	if r.closed {
		return nil
	}
	var errs []error
	if r.out != nil || len(r.pending) > 0 {
		errs = append(errs, r.Sync())
	}
	r.closed = true
	if r.out != nil {
		errs = append(errs, r.out.Close())
	}
	if r.lock != nil {
		errs = append(errs, r.lock.Close())
	}
	return errors.Join(errs...)
}
