package rollout_test

import (
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/ledgergen"
)

// TestHistoryWorkIsBoundedByTheSuffix: of a ledger with compactions only the end is
// read, and what is read equals the replay of the whole.
func TestHistoryWorkIsBoundedByTheSuffix(t *testing.T) {
	for _, legacy := range []bool{false, true} {
		const every = 200_000
		path, l, err := ledgergen.File(t.TempDir(), ledgergen.Options{Bytes: 4_000_000, CompactEvery: every, Legacy: legacy})
		if err != nil {
			t.Fatal(err)
		}
		h, err := rollout.History(path, rollout.HistoryOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if h.Scanned > 3*every || h.Scanned == 0 || l.Compactions < 10 {
			t.Errorf("%d of %d bytes were read, with %d compactions", h.Scanned, l.Bytes, l.Compactions)
		}
		if back, forward := bothWays(t, path); back != forward {
			t.Error("the history differs from the replay of the whole ledger")
		}
	}
}

// TestCheckSkimsLongLines: a long line is validated without being held, and judged as a
// short one of the same form is.
func TestCheckSkimsLongLines(t *testing.T) {
	forms := []string{
		record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"%s"}]}`),
		record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"%s\ud800"}]}`),
		record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"%s`+"\xff"+`"}]}`),
		record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"%s"}]`),
		record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"%s",}]}`),
		record("response_item", `{"role":"user","content":"%s","type":"message"}`),
		record("response_item", `{"role":"user","content":"%s"}`),
		record("compacted", `{"message":"%s","replacement_history":[]}`),
		strings.Replace(record("event_msg", `{"type":"agent_message","message":"%s"}`), "2026-01-02T", "2026-31-02T", 1),
		"%s is no record",
	}
	ledger := func(long string) string {
		lines := script(words("u:a")...)
		for _, f := range forms {
			lines = append(lines, strings.Replace(f, "%s", long, 1))
		}
		last := strings.Replace(forms[0], "%s", long, 1)
		return writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), append(lines, last[:len(last)-4]))
	}
	check := func(long string) rollout.Report {
		path := ledger(long) // its last line is torn, so that it has no newline
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, info.Size()-1); err != nil {
			t.Fatal(err)
		}
		rep, err := rollout.Check(path)
		if err != nil {
			t.Fatal(err)
		}
		rep.Path = ""
		return rep
	}
	short, long := check("x"), check(strings.Repeat("x", 5<<20))
	if diff := cmp.Diff(short, long); diff != "" {
		t.Errorf("long lines are judged otherwise (-short +long):\n%s", diff)
	}
}

// TestLongLinesCostLittleMemory: a check holds no long line, and the history at a
// ledger's end holds a long live item once.
func TestLongLinesCostLittleMemory(t *testing.T) {
	const size = 64 << 20
	live := record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"`+strings.Repeat("x", size)+`"}]}`)
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), append(script(words("u:a")...), live))
	rubbish := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), append(script(words("u:a")...), strings.Repeat("x", size)))
	for name, tc := range map[string]struct {
		read func() error
		most uint64
	}{
		"check":            {func() error { _, err := rollout.Check(path); return err }, 24 << 20},
		"check of rubbish": {func() error { _, err := rollout.Check(rubbish); return err }, 8 << 20},
		"history":          {func() error { _, err := rollout.WriteHistory(io.Discard, path, rollout.HistoryOptions{}); return err }, size + 8<<20},
		"history of rubbish": {func() error {
			_, err := rollout.WriteHistory(io.Discard, rubbish, rollout.HistoryOptions{})
			return err
		}, 8 << 20},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := tc.read(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > tc.most {
			t.Errorf("%s allocated %d MB in all, want at most %d", name, got>>20, tc.most>>20)
		}
	}
}
