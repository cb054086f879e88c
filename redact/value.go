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
		for _, a := range index.at(rawGram(sc.s, from)) {
			if a.check == checkPrefix && strings.HasPrefix(sc.s[from:to], prefixes[a.row].lit) {
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

// bareEnd returns the end of the value at p.at that no quotes bound, of at most so many
// bytes.
func (sc *scanner) bareEnd(k *name, p slot, most int) int {
	s := sc.s
	whole := p.join == joined && p.opener == 0 && allUpper(s[k.from:k.to]) && (k.from == 0 || k.from == sc.lo || is(s[k.from-1], space|quote) || sc.escapeEnds(k.from))
	limit := min(len(s), p.at+most)
	i := p.at
	for i < limit {
		c := s[i]
		if c <= ' ' || is(c, quote) && i > p.at || c == '<' || c >= 0x80 && !wordByte(c) {
			break
		}
		if !whole && (c == ',' || c == ';' || c == '>' || c == '|' || c == '&' && p.join == joined) {
			break
		}
		if !whole && (c == ')' || c == ']' || c == '}') && (i+1 == limit || !is(s[i+1], alnum)) {
			break
		}
		if c == '\\' && (i+1 == limit || escaped(s[i+1])) {
			break
		}
		if c == '&' && entityAt(s, i) {
			break
		}
		if c == '[' && has(s, i, Mark) {
			return p.at // what a mark cut was looked at whole, before it was cut
		}
		if c == '%' && percentEnd(s, i) && !whole {
			break
		}
		if c == '}' && p.join == joined && whole && i+1 < limit && s[i+1] <= ' ' {
			break
		}
		i++
	}
	return trimValue(s, p.at, i)
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

// allUpper reports whether a key has capitals and no small letters.
func allUpper(k string) bool {
	capital := false
	for i := range len(k) {
		if is(k[i], lower) {
			return false
		}
		capital = capital || is(k[i], upper)
	}
	return capital
}

// lineStarts reports whether the line, raw or escaped, begins at i.
func lineStarts(s string, i, lo int) bool {
	return i == lo || is(s[i-1], newline) || i-lo >= 2 && s[i-2] == '\\' && s[i-1] == 'n'
}

// A value is a text in a slot, and what is known of it.
type value struct {
	text      string
	key       kind
	join      join
	quoted    bool
	loose     bool // the key's naming word is followed by others, or is a plural
	upperKey  bool // the key is in capitals, as in an environment
	wholeLine bool // key and value are a line
	colon     bool // key: value
	sign      bool // below a key and a sign
	lone      bool // key and value are a line but for indentation
	alone     bool // nothing stands behind it on its line
	quote     byte // the quotes around it
	tally     tally
}

// secret reports whether the value is one.
func (v *value) secret() bool {
	if len(v.text) < 4 || masked(v.text) || isReference(v.text) || isFillerWith(v.text, v.key.fillerDigits()) {
		return false
	}
	if v.join == argument && (!v.quoted || v.quote == '`') || (v.join == below || v.join == said && v.colon) && !v.alone || !v.quoted && (v.text[0] == '-' || v.text[0] == ':' || v.text[0] == '#') || v.binary() {
		return false
	}
	switch v.key {
	case plainKey:
		if v.join == joined && v.upperKey && v.drawn(14) && v.tally.digits > 1 {
			return true
		}
		return v.join <= assigned && v.drawn(20) && !v.tally.isHex() && v.tally.lowers > 0 && v.tally.uppers > 0 && v.tally.digits > 1 && v.tally.dots == 0 && v.tally.slashes < 4
	case vendorKey:
		return v.join <= assigned && v.drawn(14) && !strings.Contains(v.text, ":")
	case sessionKey:
		return v.join <= assigned && v.drawn(20) && !isUUID(v.text)
	case signatureKey:
		return v.join == joined && v.drawn(24)
	case mnemonicKey:
		return isMnemonic(v.text) || v.key == mnemonicKey && v.drawn(24)
	case tokenKey:
		return v.token()
	default:
		return v.password()
	}
}

// fillerDigits is how many digits may stand together in a filler: "password123" is a
// password, but "encryptionKey1024" is a name.
func (k kind) fillerDigits() int {
	if k == passwordKey || k == secretKey {
		return 0
	}
	return 8
}

// drawn reports whether the value is at least n bytes, looks drawn by lot, and is no code.
func (v *value) drawn(n int) bool {
	return len(v.text) >= n && v.tally.random() && !v.code() && !v.located() && !v.prose()
}

// token judges the value of a token, an API key, a credential.
func (v *value) token() bool {
	n := v.tally
	switch {
	case n.digits == n.size, v.prose():
		return false
	case v.loose:
		return v.drawn(16)
	case v.join == beside:
		return v.drawn(16) && (!n.isHex() || len(v.text) == 32 || len(v.text) == 64) && n.digits > 1 && n.dots == 0
	case v.join == below:
		return v.drawn(16) && (v.sign || !n.isHex())
	case v.join == argument:
		return n.digits > 0 && v.drawn(8)
	case v.join == said:
		return v.drawn(10) && n.digits > 0
	case v.join == joined && v.upperKey && n.size >= 16 && (run(v.text, 0, alnum, n.size) == n.size || n.digits > 1 && !v.code() && !v.located()):
		return true
	case v.quoted || v.join == joined || v.join == flagged:
		return v.drawn(8) || v.sealed() || v.shortToken()
	}
	if v.colon && (v.drawn(8) && n.digits > 2 || v.alone && v.shortToken() && n.digits > 3) {
		return true
	}
	return v.drawn(12) || v.sealed()
}

// sealed accepts long unbroken text without the marks of code: base64 without digits.
func (v *value) sealed() bool {
	return len(v.text) >= 20 && v.tally.turns >= 3 && v.tally.lowers > 0 && v.tally.uppers > 0 &&
		v.tally.dots == 0 && v.tally.others == 0 && !v.code() && !v.located() && run(v.text, 0, std64, len(v.text)) == len(v.text)
}

// shortToken accepts letters and digits that no name would join.
func (v *value) shortToken() bool {
	n := v.tally
	return len(v.text) >= 8 && n.digits >= 2 && (n.turns > 1 || n.digits > 3) && n.lowers+n.uppers >= 2 && n.dots == 0 && n.slashes == 0 && !v.code() && !v.located() && !isTerm(v.text)
}

// password judges the value of a password or a secret.
func (v *value) password() bool {
	n := v.tally
	mixed := n.mixed() && !v.code() && !v.located() && !isTerm(v.text)
	free := v.key == passwordKey || n.size >= 6
	switch {
	case v.prose() || v.located():
		return false
	case v.loose:
		return v.drawn(14)
	case v.quoted && v.join <= assigned, v.quoted && v.join == flagged, v.quoted && v.join == said:
		return free && (mixed || n.digits == n.size || v.plainWord() || v.drawn(8))
	case v.join == argument:
		return mixed && n.size >= 6 && n.digits > 0 && !strings.ContainsAny(v.text, `()[]{}<>\|,`)
	case v.quoted && strings.ContainsAny(v.text, "()"):
		return false
	case v.quoted:
		return mixed && n.size >= 6 || v.join == beside && v.quote != '`' && v.plainWord()
	case v.join == joined && v.upperKey:
		return !v.code() || mixed
	case v.join == joined && v.wholeLine:
		return !v.code() && (v.key == passwordKey || mixed) || mixed && n.size >= 6
	case v.join == joined, v.join == flagged:
		return mixed && n.size >= 5 || n.digits == n.size && n.size >= 4
	case v.join == below:
		return free && (mixed && n.size >= 6 && v.sign || v.drawn(10) && !n.isHex())
	case v.join == said:
		return (mixed || n.digits == n.size) && n.size >= 6 && free
	case v.join == beside && strings.Contains(v.text, "="):
		return false
	case v.join == beside:
		return mixed && n.size >= 8 && n.digits > 0 && (n.others > 0 || n.uppers > 0 || v.drawn(8) || n.digits > 2)
	case n.digits == n.size:
		return v.colon && v.key == passwordKey && n.size >= 4
	case v.colon && v.lone && v.key == passwordKey && n.lowers == n.size:
		return n.size >= 8 // a line of YAML, its value one word
	}
	return mixed && n.size >= 6 && free || v.drawn(16)
}

// binary reports whether the value is mostly escapes of bytes.
func (v *value) binary() bool {
	n := strings.Count(v.text, `\`)
	return n >= 2 && n*6 >= len(v.text) && strings.Contains(v.text, `\x`) || strings.Count(v.text, `\u`)*6 >= len(v.text)
}

// plainWord accepts a word of small letters in quotes: a weak password, but one.
func (v *value) plainWord() bool {
	n := v.tally
	return v.key == passwordKey && n.size >= 5 && n.uppers == 0 && n.lowers >= 5 && n.nonASCII == 0 && n.lowers+n.digits+2 >= n.size
}

// prose reports whether the value is a sentence or a label: words with blanks between.
func (v *value) prose() bool {
	blanks := 0
	for i := range len(v.text) {
		if is(v.text[i], blank) {
			blanks++
		}
	}
	if blanks == 0 {
		return v.tally.nonASCII*2 > v.tally.size
	}
	return true
}
