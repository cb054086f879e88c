package recall

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// Kinds of memory files, as read telemetry counts them.
const (
	ReadHandbook  = "memory_md"
	ReadSummary   = "memory_summary"
	ReadRaw       = "raw_memories"
	ReadSummaries = "rollout_summaries"
	ReadSkills    = "skills"
)

var readKinds = []string{ReadHandbook, ReadSummary, ReadRaw, ReadSummaries, ReadSkills}

// ReadCall is one tool call of a session, for ClassifyRead.
type ReadCall struct {
	Namespace string // of the tool; ToolNamespace for the memory tools
	Name      string
	Command   string // a shell command; for a memory tool its JSON arguments
	Workdir   string // where the command ran, "" if not known
}

// ClassifyRead tells which kinds of memory files a call read or searched, in a fixed
// order, each once. ok is false for a call that is no read of memory: it touched none of
// the folders, or could have done something else than read. Listing is not reading.
// Nothing on disk is looked at: the call may have run elsewhere, long ago.
func ClassifyRead(call ReadCall, memoryDirs []string) (kinds []string, ok bool) {
	touched := map[string]bool{}
	if isMemoryNamespace(call.Namespace) {
		classifyTool(call, touched)
	} else {
		c := classifier{dirs: cleanDirs(memoryDirs), touched: touched}
		if !c.script(call.Command, call.Workdir) {
			return nil, false
		}
	}
	for _, kind := range readKinds {
		if touched[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds, len(kinds) > 0
}

// isMemoryNamespace knows the tools of Codex and those of our MCP server, whatever a client puts before the name.
func isMemoryNamespace(ns string) bool {
	switch strings.Trim(strings.TrimPrefix(ns, "mcp__"), "_") {
	case ToolNamespace, "reverie":
		return true
	}
	return false
}

func classifyTool(call ReadCall, touched map[string]bool) {
	var args struct {
		Path *string `json:"path"`
	}
	if call.Command != "" && json.Unmarshal([]byte(call.Command), &args) != nil {
		return
	}
	rel := "."
	if args.Path != nil {
		rel = path.Clean(strings.Trim(*args.Path, "/"))
	}
	switch call.Name {
	case "read":
		touchFile(rel, touched)
	case "search":
		touchTree(rel, touched)
	}
}

// touchFile marks the kind of one file (or pattern) relative to the folder.
func touchFile(rel string, touched map[string]bool) {
	first, rest, _ := strings.Cut(rel, "/")
	switch {
	case first == SummariesDir && rest != "":
		touched[ReadSummaries] = true
		return
	case first == SkillsDir && rest != "":
		touched[ReadSkills] = true
		return
	}
	for name, kind := range map[string]string{HandbookFile: ReadHandbook, SummaryFile: ReadSummary, RawFile: ReadRaw} {
		if hit, _ := path.Match(rel, name); hit || rel == name {
			touched[kind] = true
		}
	}
	if rest != "" && strings.ContainsAny(first, "*?[") {
		for dir, kind := range map[string]string{SummariesDir: ReadSummaries, SkillsDir: ReadSkills} {
			if hit, _ := path.Match(first, dir); hit || first == "**" {
				touched[kind] = true
			}
		}
	}
}

// touchTree marks what a search below rel looks at.
func touchTree(rel string, touched map[string]bool) {
	switch rel {
	case ".":
		for _, kind := range readKinds {
			touched[kind] = true
		}
	case SummariesDir:
		touched[ReadSummaries] = true
	case SkillsDir:
		touched[ReadSkills] = true
	default:
		touchFile(rel, touched)
	}
}

func cleanDirs(dirs []string) []string {
	var out []string
	for _, d := range dirs {
		if d = cleanPath(d); d != "." && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}
