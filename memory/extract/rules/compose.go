package rules

import (
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
)

// lesson is what one task taught.
type lesson struct {
	task      *task
	judgement judgement
	standing  []steering
	once      []steering
	failures  []*failure
	known     []*known
}

// lessons are those of the session.
type lessons struct {
	kit *kit
	t   *transcript
	all []lesson
}

func (k *kit) learnAll(t *transcript) *lessons {
	l := &lessons{kit: k, t: t}
	fails := k.failures(t)
	known := k.knowledge(t, fails)
	for n, now := range k.segment(t) {
		x := lesson{task: now}
		x.standing, x.once = k.steer(t, now)
		for _, f := range fails {
			if f.act.task == n {
				x.failures = append(x.failures, f)
			}
		}
		for _, c := range known {
			if c.act.task == n {
				x.known = append(x.known, c)
			}
		}
		sort.SliceStable(x.known, func(i, j int) bool { return x.known[i].act.index < x.known[j].act.index })
		x.judgement = k.judge(now, fails)
		l.all = append(l.all, x)
	}
	return l
}

// worthKeeping is the gate: a later session would act better for it. Work that was done
// and checked, a failure that was understood, or steering that is meant to last; talk,
// a question answered and a look around are nothing.
func (l *lessons) worthKeeping() bool {
	edits, works, fails := 0, 0, 0
	told := false // something was said on how to deal with the user
	strongest := 0.0
	for _, a := range l.t.acts {
		if len(a.edits) > 0 {
			edits++
		}
		if c := a.class(); c == classCheck || c == classSetup || c == classRun || c == classVCS {
			works++
		}
	}
	for _, x := range l.all {
		fails += len(x.failures)
		for _, s := range x.standing {
			strongest = max(strongest, s.weight)
			told = told || s.set.Has(language.Conduct, language.FromNow, language.Please, language.Verb)
		}
	}
	switch {
	case edits > 0 || works > 1:
		return len(l.t.exchanges) > 0
	case fails > 0:
		return true
	case len(l.t.acts) > 0:
		return strongest >= keepPreference+0.5
	}
	return told && strongest >= keepPreference+2
}

// memory writes the lessons as a raw memory.
func (l *lessons) memory() extract.RawMemory {
	m := extract.RawMemory{Cwd: l.t.session.Cwd, TaskGroup: group(l.t.session.Cwd)}
	for _, x := range l.all {
		m.Tasks = append(m.Tasks, l.entry(x))
	}
	if len(m.Tasks) == 0 {
		return m
	}
	main := l.mainTask()
	m.Task = m.Tasks[main].Name
	m.Outcome = overall(m.Tasks)
	m.Description = m.Task
	if n := len(m.Tasks); n > 1 {
		var names []string
		for i, t := range m.Tasks {
			if i != main && len(names) < 3 {
				names = append(names, clipWords(t.Name, 60))
			}
		}
		m.Description = m.Task + "; also " + strings.Join(names, "; ")
	}
	m.Description = clipWords(m.Description, 300)
	m.Keywords = l.keywords()
	return m
}

// group is the family that a session's tasks belong to: the project.
func group(cwd string) string {
	name := filepath.Base(cwd)
	if name == "." || name == "/" {
		return "general"
	}
	return name
}

