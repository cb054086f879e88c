package rollout

import (
	"bytes"
	"errors"
	"time"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
	"github.com/seed50391015/reverie/conversation/item"
)

// Head is what the start of a line tells before the line is decoded. The slices are raw
// and alias the reader's buffer; they are nil where the start does not tell.
type Head struct {
	Timestamp []byte // without quotes
	Type      []byte // without quotes
	Kind      []byte // the payload's type without quotes, when it is the first member
	Prefix    []byte // the first bytes of the line, at most peekSize
}

// peekSize is how much of a line's start a Head looks at.
const peekSize = 4096

// peek reads the head of a line from its first bytes.
func peek(line []byte) Head {
	h, enveloped := peekMembers(line)
	if !enveloped && item.KnownType(string(h.Type)) {
		h.Type, h.Kind = []byte(TypeResponseItem), h.Type
	}
	return h
}

func peekMembers(line []byte) (h Head, enveloped bool) {
	line = trimBOM(line[:min(len(line), peekSize)], 0)
	h.Prefix = line
	i := jsonraw.SkipSpace(line, 0)
	if i >= len(line) || line[i] != '{' {
		return h, false
	}
	for i++; ; i++ {
		key, at := member(line, i)
		if at < 0 {
			return h, false
		}
		if jsonraw.KeyIs(key, "payload") {
			h.Kind = firstType(line, at)
			return h, true
		}
		end := jsonraw.Skip(line, at)
		if end < 0 {
			return h, false
		}
		switch {
		case jsonraw.KeyIs(key, "timestamp"):
			h.Timestamp = bare(line[at:end])
		case jsonraw.KeyIs(key, "type"):
			h.Type = bare(line[at:end])
		}
		if i = jsonraw.SkipSpace(line, end); i >= len(line) || line[i] != ',' {
			return h, false
		}
	}
}

// member reads the key at b[i] and returns it with the index of its value, -1 if none.
func member(b []byte, i int) (key []byte, value int) {
	i = jsonraw.SkipSpace(b, i)
	if i >= len(b) || b[i] != '"' {
		return nil, -1
	}
	end := jsonraw.Skip(b, i)
	if end < 0 {
		return nil, -1
	}
	key = b[i:end]
	i = jsonraw.SkipSpace(b, end)
	if i >= len(b) || b[i] != ':' {
		return nil, -1
	}
	return key, jsonraw.SkipSpace(b, i+1)
}

func firstType(b []byte, i int) []byte {
	if i >= len(b) || b[i] != '{' {
		return nil
	}
	key, at := member(b, i+1)
	if at < 0 || !jsonraw.KeyIs(key, "type") {
		return nil
	}
	end := jsonraw.Skip(b, at)
	if end < 0 {
		return nil
	}
	return bare(b[at:end])
}

func bare(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' {
		return nil
	}
	return raw[1 : len(raw)-1]
}

// parse decodes the record at the start of raw. rest is what follows it on the line;
// flaw is what is wrong with a record that can be read all the same, err why it cannot.
func parse(raw []byte) (l Line, rest []byte, flaw string, err error) {
	l.Ordinal = -1
	i := jsonraw.SkipSpace(raw, 0)
	if i >= len(raw) || raw[i] != '{' {
		return l, nil, "", errors.New(notAnObject(raw))
	}
	end, flaws, err := l.members(raw, i+1)
	if err != nil {
		return l, nil, "", err
	}
	l.Raw = raw[i:end]
	bare := l.Payload == nil && l.bare()
	if err := l.check(); err != nil {
		return l, nil, "", err
	}
	if bare && flaws == 0 {
		return l, bytes.TrimSpace(raw[end:]), "", nil
	}
	return l, bytes.TrimSpace(raw[end:]), l.flaw(flaws), nil
}

// bare reads a record of the first ledgers of Codex, which had no envelope and no times:
// a meta, response items, and state records. It reports whether the record is one.
func (l *Line) bare() bool {
	switch {
	case item.KnownType(l.Type):
		l.Type = TypeResponseItem
	case l.Type != "":
		return false
	case jsonraw.Get(l.Raw, "record_type") != nil:
		l.Type = jsonraw.GetText(l.Raw, "record_type")
		return true
	case l.Timestamp != "" && jsonraw.Get(l.Raw, "id") != nil:
		l.Type = TypeSessionMeta
	default:
		return false
	}
	l.Payload = l.Raw
	return true
}

