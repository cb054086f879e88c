package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func exitText(o rowOutput) string {
	if o.exit == nil {
		return "none"
	}
	return fmt.Sprint(*o.exit)
}

func TestRowParseOutput(t *testing.T) {
	for _, tc := range []struct {
		name, raw, text, exit string
		failed                bool
		session               string
	}{
		{"unified exec", `"Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 3\nOriginal token count: 4\nOutput:\nno such file\n"`, "no such file\n", "3", true, ""},
		{"still running", `"Chunk ID: 1a\nWall time: 0.3 seconds\nProcess running with session ID 12\nOriginal token count: 0\nOutput:\nabc"`, "abc", "none", false, "12"},
		{"shell", `"Exit code: 0\nWall time: 2 seconds\nTotal output lines: 3\nOutput:\nok\n"`, "ok\n", "0", false, ""},
		{"windows line ends", `"Exit code: 1\r\nWall time: 2 seconds\r\nOutput:\r\nbad\r\n"`, "bad\r\n", "1", true, ""},
		{"JSON with metadata", `"{\"output\":\"bad\\n\",\"metadata\":{\"exit_code\":1,\"duration_seconds\":0.1}}"`, "bad\n", "1", true, ""},
		{"object with success", `{"content":"could not","success":false}`, "could not", "none", true, ""},
		{"MCP result", `"{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}"`, "no", "none", true, ""},
		{"MCP content", `"Wall time: 1 seconds\nOutput:\n[{\"type\":\"text\",\"text\":\"two\\nlines\"}]"`, "two\nlines", "none", false, ""},
		{"a list that a program printed", `"[{\"type\":\"a\"}, 1]\nand more"`, "[{\"type\":\"a\"}, 1]\nand more", "none", false, ""},
		{"code mode", `[{"type":"input_text","text":"Script completed\nWall time 0.1 seconds\nOutput:\n"},{"type":"input_text","text":"{\"chunk_id\":\"d\",\"exit_code\":2,\"output\":\"x\\n\"}"}]`, "x\n", "2", true, ""},
		{"code mode failed", `[{"type":"input_text","text":"Script failed\nWall time 0.1 seconds\nOutput:\nTypeError: x"}]`, "TypeError: x", "none", true, ""},
		{"parts with an image", `[{"type":"input_text","text":"a"},{"type":"input_image","image_url":"data:x"},{"type":"input_text","text":"b"}]`, "a\nb", "none", false, ""},
		{"one part", `{"type":"input_text","text":"a\n","image_url":null}`, "a\n", "none", false, ""},
		{"aborted", `"Wall time: 1.4 seconds\naborted by user"`, "aborted by user", "none", true, ""},
		{"aborted, bare", `"aborted"`, "aborted", "none", true, ""},
		{"unknown tool", `"unsupported call: x"`, "unsupported call: x", "none", true, ""},
		{"a patch that does not fit", `"apply_patch verification failed: x"`, "apply_patch verification failed: x", "none", true, ""},
		{"plain text", `"Exit strategy\nOutput:\nx"`, "Exit strategy\nOutput:\nx", "none", false, ""},
		{"JSON of a tool's own", `"{\"output\":\"x\",\"n\":1}"`, `{"output":"x","n":1}`, "none", false, ""},
		{"torn JSON", `"{\"output\":\"x"`, `{"output":"x`, "none", false, ""},
		{"null", `null`, "null", "none", false, ""},
		{"none", ``, "", "none", false, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := rowParseOutput([]byte(tc.raw))
			if o.text != tc.text || exitText(o) != tc.exit || o.failed != tc.failed || o.session != tc.session {
				t.Errorf("got text %q, exit %s, failed %t, session %q\nwant text %q, exit %s, failed %t, session %q",
					o.text, exitText(o), o.failed, o.session, tc.text, tc.exit, tc.failed, tc.session)
			}
		})
	}
}

