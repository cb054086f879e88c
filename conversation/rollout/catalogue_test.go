package rollout_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed50391015/reverie/conversation/item"
	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/testcorpus"
)

func at(stamp, typ, payload string) string {
	return strings.Replace(record(typ, payload), "2026-01-02T03:04:05.678Z", stamp, 1)
}

func catalogue(t *testing.T, path string, text ...string) rollout.Entry {
	t.Helper()
	e, err := rollout.Catalogue(writeLedger(t, path, text))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestCatalogue(t *testing.T) {
	path := ledgerPath(t.TempDir(), threadA, "")
	e := catalogue(t, path,
		at("2026-03-04T05:06:07.100Z", "session_meta", `{"id":"`+threadA+`","timestamp":"2026-03-04T05:06:07.000Z","cwd":"/w","source":{"custom":"atlas"},"model_provider":"p","memory_mode":"enabled","forked_from_id":"f","history_mode":"paginated","git":{"commit_hash":"c","branch":"b","repository_url":"u"}}`),
		scriptLine("dev"), scriptLine("env"),
		record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>"}]}`),
		record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"  Fix the reef\nplease  "}]}`),
		scriptLine("u:later"),
		at("2026-03-04T07:00:00.250Z", "world_state", `{}`),
		at("2026-03-04T06:00:00.000Z", "session_meta", `{"id":"other","memory_mode":"disabled"}`),
	)
	want := rollout.Entry{
		Path: path, Name: rollout.Name{ThreadID: threadA}, ThreadID: threadA, HasMeta: true,
		Cwd: "/w", SourceKind: "custom:atlas", MemoryMode: "disabled", HasUserMessage: true,
		FirstUserMessage: "Fix the reef\nplease", Title: "Fix the reef",
		CreatedMS: ms("2026-03-04T05:06:07.000Z"), UpdatedMS: ms("2026-03-04T07:00:00.250Z"),
	}
	if e.Meta.ForkedFromID != "f" || e.Meta.HistoryMode != rollout.ModePaginated || e.Meta.ModelProvider != "p" ||
		e.Meta.Git != (rollout.Git{CommitHash: "c", Branch: "b", RepositoryURL: "u"}) {
		t.Errorf("meta %+v", e.Meta)
	}
	if info, err := os.Stat(path); err != nil || e.Size != info.Size() || e.MtimeNS != info.ModTime().UnixNano() {
		t.Errorf("size %d, mtime %d", e.Size, e.MtimeNS)
	}
	e.Meta, e.Size, e.MtimeNS = rollout.Meta{}, 0, 0
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("entry (-want +got):\n%s", diff)
	}
}

func ms(stamp string) int64 {
	n, _ := rollout.ParseTime(stamp)
	return n
}

func TestCatalogueFirstUserMessage(t *testing.T) {
	meta := record("session_meta", `{"id":"`+threadA+`"}`)
	for _, c := range []struct {
		name, line, want string
	}{
		{"a response item", scriptLine("u:hello"), "hello"},
		{"its event alone", record("event_msg", `{"type":"user_message","message":"hello"}`), "hello"},
		{"a completed item alone", record("event_msg", `{"type":"item_completed","item":{"type":"UserMessage","content":[{"type":"text","text":"hello"}]}}`), "hello"},
		{"an image", record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"<image name=[Image #1]>"},{"type":"input_image","image_url":"data:"},{"type":"input_text","text":"</image>"},{"type":"input_text","text":"what is it?"}]}`), "what is it?"},
		{"a summary", record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"Another language model started to solve this problem and …"}]}`), ""},
		{"a notice", record("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"<turn_aborted>\nx\n</turn_aborted>"}]}`), ""},
		{"an answer", scriptLine("a:hello"), ""},
	} {
		e := catalogue(t, ledgerPath(t.TempDir(), threadA, ""), meta, scriptLine("env"), c.line)
		if e.FirstUserMessage != c.want || e.HasUserMessage != (c.want != "") {
			t.Errorf("%s: first user message %q (%v), want %q", c.name, e.FirstUserMessage, e.HasUserMessage, c.want)
		}
	}
	long := strings.Repeat("é", 20_000)
	e := catalogue(t, ledgerPath(t.TempDir(), threadA, ""), meta, scriptLine("u:"+long))
	if !strings.HasPrefix(long, e.FirstUserMessage) || len(e.FirstUserMessage) > 16<<10 || len(e.Title) != 200 {
		t.Errorf("first message of %d bytes, title of %d", len(e.FirstUserMessage), len(e.Title))
	}
}

