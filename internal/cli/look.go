package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/memory/recall"
	"github.com/seed50391015/reverie/memory/recall/index"
	"github.com/seed50391015/reverie/memory/state"
	"github.com/seed50391015/reverie/source"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "status",
		Short:   "What is remembered, what waits, what runs",
		Example: "  reverie status\n  reverie status --json",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.read(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				s, err := m.Status(cmd.Context())
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(s)
				}
				a.printStatus(s)
				return nil
			})
		},
	}
}

func (a *app) printStatus(s memory.Status) {
	row := func(name, format string, values ...any) {
		fmt.Fprintf(a.out, "%-14s %s\n", name, fmt.Sprintf(format, values...))
	}
	row("memory", "%s", a.path(s.Folder))
	if s.Handbook > 0 {
		row("handbook", "%s in %s; summary %d tokens", count(s.Bullets, "entry"), count(s.Groups, "group"), s.SummaryTokens)
	} else {
		row("handbook", "none yet: `reverie sync` writes it")
	}
	row("sessions", "%d known: %s", s.Sessions, strings.Join(s.StateList(), ", "))
	row("consolidation", "%s", s.Consolidation)
	if s.Notes > 0 {
		row("notes", "%s", count(s.Notes, "note"))
	}
	row("cited", "%d times, %s so far", s.Citations, count(s.Cited, "session"))
	for _, r := range s.Reads {
		row("read", "%s by %s: %d", r.Kind, r.Tool, r.N)
	}
	if s.Tombstones > 0 {
		row("forgotten", "%s", count(s.Tombstones, "tombstone"))
	}
}

func (a *app) sessionsCommand() *cobra.Command {
	var now bool
	var since, only string
	c := &cobra.Command{
		Use:   "sessions",
		Short: "Each session found, with its state and the reason for it",
		Long: `Looks for sessions first, then lists every one with its state and the reason.
States: remembered, learned, nothing, pending, waiting, running, failed, skipped,
disabled, polluted, forgotten, unreadable.`,
		Example: "  reverie sessions\n  reverie sessions --state failed\n  reverie sessions --json | jq -r 'select(.state==\"skipped\").reason'",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("--state", only, stateNames()); err != nil {
				return err
			}
			o, err := syncFlags{now: now, since: since}.options(a.Now())
			if err != nil {
				return err
			}
			infos, err := a.scanned(cmd.Context(), o)
			if err != nil {
				return err
			}
			return a.printSessions(infos, memory.SessionState(only))
		},
	}
	c.Flags().BoolVar(&now, "now", false, "judge as `sync --now` would")
	c.Flags().StringVar(&since, "since", "", "judge as `sync --since` would (`when`: 30d, 2026-10-01, all)")
	c.Flags().StringVar(&only, "state", "", "only sessions in this `state`")
	return c
}

// oneOf refuses a flag's value that is none of those known; "" is none given.
func oneOf(flag, value string, known []string) error {
	if value == "" || slices.Contains(known, value) {
		return nil
	}
	return usagef("%s knows no %q; it takes %s", flag, value, strings.Join(known, ", "))
}

func stateNames() []string {
	names := make([]string, len(memory.SessionStates))
	for i, s := range memory.SessionStates {
		names[i] = string(s)
	}
	return names
}

// scanned scans and lists every session. A home that may not be written to is looked at
// without storing what the scan finds.
func (a *app) scanned(ctx context.Context, o memory.SyncOptions) (infos []memory.SessionInfo, err error) {
	err = a.write(ctx, func(m *memory.Memory, _ config.Config) error {
		scan, err := m.Scan(ctx)
		if err != nil {
			return err
		}
		a.warnProblems(scan.Problems)
		infos, err = m.Sessions(ctx, o)
		return err
	})
	if !errors.Is(err, state.ErrReadOnly) {
		return infos, err
	}
	err = a.read(ctx, func(m *memory.Memory, _ config.Config) error {
		var problems []source.Problem
		infos, problems, err = m.Plan(ctx, o)
		a.warnProblems(problems)
		return err
	})
	return infos, err
}

func (a *app) warnProblems(problems []source.Problem) {
	for _, p := range problems {
		a.warn("%s", p.Error())
	}
}

