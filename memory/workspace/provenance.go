package workspace

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"github.com/seed50391015/reverie/memory/state"
)

// provenanceFile, in .git, is the baseline's own copy of what the state knows of whose the
// consolidated lines are. It comes and goes with the baseline, so it fits the folder even
// where the state is lost, or is an older copy.
const provenanceFile = "reverie-provenance"

// Provenance says whose the lines of consolidated texts are.
type Provenance struct {
	Generated []state.Generated // the lines as they were generated, before hand edits
	Edits     []state.HandEdit  // the hand edits that were woven in
}

// SetProvenance notes whose the stage's lines are, for RemakeBaseline to keep.
func (s *Stage) SetProvenance(p Provenance) { s.prov = &p }

// Reconcile gives what to compare the folder's texts with: the state's records, by path,
// and its hand edits; but for a text of which the state has no record that the baseline was
// made with, its record is lost or from another time, and the baseline's own record and
// edits stand instead. A run that died at any instant leaves such a record in the state.
// The arguments are not changed. Without a Provenance in the baseline they come back.
func (s *Stage) Reconcile(records map[string][]state.Generated, known []state.HandEdit) (map[string][]state.Generated, []state.HandEdit, error) {
	prov, err := s.f.readProvenance()
	if err != nil {
		return nil, nil, fmt.Errorf("reconcile records: %w", hint(err, s.f.dir))
	}
	if prov == nil {
		return records, known, nil
	}
	stale := map[string]bool{}
	for _, e := range prov.Edits {
		stale[e.Path] = len(records[e.Path]) == 0 && len(editsOf(e.Path, known)) == 0
	}
	out := map[string][]state.Generated{}
	for name, rs := range records {
		out[name] = rs
	}
	for _, g := range prov.Generated {
		same := func(r state.Generated) bool { return slices.Equal(r.LineHashes, g.LineHashes) }
		if stale[g.Path] = !slices.ContainsFunc(records[g.Path], same); stale[g.Path] {
			out[g.Path] = []state.Generated{g}
		}
	}
	var edits []state.HandEdit
	for _, e := range known {
		if !stale[e.Path] {
			edits = append(edits, e)
		}
	}
	for _, e := range prov.Edits {
		if stale[e.Path] {
			edits = append(edits, e)
		}
	}
	return out, edits, nil
}

// storedProvenance is the file's JSON. Paths are bytes, as names need not be UTF-8.
type storedProvenance struct {
	Generated []storedGenerated `json:"generated"`
	Edits     []storedEdit      `json:"edits"`
}

type storedGenerated struct {
	Path       []byte   `json:"path"`
	LineHashes []string `json:"line_hashes"`
}

type storedEdit struct {
	Path   []byte `json:"path"`
	Kind   string `json:"kind"`
	Anchor string `json:"anchor"`
	Text   string `json:"text"`
}

// writeProvenance puts a provenance, if there is one, into a repository that is being built.
func (f *Folder) writeProvenance(repo string, p *Provenance) error {
	if p == nil {
		return nil
	}
	var out storedProvenance
	for _, g := range p.Generated {
		if len(g.LineHashes) > 0 {
			out.Generated = append(out.Generated, storedGenerated{[]byte(g.Path), g.LineHashes})
		}
	}
	for _, e := range p.Edits {
		out.Edits = append(out.Edits, storedEdit{[]byte(e.Path), e.Kind, e.Anchor, e.Text})
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return writeFile(f.home, path.Join(repo, provenanceFile), data, fileMode, false)
}

// readProvenance reads the baseline's; nil where it has none, or none that can be read:
// then the state's word stands.
func (f *Folder) readProvenance() (*Provenance, error) {
	name := path.Join(f.base, gitDir, provenanceFile)
	info, err := f.home.Lstat(name)
	if absent(err) {
		return nil, nil
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil, err
	}
	data, err := f.home.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var in storedProvenance
	if json.Unmarshal(data, &in) != nil {
		return nil, nil
	}
	p := &Provenance{}
	for _, g := range in.Generated {
		p.Generated = append(p.Generated, state.Generated{Path: string(g.Path), LineHashes: g.LineHashes})
	}
	for _, e := range in.Edits {
		p.Edits = append(p.Edits, state.HandEdit{Path: string(e.Path), Kind: e.Kind, Anchor: e.Anchor, Text: e.Text})
	}
	return p, nil
}
