package consolidate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed50391015/reverie/memory/extract"
)

// How alike two preferences have to be. Cosines of unrelated rules of one project mostly
// stay under .25, those of repeats lie above .35 (TestPreferencesMeet has examples).
const (
	mergeCosine    = 0.36 // the same rule, said with two words or more in common
	mergeManyCos   = 0.30 // … with three or more
	mergeOneCos    = 0.62 // … with one word in common: little else was said
	againCosine    = 0.17 // the same rule, where the user says that he said it before
	againClause    = 0.40 // … in one clause of each
	elsewhereExtra = 0.05 // more is asked for between two projects
	changeCosine   = 0.24 // an older rule that the newer takes back in so many words
	changeManyCos  = 0.17 // … with three words or more in common
	moveCosine     = 0.30 // an older rule on the subject of "from now on …"
	clauseCosine   = 0.55 // one clause of each says the same
	clauseChange   = 0.36 // … where the newer takes a rule back
	flipCosine     = 0.60 // an older rule that says the opposite, without a word of change

	revokedShare = 0.4 // share of a clause that takes a rule back which the older rule holds

	samePhrase = 0.9 // two short clauses that say the same

	oneWord    = 0.9
	phrase     = 1.4
	twoWords   = 1.6 // words in common; a bigram of a longer run is a part of one
	threeWords = 2.6
)

// mergePreferences makes entries of claims in the order they were said: each claim
// joins the rule that it repeats, takes the place of the rule that it changes, or
// begins a rule of its own. No claim is lost: a replaced rule stays as an entry that
// names what took its place.
func (r *composer) mergePreferences(claims []*claim) []*entry {
	each(claims, func(c *claim) {
		c.readWhole()
		c.readCues(r.words)
	})
	s := embed(claims)
	each(claims, func(c *claim) { r.readClauses(c, s) })
	m := merger{words: r.words, home: map[*claim]*entry{}}
	for _, c := range claims {
		m.settle(c)
	}
	return m.entries
}

// each does something with every claim by itself, many at once.
func each(claims []*claim, do func(*claim)) {
	var parts sync.WaitGroup
	for part := range slices.Chunk(claims, 512) {
		parts.Go(func() {
			for _, c := range part {
				do(c)
			}
		})
	}
	parts.Wait()
}

// embed gives the claims their vectors in one space.
func embed(claims []*claim) *space {
	texts := make([]terms, len(claims))
	for i, c := range claims {
		texts[i] = c.whole
	}
	s := newSpace(texts)
	for _, c := range claims {
		c.vector = s.vector(c.whole)
		for i := range c.lines {
			c.lines[i].vector = s.vector(c.lines[i].terms)
		}
	}
	return s
}

func (r *composer) readClauses(c *claim, s *space) {
	c.clauses = nil
	for _, q := range c.quotes {
		for _, text := range reSentence.Split(q, -1) {
			if v := s.vector(r.words.terms(c.subject(text))); v.form >= oneWord {
				c.clauses = append(c.clauses, clause{v, c.changes && r.words.changes.MatchString(text)})
			}
		}
	}
}

// clause is a part of a claim that says something by itself.
type clause struct {
	vector
	changes bool // it takes an earlier rule back
}

type merger struct {
	words   *lexicon
	entries []*entry
	claims  []*claim // placed so far
	home    map[*claim]*entry
	index   postings
}

// likeness is how an entry compares to a claim.
type likeness struct {
	match
	entry    *entry
	clause   float64 // cosine of the likest clauses of both
	hint     float64 // the same where one word in common is enough
	revoked  bool    // the newer names a thing of the older in the clause that takes it back
	opposite bool    // what they share is wanted in one and forbidden in the other
	flips    bool    // a word of what they share is
	forbid   bool    // what they share is forbidden in both
	swap     rivalry // how the tools they ask for compare
}

// rivalry says how two claims that ask for a tool in the place of its rivals compare.
type rivalry int

const (
	noTools rivalry = iota
	sameTool
	otherTool // a rival of the one that the older claim asks for
)

func (c *claim) rivalry(o *claim) rivalry {
	switch {
	case c.swap.family == "" || o.swap.family != c.swap.family:
		return noTools
	case o.swap == c.swap:
		return sameTool
	}
	return otherTool
}

