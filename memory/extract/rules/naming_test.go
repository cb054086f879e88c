package rules

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNamesBeginAtThePoint: a task is named by what it is about, without what opens the
// message, without a stop, and cut at a word's end.
func TestNamesBeginAtThePoint(t *testing.T) {
	k := testKit()
	for _, c := range []struct{ message, want string }{
		{"Morning. Next: the invoice export drops the last row.", "the invoice export drops the last row"},
		{"ok so now the login page needs a captcha.", "the login page needs a captcha"},
		{"Thanks! Could you bump the parser to 3.2 and rerun the suite?", "bump the parser to 3.2 and rerun the suite"},
		{"好的，接下来给导出页面加一个进度条。", "给导出页面加一个进度条"},
		{"Danke. Als Nächstes: der Import der Karteikarten bricht ab.", "der Import der Karteikarten bricht ab"},
	} {
		name, _ := k.title(k.reader.Read(c.message, ""))
		if name != c.want {
			t.Errorf("%q is named %q, want %q", c.message, name, c.want)
		}
	}
	long := strings.Repeat("seventeen lighthouses blink ", 9)
	if name, _ := k.title(k.reader.Read(long, "")); !strings.HasSuffix(name, "…") || !slices.Contains([]string{"seventeen", "lighthouses", "blink"}, name[strings.LastIndexByte(name, ' ')+1:len(name)-len("…")]) {
		t.Errorf("a long name ends within a word: %q", name)
	}
	if got := clipWords(strings.Repeat("灯塔", 60), 100); !utf8.ValidString(got) || len(got) > 104 {
		t.Errorf("ideographs are cut to %q", got)
	}
}

// TestNothingBesideASecretIsQuoted: of a message out of which a secret was taken, only the
// other sentences are quoted.
func TestNothingBesideASecretIsQuoted(t *testing.T) {
	out, _ := learn(t, told(rows(user("The nightly job fails, look at jobs/night.go"), edited("c1", "jobs/night.go"), ran("c2", "go test ./jobs", 0, "ok"), said("It passes."),
		user("From now on always use the key [REDACTED_SECRET] for staging. From now on never log request bodies."), said("Noted."))...))
	for line := range strings.Lines(out.RawMemory) {
		if strings.HasPrefix(line, "- ") && strings.Contains(line, "[REDACTED_SECRET]") && strings.Contains(line, "the user said") {
			t.Errorf("a sentence with a secret is quoted: %s", line)
		}
	}
	if !strings.Contains(out.RawMemory, "From now on never log request bodies") {
		t.Errorf("the sentence beside it is lost:\n%s", out.RawMemory)
	}
}

// TestKeywordsAreTheWorksOwnWords: whole words that the work uses too, no filler.
func TestKeywordsAreTheWorksOwnWords(t *testing.T) {
	out, _ := learn(t, told(rows(user("Changing the invoices export again, it always drops columns. Please look at invoices/export.go"), edited("c1", "invoices/export.go"),
		ran("c2", "go test ./invoices", 0, "ok"), said("The export keeps its columns."), user("Perfect."))...))
	line := ""
	for l := range strings.Lines(out.RawMemory) {
		if strings.HasPrefix(l, "keywords: ") {
			line = strings.TrimSpace(l)
		}
	}
	words := strings.Split(strings.TrimPrefix(line, "keywords: "), ", ")
	for _, w := range []string{"export.go", "go", "invoices", "columns"} {
		if !slices.Contains(words, w) {
			t.Errorf("keyword %q is missing: %s", w, line)
		}
	}
	for _, w := range []string{"invoic", "colum", "chang", "always", "again", "please", "look"} {
		if slices.Contains(words, w) {
			t.Errorf("%q is no keyword: %s", w, line)
		}
	}
}

// TestUnrelatedEditsAreNoFix: prose repairs no build, and where the failure names files,
// others that were edited meanwhile did not repair it.
func TestUnrelatedEditsAreNoFix(t *testing.T) {
	failed := &act{command: "go build ./...", errors: []errorLine{{text: "cart/total.go:9: undefined: Sum"}}}
	got := plausible(failed, []string{"README.md", "cart/total.go", "web/a.css", "web/b.css", "cart/sum.go"}, false)
	if want := []string{"cart/total.go", "cart/sum.go"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := plausible(failed, []string{"NOTES.md"}, false); len(got) != 1 {
		t.Errorf("the only edit is dropped: %v", got)
	}
}
