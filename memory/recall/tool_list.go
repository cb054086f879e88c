package recall

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// ListArgs are the arguments of the tool list.
type ListArgs struct {
	Path       *string `json:"path"`
	Cursor     *string `json:"cursor"`
	MaxResults *int    `json:"max_results"`
}

// ListResult is one page of one level of the folder, in byte order of the paths.
type ListResult struct {
	Path       *string     `json:"path"`
	Entries    []ListEntry `json:"entries"`
	NextCursor *string     `json:"next_cursor"`
	Truncated  bool        `json:"truncated"`
}

// ListEntry is a file or a directory; the path is relative to the folder.
type ListEntry struct {
	Path      string `json:"path"`
	EntryType string `json:"entry_type"` // file or directory
}

// List names what stands in a folder, or the one file asked for.
func (t *Tools) List(ctx context.Context, a ListArgs) (ListResult, error) {
	asked := "."
	if a.Path != nil {
		asked = *a.Path
	}
	name, info, err := t.resolve(asked)
	if err != nil {
		return ListResult{}, err
	}
	entries := []ListEntry{{Path: name, EntryType: "file"}}
	if info.IsDir() {
		if entries, err = t.children(ctx, name); err != nil {
			return ListResult{}, pathError(asked, err)
		}
	} else if !info.Mode().IsRegular() {
		return ListResult{}, missf("path '%s' was not found", asked)
	}
	from, to, next, err := page(len(entries), a.Cursor, a.MaxResults, MaxListResults)
	if err != nil {
		return ListResult{}, err
	}
	return ListResult{Path: a.Path, Entries: entries[from:to], NextCursor: next, Truncated: next != nil}, nil
}

// children returns one level: no dot names, no links, nothing but files and folders, no
// name that JSON could not give back.
func (t *Tools) children(ctx context.Context, dir string) ([]ListEntry, error) {
	f, err := t.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries := []ListEntry{}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		batch, err := f.ReadDir(512)
		for _, e := range batch {
			if strings.HasPrefix(e.Name(), ".") || !utf8.ValidString(e.Name()) {
				continue
			}
			entry := ListEntry{Path: path.Join(dir, e.Name())}
			switch e.Type() & fs.ModeType {
			case 0:
				entry.EntryType = "file"
			case fs.ModeDir:
				entry.EntryType = "directory"
			default:
				continue
			}
			entries = append(entries, entry)
		}
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b ListEntry) int { return strings.Compare(a.Path, b.Path) })
	return entries, nil
}
