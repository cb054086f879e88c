package recall

import (
	"slices"
	"strings"
	"testing"
)

var memoryDirs = []string{"/home/mia/.codex/memories", "/home/mia/.reverie/memories"}

const inDir = "/home/mia/.codex/memories"

func TestClassifyRead(t *testing.T) {
	all := []string{ReadHandbook, ReadSummary, ReadRaw, ReadSummaries, ReadSkills}
	tests := []struct {
		command string
		want    []string
	}{
		{"cat " + inDir + "/MEMORY.md", []string{ReadHandbook}},
		{"cat '" + inDir + "/MEMORY.md' \"" + inDir + "/memory_summary.md\"", []string{ReadHandbook, ReadSummary}},
		{"sed -n '1,40p' " + inDir + "/MEMORY.md", []string{ReadHandbook}},
		{"sed -n -e 1,40p -e '$p' " + inDir + "/MEMORY.md", []string{ReadHandbook}},
		{"rg -n -i 'lease|lock' " + inDir + "/MEMORY.md", []string{ReadHandbook}},
		{"rg -A 3 -g '*.md' lease " + inDir, all},
		{"cd " + inDir + " && rg lease", all},
		{"cd " + inDir + " && cat MEMORY.md | head -50", []string{ReadHandbook}},
		{"cd " + inDir + "/rollout_summaries; ls; cat a.md", []string{ReadSummaries}},
		{"cd /home/mia && cat .codex/memories/MEMORY.md", []string{ReadHandbook}},
		{"cat ~/.codex/memories/MEMORY.md", []string{ReadHandbook}},
		{"cat \"$HOME/.reverie/memories/raw_memories.md\" | wc -l", []string{ReadRaw}},
		{"cat ${CODEX_HOME}/memories/skills/deploy/SKILL.md", []string{ReadSkills}},
		{"cat $CODEX_HOME/memories/MEMORY.md 2>/dev/null || true", []string{ReadHandbook}},
		{"grep -rn lease " + inDir + "/rollout_summaries/", []string{ReadSummaries}},
		{"grep -n lease " + inDir + "/*.md", []string{ReadHandbook, ReadSummary, ReadRaw}},
		{"head -n 20 " + inDir + "/rollout_summaries/*.md", []string{ReadSummaries}},
		{"nl -ba < " + inDir + "/MEMORY.md", []string{ReadHandbook}},
		{"bash -lc 'cat " + inDir + "/MEMORY.md'", []string{ReadHandbook}},
		{"rg -l lease " + inDir + "/skills | xargs sed -n 1,20p", []string{ReadSkills}},
		{"cat " + inDir + "/MEMORY.md # look\n", []string{ReadHandbook}},
		{"cat " + inDir + "/MEMORY.md &>/dev/null; true", []string{ReadHandbook}},
		{"cat \\\n  " + inDir + "/MEMORY.md", []string{ReadHandbook}},
		{"cat " + inDir + "/skills/../MEMORY.md", []string{ReadHandbook}},
		{"cat MEMORY.md", []string{ReadHandbook}}, // run in the folder

		{"ls " + inDir, nil},
		{"find " + inDir + " -name '*.md'", nil},
		{"cat /home/mia/project/MEMORY.md", nil},
		{"cat " + inDir + "2/MEMORY.md", nil},
		{"rg MEMORY.md src", nil},
		{"echo " + inDir + "/MEMORY.md", nil},
		{"cat " + inDir + "/other.md", nil},
		{"", nil},
	}
	for _, tt := range tests {
		call := ReadCall{Name: "exec_command", Command: tt.command}
		if tt.command == "cat MEMORY.md" {
			call.Workdir = inDir
		}
		got, ok := ClassifyRead(call, memoryDirs)
		if !slices.Equal(got, tt.want) || ok != (len(tt.want) > 0) {
			t.Errorf("%s: got %v, %v; want %v", tt.command, got, ok, tt.want)
		}
	}
}

