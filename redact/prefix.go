package redact

import "strings"

// prefixAt checks row p at start. A long body is judged by its first bytes.
func (sc *scanner) prefixAt(p *prefix, start int) int {
	if p.need&needBorder != 0 && !sc.border(start) {
		return 0
	}
	if p.need&needBorder != 0 && (p.body&url64 == url64 || strings.ContainsAny(p.lit, "-_")) && !sc.strictBorder(start) {
		return 0
	}
	body := start + len(p.lit)
	raw := run(sc.s, body, p.body, maxJudged)
	n := trimTail(sc.s, body, raw)
	if n < p.min || p.max > 0 && n > p.max || sc.marked(body+raw) {
		return 0
	}
	text := sc.s[body : body+n]
	if !p.need.met(text) || masked(text) || isFiller(text) {
		return 0
	}
	n = trimTail(sc.s, body, run(sc.s, body, p.body, maxSecret))
	from := start
	if p.need&keepPrefix != 0 {
		from = body
	}
	end := sc.add(p.rule, from, body+n)
	if end > 0 {
		return sc.companion(p.rule, end)
	}
	return 0
}

// met reports whether a body has what a row asks of it.
func (n need) met(body string) bool {
	if n&needEscape != 0 && !strings.Contains(body, "%") {
		return false
	}
	if n&(needDigit|needMixed|needDot|needRandom) != 0 {
		t := measure(body)
		switch {
		case n&needDigit != 0 && t.digits == 0,
			n&needMixed != 0 && (t.digits == 0 || t.lowers == 0 || t.uppers == 0),
			n&needDot != 0 && t.dots == 0,
			n&needRandom != 0 && !t.random():
			return false
		}
	}
	return n&needUUID == 0 || isUUID(body)
}

// trimTail gives back n without the dots and colons that end a sentence.
func trimTail(s string, at, n int) int {
	for n > 0 && (s[at+n-1] == '.' || s[at+n-1] == ':') {
		n--
	}
	return n
}

// border reports whether a token can begin at i: no letter or digit stands before it,
// unless that is the end of an escape (\n, \u0022, %3D, a terminal's colour).
func (sc *scanner) border(i int) bool {
	if i <= sc.lo || !is(sc.s[i-1], alnum) {
		return true
	}
	return sc.escapeEnds(i)
}

// marked reports whether a mark follows at i: then what stands before it was looked at
// before, and stays as it is.
func (sc *scanner) marked(i int) bool { return has(sc.s, i, Mark) }
