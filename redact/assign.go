package redact

// A join is how a value stands to its key: it decides how free the value may be.
type join uint8

const (
	joined   join = iota // KEY=value, nothing between
	assigned             // key = value, key: value
	argument             // f("key", value), f(value), || value
	said                 // "the password is value"
	flagged              // --key value
	beside               // key value, or two cells of a table
	below                // key, and the value on the next line
)

// A slot is the place where a key's value stands.
type slot struct {
	at        int // first byte of the value, after an opening quote
	join      join
	quote     quotation
	colon     bool // whether the sign is a colon
	sign      bool // whether a sign (=, : or the > of a tag) stands before a value on the next line
	quoteOnly byte // the only quotes that make it a value; 0 for any
}

// keyAt checks the keyword of row at [from, to).
func (sc *scanner) keyAt(w *keyword, from, to int) int {
	if countAt(sc.s, to) {
		return 0
	}
	var k name
	kd, loose := w.kind, false
	if w.free {
		k.from, k.to = from, to
	} else {
		k.read(sc.s, from, to, sc.lo)
		named, l := k.kindOf(wordBefore(sc.s, k.from, sc.lo))
		if kd == notKey {
			kd, loose = named, l
		} else if kd == vendorKey {
			if named != notKey || k.n > 0 && k.to > to && tails()[string(trimDigits(k.word(-1)))] {
				return 0 // its own keyword leads to it
			}
		} else {
			k.to = max(k.to, to)
		}
	}
	if kd == notKey || !w.free && k.to-k.from >= 12 && sc.drawnName(&k) {
		return 0
	}
	switch kd {
	case passwordKey:
		if !w.free && sc.noPassword(&k) {
			return 0
		}
	case headerKey:
		return sc.authorization(&k)
	case cookieKey:
		if loose {
			return 0
		}
		return sc.cookies(&k)
	}
	k.kind = kd
	p, ok := sc.slotAfter(&k, w.free)
	if !ok {
		return 0
	}
	if kd == tokenKey && hasFold(sc.s, k.from, "cred") {
		k.kind, p = pairOf(sc.s, &k, p)
	}
	if w.sql {
		p.quoteOnly = '\''
	}
	return sc.valueAt(&k, p, loose)
}

// countAt reports whether a plural and a number stand at i, as in `"total_tokens":4096`:
// ledgers are full of them.
func countAt(s string, i int) bool {
	if !has(s, i, "s") {
		return false
	}
	i++
	for n := 0; n < 8 && i < len(s) && is(s[i], blank|quote|backslash|wideSign); n++ {
		i++
	}
	n := run(s, i, digit, 12)
	return n > 0 && i+n < len(s) && !is(s[i+n], url64)
}

// pairOf looks for "user / password" and "user:password" in the slot of credentials.
func pairOf(s string, k *name, p slot) (kind, slot) {
	n := run(s, p.at, dotted|atSign, 40)
	i := p.at + n + run(s, p.at+n, blank, 2)
	if n == 0 || i >= len(s) || s[i] != '/' && s[i] != ':' {
		return k.kind, p
	}
	i++
	i += run(s, i, blank, 2)
	return passwordKey, openSlot(s, i, slot{join: said})
}

// drawnName reports whether a name is no name, but a piece of encoded data in which a
// keyword happens to stand.
func (sc *scanner) drawnName(k *name) bool {
	t := measure(sc.s[k.from:k.to])
	return t.random() && t.digits > 0
}

// noPassword reports whether a name that looks like a password's is something else: the
// working directory, the outcome of a test, a column of a colon-separated record.
func (sc *scanner) noPassword(k *name) bool {
	s := sc.s
	text := s[k.from:k.to]
	switch {
	case text == "PWD" || text == "OLDPWD":
		return true
	case text == "PASS" || text == "Pass":
		return k.to < len(s) && s[k.to] != '='
	}
	return k.from > sc.lo && s[k.from-1] == ':' && has(s, k.to, ":")
}

// slotAfter reads what stands between a key and its value.
func (sc *scanner) slotAfter(k *name, free bool) (slot, bool) {
	s := sc.s
	i, wrapped := sc.wrapping(k.to)
	gap := run(s, i, blank, 64)
	i += gap
	op, size := operatorAt(s, i)
	tight := gap == 0 && !wrapped
	p := slot{colon: op == ':'}
	switch {
	case op == '=' && tight:
		p.join = joined
	case op == '=' || op == ':':
		p.join = assigned
	case op == ',':
		if at, ok := namedValue(s, k.to); ok {
			return openSlot(s, at, slot{join: assigned}), true
		}
		p.join = argument
		if !wrapped {
			return slot{}, false
		}
	case op == '(' && tight, op == '|' && size == 2:
		p.join = argument
	case op == '|':
		p.join = beside
	case op == '>' && gap == 0 && k.before == '<':
		p.join, p.sign = joined, true
	case free:
		return sc.spokenWide(k.to)
	case op != 0 && op != '(':
		return slot{}, false
	default:
		return sc.besideOrSpoken(k, i, gap, wrapped)
	}
	return sc.slotBehind(k, i+size, p)
}

