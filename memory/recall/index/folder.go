package index

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// ScopeFolder is the scope in which the documents of the memory folder are synced.
const ScopeFolder = "memories"

// maxFile bounds a file of the folder that is indexed.
const maxFile = 16 << 20

// settled is how long a file must have rested before its stamp is trusted: an older
// change may share its time with a newer one on a coarse clock.
const settled = 2 * time.Second

// Folder returns the units of a memory folder: MEMORY.md by task group, raw_memories.md
// by thread, each rollout summary, skill and ad-hoc note. Dot names and symbolic links
// are passed over. A folder that is not there has no units.
func Folder(dir string, now func() time.Time) iter.Seq2[Unit, error] {
	return func(yield func(Unit, error) bool) {
		root, err := os.OpenRoot(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return
		} else if err != nil {
			yield(Unit{}, fmt.Errorf("index memory folder: %w", err))
			return
		}
		defer root.Close()
		f := folder{root: root, now: now}
		for _, file := range f.files() {
			if !yield(f.unit(file), nil) {
				return
			}
		}
	}
}

type folder struct {
	root *os.Root
	now  func() time.Time
}

type folderFile struct {
	name string
	info fs.FileInfo
}

// files lists what is indexed, in a fixed order.
func (f folder) files() []folderFile {
	var files []folderFile
	for _, name := range []string{"MEMORY.md", "raw_memories.md"} {
		if info, err := f.root.Lstat(name); err == nil {
			files = append(files, folderFile{name, info})
		}
	}
	for _, dir := range []string{"rollout_summaries", "skills", "extensions/ad_hoc/notes"} {
		files = append(files, f.below(dir, 0)...)
	}
	return slices.DeleteFunc(files, func(file folderFile) bool {
		return !file.info.Mode().IsRegular() || file.info.Size() > maxFile
	})
}

func (f folder) below(dir string, depth int) []folderFile {
	entries, err := fs.ReadDir(f.root.FS(), dir)
	if err != nil || depth > 8 {
		return nil
	}
	var files []folderFile
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		inSkills := strings.HasPrefix(dir, "skills")
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir() && inSkills:
			files = append(files, f.below(name, depth+1)...)
		case e.Type().IsRegular() && (inSkills || strings.HasSuffix(name, ".md")):
			if info, err := e.Info(); err == nil {
				files = append(files, folderFile{name, info})
			}
		}
	}
	return files
}

func (f folder) unit(file folderFile) Unit {
	u := Unit{Key: file.name}
	if f.now().Sub(file.info.ModTime()) > settled {
		u.Stamp = fmt.Sprintf("%d-%d", file.info.Size(), file.info.ModTime().UnixNano())
	}
	u.Docs = func(yield func(Doc, error) bool) {
		text, err := f.read(file.name)
		if errors.Is(err, fs.ErrNotExist) { // it went meanwhile
			return
		} else if err != nil {
			yield(Doc{}, err)
			return
		}
		for _, d := range documents(file.name, text) {
			d.Path = file.name
			if d.UpdatedAt == 0 {
				d.UpdatedAt = file.info.ModTime().Unix()
			}
			if !yield(d, nil) {
				return
			}
		}
	}
	return u
}

func (f folder) read(name string) (string, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, maxFile))
	return strings.ReplaceAll(strings.ToValidUTF8(string(b), "\uFFFD"), "\r\n", "\n"), err
}

// documents takes one file apart.
func documents(name, text string) []Doc {
	lines := strings.SplitAfter(text, "\n")
	switch dir := path.Dir(name); {
	case name == "MEMORY.md":
		return handbookDocs(lines)
	case name == "raw_memories.md":
		return split(lines, isThread, rawDoc)
	case dir == "rollout_summaries":
		return summaryDocs(name, lines)
	case strings.HasPrefix(name, "skills/"):
		return []Doc{skillDoc(name, lines)}
	default:
		return []Doc{{Kind: KindNote, Key: name, Line: 1, Title: strings.TrimSuffix(path.Base(name), ".md"), Body: text}}
	}
}

func isGroup(line string) bool   { return strings.HasPrefix(line, "# ") }
func isThread(line string) bool  { return strings.HasPrefix(line, "## Thread `") }
func isSection(line string) bool { return strings.HasPrefix(line, "## ") }
func isBullet(line string) bool {
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ")
}

// split makes a document of each part that begins with a line that starts says; what
// stands before the first has none.
func split(lines []string, starts func(string) bool, doc func(first int, part []string) Doc) []Doc {
	var docs []Doc
	for first, part := range parts(lines, starts) {
		if starts(part[0]) {
			docs = append(docs, doc(first, part))
		}
	}
	return docs
}

