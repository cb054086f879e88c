// Package jsonraw reads JSON text in place: it validates a value, walks an object's
// members and unquotes strings without building a tree, so that a ledger's bytes stay
// the truth and are decoded only where somebody looks.
//
// It is as strict as RFC 8259 about structure and as lenient as real ledgers need about
// text: bytes that are not UTF-8 and lone surrogate escapes are reported as flaws, not
// as errors, and come out of Text as U+FFFD. It knows nothing of ledgers.
package jsonraw

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may nest before a value is refused.
const MaxDepth = 1000

// Errors of Scan. ErrCut means that the text ends inside the value.
var (
	ErrCut     = errors.New("the text ends in the middle of a value")
	ErrSyntax  = errors.New("not valid JSON")
	ErrTooDeep = errors.New("nested too deep")
)

// Flaws are what a value may have and still be read.
type Flaws uint8

// NotUTF8: a string holds bytes that are not UTF-8. LoneSurrogate: a string holds half
// of a \uD8xx\uDCxx pair.
const (
	NotUTF8 Flaws = 1 << iota
	LoneSurrogate
	hasHigh // a string holds bytes above 0x7F: to be looked at, no flaw in itself
)

// Scan validates the one value that begins at b[i] (after blanks) and returns the index
// after it. Flaws covers its strings.
func Scan(b []byte, i int) (end int, flaws Flaws, err error) {
	var s scanner
	end, err = s.value(b, SkipSpace(b, i), 0)
	if err != nil {
		return end, s.flaws, err
	}
	if s.flaws&hasHigh != 0 {
		s.flaws &^= hasHigh
		if !utf8.Valid(b[i:end]) {
			s.flaws |= NotUTF8
		}
	}
	return end, s.flaws, nil
}

// SkipSpace returns the index of the first byte from i on that is no JSON blank.
func SkipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

type scanner struct{ flaws Flaws }

func (s *scanner) value(b []byte, i, depth int) (int, error) {
	if i >= len(b) {
		return i, ErrCut
	}
	switch b[i] {
	case '"':
		return s.str(b, i+1)
	case '{', '[':
		if depth >= MaxDepth {
			return i, ErrTooDeep
		}
		if b[i] == '{' {
			return s.object(b, i+1, depth+1)
		}
		return s.array(b, i+1, depth+1)
	case 't':
		return literal(b, i, "true")
	case 'f':
		return literal(b, i, "false")
	case 'n':
		return literal(b, i, "null")
	}
	return number(b, i)
}

func (s *scanner) object(b []byte, i, depth int) (int, error) {
	i = SkipSpace(b, i)
	if i < len(b) && b[i] == '}' {
		return i + 1, nil
	}
	for {
		i = SkipSpace(b, i)
		if i >= len(b) {
			return i, ErrCut
		}
		if b[i] != '"' {
			return i, ErrSyntax
		}
		var err error
		if i, err = s.str(b, i+1); err != nil {
			return i, err
		}
		if i, err = expect(b, i, ':'); err != nil {
			return i, err
		}
		if i, err = s.value(b, SkipSpace(b, i), depth); err != nil {
			return i, err
		}
		i = SkipSpace(b, i)
		if i >= len(b) {
			return i, ErrCut
		}
		switch b[i] {
		case ',':
			i++
		case '}':
			return i + 1, nil
		default:
			return i, ErrSyntax
		}
	}
}

func (s *scanner) array(b []byte, i, depth int) (int, error) {
	i = SkipSpace(b, i)
	if i < len(b) && b[i] == ']' {
		return i + 1, nil
	}
	for {
		var err error
		if i, err = s.value(b, SkipSpace(b, i), depth); err != nil {
			return i, err
		}
		i = SkipSpace(b, i)
		if i >= len(b) {
			return i, ErrCut
		}
		switch b[i] {
		case ',':
			i++
		case ']':
			return i + 1, nil
		default:
			return i, ErrSyntax
		}
	}
}

