package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A program's subcommands by class; "" is any other, "*" every one.
type entry map[string]class

// toolchains says what the usual programs are for. It names ecosystems, not projects.
func toolchains() map[string]entry {
	t := map[string]entry{
		"go":               {"test": classCheck, "vet": classCheck, "build": classCheck, "run": classRun, "generate": classCheck, "mod": classSetup, "get": classSetup, "install": classSetup, "fmt": classChange, "tool": classRun, "work": classSetup, "": classRead},
		"cargo":            {"test": classCheck, "nextest": classCheck, "build": classCheck, "zigbuild": classCheck, "check": classCheck, "clippy": classCheck, "bench": classCheck, "doc": classCheck, "deny": classCheck, "audit": classCheck, "miri": classCheck, "publish": classRun, "run": classRun, "fmt": classChange, "add": classSetup, "remove": classSetup, "update": classSetup, "fetch": classSetup, "install": classSetup, "fix": classChange, "": classCheck, "tree": classRead, "metadata": classRead},
		"make":             {"*": classCheck},
		"just":             {"*": classCheck},
		"task":             {"*": classCheck},
		"git":              {"status": classRead, "diff": classRead, "log": classRead, "show": classRead, "blame": classRead, "branch": classRead, "ls-files": classRead, "remote": classRead, "rev-parse": classRead, "config": classRead, "describe": classRead, "grep": classRead, "stash": classVCS, "checkout": classVCS, "restore": classVCS, "": classVCS},
		"docker":           {"compose": classSetup, "build": classCheck, "buildx": classCheck, "run": classRun, "ps": classRead, "logs": classRead, "images": classRead, "inspect": classRead, "context": classRead, "info": classRead, "version": classRead, "": classRun},
		"docker-compose":   {"logs": classRead, "ps": classRead, "": classSetup},
		"podman":           {"build": classCheck, "ps": classRead, "logs": classRead, "": classRun},
		"kubectl":          {"get": classRead, "describe": classRead, "logs": classRead, "top": classRead, "explain": classRead, "kustomize": classRead, "config": classRead, "diff": classRead, "": classRun},
		"helm":             {"lint": classCheck, "template": classCheck, "diff": classCheck, "test": classCheck, "dependency": classSetup, "repo": classSetup, "list": classRead, "ls": classRead, "get": classRead, "history": classRead, "status": classRead, "show": classRead, "search": classRead, "": classRun},
		"terraform":        {"validate": classCheck, "plan": classCheck, "test": classCheck, "fmt": classChange, "init": classSetup, "show": classRead, "state": classRead, "output": classRead, "": classRun},
		"tofu":             {"validate": classCheck, "plan": classCheck, "init": classSetup, "": classRun},
		"dotnet":           {"test": classCheck, "build": classCheck, "format": classCheck, "run": classRun, "publish": classRun, "restore": classSetup, "add": classSetup, "ef": classSetup, "": classRun},
		"swift":            {"test": classCheck, "build": classCheck, "run": classRun, "package": classSetup, "": classCheck},
		"flutter":          {"test": classCheck, "analyze": classCheck, "build": classCheck, "run": classRun, "pub": classSetup, "": classSetup},
		"dart":             {"test": classCheck, "analyze": classCheck, "compile": classCheck, "run": classRun, "pub": classSetup, "format": classChange, "": classSetup},
		"mix":              {"test": classCheck, "compile": classCheck, "credo": classCheck, "dialyzer": classCheck, "format": classCheck, "deps.get": classSetup, "ecto.migrate": classSetup, "": classRun},
		"zig":              {"test": classCheck, "build": classCheck, "run": classRun, "": classCheck},
		"bazel":            {"test": classCheck, "build": classCheck, "run": classRun, "query": classRead, "": classCheck},
		"rails":            {"test": classCheck, "db:migrate": classSetup, "": classRun},
		"rake":             {"*": classCheck},
		"bundle":           {"install": classSetup, "exec": classCheck, "": classSetup},
		"composer":         {"test": classCheck, "install": classSetup, "require": classSetup, "": classRun},
		"php":              {"artisan": classRun, "": classRun},
		"gh":               {"run": classCheck, "pr": classRead, "issue": classRead, "": classRun},
		"glab":             {"ci": classCheck, "": classRun},
		"ansible-playbook": {"*": classRun}, "playwright": {"install": classSetup, "install-deps": classSetup, "": classCheck}, "fastlane": {"test": classCheck, "lint": classCheck, "build": classCheck, "": classRun},
		"alembic": {"*": classSetup}, "goose": {"*": classSetup}, "flyway": {"*": classSetup}, "atlas": {"*": classSetup}, "dbmate": {"*": classSetup}, "prisma": {"*": classSetup}, "diesel": {"*": classSetup}, "sqlx": {"*": classSetup}, "liquibase": {"*": classSetup}, "migrate": {"*": classSetup}, "sqlc": {"*": classCheck}, "buf": {"*": classCheck},
	}
	for c, names := range map[class]string{
		classCheck:  "pytest tox nox mypy pyright ruff flake8 pylint black isort unittest vitest jest mocha ava tsc vue-tsc svelte-check eslint stylelint biome prettier cypress karma webpack vite rollup tsup esbuild turbo nx lerna ctest ninja cmake meson gcc g++ clang clang++ cc rustc rustfmt javac kotlinc scalac ghc stack cabal sbt lein gradle gradlew mvn mvnw ant rspec rubocop phpunit phpstan psalm golangci-lint staticcheck shellcheck hadolint yamllint markdownlint actionlint tflint checkov trivy bats busted luacheck rebar3 xcodebuild swiftlint ktlint promtool amtool kubeconform kubeval conftest kustomize pulumi-preview detekt clippy-driver vale hugo mkdocs sphinx-build latexmk pdflatex valgrind gotestsum deno hyperfine k6 locust lighthouse sqlfluff dbt dune mdl vitepress eleventy verilator iverilog pio idf.py west",
		classSetup:  "pip pip3 conda mamba brew apt apt-get dnf yum apk pacman gem cpan rustup nvm fnm volta sdk corepack pod go-task createdb dropdb vagrant",
		classRun:    "psql mysql sqlite3 mongosh redis-cli ssh scp rsync aws gcloud az ossutil fly flyctl vercel netlify wrangler heroku firebase sam serverless pulumi np node ts-node tsx vite-node python python3 ruby perl java Rscript julia elixir erl lua wasmtime qemu-system-x86_64 adb uvicorn gunicorn flask streamlit nginx systemctl service spark-submit airflow duckdb clickhouse-client bq ssh-add",
		classRead:   "ip ifconfig arp route nmcli lspci lsusb lscpu vmstat iostat ls cat head tail less more sed awk grep rg egrep fgrep ag ack find fd wc stat file tree pwd echo printf which type whereis date env printenv id whoami hostname uname df du free ps top htop lsof netstat ss ping dig nslookup host jq yq xmllint xxd od hexdump strings nm objdump otool readelf diff cmp sort uniq cut tr column tee true false exit : test [ history man help basename dirname realpath readlink md5sum sha256sum curl wget http pandoc iconv bat eza exa sleep wait cd export set source . unset alias ulimit seq time read kill-0 cal bc expr pgrep getconf sysctl dmesg journalctl uptime w who last lsblk locale nproc ssh-keygen gpg openssl base64",
		classChange: "rm mv cp mkdir rmdir touch chmod chown ln kill pkill killall truncate patch install unzip tar gzip gunzip zip dos2unix gofmt goimports autopep8",
		classVCS:    "hg svn jj sl git-lfs pre-commit",
	} {
		for _, n := range strings.Fields(names) {
			if _, ok := t[n]; !ok {
				t[n] = entry{"*": c}
			}
		}
	}
	for _, n := range []string{"npm", "pnpm", "yarn", "bun", "cnpm", "tnpm"} {
		t[n] = entry{"test": classCheck, "t": classCheck, "build": classCheck, "lint": classCheck, "typecheck": classCheck, "check": classCheck, "run": classCheck, "audit": classCheck,
			"install": classSetup, "i": classSetup, "ci": classSetup, "add": classSetup, "remove": classSetup, "rm": classSetup, "uninstall": classSetup, "update": classSetup, "up": classSetup, "dedupe": classSetup, "link": classSetup,
			"start": classRun, "dev": classRun, "serve": classRun, "publish": classRun, "preview": classRun, "version": classVCS, "whoami": classRead, "ls": classRead, "list": classRead, "why": classRead, "view": classRead, "info": classRead, "outdated": classRead, "": classCheck}
	}
	for _, n := range []string{"uv", "poetry", "pipenv", "pdm", "hatch", "rye"} {
		t[n] = entry{"build": classCheck, "check": classCheck, "publish": classRun, "run": classRun, "test": classCheck, "": classSetup}
	}
	return t
}

var reRunWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(deploy|release|publish|rollout|start|serve|run|dev|up)`)
})

// classify tells what a command is for.
func (k *kit) classify(s simple) class {
	program, sub := s.program()
	if len(s.words) > 1 && slices.Contains([]string{"--version", "-V", "version", "--help", "-h", "help"}, s.words[len(s.words)-1]) && len(s.words) == 2 {
		return classRead
	}
	if redirects(s.words) && program != "" && k.tools[program]["*"] == classRead {
		return classChange
	}
	e, known := k.tools[program]
	switch {
	case !known && shell(program) && looksLikePath(sub):
		return unknownProgram(simple{words: []string{"./" + sub}}, base(sub))
	case !known && s.ofProject():
		return max(unknownProgram(s, program), classRun)
	case !known:
		return unknownProgram(s, program)
	case scriptRunner(program) && sub != "" && e[sub] == 0:
		if i := slices.Index(s.words, sub); i > 0 && k.tools[base(sub)] != nil {
			return k.classify(simple{words: s.words[i:]})
		}
	case program == "sed" || program == "perl" || program == "awk":
		if slices.ContainsFunc(s.words[1:], func(w string) bool { return strings.HasPrefix(w, "-i") || w == "--in-place" }) {
			return classChange
		}
	case program == "find" && (slices.Contains(s.words, "-delete") || slices.Contains(s.words, "-exec")):
		return classChange
	case program == "make" || program == "just" || program == "task" || program == "rake":
		return makeTarget(s.words)
	}
	if c, ok := e["*"]; ok {
		if c == classCheck && rewrites(s.words) {
			return classChange
		}
		return c
	}
	if c, ok := e[sub]; ok && sub != "" {
		return c
	}
	return e[""]
}

func shell(program string) bool {
	return program == "bash" || program == "sh" || program == "zsh"
}

// ofProject reports a program that the project brings along: a script in its folders, or
// what its package manager runs for it.
func (s simple) ofProject() bool {
	if len(s.words) == 0 {
		return false
	}
	if _, sub := s.program(); shell(base(s.words[0])) {
		return looksLikePath(sub)
	}
	if strings.HasPrefix(s.words[0], "./") || strings.HasPrefix(s.words[0], "scripts/") || strings.HasPrefix(s.words[0], "bin/") {
		return true
	}
	_, through := runner(s.words)
	return through && slices.Contains([]string{"uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle", "mise"}, base(s.words[0]))
}

// rewrites reports a linter or formatter that is let loose on the files.
func rewrites(words []string) bool {
	return slices.ContainsFunc(words[1:], func(w string) bool {
		return w == "--write" || w == "--fix" || w == "-w" || w == "--in-place" || w == "--autocorrect" || w == "-A"
	})
}

func makeTarget(words []string) class {
	c := classCheck
	for _, w := range words[1:] {
		switch {
		case strings.HasPrefix(w, "-"):
		case strings.HasPrefix(w, "clean"):
			c = classChange
		case strings.Contains(w, "install"), strings.Contains(w, "migrate"), strings.Contains(w, "tools"), strings.Contains(w, "setup"), strings.Contains(w, "deps"):
			c = classSetup
		case reRunWords().MatchString(w):
			c = classRun
		}
	}
	return c
}

// unknownProgram takes a script or binary of the project itself for a run.
func unknownProgram(s simple, program string) class {
	w := s.words[0]
	switch _, sub := s.program(); sub {
	case "test", "tests", "runtest", "check", "lint", "build", "compile", "verify", "bench", "validate", "typecheck", "doctor":
		return classCheck
	case "install", "setup", "migrate", "sync", "init", "up", "restore":
		return classSetup
	case "run", "deploy", "start", "serve", "publish", "apply", "release", "exec":
		return classRun
	}
	if strings.HasPrefix(w, "./") || strings.Contains(w, "/") {
		for _, hint := range []string{"test", "check", "lint", "build", "verify", "gradlew", "mvnw"} {
			if strings.Contains(program, hint) {
				return classCheck
			}
		}
		return classRun
	}
	return classOther
}

func redirects(words []string) bool {
	for i, w := range words {
		if i > 0 && (w == ">" || w == ">>" || strings.HasPrefix(w, ">") && !strings.HasPrefix(w, ">&") && !strings.HasPrefix(w, ">/dev/null")) {
			return true
		}
	}
	return false
}
