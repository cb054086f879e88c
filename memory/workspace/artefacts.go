package workspace

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/redact"
)

const (
	slugLimit   = 60
	hashDigits  = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hashSpace   = 62 * 62 * 62 * 62
	stampLayout = "2006-01-02T15-04-05"
	// timeLayout is RFC 3339 with +00:00 for UTC where Go would write Z.
	timeLayout = "2006-01-02T15:04:05-07:00"
)

// summaryName matches the names that Stem gives.
var summaryName = regexp.MustCompile(`^\d{4,}-\d\d-\d\dT\d\d-\d\d-\d\d-[0-9A-Za-z]{4}(-[a-z0-9_]{1,60})?\.md$`)

// Stem is the file name, without .md, of a thread's rollout summary:
// <stamp>-<hash>[-<slug>]. The stamp is the UUID's own time (versions 1, 6 and 7) in
// UTC, else sourceUpdatedAt (Unix seconds); the hash stands for the id's low 32 bits, or
// for a sum over an id that is no UUID.
func Stem(threadID string, sourceUpdatedAt int64, slug string) string {
	stamp, seed := sourceUpdatedAt, uint32(0)
	if id, err := uuid.Parse(threadID); err == nil {
		seed = uint32(id[12])<<24 | uint32(id[13])<<16 | uint32(id[14])<<8 | uint32(id[15])
		if v := id.Version(); v == 1 || v == 6 || v == 7 {
			stamp, _ = id.Time().UnixTime()
		}
	} else {
		for _, b := range []byte(threadID) {
			seed = seed*31 + uint32(b)
		}
	}
	stem := time.Unix(stamp, 0).UTC().Format(stampLayout) + "-" + shortHash(seed)
	if s := slugPart(slug); s != "" {
		stem += "-" + s
	}
	return stem
}

// shortHash writes a seed, modulo 62⁴, as four digits, most significant first.
func shortHash(seed uint32) string {
	var digits [4]byte
	n := seed % hashSpace
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = hashDigits[n%62]
		n /= 62
	}
	return string(digits[:])
}

// slugPart makes a slug safe in a file name.
func slugPart(slug string) string {
	var b strings.Builder
	for _, r := range slug {
		if b.Len() == slugLimit {
			break
		}
		switch {
		case r >= 'A' && r <= 'Z':
			b.WriteRune(r - 'A' + 'a')
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	return strings.TrimRight(b.String(), "_")
}

// SummaryPath is where a selected output's summary stands in the folder.
func SummaryPath(s state.Selected) string {
	return path.Join(SummariesDir, Stem(s.ThreadID, s.SourceUpdatedAt, s.RolloutSlug)+".md")
}

// RenderSummary is the content of a rollout summary: a header of thread_id, updated_at,
// rollout_path, cwd and, if there is one, git_branch; a blank line; the summary.
func RenderSummary(s state.Selected) []byte {
	var b strings.Builder
	header(&b, "thread_id", s.ThreadID)
	header(&b, "updated_at", formatTime(s.SourceUpdatedAt))
	header(&b, "rollout_path", s.Thread.RolloutPath)
	header(&b, "cwd", s.Thread.Cwd)
	if s.Thread.GitBranch != "" {
		header(&b, "git_branch", s.Thread.GitBranch)
	}
	b.WriteString("\n" + s.RolloutSummary + "\n")
	return []byte(redact.String(b.String()))
}

// RenderRawMemories is the content of raw_memories.md: all selected outputs, newest
// source first, then thread id descending, whatever their order in selected.
func RenderRawMemories(selected []state.Selected) []byte {
	var b strings.Builder
	b.WriteString("# Raw Memories\n\n")
	if len(selected) == 0 {
		b.WriteString("No raw memories yet.\n")
		return []byte(b.String())
	}
	b.WriteString("Merged stage-1 raw memories (latest first):\n\n")
	for _, s := range latestFirst(selected) {
		b.WriteString("## Thread `" + oneLine(s.ThreadID) + "`\n")
		header(&b, "updated_at", formatTime(s.SourceUpdatedAt))
		header(&b, "cwd", s.Thread.Cwd)
		header(&b, "rollout_path", s.Thread.RolloutPath)
		header(&b, "rollout_summary_file", path.Base(SummaryPath(s)))
		b.WriteString("\n" + strings.TrimSpace(s.RawMemory) + "\n\n")
	}
	return []byte(redact.String(b.String()))
}

func latestFirst(selected []state.Selected) []state.Selected {
	return slices.SortedFunc(slices.Values(selected), func(a, b state.Selected) int {
		return cmp.Or(cmp.Compare(b.SourceUpdatedAt, a.SourceUpdatedAt), cmp.Compare(b.ThreadID, a.ThreadID))
	})
}

func header(b *strings.Builder, key, value string) {
	b.WriteString(key + ": " + oneLine(value) + "\n")
}

// oneLine keeps a value that holds line breaks, as a folder's name may, from ending its header line.
func oneLine(s string) string {
	return strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(s)
}

func formatTime(unix int64) string { return time.Unix(unix, 0).UTC().Format(timeLayout) }

// SyncArtefacts brings raw_memories.md and rollout_summaries/ of a stage in line with a
// selection. Every other .md file directly in rollout_summaries/ goes, as section 6 of
// docs/format.md says; other files, and folders in it, stay. A file that already holds the
// right bytes is not written.
func SyncArtefacts(s *Stage, selected []state.Selected) error {
	keep := map[string]bool{}
	for _, sel := range latestFirst(selected) {
		name := SummaryPath(sel)
		if keep[name] {
			continue // two ids of the same second and hash: the latest stands for both
		}
		keep[name] = true
		if err := s.update(name, RenderSummary(sel)); err != nil {
			return fmt.Errorf("sync artefacts: %w", err)
		}
	}
	names, err := s.List()
	if err != nil {
		return fmt.Errorf("sync artefacts: %w", err)
	}
	for _, name := range names {
		if path.Dir(name) != SummariesDir || keep[name] || path.Ext(name) != ".md" {
			continue
		}
		if err := s.Remove(name); err != nil {
			return fmt.Errorf("sync artefacts: %w", err)
		}
	}
	if err := s.update(RawMemoriesFile, RenderRawMemories(selected)); err != nil {
		return fmt.Errorf("sync artefacts: %w", err)
	}
	return nil
}

// update writes a file unless it holds these bytes already.
func (s *Stage) update(name string, data []byte) error {
	if old, err := s.tree.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return s.WriteFile(name, data)
}