// mainTask is the task with the most work in it.
func (l *lessons) mainTask() int {
	best, most := 0, -1
	for i, x := range l.all {
		n := 0
		for _, e := range x.task.exchanges {
			n += len(e.acts)
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

func overall(tasks []extract.Task) extract.Outcome {
	count := map[extract.Outcome]int{}
	for _, t := range tasks {
		count[t.Outcome]++
	}
	switch n := len(tasks); {
	case count[extract.OutcomeSuccess] == n:
		return extract.OutcomeSuccess
	case count[extract.OutcomeFail] == n:
		return extract.OutcomeFail
	case count[extract.OutcomeUncertain] == n:
		return extract.OutcomeUncertain
	case count[extract.OutcomeSuccess]+count[extract.OutcomeUncertain] == n:
		return extract.OutcomeSuccess
	}
	return extract.OutcomePartial
}

func (l *lessons) entry(x lesson) extract.Task {
	opener := x.task.exchanges[0]
	t := extract.Task{Mark: opener.mark, TaskGroup: group(l.t.session.Cwd), Outcome: x.judgement.outcome}
	t.Name, t.Task = l.kit.title(opener.message)
	for _, s := range x.standing {
		t.Preferences = append(t.Preferences, l.preference(x, s))
	}
	for _, s := range x.once {
		t.OneOffs = append(t.OneOffs, extract.NewOneOff(l.situation(x, s), []extract.Quote{s.quote()}))
	}
	for _, c := range x.known {
		t.Knowledge = append(t.Knowledge, c.bullet())
	}
	if b, ok := l.files(x); ok {
		t.Knowledge = append(t.Knowledge, b)
	}
	for _, f := range x.failures {
		t.Failures = append(t.Failures, f.bullet())
	}
	if q := l.kit.askedFor(opener); q.Text != "" {
		t.References = append(t.References, extract.NewReference(q, "asked:"))
	}
	if q := x.judgement.quote; q.Text != "" {
		t.References = append(t.References, extract.NewReference(q, "the outcome rests on:"))
	} else if c := x.judgement.check; c != nil {
		t.References = append(t.References, extract.ParseBullet(extract.LabelReferences,
			"the outcome rests on: "+extract.Code(clip(c.command, 200))+" "+passedOrFailed(c)+" "+c.output.String()))
	}
	return t
}

func passedOrFailed(a *act) string {
	if a.failed {
		return "failed"
	}
	return "passed"
}

func (s steering) quote() extract.Quote {
	return extract.Quote{Text: s.exchange.text[s.from:s.to], Mark: s.exchange.mark}
}

func (l *lessons) preference(x lesson, s steering) extract.Bullet {
	return extract.NewPreference(l.situation(x, s), []extract.Quote{s.quote()}, l.kit.implies(s), s.scope, s.set.Has(language.Again), s.set.Has(language.Revoke))
}

// Implications of a directive, in general words. A word that forbids may stand in a part
// of the sentence that is not its point ("always X, no exceptions"), so that only a
// directive of one clause is taken for a prohibition; all else says no more than is sure.
const (
	impliesKept    = "keep to this in later work"
	impliesUndone  = "leave this undone unless asked"
	impliesChanged = "go by this from now on"
	impliesDefault = "take this as the default"
)

// implies says what a directive means for a later session.
func (k *kit) implies(s steering) string {
	if s.set.Has(language.Revoke) {
		return impliesChanged
	}
	var clauses []language.Clause
	for _, sentence := range k.reader.Read(s.exchange.text[s.from:s.to], "").Sentences {
		clauses = append(clauses, sentence.Clauses...)
	}
	if len(clauses) == 1 && clauses[0].Cues.Has(language.Forbid) &&
		!clauses[0].Cues.Has(language.Conduct, language.If, language.Instead, language.Require, language.Revoke, language.Back) {
		return impliesUndone
	}
	if s.set.Has(language.Prefer) && !s.set.Has(language.Forbid) {
		return impliesDefault
	}
	return impliesKept
}

// situation says what stood before the words: what the assistant had just done.
func (l *lessons) situation(x lesson, s steering) string {
	if s.opens {
		return "when setting the task"
	}
	n := slices.Index(l.t.exchanges, s.exchange)
	if n <= 0 {
		return ""
	}
	before := l.t.exchanges[n-1]
	what := ""
	if len(before.acts) > 0 {
		a := before.acts[len(before.acts)-1]
		switch {
		case a.command != "" && a.failed:
			what = "after " + extract.Code(clip(a.command, 80)) + " failed"
		case a.command != "":
			what = "after the assistant ran " + extract.Code(clip(a.command, 80))
		case len(a.edits) > 0:
			what = "after the assistant edited " + extract.Code(clip(l.t.relative(a.edits[0]), 80))
		}
	}
	switch {
	case before.aborted && what != "":
		return what + " and was interrupted"
	case before.aborted:
		return "after interrupting the assistant"
	case what != "":
		return what
	case before.asked:
		return "in answer to a question"
	}
	return "in reply to the assistant"
}

// files names the files that the task turned on: those edited most.
func (l *lessons) files(x lesson) (extract.Bullet, bool) {
	count := map[string]int{}
	var order []string
	for _, e := range x.task.exchanges {
		for _, a := range e.acts {
			if a.takenBack {
				continue
			}
			for _, p := range a.edits {
				p = l.t.relative(p)
				if count[p] == 0 {
					order = append(order, p)
				}
				count[p]++
			}
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return count[order[i]] > count[order[j]] })
	if len(order) < 2 {
		return extract.Bullet{}, false
	}
	if len(order) > 6 {
		order = order[:6]
	}
	for i := range order {
		order[i] = extract.Code(order[i])
	}
	return extract.ParseBullet(extract.LabelKnowledge, "the work turned on "+strings.Join(order, ", ")), true
}