func TestRowCalls(t *testing.T) {
	for _, tc := range []struct {
		name, tool, args    string
		wantTool, text, cmd string
		paths               []string
	}{
		{"exec_command", "exec_command", `{"cmd":"ls -la","workdir":"/w"}`, "exec_command", "ls -la", "ls -la", nil},
		{"shell of a vector", "shell", `{"command":["bash","-lc","go test ./... | tail"],"timeout_ms":1}`, "shell", "go test ./... | tail", "go test ./... | tail", nil},
		{"shell without a shell", "shell", `{"command":["grep","two words","a.txt"]}`, "shell", "grep 'two words' a.txt", "grep 'two words' a.txt", nil},
		{"PowerShell", "shell", `{"command":["C:\\Windows\\powershell.exe","-NoProfile","-Command","Get-Item x"]}`, "shell", "Get-Item x", "Get-Item x", nil},
		{"shell_command", "shell_command", `{"command":"bash -lc 'echo '\\''hi'\\'''"}`, "shell_command", "echo 'hi'", "echo 'hi'", nil},
		{"two quoted words stay", "shell_command", `{"command":"bash -c 'a' 'b'"}`, "shell_command", "bash -c 'a' 'b'", "bash -c 'a' 'b'", nil},
		{"apply_patch as a command", "shell", `{"command":["apply_patch","*** Begin Patch\n*** Update File: a.go\n+x\n*** End Patch"]}`,
			"apply_patch", "*** Begin Patch\n*** Update File: a.go\n+x\n*** End Patch", "", []string{"a.go"}},
		{"apply_patch in a here-document", "exec_command", `{"cmd":"apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: b.go\n+x\n*** Move to: c.go\n*** End Patch\nEOF\n"}`,
			"apply_patch", "*** Begin Patch\n*** Add File: b.go\n+x\n*** Move to: c.go\n*** End Patch", "", []string{"b.go", "c.go"}},
		{"read_file", "read_file", `{"file_path":"/w/a.go","offset":1}`, "read_file", `{"file_path":"/w/a.go","offset":1}`, "", []string{"/w/a.go"}},
		{"broken arguments", "exec_command", `{not json`, "exec_command", `{not json`, "", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := rowFunctionCall(tc.tool, tc.args)
			if c.tool.Name != tc.wantTool || c.text != tc.text || c.tool.Command != tc.cmd {
				t.Errorf("got tool %q, text %q, command %q\nwant tool %q, text %q, command %q", c.tool.Name, c.text, c.tool.Command, tc.wantTool, tc.text, tc.cmd)
			}
			if diff := cmp.Diff(tc.paths, c.tool.Paths); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRowScriptCommands(t *testing.T) {
	script := `const a = await tools.exec_command({cmd: 'make check', workdir: "/w"});
const b = await tools.exec_command({"cmd": "echo \"x\" && ls"});
await tools.shell({command: ["bash", "-lc", "true"]}); let cmdline = 1; text(a.cmd)`
	want := []string{"make check", `echo "x" && ls`, "bash"}
	if diff := cmp.Diff(want, rowScriptCommands(script)); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
}

func TestFilterTouchesMemory(t *testing.T) {
	o := RowOptions{MemoryDirs: []string{"/srv/my mem/memories"}, MemoryServers: []string{"reverie", "brain"}}
	for _, tc := range []struct {
		name, space, tool, args string
		want                    bool
	}{
		{"Codex's memory tools", "memories", "read", `{"path":"a.md"}`, true},
		{"our server, by namespace", "mcp__reverie__", "search", `{}`, true},
		{"our server, by name", "", "mcp__brain__list", `{}`, true},
		{"another server", "mcp__github", "search", `{"q":"memory leak"}`, false},
		{"cat", "", "exec_command", `{"cmd":"cat ~/.codex/memories/MEMORY.md"}`, true},
		{"sed by a variable", "", "exec_command", `{"cmd":"sed -n 1,20p \"$CODEX_HOME/memories/x.md\""}`, true},
		{"braces", "", "exec_command", `{"cmd":"rg x ${REVERIE_HOME}/memories"}`, true},
		{"memories_v2 of any home", "", "exec_command", `{"cmd":"head /data/h/memories_v2/x.md"}`, true},
		{"a named folder with a space", "", "exec_command", `{"cmd":"cat '/srv/my mem/memories/a.md'"}`, true},
		{"the same, escaped", "", "exec_command", `{"cmd":"cat /srv/my\\ mem/memories/a.md"}`, true},
		{"after cd", "", "exec_command", `{"cmd":"cd ~/.codex && cat memories/x.md"}`, true},
		{"in the working folder", "", "exec_command", `{"cmd":"cat x.md","workdir":"/home/u/.reverie/memories"}`, true},
		{"below the working folder", "", "exec_command", `{"cmd":"ls memories","workdir":"/home/u/.codex"}`, true},
		{"python", "", "exec_command", `{"cmd":"python3 -c \"print(open('/home/u/.codex/memories/a.md').read())\""}`, true},
		{"python that joins", "", "exec_command", `{"cmd":"python3 -c \"import os;print(open(os.path.join(h,'.codex','memories','a.md')).read())\""}`, true},
		{"a project's agent notes", "", "exec_command", `{"cmd":"cat .agent/memory/summary.md"}`, true},
		{"the handbook's name alone", "", "exec_command", `{"cmd":"cat MEMORY.md"}`, true},
		{"read_file", "", "read_file", `{"file_path":"/h/memories/skills/x/SKILL.md"}`, true},
		{"a patch to memory", "", "shell", `{"command":["apply_patch","*** Begin Patch\n*** Update File: /h/.codex/memories/a.md\n*** End Patch"]}`, true},
		{"a patch that speaks of memory", "", "shell", `{"command":["apply_patch","*** Begin Patch\n*** Update File: doc.md\n+see ~/.codex/memories\n*** End Patch"]}`, false},
		{"writing to a shell", "", "write_stdin", `{"session_id":1,"chars":"cat ~/.codex/memories/a.md\n"}`, true},
		{"code about memory", "", "exec_command", `{"cmd":"go test ./memory/... && cat src/memory/alloc.c docs/memories.txt"}`, false},
		{"a word", "", "exec_command", `{"cmd":"grep -rn memory .github memory-test"}`, false},
		{"nothing of the kind", "", "exec_command", `{"cmd":"ls"}`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := rowFunctionCall(tc.tool, tc.args)
			if got := o.filterTouchesMemory(tc.space, &c); got != tc.want {
				t.Errorf("got %t, want %t", got, tc.want)
			}
		})
	}
}

func TestRowsDropReadMemory(t *testing.T) {
	l := new(ledgerText).meta("").exec("c1", "cat ~/.codex/memories/x.md").output("c1", "Exit code: 0\nOutput:\nthe user likes tea\n").
		exec("c2", "python3 show.py").output("c2", "Exit code: 0\nOutput:\n# Raw Memories\n\nMerged stage-1 raw memories\n").
		exec("c3", "bash").output("c3", "Process running with session ID 5\nOutput:\n").
		call("c4", "write_stdin", `{"session_id":5,"chars":"cat MEMORY.md\n"}`).output("c4", "Process running with session ID 5\nOutput:\nlikes tea\n").
		exec("c5", "ls").output("c5", "Exit code: 0\nOutput:\na\n")
	wantRows(t, l, "4 tool_call t0: python3 show.py", "6 tool_call t0: bash", "7 tool_output t0: ", "10 tool_call t0: ls", "11 tool_output t0: a\n")
}

func TestExternal(t *testing.T) {
	plain := func() *ledgerText {
		return new(ledgerText).meta("").user("web_search_call").exec("c", "x").output("c", "y")
	}
	for _, tc := range []struct {
		name string
		l    *ledgerText
		want string
	}{
		{"nothing", plain(), ""},
		{"web search", plain().item(`{"type":"web_search_call","action":{}}`), ":5: web search"},
		{"tool search", plain().item(`{"type":"tool_search_output","call_id":"x","tools":[]}`), ":5: tool search"},
		{"MCP by name", plain().call("d", "mcp__github__search", "{}"), ":5: MCP server github"},
		{"MCP by namespace", plain().item(`{"type":"function_call","namespace":"mcp__github","name":"search","arguments":"{}","call_id":"d"}`), ":5: MCP server github"},
		{"MCP by event", plain().event(`{"type":"mcp_tool_call_end","call_id":"d","invocation":{"server":"github","tool":"x"}}`), ":5: MCP server github"},
		{"the memory server", plain().call("d", "mcp__reverie__search", "{}"), ""},
		{"a clean server", plain().call("d", "mcp__local_db__query", "{}"), ""},
		{"an output without a call", plain().item(`{"type":"function_call_output","output":"z"}`), ":5: output without a call"},
		{"a long output with a call", plain().item(`{"type":"function_call_output","output":"` + strings.Repeat("z", 9000) + `","call_id":"c"}`), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := tc.l.file(t, "")
			got, err := External([]string{path}, ExternalOptions{CleanServers: []string{"local_db"}})
			if err != nil {
				t.Fatal(err)
			}
			if got = strings.TrimPrefix(got, path); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
