package language

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a token of a language with spaces.
type word struct {
	text  string // lower case, apostrophes straight; "\x01" for what is masked
	ident bool   // a path, a name of code, a number: never part of a phrase
	from  int
}

// words splits a masked text. A chunk with signs inside it is one identifier.
func words(text string, elision bool) []word {
	var out []word
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) || IsCJK(r) {
			i += n
			continue
		}
		j := i
		for j < len(text) {
			r, n := utf8.DecodeRuneInString(text[j:])
			if unicode.IsSpace(r) || IsCJK(r) || strings.ContainsRune("，。；：！？、（）", r) {
				break
			}
			j += n
		}
		if j == i {
			i += n
			continue
		}
		out = appendChunk(out, text[i:j], i, elision)
		i = j
	}
	return out
}

func appendChunk(out []word, chunk string, from int, elision bool) []word {
	lead := len(chunk) - len(strings.TrimLeftFunc(chunk, func(r rune) bool { return !wordRune(r) && r != mask && r != '-' && r != '/' }))
	body := strings.TrimRightFunc(chunk[lead:], func(r rune) bool { return !wordRune(r) && r != mask })
	if body == "" {
		return out
	}
	from += lead
	if strings.IndexByte(body, mask) >= 0 {
		return append(out, word{text: string(mask), ident: true, from: from})
	}
	body = strings.ReplaceAll(strings.ToLower(body), "’", "'")
	if strings.ContainsAny(body, "/_.:=@#$%<>{}()[]\\0123456789+*") || strings.HasPrefix(body, "-") {
		// words that a slash or an ellipsis joins are still words
		parts := strings.FieldsFunc(body, func(r rune) bool { return r == '/' || r == '.' })
		if len(parts) < 2 || strings.ContainsAny(body, "_:=@#$%<>{}()[]\\0123456789+*-") || strings.HasPrefix(body, "/") {
			return append(out, word{text: body, ident: true, from: from})
		}
		if !strings.Contains(body, "..") {
			return append(out, word{text: body, ident: true, from: from})
		}
		for _, p := range parts {
			out = append(out, word{text: p, from: from})
		}
		return out
	}
	if elision {
		body = unhyphen(body)
		if i := strings.IndexByte(body, '\''); i > 0 && i <= 6 && i+1 < len(body) && body != "aujourd'hui" {
			out = append(out, word{text: body[:i+1], from: from})
			return append(out, word{text: body[i+1:], from: from + i + 1})
		}
	}
	return append(out, word{text: body, from: from})
}

