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
	if n < 8 || sc.marked(body+raw) {
		return 0
	}
	text := sc.s[body : body+n]
	if !p.fits(text) && !(p.shortened(text) && sc.border(start) && !has(sc.s, body+raw, "(")) {
		return 0
	}
	if p.need&needLoose != 0 && goesOnAt(sc.s, body+raw) || masked(text) || isFiller(text) {
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

// fits reports whether a body is as the row says.
func (p *prefix) fits(body string) bool {
	return len(body) >= p.min && (p.max == 0 || len(body) <= p.max) && p.need.met(body)
}

// shortened reports whether a body of another length than the row's is a key's all the
// same: one that was cut off, or made up.
func (p *prefix) shortened(body string) bool {
	if p.need&(short12|short16) == 0 || len(body) < 12 || p.need&short16 != 0 && len(body) < 16 {
		return false
	}
	t := measure(body)
	return t.random() && (t.digits > 0 && t.lowers+t.uppers > 0 || t.lowers > 0 && t.uppers > 0)
}

// goesOnAt reports whether at i, behind a body, code goes on (a call) or base64.
func goesOnAt(s string, i int) bool { return i < len(s) && (s[i] == '(' || s[i] == '+' || s[i] == '/') }

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
			n&needRandom != 0 && !t.random(),
			n&needLoose != 0 && wordy(body):
			return false
		}
	}
	return n&needUUID == 0 || isUUID(body)
}

// wordy reports whether a good part of body is words: four or more small letters in a row.
func wordy(body string) bool {
	inWords := 0
	for i := 0; i < len(body); i++ {
		n := run(body, i, lower, len(body))
		if n >= 4 {
			inWords += n
		}
		i += n
	}
	return inWords*3 > len(body)
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
