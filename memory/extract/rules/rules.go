// Package rules is the phase-1 engine that needs no model: it derives a raw memory and a
// rollout summary from a session's rows by what language and evidence do.
//
// It reads the user's words with package language, and the work itself from commands,
// exit codes, error lines, edits and interruptions. It keeps a bounded digest of each row
// and walks the rows twice: once to learn, once to verify every quote. The same session
// gives the same bytes. It owns no tables or files.
package rules

import (
	"context"
	"sync"

	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/extract/language"
	"github.com/seed50391015/reverie/redact"
)

// Options are the settings of the engine; the zero value is what the product uses.
type Options struct {
	// Languages are the tables to read users' words with; nil means all that are known.
	Languages []language.Table
}

// kit is the engine: its tables, made ready once, never changed after.
type kit struct {
	reader *language.Reader
	tools  map[string]entry
	errors []errorRule
	hints  *hintSet
}

func newKit(o Options) *kit {
	return &kit{reader: language.NewReader(o.Languages...), tools: toolchains(), errors: errorRules(), hints: newHintSet(hints)}
}

// engine makes its kit when the first session comes, since to make it takes milliseconds
// that a program which extracts nothing has no use for.
type engine struct{ kit func() *kit }

// New makes the rules engine. It is safe for concurrent use.
func New(o Options) extract.Extractor {
	return engine{kit: sync.OnceValue(func() *kit { return newKit(o) })}
}

// Extract derives the session's memory. Rows are walked twice; an error of theirs, or a
// cancelled context, ends it. An empty Output says that nothing is worth keeping.
func (e engine) Extract(ctx context.Context, s extract.Session) (extract.Output, error) {
	k := e.kit()
	t, err := k.digest(ctx, s)
	if err != nil {
		return extract.Output{}, err
	}
	l := k.learnAll(t)
	if !l.worthKeeping() {
		return extract.Output{}, nil
	}
	memory := l.memory()
	if memory, err = extract.Verify(ctx, memory, s); err != nil {
		return extract.Output{}, err
	}
	if len(memory.Tasks) == 0 {
		return extract.Output{}, nil
	}
	out := extract.Output{
		RawMemory:      redact.String(memory.Render()),
		RolloutSummary: redact.String(l.summary(memory)),
		RolloutSlug:    slug(memory.Description),
	}
	return out, nil
}
