package rollout

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed50391015/reverie/conversation/instructions"
	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
	"github.com/seed50391015/reverie/conversation/item"
)

const (
	headBuffer = 32 << 10 // first read of a ledger's head
	tailWindow = 16 << 10 // how much of the tail is looked at for times and metas
	// maxFirstMessage bounds FirstUserMessage, maxTitle the title, in bytes.
	maxFirstMessage = 16 << 10
	maxTitle        = 200
)

// Entry is what a thread's row needs of one ledger, from its head and tail alone.
type Entry struct {
	Path             string
	Name             Name // by the file's name
	ThreadID         string
	IDMismatch       bool // the session_meta and the file's name differ; the meta's id holds
	HasMeta          bool
	Meta             Meta // the zero Meta with HistoryMode set where there is none
	Cwd              string
	SourceKind       string
	MemoryMode       string // the last value that a session_meta of head or tail gives; "" = none
	HasUserMessage   bool
	FirstUserMessage string // the first real one; "" if it has none, or holds no text
	Title            string // its first line that is not blank, cut to size
	CreatedMS        int64
	UpdatedMS        int64 // the newest record's own time, else the file's
	Size             int64
	MtimeNS          int64
	Problems         []string // what could not be read, in words
}

// SegmentID is what another segment's history_base names to mean this ledger.
func (e Entry) SegmentID() string { return e.Name.SegmentID() }

// Catalogue reads what a thread's row needs from the head and tail of one ledger. Many
// ledgers are read faster with one Cataloguer a goroutine.
func Catalogue(path string) (Entry, error) { return new(Cataloguer).Entry(path) }

// Cataloguer is Catalogue with buffers that are used again. It is not safe for
// concurrent use.
type Cataloguer struct {
	reader Reader
	back   Backward
}

// Entry reads one ledger. A file without any readable record near its head or tail is
// an error (ErrEmpty).
func (c *Cataloguer) Entry(path string) (Entry, error) {
	f, err := Open(path)
	if err != nil {
		return Entry{}, fmt.Errorf("catalogue: %w", err)
	}
	defer f.Close()
	e := Entry{Path: f.Path, Size: f.Size, MtimeNS: f.MtimeNS}
	e.Name, _ = ParseName(f.Path)
	e.Meta.HistoryMode = ModeLegacy
	h, err := c.head(f, &e)
	if err != nil {
		return e, fmt.Errorf("catalogue %s: %w", path, err)
	}
	if err := c.tail(f, &e); err != nil {
		return e, fmt.Errorf("catalogue %s: %w", path, err)
	}
	if h.records == 0 && e.UpdatedMS == 0 {
		if err := unreadable(f.Path); err != nil {
			return e, fmt.Errorf("catalogue %s: %w", path, err)
		}
	}
	e.finish(h)
	return e, nil
}

// headState is what the head told beside the entry itself.
type headState struct {
	records int
	firstMS int64  // time of the first record that has one
	cwd     string // of the first turn_context
	envCwd  string // of the first environment fragment
}

// keepForHead lets those records through that a row is made of.
func keepForHead(h Head) bool {
	switch string(h.Type) {
	case TypeSessionMeta, TypeTurnContext, TypeInterAgent:
		return true
	case TypeResponseItem:
		return string(h.Kind) == "message" && !bytes.Contains(h.Prefix[:min(len(h.Prefix), 512)], []byte(`"role":"assistant"`)) || h.Kind == nil
	case TypeEventMsg:
		return string(h.Kind) == EventUserMessage || h.Kind == nil ||
			string(h.Kind) == EventItemCompleted && bytes.Contains(h.Prefix, []byte(`"UserMessage"`))
	}
	return h.Type == nil
}

// head reads forward until it has the session_meta and the first real user message.
func (c *Cataloguer) head(f *File, e *Entry) (h headState, err error) {
	src, err := f.stream()
	if err != nil {
		return h, err
	}
	limited := &io.LimitedReader{R: src, N: headLimit}
	c.reader.Reset(limited, Keep(func(head Head) bool {
		if h.firstMS == 0 {
			h.firstMS, _ = ParseTime(string(head.Timestamp))
		}
		return keepForHead(head)
	}), readSize(headBuffer))
	for !e.HasMeta || !e.HasUserMessage {
		l, err := c.reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return h, err
		}
		h.records++
		e.take(l, &h)
	}
	if limited.N == 0 && !e.HasUserMessage {
		e.problem("no user message in the first %d MB", headLimit>>20)
	}
	if n := c.reader.BadCount(); n > 0 {
		b := c.reader.Bad()[0]
		e.problem("line %d: %s", b.Number, b.Reason)
	}
	return h, nil
}

// take reads one record of the head.
func (e *Entry) take(l Line, h *headState) {
	switch l.Type {
	case TypeSessionMeta:
		m := ParseMeta(l.Payload)
		if !e.HasMeta {
			e.HasMeta, e.Meta = true, m
		}
		if m.MemoryMode != "" {
			e.MemoryMode = m.MemoryMode
		}
	case TypeTurnContext:
		if h.cwd == "" {
			h.cwd = jsonraw.GetText(l.Payload, "cwd")
		}
	case TypeResponseItem:
		it := item.New(l.Payload)
		if h.envCwd == "" {
			h.envCwd = environmentCwd(it)
		}
		if !e.HasUserMessage && instructions.IsUserWords(it) {
			e.user(instructions.UserText(it))
		}
	case TypeEventMsg:
		if !e.HasUserMessage {
			e.userEvent(l)
		}
	}
}

