package rules

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Limits of what is kept of an output.
const (
	maxLine    = 300  // bytes of an error line that are kept
	maxErrors  = 8    // candidates kept of one output
	maxScanned = 4000 // bytes of one line that are looked at
)

// errorLine is one candidate: what an output says went wrong.
type errorLine struct {
	text   string
	weight int
	at     int // number of the line in the output
}

// A rule gives a line that it matches a weight: how well the line names the cause. The
// cause is wanted, not the summary: `undefined: x`, not `Error 1`.
type errorRule struct {
	weight int
	re     *regexp.Regexp
}

// errorRules lists what lines of the usual toolchains say, from the line that only tells
// that something failed to the one that tells what. Of each rule, exact is matched as it
// stands and folded in any case.
func errorRules() []errorRule {
	var out []errorRule
	for _, r := range []struct {
		weight        int
		exact, folded string
	}{
		{ // stands at the end of a log and names nothing
			1,
			`^make(\[\d+\])?: \*\*\*|^FAIL$|^FAIL\s|ELIFECYCLE|exit status \d+|exited with code|exit code:? \d|^error: could not compile|^error: test failed|^Error: Process completed|##\[error\]|Command failed with|^npm (error|ERR!) (code|errno|path|command|A complete log|Lifecycle)|tests? failed|^failures:|Test Files|^\s*Tests:?\s|Tests run:|^FAILED \(|BUILD FAIL(ED|URE)|Build failed|^ERROR: Job failed|aborting due to|^For more information|^\d+ (problems?|errors?|issues?|failed)|^Found \d+ error|^✖ \d+ problem|errors? generated|^=+ .*(failed|error).* =+$|^\[ERROR\] (To see|Re-run|For more|->|Failed to execute goal|\s*$)|Execution failed for task|What went wrong|^error: Recipe|^Traceback|Failed Suites|Failed Tests|has failed$|did not complete (successfully|making)|^The following|^\s*\^|^error: could not apply|^FAILURE: |^> Task .* FAILED$|Encountered an error:$|^\s+FAIL\s|Test suite failed to run|Failed to compile|^\d+ tests? completed|^error: failed to push|^\W*(\w+ )?(Compilation|Build|Runtime|Validation|Database|Unhandled) (Error|error|failed):?$|^\s*Exit status: \d|[Aa]n error (has )?occurred(,| while [^:]*$)| aborted!$|\bfound \d+ [\w ]*(issue|offense|problem|violation|error)s?\.?$|\d+ (offense|issue|violation)s? (detected|found)|\d+ examples?, \d+ failures?`,
			``,
		},
		{
			3,
			`✗|✘|×|✖|❌`,
			`\b(error|fail(ed|ure)?|fatal|panic|exception|denied|refused|cannot|can't|could not|couldn't|unable|invalid|undefined|unresolved|missing|not found|no such|timed? ?out|conflict|unexpected|mismatch|illegal|unknown|unsupported|deadlock|violat\w+|overflow|segfault|killed|oom)\b`,
		},
		{ // names a reason in whatever tool's words
			4,
			``,
			`\b(requires?|required|must (be|have|not)|not (supported|allowed|available|installed|running|ready|permitted|writable|permitted|trusted|a member)|exceed(s|ed)|too (large|long|many|old|big|small|deep|few)|expired|declined|insufficient|incompatible|not in sync|out of (sync|date|range)|unreachable|aborted|circular|locked|corrupt(ed)?|no (route|space|default|matching|available)|should (have|be|not)|un(checked|met|satisfied|applied)|pending|outdated|stale)\b`,
		},
		{5, `^\s*-{3} FAIL: |^not ok \d|^FAILED |^test .+ \.\.\. FAILED|^\s*[✗✘×✖] |^\s*●|^\s+\d+\) `, ``},
		{ // file:line: message; error: message
			6,
			`^\s*L:\s*\d+ *\||^\s*[\w./@\\-]+\.\w+:\d+(:\d+)?:? |^\[error\]|\bERROR\b[: ]|^E\s{2,}\S|^npm (error|ERR!) \S|^(ERRO|FATA|CRIT|PANI)\w*\[|^\W*\[[A-Z]\] \W*\w`,
			`^\s*(error|fatal|failure|err|e)\b[:!]? ?\S|^\w+: (error|fatal)|^\[[\w:./-]+\] .*(not found|missing|fail|invalid|undefined|unknown|cannot)|^\W*(please )?use "[^"]+"|did you mean|^hint: |\binstead, use\b`,
		},
		{
			7,
			`Permission denied|No such file|^Killed|^\s*symbol:\s|^\s*> [A-Z][^|]*$`,
			`^\s*(expected|received|actual|got|want|wanted)\b[^:]*: ?\S|^\s*(\w+: )?fatal: |command not found|not a (git|directory)|connection (refused|reset)|could not resolve|out of memory|no space left|already in use|unrecognized|cannot connect|access ?denied|unauthorized|forbidden|authentication failed`,
		},
		{ // names the cause
			8,
			`^! |^\s*\*\* \((\w+\.)*\w*(Error|Exception|exit|EXIT|throw)\b.*\) \S|^remote: (GitLab|ERROR|error|fatal|Permission|.*(not |denied|must|required|reject|protect))|\bpeer \S+@.* from |Module not found|Cannot find module|\b[A-Z]\w*(Error|Exception|Failure)\b: ?\S|^panic: |^thread '.*' panicked|^\s*Caused by: |SQLSTATE|ORA-\d+|\bE[A-Z]{3,}[A-Z0-9]*: |ERR_[A-Z_]+|\bEACCES\b|\bEPERM\b|\bENOENT\b|ErrorCode=|\berror( TS|\[E| CS|: E)\d+|error\[[A-Z]?\d+\]|error [A-Z]+\d+:|: error: |: fatal error: |^e: |undefined reference|undefined: |\bundefined \(type|unresolved import|cannot find (symbol|module|package|name)|no required module|does not exist|import cycle|declared and not used|imported and not used|cannot use |not assignable|has no (field|attribute|member)|^\s*→ |timed out after|has been running for over|deadlock detected|SyntaxError|is not a function|not found in|Test Failed at|ImagePullBackOff|CrashLoop|ModuleNotFound|ImportError`,
			`assert(ion)?(error)?\b.*fail|assertion .*failed|expected:?.*\b(but|got|received|to (be|equal|have|contain|match|deeply)|actual|was)\b|\bwant(ed)?\b.*\bgot\b|got .*want|parse error|syntax error|checksum mismatch|lock file .* needs|stack overflow|segmentation fault|unknown (flag|command|option)|no module named|is not recognized|dependency (conflict|tree)|unable to resolve dependency|violates|duplicate (key|entry)|relation ".*" does not|rejected|non-fast-forward|manifest unknown|\b(is|are|was|has) .*, but .*\b(requires?|required|specifie[sd]|needs?|expects?|declares?)\b|failed to (solve|compute|resolve|load|parse|open|connect|build|run|start)`,
		},
		{9, `^CONFLICT|DATA RACE`, ``},
	} {
		for _, p := range []string{r.exact, r.folded} {
			if p == r.folded && p != "" {
				p = "(?i)" + p
			}
			if p != "" {
				out = append(out, errorRule{r.weight, regexp.MustCompile(p)})
			}
		}
	}
	return out
}

