package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
)

func (a *app) importCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "import",
		Short:   "Take over what another memory system kept: codex",
		Example: "  reverie import codex && reverie sync",
		Args:    noCommand,
		RunE:    func(*cobra.Command, []string) error { return usagef("import wants to know from whom: codex") },
	}
	c.AddCommand(&cobra.Command{
		Use:   "codex",
		Short: "Take over Codex's own memory as input; the original stays untouched",
		Long: `Reads the memory that Codex keeps in its home (--codex-home): stage-1 outputs with
their usage, the handbook, notes and skills. All of it becomes input of the next
consolidation. The original is only read.`,
		Example: "  reverie import codex && reverie sync",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.write(cmd.Context(), func(m *memory.Memory, c config.Config) error {
				r, err := m.ImportCodex(cmd.Context(), c.CodexHome)
				if errors.Is(err, memory.ErrNothingToImport) {
					return withHint(fmt.Errorf("%w: %w", err, errNotFound), "name Codex's home with --codex-home or CODEX_HOME")
				}
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(r)
				}
				fmt.Fprintf(a.out, "Took over %s and %s from %s; %d known already, %d forgotten by you and left out.\n",
					count(r.Outputs, "new output"), count(r.Files, "new file"), a.path(r.From), r.Known, r.Skipped)
				if r.Kept > 0 {
					fmt.Fprintf(a.out, "%s stood here already and stayed.\n", count(r.Kept, "file"))
				}
				fmt.Fprintln(a.out, "`reverie sync` merges it into the memory folder.")
				return nil
			})
		},
	})
	return c
}
