package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/recall"
)

// Why leads from a line of the memory folder to what stands behind it.
type Why struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Claim   string   `json:"claim"`
	Section string   `json:"section"`
	Edited  bool     `json:"edited,omitempty"` // the user wrote or changed it by hand
	Sources []Source `json:"sources"`
}

// Source is one session behind a claim.
type Source struct {
	Summary  string      `json:"summary"` // the summary's file, relative to the folder; or the note's
	ThreadID string      `json:"thread_id"`
	Title    string      `json:"title"`
	Ledger   string      `json:"ledger"`
	Rows     []LedgerRow `json:"rows"`
	Problem  string      `json:"problem,omitempty"` // why the rows cannot be shown
}

// LedgerRow is one row of a ledger, as an extraction reads it.
type LedgerRow struct {
	Path string       `json:"path"`
	Line int          `json:"line"`
	Kind extract.Kind `json:"kind"`
	Text string       `json:"text"`
}

// FindLine finds the first line of the handbook, else of the summary, that holds the
// words, letter case and white space aside.
func (m *Memory) FindLine(words string) (file string, line int, err error) {
	wanted := strings.ToLower(strings.Join(strings.Fields(words), " "))
	for _, name := range []string{recall.HandbookFile, recall.SummaryFile} {
		text, err := os.ReadFile(filepath.Join(m.Dir(), name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", 0, err
		}
		n := 0
		for l := range strings.Lines(string(text)) {
			n++
			if strings.HasPrefix(l, "- ") && strings.Contains(strings.ToLower(strings.Join(strings.Fields(l), " ")), wanted) {
				return name, n, nil
			}
		}
	}
	return "", 0, fmt.Errorf("%q stands neither in the handbook nor in the summary", words)
}

// Why traces one line. recall.ErrNoClaim where nothing at that place can be traced.
func (m *Memory) Why(ctx context.Context, file string, line int) (Why, error) {
	claim, err := recall.Trace(m.Dir(), file, line)
	if err != nil {
		return Why{}, err
	}
	w := Why{File: claim.File, Line: claim.Line, Claim: claim.Text, Section: strings.Trim(claim.Group+" / "+claim.Section, " /")}
	edits, err := m.store.HandEdits(ctx)
	if err != nil {
		return w, err
	}
	for _, e := range edits {
		w.Edited = w.Edited || e.Path == claim.File && e.Text != "" && strings.Contains(e.Text, claim.Text)
	}
	segments, err := m.segments(ctx)
	if err != nil {
		return w, err
	}
	for _, ref := range claim.Refs {
		w.Sources = append(w.Sources, m.source(ctx, ref, segments))
	}
	return w, nil
}

func (m *Memory) source(ctx context.Context, ref recall.Ref, segments map[string][]string) Source {
	s := Source{Summary: ref.SummaryPath, ThreadID: ref.ThreadID, Ledger: ref.RolloutPath}
	if ref.Note != "" {
		s.Summary = ref.Note
		return s
	}
	if t, err := m.store.Thread(ctx, ref.ThreadID); err == nil {
		s.Title, s.Ledger = t.Title, t.RolloutPath
	}
	paths := segments[ref.ThreadID]
	if len(paths) == 0 && s.Ledger != "" {
		paths = []string{s.Ledger}
	}
	if len(ref.Places) == 0 || len(paths) == 0 {
		return s
	}
	rows, err := m.ledgerRows(ctx, paths, ref.Places)
	if err != nil {
		s.Problem = "its lines cannot be shown: " + err.Error()
	}
	s.Rows = rows
	return s
}

// ledgerRows reads the rows at the given places.
func (m *Memory) ledgerRows(ctx context.Context, paths []string, places []recall.Mark) ([]LedgerRow, error) {
	session, _, err := extract.OpenSession(extract.Session{Segments: paths}, m.rowOptions())
	if err != nil {
		return nil, err
	}
	wanted := map[recall.Mark]bool{}
	for _, p := range places {
		wanted[p] = true
	}
	found := 0
	var rows []LedgerRow
	for r, err := range session.Rows {
		if err != nil {
			return rows, err
		}
		if err := ctx.Err(); err != nil {
			return rows, err
		}
		at := recall.Mark{Segment: r.Segment, Line: r.Line}
		if _, ok := wanted[at]; !ok {
			if found == len(wanted) {
				break
			}
			continue
		}
		if wanted[at] {
			wanted[at] = false
			found++
		}
		rows = append(rows, LedgerRow{session.Segments[r.Segment], r.Line, r.Kind, headAndTail(r.Text, 4<<10)})
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("no row at line %d", places[0].Line)
	}
	return rows, nil
}

// trimRune takes a cut rune off the end, trimRuneFront off the beginning.
func trimRune(s string) string {
	for i := 0; i < utf8.UTFMax && len(s) > 0; i++ {
		if r, size := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || size != 1 {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

func trimRuneFront(s string) string {
	for i := 0; i < utf8.UTFMax && len(s) > 0 && !utf8.RuneStart(s[0]); i++ {
		s = s[1:]
	}
	return s
}
