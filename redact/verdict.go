package redact

import "strings"

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
	setting   bool // a line of a file of settings, key and value with blanks around "="
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
		if v.join <= assigned && v.upperKey && v.drawn(14) && v.tally.digits > 1 {
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
		return n.scattered() && v.drawn(8)
	case v.join == said:
		return v.drawn(10) && n.scattered()
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
		return mixed && n.size >= 5 || n.digits == n.size && n.size >= 4 || v.drawn(16)
	case v.join == below:
		return free && (mixed && n.size >= 6 && v.sign || v.drawn(10) && !n.isHex())
	case v.join == said:
		return (mixed || n.digits == n.size) && n.size >= 6 && free
	case v.join == beside && strings.Contains(v.text, "="):
		return false
	case v.join == beside:
		return mixed && n.size >= 8 && n.digits > 0 && (n.others > 0 || n.uppers > 0 || v.drawn(8) || n.digits > 2)
	case v.setting && n.size >= 5 && n.lowers >= 5 && n.lowers+n.digits == n.size:
		return true
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
