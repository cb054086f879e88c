package redact

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
	checkMark                  // a mark of ours: passed over
)

// An anchor leads from a literal to its check.
type anchor struct {
	lit   string // the literal; in lower case where folded
	at    int    // offset of the four-byte window that the index knows it by
	fold  bool   // whether the literal matches in any case
	check check
	row   int // row of the check's own table
	skip  int // where in lit the check's own literal begins
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
	anchors []anchor
}

// gramSlot is the list anchors[first:first+n] of one window. Where all of them are
// case-sensitive and agree, exact is the window as it has to stand in the text.
type gramSlot struct {
	gram, exact uint32
	first, n    uint16
}

var index = buildIndex(allAnchors())

// buildIndex sorts anchors by window. Anchors of one window keep their order: the
// first whose check finds something wins.
func buildIndex(all []anchor) *gramIndex {
	g := &gramIndex{anchors: make([]anchor, 0, len(all))}
	byGram := make(map[uint32][]anchor, len(all))
	order := make([]uint32, 0, len(all))
	for _, a := range all {
		gram := gramOf(a.lit, a.at)
		if byGram[gram] == nil {
			order = append(order, gram)
		}
		byGram[gram] = append(byGram[gram], a)
	}
	for _, gram := range order {
		h := hash(gram)
		g.filter[h>>6] |= 1 << (h & 63)
		slot := gram * gramMul >> (32 - slotBits)
		for g.slots[slot].n != 0 {
			slot = (slot + 1) & (1<<slotBits - 1)
		}
		g.slots[slot] = gramSlot{gram, exactOf(byGram[gram]), uint16(len(g.anchors)), uint16(len(byGram[gram]))}
		g.anchors = append(g.anchors, byGram[gram]...)
	}
	return g
}

// exactOf returns the window that all of the anchors share, 0 where they do not.
func exactOf(anchors []anchor) uint32 {
	exact := rawGram(anchors[0].lit, anchors[0].at)
	for _, a := range anchors {
		if a.fold || rawGram(a.lit, a.at) != exact {
			return 0
		}
	}
	return exact
}

// at returns the anchors of the window that stands in the text as raw.
func (g *gramIndex) at(raw uint32) []anchor {
	gram := raw | foldMask
	slot := gram * gramMul >> (32 - slotBits)
	for {
		e := &g.slots[slot]
		if e.n == 0 {
			return nil
		}
		if e.gram == gram {
			if e.exact != 0 && e.exact != raw {
				return nil
			}
			return g.anchors[e.first : e.first+e.n]
		}
		slot = (slot + 1) & (1<<slotBits - 1)
	}
}

// rawGram returns the four bytes of s at i.
func rawGram(s string, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// gramOf returns the window of s at i: its four bytes, letters folded to lower case.
func gramOf(s string, i int) uint32 { return rawGram(s, i) | foldMask }

// hash is a window's place in the filter.
func hash(gram uint32) uint32 { return gram * gramMul >> (32 - filterBits) }

// allAnchors gathers the literals of every table.
func allAnchors() []anchor {
	all := []anchor{{lit: Mark, check: checkMark}}
	for i, p := range prefixes {
		all = append(all, expand(anchor{lit: p.lit, check: checkPrefix, row: i}, p.body)...)
	}
	for i, w := range keywords {
		all = append(all, keywordAnchors(w, i)...)
	}
	all = append(all, formAnchors()...)
	return all
}

// expand returns the anchor itself, or where its literal is shorter than a window, one
// anchor for each byte of the set that may follow it.
func expand(a anchor, next set) []anchor {
	if len(a.lit) >= 4 {
		return []anchor{a}
	}
	var out []anchor
	for c := range 128 {
		if class[c]&next == 0 {
			continue
		}
		b := a
		b.lit += string(rune(c))
		out = append(out, expand(b, next)...)
	}
	return out
}
