package rules

import (
	"slices"
	"sort"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
)

// known is a command worth knowing.
type known struct {
	act    *act // the last run of it that passed
	family string
	score  float64
	runOf  []*act
	why    string
}

const (
	maxKnownCommand = 320
	maxWords        = 200_000 // bytes of the user's words that commands are looked for in
	keepKnown       = 3.0     // the score from which a command is kept
)

// knowledge picks commands that a later session will want: checks, builds and set-up
// of the project that passed, above all those that passed after a failure or that the
// user asked for by name. Looking around is not among them.
func (k *kit) knowledge(t *transcript, fails []*failure) []*known {
	if t.throwaway() {
		return nil
	}
	return choose(k.candidates(t, fails), 2+len(t.acts)/60)
}

// candidates are the commands that could be kept, with their scores.
func (k *kit) candidates(t *transcript, fails []*failure) []*known {
	fixing, pushing := map[string]bool{}, map[string]bool{}
	solving := map[*act]bool{}
	for _, f := range fails {
		for _, x := range f.fixes {
			fixing[x] = true
			pushing[x] = pushing[x] || f.act.has(classVCS)
		}
		if f.solved != nil {
			solving[f.solved] = true
		}
	}
	byCommand := map[string]*known{}
	var all []*known
	failedBefore := map[string]bool{}
	for _, a := range t.acts {
		text := extract.OneLine(a.command)
		if a.failed {
			failedBefore[text] = true
		}
		if !a.ok() || text == "" || !a.worth(text, fixing[text]) {
			continue
		}
		x := byCommand[text]
		if x == nil {
			x = &known{family: a.family()}
			byCommand[text] = x
			all = append(all, x)
		}
		x.act = a
		x.runOf = append(x.runOf, a)
	}
	named := strings.ToLower(t.words())
	for _, x := range all {
		k.weighKnown(x, fixing, failedBefore, named)
		if x.act.has(classVCS) && !pushing[extract.OneLine(x.act.command)] {
			x.score -= 3 // the commit is not what is worth knowing
		}
		if !fixing[extract.OneLine(x.act.command)] && !failedBefore[extract.OneLine(x.act.command)] && slices.ContainsFunc(x.runOf, func(a *act) bool { return solving[a] }) {
			x.score++
			x.why = "showed that a failure was over"
		}
	}
	t.finalChecks(byCommand)
	return all
}

// worth reports whether a command can be knowledge at all; one that mended a failure can
// be whatever it does, but for what is plain housework.
func (a *act) worth(text string, fixed bool) bool {
	if len(text) > maxKnownCommand || strings.Contains(text, "[REDACTED") || strings.Contains(a.command, "<<") || len(a.parts) == 0 {
		return false
	}
	switch c := a.class(); c {
	case classCheck, classSetup, classRun:
		return true
	case classOther:
		return fixed
	}
	return fixed && !slices.ContainsFunc(a.parts, housework)
}

// housework reports commands that everybody knows: to move files about, to look, to
// take edits back, to stop a process.
func housework(p simple) bool {
	program, sub := p.program()
	switch program {
	case "git":
		return slices.Contains([]string{"checkout", "restore", "add", "status", "diff", "log", "show", "stash", "reset"}, sub)
	case "rm", "mv", "cp", "mkdir", "rmdir", "touch", "chmod", "sed", "perl", "awk", "kill", "pkill", "killall", "cat", "ls", "grep", "rg", "find", "head", "tail", "echo", "curl", "wc", "truncate", "ln", "sleep":
		return true
	}
	return false
}

// family is what a command is a variant of: the first program that works.
func (a *act) family() string {
	for _, p := range a.parts {
		program, sub := p.program()
		if p.class == classCheck || p.class == classSetup || p.class == classRun {
			if looksLikePath(sub) {
				return program
			}
			return program + " " + sub
		}
	}
	return ""
}

