package rules

import (
	"slices"
	"strings"

	"github.com/seed50391015/reverie/memory/extract/language"
)

// undone gives the exchange in which the last of the task's edits was taken back, so that
// nothing is left of them; -1 where something is, or nothing was edited.
func undone(now *task) int {
	var left []string
	at := -1
	for i, e := range now.exchanges {
		for _, a := range e.acts {
			if back := reverted(a); back != nil && len(left) > 0 {
				if left = slices.DeleteFunc(left, back); len(left) == 0 {
					at = i
				}
				continue
			}
			if a.takenBack {
				continue
			}
			for _, f := range a.edits {
				left, at = appendNew(left, strings.TrimPrefix(f, "./")), -1
			}
		}
	}
	return at
}

// recovered reports a task in which something was run with success after its edits had been
// taken back in exchange i: it went another way.
func recovered(now *task, i int) bool {
	back := false
	for _, e := range now.exchanges[i:] {
		for _, a := range e.acts {
			back = back || reverted(a) != nil
			if c := a.class(); back && a.ok() && reverted(a) == nil && (c == classCheck || c == classRun || c == classSetup) {
				return true
			}
		}
	}
	return false
}

// works reports whether an exchange changed or ran something; to look around and to
// commit is no work.
func works(e *exchange) bool {
	return slices.ContainsFunc(e.acts, func(a *act) bool {
		c := a.class()
		return len(a.edits) > 0 || c != classRead && c != classVCS
	})
}

// failing is whether the last check was failing, after an exchange has gone by.
func failing(before bool, e *exchange) bool {
	for _, a := range e.acts {
		if c := a.class(); c == classCheck || c == classRun {
			before = a.failed
		}
	}
	return before
}

// achieved reports a task in which something was changed, a check or run went well, or
// the assistant says that something worked.
func (k *kit) achieved(now *task) bool {
	return slices.ContainsFunc(now.exchanges, func(e *exchange) bool {
		return len(e.acts) > 0 && anyCue(k.reader.Read(e.said, e.message.Tag).Sentences, language.Works) || slices.ContainsFunc(e.acts, func(a *act) bool {
			c := a.class()
			return len(a.edits) > 0 || a.ok() && (c == classCheck || c == classRun || c == classSetup)
		})
	})
}

// leftOver reports a task whose assistant said that something is left undone, and whose
// user, in reply, put that off or only had the rest committed. Where the assistant only
// denied something, the user's words must be the plainer.
func (k *kit) leftOver(now *task) bool {
	lacks, denies, left := false, false, false
	for i, e := range now.exchanges {
		ss := e.message.Sentences
		if i > 0 && denies && len(ss) > 0 {
			defers := anyCue(ss, language.Later, language.PartWay, language.GiveUp)
			plain := defers && !consents(e.message) || lacks && (defers || anyCue(ss, language.Once))
			left = (plain || left && !works(e)) && !anyCue(ss, language.Works)
		}
		if works(e) && e.said != "" {
			said := k.reader.Read(e.said, e.message.Tag).Sentences
			tried := !anyCue(said, language.Hedge)
			lacks = tried && anyCue(said, language.Lacks)
			denies = tried && (lacks || anyCue(said, language.Denies))
		}
	}
	return left
}

// answered reports a task whose work passed a check, upon which the user said something
// that was no dissent, no question and no putting off: he has seen it and goes on.
func answered(now *task) bool {
	passed, good := false, false
	for i, e := range now.exchanges {
		ss := e.message.Sentences
		if i > 0 && passed && len(ss) > 0 {
			good = !anyCue(ss, language.Correct, language.Reject, language.Almost, language.GiveUp, language.PartWay, language.Later) &&
				!slices.ContainsFunc(ss, func(s language.Sentence) bool { return s.Question }) && !e.aborted
		}
		for _, a := range e.acts {
			if a.has(classCheck) || a.has(classRun) {
				passed = a.ok()
			}
		}
	}
	return good && passed
}

// unproven reports a task whose assistant said of its last work that it could not be
// tried, and whose user did not see it work either.
func (k *kit) unproven(now *task) bool {
	hedged := false
	for i, e := range now.exchanges {
		if i > 0 && anyCue(e.message.Sentences, language.Works) {
			hedged = false
		}
		if works(e) && e.said != "" {
			hedged = anyCue(k.reader.Read(e.said, e.message.Tag).Sentences, language.Hedge)
		}
	}
	return hedged && !(now.next != nil && anyCue(now.next.message.Sentences[:min(1, len(now.next.message.Sentences))], language.Works))
}

// untried reports a task whose user put off a look of his own in the last message with
// anything to say, and did not see it work.
func untried(now *task) bool {
	for i := len(now.exchanges) - 1; i > 0; i-- {
		m := now.exchanges[i].message
		if len(m.Sentences) == 0 || pureConsent(m) {
			continue
		}
		return anyCue(m.Sentences, language.Later, language.Hedge) && !anyCue(m.Sentences, language.Works)
	}
	return false
}

// putOff reports a task of which the user, once it was under way, left a part for later
// or saw that one does not work.
func putOff(now *task) bool {
	return slices.ContainsFunc(now.exchanges[1:], func(e *exchange) bool {
		return anyCue(e.message.Sentences, language.PartWay, language.Almost, language.Reject)
	})
}

// halfDone reports a task of whose last work the assistant said that one thing works and
// another is left.
func (k *kit) halfDone(now *task) bool {
	half := false
	for _, e := range now.exchanges {
		if works(e) && e.said != "" {
			said := k.reader.Read(e.said, e.message.Tag).Sentences
			half = anyCue(said, language.Works) && anyCue(said, language.Lacks)
		}
	}
	return half
}

// setUp reports a task whose last work was to set something up, and that went well.
func setUp(now *task) bool {
	good := false
	for _, e := range now.exchanges {
		for _, a := range e.acts {
			switch c := a.class(); {
			case len(a.edits) > 0:
				good = false
			case c == classSetup:
				good = a.ok()
			}
		}
	}
	return good
}

func allTakenBack(now *task) bool {
	for _, e := range now.exchanges {
		if !e.takenBack {
			return false
		}
	}
	return true
}

// unresolved reports a failure of the task's that nothing made pass, at its end.
func unresolved(now *task, fails []*failure) bool {
	var last *act
	for _, e := range now.exchanges {
		for _, a := range e.acts {
			if c := a.class(); c == classCheck || c == classRun || c == classSetup {
				last = a
			}
		}
	}
	if last == nil || !last.failed {
		return false
	}
	for _, f := range fails {
		if f.act == last || f.times > 1 && f.act.command == last.command {
			return f.solved == nil
		}
	}
	return true
}

// lastCheck is the last check or run after the last change of a file; nil if there was none.
func lastCheck(now *task) *act {
	var check *act
	for _, e := range now.exchanges {
		for _, a := range e.acts {
			switch {
			case len(a.edits) > 0:
				check = nil
			case a.has(classCheck), a.has(classRun):
				check = a
			}
		}
	}
	return check
}
