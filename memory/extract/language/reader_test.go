package language

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func texts(m Message) []string {
	var out []string
	for _, s := range m.Sentences {
		out = append(out, s.Text)
	}
	return out
}

func TestSentencesAreTheWritersOwn(t *testing.T) {
	r := NewReader()
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"lower case chat", "no. tests run first, e.g. vet. then lint... and build", []string{"no.", "tests run first, e.g. vet.", "then lint... and build"}},
		{"full width", "先跑测试。再提交！好吗？", []string{"先跑测试。", "再提交！", "好吗？"}},
		{"paths keep their dots", "look at src/a.go and v1.2.3 please", []string{"look at src/a.go and v1.2.3 please"}},
		{"a fence is not his", "fix it\n```\nalways use tabs.\n```\nthanks", []string{"fix it", "thanks"}},
		{"an injected block is not his", "<team_memory>\nalways use tabs\n</team_memory>\nbump the version", []string{"bump the version"}},
		{"a pasted log is not his", "it says\n2026-01-02 10:00:00 ERROR never do this\n    at foo (bar.js:1)\nwhy?", []string{"it says", "why?"}},
		{"quoted lines are not his", "he wrote:\n> never use tabs\nI disagree", []string{"he wrote:", "I disagree"}},
		{"a quoted name stays in the quote", "「班次」这个词不要翻译", []string{"「班次」这个词不要翻译"}},
		{"flags at a line's start stay", "--json is missing\n- and a list item", []string{"--json is missing", "and a list item"}},
		{"nothing", " \n\t\n", nil},
	} {
		if diff := cmp.Diff(c.want, texts(r.Read(c.text, ""))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestCuesInSixLanguages(t *testing.T) {
	r := NewReader()
	for _, c := range []struct {
		tag, text string
		want      []Cue
		not       []Cue
	}{
		{"en", "from now on never force-push in this repo", []Cue{FromNow, Always, Forbid, Here}, []Cue{Once}},
		{"en", "skip the linter this time", []Cue{Once, Verb}, []Cue{FromNow}},
		{"en", "the docs say \"always use tabs\" somewhere", nil, []Cue{Always}},
		{"zh", "以后一律不要用 console.log", []Cue{FromNow, Always, Forbid}, nil},
		{"zh", "别的请求都发给网关", nil, []Cue{Please}},
		{"zh", "这次先别提交", []Cue{Once, Forbid}, nil},
		{"de", "Bitte ab jetzt immer erst fragen, bevor du etwas löschst", []Cue{FromNow, Always, Please, If}, []Cue{Once}},
		{"de", "Lass das diesmal weg", []Cue{Once, Verb}, []Cue{FromNow}},
		{"ja", "今後は必ずテストを書いてください", []Cue{FromNow, Always, Please}, nil},
		{"ja", "今回だけテストは省いてください", []Cue{Once}, []Cue{FromNow}},
		{"es", "a partir de ahora nunca toques la rama main sin preguntar", []Cue{FromNow, Always, If}, nil},
		{"es", "por esta vez deja el test como está", []Cue{Once}, []Cue{FromNow}},
		{"fr", "Désormais, ne modifie jamais ce fichier sans me demander", []Cue{FromNow, Always, Forbid}, nil},
		{"fr", "Pour cette fois, laisse le test de côté", []Cue{Once}, []Cue{FromNow}},
	} {
		m := r.Read(c.text, "")
		var got Set
		for _, s := range m.Sentences {
			got |= s.Cues
		}
		if m.Tag != c.tag {
			t.Errorf("%q: read as %s, want %s", c.text, m.Tag, c.tag)
		}
		for _, cue := range c.want {
			if !got.Has(cue) {
				t.Errorf("%q: cue %d is not found", c.text, cue)
			}
		}
		for _, cue := range c.not {
			if got.Has(cue) {
				t.Errorf("%q: cue %d is found, and should not be", c.text, cue)
			}
		}
	}
}

func TestShortMessagesFollowTheSession(t *testing.T) {
	r := NewReader()
	if got := r.Read("genau", "de").Tag; got != "de" {
		t.Errorf("a word in a German session is read as %s, want de", got)
	}
	if got := r.Read("ok", "zh").Tag; got != "en" {
		t.Errorf("a Latin word in a Chinese session is read as %s, want en", got)
	}
}

func TestALanguageIsOneTable(t *testing.T) {
	r := NewReader(english(), Table{Tag: "eo", Spaced: true, Function: "la kaj ne mi vi por", Cues: map[Cue]string{Always: "ĉiam", Forbid: "ne"}})
	m := r.Read("ne uzu la malnovan stilon, vi ĉiam forgesas", "")
	if m.Tag != "eo" || !m.Sentences[0].Cues.Has(Always) || !m.Sentences[0].Cues.Has(Forbid) {
		t.Errorf("an added table is not used: got %s %v", m.Tag, m.Sentences)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"no. never do that", "以后不要", "<a>\n</a>\n", "```", "`x", "\xff\xfe。", "l'un n'est", "「", strings.Repeat("a. ", 50), "İstanbul'da hep böyle"} {
		f.Add(s)
	}
	r := NewReader()
	f.Fuzz(func(t *testing.T, text string) {
		m := r.Read(text, "")
		for _, s := range m.Sentences {
			if s.From < 0 || s.To > len(text) || s.From >= s.To || text[s.From:s.To] != s.Text {
				t.Fatalf("sentence %q is not the message from %d to %d", s.Text, s.From, s.To)
			}
			if utf8.ValidString(text) && !utf8.ValidString(s.Text) {
				t.Fatalf("sentence %q is cut within a rune", s.Text)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r := NewReader()
	text := strings.Repeat("please don't push before I have seen the diff. 以后提交之前请先给我看一眼 diff，不要直接推。 ", 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Read(text, "")
	}
}