// hints are pieces of which an error line holds one, in lower case: all other lines are
// passed over without a look at the rules.
var hints = []string{
	"err", "fail", "panic", "exception", "fatal", "can't", "couldn't", "denied", "undefined", "expected", "receiv", "actual", "assert", "conflict",
	"refused", "timed out", "timeout", "unable", "missing", "no such", "invalid", "mismatch", "already in use", "import", "declared", "unknown",
	"unresolved", "unsupported", "killed", "deadlock", "got", "want", "not ok", "e   ", "violat", "reject", "forbidden", "unauthorized", "illegal",
	"overflow", "duplicate", "cyc", "no matching", "no module", "×", "✗", "✘", "✖", "→", "❌", "sqlstate", "needs", "segmentation", "no space", "unclean",
	"unrecogni", "must", "unused", "requir", "use \"", "remote:", "symbol:", "peer ", "exceed", "not ", "too ", "expired", "declined", "insufficient",
	"incompatible", "unreachable", "abort", "circular", "locked", "corrupt", "exit status", "data race", "should", "uncheck", "unmet", "unsat", "unappl", "pending", "outdated", "stale", "instead", "specif", "crit",
	"occurred", "issue", "offense", "violation", "example", "(exit)", "(throw)", "for over", "out of ", "than expected",
}

