package jsonraw

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Stream validates one value that comes in pieces, in memory bounded by its depth. It
// finds what Scan finds. The zero Stream is ready.
type Stream struct {
	place  place
	stack  []byte // '{' or '[' for each one that is open
	err    error
	flaws  Flaws
	more   bool
	word   string // what must follow of a literal
	num    progress
	escape int  // where within an escape: 0 none, 1 after the backslash, 2…5 digits of \u
	unit   rune // the digits so far
	high   bool // the escape before was the first half of a surrogate pair
	tail   []byte
}

// place is what a Stream expects next.
type place uint8

const (
	atValue    place = iota
	atFirst          // a value, or the end of an array
	atFirstKey       // a key, or the end of an object
	atKey            // a key
	atColon          // a colon
	atNext           // a comma, or an end
	inKey            // within a key
	inString         // within a string
	inWord           // within a literal
	inNumber         // within a number
	afterValue       // blanks, or another value
)

// progress is how far a number has come.
type progress uint8

const (
	numSign progress = iota
	numZero
	numInt
	numDot
	numFrac
	numE
	numESign
	numExp
)

// Write takes the next piece; it never fails. What is wrong is told by Close.
func (s *Stream) Write(p []byte) (int, error) {
	for i := 0; i < len(p) && s.err == nil && !s.more; {
		i = s.step(p, i)
	}
	s.utf8(p)
	return len(p), nil
}

// Close ends the value: its flaws, whether another value followed it, and why it is none.
func (s *Stream) Close() (flaws Flaws, more bool, err error) {
	if s.err == nil && s.place == inNumber && len(s.stack) == 0 && s.whole() {
		s.place = afterValue
	}
	switch {
	case s.err != nil:
		return s.flaws, s.more, s.err
	case s.place != afterValue:
		return s.flaws, s.more, ErrCut
	}
	if len(s.tail) > 0 {
		s.flaws |= NotUTF8
	}
	return s.flaws, s.more, nil
}

// utf8 looks for bytes that are no UTF-8, over the borders of the pieces.
func (s *Stream) utf8(p []byte) {
	if s.flaws&NotUTF8 != 0 || s.more {
		return
	}
	for len(s.tail) > 0 && len(p) > 0 && !utf8.FullRune(s.tail) {
		s.tail, p = append(s.tail, p[0]), p[1:]
	}
	if len(s.tail) > 0 && utf8.FullRune(s.tail) {
		if !utf8.Valid(s.tail) {
			s.flaws |= NotUTF8
		}
		s.tail = s.tail[:0]
	}
	end := len(p)
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if c := p[len(p)-n]; c >= utf8.RuneSelf && utf8.RuneStart(c) && !utf8.FullRune(p[len(p)-n:]) {
			end = len(p) - n
			break
		}
	}
	if !utf8.Valid(p[:end]) {
		s.flaws |= NotUTF8
	}
	s.tail = append(s.tail, p[end:]...)
}

// step takes what begins at p[i] and returns the index after it.
func (s *Stream) step(p []byte, i int) int {
	switch s.place {
	case inString, inKey:
		return s.text(p, i)
	case inNumber:
		if s.digit(p[i]) {
			return i + 1
		}
		if !s.whole() {
			s.err = ErrSyntax
			return i
		}
		s.ended()
		return i
	case inWord:
		if p[i] != s.word[0] {
			s.err = ErrSyntax
		}
		if s.word = s.word[1:]; s.word == "" {
			s.ended()
		}
		return i + 1
	}
	if c := p[i]; c != ' ' && c != '\n' && c != '\r' && c != '\t' {
		s.structure(c)
	}
	return i + 1
}

// structure takes a byte between values.
func (s *Stream) structure(c byte) {
	switch {
	case s.place == afterValue:
		s.more = true
	case s.place == atColon && c == ':':
		s.place = atValue
	case s.place == atNext && c == ',' && s.top() == '{':
		s.place = atKey
	case s.place == atNext && c == ',':
		s.place = atValue
	case c == '}' && s.top() == '{' && (s.place == atNext || s.place == atFirstKey),
		c == ']' && s.top() == '[' && (s.place == atNext || s.place == atFirst):
		s.stack = s.stack[:len(s.stack)-1]
		s.ended()
	case (s.place == atKey || s.place == atFirstKey) && c == '"':
		s.place = inKey
	case s.place == atValue, s.place == atFirst:
		s.begin(c)
	default:
		s.err = ErrSyntax
	}
}