// slotBehind reads what stands between the sign behind a key, which ends at i, and the
// value: blanks, colours, emphasis, a line break, a type.
func (sc *scanner) slotBehind(k *name, i int, p slot) (slot, bool) {
	s := sc.s
	if n := lineBreak(s, i); n > 0 && p.sign {
		return openSlot(s, i+n, slot{join: below, sign: true}), true
	}
	after := run(s, i, blank, 256)
	if p.join == joined && after > 0 {
		p.join = assigned
	}
	i += after
	i += colourSize(s, i)
	if p.join != joined {
		i = skipMarkup(s, i)
	}
	if p.join == assigned {
		if n := lineBreak(s, i); n > 0 {
			return openSlot(s, i+n, slot{join: below, sign: true}), true
		}
		i += annotation(s, i)
	}
	if q := quoteAt(s, i); p.join == joined && q.size == 1 && k.from > sc.lo && s[k.from-1] == q.mark {
		return slot{}, false // "KEY=" + value
	}
	return openSlot(s, i, p), true
}

// openSlot completes p with the value's opening quote, if there is one at i.
func openSlot(s string, i int, p slot) slot {
	if i+1 < len(s) && is(s[i], alpha) && is(s[i+1], quote) { // b"…", r'…', f"…"
		i++
	}
	p.quote = quoteAt(s, i)
	p.at = i + p.quote.size
	return p
}

// wrapping passes over what closes a key: quotes, brackets, emphasis.
func (sc *scanner) wrapping(i int) (end int, wrapped bool) {
	s := sc.s
	for range 3 {
		if i >= len(s) {
			break
		}
		if q := quoteAt(s, i); q.size > 0 {
			i += q.size
			wrapped = true
			continue
		}
		i += colourSize(s, i)
		n := run(s, i, closer, 2)
		if n == 0 {
			break
		}
		i += n
		wrapped = true
	}
	return i, wrapped
}

// besideOrSpoken reads a key and value without a sign between them: a flag's argument,
// `name: KEY, value: x`, two columns, or a sentence.
func (sc *scanner) besideOrSpoken(k *name, i, gap int, wrapped bool) (slot, bool) {
	s := sc.s
	if at, ok := namedValue(s, k.to); ok {
		return openSlot(s, at, slot{join: assigned}), true
	}
	if gap == 0 && i < len(s) && s[i] >= 0xE0 {
		return sc.spokenWide(i)
	}
	if gap == 0 {
		if n := lineBreak(s, i); n > 0 && !wrapped {
			return openSlot(s, i+n, slot{join: below}), true
		}
		return slot{}, false
	}
	if text := s[k.from:k.to]; hasFold(text, 0, "pass") && len(text) == 4 || k.kind == plainKey {
		return slot{}, false // "pass" is a verb more often than not
	}
	if k.from > sc.lo && s[k.from-1] == '-' || s[k.from] == '-' {
		return openSlot(s, i, slot{join: flagged}), true
	}
	if i < len(s) && s[i] >= 0x80 && quoteAt(s, i).size == 0 {
		return sc.spokenWide(i)
	}
	if n := annotation(s, i); n > 0 && !wrapped { // var password string = "x"
		return openSlot(s, i+n, slot{join: assigned}), true
	}
	if p, ok := sc.spoken(i - gap); ok {
		return p, true
	}
	if k.kind == passwordKey && afterLogin(s, k.from, sc.lo) {
		return openSlot(s, i, slot{join: flagged}), true
	}
	i += run(s, i, bracket, 1)
	return openSlot(s, i, slot{join: beside}), true
}

// afterLogin reports whether "login <name>" stands before a key, as in a .netrc file.
func afterLogin(s string, i, lo int) bool {
	i -= runBack(s, i, lo, space, 8)
	n := runBack(s, i, lo, dotted|atSign, 64)
	i -= n
	return n > 0 && i > lo && is(s[i-1], blank) && i-1-len("login") >= lo && hasFold(s, i-1-len("login"), "login")
}

// namedValue finds the value of `"name": "KEY", "value": "x"` and its YAML and XML
// forms: between key and value stand at most quotes, a comma and a line break.
func namedValue(s string, i int) (at int, ok bool) {
	for range 2 {
		i += quoteAt(s, i).size
		i += run(s, i, space, 1)
		if has(s, i, ",") {
			i++
		}
		if n := lineBreak(s, i); n > 0 {
			i += n
		}
		i += run(s, i, space, 64)
		i += quoteAt(s, i).size
		if !hasFold(s, i, "value") {
			continue
		}
		i += len("value")
		i += quoteAt(s, i).size
		i += run(s, i, blank, 8)
		op, size := operatorAt(s, i)
		if op != '=' && op != ':' {
			return 0, false
		}
		i += size
		return i + run(s, i, blank, 64), true
	}
	return 0, false
}
