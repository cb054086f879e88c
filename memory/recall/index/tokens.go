package index

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxToken bounds one token in bytes; longer runs (base64, minified code) are no words.
const maxToken = 96

// tokenText turns text into the tokens to be indexed, joined by spaces. The database
// lower-cases them, takes accents off and stems English.
//
//   - a word gives itself; camelCase and snake_case give their parts as well;
//   - words joined by . - / : @ without spaces (paths, versions, module names) give the
//     parts and the whole;
//   - a run of Chinese, Japanese or Korean gives each pair of neighbours, and after
//     these each of its characters once.
func tokenText(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/4)
	write := func(token string) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(token)
	}
	for len(text) > 0 {
		if n := plainWord(text); n > 0 { // most words are
			write(text[:n])
			text = text[n:]
			continue
		}
		c, n := nextCompound(text)
		for _, t := range c.all() {
			write(t)
		}
		text = text[n:]
	}
	return b.String()
}

// plainWord is the length of the word at the start of text if it has no parts and joins no other.
func plainWord(text string) int {
	n := 0
	for n < len(text) && (text[n] >= 'a' && text[n] <= 'z' || text[n] >= '0' && text[n] <= '9') {
		n++
	}
	if n > maxToken {
		return 0
	}
	if n < len(text) {
		if c := text[n]; c >= utf8.RuneSelf || c == '_' || c >= 'A' && c <= 'Z' || isJoiner(rune(c)) {
			return 0
		}
	}
	return n
}

// compound is one run of text without spaces, as tokens.
type compound struct {
	whole string     // joined words; "" where there is but one
	words []wordPart // each with its own parts
	pairs []string   // of a run of Chinese, Japanese or Korean, in order
	chars []string   // its characters, each once
}

type wordPart struct {
	word  string
	parts []string // of camelCase or snake_case; nil where there is but one
}

func (c compound) all() []string {
	var out []string
	for _, w := range c.words {
		out = append(out, w.word)
		out = append(out, w.parts...)
	}
	if c.whole != "" {
		out = append(out, c.whole)
	}
	return append(append(out, c.pairs...), c.chars...)
}

// nextCompound takes what stands at the start of text, perhaps nothing, and tells how long it is.
func nextCompound(text string) (c compound, n int) {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case isCJK(r):
		n = runLength(text, isCJK)
		return newRun(text[:n]), n
	case isWordRune(r):
		n = compoundLength(text)
		return newCompound(text[:n]), n
	}
	return compound{}, size
}

func walkTokens(text string, yield func(compound)) {
	for len(text) > 0 {
		c, n := nextCompound(text)
		if len(c.words) > 0 || len(c.chars) > 0 {
			yield(c)
		}
		text = text[n:]
	}
}

func isCJK(r rune) bool {
	const prolonged = 'ー' // of no script of its own
	return r >= 0x1100 && (r == prolonged || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}

func isWordRune(r rune) bool {
	return r == '_' || (r < utf8.RuneSelf && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')) ||
		r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !isCJK(r)
}

func isJoiner(r rune) bool { return strings.ContainsRune(".-/:@+#\\", r) }

func runLength(text string, in func(rune) bool) int {
	for i, r := range text {
		if !in(r) {
			return i
		}
	}
	return len(text)
}

// compoundLength is the length of the words at the start of text that single joiners hold together.
func compoundLength(text string) int {
	n := runLength(text, isWordRune)
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if !isJoiner(r) {
			break
		}
		next := runLength(text[n+size:], isWordRune)
		if next == 0 {
			break
		}
		n += size + next
	}
	return n
}

func newCompound(run string) compound {
	var c compound
	for word := range strings.FieldsFuncSeq(run, isJoiner) {
		bare := strings.Trim(word, "_")
		if bare == "" || len(bare) > maxToken {
			continue
		}
		w := wordPart{word: bare}
		if parts := identifierParts(bare); len(parts) > 1 {
			w.parts = parts
		}
		c.words = append(c.words, w)
	}
	if len(c.words) > 1 && len(run) <= maxToken {
		c.whole = strings.ReplaceAll(run, `\`, "/")
	}
	return c
}

// identifierParts splits snake_case and camelCase; HTTPServer gives HTTP and Server.
func identifierParts(word string) []string {
	var parts []string
	for piece := range strings.FieldsFuncSeq(word, func(r rune) bool { return r == '_' }) {
		rs := []rune(piece)
		start := 0
		for i := 1; i < len(rs); i++ {
			lowerUpper := unicode.IsUpper(rs[i]) && !unicode.IsUpper(rs[i-1])
			acronymEnd := unicode.IsUpper(rs[i]) && unicode.IsUpper(rs[i-1]) && i+1 < len(rs) && unicode.IsLower(rs[i+1])
			if lowerUpper || acronymEnd {
				parts = append(parts, string(rs[start:i]))
				start = i
			}
		}
		parts = append(parts, string(rs[start:]))
	}
	return parts
}

func newRun(run string) compound {
	rs := []rune(run)
	var c compound
	seen := make(map[rune]bool, len(rs))
	for i, r := range rs {
		if i+1 < len(rs) {
			c.pairs = append(c.pairs, string(rs[i:i+2]))
		}
		if !seen[r] {
			seen[r] = true
			c.chars = append(c.chars, string(r))
		}
	}
	return c
}

// facets is how many facet tokens every document has: they count as words of it, and
// must not make documents of deep folders look longer than others.
const facets = 12

// facetText holds what filters match: the kind, and the project with the folders above
// it, the nearest first. The marks before them are private-use characters, which no text
// token begins with.
func facetText(d Doc) string {
	tokens := []string{kindFacet(d.Kind)}
	for p := cleanProject(d.Project); p != "" && p != "." && len(tokens) < facets; p = path.Dir(p) {
		tokens = append(tokens, projectFacet(p))
		if path.Dir(p) == p {
			break
		}
	}
	for len(tokens) < facets {
		tokens = append(tokens, "\ue002")
	}
	return strings.Join(tokens, " ")
}

func kindFacet(kind string) string { return "\ue000" + strings.ReplaceAll(kind, " ", "_") }

// projectFacet keeps a path with spaces one token and whole: stemming and case folding
// are undone by writing it in hexadecimal.
func projectFacet(p string) string {
	const hexDigits = "0123456789abcdef"
	var b strings.Builder
	b.WriteString("\ue001")
	for i := range len(p) {
		b.WriteByte(hexDigits[p[i]>>4])
		b.WriteByte(hexDigits[p[i]&15])
	}
	return b.String()
}

func cleanProject(p string) string {
	if p == "" {
		return ""
	}
	return path.Clean(strings.ReplaceAll(p, `\`, "/"))
}
