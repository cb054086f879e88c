// Package redact takes secrets out of text: provider keys, bearer tokens, cookies,
// private keys, JSON Web Tokens, passwords in URLs, and the values of assignments
// whose key names a secret, plain or inside JSON-escaped text, in prose of several
// languages as in code, configuration and logs.
//
// It owns the rule tables and the engine that runs them, and knows nothing of
// sessions, models or storage. It promises:
//
//   - [Mark] stands in the place of the secret alone: key names, quotes, URL users
//     and hosts, header names and every other byte stay as they were;
//   - text without a finding comes back as it is, without an allocation;
//   - redacting twice equals redacting once;
//   - time is linear in the text, whatever it holds;
//   - [Copy] over a stream gives the bytes that [String] gives over the whole.
//
// It does not promise to find a secret that nothing marks as one: neither a form
// that a provider gave it, nor a name beside it. Git hashes, UUIDs, checksums,
// public keys and certificates, references to variables and placeholders stay.
//
// How it works: one pass looks at each four-byte window of the text through a small
// filter. Windows that belong to a literal of the tables (a key's prefix, a word that
// names a secret, "://") lead to an anchored check around that place; see index.go.
package redact

import "unsafe"

// Mark is what stands in the place of a secret.
const Mark = "[REDACTED_SECRET]"

// Finding is one secret in a text.
type Finding struct {
	Rule  string // the rule that found it, for example "github-token"
	Start int    // byte offset of the secret's first byte
	End   int    // byte offset after the secret's last byte
}

// String returns s with every secret replaced by [Mark]; s itself when there is none.
func String(s string) string {
	sc := scanner{s: s}
	sc.scan(0, len(s))
	if len(sc.found) == 0 {
		return s
	}
	return string(replace(make([]byte, 0, len(s)+len(Mark)*len(sc.found)), s, sc.found))
}

// Bytes returns b with every secret replaced by [Mark]; b itself when there is none.
// It never writes to b.
func Bytes(b []byte) []byte {
	s := view(b)
	sc := scanner{s: s}
	sc.scan(0, len(s))
	if len(sc.found) == 0 {
		return b
	}
	return replace(make([]byte, 0, len(s)+len(Mark)*len(sc.found)), s, sc.found)
}

// Append appends src, with every secret replaced by [Mark], to dst.
func Append(dst, src []byte) []byte {
	s := view(src)
	sc := scanner{s: s}
	sc.scan(0, len(s))
	return replace(dst, s, sc.found)
}

// Find returns the secrets in s, in order and without overlaps; nil when there is none.
func Find(s string) []Finding {
	sc := scanner{s: s}
	sc.scan(0, len(s))
	return sc.found
}

// Contains reports whether s holds a secret. It stops at the first.
func Contains(s string) bool {
	sc := scanner{s: s, first: true}
	sc.scan(0, len(s))
	return len(sc.found) > 0
}

// replace appends s to dst with the findings replaced.
func replace(dst []byte, s string, found []Finding) []byte {
	at := 0
	for _, f := range found {
		dst = append(dst, s[at:f.Start]...)
		dst = append(dst, Mark...)
		at = f.End
	}
	return append(dst, s[at:]...)
}

// view reads b as a string without a copy. The string lives no longer than the call
// that made it, and nothing writes to b meanwhile.
func view(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}
