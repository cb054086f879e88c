package redact

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Alphabets of generated secrets.
const (
	lowers  = "abcdefghijklmnopqrstuvwxyz"
	uppers  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
	hexes   = digits + "abcdef"
	alnums  = uppers + lowers + digits
	url64s  = alnums + "-_"
	base64s = alnums + "+/"
)

// draw returns n bytes of the alphabet; the first and last are letters or digits, as
// separators there would be trimmed by any reader.
func draw(r *rand.Rand, alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
		if (i == 0 || i == n-1) && !is(b[i], alnum) {
			b[i] = alphabet[r.IntN(10)]
		}
	}
	return string(b)
}

var plainWords = strings.Fields("maple harbor winter copper falcon meadow silver thunder orchid pepper rocket saddle tango velvet willow zephyr bramble cinder drift ember")

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// passwordText draws a password of one of the shapes that people and programs make.
func passwordText(r *rand.Rand) string {
	const signs = "!*_+^~-@#$%"
	switch r.IntN(5) {
	case 0:
		return draw(r, alnums, 3) + "-" + draw(r, alnums, 3) + draw(r, digits, 2) + "-" + draw(r, alnums, 3)
	case 1:
		w := pick(r, plainWords)
		return strings.ToUpper(w[:1]) + strings.ReplaceAll(w[1:], "e", "3") + draw(r, digits, 2) + signs[r.IntN(3):][:1] + draw(r, lowers, 2)
	case 2:
		return draw(r, alnums, 5) + signs[r.IntN(len(signs)-1):][:1] + draw(r, digits, 2) + draw(r, alnums, 5)
	case 3:
		return pick(r, plainWords) + "-" + pick(r, plainWords) + "-" + draw(r, digits, 3)
	default:
		return draw(r, lowers, 1) + draw(r, digits, 1) + draw(r, alnums, 14)
	}
}

// pemText builds a private key of n full lines, joined by sep.
func pemText(r *rand.Rand, label, head, sep string, n int) string {
	lines := []string{"-----BEGIN " + label + "PRIVATE" + " KEY-----"}
	for i := range n {
		line := draw(r, base64s, 64)
		if i == 0 {
			line = head + line[len(head):]
		}
		lines = append(lines, line)
	}
	lines = append(lines, draw(r, base64s, 22)+"==", "-----END "+label+"PRIVATE"+" KEY-----")
	return strings.Join(lines, sep)
}

func jwtText(r *rand.Rand) string {
	enc := base64.RawURLEncoding
	claims := fmt.Sprintf(`{"sub":"%s","exp":%d}`, draw(r, lowers, 8), 1790000000+r.IntN(1e6))
	return enc.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + enc.EncodeToString([]byte(claims)) + "." + draw(r, url64s, 43)
}

func uuidText(r *rand.Rand) string {
	return draw(r, hexes, 8) + "-" + draw(r, hexes, 4) + "-4" + draw(r, hexes, 3) + "-a" + draw(r, hexes, 3) + "-" + draw(r, hexes, 12)
}

