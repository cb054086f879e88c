package workspace

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// merge3 brings two changes of one text together, line by line. It reports false if both
// sides changed the same lines, or lines that touch, in different ways, or if one of the
// texts is no text.
func merge3(base, theirs, ours []byte) (merged []byte, ok bool) {
	for _, text := range [][]byte{base, theirs, ours} {
		if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
			return nil, false
		}
	}
	o, a, b := splitKeep(base), splitKeep(theirs), splitKeep(ours)
	inA, inB := diffLines(o, a), diffLines(o, b)
	var out []string
	i, j, k := 0, 0, 0 // next line of base, theirs, ours
	for {
		// The stretch up to the next base line that stands unchanged on both sides.
		end := i
		for end < len(o) && (inA[end] < 0 || inB[end] < 0) {
			end++
		}
		endA, endB := len(a), len(b)
		if end < len(o) {
			endA, endB = inA[end], inB[end]
		}
		stretch, ok := choose(o[i:end], a[j:endA], b[k:endB])
		if !ok {
			return nil, false
		}
		out = append(out, stretch...)
		if end == len(o) {
			return []byte(strings.Join(out, "")), true
		}
		out = append(out, o[end])
		i, j, k = end+1, endA+1, endB+1
	}
}

// choose takes the side that changed.
func choose(base, theirs, ours []string) ([]string, bool) {
	switch {
	case slices.Equal(theirs, ours), slices.Equal(base, ours):
		return theirs, true
	case slices.Equal(base, theirs):
		return ours, true
	}
	return nil, false
}

// splitKeep splits after each line break; joined again the lines are the text.
func splitKeep(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	lines := strings.SplitAfter(string(text), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
