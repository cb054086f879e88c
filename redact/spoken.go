package redact

import (
	"strings"
	"unicode/utf8"
)

// spoken finds the value in a sentence about a key: "the password is X", "the token for
// staging was changed to X", "密码改成了 X". i is where the key ends.
func (sc *scanner) spoken(i int) (slot, bool) {
	s := sc.s
	end := min(len(s), i+80)
	for words := 0; i < end && words < 9; words++ {
		n := run(s, i, blank, 8)
		i += n
		if i >= end || n == 0 && words > 0 {
			return slot{}, false
		}
		size := wordSize(s, i, end)
		if size == 0 {
			return slot{}, false
		}
		if !foldIn(copulas(), s[i:i+size]) {
			i += size
			if has(s, i, ": ") {
				return openSlot(s, i+1+run(s, i+1, blank, 8), slot{join: said, colon: true}), true
			}
			continue
		}
		i += size
		if has(s, i, ":") {
			i++
		}
		i += run(s, i, blank, 8)
		if at := lastOfLine(s, i); at > 0 {
			return openSlot(s, at, slot{join: said, colon: true}), true
		}
		for range 3 {
			size = wordSize(s, i, len(s))
			if size == 0 || !foldIn(fillers(), s[i:i+size]) {
				break
			}
			i += size
			if i < len(s) && s[i] == ':' {
				i++
			}
			i += run(s, i, blank, 8)
		}
		i = skipEmphasis(s, i)
		return openSlot(s, i, slot{join: said}), true
	}
	return slot{}, false
}

// lastOfLine finds the value at the end of a line like "is generated for root@localhost:
// X": the only word after the line's only ": ". It returns 0 where the line is not so.
func lastOfLine(s string, i int) int {
	end := min(len(s), i+80)
	n := run(s, i, alpha|blank|clause, end-i)
	if n > 0 && has(s, i+n, ": ") {
		return i + n + 2
	}
	return 0
}

// copulas lead from a key to its value in a sentence.
var copulas = wordSet("is was are be to becomes ist lautet war es est era é son fue sera är er jest to")

// fillers may stand between a copula and the value.
var fillers = wordSet("now currently just still actually set changed to be: literally again nun jetzt ahora maintenant this: this following: :")

// wordSize returns the size of the word of prose at i: letters, also accented ones, with
// an apostrophe inside; 0 where something else stands there.
func wordSize(s string, i, end int) int {
	n := i
	for n < end && (is(s[n], alnum) || s[n] >= 0xC3 && s[n] <= 0xD4 || s[n] >= 0x80 && s[n] < 0xC0 || n > i && (s[n] == '\'' || s[n] == '-' || s[n] == '.' && n+1 < end && is(s[n+1], alpha))) {
		n++
	}
	if n < end && !is(s[n], blank|newline) && s[n] != ':' && s[n] != ',' && s[n] != ')' {
		return 0
	}
	return n - i
}

// skipEmphasis passes over ** before a value.
func skipEmphasis(s string, i int) int { return i + run(s, i, star, 2) }

// spokenWide finds the value in a sentence of a language without spaces: a word of
// ASCII that follows the key, or a few characters after it and then a copula.
func (sc *scanner) spokenWide(i int) (slot, bool) {
	s := sc.s
	begin, end := i, min(len(s), i+60)
	for i < end {
		i += run(s, i, blank|star|wideSign, 4)
		if i >= end {
			break
		}
		quoted := quoteAt(s, i).size > 0
		if quoted || s[i] < 0x80 {
			between := strings.TrimRight(s[begin:i], " \t*:=(")
			return openSlot(s, i, slot{join: said}), between == "" || hasAnySuffix(between, wideCopulas)
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		if strings.Contains("。！？；，、\u3000", s[i:i+size]) {
			break
		}
		i += size
	}
	return slot{}, false
}

// wideCopulas lead to a value in languages without spaces.
var wideCopulas = strings.Fields("是 为 為 成 了 叫 用 ： ＝ （ は が を に 는 은 가 이 를 을")

func hasAnySuffix(s string, tails []string) bool {
	for _, t := range tails {
		if strings.HasSuffix(s, t) {
			return true
		}
	}
	return false
}
