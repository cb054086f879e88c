package rollout

import (
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
	d, err := zstd.NewReader(section, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", f.Path, err)
	}
	return tornStream{d: d, path: f.Path}, nil
}

// tornStream reads a compressed ledger. One that was cut, or has damage in it, ends
// there: what was unpacked before is read.
type tornStream struct {
	d    *zstd.Decoder
	path string
}

func (t tornStream) Read(p []byte) (int, error) {
	n, err := t.d.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
	return n, err
}

// text is a ledger's whole text with random access.
type text struct {
	io.ReaderAt
	size  int64
	close func() error
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
	if err != nil {
		return text{}, fmt.Errorf("unpack %s: %w", f.Path, err)
	}
	if len(head) < spillSize {
		return text{ReaderAt: strings.NewReader(string(head)), size: int64(len(head)), close: func() error { return nil }}, nil
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
	n, err := tmp.Write(head)
	if err == nil {
		var m int64
		m, err = io.Copy(tmp, io.LimitReader(src, maxUnpacked))
		if err == nil && m == maxUnpacked {
			err = fmt.Errorf("it is longer than %d bytes", int64(maxUnpacked))
		}
		if err == nil {
			return text{ReaderAt: tmp, size: int64(n) + m, close: done}, nil
		}
	}
	done()
	return text{}, fmt.Errorf("unpack %s: %w", path, err)
}
