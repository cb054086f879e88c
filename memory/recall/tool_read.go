package recall

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// ReadArgs are the arguments of the tool read.
type ReadArgs struct {
	Path       string `json:"path"`
	LineOffset *int   `json:"line_offset"` // from 1
	MaxLines   *int   `json:"max_lines"`
}

// ReadResult is a run of whole lines of one file. Truncated says that lines follow; the
// next read begins StartLine plus the lines of Content further on.
type ReadResult struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line_number"`
	Content   string `json:"content"`
	Truncated bool   `json:"truncated"`
}

// Read returns lines of one file, at most MaxReadTokens. It reads no further than it
// answers; a single line longer than the limit keeps its head and its tail.
func (t *Tools) Read(ctx context.Context, a ReadArgs) (ReadResult, error) {
	first := 1
	if a.LineOffset != nil {
		if first = *a.LineOffset; first < 1 {
			return ReadResult{}, missf("line_offset must be a 1-indexed line number")
		}
	}
	if a.MaxLines != nil && *a.MaxLines < 1 {
		return ReadResult{}, missf("max_lines must be a positive integer")
	}
	name, info, err := t.resolve(a.Path)
	if err != nil {
		return ReadResult{}, err
	}
	if !info.Mode().IsRegular() {
		return ReadResult{}, missf("path '%s' is not a file", a.Path)
	}
	f, err := t.root.Open(name)
	if err != nil {
		return ReadResult{}, pathError(a.Path, err)
	}
	defer f.Close()
	r := lineReader{r: bufio.NewReaderSize(f, 1<<16)}
	for n := 1; n < first; n++ {
		if _, err := r.next(0); errors.Is(err, io.EOF) {
			return ReadResult{}, missf("line_offset exceeds file length")
		} else if err != nil {
			return ReadResult{}, fmt.Errorf("read memory file %s: %w", name, err)
		}
		if n%4096 == 0 && ctx.Err() != nil {
			return ReadResult{}, ctx.Err()
		}
	}
	content, truncated, err := takeLines(&r, a.MaxLines)
	if err != nil {
		return ReadResult{}, fmt.Errorf("read memory file %s: %w", name, err)
	}
	if content == "" && first > 1 {
		return ReadResult{}, missf("line_offset exceeds file length")
	}
	return ReadResult{Path: a.Path, StartLine: first, Content: content, Truncated: truncated}, nil
}

// takeLines collects lines up to maxLines (nil = all) and up to the token limit.
func takeLines(r *lineReader, maxLines *int) (content string, truncated bool, err error) {
	const limit = MaxReadTokens * bytesPerToken
	var b strings.Builder
	for lines := 0; maxLines == nil || lines < *maxLines; lines++ {
		line, err := r.next(limit)
		if errors.Is(err, io.EOF) {
			return b.String(), r.cut, nil
		} else if err != nil {
			return "", false, err
		}
		if b.Len() > 0 && b.Len()+len(line) > limit {
			return b.String(), true, nil
		}
		b.WriteString(line)
	}
	_, err = r.r.Peek(1)
	return b.String(), r.cut || err == nil, nil
}

// lineReader reads lines of any length in bounded memory: of a line longer than keep it
// returns head and tail with a mark between them.
type lineReader struct {
	r   *bufio.Reader
	cut bool // some line was shortened
}

func (l *lineReader) next(keep int) (string, error) {
	var head, tail []byte
	total := 0
	for {
		part, err := l.r.ReadSlice('\n')
		total += len(part)
		if room := keep/2 - len(head); room > 0 {
			n := min(room, len(part))
			head, part = append(head, part[:n]...), part[n:]
		}
		if keep == 0 {
			part = nil
		}
		if tail = append(tail, part...); len(tail) > 2*keep+1<<16 {
			tail = append(tail[:0], tail[len(tail)-keep/2:]...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && total == 0:
			return "", err
		case err != nil && !errors.Is(err, io.EOF):
			return "", err
		}
		break
	}
	if keep == 0 {
		return "", nil
	}
	if total <= keep {
		return strings.ToValidUTF8(string(head)+string(tail), "\uFFFD"), nil
	}
	l.cut = true
	return headAndTail(head, tail[max(0, len(tail)-keep/2+64):], total), nil
}

// headAndTail joins the ends of a long text, cut on rune borders, around a mark that tells how much is missing.
func headAndTail(head, tail []byte, total int) string {
	for len(head) > 0 && !utf8.RuneStart(head[len(head)-1]) {
		head = head[:len(head)-1]
	}
	if len(head) > 0 {
		head = head[:len(head)-1] // the rune that may go on behind the cut
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	missing := (total - len(head) - len(tail) + bytesPerToken - 1) / bytesPerToken
	return strings.ToValidUTF8(fmt.Sprintf("%s…%d tokens truncated…%s", head, missing, tail), "\uFFFD")
}
