package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValidate(t *testing.T) {
	const stem = "rollout_summaries/2026-01-02T03-04-05-ab12-parser.md"
	key := "sk-proj-" + strings.Repeat("Ab1Cd2Ef3G", 5) + "T3BlbkFJ" + strings.Repeat("h4Ij5Kl6Mn", 3)
	sound := map[string]string{
		HandbookFile:                 "# Task Group: lab\n\n### rollout_summary_files\n\n- " + stem + " (cwd=/x)\n",
		SummaryFile:                  "v1\n\n- see [skill](skills/build/SKILL.md)\n",
		RawMemoriesFile:              "# Raw Memories\n\nthe user said \"keep rollout_summaries/theirs.md\"\n",
		stem:                         "x\n",
		"skills/build/SKILL.md":      "---\nname: build\n---\n",
		"extensions/x/resources/a.b": "\xff" + key,
	}
	for _, tc := range []struct {
		name  string
		files map[string]string // "" removes
		want  []string
	}{
		{"a sound folder", nil, nil},
		{"a summary of one line", map[string]string{SummaryFile: "v1"}, nil},
		{"no handbook", map[string]string{HandbookFile: ""}, []string{"MEMORY.md: is missing"}},
		{"no version", map[string]string{SummaryFile: "V1\n"}, []string{"memory_summary.md:1: does not begin with the line v1"}},
		{"a longer version", map[string]string{SummaryFile: "v10\n"}, []string{"memory_summary.md:1: does not begin with the line v1"}},
		{"a summary gone", map[string]string{stem: ""}, []string{"MEMORY.md:5: refers to " + stem + ", which does not exist"}},
		{"a skill gone", map[string]string{"skills/build/SKILL.md": ""}, []string{"memory_summary.md:3: refers to skills/build/SKILL.md, which does not exist"}},
		{"a reference in a sentence", map[string]string{HandbookFile: "- as `rollout_summaries/none.md` says\n"}, []string{"MEMORY.md:1: refers to rollout_summaries/none.md, which does not exist"}},
		{"a quote of the evidence", map[string]string{HandbookFile: "- \"keep rollout_summaries/theirs.md\"\n"}, nil},
		{"paths of a project", map[string]string{HandbookFile: "- edit /repo/skills/x/SKILL.md and .claude/skills/y/SKILL.md\n"}, nil},
		{"a line of the user's", map[string]string{HandbookFile: "- mine: rollout_summaries/none.md\n"}, nil},
		{"a secret in the handbook", map[string]string{HandbookFile: "a\n- key " + key + "\n"}, []string{"MEMORY.md:2: holds what looks like a secret"}},
		{"a secret in a skill", map[string]string{"skills/build/SKILL.md": key + "\n"}, []string{"skills/build/SKILL.md:1: holds what looks like a secret"}},
		{"a secret in a summary", map[string]string{stem: key + "\n"}, []string{stem + ":1: holds what looks like a secret"}},
		{"no UTF-8", map[string]string{HandbookFile: "\xff\n"}, []string{"MEMORY.md: is not UTF-8"}},
		{"too much", map[string]string{SummaryFile: "v1\n" + strings.Repeat("x", summaryLimit)}, []string{"memory_summary.md: has 1048579 bytes, more than 1048576"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, s := newStage(t)
			if err := write(sound)(s); err != nil {
				t.Fatal(err)
			}
			for name, text := range tc.files {
				if text == "" {
					s.Remove(name)
				} else {
					mustWrite(t, s, name, text)
				}
			}
			theirs := func(_, line string) bool { return strings.HasPrefix(line, "- mine") }
			findings, err := Validate(s, ValidateOptions{Theirs: theirs})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range findings {
				got = append(got, f.String())
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestValidateSymlinkInStage(t *testing.T) {
	_, s := newStage(t)
	if err := os.Symlink("/etc", filepath.Join(s.Dir(), "skills")); err != nil {
		t.Fatal(err)
	}
	findings, err := Validate(s, ValidateOptions{})
	if err != nil || len(findings) != 1 || !strings.Contains(findings[0].Problem, "symbolic link") {
		t.Errorf("Validate = %v, %v; want the one finding of a symbolic link", findings, err)
	}
}

func TestValidateLeavesTheUsersSkillsAlone(t *testing.T) {
	f := newFolder(t)
	userWrites(t, f, "skills/mine/data.bin", "\xff\x00")
	userWrites(t, f, HandbookFile, "x\n")
	userWrites(t, f, SummaryFile, "v1\n")
	if findings, err := Validate(stage(t, f), ValidateOptions{}); err != nil || len(findings) > 0 {
		t.Errorf("Validate = %v, %v; want nothing", findings, err)
	}
}
