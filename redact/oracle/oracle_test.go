package oracle

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"sort"
	"strings"
	"testing"

	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"

	"github.com/seed50391015/reverie/redact"
)

// contexts are how a secret of a service may stand in a text: {i} is the service's name,
// {I} in capitals, {s} the secret.
var contexts = []string{
	`{i}_api_token = "{s}"`,
	`{i}Token="{s}"`,
	`{i}Token = {s}`,
	`{I}_TOKEN={s}`,
	"{\n    \"{i}_token\": \"{s}\"\n}",
	`{"config.ini": "{I}_TOKEN={s}\nBACKUP_ENABLED=true"}`,
	"<{i}Token>\n    {s}\n</{i}Token>",
	`{i}_token: {s}`,
	`{i}_token: '{s}'`,
	`var {i}Token string = "{s}"`,
	"{i}Token := `{s}`",
	`String {i}Token = "{s}";`,
	`System.setProperty("{I}_TOKEN", "{s}")`,
	`  "{i}Token" => "{s}"`,
	`{i}_TOKEN ?= "{s}"`,
	`export {I}_KEY={s}`,
	`"{i}_secret": "{s}",`,
	`{i}: "{s}"`,
}

// noSecret are gitleaks' rules for what is public, and one for private keys whose body
// may be anything: the engine asks for a key's lines, and its own tests draw those.
var noSecret = map[string]bool{
	"asana-client-id": true, "discord-client-id": true, "linkedin-client-id": true, "mailgun-pub-key": true,
	"private-key": true, "sumologic-access-id": true,
}

// TestGitleaksFindingsGo draws secrets from gitleaks' own patterns, sets them into
// contexts, and for each that gitleaks finds looks whether redaction takes it out.
func TestGitleaksFindingsGo(t *testing.T) {
	detector, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, 0, len(detector.Config.Rules))
	for id := range detector.Config.Rules {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	found, gone, whole := 0, 0, 0
	rules := 0
	for _, id := range ids {
		if noSecret[id] {
			continue
		}
		f, g := compareRule(t, detector, detector.Config.Rules[id])
		if f == 0 {
			t.Logf("%-40s gitleaks finds none of its own samples", id)
			continue
		}
		rules++
		found, gone = found+f, gone+g
		if g == f {
			whole++
		} else {
			t.Logf("%-40s %d of %d", id, g, f)
		}
	}
	t.Logf("%d rules, %d findings of gitleaks: %d gone (%.4f); of %d rules all", rules, found, gone, float64(gone)/float64(found), whole)
	if share := float64(gone) / float64(found); share < 0.99 {
		t.Errorf("%.4f of gitleaks' findings go, want at least 0.99", share)
	}
	if share := float64(whole) / float64(rules); share < 0.88 {
		t.Errorf("%.4f of gitleaks' rules are covered throughout, want at least 0.88", share)
	}
}

// compareRule returns how many samples of a rule gitleaks finds, and how many of these
// redaction takes out.
func compareRule(t *testing.T, detector *detect.Detector, rule config.Rule) (found, gone int) {
	t.Helper()
	if rule.Regex == nil {
		return 0, 0
	}
	re, err := syntax.Parse(rule.Regex.String(), syntax.Perl)
	if err != nil {
		t.Fatalf("%s: %v", rule.RuleID, err)
	}
	secret := secretPart(re, max(rule.SecretGroup, 1))
	r := rand.New(rand.NewPCG(8, 30))
	missed := 0
	for _, name := range names(rule) {
		for _, context := range contexts {
			s := generate(r, secret)
			text := strings.NewReplacer("{i}", name, "{I}", strings.ToUpper(name), "{s}", s).Replace(context)
			hit := ""
			for _, f := range detector.DetectString(text) {
				if f.RuleID == rule.RuleID {
					hit = f.Secret
				}
			}
			if hit == "" {
				continue
			}
			found++
			if got := redact.String(text); !leaks(got, hit) {
				gone++
			} else if missed++; missed <= 2 {
				t.Logf("%s: kept %q:\n  text %q\n  got  %q", rule.RuleID, hit, text, got)
			}
		}
	}
	return found, gone
}

// leaks reports whether redacted text still holds a good part of a secret.
func leaks(redacted, secret string) bool {
	half := max(len(secret)/2, min(len(secret), 5))
	return strings.Contains(redacted, secret[:half]) || strings.Contains(redacted, secret[len(secret)-half:])
}

// names are the service's names for a rule: its keywords, made fit for a key.
func names(rule config.Rule) []string {
	var out []string
	for _, k := range rule.Keywords {
		k = strings.Trim(k, "._-=:/<> \"")
		if k != "" && !strings.ContainsAny(k, " ./:~\"") && len(k) < 20 {
			out = append(out, k)
		}
	}
	return append(out, "service")
}

// secretPart returns the part of a pattern that is the secret: its n-th group, or all.
func secretPart(re *syntax.Regexp, n int) *syntax.Regexp {
	if re.Op == syntax.OpCapture && re.Cap == n {
		return re.Sub[0]
	}
	for _, sub := range re.Sub {
		if part := secretPart(sub, n); part.Op == syntax.OpCapture || part != sub {
			return part
		}
	}
	return re
}

// generate draws a text that a pattern matches; alternatives and lengths by lot.
func generate(r *rand.Rand, re *syntax.Regexp) string {
	var b strings.Builder
	draw(r, &b, re)
	return b.String()
}

func draw(r *rand.Rand, b *strings.Builder, re *syntax.Regexp) {
	times := func(low, high int) {
		if high < 0 || high > low+20 {
			high = low + 20
		}
		for range low + r.IntN(high-low+1) {
			draw(r, b, re.Sub[0])
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		text := string(re.Rune)
		if re.Flags&syntax.FoldCase != 0 { // parsed into capitals
			text = strings.ToLower(text)
		}
		b.WriteString(text)
	case syntax.OpCharClass:
		b.WriteRune(drawRune(r, re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('a' + r.IntN(26)))
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			draw(r, b, sub)
		}
	case syntax.OpAlternate:
		draw(r, b, re.Sub[r.IntN(len(re.Sub))])
	case syntax.OpStar:
		times(0, 20)
	case syntax.OpPlus:
		times(1, 20)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpNoMatch:
	default:
		panic(fmt.Sprintf("pattern %v", re))
	}
}

// drawRune draws from ranges of runes, evenly over the printable ASCII ones.
func drawRune(r *rand.Rand, ranges []rune) rune {
	var all []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for c := max(ranges[i], '!'); c <= min(ranges[i+1], '~'); c++ {
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return ranges[0]
	}
	return all[r.IntN(len(all))]
}
