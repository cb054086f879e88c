package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/seed50391015/reverie/redact"
)

// Sizes beyond which a generated file is not sane: no consolidation writes as much.
const (
	handbookLimit = 16 << 20
	summaryLimit  = 1 << 20
	skillLimit    = 1 << 20
)

// Finding is one reason why a stage may not be promoted.
type Finding struct {
	Path    string
	Line    int // from 1; 0 for the whole file
	Problem string
}

// String is the finding on one line.
func (f Finding) String() string {
	if f.Line == 0 {
		return f.Path + ": " + f.Problem
	}
	return fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Problem)
}

// ValidateOptions tune Validate.
type ValidateOptions struct {
	// Theirs reports that a line stands by the user's hand: what it refers to is not
	// checked, as a run could do nothing about it. Nil means none does.
	Theirs func(path, line string) bool
}

// Validate checks what must hold of a folder: no symbolic links; MEMORY.md is a file;
// memory_summary.md begins with the line v1; every rollout summary and skill that they
// refer to exists; no secret in what is generated or changed; text in UTF-8 and of sane
// size. No findings means valid; the error is for a stage that cannot be read.
func Validate(s *Stage, opts ValidateOptions) ([]Finding, error) {
	names, err := s.List()
	if errors.Is(err, ErrSymlink) || errors.Is(err, ErrIrregular) {
		return []Finding{{Path: ".", Problem: err.Error()}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("validate: %w", err)
	}
	v := &validator{stage: s, opts: opts, exists: map[string]bool{}}
	for _, name := range names {
		v.exists[name] = true
	}
	for _, name := range []string{HandbookFile, SummaryFile} {
		if !v.exists[name] {
			v.add(name, 0, "is missing")
		}
	}
	if err := v.readEvidence(names); err != nil {
		return nil, fmt.Errorf("validate: %w", err)
	}
	for _, name := range names {
		if err := v.check(name); err != nil {
			return nil, fmt.Errorf("validate: %w", err)
		}
	}
	return v.findings, nil
}

type validator struct {
	stage    *Stage
	opts     ValidateOptions
	exists   map[string]bool
	evidence []byte
	findings []Finding
}

func (v *validator) add(name string, line int, format string, args ...any) {
	v.findings = append(v.findings, Finding{name, line, fmt.Sprintf(format, args...)})
}

// check looks at one file if a consolidation is answerable for it.
func (v *validator) check(name string) error {
	limit := sizeLimit(name)
	if limit == 0 {
		return nil
	}
	data, err := v.stage.ReadFile(name)
	if err != nil {
		return err
	}
	skill := strings.HasPrefix(name, SkillsDir+"/")
	if base, ok := v.stage.base[name]; skill && ok && base.hash == hashBytes(data) {
		return nil // a skill as the user or an earlier run left it
	}
	if len(data) > limit {
		v.add(name, 0, "has %d bytes, more than %d", len(data), limit)
		return nil
	}
	if !utf8.Valid(data) && !(skill && path.Base(name) != "SKILL.md") {
		v.add(name, 0, "is not UTF-8")
	}
	if name == SummaryFile && !bytes.HasPrefix(append(data, '\n'), []byte("v1\n")) {
		v.add(name, 1, "does not begin with the line v1")
	}
	if name == HandbookFile || name == SummaryFile {
		v.checkReferences(name, string(data))
	}
	v.checkSecrets(name, string(data))
	return nil
}

// sizeLimit is 0 for files that no consolidation writes.
func sizeLimit(name string) int {
	switch {
	case name == HandbookFile || name == RawMemoriesFile:
		return handbookLimit
	case name == SummaryFile || path.Dir(name) == SummariesDir && summaryName.MatchString(path.Base(name)):
		return summaryLimit
	case strings.HasPrefix(name, SkillsDir+"/"):
		return skillLimit
	}
	return 0
}

// reference matches a path to a summary or a skill that is not the tail of a longer path.
var reference = regexp.MustCompile(`(?:^|[^\w./~-])((?:rollout_summaries/[^\s)\]"'` + "`" + `,;:|<>]+\.md|skills/[\w.-]+/SKILL\.md))`)

// checkReferences looks for summaries and skills that are not there. A path that the
// evidence itself speaks of is a quote and no reference.
func (v *validator) checkReferences(file, text string) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		for _, m := range reference.FindAllStringSubmatch(line, -1) {
			if v.exists[m[1]] || bytes.Contains(v.evidence, []byte(m[1])) {
				continue
			}
			if v.opts.Theirs != nil && v.opts.Theirs(file, line) {
				continue
			}
			v.add(file, n, "refers to %s, which does not exist", m[1])
		}
	}
}

// readEvidence gathers what the handbook may quote: raw memories and notes.
func (v *validator) readEvidence(names []string) error {
	for _, name := range names {
		if name != RawMemoriesFile && path.Dir(name) != NotesDir {
			continue
		}
		data, err := v.stage.ReadFile(name)
		if err != nil {
			return err
		}
		v.evidence = append(append(v.evidence, data...), '\n')
	}
	return nil
}

// checkSecrets names the lines that hold a secret, never the secret.
func (v *validator) checkSecrets(name, text string) {
	if !redact.Contains(text) {
		return
	}
	n, found := 0, false
	for line := range strings.Lines(text) {
		n++
		if redact.Contains(line) {
			v.add(name, n, "holds what looks like a secret")
			found = true
		}
	}
	if !found {
		v.add(name, 0, "holds what looks like a secret over several lines")
	}
}
