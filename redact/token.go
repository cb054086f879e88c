package redact

import "strings"

// jwtAt checks a JSON Web Token (RFC 7519) or its encrypted form (RFC 7516) at start:
// two to five parts in base64url, of which the first is a JSON object. One whose
// signature is cut off counts when its second part is an object, too.
func (sc *scanner) jwtAt(start int) int {
	if !sc.strictBorder(start) {
		return 0
	}
	s := sc.s[:min(len(sc.s), start+maxSecret)]
	i := start + run(s, start, url64, maxSecret)
	if i-start < 10 || !has(s, i, ".") {
		return 0
	}
	claims := has(s, i+1, "eyJ")
	rest, last := 0, 0
	for part := 1; part < 5 && has(s, i, "."); part++ {
		n := run(s, i+1, url64, maxSecret)
		if n == 0 && !has(s, i+1, ".") { // a full stop, or a token without a signature
			break
		}
		i += 1 + n
		if part == 1 && n < 8 && n > 0 {
			return 0
		}
		if part > 1 || !claims {
			rest += n
		}
		last = n
	}
	if rest < 8 && !(claims && i-start > 24) || last == 0 {
		return 0
	}
	return sc.add("jwt", start, i)
}

// strictBorder is border for tokens that may hold - and _: none stands before it.
func (sc *scanner) strictBorder(i int) bool {
	return sc.border(i) && (i <= sc.lo || sc.s[i-1] != '-' && sc.s[i-1] != '_')
}

// telegramAt checks a bot's token around the ":AA" at i: the bot's number, a colon, and
// 35 bytes of base64url.
func (sc *scanner) telegramAt(i int) int {
	n := runBack(sc.s, i, sc.lo, digit, 12)
	m := run(sc.s, i+1, url64, 48)
	if n < 6 || n > 11 || m < 33 || m > 40 {
		return 0
	}
	return sc.add("telegram-token", i-n, i+1+m)
}

// discordHeads are how the base64 of a number of three or more digits begins; its third
// and fourth byte stand beside the anchor.
var discordHeads = [...]string{"MD", "MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"}

// discordAt checks a bot's token: its number in base64, a time stamp, a signature.
func (sc *scanner) discordAt(start int) int {
	s := sc.s
	if !sc.strictBorder(start) {
		return 0
	}
	n := run(s, start, alnum, 40)
	i := start + n
	if n < 22 || n > 30 || !has(s, i, ".") {
		return 0
	}
	stamp := run(s, i+1, url64, 10)
	i += 1 + stamp
	if stamp < 5 || stamp > 8 || !has(s, i, ".") {
		return 0
	}
	sig := run(s, i+1, url64, 64)
	if sig < 25 || sig > 45 {
		return 0
	}
	return sc.add("discord-token", start, i+1+sig)
}

// jwkAt checks a private member of a JSON Web Key (RFC 7518 §6): i is behind its colon.
func (sc *scanner) jwkAt(i int) int {
	i += run(sc.s, i, blank, 8)
	q := quoteAt(sc.s, i)
	if q.mark != '"' {
		return 0
	}
	i += q.size
	n := run(sc.s, i, url64, 1024)
	if n < 40 || n == 1024 || measure(sc.s[i:i+n]).digits == 0 || !measure(sc.s[i:i+n]).random() || quoteAt(sc.s, i+n).mark != '"' {
		return 0
	}
	return sc.add("jwk", i, i+n)
}

// An innerMark is a literal that a provider puts inside a key, or at its end.
type innerMark struct {
	rule   string
	lit    string
	next   set // what follows a literal of under four bytes
	before set // what the key is made of before the literal,
	least  int // and how many bytes of it, at least
	most   int
	after  set // and after it
	min    int
	max    int
	head   string // how the key begins, if that is known
}

