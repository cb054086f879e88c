package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
)

// keepPreference is the weight from which a sentence is a standing preference.
const keepPreference = 3.0

// extendPreference is the weight from which a sentence is taken into the preference that
// stands right before it, when it goes on about the same thing.
const extendPreference = 1.0

// surroundings are what stood around a sentence when it was said.
type surroundings struct {
	opens     bool     // it stands in the message that opened a task
	afterAct  bool     // the assistant had just done something
	corrected bool     // the message dissents, or the user interrupted
	answers   bool     // it answers a question of the assistant's
	throwaway bool     // the message says that the work is for once
	projects  []string // names of the project
	programs  []string // programs of the commands just run
}

// steering is one thing the user said about how to work.
type steering struct {
	exchange *exchange
	from, to int // of the quote in the exchange's text
	set      language.Set
	weight   float64
	once     bool
	scope    extract.Scope
	opens    bool
}

// steer finds standing preferences and one-off requests in a task's messages.
func (k *kit) steer(t *transcript, now *task) (standing, once []steering) {
	for i, e := range now.exchanges {
		c := k.contextOf(t, now, i)
		last := -1 // the sentence at which the standing preference before it ended
		for _, u := range join(e.message) {
			w := k.weighUnit(e.message, u, c)
			s := steering{exchange: e, set: u.cues(e.message), weight: w, opens: i == 0}
			switch {
			case w >= extendPreference && last == u.from-1 && last >= 0 && sameMatter(e.message, last, u):
				standing[len(standing)-1].extend(e.message, u, s)
				last = u.to
			case w >= keepPreference:
				s.from, s.to = quoteSpan(e.message, u)
				s.scope = k.scope(e.message, u, c)
				standing = append(standing, s)
				last = u.to
			case occasional(e.message, u):
				s.from, s.to = quoteSpan(e.message, u)
				s.once, s.scope = true, extract.ScopeOnce
				once = append(once, s)
			}
		}
	}
	return standing, once
}

// sameMatter reports whether a unit goes on about what the sentence before it ruled: it
// gives no order of its own, or it speaks of the same thing.
func sameMatter(m language.Message, last int, u unit) bool {
	p, s := m.Sentences[last], m.Sentences[u.from]
	if s.Question || s.Cues.Has(language.Also, language.Once, language.Later, language.Throwaway, language.Next, language.Accept, language.Works, language.Commit, language.Reject) {
		return false
	}
	if !s.Cues.Has(language.Verb, language.Forbid, language.Please, language.Prefer, language.Instead, language.FromNow, language.We) {
		return true
	}
	return slices.ContainsFunc(s.Topics, func(w string) bool { return slices.Contains(p.Topics, w) })
}

// extend takes a unit into the preference before it.
func (s *steering) extend(m language.Message, u unit, more steering) {
	if m.Sentences[u.to].To-s.from <= 2*maxQuote {
		s.to = m.Sentences[u.to].To
	}
	s.set |= more.set
	s.weight = max(s.weight, more.weight)
}

func (k *kit) contextOf(t *transcript, now *task, i int) surroundings {
	e := now.exchanges[i]
	c := surroundings{opens: i == 0, projects: projectNames(t.session.Cwd)}
	if n := now.from + i; n > 0 {
		before := t.exchanges[n-1]
		c.afterAct = len(before.acts) > 0 || before.said != "" && now.worked(i)
		c.answers = before.asked
		c.corrected = before.aborted
		for _, a := range tailActs(before.acts, 4) {
			for _, p := range a.parts {
				for _, w := range p.words {
					if w = strings.TrimLeft(strings.ToLower(w), "-"); len(w) >= 3 && len(w) < 24 && !strings.ContainsAny(w, "/=.") {
						c.programs = append(c.programs, w)
					}
				}
			}
		}
	}
	for n, s := range e.message.Sentences {
		if n < 2 && s.Cues.Has(language.Correct, language.Refuse) && c.afterAct && !c.opens {
			c.corrected = true
		}
		if s.Cues.Has(language.Again) && !c.opens {
			c.corrected = true
		}
		if s.Cues.Has(language.Throwaway) {
			c.throwaway = true
		}
	}
	if ss := e.message.Sentences; c.afterAct && !c.opens && len(ss) > 1 && ss[0].Question && ss[0].Words <= 6 && !ss[1].Question {
		c.corrected = true // money as float?! …
	}
	return c
}

