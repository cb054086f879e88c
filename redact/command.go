package redact

import "strings"

// A command is a program that takes a password as an argument under a flag whose name
// does not say so.
type command struct {
	lit   string // the program's name, or how it begins
	flags string // blank-separated
	glued bool   // the value follows the flag without a blank
	pair  byte   // the value is user<pair>password; 0: it is the password
}

var commands = []command{
	{"mysql", "-p", true, 0},
	{"mariadb", "-p", true, 0},
	{"sshpass", "-p", false, 0},
	{"docker login", "-p", false, 0},
	{"podman login", "-p", false, 0},
	{"helm registry login", "-p", false, 0},
	{"oc login", "-p", false, 0},
	{"redis-cli", "-a", false, 0},
	{"mongo", "-p", false, 0},
	{"curl", "-u --user --proxy-user -U", false, ':'},
	{"wget", "--user", false, ':'},
	{"http ", "-a --auth", false, ':'},
	{"https ", "-a --auth", false, ':'},
	{"smbclient", "-U", false, '%'},
	{"ldapsearch", "-w", false, 0},
	{"ldapadd", "-w", false, 0},
	{"ldapmodify", "-w", false, 0},
	{"sqlcmd", "-P", false, 0},
	{"unzip", "-P", false, 0},
	{"zip ", "-P", false, 0},
	{"7z x ", "-p", true, 0},
	{"7z a ", "-p", true, 0},
	{"7z e ", "-p", true, 0},
	{"snowsql", "-p", false, 0},
}

// maxArguments is how much of a command line is looked at for a flag.
const maxArguments = 400

// commandAt checks the arguments of c, whose name begins at start and ends at i.
func (sc *scanner) commandAt(c *command, start, i int) int {
	s := sc.s
	if start > sc.lo && is(s[start-1], word) && !sc.escapeEnds(start) {
		return 0
	}
	i += run(s, i, alnum, 8) // mysqldump, mongosh
	begin, limit := i, min(len(s), i+maxArguments)
	if i == limit || s[i-1] != ' ' && s[i] != ' ' {
		return 0
	}
	for i--; i < limit; i++ {
		c0 := s[i]
		switch {
		case is(c0, newline), c0 == '|', c0 == ';', c0 == '&' && has(s, i, "&&"), c0 == '\\' && has(s, i+1, "n"), c0 == '[' && sc.marked(i):
			return 0
		case c0 == ' ' && has(s, i+1, "-"):
			if at, ok := c.value(s, i+1); ok {
				if end := sc.argument(c, begin, at); end > 0 {
					return end
				}
			}
		}
	}
	return 0
}

// value returns where the value of the flag at i begins, if it is one of c's.
func (c *command) value(s string, i int) (at int, ok bool) {
	for flag := range strings.FieldsSeq(c.flags) {
		if !has(s, i, flag) {
			continue
		}
		at := i + len(flag)
		n := run(s, at, blank, 4)
		switch {
		case n > 0:
			return at + n, !c.glued
		case has(s, at, "="):
			return at + 1, true
		case c.glued:
			return at, !has(s, at, "assw")
		}
		return at, flag[1] != '-' && quoteAt(s, at).size > 0
	}
	return 0, false
}

// argument checks the value of one of c's flags, at i; the command's name ends at begin.
func (sc *scanner) argument(c *command, begin, i int) int {
	s := sc.s
	q := quoteAt(s, i)
	i += q.size
	end, ok := i, false
	if q.size > 0 {
		end, ok = q.close(s, i)
	}
	if !ok {
		for end = i; end < len(s) && end-i < 256 && s[end] > ' ' && !is(s[end], quote|backslash); {
			end++
		}
	}
	if c.pair != 0 {
		at := strings.IndexByte(s[i:end], c.pair)
		if at < 0 {
			return 0
		}
		i += at + 1
	}
	v := s[i:end]
	if len(v) < 4 || v[0] == '-' || strings.Contains(v, " ") || masked(v) || isReference(v) || isFillerWith(v, 0) {
		return 0
	}
	if sc.scanUpTo(begin, i) {
		return sc.lo
	}
	return sc.add("command-password", i, end)
}

// pipedAt checks `echo password | program` for the program's flag at i.
func (sc *scanner) pipedAt(i int) int {
	s := sc.s
	bar := i
	for bar > sc.lo && i-bar < 200 && !is(s[bar-1], newline) && s[bar-1] != '|' {
		bar--
	}
	if bar <= sc.lo || s[bar-1] != '|' {
		return 0
	}
	end := bar - 1 - runBack(s, bar-1, sc.lo, blank, 4)
	from := strings.LastIndex(s[max(sc.lo, end-200):end], "echo ")
	if from < 0 {
		return 0
	}
	from += max(sc.lo, end-200) + len("echo ")
	for has(s, from, "-n ") || has(s, from, "-e ") {
		from += 3
	}
	if q := quoteAt(s, from); q.size > 0 && end-from > 2*q.size {
		from, end = from+q.size, end-q.size
	}
	if v := s[from:end]; len(v) < 4 || strings.ContainsAny(v, " \n\"'`|") || masked(v) || isReference(v) || isFillerWith(v, 0) {
		return 0
	}
	return sc.add("command-password", from, end)
}
