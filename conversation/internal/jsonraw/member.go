package jsonraw

import (
	"bytes"
	"iter"
	"strconv"
	"unicode/utf8"
)

// Members walks the members of the object at the start of b, in order, as raw key (with
// its quotes) and raw value; both alias b. It stops at the first thing that is no
// member, so a cut object gives the members that are whole.
func Members(b []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		i := SkipSpace(b, 0)
		if i >= len(b) || b[i] != '{' {
			return
		}
		i++
		for {
			i = SkipSpace(b, i)
			if i >= len(b) || b[i] != '"' {
				return
			}
			k := Skip(b, i)
			if k < 0 {
				return
			}
			key := b[i:k]
			i = SkipSpace(b, k)
			if i >= len(b) || b[i] != ':' {
				return
			}
			i = SkipSpace(b, i+1)
			v := Skip(b, i)
			if v < 0 || !yield(key, b[i:v]) {
				return
			}
			i = SkipSpace(b, v)
			if i >= len(b) || b[i] != ',' {
				return
			}
			i++
		}
	}
}

// Elements walks the elements of the array at the start of b, in order; they alias b.
func Elements(b []byte) iter.Seq[[]byte] {
	return func(yield func(v []byte) bool) {
		i := SkipSpace(b, 0)
		if i >= len(b) || b[i] != '[' {
			return
		}
		i = SkipSpace(b, i+1)
		for i < len(b) && b[i] != ']' {
			end := Skip(b, i)
			if end < 0 || !yield(b[i:end]) {
				return
			}
			i = SkipSpace(b, end)
			if i >= len(b) || b[i] != ',' {
				return
			}
			i = SkipSpace(b, i+1)
		}
	}
}

// Get returns the raw value of the first member of that name, nil if there is none or b
// is no object. The name must need no escape.
func Get(b []byte, name string) []byte {
	for k, v := range Members(b) {
		if KeyIs(k, name) {
			return v
		}
	}
	return nil
}

// GetText is Text of Get.
func GetText(b []byte, name string) string { return Text(Get(b, name)) }

// KeyIs reports whether the raw key (with quotes) is name.
func KeyIs(key []byte, name string) bool {
	return len(key) == len(name)+2 && string(key[1:len(key)-1]) == name
}

// Skip returns the index after the value at b[i], which was validated before or need
// not be; -1 if the text ends first.
func Skip(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return skipString(b, i+1)
	case '{', '[':
		return skipNested(b, i)
	}
	for j := i; j < len(b); j++ {
		switch b[j] {
		case ',', '}', ']', ' ', '\n', '\r', '\t', ':':
			if j == i {
				return -1
			}
			return j
		}
	}
	return len(b)
}

func skipNested(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			if i = skipString(b, i+1); i < 0 {
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

func skipString(b []byte, i int) int {
	for {
		q := bytes.IndexByte(b[i:], '"')
		if q < 0 {
			return -1
		}
		n := 0
		for q-1-n >= 0 && b[i+q-1-n] == '\\' {
			n++
		}
		i += q + 1
		if n%2 == 0 {
			return i
		}
	}
}

// Text unquotes a raw string; "" for anything that is no string. Bytes that are not
// UTF-8 and lone surrogates become U+FFFD.
func Text(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	body := raw[1 : len(raw)-1]
	if bytes.IndexByte(body, '\\') < 0 {
		if utf8.Valid(body) {
			return string(body)
		}
		return string(bytes.ToValidUTF8(body, []byte("\uFFFD")))
	}
	return string(unquote(make([]byte, 0, len(body)), body))
}

func unquote(dst, b []byte) []byte {
	for len(b) > 0 {
		n := bytes.IndexByte(b, '\\')
		if n < 0 {
			n = len(b)
		}
		if run := b[:n]; utf8.Valid(run) {
			dst = append(dst, run...)
		} else {
			dst = append(dst, bytes.ToValidUTF8(run, []byte("\uFFFD"))...)
		}
		if b = b[n:]; len(b) < 2 {
			break
		}
		switch c := b[1]; c {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r, size := escaped(b)
			dst, b = utf8.AppendRune(dst, r), b[size:]
			continue
		default:
			dst = append(dst, c)
		}
		b = b[2:]
	}
	return dst
}

// escaped reads the \u escape, or the pair of them, at the start of b.
func escaped(b []byte) (r rune, size int) {
	if r, ok := surrogates(b, 0); ok {
		return r, 12
	}
	r, ok := hex4(b, 2)
	if !ok {
		return utf8.RuneError, min(6, len(b))
	}
	if r >= 0xD800 && r < 0xE000 {
		r = utf8.RuneError
	}
	return r, 6
}

// Int returns a raw number as an int64; ok is false for anything else.
func Int(raw []byte) (n int64, ok bool) {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	return n, err == nil
}

// IsNull reports whether a raw value is absent or null.
func IsNull(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }

// Quote returns s as a JSON string, the way ledgers write it: no HTML escapes.
func Quote(s string) []byte { return AppendQuote(make([]byte, 0, len(s)+2), s) }

// AppendQuote appends s as a JSON string.
func AppendQuote(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
			continue
		}
		i++
	}
	return append(dst, '"')
}

// Without returns the object b less every member of that name; b itself when it has
// none. The other bytes stay as they are.
func Without(b []byte, name string) []byte {
	if !bytes.Contains(b, []byte(name)) {
		return b
	}
	var out []byte
	changed := false
	out = append(out, '{')
	for k, v := range Members(b) {
		if KeyIs(k, name) {
			changed = true
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, k...), ':'), v...)
	}
	if !changed {
		return b
	}
	return append(out, '}')
}

// Clean returns valid UTF-8 JSON of the same value: bytes that are not UTF-8 become
// U+FFFD, lone surrogate escapes \ufffd. It returns b itself when nothing is wrong.
func Clean(b []byte) []byte {
	end, flaws, err := Scan(b, 0)
	if err != nil || flaws == 0 {
		return b
	}
	out := b[:end]
	if flaws&NotUTF8 != 0 {
		out = bytes.ToValidUTF8(out, []byte("\uFFFD"))
	}
	if flaws&LoneSurrogate != 0 {
		out = mendSurrogates(out)
	}
	return out
}

func mendSurrogates(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		switch {
		case b[i] != '\\' || i+1 >= len(b):
			out = append(out, b[i])
			i++
		case b[i+1] != 'u':
			out = append(out, b[i], b[i+1])
			i += 2
		default:
			r, size := escaped(b[i:])
			if r == utf8.RuneError {
				out = append(out, `\ufffd`...)
			} else {
				out = append(out, b[i:i+size]...)
			}
			i += size
		}
	}
	return out
}

// Replace returns the object b with the value of that member replaced; b itself when it
// has no such member.
func Replace(b []byte, name string, value []byte) []byte {
	old := Get(b, name)
	if old == nil {
		return b
	}
	// Get returns a sub-slice of b, so its place follows from the capacities.
	at := cap(b) - cap(old)
	out := make([]byte, 0, len(b)-len(old)+len(value))
	out = append(append(out, b[:at]...), value...)
	return append(out, b[at+len(old):]...)
}
