package recall

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/seed50391015/reverie/redact"
)

//go:embed prompts/read_path.md
var readPathTemplate string

// DefaultBudgetTokens bounds the summary in the prompt.
const DefaultBudgetTokens = 2500

// maxSummaryBytes is the most of memory_summary.md that is looked at; one that a
// consolidation wrote is a hundredth of it.
const maxSummaryBytes = 1 << 20

// ToolStyle says by which means the reader of the prompt looks further.
type ToolStyle string

// Tool styles.
const (
	ToolsShell     ToolStyle = "shell"     // a shell: rg, sed -n, cat over the folder
	ToolsDedicated ToolStyle = "dedicated" // the memory tools list, read, search, add_ad_hoc_note
)

// Markers around the whole prompt, so that extraction can tell it from a user's words.
const (
	PromptOpen  = "<reverie_memory>"
	PromptClose = "</reverie_memory>"
)

// PromptOptions says which prompt is wanted.
type PromptOptions struct {
	Dir          string    // the memory folder
	Cwd          string    // the session's folder, which need not exist; "" = every project's part
	ProjectID    string    // git common directory or path, where the caller knows it; "" = found from Cwd
	BudgetTokens int       // most tokens of the summary; 0 = DefaultBudgetTokens
	Tools        ToolStyle // "" = ToolsShell
}

// Prompt returns the read prompt: how to use the memory folder, and its summary: with
// Cwd the part of that project and what is global, never more than the budget. It opens
// one file, and no database. Where there is nothing to read the prompt is "" and the
// error ErrNoMemory.
func Prompt(ctx context.Context, o PromptOptions) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	text, err := readSummary(o.Dir)
	if err != nil {
		return "", err
	}
	if o.BudgetTokens <= 0 {
		o.BudgetTokens = DefaultBudgetTokens
	}
	return renderPrompt(o, scopedSummary(text, o))
}

// readSummary returns the text of memory_summary.md without its format mark.
func readSummary(dir string) (string, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read prompt: %s: %w", dir, ErrNoMemory)
	} else if err != nil {
		return "", fmt.Errorf("read prompt: open memory folder: %w", err)
	}
	defer root.Close()
	info, err := root.Lstat(SummaryFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read prompt: %s holds no %s: %w", dir, SummaryFile, ErrNoMemory)
	} else if err != nil {
		return "", fmt.Errorf("read prompt: %w", err)
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("read prompt: %s in %s is not a regular file: move it away and sync again", SummaryFile, dir)
	}
	f, err := root.Open(SummaryFile)
	if err != nil {
		return "", fmt.Errorf("read prompt: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxSummaryBytes))
	if err != nil {
		return "", fmt.Errorf("read prompt: %s: %w", SummaryFile, err)
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(b), "\uFFFD"), "\uFEFF")
	if first, rest, _ := strings.Cut(text, "\n"); strings.TrimSpace(first) == "v1" {
		text = rest
	}
	if strings.TrimSpace(text) == "" {
		return "", fmt.Errorf("read prompt: %s in %s is empty: %w", SummaryFile, dir, ErrNoMemory)
	}
	return text, nil
}

// scopedSummary cuts the summary to the project and to the budget.
func scopedSummary(text string, o PromptOptions) string {
	limit := o.BudgetTokens * bytesPerToken
	// A hand edit may have brought a secret in since the last run.
	text = redact.String(strings.TrimLeft(text, "\r\n"))
	text = strings.ReplaceAll(text, PromptClose, "")
	s, others := parseSummary(text), 0
	if o.Cwd != "" || o.ProjectID != "" {
		others = s.keepProject(newProject(o.Cwd, o.ProjectID))
	}
	note := leftOut(0, others)
	whole := s.String()
	if len(whole)+len(note) <= limit {
		return whole + note
	}
	room := limit - len(leftOut(len(s.pieces), others))
	cut := s.fit(room)
	kept := s.String()
	if strings.TrimSpace(kept) == "" {
		kept = headOf(whole, room)
	}
	return headOf(kept+leftOut(cut, others), limit)
}

// headOf cuts a text to limit bytes, at a line's end where there is one, else on a rune border.
func headOf(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	text = text[:max(limit, 0)]
	if at := strings.LastIndexByte(text, '\n'); at > 0 {
		return text[:at+1]
	}
	for !utf8.ValidString(text) {
		text = text[:len(text)-1]
	}
	return text
}

func renderPrompt(o PromptOptions, summary string) (string, error) {
	t, err := template.New("read_path").Parse(readPathTemplate)
	if err != nil {
		return "", fmt.Errorf("read prompt template: %w", err)
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"Dir":       oneLine.Replace(o.Dir),
		"QuotedDir": shellQuote(oneLine.Replace(o.Dir)),
		"Summary":   strings.TrimRight(summary, "\n"),
		"Dedicated": o.Tools == ToolsDedicated,
		"Open":      PromptOpen,
		"Close":     PromptClose,
	})
	if err != nil {
		return "", fmt.Errorf("render read prompt: %w", err)
	}
	return b.String(), nil
}

// shellQuote makes one shell word of a path, leaving plain ones as they are.
func shellQuote(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
