package ledgergen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/ledgergen"
)

func TestWriteIsDeterministicAndSound(t *testing.T) {
	for _, o := range []ledgergen.Options{
		{Seed: 1}, {Seed: 2, Legacy: true, Bytes: 400_000, CompactEvery: 60_000}, {Seed: 3, Bytes: 1},
	} {
		var a, b bytes.Buffer
		l, err := ledgergen.Write(&a, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ledgergen.Write(&b, o); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%+v: two runs differ", o)
		}
		if int64(a.Len()) != l.Bytes || l.Bytes < o.Bytes {
			t.Errorf("%+v: wrote %d bytes, says %d", o, a.Len(), l.Bytes)
		}
		if o.CompactEvery > 0 && l.Compactions < 3 {
			t.Errorf("%+v: %d compactions, want at least 3", o, l.Compactions)
		}
		r := rollout.NewReader(&a)
		n := 0
		for {
			line, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if !json.Valid(line.Raw) {
				t.Fatalf("line %d is not JSON: %s", line.Number, line.Raw)
			}
			n++
		}
		if n != l.Records || r.BadCount() != 0 {
			t.Errorf("%+v: %d records and %v bad, want %d and none", o, n, r.Bad(), l.Records)
		}
	}
}

func TestHome(t *testing.T) {
	dir := t.TempDir()
	paths, err := ledgergen.Home(dir, 30, ledgergen.Options{Bytes: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	found, err := rollout.FindLedgers(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 30 || len(paths) != 30 {
		t.Errorf("%d ledgers found, %d written, want 30", len(found), len(paths))
	}
	for _, f := range found {
		e, err := rollout.Catalogue(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if e.ThreadID != f.ThreadID || !e.HasUserMessage || len(e.Problems) > 0 {
			t.Errorf("%s: entry %+v", f.Path, e)
		}
		if info, err := os.Stat(f.Path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", f.Path, info.Mode(), err)
		}
	}
}
