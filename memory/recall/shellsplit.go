package recall

import "strings"

// splitShell splits a script into simple commands of words, quotes taken off. Commands
// are joined by ; & (as && only) | || and newlines. ok is false for whatever could do
// more than run those commands: redirection into a file, substitution, background,
// groups, control flow, assignment, or quotes that do not end. Variables stay as written.
func splitShell(src string) (commands [][]string, ok bool) {
	s := shellSplitter{src: src}
	for s.at < len(s.src) {
		if !s.step() {
			return nil, false
		}
	}
	if s.endCommand(); s.bad {
		return nil, false
	}
	return s.commands, true
}

type shellSplitter struct {
	src      string
	at       int
	word     strings.Builder
	inWord   bool
	words    []string
	commands [][]string
	bad      bool
}

var shellKeywords = map[string]bool{"if": true, "for": true, "while": true, "until": true, "case": true, "function": true, "eval": true, "exec": true, "source": true, ".": true, "{": true, "!": true}

func (s *shellSplitter) endWord() {
	if s.inWord {
		s.words = append(s.words, s.word.String())
		s.word.Reset()
		s.inWord = false
	}
}

func (s *shellSplitter) endCommand() {
	s.endWord()
	if len(s.words) == 0 {
		return
	}
	if first := s.words[0]; shellKeywords[first] || strings.Contains(first, "=") {
		s.bad = true
	}
	s.commands = append(s.commands, s.words)
	s.words = nil
}

func (s *shellSplitter) add(text string) {
	s.word.WriteString(text)
	s.inWord = true
}

// step takes one character, quote or operator; false means: not only reading.
func (s *shellSplitter) step() bool {
	rest := s.src[s.at:]
	switch rest[0] {
	case ' ', '\t', '\r':
		s.endWord()
	case '\n', ';':
		s.endCommand()
	case '|', '&':
		return s.operator(rest)
	case '>':
		return s.output(rest)
	case '<':
		if strings.HasPrefix(rest, "<<") || strings.HasPrefix(rest, "<(") || strings.HasPrefix(rest, "<>") {
			return false
		}
		s.endWord() // the file read stands as an operand
	case '(', ')', '`':
		return false
	case '#':
		if !s.inWord {
			s.at += lineLength(rest)
			return true
		}
		s.add("#")
	case '\'', '\\':
		return s.quoted(rest)
	case '"':
		return s.double()
	case '$':
		if strings.HasPrefix(rest, "$(") || strings.HasPrefix(rest, "$'") {
			return false
		}
		s.add("$")
	default:
		s.add(rest[:1])
	}
	s.at++
	return true
}

func lineLength(text string) int {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return end
	}
	return len(text)
}

// operator takes | || && and the redirection of everything into nothing; a lone & would go on in the background.
func (s *shellSplitter) operator(rest string) bool {
	const nowhere = "&>/dev/null"
	switch {
	case strings.HasPrefix(rest, nowhere) && endsWord(rest[len(nowhere):]):
		s.endWord()
		s.at += len(nowhere)
		return true
	case strings.HasPrefix(rest, "||"), strings.HasPrefix(rest, "&&"):
		s.at++
	case rest[0] == '&':
		return false
	}
	s.endCommand()
	s.at++
	return true
}

// quoted takes a piece in single quotes, or a character after a backslash.
func (s *shellSplitter) quoted(rest string) bool {
	if rest[0] == '\'' {
		end := strings.IndexByte(rest[1:], '\'')
		if end < 0 {
			return false
		}
		s.add(rest[1 : 1+end])
		s.at += end + 2
		return true
	}
	if len(rest) < 2 {
		return false
	}
	if rest[1] != '\n' {
		s.add(rest[1:2])
	}
	s.at += 2
	return true
}

// endsWord reports whether a word that ends before rest goes no further.
func endsWord(rest string) bool { return rest == "" || strings.ContainsAny(rest[:1], " \t\n;|&)") }

// output allows only the redirections that write nothing.
func (s *shellSplitter) output(rest string) bool {
	for _, harmless := range []string{">/dev/null", "> /dev/null", ">&1", ">&2"} {
		if !strings.HasPrefix(rest, harmless) {
			continue
		}
		if !endsWord(rest[len(harmless):]) {
			return false
		}
		if w := s.word.String(); w == "1" || w == "2" { // the descriptor before it
			s.word.Reset()
			s.inWord = false
		}
		s.endWord()
		s.at += len(harmless)
		return true
	}
	return false
}

// double reads a double-quoted piece.
func (s *shellSplitter) double() bool {
	s.inWord = true
	for i := s.at + 1; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case '"':
			s.at = i + 1
			return true
		case '\\':
			if i+1 >= len(s.src) {
				return false
			}
			if i++; !strings.ContainsRune("$`\"\\\n", rune(s.src[i])) {
				s.word.WriteByte('\\')
			}
			s.word.WriteByte(s.src[i])
		case '`':
			return false
		case '$':
			if strings.HasPrefix(s.src[i:], "$(") {
				return false
			}
			s.word.WriteByte('$')
		default:
			s.word.WriteByte(c)
		}
	}
	return false
}