// settle finds the claim's entry.
func (m *merger) settle(c *claim) {
	var repeats, changed, elsewhere []likeness
	for _, l := range m.near(c) {
		switch {
		case !reaches(c, l.entry):
		case m.isChange(c, l):
			changed = append(changed, l)
		case m.isRepeat(c, l):
			repeats = append(repeats, l)
		case c.changes && l.cosine >= changeCosine+elsewhereExtra && l.shared >= twoWords && m.takesBack(c, l):
			elsewhere = append(elsewhere, l)
		}
	}
	if len(changed) == 0 && len(repeats) == 0 && len(elsewhere) > 0 {
		// Who takes a rule back speaks of one that he gave: not here, so elsewhere.
		changed = append(changed, strongest(elsewhere))
	}
	best := strongest(repeats).entry
	home := best
	switch {
	case best == nil:
		home = newEntry(c)
		home.place = len(m.entries)
		m.entries = append(m.entries, home)
	case best.over != nil: // the user went back to a rule that had been replaced
		replacer := best.over
		best.over = nil
		replacer.under = slices.DeleteFunc(replacer.under, func(e *entry) bool { return e == best })
		best.claims = append(best.claims, c)
		changed = append(changed, likeness{entry: replacer})
	default:
		home.claims = append(home.claims, c)
	}
	for _, l := range changed {
		if l.entry != home && l.entry.over == nil {
			l.entry.over = home
			home.under = append(home.under, l.entry)
		}
	}
	m.home[c] = home
	m.index.add(len(m.claims), c, home)
	m.claims = append(m.claims, c)
}

// near compares a claim to every entry that has a claim with a word in common with it,
// each as its likest claim is, in the order of the entries.
func (m *merger) near(c *claim) []likeness {
	best := map[*entry]likeness{}
	nearest := map[*entry]*claim{}
	for _, place := range m.index.near(c.vector) {
		o := m.claims[place]
		l := compare(o, c)
		l.entry = m.home[o]
		if old, ok := best[l.entry]; !ok || l.swap > old.swap || l.swap == old.swap && l.cosine+l.clause > old.cosine+old.clause {
			best[l.entry], nearest[l.entry] = l, o
		}
	}
	out := make([]likeness, 0, len(best))
	for e, l := range best {
		if l.cosine >= changeCosine || l.clause >= clauseChange {
			l.opposite, l.flips, l.forbid = m.polarity(nearest[e], c)
		}
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b likeness) int { return cmp.Compare(a.entry.place, b.entry.place) })
	return out
}

// compare compares two claims by all they say, and by the likest of their clauses.
func compare(o, c *claim) likeness {
	l := likeness{match: overlap(o.vector, c.vector)}
	if o.project == c.project {
		l.swap = c.rivalry(o)
	}
	for _, b := range c.clauses {
		for _, a := range o.clauses {
			m := overlap(a.vector, b.vector)
			if m.shared >= oneWord && m.rare {
				l.hint = max(l.hint, m.cosine)
			}
			if m.shared >= twoWords || m.rare && m.shared >= phrase && m.cosine >= samePhrase {
				l.clause = max(l.clause, m.cosine)
			}
		}
		if b.changes {
			m := overlap(o.vector, b.vector)
			l.revoked = l.revoked || m.rare && m.inner >= revokedShare
		}
	}
	return l
}

// reaches reports whether what c says can bear on e at all: the same project, or one
// of the two holds for all work, or neither is bound to its project.
func reaches(c *claim, e *entry) bool {
	if e.heardIn(c.project) || c.project == "" || c.scope == extract.ScopeGlobal {
		return true
	}
	bound := func(s extract.Scope) bool { return s == extract.ScopeProject }
	return !bound(c.scope) && !slices.ContainsFunc(e.claims, func(o *claim) bool { return bound(o.scope) })
}

