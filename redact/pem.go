package redact

import "strings"

// maxPEM is the longest private key in text form that is looked for.
const maxPEM = 32 << 10

// minLine is the least of a key's line: shorter ones end a block.
const minLine = 16

// pemAt checks the private key (RFC 7468 and its forerunners) that begins at start; i is
// behind "BEGIN ". Public keys, certificates and requests stay.
func (sc *scanner) pemAt(start, i int) int {
	s := sc.s
	label := labelSize(s, i)
	if !containsFold(s[i:i+label], "private key") {
		return 0
	}
	i += label
	window := s[i:min(len(s), i+maxPEM)]
	if end := pemEnd(window); end > 0 && longRun(window[:end]) && !strings.Contains(window[:end], "BEGIN ") {
		return sc.put("private-key", start, i+end)
	}
	if end := keyLines(s, i); end > i {
		return sc.put("private-key", start, end)
	}
	return 0
}

// pemEnd returns the end of the END line in window, 0 where there is none.
func pemEnd(window string) int {
	i := strings.Index(window, "----")
	if i < 0 {
		return 0
	}
	n := i + run(window, i, dash, 5)
	n += run(window, n, blank, 1)
	if !has(window, n, "END ") {
		return 0
	}
	n += len("END ")
	return n + labelSize(window, n)
}

// labelSize returns the size of a label at i with the dashes that close it; where they
// are missing the label ends with its key.
func labelSize(s string, i int) int {
	n := run(s, i, alnum|blank, 64)
	for n < 64 && run(s, i+n, dash, 2) == 1 { // a dash of the label itself
		n += 1 + run(s, i+n+1, alnum|blank, 64)
	}
	if dashes := run(s, i+n, dash, 5); dashes > 0 {
		return n + dashes
	}
	for at := range n {
		for _, last := range [...]string{"key block", "key"} {
			if hasFold(s[:i+n], i+at, last) {
				return at + len(last)
			}
		}
	}
	return n
}

// longRun reports whether text holds a run of base64 as no prose does.
func longRun(text string) bool {
	for i := 0; i < len(text); i++ {
		n := run(text, i, std64, len(text))
		if n >= 20 {
			return true
		}
		i += n
	}
	return false
}

// keyLines returns the end of the lines of base64 that follow i, i where there is none.
func keyLines(s string, i int) int {
	end, found := i, false
	limit := min(len(s), i+maxPEM)
	for i < limit {
		n := run(s, i, std64, limit-i)
		switch {
		case n >= minLine:
			i += n
			end, found = i, true
		case n > 0 && found && i > end && i-end <= 4 && !is(s[min(i+n, len(s)-1)], blank):
			return i + n // the short last line
		default:
			skip := separators(s, i, limit)
			if h := pemHeader(s, i+skip); h > 0 {
				skip += h
			}
			if skip == 0 {
				return end
			}
			i += skip
		}
	}
	return end
}

// separators returns the size of what may stand between two lines of a key: line breaks,
// raw or escaped, indentation, quotes and signs of joined strings, quoting marks.
func separators(s string, i, limit int) int {
	from := i
	for i < limit && i-from < 32 {
		if n := run(s, i, backslash, 8); n > 0 && i+n < len(s) && (s[i+n] == 'n' || s[i+n] == 'r' || s[i+n] == 't' || is(s[i+n], quote)) {
			i += n + 1
			continue
		}
		if !is(s[i], space|quote|pemGap) {
			break
		}
		i++
	}
	return i - from
}

// pemHeader returns the size of a header line inside a block (RFC 1421 §4.6).
func pemHeader(s string, i int) int {
	if !has(s, i, "Proc-Type:") && !has(s, i, "DEK-Info:") && !has(s, i, "Comment:") {
		return 0
	}
	n := 0
	for i+n < len(s) && n < 100 && !is(s[i+n], newline|backslash) {
		n++
	}
	return n
}

// pemTailAt checks a private key whose beginning was cut off: the lines of base64 before
// the END line at start; i is behind "END ".
func (sc *scanner) pemTailAt(start, i int) int {
	s := sc.s
	label := labelSize(s, i)
	if !containsFold(s[i:i+label], "private key") {
		return 0
	}
	from, longest := start, 0
	lo := max(sc.lo, start-maxBefore)
	for at := start; at > lo; {
		n := runBack(s, at, lo, std64, maxBefore)
		if n > 0 && at-n > lo && s[at-n-1] == '\\' && (s[at-n] == 'n' || s[at-n] == 'r') {
			n-- // the letter of \n
		}
		if n >= minLine || n > 0 && from == start {
			at -= n
			from = at
			longest = max(longest, n)
			continue
		}
		gap := separatorsBack(s, at, lo)
		if gap == 0 {
			break
		}
		at -= gap
	}
	if longest < 32 {
		return 0
	}
	return sc.put("private-key", from, i+label)
}

// separatorsBack is separators before at.
func separatorsBack(s string, at, lo int) int {
	i := at
	for i > lo && at-i < 32 {
		switch {
		case is(s[i-1], space|quote|pemGap|backslash):
			i--
		case i-1 > lo && s[i-2] == '\\' && (s[i-1] == 'n' || s[i-1] == 'r'):
			i -= 2
		default:
			return at - i
		}
	}
	return at - i
}

// puttyAt checks the lines of a PuTTY private key; i is behind "Private-Lines:".
func (sc *scanner) puttyAt(i int) int {
	s := sc.s
	i += run(s, i, blank, 4)
	i += run(s, i, digit, 4)
	from := i + separators(s, i, len(s))
	if end := keyLines(s, i); end > from {
		return sc.put("private-key", from, end)
	}
	return 0
}
