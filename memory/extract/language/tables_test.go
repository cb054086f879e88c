package language

import (
	"strings"
	"testing"
)

// TestEveryPhraseCanMatch reads each phrase of each table as a message of its own: a
// phrase that is never found is dead data.
func TestEveryPhraseCanMatch(t *testing.T) {
	for _, table := range Tables() {
		l := compile(table)
		for cue := range numCues {
			for _, p := range phrases(table.Cues[cue]) {
				text := strings.TrimSuffix(strings.TrimLeft(p, "^"), "$")
				text = strings.ReplaceAll(text, "*", "foo")
				if table.Spaced {
					text = strings.Join(strings.Fields(strings.ReplaceAll(text, "~", " ")), " ")
					text = strings.TrimSuffix(text, "-")
				} else {
					text = strings.ReplaceAll(text, "~", "々")
				}
				if table.Elision {
					text = strings.ReplaceAll(text, "' ", "'")
					if strings.HasSuffix(text, "'") {
						text += "eau"
					}
				}
				if got := l.mark(text, words(text, table.Elision), true); !got.Has(cue) {
					t.Errorf("%s: cue %d: phrase %q is not found in %q", table.Tag, cue, p, text)
				}
			}
		}
	}
}
