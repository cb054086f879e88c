package consolidate

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// trade lists words of the trade that mean one thing, in whatever language a user says
// them: each line is a concept, named by its first word. Words of ideographs are found
// within a run of text; Latin words are compared as whole words.
const trade = `
commit 提交 コミット
test spec specs unittest 测试 单测 テスト
migration migrate 迁移 マイグレーション
dependency deps dep dependencies crate crates gem gems 依赖 依存 装包 abhängigkeit dependencia dépendance
branch 分支 ブランチ zweig rama branche
message msg msgs 信息 消息 メッセージ nachricht mensaje
file 文件 ファイル datei archivo fichier
script 脚本 スクリプト skript
configuration config configs conf 配置 設定 konfiguration configuración
database db dbs 数据库 データベース datenbank
comment 注释 コメント kommentar comentario commentaire
log logs logging 日志 ログ
build 构建 ビルド
compile 编译 コンパイル
deploy deployment 部署 デプロイ
release 发布 发版 上线 上过线 上了线 リリース
merge 合并 合入 マージ
push 推送 プッシュ
review 评审 审查 レビュー
version 版本 バージョン
variable var vars 变量 変数 variablen
function func fn 函数 関数 funktion función fonction
error err errs 错误 报错 エラー fehler erreur
exception 异常 例外
parameter params param argument args arg flag flags 参数 引数
credential credentials password passwords secret secrets 密码 密钥 凭证 凭据 口令 パスワード passwort contraseña
answer answers reply replies response responses 回答 回复 答复 antwort respuesta réponse
brief short concise terse essay essays verbose lengthy wordy 简短 简洁 精简 啰嗦 长篇 kurz breve court
ask approve approved approval permission consent 问 询问 商量 请示 同意 批准 点头 聞い 確認 fragen preguntar demander
document docs doc documentation 文档 ドキュメント dokumentation
format formatter formatting fmt 格式化 フォーマット
type typing 类型 型
name naming 命名 命名规范
ticket 工单 单号 チケット
production prod 生产 线上 本番
environment env 环境 環境
repository repo repos
package pkg pkgs
directory dir dirs directories folder folders 目录 フォルダ ディレクトリ
pr prs
javascript js
typescript ts
development dev
command cmd cmds 命令 コマンド befehl
implementation impl
`

// acts lists verbs in the same way. They stand beside any subject, so they tell little.
const acts = `
edit change modify alter touch touched 改 动 碰 修改 改动 变更 更改 変更 ändern cambiar modifier
delete remove erase 删 删除 删掉 移除 削除 löschen borrar supprimer
run execute 跑 运行 执行 実行
generate generated 生成
write 写 書い schreiben escribir
add introduce 加 添加 新增 增加 追加
install 安装 インストール
`

const actWeight = 0.6

// rivals lists tools that take each other's place, with the files that are theirs: who
// asks for one of them where another was used says which of them is to be used.
const rivals = `
npm npx pnpm pnpx yarn bun bunx cnpm deno package-lock.json=npm yarn.lock=yarn pnpm-lock.yaml=pnpm bun.lockb=bun
pip pip3=pip pipenv poetry uv uvx pdm conda rye requirements.txt=pip requirements-dev.txt=pip pipfile=pipenv
pytest unittest nose
jest vitest mocha jasmine ava
gradle gradlew=gradle mvn=maven mvnw=maven maven bazel pom.xml=maven
ruff flake8 pylint yapf autopep8
eslint biome tslint oxlint
docker podman nerdctl
rg ripgrep=rg grep
cypress playwright selenium puppeteer
dayjs luxon date-fns
webpack vite rollup parcel esbuild
mysql postgres postgresql=postgres sqlite mariadb
`

// conceptMark stands before a concept that replaced a word of ideographs.
const conceptMark = '\ue000'

