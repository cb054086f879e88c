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

// keywordLimit is how many keywords a task has at most, and of which kinds.
const (
	keywordLimit    = 10
	keywordFiles    = 5
	keywordTools    = 2
	keywordNames    = 4
	keywordSubjects = 4
)

// fillers are words that stand in any task and lead to none. They are no stop words: two
// rules may well be alike in them.
const fillers = ` able above across actually ancient around back box currently default defined error errors file files flag message messages method name names select type types uncaught add added adding adds afternoon again against ago agree allow already alright although always amend another answer answers anybody anyone anything anyway anywhere
apologies appears apply arrive ask asked asking away bad basically because been before begin begins behind being believe below best better between big bit blame bless both bother bring broken brought bump busy
call called calling calls came can cannot care careful carry case catch cause certain chance change changed changes changing check checked choose clean clear close closed come comes coming complain complete completely consider copy correct could couple course currently cut
damn day days deal dear decide did dies different directly does doesnt doing done dont door down drops during each early easy eat either else empty end enough entire especially even ever every everybody everyone everything everywhere exact exactly except exist exists expect explain extra
fact fails fair fancy far fast favour favor feel few find fine finish first fix fixed fixes fixing follow following force forget forgot found free fresh friday from full fun further gave get gets getting give given gives giving glad goes going gone good got great guess had half hand handle hang happen happened happens happy hard has hate have having heads hear heard hello help hence here here's high hold home hope hour hours how however huge
idea ideally important including inside instead into issue just keep kept kind knew know known knows large last late later least leave left less let lets life like likely list little live local long longer look looked looking looks lose loses lost lot lots love lovely low main make makes making many matter may maybe mean means meant mention might mind mine minute minutes miss missing mistake moment monday month more morning most move moved much must
name names near need needed needs never new next nice nobody none normal not note nothing notice now number numbers obvious obviously odd off often oh okay old once one ones only onto open opened ops order other others otherwise ought our out over own page part parts past people per perfect perhaps person pick piece place plain please point possible pretty probably problem proper properly pull push put question questions quick quickly quite rather read ready real really reason reasonable red remember reply report rest result retries right run running runs
safe said same saturday saw say saying says second see seem seems seen send sense separate set several shall she short should show shows side silly similar simple simply since single sit slow small smart some somebody someone something sometimes somewhere soon sorry sort sound split start started starting state stays step steps still stop straight strange stuck stuff such suppose sure sunday
take taken takes taking talk tell tells thank thanks that the their them then there these they thing things think third this those though thought through throw thursday time times today together told tomorrow tonight too took top total touch toward tried tries true try trying tuesday turn turns twice two under understand unless until upon use used useful uses using usual usually various very via wait waiting want wanted wants was watch way ways wednesday week weekend weeks well went were what whatever when where whether which while who whole why wide will wish with within without won word words work worked working works world worry worse worst worth would write wrong wrote year years yes yesterday yet you your
`

var fillerWords = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(fillers) {
		out[w] = true
	}
	return out
}()

// reWord matches the words of a text, identifiers whole.
var reWord = regexp.MustCompile(`[\pL\pN_][\pL\pN_.+#'’-]*`)

// keywords are what a task is found by, as it is written in the task: files, tools, names,
// and the words of its subject that say something.
func (t *task) keywords() []string {
	if t.keys == nil {
		t.keys = t.findKeywords()
	}
	return t.keys
}

func (t *task) findKeywords() []string {
	k := keywordSet{seen: map[string]bool{}}
	texts := t.texts()
	files := texts.files
	if own := slices.DeleteFunc(slices.Clone(files), isLock); len(own) > 0 {
		files = own
	}
	k.most(keywordFiles, files)
	k.most(keywordTools, toolsOf(texts.commands))
	project := strings.ToLower(baseName(t.project))
	words := wordsOf(texts.prose, project)
	names := slices.Concat(words, wordsOf(texts.errors, project))
	k.most(keywordNames, slices.DeleteFunc(names, func(w string) bool { return !isName(w) }))
	k.most(keywordSubjects, t.subjects(words))
	if len(k.out) == 0 {
		k.out = append(k.out, t.fallback())
	}
	return k.out[:min(len(k.out), keywordLimit)]
}

