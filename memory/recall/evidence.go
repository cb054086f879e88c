package recall

import (
	"slices"
	"strings"
	"unicode"
)

// similarEnough is the share of a claim's words that another text must hold to count as the same claim.
const similarEnough = 0.5

// complete fills in what the handbook left out: header fields from the summary's own
// head, the ledger lines from the text of that summary and of the thread's raw memory.
func (t *tracer) complete(ref *Ref, claim string) {
	if ref.Note != "" {
		return
	}
	if ref.SummaryPath == "" {
		ref.SummaryPath = t.summaryOf(ref.ThreadID)
	}
	summary, err := t.read(ref.SummaryPath)
	if ref.SummaryPath != "" {
		ref.Missing = err != nil
	}
	if err == nil {
		fromFile := Ref{}
		readHeader(strings.Split(summary, "\n"), &fromFile)
		fill(&ref.ThreadID, fromFile.ThreadID)
		fill(&ref.UpdatedAt, fromFile.UpdatedAt)
		fill(&ref.RolloutPath, fromFile.RolloutPath)
		fill(&ref.Cwd, fromFile.Cwd)
	}
	if len(ref.Places) == 0 {
		ref.Places = evidence(claim, t.rawSection(ref.ThreadID), summary)
	}
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

// summaryOf finds the summary file of a thread.
func (t *tracer) summaryOf(threadID string) string {
	if threadID == "" {
		return ""
	}
	ref := Ref{}
	readHeader(strings.Split(t.rawSection(threadID), "\n"), &ref)
	return ref.SummaryPath
}

// rawSection returns a thread's part of raw_memories.md, without its heading.
func (t *tracer) rawSection(threadID string) string {
	if threadID == "" {
		return ""
	}
	_, rest, ok := strings.Cut("\n"+t.text(RawFile), "\n## Thread `"+threadID+"`\n")
	if !ok {
		return ""
	}
	section, _, _ := strings.Cut(rest, "\n## Thread `")
	return section
}

// evidence tells which ledger lines of one thread stand behind a claim. Marks of
// the claim that its sources carry too are sure; without any, the source line that says
// most nearly the same tells its own marks, or those of the task it belongs to.
func evidence(claim string, sources ...string) []Mark {
	var known, found []Mark
	for _, s := range sources {
		known = append(known, marks(s)...)
	}
	own := marks(claim)
	for _, n := range own {
		if slices.Contains(known, n) {
			found = append(found, n)
		}
	}
	if len(found) > 0 {
		return found
	}
	want, best := wordSet(claim), similarEnough
	for _, source := range sources {
		lines := strings.Split(source, "\n")
		for i, line := range lines {
			if score := likeness(want, wordSet(line)); score > best && !headerField.MatchString(line) {
				if at := marksAt(lines, i+1); len(at) > 0 {
					best, found = score, at
				}
			}
		}
	}
	if len(found) == 0 && len(known) == 0 {
		return own // nothing to check the claim's marks against
	}
	return found
}

// notesLike returns the ad-hoc notes that say the same as a bullet.
func (t *tracer) notesLike(text string) []Ref {
	dir, err := t.root.Open(NotesDir)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	slices.Sort(names)
	var refs []Ref
	want := wordSet(strings.ReplaceAll(text, adHocTag, ""))
	for _, name := range names {
		note := NotesDir + "/" + name
		if strings.HasSuffix(name, ".md") && !strings.HasPrefix(name, ".") && overlap(want, wordSet(t.text(note))) >= similarEnough {
			refs = append(refs, Ref{Note: note})
		}
	}
	return refs
}

// wordSet returns the words of a text, lower-cased; of scripts without spaces, each pair
// of neighbours. References and marks do not count.
func wordSet(text string) map[string]bool {
	text = ledgerMark.ReplaceAllString(taskRefs.ReplaceAllString(text, ""), "")
	set := map[string]bool{}
	var word []rune
	flush := func() {
		if len(word) > 0 {
			set[string(word)] = true
			word = word[:0]
		}
	}
	var before rune
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			flush()
			if before != 0 {
				set[string([]rune{before, r})] = true
			}
			before = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			word = append(word, r)
		default:
			flush()
		}
		before = 0
	}
	flush()
	return set
}

// likeness compares both ways: a merged claim holds more than one source says, and a
// source more than the claim. Two or three words prove nothing.
func likeness(claim, source map[string]bool) float64 {
	const few = 4
	score := overlap(claim, source)
	if len(source) >= few {
		score = max(score, overlap(source, claim))
	}
	return score
}

// overlap is the share of want that text holds.
func overlap(want, text map[string]bool) float64 {
	if len(want) == 0 {
		return 0
	}
	n := 0
	for w := range want {
		if text[w] {
			n++
		}
	}
	return float64(n) / float64(len(want))
}
