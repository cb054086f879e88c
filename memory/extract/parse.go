package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	reTask   = regexp.MustCompile(`^#{2,4}\s*Task\s+\d+\s*[:：]\s*(.*)$`)
	reMark   = regexp.MustCompile(`\[L(\d{1,9})(?:@(\d{1,6}))?\]`)
	reCode   = regexp.MustCompile("``+ .*? ``+|`[^`]+`")
	reField  = regexp.MustCompile(`^\s*(?:[-*]\s+)?\**([a-z_]+)\**\s*[:：]\**\s*(.*)$`)
	reFailed = regexp.MustCompile(`(?i)\b(failed|fails|error|errors|failure)\b`)
	reFixed  = regexp.MustCompile(`(?i)\b(fixed|fix|fixes|resolved|solved|solution)\b(\s+(by|with|was|is))?\s*[:：]?`)
)

// ParseRawMemory reads a raw memory, also one that a model wrote with its own spacing,
// bold labels, other bullet marks or a missing front matter. What it does not know it
// passes over; it never fails. Text without any task heading but with lists becomes
// one task.
func ParseRawMemory(s string) RawMemory {
	var m RawMemory
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	lines = m.frontMatter(lines)
	var (
		task *Task
		list *[]Bullet
		name string
	)
	open := func(t Task) {
		m.Tasks = append(m.Tasks, t)
		task, list = &m.Tasks[len(m.Tasks)-1], nil
	}
	for _, line := range lines {
		trimmed := strings.TrimSpace(line)
		if h := reTask.FindStringSubmatch(trimmed); h != nil {
			open(taskOfHeading(h[1]))
			continue
		}
		label, rest, isLabel := labelOf(trimmed)
		if isLabel {
			if task == nil {
				open(Task{Name: m.Task, Task: m.Task, TaskGroup: m.TaskGroup, Outcome: m.Outcome})
			}
			name, list = label, listOf(task, label)
			if list != nil && rest != "" {
				*list = append(*list, ParseBullet(name, rest))
			}
			continue
		}
		if task == nil {
			continue
		}
		if list == nil {
			task.field(trimmed)
			continue
		}
		addLine(list, name, line, trimmed)
	}
	return m
}

// addLine adds a bullet, or what goes on of the last one on a line of its own.
func addLine(list *[]Bullet, label, line, trimmed string) {
	if text, ok := bulletText(trimmed); ok {
		if text != "" {
			*list = append(*list, ParseBullet(label, text))
		}
		return
	}
	indented := strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
	if n := len(*list); indented && trimmed != "" && n > 0 {
		(*list)[n-1] = ParseBullet(label, (*list)[n-1].Text+" "+trimmed)
	}
}

func bulletText(trimmed string) (string, bool) {
	for _, mark := range []string{"-", "*", "•"} {
		if rest, ok := strings.CutPrefix(trimmed, mark); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return strings.TrimSpace(rest), true
		}
	}
	return "", false
}

func (m *RawMemory) frontMatter(lines []string) []string {
	start := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	if start < 0 || strings.TrimSpace(lines[start]) != "---" {
		return lines
	}
	end := slices.IndexFunc(lines[start+1:], func(l string) bool { return strings.TrimSpace(l) == "---" })
	if end < 0 {
		return lines
	}
	for _, l := range lines[start+1 : start+1+end] {
		name, value, _ := strings.Cut(l, ":")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch strings.TrimSpace(name) {
		case "description":
			m.Description = value
		case "task":
			m.Task = value
		case "task_group":
			m.TaskGroup = value
		case "task_outcome":
			m.Outcome = parseOutcome(value)
		case "cwd":
			m.Cwd = value
		case "keywords":
			m.Keywords = splitKeywords(value)
		}
	}
	return lines[start+end+2:]
}

func splitKeywords(s string) []string {
	var out []string
	for k := range strings.FieldsFuncSeq(strings.Trim(s, "[]"), func(r rune) bool { return strings.ContainsRune(",，、;；", r) }) {
		if k = strings.Trim(strings.TrimSpace(k), `"'`); k != "" {
			out = append(out, k)
		}
	}
	return out
}

func taskOfHeading(h string) Task {
	t := Task{}
	if loc := reMark.FindStringSubmatchIndex(h); loc != nil {
		t.Mark = markAt(h, loc)
		h = h[:loc[0]] + h[loc[1]:]
	}
	t.Name = OneLine(h)
	return t
}

func (t *Task) field(line string) {
	f := reField.FindStringSubmatch(line)
	if f == nil {
		return
	}
	switch f[1] {
	case "task":
		t.Task = strings.TrimSpace(f[2])
	case "task_group":
		t.TaskGroup = strings.TrimSpace(f[2])
	case "task_outcome":
		t.Outcome = parseOutcome(f[2])
	}
}

func parseOutcome(s string) Outcome {
	word := strings.ToLower(strings.Trim(strings.TrimSpace(s), "*`\"."))
	for _, o := range []Outcome{OutcomeSuccess, OutcomePartial, OutcomeFail, OutcomeUncertain} {
		if strings.HasPrefix(word, string(o)) {
			return o
		}
	}
	if word == "" {
		return ""
	}
	return OutcomeUncertain
}

// labelOf reads a line that is a list's label, bold or not, with text after it or not.
// A line in bullet form is a label only where nothing but the label stands in it.
func labelOf(line string) (label, rest string, ok bool) {
	text, bullet := bulletText(line)
	if !bullet {
		text = line
	}
	text = strings.TrimLeft(text, "#* ")
	for _, l := range []string{LabelPreferences, LabelOneOffs, LabelKnowledge, LabelFailures, LabelReferences, "Key steps", "User preferences"} {
		if len(text) < len(l) || !strings.EqualFold(text[:len(l)], l) {
			continue
		}
		rest = strings.Trim(text[len(l):], " \t*:：")
		marked := strings.ContainsAny(text[len(l):], ":：") || rest == ""
		if !marked || bullet && rest != "" {
			continue
		}
		if l == "User preferences" {
			l = LabelPreferences
		}
		return l, rest, true
	}
	return "", "", false
}