// glossary is both tables read.
type glossary struct {
	concept map[string]string  // word → the concept's name
	weight  map[string]float64 // the concept's name → how telling it is
	runs    *strings.Replacer  // words of ideographs → the concept's name
	family  map[string]string  // tool or file → the first of its rivals
	tool    map[string]string  // file or other spelling → tool
}

func newGlossary() *glossary {
	g := &glossary{concept: map[string]string{}, weight: map[string]float64{}, family: map[string]string{}, tool: map[string]string{}}
	var runs []string
	for line := range strings.Lines(trade + acts) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		g.weight[words[0]] = 1
		if strings.Contains(acts, line) {
			g.weight[words[0]] = actWeight
		}
		for _, w := range words {
			r := []rune(w)
			if isIdeograph(r[0]) && len(r) > 1 {
				runs = append(runs, w)
			}
			g.concept[w] = words[0]
			if !isIdeograph(r[0]) {
				g.concept[stem(w)] = words[0]
			}
		}
	}
	// A longer word is found before one that it begins with.
	slices.SortStableFunc(runs, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, w := range runs {
		pairs = append(pairs, w, string(conceptMark)+g.concept[w]+" ")
	}
	g.runs = strings.NewReplacer(pairs...)
	for line := range strings.Lines(strings.TrimSpace(rivals)) {
		words := strings.Fields(line)
		for _, w := range words {
			name, tool, ok := strings.Cut(w, "=")
			if !ok {
				tool = name
			}
			g.family[name], g.tool[name] = words[0], tool
		}
	}
	return g
}

// stem is a word's concept, else its stem.
func (g *glossary) stem(word string) string {
	if c, ok := g.concept[word]; ok {
		return c
	}
	s := stem(word)
	if c, ok := g.concept[s]; ok {
		return c
	}
	return s
}

// swap is a tool that the user wants in the place of its rivals.
type swap struct {
	family string
	wanted string
}

// littleElse is less than two words: a clause that names a tool says nothing else.
const littleElse = 1.6

// readSwap finds which of several rivals the user asks for: the one that he names where
// another was used or is refused in the same breath, or that he wants and no other. None
// where he names two.
func (l *lexicon) readSwap(situation string, quotes []string) swap {
	used := l.toolsIn(situation)
	named, refused, alone := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, q := range quotes {
		for _, text := range reAside.FindAllString(plain(q), -1) {
			forbidden := l.forbids.MatchString(text) || strings.ContainsAny(text, "?？")
			tools := l.toolsIn(text)
			for _, tool := range tools {
				if named[tool] = true; forbidden {
					refused[tool] = true
				}
				alone[tool] = alone[tool] || len(tools) == 1 && !forbidden && (l.only.MatchString(text) || l.tells(text) < littleElse)
			}
		}
	}
	for _, tool := range used {
		refused[tool] = true
	}
	var found swap
	for _, tool := range slices.Sorted(maps.Keys(named)) {
		if refused[tool] {
			continue
		}
		family := l.words.family[tool]
		rival := func(other string) bool { return other != tool && l.words.family[other] == family }
		if !alone[tool] && !slices.ContainsFunc(slices.Sorted(maps.Keys(refused)), rival) {
			continue
		}
		if found.family != "" {
			return swap{}
		}
		found = swap{family: family, wanted: tool}
	}
	return found
}

// reAside matches what is said in one breath, with the question mark that ends it.
var reAside = regexp.MustCompile(`(?:[^,;:!?()\n，。；！？：、（）.]|\.\S)+[?？]?`)

// toolsIn are the rivals that a text names, by the tools' own names.
func (l *lexicon) toolsIn(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(plain(text), func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune(".-_", r) }) {
		if tool, ok := l.words.tool[strings.Trim(w, ".-_")]; ok && !slices.Contains(out, tool) {
			out = append(out, tool)
		}
	}
	return out
}

// ofTrade reports whether a word names a thing of the trade.
func (l *lexicon) ofTrade(word string) bool {
	c, ok := l.words.concept[word]
	return ok && l.words.weight[c] == 1 && !fillerWords[word] && len(word) > 3
}
