package rules

import (
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/seed50391015/reverie/memory/extract"
)

// failure is a command that failed, with its cause and what made it pass.
type failure struct {
	act    *act
	lines  []errorLine // best first
	fixes  []string    // files and commands
	solved *act        // the later run that passed, nil if none did
	times  int         // how often it came back
}

// failures finds what failed in the session, and for each what stood between the failure
// and the later success of the same thing.
func (k *kit) failures(t *transcript) []*failure {
	var out []*failure
	seen := map[string]*failure{}
	for _, a := range t.acts {
		if !a.failed || a.trivial() {
			continue
		}
		lines := rank(a)
		if len(lines) == 0 {
			continue
		}
		key := signature(lines[0].text)
		if old := seen[key]; old != nil {
			old.times++
			if old.solved == nil || a.index > old.solved.index {
				k.solve(t, old, a)
			}
			continue
		}
		f := &failure{act: a, lines: lines, times: 1}
		k.solve(t, f, a)
		seen[key] = f
		out = append(out, f)
	}
	return out
}

// trivial reports failures that teach nothing: looking for what is not there.
func (a *act) trivial() bool {
	if len(a.parts) == 0 {
		return true
	}
	for _, p := range a.parts {
		program, _ := p.program()
		if p.class != classRead || slices.Contains([]string{"curl", "wget", "dig", "ping", "openssl", "kubectl", "docker", "podman", "helm", "gh", "terraform", "oc", "nslookup"}, program) {
			return false
		}
	}
	return true
}

// rank orders the error lines of an output: by weight, then by place; of a Python
// traceback the exception at its end is the heaviest anyhow.
func rank(a *act) []errorLine {
	lines := slices.Clone(a.errors)
	sort.SliceStable(lines, func(i, j int) bool {
		if lines[i].weight != lines[j].weight {
			return lines[i].weight > lines[j].weight
		}
		return lines[i].at < lines[j].at
	})
	if len(lines) > 0 {
		// lines far below the best are summaries
		n := 1
		for n < len(lines) && (n < 4 && lines[n].weight >= lines[0].weight-2 && lines[n].weight > 1 || n < 2) {
			n++
		}
		return lines[:n]
	}
	if a.tail != "" {
		return []errorLine{{text: a.tail, weight: 1}}
	}
	return nil
}

// solve looks for the first later run of the same thing that passed, or failed of
// something else, and gathers the changes in between.
func (k *kit) solve(t *transcript, f *failure, from *act) {
	key := signature(f.lines[0].text)
	var changes []*act
	later := t.acts[from.index+1:]
	for _, b := range later[:min(len(later), maxLater)] {
		again := similar(from, b) && (b.class() != classRead || from.class() == classRead)
		switch {
		case again && b.ok(), again && b.answered && b.failed && !b.takenBack && !hasSignature(b, key):
			f.solved, f.fixes = b, t.fixes(from, b, changes)
			return
		case !again && b.ok() && len(changes) > 0 && b.index-from.index < 15 && sameEcosystem(from, b):
			f.solved, f.fixes = b, t.fixes(from, b, changes)
			return
		}
		if b.takenBack || b.failed && len(b.edits) == 0 {
			continue
		}
		if len(b.edits) > 0 {
			changes = append(changes, b)
		} else if c := b.class(); c != classRead {
			changes = append(changes, b)
		}
	}
}

// maxLater bounds how many acts behind a failure its end is looked for.
const maxLater = 400

func hasSignature(a *act, key string) bool {
	return slices.ContainsFunc(a.errors, func(e errorLine) bool { return signature(e.text) == key })
}

// sameEcosystem reports whether a passing check says that an earlier build of the same
// toolchain is repaired: tests pass only when the code builds.
func sameEcosystem(a, b *act) bool {
	for _, p := range a.parts {
		for _, q := range b.parts {
			if p.class != classCheck || q.class != classCheck {
				continue
			}
			pp, ps := p.program()
			qp, qs := q.program()
			if pp == qp && slices.Contains([]string{"build", "check", "vet", "compile", "typecheck", "clippy"}, ps) && slices.Contains([]string{"test", "run", "build", "check", "vet"}, qs) {
				return true
			}
		}
	}
	return false
}

const maxFixes = 4

