package language

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxOwn bounds what of one message is read as the writer's words; nobody types more,
// and what is pasted beyond it is no steering.
const maxOwn = 24_000

// patterns are the regular expressions of this file, compiled when the first message is
// read: a program that reads none does not pay for them.
var patterns = sync.OnceValue(func() (p struct{ fence, tagOpen, code, quoted, url, log *regexp.Regexp }) {
	p.fence = regexp.MustCompile("(?s)(?:```|~~~).*?(?:```|~~~|$)")
	p.tagOpen = regexp.MustCompile(`(?m)^[ \t]*<([A-Za-z][\w.:-]*)(?:\s[^<>\n]*)?>[ \t]*$`)
	p.code = regexp.MustCompile("`[^`\n]*`")
	p.quoted = regexp.MustCompile(`"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,200}」|『[^』\n]{1,200}』`)
	p.url = regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://[^\s，。、；）)]+`)
	p.log = regexp.MustCompile(`^\s*(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d|\[?\d\d:\d\d:\d\d|at\s+\S+\s*\(|at\s+[\w$.]+\(|File "|Traceback |\$ |# |>|\+\+\+ |--- |@@ |[{}\[\]()<>]+;?\s*$|[\w.]+(?:Error|Exception)\b|(?:error|ERROR|WARN|INFO|DEBUG|FATAL|panic|npm ERR!|E )[\s:\[(]|\|)`)
	return p
})

// mask is what stands for every byte of text that is there but is not the writer's
// words; it keeps places and lengths.
const mask = '\x01'

// own returns text of the same length in which everything that is not the writer's own
// words is masked: fenced code, tagged blocks, logs and quoted lines, code spans,
// addresses; and, in a second copy, quoted strings as well.
func own(text string) (words, cues string) {
	if len(text) > maxOwn {
		cut := maxOwn
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	b := []byte(text)
	for _, loc := range patterns().fence.FindAllStringIndex(text, -1) {
		blot(b, loc[0], loc[1])
	}
	maskTags(b)
	maskLogs(b)
	words = string(b)
	for _, re := range []*regexp.Regexp{patterns().code, patterns().url, patterns().quoted} {
		for _, loc := range re.FindAllStringIndex(words, -1) {
			fill(b, loc[0], loc[1])
		}
	}
	return words, string(b)
}

// blot masks whole lines: their breaks stay, so that they part sentences.
func blot(b []byte, from, to int) {
	for i := from; i < to; i++ {
		if b[i] != '\n' {
			b[i] = mask
		}
	}
}

func fill(b []byte, from, to int) {
	for i := from; i < to; i++ {
		b[i] = mask
	}
}

// maskTags masks `<tag>` … `</tag>` blocks whose tags stand alone on their lines: that
// is how programs put text into a user's message.
func maskTags(b []byte) {
	text := string(b)
	for from := 0; from < len(text); {
		loc := patterns().tagOpen.FindStringSubmatchIndex(text[from:])
		if loc == nil {
			return
		}
		name := text[from+loc[2] : from+loc[3]]
		open := from + loc[0]
		end := strings.Index(text[open:], "</"+name+">")
		if end < 0 {
			from += loc[1]
			continue
		}
		end += open + len(name) + 3
		blot(b, open, end)
		from = end
	}
}

// maskLogs masks lines that a program wrote: logs, stack traces, prompts, diffs, quotes.
func maskLogs(b []byte) {
	start := 0
	for i := 0; i <= len(b); i++ {
		if i < len(b) && b[i] != '\n' {
			continue
		}
		line := string(b[start:i])
		if line != "" && start > 0 && (patterns().log.MatchString(line) || symbols(line)) {
			blot(b, start, i)
		} else if strings.HasPrefix(strings.TrimSpace(line), "> ") {
			blot(b, start, i)
		}
		start = i + 1
	}
}

// symbols reports whether a line is mostly signs and numbers, as code and tables are.
func symbols(line string) bool {
	letters, all := 0, 0
	for _, r := range line {
		if unicode.IsSpace(r) {
			continue
		}
		all++
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return all > 12 && letters*2 < all
}

// span is a piece of a text.
type span struct{ from, to int }

// sentences splits text: at line breaks, at the full stops of CJK, and at `.`, `!`, `?`
// and `;` before white space, but not within an abbreviation, nor after an ellipsis that
// the sentence goes on behind.
func sentences(text string) []span {
	var out []span
	start := 0
	cut := func(end int) {
		s := trim(text, span{start, end})
		if s.from < s.to {
			out = append(out, s)
		}
		start = end
	}
	depth := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		next := i + n
		switch r {
		case '\n':
			cut(i)
			start, depth = next, 0
		case '(', '（':
			depth++
		case ')', '）':
			depth = max(0, depth-1)
		case '。', '！', '？':
			next = closing(text, next)
			cut(next)
		case '.', '!', '?', ';', '…':
			end := closing(text, next)
			if depth == 0 && ends(text, i, end, r) {
				cut(end)
			}
			next = end
		}
		i = next
	}
	cut(len(text))
	return out
}

// closing goes on over further stops and closing marks.
func closing(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !strings.ContainsRune(".!?。！？…\"”’」』)）", r) {
			return i
		}
		i += n
	}
	return i
}

