package rollout

import (
	"errors"
	"io"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

// Meta is a session_meta payload: whose ledger this is and where it was begun.
type Meta struct {
	ID             string
	SessionID      string
	Timestamp      string // when the session began, as recorded
	Cwd            string
	Originator     string
	CLIVersion     string
	ThreadSource   string // "user", "subagent", …; "" if not said
	ModelProvider  string
	ForkedFromID   string
	ParentThreadID string
	MemoryMode     string // "" = not said
	HistoryMode    string // ModeLegacy where not said
	AgentNickname  string
	AgentRole      string
	Source         []byte // raw JSON; see SourceKind
	Git            Git
	HistoryBase    *HistoryBase // nil unless this segment goes on from another
}

// Git is where the session's working folder stood.
type Git struct {
	CommitHash    string
	Branch        string
	RepositoryURL string
}

// HistoryBase says where a segment goes on from: the records of another segment before
// an ordinal. EndByteOffset is that record's place, where it still fits.
type HistoryBase struct {
	SegmentID           string // the member thread_id
	EndOrdinalExclusive int64  // -1 if not said
	EndByteOffset       int64  // -1 if not said
}

// ParseMeta reads a session_meta payload. It copies what it returns.
func ParseMeta(payload []byte) Meta {
	var m Meta
	text := map[string]*string{
		"id": &m.ID, "session_id": &m.SessionID, "timestamp": &m.Timestamp, "cwd": &m.Cwd,
		"originator": &m.Originator, "cli_version": &m.CLIVersion, "thread_source": &m.ThreadSource,
		"model_provider": &m.ModelProvider, "forked_from_id": &m.ForkedFromID,
		"parent_thread_id": &m.ParentThreadID, "memory_mode": &m.MemoryMode,
		"history_mode": &m.HistoryMode, "agent_nickname": &m.AgentNickname, "agent_role": &m.AgentRole,
	}
	for k, v := range jsonraw.Members(payload) {
		key := string(k[1 : len(k)-1])
		if dst := text[key]; dst != nil {
			*dst = jsonraw.Text(v)
			continue
		}
		switch key {
		case "source":
			m.Source = append([]byte(nil), v...)
		case "git":
			m.Git = Git{
				CommitHash: jsonraw.GetText(v, "commit_hash"), Branch: jsonraw.GetText(v, "branch"),
				RepositoryURL: jsonraw.GetText(v, "repository_url"),
			}
		case "history_base":
			m.HistoryBase = parseBase(v)
		}
	}
	if m.HistoryMode == "" {
		m.HistoryMode = ModeLegacy
	}
	return m
}

func parseBase(raw []byte) *HistoryBase {
	if jsonraw.IsNull(raw) {
		return nil
	}
	b := &HistoryBase{SegmentID: jsonraw.GetText(raw, "thread_id"), EndOrdinalExclusive: -1, EndByteOffset: -1}
	if n, ok := jsonraw.Int(jsonraw.Get(raw, "end_ordinal_exclusive")); ok {
		b.EndOrdinalExclusive = n
	}
	if n, ok := jsonraw.Int(jsonraw.Get(raw, "end_byte_offset")); ok {
		b.EndByteOffset = n
	}
	return b
}

// SourceKind names where the session was begun, in one word: cli, vscode, exec, mcp,
// unknown, custom:<name>, subagent or internal. A meta without a source counts as
// vscode, as it does for Codex.
func (m Meta) SourceKind() string {
	switch m.ThreadSource {
	case "subagent":
		return "subagent"
	case "memory_consolidation", "internal":
		return "internal"
	}
	if jsonraw.IsNull(m.Source) {
		return "vscode"
	}
	if m.Source[0] == '"' {
		switch s := jsonraw.Text(m.Source); s {
		case "":
			return "unknown"
		case "sub_agent", "subAgent":
			return "subagent"
		default:
			return s
		}
	}
	for k, v := range jsonraw.Members(m.Source) {
		switch string(k) {
		case `"custom"`:
			return "custom:" + jsonraw.Text(v)
		case `"subagent"`, `"sub_agent"`:
			return "subagent"
		case `"internal"`:
			return "internal"
		}
	}
	return "unknown"
}

// IsSubagent reports whether another session spawned this one.
func (m Meta) IsSubagent() bool { return m.SourceKind() == "subagent" }

// IsInternal reports whether the agent began the session for itself.
func (m Meta) IsInternal() bool { return m.SourceKind() == "internal" }

// headLimit is how much of a ledger's start is searched for what stands at the start.
const headLimit = 8 << 20

// keepMeta lets session_metas through, and records whose type does not show at once.
func keepMeta(h Head) bool { return h.Type == nil || string(h.Type) == TypeSessionMeta }

// FirstMeta returns the first readable session_meta of a ledger, nil if there is none
// near its start.
func (f *File) FirstMeta() (*Meta, error) {
	src, err := f.stream()
	if err != nil {
		return nil, err
	}
	r := NewReader(io.LimitReader(src, headLimit), Keep(keepMeta))
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if l.Type == TypeSessionMeta {
			m := ParseMeta(l.Payload)
			return &m, nil
		}
	}
}
