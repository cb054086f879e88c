package extract

import (
	"path"
	"strings"
)

// What a tool reads from memory is no evidence: memory must not feed on itself. This
// file tells such calls by tool, path and command; package words does so for messages.

// filterMemoryFiles are file names that only memory bears.
var filterMemoryFiles = map[string]bool{
	"MEMORY.md": true, "memory_summary.md": true, "raw_memories.md": true,
	"rollout_summaries": true, "phase2_workspace_diff.md": true,
}

// filterAgentFolders are the folders under which agents keep their memory.
var filterAgentFolders = map[string]bool{
	"CODEX_HOME": true, "REVERIE_HOME": true, ".codex": true, ".claude": true, ".agent": true,
	".agents": true, ".ai": true, ".gemini": true, ".copilot": true, ".cursor": true, ".opencode": true, ".pi": true,
	".serena": true, ".windsurf": true, ".cline": true, ".roo": true, ".continue": true,
}

// filterTouchesMemory reports whether a tool call reads or writes memory: by the tool's
// own namespace or server, or by a path in its command, folder or arguments.
func (o RowOptions) filterTouchesMemory(namespace string, c *rowCall) bool {
	if o.filterMemoryTool(namespace, c.tool.Name) {
		return true
	}
	if c.tool.Workdir != "" && o.filterMemoryPath(c.tool.Workdir) {
		return true
	}
	for _, p := range c.tool.Paths {
		if o.filterMemoryPath(filterJoin(c.tool.Workdir, p)) {
			return true
		}
	}
	if filterRunsReverie(c.tool.Command) || c.session != "" && filterRunsReverie(c.chars) {
		return true
	}
	switch {
	case c.tool.Name == "apply_patch":
		return false // a patch may speak of memory; what it changes is told by its paths
	case c.session != "":
		return o.filterNamesMemory(c.chars, c.tool.Workdir)
	case c.script && o.filterScriptMemory(c.raw):
		return true
	case c.script || c.tool.Command == "":
		return o.filterNamesMemory(c.raw, c.tool.Workdir)
	}
	return o.filterNamesMemory(c.tool.Command, c.tool.Workdir)
}

// filterMemoryTool knows Codex's memory tools and those of our MCP server.
func (o RowOptions) filterMemoryTool(namespace, name string) bool {
	if namespace == "memories" || namespace == "memory" {
		return true
	}
	for _, server := range o.memoryServers() {
		for _, prefix := range []string{"mcp__" + server, server} {
			if strings.TrimRight(namespace, "_") == prefix || strings.HasPrefix(name, prefix+"__") || strings.HasPrefix(name, prefix+".") {
				return true
			}
		}
	}
	return false
}

// filterScriptMemory finds calls of memory tools in a code-mode script.
func (o RowOptions) filterScriptMemory(script string) bool {
	if strings.Contains(script, "tools.memories") {
		return true
	}
	for _, server := range o.memoryServers() {
		if strings.Contains(script, "tools.mcp__"+server+"_") || strings.Contains(script, "tools."+server+"_") {
			return true
		}
	}
	return false
}

func (o RowOptions) memoryServers() []string {
	if len(o.MemoryServers) == 0 {
		return []string{"reverie"}
	}
	return o.MemoryServers
}

// filterNamesMemory looks for memory paths in a command or in arguments, following `cd`.
func (o RowOptions) filterNamesMemory(s, workdir string) bool {
	plain := strings.ReplaceAll(s, `\ `, " ")
	for _, dir := range o.MemoryDirs {
		if filterContainsPath(plain, dir) {
			return true
		}
	}
	if lower := strings.ToLower(s); !strings.Contains(lower, "memor") && !strings.Contains(lower, "rollout_summ") && !strings.Contains(lower, "reverie") {
		return false
	}
	dir := workdir
	previous := ""
	for word := range strings.FieldsFuncSeq(s, filterNotPath) {
		word = strings.TrimRight(word, ".,:")
		if word == "" {
			continue
		}
		full := filterJoin(dir, word)
		if o.filterMemoryPath(word) || o.filterMemoryPath(full) {
			return true
		}
		if filterAgentFolders[path.Base(previous)] && o.filterMemoryPath(previous+"/"+word) {
			return true // the parts of a path that a script joins
		}
		if previous == "cd" || previous == "pushd" || previous == "-C" {
			dir = full
		}
		previous = word
	}
	return false
}

// filterContainsPath reports whether a folder, or something below it, is named in s.
func filterContainsPath(s, dir string) bool {
	if dir == "" {
		return false
	}
	for at := 0; ; at++ {
		n := strings.Index(s[at:], dir)
		if n < 0 {
			return false
		}
		at += n
		rest := s[at+len(dir):]
		if rest == "" || rest[0] == '/' || filterNotPath(rune(rest[0])) {
			return true
		}
	}
}

func filterNotPath(r rune) bool {
	return r <= ' ' || strings.ContainsRune("'\"`()[],;|&<>=!?*#\\", r)
}

func filterJoin(dir, word string) string {
	if dir == "" || strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~") || strings.HasPrefix(word, "$") {
		return word
	}
	return path.Join(dir, word)
}

// filterMemoryPath reports whether a path lies in a memory folder: one that was named to
// us, Reverie's own home, a folder `memory` or `memories` somewhere below an agent's
// folder, or a name that can be nothing else.
func (o RowOptions) filterMemoryPath(p string) bool {
	for _, dir := range o.MemoryDirs {
		if rest, ok := strings.CutPrefix(p, dir); ok && dir != "" && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	parts := strings.Split(p, "/")
	ours := false // below the folder of an agent
	for i, part := range parts {
		part = strings.Trim(part, "${}")
		switch {
		case filterMemoryFiles[part], part == "memories_v2", part == "memory-bank",
			part == ".reverie", part == "REVERIE_HOME" && parts[i][0] == '$':
			return true
		case filterAgentFolders[part]:
			ours = true
		case part == "memories" || part == "memory":
			if ours || i+1 < len(parts) && (parts[i+1] == "skills" || parts[i+1] == "extensions") {
				return true
			}
		}
	}
	return false
}
