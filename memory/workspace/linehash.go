package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
)

// A lineID names one line of a generated text without its words, so that it can be found
// again in a later text. As a string it is
//
//	<kind>:<exact>:<key>:<occurrence>:<chain>
//
// with the chain of the headings above the line, each its level and a hash, joined by "/".
type lineID struct {
	kind  byte   // a line kind, or a heading's level as a digit
	exact string // hash of the line without its trailing blanks
	key   string // hash of the line's LineKey, or of what else stays when it is written anew
	occ   int    // number of earlier lines of the same kind, key and chain
	chain string
}

// Line kinds, beside the headings '1' to '6'.
const (
	bulletLine = 'b'
	emptyLine  = 'e'
	textLine   = 't'
)

// taskReference matches the references of a bullet, which change from run to run.
var taskReference = regexp.MustCompile(`\s*\[Task [^\]]*\]`)

// taskNumber matches the number in a task's heading.
var taskNumber = regexp.MustCompile(`^Task \d+:`)

// labelled matches a line whose label says what it is, whatever its value.
var labelled = regexp.MustCompile(`^[a-z][a-z_]*:(?: |$)`)

// LineKey is what makes a handbook's line the same line in the next handbook: its text
// without [Task n] references and surrounding blanks.
func LineKey(line string) string {
	return strings.TrimSpace(taskReference.ReplaceAllString(line, ""))
}

// LineHashes names each line of a text, for state.Generated. The names hold no text. They
// tell lines apart that read the same, by the headings above them and by order, and are
// stable as long as a line's own words and headings are.
func LineHashes(content []byte) []string {
	ids := identify(splitLines(content))
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.String()
	}
	return out
}

// splitLines gives the lines of a text without line ends, trailing blanks and byte order marks.
func splitLines(content []byte) []string {
	text := strings.TrimLeft(string(content), "\ufeff")
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return lines
}

// identify names the lines of a text.
func identify(lines []string) []lineID {
	ids := make([]lineID, len(lines))
	count := map[string]int{}
	chain, last := "", "" // chain of headings; key of the last line that was not empty
	for i, line := range lines {
		id := lineID{exact: shortSum(line)}
		level := headingLevel(line)
		switch {
		case line == "":
			id.kind, id.key, id.chain = emptyLine, shortSum("after "+last), chain
		case level > 0:
			title := taskNumber.ReplaceAllString(strings.TrimSpace(line[level:]), "Task:")
			id.kind, id.key, id.chain = byte('0'+level), shortSum(title), above(chain, level)
			chain = id.opens()
		case isBullet(line):
			id.kind, id.key, id.chain = bulletLine, shortSum(LineKey(line)), chain
		default:
			id.kind, id.key, id.chain = textLine, shortSum(textKey(line)), chain
		}
		if line != "" {
			last = id.key
		}
		id.occ = count[id.place()]
		count[id.place()]++
		ids[i] = id
	}
	return ids
}

// textKey is the label of a labelled line, else the line's own words.
func textKey(line string) string {
	if label := labelled.FindString(line); label != "" {
		return label
	}
	return LineKey(line)
}

// above is the chain without the headings of this level and below.
func above(chain string, level int) string {
	for leafLevel(chain) >= level {
		chain = parentOf(chain)
	}
	return chain
}

// leafLevel is the level of a chain's last heading; 0 for no heading.
func leafLevel(chain string) int {
	leaf := chain[strings.LastIndexByte(chain, '/')+1:]
	if leaf == "" {
		return 0
	}
	return int(leaf[0]) - '0'
}

func topOf(chain string) string {
	top, _, _ := strings.Cut(chain, "/")
	return top
}

func parentOf(chain string) string {
	return chain[:max(strings.LastIndexByte(chain, '/'), 0)]
}

// opens is the chain of the lines below a heading.
func (id lineID) opens() string {
	elem := string(rune(id.kind)) + id.key[:8]
	if id.chain == "" {
		return elem
	}
	return id.chain + "/" + elem
}

// section is the chain of the section that the line stands in, or that it opens.
func (id lineID) section() string {
	if id.kind >= '1' && id.kind <= '6' && len(id.key) >= 8 {
		return id.opens()
	}
	return id.chain
}

// place is the line's identity without its number.
func (id lineID) place() string { return string(rune(id.kind)) + id.key + id.chain }

func (id lineID) String() string {
	return strings.Join([]string{string(rune(id.kind)), id.exact, id.key, strconv.Itoa(id.occ), id.chain}, ":")
}

// parseID reads what String wrote.
func parseID(s string) (lineID, bool) {
	f := strings.Split(s, ":")
	if len(f) != 5 || len(f[0]) != 1 || len(f[2]) < 8 {
		return lineID{}, false
	}
	occ, err := strconv.Atoi(f[3])
	id := lineID{kind: f[0][0], exact: f[1], key: f[2], occ: occ, chain: f[4]}
	return id, err == nil && occ >= 0
}

func parseIDs(names []string) []lineID {
	ids := make([]lineID, len(names))
	for i, s := range names {
		ids[i], _ = parseID(s) // one that cannot be read is like no line
	}
	return ids
}

func shortSum(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
