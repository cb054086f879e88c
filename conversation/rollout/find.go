package rollout

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

const (
	sessionsDir = "sessions"
	archivedDir = "archived_sessions"
	indexFile   = "session_index.jsonl"
)

// Found is one ledger file in a home, by its name and its folder entry alone.
type Found struct {
	Path       string
	ThreadID   string // by the name; "" when it holds none
	RolloutID  string // of a segment that a revert began
	Archived   bool
	Compressed bool
	Size       int64
	MtimeNS    int64
}

// SegmentID is what a history_base names to mean this file.
func (f Found) SegmentID() string {
	return Name{ThreadID: f.ThreadID, RolloutID: f.RolloutID}.SegmentID()
}

// FindLedgers lists the ledgers of a home, ordered by path: sessions/YYYY/MM/DD and, flat,
// archived_sessions. Of a plain and a compressed file of one name the plain one is listed.
// A home without these folders has none; a folder that cannot be read is an error that
// comes with what could be listed.
func FindLedgers(home string) ([]Found, error) {
	var out []Found
	var problems []error
	add := func(dir string, archived bool) {
		if err := listLedgers(dir, archived, &out); err != nil {
			problems = append(problems, err)
		}
	}
	days, err := dayFolders(filepath.Join(home, sessionsDir))
	if err != nil {
		problems = append(problems, err)
	}
	for _, d := range days {
		add(d, false)
	}
	add(filepath.Join(home, archivedDir), true)
	slices.SortFunc(out, func(a, b Found) int { return cmp.Compare(a.Path, b.Path) })
	return out, errors.Join(problems...)
}

// dayFolders lists sessions/YYYY/MM/DD.
func dayFolders(root string) ([]string, error) {
	level := []string{root}
	var problems []error
	for _, width := range []int{4, 2, 2} {
		var next []string
		for _, dir := range level {
			entries, err := readDir(dir)
			if err != nil {
				problems = append(problems, err)
			}
			for _, e := range entries {
				if len(e.Name()) == width && strings.Trim(e.Name(), "0123456789") == "" && isDir(dir, e) {
					next = append(next, filepath.Join(dir, e.Name()))
				}
			}
		}
		level = next
	}
	return level, errors.Join(problems...)
}

func isDir(dir string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.IsDir()
}

// readDir is os.ReadDir, where a missing folder is an empty one.
func readDir(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return entries, fmt.Errorf("list ledgers: %w", err)
	}
	return entries, nil
}

func listLedgers(dir string, archived bool, out *[]Found) error {
	entries, err := readDir(dir)
	plain := map[string]bool{}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".jsonl") {
			plain[e.Name()] = true
		}
	}
	for _, e := range entries {
		n, ok := ParseName(e.Name())
		if !ok || (n.Compressed && plain[strings.TrimSuffix(e.Name(), zstSuffix)]) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		info, statErr := e.Info()
		if statErr == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, statErr = os.Stat(path)
		}
		if statErr != nil || !info.Mode().IsRegular() {
			continue
		}
		*out = append(*out, Found{
			Path: path, ThreadID: n.ThreadID, RolloutID: n.RolloutID, Archived: archived,
			Compressed: n.Compressed, Size: info.Size(), MtimeNS: info.ModTime().UnixNano(),
		})
	}
	return err
}

// GroupThreads groups ledgers by thread id, each thread's segments oldest first: the
// first segment, then those that reverts began, by their rollout id (a UUIDv7, so in
// time). Files whose names hold no id come as groups of one under their path.
func GroupThreads(found []Found) map[string][]Found {
	groups := map[string][]Found{}
	for _, f := range found {
		id := f.ThreadID
		if id == "" {
			id = f.Path
		}
		groups[id] = append(groups[id], f)
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b Found) int {
			return cmp.Or(cmp.Compare(a.RolloutID, b.RolloutID), cmp.Compare(a.Path, b.Path))
		})
	}
	return groups
}

// FindSegment returns the path of the segment with that id in a home: first where its
// UUID's own time puts it, then anywhere. Without a home it looks in dir alone.
func FindSegment(home, dir, id string) (string, error) {
	id, ok := validID(id)
	if !ok {
		return "", fmt.Errorf("find segment %q: not a UUID", id)
	}
	folders := []string{dir}
	if home != "" {
		folders = append(folders, likelyDays(home, id)...)
		folders = append(folders, filepath.Join(home, archivedDir))
	}
	for _, d := range folders {
		if path := segmentIn(d, id); path != "" {
			return path, nil
		}
	}
	if home != "" {
		days, _ := dayFolders(filepath.Join(home, sessionsDir))
		for i := len(days) - 1; i >= 0; i-- {
			if path := segmentIn(days[i], id); path != "" {
				return path, nil
			}
		}
	}
	return "", fmt.Errorf("find segment %s: %w", id, fs.ErrNotExist)
}

// likelyDays lists the folders of the days around an id's own time: folders are named by
// local dates.
func likelyDays(home, id string) []string {
	ms := idTime(id)
	if ms == 0 {
		return nil
	}
	var out []string
	for _, d := range []int{0, -1, 1} {
		day := time.UnixMilli(ms).UTC().AddDate(0, 0, d)
		out = append(out, filepath.Join(home, sessionsDir, day.Format("2006"), day.Format("01"), day.Format("02")))
	}
	return out
}

func segmentIn(dir, id string) string {
	var found []Found
	_ = listLedgers(dir, false, &found)
	for _, f := range found {
		if f.SegmentID() == id {
			return f.Path
		}
	}
	return ""
}

// ThreadName is one line of session_index.jsonl.
type ThreadName struct {
	ID        string
	Name      string
	UpdatedAt string
}

// SessionIndex reads the names that a home's session_index.jsonl gives to threads; the
// newest line of an id wins, the later one where times are equal. A home without the
// file names none. Lines that cannot be read are passed over.
func SessionIndex(home string) (map[string]ThreadName, error) {
	names := map[string]ThreadName{}
	f, err := openAt(filepath.Join(home, indexFile))
	if errors.Is(err, fs.ErrNotExist) {
		return names, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read session index: %w", err)
	}
	defer f.Close()
	src, err := f.stream()
	if err != nil {
		return nil, err
	}
	r := NewReader(src)
	for {
		raw, _, err := r.next()
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return names, fmt.Errorf("read session index: %w", err)
		}
		if _, _, err := jsonraw.Scan(raw, 0); err != nil {
			continue
		}
		n := ThreadName{
			ID: jsonraw.GetText(raw, "id"), Name: jsonraw.GetText(raw, "thread_name"),
			UpdatedAt: jsonraw.GetText(raw, "updated_at"),
		}
		if n.ID != "" && n.UpdatedAt >= names[n.ID].UpdatedAt {
			names[n.ID] = n
		}
	}
}
