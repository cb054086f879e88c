package rules

// state is how far a task has come.
type state uint8

const (
	stateOpen      state = iota
	stateDone            // changes were made and a check passed after them, or nothing failed
	stateCommitted       // the last thing done was a commit
	stateBroken          // the last check failed
)

// after is the state when an exchange has gone by.
func (st state) after(e *exchange) state {
	for _, a := range e.acts {
		switch {
		case a.failed && (a.has(classCheck) || a.has(classRun)):
			st = stateBroken
		case a.ok() && a.has(classVCS) && commits(a):
			st = stateCommitted
		case a.ok() && (a.has(classCheck) || a.has(classRun) || a.has(classSetup)):
			st = stateDone
		case len(a.edits) > 0 && st != stateBroken:
			st = stateOpen
		}
	}
	if e.aborted {
		st = stateOpen
	}
	return st
}

func commits(a *act) bool {
	for _, p := range a.parts {
		if program, sub := p.program(); program == "git" && (sub == "commit" || sub == "push" || sub == "merge") {
			return true
		}
	}
	return false
}
