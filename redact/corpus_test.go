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

// plantedSecrets reads the invented secrets of the corpus from the file that its user
// had printed: under each heading "# name" stands one, alone or with its key.
func plantedSecrets(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testcorpus.Dir(t, "corpus/codex/a08_secrets"), "home/sessions/*/*/*/*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no ledger: %v", err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range bytes.Lines(b) {
		var record any
		if json.Unmarshal(line, &record) != nil {
			continue
		}
		stringsIn(record, func(text string) {
			_, list, found := strings.Cut(text, "\n# openai\n")
			if !found || len(out) > 0 {
				return
			}
			for line := range strings.Lines(list) {
				line = strings.TrimRight(line, "\n\"'")
				if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "-----") {
					continue
				}
				if _, user, found := strings.Cut(line, "://"); found {
					line, _, _ = strings.Cut(user, "@")
				}
				if secret := line[strings.LastIndexAny(line, " \"':")+1:]; len(secret) > 5 {
					out = append(out, secret)
				}
			}
		})
	}
	return out
}

// TestCorpusKeepsNoSecret redacts the files in which every line may hold invented
// secrets, as they stand, with what Codex made of them.
func TestCorpusKeepsNoSecret(t *testing.T) {
	planted := plantedSecrets(t)
	if len(planted) < 12 {
		t.Fatalf("only %d planted secrets read", len(planted))
	}
	for _, scenario := range []string{"a08_secrets", "m01_pipeline_v1"} {
		seen := 0
		err := filepath.WalkDir(testcorpus.Dir(t, "corpus/codex/"+scenario), func(path string, d os.DirEntry, err error) error {
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
				seen += bytes.Count(b, []byte(p))
				if i := strings.Index(out.String(), p); i >= 0 {
					t.Errorf("%s keeps %q: …%s…", path, p, out.String()[max(0, i-80):min(out.Len(), i+120)])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if seen == 0 {
			t.Errorf("%s holds none of the planted secrets: the test reads the wrong place", scenario)
		}
	}
}