func TestCatalogueWithoutWhatItNeeds(t *testing.T) {
	dir := t.TempDir()
	e := catalogue(t, ledgerPath(dir, threadA, ""), record("turn_context", `{"cwd":"/from/turn"}`), scriptLine("u:x"))
	if e.ThreadID != threadA || e.HasMeta || e.Cwd != "/from/turn" || e.SourceKind != "unknown" || e.Meta.HistoryMode != rollout.ModeLegacy {
		t.Errorf("without a meta: %+v", e)
	}
	e = catalogue(t, filepath.Join(dir, "rollout-x.jsonl"), scriptLine("u:x"))
	if e.ThreadID != "" || len(e.Problems) != 2 {
		t.Errorf("without any id: %+v", e)
	}
	e = catalogue(t, ledgerPath(dir, threadB, ""), script("u:x")...)
	if e.ThreadID != threadA || !e.IDMismatch {
		t.Errorf("with two ids: %+v", e)
	}
	path := ledgerPath(dir, threadC, "")
	writeLedger(t, path, []string{`{"type":"session_meta","payload":{"id":"` + threadC + `"}}`, strings.Replace(scriptLine("u:x"), "2026", "20-6", 1)})
	mtime := time.UnixMilli(1_700_000_000_500)
	if err := os.Chtimes(path, mtime, mtime); err != nil {
		t.Fatal(err)
	}
	e, err := rollout.Catalogue(path)
	if err != nil || e.UpdatedMS != mtime.UnixMilli() {
		t.Errorf("without times: updated %d, %v; want the file's time", e.UpdatedMS, err)
	}
	if created, _ := rollout.ParseTime("2024-07-11T08:35:49Z"); e.CreatedMS/864e5 != created/864e5 {
		t.Errorf("without times: created %d, want the id's own time", e.CreatedMS)
	}
}

// TestCatalogueMemberOrder: the members of a record may stand in any order.
func TestCatalogueMemberOrder(t *testing.T) {
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), []string{
		`{"payload":{"id":"` + threadA + `","timestamp":"2026-01-01T10:00:00.000Z","cwd":"/a"},"timestamp":"2026-01-01T10:00:00.000Z","type":"session_meta"}`,
		`{"payload":` + string(item.Message("user", "hello").Raw) + `,"type":"response_item","timestamp":"2026-01-01T10:05:00.000Z"}`,
		`{"payload":` + string(item.Message("assistant", strings.Repeat("long ", 2000)).Raw) + `,"timestamp":"2026-01-01T10:06:00.000Z","type":"response_item"}`,
	})
	e, err := rollout.Catalogue(path)
	if err != nil || e.Title != "hello" || e.CreatedMS != ms("2026-01-01T10:00:00Z") || e.UpdatedMS != ms("2026-01-01T10:06:00Z") {
		t.Errorf("entry %+v, %v", e, err)
	}
}

// TestFirstLedgers: the first ledgers of Codex had no envelope and no times.
func TestFirstLedgers(t *testing.T) {
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), []string{
		`{"id":"` + threadA + `","timestamp":"2025-06-01T10:00:00.000Z","instructions":null}`,
		`{"record_type":"state"}`,
		string(item.Message("user", "<environment_context>\n<cwd>/old &amp; gold</cwd>\n</environment_context>").Raw),
		string(item.Message("user", "hello").Raw),
		`{"type":"function_call","name":"sh","arguments":"{}","call_id":"1"}`,
		string(item.Message("assistant", strings.Repeat("long ", 2000)).Raw),
	})
	rep, err := rollout.Check(path)
	if err != nil || len(rep.Bad) > 0 || rep.Records != 6 || rep.ThreadID != threadA {
		t.Errorf("report %+v, %v", rep, err)
	}
	back, forward := bothWays(t, path)
	if want := "env hello function:1 " + strings.Repeat("long ", 2000); back != want || forward != want {
		t.Errorf("history %.80q, replay %.80q", back, forward)
	}
	if h, err := rollout.History(path, rollout.HistoryOptions{}); err != nil || h.Meta == nil || len(h.Warnings) > 0 {
		t.Errorf("meta %v, warnings %q, %v", h.Meta, h.Warnings, err)
	}
	mtime := time.UnixMilli(1_800_000_000_000)
	if err := os.Chtimes(path, mtime, mtime); err != nil {
		t.Fatal(err)
	}
	e, err := rollout.Catalogue(path)
	if err != nil || e.Title != "hello" || e.Cwd != "/old & gold" || e.CreatedMS != ms("2025-06-01T10:00:00Z") || e.UpdatedMS != mtime.UnixMilli() {
		t.Errorf("entry %+v, %v", e, err)
	}
}

