package rules

import (
	"strconv"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
)

const maxSteps = 12

// summary writes the rollout summary: the same lessons with the steps that led to them.
func (l *lessons) summary(m extract.RawMemory) string {
	var b strings.Builder
	b.WriteString("# " + sentence(m.Description) + "\n\n")
	b.WriteString("Rollout context: " + l.rolloutContext() + "\n")
	for i, t := range m.Tasks {
		b.WriteString("\n## Task " + itoa(i+1) + ": " + t.Name + "\n\nOutcome: " + string(t.Outcome) + "\n")
		bullets(&b, extract.LabelPreferences, t.Preferences)
		bullets(&b, "Key steps", l.steps(t))
		bullets(&b, extract.LabelFailures, t.Failures)
		bullets(&b, extract.LabelKnowledge, t.Knowledge)
		bullets(&b, extract.LabelReferences, t.References)
	}
	return b.String()
}

func sentence(s string) string {
	s = strings.TrimRight(s, " .;")
	if s == "" {
		return "A session"
	}
	return s
}

func (l *lessons) rolloutContext() string {
	s := "worked in " + extract.Code(l.t.session.Cwd)
	n := 0
	for _, a := range l.t.acts {
		if len(a.edits) > 0 {
			n++
		}
	}
	return s + ": " + itoa(len(l.t.exchanges)) + " messages of the user, " + itoa(len(l.t.acts)) + " tool calls, " + itoa(n) + " edits"
}

// steps are what was changed and checked in a task, in order.
func (l *lessons) steps(t extract.Task) []extract.Bullet {
	var out []extract.Bullet
	for _, x := range l.all {
		if x.task.exchanges[0].mark != t.Mark {
			continue
		}
		last := ""
		for _, e := range x.task.exchanges {
			for _, a := range e.acts {
				text := l.step(a)
				if text == "" || text == last {
					continue
				}
				last = text
				out = append(out, extract.Bullet{Text: text + " " + a.mark.String()})
			}
		}
	}
	if len(out) > maxSteps {
		head, tail := out[:maxSteps/2], out[len(out)-maxSteps/2:]
		gap := extract.Bullet{Text: "… " + itoa(len(out)-maxSteps) + " more steps"}
		out = append(append(append([]extract.Bullet{}, head...), gap), tail...)
	}
	return out
}

func (l *lessons) step(a *act) string {
	switch c := a.class(); {
	case a.command == "" && len(a.edits) > 0:
		return "edited " + extract.Code(l.t.relative(a.edits[0]))
	case c == classRead || c == classOther:
		return ""
	case a.failed:
		return "ran " + extract.Code(clip(a.command, 160)) + ": failed"
	case a.ok():
		return "ran " + extract.Code(clip(a.command, 160))
	}
	return ""
}

func bullets(b *strings.Builder, label string, list []extract.Bullet) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\n" + label + ":\n")
	for _, x := range list {
		b.WriteString("- " + extract.OneLine(x.Text) + "\n")
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
