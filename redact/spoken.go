package redact

// spoken finds the value in a sentence about a key: "the password is X", "the token for
// staging was changed to X", "密码改成了 X". i is where the key ends.
func (sc *scanner) spoken(i int, free bool) (slot, bool) {
	if free {
		return sc.spokenWide(i)
	}
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
		if !copulas[lowerWord(s[i:i+size])] {
			i += size
			continue
		}
		i += size
		i += run(s, i, blank, 8)
		for range 3 {
			size = wordSize(s, i, len(s))
			if size == 0 || !fillers[lowerWord(s[i:i+size])] {
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

// copulas lead from a key to its value in a sentence.
var copulas = wordSet("is was are be to becomes ist lautet war es est era é son fue sera är er jest to")

// fillers may stand between a copula and the value.
var fillers = wordSet("now currently just still actually set changed to be: literally again nun jetzt ahora maintenant this: this following: :")

// wordSize returns the size of the word of prose at i: letters, also accented ones, with
// an apostrophe inside; 0 where something else stands there.
func wordSize(s string, i, end int) int {
	n := i
	for n < end && (is(s[n], alpha) || s[n] >= 0xC3 && s[n] <= 0xD4 || s[n] >= 0x80 && s[n] < 0xC0 || n > i && (s[n] == '\'' || s[n] == '-' || s[n] == '.' && n+1 < end && is(s[n+1], alpha))) {
		n++
	}
	if n < end && !is(s[n], blank|newline) && s[n] != ':' && s[n] != ',' && s[n] != ')' {
		return 0
	}
	return n - i
}

// lowerWord returns a word in lower case, "" for a long one.
func lowerWord(w string) string {
	var buf [24]byte
	if len(w) > len(buf) {
		return ""
	}
	for i := range len(w) {
		buf[i] = fold(w[i])
	}
	return string(buf[:len(w)])
}

// skipEmphasis passes over ** before a value.
func skipEmphasis(s string, i int) int { return i + run(s, i, star, 2) }

// spokenWide finds the value in a sentence of a language without spaces: the next word
// of ASCII after at most a few characters, in the same sentence.
func (sc *scanner) spokenWide(i int) (slot, bool) {
	s := sc.s
	end := min(len(s), i+60)
	tight := false
	for i < end {
		c := s[i]
		switch {
		case is(c, blank) || c == ':' || c == '=' || c == '(' || c == ')' || c == '*':
			i++
		case is(c, quote) || c == '\\' && quoteAt(s, i).size > 0:
			return openSlot(s, i, slot{join: said}), true
		case c < 0x80:
			p := openSlot(s, i, slot{join: said})
			if tight {
				p.join = said
			}
			return p, true
		default:
			if n := len("。"); has(s, i, "。") || has(s, i, "！") || has(s, i, "？") || has(s, i, "；") || has(s, i, "，") || n == 0 {
				return slot{}, false
			}
			if q := quoteAt(s, i); q.size > 0 {
				return openSlot(s, i, slot{join: said}), true
			}
			i++
			tight = true
		}
	}
	return slot{}, false
}
