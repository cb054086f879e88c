package rules

import (
	"path"
	"slices"
	"strings"
)

// class says what a command is for.
type class uint8

const (
	classOther  class = iota
	classRead         // looks at things: ls, cat, grep, git status
	classCheck        // tests, builds, lints, type checks
	classSetup        // installs, migrates, starts what the work needs
	classRun          // runs or deploys the project
	classVCS          // changes the repository: commit, push
	classChange       // changes files or processes: rm, sed -i, kill
)

// simple is one command of a shell line, without what only wraps it.
type simple struct {
	words []string
	class class
	piped bool // its output goes into a pipe
}

// parse takes a shell line apart: into the commands that `&&`, `||`, `;`, `|`, `&` and
// line breaks part, with quotes respected. It is no shell: what it does not understand
// it leaves in the words.
func parse(line string) []simple {
	var out []simple
	var words []string
	var word strings.Builder
	inWord := false
	flushWord := func() {
		if inWord {
			words = append(words, word.String())
			word.Reset()
			inWord = false
		}
	}
	flush := func(piped bool) {
		flushWord()
		if s := newSimple(words); len(s.words) > 0 {
			s.piped = piped
			out = append(out, s)
		}
		words = nil
	}
	var quote byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			inWord = true
		case c == ' ' || c == '\t':
			flushWord()
		case c == '\n' || c == ';' || c == '(' && !inWord || c == ')':
			flush(false)
		case c == '|':
			flush(i+1 >= len(line) || line[i+1] != '|')
		case c == '&' && (i == 0 || line[i-1] != '>'):
			flush(false)
		default:
			word.WriteByte(c)
			inWord = true
		}
		if len(out) >= 64 {
			return out
		}
	}
	flush(false)
	return out
}

// newSimple strips assignments and wrappers (env, sudo, timeout, …).
func newSimple(words []string) simple {
	for len(words) > 0 {
		w := words[0]
		switch {
		case assignment(w), slices.Contains([]string{"{", "}", "!", "then", "do", "else", "if", "while", "time", "sudo", "env", "nohup", "exec", "command", "nice", "stdbuf", "&"}, w):
			words = words[1:]
		case w == "for", w == "done", w == "fi", w == "esac", w == "case":
			return simple{}
		case base(w) == "time" && w != "time": // /usr/bin/time -f FORMAT command
			words = afterFlags(words[1:])
		case w == "timeout":
			words = afterFlags(words[1:])
			if len(words) > 0 && startsDigit(words[0]) {
				words = words[1:]
			}
		case w == "xargs":
			words = dropFlags(words[1:])
		default:
			return simple{words: words}
		}
	}
	return simple{}
}

func assignment(w string) bool {
	i := strings.IndexByte(w, '=')
	if i <= 0 {
		return false
	}
	for _, c := range w[:i] {
		if c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// afterFlags drops flags with their values, for wrappers whose flags mostly take one.
func afterFlags(words []string) []string {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		takes := len(words[0]) == 2 && len(words) > 1
		words = words[1:]
		if takes && len(words) > 0 {
			words = words[1:]
		}
	}
	return words
}

func dropFlags(words []string) []string {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		words = words[1:]
	}
	return words
}

func startsDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func base(w string) string { return path.Base(strings.TrimSuffix(w, ".exe")) }

// program is the name of the program, and sub the first word behind it that is no flag,
// with runners (npx, pnpm exec, python -m, …) looked through.
func (s simple) program() (program, sub string) {
	words := s.words
	for {
		if len(words) == 0 {
			return "", ""
		}
		rest, ok := runner(words)
		if !ok {
			break
		}
		words = rest
	}
	program = base(words[0])
	for i := 1; i < len(words); i++ {
		w := words[i]
		if strings.HasPrefix(w, "-") {
			if valueFlag(program, w) {
				i++
			}
			continue
		}
		if w == "run" && scriptRunner(program) && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
			w = words[i+1] // the script's name says what it does
		}
		return program, w
	}
	return program, ""
}

// valueFlag reports flags of some programs that stand before the subcommand with a value.
func valueFlag(program, flag string) bool {
	switch program {
	case "git", "make", "docker", "kubectl", "helm", "pnpm", "npm", "cargo", "go", "terraform", "mvn":
		return slices.Contains([]string{"-C", "-c", "-n", "-f", "--filter", "--prefix", "--namespace", "--context", "--manifest-path", "-p", "-w"}, flag)
	}
	return false
}

// runner takes a program that runs another away.
func runner(words []string) ([]string, bool) {
	if len(words) < 2 {
		return nil, false
	}
	rest := words[1:]
	switch base(words[0]) {
	case "npx", "bunx", "uvx", "pipx", "doppler", "direnv":
		rest = dropFlags(rest)
		return rest, len(rest) > 0
	case "pnpm", "yarn", "npm", "bun", "uv", "poetry", "pipenv", "hatch", "rye", "pdm", "bundle", "mise", "asdf":
		flags := dropFlags(rest)
		if len(flags) > 1 && (flags[0] == "exec" || flags[0] == "dlx" || flags[0] == "x" || flags[0] == "run" && !scriptRunner(words[0])) {
			after := dropFlags(flags[1:])
			return after, len(after) > 0
		}
	case "docker", "podman", "docker-compose":
		return inContainer(words)
	case "python", "python3", "py":
		if len(rest) > 1 && rest[0] == "-m" {
			return rest[1:], true
		}
	case "bash", "sh", "zsh":
		if len(rest) > 1 && strings.HasPrefix(rest[0], "-") && strings.HasSuffix(rest[0], "c") {
			return strings.Fields(rest[1]), rest[1] != ""
		}
	}
	return nil, false
}

// inContainer takes `docker compose run SERVICE` and `docker exec CONTAINER` away from the
// command that runs inside.
func inContainer(words []string) ([]string, bool) {
	rest := words[1:]
	if len(rest) > 0 && rest[0] == "compose" {
		rest = rest[1:]
	} else if base(words[0]) != "docker-compose" && (len(rest) == 0 || rest[0] != "exec") {
		return nil, false
	}
	if len(rest) == 0 || rest[0] != "run" && rest[0] != "exec" {
		return nil, false
	}
	rest = dropFlags(rest[1:])
	if len(rest) < 2 {
		return nil, false
	}
	return rest[1:], true
}

// scriptRunner reports programs whose `run` names a script of the project.
func scriptRunner(w string) bool {
	switch base(w) {
	case "npm", "pnpm", "yarn", "bun", "cnpm", "tnpm":
		return true
	}
	return false
}
