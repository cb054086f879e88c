package redact

import "strings"

// A command is a program that takes a password as an argument under a flag whose name
// does not say so.
type command struct {
	lit      string
	flag     string
	attached bool // the value may follow the flag without a blank
	pair     byte // the value is user<pair>password
}

var commands = []command{
	{"mysql", " -p", true, 0},
	{"mariadb", " -p", true, 0},
	{"sshpass ", " -p", true, 0},
	{"docker login", " -p", false, 0},
	{"podman login", " -p", false, 0},
	{"helm registry login", " -p", false, 0},
	{"oc login", " -p", false, 0},
	{"redis-cli", " -a", false, 0},
	{"mongosh", " -p", false, 0},
	{"mongodump", " -p", false, 0},
	{"mongorestore", " -p", false, 0},
	{"mongo ", " -p", false, 0},
	{"curl ", " -u", true, ':'},
	{"curl ", " --user", false, ':'},
	{"wget ", " --user", false, ':'},
	{"http ", " -a", false, ':'},
	{"https ", " -a", false, ':'},
	{"smbclient ", " -U", false, '%'},
	{"ldapsearch", " -w", false, 0},
	{"ldapadd", " -w", false, 0},
	{"ldapmodify", " -w", false, 0},
	{"sqlcmd", " -P", true, 0},
	{"unzip ", " -P", false, 0},
	{"snowsql", " -p", false, 0},
}

// maxArguments is how much of a command line is looked at for a flag.
const maxArguments = 400

// commandAt checks the arguments of c, whose name begins at start and ends at i.
func (sc *scanner) commandAt(c *command, start, i int) int {
	s := sc.s
	if start > sc.lo && is(s[start-1], word) && !sc.escapeEnds(start) {
		return 0
	}
	if c.lit[len(c.lit)-1] == ' ' {
		i--
	}
	limit := min(len(s), i+maxArguments)
	for j := i; j < limit; j++ {
		ch := s[j]
		if is(ch, newline) || ch == '|' || ch == ';' || ch == '&' && has(s, j, "&&") || ch == '\\' && j+1 < limit && s[j+1] == 'n' {
			return 0
		}
		if ch != ' ' || !has(s, j, c.flag) {
			continue
		}
		if end := sc.argument(c, j+len(c.flag)); end > 0 {
			return end
		}
	}
	return 0
}

// argument checks the value of c's flag, which ends at i.
func (sc *scanner) argument(c *command, i int) int {
	s := sc.s
	n := run(s, i, blank, 4)
	if n == 0 && has(s, i, "=") {
		n = 1
	}
	if n == 0 && !c.attached || n > 0 && c.attached && c.pair == 0 && c.lit != "sshpass " {
		return 0
	}
	i += n
	q := quoteAt(s, i)
	i += q.size
	end, ok := i, false
	if q.size > 0 {
		end, ok = q.close(s, i)
	}
	if !ok {
		for end < len(s) && end-i < 256 && s[end] > ' ' && !is(s[end], quote|backslash) {
			end++
		}
	}
	if c.pair != 0 {
		colon := i
		for colon < end && s[colon] != c.pair {
			colon++
		}
		if colon == end {
			return 0
		}
		i = colon + 1
	}
	v := s[i:end]
	if len(v) < 4 || v[0] == '-' || masked(v) || isReference(v) || isFiller(v) {
		return 0
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
	if v := s[from:end]; len(v) < 4 || strings.ContainsAny(v, " \n\"'`|") || masked(v) || isReference(v) || isFiller(v) {
		return 0
	}
	return sc.add("command-password", from, end)
}
