package consolidate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
)

// month makes a busy state: so many sessions over a few projects.
func month(n int) []state.Selected {
	rules := []string{"never %s the %s", "always %s the %s before you %[1]s", "the %[2]s goes without %[1]s", "不要%s这个%s", "%s %s first, then commit"}
	verbs := []string{"format", "push", "rename", "cache", "mock", "log", "compress", "index", "rotate", "validate", "inline", "batch"}
	nouns := []string{"schema", "fixtures", "token", "lock file", "branch", "worker", "queue", "header", "config", "snapshot", "client", "router"}
	r := rand.New(rand.NewPCG(7, 7))
	var sessions []session
	for i := range n {
		s := session{n: i + 1, cwd: fmt.Sprintf("/home/u/src/p%d", r.IntN(8)), day: r.IntN(28), outcome: extract.OutcomeSuccess}
		for range 6 {
			s.prefs = append(s.prefs, fmt.Sprintf(rules[r.IntN(len(rules))], verbs[r.IntN(len(verbs))], nouns[r.IntN(len(nouns))]))
			s.fails = append(s.fails, [3]string{"make " + verbs[r.IntN(len(verbs))], fmt.Sprintf("cannot %s %s in module m%d", verbs[r.IntN(len(verbs))], nouns[r.IntN(len(nouns))], r.IntN(50)), "make fix"})
			s.knows = append(s.knows, fmt.Sprintf("make %s-%s", verbs[r.IntN(len(verbs))], nouns[r.IntN(len(nouns))]))
		}
		sessions = append(sessions, s)
	}
	return selection(sessions...)
}

func TestSizesOfABusyMonth(t *testing.T) {
	texts := compose(t, Input{Selected: month(256)})
	if _, err := parse(texts.Handbook); err != nil {
		t.Fatal(err)
	}
	if n := len(texts.Summary); n > 12_000 {
		t.Errorf("the summary has %d bytes, want about %d", n, summaryBudget)
	}
	for p := range 8 {
		if name := fmt.Sprintf("/home/u/src/p%d", p); !strings.Contains(texts.Summary, name) {
			t.Errorf("the summary does not represent %s", name)
		}
	}
	t.Logf("handbook %d bytes, summary %d bytes", len(texts.Handbook), len(texts.Summary))
}

func BenchmarkCompose(b *testing.B) {
	for _, n := range []int{16, 256, 4096} {
		selected := month(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := NewRules().Compose(context.Background(), Input{Selected: selected, Now: testNow}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestHandbookStaysReadable: however much is remembered, the handbook keeps its size, its
// schema and a line for every project.
func TestHandbookStaysReadable(t *testing.T) {
	sessions := make([]session, 0, 900)
	for n := range 900 {
		s := session{n: n + 1, cwd: fmt.Sprintf("/home/u/src/p%d", n%3), day: n % 28}
		for k := range 8 {
			s.prefs = append(s.prefs, fmt.Sprintf("part%d%c goes with piece%d%c", n, 'a'+k, n, 'k'+k))
		}
		sessions = append(sessions, s)
	}
	texts := compose(t, Input{Selected: selection(sessions...)})
	if n := len(texts.Handbook); n > handbookBudget {
		t.Errorf("the handbook has %d bytes, want at most %d", n, handbookBudget)
	}
	b, err := parse(texts.Handbook)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) != 3 {
		t.Errorf("got %d blocks, want one for each of 3 projects", len(b))
	}
	kept := 0
	for _, blk := range b {
		kept += len(blk.lists["User preferences"])
	}
	if kept == 0 || kept+len(texts.Left) != 900*8 {
		t.Errorf("%d preferences are kept and %d told to have no room, want %d together", kept, len(texts.Left), 900*8)
	}
}

// TestHandbookOfRepeatedRulesStaysReadable: an entry that very many sessions support does
// not list them all.
func TestHandbookOfRepeatedRulesStaysReadable(t *testing.T) {
	texts := compose(t, Input{Selected: month(2500)})
	if n := len(texts.Handbook); n > handbookBudget {
		t.Errorf("the handbook has %d bytes, want at most %d", n, handbookBudget)
	}
	if _, err := parse(texts.Handbook); err != nil {
		t.Fatal(err)
	}
}
