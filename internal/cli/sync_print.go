package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/memory/consolidate"
)

// printSync ends a sync with what was learned, what was skipped and why, and where it is.
func (a *app) printSync(ctx context.Context, m *memory.Memory, o memory.SyncOptions, r memory.SyncReport) error {
	infos, err := m.Sessions(ctx, o)
	if err != nil {
		return err
	}
	skipped := groupSkipped(infos)
	if a.json {
		return a.printJSON(newSyncJSON(m, r, skipped))
	}
	fmt.Fprintf(a.out, "%s found, %s read: learned from %d, nothing worth keeping in %d", count(r.Scan.Ledgers, "ledger"), count(r.Learned+r.Nothing+len(r.Failures), "session"), r.Learned, r.Nothing)
	if n := len(r.Failures); n > 0 {
		fmt.Fprintf(a.out, ", %d failed", n)
	}
	fmt.Fprintln(a.out, ".")
	if len(r.Sessions) > 0 {
		fmt.Fprintln(a.out, "\nLearned")
		for i, s := range r.Sessions {
			if i == mostListed {
				fmt.Fprintf(a.out, "  … and %d more; `reverie sessions` lists them all\n", len(r.Sessions)-i)
				break
			}
			fmt.Fprintf(a.out, "  %s  %-12s  %s\n", s.Day, clip(s.Project, 12), clip(s.Title, 70))
			if s.Found != "" {
				fmt.Fprintf(a.out, "  %s  %-12s  %s\n", strings.Repeat(" ", len(s.Day)), "", s.Found)
			}
		}
	}
	if len(r.Failures) > 0 {
		fmt.Fprintln(a.out, "\nFailed")
		for _, f := range r.Failures {
			fmt.Fprintf(a.out, "  %s  %s\n", f.ThreadID, oneLine(f.Reason))
		}
	}
	if len(skipped) > 0 {
		fmt.Fprintln(a.out, "\nSkipped")
		printSkipped(a.out, skipped)
	}
	a.warnProblems(r.Scan.Problems)
	a.printFolder(m, r)
	return nil
}

func (a *app) printFolder(m *memory.Memory, r memory.SyncReport) {
	w := a.out
	c := r.Consolidation
	fmt.Fprintf(w, "\nMemory  %s\n", a.path(m.Dir()))
	added, retained, removed := c.Count(consolidate.Added), c.Count(consolidate.Retained), c.Count(consolidate.Removed)
	fmt.Fprintf(w, "        %s in it: %d added, %d retained, %d removed\n", count(added+retained, "session"), added, retained, removed)
	if c.HandEdits > 0 {
		fmt.Fprintf(w, "        %s of yours kept\n", count(c.HandEdits, "edit"))
	}
	if n := c.Outcome.Superseded; n > 0 {
		fmt.Fprintf(w, "        %s replaced by newer ones\n", count(n, "rule"))
	}
	if n := len(c.Outcome.Expired); n > 0 {
		fmt.Fprintf(w, "        %s left out for age ([memories.ttl])\n", count(n, "entry"))
	}
	for _, name := range c.Outcome.Idle {
		a.warn("the note %s deletes something that is not remembered", name)
	}
	reverie := "reverie"
	if a.flags.Home != "" && a.flags.Home != a.home {
		reverie += " --home " + a.path(a.flags.Home)
	}
	fmt.Fprintf(w, "Next    %[1]s prompt --cwd .   ·   %[1]s search WORDS   ·   %[1]s why MEMORY.md:LINE\n", reverie)
}

// mostListed bounds the sessions that the end of a sync names one by one.
const mostListed = 20

