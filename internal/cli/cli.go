// Package cli is the command line: it turns words into calls of the library and results
// into text or JSON. It owns the commands, their help, the exit codes and what a
// person sees; it decides nothing about memory.
//
// Standard output carries results alone; progress, warnings and errors go to standard
// error. Standard input is read only by the commands that say so.
package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed50391015/reverie/internal/config"
)

// Streams are the outside world of one run.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) string
	Now      func() time.Time
	Terminal bool // Err is a terminal: progress bars are welcome
}

// System are the process's own streams.
func System() Streams {
	info, err := os.Stderr.Stat()
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv, Now: time.Now,
		Terminal: err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb",
	}
}

// Main runs one command and returns the exit code.
func Main(ctx context.Context, args []string, s Streams) int {
	out := bufio.NewWriterSize(s.Out, 64<<10)
	a := &app{Streams: s, out: out}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(out)
	root.SetErr(s.Err)
	err := root.ExecuteContext(ctx)
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)) {
		err = errInterrupted
	}
	return a.report(err)
}

// app is the state of one run.
type app struct {
	Streams
	out   *bufio.Writer
	flags config.Flags
	json  bool

	sample string // where the bundled sessions stand, when this run uses them
	home   string // the user's own home, when the sample may stand beside it
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "reverie",
		Short: "Long-term memory for coding agents that you can check",
		Long: `Reverie reads the sessions your coding agents already wrote, keeps what is worth
keeping in a small folder of Markdown, and hands the next session a short summary.
Every claim leads back to the very lines of the session it came from.`,
		Example: `  reverie sync --sample          see it work on invented sessions
  reverie sync                   learn from your own sessions
  reverie prompt --cwd .         what an agent in this folder would be told
  reverie search "flaky test"    look further
  reverie why MEMORY.md:12       where a line comes from`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage(err) })
	global := root.PersistentFlags()
	global.StringVar(&a.flags.Home, "home", "", "Reverie's `folder` (default $REVERIE_HOME, ~/.reverie)")
	global.StringVar(&a.flags.CodexHome, "codex-home", "", "Codex's `folder`, only read (default $CODEX_HOME, ~/.codex)")
	global.StringArrayVar(&a.flags.Set, "set", nil, "a setting of the configuration file, `key=value`")
	global.BoolVar(&a.json, "json", false, "print JSON for a script")
	root.AddGroup(&cobra.Group{ID: groupMain, Title: "Memory:"}, &cobra.Group{ID: groupOwn, Title: "Your say:"}, &cobra.Group{ID: groupPlumbing, Title: "Plumbing:"})
	root.SetHelpCommandGroupID(groupPlumbing)
	root.SetCompletionCommandGroupID(groupPlumbing)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add(groupMain, a.syncCommand(), a.statusCommand(), a.sessionsCommand(), a.searchCommand(), a.showCommand(), a.promptCommand(), a.whyCommand())
	add(groupOwn, a.noteCommand(), a.forgetCommand(), a.modeCommand(), a.retryCommand(), a.importCommand(), a.resetCommand(), a.doctorCommand(), a.configCommand())
	add(groupPlumbing, a.rolloutCommand(), a.citeCommand(), a.redactCommand())
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil {
		c.Example = "  source <(reverie completion bash)\n  reverie completion zsh > ~/.zfunc/_reverie"
	}
	return root
}

const (
	groupMain     = "main"
	groupOwn      = "own"
	groupPlumbing = "plumbing"
)

// noCommand refuses words that name no command.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := usagef("unknown command %q for %q", args[0], cmd.CommandPath())
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		err.hint = "did you mean `" + cmd.CommandPath() + " " + near[0] + "`?"
	}
	return err
}

// args wraps a cobra check of the arguments so that a refusal counts as wrong use.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		if err := check(cmd, words); err != nil {
			return usage(err)
		}
		return nil
	}
}

// printLine writes v as one line of JSON.
func (a *app) printLine(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// printJSON writes v as indented JSON.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// config loads the configuration and shows its warnings.
func (a *app) config() (config.Config, error) {
	c, err := config.Load(a.flags, a.Env)
	if err != nil {
		return c, err
	}
	for _, w := range c.Warnings {
		a.warn("%s", w)
	}
	return c, nil
}

// path shortens a path below the user's home for a person's eyes; it stays one line.
func (a *app) path(p string) string {
	if home := a.Env("HOME"); home != "" && strings.HasPrefix(p, home+"/") {
		p = "~" + p[len(home):]
	}
	return oneLine(p)
}