func (k *kit) weighKnown(x *known, fixing, failedBefore map[string]bool, named string) {
	text := extract.OneLine(x.act.command)
	switch x.act.class() {
	case classCheck:
		x.score += 2
	case classSetup:
		x.score += 1.25
	case classRun:
		x.score++
		if !narrow(x.act) && !strings.Contains(text, "/tmp/") && slices.ContainsFunc(x.act.parts, simple.ofProject) {
			x.score += 2 // how this project is run, shipped or filled
		}
	case classVCS, classChange, classRead, classOther:
		x.score++
	}
	switch {
	case fixing[text]:
		x.score += 3
		x.why = "fixed what had failed"
	case failedBefore[text]:
		x.score += 2
		x.why = "passed in the end"
	}
	if n := len(x.runOf); n > 1 {
		x.score += min(1.5, 0.5*float64(n-1))
	}
	if words := strings.Fields(text); assignment(words[0]) {
		x.score += 0.5 // what it needs in its environment is not to be guessed
	}
	if checks(x.act) > 1 {
		x.score += 0.75 // the checks that belong together
	}
	if loops(x.act.command) {
		x.score--
	}
	if whole(x.act) {
		x.score += 1.5
	} else if narrow(x.act) {
		x.score -= 0.5
	}
	for _, p := range x.act.parts {
		program, sub := p.program()
		if p.class != classCheck && p.class != classSetup || sub == "" {
			continue
		}
		if strings.Contains(named, strings.ToLower(program+" "+sub)) {
			x.score += 1
			break
		}
	}
	for f := range strings.FieldsSeq(text) {
		if strings.HasPrefix(f, "-") && len(f) > 3 && strings.Contains(named, f) {
			x.score += 1.5 // the user asks for this flag
			break
		}
	}
	if x.act.hidesExit() {
		x.score -= 1
	}
	if len(x.act.parts) > 3 {
		x.score -= 0.5
	}
}

// checks counts the different checks in a command line.
func checks(a *act) int {
	var names []string
	for _, p := range a.parts {
		if p.class == classCheck {
			program, sub := p.program()
			names = appendNew(names, program+" "+sub)
		}
	}
	return len(names)
}

func loops(command string) bool {
	return strings.Contains(command, "; do ") || strings.Contains(command, "\ndo ")
}

// whole reports a check that takes in all of the project: without a target, or `./...`.
func whole(a *act) bool {
	for _, p := range a.parts {
		if p.class != classCheck {
			continue
		}
		_, sub := p.program()
		rest := targets(p, sub)
		if len(rest) == 0 || slices.Contains(rest, "...") || slices.Contains(rest, ".") {
			return true
		}
	}
	return false
}

// narrow reports a check of one test or one file.
func narrow(a *act) bool {
	for _, p := range a.parts {
		for _, w := range p.words {
			if w == "-run" || w == "-k" || w == "-t" || w == "--grep" || w == "--filter" || strings.Contains(w, "::") {
				return true
			}
		}
	}
	return false
}

// words is all that the user said.
func (t *transcript) words() string {
	var b strings.Builder
	for _, x := range t.exchanges {
		if b.Len() > maxWords {
			break
		}
		b.WriteString(clip(x.text, 4000))
		b.WriteByte('\n')
	}
	return b.String()
}

// throwaway reports a session whose first request says that the work is not kept.
func (t *transcript) throwaway() bool {
	return len(t.exchanges) > 0 && anyCue(t.exchanges[0].message.Sentences, language.Throwaway)
}

// finalChecks raises the checks that stood last before the work was taken: they are what
// this project is checked with.
func (t *transcript) finalChecks(byCommand map[string]*known) {
	edited := false
	var last *act
	raise := func() {
		if last != nil && edited {
			if x := byCommand[extract.OneLine(last.command)]; x != nil {
				x.score += 1
			}
		}
		edited, last = false, nil
	}
	for _, e := range t.exchanges {
		for _, a := range e.acts {
			switch {
			case len(a.edits) > 0:
				edited = true
			case a.ok() && a.has(classCheck):
				last = a
			case a.has(classVCS):
				raise()
			}
		}
	}
	raise()
}

// choose keeps the best of each family, and up to `most` where they are about as good.
func choose(all []*known, most int) []*known {
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].score != all[j].score {
			return all[i].score > all[j].score
		}
		return all[i].act.index < all[j].act.index
	})
	taken := map[string]float64{}
	count := map[string]int{}
	var out []*known
	for _, x := range all {
		if x.score < keepKnown {
			continue
		}
		if n := count[x.family]; n >= most || n > 0 && x.score < max(keepKnown+0.5, taken[x.family]-0.75) {
			continue
		}
		count[x.family]++
		taken[x.family] = max(taken[x.family], x.score)
		out = append(out, x)
	}
	return out
}

func (x *known) bullet() extract.Bullet {
	what := map[class]string{classCheck: "builds or checks the work", classSetup: "sets up what the work needs", classRun: "runs or ships it"}[x.act.class()]
	if x.why != "" {
		what += "; it " + x.why
	}
	if what = strings.TrimPrefix(what, "; "); what != "" {
		what = "— " + what
	}
	return extract.NewKnowledge(x.act.command, what, x.act.output)
}
