package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestReadmeShowsWhatTheCommandsPrint runs each `$ reverie …` line of the README's
// console blocks, in order and in one empty home, and compares the output that stands
// below it. UPDATE=1 writes the README anew.
func TestReadmeShowsWhatTheCommandsPrint(t *testing.T) {
	path := filepath.Join("..", "..", "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	env := map[string]string{"HOME": home}
	var out strings.Builder
	ran := 0
	for rest := string(text); ; {
		before, block, found := strings.Cut(rest, "```console\n")
		out.WriteString(before)
		if !found {
			break
		}
		body, after, closed := strings.Cut(block, "\n```\n")
		if !closed {
			t.Fatal("a console block is not closed")
		}
		line, _, _ := strings.Cut(body, "\n")
		words, ok := strings.CutPrefix(line, "$ reverie ")
		if !ok {
			t.Fatalf("a console block begins with %q, want a $ reverie line", line)
		}
		words, tail, piped := strings.Cut(words, " | tail -n ")
		var stdout bytes.Buffer
		code := Main(context.Background(), strings.Fields(words), Streams{
			In: strings.NewReader(""), Out: &stdout, Err: io.Discard, Env: func(k string) string { return env[k] },
			Now: func() time.Time { return noon },
		})
		if code != exitOK {
			t.Errorf("%s: exit code %d", line, code)
		}
		ran++
		shown := strings.ReplaceAll(strings.TrimRight(stdout.String(), "\n"), home, "~")
		if piped {
			n, err := strconv.Atoi(tail)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(shown, "\n")
			shown = strings.Join(lines[max(0, len(lines)-n):], "\n")
		}
		out.WriteString("```console\n" + line + "\n" + shown + "\n```\n")
		rest = after
	}
	if ran < 3 {
		t.Fatalf("%d commands in the README's console blocks, want some", ran)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(out.String(), string(text)); diff != "" {
		t.Errorf("the README shows something else than the commands print; UPDATE=1 go test ./internal/cli writes it anew (-printed +README):\n%s", diff)
	}
}
