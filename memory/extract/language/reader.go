package language

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clause is a part of a sentence with the cues in it.
type Clause struct {
	Text string
	Cues Set
}

// Sentence is one sentence of a message. Text is a piece of the message, byte for byte,
// between From and To.
type Sentence struct {
	Text     string
	From, To int
	Tag      string // the language it was read in
	Cues     Set    // those of its clauses together
	Clauses  []Clause
	Question bool
	Words    int      // words, or characters of a language without spaces
	Idents   []string // paths, flags, names of code and numbers in it
	Topics   []string // content words, stemmed, by which sentences are compared
	Terms    []string // the content words of languages with spaces as they were written, lower case
	Quoted   bool     // it holds text in quotation marks, or a code span
}

// Message is what one message of the user says in his own words.
type Message struct {
	Text      string
	Tag       string
	Sentences []Sentence
	Foreign   bool // part of it is not his own words: a paste, a log, an injected block
}

// Reader reads messages. It is safe for concurrent use.
type Reader struct{ langs []*lang }

// NewReader makes a reader of the languages; of all that are known where none is given.
func NewReader(tables ...Table) *Reader {
	if len(tables) == 0 {
		tables = Tables()
	}
	r := &Reader{}
	for _, t := range tables {
		r.langs = append(r.langs, compile(t))
	}
	return r
}

// Read reads a message. fallback is the tag of the language that a sentence is taken
// for when nothing in the message tells; "" for the first table.
func (r *Reader) Read(text, fallback string) Message {
	plain, masked := own(text)
	m := Message{Text: text}
	m.Foreign = strings.IndexByte(plain, mask) >= 0 || len(plain) < len(text)
	whole := r.detect(masked, r.byTag(fallback))
	m.Tag = whole.table.Tag
	for i, s := range sentences(masked) {
		l := whole
		if s.to-s.from > 40 || hasCJK(masked[s.from:s.to]) != hasCJK(masked) {
			l = r.detect(masked[s.from:s.to], whole)
		}
		m.Sentences = append(m.Sentences, l.sentence(text, masked, s, i == 0))
	}
	return m
}

func (r *Reader) byTag(tag string) *lang {
	for _, l := range r.langs {
		if l.table.Tag == tag {
			return l
		}
	}
	return r.langs[0]
}

