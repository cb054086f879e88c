package redact

import "strings"

// words that placeholders, labels and names of things are made of. A value that holds
// no other word is none of anybody's secrets.
var words = wordSet(`
	encryption decryption encrypt decrypt signing signature cipher plaintext ciphertext
	password passwords passwd pass pwd pw passphrase passcode secret secrets token tokens key keys api apikey auth
	authorization bearer basic credential credentials cred creds login user username admin my your our the a an new old
	current confirm repeat again same other another some any this that its mine here there
	value values val field input text string str name label title type number int integer bool boolean bytes byte object
	array list map dict null nil none undefined void true false yes no on off empty blank default defaults
	required optional invalid missing wrong bad incorrect correct expired valid ok error failed unknown hidden masked
	change changeme changeit changethis replace replaceme insert enter put fill set todo tbd fixme example examples sample dummy fake mock
	placeholder redacted removed filtered omitted secret_key access client server private public shared db database
	id url uri env environment variable var vars param config setting settings file path from in of for to with and or
	unchanged updated verified encrypted protected disabled enabled available undefined supported unsupported forbidden denied
	accepted rejected matched confirmed configured hardcoded interactive prompted inherited provided character
	is not be as by me it if xxx xxxx foo bar baz test tests testing demo
	header cookie session query body form json data raw plain encoded encrypted hashed hash salt sha md oauth jwt
	provider service account app application project org organization team global local prod dev staging
	generated random unique long strong secure super very something goes anything whatever
	write read only one two hub git gitlab github openai anthropic google aws azure slack stripe
	passwort kennwort mot de passe senha clave contrasena wachtwoord geheim
	min max minimum maximum length characters chars confirmation mismatch reset forgot forgotten
	validation validate validator verify check checker store storage manager factory handler builder helper util
	master slave main root super
	base hex utf ascii latin hmac rsa ecdsa ed aes des pbkdf bcrypt scrypt argon http https tls ssl ssh
	sk ghp pk rk hf xoxb akia`)

// isFiller reports whether v is made of such words alone, with digits and signs between.
func isFiller(v string) bool { return isFillerWith(v, 2) }

// isFillerWith is isFiller where up to so many digits may stand together.
func isFillerWith(v string, digits int) bool {
	if len(v) > 96 {
		return false
	}
	var buf [96]byte
	n, inWords, singles := 0, 0, 0
	flush := func() bool {
		switch {
		case n == 0:
		case words()[string(buf[:n])]:
			inWords += n
		case n == 1:
			singles++
		default:
			return false
		}
		n = 0
		return true
	}
	for i := range len(v) {
		c := v[i]
		if !is(c, alpha) {
			if !flush() {
				return false
			}
			continue
		}
		if is(c, upper) && i > 0 && is(v[i-1], lower) {
			if !flush() {
				return false
			}
		}
		buf[n] = fold(c)
		n++
	}
	return flush() && inWords > 2*singles && digitShare(v) <= digits
}

// digitShare returns the most digits that stand together in v.
func digitShare(v string) int {
	most, n := 0, 0
	for i := range len(v) {
		if is(v[i], digit) {
			n++
			most = max(most, n)
		} else {
			n = 0
		}
	}
	return most
}

// masked reports whether v was made unreadable already, or was never meant to be read:
// stars, dots, x's, a mark in brackets.
func masked(v string) bool {
	if strings.HasPrefix(v, "[REDACTED") || strings.Contains(v, "...") || strings.Contains(v, "…") || strings.Contains(v, "***") || strings.Contains(v, "•") {
		return true
	}
	mask, signs := 0, 0
	for i := range len(v) {
		switch v[i] {
		case 'x', 'X', '*', '.', '#', '?', '0':
			mask++
		case '-', '_', ' ':
			signs++
		}
	}
	return mask+signs == len(v) || mask*10 >= len(v)*7 && mask >= 8
}

// isReference reports whether v names where a secret is to be found: a variable, a
// template, a file, a store.
func isReference(v string) bool {
	switch v[0] {
	case '$':
		return len(v) > 1 && (is(v[1], word) && !is(v[1], digit) || v[1] == '{' || v[1] == '(' || v[1] == '$') && (len(v) < 3 || !strings.ContainsAny(v[2:], "$!@#^&*")) || isHashed(v)
	case '<', '{', '&', '(', '@', '\\':
		return true
	case '[':
		return v[len(v)-1] == ']'
	case '%':
		return len(v) < 4 || v[len(v)-1] == '%' || is(v[1], alpha)
	case '!':
		return strings.HasPrefix(v, "!Ref") || strings.HasPrefix(v, "!Sub") || strings.HasPrefix(v, "!vault") || strings.HasPrefix(v, "!secret") || strings.HasPrefix(v, "!env")
	case '*':
		return true
	}
	for _, in := range [...]string{"${", "$(", "{{", "#{", "<%", "://", "%s", "%v", "%d", "%.", "%0", "{}"} {
		if strings.Contains(v, in) {
			return true
		}
	}
	for _, head := range [...]string{"process.env", "os.environ", "os.getenv", "env.", "env:", "ENV[", "secrets.", "vault:", "vars.", "ENC[", "ref:", "file:", "arn:aws:", "projects/", "ssh-", "ecdsa-sha2-", "keychain:"} {
		if strings.HasPrefix(v, head) {
			return true
		}
	}
	return false
}