// skipGroup counts the sessions that were left alone for one reason.
type skipGroup struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// groupSkipped gathers the sessions that no sync reads, most frequent reason first.
func groupSkipped(infos []memory.SessionInfo) []skipGroup {
	counts := map[string]int{}
	for _, s := range infos {
		if reason := skipReason(s); reason != "" {
			counts[reason]++
		}
	}
	groups := make([]skipGroup, 0, len(counts))
	for reason, n := range counts {
		groups = append(groups, skipGroup{reason, n})
	}
	slices.SortFunc(groups, func(x, y skipGroup) int {
		if x.Count != y.Count {
			return y.Count - x.Count
		}
		return strings.Compare(x.Reason, y.Reason)
	})
	return groups
}

// skipReason is the reason without what is particular to one session.
func skipReason(s memory.SessionInfo) string {
	switch s.State {
	case memory.StateSkipped:
		return s.Reason
	case memory.StateWaiting:
		return "not idle for long enough yet (--now does not wait)"
	case memory.StateDisabled:
		return "memory is off for the session (`reverie mode ID enabled`)"
	case memory.StatePolluted, memory.StateForgotten:
		return s.Reason
	case memory.StateUnreadable:
		return "no readable ledger (`reverie sessions` tells why)"
	case memory.StateFailed:
		return "failed before (`reverie sessions` tells why)"
	case memory.StateRunning:
		return "being read by another run"
	}
	return ""
}

// syncJSON is the report for a script.
type syncJSON struct {
	Folder   string                  `json:"folder"`
	Ledgers  int                     `json:"ledgers"`
	Changed  int                     `json:"changed"`
	Learned  int                     `json:"learned"`
	Nothing  int                     `json:"nothing"`
	Sessions []memory.LearnedSession `json:"sessions"`
	Failed   []memory.Failure        `json:"failed"`
	Skipped  []skipGroup             `json:"skipped"`
	Inputs   []inputJSON             `json:"inputs"`
	Problems []string                `json:"problems"`
	Pruned   int                     `json:"pruned"`
	TookMS   int64                   `json:"took_ms"`
}

// inputJSON labels one input of the consolidation against the last selection.
type inputJSON struct {
	ID     string             `json:"id"`
	Change consolidate.Change `json:"change"`
}

func newSyncJSON(m *memory.Memory, r memory.SyncReport, skipped []skipGroup) syncJSON {
	j := syncJSON{
		Folder: m.Dir(), Ledgers: r.Scan.Ledgers, Changed: r.Scan.New, Learned: r.Learned, Nothing: r.Nothing,
		Sessions: r.Sessions, Failed: r.Failures, Skipped: skipped, Pruned: r.Pruned, TookMS: r.Took.Milliseconds(),
	}
	for _, in := range r.Consolidation.Inputs {
		j.Inputs = append(j.Inputs, inputJSON{in.ThreadID, in.Change})
	}
	for _, p := range r.Scan.Problems {
		j.Problems = append(j.Problems, p.Error())
	}
	return j
}

func count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(noun, "y"))
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// clip cuts a text to n runes on one line, without escape sequences.
func clip(s string, n int) string {
	s = oneLine(strings.Join(strings.Fields(s), " "))
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// progress shows a sync's events: bars on a terminal, plain lines elsewhere, nothing with --json.
type progress struct {
	mu    sync.Mutex
	a     *app
	pool  *mpb.Progress
	bar   *mpb.Bar
	whole bool // the bar's stage got through
	stage memory.Stage
	last  string
}

func (a *app) progress() *progress {
	p := &progress{a: a}
	if a.Terminal && !a.json {
		p.pool = mpb.New(mpb.WithOutput(a.Err), mpb.WithWidth(48))
	}
	return p
}

func (p *progress) event(e memory.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.a.json:
	case p.pool != nil:
		p.draw(e)
	default:
		p.print(e)
	}
}

var stageNames = map[memory.Stage]string{
	memory.StageScan: "find", memory.StageExtract: "read", memory.StageConsolidate: "consolidate", memory.StageIndex: "index",
}