func (m *merger) isRepeat(c *claim, l likeness) bool {
	if l.swap == sameTool {
		return true
	}
	extra := 0.0
	if !l.entry.heardIn(c.project) && c.project != "" {
		extra = elsewhereExtra
	}
	cosine := l.cosine - extra
	switch {
	case c.again && (cosine >= againCosine && l.shared >= twoWords || l.hint-extra >= againClause), !l.opposite && l.clause-extra >= clauseCosine:
		return true
	case l.opposite || l.shared < twoWords:
		return cosine >= mergeOneCos
	case l.shared < threeWords:
		return cosine >= mergeCosine
	}
	return cosine >= mergeManyCos
}

// isChange reports whether c takes the place of an older rule. A change of project
// scope alone is none: what holds for all work is not taken back by one project.
func (m *merger) isChange(c *claim, l likeness) bool {
	if !l.entry.heardIn(c.project) && c.scope != extract.ScopeGlobal && c.project != "" {
		return false
	}
	return m.takesBack(c, l)
}

// takesBack reports whether c says that what l's entry says holds no longer.
func (m *merger) takesBack(c *claim, l likeness) bool {
	local := l.entry.heardIn(c.project)
	switch {
	case l.swap == otherTool && local:
		return true
	case l.forbid: // "stop doing that" said twice is one rule, not its end
		return false
	case c.changes && l.cosine >= changeCosine && (l.shared >= twoWords || l.cosine >= mergeCosine):
		return true
	case c.note != nil && l.flips && l.cosine >= changeCosine && l.shared >= threeWords:
		return true // who writes a note knows what he wants
	case c.changes && l.revoked && local:
		return true
	case c.changes && (l.clause >= clauseChange || l.cosine >= changeManyCos && l.shared >= threeWords):
		return true
	case c.again:
		return false
	case c.moves && l.cosine >= changeCosine && l.shared >= twoWords && l.flips:
		return true
	case c.moves && l.cosine >= moveCosine && l.inner < 0.8:
		return true
	}
	return l.opposite && l.cosine >= flipCosine && l.shared >= twoWords
}

// strongest picks the likest entry; the first of equals.
func strongest(found []likeness) likeness {
	var best likeness
	for _, l := range found {
		if l.cosine+l.clause > best.cosine+best.clause {
			best = l
		}
	}
	return best
}

var (
	reSentence  = regexp.MustCompile(`[.!?](?:\s+|$)|[,;\n，。；！？]+\s*`)
	reClause    = regexp.MustCompile(`[,;:.!?()\n，。；：！？、（）]+\s*|\s[-–—]+\s|\s(?:but|so|and then|when|whenever|if|because|that|which|aber|wenn|weil|dass|pero|si|porque|mais|quand|parce que)\s|而是|但是|如果|因为`)
	reException = regexp.MustCompile(`(?i)\b(?:unless|until|without|before|except|bis|ohne|außer|hasta|sin|salvo|sauf|avant)\b|除非|之前|以前|直到|ない限り|まで`)
)

// polarity tells whether most of the terms that two texts share are forbidden in one
// and asked for in the other, or forbidden in both. Texts with an exception ("not …
// until …") and questions tell nothing.
func (m *merger) polarity(o, c *claim) (opposite, flips, forbid bool) {
	old, now := m.stanceOf(o), m.stanceOf(c)
	if old.exception || now.exception || now.question {
		return false, false, false
	}
	flipped, both, neither := 0, 0, 0
	for term := range o.whole {
		if _, ok := c.whole[term]; !ok {
			continue
		}
		switch {
		case old.forbids[term] != now.forbids[term]:
			flipped++
		case old.forbids[term]:
			both++
		default:
			neither++
		}
	}
	return flipped > both+neither, flipped > 0, both > flipped+neither
}

// stance is what a claim's sentences are for and against.
type stance struct {
	forbids             map[string]bool // terms that stand in a forbidding clause
	exception, question bool
}

func (m *merger) stanceOf(c *claim) *stance {
	if c.stance != nil {
		return c.stance
	}
	text := plain(strings.Join(c.quotes, "\n"))
	c.stance = &stance{forbids: map[string]bool{}, exception: reException.MatchString(text), question: strings.ContainsAny(text, "?？")}
	for _, clause := range reClause.Split(text, -1) {
		if m.words.forbids.MatchString(clause) {
			for term := range m.words.terms(clause) {
				c.stance.forbids[term] = true
			}
		}
	}
	return c.stance
}