// isHashed reports whether v is a password's hash in crypt's form: $2b$10$…, $argon2id$….
func isHashed(v string) bool {
	i := strings.IndexByte(v[1:], '$')
	return i > 0 && i <= 12 && len(v) > 20
}

// code reports whether a bare value reads as an expression of a program: a call, an
// index, a chain of names, a name, a number with a unit.
func (v *value) code() bool {
	if v.quoted {
		return false
	}
	t := v.text
	if len(t) > 2 && t[1] == ':' && is(t[0], lower) && is(t[2], lower) { // a name with its scope
		return true
	}
	if isNumber(t) || !v.upperKey && v.join != said && namesKey(t) {
		return true
	}
	if strings.ContainsAny(t, "(){}`") && !v.upperKey || strings.ContainsAny(t, "()[]{}`\"'") && !v.tally.random() || t[0] == '[' || strings.Contains(t, "->") || strings.Contains(t, "&&") || strings.Contains(t, "::") {
		return true
	}
	if v.tally.digits == 0 && v.tally.others == 0 && !v.tally.random() {
		return run(t, 0, dotted, len(t)) == len(t) && !v.upperKey || v.tally.dots > 0
	}
	return isChain(t)
}

// isNumber reports whether t is a number of a program: 0x53c2, 1_000.
func isNumber(t string) bool {
	return len(t) > 2 && len(t) <= 24 && t[0] == '0' && (t[1]|0x20 == 'x') && run(t, 2, hexany|under, len(t)) == len(t)-2
}

// namesKey reports whether t is a name that itself speaks of a key: testPrivateKey2048.
func namesKey(t string) bool {
	if run(t, 0, dotted, len(t)) != len(t) || is(t[0], digit) {
		return false
	}
	for _, w := range [...]string{"key", "secret", "token", "password", "passwd", "credential"} {
		if containsFold(t, w) {
			return !measure(t).random() || len(t) < 32
		}
	}
	return false
}

// isChain reports whether t is names joined by dots: config.database.password1.
func isChain(t string) bool {
	dots := strings.Count(t, ".")
	if dots == 0 || !is(t[0], alpha) {
		return false
	}
	for more := true; more; {
		var part string
		part, t, more = strings.Cut(t, ".")
		if part == "" || !is(part[0], word) || run(part, 0, word, len(part)) != len(part) {
			return false
		}
		if n := measure(part); n.random() {
			return false
		}
	}
	return true
}

// located reports whether the value is a path or an address.
func (v *value) located() bool {
	t := v.text
	switch {
	case t[0] == '/' || strings.HasPrefix(t, "./") || strings.HasPrefix(t, "../") || strings.HasPrefix(t, "~/"):
		return len(t) < 40 || v.tally.slashes > 3 || !v.tally.random()
	case v.tally.slashes > 0 && v.tally.turns*12 < v.tally.size:
		return v.tally.others == 0
	case len(t) > 3 && t[1] == ':' && (t[2] == '\\' || t[2] == '/'):
		return true
	}
	return hasExtension(t)
}

// hasExtension reports whether t ends like the name of a file.
func hasExtension(t string) bool {
	i := strings.LastIndexByte(t, '.')
	return i > 0 && foldIn(extensions(), t[i+1:])
}

var extensions = wordSet("go py js ts tsx jsx json yaml yml toml md txt env pem key crt cer p12 pfx jks html css rs java kt rb php sh c h cpp sql xml ini cfg conf lock log csv png svg com org io net dev local internal example test")

// isTerm reports whether v is a term of the trade that mixes letters and digits.
func isTerm(v string) bool {
	var buf [32]byte
	if len(v) > len(buf) {
		return false
	}
	i := 0
	for i < len(v) {
		n := 0
		for i < len(v) && is(v[i], alnum) {
			buf[n] = fold(v[i])
			n++
			i++
		}
		if stem := trimDigits(buf[:n]); n > 0 && (len(stem) > 0 || n > 4) && !terms()[string(buf[:n])] && (n-len(stem) > 2 || !words()[string(stem)] && len(stem) > 1) {
			return false
		}
		i++
	}
	return true
}

var terms = wordSet(`
	scram utf 16le 16be 32le sha sha1 sha224 sha256 sha384 sha512 sha3 md4 md5 crc32 base16 base32 base58 base62 base64 base64url utf8 utf16 latin1
	bcrypt argon2 argon2id argon2i scrypt pbkdf2 hs256 hs384 hs512 rs256 rs384 rs512 es256 es384 es512 ps256 eddsa ed25519
	x25519 curve25519 rsa2048 rsa4096 p256 p384 aes128 aes256 gcm cbc chacha20 poly1305 oauth oauth1 oauth2 auth0 openid saml2 http1
	http2 http3 ipv4 ipv6 win32 win64 x86 x64 amd64 arm64 int32 int64 uint8 uint32 uint64 float32 float64 string8 i18n l10n
	k8s s3 ec2 v1 v2 v3 v4 pkcs1 pkcs8 pkcs11 pkcs12 x509 u2f fido2 webauthn otp totp hotp h2 log4j es6 utf py3 python3
	encoded hashed encrypted based protected secure format file bytes only style type`)

// isMnemonic reports whether v is twelve or more words of small letters.
func isMnemonic(v string) bool {
	fields := strings.Fields(v)
	if len(fields) < 12 || len(fields) > 25 {
		return false
	}
	for _, f := range fields {
		if len(f) < 3 || len(f) > 8 || run(f, 0, lower, len(f)) != len(f) {
			return false
		}
	}
	return true
}
