package redact

import "strings"

// A kind says what a key's name promises of its value, weakest first.
type kind uint8

const (
	notKey       kind = iota
	plainKey          // "key" alone: only a value that can be nothing else
	sessionKey        // a session's or cookie's name
	vendorKey         // the name of a service that has keys
	tokenKey          // token, API key, credential: the value looks drawn by lot
	secretKey         // secret: nearly as free as a password
	passwordKey       // password: any value that is not plainly something else
	headerKey         // Authorization and its like: a scheme, then the value
	cookieKey         // a Cookie header: several named values
	signatureKey      // sig= of a signed URL
	mnemonicKey       // a wallet's words
)

// A keyword is a word that, in a key's name or alone, names a secret.
type keyword struct {
	lit  string // lower case
	at   int    // where its rarest four bytes begin
	skip int    // where in lit the word itself begins,
	cut  int    // and how many bytes of lit follow it
	kind kind   // what a key named so holds; notKey: what the whole name says
	sql  bool   // a clause of SQL: its value is a string in single quotes
	free bool   // stands in prose of a language without spaces: no name around it
}

// keywords lists every literal that leads to a look for a value. The kind of most is
// found from the whole name around them, by kindOf.
var keywords = []keyword{
	{lit: "passw", at: 1}, // password, passwd, passwort, passwords
	{lit: "passph", at: 2},
	{lit: "passcode", at: 2},
	{lit: "pswd"},
	{lit: "pass"},
	{lit: "pwd"},
	{lit: "psk"},
	{lit: "bindpw", at: 2},
	{lit: "rootpw", at: 2},
	{lit: "userpw", at: 2},
	{lit: " pw", skip: 1},
	{lit: "_pw", skip: 1},
	{lit: "-pw", skip: 1},
	{lit: "\"pw", skip: 1},
	{lit: "'pw", skip: 1},
	{lit: "(pw", skip: 1},
	{lit: "\npw", skip: 1},
	{lit: "secret", at: 2},
	{lit: "token", at: 1},
	{lit: "credential", at: 3},
	{lit: "cred"},
	{lit: "key"},
	{lit: "auth"},
	{lit: "jwt"},
	{lit: "cookie", at: 1},
	{lit: "sess"},
	{lit: "sid=", cut: 1},
	{lit: "sig=", cut: 1},
	{lit: "sig%3d", cut: 3},
	{lit: "signature=", at: 6, cut: 1},
	{lit: "mnemonic", at: 2},
	{lit: "seed phrase", at: 3, kind: mnemonicKey},
	{lit: "recovery phrase", at: 5, kind: mnemonicKey},
	{lit: "identified by", at: 4, kind: passwordKey, sql: true},
	{lit: "kennwort", at: 1, kind: passwordKey},
	{lit: "mot de passe", at: 4, kind: passwordKey},
	{lit: "contraseña", kind: passwordKey},
	{lit: "contrasena", at: 4, kind: passwordKey},
	{lit: "senha", kind: passwordKey},
	{lit: "wachtwoord", at: 3, kind: passwordKey},
	{lit: "lösenord", kind: passwordKey},
	{lit: "hasło", kind: passwordKey},
	{lit: "пароль", kind: passwordKey},
	{lit: "Пароль", kind: passwordKey},
	{lit: "ПАРОЛЬ", kind: passwordKey},
	{lit: "密码", kind: passwordKey, free: true},
	{lit: "密碼", kind: passwordKey, free: true},
	{lit: "口令", kind: passwordKey, free: true},
	{lit: "暗号", kind: passwordKey, free: true},
	{lit: "密钥", kind: tokenKey, free: true},
	{lit: "密鑰", kind: tokenKey, free: true},
	{lit: "私钥", kind: tokenKey, free: true},
	{lit: "令牌", kind: tokenKey, free: true},
	{lit: "凭证", kind: tokenKey, free: true},
	{lit: "凭据", kind: tokenKey, free: true},
	{lit: "パスワード", kind: passwordKey, free: true},
	{lit: "トークン", kind: tokenKey, free: true},
	{lit: "秘密鍵", kind: tokenKey, free: true},
	{lit: "비밀번호", kind: passwordKey, free: true},
	{lit: "토큰", kind: tokenKey, free: true},
}

