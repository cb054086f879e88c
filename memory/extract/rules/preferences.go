package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
)

// surroundings are what stood around a sentence when it was said.
type surroundings struct {
	opens     bool     // it stands in the message that opened a task
	afterAct  bool     // the assistant had just done something
	corrected bool     // the message dissents, or the user interrupted
	answers   bool     // it answers a question of the assistant's
	throwaway bool     // the message says that the work is for once
	projects  []string // names of the project
	certainty float64  // how sure it is that the message opens a task
	said      []string // what the assistant's last words are about
	programs  []string // programs of the commands just run
}

// openness is what standing in a task's first message takes off: a request describes the
// work, so that its rules are the work's.
func (c surroundings) openness() float64 {
	if c.certainty < openAt+1 {
		return 0.5
	}
	return 1.5
}

// about reports whether a sentence speaks of what the assistant just said it did.
func (c surroundings) about(s language.Sentence) bool {
	return slices.ContainsFunc(s.Topics, func(w string) bool { return slices.Contains(c.said, w) })
}

// steering is one thing the user said about how to work.
type steering struct {
	exchange *exchange
	from, to int // of the quote in the exchange's text
	set      language.Set
	weight   float64
	scope    extract.Scope
	opens    bool
}

// steer finds standing preferences and one-off requests in a task's messages.
func (k *kit) steer(t *transcript, now *task) (standing, once []steering) {
	worked := false
	for i, e := range now.exchanges {
		c := k.contextOf(t, now, i, worked)
		worked = worked || len(e.acts) > 0
		last := -1 // the sentence at which the standing preference before it ended
		for _, u := range join(e.message) {
			if secret(e.message, u) {
				continue // nothing beside a secret is quoted
			}
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
				s.scope = extract.ScopeOnce
				once = append(once, s)
			}
		}
	}
	return standing, once
}

// secret reports a unit out of which a secret was taken.
func secret(m language.Message, u unit) bool {
	return holdsSecret(m.Text[m.Sentences[u.from].From:m.Sentences[u.to].To])
}

// sameMatter reports whether a unit goes on about what the sentence before it ruled: it
// gives no order of its own, or it speaks of the same thing.
func sameMatter(m language.Message, last int, u unit) bool {
	p, s := m.Sentences[last], m.Sentences[u.from]
	if s.Question || s.Cues.Has(language.Also, language.Once, language.Later, language.Throwaway, language.Next, language.Accept, language.Works, language.Commit, language.Reject) {
		return false
	}
	if !s.Cues.Has(language.Verb, language.Forbid, language.Please, language.Instead, language.FromNow, language.We) {
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

// contextOf gathers what stood around exchange i of a task; worked says that something
// was done in it before.
func (k *kit) contextOf(t *transcript, now *task, i int, worked bool) surroundings {
	e := now.exchanges[i]
	c := surroundings{opens: i == 0, certainty: e.opening, projects: projectNames(t.session.Cwd)}
	if now.from+i == 0 {
		c.certainty = 9
	}
	if n := now.from + i; n > 0 {
		before := t.exchanges[n-1]
		c.afterAct = len(before.acts) > 0 || before.said != "" && worked
		c.answers = before.asked
		c.said = k.reader.Content(before.said)
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
	if ss := e.message.Sentences; c.afterAct && !c.opens && len(ss) > 1 && ss[0].Question && (ss[0].Words <= 6 || short(ss[0])) && !ss[0].Cues.Has(language.Please, language.Verb) && !ss[1].Question {
		c.corrected = true // money as float?! …
	}
	return c
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
	case set.Has(language.Here) || named(text, c.projects):
		return extract.ScopeProject
	case set.Has(language.Anywhere):
		return extract.ScopeGlobal
	case set.Has(language.Conduct) && idents == 0 && !set.Has(language.We):
		return extract.ScopeGlobal
	case set.Has(language.We) || u.from > 0 && named(m.Text, c.projects) && idents == 0:
		return extract.ScopeProject
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
