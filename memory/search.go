package memory

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/recall/index"
	"github.com/seed50391015/reverie/memory/state"
)

// SearchQuery is what to search for.
type SearchQuery struct {
	Text    string
	Kinds   []string // nil = all
	Project string   // path; "" = all
	Limit   int
}

// scopeLedgers is the scope in which the rows of ledgers are indexed.
const scopeLedgers = "ledgers"

// maxIndexedOutput bounds the indexed part of a tool's output, in bytes.
const maxIndexedOutput = 1 << 10

// Search looks through everything remembered, and through the sessions that were read.
// The index is brought up to date first; one that was lost or is damaged is made anew.
func (m *Memory) Search(ctx context.Context, q SearchQuery) ([]index.Hit, error) {
	for again := false; ; again = true {
		if err := m.refreshIndex(ctx, func(Event) {}); err != nil {
			if !m.o.ReadOnly || m.temporary != "" {
				return nil, err
			}
			if err := m.temporaryIndex(); err != nil { // the home may not be written to
				return nil, err
			}
			continue
		}
		hits, err := m.index.Search(ctx, index.Query{Text: q.Text, Kinds: q.Kinds, Project: q.Project, Limit: q.Limit})
		if again || !errors.Is(err, index.ErrMadeAnew) {
			return hits, err
		}
	}
}

// openIndex opens the index. Where a home that is only read may not be written to, one in
// a temporary folder serves.
func (m *Memory) openIndex() (*index.Index, error) {
	if m.index != nil {
		return m.index, nil
	}
	x, err := index.Open(filepath.Join(m.o.Home, IndexName))
	if err != nil && m.o.ReadOnly {
		err = m.temporaryIndex()
		return m.index, err
	}
	if err != nil {
		return nil, err
	}
	m.index = x
	return x, nil
}

// temporaryIndex opens an index in a temporary folder, which Close removes.
func (m *Memory) temporaryIndex() (err error) {
	if m.index != nil {
		if err := m.index.Close(); err != nil {
			return err
		}
		m.index = nil
	}
	if m.temporary, err = os.MkdirTemp("", "reverie-index-"); err != nil {
		return err
	}
	m.index, err = index.Open(filepath.Join(m.temporary, IndexName))
	return err
}

// refreshIndex brings the whole index up to date.
func (m *Memory) refreshIndex(ctx context.Context, progress func(Event)) error {
	x, err := m.openIndex()
	if err != nil {
		return err
	}
	progress(Event{Stage: StageIndex})
	if _, err := x.Sync(ctx, index.ScopeFolder, index.Folder(m.Dir(), m.o.Now)); err != nil {
		return err
	}
	threads, err := m.readThreads(ctx)
	if err != nil {
		return err
	}
	segments, err := m.segments(ctx)
	if err != nil {
		return err
	}
	forgotten, err := m.forgottenTexts(ctx)
	if err != nil {
		return err
	}
	units := func(yield func(index.Unit, error) bool) {
		for i, t := range threads {
			paths := segments[t.ID]
			if len(paths) == 0 {
				continue
			}
			// A text that was forgotten since changes the stamp, and with it the documents.
			stamp := fmt.Sprintf("%d %d %d %s", t.UpdatedAtMS, t.Size, len(forgotten), t.RolloutPath)
			if !yield(index.Unit{Key: t.ID, Stamp: stamp, Docs: m.ledgerDocs(t, paths, forgotten)}, nil) {
				return
			}
			progress(Event{Stage: StageIndex, Done: i + 1, Total: len(threads)})
		}
	}
	if _, err := x.Sync(ctx, scopeLedgers, units); err != nil {
		return err
	}
	return m.refreshUsage(ctx, x)
}

// refreshUsage tells the index how often each thread was cited.
func (m *Memory) refreshUsage(ctx context.Context, x *index.Index) error {
	heads, err := m.store.OutputHeads(ctx)
	if err != nil {
		return err
	}
	cited := map[string]int64{}
	for _, o := range heads {
		if o.UsageCount > 0 {
			cited[o.ThreadID] = o.UsageCount
		}
	}
	if len(cited) == 0 {
		return nil
	}
	return x.SetUsage(ctx, cited)
}

