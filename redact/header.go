package redact

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// schemes of an Authorization header (RFC 9110 §11) that mark their credentials also
// where no header's name stands before them.
var schemes = []string{"bearer ", "basic ", "bearer%20", "basic%20", "bearer+"}

// schemeAt checks what follows a scheme's name that ends at i.
func (sc *scanner) schemeAt(row, start, i int) int {
	if start > sc.lo && is(sc.s[start-1], word) && !sc.escapeEnds(start) {
		return 0
	}
	s := sc.s
	i += run(s, i, blank, 8)
	i += quoteAt(s, i).size
	raw := run(s, i, schemeBody(row), maxSecret)
	n := trimTail(s, i, raw)
	v := s[i : i+n]
	if n < 8 || masked(v) || isReference(v) || isFiller(v) || isTerm(v) || sc.marked(i+raw) {
		return 0
	}
	if strings.HasPrefix(schemes[row], "basic") {
		if !isBasic(v) {
			return 0
		}
		return sc.add("basic-auth", i, i+n)
	}
	t := measure(v[:min(n, maxJudged)])
	unbroken := n >= 16 && run(v, 0, alnum, n) == n
	if t.digits > 0 && t.lowers+t.uppers > 0 && t.dots*6 < n && (n >= 16 || t.random() || t.digits >= 3) || t.random() || unbroken {
		return sc.add("bearer-token", i, i+n)
	}
	return 0
}

// schemeBody is what the credentials of the scheme in a row are made of.
func schemeBody(row int) set {
	if strings.HasPrefix(schemes[row], "basic") {
		return std64
	}
	return anyTok
}

// isBasic reports whether v is "user:password" in base64.
func isBasic(v string) bool {
	if t := measure(v[:min(len(v), maxJudged)]); len(v) > 1024 || t.uppers == 0 || t.lowers == 0 || t.turns < 2 {
		return false // "Basic authentication"
	}
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(v, "="))
	if err != nil || !utf8.Valid(b) || strings.IndexByte(string(b), ':') < 0 {
		return false
	}
	for _, r := range string(b) {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// authorization checks the value of the header named by k: a scheme and credentials, or
// the credentials alone.
func (sc *scanner) authorization(k *name) int {
	s := sc.s
	i, _ := sc.wrapping(k.to)
	i += run(s, i, blank, 8)
	op, size := operatorAt(s, i)
	if op != '=' && op != ':' && op != ',' {
		return 0
	}
	i += size
	i += run(s, i, blank, 16)
	i += run(s, i, bracket, 1)
	if i+1 < len(s) && is(s[i], alpha) && is(s[i+1], quote) {
		i++
	}
	q := quoteAt(s, i)
	i += q.size
	scheme := false
	if n := run(s, i, alpha|yamlBlock, 24); n > 0 && i+n < len(s) && (s[i+n] == ' ' || has(s, i+n, "%20")) {
		scheme = true
		i += n + run(s, i+n, blank, 4)
		if has(s, i, "%20") {
			i += 3
		}
	}
	raw := run(s, i, anyTok|star, maxSecret)
	n := trimTail(s, i, raw)
	v := s[i : i+n]
	if n < 6 || v[0] == '-' || masked(v) || isReference(v) || isFiller(v) || isTerm(v) || sc.marked(i+raw) {
		return 0
	}
	t := measure(v[:min(n, maxJudged)])
	judged := value{text: v, key: tokenKey, quoted: q.size > 0, tally: t}
	if judged.code() || judged.located() || strings.Contains(v, "=") && strings.IndexByte(v, '=') < n-3 && !t.random() {
		return 0
	}
	if scheme && (t.mixed() || n >= 16) || t.random() && n >= 10 || t.mixed() && n >= 16 {
		return sc.add("authorization", i, i+n)
	}
	return 0
}

// maxCookies is how much of a cookie header is looked at.
const maxCookies = 16 << 10

// cookies checks the pairs of the cookie header, or the text of cookies, named by k
// (RFC 6265 §4), and records those that carry a session.
func (sc *scanner) cookies(k *name) int {
	s := sc.s
	i, _ := sc.wrapping(k.to)
	i += run(s, i, blank, 8)
	if op, size := operatorAt(s, i); op == '=' || op == ':' || op == ',' {
		i += size
	}
	i += run(s, i, blank, 8)
	i += run(s, i, bracket, 1)
	i += quoteAt(s, i).size
	last := 0
	if n := run(s, i, anyTok, 4096); n >= 20 && !strings.Contains(s[i:i+n], "=") && !has(s, i+n, "=") {
		if t := measure(s[i:min(i+n, i+maxJudged)]); t.random() && t.digits > 1 && t.dots < 3 && !isUUID(s[i:i+n]) && t.slashes == 0 {
			return sc.add("cookie", i, i+n)
		}
		return 0
	}
	for range 64 {
		i += run(s, i, space, 2)
		n := run(s, i, url64|dotted, maxKey)
		if n == 0 || !has(s, i+n, "=") {
			break
		}
		key := s[i : i+n]
		i += n + 1
		m := run(s, i, anyTok|cookieByte, 4096)
		if v := s[i : i+m]; m > 0 && isSessionCookie(key, v) && !sc.marked(i+m) {
			if !sc.scanUpTo(max(last, k.to), i) {
				sc.add("cookie", i, i+m)
			}
			if last = sc.lo; last > i+m || sc.first {
				return last
			}
		}
		i += m
		if !has(s, i, ";") || i-k.to > maxCookies {
			break
		}
		i++
	}
	return last
}

// isSessionCookie reports whether a cookie lets its holder in.
func isSessionCookie(name, v string) bool {
	if len(v) < 6 || masked(v) || isReference(v) || isFiller(v) {
		return false
	}
	t := measure(v[:min(len(v), maxJudged)])
	for _, part := range [...]string{"sess", "sid", "auth", "token", "jwt", "csrf", "xsrf", "login", "remember", "secret", "key", "access", "identity", "user", "credential"} {
		if containsFold(name, part) {
			return t.digits > 0 || t.random() || len(v) >= 16
		}
	}
	return len(v) >= 20 && t.random() && t.digits > 1
}
