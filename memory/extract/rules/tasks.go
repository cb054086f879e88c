package rules

import (
	"slices"

	"github.com/seed50391015/reverie/memory/extract/language"
)

// task is one goal of the session: the exchanges from the message that set it.
type task struct {
	exchanges []*exchange
	from      int // number of its first exchange
	next      *exchange
	vocab     map[string]bool
	state     state
	acts      int // done in it so far
}

// openAt is the evidence from which a message opens a new task.
const openAt = 2.5

// segment cuts the session where the goal changes.
func (k *kit) segment(t *transcript) []*task {
	var tasks []*task
	var now *task
	for i, e := range t.exchanges {
		if now != nil {
			e.opening = k.opens(t, now, i)
		}
		if now == nil || e.opening >= openAt {
			fresh := &task{from: i, vocab: map[string]bool{}}
			if now != nil {
				now.next = e
			}
			now = fresh
			tasks = append(tasks, now)
		}
		now.exchanges = append(now.exchanges, e)
		now.state = now.state.after(e)
		now.acts += len(e.acts)
		for _, a := range e.acts {
			a.task = len(tasks) - 1
		}
		k.learn(now, e)
	}
	return tasks
}

// learn adds what an exchange is about to the task's vocabulary.
func (k *kit) learn(now *task, e *exchange) {
	for _, s := range e.message.Sentences {
		for _, w := range s.Topics {
			now.vocab[w] = true
		}
	}
	for _, a := range e.acts {
		for _, p := range a.edits {
			for _, w := range k.reader.Content(p) {
				now.vocab[w] = true
			}
		}
	}
	if len(e.said) > 0 {
		for _, w := range k.reader.Content(e.said) {
			now.vocab[w] = true
		}
	}
}

// opens weighs whether exchange i sets a new goal: what the message says of itself, what
// was settled before it, and how much of it is new.
func (k *kit) opens(t *transcript, now *task, i int) float64 {
	e, before := t.exchanges[i], t.exchanges[i-1]
	m := e.message
	if len(m.Sentences) == 0 || pureConsent(m) || now.idle() {
		return -9
	}
	w := 0.0
	body := request(m)
	if k.next(m) {
		w += 3
	}
	switch {
	case pureConsent(before.message):
		w += 2.5
	case rests(before), announcesNext(before.message):
		w += 2
	case closes(before.message), takesBack(before):
		w += 1.5
	case consents(m):
		w += 0.5
		if putsAside(m) {
			w++
		}
	}
	switch now.state {
	case stateDone:
		w += 0.5
	case stateCommitted:
		w += 1.5
	case stateBroken:
		if !takesBack(before) {
			w -= 1
		}
	}
	fresh := k.novelty(now, body)
	w += fresh
	if len(body) > 0 && fresh > 0 && labelled(body[0].Text) && !procedure(body[0]) && !headed(body[0]) && !starts(body[0], language.Verb) && !k.reportsError(body) {
		w++
	}
	if anyCue(body, language.Verb, language.Require, language.Please) {
		w += 0.5
		if m.Sentences[0].Cues.Has(language.Also) {
			w += 0.5
		}
	}
	if count(body) < 3 {
		w -= 1.5
	}
	return w - k.continues(now, e, before, body, projectNames(t.session.Cwd))
}

// continues weighs what ties a message to the task that is under way: dissent, steering,
// questions, answers, the closing steps of the same work.
func (k *kit) continues(now *task, e, before *exchange, body []language.Sentence, projects []string) float64 {
	first := e.message.Sentences[0]
	w := 0.0
	again := first.Cues.Has(language.Again) || len(e.message.Sentences) > 1 && e.message.Sentences[1].Cues.Has(language.Again)
	if first.Cues.Has(language.Correct) && !k.next(e.message) || again || e.aborted && before.aborted {
		w += 3
	}
	if len(body) > 0 && body[0].From != first.From && body[0].Cues.Has(language.Correct) && !k.next(e.message) {
		w += 1.5 // consent, and then dissent
	}
	if before.asked {
		w += 1.5 // it answers the assistant
	}
	if rests(e) && (!k.next(e.message) || announcesNext(e.message)) {
		w += 3 // it came to nothing and asked for nothing
	}
	c := k.weighContents(body, projects)
	switch {
	case c.rest == 0 && c.steering > 0 && c.once+c.questions == 0 && (c.lasting || !k.next(e.message)):
		w += 3.5
	case c.lasting && len(e.acts) == 0 && c.questions == 0:
		w += 3 // consent and a rule, and nothing to do upon it
	case k.next(e.message):
	case len(body) == 0:
		w += 2
	case c.questions == len(body), body[0].Question && c.questions > 0 && !anyCue(body, language.Verb, language.Require, language.Please):
		w += 1.5
	case c.rest == 0 && c.commits > 0:
		w += 2
	case c.rest == 0 && c.steering > 0:
		w += 2.5
	case c.rest == 0 && c.once > 0 && !takesBack(before):
		w += 1.5
	}
	if c.rest > 0 && c.steering+c.once == 0 && len(before.acts) == 0 && now.acts > 0 && !before.asked && !e.aborted && anyCue(body, language.Verb, language.Please) {
		w-- // the work was at rest: a request is a new one
	}
	if anyCue(body, language.Reject) && !k.next(e.message) && now.state != stateCommitted {
		w++
	}
	if now.state != stateCommitted && now.acts > 0 && k.reportsError(body) {
		w += 1.5 // what came of it when the user tried
	}
	if first.Cues.Has(language.Almost) && !first.Cues.Has(language.Accept) && !k.next(e.message) {
		w += 1.5
	}
	if len(e.acts) > 0 && reverted(e.acts[0]) != nil {
		w += 2 // it takes this work back
	}
	if anyCue(body, language.Later, language.PartWay, language.GiveUp) && !k.next(e.message) && anyCue(k.reader.Read(before.said, e.message.Tag).Sentences, language.Lacks) {
		w += 1.5 // what the assistant left undone is put off
	}
	if contrast(e.message) {
		w++
	}
	return w
}

