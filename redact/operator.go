package redact

// operatorAt reads an operator at i: its leading sign ('=' for all that assign) and size.
func operatorAt(s string, i int) (op byte, size int) {
	if i >= len(s) {
		return 0, 0
	}
	if c, size := escapedAt(s, i); size > 0 && (c == '=' || c == ':' || c == '>') {
		return c, size
	}
	for _, o := range operators {
		if s[i] != o.text[0] || !has(s, i, o.text) {
			continue
		}
		size := len(o.text)
		if c, more := escapedAt(s, i+size); o.text == "=" && c == '>' {
			size += more
		}
		return o.op, size
	}
	return 0, 0
}

// operators are what stands between key and value, longer ones first. "::" is none.
var operators = [...]struct {
	text string
	op   byte
}{
	{"===", '='}, {"!==", '='}, {"==", '='}, {"!=", '='}, {"=>", '='}, {"=", '='},
	{":=", '='}, {"::", '.'}, {":-", '='}, {":", ':'}, {"?=", '='}, {"??", ','}, {"+=", '='},
	{"||=", '='}, {"||", '|'}, {"|", '|'}, {"->", '='},
	{"%3D", '='}, {"%3d", '='}, {"%3A", ':'}, {"%3a", ':'},
	{"：", ':'}, {"＝", '='}, {"→", '='}, {">", '>'}, {",", ','}, {"(", '('},
}

// skipMarkup passes over emphasis before a value: "**Password:** x".
func skipMarkup(s string, i int) int {
	n := run(s, i, star, 2)
	if n == 2 && i+2 < len(s) && is(s[i+2], blank) {
		return i + 2 + run(s, i+2, blank, 64)
	}
	return i
}

// annotation returns the size of a type and its "=" before a value, as in
// `password: str = "x"`, 0 where there is none.
func annotation(s string, i int) int {
	n := run(s, i, keyish, 40)
	if n == 0 {
		return 0
	}
	j := i + n + run(s, i+n, blank, 4)
	if j >= len(s) || s[j] != '=' || has(s, j, "==") || has(s, j, "=>") {
		return 0
	}
	j++
	j += run(s, j, blank, 4)
	if quoteAt(s, j).size == 0 {
		return 0
	}
	return j - i
}

// lineBreak returns the size of a line break at i, raw or escaped, with the indentation
// after it; 0 where there is none.
func lineBreak(s string, i int) int {
	j := i
	if has(s, j, "|") || has(s, j, ">") { // a YAML block
		j++
		j += run(s, j, yamlBlock, 2)
	}
	if n := run(s, j, backslash, 16); n > 0 {
		if has(s, j+n, "r") && run(s, j+n+1, backslash, 16) == n {
			j += n + 1
		}
		if !has(s, j+n, "n") {
			return 0
		}
		j += n + 1
	} else if n := run(s, j, newline, 2); n > 0 {
		j += n
	} else {
		return 0
	}
	return j - i + run(s, j, blank, 64)
}
