package rules

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
)

// Limits of what is kept of a session, so that memory is bounded by the number of rows,
// not by their size.
const (
	maxCommand = 2000
	maxSaid    = 1500
)

// act is one tool call with what came of it.
type act struct {
	index     int // number in the session, from 0
	task      int // number of the task it belongs to
	mark      extract.Mark
	output    extract.Mark
	command   string // shell command, one line or several
	parts     []simple
	edits     []string // files that it changed
	answered  bool
	exit      int // -1 where the output tells none
	failed    bool
	errors    []errorLine
	tail      string // the last line of a failed output
	takenBack bool
}

// exchange is one message of the user with all that came after it, up to the next.
type exchange struct {
	mark      extract.Mark
	text      string
	message   language.Message
	acts      []*act
	said      string  // the assistant's last words
	asked     bool    // the assistant's last words end in a question
	opening   float64 // the evidence that it opens a task
	aborted   bool    // the user interrupted the turn
	takenBack bool
}

// transcript is what the engine keeps of a session.
type transcript struct {
	session   extract.Session
	exchanges []*exchange
	acts      []*act
	tag       string // the language that the user writes most
}

// digest walks the rows once.
func (k *kit) digest(ctx context.Context, s extract.Session) (*transcript, error) {
	t := &transcript{session: s}
	pending := map[string]*act{}
	var now *exchange
	tags := map[string]int{}
	for row, err := range s.Rows {
		if err != nil {
			return nil, fmt.Errorf("rules: rows of thread %s: %w", s.ThreadID, err)
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("rules: thread %s: %w", s.ThreadID, context.Cause(ctx))
		}
		mark := extract.Mark{Line: row.Line, Segment: row.Segment}
		if row.Kind == extract.KindUser {
			m := k.reader.Read(row.Text, t.tag)
			if len(m.Sentences) == 0 && strings.TrimSpace(row.Text) != "" && m.Foreign {
				continue // nothing in it is the user's own
			}
			now = &exchange{mark: mark, text: row.Text, message: m, takenBack: row.TakenBack}
			t.exchanges = append(t.exchanges, now)
			for _, x := range m.Sentences {
				tags[x.Tag] += x.Words
			}
			t.tag = most(tags)
			continue
		}
		if now == nil {
			continue
		}
		switch row.Kind {
		case extract.KindAssistant:
			now.said = clip(row.Text, maxSaid)
			end := strings.TrimRight(row.Text, " \n\t*_")
			now.asked = strings.HasSuffix(end, "?") || strings.HasSuffix(end, "？")
		case extract.KindAborted:
			now.aborted = true
		case extract.KindRollback:
			now.takenBack = true
		case extract.KindToolCall:
			t.call(k, now, row, mark, pending)
		case extract.KindToolOutput:
			k.answer(row, mark, pending)
		}
	}
	return t, nil
}

func most(tags map[string]int) string {
	best := ""
	for tag, n := range tags {
		if best == "" || n > tags[best] || n == tags[best] && tag < best {
			best = tag
		}
	}
	return best
}

func (t *transcript) call(k *kit, now *exchange, row extract.Row, mark extract.Mark, pending map[string]*act) {
	if row.Tool == nil {
		return
	}
	a := &act{index: len(t.acts), mark: mark, exit: -1, takenBack: row.TakenBack}
	a.command = clip(row.Tool.Command, maxCommand)
	switch {
	case a.command != "":
		a.parts = k.commands(a.command)
		a.edits = editsOf(a.parts)
	case edits(row.Tool.Name) || row.Tool.Name == "apply_patch":
		a.edits = append(a.edits, row.Tool.Paths...)
	default:
		return // reading files and asking tools is no evidence of its own
	}
	t.acts = append(t.acts, a)
	now.acts = append(now.acts, a)
	if row.Tool.CallID != "" {
		pending[row.Tool.CallID] = a
	}
}