// parts cuts lines before each one that starts says, and numbers the first line of each part from 1.
func parts(lines []string, starts func(string) bool) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		first := 0
		for i := 1; i <= len(lines); i++ {
			if i < len(lines) && !starts(lines[i]) {
				continue
			}
			if !yield(first+1, lines[first:i]) {
				return
			}
			first = i
		}
	}
}

var (
	appliesTo = regexp.MustCompile(`(?m)^applies_to: cwd=(.*?)(?:; reuse_rule=|$)`)
	threadID  = regexp.MustCompile("`([^`]+)`")
)

// handbookDocs makes a document of each claim, and one of each task: a block as a whole
// is too long to be ranked beside a single session.
func handbookDocs(lines []string) []Doc {
	var docs []Doc
	for first, block := range parts(lines, isGroup) {
		if !isGroup(block[0]) {
			continue
		}
		group := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(block[0]), "# "), "Task Group:"))
		project := ""
		if m := appliesTo.FindStringSubmatch(strings.Join(block, "")); m != nil && strings.HasPrefix(m[1], "/") {
			project, _, _ = strings.Cut(m[1], ", ")
		}
		add := func(line int, title string, part []string) {
			body := strings.Join(part, "")
			docs = append(docs, Doc{Kind: KindHandbook, Key: group + "\n" + body, Line: line, Project: project, Title: title, Keywords: group, Body: body})
		}
		for at, section := range parts(block, isSection) {
			heading := strings.TrimSpace(strings.TrimLeft(section[0], "# "))
			if !isSection(section[0]) || strings.HasPrefix(heading, "Task ") {
				add(first+at-1, heading, section)
				continue
			}
			for within, bullet := range parts(section, isBullet) {
				if isBullet(bullet[0]) {
					add(first+at-1+within-1, group+": "+heading, bullet)
				}
			}
		}
	}
	return docs
}

func rawDoc(first int, part []string) Doc {
	d := Doc{Kind: KindRaw, Line: first}
	if m := threadID.FindStringSubmatch(part[0]); m != nil {
		d.ThreadID = m[1]
	}
	d.Key = d.ThreadID
	body := 1 + d.header(part[1:])
	fields := frontMatter(part[body:])
	d.Title, d.Keywords = fields["description"], fields["keywords"]+" "+path.Base(d.Project)
	d.Line, d.Body = first+body, strings.Join(part[body:], "")
	return d
}

// summaryDocs makes a document of each section of a rollout summary; the file's title
// and project count for all of them.
func summaryDocs(name string, lines []string) []Doc {
	d := Doc{Kind: KindSummary}
	body := d.header(lines)
	if body >= len(lines) {
		return nil
	}
	lines = lines[body:]
	for _, l := range lines {
		if title, ok := strings.CutPrefix(l, "# "); ok {
			d.Title = strings.TrimSpace(title)
			break
		}
	}
	d.Keywords = d.Title + " " + path.Base(d.Project)
	var docs []Doc
	for at, section := range parts(lines, isSection) {
		s := d
		s.Key, s.Line, s.Body = fmt.Sprint(name, "#", len(docs)), body+at, strings.Join(section, "")
		if strings.TrimSpace(s.Body) != "" {
			docs = append(docs, s)
		}
	}
	return docs
}

func skillDoc(name string, lines []string) Doc {
	fields := frontMatter(lines)
	title := fields["name"]
	if title == "" {
		title = strings.TrimPrefix(name, "skills/")
	}
	return Doc{Kind: KindSkill, Key: name, Line: 1, Title: title, Keywords: fields["description"], Body: strings.Join(lines, "")}
}

// header reads the `key: value` lines at the start and returns how many lines they take, the blank one included.
func (d *Doc) header(lines []string) int {
	for i, l := range lines {
		key, value, ok := strings.Cut(strings.TrimRight(l, "\n"), ": ")
		switch {
		case strings.TrimSpace(l) == "":
			return i + 1
		case !ok && !strings.HasSuffix(strings.TrimSpace(l), ":"):
			return i
		}
		switch key {
		case "thread_id":
			d.ThreadID = value
		case "updated_at":
			if t, err := time.Parse(time.RFC3339, value); err == nil {
				d.UpdatedAt = t.Unix()
			}
		case "cwd":
			d.Project = value
		}
	}
	return len(lines)
}

// frontMatter reads `key: value` lines between two `---`.
func frontMatter(lines []string) map[string]string {
	fields := map[string]string{}
	open := false
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if l == "---" {
			if open {
				break
			}
			open = true
			continue
		}
		if !open && l != "" {
			break
		}
		if key, value, ok := strings.Cut(l, ":"); ok && open {
			fields[key] = strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return fields
}
