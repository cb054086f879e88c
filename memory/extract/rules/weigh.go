package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed50391015/reverie/memory/extract/language"
)

// keepPreference is the weight from which a sentence is a standing preference.
const keepPreference = 3.0

// extendPreference is the weight from which a sentence is taken into the preference that
// stands right before it, when it goes on about the same thing.
const extendPreference = 1.0

// points is what a cue adds to a sentence's reach beyond its occasion.
type points struct {
	points float64
	cues   language.Set
}

// reach lists what makes a rule of a sentence; a line's cues count once together.
var reach = []points{
	{2.5, cueSet(language.FromNow)},
	{2.5, cueSet(language.Again)},
	{2, cueSet(language.Always)},
	{2, cueSet(language.Anywhere)},
	{2, cueSet(language.We)},
	{1.5, cueSet(language.Prefer)},
	{1.5, cueSet(language.If)},
	{1.5, cueSet(language.Revoke)},
	{1.5, cueSet(language.Every)},
	{1, cueSet(language.Forbid)},
	{1, cueSet(language.ForYou)},
	{0.5, cueSet(language.Require, language.Please)},
	{0.5, cueSet(language.Verb)},
	{0.5, cueSet(language.Instead)},
	{0.5, cueSet(language.Reason)},
}

func cueSet(cues ...language.Cue) (s language.Set) {
	for _, c := range cues {
		s = s.With(c)
	}
	return s
}

// reading is a sentence with what its surroundings make of it.
type reading struct {
	language.Sentence
	c        surroundings
	here     bool // it names this project
	states   bool // it says how things are to be, without an order
	replaced bool // it refuses the program that was just run
	directs  bool // it bans, orders, wishes, or names a custom
	fragment bool // it names in a few words what is wanted, no more
	reports  bool // it tells what has happened or how things stand, or thanks for it
	strong   bool // it says itself how far it reaches
}

func read(s language.Sentence, c surroundings) reading {
	r := reading{Sentence: s, c: c}
	cues := s.Cues
	r.here = cues.Has(language.Here) || named(s.Text, c.projects)
	if c.opens && !cues.Has(language.Every, language.Always, language.Forbid, language.Require, language.Please, language.We, language.FromNow, language.Prefer) {
		r.here = false // a report of what is wrong here
	}
	r.states = normative(s, c)
	r.replaced = c.corrected && cues.Has(language.Refuse) && named(s.Text, c.programs)
	r.directs = r.replaced || r.states ||
		cues.Has(language.Forbid, language.Require, language.Please, language.Prefer, language.Verb, language.Instead, language.We, language.ForYou, language.Again, language.Revoke, language.FromNow) ||
		cues.Has(language.If) && cues.Has(language.Conduct) ||
		cues.Has(language.Always, language.Every) && (r.here || c.corrected || !c.opens && cues.Has(language.Conduct)) ||
		r.here && cues.Has(language.Topic)
	if cues.Has(language.Refuse, language.Correct) && cues.Has(language.Again) && !cues.Has(language.Forbid, language.Require, language.Please, language.Verb, language.Topic, language.Conduct, language.Prefer, language.Instead, language.We) {
		r.directs = false // it only complains
	}
	r.fragment = fragment(s, c)
	r.reports = !r.replaced && !r.fragment && reports(s)
	r.directs = (r.directs || r.fragment) && !r.reports
	r.strong = r.here || cues.Has(language.FromNow, language.Anywhere, language.Prefer, language.Again) || cues.Has(language.Revoke) && cues.Has(language.Tell)
	return r
}

// weighPreference adds up what speaks for a standing preference and what against it. It
// is a preference when it directs and reaches beyond its occasion.
func (k *kit) weighPreference(s language.Sentence, c surroundings) float64 {
	r := read(s, c)
	if !r.directs || tooShort(s) && !r.fragment {
		return 0
	}
	return r.general() - r.occasional()
}

// general is how far a sentence reaches beyond its occasion.
func (r reading) general() float64 {
	cues, w := r.Cues, 0.0
	for _, p := range reach {
		if cues&p.cues != 0 {
			w += p.points
		}
	}
	add := func(points float64, on bool) {
		if on {
			w += points
		}
	}
	add(2, r.here)
	add(1.5, r.replaced)
	add(1, r.states)
	add(2.5, r.fragment)
	add(1, r.states && headed(r.Sentence))
	add(0.5, r.c.afterAct && cues.Has(language.Reason) && cues.Has(language.Verb, language.Require))
	add(1, r.states && cues.Has(language.Tell))
	add(1, r.states && r.c.corrected && r.unbound())
	orders := cues.Has(language.Forbid, language.Require, language.Please, language.Prefer, language.Instead, language.Verb, language.We, language.FromNow) ||
		r.replaced || r.states && cues.Has(language.Tell)
	add(1, orders && cues.Has(language.Topic))
	add(0.5, orders && cues.Has(language.Conduct))
	add(1.5, cues.Has(language.Revoke) && cues.Has(language.Tell)) // news of a change
	add(0.5, r.generic())
	add(1, r.c.corrected)
	add(0.5, !r.c.corrected && !r.c.opens && !starts(r.Sentence, language.Accept) && r.c.about(r.Sentence))
	add(0.5, r.c.afterAct && !r.c.opens)
	add(1, !r.c.opens && cues.Has(language.Forbid, language.Correct, language.Every, language.Instead, language.Please) && named(r.Text, r.c.programs))
	return w
}

