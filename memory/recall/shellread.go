package recall

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// classifier walks a shell script that may consist of known readers alone.
type classifier struct {
	dirs    []string // memory folders
	touched map[string]bool
	depth   int
}

// script reports whether a script only reads, and marks what it touched.
func (c *classifier) script(src, workdir string) bool {
	if c.depth++; c.depth > 4 {
		return false
	}
	defer func() { c.depth-- }()
	commands, ok := splitShell(src)
	if !ok || len(commands) == 0 {
		return false
	}
	cwd := workdir
	for _, words := range commands {
		if words[0] == "cd" {
			if len(words) != 2 || strings.HasPrefix(words[1], "-") {
				return false
			}
			cwd = joinShell(cwd, words[1])
			continue
		}
		if !c.command(words, cwd) {
			return false
		}
	}
	return true
}

// reader says how a known reader treats its arguments.
type reader struct {
	pattern bool     // the first operand is a pattern or a script, unless an option gave it
	given   []string // options that give it
	valued  []string // options whose value is the next word
	refuse  []string // options with which it could write or run something
	tree    bool     // an operand may be a folder, searched below; no operand means the current one
	opens   bool     // it reads what its operands name (not so: ls, echo)
	single  bool     // a second operand would be written
}

var readers = map[string]reader{
	"cat": {opens: true}, "nl": {opens: true, valued: []string{"-b", "-w", "-s"}}, "tac": {opens: true}, "rev": {opens: true},
	"head": {opens: true, valued: []string{"-n", "-c"}}, "tail": {opens: true, valued: []string{"-n", "-c"}},
	"wc": {opens: true}, "cut": {opens: true, valued: []string{"-d", "-f", "-c"}}, "fold": {opens: true, valued: []string{"-w"}},
	"less": {opens: true, refuse: []string{"-o", "-O", "--log-file", "--LOG-FILE", "+"}}, "more": {opens: true},
	"bat": {opens: true, refuse: []string{"--pager"}}, "strings": {opens: true}, "diff": {opens: true, refuse: []string{"--output"}}, "cmp": {opens: true},
	"sort": {opens: true, valued: []string{"-k", "-t"}, refuse: []string{"-o", "--output", "--compress-program"}},
	"uniq": {opens: true, single: true}, "tr": {}, "column": {opens: true}, "paste": {opens: true},
	"ls": {}, "tree": {refuse: []string{"-o"}}, "stat": {}, "file": {refuse: []string{"-C"}}, "du": {}, "pwd": {}, "true": {}, "echo": {}, "printf": {refuse: []string{"-v"}},
	"test": {}, "[": {}, "basename": {}, "dirname": {}, "realpath": {}, "date": {refuse: []string{"-s", "--set"}},
	"sed": {opens: true, pattern: true, given: []string{"-e", "--expression"}, valued: []string{"-e", "--expression"}, refuse: []string{"-i", "--in-place", "-f", "--file"}},
	"jq":  {opens: true, pattern: true, valued: []string{"--indent"}},
	"find": {tree: true, refuse: []string{"-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprintf", "-fprint0", "-fls"},
		valued: []string{"-name", "-iname", "-path", "-type", "-maxdepth", "-mindepth", "-newer", "-size", "-mtime"}},
	"grep": grepReader, "egrep": grepReader, "fgrep": grepReader, "ggrep": grepReader, "zgrep": grepReader,
	"rg": {opens: true, tree: true, pattern: true, given: []string{"-e", "--regexp", "-f", "--file", "--files"},
		valued: append([]string{"-g", "--glob", "--iglob", "-t", "--type", "-T", "--type-not", "-M", "--max-columns", "-j", "--threads", "--sort", "--sortr", "-d", "--max-depth", "-E", "--encoding", "-r", "--replace"}, grepValued...),
		refuse: []string{"--pre", "--hostname-bin"}},
}

var grepValued = []string{"-e", "--regexp", "-f", "--file", "-A", "-B", "-C", "-m", "--max-count", "--after-context", "--before-context", "--context"}

var grepReader = reader{opens: true, tree: true, pattern: true, given: []string{"-e", "--regexp", "-f", "--file"}, valued: grepValued}

// command reports whether one simple command only reads, and marks what it touched.
func (c *classifier) command(words []string, cwd string) bool {
	name := path.Base(words[0])
	switch name {
	case "bash", "sh", "zsh":
		return len(words) == 3 && slices.Contains([]string{"-c", "-lc", "-ec", "-elc"}, words[1]) && c.script(words[2], cwd)
	case "xargs":
		return c.xargs(words[1:], cwd)
	}
	r, known := readers[name]
	if !known {
		return false
	}
	script, operands, ok := r.arguments(words[1:])
	if !ok || (r.single && len(operands) > 1) {
		return false
	}
	if name == "sed" && (len(script) == 0 || slices.ContainsFunc(script, func(s string) bool { return !sedPrints(s) })) {
		return false
	}
	recursive := name == "rg" || slices.ContainsFunc(words[1:], isRecursive)
	if r.tree && r.opens && recursive && len(operands) == 0 {
		operands = []string{"."}
	}
	for _, o := range operands {
		if r.opens {
			c.touch(joinShell(cwd, o), r.tree && recursive)
		}
	}
	return true
}