// kinds makes the secrets that the templates in testdata/positives name. Prefixes stand
// in pieces, so that no scanner of this repository takes them for keys.
var kinds = map[string]func(r *rand.Rand) string{
	"pw":   passwordText,
	"weak": func(r *rand.Rand) string { return pick(r, plainWords) + draw(r, digits, 1+r.IntN(4)) },
	"phrase": func(r *rand.Rand) string {
		return pick(r, plainWords) + "-" + pick(r, plainWords) + "-" + draw(r, digits, 2) + pick(r, plainWords)
	},
	"mysqlpw": func(r *rand.Rand) string {
		return draw(r, alnums, 3) + "+" + draw(r, digits, 1) + draw(r, lowers, 2) + "!" + draw(r, alnums, 5)
	},
	"seed": func(r *rand.Rand) string {
		w := make([]string, 12)
		for i := range w {
			w[i] = pick(r, plainWords)
		}
		return strings.Join(w, " ")
	},
	"b64pw": func(r *rand.Rand) string { return base64.StdEncoding.EncodeToString([]byte(passwordText(r))) },
	"basic": func(r *rand.Rand) string {
		return base64.StdEncoding.EncodeToString([]byte(pick(r, plainWords) + ":" + passwordText(r)))
	},
	"uuid":       uuidText,
	"jwt":        jwtText,
	"hex32":      func(r *rand.Rand) string { return draw(r, hexes, 32) },
	"hexupper32": func(r *rand.Rand) string { return strings.ToUpper(draw(r, hexes, 32)) },
	"hex40":      func(r *rand.Rand) string { return draw(r, hexes, 40) },
	"hex64":      func(r *rand.Rand) string { return draw(r, hexes, 64) },
	"alnum24":    func(r *rand.Rand) string { return draw(r, alnums, 24) },
	"alnum30":    func(r *rand.Rand) string { return draw(r, alnums, 30) },
	"alnum32":    func(r *rand.Rand) string { return draw(r, alnums, 32) },
	"alnum40":    func(r *rand.Rand) string { return draw(r, alnums, 40) },
	"alnum50":    func(r *rand.Rand) string { return draw(r, alnums, 50) },
	"b64key":     func(r *rand.Rand) string { return draw(r, base64s, 43) + "=" },
	"b64u43":     func(r *rand.Rand) string { return draw(r, url64s, 43) },
	"azure":      func(r *rand.Rand) string { return draw(r, base64s, 86) + "==" },
	"sas":        func(r *rand.Rand) string { return draw(r, alnums, 20) + "%2B" + draw(r, alnums, 22) + "%3D" },
	"azuread":    func(r *rand.Rand) string { return draw(r, alnums, 3) + "8" + "Q~" + draw(r, alnums, 34) },

	"openai":    func(r *rand.Rand) string { return "sk-" + "proj-" + draw(r, url64s, 48) },
	"anthropic": func(r *rand.Rand) string { return "sk-" + "ant-api03-" + draw(r, url64s, 93) + "AA" },
	"google":    func(r *rand.Rand) string { return "AI" + "za" + draw(r, url64s, 35) },
	"gocspx":    func(r *rand.Rand) string { return "GOC" + "SPX-" + draw(r, url64s, 28) },
	"hf":        func(r *rand.Rand) string { return "h" + "f_" + draw(r, lowers+uppers, 34) },
	"github": func(r *rand.Rand) string {
		if r.IntN(3) == 0 {
			return "github" + "_pat_" + draw(r, alnums, 22) + "_" + draw(r, alnums, 59)
		}
		return "gh" + pick(r, []string{"p", "o", "u", "s", "r"}) + "_" + draw(r, alnums, 36)
	},
	"cut": func(r *rand.Rand) string { // a key that a log cut off, or that somebody made up
		return pick(r, []string{"gh" + "p_", "np" + "m_", "h" + "f_", "AI" + "za", "gl" + "pat-", "shp" + "at_", "hv" + "s.", "do" + "p_v1_", "ntn" + "_", "sn" + "tryu_"}) + draw(r, alnums, 17+r.IntN(6))
	},
	"aws20":  func(r *rand.Rand) string { return "AK" + "IA" + draw(r, uppers+digits, 20) + draw(r, digits, 1) },
	"word":   func(r *rand.Rand) string { return pick(r, plainWords) },
	"gitlab": func(r *rand.Rand) string { return "gl" + "pat-" + draw(r, url64s, 20) },
	"npm":    func(r *rand.Rand) string { return "np" + "m_" + draw(r, alnums, 36) },
	"slackbot": func(r *rand.Rand) string {
		return "xo" + "xb-" + draw(r, digits, 12) + "-" + draw(r, digits, 13) + "-" + draw(r, alnums, 24)
	},
	"slackhook": func(r *rand.Rand) string {
		return "T0" + draw(r, uppers+digits, 8) + "/B0" + draw(r, uppers+digits, 8) + "/" + draw(r, alnums, 24)
	},
	"discordhook": func(r *rand.Rand) string { return draw(r, digits, 19) + "/" + draw(r, url64s, 68) },
	"stripe": func(r *rand.Rand) string {
		return pick(r, []string{"s", "r"}) + "k_" + pick(r, []string{"live", "test"}) + "_" + draw(r, alnums, 24)
	},
	"whsec":      func(r *rand.Rand) string { return "wh" + "sec_" + draw(r, alnums, 32) },
	"awsid":      func(r *rand.Rand) string { return "AK" + "IA" + draw(r, uppers+"234567", 16) },
	"asia":       func(r *rand.Rand) string { return "AS" + "IA" + draw(r, uppers+"234567", 16) },
	"awssecret":  func(r *rand.Rand) string { return draw(r, base64s, 40) },
	"awssession": func(r *rand.Rand) string { return "IQoJ" + "b3JpZ2luX2Vj" + draw(r, base64s, 300) + "==" },
	"aliid":      func(r *rand.Rand) string { return "LT" + "AI5t" + draw(r, alnums, 18) },
	"telegram":   func(r *rand.Rand) string { return "7" + draw(r, digits, 9) + ":A" + "A" + draw(r, url64s, 33) },
	"discord": func(r *rand.Rand) string {
		id := base64.RawStdEncoding.EncodeToString([]byte("11" + draw(r, digits, 16)))
		return id + "." + "G" + draw(r, alnums, 5) + "." + draw(r, url64s, 38)
	},
	"mailgun":    func(r *rand.Rand) string { return "ke" + "y-" + draw(r, hexes, 32) },
	"vault":      func(r *rand.Rand) string { return "hv" + "s." + draw(r, url64s, 24) },
	"terraform":  func(r *rand.Rand) string { return draw(r, alnums, 14) + ".atlas" + "v1." + draw(r, url64s, 67) },
	"pulumi":     func(r *rand.Rand) string { return "pu" + "l-" + draw(r, hexes, 40) },
	"doppler":    func(r *rand.Rand) string { return "dp" + ".pt." + draw(r, alnums, 43) },
	"django":     func(r *rand.Rand) string { return "django-insecure-" + draw(r, alnums, 40) },
	"laravel":    func(r *rand.Rand) string { return "base64:" + draw(r, base64s, 43) + "=" },
	"eth":        func(r *rand.Rand) string { return "0x" + draw(r, hexes, 64) },
	"connectsid": func(r *rand.Rand) string { return "s%3A" + draw(r, alnums, 32) + "." + draw(r, alnums, 40) },
	"age": func(r *rand.Rand) string {
		return "AGE-SECRET" + "-KEY-1" + draw(r, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)
	},

	"apppw": func(r *rand.Rand) string {
		return draw(r, lowers, 4) + " " + draw(r, lowers, 4) + " " + draw(r, lowers, 4) + " " + draw(r, lowers, 4)
	},
	"deepseek": func(r *rand.Rand) string { return "sk" + "-" + draw(r, hexes, 32) },
	"zhipu":    func(r *rand.Rand) string { return draw(r, hexes, 32) + "." + draw(r, alnums, 16) },
	"pem":      func(r *rand.Rand) string { return pemText(r, "RSA ", "MIIEpAIBAAKCAQEA", "\n", 5) },
	"pemssh":   func(r *rand.Rand) string { return pemText(r, "OPENSSH ", "b3BlbnNzaC1rZXktdjEA", "\n", 4) },
	"pemjson":  func(r *rand.Rand) string { return pemText(r, "", "MIIEvQIBADANBgkqhkiG", `\n`, 5) },
}