// worked reports whether anything was done in the task before its exchange i.
func (now *task) worked(i int) bool {
	return slices.ContainsFunc(now.exchanges[:i], func(e *exchange) bool { return len(e.acts) > 0 })
}

func tailActs(acts []*act, n int) []*act { return acts[max(0, len(acts)-n):] }

// projectNames are the names by which a user may call the project of a folder.
func projectNames(cwd string) []string {
	name := strings.ToLower(filepath.Base(cwd))
	if len(name) < 3 || name == "src" || name == "app" || name == "code" || name == "work" {
		return nil
	}
	return []string{name}
}

// unit is a run of sentences that say one thing, from..to of the message's sentences.
type unit struct{ from, to int }

func (u unit) cues(m language.Message) language.Set {
	var set language.Set
	for _, s := range m.Sentences[u.from : u.to+1] {
		set |= s.Cues
	}
	return set
}

// join puts sentences together that cannot stand alone: a fragment that only strengthens
// what went before it (`ever.`), a sentence that points back at it (`that goes for
// everything`), a reproach and the reminder or the short order that follows it.
func join(m language.Message) []unit {
	var out []unit
	ss := m.Sentences
	for i := range ss {
		u := unit{i, i}
		if n := len(out); n > 0 {
			last := &out[n-1]
			p, s := ss[i-1], ss[i]
			if last.from < i-1 && reproach(ss[last.from]) {
				p.Cues |= ss[last.from].Cues & (1<<language.Again | 1<<language.Revoke)
			}
			if last.to-last.from < 2 && belongs(p, s) {
				last.to = i
				continue
			}
		}
		out = append(out, u)
	}
	return out
}

// belongs reports whether sentence s leans on p before it.
func belongs(p, s language.Sentence) bool {
	strengthens := s.Cues.Has(language.Always, language.FromNow, language.Every, language.Anywhere, language.Again, language.Revoke, language.We)
	orders := s.Cues.Has(language.Verb, language.Require, language.Prefer, language.Forbid, language.Please)
	consent := starts(s, language.Accept) || starts(p, language.Accept)
	once := s.Cues.Has(language.Once, language.Later, language.Throwaway) || p.Cues.Has(language.Once, language.Later, language.Throwaway)
	switch {
	case s.Cues.Has(language.Also): // something else follows
		return false
	case p.Words <= 2 && p.Cues.Has(language.Refuse) && !s.Question:
		return true // no. …
	case p.Question && p.Words <= 3 && s.Words <= 2 && s.Cues.Has(language.Refuse):
		return true // npx? no.
	case s.Words <= 3 && strengthens && !consent:
		return true
	case strengthens && s.Cues.Has(language.Back) && !orders && s.Words <= 24 && !p.Question && p.Words > 2 && !consent:
		return true
	case p.Question && p.Cues.Has(language.Please) && strengthens && s.Cues.Has(language.Back) && !orders && s.Words <= 24:
		return true
	case p.Cues.Has(language.Forbid, language.Prefer, language.Require) && s.Cues.Has(language.Every, language.Always) && !orders && !s.Question && !consent && !p.Question && s.Words <= 16:
		return true
	case p.Question && p.Cues.Has(language.Correct) && s.Cues.Has(language.Again):
		return true
	case s.Cues.Has(language.Again) && s.Cues.Has(language.Back) && s.Words <= 12 && !p.Question && !consent && p.Words <= 14:
		return true
	case short(p) && p.Cues.Has(language.Forbid) && !p.Question && !s.Question && !consent && !once &&
		s.Cues.Has(language.Every, language.Always, language.FromNow, language.Instead, language.We, language.Please, language.Verb):
		return true // don't do the one. do the other
	case reproach(p):
		return orders || s.Words <= 14 && !s.Question && !consent
	}
	return false
}

