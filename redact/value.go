package redact

import "strings"

// A bare value is judged by its first maxJudged bytes.
const maxJudged = 256

// From longValue bytes on a value is a secret only if it looks drawn by lot; it is
// judged by so many.
const longValue = 128

// valueAt judges the value in slot p of key k, and records it if it is a secret. Where
// the quotes around it are torn, or hold a sentence, its first word is judged.
func (sc *scanner) valueAt(k *name, p slot, loose bool) int {
	if p.at >= len(sc.s) || sc.marked(p.at) || p.quoteOnly != 0 && p.quote.size == 0 {
		return 0
	}
	if k.kind == passwordKey && isAppPassword(sc.s, p.at) {
		return sc.add("password", p.at, p.at+appPassword)
	}
	if p.quote.size > 0 {
		whole, ok := p.quote.close(sc.s, p.at)
		if ok {
			if end := sc.judge(k, p, whole, whole, loose); end > 0 {
				return end
			}
		}
		p.quote = quotation{}
		if ok && whole-p.at <= maxPhrase {
			return sc.judge(k, p, sc.bareEnd(k, p, whole-p.at), whole, loose)
		}
	}
	end := sc.bareEnd(k, p, maxJudged)
	return sc.judge(k, p, end, 0, loose)
}

// appPassword is the size of a password that Google makes for a program: four times four
// small letters with blanks between.
const appPassword = 19

func isAppPassword(s string, i int) bool {
	for n := range 4 {
		at := i + 5*n
		if run(s, at, lower, 5) != 4 || n < 3 && !has(s, at+4, " ") {
			return false
		}
	}
	end := i + appPassword
	return end == len(s) || !is(s[end], blank)
}

// maxPhrase is the longest password of several words.
const maxPhrase = 64

// judge looks at the value in slot p that ends at end, and if it is a secret records it
// up to whole.
func (sc *scanner) judge(k *name, p slot, end, whole int, loose bool) int {
	s, from := sc.s, p.at
	from += schemeSize(s[from:end])
	quoted := p.quote.size > 0
	if k.kind != passwordKey && !quoted && end > from && s[end-1] == '!' {
		end--
	}
	v := value{text: s[from:end], key: k.kind, join: p.join, quoted: quoted, loose: loose, colon: p.colon, sign: p.sign}
	v.quote = p.quote.mark
	v.upperKey = allUpper(s[k.from:k.to])
	v.alone = quoted || end == len(s) || is(s[end], newline|backslash)
	v.lone = v.alone && lineStarts(s, k.from-runBack(s, k.from, sc.lo, blank, 40), sc.lo)
	v.wholeLine = v.alone && lineStarts(s, k.from, sc.lo)
	v.setting = k.kind == passwordKey && p.join == assigned && !p.colon && !quoted && v.lone && (v.upperKey && v.wholeLine || underSection(s, k.from, sc.lo))
	v.tally = measure(v.text[:min(len(v.text), longValue)])
	if p.quoteOnly != 0 && p.quoteOnly != p.quote.mark && !v.tally.mixed() {
		return 0
	}
	if len(v.text) >= longValue && !v.tally.random() || !v.secret() {
		return 0
	}
	if !quoted && end-p.at > maxJudged-8 {
		end = sc.bareEnd(k, p, maxSecret)
	}
	if whole > end && k.kind >= secretKey {
		end = whole
	}
	if sc.scanUpTo(k.to, from) {
		return sc.lo
	}
	return sc.known(ruleOf(k.kind), from, end)
}

// known records an assigned value, under its provider's rule where it has a known form.
func (sc *scanner) known(rule string, from, to int) int {
	if to-from >= 8 {
		ix := index()
		for _, k := range ix.at(rawGram(sc.s, from)) {
			if a := &ix.anchors[k]; a.check == checkPrefix && strings.HasPrefix(sc.s[from:to], prefixes[a.row].lit) {
				p := &prefixes[a.row]
				rule = p.rule
				if n := run(sc.s, from+len(p.lit), p.body, p.max+1); p.max > 0 && n == p.max {
					to = from + len(p.lit) + n
				}
				break
			}
		}
	}
	end := sc.add(rule, from, to)
	if end == 0 {
		return 0
	}
	return sc.companion(rule, end)
}

// ruleOf names the rule of a finding by its key's kind.
func ruleOf(kd kind) string {
	switch kd {
	case passwordKey:
		return "password"
	case sessionKey:
		return "session"
	case signatureKey:
		return "signed-url"
	case mnemonicKey:
		return "mnemonic"
	}
	return "assignment"
}

// schemeSize returns the size of "Bearer " and the like at the head of a value.
func schemeSize(v string) int {
	for _, w := range [...]string{"bearer ", "basic ", "token ", "bot ", "apikey ", "ssws ", "pass:"} {
		if hasFold(v, 0, w) {
			return len(w)
		}
	}
	return 0
}