// printSessions prints one line a session; with --json one object a line.
func (a *app) printSessions(infos []memory.SessionInfo, only memory.SessionState) error {
	shown := 0
	for _, s := range infos {
		if only != "" && s.State != only {
			continue
		}
		shown++
		if a.json {
			if err := a.printLine(s); err != nil {
				return err
			}
			continue
		}
		day := strings.ReplaceAll(strings.TrimSuffix(s.UpdatedAt, "Z"), "T", " ")
		fmt.Fprintf(a.out, "%-19s  %-10s  %-14s  %s\n", day, s.State, clip(filepath.Base(cmp.Or(s.Project, "?")), 14), cmp.Or(clip(s.Title, 60), a.path(s.Path)))
		fmt.Fprintf(a.out, "%19s  %s  %s\n", "", cmp.Or(s.ID, strings.Repeat("-", 36)), oneLine(s.Reason))
	}
	if shown == 0 && !a.json && len(infos) > 0 {
		fmt.Fprintf(a.out, "None of %s is %s.\n", count(len(infos), "session"), only)
	} else if shown == 0 && !a.json {
		fmt.Fprintln(a.out, "No session. Codex's are looked for in --codex-home ($CODEX_HOME, ~/.codex); `reverie doctor` tells what is there.")
	}
	return nil
}

func (a *app) searchCommand() *cobra.Command {
	var q memory.SearchQuery
	c := &cobra.Command{
		Use:   "search WORDS...",
		Short: "Search the handbook, the summaries and the sessions themselves",
		Long: `Ranked full-text search over the handbook, summaries, raw memories, skills, notes and
the rows of the sessions that were read. Chinese and Japanese need no spaces.`,
		Example: "  reverie search flaky test database\n  reverie search --kind ledger \"401 Unauthorized\"\n  reverie search 迁移 数据库",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			q.Text = strings.Join(words, " ")
			if q.Limit < 1 {
				return usagef("--limit wants a number from 1, not %d", q.Limit)
			}
			for _, k := range q.Kinds {
				if err := oneOf("--kind", k, index.Kinds()); err != nil {
					return err
				}
			}
			return a.read(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				hits, err := m.Search(cmd.Context(), q)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(hits)
				}
				for _, h := range hits {
					fmt.Fprintf(a.out, "%s:%d  %s\n", a.path(h.Path), h.Line, clip(h.Title, 80))
					fmt.Fprintf(a.out, "    %s\n", clip(h.Snippet, 240))
				}
				if len(hits) == 0 {
					return withHint(fmt.Errorf("nothing about %q: %w", q.Text, errNotFound), "fewer or other words find more; `reverie status` tells what is remembered")
				}
				return nil
			})
		},
	}
	c.Flags().StringSliceVar(&q.Kinds, "kind", nil, "only these `kinds`: handbook, summary, raw_memory, skill, note, ledger")
	c.Flags().StringVar(&q.Project, "project", "", "only what belongs to this project's `path`, and what is global")
	c.Flags().IntVar(&q.Limit, "limit", 10, "at most `n` hits")
	return c
}

func (a *app) showCommand() *cobra.Command {
	var raw bool
	c := &cobra.Command{
		Use:     "show THREAD",
		Short:   "What was learned from one session",
		Long:    "Prints the rollout summary of one session (its id, or the beginning of it), or its raw memory.",
		Example: "  reverie show 019a4f2e\n  reverie show 019a4f2e --raw",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			return a.read(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				s, err := m.Show(cmd.Context(), words[0])
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(s)
				}
				fmt.Fprintf(a.out, "%s  %s\n%s\n%s: %s\n\n", s.ID, s.UpdatedAt, a.path(s.Path), s.State, s.Reason)
				text := s.Summary
				if raw {
					text = s.RawMemory
				}
				fmt.Fprintln(a.out, cmp.Or(strings.TrimSpace(text), "Nothing is stored of this session."))
				return nil
			})
		},
	}
	c.Flags().BoolVar(&raw, "raw", false, "print the raw memory instead of the summary")
	return c
}

