package extract

import (
	"bytes"
	"path"
	"strings"
)

// rowCall is what the output of a tool call needs to know of it.
type rowCall struct {
	tool    Tool
	text    string // what the call row shows
	raw     string // the arguments as recorded, where memory paths are looked for
	session string // id of the running process that the call writes to, "" if it starts one
	chars   string // what it writes there
	script  bool   // raw is a script, of which the command is but a part
	memory  bool   // it touches memory: neither it nor its output is evidence
	recall  int    // its number among the uses of memory, from 1; 0 = none
}

// rowFunctionCall reads the arguments of a function call: JSON in a string, or what a
// broken model made of it.
func rowFunctionCall(name, args string) rowCall {
	c := rowCall{raw: args, text: args}
	c.tool.Name = name
	patch := ""
	rowMembers([]byte(args), func(n, v []byte) bool {
		switch string(n) {
		case "cmd", "command", "script":
			if len(v) > 0 && v[0] == '[' {
				c.tool.Command = rowCommand(rowStrings(v))
			} else if s := rowString(v); s != "" {
				c.tool.Command = rowUnwrapShell(s)
			}
		case "workdir", "working_directory", "cwd":
			c.tool.Workdir = rowString(v)
		case "path", "file_path", "dir_path", "filePath", "file", "notebook_path":
			if s := rowString(v); s != "" {
				c.tool.Paths = append(c.tool.Paths, s)
			}
		case "session_id", "cell_id", "process_id":
			c.session = strings.Trim(string(v), `"`)
		case "chars":
			c.chars = rowString(v)
		case "patch", "input":
			patch = rowString(v)
		}
		return true
	})
	switch {
	case rowIsPatch(patch):
		c.setPatch(patch)
	case rowIsPatch(c.tool.Command) && strings.HasPrefix(strings.TrimSpace(c.tool.Command), "apply_patch"):
		c.setPatch(rowPatchBody(c.tool.Command))
	case c.tool.Command != "":
		c.text = c.tool.Command
	case c.session != "" && c.chars != "":
		c.text = c.chars
	}
	return c
}

// rowCustomCall reads the free text of a custom tool: a patch, or a script of code mode.
func rowCustomCall(name, input string) rowCall {
	if strings.HasPrefix(input, "{") && rowMembers([]byte(input), func(_, _ []byte) bool { return true }) {
		return rowFunctionCall(name, input)
	}
	c := rowCall{raw: input, text: input, script: true}
	c.tool.Name = name
	switch {
	case name == "apply_patch":
		c.setPatch(input)
	case name == "exec" || strings.Contains(input, "exec_command("):
		c.tool.Command = strings.Join(rowScriptCommands(input), "\n")
		c.tool.Paths = rowPatchPaths(input)
	case rowIsPatch(input):
		c.tool.Paths = rowPatchPaths(input)
	}
	return c
}

func (c *rowCall) setPatch(patch string) {
	c.tool.Name, c.tool.Command, c.text = "apply_patch", "", patch
	c.tool.Paths = rowPatchPaths(patch)
}

func rowStrings(array []byte) (list []string) {
	rowElements(array, func(v []byte) bool {
		list = append(list, rowString(v))
		return true
	})
	return list
}

// rowCommand turns an argument vector into the command that a person would type.
func rowCommand(argv []string) string {
	if len(argv) >= 3 && rowIsShell(argv[0]) {
		for i := 1; i < len(argv)-1; i++ {
			switch strings.ToLower(argv[i]) {
			case "-c", "-lc", "-ic", "-lic", "-ilc", "-cl", "-command", "/c", "/d/c":
				return strings.Join(argv[i+1:], " ")
			}
		}
	}
	if len(argv) == 2 && argv[0] == "apply_patch" {
		return "apply_patch\n" + argv[1]
	}
	quoted := make([]string, len(argv))
	for i, a := range argv {
		if quoted[i] = a; a == "" || strings.ContainsAny(a, " \t\n'\"$&|;<>()*?`\\") {
			quoted[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

func rowIsShell(program string) bool {
	base := strings.ToLower(path.Base(strings.ReplaceAll(program, `\`, "/")))
	switch strings.TrimSuffix(base, ".exe") {
	case "sh", "bash", "zsh", "dash", "ksh", "fish", "pwsh", "powershell", "cmd":
		return true
	}
	return false
}

// rowUnwrapShell takes `bash -lc '…'` off a command that is one string.
func rowUnwrapShell(command string) string {
	program, rest, ok := strings.Cut(command, " ")
	if !ok || !rowIsShell(program) {
		return command
	}
	flag, arg, ok := strings.Cut(strings.TrimLeft(rest, " "), " ")
	if !ok || flag != "-c" && flag != "-lc" && flag != "-ic" {
		return command
	}
	arg = strings.TrimSpace(arg)
	if len(arg) < 2 || arg[0] != arg[len(arg)-1] || arg[0] != '\'' && arg[0] != '"' {
		return command
	}
	inner := arg[1 : len(arg)-1]
	if arg[0] == '\'' {
		inner = strings.ReplaceAll(inner, `'\''`, "\x00")
	} else {
		inner = strings.NewReplacer(`\"`, "\x00", `\\`, `\`, `\$`, `$`, "\\`", "`").Replace(inner)
	}
	if strings.IndexByte(inner, arg[0]) >= 0 {
		return command
	}
	return strings.ReplaceAll(inner, "\x00", string(arg[0]))
}

const rowPatchBegin = "*** Begin Patch"

func rowIsPatch(s string) bool { return strings.Contains(s, rowPatchBegin) }

// rowPatchBody is the patch inside a shell command that feeds it to apply_patch.
func rowPatchBody(command string) string {
	body := command[strings.Index(command, rowPatchBegin):]
	if end := strings.LastIndex(body, "*** End Patch"); end >= 0 {
		body = body[:end+len("*** End Patch")]
	}
	return body
}

// rowPatchPaths lists the files that a patch names, each once, in order.
func rowPatchPaths(patch string) (paths []string) {
	seen := map[string]bool{}
	for line := range strings.Lines(patch) {
		if !strings.HasPrefix(line, "*** ") {
			continue
		}
		for _, head := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(line, head); ok {
				if name = strings.TrimSpace(name); name != "" && !seen[name] {
					seen[name] = true
					paths = append(paths, name)
				}
			}
		}
	}
	return paths
}

// rowScriptCommands finds the shell commands that a code-mode script hands to its tools:
// the string literals after `cmd:` and `command:`.
func rowScriptCommands(script string) (commands []string) {
	for rest := script; ; {
		at, size := -1, 0
		for _, key := range []string{"cmd", "command"} {
			if i := strings.Index(rest, key); i >= 0 && (at < 0 || i < at) {
				at, size = i, len(key)
			}
		}
		if at < 0 {
			return commands
		}
		rest = rest[at+size:]
		value, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(rest, `"'`), " \t\n"), ":")
		if !ok {
			continue
		}
		if literal, ok := rowScriptLiteral(strings.TrimLeft(value, " \t\n[")); ok {
			commands = append(commands, rowUnwrapShell(literal))
		}
	}
}

// rowScriptLiteral reads the JavaScript string that s begins with.
func rowScriptLiteral(s string) (string, bool) {
	if s == "" || !strings.ContainsRune("'\"`", rune(s[0])) {
		return "", false
	}
	var b bytes.Buffer
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return b.String(), true
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'r':
				b.WriteByte('\r')
			default:
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return "", false
}
