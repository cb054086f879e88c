package consolidate

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/workspace"
	"github.com/seed50391015/reverie/redact"
)

// Rules is the engine that needs no model: it reads the selected raw memories and the
// notes, makes one entry of what says the same, and writes both files anew from them.
// The same input gives the same bytes. It is safe for concurrent use.
type Rules struct{ words *lexicon }

// NewRules returns the rules engine.
func NewRules() *Rules { return &Rules{words: newLexicon(tongues)} }

// Always implements Always: the ranking by use, tombstones and the clock change the result
// where git sees no change, and a run takes milliseconds.
func (r *Rules) Always() bool { return true }

// Consolidate implements Consolidator.
func (r *Rules) Consolidate(ctx context.Context, in Input) (Outcome, error) {
	texts, err := r.Compose(ctx, in)
	if err != nil {
		return texts.Outcome, err
	}
	for _, f := range []struct{ name, text string }{{workspace.HandbookFile, texts.Handbook}, {workspace.SummaryFile, texts.Summary}} {
		if old, ok, err := readStaged(in.Stage, f.name); err != nil {
			return texts.Outcome, err
		} else if ok && old == f.text {
			continue
		}
		if err := in.Stage.WriteFile(f.name, []byte(f.text)); err != nil {
			return texts.Outcome, err
		}
	}
	return texts.Outcome, nil
}

// withoutForgotten drops bullets that hold what must stay forgotten though none of their
// parts does.
func withoutForgotten(text string, forgets func(string) bool) string {
	if forgets == nil {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "- "+workspace.SummariesDir) || !forgets(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// Texts are the two files of a consolidation, with what it left out.
type Texts struct {
	Handbook, Summary string
	Outcome
}

func (r *Rules) composer(in Input) *composer { return &composer{words: r.words, in: in} }

// Compose makes both texts of an input. It reads no file and no clock.
func (r *Rules) Compose(ctx context.Context, in Input) (Texts, error) {
	c := r.composer(in)
	sources := c.read()
	if err := ctx.Err(); err != nil {
		return Texts{}, err
	}
	found := c.find(sources)
	b, handbook := c.fit(sources, found)
	if err := ctx.Err(); err != nil {
		return Texts{}, err
	}
	for _, g := range b.groups {
		for _, e := range g.left {
			c.out.Left = append(c.out.Left, e.newest().quotes[0])
		}
	}
	handbook = c.publish(handbook + c.extensions())
	summary := c.publish(renderSummary(b.edited(handbook, in.Hand)))
	return Texts{Handbook: handbook, Summary: summary, Outcome: c.out}, ctx.Err()
}

// fit arranges what was found so that the handbook keeps to its budget.
func (c *composer) fit(sources []*source, f found) (*books, string) {
	try := func(squeeze int) (*books, string) {
		b := &books{groups: arrange(sources, f.rules, f.facts, f.troubles, squeeze), sources: sources}
		return b, renderHandbook(b)
	}
	if b, text := try(0); len(text) <= handbookBudget {
		return b, text
	}
	return try(1 + sort.Search(len(squeezes)-2, func(i int) bool {
		_, text := try(1 + i)
		return len(text) <= handbookBudget
	}))
}

// publish takes out of a text what may not stand in the folder: a note may have been
// written by hand.
func (c *composer) publish(text string) string {
	return redact.String(withoutForgotten(text, c.in.Forgets))
}

// composer is one run of the rules.
type composer struct {
	words *lexicon
	in    Input
	out   Outcome
}

func (c *composer) forgotten(text string) bool {
	if c.in.Forgets == nil || !c.in.Forgets(text) {
		return false
	}
	c.out.Forgotten++
	return true
}

// found are the entries that the sources and the notes make.
type found struct{ rules, facts, troubles []*entry }

func (c *composer) find(sources []*source) found {
	notes := c.readNotes(sources)
	told, deletions := c.noteClaims(notes)
	preferences := c.claims(sources, func(t *task) []extract.Bullet { return t.Preferences })
	knowledge := c.claims(sources, (*task).lasting)
	failures := c.claims(sources, func(t *task) []extract.Bullet { return t.Failures })

	var rules, facts, troubles []*entry
	var merging sync.WaitGroup // each list is a matter of its own
	merging.Go(func() { rules = c.mergePreferences(inTime(preferences, told)) })
	merging.Go(func() { facts = c.mergeKnowledge(knowledge) })
	merging.Go(func() { troubles = c.mergeFailures(failures) })
	merging.Wait()
	endFacts(rules, facts, troubles)
	c.in.Hand.renew(rules, (*entry).preferenceText)
	c.in.Hand.renew(facts, (*entry).knowledgeText)
	c.in.Hand.renew(troubles, (*entry).failureText)
	rules, facts, troubles = c.strike(rules, deletions), c.strike(facts, deletions), c.strike(troubles, deletions)
	c.out.note(deletions)

	rules = c.expire(rules, "preference", func(*entry) int { return c.in.TTL.Preference })
	facts = c.expire(facts, "procedure", func(e *entry) int {
		if e.newest().bullet.Command == "" {
			return c.in.TTL.Environment
		}
		return c.in.TTL.Procedure
	})
	troubles = c.expire(troubles, "procedure", func(*entry) int { return c.in.TTL.Procedure })
	c.expireTasks(sources)
	rules = withoutOrphans(rules)
	for _, e := range rules {
		if e.over != nil {
			c.out.Superseded++
		}
	}
	rules, notedFacts := partition(rules, (*entry).isFact)
	return found{rules, slices.Concat(facts, notedFacts), troubles}
}

// inTime puts the claims of sessions and of notes into the order they were made in.
func inTime(bullets, notes []*claim) []*claim {
	all := slices.Concat(bullets, notes)
	slices.SortStableFunc(all, func(a, b *claim) int { return cmp.Compare(a.at, b.at) })
	for i, c := range all {
		c.seq = i
	}
	return all
}

// withoutOrphans drops what was replaced by an entry that is gone itself.
func withoutOrphans(entries []*entry) []*entry {
	for {
		n := len(entries)
		entries = slices.DeleteFunc(entries, func(e *entry) bool { return e.over != nil && !slices.Contains(entries, e.over) })
		if len(entries) == n {
			return entries
		}
	}
}

// expire leaves out entries whose newest evidence is older than its kind may become.
// What a note brought never expires: the user asked for it.
func (c *composer) expire(entries []*entry, kind string, days func(*entry) int) []*entry {
	return slices.DeleteFunc(entries, func(e *entry) bool {
		last := e.newest()
		if last.note != nil || !c.old(last.at, days(e)) {
			return false
		}
		c.out.Expired = append(c.out.Expired, Expired{Kind: kind, Text: clean(last.bullet.Text), At: last.at})
		c.out.Left = append(c.out.Left, last.quotes[0])
		return true
	})
}

func (c *composer) expireTasks(sources []*source) {
	for _, s := range sources {
		s.expired = c.old(s.SourceUpdatedAt, c.in.TTL.Task)
		if s.expired {
			for _, t := range s.tasks {
				c.out.Expired = append(c.out.Expired, Expired{Kind: "task", Text: t.name, At: s.SourceUpdatedAt})
			}
		}
	}
}

func (c *composer) old(at int64, days int) bool {
	return days > 0 && c.in.Now.Sub(time.Unix(at, 0)) > time.Duration(days)*24*time.Hour
}
