package workspace

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seed50391015/reverie/memory/state"
)

const handbook = `# Task Group: general

scope: what holds everywhere

## User preferences

- Answer in one paragraph. [Task 1]

# Task Group: lab

scope: work in lab: 2 sessions

## Task 1: build the parser

### keywords

- parser, go

## User preferences

- Run make check before a commit. [Task 1]
- Never push to main. [Task 1] [Task 2]

## Reusable knowledge

- The entry point is cmd/lab. [Task 2]
`

func generated(text string) *state.Generated {
	return &state.Generated{Path: HandbookFile, LineHashes: LineHashes([]byte(text))}
}

// swap is a text with one line, or run of lines, changed.
func swap(t *testing.T, text, old, new string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q stands %d times in the text, want once", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, new, 1)
}

func detect(live, gen string, known []state.HandEdit) []state.HandEdit {
	return DetectEdits(HandbookFile, []byte(live), generated(gen), nil, known)
}

func applied(gen string, edits []state.HandEdit) string {
	return string(ApplyEdits(HandbookFile, []byte(gen), edits))
}

func TestHandEdits(t *testing.T) {
	check := "- Run make check before a commit. [Task 1]\n"
	for _, tc := range []struct {
		name            string
		live, next, out func(string) string
	}{
		{"a changed line wins, also when our references change",
			func(s string) string { return swap(t, s, check, "- Run make check-all. [Task 1]\n") },
			func(s string) string {
				return swap(t, s, check, "- Run make check before a commit. [Task 2] [Task 3]\n")
			},
			func(s string) string { return swap(t, s, check, "- Run make check-all. [Task 1]\n") },
		},
		{"a deleted line stays deleted",
			func(s string) string { return swap(t, s, check, "") },
			func(s string) string { return swap(t, s, check, "- Run make check before a commit. [Task 7]\n") },
			func(s string) string { return swap(t, s, check, "") },
		},
		{"a deleted line stays deleted when it moves to the general block",
			func(s string) string { return swap(t, s, check, "") },
			func(s string) string {
				return swap(t, swap(t, s, check, ""), "paragraph. [Task 1]\n", "paragraph. [Task 1]\n"+check)
			},
			func(s string) string { return swap(t, s, check, "") },
		},
		{"a new line stands where it stood",
			func(s string) string { return swap(t, s, check, check+"- Mine.\n") },
			func(s string) string { return swap(t, s, "2 sessions", "3 sessions") },
			func(s string) string {
				return swap(t, swap(t, s, "2 sessions", "3 sessions"), check, check+"- Mine.\n")
			},
		},
		{"a new line whose neighbour went stands at the end of its section",
			func(s string) string { return swap(t, s, check, check+"- Mine.\n") },
			func(s string) string { return swap(t, s, check, "") },
			func(s string) string {
				return swap(t, swap(t, s, check, ""), "[Task 1] [Task 2]\n", "[Task 1] [Task 2]\n- Mine.\n")
			},
		},
		{"a new line whose section went stands at the end of its group",
			func(s string) string { return swap(t, s, check, check+"- Mine.\n") },
			func(s string) string {
				return swap(t, s, "## User preferences\n\n"+check+"- Never push to main. [Task 1] [Task 2]\n\n## Reus", "## Reus")
			},
			func(s string) string {
				return swap(t, s, "## User preferences\n\n"+check+"- Never push to main. [Task 1] [Task 2]\n\n## Reus", "## Reus") + "- Mine.\n"
			},
		},
		{"a changed line of which ours went stands at the end of its section",
			func(s string) string { return swap(t, s, check, "- Mine.\n") },
			func(s string) string { return swap(t, s, check, "") },
			func(s string) string {
				return swap(t, swap(t, s, check, ""), "[Task 1] [Task 2]\n", "[Task 1] [Task 2]\n- Mine.\n")
			},
		},
		{"a bullet of ours that says the same makes room for theirs",
			func(s string) string { return swap(t, s, check, "- The entry point moved.\n"+check) },
			func(s string) string { return swap(t, s, check, check+"- The entry point moved. [Task 9]\n") },
			func(s string) string { return swap(t, s, check, "- The entry point moved.\n"+check) },
		},
		{"a labelled line stays theirs whatever ours says",
			func(s string) string { return swap(t, s, "scope: work in lab: 2 sessions", "scope: the lab") },
			func(s string) string { return swap(t, s, "2 sessions", "9 sessions") },
			func(s string) string { return swap(t, s, "scope: work in lab: 2 sessions", "scope: the lab") },
		},
		{"a section of theirs stays whole",
			func(s string) string { return swap(t, s, "## Reus", "## Mine\n\n- One.\n- Two.\n\n## Reus") },
			func(s string) string { return swap(t, s, check, "") },
			func(s string) string {
				return swap(t, swap(t, s, check, ""), "## Reus", "## Mine\n\n- One.\n- Two.\n\n## Reus")
			},
		},
		{"a section of theirs stays after one of ours that grows",
			func(s string) string {
				return swap(t, s, "[Task 1] [Task 2]\n\n", "[Task 1] [Task 2]\n\n## Mine\n\n- One.\n\n")
			},
			func(s string) string {
				return swap(t, s, "[Task 1] [Task 2]\n", "[Task 1] [Task 2]\n- New. [Task 3]\n")
			},
			func(s string) string {
				return swap(t, s, "[Task 1] [Task 2]\n\n", "[Task 1] [Task 2]\n- New. [Task 3]\n\n## Mine\n\n- One.\n\n")
			},
		},
		{"a section of theirs stays at the end of a file that grows",
			func(s string) string { return s + "\n## Mine\n\n- One.\n" },
			func(s string) string { return s + "- New. [Task 3]\n" },
			func(s string) string { return s + "- New. [Task 3]\n\n## Mine\n\n- One.\n" },
		},
		{"line ends and trailing blanks are no edits",
			func(s string) string { return "\ufeff" + strings.ReplaceAll(s, "\n", "  \r\n") },
			func(s string) string { return s },
			func(s string) string { return s },
		},
		{"a file cut to nothing is rebuilt",
			func(string) string { return " \n\n" },
			func(s string) string { return s },
			func(s string) string { return s },
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			edits := detect(tc.live(handbook), handbook, nil)
			next := tc.next(handbook)
			got := applied(next, edits)
			if diff := cmp.Diff(tc.out(handbook), got); diff != "" {
				t.Errorf("after the next generation (-want +got):\n%s\nedits: %+v", diff, edits)
			}
			again := detect(got, next, edits)
			if diff := cmp.Diff(edits, again); diff != "" {
				t.Errorf("edits after a run that changed nothing (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHandEditsOfTheirOwnLines(t *testing.T) {
	check := "- Run make check before a commit. [Task 1]\n"
	live := swap(t, handbook, check, "- Mine.\n")
	edits := detect(live, handbook, nil)

	rewritten := detect(swap(t, live, "- Mine.\n", "- Mine, better.\n- And more.\n"), handbook, edits)
	if got, want := applied(handbook, rewritten), swap(t, handbook, check, "- Mine, better.\n- And more.\n"); got != want {
		t.Errorf("after they rewrote their line (-want +got):\n%s", cmp.Diff(want, got))
	}
	if len(rewritten) != 1 {
		t.Errorf("%d edits, want the one, changed: %+v", len(rewritten), rewritten)
	}
	removed := detect(swap(t, live, "- Mine.\n", ""), handbook, edits)
	if got, want := applied(handbook, removed), swap(t, handbook, check, ""); got != want {
		t.Errorf("after they removed their line ours came back (-want +got):\n%s", cmp.Diff(want, got))
	}

	// Ours stays away for theirs that says the same; when theirs goes, ours does not come back.
	theirs := swap(t, handbook, check, check+"- Squash commits.\n")
	edits = detect(theirs, handbook, nil)
	next := swap(t, handbook, check, check+"- Squash commits. [Task 4]\n")
	live = applied(next, edits)
	gone := detect(swap(t, live, "- Squash commits.\n", ""), next, edits)
	if got := applied(next, gone); strings.Contains(got, "Squash") {
		t.Errorf("a line that they deleted came back:\n%s", got)
	}
}

func TestHandEditsWithoutARecord(t *testing.T) {
	edits := DetectEdits(HandbookFile, []byte("# Own\n\n- mine\n"), nil, nil, nil)
	if got, want := applied(handbook, edits), "# Own\n\n- mine\n"+handbook; got != want {
		t.Errorf("a handbook of the user's before the first run (-want +got):\n%s", cmp.Diff(want, got))
	}
	edits = DetectEdits(SummaryFile, []byte("v1\n\n- mine\n"), nil, nil, nil)
	got := string(ApplyEdits(SummaryFile, []byte("v1\n\n## User Profile\n"), edits))
	if want := "v1\n\n- mine\n\n## User Profile\n"; got != want {
		t.Errorf("a summary of the user's before the first run (-want +got):\n%s", cmp.Diff(want, got))
	}
}

func TestSummaryKeepsItsFirstLine(t *testing.T) {
	gen := "v1\n\n## User Profile\n\nA developer.\n"
	g := &state.Generated{Path: SummaryFile, LineHashes: LineHashes([]byte(gen))}
	for _, live := range []string{"\n## User Profile\n\nA developer.\n", "v2\n\n## User Profile\n\nA developer.\n", "top\nv1\n\n## User Profile\n\nA developer.\n"} {
		edits := DetectEdits(SummaryFile, []byte(live), g, nil, nil)
		if got := string(ApplyEdits(SummaryFile, []byte(gen), edits)); !strings.HasPrefix(got, "v1\n") {
			t.Errorf("with the live text %q the summary becomes %q, want v1 on its first line", live, got)
		}
	}
}

func TestStagedRecordAfterACrash(t *testing.T) {
	next := swap(t, handbook, "- Never push to main. [Task 1] [Task 2]\n", "- Never push to main. [Task 1] [Task 2]\n- New. [Task 3]\n")
	for name, live := range map[string]string{"before the promotion": handbook, "after it": next} {
		if edits := DetectEdits(HandbookFile, []byte(live), generated(handbook), generated(next), nil); len(edits) > 0 {
			t.Errorf("%s: lines of ours are taken for the user's: %+v", name, edits)
		}
	}
}

func TestHandEditsAreRedacted(t *testing.T) {
	key := "sk-proj-" + strings.Repeat("Ab1Cd2Ef3G", 5) + "T3BlbkFJ" + strings.Repeat("h4Ij5Kl6Mn", 3)
	edits := detect(handbook+"- My key is "+key+"\n", handbook, nil)
	if len(edits) != 1 || strings.Contains(edits[0].Text, key) {
		t.Errorf("edits = %+v, want one without the key", edits)
	}
}

func TestLineHashesHoldNoText(t *testing.T) {
	for _, h := range LineHashes([]byte(handbook)) {
		if strings.ContainsAny(h, "ghijklmnopqrsuvwxyz ") { // beyond hex, the kinds and separators
			t.Errorf("LineHashes has %q, want hex", h)
		}
	}
	seen := map[string]bool{}
	for _, h := range LineHashes([]byte(handbook)) {
		if seen[h] {
			t.Errorf("two lines have the name %q", h)
		}
		seen[h] = true
	}
}

// book is a random handbook: groups with sections of bullets, every bullet's words unique.
type book struct {
	groups []bookGroup
	next   int
}

type bookGroup struct {
	name     string
	sections [3][]string
}

var bookSections = [3]string{"User preferences", "Reusable knowledge", "Failures and how to do differently"}

func (b *book) bullet(t *rapid.T) string {
	b.next++
	return fmt.Sprintf("fact number %d of the %s kind", b.next, rapid.SampledFrom([]string{"plain", "odd", "中文"}).Draw(t, "kind"))
}

func drawBook(t *rapid.T) *book {
	b := &book{}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"general", "lab", "web", "cli"}), 1, 3, rapid.ID[string]).Draw(t, "groups")
	for _, name := range names {
		g := bookGroup{name: name}
		for i := range g.sections {
			for range rapid.IntRange(0, 3).Draw(t, "bullets") {
				g.sections[i] = append(g.sections[i], b.bullet(t))
			}
		}
		b.groups = append(b.groups, g)
	}
	return b
}

// change lets a run learn and forget.
func (b *book) change(t *rapid.T) {
	for i := range b.groups {
		for j := range b.groups[i].sections {
			s := &b.groups[i].sections[j]
			*s = slices.DeleteFunc(*s, func(string) bool { return rapid.IntRange(0, 3).Draw(t, "forget") == 0 })
			if rapid.Bool().Draw(t, "learn") {
				at := rapid.IntRange(0, len(*s)).Draw(t, "at")
				*s = slices.Insert(*s, at, b.bullet(t))
			}
		}
	}
	if len(b.groups) > 1 && rapid.IntRange(0, 3).Draw(t, "drop group") == 0 {
		b.groups = b.groups[1:]
	}
}

func (b *book) text(t *rapid.T) string {
	var w strings.Builder
	for _, g := range b.groups {
		fmt.Fprintf(&w, "# Task Group: %s\n\nscope: %d things\n\n## Task 1: work\n\n### keywords\n\n- go, make\n\n", g.name, rapid.IntRange(1, 9).Draw(t, "scope"))
		for i, bullets := range g.sections {
			if len(bullets) == 0 {
				continue
			}
			fmt.Fprintf(&w, "## %s\n\n", bookSections[i])
			for _, text := range bullets {
				fmt.Fprintf(&w, "- %s [Task %d]\n", text, rapid.IntRange(1, 9).Draw(t, "ref"))
			}
			w.WriteString("\n")
		}
	}
	return w.String()
}

// userEdits does to lines what a user does, and returns what they now expect.
func userEdits(t *rapid.T, lines []string, n *int, deleted map[string]bool) []string {
	for range rapid.IntRange(0, 4).Draw(t, "edits") {
		at := rapid.IntRange(0, len(lines)).Draw(t, "line")
		*n++
		mine := fmt.Sprintf("- my own line %d", *n)
		switch op := rapid.IntRange(0, 5).Draw(t, "op"); {
		case op == 0:
			lines = slices.Insert(lines, at, mine)
		case op == 1:
			lines = slices.Insert(lines, at, "", fmt.Sprintf("## My section %d", *n), mine)
		case at == len(lines):
		case op == 2 && !strings.HasPrefix(lines[at], "- my own"):
			if strings.HasPrefix(lines[at], "- fact") {
				deleted[LineKey(lines[at])] = true
			}
			lines[at] = mine
		case op == 5: // a section, or what is left of it
			for end := at + 1; at < end; end-- {
				if strings.HasPrefix(lines[at], "- fact") {
					deleted[LineKey(lines[at])] = true
				}
				lines = slices.Delete(lines, at, at+1)
				if at < len(lines) && headingLevel(lines[at]) == 0 {
					end++
				}
			}
		default:
			if strings.HasPrefix(lines[at], "- fact") {
				deleted[LineKey(lines[at])] = true
			}
			lines = slices.Delete(lines, at, at+1)
		}
	}
	return lines
}

func myLines(lines []string) (mine []string) {
	for _, line := range lines {
		if strings.Contains(line, " my own ") || strings.Contains(line, "My section") {
			mine = append(mine, line)
		}
	}
	slices.Sort(mine)
	return mine
}

// TestHandEditsProperty plays rounds of editing and regenerating: what the user's file
// says is what the same generated text with the edits says; a run that meets no change
// keeps edits and bytes; whatever the next runs learn and forget, the user's lines stand
// in the text once each and the lines that they deleted do not.
func TestHandEditsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBook(t)
		gen := b.text(t)
		live, n, deleted := gen, 0, map[string]bool{}
		var edits []state.HandEdit
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			lines := userEdits(t, splitLines([]byte(live)), &n, deleted)
			if strings.TrimSpace(strings.Join(lines, "")) == "" {
				return
			}
			live = strings.Join(lines, "\n") + "\n"
			edits = detect(live, gen, edits)
			if got := applied(gen, edits); got != live {
				t.Fatalf("the edits do not lead from what was generated to what stands there (-want +got):\n%s\n%+v", cmp.Diff(live, got), edits)
			}
			b.change(t)
			gen = b.text(t)
			live = applied(gen, edits)
			if diff := cmp.Diff(myLines(lines), myLines(splitLines([]byte(live)))); diff != "" {
				t.Fatalf("the user's lines after the next generation (-want +got):\n%s\n%s\n%+v", diff, live, edits)
			}
			for _, line := range splitLines([]byte(live)) {
				if deleted[LineKey(line)] {
					t.Fatalf("a deleted line is back: %q\n%s\n%+v", line, live, edits)
				}
			}
			again := detect(live, gen, edits)
			if got := applied(gen, again); got != live {
				t.Fatalf("a run without a change changes bytes (-want +got):\n%s", cmp.Diff(live, got))
			}
			edits = again
		}
	})
}
