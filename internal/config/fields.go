package config

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/seed50391015/reverie/memory"
)

// Defaults are the settings with nothing configured, from the struct's tags.
func Defaults() memory.Settings {
	var s memory.Settings
	for _, f := range fields(&s) {
		if err := f.set(f.tag.Get("default")); err != nil {
			panic(fmt.Sprintf("config: default of %s: %v", f.key, err)) // a wrong tag: a test reads them all
		}
	}
	return s
}

// field is one setting: its key in the file, its tags and its value.
type field struct {
	key   string
	tag   reflect.StructTag
	value reflect.Value
}

// fields lists the settings in the order of the struct, sections after plain keys.
func fields(s *memory.Settings) []field {
	return walk("memories", reflect.ValueOf(s).Elem())
}

func walk(prefix string, v reflect.Value) []field {
	var out []field
	for i := range v.NumField() {
		sf := v.Type().Field(i)
		key := prefix + "." + sf.Tag.Get("toml")
		if sf.Type.Kind() == reflect.Struct {
			out = append(out, walk(key, v.Field(i))...)
			continue
		}
		out = append(out, field{key, sf.Tag, v.Field(i)})
	}
	return out
}

// set parses text into the field.
func (f field) set(text string) error {
	switch f.value.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%s wants true or false, not %q", f.key, text)
		}
		f.value.SetBool(b)
	case reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%s wants a whole number, not %q", f.key, text)
		}
		f.value.SetInt(int64(n))
	case reflect.Slice:
		list := []string{}
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		f.value.Set(reflect.ValueOf(list))
	default:
		f.value.SetString(text)
	}
	return nil
}

// String is the value as the file would hold it.
func (f field) String() string {
	switch v := f.value.Interface().(type) {
	case string:
		return strconv.Quote(v)
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = strconv.Quote(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	default:
		return fmt.Sprint(v)
	}
}

// clamp brings a number into its range and says so.
func (f field) clamp() (warning string) {
	low, high, ok := f.limits()
	if !ok {
		return ""
	}
	n := f.value.Int()
	bounded := min(max(n, low), high)
	if bounded == n {
		return ""
	}
	f.value.SetInt(bounded)
	return fmt.Sprintf("%s = %d is outside %d to %d: %d is used", f.key, n, low, high, bounded)
}

func (f field) limits() (low, high int64, ok bool) {
	if _, err := fmt.Sscanf(f.tag.Get("clamp"), "%d,%d", &low, &high); err != nil {
		return 0, 0, false
	}
	return low, high, true
}

// assign carries out one --set key=value.
func (c *Config) assign(values []field, assignment string) error {
	key, text, ok := strings.Cut(assignment, "=")
	key = strings.TrimSpace(key)
	if !ok {
		return fmt.Errorf("%w: --set wants key=value, not %q", ErrInvalid, assignment)
	}
	if key == "memories."+alias {
		key = "memories." + aliasedTo
	}
	i := slices.IndexFunc(values, func(f field) bool { return f.key == key })
	if i < 0 {
		return fmt.Errorf("%w: --set: there is no setting %q; `reverie config` lists them", ErrInvalid, key)
	}
	if err := values[i].set(strings.TrimSpace(text)); err != nil {
		return fmt.Errorf("%w: --set: %w", ErrInvalid, err)
	}
	c.Origins[key] = "flag"
	return nil
}

func cleanServers(servers map[string]MCPServer) []string {
	clean := []string{}
	for name, s := range servers {
		if s.PollutesMemory != nil && !*s.PollutesMemory {
			clean = append(clean, name)
		}
	}
	slices.Sort(clean)
	return clean
}

// Setting is one resolved setting for a person or a script.
type Setting struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Text   string `json:"-"` // Value as the file would hold it
	Origin string `json:"origin"`
	Help   string `json:"help"`
}

// Settings lists the resolved settings with their origins.
func (c Config) Settings() []Setting {
	out := []Setting{
		{"home", c.Home, strconv.Quote(c.Home), c.Origins["home"], "Everything Reverie writes is in here."},
		{"codex_home", c.CodexHome, strconv.Quote(c.CodexHome), c.Origins["codex_home"], "Where Codex keeps its sessions; never written to."},
	}
	for _, f := range fields(&c.Memories) {
		out = append(out, Setting{f.key, f.value.Interface(), f.String(), c.Origins[f.key], f.tag.Get("help")})
	}
	for _, name := range c.CleanMCP {
		out = append(out, Setting{"mcp_servers." + name + ".pollutes_memory", false, "false", "file", "Using this server does not count as outside content."})
	}
	return out
}

// WriteReference prints the page docs/config.md.
func WriteReference(w io.Writer) error {
	var b strings.Builder
	b.WriteString(referenceHead)
	s := Defaults()
	for _, f := range fields(&s) {
		limits := ""
		if low, high, ok := f.limits(); ok {
			limits = fmt.Sprintf("%d to %d", low, high)
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", f.key, f, limits, f.tag.Get("help"))
	}
	b.WriteString(referenceTail)
	_, err := io.WriteString(w, b.String())
	return err
}

const referenceHead = `# Configuration

Reverie needs no configuration. What can be set stands in ` + "`$REVERIE_HOME/config.toml`" + ` (strict TOML: an unknown
key is refused with its line; a number out of its range is clamped, and said so). A flag ` + "`--set key=value`" + ` outranks
the file. ` + "`reverie config`" + ` prints every value with its origin. This page is printed by ` + "`reverie config --reference`" + `.

| environment | flag | default | meaning |
|---|---|---|---|
| ` + "`REVERIE_HOME`" + ` | ` + "`--home`" + ` | ` + "`~/.reverie`" + ` | everything Reverie writes is in here |
| ` + "`CODEX_HOME`" + ` | ` + "`--codex-home`" + ` | ` + "`~/.codex`" + ` | where Codex keeps its sessions; never written to |

| key | default | range | meaning |
|---|---|---|---|
`

const referenceTail = `
An MCP server that brings no outside content is named so:

` + "```toml" + `
[mcp_servers.tickets]
pollutes_memory = false
` + "```" + `
`