// draw moves the bar of the event's stage. A bar begins without a total: mpb lets only
// such a bar be told its end later.
func (p *progress) draw(e memory.Event) {
	if e.Stage == memory.StageScan && e.Total == 0 {
		return // nothing is known yet
	}
	if e.Stage != p.stage {
		p.finish()
		p.stage = e.Stage
		p.bar = p.pool.AddBar(0,
			mpb.PrependDecorators(decor.Name(stageNames[e.Stage], decor.WC{W: 13, C: decor.DindentRight})),
			mpb.AppendDecorators(decor.CountersNoUnit("%d/%d")))
	}
	p.bar.SetTotal(int64(max(e.Total, 1)), false)
	p.bar.SetCurrent(int64(e.Done))
	p.whole = e.Done >= e.Total && e.Total > 0
}

// print writes a line for what a log should hold.
func (p *progress) print(e memory.Event) {
	line := ""
	switch {
	case e.Stage == memory.StageScan && e.Total > 0:
		line = fmt.Sprintf("find: %s", count(e.Total, "ledger"))
	case e.Stage == memory.StageExtract && e.ThreadID != "":
		line = fmt.Sprintf("read: %d/%d %s %s: %s", e.Done, e.Total, e.ThreadID, e.Result, clip(e.Title, 60))
		if e.Reason != "" {
			line += " (" + clip(e.Reason, 200) + ")"
		}
	case e.Stage == memory.StageConsolidate && e.Reason != "":
		line = "consolidate: " + e.Reason
	case e.Stage == memory.StageConsolidate && e.Done == e.Total && e.Total > 0:
		line = "consolidate: done"
	}
	if line != "" && line != p.last {
		fmt.Fprintln(p.a.Err, oneLine(line))
		p.last = line
	}
}

// finish ends the bar of a stage: full if the stage got through, as it stands if not.
func (p *progress) finish() {
	if p.bar == nil {
		return
	}
	if p.whole {
		p.bar.SetTotal(-1, true)
	} else {
		p.bar.Abort(false)
	}
	p.bar = nil
}

// close ends the drawing, so that what follows stands below it.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pool != nil {
		p.finish()
		p.pool.Wait()
	}
}

// dryRun says what a sync would read, and changes nothing: it looks at a copy of the state,
// because a database that is merely opened gets files of its own beside it.
func (a *app) dryRun(ctx context.Context, o memory.SyncOptions) (err error) {
	c, err := a.config()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "reverie-dry-run-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(filepath.Join(c.Home, memory.StateName+suffix))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, memory.StateName+suffix), data, 0o600)
		}
		if err != nil {
			return fmt.Errorf("copy the state: %w", err)
		}
	}
	options := a.options(c)
	options.Home = dir
	m, err := memory.Open(ctx, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	return a.printPlan(ctx, m, o)
}

func (a *app) printPlan(ctx context.Context, m *memory.Memory, o memory.SyncOptions) error {
	infos, problems, err := m.Plan(ctx, o)
	if err != nil {
		return err
	}
	skipped := groupSkipped(infos)
	var pending []memory.SessionInfo
	var bytes int64
	for _, s := range infos {
		if s.State == memory.StatePending && (o.Limit == 0 || len(pending) < o.Limit) {
			pending = append(pending, s)
			bytes += s.Size
		}
	}
	a.warnProblems(problems)
	if a.json {
		return a.printJSON(map[string]any{"would_read": pending, "bytes": bytes, "skipped": skipped})
	}
	fmt.Fprintf(a.out, "A sync would read %s (%.1f MB); nothing was changed.\n", count(len(pending), "session"), float64(bytes)/1e6)
	for _, s := range pending {
		fmt.Fprintf(a.out, "  %s  %s\n", s.ID, clip(s.Title, 80))
	}
	if len(skipped) > 0 {
		fmt.Fprintln(a.out, "\nSkipped")
		printSkipped(a.out, skipped)
	}
	return nil
}

func printSkipped(w io.Writer, groups []skipGroup) {
	for _, g := range groups {
		fmt.Fprintf(w, "  %5d  %s\n", g.Count, g.Reason)
	}
}
