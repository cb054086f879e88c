package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// sampleHome syncs the sample into a fresh home and returns the user's home around it.
func sampleHome(b *testing.B) string {
	b.Helper()
	home := b.TempDir()
	env := map[string]string{"HOME": home}
	code := Main(context.Background(), []string{"sync", "--sample"}, Streams{
		In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Env: func(k string) string { return env[k] },
		Now: func() time.Time { return noon },
	})
	if code != exitOK {
		b.Fatalf("sync --sample: exit code %d", code)
	}
	return home
}

// BenchmarkPromptColdStart runs the built binary as an agent's hook does: a new process
// for each prompt.
func BenchmarkPromptColdStart(b *testing.B) {
	home := sampleHome(b)
	binary := filepath.Join(b.TempDir(), "reverie")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/reverie").CombinedOutput(); err != nil {
		b.Fatalf("build: %v %s", err, out)
	}
	for b.Loop() {
		cmd := exec.Command(binary, "prompt", "--cwd", "/home/mira/code/kelpie")
		cmd.Env = append(os.Environ(), "HOME="+home, "REVERIE_HOME="+filepath.Join(home, ".reverie"))
		out, err := cmd.Output()
		if err != nil || !bytes.Contains(out, []byte("never call pytest")) {
			b.Fatalf("prompt: %v %s", err, out)
		}
	}
}