func starts(s language.Sentence, c language.Cue) bool {
	return len(s.Clauses) > 0 && s.Clauses[0].Cues.Has(c)
}

// short reports a sentence of a few words; characters count for less.
func short(s language.Sentence) bool {
	if s.Tag == "zh" || s.Tag == "ja" {
		return s.Words <= 16
	}
	return s.Words <= 8
}

// reproach reports a sentence that complains, or takes a rule back, and gives no order:
// the order follows it.
func reproach(s language.Sentence) bool {
	if s.Cues.Has(language.Verb, language.Forbid, language.Require, language.Please, language.Always) || s.Question && !s.Cues.Has(language.Again) {
		return s.Cues.Has(language.Revoke) && s.Words <= 16
	}
	return s.Cues.Has(language.Again, language.Revoke) || s.Cues.Has(language.Prefer) && s.Cues.Has(language.Back)
}

// weighUnit weighs a unit as a whole.
func (k *kit) weighUnit(m language.Message, u unit, c surroundings) float64 {
	s := m.Sentences[u.from]
	for _, x := range m.Sentences[u.from+1 : u.to+1] {
		s.Cues |= x.Cues
		s.Words += x.Words
		s.Text += " " + x.Text
		s.Clauses = append(s.Clauses[:len(s.Clauses):len(s.Clauses)], x.Clauses...)
		s.Idents = append(s.Idents[:len(s.Idents):len(s.Idents)], x.Idents...)
		s.Question = s.Question && x.Question
	}
	return k.weighPreference(s, c)
}

// weighPreference adds up what speaks for a standing preference and what against it. It
// is a preference when it directs (a ban, an order, a wish, a custom) and reaches beyond
// its occasion.
func (k *kit) weighPreference(s language.Sentence, c surroundings) float64 {
	cues := s.Cues
	here := cues.Has(language.Here) || named(s.Text, c.projects)
	if c.opens && !cues.Has(language.Every, language.Always, language.Forbid, language.Require, language.Please, language.We, language.FromNow, language.Prefer) {
		here = false // a report of what is wrong here
	}
	states := normative(s, c)
	replaced := c.corrected && cues.Has(language.Refuse) && named(s.Text, c.programs)
	directs := replaced || states || cues.Has(language.If) && cues.Has(language.Conduct) || !c.opens && cues.Has(language.Always, language.Every) && cues.Has(language.Conduct) ||
		cues.Has(language.Forbid, language.Require, language.Please, language.Prefer, language.Verb, language.Instead, language.We, language.ForYou, language.Again, language.Revoke, language.FromNow) ||
		here && cues.Has(language.Every, language.Always, language.Topic)
	if !directs && !(c.corrected && cues.Has(language.Always, language.Every)) || tooShort(s) {
		return 0
	}
	w := k.general(s, here, c)
	if replaced {
		w += 1.5
	}
	if states {
		w++
		if cues.Has(language.Tell) {
			w++
		}
	}
	if !cues.Has(language.Forbid, language.Require, language.Please, language.Verb, language.Instead, language.Prefer, language.We, language.FromNow) && !here && !replaced && !states && len(s.Clauses) < 4 {
		w-- // a reproach alone
	}
	// what speaks against
	if cues.Has(language.Once) {
		w -= onceWeight(s)
	}
	if cues.Has(language.Later) && !cues.Has(language.FromNow) {
		w -= 1.5
	}
	if cues.Has(language.Throwaway) {
		w -= 4
	} else if c.throwaway {
		w -= 1.5
	}
	if cues.Has(language.Permit) && !cues.Has(language.FromNow) {
		w -= 1.5
	}
	if s.Question && !(cues.Has(language.Please) && cues.Has(language.Verb, language.Forbid, language.Conduct, language.We, language.Topic)) {
		w -= 2.5
	}
	if cues.Has(language.Narrate) {
		w -= narrateWeight(s)
	}
	if cues.Has(language.GiveUp, language.PartWay) && !cues.Has(language.FromNow, language.Anywhere, language.Always) {
		w -= 1.5
	}
	if cues.Has(language.Spec) && !here && !cues.Has(language.FromNow, language.Conduct, language.We) {
		w--
	}
	strong := here || cues.Has(language.FromNow, language.Anywhere, language.Prefer, language.Again)
	if c.opens && !strong {
		w -= 1.5
	}
	if !strong && !cues.Has(language.We, language.If) {
		w -= concrete(s)
		if c.answers {
			w--
		}
		if starts(s, language.Accept) || cues.Has(language.Works) {
			w--
		}
	}
	return w
}

