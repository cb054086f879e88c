package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/redact"
)

// OpenSession fills in the rows of a session whose segments are ledgers of Codex's form.
// Segments may be given in any order; the session returned has them oldest first. The
// counts describe the walk that was last begun, and are whole when it has ended; one
// session is walked by one goroutine at a time.
func OpenSession(about Session, o RowOptions) (Session, *Counts, error) {
	if len(about.Segments) == 0 {
		return about, nil, fmt.Errorf("open session %s: it has no ledger", about.ThreadID)
	}
	about.Segments = OrderSegments(about.Segments)
	counts := new(Counts)
	segments := about.Segments
	about.Rows = func(yield func(Row, error) bool) { walkRows(segments, o, counts, planRows, yield) }
	return about, counts, nil
}

// FileRows walks the rows of one ledger file; counts may be nil. Where its thread has
// other segments in the home that the file stands in, they tell what was taken back of
// this one; their own rows are left out.
func FileRows(path string, o RowOptions, counts *Counts) iter.Seq2[Row, error] {
	if counts == nil {
		counts = new(Counts)
	}
	return func(yield func(Row, error) bool) { walkRows([]string{path}, o, counts, planFile, yield) }
}

// walkRows reads the segments in order. An older segment that is gone or unreadable is
// noted in the counts; the newest must be there.
func walkRows(segments []string, o RowOptions, counts *Counts, planned rowPlanner, yield func(Row, error) bool) {
	*counts = Counts{}
	o.MemoryDirs = append(slices.Clone(o.MemoryDirs), homeMemory(segments)...)
	plan, err := planned(segments, o)
	if err != nil {
		yield(Row{}, err)
		return
	}
	stopped := false
	m := newRowMaker(o, func(r Row) {
		if !stopped {
			plan.mark(&r)
			redactRow(&r)
			stopped = !yield(r, nil)
		}
	})
	defer func() { counts.Recalls = m.recalls }()
	for i, path := range segments {
		m.begin(i, plan)
		err := feedRows(path, m, plan, counts, &stopped)
		if stopped {
			return
		}
		if err != nil {
			if i < len(segments)-1 {
				counts.Problems = append(counts.Problems, err)
				continue
			}
			yield(Row{}, err)
			return
		}
	}
	m.flush()
}

// homeMemory are the memory folders of the homes that ledgers stand in.
func homeMemory(segments []string) (dirs []string) {
	for _, path := range segments {
		if home := rollout.HomeOf(path); home != "" && !slices.Contains(dirs, filepath.Join(home, "memories")) {
			dirs = append(dirs, filepath.Join(home, "memories"), filepath.Join(home, "memories_v2"))
		}
	}
	return dirs
}

// feedRows gives a ledger's records to the maker, past those that a fork copied.
func feedRows(path string, m *rowMaker, plan *rowPlan, counts *Counts, stopped *bool) (err error) {
	f, err := rollout.Open(path)
	if err != nil {
		return fmt.Errorf("read ledger: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	m.skipped = 0
	r, err := f.Reader(rollout.Keep(m.keep))
	if err != nil {
		return fmt.Errorf("read ledger: %w", err)
	}
	defer func() {
		counts.Records += int64(r.Records()) + m.skipped
		counts.bad(path, r)
	}()
	fork := newSegmentFork(plan.metas[m.segment], plan.copied[m.segment])
	for !*stopped {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read ledger %s: %w", path, err)
		}
		row := rowLine{number: l.Number, kind: l.Type, ordinal: l.Ordinal, payload: l.Payload, metadata: l.Metadata}
		if l.Payload == nil && rowBareItem(l.Type) {
			row.kind, row.payload = rollout.TypeResponseItem, l.Raw
		}
		if ms, ok := l.TimeMS(); ok {
			row.time = time.UnixMilli(ms).UTC()
		}
		if !fork.copied(&row, r.BadCount() > 0) {
			m.line(&row)
		}
	}
	return nil
}

// redactRow takes the secrets out of everything in a row that came from the ledger.
func redactRow(r *Row) {
	r.Text = redact.String(r.Text)
	if r.Tool == nil {
		return
	}
	r.Tool.Name = redact.String(r.Tool.Name)
	r.Tool.Command = redact.String(r.Tool.Command)
	r.Tool.Workdir = redact.String(r.Tool.Workdir)
	for i, p := range r.Tool.Paths {
		r.Tool.Paths[i] = redact.String(p)
	}
}

// rowPlan is what must be known of a thread before its first row goes out.
type rowPlan struct {
	metas  []rollout.Meta
	limits []int64        // by segment: from which ordinal on records were taken back
	copied []int          // by segment: the last line that a fork copied, -1 where unknown
	back   map[int]rowPos // turns that a rollback takes back, and where
}

// rowPlanner makes the plan of a walk over ledgers.
type rowPlanner func(segments []string, o RowOptions) (*rowPlan, error)

// mark sets TakenBack.
func (p *rowPlan) mark(r *Row) {
	if pos, ok := p.back[r.Turn]; ok && r.Kind != KindRollback {
		before := r.Segment < pos.segment || r.Segment == pos.segment && r.Line < pos.line
		r.TakenBack = r.TakenBack || before
	}
}

// planRows plans a walk over a whole thread.
func planRows(segments []string, o RowOptions) (*rowPlan, error) {
	p, err := headPlan(segments)
	if err != nil {
		return nil, err
	}
	p.limits = segmentLimits(segments, p.metas)
	return p, p.rollbacks(segments, o)
}

// planFile plans a walk over one segment of a thread.
func planFile(segments []string, o RowOptions) (*rowPlan, error) {
	p, err := headPlan(segments)
	if err != nil {
		return nil, err
	}
	p.limits = []int64{fileLimit(segments[0], p.metas[0])}
	return p, p.rollbacks(segments, o)
}

// headPlan reads the segments' heads.
func headPlan(segments []string) (*rowPlan, error) {
	p := &rowPlan{metas: make([]rollout.Meta, len(segments)), copied: make([]int, len(segments))}
	for i, path := range segments {
		meta, err := segmentMeta(path)
		if err != nil && i == len(segments)-1 {
			return nil, fmt.Errorf("read ledger: %w", err)
		}
		p.metas[i], p.copied[i] = meta, -1
		if segmentCopies(meta) {
			p.copied[i] = segmentCopied(path, meta)
		}
	}
	return p, nil
}

// rollbacks walks the thread once without rows, where a rollback occurs in it, to learn
// which turns it takes back.
func (p *rowPlan) rollbacks(segments []string, o RowOptions) error {
	if !slices.ContainsFunc(segments, holdsRollback) {
		return nil
	}
	never := false
	m := newRowMaker(o, func(Row) {})
	for i, path := range segments {
		m.begin(i, p)
		if err := feedRows(path, m, p, &Counts{}, &never); err != nil && i == len(segments)-1 {
			return err
		}
	}
	p.back = m.back
	return nil
}

// holdsRollback looks for a rollback in a ledger's bytes. A compressed one is not looked
// through: it may hold one.
func holdsRollback(path string) bool {
	if strings.HasSuffix(path, ".zst") {
		return true
	}
	f, err := os.Open(path)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	mark := []byte(rollout.EventRolledBack)
	buf := make([]byte, 256<<10)
	kept := 0
	for {
		n, err := f.Read(buf[kept:])
		if bytes.Contains(buf[:kept+n], mark) {
			return true
		}
		if err != nil {
			return false
		}
		end := kept + n
		kept = min(end, len(mark)-1)
		copy(buf, buf[end-kept:end])
	}
}
