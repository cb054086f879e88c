package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/memory/state"
)

func (a *app) noteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "note TEXT... | -",
		Short: "Remember something at once; the next sync merges it",
		Long: `Writes a small note into the memory folder. The next sync merges it: a note may add,
change or delete what is remembered. With - the text is read from standard input.`,
		Example: "  reverie note \"In kelpie, staging deploys need the VPN\"\n  reverie note - < note.md",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			text := strings.Join(words, " ")
			if text == "-" {
				data, err := io.ReadAll(io.LimitReader(a.In, 1<<20))
				if err != nil {
					return fmt.Errorf("read standard input: %w", err)
				}
				text = string(data)
			}
			if strings.TrimSpace(text) == "" {
				return usagef("the note is empty")
			}
			return a.write(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				path, err := m.Note(cmd.Context(), text)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(map[string]string{"path": path})
				}
				fmt.Fprintf(a.out, "Noted in %s; `reverie sync` merges it.\n", path)
				return nil
			})
		},
	}
}

func (a *app) forgetCommand() *cobra.Command {
	var undo bool
	c := &cobra.Command{
		Use:   "forget THREAD | PROJECT | TEXT",
		Short: "Take something out of memory for good",
		Long: `Takes a session (its id or the beginning of it), a project (its absolute path) or a
text out of memory: out of the stored outputs, the folder, its git baseline and the
search index. A tombstone keeps it from being learned again; that of a text holds a
fingerprint alone. The sessions themselves are not changed.`,
		Example: "  reverie forget 019a4f2e\n  reverie forget ~/code/kelpie\n  reverie forget \"the customer's name\"\n  reverie forget --undo 019a4f2e",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			what := strings.Join(words, " ")
			return a.write(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				if undo {
					return a.unforget(cmd, m, what)
				}
				view := a.progress()
				f, err := m.Forget(cmd.Context(), what, view.event)
				view.close()
				if errors.Is(err, memory.ErrAmbiguous) {
					return usage(err)
				}
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(f)
				}
				a.printForgotten(f)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&undo, "undo", false, "take the tombstone back, so that it may be learned again")
	return c
}

func (a *app) unforget(cmd *cobra.Command, m *memory.Memory, what string) error {
	stone, err := m.Unforget(cmd.Context(), what)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(stone)
	}
	fmt.Fprintf(a.out, "The %s may be learned again; the next sync reads what is there.\n", stone.Kind)
	return nil
}

func (a *app) printForgotten(f memory.Forgotten) {
	switch f.Kind {
	case state.TombThread:
		fmt.Fprintf(a.out, "Forgot the session %s. It is not learned again; its ledger is as it was.\n", f.Value)
	case state.TombProject:
		fmt.Fprintf(a.out, "Forgot the project %s (%s). It is not learned again; the ledgers are as they were.\n", f.Value, count(f.Threads, "session"))
	case state.TombText:
		if f.Threads+f.Files == 0 {
			fmt.Fprintln(a.out, "Nothing remembered holds this text now; lines that hold it are not learned from now on.")
			return
		}
		fmt.Fprintf(a.out, "Forgot the text in %s and %s. Lines that hold it are not learned again.\n", count(f.Threads, "session"), count(f.Files, "file"))
	}
}

func (a *app) modeCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "mode THREAD enabled|disabled",
		Short:     "Say whether a session may be learned from",
		Long:      "Turns memory on or off for one session. What was learned from a session that is turned off leaves the folder with the next sync.",
		Example:   "  reverie mode 019a4f2e disabled",
		ValidArgs: []string{string(state.Enabled), string(state.Disabled)},
		Args:      args(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, words []string) error {
			mode := state.MemoryMode(words[1])
			if mode != state.Enabled && mode != state.Disabled {
				return usagef("the mode is enabled or disabled, not %q", words[1])
			}
			return a.write(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				t, err := m.SetMode(cmd.Context(), words[0], mode)
				if errors.Is(err, memory.ErrAmbiguous) {
					return usage(err)
				}
				if errors.Is(err, state.ErrForgotten) {
					return withHint(err, "`reverie forget --undo %s` lets it be learned from again", words[0])
				}
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(map[string]string{"id": t.ID, "mode": string(mode)})
				}
				fmt.Fprintf(a.out, "Memory is %s for %s (%s); the next sync follows.\n", mode, t.ID, clip(t.Title, 60))
				return nil
			})
		},
	}
}

func (a *app) retryCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "retry [THREAD...]",
		Short:   "Give failed sessions new tries",
		Example: "  reverie retry\n  reverie retry 019a4f2e",
		Args:    args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, words []string) error {
			return a.write(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				n, err := m.Retry(cmd.Context(), words)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(map[string]int{"retried": n})
				}
				fmt.Fprintf(a.out, "%s may be tried again; `reverie sync` does it.\n", count(n, "session"))
				return nil
			})
		},
	}
}

func (a *app) resetCommand() *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "reset --yes",
		Short: "Empty the memory: outputs, jobs, index and the folder's contents",
		Long: `Deletes everything that was learned: stored outputs, jobs, the search index and the
contents of the memory folder, notes and skills too. What you said about sessions
(modes, forgotten ones) stays. The sessions themselves are not touched: a sync
learns them again.`,
		Example: "  reverie reset --yes",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !yes {
				return usagef("reset empties the memory and cannot be undone: add --yes to do it")
			}
			return a.write(cmd.Context(), func(m *memory.Memory, _ config.Config) error {
				if err := m.Reset(cmd.Context()); err != nil {
					return err
				}
				if a.json {
					return a.printJSON(map[string]string{"emptied": m.Dir()})
				}
				fmt.Fprintf(a.out, "Emptied %s. `reverie sync` learns anew.\n", m.Dir())
				return nil
			})
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "really do it")
	return c
}

func (a *app) configCommand() *cobra.Command {
	var reference bool
	c := &cobra.Command{
		Use:     "config",
		Short:   "Each setting with its value and where that comes from",
		Example: "  reverie config\n  reverie config --set memories.min_rollout_idle_hours=1",
		Args:    args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if reference {
				return config.WriteReference(a.out)
			}
			c, err := a.config()
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(c.Settings())
			}
			fmt.Fprintf(a.out, "# %s", c.FilePath)
			if !c.FileExists {
				fmt.Fprint(a.out, " (not there: everything has its default)")
			}
			fmt.Fprintln(a.out)
			for _, s := range c.Settings() {
				fmt.Fprintf(a.out, "%-46s = %-44s # %s\n", s.Key, s.Text, s.Origin)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&reference, "reference", false, "print the page that explains every setting")
	return c
}
