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
	filterBits = 16
	slotBits   = 13
	gramMul    = 0x9E3779B1 // 2^32 / golden ratio: spreads a window over the upper bits
	foldMask   = 0x20202020
)

// gramIndex finds the anchors of a four-byte window, letters folded to lower case.
// The filter says "surely not" for nearly every window of ordinary text by one load;
// the slots, an open hash table, answer for the rest.
type gramIndex struct {
	filter  [1 << filterBits]uint8
	slots   [1 << slotBits]gramSlot
	anchors []anchor
}

// gramSlot is the list anchors[first:first+n] of one window.
type gramSlot struct {
	gram     uint32
	first, n uint16
}

var index = buildIndex(allAnchors())

// buildIndex sorts anchors by window. Anchors of one window keep their order: the
// first whose check finds something wins.
func buildIndex(all []anchor) *gramIndex {
	g := &gramIndex{anchors: make([]anchor, 0, len(all))}
	byGram := make(map[uint32][]anchor, len(all))
	order := make([]uint32, 0, len(all))
	for _, a := range all {
		gram := gramOf(a.lit[a.at:])
		if byGram[gram] == nil {
			order = append(order, gram)
		}
		byGram[gram] = append(byGram[gram], a)
	}
	for _, gram := range order {
		g.filter[gram*gramMul>>(32-filterBits)] = 1
		slot := gram * gramMul >> (32 - slotBits)
		for g.slots[slot].n != 0 {
			slot = (slot + 1) & (1<<slotBits - 1)
		}
		g.slots[slot] = gramSlot{gram, uint16(len(g.anchors)), uint16(len(byGram[gram]))}
		g.anchors = append(g.anchors, byGram[gram]...)
	}
	return g
}

// at returns the anchors of a folded window.
func (g *gramIndex) at(gram uint32) []anchor {
	slot := gram * gramMul >> (32 - slotBits)
	for {
		e := &g.slots[slot]
		if e.n == 0 {
			return nil
		}
		if e.gram == gram {
			return g.anchors[e.first : e.first+e.n]
		}
		slot = (slot + 1) & (1<<slotBits - 1)
	}
}

// gramOf folds the first four bytes of s into a window.
func gramOf(s string) uint32 {
	return (uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24) | foldMask
}

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
