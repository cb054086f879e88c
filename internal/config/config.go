// Package config resolves what Reverie is told from outside: the configuration file
// $REVERIE_HOME/config.toml, the environment, and the flags of the command line. It is the
// only place where they meet; every value keeps its origin so that it can be shown.
//
// The file is strict TOML: an unknown key is an error that names its place. A number out
// of its range is clamped, and said so. It holds no secrets.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/pelletier/go-toml/v2"

	"github.com/seed50391015/reverie/memory"
)

// FileName is the configuration file's name inside $REVERIE_HOME.
const FileName = "config.toml"

// ErrInvalid marks a configuration that cannot be used.
var ErrInvalid = errors.New("invalid configuration")

// File is the whole configuration file.
type File struct {
	Memories   memory.Settings      `toml:"memories"`
	MCPServers map[string]MCPServer `toml:"mcp_servers"`
}

// MCPServer are the keys of one `[mcp_servers.NAME]` section.
type MCPServer struct {
	// PollutesMemory false: using this server does not count as outside content.
	PollutesMemory *bool `toml:"pollutes_memory"`
}

// Config is the resolved configuration.
type Config struct {
	Home       string // $REVERIE_HOME, absolute
	CodexHome  string // absolute; may be absent
	Memories   memory.Settings
	CleanMCP   []string          // MCP servers that do not pollute, sorted
	Origins    map[string]string // key -> "default", "file", "flag", "environment"
	Warnings   []string
	FilePath   string // where the file is, or would be
	FileExists bool
}

// Flags are the values of the global flags; empty means not given.
type Flags struct {
	Home      string   // --home
	CodexHome string   // --codex-home
	Set       []string // --set key=value, in order
}

// Load resolves flags over environment over file over defaults. env is os.Getenv in
// production. Where the file cannot be used, the Config returned with the error has the
// places and the defaults.
func Load(flags Flags, env func(string) string) (Config, error) {
	c := Config{Origins: map[string]string{}}
	if err := c.places(flags, env); err != nil {
		return Config{}, err
	}
	c.Memories = Defaults()
	file, set, err := c.readFile()
	if err != nil {
		return c, err
	}
	values := fields(&file.Memories)
	for _, f := range values {
		c.Origins[f.key] = "default"
		if set[f.key] {
			c.Origins[f.key] = "file"
		}
	}
	for _, assignment := range flags.Set {
		if err := c.assign(values, assignment); err != nil {
			return c, err
		}
	}
	for _, f := range values {
		if warning := f.clamp(); warning != "" {
			c.Warnings = append(c.Warnings, warning)
		}
	}
	c.Memories = file.Memories
	c.CleanMCP = cleanServers(file.MCPServers)
	return c, nil
}

// places resolves the folders.
func (c *Config) places(flags Flags, env func(string) string) error {
	var err error
	if c.Home, c.Origins["home"], err = place(flags.Home, env("REVERIE_HOME"), env("HOME"), ".reverie"); err != nil {
		return fmt.Errorf("%w: the home of reverie: %w", ErrInvalid, err)
	}
	if c.CodexHome, c.Origins["codex_home"], err = place(flags.CodexHome, env("CODEX_HOME"), env("HOME"), ".codex"); err != nil {
		return fmt.Errorf("%w: the home of Codex: %w", ErrInvalid, err)
	}
	c.FilePath = filepath.Join(c.Home, FileName)
	return nil
}

func place(flag, variable, userHome, name string) (path, origin string, err error) {
	switch {
	case flag != "":
		path, origin = flag, "flag"
	case variable != "":
		path, origin = variable, "environment"
	case userHome != "":
		path, origin = filepath.Join(userHome, name), "default"
	default:
		return "", "", errors.New("neither the flag, nor its environment variable, nor HOME is set")
	}
	path, err = filepath.Abs(path)
	return path, origin, err
}

// readFile decodes the file over the defaults and tells which keys it sets.
func (c *Config) readFile() (File, map[string]bool, error) {
	file := File{Memories: Defaults()}
	data, err := os.ReadFile(c.FilePath)
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil, nil
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return File{}, nil, fmt.Errorf("%w: the home %s is not a folder", ErrInvalid, c.Home)
	}
	if err != nil {
		return File{}, nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	c.FileExists = true
	data, err = renameAliases(data)
	if err != nil {
		return File{}, nil, fmt.Errorf("%w: %s: %w", ErrInvalid, c.FilePath, err)
	}
	dec := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return File{}, nil, fmt.Errorf("%w: %s: %s", ErrInvalid, c.FilePath, explain(err))
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		return File{}, nil, fmt.Errorf("%w: %s: %w", ErrInvalid, c.FilePath, err)
	}
	set := map[string]bool{}
	flatten("", tree, set)
	return file, set, nil
}

// alias is the older name of disable_on_external_context, which Codex still accepts.
const (
	alias     = "no_memories_if_mcp_or_web_search"
	aliasedTo = "disable_on_external_context"
)

func renameAliases(data []byte) ([]byte, error) {
	if !strings.Contains(string(data), alias) {
		return data, nil
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		return data, nil // the strict decoder will say it better
	}
	section, _ := tree["memories"].(map[string]any)
	value, there := section[alias]
	if !there {
		return data, nil
	}
	if _, both := section[aliasedTo]; both {
		return nil, fmt.Errorf("memories.%s and memories.%s are the same setting: keep one", aliasedTo, alias)
	}
	delete(section, alias)
	section[aliasedTo] = value
	return toml.Marshal(tree)
}

// explain turns the decoder's error into one line with its place.
func explain(err error) string {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		var keys []string
		for _, e := range strict.Errors {
			row, _ := e.Position()
			keys = append(keys, fmt.Sprintf("%s (line %d)", strings.Join(e.Key(), "."), row))
		}
		return "unknown key " + strings.Join(keys, ", ")
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, col := decode.Position()
		return fmt.Sprintf("line %d, column %d: %s", row, col, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return err.Error()
}

func flatten(prefix string, tree map[string]any, set map[string]bool) {
	for k, v := range tree {
		key := k
		if prefix != "" {
			key = prefix + "." + k
		}
		if sub, ok := v.(map[string]any); ok {
			flatten(key, sub, set)
			continue
		}
		set[key] = true
	}
}