// detect tells the language: by script, then by the share of function words.
func (r *Reader) detect(text string, fallback *lang) *lang {
	han, kana, latin := 0, 0, 0
	for _, c := range text {
		switch {
		case unicode.Is(unicode.Han, c):
			han++
		case unicode.In(c, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.IsLetter(c):
			latin++
		}
	}
	if han+kana > 0 && (han+kana)*12 >= latin {
		tag := "zh"
		if kana > 0 && kana*8 >= han {
			tag = "ja"
		}
		if l := r.byTag(tag); l.table.Tag == tag {
			return l
		}
	}
	if fallback == nil || !fallback.table.Spaced {
		fallback = r.langs[0]
	}
	best, most := fallback, 0
	for _, l := range r.langs {
		if !l.table.Spaced {
			continue
		}
		hits := 0
		for _, w := range words(text, l.table.Elision) {
			if !w.ident && l.function[w.text] {
				hits++
			}
		}
		if hits > most || hits == most && l == fallback {
			best, most = l, hits
		}
	}
	return best
}

func (l *lang) sentence(text, masked string, s span, opens bool) Sentence {
	out := Sentence{Text: text[s.from:s.to], From: s.from, To: s.to, Tag: l.table.Tag}
	body := masked[s.from:s.to]
	out.Quoted = strings.IndexByte(body, mask) >= 0
	trimmed := strings.TrimRight(body, " \t.!…”\"」)）")
	out.Question = strings.HasSuffix(trimmed, "?") || strings.HasSuffix(trimmed, "？")
	for i, c := range clauses(masked, s) {
		part := masked[c.from:c.to]
		cues := l.mark(part, words(part, l.table.Elision), opens && i == 0)
		out.Clauses = append(out.Clauses, Clause{Text: text[c.from:c.to], Cues: cues})
		out.Cues |= cues
	}
	// phrases that run over a comma
	out.Cues |= l.mark(body, words(body, l.table.Elision), opens)
	switch {
	case strings.ContainsAny(body, "👍👌🎉🙏✅💯🙌🚀"):
		out.Cues = out.Cues.With(Accept)
	case strings.ContainsAny(body, "👎😡🤦"):
		out.Cues = out.Cues.With(Reject)
	}
	out.Words, out.Idents, out.Topics, out.Terms = l.content(body)
	return out
}

// content gives the length of a text in words and what it is about.
func (l *lang) content(body string) (n int, idents, topics, terms []string) {
	for _, w := range words(body, l.table.Elision) {
		n++
		switch {
		case w.text == string(mask):
		case w.ident:
			idents = append(idents, w.text)
		case !l.function[w.text] && utf8.RuneCountInString(w.text) > 2:
			topics = append(topics, stem(w.text))
			if !l.filler(w.text) {
				terms = append(terms, w.text)
			}
		}
	}
	if l.table.Spaced && !hasCJK(body) {
		return n, idents, topics, terms
	}
	var run []rune
	flush := func() {
		for i := 0; i+1 < len(run); i++ {
			if two := string(run[i : i+2]); !l.function[two] && !l.function[string(run[i])] && !l.function[string(run[i+1])] {
				topics = append(topics, two)
			}
		}
		run = run[:0]
	}
	for _, c := range body {
		if IsCJK(c) {
			n++
			run = append(run, c)
			continue
		}
		flush()
	}
	flush()
	return n, idents, topics, terms
}

// filler reports a word that steers, consents or asks, and so names nothing: a phrase of
// one word of a cue that is no subject, or a form of one.
func (l *lang) filler(w string) bool {
	return slices.ContainsFunc([]string{w, stem(w)}, func(w string) bool {
		return slices.ContainsFunc(l.byFirst[w], func(p pattern) bool {
			return len(p.parts) == 1 && p.cue != Topic && p.cue != Spec && p.cue != Conduct && p.cue != Commit
		})
	})
}

// Core gives a sentence without the words that only open it and without its stop: `now
// the export: …` is about the export.
func (r *Reader) Core(s Sentence) string {
	text, l := s.Text, r.byTag(s.Tag)
	if len(s.Clauses) > 1 && s.Clauses[0].Cues.Has(Accept, Works) && len(s.Clauses[0].Text) <= 16 {
		if i := strings.Index(text, s.Clauses[1].Text); i > 0 && len(text)-i >= 12 {
			text = text[i:]
		}
	}
	for again := true; again; {
		again = false
		for _, o := range l.openers {
			rest, ok := cutFold(text, o)
			if !ok || l.table.Spaced && rest != "" && wordRune(first(rest)) {
				continue
			}
			rest = strings.TrimLeft(rest, " \t,，:：;；.。!！-—…、~～")
			if len(rest) >= 12 {
				text, again = rest, true
				break
			}
		}
	}
	return strings.TrimRight(text, " \t.。!！?？;；:：,，")
}

// cutFold takes a prefix off, in whatever case.
func cutFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// stem takes the endings off that plural and tense put on in the languages with spaces:
// crude, but the same for both sides of a comparison.
func stem(w string) string {
	for _, end := range []string{"ings", "ing", "ies", "ed", "es", "en", "s", "e", "n"} {
		if rest, ok := strings.CutSuffix(w, end); ok && utf8.RuneCountInString(rest) >= 4 {
			return rest
		}
	}
	return w
}

// Content gives the content words of a text that need not be a user's message, for
// comparison with those of sentences.
func (r *Reader) Content(text string) []string {
	l := r.detect(text, nil)
	_, idents, topics, _ := l.content(text)
	for _, id := range idents {
		for part := range strings.FieldsFuncSeq(id, func(c rune) bool { return !unicode.IsLetter(c) }) {
			if len(part) > 2 {
				topics = append(topics, stem(part))
			}
		}
	}
	slices.Sort(topics)
	return slices.Compact(topics)
}

func hasCJK(s string) bool { return strings.IndexFunc(s, IsCJK) >= 0 }
