package redact

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// bodyFor draws a body that a row of the provider table accepts, of n bytes.
func bodyFor(r *rand.Rand, p *prefix, n int) string {
	var alphabet []byte
	for c := range 128 {
		if is(byte(c), p.body) && c != '=' && c != '%' && c != ':' {
			alphabet = append(alphabet, byte(c))
		}
	}
	for {
		b := []byte(draw(r, string(alphabet), n))
		if p.need&needUUID != 0 {
			b = []byte(uuidText(r))
		}
		if p.need&needDot != 0 {
			b[n/2] = '.'
		}
		if p.need&needEscape != 0 {
			copy(b[n/2:], "%3D")
		}
		if p.need.met(string(b)) && !masked(string(b)) && is(b[0], alnum) && is(b[len(b)-1], alnum) {
			return string(b)
		}
	}
}

// TestEveryPrefix finds a key of each row of the provider table at the start, at the end
// and in the middle of texts, beside Chinese, punctuation and escapes, and leaves all
// else as it is.
func TestEveryPrefix(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	places := []string{"%", "key % ok", "(%)", "\"%\"", "用%吧", "「%」。", "a\\n%\\nb", `{\"k\":\"%\"}`, "x=%&y=1", "\x1b[32m%\x1b[0m", "<%>", "`%`,", "[%] [%]", "\n%\n", "“%”", "k: %", "%;", "%0A%"[3:]}
	for i := range prefixes {
		p := &prefixes[i]
		for _, place := range places {
			n := max(p.min, 8) + r.IntN(4)
			if p.max > 0 {
				n = p.min + r.IntN(p.max-p.min+1)
			}
			body := bodyFor(r, p, n)
			secret := p.lit + body
			text, want := strings.ReplaceAll(place, "%", secret), strings.ReplaceAll(place, "%", Mark)
			if p.need&keepPrefix != 0 {
				want = strings.ReplaceAll(place, "%", p.lit+Mark)
			}
			if got := String(text); got != want {
				t.Errorf("%s (%s):\n text %q\n want %q\n got  %q", p.rule, p.lit, text, want, got)
			}
		}
	}
}

// TestMaskedKeysStay leaves alone what only has the shape of a key: documentation shows
// keys so.
func TestMaskedKeysStay(t *testing.T) {
	for i := range prefixes {
		p := &prefixes[i]
		for _, body := range []string{strings.Repeat("x", p.min+2), strings.Repeat("X", p.min+1), strings.Repeat("*", 20), "...", "<your-key>", ""} {
			text := "use " + p.lit + body + " here"
			if got := String(text); got != text {
				t.Errorf("%s: %q became %q", p.rule, text, got)
			}
		}
	}
}

// TestTablesAreSound holds what the engine takes for granted of its tables.
func TestTablesAreSound(t *testing.T) {
	for _, p := range prefixes {
		if p.rule == "" || len(p.lit) < 2 || p.min < 8 || p.max > 0 && p.max < p.min || p.max >= maxJudged || p.min >= maxJudged {
			t.Errorf("row %+v", p)
		}
	}
	for _, a := range index().anchors {
		n := 0
		a.windows(func(uint32) { n++ })
		if n == 0 || n > 1000 {
			t.Errorf("anchor %q has %d windows at %d", a.lit, n, a.at)
		}
		if a.fold && strings.ContainsAny(a.lit, uppers) {
			t.Errorf("folded anchor %q has capitals", a.lit)
		}
	}
}

// TestShortenedKeys finds keys of another length than their provider's: cut off in a
// log, made up for a test, or longer than keys are today.
func TestShortenedKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	missed, all := 0, 0
	for i := range prefixes {
		p := &prefixes[i]
		least := 16
		switch {
		case p.need&short12 != 0:
			least = 12
		case p.need&short16 == 0:
			continue
		}
		alphabet := alnums
		if p.body&lower == 0 {
			alphabet = uppers + digits
		}
		for n := least; n < 150; n += 1 + n/4 {
			for range 10 {
				text := "use " + p.lit + draw(r, alphabet, n) + " for the deploy"
				all++
				if got := String(text); got != "use "+Mark+" for the deploy" {
					missed++
					t.Logf("%q became %q", text, got)
				}
			}
		}
	}
	t.Logf("%d of %d shortened keys stay", missed, all)
	if all < 1000 || missed*100 > all {
		t.Errorf("%d of %d shortened keys stay, want at most one in a hundred", missed, all)
	}
}

// TestPlainPrefixes finds keys behind prefixes that names have as well.
func TestPlainPrefixes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, lit := range []string{"sk-", "r8_", "cohere_", "dapi", "vercel_", "rnd_", "ops_", "tfe_", "SG.", "key-", "EAAG", "secret_", "fig_", "sl.", "cr_"} {
		missed := 0
		for range 200 {
			if text := "use " + lit + draw(r, alnums, 28) + " now"; String(text) != "use "+Mark+" now" {
				missed++
			}
		}
		if missed > 20 {
			t.Errorf("%s: %d of 200 keys stay, want at most 20", lit, missed)
		}
	}
}
