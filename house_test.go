package reverie

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/seed50391015/reverie"

// rooms lists the house from the ground up, with what each room may import beside its
// own sub-packages: only what lies below it. A package stands in the room whose prefix
// fits it longest.
var rooms = []struct {
	prefix string
	may    []string // by prefix
}{
	{"redact", nil},
	{"conversation", []string{"redact"}},
	{"llm", []string{"conversation", "redact"}},
	{"source", []string{"conversation", "redact"}},
	{"memory/state", []string{"redact"}},
	{"memory/extract", []string{"memory/state", "llm", "source", "conversation", "redact"}},
	{"memory/workspace", []string{"memory/state", "redact"}},
	{"memory/consolidate", []string{"memory/workspace", "memory/extract", "memory/state", "llm", "redact"}},
	{"memory/recall", []string{"memory/state", "redact"}},
	{"memory", []string{"memory", "llm", "source", "conversation", "redact"}},
	{"agent", []string{"memory", "llm", "source", "conversation", "redact"}},
	{"serve", []string{"memory", "llm", "source", "conversation", "redact"}},
	{"internal/config", []string{"memory", "llm"}},
	{"internal/testcorpus", nil},
	{"internal/ledgergen", []string{"conversation"}},
	{"internal/sample", []string{"conversation"}},
	{"internal/cli", []string{"internal/config", "internal/sample", "serve", "agent", "memory", "llm", "source", "conversation", "redact"}},
	{"cmd", []string{"internal/cli"}},
}

// testOnly may be imported by any package's tests.
var testOnly = []string{"internal/testcorpus", "internal/ledgergen", "internal/sample"}

type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

func TestArrowsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if rel == "" {
			continue // this test's own package
		}
		may, ok := allowed(rel)
		if !ok {
			t.Errorf("package %s stands in no room of the house: add it to ARCHITECTURE.md and to this test", rel)
			continue
		}
		seen[rel] = true
		check(t, rel, p.Imports, may)
		check(t, rel+" (tests)", append(p.TestImports, p.XTestImports...), append(may, append(testOnly, rel, room(rel), "memory/state")...))
	}
	if len(seen) < 10 {
		t.Errorf("only %d packages seen: the test reads the wrong module", len(seen))
	}
}

func check(t *testing.T, rel string, imports, may []string) {
	t.Helper()
	for _, path := range imports {
		target, ours := strings.CutPrefix(path, module+"/")
		if !ours {
			continue
		}
		ok := false
		for _, prefix := range may {
			ok = ok || target == prefix || strings.HasPrefix(target, prefix+"/")
		}
		if !ok {
			t.Errorf("%s imports %s: arrows point down only", rel, target)
		}
	}
}

// room is the longest prefix in rooms that holds rel.
func room(rel string) string {
	best := ""
	for _, r := range rooms {
		if (rel == r.prefix || strings.HasPrefix(rel, r.prefix+"/")) && len(r.prefix) > len(best) {
			best = r.prefix
		}
	}
	return best
}

func allowed(rel string) ([]string, bool) {
	name := room(rel)
	for _, r := range rooms {
		if r.prefix == name && name != "" {
			return append([]string{name}, r.may...), true
		}
	}
	return nil, false
}
