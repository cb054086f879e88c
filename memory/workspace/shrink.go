package workspace

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/seed50391015/reverie/memory/state"
)

// ShrinkError is the shrink guard's refusal.
type ShrinkError struct {
	Bullets  int      // in the old handbook
	Gone     int      // of them without a like in the new one
	Excused  int      // of the gone: explained by inputs that went
	Examples []string // a few that would go unexplained
}

// Error tells the numbers.
func (e *ShrinkError) Error() string {
	return fmt.Sprintf("%v: %d of %d bullets, %d of them explained by removed inputs", ErrShrink, e.Gone, e.Bullets, e.Excused)
}

// Is makes errors.Is(err, ErrShrink) true.
func (e *ShrinkError) Is(target error) bool { return target == ErrShrink }

// likeness is the part of an old bullet's words that a new bullet must hold to stand for it.
const likeness = 0.6

// ShrinkGuard compares two handbooks. It refuses, with a *ShrinkError, when more than
// half of the old one's bullets would go beyond those that excused explains: bullets whose
// only sources were removed, forgotten, expired or superseded. A bullet is one line
// beginning "- " outside the lists of files and keywords; it stands for an old one if it
// holds most of its words, so that a merged or re-referenced bullet is not gone.
func ShrinkGuard(old, fresh []byte, excused func(bullet string) bool) error {
	before, after := bullets(old), newWordIndex(bullets(fresh))
	e := &ShrinkError{Bullets: len(before)}
	for _, b := range before {
		if after.holds(b) {
			continue
		}
		e.Gone++
		if excused != nil && excused(b) {
			e.Excused++
		} else if len(e.Examples) < 5 {
			e.Examples = append(e.Examples, b)
		}
	}
	if 2*(e.Gone-e.Excused) <= e.Bullets {
		return nil
	}
	return &state.HintError{Err: e, Hint: "the old handbook stands; look at what changed, and allow the loss explicitly if it is meant"}
}

// bullets lists a handbook's bullets, whole lines, but for those of the bookkeeping lists.
func bullets(handbook []byte) []string {
	var out []string
	bookkeeping := false
	for line := range strings.Lines(string(handbook)) {
		line = strings.TrimRight(line, " \t\r\n")
		if level := headingLevel(line); level > 0 {
			title := strings.TrimSpace(line[level:])
			bookkeeping = level >= 3 && (title == "rollout_summary_files" || title == "keywords")
			continue
		}
		if !bookkeeping && isBullet(line) {
			out = append(out, line)
		}
	}
	return out
}

func isBullet(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ")
}

// headingLevel is the number of # before a Markdown heading, 0 for another line.
func headingLevel(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n > 0 && n <= 6 && len(line) > n && line[n] == ' ' {
		return n
	}
	return 0
}

// wordIndex finds bullets by their words.
type wordIndex struct {
	keys map[string]bool
	sets []map[string]bool // words of each bullet
	by   map[string][]int  // word -> bullets that hold it
}

func newWordIndex(bullets []string) *wordIndex {
	x := &wordIndex{keys: map[string]bool{}, by: map[string][]int{}}
	for i, b := range bullets {
		x.keys[LineKey(b)] = true
		set := words(LineKey(b))
		x.sets = append(x.sets, set)
		for w := range set {
			x.by[w] = append(x.by[w], i)
		}
	}
	return x
}

// holds reports whether a bullet stands for b. A bullet that holds enough of b's words holds
// one of the rarest, as the others are too few; so only those that hold one are looked at.
func (x *wordIndex) holds(b string) bool {
	key := LineKey(b)
	if x.keys[key] {
		return true
	}
	rare := slices.SortedFunc(maps.Keys(words(key)), func(v, w string) int { return len(x.by[v]) - len(x.by[w]) })
	if len(rare) == 0 {
		return false
	}
	enough := int(math.Ceil(likeness * float64(len(rare))))
	seen := map[int]bool{}
	for _, w := range rare[:len(rare)-enough+1] {
		for _, i := range x.by[w] {
			if !seen[i] && common(rare, x.sets[i]) >= enough {
				return true
			}
			seen[i] = true
		}
	}
	return false
}

// common counts the words that are in the set.
func common(words []string, set map[string]bool) (n int) {
	for _, w := range words {
		if set[w] {
			n++
		}
	}
	return n
}

// words is the set of a text's words: runs of letters and digits, and single characters of
// scripts that are written without spaces.
func words(text string) map[string]bool {
	set := map[string]bool{}
	var run []rune
	end := func() {
		if len(run) > 0 {
			set[string(run)] = true
			run = run[:0]
		}
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			end()
			set[string(r)] = true
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			run = append(run, r)
		default:
			end()
		}
	}
	end()
	return set
}
