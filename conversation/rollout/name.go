package rollout

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Name is what a ledger's file name tells.
type Name struct {
	ThreadID   string // "" when the name holds no UUID
	RolloutID  string // of a segment that a revert began; "" for a thread's first segment
	Compressed bool
}

// SegmentID is what a history_base names: the rollout's id, else the thread's.
func (n Name) SegmentID() string {
	if n.RolloutID != "" {
		return n.RolloutID
	}
	return n.ThreadID
}

const (
	namePrefix  = "rollout-"
	stampLayout = "2006-01-02T15-04-05"
	uuidLen     = 36
)

// ParseName reads a ledger's file name, rollout-<stamp>-<thread>[_<rollout>].jsonl[.zst].
// ok is false for a file that is no ledger by its name. The stamp is local time and is
// not used.
func ParseName(path string) (n Name, ok bool) {
	base := filepath.Base(path)
	rest, compressed := strings.CutSuffix(base, zstSuffix)
	n.Compressed = compressed
	rest, ok = strings.CutSuffix(rest, ".jsonl")
	if !ok || !strings.HasPrefix(rest, namePrefix) {
		return n, false
	}
	rest = rest[len(namePrefix):]
	if len(rest) > 2*uuidLen && rest[len(rest)-uuidLen-1] == '_' {
		if id, good := validID(rest[len(rest)-uuidLen:]); good {
			n.RolloutID = id
			rest = rest[:len(rest)-uuidLen-1]
		}
	}
	if len(rest) >= uuidLen {
		n.ThreadID, _ = validID(rest[len(rest)-uuidLen:])
	}
	return n, true
}

func validID(s string) (string, bool) {
	if len(s) != uuidLen {
		return "", false
	}
	id, err := uuid.Parse(s)
	if err != nil {
		return "", false
	}
	return id.String(), true
}

// FileName is the name of a new ledger, begun at that moment; the stamp is in the
// moment's own location.
func FileName(begun time.Time, n Name) string {
	s := namePrefix + begun.Format(stampLayout) + "-" + n.ThreadID
	if n.RolloutID != "" {
		s += "_" + n.RolloutID
	}
	return s + ".jsonl"
}

// realPath is where a symlink to a ledger leads; other paths stay as they are.
func realPath(path string) string {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return path
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// HomeOf returns the home that a ledger stands in, "" when it stands in none. A symlink
// stands where the ledger does, else where it is itself.
func HomeOf(path string) string {
	if real := realPath(path); real != path {
		if home := homeAbove(real); home != "" {
			return home
		}
	}
	return homeAbove(path)
}

func homeAbove(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	for dir := filepath.Dir(abs); ; {
		switch filepath.Base(dir) {
		case sessionsDir, archivedDir:
			return filepath.Dir(dir)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// idTime is the moment of a version 7 UUID in Unix milliseconds, 0 for others.
func idTime(id string) int64 {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return 0
	}
	var ms int64
	for _, b := range u[:6] {
		ms = ms<<8 | int64(b)
	}
	return ms
}
