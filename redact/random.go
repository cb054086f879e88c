package redact

// A tally counts what a value is made of.
type tally struct {
	size                            int
	digits, lowers, uppers, hexes   int
	dots, slashes, others, nonASCII int
	turns                           int // changes between digit, small and capital letter
	rare                            int // letter pairs that words hardly hold
	pairs                           int // letter pairs in all
	distinct                        int // different bytes
}

// measure tallies v.
func measure(v string) tally {
	t := tally{size: len(v)}
	var seen [4]uint64
	var last set
	var lastLetter byte
	for i := range len(v) {
		c := v[i]
		seen[c>>6] |= 1 << (c & 63)
		kind := class[c] & alnum
		switch {
		case kind&digit != 0:
			t.digits++
		case kind&lower != 0:
			t.lowers++
		case kind&upper != 0:
			t.uppers++
		case c == '.':
			t.dots++
		case c == '/':
			t.slashes++
		case c >= 0x80:
			t.nonASCII++
		case c != '_' && c != '-' && c != '+' && c != '=':
			t.others++
		}
		if is(c, hexany) {
			t.hexes++
		}
		// A capital before a small letter is how words begin; that is no turn.
		if last != 0 && kind != 0 && kind != last && (last != upper || kind != lower) {
			t.turns++
		}
		if kind&alpha != 0 {
			letter := fold(c)
			if lastLetter != 0 && (last == kind || last == upper) {
				t.pairs++
				if rarePairs[lastLetter-'a']>>(letter-'a')&1 != 0 {
					t.rare++
				}
			}
			lastLetter = letter
		} else {
			lastLetter = 0
		}
		last = kind
	}
	for _, w := range seen {
		for ; w != 0; w &= w - 1 {
			t.distinct++
		}
	}
	return t
}

// random reports whether the value looks drawn from an alphabet and not written in
// words: it turns between digits, small letters and capitals far more often than names
// do, or joins letters that words do not join.
func (t tally) random() bool {
	if t.size < 8 || t.distinct < 6 {
		return false
	}
	letters := t.lowers + t.uppers
	switch {
	case t.digits > 0 && letters > 0 && t.turns*4 >= t.size && t.turns >= 3:
		return true
	case t.pairs >= 6 && t.rare*8 >= t.pairs && (t.digits > 0 || t.turns > 1 || t.rare >= 3):
		return true
	case t.isHex() && t.digits > 0 && t.size >= 16:
		return true
	}
	return false
}

// scattered reports whether digits stand in the value, or capitals where no word begins.
func (t tally) scattered() bool { return t.digits > 0 || t.turns*4 >= t.size }

// isHex reports whether the value is hexadecimal throughout.
func (t tally) isHex() bool { return t.hexes == t.size }

// mixed reports whether the value has letters and also digits or signs, as passwords do.
func (t tally) mixed() bool {
	return t.lowers+t.uppers > 0 && t.digits+t.others > 0 || t.digits > 0 && t.others > 0
}

// rarePairs has for each letter a-z a bit for each letter that hardly ever follows it in
// words of European languages and in the names of programs.
var rarePairs = [26]uint32{
	0x0014000, 0x0612480, 0x2800000, 0x2010000, 0x2000000, 0x2e10600,
	0x0c10602, 0x2e106e6, 0x1400280, 0x3ebbfee, 0x3a31684, 0x2810000,
	0x2e100a0, 0x2800000, 0x0010080, 0x2410200, 0x3ebf7fb, 0x2810200,
	0x2800200, 0x0010200, 0x3710680, 0x3f30e82, 0x3b91622, 0x2530ec0,
	0x1b106a8, 0x1fda6ee,
}

// isUUID reports whether v is 8-4-4-4-12 hexadecimal digits.
func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		switch i {
		case 8, 13, 18, 23:
			if v[i] != '-' {
				return false
			}
		default:
			if !is(v[i], hexany) {
				return false
			}
		}
	}
	return true
}
