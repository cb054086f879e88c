package redact

// A set is a set of ASCII bytes, one bit of the class table.
type set uint32

const (
	digit      set = 1 << iota // 0-9
	lower                      // a-z
	upper                      // A-Z
	hexlow                     // 0-9a-f
	hexany                     // 0-9a-fA-F
	std64                      // standard alphabet with padding: A-Za-z0-9+/=
	word                       // A-Za-z0-9_
	url64                      // A-Za-z0-9_-
	dotted                     // A-Za-z0-9_.-
	anyTok                     // A-Za-z0-9_.~+/=%:-, what a bearer token may hold
	space                      // blank, tab, newline, carriage return
	path                       // url64 and / + = .
	quote                      // " ' `
	backslash                  // \
	blank                      // blank and tab
	newline                    // newline and carriage return
	closer                     // what may close a key beside quotes: ] ) *
	star                       // *
	yamlBlock                  // + - of a YAML block's head
	bracket                    // [ ( {
	atSign                     // @
	pemGap                     // what may stand between the lines of a quoted key: , + > | # : …
	clause                     // signs inside a clause of prose: @ . ( ) ' -
	listSign                   // what stands between the items of a list: blank ; , / | : and newlines
	dash                       // -
	goesOn                     // what never ends a bare value: letters, digits and most signs
	wideSign                   // : = ( of a sentence
	under                      // _
	cookieByte                 // what a cookie may hold beyond anyTok
	alpha      = lower | upper
	alnum      = alpha | digit
	keyish     = dotted // what a key's name is made of
)

// class holds for each byte the sets that it is a member of.
var class = buildClass()

func buildClass() (t [256]set) {
	add := func(s set, bytes string) {
		for i := range len(bytes) {
			t[bytes[i]] |= s
		}
	}
	span := func(s set, from, to byte) {
		for c := from; c <= to; c++ {
			t[c] |= s
		}
	}
	span(digit|hexlow|hexany, '0', '9')
	span(lower, 'a', 'z')
	span(upper, 'A', 'Z')
	span(hexlow|hexany, 'a', 'f')
	span(hexany, 'A', 'F')
	for c := range 256 {
		if t[c]&alnum != 0 {
			t[c] |= goesOn | std64 | word | url64 | dotted | anyTok | path
		}
	}
	add(std64|anyTok|path, "+/=")
	add(word|url64|dotted|anyTok|path, "_")
	add(url64|dotted|anyTok|path, "-")
	add(dotted|anyTok|path, ".")
	add(anyTok, "~%:")
	add(space, " \t\n\r")
	add(blank, " \t")
	add(newline, "\n\r")
	add(closer, "])*")
	add(star, "*")
	add(yamlBlock, "+-")
	add(bracket, "[({")
	add(atSign, "@")
	add(pemGap, ",>|#$.")
	add(clause, "@.()'-")
	add(listSign, " \t\n\r;,/|:")
	add(dash, "-")
	add(goesOn, "_-+/=.:~!@#$^*?(")
	add(wideSign, ":=(")
	add(under, "_")
	add(cookieByte, "!#$&'*^|()[]{}<>?@")
	add(quote, "\"'`")
	add(backslash, `\`)
	return t
}

// is reports whether c is in one of the sets.
func is(c byte, s set) bool { return class[c]&s != 0 }

// run returns how many bytes of s from i on are in the set, at most limit.
func run(s string, i int, of set, limit int) int {
	end := min(len(s), i+limit)
	n := i
	for n < end && class[s[n]]&of != 0 {
		n++
	}
	return n - i
}

// runBack returns how many bytes of s before i are in the set, at most limit, not
// reaching below lo.
func runBack(s string, i, lo int, of set, limit int) int {
	begin := max(lo, i-limit)
	n := i
	for n > begin && class[s[n-1]]&of != 0 {
		n--
	}
	return i - n
}

// fold returns c in lower case.
func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// hasFold reports whether s has the lower-case literal lit at i, in whatever case.
func hasFold(s string, i int, lit string) bool {
	if i < 0 || len(s)-i < len(lit) {
		return false
	}
	for j := range len(lit) {
		if fold(s[i+j]) != lit[j] {
			return false
		}
	}
	return true
}

// has reports whether s has the literal lit at i.
func has(s string, i int, lit string) bool {
	return i >= 0 && len(s)-i >= len(lit) && s[i:i+len(lit)] == lit
}

// foldIn reports whether the set holds w in lower case.
func foldIn(words map[string]bool, w string) bool {
	var buf [24]byte
	if len(w) > len(buf) {
		return false
	}
	for i := range len(w) {
		buf[i] = fold(w[i])
	}
	return words[string(buf[:len(w)])]
}

// containsFold reports whether s holds the lower-case literal lit in whatever case.
func containsFold(s, lit string) bool {
	for i := range len(s) - len(lit) + 1 {
		if fold(s[i]) == lit[0] && hasFold(s, i, lit) {
			return true
		}
	}
	return false
}
