package rules

import (
	"github.com/seed50391015/reverie/memory/extract/language"
)

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
	case holdsSecret(p.Text) || holdsSecret(s.Text):
		return false
	case s.Cues.Has(language.Also): // something else follows
		return false
	case p.Cues.Has(language.Once) && starts(s, language.Commit) && s.Words <= 4:
		return false
	case s.Cues.Has(language.Once, language.Throwaway) && !p.Cues.Has(language.Once, language.Throwaway) && !reproach(p):
		return false // what is for now does not lengthen what is for good
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
		return s.Words <= 24
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