// edits reports whether a tool's name says that it writes files.
func edits(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"patch", "edit", "write", "replace", "insert", "create_file", "delete_file"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

func (k *kit) answer(row extract.Row, mark extract.Mark, pending map[string]*act) {
	if row.Tool == nil {
		return
	}
	a := pending[row.Tool.CallID]
	if a == nil {
		return
	}
	a.output, a.answered = mark, true
	if row.Tool.Exit != nil {
		a.exit = *row.Tool.Exit
	}
	a.failed = row.Tool.Failed || a.exit > 0
	switch {
	case a.failed && a.found(row.Text):
		a.failed = false
	case a.failed:
		a.errors = k.scanErrors(row.Text)
		a.tail = lastLine(row.Text)
	case a.hidesExit():
		if errs := k.scanErrors(row.Text); brokenTests(errs) {
			a.failed, a.errors = true, errs
		}
	}
}

func lastLine(s string) string {
	s = strings.TrimRight(s, " \r\n\t")
	s = s[strings.LastIndexByte(s, '\n')+1:]
	return clip(strings.TrimSpace(stripANSI(clip(s, maxScanned))), maxLine)
}

// found reports the exits that only say "nothing found" or "they differ".
func (a *act) found(output string) bool {
	if a.exit != 1 || len(a.parts) == 0 {
		return false
	}
	for _, p := range a.parts {
		if p.class != classRead {
			return false
		}
	}
	program, _ := a.parts[len(a.parts)-1].program()
	switch program {
	case "grep", "rg", "egrep", "fgrep", "ag", "ack", "diff", "cmp", "test", "[", "which", "type", "false", "pgrep", "git", "jq", "command", "ls":
		return len(strings.TrimSpace(output)) < 200
	}
	return false
}

// hidesExit reports a check whose exit code a pipe or a `;` swallows.
func (a *act) hidesExit() bool {
	for i, p := range a.parts {
		if p.class == classCheck && i+1 < len(a.parts) && p.piped {
			return true
		}
	}
	return false
}

// brokenTests reports whether an output without a bad exit code says that checks failed.
func brokenTests(errs []errorLine) bool {
	strong := false
	for _, e := range errs {
		if strings.HasPrefix(e.text, "FAIL") || strings.HasPrefix(e.text, "--- FAIL") || strings.HasPrefix(e.text, "error[") || strings.Contains(e.text, ": error ") || strings.Contains(e.text, "... FAILED") || strings.HasPrefix(e.text, "panic: ") {
			strong = true
		}
	}
	return strong
}

func (k *kit) commands(line string) []simple {
	parts := parse(line)
	for i := range parts {
		parts[i].class = k.classify(parts[i])
	}
	return parts
}

// editsOf gives the files that commands change in place.
func editsOf(parts []simple) []string {
	var out []string
	for _, p := range parts {
		program, _ := p.program()
		if p.class != classChange || len(p.words) < 3 || program != "sed" && program != "perl" {
			continue
		}
		for _, w := range p.words[2:] {
			if !strings.HasPrefix(w, "-") && looksLikePath(w) {
				out = append(out, w)
			}
		}
	}
	return out
}

func looksLikePath(w string) bool {
	if strings.ContainsAny(w, " ;|&<>$()'\"\\") {
		return false
	}
	i := strings.LastIndexByte(w, '.')
	return strings.Contains(w, "/") || i > 0 && i < len(w)-1
}

// tellingness orders classes by how much they say of what a command line is for.
var tellingness = [...]int{classRead: 0, classOther: 1, classChange: 2, classVCS: 3, classRun: 4, classSetup: 5, classCheck: 6}

// class is the most telling class of the act's commands.
func (a *act) class() class {
	if len(a.parts) == 0 {
		if len(a.edits) > 0 {
			return classChange
		}
		return classOther
	}
	best := classRead
	for _, p := range a.parts {
		if tellingness[p.class] > tellingness[best] {
			best = p.class
		}
	}
	return best
}

func (a *act) has(c class) bool {
	for _, p := range a.parts {
		if p.class == c {
			return true
		}
	}
	return false
}

// ok reports an act that came to an end without failure.
func (a *act) ok() bool { return a.answered && !a.failed && !a.takenBack }
