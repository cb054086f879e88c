package consolidate

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/seed50391015/reverie/memory/extract"
)

// profile says who the user is, from evidence alone: projects, the language he writes,
// the programming languages and tools his sessions use, how he steers.
func (b *books) profile() string {
	if len(b.sources) == 0 {
		return "Nothing is known yet."
	}
	var out []string
	out = append(out, b.profileProjects())
	if l := b.spoken(); l != "" {
		out = append(out, "Writes to agents in "+l+".")
	}
	if l := b.languages(); len(l) > 0 {
		out = append(out, "Works in "+strings.Join(l, ", ")+".")
	}
	if l := b.tools(); len(l) > 0 {
		out = append(out, "Tools seen in use: "+strings.Join(l, ", ")+".")
	}
	if l := b.commands(); len(l) > 0 {
		out = append(out, "Typical commands: "+strings.Join(l, ", ")+".")
	}
	if s := b.style(); s != "" {
		out = append(out, s)
	}
	text := strings.Join(out, " ")
	if f := strings.Fields(text); len(f) > 350 {
		text = strings.Join(f[:350], " ")
	}
	return text
}

func (b *books) profileProjects() string {
	var names []string
	for _, p := range b.places()[1:] {
		tasks := p.byDay()
		if len(tasks) == 0 || p.path == unknownProject {
			continue // a note alone speaks of it, or nobody knows what it is
		}
		sessions := map[*source]bool{}
		for _, t := range tasks {
			sessions[t.source] = true
		}
		about := plural(len(sessions), "session") + ", last " + day(tasks[0].SourceUpdatedAt)
		if l := mainLanguages(tasks); len(l) > 0 {
			about = strings.Join(l, ", ") + "; " + about
		}
		names = append(names, baseName(p.path)+" ("+about+")")
	}
	if len(names) == 0 {
		return "Seen in " + plural(len(b.sources), "session") + "."
	}
	more := ""
	if len(names) > 8 {
		more = " and " + plural(len(names)-8, "other project")
		names = names[:8]
	}
	return "Seen in " + plural(len(b.sources), "session") + " of " + strings.Join(names, ", ") + more + "."
}

// spoken names the scripts that make up the user's quotes.
func (b *books) spoken() string {
	var han, kana, hangul, latin, cyrillic int
	for _, g := range b.groups {
		for _, e := range g.preferences {
			for _, c := range e.claims {
				for _, r := range strings.Join(c.quotes, " ") {
					switch {
					case unicode.Is(unicode.Han, r):
						han++
					case unicode.In(r, unicode.Hiragana, unicode.Katakana):
						kana++
					case unicode.Is(unicode.Hangul, r):
						hangul++
					case unicode.Is(unicode.Cyrillic, r):
						cyrillic++
					case unicode.Is(unicode.Latin, r):
						latin++
					}
				}
			}
		}
	}
	// A Latin word takes about five letters where Han takes two.
	switch most := max(han*2, latin, hangul*2, cyrillic, kana*2); {
	case most == 0:
		return ""
	case kana*4 > most:
		return "Japanese"
	case han*2 == most:
		return "Chinese"
	case hangul*2 == most:
		return "Korean"
	case cyrillic == most:
		return "a Cyrillic script"
	}
	return latinTongue(b.quotes())
}

// quotes are all that the user is quoted with.
func (b *books) quotes() string {
	var w strings.Builder
	for _, g := range b.groups {
		for _, e := range g.preferences {
			for _, c := range e.claims {
				w.WriteString(strings.Join(c.quotes, "\n") + "\n")
			}
		}
	}
	return plain(w.String())
}

// latinTongue names the language whose little words a text is full of; "" where no one is
// clearly ahead.
func latinTongue(text string) string {
	counts := map[string]int{}
	for _, t := range tongues {
		little := map[string]bool{}
		for w := range strings.FieldsSeq(t.stop) {
			little[w] = true
		}
		for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isWordRune(r) && r != '\'' }) {
			if little[w] && !isIdeograph([]rune(w)[0]) {
				counts[t.name]++
			}
		}
	}
	names := top(counts, 2, 3)
	if len(names) == 0 || len(names) == 2 && counts[names[1]]*3 > counts[names[0]]*2 {
		return ""
	}
	return names[0]
}

