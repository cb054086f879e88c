package workspace

import "slices"

// diffLines aligns two lists of lines: match[i] is the index in b that stands for a[i],
// or -1. Matches rise. It is exact for small lists; for large ones that have little in
// common it anchors on lines that occur once in each and aligns what lies between, so
// its work stays bounded.
func diffLines(a, b []string) (match []int) {
	match = make([]int, len(a))
	for i := range match {
		match[i] = -1
	}
	alignLines(a, b, 0, 0, match)
	return match
}

// exactCells bounds the table of an exact alignment.
const exactCells = 1 << 20

func alignLines(a, b []string, offA, offB int, match []int) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		match[offA] = offB
		a, b, offA, offB = a[1:], b[1:], offA+1, offB+1
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		match[offA+len(a)-1] = offB + len(b) - 1
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	switch {
	case len(a) == 0 || len(b) == 0:
	case len(a)*len(b) <= exactCells:
		alignExactly(a, b, offA, offB, match)
	default:
		alignByAnchors(a, b, offA, offB, match)
	}
}

// alignExactly finds a longest common subsequence.
func alignExactly(a, b []string, offA, offB int, match []int) {
	width := len(b) + 1
	length := make([]int32, (len(a)+1)*width) // of the common part of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			match[offA+i] = offB + j
			i, j = i+1, j+1
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// alignByAnchors matches the lines that occur once on both sides, in rising order, and
// aligns what lies between them.
func alignByAnchors(a, b []string, offA, offB int, match []int) {
	anchors := risingAnchors(a, b)
	if len(anchors) == 0 {
		return
	}
	i, j := 0, 0
	for _, at := range append(anchors, [2]int{len(a), len(b)}) {
		alignLines(a[i:at[0]], b[j:at[1]], offA+i, offB+j, match)
		if at[0] < len(a) {
			match[offA+at[0]] = offB + at[1]
		}
		i, j = at[0]+1, at[1]+1
	}
}

// risingAnchors are pairs of indices of lines unique in both lists, a longest rising run of them.
func risingAnchors(a, b []string) [][2]int {
	type seen struct{ inA, inB, at int }
	lines := map[string]*seen{}
	for j, line := range b {
		s := lines[line]
		if s == nil {
			s = &seen{}
			lines[line] = s
		}
		s.inB, s.at = s.inB+1, j
	}
	for _, line := range a {
		if s := lines[line]; s != nil {
			s.inA++
		}
	}
	var pairs [][2]int
	for i, line := range a {
		if s := lines[line]; s != nil && s.inA == 1 && s.inB == 1 {
			pairs = append(pairs, [2]int{i, s.at})
		}
	}
	return longestRising(pairs)
}

// longestRising keeps a longest subsequence of pairs, ordered by the first index, whose
// second index rises too.
func longestRising(pairs [][2]int) [][2]int {
	var tails []int // index of the pair that ends the best run of each length
	before := make([]int, len(pairs))
	for k, p := range pairs {
		n, _ := slices.BinarySearchFunc(tails, p[1], func(t, v int) int { return pairs[t][1] - v })
		before[k] = -1
		if n > 0 {
			before[k] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, k)
		} else {
			tails[n] = k
		}
	}
	var run [][2]int
	if len(tails) > 0 {
		for k := tails[len(tails)-1]; k >= 0; k = before[k] {
			run = append(run, pairs[k])
		}
	}
	slices.Reverse(run)
	return run
}
