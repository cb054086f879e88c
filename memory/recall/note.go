package recall

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/seed50391015/reverie/redact"
)

// MaxNoteBytes bounds one ad-hoc note: a note is a few sentences, not a document.
const MaxNoteBytes = 16 << 10

const noteStamp = "2006-01-02T15-04-05"

var noteName = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})-[a-z0-9-]{1,80}\.md$`)

// NoteArgs are the arguments of the tool add_ad_hoc_note.
type NoteArgs struct {
	Filename string `json:"filename"` // YYYY-MM-DDTHH-MM-SS-<slug>.md
	Note     string `json:"note"`
}

// NoteResult is the empty answer to a note that was taken.
type NoteResult struct{}

// AddNote is the tool add_ad_hoc_note; see the function AddNote.
func (t *Tools) AddNote(ctx context.Context, a NoteArgs) (NoteResult, error) {
	err := writeNote(ctx, t.root, a.Filename, a.Note)
	var problem *noteError
	if errors.As(err, &problem) {
		return NoteResult{}, Miss(problem.text)
	}
	return NoteResult{}, err
}

// AddNote writes one new note into the folder's extensions/ad_hoc/notes, making folders
// as needed. The text is redacted; the file appears whole or not at all, with mode 0600,
// and an existing one is never touched. Errors: ErrBadNote, ErrNoteExists, or of the file
// system.
func AddNote(ctx context.Context, dir, filename, note string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("add note: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("add note: %w", err)
	}
	defer root.Close()
	return writeNote(ctx, root, filename, note)
}

// NoteFilename makes a note's name from its moment and its words.
func NoteFilename(at time.Time, note string) string {
	const limit = 40
	var slug strings.Builder
	for _, r := range strings.ToLower(redact.String(note)) {
		if slug.Len() >= limit {
			break
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			slug.WriteRune(r)
		} else if s := slug.String(); s != "" && !strings.HasSuffix(s, "-") {
			slug.WriteByte('-')
		}
	}
	name := strings.TrimRight(slug.String(), "-")
	if name == "" {
		name = "note"
	}
	return at.UTC().Format(noteStamp) + "-" + name + ".md"
}

// noteError is a refusal with the words for a model and the sentinel for a program.
type noteError struct {
	text string
	is   error
}

func (e *noteError) Error() string { return e.text }
func (e *noteError) Unwrap() error { return e.is }

func writeNote(ctx context.Context, root *os.Root, filename, note string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	note, err := checkNote(filename, note)
	if err != nil {
		return err
	}
	if err := makeNotesDir(root); err != nil {
		return fmt.Errorf("add note %s: %w", filename, err)
	}
	err = createWhole(root, path.Join(NotesDir, filename), []byte(note))
	if errors.Is(err, fs.ErrExist) {
		return &noteError{fmt.Sprintf("ad-hoc note '%s' already exists", filename), ErrNoteExists}
	} else if err != nil {
		return fmt.Errorf("add note %s: %w", filename, err)
	}
	return nil
}

// checkNote returns the text to write.
func checkNote(filename, note string) (string, error) {
	m := noteName.FindStringSubmatch(filename)
	if m != nil {
		if _, err := time.Parse(noteStamp, m[1]); err != nil {
			m = nil
		}
	}
	if m == nil {
		return "", &noteError{fmt.Sprintf("filename '%s' must use YYYY-MM-DDTHH-MM-SS-<slug>.md", filename), ErrBadNote}
	}
	if strings.TrimSpace(note) == "" {
		return "", &noteError{"ad-hoc note must not be empty", ErrBadNote}
	}
	if len(note) > MaxNoteBytes {
		return "", &noteError{fmt.Sprintf("ad-hoc note must be at most %d bytes, this one has %d: say it shorter", MaxNoteBytes, len(note)), ErrBadNote}
	}
	note = redact.String(strings.ToValidUTF8(note, "\uFFFD"))
	if !strings.HasSuffix(note, "\n") {
		note += "\n"
	}
	return note, nil
}

// makeNotesDir makes each missing folder with mode 0700 and refuses a link in the way.
func makeNotesDir(root *os.Root) error {
	name := ""
	for part := range strings.SplitSeq(NotesDir, "/") {
		name = path.Join(name, part)
		if err := root.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		info, err := root.Lstat(name)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return fmt.Errorf("%s in the memory folder is not a folder (a link or a file): move it away", name)
		}
	}
	return nil
}

// createWhole writes a file that must not be there yet: complete under a hidden name,
// then linked to its own, so that no reader ever sees half a note. A file system
// without hard links gets a plain exclusive create.
func createWhole(root *os.Root, name string, data []byte) error {
	var random [8]byte
	rand.Read(random[:])
	hidden := path.Join(path.Dir(name), ".note-"+hex.EncodeToString(random[:]))
	if err := writeNew(root, hidden, data); err != nil {
		return err
	}
	defer root.Remove(hidden)
	err := root.Link(hidden, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return writeNew(root, name, data)
}

func writeNew(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		err = errors.Join(err, root.Remove(name))
	}
	return err
}
