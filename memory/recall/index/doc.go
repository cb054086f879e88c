package index

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Kinds of documents. A caller may use others.
const (
	KindHandbook = "handbook"
	KindSummary  = "summary"
	KindRaw      = "raw_memory"
	KindSkill    = "skill"
	KindNote     = "note"
	KindLedger   = "ledger"
)

// Kinds lists them.
func Kinds() []string {
	return []string{KindHandbook, KindSummary, KindRaw, KindSkill, KindNote, KindLedger}
}

// Doc is one document: what a hit leads to.
type Doc struct {
	Key       string // unique in its unit
	Kind      string
	Path      string // as it is to be shown: relative to the memory folder, or a ledger's path
	Line      int    // line of Path at which Body begins, from 1
	ThreadID  string // "" = of no single thread
	Project   string // path; "" = of no project
	UpdatedAt int64  // Unix seconds; 0 = unknown
	Title     string // of a ledger row: shown, not searched
	Keywords  string
	Body      string
	Hash      string // of the content; "" = made from the fields above
}

// Unit is what documents are read from as a whole: a file, a ledger.
type Unit struct {
	Key   string // unique in its scope
	Stamp string // while it stays the same, Docs is not walked; "" = always walk
	Docs  iter.Seq2[Doc, error]
}

// maxBody bounds one document; longer text is for the caller to split.
const maxBody = 1 << 20

func (d Doc) hash() string {
	if d.Hash != "" {
		return d.Hash
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %d %q %q %d %q %q ", d.Kind, d.Path, d.Line, d.ThreadID, d.Project, d.UpdatedAt, d.Title, d.Keywords)
	io.WriteString(h, d.Body)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func (d Doc) bounded() Doc {
	if len(d.Body) > maxBody {
		d.Body = strings.ToValidUTF8(d.Body[:maxBody], "")
	}
	return d
}

// columns are a document's texts as the full-text table gets them.
type columns struct{ title, keywords, body, facets string }

// columns makes the texts to be indexed. A ledger row bears the title of its thread only to
// be shown: as a part of each row it would bring up every one of them.
func (d Doc) columns() columns {
	c := columns{keywords: tokenText(d.Keywords), body: tokenText(d.Body), facets: facetText(d)}
	if d.Kind != KindLedger {
		c.title = tokenText(d.Title)
	}
	return c
}