// fallback is the one keyword of a task that has no other: its project's name, else the
// first of its session's keywords.
func (t *task) fallback() string {
	if t.project != unknownProject {
		return baseName(t.project)
	}
	for _, k := range t.raw.Keywords {
		if k = elide(extract.OneLine(k)); k != "" && !fillerWords[strings.ToLower(k)] {
			return k
		}
	}
	return "session " + day(t.SourceUpdatedAt)
}

// wordsOf are the words of texts, one excepted.
func wordsOf(texts []string, except string) []string {
	var out []string
	for _, text := range texts {
		for _, w := range reWord.FindAllString(text, -1) {
			if w = strings.TrimRight(w, ".-+#'’_"); strings.ToLower(w) != except {
				out = append(out, w)
			}
		}
	}
	return out
}

// taskWords are a task's texts.
type taskWords struct{ commands, prose, errors, others, files []string }

// texts are the task's commands, what is said in and of it, and all else that its bullets
// hold, with the files that they name.
func (t *task) texts() *taskWords {
	if t.words == nil {
		t.words = t.readTexts()
		t.words.files = filesIn(strings.Join(slices.Concat(t.words.commands, t.words.prose, t.words.others), "\n"))
	}
	return t.words
}

func (t *task) readTexts() *taskWords {
	var commands, prose, errors, others []string
	prose = append(prose, t.name, elide(extract.OneLine(t.Task.Task)))
	for _, l := range t.Lists() {
		for _, b := range *l.Bullets {
			others = append(others, elide(b.Situation))
			errors = append(errors, elide(b.Error))
			if b.Command != "" && !namesFiles(b.Command) {
				commands = append(commands, elide(b.Command))
			}
			switch {
			case len(b.Quotes) > 0:
				for _, q := range b.Quotes {
					prose = append(prose, elide(q.Text))
				}
			case b.Fix != "" && !namesFiles(b.Fix):
				commands = append(commands, fixCommands(b)...)
				others = append(others, elide(clean(b.Text)))
			default:
				others = append(others, elide(clean(b.Text)))
			}
		}
	}
	return &taskWords{commands: commands, prose: prose, errors: errors, others: others}
}

// subjects are the plain words that the session's raw memory names as its keywords and
// that this task speaks of, and the words of the trade in its title.
func (t *task) subjects(words []string) []string {
	listed := map[string]bool{}
	for _, k := range t.raw.Keywords {
		listed[strings.ToLower(extract.OneLine(k))] = true
	}
	lower := map[string]bool{} // a capital letter that only a sentence's beginning gave goes
	for _, w := range words {
		lower[w] = true
	}
	var out []string
	for _, w := range words {
		plain := strings.ToLower(w)
		if !listed[plain] || len([]rune(w)) < 3 || fillerWords[plain] ||
			strings.ContainsAny(plain, ".'’0123456789") || strings.Contains(everyday, " "+plain+" ") {
			continue
		}
		if w != plain && (lower[plain] || strings.HasPrefix(t.name, w)) {
			w = plain
		}
		out = append(out, w)
	}
	for _, w := range tradeWords {
		if strings.Contains(t.name, w) {
			out = append(out, w)
		}
	}
	return out
}

// tradeWords are the words of ideographs in the table of the trade.
var tradeWords = func() []string {
	var out []string
	for w := range strings.FieldsSeq(trade) {
		if r := []rune(w); isIdeograph(r[0]) && len(r) > 1 && !strings.Contains(` 信息 消息 文件 错误 报错 点头 询问 商量 同意 批准 メッセージ ファイル エラー `, " "+w+" ") {
			out = append(out, w)
		}
	}
	return out
}()

