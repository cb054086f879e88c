package redact

import "strings"

// maxUser is the longest user part of a URL.
const maxUser = 512

// urlAt checks the user part (RFC 3986 §3.2.1) of a URL whose "://" ends at i: its
// password, or a token that stands there alone.
func (sc *scanner) urlAt(i int) int {
	s := sc.s
	at, colon := -1, -1
	open := false // whether a slash may still be part of a password
	limit := min(len(s), i+maxUser)
	for j := i; j < limit; j++ {
		c := s[j]
		switch {
		case c <= ' ' || is(c, quote) || c == '[' && sc.marked(j) || c == '\\' || c >= 0x80 && !wordByte(c):
			limit = j
		case c == '<' || c == '>':
			if colon < 0 {
				return 0
			}
		case c == '@':
			at = j
		case c == ':' && colon < 0:
			colon = j
		case c == '/' || c == '?' || c == '#':
			if at >= 0 && at > colon {
				limit = j
				break
			}
			if colon < 0 || isPort(s[colon+1:j]) {
				return 0
			}
			open = true
		}
		if c == '/' && has(s, j, "//") {
			limit = j
		}
	}
	if at < 0 {
		return 0
	}
	if colon < 0 || colon > at {
		return sc.userToken(i, at)
	}
	pw := s[colon+1 : at]
	if pw == "" || masked(pw) && len(pw) != strings.Count(pw, "0") || isReference(pw) || isFillerWith(pw, 0) || open && !mixedWord(pw) {
		return 0
	}
	return sc.add("url-password", colon+1, at)
}

// isPort reports whether a text after a host's colon is a port, or nothing.
func isPort(v string) bool { return run(v, 0, digit, len(v)) == len(v) }

// mixedWord reports whether v has both letters and digits or signs.
func mixedWord(v string) bool {
	t := measure(v)
	return t.mixed()
}

// userToken checks a user part without a password: a token, or just a user.
func (sc *scanner) userToken(from, to int) int {
	v := sc.s[from:to]
	if len(v) < 16 || run(v, 0, dotted, len(v)) != len(v) || isFiller(v) {
		return 0
	}
	if t := measure(v); !t.random() || t.digits < 2 {
		return 0
	}
	return sc.add("url-token", from, to)
}

// dsnAt checks `user:password@tcp(host)`, the address of a Go database driver; i is at
// the "@".
func (sc *scanner) dsnAt(i int) int {
	s := sc.s
	begin := i
	for begin > sc.lo && i-begin < 128 && s[begin-1] > ' ' && !is(s[begin-1], quote) && s[begin-1] != '=' {
		begin--
	}
	colon := strings.IndexByte(s[begin:i], ':')
	if colon < 0 {
		return 0
	}
	pw := s[begin+colon+1 : i]
	if pw == "" || masked(pw) || isReference(pw) || isFillerWith(pw, 0) {
		return 0
	}
	return sc.add("url-password", begin+colon+1, i)
}

// pgpassAt checks a line of a .pgpass file, host:port:database:user:password; i is
// behind the port.
func (sc *scanner) pgpassAt(i int) int {
	s := sc.s
	for range 2 {
		n := run(s, i, dotted|star, 64)
		if n == 0 || !has(s, i+n, ":") {
			return 0
		}
		i += n + 1
	}
	end := i
	for end < len(s) && end-i < 256 && s[end] > ' ' && !is(s[end], quote|backslash) {
		end++
	}
	if pw := s[i:end]; len(pw) < 4 || masked(pw) || isReference(pw) || isFillerWith(pw, 0) {
		return 0
	}
	return sc.add("pgpass", i, end)
}

// A webhook is a place in a URL after which the path itself is the secret.
type webhook struct {
	rule  string
	lit   string
	keep  int // bytes of lit, at its end, that belong to the secret
	parts int // parts of the path that the secret needs
	min   int // bytes that it needs
}

var webhooks = []webhook{
	{"slack-webhook", "/services/T", 1, 3, 30},
	{"slack-webhook", "/workflows/T", 1, 3, 30},
	{"slack-webhook", "/triggers/T", 1, 3, 30},
	{"slack-webhook", "/triggers/E", 1, 3, 30},
	{"discord-webhook", "/api/webhooks/", 0, 2, 60},
	{"teams-webhook", "/webhookb2/", 0, 3, 60},
	{"lark-webhook", "/bot/v2/hook/", 0, 1, 20},
	{"wecom-webhook", "webhook/send?key=", 0, 1, 20},
	{"zapier-webhook", "/hooks/catch/", 0, 2, 12},
	{"ifttt-webhook", "/with/key/", 0, 1, 16},
}

// webhookAt checks the path behind the literal of w, which ends at i.
func (sc *scanner) webhookAt(w *webhook, i int) int {
	from := i - w.keep
	n := trimTail(sc.s, from, run(sc.s, from, path|dotted|atSign, 512))
	text := strings.TrimRight(sc.s[from:from+n], "/")
	if len(text) < w.min || strings.Count(text, "/")+1 < w.parts || masked(text) || isFiller(text) {
		return 0
	}
	if t := measure(text); t.digits < 3 || !t.random() && !isUUID(text) {
		return 0
	}
	return sc.add(w.rule, from, from+len(text))
}
