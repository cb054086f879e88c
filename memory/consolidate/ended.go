package consolidate

import (
	"regexp"
	"slices"
	"strings"
)

// endFacts marks the knowledge and the troubles that a rule made a matter of the past: a
// rule that was said later, in the same project or for all work, which takes an older
// state of things back and names the very thing that they are about. What only ended such
// a trouble goes with it.
func endFacts(rules, facts, troubles []*entry) {
	for _, rule := range rules {
		if rule.over != nil {
			continue
		}
		for _, c := range rule.claims {
			things := c.takenBack(rule.under)
			if len(things) == 0 {
				continue
			}
			var fixes []string
			for _, e := range troubles {
				if c.ends(rule, e) && names(e, things) {
					e.ended = c
					fixes = append(fixes, e.fixes()...)
				}
			}
			for _, e := range facts {
				if c.ends(rule, e) && (names(e, things) || slices.Contains(fixes, e.newest().calls)) {
					e.ended = c
				}
			}
		}
	}
}

// ends reports whether a claim of a rule can end an entry: it was said later, and reaches
// all that the entry is of.
func (c *claim) ends(rule, e *entry) bool {
	last := e.newest()
	if last.note != nil || last.at >= c.at {
		return false
	}
	projects := e.projects()
	return rule.global() || len(projects) == 1 && rule.heardIn(projects[0])
}

// takenBack are the things that a claim takes back: those named in a clause that says so,
// and those that it names together with a rule whose place it took.
func (c *claim) takenBack(under []*entry) []string {
	if !c.changes {
		return nil
	}
	said := strings.Join(c.quotes, "\n")
	var out []string
	for _, clause := range reSentence.Split(said, -1) {
		if things := thingsIn(clause); len(things) == 1 && reGone.MatchString(clause) { // of two one may be what comes instead
			out = append(out, things[0])
		}
	}
	for _, thing := range thingsIn(said) {
		if slices.ContainsFunc(under, func(e *entry) bool { return e.newest().at < c.at && names(e, []string{thing}) }) {
			out = append(out, thing)
		}
	}
	return out
}

// reGone matches words by which a thing is gone with nothing in its place.
var reGone = regexp.MustCompile(`(?i)\b(?:gone|dead|dropped|retired|obsolete|removed|no longer)\b|作废|废弃|弃用|停用|取消|撤掉|不再|没了|廃止|abgeschafft|obsolet`)

// reThing matches what names one thing and no other: a version, a number as ports have, an
// identifier, a file, a path.
var reThing = regexp.MustCompile(`\d+(?:\.\d+)+|\d{4,5}|[\pL\pN_@]+(?:[./:_-]+[\pL\pN_]+)+`)

// thingsIn are the things that a text names, in lower case.
func thingsIn(text string) []string {
	var out []string
	for _, t := range reThing.FindAllString(plain(reLineMark.ReplaceAllString(text, "")), -1) {
		if len(t) >= 4 && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// names reports whether an entry names one of the things: in what was said, in its command,
// its error line or what fixed it.
func names(e *entry, things []string) bool {
	for _, c := range e.claims {
		text := plain(strings.Join([]string{strings.Join(c.quotes, "\n"), c.bullet.Command, c.bullet.Error, c.bullet.Fix}, "\n"))
		if slices.ContainsFunc(things, func(t string) bool { return holdsThing(text, t) }) {
			return true
		}
	}
	return false
}

// holdsThing reports whether a thing stands in a text whole; a version also as the
// beginning of a longer one.
func holdsThing(text, thing string) bool {
	for rest := text; ; {
		i := strings.Index(rest, thing)
		if i < 0 {
			return false
		}
		before, after := []rune(rest[max(0, i-4):i]), []rune(rest[i+len(thing):min(len(rest), i+len(thing)+4)])
		if (len(before) == 0 || !isWordRune(before[len(before)-1])) && (len(after) == 0 || !isWordRune(after[0])) {
			return true
		}
		rest = rest[i+len(thing):]
	}
}

// fixes are the commands that ended a trouble, as knowledge compares them.
func (e *entry) fixes() []string {
	var out []string
	for _, c := range e.claims {
		for _, f := range fixCommands(c.bullet) {
			out = append(out, calls(fold(f)))
		}
	}
	return out
}