// keywordSet collects keywords, each once whatever its case.
type keywordSet struct {
	seen map[string]bool
	out  []string
}

// most adds the words that stand most often, in the order they came in.
func (k *keywordSet) most(n int, words []string) {
	count := map[string]int{}
	var order []string
	for _, w := range words {
		if w == "" || len(w) > 60 || strings.Contains(w, "…") {
			continue
		}
		if count[w]++; count[w] == 1 {
			order = append(order, w)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	for _, w := range order {
		if n == 0 {
			return
		}
		if key := strings.ToLower(w); !k.seen[key] {
			k.seen[key] = true
			k.out = append(k.out, w)
			n--
		}
	}
}

// fileEndings are those of files that are no source code; languageOf has the others.
const fileEndings = ` .json .toml .yaml .yml .md .lock .xml .ini .cfg .conf .proto .csv .html .gradle .kts .properties .env .graphql .txt .tsv .ipynb .bazel .mk .dockerfile .plist .podspec .tmpl .tpl `

// filesIn are the names of the files that a text speaks of, without their folders.
func filesIn(text string) []string {
	var out []string
	for _, f := range reFileName.FindAllString(text, -1) {
		name := path.Base(f)
		ext := strings.ToLower(path.Ext(name))
		if languageOf[ext] == "" && !strings.Contains(fileEndings, " "+ext+" ") || name == ext || strings.HasPrefix(name, "_") || isProduct(f) {
			continue
		}
		out = append(out, name)
	}
	for _, w := range reWord.FindAllString(text, -1) {
		if w == "Dockerfile" || w == "Makefile" || w == "Justfile" || w == "Jenkinsfile" || w == "Gemfile" || w == "Podfile" || w == "Rakefile" {
			out = append(out, w)
		}
	}
	return out
}

// isLock tells files that every dependency's change touches.
func isLock(name string) bool {
	switch name {
	case "package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "Cargo.lock", "go.sum", "go.mod", "poetry.lock", "uv.lock", "Gemfile.lock", "composer.lock", "Podfile.lock":
		return true
	}
	return false
}

// isProduct tells names of products that look like files.
func isProduct(name string) bool {
	switch strings.ToLower(name) {
	case "node.js", "vue.js", "next.js", "nuxt.js", "react.js", "express.js", "three.js", "d3.js", "ember.js", "alpine.js", "chart.js", "discord.js", "asp.net":
		return true
	}
	return false
}

func toolsOf(commands []string) []string {
	var out []string
	for _, c := range commands {
		out = append(out, programs(c)...)
	}
	return out
}

// isName reports whether a word is a name by its form: an identifier, an abbreviation.
func isName(w string) bool {
	if len(w) < 2 || len(w) > 40 || strings.ContainsAny(w, "'’") || !strings.ContainsFunc(w, unicode.IsLetter) || isProduct(w) || path.Ext(w) != "" {
		return false
	}
	upper, lower, digits, joints := 0, 0, 0, 0
	var capitals int // capital letters after the first letter
	for i, r := range w {
		switch {
		case r > unicode.MaxASCII:
			return false
		case unicode.IsUpper(r):
			if upper++; i > 0 {
				capitals++
			}
		case unicode.IsLower(r):
			lower++
		case unicode.IsDigit(r):
			digits++
		case r == '_':
			joints++
		}
	}
	switch {
	case lower == 0: // an abbreviation, or a word said loudly
		plain := strings.ToLower(w)
		return (upper >= 3 || upper > 0 && digits >= 3) && !fillerWords[plain] && plain != "todo" && plain != "not" && plain != "all"
	case joints > 0:
		return true
	case capitals > 0: // camelCase
		return true
	}
	return digits > 0 && lower > 2 && !unicode.IsDigit(rune(w[0]))
}