// environmentCwd is the working folder that an environment fragment names, "" if none.
func environmentCwd(it item.Item) string {
	for p := range it.Parts() {
		if instructions.KindOf(p.Text) != instructions.EnvironmentContext {
			continue
		}
		if _, rest, ok := strings.Cut(p.Text, "<cwd>"); ok {
			cwd, _, _ := strings.Cut(rest, "</cwd>")
			return html.UnescapeString(strings.TrimSpace(cwd))
		}
		if _, rest, ok := strings.Cut(p.Text, "Current working directory: "); ok {
			cwd, _, _ := strings.Cut(rest, "\n")
			return strings.TrimSpace(cwd)
		}
	}
	return ""
}

// userEvent reads a user message that only its event shows.
func (e *Entry) userEvent(l Line) {
	text := jsonraw.GetText(l.Payload, "message")
	switch l.Kind() {
	case EventUserMessage:
	case EventItemCompleted:
		it := jsonraw.Get(l.Payload, "item")
		if jsonraw.GetText(it, "type") != "UserMessage" {
			return
		}
		text = item.Item{Raw: append(append([]byte(`{"type":"message","role":"user","content":`), jsonraw.Get(it, "content")...), '}')}.Text()
	default:
		return
	}
	if !instructions.IsContextual(text) && !instructions.IsSummary(text) {
		e.user(text)
	}
}

func (e *Entry) user(text string) {
	e.HasUserMessage = true
	e.FirstUserMessage = shorten(strings.TrimSpace(text), maxFirstMessage)
	first, _, _ := strings.Cut(e.FirstUserMessage, "\n")
	e.Title = shorten(strings.TrimSpace(first), maxTitle)
}

// shorten cuts a text to at most n bytes on a rune border.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// tail looks at the lines of the last few kilobytes, at least one, for the newest time
// and for a later session_meta. A compressed ledger has no tail to seek: all of it goes
// by, undecoded.
func (c *Cataloguer) tail(f *File, e *Entry) error {
	keep := func(h Head) bool {
		if h.Type == nil || h.Timestamp == nil {
			return true // members in another order: the whole line tells
		}
		e.seen(ParseTime(string(h.Timestamp)))
		return string(h.Type) == TypeSessionMeta
	}
	if f.Compressed {
		return c.through(f, e, keep)
	}
	mode := ""
	c.back.Reset(f.f, f.Size, keep, tailWindow)
	for c.back.pos > f.Size-tailWindow || e.UpdatedMS == 0 && c.back.Scanned < headLimit {
		l, _, err := c.back.step()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		e.seenLine(l)
		if l.Type == TypeSessionMeta && mode == "" {
			mode = jsonraw.GetText(l.Payload, "memory_mode")
		}
	}
	if mode != "" {
		e.MemoryMode = mode
	}
	return nil
}

// seen takes the time of a record into account.
func (e *Entry) seen(ms int64, ok bool) {
	if ok {
		e.UpdatedMS = max(e.UpdatedMS, ms)
	}
}

// seenLine is seen for a line that had to be decoded. The time in the session_meta of
// the first ledgers is the thread's beginning, not the record's.
func (e *Entry) seenLine(l Line) {
	if l.Type != TypeSessionMeta {
		e.seen(l.TimeMS())
	}
}

// through is tail for a compressed ledger.
func (c *Cataloguer) through(f *File, e *Entry, keep func(Head) bool) error {
	src, err := f.stream()
	if err != nil {
		return err
	}
	c.reader.Reset(src, Keep(keep))
	for {
		l, err := c.reader.Next()
		if errors.Is(err, io.EOF) {
			if n := len(c.reader.bad); n > 0 { // damage, which comes last
				e.problem("line %d: %s", c.reader.bad[n-1].Number, c.reader.bad[n-1].Reason)
			}
			return nil
		}
		if err != nil {
			return err
		}
		e.seenLine(l)
		if mode := jsonraw.GetText(l.Payload, "memory_mode"); l.Type == TypeSessionMeta && mode != "" {
			e.MemoryMode = mode
		}
	}
}

// finish fills what follows from the rest.
func (e *Entry) finish(h headState) {
	e.ThreadID = e.Name.ThreadID
	e.SourceKind = e.Meta.SourceKind()
	if e.HasMeta {
		if e.IDMismatch = e.ThreadID != "" && e.ThreadID != e.Meta.ID; e.IDMismatch {
			e.problem("the session_meta says thread %s, the file's name says %s", e.Meta.ID, e.ThreadID)
		}
		e.ThreadID = e.Meta.ID
	} else {
		e.problem("no readable session_meta")
		e.SourceKind = "unknown"
	}
	e.Cwd = cmp.Or(e.Meta.Cwd, h.cwd, h.envCwd)
	if e.ThreadID == "" {
		e.problem("neither a session_meta nor the file's name says which thread this is")
	}
	created, ok := ParseTime(e.Meta.Timestamp)
	if !ok {
		created = h.firstMS
	}
	if created == 0 {
		created = idTime(e.ThreadID)
	}
	if e.UpdatedMS == 0 {
		e.UpdatedMS = e.MtimeNS / 1e6
	}
	if created == 0 {
		created = e.UpdatedMS
	}
	e.CreatedMS = created
}

func (e *Entry) problem(format string, args ...any) {
	if p := fmt.Sprintf(format, args...); !slices.Contains(e.Problems, p) {
		e.Problems = append(e.Problems, p)
	}
}
