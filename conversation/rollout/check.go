package rollout

import (
	"errors"
	"fmt"
	"io"
)

// Report is what an audit of a ledger says.
type Report struct {
	Path        string    `json:"path"`
	ThreadID    string    `json:"thread_id"`
	HistoryMode string    `json:"history_mode"`
	Records     int       `json:"records"`             // those that were read, kept bad lines among them
	Bad         []BadLine `json:"bad"`                 // the first thousand; never nil
	BadCount    int       `json:"bad_count,omitempty"` // all of them, where there are more
	Warnings    []string  `json:"warnings,omitempty"`
}

// skimLines is the length from which Check validates a line without holding it.
const skimLines = 4 << 20

// Check reads every line of a ledger and reports each bad one. A ledger without any
// readable record is an error (ErrEmpty), which comes with the report.
func Check(path string) (Report, error) {
	f, err := Open(path)
	if err != nil {
		return Report{}, fmt.Errorf("check: %w", err)
	}
	defer f.Close()
	rep := Report{Path: f.Path, HistoryMode: ModeLegacy, Bad: []BadLine{}}
	r, err := f.Reader(skimFrom(skimLines))
	if err != nil {
		return rep, fmt.Errorf("check: %w", err)
	}
	meta, ordinals, err := audit(r)
	if err != nil {
		return rep, fmt.Errorf("check %s at line %d: %w", path, r.number, err)
	}
	rep.Records = r.Records()
	rep.Bad = append(rep.Bad, r.Bad()...)
	if r.BadCount() > len(rep.Bad) {
		rep.BadCount = r.BadCount()
	}
	id := identify(&segment{path: f.Path, meta: meta})
	rep.ThreadID, rep.Warnings = id.ThreadID, id.Warnings
	switch {
	case meta != nil:
		rep.HistoryMode = meta.HistoryMode
	case ordinals:
		rep.HistoryMode = ModePaginated
	}
	if rep.Records == 0 {
		return rep, fmt.Errorf("check %s: %w", path, emptyError(r))
	}
	return rep, nil
}

// audit reads all; it returns the first session_meta and whether records have ordinals.
func audit(r *Reader) (meta *Meta, ordinals bool, err error) {
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return meta, ordinals, nil
		}
		if err != nil {
			return meta, ordinals, err
		}
		if l.Type == TypeSessionMeta && meta == nil {
			m := ParseMeta(l.Payload)
			meta = &m
		}
		ordinals = ordinals || l.Ordinal >= 0
	}
}
