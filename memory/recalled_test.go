package memory

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/memory/state"
)

const citingThread = "01a1f0bb-0000-7000-8000-000000000001"

// citingLedger is a session that reads the handbook and cites a thread in each of n replies.
func citingLedger(folder, cited string, n int) string {
	lines := []string{
		`{"timestamp":"2026-11-19T10:00:00.000Z","type":"session_meta","payload":{"id":"` + citingThread + `","timestamp":"2026-11-19T10:00:00.000Z","cwd":"/home/mira/code/kelpie","source":"cli"}}`,
		`{"timestamp":"2026-11-19T10:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"How do we run the tests?"}]}}`,
		fmt.Sprintf(`{"timestamp":"2026-11-19T10:00:02.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":%q,"call_id":"c1"}}`, `{"cmd":"rg make `+folder+`/MEMORY.md"}`),
		`{"timestamp":"2026-11-19T10:00:03.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"Process exited with code 0\nOutput:\nmake test"}}`,
	}
	for i := range n {
		lines = append(lines, fmt.Sprintf(`{"timestamp":"2026-11-19T10:01:%02d.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":%q}]}}`, i,
			"Through make.\n<oai-mem-citation>\n<rollout_ids>\n"+cited+"\n"+cited+"\nnobody\n</rollout_ids>\n</oai-mem-citation>"))
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestWhatLedgersCiteRanksHigherOnce(t *testing.T) {
	ctx := context.Background()
	codexHome, home := sampleHome(t), t.TempDir()
	m, err := openTest(ctx, home, codexHome)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	sync := func() {
		t.Helper()
		if _, err := m.Sync(ctx, SyncOptions{Now: true, SinceSet: true}, nil); err != nil {
			t.Fatal(err)
		}
	}
	sync()
	outputs, err := m.store.Outputs(ctx)
	if err != nil || len(outputs) == 0 {
		t.Fatalf("%d outputs, %v", len(outputs), err)
	}
	cited := outputs[len(outputs)-1].ThreadID // the oldest, ranked last until it is cited

	path := filepath.Join(codexHome, "sessions/2026/11/19", "rollout-2026-11-19T10-00-00-"+citingThread+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for replies := 1; replies <= 3; replies++ {
		if err := os.WriteFile(path, []byte(citingLedger(m.Dir(), cited, replies)), 0o600); err != nil {
			t.Fatal(err)
		}
		sync()
		sync()
		out, err := m.store.Output(ctx, cited)
		if err != nil || out.UsageCount != int64(replies) {
			t.Errorf("after %d citing replies the usage is %d, %v", replies, out.UsageCount, err)
		}
	}
	selected, err := m.store.Select(ctx, 10, 30)
	if err != nil || selected[0].ThreadID != cited {
		t.Errorf("the cited session is not ranked first: %v, %v", selected, err)
	}
	reads, err := m.store.Reads(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]state.Read{{Kind: "memory_md", Tool: "shell", OK: true, N: 1}}, reads); diff != "" {
		t.Errorf("reads (-want +got):\n%s", diff)
	}
}
