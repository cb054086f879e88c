package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func testKit() *kit { return newKit(Options{}) }

func TestCommandsAreTakenApart(t *testing.T) {
	k := testKit()
	type part struct {
		Program, Sub string
		Class        class
	}
	for _, c := range []struct {
		line string
		want []part
	}{
		{"cd api && CGO_ENABLED=0 go test ./...", []part{{"cd", "api", classRead}, {"go", "test", classCheck}}},
		{"timeout -s INT 20 pytest -x tests 2>&1 | tail -5", []part{{"pytest", "tests", classCheck}, {"tail", "", classRead}}},
		{"npm run lint && npm ci", []part{{"npm", "lint", classCheck}, {"npm", "ci", classSetup}}},
		{"pnpm exec vitest run a.spec.ts", []part{{"vitest", "run", classCheck}}},
		{"npx prettier --write .", []part{{"prettier", ".", classChange}}},
		{"bash -lc 'cargo clippy'", []part{{"cargo", "clippy", classCheck}}},
		{"docker compose run --rm app bin/rails test", []part{{"rails", "test", classCheck}}},
		{"docker compose up -d db", []part{{"docker", "compose", classSetup}}},
		{"python -m pytest", []part{{"pytest", "", classCheck}}},
		{"make migrate-test", []part{{"make", "migrate-test", classSetup}}},
		{"make deploy", []part{{"make", "deploy", classRun}}},
		{"git -C sub status; git commit -m 'a && b'", []part{{"git", "status", classRead}, {"git", "commit", classVCS}}},
		{"echo 'x; rm -rf /' | cat", []part{{"echo", "x; rm -rf /", classRead}, {"cat", "", classRead}}},
		{"cat a > b", []part{{"cat", "a", classChange}}},
		{"sed -i s/a/b/ x.go", []part{{"sed", "s/a/b/", classChange}}},
		{"sed -n 1,5p x.go", []part{{"sed", "1,5p", classRead}}},
		{"./gradlew check", []part{{"gradlew", "check", classCheck}}},
		{"./scripts/deploy.sh prod", []part{{"deploy.sh", "prod", classRun}}},
		{"node --version", []part{{"node", "", classRead}}},
		{"frobnicate test", []part{{"frobnicate", "test", classCheck}}},
		{"", nil},
		{"'unclosed", []part{{"unclosed", "", classOther}}},
	} {
		var got []part
		for _, p := range k.commands(c.line) {
			program, sub := p.program()
			got = append(got, part{program, sub, p.class})
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.line, diff)
		}
	}
}

func TestTryingAgainIsKnown(t *testing.T) {
	k := testKit()
	act := func(line string) *act { return &act{command: line, parts: k.commands(line)} }
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"npm install", "pnpm install", true},
		{"npm install", "npm test", false},
		{"go test ./a/... ./b/...", "go test ./b/c", true},
		{"go test ./a", "go test ./b", false},
		{"go test ./a", "go test -race ./... && make lint", true},
		{"go test ./a", "go vet ./a", false},
		{"cargo build --release --target x86_64-unknown-linux-musl", "cargo zigbuild --release --target x86_64-unknown-linux-musl", true},
		{"make lint", "make test lint", true},
		{"make lint", "make gen", false},
		{`psql "postgres://a" -c "select id from orders where id=4"`, `psql service=ro -c "select id, at from orders where id=4"`, true},
		{"git add -A", "git commit -m x", false},
		{"git fetch && git rebase main", "git add x && git rebase --continue", true},
		{"yarn dev --port 4000", "(yarn dev --port 4000 > log 2>&1 &); sleep 2", true},
	} {
		if got := similar(act(c.a), act(c.b)); got != c.want {
			t.Errorf("similar(%q, %q): got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
