package extract

import (
	"testing"
)

func TestFilterRunsReverie(t *testing.T) {
	for command, want := range map[string]bool{
		"reverie search make":                                   true,
		"cd /w && reverie prompt --cwd .":                       true,
		"~/go/bin/reverie show 1 --raw":                         true,
		`"$HOME/my bin/reverie" why MEMORY.md:3`:                true,
		"REVERIE_HOME=/tmp/x ./reverie status":                  true,
		"git log | reverie redact":                              true,
		"timeout 10 reverie search x":                           true,
		"ls; sudo -n reverie doctor":                            true,
		`echo "$(reverie prompt)"`:                              true,
		"x=`reverie search a`":                                  true,
		`ssh host -- bash -c "reverie search x"`:                true,
		`sh -c 'cd /w; reverie note "use tabs"'`:                true,
		"go run ./cmd/reverie search x":                         true,
		"go run -race github.com/a/reverie@latest search x":     true,
		"for t in a b; do reverie search $t; done":              true,
		`C:\tools\reverie.exe search x`:                         true,
		"reverie search a\necho done":                           true,
		"make\nreverie search a":                                true,
		"cd reverie && go test ./...":                           false,
		"git clone https://example.org/reverie":                 false,
		"go build -o reverie ./cmd/reverie":                     false,
		"go run ./cmd/other reverie":                            false,
		"cat cmd/reverie/main.go":                               false,
		`git commit -m "reverie search: quicker; reverie show"`: false,
		`rg "(reverie|codex) search" docs`:                      false,
		"rg reverie .":                                          false,
		"which reverie-tools":                                   false,
		"ls":                                                    false,
	} {
		if got := filterRunsReverie(command); got != want {
			t.Errorf("filterRunsReverie(%q): got %t, want %t", command, got, want)
		}
	}
}

func TestFilterKnowsReveriesHome(t *testing.T) {
	o := RowOptions{MemoryDirs: []string{"/srv/mind"}}
	for command, want := range map[string]bool{
		"sqlite3 ~/.reverie/state.sqlite 'select * from stage1_outputs'": true,
		"cat /home/u/.reverie/undo/1/handbook":                           true,
		`cat "${REVERIE_HOME}/state.sqlite"`:                             true,
		"REVERIE_HOME=/tmp/x go test ./...":                              false,
		"rg -n REVERIE_HOME docs":                                        false,
		`python3 -c "print(open(os.path.join(os.environ['REVERIE_HOME'], 'memories', 'a.md')).read())"`: true,
		"ls $REVERIE_HOME":                     true,
		"sqlite3 /srv/mind/state.sqlite .dump": true,
		"ls /srv/mind":                         true,
		"ls /srv/minder":                       false,
		"ls /srv/mind.old /srv/minder":         false,
		"cat docs/reverie.md":                  false,
	} {
		c := rowFunctionCall("exec_command", `{"cmd":`+jsonText(command)+`}`)
		if got := o.filterTouchesMemory("", &c); got != want {
			t.Errorf("%q: got %t, want %t", command, got, want)
		}
	}
	script := rowCustomCall("exec", `const r = await tools.exec_command({cmd: "reverie search x"}); text(r.output)`)
	if !o.filterTouchesMemory("", &script) {
		t.Error("got a script that runs reverie as evidence, want it known")
	}
}

// TestRowsDropReveriesOutput: an output that holds the memory prompt is none of the
// evidence, whatever brought it, and neither are a call of Reverie and what it printed.
func TestRowsDropReveriesOutput(t *testing.T) {
	l := new(ledgerText).meta("").exec("c1", "reverie search make").output("c1", "Exit code: 0\nOutput:\nMEMORY.md:7 likes make\n").
		exec("c2", "./ask.sh").output("c2", "Exit code: 0\nOutput:\n<reverie_memory>\nlikes make\n</reverie_memory>\n").
		exec("c3", "./ask.sh --json").output("c3", "Exit code: 0\nOutput:\n{\n  \"prompt\": \"<reverie_memory>\\nlikes make\"\n}\n").
		exec("c4", "rg -n reverie_memory").output("c4", "Exit code: 0\nOutput:\nprompt.go:3: const open = `<reverie_memory>`\n")
	wantRows(t, l, "4 tool_call t0: ./ask.sh", "6 tool_call t0: ./ask.sh --json", "8 tool_call t0: rg -n reverie_memory",
		"9 tool_output t0: prompt.go:3: const open = `<reverie_memory>`\n")
}
