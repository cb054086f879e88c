package consolidate

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
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
		if len(tasks) == 0 {
			continue // a note alone speaks of it
		}
		sessions := map[*source]bool{}
		for _, t := range tasks {
			sessions[t.source] = true
		}
		names = append(names, baseName(p.path)+" ("+plural(len(sessions), "session")+", last "+day(tasks[0].SourceUpdatedAt)+")")
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
	return ""
}

var languageOf = map[string]string{
	".go": "Go", ".rs": "Rust", ".py": "Python", ".ts": "TypeScript", ".tsx": "TypeScript", ".js": "JavaScript", ".mjs": "JavaScript", ".jsx": "JavaScript",
	".vue": "Vue", ".svelte": "Svelte", ".java": "Java", ".kt": "Kotlin", ".rb": "Ruby", ".php": "PHP", ".cs": "C#", ".c": "C", ".h": "C", ".cpp": "C++", ".cc": "C++",
	".hpp": "C++", ".swift": "Swift", ".sql": "SQL", ".sh": "shell", ".tf": "Terraform", ".ex": "Elixir", ".exs": "Elixir", ".scala": "Scala", ".dart": "Dart",
	".lua": "Lua", ".zig": "Zig", ".hs": "Haskell", ".r": "R", ".jl": "Julia", ".css": "CSS", ".scss": "CSS",
}

var reFileName = regexp.MustCompile(`[\w./@-]+\.[A-Za-z]{1,6}\b`)

// languages are the programming languages of the files that memories speak of.
func (b *books) languages() []string {
	return b.counted(6, 2, func(text string, count func(string)) {
		for _, f := range reFileName.FindAllString(text, -1) {
			if l := languageOf[strings.ToLower(path.Ext(f))]; l != "" {
				count(l)
			}
		}
	})
}

var reCommandWord = regexp.MustCompile(`^[a-z][a-z0-9_+.-]{1,24}$`)

// everyday are commands that say nothing about how somebody works.
const everyday = ` cd echo cat ls rm cp mv mkdir sed awk grep find time timeout sudo env bash sh head tail sleep kill export test true false for if while do done then xargs set `

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

func (b *books) counted(n, least int, visit func(text string, count func(string))) []string {
	counts := map[string]int{}
	for _, s := range b.sources {
		for _, t := range s.tasks {
			seen := map[string]bool{}
			visit(t.text(), func(name string) { seen[name] = true })
			for name := range seen {
				counts[name]++
			}
		}
	}
	return top(counts, n, least)
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
	rules, repeated, changed := 0, 0, 0
	for _, g := range b.groups {
		for _, e := range g.preferences {
			if e.over != nil {
				changed++
				continue
			}
			rules++
			if len(e.tasks()) > 1 {
				repeated++
			}
		}
	}
	if rules == 0 {
		return ""
	}
	text := "Has stated " + plural(rules, "standing preference")
	if repeated > 0 {
		text += ", " + strconv.Itoa(repeated) + " of them more than once"
	}
	if changed > 0 {
		text += "; changed " + plural(changed, "earlier one")
	}
	return text + "."
}
