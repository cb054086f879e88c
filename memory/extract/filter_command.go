package extract

import (
	"path"
	"strings"
)

// filterRunsReverie reports whether a shell command runs Reverie itself: what it prints
// is memory. The program counts where a command begins, by whatever path, also through
// `go run` and the usual wrappers; where it is only spoken of (a folder, an argument, a
// commit's message) it does not.
func filterRunsReverie(command string) bool {
	if !strings.Contains(command, "everie") {
		return false
	}
	f := filterShell{begins: true}
	from := 0
	for i := 0; i < len(command); i++ {
		if !f.ends(command[i], i > 0 && command[i-1] == '$') {
			continue
		}
		if from < i && f.word(command[from:i]) {
			return true
		}
		f.border(command[i])
		from = i + 1
	}
	return from < len(command) && f.word(command[from:])
}

// filterShell follows a shell command word by word.
type filterShell struct {
	begins  bool // the next word may be the program
	wrapped bool // a wrapper's own flags and numbers may come before it
	goRun   int  // 1 after `go`, 2 after `go run`: the package comes
	given   bool // the next word is a command line for a shell
	quote   byte // the quote that is open, 0 if none
	line    bool // what it holds is run by a shell
}

// ends reports whether a byte ends a word. In quotes nothing does, unless a shell is
// given the quoted text to run.
func (f *filterShell) ends(c byte, dollar bool) bool {
	switch {
	case c == f.quote:
		f.quote, f.line = 0, false
	case f.quote == 0 && (c == '"' || c == '\''):
		f.quote, f.line = c, f.given
	case f.quote == 0 || f.line:
		return c <= ' ' || strings.IndexByte(";|&()`{}", c) >= 0
	case f.quote == '"':
		return c == '`' || c == '(' && dollar
	}
	return false
}

// border takes the byte that ended a word: blanks part words, others commands.
func (f *filterShell) border(c byte) {
	if c == '\n' || c > ' ' {
		*f = filterShell{begins: true, quote: f.quote, line: f.quote != 0}
	}
}

// word takes the next word; it reports whether it is Reverie, to be run.
func (f *filterShell) word(w string) bool {
	w = strings.Trim(w, `'"`)
	switch {
	case f.goRun == 1:
		if f.goRun = 0; w == "run" {
			f.goRun = 2
		}
		return false
	case f.goRun == 2:
		if strings.HasPrefix(w, "-") {
			return false
		}
		f.goRun = 0
		pkg, _, _ := strings.Cut(w, "@")
		return path.Base(pkg) == "reverie"
	case !f.begins:
		f.given = w == "-c" || w == "-lc" || w == "-ic" || w == "-lic"
		f.begins = f.given
		return false
	case w == "", w == "$", strings.Contains(w, "="):
		return false // an assignment before the program
	case f.wrapped && (w[0] == '-' || strings.Trim(w, "0123456789.smhd") == ""):
		return false
	}
	switch strings.TrimSuffix(path.Base(strings.ReplaceAll(w, `\`, "/")), ".exe") {
	case "reverie":
		return true
	case "go":
		f.goRun = 1
	case "eval":
		f.given = true
		return false
	case "sudo", "doas", "env", "time", "exec", "command", "nohup", "nice", "timeout", "xargs", "stdbuf", "watch",
		"if", "then", "do", "else", "elif", "while", "until", "!":
		f.wrapped = true
		return false
	}
	f.begins = false
	return false
}