// readThreads are the threads whose ledgers are searched: those that were read and may be remembered.
func (m *Memory) readThreads(ctx context.Context) ([]state.Thread, error) {
	threads, err := m.store.Threads(ctx)
	if err != nil {
		return nil, err
	}
	jobs, err := m.store.Jobs(ctx, state.KindStage1)
	if err != nil {
		return nil, err
	}
	read := map[string]bool{}
	for _, j := range jobs {
		read[j.Key] = j.HasSuccess
	}
	kept := threads[:0]
	for _, t := range threads {
		if read[t.ID] && t.MemoryMode == state.Enabled && !t.Gone {
			kept = append(kept, t)
		}
	}
	return kept, nil
}

// ledgerDocs are the documents of one thread's ledger: a row each. A ledger that cannot be
// read any more simply ends: the extraction is where its problem is told.
func (m *Memory) ledgerDocs(t state.Thread, paths []string, forgotten []string) iter.Seq2[index.Doc, error] {
	return func(yield func(index.Doc, error) bool) {
		session, _, err := extract.OpenSession(extract.Session{ThreadID: t.ID, Segments: paths}, m.rowOptions())
		if err != nil {
			return
		}
		for r, err := range session.Rows {
			if err != nil {
				return
			}
			doc, ok := rowDoc(t, session.Segments, r)
			if !ok || extract.Matches(forgotten, doc.Body) {
				continue
			}
			if !yield(doc, nil) {
				return
			}
		}
	}
}

func rowDoc(t state.Thread, segments []string, r extract.Row) (index.Doc, bool) {
	text := r.Text
	switch r.Kind {
	case extract.KindUser, extract.KindAssistant, extract.KindAgent, extract.KindToolCall:
	case extract.KindToolOutput:
		text = headAndTail(text, maxIndexedOutput)
	default:
		return index.Doc{}, false
	}
	if text == "" || r.Segment >= len(segments) {
		return index.Doc{}, false
	}
	return index.Doc{
		Key: fmt.Sprintf("%d:%d", r.Segment, r.Line), Kind: index.KindLedger, Path: segments[r.Segment], Line: r.Line,
		ThreadID: t.ID, Project: t.Cwd, UpdatedAt: t.UpdatedAtMS / 1000, Title: t.Title, Body: text,
	}, true
}

// headAndTail keeps both ends of a long text, cut between lines where there is one.
func headAndTail(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head, tail := s[:limit/2], s[len(s)-limit/2:]
	return trimRune(head) + "\n…\n" + trimRuneFront(tail)
}

// segments are the ledger files of each thread.
func (m *Memory) segments(ctx context.Context) (map[string][]string, error) {
	ledgers, err := m.store.Ledgers(ctx, "")
	if err != nil {
		return nil, err
	}
	by := map[string][]string{}
	for _, l := range ledgers {
		if l.ThreadID != "" {
			by[l.ThreadID] = append(by[l.ThreadID], l.Path)
		}
	}
	return by, nil
}

// forgottenTexts are the fingerprints of texts that must not come back.
func (m *Memory) forgottenTexts(ctx context.Context) ([]string, error) {
	stones, err := m.store.Tombstones(ctx)
	if err != nil {
		return nil, fmt.Errorf("read tombstones: %w", err)
	}
	var marks []string
	for _, t := range stones {
		if t.Kind == state.TombText {
			marks = append(marks, t.Value)
		}
	}
	return marks, nil
}

// scrub makes sure that no file keeps what was deleted.
func (m *Memory) scrub(ctx context.Context) error {
	if err := m.store.Scrub(ctx); err != nil {
		return err
	}
	x, err := m.openIndex()
	if err != nil {
		return err
	}
	return x.Scrub(ctx)
}

func (m *Memory) clearIndex(ctx context.Context) error {
	x, err := m.openIndex()
	if err != nil {
		return err
	}
	return x.Clear(ctx)
}
