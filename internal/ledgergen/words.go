package ledgergen

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func projects() []string {
	return []string{"tidepool", "larkspur", "copperline", "moss-garden", "quillwork", "saltmarsh"}
}

func commands() []string {
	return []string{
		"go test ./...", "ls -la", "rg -n handler internal", "git diff --stat", "sed -n 1,120p internal/tide/tide.go",
		"npm run build", "pytest -q tests/test_reef.py", "cat README.md", "make lint", "go vet ./...",
	}
}

func words() []string {
	return strings.Fields(`the a tide reef lantern harbour parser writes reads when cache miss fails test build
		config default value returns error handler request token window history ledger thread turn must never always
		prefer instead after before because file folder line record worker lease queue retry summary index search
		shell command output quickly slowly small large empty broken fixed changed removed added seems shows`)
}

func requests() []string {
	return []string{
		"The %s parser drops the last record when the file has no newline. Find out why and fix it.",
		"Always run the linter before you say that you are done. Now add a test for %s.",
		"Rename %s everywhere, but leave the public names as they are.",
		"Why is %s slow? Measure first, then change one thing.",
		"以后提交前请先跑测试。现在修一下 %s 的问题。",
		"No, do not touch %s. Put it back and use the helper instead.",
	}
}

// request is a user's message.
func (g *writer) request() string {
	return fmt.Sprintf(pick(g.rand, requests()), pick(g.rand, words()))
}

// prose is about n bytes of invented sentences.
func (g *writer) prose(n int) string {
	all := words()
	var b strings.Builder
	b.Grow(n + 16)
	for b.Len() < n {
		b.WriteString(all[g.rand.IntN(len(all))])
		switch g.rand.IntN(14) {
		case 0:
			b.WriteString(". ")
		case 1:
			b.WriteString(".\n")
		case 2:
			b.WriteString(`, "`)
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// output is what a command printed: mostly little, sometimes much.
func (g *writer) output() string {
	n := 80 + g.rand.IntN(1500)
	if g.rand.IntN(8) == 0 {
		n = 4000 + g.rand.IntN(20000)
	}
	exit := 0
	if g.rand.IntN(7) == 0 {
		exit = 1
	}
	var b strings.Builder
	b.Grow(n + 128)
	fmt.Fprintf(&b, "Chunk ID: %s\nWall time: 0.1 seconds\nProcess exited with code %d\nOutput:\n", g.hex(6), exit)
	all := words()
	for line := 1; b.Len() < n; line++ {
		b.WriteString("internal/")
		b.WriteString(all[g.rand.IntN(len(all))])
		b.WriteString(".go:")
		b.WriteString(strconv.Itoa(line))
		b.WriteString(":\t")
		for range 6 {
			b.WriteString(all[g.rand.IntN(len(all))])
			b.WriteByte(' ')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (g *writer) patch() string {
	return "*** Begin Patch\n*** Update File: src/main.go\n@@\n-" + g.prose(60) + "\n+" + g.prose(80) + "\n*** End Patch\n"
}

func (g *writer) hex(n int) string {
	const digits = "0123456789abcdef"
	b := make([]byte, n)
	for i := 0; i < n; i += 8 {
		v := g.rand.Uint32()
		for j := i; j < min(i+8, n); j++ {
			b[j] = digits[v&15]
			v >>= 4
		}
	}
	return string(b)
}

// quote is a JSON string; the texts of this package need no other escapes.
func quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 32)
	b.WriteByte('"')
	for {
		i := strings.IndexAny(s, "\"\\\n\t\r")
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteByte('\\')
		switch s[i] {
		case '\n':
			b.WriteByte('n')
		case '\t':
			b.WriteByte('t')
		case '\r':
			b.WriteByte('r')
		default:
			b.WriteByte(s[i])
		}
		s = s[i+1:]
	}
	b.WriteString(s)
	b.WriteByte('"')
	return b.String()
}
