package extract

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFingerprintFindsTheTextAgain(t *testing.T) {
	for _, c := range []struct {
		forgotten, text string
		want            bool
	}{
		{"Use tabs, not spaces", `- the user said "use tabs NOT spaces, always" [L3]`, true},
		{"use tabs", "use more tabs", false},
		{"一律用 pnpm", "用户说「这里一律用pnpm。」", true},
		{"一律用 pnpm", "一律用 npm", false},
		{"cafe", "café", false},
		{"", "anything", false},
	} {
		if got := Matches([]string{Fingerprint(c.forgotten)}, c.text); got != c.want {
			t.Errorf("Matches(%q, %q): got %v, want %v", c.forgotten, c.text, got, c.want)
		}
	}
	if got := Matches([]string{"", "x", "0:aa", "-1:bb", "2"}, "any text"); got {
		t.Error("broken fingerprints match; they should match nothing")
	}
}

func TestForgetTakesItOutEverywhere(t *testing.T) {
	m := sample()
	out := Output{RawMemory: m.Render(), RolloutSummary: "# Rate limits for the tile server\n\n## Task 1: Rate limits\n\nPreference signals:\n- said \"use ./gradlew\" [L14]\n- other\n", RolloutSlug: "rate-limits"}
	for _, text := range []string{"use ./gradlew", "短一点", "Rate limits", "no date", "skip lint for now"} {
		got := Forget(out, []string{Fingerprint(text)})
		if Matches([]string{Fingerprint(text)}, got.RawMemory+got.RolloutSummary+got.RolloutSlug) {
			t.Errorf("%q still stands after Forget:\n%s\n%s", text, got.RawMemory, got.RolloutSummary)
		}
		if got.Empty() {
			t.Errorf("forgetting %q left nothing, want the rest", text)
		}
	}
	if got := Forget(out, []string{Fingerprint("not in it")}); got != out {
		t.Error("Forget changed an output that does not hold the text")
	}
	if got := Forget(out, nil); got != out {
		t.Error("Forget without fingerprints changed the output")
	}
}

func TestFingerprintIgnoresCaseAndPunctuation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zäé日本]{1,6}`), 1, 6).Draw(t, "words")
		plain := strings.Join(words, " ")
		loud := "x! " + strings.ToUpper(strings.Join(words, ", ")) + "; y"
		if !Matches([]string{Fingerprint(plain)}, loud) {
			t.Fatalf("%q is not found in %q", plain, loud)
		}
	})
}