func tooShort(s language.Sentence) bool {
	if s.Tag == "zh" || s.Tag == "ja" {
		return s.Words < 5
	}
	return s.Words < 3
}

// concrete is what a sentence loses that speaks of one thing at hand: an order about
// it, that file, this name, so many seconds.
func concrete(s language.Sentence) float64 {
	w, numbers := 0.0, 0
	for _, id := range s.Idents {
		if startsDigit(id) {
			numbers++
		}
	}
	orders := s.Cues.Has(language.Verb, language.Require, language.Please)
	if orders && (len(s.Idents) > numbers || s.Quoted) {
		w++
	}
	if orders && s.Cues.Has(language.Back) {
		w++
	}
	if numbers >= 2 {
		w++
	}
	return min(w, 1.5)
}

// normative reports a plain statement of how things are to be, said in reply to work:
// no order, no question, no verdict, but about what agents do again and again (`integers
// in minor units, always`; `British spelling, by the way`).
func normative(s language.Sentence, c surroundings) bool {
	cues := s.Cues
	return c.afterAct && !c.opens && !s.Question && s.Words >= 4 && cues.Has(language.Topic) &&
		!cues.Has(language.Verb, language.Accept, language.Works, language.Reject, language.GiveUp, language.PartWay, language.Once, language.Later, language.Narrate, language.Next, language.Commit, language.Again, language.Correct)
}

// general is how far a sentence reaches beyond its occasion.
func (k *kit) general(s language.Sentence, here bool, c surroundings) float64 {
	cues, w := s.Cues, 0.0
	add := func(points float64, on bool) {
		if on {
			w += points
		}
	}
	add(2.5, cues.Has(language.FromNow))
	add(2, cues.Has(language.Always))
	add(1, cues.Has(language.Every))
	add(2, here)
	add(2, cues.Has(language.Anywhere))
	add(2, cues.Has(language.We))
	add(1.5, cues.Has(language.Prefer))
	add(1.5, cues.Has(language.If))
	add(2.5, cues.Has(language.Again))
	add(1.5, cues.Has(language.Revoke))
	add(0.5, cues.Has(language.Reason))
	add(1, cues.Has(language.ForYou))
	add(1, cues.Has(language.Forbid))
	add(0.5, cues.Has(language.Require, language.Please))
	add(0.5, cues.Has(language.Verb))
	add(0.5, cues.Has(language.Instead))
	replaced := c.corrected && cues.Has(language.Refuse) && named(s.Text, c.programs)
	directs := replaced || cues.Has(language.If) && cues.Has(language.Conduct) || !c.opens && cues.Has(language.Always, language.Every) && cues.Has(language.Conduct) ||
		cues.Has(language.Forbid, language.Require, language.Please, language.Prefer, language.Instead, language.Verb, language.We, language.FromNow)
	add(1, directs && cues.Has(language.Topic))
	add(0.5, directs && cues.Has(language.Conduct))
	add(1, c.corrected)
	add(0.5, c.afterAct && !c.opens)
	add(1, !c.opens && cues.Has(language.Forbid, language.Correct, language.Every, language.Instead, language.Please) && named(s.Text, c.programs))
	return w
}

// onceWeight is what an occasion takes off: all, unless the words that name it stand in
// a clause of their own beside a rule that says it is one (`from now on …, this time it
// was forgotten`).
func onceWeight(s language.Sentence) float64 {
	if !s.Cues.Has(language.FromNow, language.Anywhere, language.Always) {
		return 4
	}
	for _, c := range s.Clauses {
		if c.Cues.Has(language.Once) && c.Cues.Has(language.Verb, language.Forbid, language.Require, language.Please, language.Always, language.FromNow) {
			return 4
		}
	}
	return 0.5
}