func (s *Stream) top() byte {
	if len(s.stack) == 0 {
		return 0
	}
	return s.stack[len(s.stack)-1]
}

// begin takes the first byte of a value.
func (s *Stream) begin(c byte) {
	switch {
	case c == '"':
		s.place = inString
	case (c == '{' || c == '[') && len(s.stack) >= MaxDepth:
		s.err = ErrTooDeep
	case c == '{':
		s.stack, s.place = append(s.stack, c), atFirstKey
	case c == '[':
		s.stack, s.place = append(s.stack, c), atFirst
	case c == 't':
		s.place, s.word = inWord, "rue"
	case c == 'f':
		s.place, s.word = inWord, "alse"
	case c == 'n':
		s.place, s.word = inWord, "ull"
	case c == '-':
		s.place, s.num = inNumber, numSign
	case c == '0':
		s.place, s.num = inNumber, numZero
	case c >= '1' && c <= '9':
		s.place, s.num = inNumber, numInt
	default:
		s.err = ErrSyntax
	}
}

// ended follows a value.
func (s *Stream) ended() {
	if s.place = atNext; len(s.stack) == 0 {
		s.place = afterValue
	}
}

// digit takes a byte of a number; false where the number has ended before it.
func (s *Stream) digit(c byte) bool {
	digit := c >= '0' && c <= '9'
	switch {
	case s.num == numSign && c == '0':
		s.num = numZero
	case (s.num == numSign || s.num == numInt) && digit:
		s.num = numInt
	case (s.num == numZero || s.num == numInt) && c == '.':
		s.num = numDot
	case (s.num == numDot || s.num == numFrac) && digit:
		s.num = numFrac
	case (s.num == numZero || s.num == numInt || s.num == numFrac) && (c == 'e' || c == 'E'):
		s.num = numE
	case s.num == numE && (c == '+' || c == '-'):
		s.num = numESign
	case (s.num == numE || s.num == numESign || s.num == numExp) && digit:
		s.num = numExp
	default:
		return false
	}
	return true
}

// whole reports whether a number may end here.
func (s *Stream) whole() bool {
	return s.num == numZero || s.num == numInt || s.num == numFrac || s.num == numExp
}

// text takes bytes of a string, up to its end, or one of an escape.
func (s *Stream) text(p []byte, i int) int {
	if s.escape > 0 {
		s.escaped(p[i])
		return i + 1
	}
	if s.high && p[i] != '\\' {
		s.lone()
	}
	for i+8 <= len(p) {
		m := special(binary.LittleEndian.Uint64(p[i:]))
		if m != 0 {
			i += bits.TrailingZeros64(m) / 8
			break
		}
		i += 8
	}
	if i >= len(p) {
		return i
	}
	switch c := p[i]; {
	case c == '"' && s.place == inKey:
		s.place = atColon
	case c == '"':
		s.ended()
	case c == '\\':
		s.escape = 1
	case c < ' ':
		s.err = ErrSyntax
	}
	return i + 1
}

func (s *Stream) lone() { s.flaws, s.high = s.flaws|LoneSurrogate, false }

// escaped takes a byte of an escape after its backslash.
func (s *Stream) escaped(c byte) {
	if s.escape == 1 {
		switch c {
		case 'u':
			s.escape, s.unit = 2, 0
			return
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			s.escape = 0
		default:
			s.err = ErrSyntax
		}
		if s.high {
			s.lone()
		}
		return
	}
	switch {
	case c >= '0' && c <= '9':
		s.unit = s.unit<<4 | rune(c-'0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		s.unit = s.unit<<4 | rune(c|0x20-'a'+10)
	default:
		s.err = ErrSyntax
		return
	}
	if s.escape++; s.escape <= 5 {
		return
	}
	s.escape = 0
	low := s.unit >= 0xDC00 && s.unit < 0xE000
	if s.high != low {
		s.flaws |= LoneSurrogate
	}
	s.high = s.unit >= 0xD800 && s.unit < 0xDC00
}