// contents counts what the sentences of a request are.
type contents struct {
	questions, steering, once, commits, rest int
	lasting                                  bool // some of the steering is for good
}

// weighContents tells rules, questions, occasions and closing steps from the request proper.
func (k *kit) weighContents(body []language.Sentence, projects []string) contents {
	var c contents
	ruled := false // the sentence before is a rule
	for i, s := range body {
		follows := ruled && s.Words <= 6 && !s.Question && belongs(body[i-1], s)
		ruled = false
		switch {
		case follows:
			c.steering++
		case s.Question && !s.Cues.Has(language.Verb, language.Please):
			c.questions++
		case !limits(s) && k.weighPreference(s, surroundings{afterAct: true, projects: projects}) >= keepPreference:
			c.steering++
			ruled = true
			c.lasting = c.lasting || s.Cues.Has(language.FromNow, language.Conduct, language.We, language.Here, language.Anywhere, language.Prefer, language.Again, language.Always, language.Every) || named(s.Text, projects)
		case s.Cues.Has(language.Commit) && (s.Words <= 16 || starts(s, language.Commit)) && !goesOn(s):
			c.commits++
		case s.Cues.Has(language.Once):
			c.once++
		case s.Cues.Has(language.GiveUp, language.PartWay) && !s.Cues.Has(language.Next, language.Please):
			c.commits++ // it puts something aside, as a commit does
		case s.Cues.Has(language.Permit, language.Reason, language.Works, language.Prefer, language.Accept) && !s.Cues.Has(language.Verb, language.Please, language.Reject),
			weightOf(s) <= 1 && !s.Cues.Has(language.Verb, language.Please, language.Next, language.Reject):
		default:
			c.rest++
		}
	}
	return c
}

// limits reports a sentence that sets the numbers of a product.
func limits(s language.Sentence) bool {
	return s.Cues.Has(language.Spec) && slices.ContainsFunc(s.Idents, startsDigit)
}

// goesOn reports a sentence that asks for a commit and then for something more.
func goesOn(s language.Sentence) bool {
	for i, c := range s.Clauses {
		if i > 0 && c.Cues.Has(language.Verb, language.Next) && !c.Cues.Has(language.Commit) && len(c.Text) > 12 && (c.Cues.Has(language.Next) || !c.Cues.Has(language.Topic)) {
			return true
		}
	}
	return false
}

// reportsError reports a message that holds an error line of a program.
func (k *kit) reportsError(body []language.Sentence) bool {
	return slices.ContainsFunc(body, func(s language.Sentence) bool { return k.weigh(s.Text) >= 6 })
}

// idle reports a task in which nothing was done yet: what follows adds to the request.
func (now *task) idle() bool {
	if now.acts > 0 {
		return false
	}
	first := now.exchanges[0]
	return first.said == "" || first.asked
}

func anyCue(ss []language.Sentence, cues ...language.Cue) bool {
	return slices.ContainsFunc(ss, func(s language.Sentence) bool { return s.Cues.Has(cues...) })
}

func count(ss []language.Sentence) int {
	n := 0
	for _, s := range ss {
		n += len(s.Topics) + len(s.Idents)
	}
	return n
}

// novelty is how much of a request the task has not spoken of.
func (k *kit) novelty(now *task, body []language.Sentence) float64 {
	fresh, all := 0, 0
	for _, s := range body {
		for _, w := range s.Topics {
			all++
			if !now.vocab[w] {
				fresh++
			}
		}
	}
	switch {
	case all < 3:
		return 0
	case fresh*10 >= all*7:
		return 1
	case fresh*2 <= all:
		return -1
	}
	return 0
}

// takesBack reports an exchange whose work ended in taking edits back.
func takesBack(e *exchange) bool {
	n := len(e.acts)
	return n > 0 && reverted(e.acts[n-1]) != nil
}
