package config

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func load(t *testing.T, file string, flags Flags) (Config, error) {
	t.Helper()
	home := t.TempDir()
	if file != "" {
		if err := os.WriteFile(filepath.Join(home, FileName), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"REVERIE_HOME": home, "HOME": home}
	return Load(flags, func(k string) string { return env[k] })
}

func TestDefaultsAreTheDesigns(t *testing.T) {
	c, err := load(t, "", Flags{})
	if err != nil {
		t.Fatal(err)
	}
	m := c.Memories
	got := []any{m.Generate, m.Use, m.DisableOnExternalContext, m.MaxRawMemories, m.MaxUnusedDays, m.MaxRolloutAgeDays,
		m.MaxRolloutsPerStartup, m.MinRolloutIdleHours, m.MinRateLimitRemaining, m.ExtensionRetentionDays, m.TTL.Preference}
	want := []any{true, true, false, 256, 30, 10, 2, 6, 25, 14, 0}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"cli", "vscode", "custom:atlas", "custom:chatgpt"}, m.Sources); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	if c.Origins["memories.max_unused_days"] != "default" || c.Origins["home"] != "environment" || c.FileExists {
		t.Errorf("origins = %v, file exists = %v", c.Origins, c.FileExists)
	}
}

func TestFileFlagAndClamp(t *testing.T) {
	c, err := load(t, "[memories]\nmax_unused_days = 900\nmin_rollout_idle_hours = 2\nno_memories_if_mcp_or_web_search = true\n[memories.ttl]\ntask = 7\n[mcp_servers.tickets]\npollutes_memory = false\n[mcp_servers.web]\npollutes_memory = true\n",
		Flags{Set: []string{"memories.min_rollout_idle_hours=3", "memories.sources=cli, exec"}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Memories.MaxUnusedDays != 365 || c.Memories.MinRolloutIdleHours != 3 || !c.Memories.DisableOnExternalContext || c.Memories.TTL.Task != 7 {
		t.Errorf("resolved = %+v", c.Memories)
	}
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], "max_unused_days") {
		t.Errorf("warnings = %q, want one about max_unused_days", c.Warnings)
	}
	if c.Origins["memories.min_rollout_idle_hours"] != "flag" || c.Origins["memories.disable_on_external_context"] != "file" || c.Origins["memories.ttl.task"] != "file" {
		t.Errorf("origins = %v", c.Origins)
	}
	if diff := cmp.Diff([]string{"tickets"}, c.CleanMCP); diff != "" {
		t.Errorf("clean servers (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"cli", "exec"}, c.Memories.Sources); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

func TestBadInputIsRefusedWithItsPlace(t *testing.T) {
	for name, tc := range map[string]struct {
		file  string
		flags Flags
		want  string
	}{
		"unknown key":      {"[memories]\nmax_unused_dayz = 3\n", Flags{}, "memories.max_unused_dayz (line 2)"},
		"wrong type":       {"[memories]\nmax_unused_days = \"x\"\n", Flags{}, "line 2"},
		"broken toml":      {"[memories\n", Flags{}, "line 1"},
		"both names":       {"[memories]\nno_memories_if_mcp_or_web_search = true\ndisable_on_external_context = false\n", Flags{}, "keep one"},
		"set without =":    {"", Flags{Set: []string{"memories.use_memories"}}, "key=value"},
		"set unknown":      {"", Flags{Set: []string{"memories.colour=1"}}, "no setting"},
		"set a non-number": {"", Flags{Set: []string{"memories.max_unused_days=soon"}}, "whole number"},
		"set a non-bool":   {"", Flags{Set: []string{"memories.use_memories=maybe"}}, "true or false"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, tc.file, tc.flags)
			if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("err = %v, want ErrInvalid with %q", err, tc.want)
			}
		})
	}
	if _, err := Load(Flags{}, func(string) string { return "" }); !errors.Is(err, ErrInvalid) {
		t.Errorf("no HOME at all: err = %v, want ErrInvalid", err)
	}
}

func TestReferencePageIsCurrent(t *testing.T) {
	var want bytes.Buffer
	if err := WriteReference(&want); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "docs", "config.md")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("docs/config.md is out of date; run UPDATE=1 go test ./internal/config (-want +got):\n%s", diff)
	}
}
