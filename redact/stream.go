package redact

import (
	"fmt"
	"io"
)

const (
	// lookAhead is further than any check reads behind its anchor.
	lookAhead = maxSecret + 32<<10
	// lookBack is further than any check reads before its anchor.
	lookBack = maxBefore + 4<<10
	// copyChunk is how much Copy reads at a time.
	copyChunk = 256 << 10
)

// Copy copies r to w until EOF, with every secret replaced by [Mark]: w gets the bytes
// that [String] would give for the whole of r. It holds a few hundred kilobytes,
// however long r or one of its lines is. The error names the side that failed.
func Copy(w io.Writer, r io.Reader) error {
	c := copier{w: w, buf: make([]byte, 0, copyChunk+2*lookAhead)}
	for {
		n, err := io.ReadFull(r, c.buf[len(c.buf):min(cap(c.buf), len(c.buf)+copyChunk)])
		c.buf = c.buf[:len(c.buf)+n]
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return fmt.Errorf("redact: read: %w", err)
		}
		if err := c.step(last); err != nil {
			return fmt.Errorf("redact: write: %w", err)
		}
		if last {
			return nil
		}
	}
}

// copier is a window over a stream: buf[:next] is scanned, and what lies far enough
// before that is written and dropped.
type copier struct {
	w       io.Writer
	buf     []byte
	next    int // where scanning goes on
	lo      int // end of the last finding in buf
	scratch []byte
}

// step scans and writes what can be decided; everything if this is the last of the
// stream.
func (c *copier) step(last bool) error {
	to := len(c.buf) - lookAhead
	if last {
		to = len(c.buf)
	}
	if to <= c.next && !last {
		return nil
	}
	sc := scanner{s: view(c.buf), lo: c.lo}
	c.next = sc.scan(c.next, to)
	done := len(c.buf)
	if !last {
		done = max(sc.lo, to-lookBack, 0)
	}
	c.scratch = replace(c.scratch[:0], sc.s[:done], sc.found)
	if _, err := c.w.Write(c.scratch); err != nil {
		return err
	}
	c.buf = c.buf[:copy(c.buf, c.buf[done:])]
	c.next -= done
	c.lo = max(0, sc.lo-done)
	return nil
}
