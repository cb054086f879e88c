package recall

import (
	"regexp"
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

// evidence tells which ledger lines of one thread stand behind a claim. A mark of the
// claim is sure where a source line bears it and says the words before it; a merged claim
// holds the marks of several threads, whose numbers may meet by chance. Failing that, any
// mark that the sources bear; without one, the marks of the source line that says most
// nearly the same, or of the task it belongs to.
func evidence(claim string, sources ...string) []Mark {
	var known, sure, borne []Mark
	for _, s := range sources {
		known = append(known, marks(s)...)
	}
	for _, p := range markedPieces(claim) {
		if !slices.Contains(known, p.mark) {
			continue
		}
		borne = append(borne, p.mark)
		if slices.ContainsFunc(sources, p.saidBy) {
			sure = append(sure, p.mark)
		}
	}
	if len(sure) > 0 {
		return inOrder(sure)
	}
	if len(borne) > 0 {
		return inOrder(borne)
	}
	if found := nearest(claim, sources); len(found) > 0 || len(known) > 0 {
		return found
	}
	return marks(claim) // there is nothing to check them against
}

// nearest returns the marks that belong to the source line most like the claim.
func nearest(claim string, sources []string) (found []Mark) {
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
	return found
}

// markedPiece is a mark of a claim with the words it vouches for.
type markedPiece struct {
	mark  Mark
	words string // white space made one
}

// markedPieces pairs each mark with the quote right before it, or, where there is none,
// with all that stands between it and the mark before.
func markedPieces(claim string) []markedPiece {
	var pieces []markedPiece
	from, words := 0, ""
	for _, at := range ledgerMark.FindAllStringIndex(claim, -1) {
		if between := oneSpace(claim[from:at[0]]); between != "" { // else it is one more mark for the same words
			words = between
			if quotes := quotedText.FindAllStringSubmatch(between, -1); len(quotes) > 0 {
				words = strings.Join(quotes[len(quotes)-1][1:], "")
			}
		}
		for _, m := range marks(claim[at[0]:at[1]]) {
			pieces = append(pieces, markedPiece{m, words})
		}
		from = at[1]
	}
	return pieces
}

var quotedText = regexp.MustCompile("\"([^\"]+)\"|`([^`]+)`")

// saidBy reports whether some line of the source bears the mark and says the words.
func (p markedPiece) saidBy(source string) bool {
	for line := range strings.Lines(source) {
		if slices.Contains(marks(line), p.mark) && strings.Contains(oneSpace(line), p.words) {
			return true
		}
	}
	return false
}

func oneSpace(s string) string { return strings.Join(strings.Fields(s), " ") }

func inOrder(places []Mark) []Mark {
	slices.SortFunc(places, compareMarks)
	return slices.Compact(places)
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