var languageOf = map[string]string{
	".go": "Go", ".rs": "Rust", ".py": "Python", ".ts": "TypeScript", ".tsx": "TypeScript", ".js": "JavaScript", ".mjs": "JavaScript", ".jsx": "JavaScript",
	".vue": "Vue", ".svelte": "Svelte", ".java": "Java", ".kt": "Kotlin", ".rb": "Ruby", ".php": "PHP", ".cs": "C#", ".c": "C", ".h": "C", ".cpp": "C++", ".cc": "C++",
	".hpp": "C++", ".swift": "Swift", ".sql": "SQL", ".sh": "shell", ".tf": "Terraform", ".ex": "Elixir", ".exs": "Elixir", ".scala": "Scala", ".dart": "Dart",
	".lua": "Lua", ".zig": "Zig", ".hs": "Haskell", ".r": "R", ".jl": "Julia", ".css": "CSS", ".scss": "CSS",
}

var reFileName = regexp.MustCompile(`[\w./@-]*\w\.[A-Za-z]{1,10}\b`)

// languageOfTool are tools that one language alone uses.
var languageOfTool = map[string]string{
	"cargo": "Rust", "rustc": "Rust", "go": "Go", "gofmt": "Go", "golangci-lint": "Go", "pytest": "Python", "pip": "Python", "uv": "Python", "poetry": "Python",
	"python": "Python", "python3": "Python", "mypy": "Python", "ruff": "Python", "tsc": "TypeScript", "vue-tsc": "TypeScript", "tsx": "TypeScript", "dotnet": "C#",
	"mix": "Elixir", "rails": "Ruby", "rspec": "Ruby", "composer": "PHP", "php": "PHP", "swift": "Swift", "terraform": "Terraform", "sbt": "Scala", "stack": "Haskell",
	"cabal": "Haskell", "zig": "Zig", "flutter": "Dart", "dart": "Dart", "julia": "Julia",
}

// languages counts the programming languages of tasks: of the files they speak of, each
// once a task, and of the tools they use.
func languages(tasks []*task) map[string]int {
	counts := map[string]int{}
	for _, t := range tasks {
		texts := t.texts()
		seen := map[string]bool{}
		for _, f := range texts.files {
			if l := languageOf[strings.ToLower(path.Ext(f))]; l != "" && !seen[f] {
				seen[f] = true
				counts[l]++
			}
		}
		for _, tool := range toolsOf(texts.commands) {
			if l := languageOfTool[tool]; l != "" && !seen[tool] {
				seen[tool] = true
				counts[l]++
			}
		}
	}
	return counts
}

// mainLanguages are those that a project's tasks speak of most. JavaScript beside
// TypeScript is mostly the settings of tools.
func mainLanguages(tasks []*task) []string {
	counts := languages(tasks)
	if counts["TypeScript"] >= counts["JavaScript"] && counts["TypeScript"] > 0 {
		delete(counts, "JavaScript")
	}
	return top(counts, 3, 2)
}

// languages are the main ones of the projects, those of more tasks first.
func (b *books) languages() []string {
	all := map[string]int{}
	for _, p := range b.places()[1:] {
		tasks := p.byDay()
		counts := languages(tasks)
		for _, l := range mainLanguages(tasks) {
			all[l] += counts[l]
		}
	}
	return top(all, 6, 1)
}

var reCommandWord = regexp.MustCompile(`^[a-z][a-z0-9_+.-]{1,24}$`)

// everyday are commands that say nothing about how somebody works.
const everyday = ` cd echo cat ls rm cp mv mkdir sed awk grep find time timeout sudo env bash sh head tail sleep kill export test true false for if while do done then xargs set wait source exit which command type read printf tee sort uniq wc cut tr diff touch chmod ln tar ps jobs eval exec trap unset return pwd date `

// tools are the programs that remembered commands begin with.
func (b *books) tools() []string {
	counts := map[string]int{}
	for _, s := range b.sources {
		for _, t := range s.tasks {
			for _, l := range t.Lists() {
				for _, x := range *l.Bullets {
					for _, name := range programs(x.Command) {
						counts[name]++
					}
				}
			}
		}
	}
	return top(counts, 8, 2)
}

