package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
)

// syncFlags are the flags of sync.
type syncFlags struct {
	sample, now, dryRun, allowShrink, background bool
	since                                        string
	limit                                        int
}

func (a *app) syncCommand() *cobra.Command {
	var f syncFlags
	c := &cobra.Command{
		Use:   "sync",
		Short: "Learn from the sessions that are idle, and bring the memory folder up to date",
		Long: `Finds the sessions your agents wrote, reads each one that has been idle for long
enough and was not read yet, and consolidates what was learned into the memory
folder. It never asks, and never changes a session. It can be stopped at any time
(Ctrl-C) and run again; several at once share the work.`,
		Example: `  reverie sync                   learn from your sessions of the last days
  reverie sync --sample          see it work on invented sessions
  reverie sync --since 90d       read older sessions too (also: 2026-10-01, all)
  reverie sync --now             do not wait for sessions to be idle
  reverie sync --dry-run         say what would be read`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.sync(cmd, f) },
	}
	flags := c.Flags()
	flags.BoolVar(&f.sample, "sample", false, "use the bundled invented sessions instead of yours")
	flags.BoolVar(&f.now, "now", false, "skip idle time and cooldown")
	flags.BoolVar(&f.dryRun, "dry-run", false, "say what would be read, and change nothing")
	flags.BoolVar(&f.background, "background", false, "as a session's start does it: a few sessions, within the cooldown, waiting for nobody")
	flags.BoolVar(&f.allowShrink, "allow-shrink", false, "let this run drop most of the handbook")
	flags.StringVar(&f.since, "since", "", "read sessions back to `when`: 30d, 2026-10-01 or all")
	flags.IntVar(&f.limit, "limit", 0, "read at most `n` sessions")
	return c
}

func (a *app) sync(cmd *cobra.Command, f syncFlags) error {
	options, err := f.options(a.Now())
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("since") && f.since == "" {
		return usagef("--since wants a number of days (30d), a date (2026-10-01) or all")
	}
	if f.limit < 0 || cmd.Flags().Changed("limit") && f.limit == 0 {
		return usagef("--limit wants a number from 1, not %d", f.limit)
	}
	if f.sample {
		if err := a.useSample(&options); err != nil {
			return err
		}
	}
	if f.dryRun {
		return a.dryRun(cmd.Context(), options)
	}
	return a.write(cmd.Context(), func(m *memory.Memory, c config.Config) error {
		if !f.sample {
			a.mentionCodex(m, c)
		}
		view := a.progress()
		report, err := m.Sync(cmd.Context(), options, view.event)
		view.close()
		if err != nil {
			return err
		}
		if err := a.printSync(cmd.Context(), m, options, report); err != nil {
			return err
		}
		if n := len(report.Failures); n > 0 {
			return withHint(fmt.Errorf("%s could not be read", count(n, "session")), "`reverie sessions` tells each reason; they are tried again later")
		}
		return nil
	})
}

// options turns the flags into those of the library.
func (f syncFlags) options(now time.Time) (memory.SyncOptions, error) {
	o := memory.SyncOptions{Now: f.now, Limit: f.limit, AllowShrink: f.allowShrink, Background: f.background}
	if f.since == "" {
		return o, nil
	}
	var err error
	o.SinceSet = true
	o.Since, err = parseSince(f.since, now)
	return o, err
}

// parseSince reads 30d, 12h, a date, a time, or all (the zero time).
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "all" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n <= 36500 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usagef("--since wants a number of days (30d), a date (2026-10-01) or all, not %q", text)
}

// mentionCodex tells a user with a memory folder of Codex how to take it over, before the first sync.
func (a *app) mentionCodex(m *memory.Memory, c config.Config) {
	if m.Imported() {
		return
	}
	if _, err := os.Stat(filepath.Join(m.Dir(), "MEMORY.md")); err == nil {
		return
	}
	for _, name := range []string{"memories", "memories_v2"} {
		dir := filepath.Join(c.CodexHome, name)
		if _, err := os.Stat(filepath.Join(dir, "MEMORY.md")); err == nil {
			fmt.Fprintf(a.Err, "Codex keeps a memory folder of its own in %s: `reverie import codex` takes it over as input and leaves it as it is.\n", dir)
			return
		}
	}
}
