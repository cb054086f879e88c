package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
)

// Fingerprint is what a text tombstone keeps of a text: how many words it has, and a hash
// of them. Words are runs of letters and digits, lower-cased; each rune of a script
// without spaces is a word of its own. "" where there is no word.
func Fingerprint(text string) string {
	words := fingerprintWords(text)
	if len(words) == 0 {
		return ""
	}
	return strconv.Itoa(len(words)) + ":" + hashWords(words)
}

// Matches reports whether text holds, in one run of words, something of which a
// fingerprint is given. Fingerprints that cannot be read match nothing.
func Matches(fingerprints []string, text string) bool {
	if len(fingerprints) == 0 || text == "" {
		return false
	}
	wanted := map[int][]string{} // by number of words
	for _, f := range fingerprints {
		count, hash, _ := strings.Cut(f, ":")
		if n, err := strconv.Atoi(count); err == nil && n > 0 {
			wanted[n] = append(wanted[n], hash)
		}
	}
	words := fingerprintWords(text)
	for n, hashes := range wanted {
		for i := 0; i+n <= len(words); i++ {
			sum := hashWords(words[i : i+n])
			for _, h := range hashes {
				if h == sum {
					return true
				}
			}
		}
	}
	return false
}

// Forget takes the lines that hold a forgotten text out of both texts of an output. A
// slug that holds it goes as a whole.
func Forget(out Output, fingerprints []string) Output {
	if len(fingerprints) == 0 {
		return out
	}
	out.RawMemory = forgetLines(out.RawMemory, fingerprints)
	out.RolloutSummary = forgetLines(out.RolloutSummary, fingerprints)
	if Matches(fingerprints, strings.NewReplacer("_", " ", "-", " ").Replace(out.RolloutSlug)) {
		out.RolloutSlug = ""
	}
	return out
}

// forgetLines drops the lines that match; a text that still matches, across the
// border of two lines, loses the lines of the match as well.
func forgetLines(text string, fingerprints []string) string {
	if !Matches(fingerprints, text) {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	kept := lines[:0]
	for _, line := range lines {
		if !Matches(fingerprints, line) {
			kept = append(kept, line)
		}
	}
	for i := 0; i < len(kept); i++ {
		for j := i + 1; j <= len(kept) && j <= i+4; j++ {
			if Matches(fingerprints, strings.Join(kept[i:j], "")) {
				kept = append(kept[:i], kept[j:]...)
				i = max(i-4, -1)
				break
			}
		}
	}
	return strings.Join(kept, "")
}

func hashWords(words []string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	return hex.EncodeToString(sum[:])
}

func fingerprintWords(text string) []string {
	var words []string
	start := -1
	end := func(i int) {
		if start >= 0 {
			words = append(words, strings.ToLower(text[start:i]))
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			end(i)
			words = append(words, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if start < 0 {
				start = i
			}
		default:
			end(i)
		}
	}
	end(len(text))
	return words
}
