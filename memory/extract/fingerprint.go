package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Fingerprint gives a text a mark by which it is known again without being kept:
// `<n>:<sha256>` of its n words, lower case, punctuation aside. Characters of languages
// without spaces are a word each. "" for a text without words.
//
// It serves tombstones: what was forgotten must not be learned again, and must stand
// nowhere, not even in the list of what was forgotten.
func Fingerprint(text string) string {
	words := fingerprintWords(text)
	if len(words) == 0 {
		return ""
	}
	return strconv.Itoa(len(words)) + ":" + hashWords(words)
}

// Matches reports whether some run of words in a text has one of the fingerprints. Its
// work is the text's length times the number of different lengths among them.
func Matches(fingerprints []string, text string) bool {
	return newMatcher(fingerprints).matches(text)
}

// Forget takes every bullet, and every name, task, description and keyword, that matches
// a fingerprint out of an output, in the raw memory and in the summary. A task whose name
// matches keeps its place under a neutral name. Nothing left is an empty output.
func Forget(out Output, fingerprints []string) Output {
	m := newMatcher(fingerprints)
	if len(m) == 0 || !m.matches(out.RawMemory) && !m.matches(out.RolloutSummary) && !m.matches(out.RolloutSlug) {
		return out
	}
	raw := ParseRawMemory(out.RawMemory)
	raw.each(func(_ string, b Bullet) bool { return !m.matches(b.Text) })
	keep := func(s *string) {
		if m.matches(*s) {
			*s = ""
		}
	}
	for i := range raw.Tasks {
		t := &raw.Tasks[i]
		if m.matches(t.Name) {
			t.Name = "forgotten"
		}
		keep(&t.Task)
		keep(&t.TaskGroup)
	}
	keep(&raw.Description)
	keep(&raw.Task)
	keep(&raw.TaskGroup)
	keep(&raw.Cwd)
	raw.Keywords = slices.DeleteFunc(raw.Keywords, m.matches)
	if m.matches(strings.Join(raw.Keywords, " ")) {
		raw.Keywords = nil
	}
	forgotten := Output{RawMemory: raw.Render(), RolloutSummary: m.cutLines(out.RolloutSummary), RolloutSlug: out.RolloutSlug}
	keep(&forgotten.RolloutSlug)
	if forgotten.Empty() || m.matches(forgotten.RawMemory) || m.matches(forgotten.RolloutSummary) {
		return Output{} // it runs over lines: better nothing than a rest of it
	}
	return forgotten
}

// cutLines takes matching lines out of a text; a heading keeps its number.
func (m matcher) cutLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !m.matches(line) {
			b.WriteString(line)
			continue
		}
		if head, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(line, "#") {
			b.WriteString(head + ": forgotten\n")
		} else if strings.HasPrefix(line, "# ") {
			b.WriteString("# A session\n")
		}
	}
	return b.String()
}

// matcher holds fingerprints by their number of words.
type matcher map[int]map[string]bool

func newMatcher(fingerprints []string) matcher {
	m := matcher{}
	for _, f := range fingerprints {
		number, sum, ok := strings.Cut(f, ":")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 {
			continue
		}
		if m[n] == nil {
			m[n] = map[string]bool{}
		}
		m[n][sum] = true
	}
	return m
}

func (m matcher) matches(text string) bool {
	if len(m) == 0 || text == "" {
		return false
	}
	words := fingerprintWords(text)
	for n, sums := range m {
		for i := 0; i+n <= len(words); i++ {
			if sums[hashWords(words[i:i+n])] {
				return true
			}
		}
	}
	return false
}

func hashWords(words []string) string {
	h := sha256.New()
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// fingerprintWords splits a text at everything that is no letter or digit.
func fingerprintWords(text string) []string {
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			out = append(out, strings.ToLower(text[start:end]))
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			flush(i)
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if start < 0 {
				start = i
			}
		default:
			flush(i)
		}
	}
	flush(len(text))
	return out
}
