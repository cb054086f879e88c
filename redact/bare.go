package redact

// bareEnd returns the end of the value at p.at that no quotes bound, of at most so many
// bytes.
func (sc *scanner) bareEnd(k *name, p slot, most int) int {
	s := sc.s
	whole := p.join == joined && !p.sign && allUpper(s[k.from:k.to]) && (k.from == sc.lo || is(s[k.from-1], space|quote) || sc.escapeEnds(k.from))
	limit := min(len(s), p.at+most)
	i := p.at
	for i < limit {
		i += run(s, i, goesOn, limit-i)
		if i == limit || endsAlways(s, i, p.at, limit) || !whole && endsClause(s, i, limit, p.join) {
			break
		}
		i++
	}
	if has(s, i, Mark) {
		return p.at // what a mark cut was looked at whole, before it was cut
	}
	return trimValue(s, p.at, i)
}

// endsAlways reports whether no bare value that began at from goes on at i: a blank, a
// quote, an escape, a mark, another script.
func endsAlways(s string, i, from, limit int) bool {
	switch c := s[i]; {
	case c <= ' ', is(c, quote) && i > from, c == '<', c >= 0x80 && !wordByte(c):
		return true
	case c == '\\':
		return i+1 == limit || escaped(s[i+1])
	case c == '&':
		return entityAt(s, i)
	case c == '[':
		return has(s, i, Mark)
	}
	return false
}

// endsClause reports whether a sign at i ends a value outside an environment's file,
// where a value has its whole word.
func endsClause(s string, i, limit int, j join) bool {
	switch s[i] {
	case ',', ';', '>', '|':
		return true
	case '&':
		return j == joined
	case ')', ']', '}':
		return i+1 == limit || !is(s[i+1], alnum)
	case '%':
		return percentEnd(s, i)
	}
	return false
}

// wordByte reports whether c is part of a letter of two bytes (Latin, Greek, Cyrillic).
func wordByte(c byte) bool { return c >= 0xC3 && c <= 0xDF || c < 0xC0 }

// escaped reports whether a backslash before c is an escape that ends a bare value.
func escaped(c byte) bool {
	return c == 'n' || c == 'r' || c == 't' || c == 'u' || c == '\\' || is(c, quote) || c <= ' '
}

// entityAt reports whether an entity of HTML stands at i.
func entityAt(s string, i int) bool {
	n := run(s, i+1, alnum, 8)
	return n > 1 && has(s, i+1+n, ";")
}

// percentEnd reports whether a percent-escaped separator or quote stands at i.
func percentEnd(s string, i int) bool {
	return has(s, i, "%26") || has(s, i, "%22") || has(s, i, "%20") || has(s, i, "%0A") || has(s, i, "%0a")
}

// trimValue gives back the punctuation that ends a sentence or a clause.
func trimValue(s string, from, end int) int {
	for end > from {
		switch s[end-1] {
		case '.', ',', ';', ':', '?', ')', ']', '}', '>', '*':
			end--
		default:
			return end
		}
	}
	return end
}