func expect(b []byte, i int, c byte) (int, error) {
	i = SkipSpace(b, i)
	if i >= len(b) {
		return i, ErrCut
	}
	if b[i] != c {
		return i, ErrSyntax
	}
	return i + 1, nil
}

func literal(b []byte, i int, word string) (int, error) {
	if len(b)-i >= len(word) {
		if string(b[i:i+len(word)]) == word {
			return i + len(word), nil
		}
		return i, ErrSyntax
	}
	if bytes.HasPrefix([]byte(word), b[i:]) {
		return len(b), ErrCut
	}
	return i, ErrSyntax
}

func number(b []byte, i int) (int, error) {
	digits := func() bool {
		from := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > from
	}
	if b[i] == '-' {
		i++
	}
	if i >= len(b) {
		return i, ErrCut
	}
	if b[i] == '0' {
		i++
	} else if !digits() {
		return i, ErrSyntax
	}
	if i < len(b) && b[i] == '.' {
		i++
		if !digits() {
			return i, cutOrSyntax(b, i)
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return i, cutOrSyntax(b, i)
		}
	}
	return i, nil
}

func cutOrSyntax(b []byte, i int) error {
	if i >= len(b) {
		return ErrCut
	}
	return ErrSyntax
}

// special reports in the high bit of each byte of w whether that byte ends a run of
// plain string text: a quote, a backslash, a control byte or a byte above 0x7F. Above
// the lowest such byte a borrow may set bits too many.
func special(w uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote := w ^ ones*'"'
	slash := w ^ ones*'\\'
	return ((w - ones*0x20) | (quote - ones) | (slash - ones) | w) & highs
}

// str scans from after the opening quote to after the closing one.
func (s *scanner) str(b []byte, i int) (int, error) {
	for {
		for i+8 <= len(b) {
			m := special(binary.LittleEndian.Uint64(b[i:]))
			if m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		if i >= len(b) {
			return i, ErrCut
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\':
			var err error
			if i, err = s.escape(b, i); err != nil {
				return i, err
			}
		case c < 0x20:
			return i, ErrSyntax
		default:
			if c >= utf8.RuneSelf {
				s.flaws |= hasHigh
			}
			i++
		}
	}
}

func (s *scanner) escape(b []byte, i int) (int, error) {
	if i+1 >= len(b) {
		return len(b), ErrCut
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2, nil
	case 'u':
	default:
		return i, ErrSyntax
	}
	r, ok := hex4(b, i+2)
	if !ok {
		if i+6 > len(b) {
			return len(b), ErrCut
		}
		return i, ErrSyntax
	}
	if r >= 0xD800 && r < 0xE000 {
		if _, pair := surrogates(b, i); pair {
			return i + 12, nil
		}
		s.flaws |= LoneSurrogate
	}
	return i + 6, nil
}

// surrogates reads the escape pair that begins at b[i].
func surrogates(b []byte, i int) (rune, bool) {
	hi, ok := hex4(b, i+2)
	if !ok || hi < 0xD800 || hi >= 0xDC00 || i+12 > len(b) || b[i+6] != '\\' || b[i+7] != 'u' {
		return utf8.RuneError, false
	}
	lo, ok := hex4(b, i+8)
	if !ok || lo < 0xDC00 || lo >= 0xE000 {
		return utf8.RuneError, false
	}
	return (hi-0xD800)<<10 + (lo - 0xDC00) + 0x10000, true
}

func hex4(b []byte, i int) (rune, bool) {
	if i+4 > len(b) {
		return 0, false
	}
	var r rune
	for _, c := range b[i : i+4] {
		r <<= 4
		switch {
		case c >= '0' && c <= '9':
			r |= rune(c - '0')
		case c >= 'a' && c <= 'f':
			r |= rune(c-'a') + 10
		case c >= 'A' && c <= 'F':
			r |= rune(c-'A') + 10
		default:
			return 0, false
		}
	}
	return r, true
}
