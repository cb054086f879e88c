package rules

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed50391015/reverie/memory/extract"
)

// play is a session as a test writes it down: what was said and done, and what is right
// to learn from it.
type play struct {
	name  string
	lang  string
	cwd   string
	drop  bool // nothing in it is worth keeping
	steps []step
	gold  gold
}

// step is one of: what the user said, what the assistant said, a command with its
// output, an edit, an interruption.
type step struct {
	user, said, run, output, edit, diff string
	exit                                int
	abort                               bool
}

type gold struct {
	tasks       []goldTask
	preferences []string
	oneOffs     []string
	failures    []goldFailure
	commands    []string
	forbidden   []string
}

type goldTask struct {
	step    int
	outcome string
}

type goldFailure struct{ err, fix string }

// readPlay reads a play from a file of testdata: `user:`, `said:`, `run:`, `edit:`,
// `abort` lines are its steps; indented lines belong to the step before them: `exit n`,
// `| output`, and the labels `task: outcome`, `pref: quote`, `once: quote`,
// `fail: error | fix`, `cmd`.
func readPlay(t *testing.T, path string) play {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := play{name: strings.TrimSuffix(filepath.Base(path), ".txt")}
	for n, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
		if err := p.line(line); err != nil {
			t.Fatalf("%s:%d: %v", path, n+1, err)
		}
	}
	return p
}

func (p *play) line(line string) error {
	key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
	if !strings.HasPrefix(line, "  ") {
		switch key {
		case "# lang":
			p.lang = value
		case "# cwd":
			p.cwd = value
		case "# gate":
			p.drop = value == "drop"
		case "user":
			p.steps = append(p.steps, step{user: value})
		case "said":
			p.steps = append(p.steps, step{said: value})
		case "run":
			p.steps = append(p.steps, step{run: value})
		case "edit":
			p.steps = append(p.steps, step{edit: value})
		case "abort":
			p.steps = append(p.steps, step{abort: true})
		default:
			return fmt.Errorf("unknown line %q", line)
		}
		return nil
	}
	last := &p.steps[len(p.steps)-1]
	body := line[2:]
	switch {
	case strings.HasPrefix(body, "|"):
		last.output += strings.TrimPrefix(strings.TrimPrefix(body, "|"), " ") + "\n"
	case strings.HasPrefix(body, "exit "):
		_, err := fmt.Sscanf(body, "exit %d", &last.exit)
		return err
	case key == "task":
		p.gold.tasks = append(p.gold.tasks, goldTask{len(p.steps) - 1, value})
	case key == "pref":
		p.gold.preferences = append(p.gold.preferences, value)
	case key == "once":
		p.gold.oneOffs = append(p.gold.oneOffs, value)
	case key == "fail":
		e, fix, _ := strings.Cut(value, " | ")
		p.gold.failures = append(p.gold.failures, goldFailure{e, strings.TrimSpace(strings.TrimSuffix(fix, "-"))})
	case body == "cmd":
		p.gold.commands = append(p.gold.commands, last.run)
	case last.user != "":
		last.user += "\n" + body
	default:
		return fmt.Errorf("unknown line %q", line)
	}
	return nil
}

