package redact

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

func TestTextWithoutSecretsComesBackItself(t *testing.T) {
	text := "the password must have 12 characters; see docs/auth.md, commit 3f2504e0 and token := lexer.Next()"
	if got := String(text); unsafe.StringData(got) != unsafe.StringData(text) {
		t.Errorf("String made a copy of %q", text)
	}
	b := []byte(text)
	if got := Bytes(b); unsafe.SliceData(got) != unsafe.SliceData(b) {
		t.Errorf("Bytes made a copy of %q", text)
	}
	if got := Find(text); got != nil {
		t.Errorf("Find = %v, want nil", got)
	}
	for _, o := range ordinaryTexts(t) {
		clean := String(o.text)
		if n := testing.AllocsPerRun(1, func() { String(clean) }); n > 0 {
			t.Errorf("%s: %v allocations without a finding", o.name, n)
		}
	}
}

func TestBytesWritesNothingToItsInput(t *testing.T) {
	text := "DB_PASSWORD=" + "maple7!Harbor\n"
	b := []byte(text)
	if got, want := string(Bytes(b)), "DB_PASSWORD="+Mark+"\n"; got != want {
		t.Errorf("Bytes = %q, want %q", got, want)
	}
	if string(b) != text {
		t.Errorf("the input became %q", b)
	}
	buf := make([]byte, 0, 100)
	if got, want := string(Append(append(buf, "head "...), b)), "head DB_PASSWORD="+Mark+"\n"; got != want {
		t.Errorf("Append = %q, want %q", got, want)
	}
}

func TestFindNamesRuleAndPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	key, pw := kinds["github"](r), "maple7!Harbor"
	text := "token " + key + " and postgres://app:" + pw + "@db/x"
	want := []Finding{
		{Rule: "github-token", Start: 6, End: 6 + len(key)},
		{Rule: "url-password", Start: strings.Index(text, pw), End: strings.Index(text, pw) + len(pw)},
	}
	if diff := cmp.Diff(want, Find(text)); diff != "" {
		t.Errorf("Find (-want +got):\n%s", diff)
	}
	if !Contains(text) || Contains(String(text)) {
		t.Errorf("Contains = %v, %v after redaction; want true, false", Contains(text), Contains(String(text)))
	}
}