var reCommandEnd = regexp.MustCompile(`&&|\|\||[;|\n]`)

// programs are the first words of a shell command's parts, settings before them aside.
func programs(command string) []string {
	var out []string
	for _, part := range reCommandEnd.Split(command, -1) {
		for _, w := range strings.Fields(part) {
			if strings.Contains(w, "=") {
				continue
			}
			if reCommandWord.MatchString(w) && !strings.Contains(everyday, " "+w+" ") {
				out = append(out, w)
			}
			break
		}
	}
	return out
}

// commands are the short forms of the commands that served in most tasks.
func (b *books) commands() []string {
	count := map[string]int{}
	for _, g := range b.groups {
		for _, e := range g.knowledge {
			if c := e.newest().command; c != "" && !e.past() {
				for _, v := range variants(c) {
					if strings.Contains(v, " ") && len(v) < 40 {
						count[v] += len(e.tasks())
					}
				}
			}
		}
	}
	var out []string
	for _, v := range top(count, 5, 2) {
		out = append(out, extract.Code(v))
	}
	return out
}

// variants are what a command's parts are without their arguments: programs with their
// sub-commands, by which two ways of calling one thing are told to be one.
func variants(command string) []string {
	var out []string
	for _, part := range reCommandEnd.Split(command, -1) {
		if v := subcommand(strings.Fields(part)); v != "" && !strings.Contains(everyday, " "+strings.Fields(v)[0]+" ") {
			out = append(out, v)
		}
	}
	return out
}

// subcommand are the words of one command up to its first argument.
func subcommand(words []string) string {
	var out []string
	for i := 0; i < len(words) && len(out) < 3; i++ {
		switch w := words[i]; {
		case len(out) == 0 && strings.Contains(w, "="): // a setting before the program
		case strings.HasPrefix(w, "-") && len(out) != 1:
			return strings.Join(out, " ")
		case w == "-m" || strings.HasPrefix(w, "-") && strings.Contains(w, "="):
		case strings.HasPrefix(w, "-"):
			i++ // its value
		case !reCommandWord.MatchString(strings.ReplaceAll(w, ":", "-")) && !strings.HasPrefix(w, "./"):
			return strings.Join(out, " ")
		default:
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// top are the names counted most often, at least so many times unless none is.
func top(counts map[string]int, n, least int) []string {
	var names []string
	for name, c := range counts {
		if c >= least || len(counts) <= 2 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	return names[:min(len(names), n)]
}

// style counts how the user steers.
func (b *books) style() string {
	rules, changed := 0, 0
	var repeated []*entry
	for _, g := range b.groups {
		for _, e := range g.preferences {
			if e.over != nil {
				changed++
				continue
			}
			rules++
			if g.project == "" && e.sessions() > 1 { // a project's own rule is no other project's matter
				repeated = append(repeated, e)
			}
		}
	}
	if rules == 0 {
		return ""
	}
	text := "Has stated " + plural(rules, "standing preference")
	if changed > 0 {
		text += " and changed " + plural(changed, "earlier one")
	}
	if len(repeated) > 0 {
		text += "; said in several sessions, so insisted on: "
		slices.SortStableFunc(repeated, func(a, b *entry) int { return b.sessions() - a.sessions() })
		var said []string
		for _, e := range repeated[:min(len(repeated), 3)] {
			said = append(said, e.shortest())
		}
		text += strings.Join(said, ", ")
	}
	return text + "."
}

// sessions is how many sessions support the entry.
func (e *entry) sessions() int {
	seen := map[*source]bool{}
	for _, t := range e.tasks() {
		seen[t.source] = true
	}
	return len(seen)
}

// shortest is the shortest wording of a rule, as a quote.
func (e *entry) shortest() string {
	best := ""
	for _, c := range e.claims {
		if q := strings.Join(c.quotes, " "); best == "" || len(q) < len(best) {
			best = q
		}
	}
	return `"` + strings.TrimRight(cutWord(e.newest().spoken(extract.OneLine(best)), 90), ".。") + `"`
}