// ledger writes the play as a session ledger and returns its path and, for each step
// that is a user message, its line.
func (p play) ledger(t *testing.T) (path string, lines map[int]int) {
	t.Helper()
	var b strings.Builder
	n := 0
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	put := func(kind string, payload map[string]any) {
		n++
		raw, err := json.Marshal(map[string]any{"timestamp": at.Format("2006-01-02T15:04:05.000Z"), "type": kind, "payload": payload})
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(raw, '\n'))
	}
	message := func(role, part, text string) {
		put("response_item", map[string]any{"type": "message", "role": role, "content": []any{map[string]any{"type": part, "text": text}}})
	}
	put("session_meta", map[string]any{"id": threadID, "timestamp": at.Format(time.RFC3339), "cwd": p.cwd, "originator": "codex_cli_rs", "cli_version": "0.98.0", "source": "cli"})
	message("user", "input_text", "<environment_context>\n  <cwd>"+p.cwd+"</cwd>\n</environment_context>")
	lines = map[int]int{}
	turn, open := 0, false
	event := func(kind string) {
		put("event_msg", map[string]any{"type": kind, "turn_id": fmt.Sprintf("t%d", turn)})
	}
	for k, s := range p.steps {
		at = at.Add(20 * time.Second)
		call := fmt.Sprintf("call_%d", k)
		switch {
		case s.user != "":
			if open {
				event("task_complete")
			}
			turn, open = turn+1, true
			event("task_started")
			put("turn_context", map[string]any{"turn_id": fmt.Sprintf("t%d", turn), "cwd": p.cwd, "approval_policy": "on-request", "model": "m", "summary": "auto"})
			message("user", "input_text", s.user)
			lines[k] = n
			put("event_msg", map[string]any{"type": "user_message", "message": s.user})
		case s.said != "":
			message("assistant", "output_text", s.said)
			put("event_msg", map[string]any{"type": "agent_message", "message": s.said})
		case s.run != "":
			args, _ := json.Marshal(map[string]string{"cmd": s.run})
			put("response_item", map[string]any{"type": "function_call", "name": "exec_command", "arguments": string(args), "call_id": call})
			put("response_item", map[string]any{"type": "function_call_output", "call_id": call, "output": fmt.Sprintf("Chunk ID: %06x\nWall time: 0.4200 seconds\nProcess exited with code %d\nOutput:\n%s", k, s.exit, s.output)})
		case s.edit != "":
			put("response_item", map[string]any{"type": "custom_tool_call", "status": "completed", "call_id": call, "name": "apply_patch", "input": "*** Begin Patch\n*** Update File: " + s.edit + "\n@@\n" + s.diff + "\n*** End Patch"})
			put("response_item", map[string]any{"type": "custom_tool_call_output", "call_id": call, "output": "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM " + s.edit + "\n"})
		case s.abort:
			put("event_msg", map[string]any{"type": "turn_aborted", "reason": "interrupted", "turn_id": fmt.Sprintf("t%d", turn)})
			open = false
		}
	}
	if open {
		event("task_complete")
	}
	path = filepath.Join(t.TempDir(), "rollout-2026-03-02T09-00-00-"+threadID+".jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, lines
}

const threadID = "019cacf0-1000-7000-8000-000000000001"

