package redact

import (
	"bytes"
	"strings"
	"sync"
)

// wordSet returns a function that gives the set of blank-separated words, made at its
// first call: not at the program's start.
func wordSet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := make(map[string]bool, strings.Count(words, " ")+1)
		for w := range strings.FieldsSeq(words) {
			m[w] = true
		}
		return m
	})
}

// tails end a name that speaks about a secret, and does not hold one.
var tails = wordSet(`
	name names id ids file files filename path paths url urls uri uris endpoint endpoints host port dir directory
	length len size type types count counts counter limit limits max min policy policies field fields label labels
	hint reset expiry expires expired expire expiration expiresin expiresat ttl lifetime duration age index idx
	status state error errors err exception hash hashed digest salt version regex pattern prefix suffix format
	header headers param params parameter parameters arg args argument env var vars variable input form prompt page view
	manager provider providers service services store storage generator validator validation checker strength required
	optional enabled disabled valid invalid usage used budget budgets window text title placeholder message msg mode
	scheme method methods kind class ref refs reference position pos start end offset column columns row rows set list map
	table group pair pairs algorithm alg issuer audience aud scope scopes rotation request requests response handler callback
	middleware util utils helper helpers test tests spec error factory builder parser reader writer stream iterator
	source sources target rules rule check change changed update updated create created delete deleted remove removed
	at by on in is has get verify verified verification confirm confirmation match matches matched mismatch
	flag flags option options setting settings config configuration props property properties schema model models
	button dialog screen component link icon event events listener exists missing empty found present absent
	cost costs price total sum avg mean per second minute hour day used left remaining
	ized izer ize bucket family material ring chain agent word words board code codes stroke down up press pressed
	fingerprint thumbprint arn alias selector description desc doc docs help example note notes encoding encoder decoder
	transformer embedding embeddings vocab`)

// neutral words may follow the naming word without changing what it says.
var neutral = wordSet(`
	prod production dev develop development stage staging stg test testing live sandbox local qa uat ci
	value val base string str plain plaintext raw b64 base64 data old new current default main primary secondary
	backup master slave replica for admin user db root app web api server client public1 a b x y z me us eu
	cn write read rw ro live access signing key secret token password pass pwd hex bytes`)

// openTokens are tokens that are no secret: cursors, and what a tokenizer makes.
var openTokens = wordSet(`
	page next prev previous cursor continuation pagination sync cancellation cancel idempotency stop eos bos pad unk mask
	sep cls special start end begin input output prompt completion max min total num number cached cache reasoning per
	word char text image audio decoder encoder first last current peek lookahead operator bad unexpected expected unrecognized invalid illegal unknown missing stray change
	resource concurrency`)

// keyBefore are the words that make a "key" a secret one.
var keyBefore = wordSet(`
	api access secret private priv encryption encrypt decryption enc signing sign signature master auth account
	license licence storage ssh client app application service deploy webhook session security shared root admin crypto
	aes rsa hmac jwt token db rest consumer subscription server write ingest integration functions function host
	unseal recovery deployment developer dev prod production live sdk tls ssl gpg pgp wallet stripe openai anthropic azure aws gcp google
	github gitlab slack sendgrid user maps cookie data recovery backup vault bot publish cipher hash password payment`)

// openKeys are the words that make a "key" no secret: of tables, caches, keyboards.
var openKeys = wordSet(`
	public pub primary foreign partition sort cache row object bucket map hash dict lookup index idx natural composite
	unique group order search shortcut hot arrow enter return escape esc shift ctrl control alt meta tab del delete space
	up down left right home end page function fn any press access idempotency dedup deduplication routing i18n translation message
	label lang locale config setting property prop attribute attr item entity record column field table query react list tree
	node state storage store issue jira ticket project problem fault error event metric stat tag next prev first last min max
	answer`)

// passSuffixes are words ending in "pass" that are no password.
var passSuffixes = wordSet(`compass bypass trespass surpass overpass underpass encompass buypass onepass twopass multipass prepass subpass singlepass multipass`)

