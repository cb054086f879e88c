package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed50391015/reverie/internal/config"
	"github.com/seed50391015/reverie/memory"
	"github.com/seed50391015/reverie/memory/state"
)

// check is one finding of the doctor.
type check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	What string `json:"what"`
	Hint string `json:"hint,omitempty"`
}

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check what Reverie needs, and what it keeps",
		Long: `Checks the git program, the home, the database, the memory folder and where sessions
are looked for, and says what to do about each thing that is wrong. Changes nothing.`,
		Example: "  reverie doctor\n  reverie doctor --json",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(a.flags, a.Env)
			if c.Home == "" {
				return err // not even a place to look at
			}
			checks := a.examine(cmd.Context(), c, err)
			if a.json {
				if err := a.printJSON(checks); err != nil {
					return err
				}
			}
			wrong := 0
			for _, k := range checks {
				if !k.OK {
					wrong++
				}
				if !a.json {
					a.printCheck(k)
				}
			}
			if wrong > 0 {
				return &exitError{code: exitUnusable, err: fmt.Errorf("%s found", count(wrong, "problem"))}
			}
			return nil
		},
	}
}

func (a *app) printCheck(k check) {
	mark := "ok "
	if !k.OK {
		mark = "BAD"
	}
	fmt.Fprintf(a.out, "%s  %-10s %s\n", mark, k.Name, oneLine(k.What))
	if k.Hint != "" {
		fmt.Fprintf(a.out, "                %s\n", k.Hint)
	}
}

func (a *app) examine(ctx context.Context, c config.Config, broken error) []check {
	checks := []check{
		{Name: "reverie", OK: true, What: fmt.Sprintf("%s, %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)},
		checkGit(ctx), checkConfig(c, broken), checkHome(c.Home),
	}
	checks = append(checks, a.checkState(ctx, c), checkFolder(c.Home), checkCodex(c.CodexHome))
	return checks
}

func checkGit(ctx context.Context) check {
	k := check{Name: "git", Hint: "install git: the memory folder's baseline needs it"}
	out, err := exec.CommandContext(ctx, "git", "--version").Output()
	if err != nil {
		k.What = err.Error()
		return k
	}
	return check{Name: "git", OK: true, What: strings.TrimSpace(string(out))}
}

func checkConfig(c config.Config, broken error) check {
	if broken != nil {
		return check{Name: "config", What: broken.Error(), Hint: "mend the line or take it out; docs/config.md lists the keys"}
	}
	k := check{Name: "config", OK: len(c.Warnings) == 0, What: c.FilePath}
	if !c.FileExists {
		k.What += " (not there: everything has its default)"
	}
	if !k.OK {
		k.What += ": " + strings.Join(c.Warnings, "; ")
		k.Hint = "docs/config.md lists each setting with its range"
	}
	return k
}

// checkHome looks at the home's mode; a home that is not there yet is fine if it can be made.
func checkHome(home string) check {
	k := check{Name: "home", What: home}
	info, err := os.Stat(home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		k.OK, k.What = true, home+" (not there yet: the first sync makes it)"
	case err != nil:
		k.What, k.Hint = err.Error(), "name another folder with --home or REVERIE_HOME"
	case !info.IsDir():
		k.What, k.Hint = home+" is not a folder", "name another one with --home or REVERIE_HOME"
	case info.Mode().Perm()&0o077 != 0:
		k.What, k.Hint = fmt.Sprintf("%s has mode %04o: others may look into it", home, info.Mode().Perm()), "chmod 700 "+home
	default:
		k.OK = true
	}
	return k
}

func (a *app) checkState(ctx context.Context, c config.Config) check {
	k := check{Name: "database", What: filepath.Join(c.Home, memory.StateName)}
	o := a.options(c)
	o.ReadOnly = true
	m, err := memory.Open(ctx, o)
	if errors.Is(err, state.ErrNotFound) {
		k.OK, k.What = true, k.What+" (not there yet)"
		return k
	}
	if err == nil {
		defer m.Close()
		err = m.Store().Check(ctx)
	}
	if err != nil {
		k.What = err.Error()
		_, k.Hint = classify(err)
		return k
	}
	threads, err := m.Store().Threads(ctx)
	k.OK = err == nil
	k.What += fmt.Sprintf(" (%s known)", count(len(threads), "session"))
	return k
}

func checkFolder(home string) check {
	dir := filepath.Join(home, memory.FolderName)
	k := check{Name: "folder", What: dir}
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		k.OK, k.What = true, dir+" (not there yet)"
	case err != nil:
		k.What = err.Error()
	case info.Mode()&fs.ModeSymlink != 0:
		k.What, k.Hint = dir+" is a symbolic link", "Reverie refuses to follow it: put the folder itself there, or name another home"
	case !info.IsDir():
		k.What, k.Hint = dir+" is not a folder", "move it away; the next sync makes the folder"
	default:
		k.OK = true
	}
	return k
}

func checkCodex(home string) check {
	k := check{Name: "codex", OK: true, What: home}
	info, err := os.Stat(home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		k.What += " (not there: name it with --codex-home or CODEX_HOME)"
	case err != nil:
		k.OK, k.What = false, err.Error()
	case !info.IsDir():
		k.OK, k.What, k.Hint = false, home+" is not a folder", "name Codex's home with --codex-home or CODEX_HOME"
	}
	return k
}