var inner = []innerMark{
	{rule: "terraform-token", lit: ".atlasv1.", before: alnum, least: 10, most: 20, after: url64, min: 40, max: 100},
	{rule: "mailchimp-key", lit: "-us", next: digit, before: hexlow, least: 32, most: 32, after: digit, min: 1, max: 2},
	{rule: "newrelic-license", lit: "NRAL", before: alnum, least: 30, most: 40, max: 0},
	{rule: "maxmind-key", lit: "_mmk", before: word, least: 30, most: 40, max: 0},
	{rule: "azure-key", lit: "JQQJ99", before: alnum, least: 40, most: 64, after: alnum, min: 16, max: 48},
	{rule: "azure-devops-token", lit: "AZDO", before: alnum, least: 70, most: 80, after: alnum, min: 4, max: 4},
	{rule: "azure-storage-key", lit: "+ASt", before: std64, least: 70, most: 80, after: std64, min: 6, max: 12},
	{rule: "azure-client-secret", lit: "Q~", before: url64 | dotted, least: 4, most: 4, after: dotted | anyTok, min: 31, max: 36},
	{rule: "authress-key", lit: ".acc_", before: dotted, least: 10, most: 48, after: anyTok, min: 40, max: 170},
	{rule: "authress-key", lit: ".acc-", before: dotted, least: 10, most: 48, after: anyTok, min: 40, max: 170},
	{rule: "salesforce-session", lit: "!AQ", next: alnum, before: alnum, least: 12, most: 18, after: dotted, min: 50, max: 200, head: "00D"},
}

// innerAt checks the key around the literal of m at i.
func (sc *scanner) innerAt(m *innerMark, i int) int {
	s := sc.s
	n := runBack(s, i, sc.lo, m.before, m.most+1)
	if m.lit == "Q~" { // Microsoft writes three bytes and a digit before it
		n = min(n, 4)
		if n < 4 || !is(s[i-1], digit) {
			return 0
		}
	}
	if n < m.least || n > m.most || !has(s, i-n, m.head) {
		return 0
	}
	end := i + len(m.lit)
	if m.after != 0 {
		k := run(s, end, m.after, m.max+1)
		if k < m.min || k > m.max {
			return 0
		}
		end += k
	}
	if t := measure(s[i-n : end]); t.digits == 0 || masked(s[i-n:end]) {
		return 0
	}
	return sc.add(m.rule, i-n, end)
}

// accessKeys says how long the secret is that belongs to an access key's id: the two
// are often named together, and the secret has no mark of its own.
var accessKeys = map[string]int{
	"aws-access-key":        40,
	"alibaba-access-key":    30,
	"tencent-access-key":    32,
	"volcengine-access-key": 0,
}

// maxApart is how far an access key's secret may stand from its id.
const maxApart = 160

// companion looks behind an access key's id, which ends at end, for its secret. What
// lies between is checked first.
func (sc *scanner) companion(rule string, end int) int {
	size := accessKeys[rule]
	if size == 0 {
		return end
	}
	s := sc.s
	limit := min(len(s), end+maxApart)
	for i := end; i < limit; {
		if s[i-1] == '\\' && isEscapeLetter(s[i]) {
			i++
		}
		n := run(s, i, std64, size+24)
		if n == 0 {
			i++
			continue
		}
		if n == size && !strings.ContainsAny(s[i:i+n], "=") {
			if t := measure(s[i : i+n]); t.digits > 0 && t.lowers > 4 && t.uppers > 4 && t.turns > 3 {
				if !sc.scanUpTo(end, i) {
					sc.add("access-key-secret", i, i+n)
				}
				return sc.lo
			}
		}
		i += n
	}
	return end
}

// neighbour looks directly behind a secret, or a mark, that ends at end for the secret of
// an AWS access key: lists of leaked keys name the two side by side. It returns where to
// go on.
func (sc *scanner) neighbour(end int) int {
	if end != sc.lo {
		return end
	}
	s, size := sc.s, accessKeys["aws-access-key"]
	i := end + run(s, end, listSign, 8)
	i += separators(s, i, min(len(s), i+4))
	if i == end || run(s, i, std64, size+1) != size || strings.Contains(s[i:i+size], "=") {
		return end
	}
	if t := measure(s[i : i+size]); t.digits == 0 || t.lowers < 5 || t.uppers < 5 || t.turns < 4 {
		return end
	}
	if to := sc.add("access-key-secret", i, i+size); to > 0 {
		return to
	}
	return end
}