// unhyphen takes the pronoun off that French hangs on an imperative: réponds-moi.
func unhyphen(w string) string {
	i := strings.LastIndexByte(w, '-')
	if i <= 0 {
		return w
	}
	switch w[i+1:] {
	case "moi", "toi", "le", "la", "les", "lui", "nous", "vous", "en", "y", "leur":
		return w[:i]
	}
	return w
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_' }

// pattern is one phrase, ready to match.
type pattern struct {
	cue    Cue
	anchor int // 0 anywhere, 1 at a clause's start, 2 at the message's
	parts  []string
	raw    bool // it holds an inert word itself
	end    bool // it ends with the clause
}

// lang is a table made ready.
type lang struct {
	table    Table
	function map[string]bool
	lead     []string
	openers  []string
	inert    *strings.Replacer
	leads    map[string]bool
	byFirst  map[string][]pattern // spaced: by first word; "" for those whose first word is a beginning
	byRune   map[rune][]pattern   // not spaced: by first character
}

func compile(t Table) *lang {
	l := &lang{table: t, function: map[string]bool{}, byFirst: map[string][]pattern{}, byRune: map[rune][]pattern{}}
	for _, w := range strings.Fields(t.Function) {
		l.function[w] = true
	}
	l.lead, l.leads = strings.Fields(t.Lead), map[string]bool{}
	for _, w := range l.lead {
		l.leads[w] = true
	}
	l.openers = phrases(t.Opener)
	slices.SortFunc(l.openers, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, w := range strings.Fields(t.Inert) {
		pairs = append(pairs, w, strings.Repeat(string(mask), len(w)))
	}
	l.inert = strings.NewReplacer(pairs...)
	for cue := range numCues {
		for _, p := range phrases(t.Cues[cue]) {
			l.add(cue, p)
		}
	}
	return l
}

func (l *lang) add(cue Cue, phrase string) {
	p := pattern{cue: cue}
	for strings.HasPrefix(phrase, "^") {
		phrase = phrase[1:]
		p.anchor++
	}
	phrase, p.end = strings.CutSuffix(phrase, "$")
	if l.table.Spaced {
		p.parts = strings.Fields(strings.ReplaceAll(phrase, "~", " ~ "))
		if l.table.Elision {
			for i := range p.parts {
				p.parts[i] = unhyphen(p.parts[i])
			}
		}
		first := p.parts[0]
		if strings.HasSuffix(first, "-") && len(first) > 1 {
			first = ""
		}
		l.byFirst[first] = append(l.byFirst[first], p)
		return
	}
	p.parts = strings.Split(phrase, "~")
	p.raw = l.inert.Replace(phrase) != phrase
	first, _ := utf8.DecodeRuneInString(p.parts[0])
	l.byRune[first] = append(l.byRune[first], p)
}

// mark finds the cues of one clause. atStart says that the clause begins the message.
func (l *lang) mark(text string, ws []word, atStart bool) Set {
	var set Set
	if !l.table.Spaced {
		return l.markChars(strings.ToLower(strings.Trim(text, " \t")), atStart)
	}
	begin := true // only leading words stood before
	for i, w := range ws {
		begin = begin && (i == 0 || l.leads[ws[i-1].text])
		if w.ident && w.text == string(mask) {
			continue
		}
		for _, list := range [3][]pattern{l.byFirst[w.text], l.byFirst[""], l.byFirst["*"]} {
			for _, p := range list {
				if set.Has(p.cue) || p.anchor > 0 && !begin || p.anchor > 1 && !atStart {
					continue
				}
				if matchWords(ws[i:], p.parts) && (!p.end || len(ws)-i == len(p.parts)) {
					set = set.With(p.cue)
				}
			}
		}
	}
	return set
}

// unled takes leading words off a clause of a language without spaces.
func (l *lang) unled(clause string) string {
	for again := true; again; {
		again = false
		for _, w := range l.lead {
			if rest, ok := strings.CutPrefix(clause, w); ok && rest != "" {
				clause, again = strings.TrimLeft(rest, " "), true
			}
		}
	}
	return clause
}

func matchWords(ws []word, parts []string) bool {
	for n, part := range parts {
		switch {
		case part == "~":
			for skip := 0; skip <= 3 && skip <= len(ws); skip++ {
				if matchWords(ws[skip:], parts[n+1:]) {
					return true
				}
			}
			return false
		case len(ws) == 0:
			return false
		case part == "*":
		case strings.HasSuffix(part, "-") && len(part) > 1:
			if !strings.HasPrefix(ws[0].text, part[:len(part)-1]) {
				return false
			}
		case ws[0].text != part:
			return false
		}
		ws = ws[1:]
	}
	return true
}

// markChars finds the cues of a clause of a language without spaces: at each character
// the phrases that begin with it. Their gaps are up to sixteen characters; Latin letters
// match as whole words.
func (l *lang) markChars(raw string, atStart bool) Set {
	var set Set
	inert := l.inert.Replace(raw)
	begin := len(raw) - len(l.unled(raw))
	for at, r := range raw {
		for _, p := range l.byRune[r] {
			if set.Has(p.cue) || p.anchor > 0 && at > begin || p.anchor > 1 && !atStart {
				continue
			}
			text := inert
			if p.raw {
				text = raw
			}
			if p.at(text, at) {
				set = set.With(p.cue)
			}
		}
	}
	return set
}

// at reports whether the phrase stands in a text from a place on.
func (p pattern) at(text string, from int) bool {
	for n, part := range p.parts {
		if n == 0 {
			if !strings.HasPrefix(text[from:], part) || !whole(text, from, part) {
				return false
			}
			from += len(part)
			continue
		}
		at := indexWhole(text[from:min(len(text), from+16*utf8.UTFMax+len(part)+1)], part)
		if at < 0 || utf8.RuneCountInString(text[from:from+at]) > 16 {
			return false
		}
		from += at + len(part)
	}
	return !p.end || strings.Trim(text[from:], " .。!！~～") == ""
}

func whole(text string, at int, part string) bool {
	return edge(text, at, part[0], true) && edge(text, at+len(part), part[len(part)-1], false)
}

func indexWhole(text, part string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], part)
		if at < 0 {
			return -1
		}
		at += from
		if whole(text, at, part) {
			return at
		}
		from = at + 1
	}
}

// edge reports whether a match may begin or end at i: a Latin letter must not go on.
func edge(text string, i int, c byte, before bool) bool {
	if c >= utf8.RuneSelf || !letter(c) {
		return true
	}
	if before {
		return i == 0 || !letter(text[i-1])
	}
	return i >= len(text) || !letter(text[i])
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' }
