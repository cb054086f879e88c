package consolidate

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/seed50391015/reverie/memory/extract"
)

const (
	titleLimit = 90  // characters of a task's title
	titleTells = 2.6 // about how many words a title needs to say what the task was
)

// redactedMark stands where a secret stood.
const redactedMark = "[REDACTED_SECRET]"

// elide puts an ellipsis where a secret stood: a reader has no use for the mark.
func elide(s string) string { return strings.ReplaceAll(s, redactedMark, "…") }

// title makes a task's title of its name: on one line, without the words a speaker begins
// with and without the full stop. A name that was cut, or that says too little, is taken
// on from the task's own text.
func (l *lexicon) title(name, task string) string {
	name, task = elide(extract.OneLine(name)), elide(extract.OneLine(task))
	text := l.withoutOpening(name)
	whole, cut := strings.CutSuffix(text, "…")
	if i := strings.Index(task, whole); i >= 0 && whole != "" && (cut || l.tells(whole) < titleTells) {
		text = l.enough(task[i:], whole)
	}
	text = l.withoutOpening(text)
	text = strings.TrimRight(cutWord(text, titleLimit), " .。:：;；,，、")
	if text == "" {
		return strings.TrimRight(cutWord(name, titleLimit), " .。:：;；,，、")
	}
	return capital(text, name)
}

// tells is about how many words of a text say what it is about.
func (l *lexicon) tells(text string) float64 {
	n := 0.0
	for _, form := range l.terms(text) {
		n += form
	}
	return n
}

// enough is the beginning of a text, sentence by sentence from what a name has of it,
// until it tells what it is about.
func (l *lexicon) enough(text, name string) string {
	for _, end := range reFullStop.FindAllStringIndex(text, -1) {
		if end[1] >= len(name) && l.tells(text[:end[1]]) >= titleTells {
			return strings.TrimSpace(text[:end[1]])
		}
	}
	return text
}

var reFullStop = regexp.MustCompile(`[.!?](?:\s|$)|[。！？\n]`)

// withoutOpening drops the words that a speaker begins with ("ok so", "对了，"), however
// many there are, as long as something is left.
func (l *lexicon) withoutOpening(text string) string {
	for range 4 {
		loc := l.opening.FindStringIndex(text)
		if loc == nil || loc[1] == 0 || strings.TrimSpace(text[loc[1]:]) == "" {
			break
		}
		text = text[loc[1]:]
	}
	return strings.TrimLeft(text, " ,，:：;；。!！-–—")
}

// capital gives a title that lost its beginning a capital letter, where its first word is
// a plain one.
func capital(text, name string) string {
	first, _, _ := strings.Cut(text, " ")
	if strings.HasPrefix(name, first) || !unicode.IsUpper([]rune(name)[0]) || strings.ContainsFunc(first, func(r rune) bool { return !unicode.IsLower(r) }) {
		return text
	}
	r := []rune(text)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// cutWord shortens a text to n characters on a word's border, with an ellipsis. Code spans
// are not left open.
func cutWord(s string, n int) string {
	r := []rune(s)
	if wide := strings.Count(strings.Map(wideMark, s), "x"); wide*2 > len(r) {
		n = n * 3 / 5 // an ideograph says more, and takes more room
	}
	if len(r) <= n {
		return s
	}
	end := n - 1
	if !isIdeograph(r[end]) && !isIdeograph(r[end-1]) {
		for i := end; i > n*2/3; i-- {
			if unicode.IsSpace(r[i]) {
				end = i
				break
			}
		}
	} else {
		for i := end; i > n*2/3; i-- {
			if strings.ContainsRune("，。；、：！？ ", r[i]) {
				end = i
				break
			}
		}
	}
	text := strings.TrimRight(string(r[:end]), " ,，、;；:：(（\"'“「")
	if i := strings.LastIndexByte(text, '`'); strings.Count(text, "`")%2 == 1 && i > 0 {
		text = strings.TrimRight(text[:i], " ")
	}
	return text + "…"
}

func wideMark(r rune) rune {
	if isIdeograph(r) {
		return 'x'
	}
	return ' '
}
