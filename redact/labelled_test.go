package redact

import (
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A labelled text is one whose secrets are known.
type labelled struct {
	name    string
	text    string
	secrets []string
	want    string // text with a mark in place of each secret
}

// expand draws the secrets that a template names. The seed is the template's own text,
// so that a new template changes no other.
func expandTemplate(tb testing.TB, name, template string, round uint64) labelled {
	tb.Helper()
	h := fnv.New64a()
	h.Write([]byte(template))
	r := rand.New(rand.NewPCG(h.Sum64(), round))
	out := labelled{name: name}
	var text, want strings.Builder
	for rest := template; rest != ""; {
		before, after, found := strings.Cut(rest, "«")
		text.WriteString(before)
		want.WriteString(before)
		if !found {
			break
		}
		kind, tail, _ := strings.Cut(after, "»")
		rest = tail
		var secret string
		if kind == "pemindent" {
			text.WriteString("    ")
			want.WriteString("    ")
			secret = pemText(r, "EC ", "MHcCAQEEI", "\n    ", 2)
		} else if make, ok := kinds[kind]; ok {
			secret = make(r)
		} else {
			tb.Fatalf("%s: no kind %q", name, kind)
		}
		text.WriteString(secret)
		want.WriteString(Mark)
		out.secrets = append(out.secrets, secret)
	}
	out.text, out.want = text.String(), want.String()
	return out
}

// positives expands every template of testdata/positives, rounds times.
func positives(tb testing.TB, rounds int) []labelled {
	tb.Helper()
	files, err := filepath.Glob("testdata/positives/*.txt")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no templates: %v", err)
	}
	var out []labelled
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, template := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n%%\n") {
			for round := range rounds {
				out = append(out, expandTemplate(tb, filepath.Base(file), template, uint64(round)))
			}
		}
	}
	return out
}

// escape writes s as it stands inside a JSON string.
func escape(tb testing.TB, s string) string {
	tb.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b[1 : len(b)-1])
}

// wrap returns l as it stands inside a JSON string, depth times over.
func (l labelled) wrap(tb testing.TB, depth int) labelled {
	tb.Helper()
	out := labelled{name: l.name + " escaped", text: l.text, want: l.want}
	out.secrets = append(out.secrets, l.secrets...)
	for range depth {
		out.text, out.want = escape(tb, out.text), escape(tb, out.want)
		for i, s := range out.secrets {
			out.secrets[i] = escape(tb, s)
		}
	}
	return out
}

// leaks reports whether redacted text still holds a good part of a secret.
func leaks(redacted, secret string) bool {
	half := max(len(secret)/2, min(len(secret), 5))
	return strings.Contains(redacted, secret[:half]) || strings.Contains(redacted, secret[len(secret)-half:])
}

// TestRecall holds the promise that at least 99 % of labelled secrets go, in plain text
// and in text escaped for JSON once and twice.
func TestRecall(t *testing.T) {
	plain := positives(t, 20)
	for _, set := range []struct {
		name  string
		depth int
	}{{"plain", 0}, {"escaped", 1}, {"escaped twice", 2}} {
		t.Run(set.name, func(t *testing.T) {
			secrets, gone, exact, shown := 0, 0, 0, 0
			for _, l := range plain {
				l = l.wrap(t, set.depth)
				got := String(l.text)
				for _, s := range l.secrets {
					secrets++
					if !leaks(got, s) {
						gone++
					} else if shown++; shown <= 150 {
						t.Logf("missed in %s:\n  text %q\n  got  %q", l.name, l.text, got)
					}
				}
				if got == l.want {
					exact++
				} else if testing.Verbose() && os.Getenv("REDACT_INEXACT") != "" {
					t.Logf("inexact in %s:\n  want %q\n  got  %q", l.name, l.want, got)
				}
			}
			recall := float64(gone) / float64(secrets)
			t.Logf("%d texts, %d secrets: recall %.4f; %.4f of texts differ in nothing but the secrets", len(plain), secrets, recall, float64(exact)/float64(len(plain)))
			if recall < 0.99 {
				t.Errorf("recall = %.4f, want at least 0.99", recall)
			}
			if share := float64(exact) / float64(len(plain)); share < 0.97 {
				t.Errorf("exact texts = %.4f, want at least 0.97", share)
			}
		})
	}
}