// perform plays a session through the reader and the engine.
func (p play) perform(t *testing.T, k extract.Extractor) (extract.Output, map[int]int) {
	t.Helper()
	path, lines := p.ledger(t)
	s, _, err := extract.OpenSession(extract.Session{ThreadID: threadID, Segments: []string{path}, Cwd: p.cwd}, extract.RowOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := k.Extract(context.Background(), s)
	if err != nil {
		t.Fatalf("%s: extract: %v", p.name, err)
	}
	return out, lines
}

// tally counts hits among tries, by name, and keeps the misses.
type tally struct {
	hits, tries map[string]int
	outcomes    map[string][2]int
	misses      []string
}

func newTally() *tally {
	return &tally{hits: map[string]int{}, tries: map[string]int{}, outcomes: map[string][2]int{}}
}

func (c *tally) tick(name string, ok bool, format string, args ...any) {
	c.tries[name]++
	if ok {
		c.hits[name]++
	} else {
		c.misses = append(c.misses, name+": "+fmt.Sprintf(format, args...))
	}
}

func (c *tally) rate(name string) float64 {
	if name == "outcomes" {
		sum := 0.0
		for _, o := range c.outcomes {
			sum += float64(o[0]) / float64(o[1])
		}
		return sum / float64(max(1, len(c.outcomes)))
	}
	if c.tries[name] == 0 {
		return 1
	}
	return float64(c.hits[name]) / float64(c.tries[name])
}

func (c *tally) String() string {
	var b strings.Builder
	for _, n := range measures {
		fmt.Fprintf(&b, "%-22s %.3f", n, c.rate(n))
		if n != "outcomes" {
			fmt.Fprintf(&b, "  (%d of %d)", c.hits[n], c.tries[n])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var measures = []string{"gate", "preferences", "preference precision", "one-offs refused", "failures", "failure precision", "fixes",
	"commands", "command precision", "tasks", "task precision", "outcomes", "no leak"}

// score compares what was learned from a play with what is right.
func (c *tally) score(p play, out extract.Output, lines map[int]int) {
	m := extract.ParseRawMemory(out.RawMemory)
	c.tick("gate", p.drop == out.Empty(), "%s: kept %v", p.name, !out.Empty())
	var prefs, fails, known []string
	for _, t := range m.Tasks {
		for _, l := range t.Lists() {
			for _, b := range *l.Bullets {
				switch l.Label {
				case extract.LabelPreferences:
					prefs = append(prefs, b.Text)
				case extract.LabelFailures:
					fails = append(fails, b.Text)
				case extract.LabelKnowledge:
					known = append(known, b.Text)
				}
			}
		}
	}
	g := p.gold
	for _, q := range g.preferences {
		c.tick("preferences", anyHolds(prefs, q, 0.6), "%s: %s", p.name, q)
	}
	for _, q := range g.oneOffs {
		c.tick("one-offs refused", !anyHolds(prefs, q, 0.6), "%s: %s", p.name, q)
	}
	for _, b := range prefs {
		c.tick("preference precision", slices.ContainsFunc(g.preferences, func(q string) bool { return holds(b, q, 0.6) }), "%s: %s", p.name, b)
	}
	for _, f := range g.failures {
		c.tick("failures", anyHolds(fails, f.err, 0.6), "%s: %s", p.name, f.err)
		if f.fix != "" {
			c.tick("fixes", slices.ContainsFunc(fails, func(b string) bool { return holds(b, f.err, 0.6) && holds(b, f.fix, 0.9) }), "%s: %s of %s", p.name, f.fix, f.err)
		}
	}
	for _, b := range fails {
		c.tick("failure precision", slices.ContainsFunc(g.failures, func(f goldFailure) bool { return holds(b, f.err, 0.6) }), "%s: %s", p.name, b)
	}
	for _, q := range g.commands {
		c.tick("commands", anyHolds(known, q, 0.9), "%s: %s", p.name, q)
	}
	for _, b := range known {
		if slices.ContainsFunc(p.steps, func(s step) bool { return len(flat(s.run)) > 3 && strings.Contains(flat(b), flat(s.run)) }) {
			c.tick("command precision", slices.ContainsFunc(g.commands, func(q string) bool { return holds(b, q, 0.9) }), "%s: %s", p.name, b)
		}
	}
	for _, f := range g.forbidden {
		c.tick("no leak", !strings.Contains(flat(out.RawMemory+out.RolloutSummary), flat(f)), "%s: %s", p.name, f)
	}
	if !p.drop {
		c.scoreTasks(p, m, lines)
	}
}

func (c *tally) scoreTasks(p play, m extract.RawMemory, lines map[int]int) {
	used := map[int]bool{}
	for _, g := range p.gold.tasks {
		line, hit := lines[g.step], -1
		for i, t := range m.Tasks {
			if !used[i] && t.Mark.Line-line <= 2 && line-t.Mark.Line <= 2 {
				hit = i
				break
			}
		}
		c.tick("tasks", hit >= 0, "%s: step %d %q", p.name, g.step, p.steps[g.step].user)
		o := c.outcomes[g.outcome]
		o[1]++
		if hit >= 0 {
			used[hit] = true
			if string(m.Tasks[hit].Outcome) == g.outcome {
				o[0]++
			} else {
				c.misses = append(c.misses, fmt.Sprintf("outcome: %s: %q is %s, said %s", p.name, p.steps[g.step].user, g.outcome, m.Tasks[hit].Outcome))
			}
		}
		c.outcomes[g.outcome] = o
	}
	for i, t := range m.Tasks {
		c.tick("task precision", used[i], "%s: %s %s", p.name, t.Mark, t.Name)
	}
}

func anyHolds(list []string, q string, share float64) bool {
	return slices.ContainsFunc(list, func(b string) bool { return holds(b, q, share) })
}

// holds reports whether at least a share of a quote's characters stand in one run in a
// text, white space and quotation marks aside.
func holds(text, q string, share float64) bool {
	q, text = flat(q), flat(text)
	if q == "" {
		return false
	}
	if strings.Contains(text, q) {
		return true
	}
	a, b := []rune(q), []rune(text)
	least := 4
	if len(a) == len(q) {
		least = 8
	}
	return float64(longestRun(a, b)) >= max(float64(least), share*float64(len(a)))
}

func longestRun(a, b []rune) int {
	best := 0
	row := make([]int, len(b)+1)
	for i := range a {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				row[j+1] = row[j] + 1
				best = max(best, row[j+1])
			} else {
				row[j+1] = 0
			}
		}
	}
	return best
}

func flat(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\"'“”‘’`「」『』*\\", r) {
			return -1
		}
		return r
	}, s))
}
