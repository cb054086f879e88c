package rules

import (
	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
)

// verdict is what the user's words say of the work.
type verdict uint8

const (
	silent  verdict = iota
	taken           // accepted, or seen to work
	broken          // seen not to work
	halted          // put aside with something done
	dropped         // put aside because it does not work
)

// judgement is an outcome with the evidence for it.
type judgement struct {
	outcome extract.Outcome
	quote   extract.Quote // the words it rests on, none if empty
	check   *act          // the check it rests on
}

// judge tells how a task ended: from the user's later words first, then from the checks
// that ran after the last change. Silence is not success.
func (k *kit) judge(now *task, fails []*failure) judgement {
	last, at := silent, extract.Quote{}
	sticky := false  // it was given up as not working
	seen := -1       // the last exchange in which the user saw it work
	worked := false  // something was done since the verdict
	trouble := false // the last check failed
	for i, e := range now.exchanges {
		if i > 0 {
			if v, q := k.hear(e, false, last == broken || trouble); v != silent {
				last, at, sticky = settle(last, at, sticky, v, q, worked, e)
				worked = false
			}
			if anyCue(e.message.Sentences, language.Works) {
				seen = i
			}
		}
		worked = worked || works(e)
		trouble = failing(trouble, e)
	}
	if now.next != nil {
		if v, q := k.hear(now.next, true, false); v == taken || v == broken && !(last == taken && !worked) {
			last, at, _ = settle(last, at, sticky, v, q, worked, now.next)
			worked = worked && v != taken
		}
	}
	if i := undone(now); i >= 0 && seen <= i && !(last == taken && recovered(now, i)) {
		last = dropped // nothing of it is left
	}
	check := lastCheck(now)
	j := judgement{quote: at, check: check}
	j.outcome = k.outcome(now, last, check, worked, fails)
	return j
}

// settle weighs a new verdict against the one that stood: what was dropped as not
// working stays so until it is seen to work; what was put aside stays so until there
// was more work and consent to it.
func settle(last verdict, at extract.Quote, sticky bool, v verdict, q extract.Quote, worked bool, e *exchange) (verdict, extract.Quote, bool) {
	switch {
	case last == dropped && sticky && !(v == taken && anyCue(e.message.Sentences, language.Works)):
		return last, at, sticky
	case last == halted && v == taken && !worked:
		return last, at, sticky
	}
	return v, q, v == dropped
}

// hear takes the verdict out of a message; of the message that opens the next task only
// what stands before the request counts.
func (k *kit) hear(e *exchange, opensNext, trouble bool) (verdict, extract.Quote) {
	v, quote := silent, extract.Quote{}
	var all language.Set
	for i, s := range e.message.Sentences {
		if opensNext && (i > 1 || i > 0 && !s.Cues.Has(language.Works, language.Reject)) {
			break
		}
		if s.Question && !s.Cues.Has(language.Works) {
			continue
		}
		cues := s.Cues
		if opensNext && cues.Has(language.Next) {
			cues = leading(s)
		}
		if cues.Has(language.Narrate) && !cues.Has(language.Accept, language.Works) {
			continue
		}
		got := sentenceVerdict(cues, all, i)
		if got == taken && v == halted && !cues.Has(language.Works, language.Accept) {
			got = silent // to commit what is there does not finish it
		}
		if got == halted && !trouble && v != broken && v != halted && all.Has(language.Accept, language.Works) && !(all|cues).Has(language.Reject, language.Almost) {
			got = taken // what is left is a side matter
		}
		if (got == broken || got == halted) && k.weighPreference(s, surroundings{afterAct: true}) >= keepPreference {
			got = silent // a rule that names what is bad, not a verdict
		}
		if got != silent {
			v = got
			quote = extract.Quote{}
			if !holdsSecret(s.Text) {
				quote = extract.Quote{Text: clipQuote(s.Text), Mark: e.mark}
			}
		}
		all |= cues
	}
	if opensNext && v == halted {
		v = silent
	}
	return v, quote
}

// leading is what a sentence says before it turns to something new.
func leading(s language.Sentence) language.Set {
	var set language.Set
	for _, c := range s.Clauses {
		if c.Cues.Has(language.Next) {
			break
		}
		set |= c.Cues
	}
	return set
}

