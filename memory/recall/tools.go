package recall

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of the memory tools.
const (
	MaxListResults   = 2000
	MaxSearchResults = 200
	MaxReadTokens    = 20_000
)

// ToolNamespace is the namespace under which the tools are offered to a model.
const ToolNamespace = "memories"

// Tools are the memory tools over one folder. All paths are relative to it; nothing
// outside, no dot name and no symbolic link can be reached. Safe for concurrent use.
type Tools struct {
	dir  string
	root *os.Root
}

// OpenTools opens the folder; ErrNoMemory if there is none. Close it after use.
func OpenTools(dir string) (*Tools, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open memory tools on %s: %w", dir, ErrNoMemory)
	} else if err != nil {
		return nil, fmt.Errorf("open memory tools: %w", err)
	}
	return &Tools{dir: dir, root: root}, nil
}

// Close releases the folder.
func (t *Tools) Close() error { return t.root.Close() }

// Miss is an answer for the model rather than a failure of the program: a path that is
// not there, an argument out of range. Its text is what the model gets.
type Miss string

func (m Miss) Error() string { return string(m) }

func missf(format string, args ...any) error { return Miss(fmt.Sprintf(format, args...)) }

// Call runs the tool of that name with JSON arguments, as a model gave them, and
// returns the JSON of its result. An error that is a Miss is to be answered to the model;
// any other is ours.
func (t *Tools) Call(ctx context.Context, name string, arguments []byte) (string, error) {
	switch name {
	case "list":
		return call(ctx, arguments, t.List)
	case "read":
		return call(ctx, arguments, t.Read)
	case "search":
		return call(ctx, arguments, t.Search)
	case "add_ad_hoc_note":
		return call(ctx, arguments, t.AddNote)
	}
	return "", missf("unsupported call: %s", name)
}

func call[A, R any](ctx context.Context, arguments []byte, run func(context.Context, A) (R, error)) (string, error) {
	var args A
	if err := decodeStrict(arguments, &args); err != nil {
		return "", missf("failed to parse function arguments: %v", err)
	}
	result, err := run(ctx, args)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(result); err != nil {
		return "", fmt.Errorf("encode answer: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// decodeStrict takes one JSON object and refuses fields that the tool does not have.
// No arguments at all is an empty object.
func decodeStrict(data []byte, into any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if dec.More() {
		return errors.New("more than one value")
	}
	return nil
}

// resolve checks a path that a model named and returns it clean ("." = the folder) with
// what is there. Every component is looked at, so that no link is followed.
func (t *Tools) resolve(asked string) (string, fs.FileInfo, error) {
	if strings.HasPrefix(asked, "/") || windowsPath.MatchString(asked) {
		return "", nil, missf("path '%s' must stay within the memories root", asked)
	}
	var parts []string
	for part := range strings.SplitSeq(strings.ReplaceAll(asked, `\`, "/"), "/") {
		switch {
		case part == "..":
			return "", nil, missf("path '%s' must stay within the memories root", asked)
		case part == "" || part == ".":
			continue
		case strings.HasPrefix(part, "."), strings.ContainsRune(part, 0), !utf8.ValidString(part):
			return "", nil, missf("path '%s' was not found", asked)
		}
		parts = append(parts, part)
	}
	name := "."
	info, err := t.root.Stat(".")
	for _, part := range parts {
		if err == nil && !info.IsDir() {
			err = fs.ErrNotExist
		}
		if err != nil {
			break
		}
		name = path.Join(name, part)
		if info, err = t.root.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			err = fs.ErrNotExist
		}
	}
	if err != nil {
		return "", nil, pathError(asked, err)
	}
	return name, info, nil
}

// pathError tells a miss from a failure.
func pathError(asked string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return missf("path '%s' cannot be read: permission denied", asked)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid), strings.Contains(err.Error(), "name too long"):
		return missf("path '%s' was not found", asked)
	}
	return fmt.Errorf("memory path %q: %w", asked, err)
}

// page cuts one page out of total results: from the cursor, at most maxResults (nil, or
// too many, gives the tool's limit). next is nil on the last page.
func page(total int, cursor *string, maxResults *int, limit int) (from, to int, next *string, err error) {
	if cursor != nil {
		n, err := strconv.ParseUint(*cursor, 10, 31)
		if err != nil {
			return 0, 0, nil, missf("cursor '%s' must be a non-negative integer", *cursor)
		}
		if from = int(n); from > total {
			return 0, 0, nil, missf("cursor '%s' exceeds result count", *cursor)
		}
	}
	size := limit
	if maxResults != nil {
		size = min(max(*maxResults, 1), limit)
	}
	if to = from + size; to >= total {
		return from, total, nil, nil
	}
	return from, to, cursorAt(to), nil
}

func cursorAt(n int) *string {
	s := strconv.Itoa(n)
	return &s
}
