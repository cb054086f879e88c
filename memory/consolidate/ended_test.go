package consolidate

import (
	"strings"
	"testing"
)

// TestFactsEndWithTheRuleThatTheyStoodOn: what a rule was true of is no tip any more once
// the user took the rule back, and is marked in the handbook.
func TestFactsEndWithTheRuleThatTheyStoodOn(t *testing.T) {
	tests := []struct {
		name     string
		old, now string
		failure  [3]string
		command  string
		at       int // days before now of the failure
		ended    bool
	}{
		{name: "a port of a service that is gone", old: "integration tests go against the shared queue on port 6044", now: "the shared queue is gone, integration tests start their own queue now, no 6044 any more",
			failure: [3]string{"make itest", "dial tcp 127.0.0.1:6044: connection refused", "make queue-up"}, command: "make queue-up", at: 9, ended: true},
		{name: "a version that was raised", old: "we stay on java 17.2, write no newer syntax", now: "java is 21.0 now, the 17.2 rule no longer holds, newer syntax is fine",
			failure: [3]string{"mvn verify", "class file has wrong version, needs java 17.2.1", "sdk use java 17.2"}, command: "sdk use java 17.2", at: 9, ended: true},
		{name: "a file that is dropped", old: "lint runs before a commit", now: "tools/old-release.sh is gone, the workflow does it",
			failure: [3]string{"tools/old-release.sh", "no tag found", "git fetch --tags"}, command: "git fetch --tags", at: 9, ended: true},
		{name: "met again since", old: "integration tests go against the shared queue on port 6044", now: "the shared queue is gone, integration tests start their own queue now, no 6044 any more",
			failure: [3]string{"make itest", "dial tcp 127.0.0.1:6044: connection refused", "make queue-up"}, command: "make queue-up", at: 1, ended: false},
		{name: "another thing", old: "commit messages are in french", now: "from now on commit messages are no longer in french but in german",
			failure: [3]string{"make itest", "dial tcp 127.0.0.1:6044: connection refused", "make queue-up"}, command: "make queue-up", at: 9, ended: false},
	}
	for _, tt := range tests {
		texts := compose(t, Input{Selected: selection(
			session{n: 1, cwd: shop, day: 12, prefs: []string{tt.old}},
			session{n: 2, cwd: shop, day: tt.at, fails: [][3]string{tt.failure}, knows: []string{tt.command, "make unit"}},
			session{n: 3, cwd: shop, day: 4, prefs: []string{tt.now}},
			session{n: 4, cwd: till, day: 9, fails: [][3]string{{"make it", "drawer cannot bind 0.0.0.0:6044, taken twice", "make till-up"}}},
		)})
		tips := section(texts.Summary, "## General Tips")
		if got := !strings.Contains(tips, tt.command); got != tt.ended {
			t.Errorf("%s: out of the tips: %v, want %v\n%s", tt.name, got, tt.ended, tips)
		}
		if !strings.Contains(tips, "`make unit`") || !strings.Contains(tips, "`make till-up`") {
			t.Errorf("%s: what the rule does not name is out of the tips:\n%s", tt.name, tips)
		}
		marked := strings.Contains(texts.Handbook, "- superseded by [Task 1] on 2026-11-16: `"+tt.command+"`") && strings.Contains(texts.Handbook, "on 2026-11-16: `"+tt.failure[0]+"` failed")
		if marked != tt.ended {
			t.Errorf("%s: marked in the handbook: %v, want %v\n%s", tt.name, marked, tt.ended, texts.Handbook)
		}
		if _, err := parse(texts.Handbook); err != nil {
			t.Error(err)
		}
	}
}

// section is the part of a text below a heading of the second level.
func section(text, head string) string {
	_, rest, _ := strings.Cut(text, head+"\n")
	rest, _, _ = strings.Cut(rest, "\n## ")
	return rest
}

func TestOneOff(t *testing.T) {
	for command, want := range map[string]bool{
		"kill 48213 && npm run dev":                           true,
		"kill -9 771":                                         true,
		"sudo kill -s TERM 1234; make up":                     true,
		"cd /tmp/try && make":                                 true,
		"python3 /tmp/fix.py":                                 true,
		"ls && /tmp/run.sh":                                   true,
		"cp a /tmp/tmp.aX9bQ2/b":                              true,
		"docker logs 4f1c9e02b7aa":                            true,
		"git cherry-pick 9fceb02d0ae598e95dc970b74767f19372d": true,
		"curl x/6f0e2c8a-1f2b-4c3d-8e9f-0a1b2c3d4e5f":         true,
		"go build -o /tmp/app ./cmd/app":                      false,
		"pytest -q > /tmp/test.log":                           false,
		"pkill -f vite && npm run dev":                        false,
		"lsof -ti :5173 | xargs kill":                         false,
		"make migrate-20261120":                               false,
		"git rebase -i HEAD~3":                                false,
		"redis-cli --port 6379 flushall":                      false,
	} {
		if got := oneOff(command); got != want {
			t.Errorf("oneOff(%q) = %v, want %v", command, got, want)
		}
	}
	texts := compose(t, Input{Selected: selection(session{n: 1, cwd: shop, day: 2, knows: []string{"kill 48213 && make serve", "make serve"},
		fails: [][3]string{{"make serve", "address 7443 already in use by serve", "kill 48213"}}})})
	if list := section(texts.Handbook, "## Reusable knowledge"); strings.Contains(list, "48213") || !strings.Contains(list, "`make serve`") {
		t.Errorf("reusable knowledge:\n%s", list)
	}
	if tips := section(texts.Summary, "## General Tips"); strings.Contains(tips, "48213") {
		t.Errorf("tips:\n%s", tips)
	}
}