// Whatever could do more than read is no read, though it reads as well.
func TestClassifyReadRefusesWhatCouldWrite(t *testing.T) {
	m := inDir + "/MEMORY.md"
	for _, command := range []string{
		"cat " + m + " > x", "cat " + m + " >> x", "cat " + m + " | tee x", "cat " + m + "; rm x", "cat " + m + " && echo x >" + m,
		"sed -i s/a/b/ " + m, "sed -ni 1p " + m, "sed -n 'w x' " + m, "sed -n '1e ls' " + m, "sed --in-place 1p " + m, "sed --in-pl 1p " + m, "sed -n -f s " + m,
		"rg --pre ./x a " + m, "find " + inDir + " -delete", "find . -exec cat " + m + " ;", "cat $(rm x) " + m, "cat `rm x` " + m, `cat "$(rm x)" ` + m,
		"cat " + m + " &", "(cat " + m + ")", "X=1 cat " + m, "if true; then cat " + m + "; fi", "for f in 1; do cat " + m + "; done",
		"cat <(rm x) " + m, "cat <<E\n" + m + "\nE", "cat '" + m, "cat " + m + ` \`, "python3 -c 'open(1)' ; cat " + m, "sort -o x " + m, "sort -rox " + m,
		"uniq " + m + " out", "awk '{print > \"x\"}' " + m, "xargs rm < " + m, "bash -c 'cat " + m + "; rm x'", "bash script " + m, "eval cat " + m,
		"less -o x " + m, "less '+!rm x' " + m, "tail -f " + m + " >x", "cat " + m + " 2>err", "cat " + m + " &>/dev/nullx", "cat " + m + " >/dev/nullx", "date -s 0; cat " + m, "cd -; cat " + m, "cp " + m + " x", "! cat " + m, "git diff; cat " + m,
	} {
		if kinds, ok := ClassifyRead(ReadCall{Name: "shell", Command: command}, memoryDirs); ok {
			t.Errorf("%s: got %v, want no read", command, kinds)
		}
	}
}

func TestClassifyMemoryTools(t *testing.T) {
	tests := []struct {
		ns, name, args string
		want           string
	}{
		{"memories", "read", `{"path":"MEMORY.md","line_offset":3}`, "memory_md"},
		{"memories", "read", `{"path":"skills/deploy/SKILL.md"}`, "skills"},
		{"mcp__reverie__", "read", `{"path":"raw_memories.md"}`, "raw_memories"},
		{"memories", "search", `{"queries":["x"],"path":"rollout_summaries"}`, "rollout_summaries"},
		{"memories", "search", `{"queries":["x"]}`, "memory_md memory_summary raw_memories rollout_summaries skills"},
		{"memories", "list", `{}`, ""},
		{"memories", "add_ad_hoc_note", `{"filename":"x"}`, ""},
		{"memories", "read", `{`, ""},
		{"files", "read", `{"path":"MEMORY.md"}`, ""},
	}
	for _, tt := range tests {
		got, ok := ClassifyRead(ReadCall{Namespace: tt.ns, Name: tt.name, Command: tt.args}, memoryDirs)
		if strings.Join(got, " ") != tt.want || ok != (tt.want != "") {
			t.Errorf("%s %s %s: got %v, %v; want %q", tt.ns, tt.name, tt.args, got, ok, tt.want)
		}
	}
}

func FuzzClassifyRead(f *testing.F) {
	for _, s := range []string{"cat " + inDir + "/MEMORY.md", "cd x && rg 'a b' | head", `sed -n "1,2p" <x`, "a>b", "'", "\\", "$", "2>&1", "&>/dev/null"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, command string) {
		kinds, ok := ClassifyRead(ReadCall{Name: "shell", Command: command}, memoryDirs)
		if ok != (len(kinds) > 0) {
			t.Errorf("%q: got %v, %v", command, kinds, ok)
		}
		plain := strings.NewReplacer(">/dev/null", "", "> /dev/null", "", ">&1", "", ">&2", "").Replace(command)
		if ok && strings.Contains(plain, ">") && !strings.ContainsAny(plain, `'"\#`) {
			t.Errorf("%q redirects and was taken for a read", command)
		}
	})
}