// kindOf says what the whole name promises. before is the word of prose before it.
func (k *name) kindOf(before string) (kd kind, loose bool) {
	if k.n == 0 {
		return notKey, false
	}
	last := trimDigits(k.word(-1))
	if tails()[string(last)] {
		return notKey, false
	}
	best, at := notKey, -1
	for i := range k.n {
		if w := k.wordKind(i, before); w >= best && w != notKey {
			best, at = w, i
		}
	}
	if best == notKey {
		return notKey, false
	}
	for i := at + 1; i < k.n; i++ {
		if w := trimDigits(k.word(i)); len(w) > 0 && !neutral()[string(w)] {
			loose = true
		}
	}
	return best, loose || plural(k.word(at))
}

// wordKind says what the i-th word of the name promises.
func (k *name) wordKind(i int, before string) kind {
	w := trimDigits(k.word(i))
	prev := k.word(i - 1)
	if i == 0 {
		prev = nil
	}
	switch {
	case bytes.Contains(w, []byte("passw")) || bytes.Contains(w, []byte("passph")) || bytes.Contains(w, []byte("passcode")):
		return passwordKey
	case has2(w, "pwd") || has2(w, "pw") && len(w) <= 8 || has2(w, "pswd"), string(w) == "psk", has2(w, "wpapsk"), has2(w, "pass") && len(w) <= 12 && !passSuffixes()[string(w)]:
		return passwordKey
	case bytes.Contains(w, []byte("secret")) && !bytes.Contains(w, []byte("secretar")):
		return secretKey
	case bytes.Contains(w, []byte("token")) && !bytes.Contains(w, []byte("tokeni")):
		if prev != nil && openTokens()[string(trimDigits(prev))] || k.n == 1 && foldIn(openTokens(), before) {
			return notKey
		}
		return tokenKey
	case string(w) == "authorization" || string(w) == "proxyauthorization":
		return headerKey
	case bytes.HasPrefix(w, []byte("credential")), string(w) == "cred", string(w) == "creds", string(w) == "jwt":
		return tokenKey
	case has2(w, "auth") && len(w) <= 10 && string(w) != "oauth" && string(w) != "unauth" && string(w) != "noauth":
		return tokenKey
	case has2(w, "key"), has2(w, "keys"):
		return keyKind(w, prev, before)
	case string(w) == "cookie", string(w) == "cookies":
		return cookieKey
	case bytes.HasPrefix(w, []byte("sess")) || has2(w, "sessid") || has2(w, "sessionid") || string(w) == "sid":
		return sessionKey
	case string(w) == "sig":
		return signatureKey
	case string(w) == "signature" && (prev == nil || string(prev) == "amz" || string(prev) == "goog"):
		return signatureKey
	case string(w) == "mnemonic":
		return mnemonicKey
	}
	return notKey
}

// keyKind says what "…key" promises, from what stands before it in the word, in the
// name, or in the prose before the name.
func keyKind(w, prev []byte, before string) kind {
	stem := bytes.TrimSuffix(bytes.TrimSuffix(w, []byte("s")), []byte("key"))
	switch {
	case keyBefore()[string(stem)], keyBefore()[string(trimDigits(prev))]:
		return tokenKey
	case len(stem) > 0 && (has2(stem, "api") || has2(stem, "access") || has2(stem, "secret") || has2(stem, "private") || has2(stem, "account")):
		return tokenKey
	case len(stem) > 0:
		return notKey
	case prev == nil && foldIn(keyBefore(), before):
		return tokenKey
	case openKeys()[string(trimDigits(prev))]:
		return notKey
	}
	return plainKey
}

// wordBefore returns the word of prose right before a name: the "API" of "API key".
func wordBefore(s string, from, lo int) string {
	if from-1 <= lo || s[from-1] != ' ' && s[from-1] != '-' {
		return ""
	}
	n := runBack(s, from-1, lo, alpha, 16)
	return s[from-1-n : from-1]
}

// plural reports whether the naming word is a plural: then its value is often a count.
func plural(w []byte) bool {
	if string(w) == "cookies" {
		return false
	}
	return len(w) > 5 && w[len(w)-1] == 's' && !has2(w, "pass") && !has2(w, "access") && !has2(w, "credentials")
}

// has2 reports whether w ends in tail.
func has2(w []byte, tail string) bool {
	return len(w) >= len(tail) && string(w[len(w)-len(tail):]) == tail
}

// trimDigits takes the number off a word.
func trimDigits(w []byte) []byte {
	for len(w) > 0 && is(w[len(w)-1], digit) {
		w = w[:len(w)-1]
	}
	return w
}
