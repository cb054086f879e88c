package redact

import "sync"

// A check is what to do where a literal of the tables was found.
type check uint8

const (
	checkPrefix   check = iota // the provider table: literal, then a body
	checkKey                   // a word that names a secret: look for its value
	checkURL                   // "://": a user part before the host
	checkVendor                // the name of a service: look for its key
	checkPath                  // a webhook's path, whose last part is the secret
	checkScheme                // Bearer, Basic: an authorization without a key before it
	checkJWT                   // eyJ: a JSON Web Token
	checkPEM                   // -----BEGIN
	checkPEMTail               // -----END of a block whose beginning is cut off
	checkPuTTY                 // Private-Lines:
	checkInner                 // a literal that stands inside or at the end of a secret
	checkTelegram              // <digits>:AA…
	checkDiscord               // three parts, the first a number in base64
	checkCommand               // a program known to take a password as an argument
	checkPiped                 // a program that reads a password from an echo before it
	checkJWK                   // "d": "…" of a JSON Web Key
	checkDSN                   // user:password@tcp(host)
	checkPgpass                // host:5432:database:user:password
	checkConnect               // user/password@database of Oracle
	checkMark                  // a mark of ours: passed over
)

// An anchor leads from a literal to its check.
type anchor struct {
	lit   string    // the literal; in lower case where folded
	next  [2]string // of a literal shorter than a window: what may follow it, byte by byte
	at    int       // offset of the four-byte window that the index knows it by
	fold  bool      // whether the literal matches in any case
	check check
	row   int // row of the check's own table
	skip  int // where in lit the check's own literal begins
}

// windows yields every window that the index knows a by, as it stands in a text.
func (a *anchor) windows(yield func(raw uint32)) {
	n := len(a.lit) - a.at
	if n >= 4 {
		yield(rawGram(a.lit, a.at))
		return
	}
	var w [4]byte
	copy(w[:], a.lit[a.at:])
	for i := range len(a.next[0]) {
		w[n] = a.next[0][i]
		if n == 3 {
			yield(rawGram(string(w[:]), 0))
			continue
		}
		for k := range len(a.next[1]) {
			w[n+1] = a.next[1][k]
			yield(rawGram(string(w[:]), 0))
		}
	}
}

const (
	filterBits = 19
	slotBits   = 13
	gramMul    = 0x9E3779B1 // 2^32 / golden ratio: spreads a window over the upper bits
	foldMask   = 0x20202020
)

// gramIndex finds the anchors of a four-byte window, letters folded to lower case.
// The filter says "surely not" for nearly every window of ordinary text by one load;
// the slots, an open hash table, answer for the rest.
type gramIndex struct {
	filter  [1 << filterBits / 64]uint64
	slots   [1 << slotBits]gramSlot
	lists   []uint16 // numbers of anchors, slot after slot
	anchors []anchor
}

// gramSlot is the list lists[first:first+n] of one window. Where all of its anchors are
// case-sensitive and agree, exact is the window as it has to stand in the text.
type gramSlot struct {
	gram, exact uint32
	first, n    uint16
}

// index is built at the first text, not at the program's start.
var index = sync.OnceValue(func() *gramIndex { return buildIndex(allAnchors()) })

// buildIndex sorts anchors by window. Anchors of one window keep their order: the
// first whose check finds something wins.
func buildIndex(anchors []anchor) *gramIndex {
	g := &gramIndex{anchors: anchors}
	var last [1 << slotBits]uint16 // of each slot: 1 + the anchor counted or listed last
	size := uint16(0)
	for i := range anchors {
		a := &anchors[i]
		a.windows(func(raw uint32) {
			gram := raw | foldMask
			at := g.slot(gram)
			e := &g.slots[at]
			switch {
			case e.n == 0:
				h := hash(gram)
				g.filter[h>>6] |= 1 << (h & 63)
				e.gram = gram
				if !a.fold {
					e.exact = raw
				}
			case a.fold || e.exact != raw:
				e.exact = 0
			}
			if last[at] != uint16(i+1) {
				last[at] = uint16(i + 1)
				e.n++
				size++
			}
		})
	}
	g.fill(size)
	return g
}

// fill makes the lists, of size numbers in all, whose lengths the slots hold.
func (g *gramIndex) fill(size uint16) {
	g.lists = make([]uint16, size)
	first := uint16(0)
	for i := range g.slots {
		g.slots[i].first = first
		first += g.slots[i].n
		g.slots[i].n = 0
	}
	for i := range g.anchors {
		g.anchors[i].windows(func(raw uint32) {
			e := &g.slots[g.slot(raw|foldMask)]
			if e.n == 0 || g.lists[e.first+e.n-1] != uint16(i) {
				g.lists[e.first+e.n] = uint16(i)
				e.n++
			}
		})
	}
}

// slot returns the number of the slot that holds gram, or would.
func (g *gramIndex) slot(gram uint32) uint32 {
	at := gram * gramMul >> (32 - slotBits)
	for g.slots[at].gram != 0 && g.slots[at].gram != gram {
		at = (at + 1) & (1<<slotBits - 1)
	}
	return at
}

// at returns the numbers of the anchors of the window that stands in the text as raw.
func (g *gramIndex) at(raw uint32) []uint16 {
	gram := raw | foldMask
	at := gram * gramMul >> (32 - slotBits)
	for g.slots[at].gram != gram {
		if g.slots[at].gram == 0 {
			return nil
		}
		at = (at + 1) & (1<<slotBits - 1)
	}
	e := &g.slots[at]
	if e.exact != 0 && e.exact != raw {
		return nil
	}
	return g.lists[e.first : e.first+e.n]
}

// rawGram returns the four bytes of s at i.
func rawGram(s string, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// hash is a window's place in the filter.
func hash(gram uint32) uint32 { return gram * gramMul >> (32 - filterBits) }

// allAnchors gathers the literals of every table.
func allAnchors() []anchor {
	all := make([]anchor, 0, 1024)
	all = append(all, anchor{lit: Mark, check: checkMark})
	for i, p := range prefixes {
		all = append(all, p.body.follows(anchor{lit: p.lit, check: checkPrefix, row: i}))
	}
	for i, w := range keywords {
		all = append(all, keywordAnchor(w, i))
	}
	return append(all, formAnchors()...)
}

// follows returns a with the bytes of the set as those that may follow its literal.
func (of set) follows(a anchor) anchor {
	if len(a.lit) < 4 {
		a.next[0] = of.members()
		a.next[1] = a.next[0]
	}
	return a
}

// members returns the ASCII bytes of the set.
func (of set) members() string {
	var b [128]byte
	n := 0
	for c := range byte(128) {
		if is(c, of) {
			b[n] = c
			n++
		}
	}
	return string(b[:n])
}
