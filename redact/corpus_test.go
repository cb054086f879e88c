package redact

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/internal/testcorpus"
)

// strings of a JSON text, at any depth.
func stringsIn(v any, yield func(string)) {
	switch v := v.(type) {
	case string:
		yield(v)
	case []any:
		for _, e := range v {
			stringsIn(e, yield)
		}
	case map[string]any:
		for _, e := range v {
			stringsIn(e, yield)
		}
	}
}

// TestLivesKeepNoPlantedSecret redacts the sessions of the invented lives that hold
// planted secrets: as they are told, and as the lines of JSON that a ledger makes of them.
func TestLivesKeepNoPlantedSecret(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testcorpus.Dir(t, "lives"), "*", "life.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no lives: %v", err)
	}
	secrets := 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var life struct {
			Sessions []json.RawMessage `json:"sessions"`
		}
		if err := json.Unmarshal(b, &life); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, raw := range life.Sessions {
			secrets += checkSession(t, raw)
		}
	}
	if secrets < 15 {
		t.Errorf("%d planted secrets seen, want at least 15", secrets)
	}
}

func checkSession(t *testing.T, raw json.RawMessage) int {
	t.Helper()
	var head struct {
		Kind string `json:"kind"`
		Gold struct {
			Secrets []string `json:"must_not_keep"`
		} `json:"gold"`
	}
	var all map[string]any
	if err := json.Unmarshal(raw, &head); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if head.Kind != "secrets" {
		return 0
	}
	delete(all, "gold")
	stringsIn(all, func(s string) {
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range head.Gold.Secrets {
			if got := String(s); strings.Contains(got, secret) {
				t.Errorf("the text keeps %q:\n%s", secret, got)
			}
			if got := String(string(line)); strings.Contains(got, secret) {
				t.Errorf("the escaped text keeps %q:\n%s", secret, got)
			}
		}
	})
	return len(head.Gold.Secrets)
}

// TestCorpusKeepsNoSecret redacts the ledgers in which every line may hold invented
// secrets, line by line as they stand in the file, and what Codex made of them.
func TestCorpusKeepsNoSecret(t *testing.T) {
	planted := []string{
		"sk-" + "proj-Ab1Cd2Ef3Gh4Ij5Kl", "sk-" + "F4kEf4KeF4kEf4Ke", "AK" + "IAFAKEFAKEFAKE1234", "wJalrXUtnFEMI", "gh" + "p_FAKEfakeFAKE",
		"xo" + "xb-123456789012", "eyJmYWtlIjoxfQ", "hunter2-super-secret", "ZmFrZS1hcGkta2V5LXZhbHVl", "s3cr3tPw@", "AI" + "zaFakeFakeFake", "MIIBFAKEFAKE",
	}
	for _, scenario := range []string{"a08_secrets", "m01_pipeline_v1"} {
		root := testcorpus.Dir(t, "corpus/codex/"+scenario)
		seen := map[string]bool{}
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) == ".sqlite" {
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			var out bytes.Buffer
			if err := Copy(&out, bytes.NewReader(b)); err != nil {
				return err
			}
			for _, p := range planted {
				seen[p] = seen[p] || bytes.Contains(b, []byte(p))
				if i := strings.Index(out.String(), p); i >= 0 {
					t.Errorf("%s keeps %q: …%s…", path, p, out.String()[max(0, i-80):min(out.Len(), i+120)])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(seen) == 0 {
			t.Errorf("%s holds none of the planted secrets: the test reads the wrong place", scenario)
		}
	}
}
