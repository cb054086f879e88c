package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// zstSuffix ends the name of a compressed ledger.
const zstSuffix = ".zst"

// spillSize is how much of a compressed ledger is unpacked in memory; a longer one goes
// into an unnamed temporary file.
const spillSize = 64 << 20

// maxUnpacked is how long a compressed ledger may be: a few bytes can unpack to any
// length.
const maxUnpacked = 32 << 30

// File is an open ledger, plain or compressed, read-only. It ends where the file ended
// when it was opened, so a ledger that grows meanwhile is read up to there. Methods are
// safe for concurrent use; the readers it hands out are not.
type File struct {
	Path       string // what was opened: the plain file where both exist
	Compressed bool
	Size       int64 // bytes on disk when it was opened
	MtimeNS    int64

	f *os.File
}

// Open opens a ledger for reading. Of a plain and a compressed file of the same name the
// plain one is read, whichever is asked for.
func Open(path string) (*File, error) {
	plain := strings.TrimSuffix(path, zstSuffix)
	f, err := openAt(plain)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	packed, err2 := openAt(plain + zstSuffix)
	if errors.Is(err2, fs.ErrNotExist) {
		return nil, err
	}
	return packed, err2
}

// openAt opens that very file.
func openAt(path string) (*File, error) {
	// A named pipe would block the open itself, so its kind is asked first.
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open ledger: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open ledger %s: %w", path, ErrNotRegular)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open ledger: %w", err)
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
		return nil, fmt.Errorf("open ledger: %w", err)
	}
	return &File{
		Path: path, Compressed: strings.HasSuffix(path, zstSuffix),
		Size: info.Size(), MtimeNS: info.ModTime().UnixNano(), f: f,
	}, nil
}

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }

// Reader returns a forward reader from the start of the ledger.
func (f *File) Reader(opts ...Option) (*Reader, error) {
	src, err := f.stream()
	if err != nil {
		return nil, err
	}
	return NewReader(src, opts...), nil
}

// stream is the ledger's text from its start.
func (f *File) stream() (io.Reader, error) {
	section := io.NewSectionReader(f.f, 0, f.Size)
	if !f.Compressed {
		return section, nil
	}
	src := &ioErrors{r: section}
	d, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", f.Path, err)
	}
	return &unpacker{d: d, src: src, path: f.Path}, nil
}

// damageError says that a compressed ledger was cut or has damage in it. What was
// unpacked before is good; a reader ends there and says so.
type damageError struct{ err error }

func (d *damageError) Error() string {
	if errors.Is(d.err, io.ErrUnexpectedEOF) {
		return "the compressed file is cut short here; what followed is lost"
	}
	return fmt.Sprintf("the compressed file is damaged here; what followed is lost (%v)", d.err)
}

func (d *damageError) Unwrap() error { return d.err }

// unpacker reads a compressed ledger. Damage is a *damageError, after the text before it.
type unpacker struct {
	d    *zstd.Decoder
	src  *ioErrors
	path string
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.d.Read(p)
	switch {
	case err == nil, errors.Is(err, io.EOF):
	case u.src.err != nil:
		err = fmt.Errorf("unpack %s: %w", u.path, u.src.err)
	default:
		err = &damageError{err}
	}
	return n, err
}

// ioErrors remembers an error of reading itself, to be told from damage.
type ioErrors struct {
	r   io.Reader
	err error
}

func (i *ioErrors) Read(p []byte) (int, error) {
	n, err := i.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		i.err = err
	}
	return n, err
}

// text is a ledger's whole text with random access.
type text struct {
	io.ReaderAt
	size   int64
	damage error // of a compressed ledger that ends in damage, nil otherwise
	close  func() error
}

// random returns the ledger's text for reading at any place. A compressed ledger is
// unpacked into memory, or into an unnamed temporary file when it is long.
func (f *File) random() (text, error) {
	if !f.Compressed {
		return text{ReaderAt: f.f, size: f.Size, close: func() error { return nil }}, nil
	}
	src, err := f.stream()
	if err != nil {
		return text{}, err
	}
	head, err := io.ReadAll(io.LimitReader(src, spillSize))
	var damage *damageError
	if err != nil && !errors.As(err, &damage) {
		return text{}, err
	}
	if len(head) < spillSize {
		return text{ReaderAt: bytes.NewReader(head), size: int64(len(head)), damage: err, close: func() error { return nil }}, nil
	}
	return spill(head, src, f.Path)
}

func spill(head []byte, src io.Reader, path string) (text, error) {
	tmp, err := os.CreateTemp("", "reverie-ledger-")
	if err != nil {
		return text{}, fmt.Errorf("unpack %s: %w", path, err)
	}
	done := func() error {
		tmp.Close()
		return os.Remove(tmp.Name())
	}
	if os.Remove(tmp.Name()) == nil { // an open file stays readable without a name
		done = tmp.Close
	}
	size, damage, err := unpackTo(tmp, head, src)
	if err != nil {
		done()
		return text{}, fmt.Errorf("unpack %s: %w", path, err)
	}
	return text{ReaderAt: tmp, size: size, damage: damage, close: done}, nil
}

// unpackTo writes what was unpacked already and what follows it.
func unpackTo(w io.Writer, head []byte, src io.Reader) (size int64, damage, err error) {
	n, err := w.Write(head)
	if err != nil {
		return 0, nil, err
	}
	m, err := io.Copy(w, io.LimitReader(src, maxUnpacked))
	var d *damageError
	switch {
	case errors.As(err, &d):
		damage = d
	case err != nil:
		return 0, nil, err
	case m == maxUnpacked:
		return 0, nil, fmt.Errorf("it is longer than %d bytes", int64(maxUnpacked))
	}
	return int64(n) + m, damage, nil
}
