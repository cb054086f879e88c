package rules

import (
	"os"
	"strings"
	"testing"
)

// TestRulesAreToldFromRequests reads sentences as a user says them in reply to work, each
// labelled a rule (it is meant to last), a request (it is about the work at hand) or a
// report (it tells what happened, how things stand, or gives thanks). A report is never a
// rule, whatever it says of all and nothing, nor where the message dissents.
func TestRulesAreToldFromRequests(t *testing.T) {
	raw, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	k := testKit()
	var rules, found, requests, mistaken int
	for line := range strings.Lines(string(raw)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 3 {
			t.Fatalf("line %q has %d fields, want 3", line, len(f))
		}
		m := k.reader.Read(f[2], f[0])
		kept := false
		for _, u := range join(m) {
			kept = kept || k.weighUnit(m, u, surroundings{afterAct: true}) >= keepPreference
		}
		switch {
		case f[1] == "rule":
			rules++
			if kept {
				found++
			} else {
				t.Logf("missed: %s", f[2])
			}
		case f[1] == "report":
			for _, u := range join(m) {
				if w := k.weighUnit(m, u, surroundings{afterAct: true, corrected: true}); kept || w >= keepPreference {
					t.Errorf("report %q: got weight %.1f where the message dissents (kept otherwise: %t), want less than %.1f", f[2], w, kept, keepPreference)
				}
			}
		default:
			requests++
			if kept {
				mistaken++
				t.Logf("taken for a rule: %s", f[2])
			}
		}
	}
	t.Logf("%d of %d rules found, %d of %d requests taken for rules", found, rules, mistaken, requests)
	if found*100 < rules*80 || mistaken*100 > requests*5 {
		t.Errorf("got %d of %d rules, want 80 %%; %d of %d requests taken for rules, want at most 5 %%", found, rules, mistaken, requests)
	}
}
