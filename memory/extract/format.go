package extract

import (
	"slices"
	"strconv"
	"strings"
)

// Outcome says how a task ended, from evidence; silence is not success.
type Outcome string

// Outcomes of a task.
const (
	OutcomeSuccess   Outcome = "success"
	OutcomePartial   Outcome = "partial"
	OutcomeFail      Outcome = "fail"
	OutcomeUncertain Outcome = "uncertain"
)

// Labels of a task's lists in a raw memory, in the order in which they stand there.
// They are in English in every language, each alone on its line with a colon after it.
const (
	LabelPreferences = "Preference signals"
	LabelOneOffs     = "One-off requests"
	LabelKnowledge   = "Reusable knowledge"
	LabelFailures    = "Failures and how to do differently"
	LabelReferences  = "References"
)

// Scope is how far a preference reaches, as far as the session tells.
type Scope string

// Scopes. ScopeUnsaid is what the user's words and the evidence leave open: it holds
// for the project it was said in, until it is heard in another.
const (
	ScopeUnsaid  Scope = ""
	ScopeProject Scope = "project"
	ScopeGlobal  Scope = "global"
	ScopeOnce    Scope = "once"
)

// The fixed words with which a bullet carries what its line has no field for. They
// stand after the arrow, separated by semicolons, and ParseBullet reads them back.
const (
	PhraseProject  = "applies to this project only"
	PhraseGlobal   = "applies to all work"
	PhraseUnsaid   = "applies where it was said"
	PhraseOnce     = "applied this time only"
	PhraseRepeated = "said before"
	PhraseChanges  = "changes an earlier rule"
	PhraseUnfixed  = "not fixed in this session"
	PhrasePassed   = "it passed later, by nothing that shows"
)

// Mark is the place of a row: its line, from 1, in its segment, from 0. It is written
// `[L12]`, and `[L12@2]` in the second file of a thread of several.
type Mark struct {
	Line    int
	Segment int
}

// String writes the mark as it stands in the texts.
func (m Mark) String() string {
	if m.Segment == 0 {
		return "[L" + strconv.Itoa(m.Line) + "]"
	}
	return "[L" + strconv.Itoa(m.Line) + "@" + strconv.Itoa(m.Segment+1) + "]"
}

// Quote is what a row says, word for word but for white space.
type Quote struct {
	Text string
	Mark
}

// Bullet is one line of a list. Text is the line as it stands, without `- `; the other
// fields are read out of it by ParseBullet and are empty where the line has no such part.
type Bullet struct {
	Text   string
	Quotes []Quote // quoted rows, in order
	Marks  []Mark  // all marks, those of the quotes too

	// preferences and one-off requests
	Situation string // what went before it
	Implies   string // what it implies, without the fixed phrases
	Scope     Scope
	Repeated  bool // the user says that he said so before
	Changes   bool // the user takes an earlier rule back with it

	// knowledge and failures
	Command string // the command the bullet is about
	Error   string // the error line of a failure
	Fix     string // what fixed it: the command, or the files
}

// Task is one goal of the session, with what was learned on the way to it.
type Task struct {
	Name        string
	Mark        Mark   // the user message that opened it
	Task        string // what was asked for
	TaskGroup   string
	Outcome     Outcome
	Preferences []Bullet
	OneOffs     []Bullet
	Knowledge   []Bullet
	Failures    []Bullet
	References  []Bullet
}

// RawMemory is the raw memory of one session: what phase 1 stores as text.
type RawMemory struct {
	Description string
	Task        string
	TaskGroup   string
	Outcome     Outcome
	Cwd         string
	Keywords    []string
	Tasks       []Task
}

// Lists returns the task's lists with their labels in the order of the text. The
// pointers lead into the task, so that a caller can filter all lists alike.
func (t *Task) Lists() []List {
	return []List{
		{LabelPreferences, &t.Preferences},
		{LabelOneOffs, &t.OneOffs},
		{LabelKnowledge, &t.Knowledge},
		{LabelFailures, &t.Failures},
		{LabelReferences, &t.References},
	}
}

// List is one labelled list of a task.
type List struct {
	Label   string
	Bullets *[]Bullet
}

// Bullets counts the bullets of the task's lists but for its references.
func (t *Task) Bullets() int {
	return len(t.Preferences) + len(t.OneOffs) + len(t.Knowledge) + len(t.Failures)
}

// Render writes the raw memory; "" where it has no task. Lists without bullets and
// fields without value are left out; every bullet and field is one line.
func (m RawMemory) Render() string {
	if len(m.Tasks) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("---\n")
	writeField(&b, "description", m.Description)
	writeField(&b, "task", m.Task)
	writeField(&b, "task_group", m.TaskGroup)
	writeField(&b, "task_outcome", string(m.Outcome))
	writeField(&b, "cwd", m.Cwd)
	writeField(&b, "keywords", strings.Join(m.Keywords, ", "))
	b.WriteString("---\n")
	for i, t := range m.Tasks {
		b.WriteString("\n### Task " + strconv.Itoa(i+1) + ": " + OneLine(t.Name) + " " + t.Mark.String() + "\n\n")
		writeField(&b, "task", t.Task)
		writeField(&b, "task_group", t.TaskGroup)
		writeField(&b, "task_outcome", string(t.Outcome))
		for _, l := range t.Lists() {
			writeList(&b, l.Label, *l.Bullets)
		}
	}
	return b.String()
}

func writeField(b *strings.Builder, name, value string) {
	if value = OneLine(value); value != "" {
		b.WriteString(name + ": " + value + "\n")
	}
}

func writeList(b *strings.Builder, label string, bullets []Bullet) {
	if !slices.ContainsFunc(bullets, func(x Bullet) bool { return !blank(x.Text) }) {
		return
	}
	b.WriteString("\n" + label + ":\n")
	for _, x := range bullets {
		if text := OneLine(x.Text); text != "" {
			b.WriteString("- " + text + "\n")
		}
	}
}

// OneLine joins a text's lines: every run of white space becomes one space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Code writes s as a Markdown code span on one line, with as many backticks around it
// as it takes.
func Code(s string) string {
	s = OneLine(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if fence == "`" {
		return "`" + s + "`"
	}
	return fence + " " + s + " " + fence
}
