package redact

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkOrdinary redacts what ledgers are mostly made of. The design asks for 400 MB/s.
func BenchmarkOrdinary(b *testing.B) {
	for _, o := range ordinaryTexts(b) {
		text := String(o.text) // without its few false alarms: the way of nearly all text
		b.Run(strings.ReplaceAll(o.name, " ", "_"), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				String(text)
			}
		})
	}
}

// BenchmarkEscaped redacts code as it stands in the lines of a ledger.
func BenchmarkEscaped(b *testing.B) {
	text := String(escape(b, goSources(b, "net")))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		String(text)
	}
}

// BenchmarkSecrets redacts text that is little else than secrets.
func BenchmarkSecrets(b *testing.B) {
	var s strings.Builder
	for _, l := range positives(b, 3) {
		s.WriteString(l.text + "\n")
	}
	b.SetBytes(int64(s.Len()))
	b.ReportAllocs()
	for b.Loop() {
		String(s.String())
	}
}

// BenchmarkCopy streams ordinary text.
func BenchmarkCopy(b *testing.B) {
	text := goSources(b, "cmd/compile/internal")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Copy(io.Discard, strings.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

// hostile are texts made to be slow: every place an anchor, no place a secret, or one
// that reaches as far as it may.
func hostile() map[string]string {
	return map[string]string{
		"sk-": "sk-", "=": "=", "password": "password", "password=": "password=", "password is ": "password is ",
		"password=\"": `password="`, "eyJ": "eyJ", "eyJ.": "eyJ.", "eyJaaaaaaaaaa.": "eyJaaaaaaaaaa.", "://": "a://", "://:": "a://b:",
		"BEGIN": "-----BEGIN RSA PRIVATE KEY-----", "END": "-----END RSA PRIVATE KEY-----", "base64": "QUFB", "base64 lines": "QUFBQUFBQUFBQUFB\n",
		"AKIA": "AKIA", "AKIA ids": "AKIAABCDEFGHIJKLMNOP ", "backslashes": `\\\\\\\\`, "quotes": `"`, "cookie": "cookie: a=b; ", "bearer": "bearer bearer",
		"curl": "curl -u ", "mysql": "mysql -p", "ghp_": "ghp_", "xoxb-": "xoxb-", "密码": "密码", "密码是": "密码是", "mark": Mark, "token: ": "token: ",
		"auth": "authorization: bearer ", "A": "A", "AZDO": "AZDO", ".atlasv1.": ".atlasv1.", "newlines": "password:\n\n", "echo": "echo a | sudo -S ",
		"key blanks": "api_key" + strings.Repeat(" ", 60), "private": "Private-Lines: 9\n", "jwk": `"d":"`, "name value": `"name":"password",`,
	}
}

// BenchmarkHostile shows a speed that does not fall with the size.
func BenchmarkHostile(b *testing.B) {
	for name, unit := range hostile() {
		for _, size := range []int{1 << 20, 8 << 20} {
			text := strings.Repeat(unit, size/len(unit))
			b.Run(fmt.Sprintf("%s/%dMB", strings.ReplaceAll(name, " ", "_"), size>>20), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					String(text)
				}
			})
		}
	}
}
