package redact

// connectors are the literals before Oracle's user/password@database: its programs, its
// driver's addresses. Alone that form is also how actions and packages name a version.
var connectors = [...]string{"sqlplus ", "sqlldr ", "expdp ", "impdp ", "userid=", "oracle:thin:", "oracle:oci:"}

// connectAt checks user/password@database behind a connector that ends at i.
func (sc *scanner) connectAt(i int) int {
	s := sc.s
	for range 4 { // sqlplus -S -L scott/…
		i += run(s, i, blank, 8)
		if !has(s, i, "-") {
			break
		}
		i += run(s, i, url64, 16)
	}
	i += quoteAt(s, i).size
	n := run(s, i, word, 64)
	if n == 0 || !has(s, i+n, "/") {
		return 0
	}
	i += n + 1
	end := i
	for end < len(s) && end-i < 128 && s[end] > ' ' && s[end] != '@' && s[end] != '/' && !is(s[end], quote|backslash) {
		end++
	}
	if pw := s[i:end]; len(pw) < 4 || !has(s, end, "@") || masked(pw) || isReference(pw) || isFillerWith(pw, 0) {
		return 0
	}
	return sc.add("connect-password", i, end)
}