// hintSet finds hints in one pass over a line: by their first two bytes.
type hintSet struct {
	pairs  [1 << 16 / 64]uint64
	byPair map[uint16][]string
}

func newHintSet(hints []string) *hintSet {
	h := &hintSet{byPair: map[uint16][]string{}}
	for _, s := range hints {
		p := uint16(s[0])<<8 | uint16(s[1])
		h.pairs[p>>6] |= 1 << (p & 63)
		h.byPair[p] = append(h.byPair[p], s)
	}
	return h
}

// in reports whether a line holds a hint, in whatever case.
func (h *hintSet) in(line string) bool {
	var p uint16
	for i := range len(line) {
		p = p<<8 | uint16(lowerByte(line[i]))
		if i == 0 || h.pairs[p>>6]&(1<<(p&63)) == 0 {
			continue
		}
		for _, s := range h.byPair[p] {
			if at := i - 1; len(line)-at >= len(s) && strings.EqualFold(line[at:at+len(s)], s) {
				return true
			}
		}
	}
	return false
}

func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// scanErrors goes over an output once and keeps the lines that name causes best. It
// holds a bounded number of short lines however long the output is.
func (k *kit) scanErrors(output string) []errorLine {
	var kept []errorLine
	seen := map[string]bool{}
	number := 0
	cause := 0 // what the line before makes of this one
	for line := range strings.Lines(output) {
		number++
		line = strings.TrimRight(line, "\r\n \t")
		if line == "" || len(line) < 4 {
			continue
		}
		if len(line) > maxScanned {
			line = line[:maxScanned]
		}
		weight := k.weigh(line)
		next := announces(line, weight)
		if cause > 0 && weight <= 1 && (next > 0 || place(line) || strings.HasSuffix(line, ":") && cause < 9) {
			next = max(next, cause) // one heading under another, or where it happened
		} else if cause > weight && !stackFrame(line) && strings.IndexFunc(line, unicode.IsLetter) >= 0 {
			weight = cause
		}
		cause = next
		if weight == 0 {
			continue
		}
		text := clipMiddle(strings.Trim(stripANSI(line), " \t║│┃|"), maxLine)
		key := signature(text)
		if key == "" || seen[key] {
			continue
		}
		kept = keepBest(kept, errorLine{text, weight, number}, seen, key)
	}
	return kept
}

// announces is the weight that a line gives the next one, because it only says that
// something failed and the message stands behind it on a line of its own: a panic, a
// heading that ends in a colon, the bare name of a kind of error, the name of a test.
func announces(line string, weight int) int {
	trimmed := strings.TrimSpace(line)
	switch {
	case strings.HasSuffix(line, ":") && (strings.Contains(line, "panicked at ") || kindOfError(trimmed)):
		return 9
	case strings.HasSuffix(line, " use:"), strings.HasSuffix(line, " run:"), strings.HasSuffix(line, " try:"):
		return 0 // advice follows
	case strings.HasPrefix(trimmed, quotesCode):
		return 4
	case strings.HasSuffix(line, ":") && weight > 0 && len(line) < 160 && !placed(line):
		return max(7, weight)
	case testName(trimmed), strings.HasPrefix(trimmed, "error  in "), strings.HasPrefix(trimmed, "ERROR in ./"):
		return 6
	case len(trimmed) < 60 && strings.Count(trimmed, " ") < 5:
		last := strings.ToLower(strings.Trim(trimmed[strings.LastIndexByte(trimmed, ' ')+1:], "!*=-"))
		if last == "error" || last == "errors" || last == "failed" || last == "failure" || last == "exception" {
			return 6
		}
	}
	return 0
}

// quotesCode begins a line that shows which line of a test did not hold, not why.
const quotesCode = "Failure/Error: "

