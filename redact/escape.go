package redact

// escapeEnds reports whether the letter or digit before i is the end of an escape.
func (sc *scanner) escapeEnds(i int) bool {
	s, n := sc.s, i-sc.lo
	switch {
	case n >= 2 && s[i-2] == '\\':
		return isEscapeLetter(s[i-1])
	case n >= 3 && s[i-3] == '%' && is(s[i-2], hexany) && is(s[i-1], hexany):
		return true
	case n >= 4 && s[i-4] == '\\' && s[i-3] == 'x' && is(s[i-2], hexany) && is(s[i-1], hexany):
		return true
	case n >= 6 && s[i-6] == '\\' && s[i-5] == 'u' && runBack(s, i, i-4, hexany, 4) == 4:
		return true
	case s[i-1] == 'm':
		return colourEnds(s, i-1, sc.lo)
	}
	return false
}

func isEscapeLetter(c byte) bool {
	return c == 'n' || c == 't' || c == 'r' || c == 'b' || c == 'f' || c == 'v' || c == '0' || c == 'a'
}

// colourEnds reports whether s[:i] ends like "ESC[0;32", the escape raw or written out.
func colourEnds(s string, i, lo int) bool {
	begin := max(lo, i-12)
	for i > begin && (is(s[i-1], digit) || s[i-1] == ';') {
		i--
	}
	if i < begin+2 || s[i-1] != '[' {
		return false
	}
	// The end of \x1b, \u001b, \033, \e, or the byte itself.
	c := s[i-2]
	return c == 0x1b || c == 'b' || c == 'B' || c == '3' || c == 'e'
}

// A quotation is an opening quote as it stands in a text: its byte, and by how many
// backslashes it is escaped (JSON in JSON doubles them at each level).
type quotation struct {
	mark  byte // " ' ` or 0 for none
	depth int  // backslashes before it
	size  int  // bytes of the whole, escapes included
	wide  string
}

// pairs are quotes of several bytes, with what closes them.
var pairs = [...][2]string{
	{"“", "”"}, {"”", "”"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}, {"《", "》"}, {"„", "“"}, {"«", "»"}, {"＂", "＂"},
	{"&quot;", "&quot;"}, {"&#34;", "&#34;"}, {"&#39;", "&#39;"}, {"&apos;", "&apos;"},
	{"%22", "%22"}, {"%27", "%27"},
}

// quoteAt reads an opening quote at i.
func quoteAt(s string, i int) quotation {
	if i >= len(s) {
		return quotation{}
	}
	switch c := s[i]; {
	case is(c, quote):
		return quotation{mark: c, size: 1}
	case c == '\\':
		n := i
		for n < len(s) && s[n] == '\\' && n-i < 16 {
			n++
		}
		if n < len(s) && is(s[n], quote) {
			return quotation{mark: s[n], depth: n - i, size: n - i + 1}
		}
		if q, size := unicodeQuote(s, n); size > 0 {
			return quotation{mark: q, depth: n - i, size: n - i + size, wide: s[i : n+size]}
		}
	case c == '&' || c == '%' || c >= 0x80:
		for _, p := range pairs {
			if has(s, i, p[0]) {
				return quotation{mark: 1, size: len(p[0]), wide: p[1]}
			}
		}
	}
	return quotation{}
}

// unicodeQuote reads u0022 or u0027 at i, after its backslashes.
func unicodeQuote(s string, i int) (mark byte, size int) {
	switch {
	case has(s, i, "u0022"):
		return '"', 5
	case has(s, i, "u0027"):
		return '\'', 5
	}
	return 0, 0
}

// close returns the end of the text that q opened at from: the offset of its closing
// quote, escapes included, or ok false where the line ends first.
func (q quotation) close(s string, from int) (end int, ok bool) {
	limit := min(len(s), from+maxQuoted)
	for i := from; i < limit; i++ {
		c := s[i]
		switch {
		case c == '\n' || c == '\r':
			return i, false
		case q.wide != "":
			if c == q.wide[0] && has(s, i, q.wide) {
				return i, true
			}
		case c == q.mark:
			return i, true
		}
		if c != '\\' {
			continue
		}
		n := run(s, i, backslash, 16)
		next := i + n
		if next >= limit {
			break
		}
		switch {
		case q.wide == "" && s[next] == q.mark && n <= q.depth:
			return i, true
		case q.wide == "" && s[next] == q.mark && q.depth == 0 && n%2 == 0:
			return next, true
		case q.depth > 0 && n <= q.depth && (s[next] == 'n' || s[next] == 'r'):
			return i, false
		}
		i = next - 1
		if s[next] == q.mark && q.wide == "" {
			i = next
		}
	}
	return limit, false
}

// escapedAt reads an ASCII byte written as \u00XX at i, however often escaped.
func escapedAt(s string, i int) (c byte, size int) {
	n := run(s, i, backslash, 16)
	if n == 0 || !has(s, i+n, "u00") || run(s, i+n+3, hexany, 2) < 2 {
		return 0, 0
	}
	return hexValue(s[i+n+3])<<4 | hexValue(s[i+n+4]), n + 5
}

func hexValue(c byte) byte {
	if is(c, digit) {
		return c - '0'
	}
	return (c | 0x20) - 'a' + 10
}

// colourSize returns the size of a terminal's colour escape at i, the escape byte raw or
// written out; 0 where there is none.
func colourSize(s string, i int) int {
	head := 0
	if has(s, i, "\x1b") {
		head = 1
	} else if n := run(s, i, backslash, 16); n > 0 {
		for _, lit := range [...]string{"x1b", "u001b", "u001B", "033", "e"} {
			if has(s, i+n, lit) {
				head = n + len(lit)
			}
		}
	}
	if head == 0 || !has(s, i+head, "[") {
		return 0
	}
	end := i + head + 1
	for n := 0; n < 12 && end < len(s) && (is(s[end], digit) || s[end] == ';'); n++ {
		end++
	}
	if !has(s, end, "m") {
		return 0
	}
	return end + 1 - i
}
