package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed50391015/reverie/conversation/rollout"
	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/memory/extract"
	"github.com/seed50391015/reverie/memory/recall"
	"github.com/seed50391015/reverie/redact"
)

func (a *app) rolloutCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "rollout",
		Short:   "Look into one ledger: check, history, rows",
		Example: "  reverie rollout check FILE     each bad line with its reason\n  reverie rollout history FILE   what the model would get next\n  reverie rollout rows FILE      what an extraction reads",
		Args:    noCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return usagef("rollout wants one of check, history, rows") },
	}
	c.AddCommand(&cobra.Command{
		Use:   "check FILE",
		Short: "Read a whole ledger and tell each bad line with its reason",
		Long: `Reads every line of a ledger (plain or .zst) and prints one JSON object:
path, thread_id, history_mode, records, bad: [{line, reason}].
A ledger with bad lines is not a failure; a file without one good line is.`,
		Example: "  reverie rollout check ~/.codex/sessions/2026/11/02/rollout-….jsonl",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			report, err := rollout.Check(words[0])
			if err != nil && !errors.Is(err, rollout.ErrEmpty) {
				return err
			}
			return errors.Join(a.printCheckReport(report), err)
		},
	}, &cobra.Command{
		Use:   "history FILE",
		Short: "The live history at the end of a ledger, as a model would get it",
		Long: `Rebuilds the live history at the end of a ledger: compactions, rollbacks, forks and
reverts followed through the home that the file stands in; calls without output get
a synthetic "aborted"; base instructions are left out. Prints a JSON array of
response items. What cannot be followed is warned about, and the rest is printed.`,
		Example: "  reverie rollout history rollout-….jsonl | jq length",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			warnings, err := rollout.WriteHistory(a.out, words[0], rollout.HistoryOptions{})
			for _, w := range warnings {
				a.warn("%s", w)
			}
			if err == nil {
				_, err = fmt.Fprintln(a.out)
			}
			return err
		},
	}, &cobra.Command{
		Use:   "rows FILE",
		Short: "What an extraction reads of a ledger, one JSON object a line",
		Long: `Prints the rows of evidence that an extraction would read, filtered and redacted,
as JSON lines with line, role, kind and text.`,
		Example: "  reverie rollout rows rollout-….jsonl | jq -r 'select(.kind==\"user\").text'",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, words []string) error { return a.rows(words[0]) },
	})
	return c
}

// checkJSON is what `rollout check` prints.
type checkJSON struct {
	Path        string        `json:"path"`
	ThreadID    string        `json:"thread_id"`
	HistoryMode string        `json:"history_mode"`
	Records     int           `json:"records"`
	Bad         []badLineJSON `json:"bad"`
}

type badLineJSON struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// printCheckReport prints the report; what is no bad line goes to standard error.
func (a *app) printCheckReport(r rollout.Report) error {
	j := checkJSON{Path: r.Path, ThreadID: r.ThreadID, HistoryMode: r.HistoryMode, Records: r.Records, Bad: []badLineJSON{}}
	for _, b := range r.Bad {
		if b.Kept {
			b.Reason += "; read all the same"
		}
		j.Bad = append(j.Bad, badLineJSON{b.Number, b.Reason})
	}
	for _, w := range r.Warnings {
		a.warn("%s", w)
	}
	if r.BadCount > len(r.Bad) {
		a.warn("%d bad lines in all; the first %d are listed", r.BadCount, len(r.Bad))
	}
	return a.printJSON(j)
}

// rowJSON is a row as the plumbing prints it.
type rowJSON struct {
	Line      int          `json:"line"`
	Role      string       `json:"role"`
	Kind      extract.Kind `json:"kind"`
	Text      string       `json:"text"`
	Turn      int          `json:"turn,omitempty"`
	Time      string       `json:"time,omitempty"`
	Tool      string       `json:"tool,omitempty"`
	Command   string       `json:"command,omitempty"`
	Paths     []string     `json:"paths,omitempty"`
	Exit      *int         `json:"exit,omitempty"`
	TakenBack bool         `json:"taken_back,omitempty"`
}

func (a *app) rows(path string) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	var counts extract.Counts
	for r, err := range extract.FileRows(path, memory.RowOptions(a.options(c)), &counts) {
		if err != nil {
			return err
		}
		j := rowJSON{Line: r.Line, Role: r.Role, Kind: r.Kind, Text: r.Text, Turn: r.Turn, TakenBack: r.TakenBack}
		if !r.Time.IsZero() {
			j.Time = r.Time.UTC().Format("2006-01-02T15:04:05.000Z")
		}
		if r.Tool != nil {
			j.Tool, j.Command, j.Paths, j.Exit = r.Tool.Name, r.Tool.Command, r.Tool.Paths, r.Tool.Exit
		}
		if err := a.printLine(j); err != nil {
			return err
		}
	}
	for _, problem := range counts.Problems {
		a.warn("%s", problem)
	}
	if counts.Records == 0 {
		return fmt.Errorf("%s: %w", path, rollout.ErrEmpty)
	}
	return nil
}

func (a *app) citeCommand() *cobra.Command {
	var record bool
	c := &cobra.Command{
		Use:   "cite",
		Short: "Parse the citation block of a reply (from standard input)",
		Long: `Reads a reply from standard input and prints its citation as JSON:
{"memory_citation": {"entries": [{path, lineStart, lineEnd, note}], "rolloutIds": []}, "text": the reply without the block}.
With --record each cited session counts as used once, so that it ranks higher.`,
		Example: "  reverie cite --record < reply.txt",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := io.ReadAll(a.In)
			if err != nil {
				return fmt.Errorf("read standard input: %w", err)
			}
			shown, citation := recall.Strip(string(text))
			result := map[string]any{"text": shown, "memory_citation": nil}
			if !citation.Empty() {
				result["memory_citation"] = citation
			}
			if record {
				err := a.write(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
					n, err := recall.Cited(cmd.Context(), m.Store(), citation)
					result["recorded"] = n
					return err
				})
				if err != nil {
					return err
				}
			}
			return a.printJSON(result)
		},
	}
	c.Flags().BoolVar(&record, "record", false, "count each cited session as used")
	return c
}

func (a *app) redactCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "redact",
		Short: "Take the secrets out of standard input",
		Long: `Copies standard input to standard output, byte for byte but for the secrets, in
whose place stands ` + redact.Mark + `.`,
		Example: "  reverie redact < build.log > build.clean.log",
		Args:    args(cobra.NoArgs),
		RunE:    func(*cobra.Command, []string) error { return redact.Copy(a.out, a.In) },
	}
}