// fixes names what changed between a failure and its end: files first, then commands
// that set something up; the repository's commands and other checks only when nothing
// else was done; last the passing command where it is not the one that failed. Where
// nothing changed but the command itself, that is the fix, though it failed of
// something else.
func (t *transcript) fixes(failed, passed *act, changes []*act) []string {
	var files, commands, rest []string
	for _, c := range changes {
		if undone := reverted(c); undone != nil {
			if n := len(files); n > 0 {
				files = slices.DeleteFunc(files, undone)
				if len(files) < n {
					continue
				}
			}
		}
		switch cls := c.class(); {
		case c.command == "":
			for _, e := range c.edits {
				files = appendNew(files, t.relative(e))
			}
		case cls == classSetup, cls == classChange, reverted(c) != nil:
			commands = appendNew(commands, extract.OneLine(c.command))
		default:
			rest = appendNew(rest, extract.OneLine(c.command))
		}
	}
	files = plausible(failed, files, len(commands) > 0)
	// the last edits are nearest to the success
	if len(files) > maxFixes {
		files = files[len(files)-maxFixes:]
	}
	out := append(files, tail(commands, 2)...)
	if passed.command != failed.command && (len(out) == 0 && len(rest) == 0 || passed.ok() && (len(out) == 0 || !covers(failed, passed))) {
		out = appendNew(out, extract.OneLine(passed.command))
	}
	if len(out) == 0 {
		out = tail(rest, 2)
	}
	return out
}

// plausible leaves out edits that can hardly have repaired a failure: prose, unless the
// failure speaks of it or nothing else was done; and, where the failure names some of
// the files that were edited, those that stand apart from them, but for the last.
func plausible(failed *act, files []string, more bool) []string {
	var said strings.Builder
	said.WriteString(failed.command)
	for _, e := range failed.errors {
		said.WriteString("\n" + e.text)
	}
	text := said.String()
	isNamed := func(f string) bool { return strings.Contains(text, filepath.Base(f)) }
	code := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return prose(f) && !isNamed(f) })
	if len(code) > 0 || more {
		files = code
	}
	if len(files) < 4 || !slices.ContainsFunc(files, isNamed) {
		return files
	}
	last := files[len(files)-1]
	return slices.DeleteFunc(files, func(f string) bool { return f != last && !isNamed(f) })
}

// prose reports a file that no program reads.
func prose(f string) bool {
	switch strings.ToLower(filepath.Ext(f)) {
	case ".md", ".txt", ".rst", ".adoc":
		return !strings.Contains(strings.ToLower(f), "cmakelists") && !strings.Contains(strings.ToLower(f), "requirements")
	}
	return false
}

// covers reports whether the passing command is only the failed one, with other checks
// around it: then it is the proof, not the fix.
func covers(failed, passed *act) bool {
	for _, p := range passed.parts {
		if p.class != classCheck && p.class != classRead {
			return false
		}
	}
	return strings.Contains(passed.command, failed.command) || passed.class() == classCheck && failed.class() == classCheck
}

func tail(list []string, n int) []string { return list[max(0, len(list)-n):] }

func appendNew(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// reverted gives, for a command that takes edits back (git checkout, git restore), which
// files it takes back.
func reverted(a *act) func(file string) bool {
	for _, p := range a.parts {
		program, sub := p.program()
		if program != "git" || sub != "checkout" && sub != "restore" || slices.Contains(p.words, "-b") {
			continue
		}
		targets := targets(p, sub)
		if len(targets) == 0 {
			continue
		}
		return func(file string) bool {
			return slices.ContainsFunc(targets, func(t string) bool {
				return t == "." || file == t || strings.HasPrefix(file, t+"/") || strings.HasSuffix(file, "/"+t)
			})
		}
	}
	return nil
}

// relative gives a path as seen from the session's working directory.
func (t *transcript) relative(p string) string {
	if t.session.Cwd == "" || !filepath.IsAbs(p) {
		return strings.TrimPrefix(p, "./")
	}
	if rel, err := filepath.Rel(t.session.Cwd, p); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return p
}

// bullet writes the failure down.
func (f *failure) bullet() extract.Bullet {
	at := f.act.output
	if at.Line == 0 {
		at = f.act.mark
	}
	var fixes []string
	for _, x := range f.fixes {
		fixes = append(fixes, extract.Code(x))
	}
	var rest []string
	if f.solved != nil && f.solved.ok() && len(f.fixes) > 0 {
		if f.solved.command == f.act.command {
			rest = append(rest, "then it passed "+f.solved.output.String())
		} else if !slices.Contains(f.fixes, extract.OneLine(f.solved.command)) {
			rest = append(rest, "then "+extract.Code(f.solved.command)+" passed "+f.solved.output.String())
		} else {
			rest = append(rest, "that passed "+f.solved.output.String())
		}
	}
	if f.solved != nil && f.solved.ok() && len(f.fixes) == 0 {
		rest = append(rest, extract.PhrasePassed+" "+f.solved.output.String())
	}
	if len(f.lines) > 1 {
		var also []string
		for _, l := range f.lines[1:] {
			also = append(also, extract.Code(l.text))
		}
		rest = append(rest, "it also said "+strings.Join(also, ", "))
	}
	if f.times > 1 {
		rest = append(rest, "it came back in this session")
	}
	return extract.NewFailure(clip(extract.OneLine(f.act.command), 400), f.lines[0].text, at, strings.Join(fixes, ", "), strings.Join(rest, "; "))
}
