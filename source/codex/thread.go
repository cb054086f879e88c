package codex

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/redact"
	"github.com/seed50391015/reverie/source"
	"github.com/seed50391015/reverie/source/words"
)

// describe makes ledger rows of what was catalogued, and a thread of each thread's segments.
func (sc *scan) describe(entries []catalogued) {
	threads := map[string][]catalogued{}
	for _, e := range entries {
		if l, isNew := sc.ledger(&e); isNew {
			sc.found.Ledgers = append(sc.found.Ledgers, l)
		}
		if e.err == nil && e.ThreadID != "" {
			threads[e.ThreadID] = append(threads[e.ThreadID], e)
		}
	}
	for id, segments := range threads {
		sc.found.Threads = append(sc.found.Threads, sc.thread(id, segments))
	}
	for id, r := range sc.facts {
		if _, ok := threads[id]; !ok && (r.name != "" || r.mode == source.ModeDisabled || r.mode == source.ModePolluted) {
			sc.found.Facts = append(sc.found.Facts, source.Fact{ThreadID: id, MemoryMode: r.mode, Name: title(redact.String(r.name), "")})
		}
	}
}

// ledger is a ledger's row; one that was read again for its thread's sake is not new.
func (sc *scan) ledger(e *catalogued) (l source.Ledger, isNew bool) {
	l = source.Ledger{Path: e.found.Path, Size: e.found.Size, MtimeNS: e.found.MtimeNS}
	if e.err != nil {
		l.Problem = oneLine(e.err.Error())
		sc.problem(e.found.Path, e.err)
	} else {
		l.ThreadID, l.Problem = e.ThreadID, oneLine(strings.Join(e.Problems, "; "))
	}
	known, ok := sc.known[l.Path]
	return l, !ok || !l.Same(known)
}

// thread puts a thread together from its segments' entries.
func (sc *scan) thread(id string, segments []catalogued) source.Thread {
	segments, fact := inOrder(segments), sc.facts[id]
	first, newest := segments[0], segments[len(segments)-1]
	t := source.Thread{
		ID: id, SourceKind: newest.SourceKind, Path: newest.Path, Cwd: newest.Cwd, ProjectID: sc.projects.Of(newest.Cwd),
		GitBranch: redact.String(newest.Meta.Git.Branch), GitSHA: newest.Meta.Git.CommitHash,
		GitOrigin: redact.String(newest.Meta.Git.RepositoryURL), ModelProvider: newest.Meta.ModelProvider,
		CreatedAtMS: first.CreatedMS, Archived: fact.archived || newest.found.Archived,
		ForkedFrom: first.Meta.ForkedFromID,
	}
	said, mode := "", ""
	for _, s := range segments {
		t.Segments = append(t.Segments, s.Path)
		t.Size += s.Size
		t.UpdatedAtMS = max(t.UpdatedAtMS, s.UpdatedMS)
		mode = cmp.Or(s.MemoryMode, mode)
		if said == "" && s.HasUserMessage {
			said = firstWords(s.Entry)
		}
	}
	t.MemoryMode = strictest(mode, fact.mode)
	t.FirstUserMessage = redact.String(said)
	t.Title = title(redact.String(cmp.Or(fact.name, fact.title)), t.FirstUserMessage)
	return t
}

// inOrder sorts a thread's segments, oldest first; of two files that are one segment (a
// thread that is just being archived) the one under sessions counts.
func inOrder(segments []catalogued) []catalogued {
	slices.SortFunc(segments, func(a, b catalogued) int {
		archived := 0
		if a.found.Archived != b.found.Archived {
			if archived = -1; a.found.Archived {
				archived = 1
			}
		}
		return cmp.Or(cmp.Compare(a.Name.RolloutID, b.Name.RolloutID), archived, cmp.Compare(a.CreatedMS, b.CreatedMS), cmp.Compare(a.Path, b.Path))
	})
	return slices.CompactFunc(segments, func(a, b catalogued) bool {
		return a.SegmentID() != "" && a.SegmentID() == b.SegmentID()
	})
}

// strictest is the stricter of what the ledger and the database say: neither's no is
// overruled. A mode that we do not know is no leave to learn.
func strictest(modes ...string) string {
	out := source.ModeEnabled
	for _, m := range modes {
		switch {
		case m == source.ModePolluted:
			return m
		case m != "" && m != source.ModeEnabled:
			out = source.ModeDisabled
		}
	}
	return out
}

// firstWords is what the user said first; a first message without words of the user's
// own still counts as one.
func firstWords(e rollout.Entry) string {
	text := e.FirstUserMessage
	if len(text) >= longMessage { // cut there: half a secret at the end would not be known as one
		text = text[:strings.LastIndexAny(text, " \t\n")+1]
	}
	own, _ := words.User([]string{text}, nil)
	return cmp.Or(strings.TrimSpace(own), "[no text]")
}

// longMessage is a length from which the catalogue may have cut a message.
const longMessage = 15 << 10

// maxTitle bounds a title, in bytes.
const maxTitle = 200

// title is the name that a person or Codex gave, else the first line of what the user
// said first. Both are redacted before they are cut.
func title(name, said string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(cmp.Or(name, said)), "\n")
	if len(line) > maxTitle {
		n := maxTitle
		for n > 0 && !utf8.RuneStart(line[n]) {
			n--
		}
		line = line[:n]
	}
	return strings.TrimSpace(line)
}

// oneLine is a text as one line, without secrets.
func oneLine(s string) string { return redact.String(strings.Join(strings.Fields(s), " ")) }
