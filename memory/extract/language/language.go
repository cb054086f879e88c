// Package language reads what a developer types to an agent: it splits a message into
// sentences, leaves out what is not the writer's own words (code, pasted logs, quoted and
// injected text), and finds the cues that steering, consent and dissent are made of.
//
// A language is one Table of data; what the cues mean together is decided elsewhere, by
// code that knows no language. The package knows no sessions and keeps no state.
package language

import (
	"strings"
	"unicode"
)

// Cue is one kind of signal that a phrase gives.
type Cue uint8

// Cues. What a phrase stands for is the same in every language.
const (
	Always    Cue = iota // at all times: always, never, every time
	FromNow              // from a point on: from now on, in future
	Every                // quantifiers without exception: every, any, nothing
	Here                 // this project: in this repo, house style
	Anywhere             // beyond this project: in any repo, for all projects
	We                   // a custom of the house: we use, our convention
	Prefer               // taste: I prefer, I hate, I'd rather
	Forbid               // don't, no, stop
	Require              // must, has to, make sure
	Please               // please
	If                   // a condition that makes a rule: whenever you, before you
	Instead              // a replacement: instead, rather than
	Reason               // because, otherwise
	Once                 // bound to its occasion: this time, for now, today
	Throwaway            // the whole work is for once: throwaway, experiment
	Later                // put off: tomorrow, another day
	Correct              // dissent with what was just done: no, wrong, why did you
	Refuse               // a bare no
	Again                // said before: I told you, again
	Revoke               // takes an earlier rule back: forget what I said, no longer
	Accept               // consent: good, thanks
	Works                // the result was seen to work: works now
	Reject               // the result was seen not to work: still broken, worse
	Almost               // better, but not there: closer, mostly
	GiveUp               // an end without the goal: leave it, never mind
	PartWay              // an end on the way: rest later, good enough for today
	Next                 // a new goal: next, another thing
	Also                 // perhaps a new goal: also, by the way
	Commit               // asks to commit, push, publish
	GoOn                 // go ahead, yes
	Narrate              // tells of himself: I always eat, last week I
	Hedge                // doubt about one's own work: untested, not sure
	ForYou               // speaks of what the agent may do: for you, you may not
	Spec                 // speaks of what the product shall do
	Permit               // lets something pass: is fine, doesn't matter
	Back                 // points back at what was just said: that, this one
	Conduct              // how the agent deals with the user: answers, questions, plans
	Definite             // speaks of one thing at hand: the, this, it
	Tell                 // introduces something to know: by the way, heads-up
	Bye                  // takes leave: done for today, see you
	Lacks                // says that something is left undone: not yet, the rest
	Denies               // any negation or restriction
	Verb                 // an imperative
	Report               // tells what has happened or how things stand: all rebuilt, is dead, thanks for
	Topic                // what agents do again and again: commits, tests, answers
	numCues
)

// Set is a set of cues.
type Set uint64

// Has reports whether any of the cues is in the set.
func (s Set) Has(cues ...Cue) bool {
	for _, c := range cues {
		if s&(1<<c) != 0 {
			return true
		}
	}
	return false
}

// With returns the set with the cue added.
func (s Set) With(c Cue) Set { return s | 1<<c }

// Table is one language. Phrases are lower case; in a language with spaces they match
// whole words, `*` stands for any one word and `~` for up to three, a word that ends in
// `-` for its beginning; in one without they match anywhere, and `~` stands for up to
// sixteen characters. A phrase that begins with `^` matches at a clause's start only, one
// that begins with `^^` at a message's; one that ends with `$` (languages with spaces, no
// gaps) at a clause's end only.
type Table struct {
	Tag      string // en, zh, …
	Spaced   bool   // words stand apart
	Elision  bool   // an apostrophe ends a word, as in French
	Function string // frequent words, by which the language is known and which topics leave out
	Inert    string // words that hide a cue within them, as 别的 hides 别; languages without spaces only
	Opener   string // words that open a request and say nothing of it: ok so, next; separated by `|`
	Lead     string // words that may stand before a `^` phrase: please, just, then
	Cues     map[Cue]string
}

// Tables returns the languages that are known, English first: it is taken where
// nothing speaks for another.
func Tables() []Table {
	return []Table{english(), chinese(), german(), japanese(), spanish(), french()}
}

// phrases splits the data of a cue: phrases are separated by `|` or line breaks.
func phrases(data string) []string {
	var out []string
	for p := range strings.FieldsFuncSeq(data, func(r rune) bool { return r == '|' || r == '\n' }) {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// IsCJK reports whether a rune is written without spaces between words.
func IsCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー'
}