// unbound reports a statement about things in general, in languages with articles: `errors
// go up with context`, not `the export runs unattended`.
func (r reading) unbound() bool {
	return (r.Tag == "en" || r.Tag == "de") && len(r.Clauses) > 0 && !r.Quoted && !r.Clauses[0].Cues.Has(language.Definite, language.Back)
}

// generic reports an order about things in general: in languages with articles, one
// without any (`use conventional commits`, not `rename the button`).
func (r reading) generic() bool {
	articles := r.Tag == "en" || r.Tag == "de"
	return articles && r.c.afterAct && !r.c.opens && len(r.Idents) == 0 && !r.Question &&
		r.Cues.Has(language.Verb, language.Require, language.Forbid) && r.Cues.Has(language.Topic, language.Conduct) &&
		!r.Cues.Has(language.Definite, language.Commit, language.Accept, language.Works)
}

// occasional is what binds a sentence to its occasion: words that say so, a thing at
// hand, a request under way, a story, a question.
func (r reading) occasional() float64 {
	cues, w := r.Cues, 0.0
	sub := func(points float64, on bool) {
		if on {
			w += points
		}
	}
	reproachAlone := !cues.Has(language.Forbid, language.Require, language.Please, language.Verb, language.Instead, language.Prefer, language.We, language.FromNow) &&
		!r.here && !r.replaced && !r.states && !r.fragment && len(r.Clauses) < 4
	sub(1, reproachAlone)
	sub(onceWeight(r.Sentence), cues.Has(language.Once))
	sub(1.5, cues.Has(language.Later) && !cues.Has(language.FromNow))
	sub(4, cues.Has(language.Throwaway))
	sub(1.5, r.c.throwaway && !cues.Has(language.Throwaway))
	spares := cues.Has(language.ForYou) && cues.Has(language.Conduct) && cues.Has(language.Forbid) // you needn't paste …
	sub(1.5, cues.Has(language.Permit) && !cues.Has(language.FromNow) && !spares)
	asks := cues.Has(language.Please) && cues.Has(language.Verb, language.Forbid, language.Conduct, language.We, language.Topic)
	sub(2.5, r.Question && !asks)
	sub(narrateWeight(r.Sentence), cues.Has(language.Narrate))
	sub(2.5, cues.Has(language.GiveUp) && !cues.Has(language.FromNow, language.Anywhere, language.Always, language.If))
	sub(1.5, !cues.Has(language.GiveUp) && cues.Has(language.PartWay) && !cues.Has(language.FromNow, language.Anywhere, language.Always, language.If))
	sub(specWeight(r.Sentence), !r.here && !cues.Has(language.FromNow, language.Conduct, language.We))
	sub(2.5, r.c.opens && r.Question && !cues.Has(language.FromNow, language.Always, language.Anywhere, language.Prefer, language.Again) && !r.here)
	sub(1, cues.Has(language.Commit) && cues.Has(language.Please) && cues.Has(language.Verb) && !cues.Has(language.FromNow, language.Always, language.Every, language.We, language.Prefer, language.If, language.Again, language.Forbid, language.Here, language.Anywhere))
	sub(1.5, cues.Has(language.Next) && cues.Has(language.Verb, language.Please) && !cues.Has(language.FromNow, language.Anywhere, language.We, language.Here, language.Again) && (r.c.opens || !cues.Has(language.Always)))
	sub(2, cues.Has(language.Reject) && !cues.Has(language.Topic, language.Conduct, language.FromNow, language.We, language.Here, language.If, language.Prefer))
	sub(r.c.openness(), r.c.opens && !r.strong)
	if !r.strong && !cues.Has(language.We, language.If) {
		w += concrete(r.Sentence)
		sub(1, r.c.answers)
		sub(1, starts(r.Sentence, language.Accept) || cues.Has(language.Works))
	}
	return w
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
	if s.Cues.Has(language.Verb) && s.Cues.Has(language.Back) && !s.Cues.Has(language.Every, language.Always) {
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
	if c.afterAct && !s.Question && headed(s) && !cues.Has(language.Once, language.Later, language.Reject, language.Works) {
		return true
	}
	if len(s.Clauses) > 0 && s.Clauses[0].Cues.Has(language.Back) && !cues.Has(language.Always, language.FromNow, language.We, language.Here, language.Forbid) && s.Tag != "zh" && s.Tag != "ja" {
		return false // it speaks of what is at hand
	}
	return c.afterAct && !c.opens && !s.Question && s.Words >= 4 && cues.Has(language.Topic, language.Every, language.Always) &&
		!cues.Has(language.Verb, language.Accept, language.Works, language.Reject, language.GiveUp, language.PartWay, language.Once, language.Later, language.Narrate, language.Next, language.Commit, language.Again, language.Correct, language.Hedge)
}

// fragment reports an order without a verb in reply to work: `table tests.`, `tabs, not
// spaces.`, `日志用占位符`. It must name what comes up again and again and say nothing else.
func fragment(s language.Sentence, c surroundings) bool {
	other := s.Cues.Has(language.Verb, language.Accept, language.Works, language.Reject, language.GiveUp, language.PartWay, language.Once, language.Later, language.Narrate, language.Next, language.Commit,
		language.Again, language.Back, language.Definite, language.Bye, language.Almost, language.Permit, language.Hedge, language.Also, language.Please, language.Spec)
	if !c.afterAct || c.opens || s.Question || other || len(s.Clauses) == 0 || !s.Clauses[0].Cues.Has(language.Topic) {
		return false
	}
	if s.Tag == "zh" {
		return prescribes(s.Clauses[0].Text)
	}
	return s.Tag == "en" && s.Words >= 2 && s.Words <= 4 && len(s.Idents) == 0
}

// prescribes reports a Chinese clause of the shape `subject, 用 (走, 放, 按 …), how`.
func prescribes(clause string) bool {
	n := 0
	for _, r := range clause {
		if strings.ContainsRune("用走放按存叫", r) {
			return n >= 2 && n <= 8
		}
		n++
	}
	return false
}

// headed reports a sentence that names its subject first, alone, and then says what goes
// for it: `commit messages: imperative mood, …`; `los commits, uno por cambio, …`. The
// subject must be one that comes up again and again.
func headed(s language.Sentence) bool {
	if len(s.Clauses) < 2 || !s.Clauses[0].Cues.Has(language.Topic) {
		return false
	}
	head := s.Clauses[0]
	if head.Cues.Has(language.Verb, language.Accept, language.Correct, language.Forbid, language.Once) {
		return false
	}
	if s.Tag == "zh" || s.Tag == "ja" {
		return utf8.RuneCountInString(head.Text) <= 8
	}
	return len(strings.Fields(head.Text)) <= 4
}

// reports reports a sentence that tells what has happened or how things stand (`the rows
// are all migrated, no errors anywhere`), or thanks for it. Its quantifiers and denials
// rule nothing; a clause that asks, orders or names a custom makes it more than a report.
func reports(s language.Sentence) bool {
	tells := false
	for _, c := range s.Clauses {
		told := c.Cues.Has(language.Report)
		if told && c.Cues.Has(language.Accept) && !c.Cues.Has(language.FromNow, language.Prefer) {
			tells = true // what it thanks for is no order
			continue
		}
		if c.Cues.Has(language.Please, language.Prefer, language.We, language.FromNow, language.Instead, language.Verb, language.If, language.ForYou, language.Revoke) ||
			!told && c.Cues.Has(language.Forbid, language.Require, language.Always) {
			return false
		}
		tells = tells || told && !c.Cues.Has(language.Forbid)
	}
	return tells
}

// specWeight is what a sentence loses that says what the product shall do: more where it
// sets numbers, nothing where the words stand beside a directive of their own.
func specWeight(s language.Sentence) float64 {
	if !s.Cues.Has(language.Spec) {
		return 0
	}
	apart := false
	for _, c := range s.Clauses {
		directs := c.Cues.Has(language.Forbid, language.Always, language.Every, language.Prefer, language.Revoke)
		if directs && c.Cues.Has(language.Spec) {
			apart = false
			break
		}
		apart = apart || directs
	}
	switch {
	case slices.ContainsFunc(s.Idents, startsDigit):
		return 3
	case apart:
		return 0
	}
	return 1.5
}

// onceWeight is what an occasion takes off: all, unless the words that name it stand in
// a clause of their own beside a rule that says it is one (`from now on …, this time it
// was forgotten`).
func onceWeight(s language.Sentence) float64 {
	if !s.Cues.Has(language.FromNow, language.Anywhere, language.Always) {
		return 4
	}
	for _, c := range s.Clauses {
		if c.Cues.Has(language.FromNow) && !c.Cues.Has(language.Once) {
			return 0.5
		}
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
