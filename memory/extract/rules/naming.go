package rules

import (
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
)

// title gives a task's name and the request it stands for, from the message's own words.
func (k *kit) title(m language.Message) (name, asked string) {
	best := k.telling(m)
	if best == nil {
		return "untitled", ""
	}
	var parts []string
	for i := range m.Sentences {
		s := &m.Sentences[i]
		if (s == best || !k.idle(*s)) && len(parts) < 4 {
			parts = append(parts, s.Text)
		}
	}
	if name = clipWords(plain(k.reader.Core(*best)), 100); name == "" {
		name = clipWords(plain(best.Text), 100)
	}
	return name, clipWords(plain(strings.Join(parts, " ")), 300)
}

// telling is the first sentence of a message that says what it is about, else the one
// that says most; nil if there is none.
func (k *kit) telling(m language.Message) *language.Sentence {
	var best *language.Sentence
	for i := range m.Sentences {
		s := &m.Sentences[i]
		if k.idle(*s) || s.Cues.Has(language.Narrate) && len(m.Sentences) > 1 && i+1 < len(m.Sentences) && weightOf(*s) < 5 {
			continue
		}
		if best == nil || thin(*best) && weightOf(*s) > weightOf(*best) {
			best = s
		}
	}
	if best == nil && len(m.Sentences) > 0 {
		best = &m.Sentences[0]
	}
	return best
}

// idle reports a sentence that says nothing of a task: small talk, consent, a pasted
// error, a secret.
func (k *kit) idle(s language.Sentence) bool {
	return s.Cues.Has(language.Permit) && !s.Cues.Has(language.Verb) || s.Cues.Has(language.Accept, language.Bye) && s.Words <= 4 ||
		holdsSecret(s.Text) || k.weigh(s.Text) >= 6 && !s.Cues.Has(language.Verb, language.Please)
}

func weightOf(s language.Sentence) int { return len(s.Topics) + len(s.Idents) }

// thin reports a sentence that names too little for a title.
func thin(s language.Sentence) bool {
	n := weightOf(s)
	if s.Quoted {
		n++
	}
	return n < 3 && !(n == 2 && s.Words > 3 && s.Cues.Has(language.Verb, language.Reject, language.Please))
}

// holdsSecret reports a text out of which a secret was taken.
func holdsSecret(s string) bool { return strings.Contains(s, "[REDACTED") }

// plain makes a text fit for a heading or a field: one line, no mark that would be read
// as ours, no stop or colon at its end.
func plain(s string) string {
	s = strings.ReplaceAll(extract.OneLine(s), "[L", "(L")
	return strings.TrimRight(strings.TrimLeft(s, "#-*:：,，;； "), ":：.。;；,， ")
}

// clipWords shortens a text at a word's end and says so.
func clipWords(s string, n int) string {
	if len(s) <= n {
		return s
	}
	cut := strings.TrimSuffix(clip(s, n), "…")
	next, _ := utf8.DecodeRuneInString(s[len(cut):])
	last, _ := utf8.DecodeLastRuneInString(cut)
	if i := strings.LastIndexAny(cut, " ，。、；"); i > n/2 && !language.IsCJK(next) && !language.IsCJK(last) && !unicode.IsSpace(next) {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,，、;；:：.") + "…"
}

func (k *kit) askedFor(e *exchange) extract.Quote {
	s := k.telling(e.message)
	if s == nil || holdsSecret(s.Text) {
		return extract.Quote{}
	}
	return extract.Quote{Text: clipQuote(s.Text), Mark: e.mark}
}

// keywords are the project, the files that were edited, the tools that were run and the
// words of the requests by which the work itself goes: those that its paths, commands
// or the assistant use as well. All are whole words as they were written.
func (l *lessons) keywords() []string {
	out := []string{group(l.t.session.Cwd)}
	var files, tools []string
	used := map[string]bool{}
	use := func(text string) {
		for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
			used[w] = true
		}
	}
	for _, a := range l.t.acts {
		use(a.command)
		for _, f := range a.edits {
			files = appendNew(files, filepath.Base(f))
			use(f)
		}
		for _, p := range a.parts {
			if program, _ := p.program(); p.class == classCheck || p.class == classSetup || p.class == classRun {
				tools = appendNew(tools, path.Base(program))
			}
		}
	}
	for _, e := range l.t.exchanges {
		use(e.said)
	}
	for _, f := range files[:min(5, len(files))] {
		out = appendNew(out, f)
	}
	tools = slices.DeleteFunc(tools, func(t string) bool { return len(t) < 2 || strings.ContainsAny(t, "$[]{}\"'`=") })
	for _, t := range tools[:min(3, len(tools))] {
		out = appendNew(out, t)
	}
	for _, w := range l.spoken(used) {
		out = appendNew(out, w)
	}
	return out
}

const maxSpoken = 6

// spoken are the words of the tasks' requests that the work uses too, most frequent first.
func (l *lessons) spoken(used map[string]bool) []string {
	count := map[string]int{}
	for _, x := range l.all {
		for _, s := range x.task.exchanges[0].message.Sentences {
			if l.kit.idle(s) {
				continue
			}
			for _, w := range s.Terms {
				count[w]++
			}
		}
	}
	var words []string
	for w := range count {
		if used[w] && utf8.RuneCountInString(w) > 3 && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) < 0 {
			words = append(words, w)
		}
	}
	sort.Slice(words, func(i, j int) bool {
		if count[words[i]] != count[words[j]] {
			return count[words[i]] > count[words[j]]
		}
		return words[i] < words[j]
	})
	return words[:min(maxSpoken, len(words))]
}

// slug makes a file name's part of a description; "" where it has too few plain letters.
func slug(s string) string {
	var b strings.Builder
	letters := 0
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
			letters++
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	if letters < 4 {
		return ""
	}
	return strings.Trim(b.String(), "-")
}