// narrateWeight is what telling of oneself takes off: nearly all, unless it is a clause
// beside a rule (`quote the query whenever it goes out, they always ask`).
func narrateWeight(s language.Sentence) float64 {
	if s.Cues.Has(language.FromNow, language.Here, language.Please, language.We) {
		return 0
	}
	for _, c := range s.Clauses {
		if !c.Cues.Has(language.Narrate) && c.Cues.Has(language.Always, language.If, language.Every, language.Prefer, language.Forbid) && s.Cues.Has(language.Verb, language.Please, language.Topic) {
			return 0.5
		}
	}
	return 4
}

// named reports whether a text names one of the words as a whole word.
func named(text string, names []string) bool {
	lower := strings.ToLower(text)
	for _, n := range names {
		for from := 0; ; {
			i := strings.Index(lower[from:], n)
			if i < 0 {
				break
			}
			i += from
			if boundary(lower, i-1) && boundary(lower, i+len(n)) {
				return true
			}
			from = i + 1
		}
	}
	return false
}

func boundary(s string, i int) bool {
	return i < 0 || i >= len(s) || s[i] >= 0x80 || !(s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9' || s[i] == '_')
}

// occasional reports a request that says itself that it is for its occasion.
func occasional(m language.Message, u unit) bool {
	set := u.cues(m)
	if !set.Has(language.Once, language.Throwaway) || set.Has(language.Narrate) {
		return false
	}
	for _, s := range m.Sentences[u.from : u.to+1] {
		if s.Question {
			return false
		}
	}
	return set.Has(language.Verb, language.Forbid, language.Require, language.Please, language.Permit, language.Prefer, language.Instead, language.Commit)
}

// scope tells how far a preference reaches, as far as it says so.
func (k *kit) scope(m language.Message, u unit, c surroundings) extract.Scope {
	set := u.cues(m)
	idents := 0
	text := m.Text[m.Sentences[u.from].From:m.Sentences[u.to].To]
	for _, s := range m.Sentences[u.from : u.to+1] {
		idents += len(s.Idents)
		if s.Quoted {
			idents++
		}
	}
	switch {
	case set.Has(language.Anywhere):
		return extract.ScopeGlobal
	case set.Has(language.Here) || named(text, c.projects) || set.Has(language.We):
		return extract.ScopeProject
	case u.from > 0 && named(m.Text, c.projects) && idents == 0:
		return extract.ScopeProject
	case idents > 0:
		return extract.ScopeUnsaid
	case set.Has(language.Conduct):
		return extract.ScopeGlobal
	}
	return extract.ScopeUnsaid
}

const maxQuote = 320

// quoteSpan is what is quoted of a unit: all of it, or the clauses around its cues where
// it is long; a clause that is bound to its occasion at either end is left out.
func quoteSpan(m language.Message, u unit) (from, to int) {
	from, to = m.Sentences[u.from].From, m.Sentences[u.to].To
	if to-from <= maxQuote {
		return from, to
	}
	at := from
	first, last := -1, from
	for _, s := range m.Sentences[u.from : u.to+1] {
		for _, c := range s.Clauses {
			i := strings.Index(m.Text[at:to], c.Text)
			if i < 0 {
				continue
			}
			begin := at + i
			at = begin + len(c.Text)
			if c.Cues&^(1<<language.Topic|1<<language.Reason|1<<language.Narrate|1<<language.Spec) == 0 {
				continue
			}
			if first < 0 {
				first = begin
			}
			if at-first <= maxQuote {
				last = at
			}
		}
	}
	if first < 0 || last <= first {
		return from, from + len(clipQuote(m.Text[from:to]))
	}
	return first, last
}

// clipQuote shortens a quote at a word's end; what is left is still word for word.
func clipQuote(s string) string {
	if len(s) <= maxQuote {
		return s
	}
	cut := strings.TrimSuffix(clip(s, maxQuote), "…")
	if i := strings.LastIndexAny(cut, " ，。、"); i > maxQuote/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ")
}
