package sample

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func ledgers(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWriteIsWholeAndStable(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir); err != nil {
		t.Fatal(err)
	}
	first := ledgers(t, dir)
	if len(first) != 7 {
		t.Fatalf("%d ledgers, want 7", len(first))
	}
	for path, text := range first {
		if !strings.HasSuffix(path, ".jsonl") {
			t.Errorf("left over: %s", path)
		}
		for i, line := range bytes.Split([]byte(strings.TrimSuffix(text, "\n")), []byte("\n")) {
			if !json.Valid(line) {
				t.Errorf("%s:%d is no JSON", path, i+1)
			}
		}
		if !strings.Contains(strings.SplitN(text, "\n", 2)[0], `"session_meta"`) {
			t.Errorf("%s does not begin with session_meta", path)
		}
	}
	if err := Write(dir); err != nil {
		t.Fatal(err)
	}
	for path, text := range ledgers(t, dir) {
		if first[path] != text {
			t.Errorf("%s changed at the second call", path)
		}
	}
}

func TestParseRefusesNonsense(t *testing.T) {
	for _, text := range []string{"words first\n", "@session tomorrow\n", "@dance\n", "@exit 1\n", "@out\n", "@session x y z\n"} {
		if _, err := parse([]byte(text)); err == nil {
			t.Errorf("parse(%q) gave no error", text)
		}
	}
}
