package consolidate

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

const (
	sameError   = 0.62 // two error lines that tell the same trouble
	sameCommand = 0.40 // … where the same command brought them
	sameFix     = 0.25 // … where the same command was the end of both
	sameFurther = 0.80 // a first and a further line that tell the same trouble
	sameFact    = 0.60 // two pieces of knowledge that say the same
)

// genericError are words of error lines that say only that something went wrong.
var genericError = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`error errors err failed fail failure fatal panic exception assertion assertionerror assert expected expect actual got want wanted received
undefined null nil true false test tests timeout timed out exit status code exited process command line warning abort aborted invalid unexpected unknown cannot could can't
typeerror valueerror referenceerror runtimeerror equality object object.is left right equal deep deeply called call value result unwrap npm not found no such file directory build built compile compilation compiler encountered occurred task job step run running script`) {
		out[stem(w)] = true
	}
	return out
}()

var (
	reNumber = regexp.MustCompile(`\b(?:0x[0-9a-f]+|[0-9a-f]{12,}|\d+(?:[.:]\d+)*\w{0,2})\b`)
	reTemp   = regexp.MustCompile(`/(?:tmp|var/folders|private/tmp)/\S+`)
)

// mergeFailures makes entries of failures: those that tell the same trouble become one,
// in whatever session or project they were met.
func (r *composer) mergeFailures(claims []*claim) []*entry {
	each(claims, func(c *claim) { c.readLines(r.words) })
	return join(claims, func(o, c *claim) (float64, bool) {
		likest, cosine, tells := nearestLines(o, c)
		switch {
		case o.project == c.project && o.command != "" && o.command == c.command && likest >= sameCommand:
			return likest, true
		case o.project == c.project && cosine >= sameFix && o.fix != "" && o.fix == c.fix:
			return cosine, tells >= 1
		}
		return cosine, cosine >= sameError && tells >= 2
	})
}

// errorLine is one line that a failure showed.
type errorLine struct {
	terms
	vector
}

// reAlsoSaid matches the further lines that a failure showed, each a code span.
var reAlsoSaid = regexp.MustCompile("; it also said ((?:`[^`]+`(?:, )?)+)")

// alsoSaid is how many further lines of a failure are compared.
const alsoSaid = 3

// readLines fills the error lines: the first, by which the failure is known, and the
// others. What a failure is compared by is all of them.
func (c *claim) readLines(words *lexicon) {
	c.whole = words.signature(cmp.Or(c.bullet.Error, clean(c.bullet.Text)))
	c.lines = []errorLine{{terms: c.whole}}
	if c.bullet.Fix != "" && !namesFiles(c.bullet.Fix) {
		c.fix = fold(c.bullet.Fix)
	}
	if m := reAlsoSaid.FindStringSubmatch(c.bullet.Text); m != nil && c.bullet.Error != "" {
		all := maps.Clone(c.whole)
		for i, text := range strings.Split(m[1], "`") {
			if i%2 == 0 || len(c.lines) > alsoSaid {
				continue
			}
			if t := words.signature(text); len(t) > 0 {
				c.lines = append(c.lines, errorLine{terms: t})
				maps.Copy(all, t)
			}
		}
		c.whole = all
	}
}

// nearestLines compares two failures by their lines, two at a time, one of which is the
// first of its failure. Likest is how alike the likest two are; cosine and tells are of the
// likest two that have a telling word in common, and how many such they have.
func nearestLines(o, c *claim) (likest, cosine float64, tells int) {
	for i := range o.lines {
		for k := range c.lines {
			if i > 0 && k > 0 {
				break
			}
			m := overlap(o.lines[i].vector, c.lines[k].vector)
			if i+k > 0 && m.cosine < sameFurther {
				continue
			}
			if likest = max(likest, m.cosine); m.tells > 0 && m.cosine > cosine {
				cosine, tells = m.cosine, m.tells
			}
		}
	}
	return likest, cosine, tells
}

// signature is the error line without what differs from run to run.
func (l *lexicon) signature(text string) terms {
	text = reTemp.ReplaceAllString(text, " ")
	t := l.terms(reNumber.ReplaceAllString(plain(text), " "))
	for term := range t {
		if genericError[term] {
			t[term] = 0.4
		}
	}
	if len(t) == 0 {
		t = l.terms(text)
	}
	return t
}

// mergeKnowledge makes entries of reusable knowledge, apart for each project: the same
// command, or the same fact, is one.
func (r *composer) mergeKnowledge(claims []*claim) []*entry {
	for _, c := range claims {
		if c.command != "" { // equal commands alone meet, whatever words they are made of
			c.calls = calls(c.command)
			c.whole = terms{"`" + c.calls: 1}
		} else {
			c.readWhole()
		}
	}
	return join(claims, func(o, c *claim) (float64, bool) {
		if o.project != c.project {
			return 0, false
		}
		if o.command != "" || c.command != "" {
			return 1, o.calls == c.calls
		}
		m := overlap(o.vector, c.vector)
		return m.cosine, m.cosine >= sameFact && m.shared >= twoWords
	})
}

// join puts each claim into the entry that has the claim likest to it, of those that
// alike accepts, else into one of its own.
func join(claims []*claim, alike func(o, c *claim) (float64, bool)) []*entry {
	embed(claims)
	var (
		entries []*entry
		index   postings
		home    = make([]*entry, len(claims))
	)
	for i, c := range claims {
		top := 0.0
		for _, place := range index.near(c.vector) {
			if score, ok := alike(claims[place], c); ok && score > top {
				home[i], top = home[place], score
			}
		}
		if home[i] == nil {
			home[i] = newEntry(c)
			entries = append(entries, home[i])
		} else {
			home[i].claims = append(home[i].claims, c)
		}
		index.add(i, c, home[i])
	}
	return entries
}

// calls is a command whose parts stand in a fixed order: checks that are run one after
// the other are the same checks in any order.
func calls(command string) string {
	parts := strings.Split(command, " && ")
	slices.Sort(parts)
	return strings.Join(parts, " && ")
}

// fold makes two ways of writing one command equal: white space aside.
func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// distinct keeps the first of texts that say the same or less than an earlier one.
func distinct(texts []string) []string {
	var out []string
	for _, t := range texts {
		key := squeeze(reLineMark.ReplaceAllString(t, ""))
		if key == "" || slices.ContainsFunc(out, func(o string) bool { return strings.Contains(squeeze(reLineMark.ReplaceAllString(o, "")), key) }) {
			continue
		}
		out = append(out, t)
	}
	return out
}

// squeeze leaves letters and digits alone, in lower case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if isIdeograph(r) || isWordRune(r) {
			return r
		}
		return -1
	}, plain(s))
}
