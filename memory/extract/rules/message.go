package rules

import (
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/extract/language"
)

// pureConsent reports a message that only says yes, thanks or bye.
func pureConsent(m language.Message) bool {
	if len(m.Sentences) == 0 {
		return false
	}
	some := false
	for _, s := range m.Sentences {
		if s.Question || s.Cues.Has(language.Verb, language.Next, language.Commit, language.Reject) && s.Words > 3 {
			return false
		}
		yes := s.Cues.Has(language.Accept, language.Works, language.Bye)
		if !yes && s.Words > 3 || s.Words > 12 {
			return false
		}
		some = some || yes
	}
	return some
}

// consents reports a message that begins with consent to what was done.
func consents(m language.Message) bool {
	s := m.Sentences[0]
	return s.Cues.Has(language.Accept, language.Works) && !s.Question
}

// putsAside reports consent that leaves something be and then asks for something else.
func putsAside(m language.Message) bool {
	for i, s := range m.Sentences {
		if s.Cues.Has(language.GiveUp, language.PartWay) && i+1 < len(m.Sentences) {
			after := m.Sentences[i+1]
			return after.Cues.Has(language.Verb) && !after.Cues.Has(language.Once)
		}
	}
	return false
}

// closes reports a message that puts the goal aside.
func closes(m language.Message) bool {
	for _, s := range m.Sentences {
		if s.Cues.Has(language.GiveUp, language.PartWay) {
			return true
		}
	}
	return false
}

// next reports a message that says itself that something new begins.
func (k *kit) next(m language.Message) bool {
	for i, s := range m.Sentences {
		if i > 2 {
			break
		}
		if i > 0 && k.weighPreference(s, surroundings{afterAct: true}) >= keepPreference {
			continue // a rule that happens to begin so
		}
		for j, c := range s.Clauses {
			if c.Cues.Has(language.Next) && !c.Cues.Has(language.Works) && !s.Cues.Has(language.GiveUp) && (j == 0 || consentOnly(s.Clauses[:j])) {
				return true
			}
		}
	}
	return false
}

func consentOnly(cs []language.Clause) bool {
	return !slices.ContainsFunc(cs, func(c language.Clause) bool {
		return !c.Cues.Has(language.Accept, language.Works) && len(c.Text) > 12
	})
}

// contrast reports consent with a but.
func contrast(m language.Message) bool {
	for _, s := range m.Sentences {
		t := strings.ToLower(s.Text)
		for _, b := range []string{"but ", "不过", "但", "aber ", "pero ", "mais ", "でも", "けど", "ただ"} {
			if strings.Contains(t, "，就是") || strings.HasPrefix(t, b) || strings.Contains(t, ", "+b) || strings.Contains(t, "，"+b) {
				return true
			}
		}
	}
	return false
}

// asks reports a message that asks a question or for something to be done.
func asks(m language.Message) bool {
	return slices.ContainsFunc(m.Sentences, func(s language.Sentence) bool {
		return s.Question || s.Cues.Has(language.Verb, language.Please)
	})
}

// rests reports an exchange that ends something: the assistant had nothing to do or to
// say upon the user's consent, farewell or putting off.
func rests(e *exchange) bool {
	return len(e.acts) == 0 && e.said == "" && !e.aborted && (!asks(e.message) || anyCue(e.message.Sentences, language.PartWay, language.Bye))
}

// announcesNext reports a message that ends with the announcement of another goal, which
// the next message will set.
func announcesNext(m language.Message) bool {
	if len(m.Sentences) == 0 {
		return false
	}
	last := m.Sentences[len(m.Sentences)-1]
	n := len(last.Clauses)
	return n > 0 && (n > 1 || len(m.Sentences) > 1) && last.Clauses[n-1].Cues.Has(language.Next) && len(last.Clauses[n-1].Text) < 40 && !last.Question
}

// procedure reports a message headed by what agents do again and again (`commits: …`): it
// says how, and sets no goal.
func procedure(s language.Sentence) bool {
	label := s.Text[:strings.IndexAny(s.Text, ":：")]
	return !strings.Contains(label, " ") && len(s.Clauses) > 0 && s.Clauses[0].Cues.Has(language.Topic) && !s.Clauses[0].Cues.Has(language.Verb, language.Next)
}

// labelled reports a message that begins with a heading of its own: `metrics: …`.
func labelled(s string) bool {
	i := strings.IndexAny(s, ":：")
	return i > 1 && i < 30 && len(strings.Fields(s[:i])) <= 5 && !strings.HasPrefix(s[i:], "://") && !strings.ContainsAny(s[:i], ",，.")
}

// request gives the sentences that ask for something: all but bare consent.
func request(m language.Message) []language.Sentence {
	var out []language.Sentence
	for _, s := range m.Sentences {
		if s.Cues.Has(language.Accept, language.Works) && s.Words <= 4 && !s.Cues.Has(language.Next) && !s.Cues.Has(language.Verb) {
			continue
		}
		if s.Cues.Has(language.Bye) && s.Words <= 14 && !s.Question && !s.Cues.Has(language.Next) {
			continue
		}
		out = append(out, s)
	}
	return out
}
