package redact

// formAnchors lists the literals of the forms that are no rows of the provider or the
// keyword table.
func formAnchors() []anchor {
	all := []anchor{
		{lit: "-----begin ", at: 2, fold: true, check: checkPEM},
		{lit: "---- begin ", at: 5, fold: true, check: checkPEM},
		{lit: "-----end ", at: 2, fold: true, check: checkPEMTail},
		{lit: "private-lines:", at: 4, fold: true, check: checkPuTTY},
		{lit: "@tcp(", check: checkDSN},
		{lit: "@unix(", check: checkDSN},
		{lit: ":5432:", check: checkPgpass},
		{lit: ":5433:", check: checkPgpass},
		{lit: ":6432:", check: checkPgpass},
	}
	all = append(all, alnum.follows(anchor{lit: "eyJ", check: checkJWT}), url64.follows(anchor{lit: ":AA", check: checkTelegram}))
	for c := range 128 {
		if is(byte(c), alnum) {
			all = append(all, anchor{lit: string(rune(c)) + "://", check: checkURL})
		}
	}
	for _, lit := range discordHeads {
		all = append(all, anchor{lit: lit, next: [2]string{"AEIMQUYcgk", "wxyz012345"}, check: checkDiscord})
	}
	for _, lit := range []string{"d", "p", "q", "k", "dp", "dq", "qi"} {
		for _, escape := range []string{``, `\`, `\\\`} {
			all = append(all, anchor{lit: `"` + lit + escape + `":`, check: checkJWK})
		}
	}
	for i, w := range webhooks {
		all = append(all, anchor{lit: w.lit, check: checkPath, row: i})
	}
	for i, m := range inner {
		all = append(all, innerAnchors(m, i)...)
	}
	for i, w := range schemes {
		all = append(all, anchor{lit: w, at: len(w) - 5, fold: true, check: checkScheme, row: i})
	}
	for i, c := range commands {
		all = append(all, anchor{lit: c.lit, check: checkCommand, row: i})
	}
	for _, lit := range []string{"--password-stdin", "sudo -S", "--with-token"} {
		all = append(all, anchor{lit: lit, check: checkPiped})
	}
	for _, lit := range connectors {
		all = append(all, anchor{lit: lit, fold: true, check: checkConnect})
	}
	for i, v := range vendors {
		all = append(all, anchor{lit: v, fold: true, check: checkVendor, row: i})
	}
	return all
}

// try verifies the literal of a at start, runs its check, records what it finds, and
// returns where to go on; 0 where nothing was found.
func (sc *scanner) try(a *anchor, start int) int {
	if start < sc.lo {
		return 0
	}
	if a.fold && !hasFold(sc.s, start, a.lit) || !a.fold && !has(sc.s, start, a.lit) {
		return 0
	}
	end := start + len(a.lit)
	switch a.check {
	case checkPrefix:
		return sc.prefixAt(&prefixes[a.row], start)
	case checkKey:
		return sc.keyAt(&keywords[a.row], start+keywords[a.row].skip, start+len(keywords[a.row].lit)-keywords[a.row].cut)
	case checkVendor:
		return sc.keyAt(&keyword{kind: vendorKey}, start, end)
	case checkURL:
		return sc.urlAt(end)
	case checkPath:
		return sc.webhookAt(&webhooks[a.row], end)
	case checkScheme:
		return sc.schemeAt(a.row, start, end)
	case checkJWT:
		return sc.jwtAt(start)
	case checkPEM:
		return sc.pemAt(start, end)
	case checkPEMTail:
		return sc.pemTailAt(start, end)
	case checkPuTTY:
		return sc.puttyAt(end)
	case checkInner:
		return sc.innerAt(&inner[a.row], start+a.skip)
	case checkTelegram:
		return sc.telegramAt(start)
	case checkDiscord:
		return sc.discordAt(start)
	case checkCommand:
		return sc.commandAt(&commands[a.row], start, end)
	case checkPiped:
		return sc.pipedAt(start)
	case checkJWK:
		return sc.jwkAt(end)
	case checkDSN:
		return sc.dsnAt(start)
	case checkPgpass:
		return sc.pgpassAt(end)
	case checkConnect:
		return sc.connectAt(end)
	case checkMark:
		sc.lo = end
		return end
	}
	return 0
}

// innerAnchors returns the anchors of an inner literal; a short one is known by what
// stands around it.
func innerAnchors(m innerMark, row int) []anchor {
	a := anchor{lit: m.lit, check: checkInner, row: row}
	if m.lit != "Q~" {
		return []anchor{m.next.follows(a)}
	}
	var out []anchor
	for d := range byte(10) {
		a.lit, a.skip = string('0'+d)+m.lit, 1
		out = append(out, m.after.follows(a))
	}
	return out
}
