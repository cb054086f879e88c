package index

import (
	"slices"
	"strings"
	"unicode"
)

// maxAtoms bounds the words of one query that count.
const maxAtoms = 24

// match is a query in the words of the full-text table.
type match struct {
	words   []queryWord
	phrases []string // quoted in the query: must stand there literally
}

// queryWord is one run of the query without spaces.
type queryWord struct {
	strict  string   // what a document must match to hold it, in some form
	atoms   []string // the single terms it holds
	needles []string // lower-case texts that show it in a document's lines
}

// stopWords say little in any document; they count only where a query holds nothing else.
var stopWords = map[string]bool{
	"a": true, "an": true, "and": true, "are": true, "as": true, "at": true, "be": true, "by": true, "can": true, "did": true, "do": true, "does": true,
	"for": true, "from": true, "had": true, "has": true, "have": true, "how": true, "i": true, "in": true, "is": true, "it": true, "its": true, "me": true,
	"my": true, "of": true, "on": true, "or": true, "our": true, "should": true, "that": true, "the": true, "this": true, "to": true, "was": true, "we": true,
	"were": true, "what": true, "when": true, "where": true, "which": true, "why": true, "will": true, "with": true, "you": true,
}

// parseQuery reads what a person or a model typed: words, and phrases in double quotes.
// No character of it is an operator of the full-text table.
func parseQuery(text string) match {
	var m match
	pieces := strings.Split(text, `"`)
	for i, p := range pieces {
		if i%2 == 1 && i < len(pieces)-1 && strings.TrimSpace(p) != "" {
			m.phrases = append(m.phrases, foldSpace(p))
		}
	}
	var found []compound
	walkTokens(text, func(c compound) { found = append(found, c) })
	if telling := slices.DeleteFunc(slices.Clone(found), isStop); len(telling) > 0 {
		found = telling
	}
	atoms := 0
	for _, c := range found {
		w := queryWord{needles: c.needles()}
		w.strict, w.atoms = c.terms()
		if atoms += len(w.atoms); atoms > maxAtoms && len(m.words) > 0 {
			break
		}
		w.atoms = w.atoms[:min(len(w.atoms), maxAtoms)]
		m.words = append(m.words, w)
	}
	return m
}

// atoms are the single terms of all words, each once.
func (m match) atoms() []string {
	var all []string
	for _, w := range m.words {
		all = append(all, w.atoms...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (m match) anyWord() string { return strings.Join(m.atoms(), " OR ") }

func isStop(c compound) bool {
	return c.whole == "" && len(c.words) == 1 && stopWords[strings.ToLower(c.words[0].word)]
}

// terms gives one expression that the compound must meet, and the single terms it holds.
func (c compound) terms() (strict string, atoms []string) {
	if len(c.pairs) > 0 {
		for _, p := range c.pairs {
			atoms = append(atoms, quote(p))
		}
		return quote(strings.Join(c.pairs, " ")), atoms
	}
	if len(c.chars) == 1 {
		one := quote(c.chars[0])
		return one, []string{one}
	}
	var words []string
	for _, w := range c.words {
		word := quote(w.word)
		atoms = append(atoms, word)
		if len(w.parts) > 0 {
			word = "(" + word + " OR (" + quoteAll(w.parts, " AND ") + "))"
			for _, p := range w.parts {
				atoms = append(atoms, quote(p))
			}
		}
		words = append(words, word)
	}
	strict = strings.Join(words, " AND ")
	if c.whole != "" {
		atoms = append([]string{quote(c.whole)}, atoms...)
		strict = "(" + atoms[0] + " OR (" + strict + "))"
	}
	return strict, atoms
}

func quoteAll(words []string, by string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, by)
}

func quote(term string) string { return `"` + strings.ReplaceAll(term, `"`, `""`) + `"` }

// needles are what a matching line most likely holds.
func (c compound) needles() []string {
	var out []string
	if out = append(out, c.pairs...); len(out) == 0 {
		out = append(out, c.chars...)
	}
	if c.whole != "" {
		out = append(out, strings.ToLower(c.whole))
	}
	for _, w := range c.words {
		out = append(out, stem(w.word))
		for _, p := range w.parts {
			out = append(out, stem(p))
		}
	}
	return out
}

// stem cuts the usual endings off an English word, so that a line with another form of it is found.
func stem(word string) string {
	word = strings.ToLower(word)
	for _, ending := range []string{"ations", "ation", "ings", "ing", "ies", "ed", "es", "s", "e", "y"} {
		if strings.HasSuffix(word, ending) && len(word)-len(ending) >= 4 {
			return strings.TrimSuffix(word, ending)
		}
	}
	return word
}

// filter adds the conditions on kind and project.
func (m match) filter(expression string, q Query) string {
	if len(q.Kinds) > 0 {
		kinds := make([]string, len(q.Kinds))
		for i, k := range q.Kinds {
			kinds[i] = kindFacet(k)
		}
		expression = "(" + expression + ") AND (" + quoteAll(kinds, " OR ") + ")"
	}
	if p := cleanProject(q.Project); p != "" {
		expression = "(" + expression + ") AND " + quote(projectFacet(p))
	}
	return expression
}

// holds reports whether the text holds every quoted phrase.
func (m match) holds(texts ...string) bool {
	if len(m.phrases) == 0 {
		return true
	}
	all := foldSpace(strings.Join(texts, "\n"))
	for _, p := range m.phrases {
		if !strings.Contains(all, p) {
			return false
		}
	}
	return true
}

func foldSpace(s string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " "))
}
