package rollout_test

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/ledgergen"
)

// TestDamagedCompressedLedger: what stands before the damage is read, and each reader
// says that something is lost.
func TestDamagedCompressedLedger(t *testing.T) {
	path, _, err := ledgergen.File(t.TempDir(), ledgergen.Options{Bytes: 600_000})
	if err != nil {
		t.Fatal(err)
	}
	packed := compress(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	frame, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := rollout.Check(packed)
	if err != nil || len(whole.Bad) > 0 {
		t.Fatalf("check of the whole: %+v, %v", whole, err)
	}
	flipped := slices.Clone(frame)
	flipped[len(flipped)*2/3] ^= 0x40
	for _, tc := range []struct {
		name   string
		packed []byte
		want   string
		least  int
	}{
		{"cut", frame[:len(frame)*2/3], "cut short", 1},
		{"a byte flipped", flipped, "damaged", 1},
		{"its end cut off", frame[:len(frame)-2], "cut short", 1},
		{"second frame cut", slices.Concat(frame, frame[:len(frame)/50+20]), "cut short", whole.Records},
		{"rubbish behind", slices.Concat(frame, []byte("rubbish that is no frame")), "damaged", whole.Records},
		{"NULs behind", slices.Concat(frame, make([]byte, 100)), "damaged", whole.Records},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := os.WriteFile(packed, tc.packed, 0o600); err != nil {
				t.Fatal(err)
			}
			rep, err := rollout.Check(packed)
			if err != nil || rep.Records < tc.least {
				t.Errorf("%d records, %v; want at least %d", rep.Records, err, tc.least)
			}
			if len(rep.Bad) != 1 || !strings.Contains(rep.Bad[0].Reason, tc.want) || rep.Bad[0].Number != rep.Records+1 {
				t.Errorf("bad lines of %d records: %+v, want the next, %q", rep.Records, rep.Bad, tc.want)
			}
			h, err := rollout.History(packed, rollout.HistoryOptions{})
			if err != nil || !strings.Contains(strings.Join(h.Warnings, "\n"), tc.want) {
				t.Errorf("history: %v, warnings %q; want %q", err, h.Warnings, tc.want)
			}
			e, err := rollout.Catalogue(packed)
			if err != nil || !strings.Contains(strings.Join(e.Problems, "\n"), tc.want) {
				t.Errorf("catalogue: %v, problems %q; want %q", err, e.Problems, tc.want)
			}
		})
	}
}

func TestCompressedLedgerCutBeforeItsFirstRecord(t *testing.T) {
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), script(words("u:a")...))
	packed := compress(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, part := range [][]byte{{0x28, 0xb5, 0x2f, 0xfd, 0x04}, bytes.Repeat([]byte{0x5a}, 1000)} {
		if err := os.WriteFile(packed, part, 0o600); err != nil {
			t.Fatal(err)
		}
		for name, read := range map[string]func() error{
			"check":     func() error { _, err := rollout.Check(packed); return err },
			"history":   func() error { _, err := rollout.History(packed, rollout.HistoryOptions{}); return err },
			"catalogue": func() error { _, err := rollout.Catalogue(packed); return err },
		} {
			if err := read(); !errors.Is(err, rollout.ErrEmpty) || !strings.Contains(err.Error(), "compressed file is") {
				t.Errorf("%s: got %v, want that nothing can be read, and the damage", name, err)
			}
		}
	}
}