func listOf(t *Task, label string) *[]Bullet {
	for _, l := range t.Lists() {
		if l.Label == label {
			return l.Bullets
		}
	}
	return &[]Bullet{} // a label that is known but not kept
}

func markAt(s string, loc []int) Mark {
	line, _ := strconv.Atoi(s[loc[2]:loc[3]])
	m := Mark{Line: line}
	if loc[4] >= 0 {
		segment, _ := strconv.Atoi(s[loc[4]:loc[5]])
		m.Segment = max(0, segment-1)
	}
	return m
}

// ParseBullet reads a bullet's text (without `- `) under its label.
func ParseBullet(label, text string) Bullet {
	text = OneLine(text)
	b := Bullet{Text: text}
	for _, loc := range reMark.FindAllStringSubmatchIndex(text, -1) {
		b.Marks = append(b.Marks, markAt(text, loc))
	}
	b.Quotes = parseQuotes(text)
	switch label {
	case LabelPreferences, LabelOneOffs:
		b.parseSteering(label)
	case LabelKnowledge:
		if spans := reCode.FindAllString(text, 1); spans != nil {
			b.Command = uncode(spans[0])
		}
	case LabelFailures:
		b.parseFailure()
	}
	return b
}

var quotePairs = [][2]string{{`"`, `"`}, {"“", "”"}, {"「", "」"}, {"『", "』"}, {"«", "»"}, {"„", "“"}}

// parseQuotes finds the quotes that have a mark behind them. A quote may hold quotation
// marks itself, so that it ends where its closing mark meets a `[L`, and begins at the
// first opening mark after the quote before it.
func parseQuotes(text string) []Quote {
	var out []Quote
	from := 0
	for _, loc := range reMark.FindAllStringSubmatchIndex(text, -1) {
		before := strings.TrimRight(text[from:loc[0]], " (（")
		for _, p := range quotePairs {
			body, ok := strings.CutSuffix(before, p[1])
			if !ok {
				continue
			}
			if i := strings.Index(body, p[0]); i >= 0 && i+len(p[0]) < len(body) {
				out = append(out, Quote{Text: body[i+len(p[0]):], Mark: markAt(text, loc)})
				break
			}
		}
		from = loc[1]
	}
	return out
}

func (b *Bullet) parseSteering(label string) {
	head, tail := b.Text, ""
	if n := strings.LastIndex(b.Text, "→"); n >= 0 {
		head, tail = b.Text[:n], b.Text[n+len("→"):]
	}
	if len(b.Quotes) > 0 {
		if i := strings.Index(head, b.Quotes[0].Text); i > 0 {
			s := strings.TrimRight(head[:i], "\"“「『«„ ")
			for _, said := range []string{"the user said", "the user asked"} {
				s = strings.TrimSuffix(s, said)
			}
			b.Situation = strings.TrimRight(s, ":： ")
		}
	}
	if label == LabelOneOffs {
		b.Scope = ScopeOnce
	}
	var implies []string
	for part := range strings.SplitSeq(tail, ";") {
		switch part = strings.TrimSpace(part); strings.ToLower(strings.TrimRight(part, ".")) {
		case "", PhraseUnsaid:
		case PhraseProject:
			b.Scope = ScopeProject
		case PhraseGlobal:
			b.Scope = ScopeGlobal
		case PhraseOnce:
			b.Scope = ScopeOnce
		case PhraseRepeated:
			b.Repeated = true
		case PhraseChanges:
			b.Changes = true
		default:
			implies = append(implies, part)
		}
	}
	b.Implies = strings.Join(implies, "; ")
}

// parseFailure takes the code spans apart: the first before the word that tells failure
// is the command, the next the error; what follows the word that tells the fix is the fix.
func (b *Bullet) parseFailure() {
	spans := reCode.FindAllStringIndex(b.Text, -1)
	inCode := func(i int) bool {
		return slices.ContainsFunc(spans, func(s []int) bool { return s[0] <= i && i < s[1] })
	}
	outside := func(re *regexp.Regexp) (int, int) {
		for _, loc := range re.FindAllStringIndex(b.Text, -1) {
			if !inCode(loc[0]) {
				return loc[0], loc[1]
			}
		}
		return len(b.Text), len(b.Text)
	}
	fixAt, fixEnd := outside(reFixed)
	stop := len(b.Text) // the fix ends where the next clause begins
	if strings.Contains(b.Text, PhraseUnfixed) {
		fixAt, fixEnd = stop, stop
	}
	for i := fixEnd; i < len(b.Text); i++ {
		if b.Text[i] == ';' && !inCode(i) {
			stop = i
			break
		}
	}
	failAt, _ := outside(reFailed)
	for _, s := range spans {
		code := uncode(b.Text[s[0]:s[1]])
		switch {
		case s[0] >= stop:
		case s[0] >= fixEnd:
			if b.Fix != "" {
				b.Fix += ", "
			}
			b.Fix += code
		case b.Command == "" && (s[0] < failAt || failAt > fixAt):
			b.Command = code
		case b.Error == "" && s[0] < fixAt:
			b.Error = code
		}
	}
	if b.Fix == "" && fixEnd < stop {
		b.Fix = strings.Trim(b.Text[fixEnd:stop], " :;.")
	}
}

func uncode(span string) string { return strings.TrimSpace(strings.Trim(span, "`")) }