func (l *Line) members(raw []byte, i int) (end int, flaws jsonraw.Flaws, err error) {
	if i = jsonraw.SkipSpace(raw, i); i < len(raw) && raw[i] == '}' {
		return i + 1, 0, nil
	}
	for {
		if i = jsonraw.SkipSpace(raw, i); i < len(raw) && raw[i] != '"' {
			return i, flaws, jsonraw.ErrSyntax
		}
		k, _, err := jsonraw.Scan(raw, i)
		if err != nil {
			return i, flaws, err
		}
		key := raw[i:k]
		if i = jsonraw.SkipSpace(raw, k); i >= len(raw) {
			return i, flaws, jsonraw.ErrCut
		} else if raw[i] != ':' {
			return i, flaws, jsonraw.ErrSyntax
		}
		i = jsonraw.SkipSpace(raw, i+1)
		v, f, err := jsonraw.Scan(raw, i)
		flaws |= f
		if err != nil {
			return v, flaws, err
		}
		l.set(key, raw[i:v])
		if i = jsonraw.SkipSpace(raw, v); i >= len(raw) {
			return i, flaws, jsonraw.ErrCut
		}
		switch raw[i] {
		case ',':
			i++
		case '}':
			return i + 1, flaws, nil
		default:
			return i, flaws, jsonraw.ErrSyntax
		}
	}
}

func (l *Line) set(key, value []byte) {
	switch {
	case jsonraw.KeyIs(key, "timestamp"):
		l.Timestamp = jsonraw.Text(value)
	case jsonraw.KeyIs(key, "type"):
		l.Type = typeName(value)
	case jsonraw.KeyIs(key, "payload"):
		l.Payload = value
	case jsonraw.KeyIs(key, "metadata"):
		l.Metadata = value
	case jsonraw.KeyIs(key, "ordinal"):
		if n, ok := jsonraw.Int(value); ok && n >= 0 {
			l.Ordinal = n
		}
	}
}

// typeName returns a record's type without allocating for those that are known.
func typeName(raw []byte) string {
	switch t := string(bare(raw)); t {
	case TypeResponseItem:
		return TypeResponseItem
	case TypeEventMsg:
		return TypeEventMsg
	case TypeTokenUsage:
		return TypeTokenUsage
	case TypeTurnContext:
		return TypeTurnContext
	case TypeWorldState:
		return TypeWorldState
	case TypeCompacted:
		return TypeCompacted
	case TypeSessionMeta:
		return TypeSessionMeta
	case TypeInterAgent:
		return TypeInterAgent
	}
	return jsonraw.Text(raw)
}

func kindOf(payload []byte) string {
	switch t := string(bare(jsonraw.Get(payload, "type"))); t {
	case "message", "function_call", "function_call_output", "reasoning",
		EventUserMessage, EventAgentMessage, EventItemCompleted, EventTaskStarted, EventTaskComplete, "token_count":
		return t
	}
	return jsonraw.GetText(payload, "type")
}

// check says why a well-formed record cannot be used.
func (l *Line) check() error {
	switch l.Type {
	case "":
		return errors.New("the record has no type")
	case TypeSessionMeta, TypeResponseItem, TypeCompacted, TypeTurnContext, TypeEventMsg, TypeInterAgent:
	default:
		return nil
	}
	if len(l.Payload) == 0 || l.Payload[0] != '{' {
		return errors.New("the record has no payload")
	}
	switch l.Type {
	case TypeSessionMeta:
		if jsonraw.GetText(l.Payload, "id") == "" {
			return errors.New("session_meta without an id")
		}
	case TypeResponseItem, TypeEventMsg:
		if bare(jsonraw.Get(l.Payload, "type")) == nil {
			return errors.New("the payload has no type")
		}
	}
	return nil
}

// flaw says what is wrong with a record that is read all the same, "" if nothing is.
func (l *Line) flaw(f jsonraw.Flaws) string {
	switch {
	case f&jsonraw.NotUTF8 != 0:
		return "bytes that are not UTF-8; read with U+FFFD in their place"
	case f&jsonraw.LoneSurrogate != 0:
		return "half of a surrogate pair; read with U+FFFD in its place"
	case l.Timestamp == "":
		return "no timestamp; read without a time"
	}
	if _, ok := ParseTime(l.Timestamp); !ok {
		return "the timestamp is no RFC 3339 time; read without a time"
	}
	return ""
}

// mayBeRecord reports whether the start of a line, trimmed of a byte order mark, may begin
// a record: a long line that does not is bad without being read whole.
func mayBeRecord(start []byte) bool {
	i := jsonraw.SkipSpace(start, 0)
	return i >= len(start) || start[i] == '{'
}

// notAnObject names what stands on a line that begins with no object.
func notAnObject(raw []byte) string {
	if len(bytes.Trim(raw, "\x00")) == 0 {
		return "NUL bytes instead of a record"
	}
	return "not a JSON object"
}

// ParseTime reads a record's timestamp as Unix milliseconds.
func ParseTime(s string) (ms int64, ok bool) {
	if s == "" {
		return 0, false
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return 0, false
	}
	return t.UnixMilli(), true
}