func ends(text string, at, end int, r rune) bool {
	if end >= len(text) {
		return true
	}
	next, n := utf8.DecodeRuneInString(text[end:])
	if !unicode.IsSpace(next) {
		return r == '…' && IsCJK(next) || IsCJK(next) && r != '.'
	}
	if r == '.' || r == '…' {
		if r == '…' || strings.HasPrefix(text[at:], "..") {
			after, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[end+n:], " "))
			return unicode.IsUpper(after) || IsCJK(after)
		}
		return !abbreviation(text[:at])
	}
	return true
}

func abbreviation(before string) bool {
	i := strings.LastIndexFunc(before, func(r rune) bool { return unicode.IsSpace(r) || r == '(' })
	switch strings.ToLower(before[i+1:]) {
	case "e.g", "i.e", "etc", "vs", "cf", "z.b", "d.h", "u.a", "bzw", "ca", "approx", "no", "p.ej", "ej", "p.ex", "ex", "resp", "mr", "dr", "st":
		return before[i+1:] != "no"
	}
	return false
}

func trim(text string, s span) span {
	sub := text[s.from:s.to]
	left := len(sub) - len(strings.TrimLeft(sub, " \t\r\n-*•"))
	if left > 0 && left < len(sub) && sub[left-1] == '-' { // a flag, not a list's dash
		left--
		for left > 0 && sub[left-1] == '-' {
			left--
		}
	}
	right := len(strings.TrimRight(sub, " \t\r\n"))
	if left >= right {
		return span{s.from, s.from}
	}
	if strings.Trim(sub[left:right], "\x01 \t.,") == "" {
		return span{s.from, s.from}
	}
	return span{s.from + left, s.from + right}
}

// clauses splits a sentence at commas, semicolons, colons before white space and dashes.
func clauses(text string, s span) []span {
	var out []span
	start := s.from
	cut := func(end, next int) {
		if c := trim(text, span{start, end}); c.from < c.to {
			out = append(out, c)
		}
		start = next
	}
	for i := s.from; i < s.to; {
		r, n := utf8.DecodeRuneInString(text[i:])
		next := i + n
		spaced := next >= s.to || text[next] == ' ' || text[next] == '\t'
		switch {
		case strings.ContainsRune("，；：、…—", r):
			cut(i, next)
		case strings.ContainsRune(",;:.!?", r) && spaced, r == ',' && next < s.to && IsCJK(first(text[next:])):
			cut(i, next)
		case r == '-' && spaced && i > s.from && text[i-1] == ' ', r == '–' && spaced:
			cut(i, next)
		}
		i = next
	}
	cut(s.to, s.to)
	return out
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