func isRecursive(word string) bool {
	return word == "--recursive" || (strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.ContainsAny(word, "rR"))
}

// xargs takes the reader it is to run; which files that gets is not known here.
func (c *classifier) xargs(words []string, cwd string) bool {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if slices.Contains([]string{"-n", "-I", "-L", "-P", "-d"}, words[0]) && len(words) > 1 {
			words = words[1:]
		}
		words = words[1:]
	}
	return len(words) > 0 && words[0] != "xargs" && c.command(words, cwd)
}

// arguments tells the script or pattern of a reader from the files it names.
func (r reader) arguments(words []string) (script, operands []string, ok bool) {
	options, gave := true, false
	for i := 0; i < len(words); i++ {
		w := words[i]
		if options && w == "--" {
			options = false
			continue
		}
		if !options || !strings.HasPrefix(w, "-") || w == "-" {
			if options && slices.Contains(r.refuse, "+") && strings.HasPrefix(w, "+") {
				return nil, nil, false
			}
			operands = append(operands, w)
			continue
		}
		flag, value, joined := strings.Cut(w, "=")
		if slices.ContainsFunc(r.refuse, func(no string) bool { return refuses(no, flag) }) {
			return nil, nil, false
		}
		isGiven := slices.Contains(r.given, flag)
		gave = gave || isGiven
		if !joined && slices.Contains(r.valued, flag) && i+1 < len(words) {
			i++
			value = words[i]
		}
		if isGiven {
			script = append(script, value)
		}
	}
	if r.pattern && !gave && len(operands) > 0 {
		script, operands = operands[:1], operands[1:]
	}
	return script, operands, true
}

// refuses reports whether a word uses the refused option, alone, in a cluster of short
// options, or with its value attached.
func refuses(no, flag string) bool {
	if flag == no {
		return true
	}
	short := len(no) == 2 && no[0] == '-'
	if strings.HasPrefix(flag, "--") || !short {
		return len(no) > 2 && strings.HasPrefix(no, "--") && len(flag) > 3 && strings.HasPrefix(no, flag) // GNU abbreviations
	}
	return strings.Contains(flag[1:], no[1:])
}

var sedPrint = regexp.MustCompile(`^\s*(?:(?:\d+|\$|/[^/]*/)(?:\s*,\s*(?:[+~]?\d+|\$|/[^/]*/))?\s*)?!?[pqd=]\s*$`)

// sedPrints accepts sed scripts that print, number, delete from the output or quit, and no others: w and e would act.
func sedPrints(script string) bool {
	for part := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == ';' || r == '\n' }) {
		if !sedPrint.MatchString(part) {
			return false
		}
	}
	return strings.TrimSpace(script) != ""
}

// touch marks a path if it lies in a memory folder.
func (c *classifier) touch(name string, tree bool) {
	for _, dir := range c.dirs {
		rel, ok := relativeTo(dir, name)
		switch {
		case !ok:
		case tree:
			touchTree(rel, c.touched)
		default:
			touchFile(rel, c.touched)
		}
	}
}

// relativeTo returns name relative to dir. A name that begins with ~ or a variable is
// compared by its end, since the environment of the session is not known.
func relativeTo(dir, name string) (string, bool) {
	if within(name, dir) {
		if rel := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/"); rel != "" {
			return rel, true
		}
		return ".", true
	}
	if within(dir, name) && name != "/" { // a search from above
		return "", false
	}
	head, rest, _ := strings.Cut(name, "/")
	if head != "~" && !strings.HasPrefix(head, "$") {
		return "", false
	}
	parts := strings.Split(strings.TrimPrefix(dir, "/"), "/")
	for i := len(parts) - 1; i > 0; i-- {
		home := "/" + strings.Join(parts[:i], "/")
		isHome := homeFolder.MatchString(home)
		if byHome := head == "~" || head == "$HOME" || head == "${HOME}"; byHome != isHome {
			continue
		}
		if full := home + "/" + rest; within(full, dir) {
			return relativeTo(dir, full)
		}
	}
	return "", false
}

// joinShell resolves a word against the working directory.
func joinShell(cwd, word string) string {
	if strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~") || strings.HasPrefix(word, "$") || windowsPath.MatchString(word) {
		return cleanPath(word)
	}
	return cleanPath(cwd + "/" + word)
}
