package rules

import (
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode"

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
				names = append(names, clip(t.Name, 60))
			}
		}
		m.Description = m.Task + "; also " + strings.Join(names, "; ")
	}
	m.Description = clip(m.Description, 300)
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
	t.Name, t.Task = title(opener.message)
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
	if q := askedFor(opener); q.Text != "" {
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
	return extract.NewPreference(l.situation(x, s), []extract.Quote{s.quote()}, implies(s.set), s.scope, s.set.Has(language.Again), s.set.Has(language.Revoke))
}

// implies says in general words what a directive means for a later session.
func implies(set language.Set) string {
	switch {
	case set.Has(language.If) && set.Has(language.Conduct) && set.Has(language.Forbid):
		return "wait for that before doing it"
	case set.Has(language.Revoke):
		return "go by this from now on"
	case set.Has(language.Forbid) && set.Has(language.Instead, language.Verb):
		return "leave the one and do the other unasked"
	case set.Has(language.Forbid):
		return "leave this undone unless asked"
	case set.Has(language.Prefer):
		return "take this as the default"
	}
	return "do it this way unasked"
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

// title gives a task's name and the request it stands for, from the message's own words.
func title(m language.Message) (name, asked string) {
	var best *language.Sentence
	var parts []string
	for i := range m.Sentences {
		s := &m.Sentences[i]
		if s.Cues.Has(language.Narrate) || s.Cues.Has(language.Accept) && s.Words <= 4 {
			continue
		}
		if best == nil || thin(*best) && len(s.Topics)+len(s.Idents) > len(best.Topics)+len(best.Idents) {
			best = s
		}
		if len(parts) < 4 {
			parts = append(parts, s.Text)
		}
	}
	if best == nil {
		if len(m.Sentences) == 0 {
			return "untitled", ""
		}
		best = &m.Sentences[0]
	}
	return clip(plain(best.Text), 100), clip(plain(strings.Join(parts, " ")), 300)
}

// thin reports a sentence that names too little for a title.
func thin(s language.Sentence) bool {
	n := len(s.Topics) + len(s.Idents)
	if s.Quoted {
		n++
	}
	return n < 3 && !(n == 2 && s.Cues.Has(language.Verb, language.Reject, language.Please))
}

// plain makes a text fit for a heading or a field: one line, no mark that would be read
// as ours, no colon at its end.
func plain(s string) string {
	s = strings.ReplaceAll(extract.OneLine(s), "[L", "(L")
	return strings.TrimRight(strings.TrimLeft(s, "#-* "), ":： ")
}

func askedFor(e *exchange) extract.Quote {
	for _, s := range e.message.Sentences {
		if s.Cues.Has(language.Narrate) || s.Cues.Has(language.Accept) && s.Words <= 4 {
			continue
		}
		return extract.Quote{Text: clipQuote(s.Text), Mark: e.mark}
	}
	return extract.Quote{}
}

// keywords are the project, the files that were edited and what was spoken of most.
func (l *lessons) keywords() []string {
	out := []string{group(l.t.session.Cwd)}
	count := map[string]int{}
	for _, x := range l.all {
		for _, s := range x.task.exchanges[0].message.Sentences {
			for _, w := range s.Terms {
				count[w]++
			}
		}
	}
	var files []string
	for _, a := range l.t.acts {
		for _, p := range a.edits {
			files = appendNew(files, filepath.Base(p))
		}
	}
	for _, f := range files[:min(5, len(files))] {
		out = appendNew(out, f)
	}
	var words []string
	for w := range count {
		if strings.IndexFunc(w, unicode.IsLetter) == 0 && !strings.ContainsAny(w, "[]") {
			words = append(words, w)
		}
	}
	sort.Slice(words, func(i, j int) bool {
		if count[words[i]] != count[words[j]] {
			return count[words[i]] > count[words[j]]
		}
		return words[i] < words[j]
	})
	for _, w := range words[:min(8, len(words))] {
		out = appendNew(out, w)
	}
	return out
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
