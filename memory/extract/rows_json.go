package extract

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// The ledger's records are looked at in place: a member that no row needs is skipped,
// never decoded. The functions below take any bytes; what is not JSON ends the walk.

// rowMembers calls f with the name (escaped, as it stands) and the raw value of each
// member of the object in b, until f returns false or the object is torn. It reports
// whether b is a whole object or f ended the walk.
func rowMembers(b []byte, f func(name, value []byte) bool) bool {
	i := rowSpace(b, 0)
	if i >= len(b) || b[i] != '{' {
		return false
	}
	i = rowSpace(b, i+1)
	if i < len(b) && b[i] == '}' {
		return true
	}
	for i < len(b) && b[i] == '"' {
		end := rowSkip(b, i)
		if end < 0 {
			return false
		}
		name := b[i+1 : end-1]
		i = rowSpace(b, end)
		if i >= len(b) || b[i] != ':' {
			return false
		}
		i = rowSpace(b, i+1)
		if end = rowSkip(b, i); end < 0 {
			return false
		}
		if !f(name, b[i:end]) {
			return true
		}
		i = rowSpace(b, end)
		if i >= len(b) || b[i] != ',' {
			return i < len(b) && b[i] == '}'
		}
		i = rowSpace(b, i+1)
	}
	return false
}

// rowElements calls f with each raw element of the array in b until f returns false.
func rowElements(b []byte, f func(value []byte) bool) {
	i := rowSpace(b, 0)
	if i >= len(b) || b[i] != '[' {
		return
	}
	for i = rowSpace(b, i+1); i < len(b) && b[i] != ']'; i = rowSpace(b, i) {
		end := rowSkip(b, i)
		if end < 0 || !f(b[i:end]) {
			return
		}
		i = rowSpace(b, end)
		if i >= len(b) || b[i] != ',' {
			return
		}
		i++
	}
}

// rowMember is the raw value of one member of the object in b, nil if there is none.
func rowMember(b []byte, name string) (value []byte) {
	rowMembers(b, func(n, v []byte) bool {
		if string(n) == name {
			value = v
			return false
		}
		return true
	})
	return value
}

func rowSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// rowSkip returns the index after the value that begins at i, -1 if it is torn.
func rowSkip(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return rowSkipString(b, i)
	case '{', '[':
		return rowSkipNested(b, i)
	}
	start := i
	for i < len(b) && b[i] != ',' && b[i] != '}' && b[i] != ']' && b[i] > ' ' {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

func rowSkipString(b []byte, i int) int {
	for j := i + 1; ; {
		n := bytes.IndexByte(b[j:], '"')
		if n < 0 {
			return -1
		}
		j += n
		k := j
		for b[k-1] == '\\' {
			k--
		}
		if (j-k)%2 == 0 {
			return j + 1
		}
		j++
	}
}

func rowSkipNested(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			if i = rowSkipString(b, i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}

// rowString decodes a JSON string; anything else gives "". Escapes that name half a
// surrogate pair, and bytes that are not UTF-8, become U+FFFD.
func rowString(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if len(raw) > rowTextLimit {
		return rowLongString(raw, rowTextLimit)
	}
	return rowUnquote(raw)
}

func rowUnquote(raw []byte) string {
	out, err := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw)
	if err != nil {
		return rowUnquoteLoose(raw)
	}
	return string(out)
}

// rowUnquoteLoose decodes what the JSON package refuses (raw control characters, unknown
// escapes, half a surrogate pair), so that one odd byte costs no evidence.
func rowUnquoteLoose(raw []byte) string {
	var out []byte
	raw = bytes.TrimSuffix(raw[1:], []byte{'"'})
	for len(raw) > 0 {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 || n+1 >= len(raw) {
			out = append(out, raw...)
			break
		}
		out, raw = append(out, raw[:n]...), raw[n:]
		size := rowEscapeSize(raw)
		quoted := append(append([]byte{'"'}, raw[:size]...), '"')
		decoded, err := jsontext.AppendUnquote(nil, quoted)
		if err != nil && size == 12 {
			size = 6
			decoded, err = jsontext.AppendUnquote(nil, append(bytes.Clone(quoted[:7]), '"'))
		}
		if err != nil && len(decoded) == 0 {
			decoded = raw[:size]
		}
		out, raw = append(out, decoded...), raw[size:]
	}
	return string(bytes.ToValidUTF8(out, []byte("\uFFFD")))
}

// rowTextLimit bounds one row's text in bytes of JSON; of a longer one head and tail are
// kept, and the text says so.
const rowTextLimit = 8 << 20

func rowLongString(raw []byte, limit int) string {
	half := limit / 2
	head := rowEscapeBorder(raw, half)
	tail := rowEscapeBorder(raw, len(raw)-half)
	if tail <= head {
		return rowUnquote(raw)
	}
	h := rowUnquote(append(bytes.Clone(raw[:head]), '"'))
	t := rowUnquote(append([]byte{'"'}, raw[tail:]...))
	return h + "\n[… " + strconv.Itoa(tail-head) + " bytes left out …]\n" + t
}

// rowEscapeBorder is the first place at or after i, inside the string, where no escape and
// no rune is cut in two.
func rowEscapeBorder(raw []byte, i int) int {
	for j := 1; ; {
		n := bytes.IndexByte(raw[j:], '\\')
		if n < 0 || j+n >= i {
			for j = max(j, i); j < len(raw)-1 && !utf8.RuneStart(raw[j]); j++ {
			}
			return j
		}
		if j += n + rowEscapeSize(raw[j+n:]); j >= i {
			return min(j, len(raw)-1)
		}
	}
}

// rowEscapeSize is the length of the escape that s begins with; a surrogate pair is one.
func rowEscapeSize(s []byte) int {
	size := 2
	if len(s) >= 6 && s[1] == 'u' {
		size = 6
		if len(s) >= 12 && s[2]|0x20 == 'd' && s[6] == '\\' && s[7] == 'u' {
			size = 12
		}
	}
	return min(size, len(s))
}

func rowInt(raw []byte) (int, bool) {
	n, err := strconv.Atoi(string(raw))
	return n, err == nil
}
