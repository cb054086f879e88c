package redact

import "strings"

// Bounds of every look. They make the work per anchor, and so the whole, linear, and
// they are what [Copy] holds back at the end of its buffer.
const (
	maxSecret = 64 << 10 // the longest secret; of a longer run of key bytes the rest is text
	maxBefore = 8 << 10  // how far before its anchor a secret may begin
	maxKey    = 64       // how far a key's name reaches to either side of its keyword
	maxQuoted = 4 << 10  // the longest value in quotes
)

// scanner walks over one text. It is a value on the caller's stack: a text without a
// finding costs no allocation.
type scanner struct {
	s     string
	lo    int       // end of the last finding: what is left of it counts as a mark
	first bool      // stop at the first finding
	found []Finding // in order
}

// scan checks the anchors whose window begins in [from, to), and returns where to go on:
// to, or further where a finding reaches beyond it.
func (sc *scanner) scan(from, to int) int {
	s, ix := sc.s, index()
	i := from
	for !sc.first || len(sc.found) == 0 {
		at := ix.nextGram(s, i, to)
		if at < 0 {
			break
		}
		next := at + 1
		for _, k := range ix.at(rawGram(s, at)) {
			a := &ix.anchors[k]
			if end := sc.try(a, at-a.at); end > 0 {
				next = sc.neighbour(max(next, end))
				break
			}
		}
		i = next
	}
	return max(to, i)
}

// scanUpTo scans what lies between an anchor, which ends at from, and the secret that it
// led to: there may be secrets of their own. It reports whether that settles the matter:
// one reaches beyond to, or one is enough.
func (sc *scanner) scanUpTo(from, to int) bool {
	if to-from > 8 {
		sc.scan(from, to)
	}
	return sc.lo > to || sc.first && len(sc.found) > 0
}

// nextGram returns the first offset in [i, to) whose window passes the filter, -1 where
// there is none.
func (g *gramIndex) nextGram(s string, i, to int) int {
	f := &g.filter
	to = min(to, len(s)-3)
	for ; i+8 <= to; i += 4 {
		x := load(s, i)
		a, b, c, d := hash(uint32(x)), hash(uint32(x>>8)), hash(uint32(x>>16)), hash(uint32(x>>24))
		if (f[a>>6]>>(a&63)|f[b>>6]>>(b&63)|f[c>>6]>>(c&63)|f[d>>6]>>(d&63))&1 != 0 {
			break
		}
	}
	for ; i < to; i++ {
		if h := hash(rawGram(s, i) | foldMask); f[h>>6]>>(h&63)&1 != 0 {
			return i
		}
	}
	return -1
}

// load returns the eight bytes of s from i on, letters folded to lower case.
func load(s string, i int) uint64 {
	b := s[i : i+8]
	return (uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56) | foldMask<<32 | foldMask
}

// add records s[from:to] as a secret and returns to; 0 where the span is empty or holds
// or touches a mark: then it was looked at before.
func (sc *scanner) add(rule string, from, to int) int {
	if from < sc.lo || from >= to || has(sc.s, to, Mark) || strings.Contains(sc.s[from:to], Mark) {
		return 0
	}
	return sc.put(rule, from, to)
}

// put is add for spans that may hold marks.
func (sc *scanner) put(rule string, from, to int) int {
	if from < sc.lo || from >= to {
		return 0
	}
	sc.found = append(sc.found, Finding{Rule: rule, Start: from, End: to})
	sc.lo = to
	return to
}
