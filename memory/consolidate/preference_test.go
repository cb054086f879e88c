package consolidate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/state"
)

// said makes one preference of one session.
func (r *Rules) said(session int, project, quote string) *claim {
	s := &source{project: project, cwd: project, stem: fmt.Sprint("s", session)}
	s.ThreadID, s.SourceUpdatedAt = fmt.Sprintf("t%02d", session), int64(session)*86400
	s.Thread = state.Thread{ID: s.ThreadID, Cwd: project}
	t := &task{source: s, name: "work"}
	s.tasks = []*task{t}
	b := extract.NewPreference("", []extract.Quote{{Text: quote, Mark: extract.Mark{Line: 3}}}, "", extract.ScopeUnsaid, false, false)
	return r.composer(Input{}).claim(b, t)
}

// crowd are other rules that a project's memory holds, so that the words of the pair
// under test are weighed as they would be in a real one.
var crowd = []string{
	"log messages start in lower case and have no full stop", "never touch the vendor folder", "answers in bullet points please",
	"branch names carry the ticket number", "we rebase, we don't merge", "use make fmt, not your own formatter", "the changelog is written by hand",
	"测试数据放在 fixtures 目录里", "提交信息不超过五十个字", "不要改 CI 的配置文件", "接口返回值不要嵌套太深", "变量名不要用拼音",
	"Fehlermeldungen immer auf Englisch", "los nombres de las ramas en minúsculas", "les fichiers générés ne se modifient pas", "ログは英語で書いてください",
}

func TestPreferencesMeet(t *testing.T) {
	const merged, replaced, apart = "merged", "replaced", "apart"
	tests := []struct{ old, now, want string }{
		// the same rule again
		{"run the linter before every commit", "linter first, then commit, always", merged},
		{"don't write to the production database", "never touch the production database directly", merged},
		{"please keep functions under 40 lines", "functions longer than 40 lines get split", merged},
		{"all timestamps are stored in UTC", "store timestamps as UTC, I told you", merged},
		{"error strings are never capitalized", "again: error strings not capitalized", merged},
		{"use yarn in this repo, not npm", "yarn! not npm, as I said", merged},
		{"stop reformatting files you did not change", "don't reformat files you didn't change", merged},
		{"配置文件一律用 yaml，不要 json", "配置文件只用 yaml", merged},
		{"改接口之前先更新文档", "我说过，改接口之前文档要先更新", merged},
		{"不要往 main 分支直接推送", "别直接推送到 main 分支", merged},
		{"日志统一用 zap", "日志都用 zap，不要 fmt 打印", merged},
		{"Vor jedem Commit die Tests laufen lassen", "Tests vor dem Commit laufen lassen, wie gesagt", merged},
		{"コミットの前に必ずテストを実行してください", "コミット前にテスト実行、前にも言った", merged},
		{"ejecuta las pruebas antes de cada commit", "las pruebas antes del commit, ya te lo dije", merged},
		{"lance les tests avant chaque commit", "les tests avant le commit, je te l'ai déjà dit", merged},
		// a change of mind
		{"indent with tabs in this repo", "from now on indent with two spaces, no tabs", replaced},
		{"always squash before merging", "never squash before merging", replaced},
		{"open pull requests as drafts", "no longer open pull requests as drafts, I want them ready", replaced},
		{"deploys go through the jenkins job", "we moved deploys from the jenkins job to github actions", replaced},
		{"ask me before you delete a branch", "stop asking me before you delete a branch", replaced},
		{"write commit messages in english", "from today commit messages are in german", replaced},
		{"use the staging server for integration tests", "the staging server is gone, integration tests run in docker now", replaced},
		{"接口返回统一用驼峰命名", "接口返回以后改成下划线命名", replaced},
		{"发布之前要在群里通知", "发布之前不用再在群里通知了", replaced},
		{"前端端口用 3000", "前端端口从今天起改用 8080", replaced},
		{"Commits immer auf Deutsch schreiben", "Commits ab sofort auf Englisch schreiben", replaced},
		{"コメントは日本語で書いてください", "コメントは今後英語で書いてください", replaced},
		{"los comentarios se escriben en español", "a partir de ahora los comentarios se escriben en inglés", replaced},
		{"les messages de commit en français", "désormais les messages de commit en anglais", replaced},
		// different rules with words in common
		{"run the tests before you commit", "commit messages explain why", apart},
		{"tests use the fake clock", "never push to main", apart},
		{"this repo is yarn only", "I said stage, I didn't say push. never push, in any repo", apart},
		{"the client retries three times", "I told you already, the server logs every request", apart},
		{"fixtures live in testdata", "we moved the docs to the wiki, no longer edit them here", apart},
		{"本仓库只用 npm", "我说过，任何仓库都不要直接推送", apart},
		{"no comments that repeat the code", "comments in the sql files end with a full stop", apart},
		{"use tabs in go files", "go files carry the licence header", apart},
		{"short answers please", "the short hash is enough in the changelog", apart},
		{"don't log request bodies", "request ids go into every log line", apart},
		{"测试要覆盖错误分支", "测试环境的密码不要写进代码", apart},
		{"提交之前先跑 lint", "提交说明用中文", apart},
		{"组件名用大驼峰", "组件里不写内联样式", apart},
		{"Tests nie überspringen", "Testdaten liegen im Ordner fixtures", apart},
		{"la documentación va en docs", "los commits van en minúsculas", apart},
	}
	failed, rules := 0, NewRules()
	for _, tt := range tests {
		claims := []*claim{}
		for i, c := range crowd {
			claims = append(claims, rules.said(i+1, "/work/app", c))
		}
		claims = append(claims, rules.said(30, "/work/app", tt.old), rules.said(31, "/work/app", tt.now))
		got := apart
		for _, e := range rules.composer(Input{}).mergePreferences(claims) {
			switch {
			case e.over != nil && e.newest().quotes[0] == tt.old && e.over.newest().quotes[0] == tt.now:
				got = replaced
			case len(e.claims) == 2 && e.claims[0].quotes[0] == tt.old && e.claims[1].quotes[0] == tt.now:
				got = merged
			case len(e.claims) > 1 || e.over != nil:
				var all []string
				for _, c := range e.claims {
					all = append(all, c.quotes[0])
				}
				got = "mixed up: " + strings.Join(all, " | ")
			}
		}
		if got != tt.want {
			failed++
			t.Logf("%q then %q: got %s, want %s", tt.old, tt.now, got, tt.want)
			if tt.want == apart || strings.HasPrefix(got, "mixed") {
				t.Errorf("different rules were brought together")
			}
		}
	}
	if share := 1 - float64(failed)/float64(len(tests)); share < 0.8 {
		t.Errorf("%.2f of the pairs came out right, want 0.8", share)
	}
}
