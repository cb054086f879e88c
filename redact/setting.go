package redact

import "strings"

// maxSection is how far above a key its section's head may stand.
const maxSection = 512

// underSection reports whether the line of i stands below the head of a section, as in
// an INI file, with nothing but settings, comments and blank lines between. It does not
// look beyond lo, where the last finding ends.
func underSection(s string, i, lo int) bool {
	lo = max(lo, i-maxSection)
	i -= runBack(s, i, lo, blank, 40)
	for n := breakBefore(s, i, lo); n > 0; n = breakBefore(s, i, lo) {
		end := i - n
		for i = end; i > lo && breakBefore(s, i, lo) == 0; {
			i--
		}
		if i == lo && lo > 0 {
			return false
		}
		line := strings.TrimSpace(strings.TrimRight(strings.TrimSuffix(s[i:end], `\r`), `\`))
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			return line[len(line)-1] == ']' && run(line, 1, dotted|blank|path, len(line)) == len(line)-2
		case !isSetting(line):
			return false
		}
	}
	return false
}

// isSetting reports whether a line begins with a name and "=".
func isSetting(line string) bool {
	n := run(line, 0, keyish, maxKey)
	return n > 0 && has(line, n+run(line, n, blank, 40), "=")
}

// breakBefore returns the size of the line break, raw or escaped, that ends at i.
func breakBefore(s string, i, lo int) int {
	switch {
	case i > lo && s[i-1] == '\n':
		return 1
	case i > lo && s[i-1] == 'n':
		if n := runBack(s, i-1, lo, backslash, 16); n > 0 {
			return n + 1
		}
	}
	return 0
}
