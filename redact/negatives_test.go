package redact

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOrdinaryLinesStay redacts testdata/negatives, line by line and as whole files, plain
// and escaped for JSON: nothing may change.
func TestOrdinaryLinesStay(t *testing.T) {
	files, err := filepath.Glob("testdata/negatives/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no negatives: %v", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			for _, text := range []string{line, strings.TrimSuffix(line, "\n"), escape(t, line), escape(t, escape(t, line))} {
				if got := String(text); got != text {
					t.Errorf("%s:\n want %q\n got  %q", filepath.Base(file), text, got)
					break
				}
			}
		}
		if got := String(string(b)); got != string(b) {
			t.Errorf("%s as a whole changes: %+v", file, Find(string(b)))
		}
	}
}

// ordinary is a corpus without secrets of anybody: its findings are false alarms.
type ordinary struct {
	name string
	text string
	most float64 // false alarms a megabyte, at most
}

// goSources reads the Go files below a folder of the toolchain, but for tests, examples
// and fixtures, which do hold made-up secrets.
func goSources(tb testing.TB, dir string) string {
	tb.Helper()
	var b strings.Builder
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatalf("go env GOROOT: %v", err)
	}
	root := filepath.Join(strings.TrimSpace(string(goroot)), "src", dir)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		b.Write(text)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// gitLog invents the log of a repository.
func gitLog(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "commit %s\nAuthor: Dev <dev@example.com>\nDate:   Mon Oct %d 2026\n\n    %s: %s the %s %s\n\n %s/%s_%s.go | %d +++--\n index %s..%s 100644\n\n",
			draw(r, hexes, 40), 1+r.IntN(28), pick(r, plainWords), pick(r, plainWords), pick(r, plainWords), pick(r, plainWords),
			pick(r, plainWords), pick(r, plainWords), pick(r, plainWords), r.IntN(200), draw(r, hexes, 7), draw(r, hexes, 7))
	}
	return b.String()
}

// lockFile invents the lock files of three package managers.
func lockFile(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		sum := make([]byte, 64)
		for i := range sum {
			sum[i] = byte(r.Uint32())
		}
		fmt.Fprintf(&b, "    \"node_modules/%s-%s\": {\n      \"version\": \"%d.%d.%d\",\n      \"resolved\": \"https://registry.npmjs.org/%s/-/%s-1.0.0.tgz\",\n      \"integrity\": \"sha512-%s\"\n    },\n",
			pick(r, plainWords), pick(r, plainWords), r.IntN(9), r.IntN(20), r.IntN(9), pick(r, plainWords), pick(r, plainWords), base64.StdEncoding.EncodeToString(sum))
		fmt.Fprintf(&b, "example.com/%s/%s v%d.%d.%d h1:%s\n", pick(r, plainWords), pick(r, plainWords), r.IntN(3), r.IntN(30), r.IntN(9), base64.StdEncoding.EncodeToString(sum[:32]))
		fmt.Fprintf(&b, "checksum = \"%x\"\n%s --hash=sha256:%x\n", sum[:32], pick(r, plainWords), sum[32:])
	}
	return b.String()
}

// identifiers invents the ids that logs and ledgers are full of.
func identifiers(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, `{"timestamp":"2026-10-15T08:51:09.220Z","id":"%s","thread_id":"%s","call_id":"call_%s","etag":"%s","usage":{"input_tokens":%d,"total_tokens":%d},"trace_id":"%s","key":"%s.%s"}`+"\n",
			uuidText(r), uuidText(r), draw(r, alnums, 24), draw(r, hexes, 40), r.IntN(1e5), r.IntN(1e5), draw(r, hexes, 32), pick(r, plainWords), pick(r, plainWords))
	}
	return b.String()
}

// images invents pictures in base64, as data URLs and in lines of 76.
func images(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		raw := make([]byte, 3000)
		for i := range raw {
			raw[i] = byte(r.Uint32())
		}
		text := base64.StdEncoding.EncodeToString(raw)
		fmt.Fprintf(&b, "<img src=\"data:image/png;base64,%s\">\n", text)
		for len(text) > 76 {
			b.WriteString(text[:76] + "\n")
			text = text[76:]
		}
	}
	return b.String()
}

// minified writes Go sources as a minifier would JavaScript: names shortened, no blanks.
func minified(source string) string {
	r := strings.NewReplacer("\n", ";", "\t", "", " := ", "=", " = ", "=", ", ", ",", " == ", "===", "func ", "function ", "string", "e", "return ", "return ", " {", "{")
	return r.Replace(source)
}

func ordinaryTexts(tb testing.TB) []ordinary {
	r := rand.New(rand.NewPCG(7, 7))
	var prose strings.Builder
	for _, name := range []string{"prose.txt", "code.txt"} {
		b, err := os.ReadFile(filepath.Join("testdata/negatives", name))
		if err != nil {
			tb.Fatal(err)
		}
		prose.Write(b)
	}
	nets, compilers := goSources(tb, "net"), goSources(tb, "cmd/compile/internal")
	return []ordinary{
		{"Go, net and below", nets, 1.5},
		{"Go, the compiler", compilers, 1},
		{"Go, crypto (keys and secrets in every line)", goSources(tb, "crypto"), 1},
		{"minified code", minified(nets[:min(len(nets), 2<<20)]), 2},
		{"own prose and code", prose.String(), 0},
		{"git logs", gitLog(r, 2000), 0},
		{"lock files", lockFile(r, 1500), 0},
		{"ids in ledgers", identifiers(r, 3000), 0},
		{"images in base64", images(r, 150), 0},
	}
}

// TestFalseAlarms reports the false alarms over ordinary code, prose and data, plain and
// as JSON strings, and bounds them.
func TestFalseAlarms(t *testing.T) {
	size, alarms := 0, 0
	for _, o := range ordinaryTexts(t) {
		for _, text := range []string{o.text, escape(t, o.text)} {
			found := Find(text)
			size += len(text)
			alarms += len(found)
			rate := float64(len(found)) / float64(len(text)) * 1e6
			t.Logf("%-45s %9d bytes, %d false alarms, %.2f a megabyte", o.name, len(text), len(found), rate)
			for i, f := range found {
				if i < 5 {
					t.Logf("  %s: %.60q in %.140q", f.Rule, text[f.Start:f.End], text[max(0, f.Start-60):min(len(text), f.End+30)])
				}
			}
			if rate > o.most {
				t.Errorf("%s: %.2f false alarms a megabyte, want at most %.2f", o.name, rate, o.most)
			}
		}
	}
	t.Logf("in all: %d bytes, %d false alarms, %.3f a megabyte", size, alarms, float64(alarms)/float64(size)*1e6)
	if size < 10e6 {
		t.Errorf("only %d bytes of ordinary text", size)
	}
}