// TestByteOrderMark: a mark before the first record hides nothing of it.
func TestByteOrderMark(t *testing.T) {
	text := script("u:hello")
	text[0] = "\xef\xbb\xbf" + text[0]
	path := writeLedger(t, ledgerPath(t.TempDir(), threadA, ""), text)
	if h, err := rollout.History(path, rollout.HistoryOptions{}); err != nil || h.Meta == nil || len(h.Warnings) > 0 || said(h.Items) != "hello" {
		t.Errorf("history %+v, %v", h, err)
	}
	if e, err := rollout.Catalogue(path); err != nil || !e.HasMeta || e.Title != "hello" || len(e.Problems) > 0 {
		t.Errorf("entry %+v, %v", e, err)
	}
	if rep, err := rollout.Check(path); err != nil || len(rep.Bad) > 0 || rep.ThreadID != threadA {
		t.Errorf("report %+v, %v", rep, err)
	}
}

// TestCatalogueOfALongLedger: the newest time is found behind a last line of megabytes,
// and a late session_meta in the tail is seen.
func TestCatalogueOfALongLedger(t *testing.T) {
	big := `{"t":"` + strings.Repeat("x", 3<<20) + `"}`
	path := ledgerPath(t.TempDir(), threadA, "")
	e := catalogue(t, path, record("session_meta", `{"id":"`+threadA+`"}`), scriptLine("u:x"), at("2026-05-05T05:05:05Z", "world_state", big))
	if e.UpdatedMS != ms("2026-05-05T05:05:05Z") {
		t.Errorf("updated %d", e.UpdatedMS)
	}
	e = catalogue(t, path, record("session_meta", `{"id":"`+threadA+`"}`), record("world_state", big), scriptLine("u:x"), record("session_meta", `{"id":"`+threadA+`","memory_mode":"polluted"}`))
	if e.Title != "x" || e.MemoryMode != "polluted" {
		t.Errorf("title %q, mode %q", e.Title, e.MemoryMode)
	}
}

func TestSourceKind(t *testing.T) {
	for payload, want := range map[string]string{
		`{"source":"cli"}`: "cli", `{"source":"exec"}`: "exec", `{}`: "vscode", `{"source":null}`: "vscode", `{"source":""}`: "unknown",
		`{"source":{"custom":"chatgpt"}}`: "custom:chatgpt", `{"source":{"subagent":{"thread_spawn":{}}}}`: "subagent",
		`{"source":{"subagent":"review"}}`: "subagent", `{"source":{"internal":"x"}}`: "internal", `{"source":{"new":1}}`: "unknown",
		`{"source":"vscode","thread_source":"subagent"}`: "subagent", `{"source":"cli","thread_source":"user"}`: "cli",
		`{"source":7}`: "unknown",
	} {
		m := rollout.ParseMeta([]byte(payload))
		if got := m.SourceKind(); got != want {
			t.Errorf("%s: %q, want %q", payload, got, want)
		}
		if m.IsSubagent() != (want == "subagent") || m.IsInternal() != (want == "internal") {
			t.Errorf("%s: subagent %v, internal %v", payload, m.IsSubagent(), m.IsInternal())
		}
	}
}

// TestCorpusThreads compares the catalogue with the rows that the real client kept.
func TestCorpusThreads(t *testing.T) {
	root := testcorpus.Dir(t, "corpus/codex")
	files, err := filepath.Glob(filepath.Join(root, "*", "expected_threads.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no expected threads under %s: %v", root, err)
	}
	compared := 0
	for _, file := range files {
		var rows struct {
			Threads []map[string]any `json:"threads"`
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows.Threads {
			_, rel, _ := strings.Cut(row["rollout_path"].(string), "/agents/run/")
			compareRow(t, filepath.Join(root, rel), row)
			compared++
		}
	}
	if compared < 60 {
		t.Errorf("%d rows compared, want them all", compared)
	}
}

func compareRow(t *testing.T, path string, row map[string]any) {
	t.Helper()
	e, err := rollout.Catalogue(path)
	if err != nil {
		t.Error(err)
		return
	}
	got := map[string]string{
		"id": e.ThreadID, "cwd": e.Cwd, "model_provider": e.Meta.ModelProvider, "history_mode": e.Meta.HistoryMode,
		"git_sha": e.Meta.Git.CommitHash, "git_branch": e.Meta.Git.Branch, "git_origin_url": e.Meta.Git.RepositoryURL,
		"source": e.SourceKind, "first_user_message": e.FirstUserMessage, "cli_version": e.Meta.CLIVersion,
	}
	for k, v := range got {
		want, _ := row[k].(string)
		if k == "source" && strings.HasPrefix(want, `{"subagent"`) {
			want = "subagent"
		}
		if k == "first_user_message" && e.Name.RolloutID != "" {
			continue // a row is a thread's, its first message stands in its first segment
		}
		if v != want {
			t.Errorf("%s: %s is %q, want %q", path, k, v, want)
		}
	}
	if made, _ := row["created_at_ms"].(float64); e.CreatedMS/1000 != int64(made)/1000 {
		t.Errorf("%s: created %d, want %.0f", path, e.CreatedMS, made)
	}
	if len(e.Problems) > 0 {
		t.Errorf("%s: problems %q", path, e.Problems)
	}
}
