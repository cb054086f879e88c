package workspace

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
	"time"
)

const (
	instructionsFile  = "instructions.md"
	resourcesDir      = "resources"
	adHocInstructions = "extensions/ad_hoc/instructions.md"
)

//go:embed prompts/ad_hoc.md
var adHocText []byte

// EnsureAdHoc writes the instructions of the ad-hoc extension where there are none; what
// a user made of them is never overwritten.
func EnsureAdHoc(s *Stage) error {
	if _, err := s.tree.Lstat(adHocInstructions); err == nil {
		return nil
	}
	return s.WriteFile(adHocInstructions, adHocText)
}

// PruneExtensions removes from a stage the extension resources that are older than
// retentionDays at now, and returns their paths: .md files directly in
// extensions/<name>/resources/ whose name starts with a stamp (YYYY-MM-DDTHH-MM-SS, UTC),
// of extensions that have an instructions.md. Notes never go, nor does anything with 0 days.
func PruneExtensions(s *Stage, now time.Time, retentionDays int) ([]string, error) {
	if retentionDays <= 0 {
		return nil, nil
	}
	names, err := s.List()
	if err != nil {
		return nil, fmt.Errorf("prune extensions: %w", err)
	}
	instructed := map[string]bool{}
	for _, name := range names {
		if dir, file := path.Split(name); file == instructionsFile && path.Dir(path.Clean(dir)) == ExtensionsDir {
			instructed[path.Clean(dir)] = true
		}
	}
	cutoff := now.UTC().AddDate(0, 0, -retentionDays)
	var pruned []string
	for _, name := range names {
		dir := path.Dir(name)
		if path.Base(dir) != resourcesDir || !instructed[path.Dir(dir)] || !staleResource(path.Base(name), cutoff) {
			continue
		}
		if err := s.Remove(name); err != nil {
			return pruned, fmt.Errorf("prune extensions: %w", err)
		}
		pruned = append(pruned, name)
	}
	return pruned, nil
}

// staleResource reports whether a resource's name carries a stamp before cutoff.
func staleResource(name string, cutoff time.Time) bool {
	if !strings.HasSuffix(name, ".md") || len(name) < len(stampLayout) {
		return false
	}
	stamp, err := time.Parse(stampLayout, name[:len(stampLayout)])
	return err == nil && stamp.Before(cutoff)
}