// vendors are services whose name in a key's name says that a value drawn by lot is a
// credential of theirs.
var vendors = strings.Fields(`
	adafruit adobe airtable algolia alibaba asana atlassian confluence jira beamer bitbucket bittrex
	cloudflare codecov cohere coinbase confluent contentful datadog discord droneci dropbox etsy facebook
	fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory
	kraken kucoin launchdarkly linear linkedin looker mailchimp mailgun mapbox mattermost meraki messagebird
	netlify newrelic new_relic nytimes okta plaid privateai rapidapi sendbird sentry snyk sonar squarespace
	sumologic telegram travis twilio twitch twitter typeform yandex zendesk deepgram assemblyai mistral
	bintray linked_in linked-in message_bird message-bird new-relic private_ai private-ai sourcegraph
	pagerduty opsgenie vultr hetzner contribsys`)

// keywordAnchor returns the anchor of a keyword: a short one only where something
// follows that can stand between a name and its value, or go on with the name.
func keywordAnchor(w keyword, row int) anchor {
	const after = "=: \t\n\r\"'`\\])>|,(%&*?-_s0123456789\xe2\xe3\xe4\xe5\xe6\xe7\xef"
	return anchor{lit: w.lit, at: w.at, fold: true, check: checkKey, row: row, next: [2]string{after}}
}

// name is a key's name: where it stands, and its words in lower case.
type name struct {
	from, to int
	buf      [2 * maxKey]byte
	words    [16]struct{ from, to uint8 }
	n        int
	kind     kind // what it promises
	before   byte // the sign before it
}

// word returns the i-th word; negative i counts from the last.
func (k *name) word(i int) []byte {
	if i < 0 {
		i += k.n
	}
	if i < 0 || i >= k.n {
		return nil
	}
	return k.buf[k.words[i].from:k.words[i].to]
}

// read fills k with the name around s[from:to], not reaching below lo.
func (k *name) read(s string, from, to, lo int) {
	from -= runBack(s, from, lo, keyish, maxKey)
	from, k.before = afterEscape(s, from, lo)
	to += run(s, to, keyish, maxKey)
	for to > from && !is(s[to-1], alnum) {
		to--
	}
	k.from, k.to, k.n = from, to, 0
	if to-from > len(k.buf) {
		k.from = to - len(k.buf)
	}
	k.split(s[k.from:to])
}

// afterEscape returns where a name that was read back to from begins: behind the letters
// of an escape (\nKEY, \u003cKEY), and the sign before it.
func afterEscape(s string, from, lo int) (begin int, before byte) {
	if from <= lo {
		return from, 0
	}
	if s[from-1] == '\\' && from < len(s) {
		if c, size := escapedAt(s, from-1); size > 0 {
			return from - 1 + size, c
		}
		if isEscapeLetter(s[from]) {
			return from + 1, '\n'
		}
	}
	return from, s[from-1]
}

// split cuts text into words at separators and at capitals.
func (k *name) split(text string) {
	begin := -1
	flush := func(end int) {
		if begin >= 0 && k.n < len(k.words) {
			k.words[k.n].from, k.words[k.n].to = uint8(begin), uint8(end)
			k.n++
		}
		begin = -1
	}
	for i := range len(text) {
		c := text[i]
		k.buf[i] = fold(c)
		if !is(c, alnum) {
			flush(i)
			continue
		}
		if begin >= 0 && is(c, upper) {
			after := i+1 < len(text) && is(text[i+1], lower)
			if !is(text[i-1], upper) || after && !pluralAt(text, i) {
				flush(i)
			}
		}
		if begin < 0 {
			begin = i
		}
	}
	flush(len(text))
}

// pluralAt reports whether the capital at i ends an acronym in the plural, as in "IDs".
func pluralAt(text string, i int) bool {
	return i+1 < len(text) && text[i+1] == 's' && (i+2 == len(text) || !is(text[i+2], lower))
}