func (a *app) promptCommand() *cobra.Command {
	var cwd string
	var budget int
	c := &cobra.Command{
		Use:   "prompt",
		Short: "What an agent is told at the start of a session",
		Long: `Prints the read prompt: how to use the memory folder, and its summary: with --cwd
the part of that project and what is global, within the budget. The folder given
with --cwd need not exist.`,
		Example: "  reverie prompt --cwd .\n  reverie prompt --cwd ~/code/kelpie --budget 1000",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.config()
			if err != nil {
				return err
			}
			if !c.Memories.Use {
				return withHint(&exitError{code: exitNotFound, err: errors.New("memories.use_memories is off: no prompt")}, "set it to true in %s to hand memories to sessions", c.FilePath)
			}
			if cwd != "" {
				if cwd, err = filepath.Abs(cwd); err != nil {
					return err
				}
			}
			if budget < 1 {
				return usagef("--budget wants a number of tokens from 1, not %d", budget)
			}
			if err := memory.Settle(cmd.Context(), c.Home); err != nil {
				return err
			}
			text, err := recall.Prompt(cmd.Context(), recall.PromptOptions{Dir: filepath.Join(c.Home, memory.FolderName), Cwd: cwd, BudgetTokens: budget})
			if errors.Is(err, recall.ErrNoMemory) {
				return withHint(fmt.Errorf("%w in %s: %w", recall.ErrNoMemory, c.Home, errNotFound), "`reverie sync` learns from your sessions, `reverie sync --sample` shows how it looks")
			}
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(map[string]any{"prompt": text, "tokens": recall.Tokens(text)})
			}
			fmt.Fprintln(a.out, strings.TrimRight(text, "\n"))
			return nil
		},
	}
	c.Flags().StringVar(&cwd, "cwd", "", "the session's `folder`; without it every project's part is printed")
	c.Flags().IntVar(&budget, "budget", recall.DefaultBudgetTokens, "most `tokens` of the summary")
	return c
}

func (a *app) whyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "why FILE:LINE | WORDS...",
		Short: "Where a line of the memory folder comes from, down to the session's own lines",
		Long: `Leads from a line of the memory folder to the claim it belongs to, the summaries and
sessions behind that, and the very lines of their ledgers. Words that stand in the
handbook or the summary will do as well.`,
		Example: "  reverie why MEMORY.md:12\n  reverie why never use unwrap",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			what := strings.Join(words, " ")
			file, line, err := splitPlace(what)
			if err != nil {
				return err
			}
			return a.read(cmd.Context(), func(m *memory.Memory, _ config.Config) (err error) {
				if file == "" {
					if file, line, err = m.FindLine(what); err != nil {
						return withHint(fmt.Errorf("%w: %w", err, errNotFound), "name a line, as in MEMORY.md:12; `reverie search` looks through everything")
					}
				}
				w, err := m.Why(cmd.Context(), file, line)
				if errors.Is(err, fs.ErrNotExist) || errors.Is(err, recall.ErrNoClaim) {
					return withHint(fmt.Errorf("%w: %w", err, errNotFound), "name a file of %s and one of its lines, as in MEMORY.md:12", m.Dir())
				}
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(w)
				}
				a.printWhy(w)
				return nil
			})
		},
	}
}

func (a *app) printWhy(w memory.Why) {
	fmt.Fprintf(a.out, "claim     %s\n          in %s:%d, %s\n", w.Claim, w.File, w.Line, w.Section)
	if w.Edited {
		fmt.Fprintln(a.out, "          edited by your hand: the words may not be the session's own any more")
	}
	for _, s := range w.Sources {
		if s.ThreadID == "" {
			fmt.Fprintf(a.out, "\nnote      %s\n", s.Summary)
			continue
		}
		fmt.Fprintf(a.out, "\nsummary   %s\nthread    %s  %s\nledger    %s\n", cmp.Or(s.Summary, "(not in the folder)"), s.ThreadID, clip(s.Title, 70), a.path(s.Ledger))
		if s.Problem != "" {
			fmt.Fprintf(a.out, "          %s\n", oneLine(s.Problem))
		}
		for _, r := range s.Rows {
			fmt.Fprintf(a.out, "  L%-6d %-11s %s\n", r.Line, r.Kind, clip(r.Text, 400))
		}
	}
	if len(w.Sources) == 0 {
		fmt.Fprintln(a.out, "\nNo session stands behind it: it was written by hand, or says only how the file is made.")
	}
}

// splitPlace splits FILE:LINE at its last colon; file is "" where place is words instead.
func splitPlace(place string) (file string, line int, err error) {
	i := strings.LastIndexByte(place, ':')
	if strings.HasSuffix(place, ".md") {
		return "", 0, usagef("%s wants a line, as in %s:12", place, place)
	}
	if i <= 0 || !strings.HasSuffix(place[:i], ".md") {
		return "", 0, nil
	}
	line, err = strconv.Atoi(place[i+1:])
	if err != nil || line < 1 {
		return "", 0, usagef("%q is not a line number from 1, as in MEMORY.md:12", place[i+1:])
	}
	return place[:i], line, nil
}