// TestMarkTakesTheSecretsPlace says what stays around a secret.
func TestMarkTakesTheSecretsPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	hex, rnd := draw(r, hexes, 40), draw(r, alnums, 32)
	pem := kinds["pem"](r)
	for _, c := range []struct{ name, text, want string }{
		{"assignment", "password = 'maple7!Harbor' # db", "password = '" + Mark + "' # db"},
		{"scheme", "Authorization: Bearer " + rnd, "Authorization: Bearer " + Mark},
		{"unknown scheme", "Authorization: SSWS " + rnd, "Authorization: SSWS " + Mark},
		{"digest stays", `Authorization: Digest username="app", realm="x"`, `Authorization: Digest username="app", realm="x"`},
		{"user and host", "https://app:maple7!Harbor@host:8443/p?q=1#f", "https://app:" + Mark + "@host:8443/p?q=1#f"},
		{"empty user", "redis://:maple7@h", "redis://:" + Mark + "@h"},
		{"password with an at", "postgres://app:ma@ple7@h/db", "postgres://app:" + Mark + "@h/db"},
		{"password with a slash", "postgres://app:map/le7@h/db", "postgres://app:" + Mark + "@h/db"},
		{"token as user", "https://" + hex + "@git.example/x.git", "https://" + Mark + "@git.example/x.git"},
		{"plain user", "https://jane.doe@git.example/x.git", "https://jane.doe@git.example/x.git"},
		{"query", "/cb?access_token=" + rnd + "&state=x1", "/cb?access_token=" + Mark + "&state=x1"},
		{"encoded query", "next=%2Fcb%3Faccess_token%3D" + rnd + "%26state%3Dx", "next=%2Fcb%3Faccess_token%3D" + Mark + "%26state%3Dx"},
		{"private key", "before\n" + pem + "\nafter", "before\n" + Mark + "\nafter"},
		{"text behind a private key", "key: " + pem + " and then deploy\n", "key: " + Mark + " and then deploy\n"},
		{"text behind a private key's tail", "[cut]\n" + pem[120:] + " and then deploy", "[cut]\n" + Mark + " and then deploy"},
		{"text behind an END line without dashes", strings.TrimRight(pem, "-") + " and then deploy", Mark + " and then deploy"},
		{"code beside BEGIN", "a block starts with " + pem[:strings.Index(pem, "\n")] + " and its label", "a block starts with " + pem[:strings.Index(pem, "\n")] + " and its label"},
		{"Oracle's programs", "sqlplus -S scott/maple@//db:1521/x @run.sql", "sqlplus -S scott/" + Mark + "@//db:1521/x @run.sql"},
		{"Oracle's driver", `url = "jdbc:oracle:thin:app/maple7@db:1521:x"`, `url = "jdbc:oracle:thin:app/` + Mark + `@db:1521:x"`},
		{"a version is no database", "uses: actions/checkout@v4, sqlplus scripts/run.sql, sqlplus $U/$P@db, sqlplus app/password@db", "uses: actions/checkout@v4, sqlplus scripts/run.sql, sqlplus $U/$P@db, sqlplus app/password@db"},
		{"a word in an INI file", "[client]\n; local\nuser = app\n\npassword = maple\nport = 1\n", "[client]\n; local\nuser = app\n\npassword = " + Mark + "\nport = 1\n"},
		{"a word in an environment's file", "DB_PASSWORD = maple\n", "DB_PASSWORD = " + Mark + "\n"},
		{"a variable of code", "def f():\n[x]\nuser = app(1)\nreturn x\npassword = maple\n", "def f():\n[x]\nuser = app(1)\nreturn x\npassword = maple\n"},
		{"an index of code", "rows = [\n[a, b]\npassword = maple\n", "rows = [\n[a, b]\npassword = maple\n"},
		{"private key cut at its end", pem[:200] + "\n[cut]", Mark + "\n[cut]"},
		{"private key cut at its beginning", "[cut]\n" + pem[120:] + "\nafter", "[cut]\n" + Mark + "\nafter"},
		{"private key behind line numbers", strings.ReplaceAll(pem, "\n", "\n  7\t"), Mark},
		{"public key", strings.ReplaceAll(pem, "PRIVATE", "PUBLIC"), strings.ReplaceAll(pem, "PRIVATE", "PUBLIC")},
		{"certificate", strings.ReplaceAll(pem, "RSA PRIVATE KEY", "CERTIFICATE"), strings.ReplaceAll(pem, "RSA PRIVATE KEY", "CERTIFICATE")},
		{"cookies", "Cookie: theme=dark; sid=" + rnd + "; lang=en", "Cookie: theme=dark; sid=" + Mark + "; lang=en"},
		{"two on a line", "user=a password=maple7x token=" + rnd, "user=a password=" + Mark + " token=" + Mark},
		{"hash stays", "commit " + hex, "commit " + hex},
		{"a key named so", "api_key: " + hex, "api_key: " + Mark},
		{"mark stays", "password: " + Mark, "password: " + Mark},
		{"Codex's own", "password = '" + Mark + "' ; Authorization: Bearer " + Mark, "password = '" + Mark + "' ; Authorization: Bearer " + Mark},
		{"colours", "\x1b[1mpassword\x1b[0m: \x1b[31mmaple7!x\x1b[0m", "\x1b[1mpassword\x1b[0m: \x1b[31m" + Mark + "\x1b[0m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := String(c.text); got != c.want {
				t.Errorf("String(%q)\n got  %q\n want %q", c.text, got, c.want)
			}
			checkPromises(t, c.text)
		})
	}
}

// TestHostileTexts runs over texts made to be slow. That it ends is the point: work that
// grew with the square of the size would outlast any test run.
func TestHostileTexts(t *testing.T) {
	for name, unit := range hostile() {
		text := strings.Repeat(unit, (256<<10)/len(unit))
		once := String(text)
		if Contains(text) != (once != text) {
			t.Errorf("%q: Contains and String disagree", name)
		}
	}
}

// TestKeysInCapitals: an environment's FOO_KEY with a value drawn by lot is a credential,
// also in JSON and YAML; the keys of tables and caches are none.
func TestKeysInCapitals(t *testing.T) {
	drawn := "b7d1c09e4f5a4cc2" + "a8e36f90d2b17e44"
	for _, form := range []string{"ATLAS_KEY=%", "\"ATLAS_KEY\": \"%\"", "ATLAS_KEY: %", "{\\\"ATLAS_KEY\\\":\\\"%\\\"}"} {
		in := strings.Replace(form, "%", drawn, 1)
		if got, want := String(in), strings.Replace(form, "%", Mark, 1); got != want {
			t.Errorf("String(%q) = %q, want %q", in, got, want)
		}
	}
	for _, in := range []string{"CACHE_KEY: " + drawn, "PRIMARY_KEY=" + drawn, "\"SORT_KEY\": \"createdAt2024index\""} {
		if got := String(in); got != in {
			t.Errorf("String(%q) = %q, want it as it is", in, got)
		}
	}
}