func sentenceVerdict(cues, before language.Set, i int) verdict {
	all := cues | before
	switch {
	case cues.Has(language.PartWay), cues.Has(language.GiveUp) && all.Has(language.Works) && !cues.Has(language.Reject):
		return halted
	case cues.Has(language.GiveUp) && all.Has(language.Reject):
		if before.Has(language.PartWay) {
			return halted
		}
		return dropped
	case cues.Has(language.Reject) && all.Has(language.Works):
		return halted
	case cues.Has(language.Reject):
		return broken
	case cues.Has(language.GiveUp) && before.Has(language.Accept, language.Works):
		return taken // what is left be is a side matter
	case cues.Has(language.GiveUp):
		return halted
	case cues.Has(language.Works):
		return taken
	case cues.Has(language.Accept) && i == 0 && !cues.Has(language.Correct):
		return taken
	case cues.Has(language.Commit) && i <= 1 && !cues.Has(language.Forbid, language.Again, language.Correct):
		return taken
	}
	return silent
}

// outcome puts words and evidence together.
func (k *kit) outcome(now *task, last verdict, check *act, worked bool, fails []*failure) extract.Outcome {
	if allTakenBack(now) {
		return extract.OutcomeFail
	}
	ended := now.next == nil
	silentEnd := ended && len(now.exchanges[len(now.exchanges)-1].acts) > 0
	switch last {
	case dropped:
		return extract.OutcomeFail
	case halted:
		if ss := now.exchanges[len(now.exchanges)-1].message.Sentences; !k.achieved(now) && !anyCue(ss, language.PartWay, language.Almost) {
			return extract.OutcomeUncertain
		} else if (check == nil || check.ok()) && k.unproven(now) && !putOff(now) && !k.halfDone(now) {
			return extract.OutcomeUncertain // left to be found out, not left undone
		}
		return extract.OutcomePartial
	case broken:
		switch {
		case check != nil && check.ok() && worked && !silentEnd:
			return extract.OutcomeSuccess
		case worked:
			return extract.OutcomeUncertain
		}
		return extract.OutcomeFail
	case taken:
		switch {
		case worked && unresolved(now, fails):
			return extract.OutcomePartial
		case silentEnd && worked && !finishes(now) && !sideMatter(now):
			return extract.OutcomeUncertain
		case check != nil && check.ok() && k.unproven(now) && untried(now) && putOff(now):
			return extract.OutcomePartial // some of it is shown, the rest is to come
		case k.unproven(now) && (check == nil || untried(now)):
			return extract.OutcomeUncertain
		case k.leftOver(now):
			return extract.OutcomePartial
		}
		return extract.OutcomeSuccess
	}
	switch {
	case unresolved(now, fails) && check != nil && check.failed:
		if k.halfDone(now) && undone(now) < 0 {
			return extract.OutcomePartial
		}
		return extract.OutcomeFail
	case k.leftOver(now):
		return extract.OutcomePartial
	case ended && answered(now) && !k.unproven(now):
		return extract.OutcomeSuccess
	case ended:
		return extract.OutcomeUncertain
	case check != nil && check.ok(), now.state == stateCommitted, setUp(now) && !k.unproven(now):
		return extract.OutcomeSuccess
	}
	return extract.OutcomeUncertain
}

// finishes reports a last exchange in which the user let the work be committed, shipped
// or cleaned up, and that was done: the consent was to all of it.
func finishes(now *task) bool {
	e := now.exchanges[len(now.exchanges)-1]
	for _, a := range e.acts {
		if !a.ok() || len(a.edits) > 0 && a.command == "" {
			return false
		}
	}
	return consents(e.message) || anyCue(e.message.Sentences, language.Commit, language.Works)
}

// sideMatter reports a last exchange in which the user, who had accepted the work, only
// steered or asked for something that is for its occasion: that it was not spoken of
// again says nothing of the goal.
func sideMatter(now *task) bool {
	e := now.exchanges[len(now.exchanges)-1]
	for _, s := range e.message.Sentences {
		if s.Cues.Has(language.Once, language.Later, language.FromNow, language.Always, language.Every, language.We, language.Prefer, language.Here, language.Anywhere) {
			return true
		}
	}
	return false
}
