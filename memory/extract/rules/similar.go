package rules

import (
	"slices"
	"strings"
)

// similar reports whether b does what a tried to do: it runs the same program for the
// same purpose on a common target, or nearly the same words with another program.
func similar(a, b *act) bool {
	if a.command == b.command && a.command != "" {
		return true
	}
	for _, p := range a.parts {
		if p.class == classRead && len(a.parts) > 1 {
			continue
		}
		for _, q := range b.parts {
			if similarParts(p, q) {
				return true
			}
		}
	}
	return false
}

func similarParts(p, q simple) bool {
	if p.class == classVCS || q.class == classVCS {
		// adding and committing is not trying again; the same verb is
		pp, ps := p.program()
		qp, qs := q.program()
		return pp == qp && ps == qs && slices.Contains([]string{"rebase", "merge", "pull", "push", "cherry-pick", "commit", "apply", "am"}, ps)
	}
	pp, ps := p.program()
	qp, qs := q.program()
	pt, qt := tokens(p), tokens(q)
	shared := 0
	for t := range pt {
		if qt[t] {
			shared++
		}
	}
	least := min(len(pt), len(qt))
	same := pp == qp || manager(pp) && manager(qp)
	switch {
	case pp == "" || qp == "":
		return false
	case installs(pp, ps) && installs(qp, qs) && ecosystem(pp) == ecosystem(qp):
		return true
	case pp == qp && ps != qs && repairs(qs) && p.class == classCheck && slices.Equal(targets(p, ps), targets(q, qs)):
		return true // a linter that found something, then let loose on it
	case (pp == qp || len(taskName(ps)) > 4 && q.class != classRead) && taskName(ps) == taskName(qs) && strings.Contains(ps+qs, ":"):
		return true // a task by its path, or a script by its name
	case same && ps == qs && ps != "":
		return sameTarget(targets(p, ps), targets(q, qs))
	case same && ps == "" && qs == "":
		return true
	case pp == qp && shared >= 2 && (shared == least || shared >= 3 && shared*2 >= least):
		return true
	}
	return shared >= 3 && shared*10 >= least*6
}

func manager(program string) bool { return ecosystem(program) != "" }

// ecosystem names the packages that a package manager handles, "" for other programs.
func ecosystem(program string) string {
	switch program {
	case "npm", "pnpm", "yarn", "bun", "cnpm", "tnpm", "deno":
		return "javascript"
	case "pip", "pip3", "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "conda", "mamba", "micromamba":
		return "python"
	}
	return ""
}

// installs reports a package manager at its own work.
func installs(program, sub string) bool {
	return manager(program) && slices.Contains([]string{"install", "i", "ci", "add", "sync", "update", "lock", ""}, sub)
}

// repairs reports a subcommand that mends what its neighbour only reports.
func repairs(sub string) bool {
	return slices.Contains([]string{"fix", "format", "fmt", "autocorrect", "repair"}, sub)
}

// taskName is the last part of a build task's path: `:core:test` and `test` are the same
// task of different reach.
func taskName(s string) string { return s[strings.LastIndexByte(s, ':')+1:] }

// tokens are the words of a command, without the runner and flags' dashes.
func tokens(p simple) map[string]bool {
	out := map[string]bool{}
	words := p.words
	for rest, ok := runner(words); ok; rest, ok = runner(words) {
		words = rest
	}
	for i, w := range words {
		if i == 0 {
			w = base(w)
		}
		for f := range strings.FieldsSeq(w) {
			if len(f) > 1 {
				out[f] = true
			}
		}
	}
	return out
}

// targets are the words behind the subcommand that are no flags.
func targets(p simple, sub string) []string {
	i := slices.Index(p.words, sub)
	if i < 0 {
		return nil
	}
	var out []string
	for _, w := range p.words[i+1:] {
		if w == "--" || strings.HasPrefix(w, "-") || startsDigit(w) || strings.HasPrefix(w, ">") {
			continue
		}
		out = append(out, strings.TrimSuffix(strings.TrimPrefix(w, "./"), "/"))
	}
	return out
}

// sameTarget reports whether two lists of targets meet; none, or all, meets everything.
func sameTarget(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	for _, x := range a {
		for _, y := range b {
			if x == y || x == "..." || y == "..." || x == "." || y == "." ||
				strings.HasPrefix(x, y+"/") || strings.HasPrefix(y, x+"/") ||
				strings.HasPrefix(x, strings.TrimSuffix(y, "...")) && strings.HasSuffix(y, "...") ||
				strings.HasPrefix(y, strings.TrimSuffix(x, "...")) && strings.HasSuffix(x, "...") {
				return true
			}
		}
	}
	return false
}
