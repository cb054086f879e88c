package consolidate

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// terms are the content-bearing words of a text, each once, with how telling its form
// is: 1 for a word, more for an identifier (a path, a flag, a version). They are what
// two texts are compared by.
//
// Latin words are lower-cased and lightly stemmed, identifiers kept whole beside their
// parts, Han text cut at function characters and read as bigrams, katakana and hangul
// read word by word. Stop words and stop characters are left out.
type terms map[string]float64

const (
	identifierWeight = 1.6
	nameWeight       = 1.3 // a Latin word among ideographs, and a tool that has rivals
)

func (l *lexicon) terms(text string) terms {
	t := terms{}
	runes := []rune(l.drop.Replace(l.words.runs.Replace(strings.ReplaceAll(plain(text), string(conceptMark), ""))))
	weight := 1.0
	if slices.ContainsFunc(runes, isIdeograph) {
		weight = nameWeight // among ideographs a Latin word is a name
	}
	for i := 0; i < len(runes); {
		switch r := runes[i]; {
		case r == conceptMark:
			j := span(runes, i+1, unicode.IsLower)
			concept := string(runes[i+1 : j])
			t.add(concept, l.words.weight[concept])
			i = j
		case isIdeograph(r):
			j := span(runes, i, isIdeograph)
			l.ideographs(t, runes[i:j])
			i = j
		case isWordRune(r) || (r == '-' || r == '/' || r == '.' || r == '@' || r == '~') && i+1 < len(runes) && isWordRune(runes[i+1]):
			j := span(runes, i, isChunkRune)
			l.chunk(t, string(runes[i:j]), weight)
			i = max(j, i+1)
		default:
			i++
		}
	}
	return t
}

func span(runes []rune, i int, in func(rune) bool) int {
	for i < len(runes) && in(runes[i]) {
		i++
	}
	return i
}

// chunk adds what one run of letters, digits and joiners holds.
func (l *lexicon) chunk(t terms, chunk string, weight float64) {
	chunk = strings.TrimRight(chunk, ".-_/@:+#'")
	word := strings.TrimLeft(chunk, "-./@~_:+#'")
	if word == "" {
		return
	}
	parts := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("./_-@:+#'~", r) })
	if apostrophe := strings.IndexByte(word, '\''); apostrophe > 0 && len(parts) == 2 {
		if l.stop[word] {
			return
		}
		parts = parts[:1]
		word = parts[0]
	}
	if len(parts) > 1 || strings.HasPrefix(chunk, "-") || strings.ContainsFunc(word, unicode.IsDigit) && strings.ContainsFunc(word, unicode.IsLetter) {
		t.add(word, identifierWeight)
	}
	for _, p := range parts {
		if l.stop[p] || len(p) < 2 {
			continue
		}
		switch concept, ok := l.words.concept[p]; {
		case ok:
			t.add(concept, l.words.weight[concept])
		case l.words.family[p] != "":
			t.add(p, nameWeight)
		case !strings.ContainsFunc(p, unicode.IsLetter):
			t.add(p, 1)
		default:
			t.add(l.words.stem(p), weight)
		}
	}
}

// ideographs cuts at function characters, and reads what stands between as bigrams.
func (l *lexicon) ideographs(t terms, run []rune) {
	for i := 0; i < len(run); {
		if l.stopRune[run[i]] || unicode.Is(unicode.Hiragana, run[i]) {
			i++
			continue
		}
		script := scriptOf(run[i])
		j := span(run, i, func(r rune) bool { return scriptOf(r) == script && !l.stopRune[r] })
		j = max(j, i+1)
		switch word := run[i:j]; {
		case l.words.concept[string(word)] != "":
			concept := l.words.concept[string(word)]
			t.add(concept, l.words.weight[concept])
		case script != unicode.Han || len(word) == 2:
			t.add(string(word), 1)
		case len(word) == 1:
			t.add(string(word), 0.5)
		default:
			// A run of n characters has about n/2 words, but n-1 bigrams.
			form := float64(len(word)) / 2 / float64(len(word)-1)
			for k := 0; k+1 < len(word); k++ {
				t.add(string(word[k:k+2]), form)
			}
		}
		i = j
	}
}

func (t terms) sorted() []string { return slices.Sorted(maps.Keys(t)) }

func (t terms) add(term string, weight float64) { t[term] = max(t[term], weight) }

func isIdeograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー'
}

func scriptOf(r rune) *unicode.RangeTable {
	for _, s := range []*unicode.RangeTable{unicode.Han, unicode.Katakana, unicode.Hangul} {
		if unicode.Is(s, r) {
			return s
		}
	}
	if r == 'ー' {
		return unicode.Katakana
	}
	return unicode.Hiragana
}

func isWordRune(r rune) bool {
	return !isIdeograph(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}

func isChunkRune(r rune) bool { return isWordRune(r) || strings.ContainsRune("./-@:+#'~", r) }

// plain lower-cases and makes the apostrophes one.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '’', '‘', '`', 'ʼ':
			return '\''
		case '\u00ad':
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// rootOf is how many letters must be left where an ending is cut.
var rootOf = map[string]int{"ing": 3, "ed": 3, "ly": 4, "er": 4}

// stem cuts English endings lightly; other words lose little by it.
func stem(w string) string {
	if len(w) < 4 {
		return w
	}
	switch {
	case (strings.HasSuffix(w, "ies") || strings.HasSuffix(w, "ied")) && len(w) > 4:
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "sses"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	for _, end := range []string{"ing", "ed", "ly", "er"} {
		if root, ok := strings.CutSuffix(w, end); ok && len(root) >= rootOf[end] {
			w = root
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
		w = w[:n-1]
	}
	if s, ok := strings.CutSuffix(w, "e"); ok && len(s) >= 3 {
		w = s
	}
	return w
}