// kindOfError reports the bare name of an exception's type, `A::B:` or `SomeError:`, under
// which its message stands.
func kindOfError(line string) bool {
	name := strings.TrimSuffix(line, ":")
	if name == "" || name[0] < 'A' || name[0] > 'Z' || strings.ContainsFunc(name, func(r rune) bool {
		return r != ':' && r != '.' && r != '_' && r != '\\' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		return false
	}
	return strings.Contains(name, "::") || strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")
}

// testName reports the heading under which a test runner prints what went wrong.
func testName(line string) bool {
	mark, rest, _ := strings.Cut(line, " ")
	switch {
	case rest == "":
		return strings.HasPrefix(line, "_____") && strings.HasSuffix(line, "_____")
	case mark == "●", mark == "✗", mark == "✘", mark == "×", mark == "✖":
		return true
	case strings.HasSuffix(line, " FAILED"):
		return strings.Contains(line, " > ") || strings.Contains(line, " › ")
	case strings.HasPrefix(mark, "_____"):
		return strings.HasSuffix(rest, "_____")
	}
	return len(mark) < 6 && strings.HasSuffix(mark, ")") && startsDigit(mark)
}

// clipMiddle shortens a line and keeps both ends: a chain of wrapped errors names the
// place first and the cause last.
func clipMiddle(s string, n int) string {
	if len(s) <= n {
		return s
	}
	head, from := n/3, len(s)-n*2/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[:head] + "…" + s[from:]
}

func (k *kit) weigh(line string) int {
	if !k.hints.in(line) && !placed(line) && !nested(line) {
		return 0
	}
	weight := 0
	for i, r := range k.errors {
		if i == 0 && r.re.MatchString(line) {
			return r.weight // a summary, whatever else it says
		}
		if r.weight > weight && r.re.MatchString(line) {
			weight = r.weight
		}
	}
	switch {
	case weight > 3 && stackFrame(line), weight > 1 && place(line):
		weight = 1
	case weight > 3 && strings.HasPrefix(strings.TrimLeft(line, " \t"), quotesCode):
		weight = 3
	}
	return weight
}

// nested reports a line that a build tool or a linter puts under its heading, or that a
// linter marks with the letter of its kind: `[W] …`.
func nested(line string) bool {
	line = strings.TrimLeft(line, " \t│┃|")
	return strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "L:") || len(line) > 4 && line[0] == '[' && line[2] == ']'
}

var rePlace = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*[\w./@\\-]+\.\w+:\d+(:\d+)?:?( \(\w+\))?$`)
})

// place reports a line that only says where: `dir/file.ext:12`.
func place(line string) bool { return placed(line) && rePlace().MatchString(line) }

// placed reports a `:` with a digit behind it, as in file:line.
func placed(line string) bool {
	for i := 1; i+1 < len(line); i++ {
		if line[i] == ':' && line[i+1] >= '0' && line[i+1] <= '9' && line[i-1] > '9' {
			return true
		}
	}
	return false
}

var reFrame = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(at |File "|#\d+ |\d+: 0x|goroutine \d|❯ |> \d+ \||\d+ \||\||in \./|from /|\([\w-]+ [\d.]+\) \S+:\d+: |# \S+:\d+:in )|node_modules/|site-packages/|/usr/(lib|local)|internal/modules`)
})

func stackFrame(line string) bool { return reFrame().MatchString(line) }

// keepBest holds the best lines; among equals the first, for they are the cause of the
// others, but for the line that ends a traceback.
func keepBest(kept []errorLine, e errorLine, seen map[string]bool, key string) []errorLine {
	if len(kept) < maxErrors {
		seen[key] = true
		return append(kept, e)
	}
	worst := 0
	for i := range kept {
		if kept[i].weight < kept[worst].weight || kept[i].weight == kept[worst].weight && kept[i].at > kept[worst].at {
			worst = i
		}
	}
	if kept[worst].weight < e.weight {
		seen[key] = true
		kept[worst] = e
	}
	return kept
}

// signature is an error line without what differs from run to run: numbers, times,
// addresses, quotes' contents stay.
func signature(line string) string {
	var b strings.Builder
	digits := false
	for _, r := range strings.ToLower(line) {
		switch {
		case r >= '0' && r <= '9':
			if !digits {
				b.WriteByte('0')
			}
			digits = true
			continue
		case r == ' ' || r == '\t':
			continue
		}
		digits = false
		b.WriteRune(r)
	}
	return b.String()
}

var reANSI = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")
})

func stripANSI(s string) string {
	if strings.IndexByte(s, 0x1b) < 0 {
		return s
	}
	return reANSI().ReplaceAllString(s, "")
}

// clip cuts a text on a rune border and says so.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
