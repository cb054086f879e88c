package consolidate

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// space makes vectors of the terms of one consolidation's texts, so that they can be
// compared quickly. A term that stands in many of the texts (the project's name) tells
// little and weighs little.
type space struct {
	ids map[string]int32
	df  []float64
	n   float64

	generic []bool // of the terms that only say that something failed
}

// vector is a text in a space, its terms in order of their numbers.
type vector struct {
	terms []weighed
	norm  float64 // root of the sum of squares
	mass  float64 // sum
	form  float64 // about how many words
}

type weighed struct {
	id     int32
	form   float64
	weight float64
	rare   bool
	tells  bool
}

// rareTexts is how many texts a rare term stands in at most.
const rareTexts = 3

func newSpace(texts []terms) *space {
	s := &space{ids: map[string]int32{}, n: float64(len(texts))}
	for _, t := range texts {
		for _, term := range t.sorted() { // numbers in a fixed order: sums of fractions depend on it
			id, ok := s.ids[term]
			if !ok {
				id = int32(len(s.df))
				s.ids[term] = id
				s.df = append(s.df, 0)
				s.generic = append(s.generic, genericError[term])
			}
			s.df[id]++
		}
	}
	return s
}

// vector places a text. Terms that no text of the space has are left out.
func (s *space) vector(t terms) vector {
	v := vector{terms: make([]weighed, 0, len(t))}
	for term, form := range t {
		if id, ok := s.ids[term]; ok {
			v.terms = append(v.terms, weighed{id, form, form * math.Log(1+(s.n+8)/(s.df[id]+1)), s.df[id] <= rareTexts, !s.generic[id]})
		}
	}
	slices.SortFunc(v.terms, func(a, b weighed) int { return cmp.Compare(a.id, b.id) })
	for _, x := range v.terms {
		v.norm += x.weight * x.weight
		v.mass += x.weight
		v.form += x.form
	}
	v.norm = math.Sqrt(v.norm)
	return v
}

// match is how two texts compare.
type match struct {
	cosine float64 // how much they are alike as wholes
	inner  float64 // how much of the shorter one the longer one holds
	shared float64 // about how many words they have in common
	rare   bool    // a word that they have in common stands in few other texts
	tells  int     // how many of the terms in common say more than that something failed
}

func overlap(a, b vector) (m match) {
	var both, common float64
	for i, j := 0, 0; i < len(a.terms) && j < len(b.terms); {
		x, y := a.terms[i], b.terms[j]
		switch {
		case x.id < y.id:
			i++
		case x.id > y.id:
			j++
		default:
			both += x.weight * y.weight
			common += min(x.weight, y.weight)
			m.shared += min(x.form, y.form)
			m.rare = m.rare || x.rare
			if x.tells {
				m.tells++
			}
			i, j = i+1, j+1
		}
	}
	if m.shared > 0 {
		m.cosine, m.inner = both/(a.norm*b.norm), common/min(a.mass, b.mass)
	}
	return m
}

// postings finds the claims that share a telling term with another one.
type postings struct {
	byTerm map[int32][]int // term → places of claims, ascending
	said   map[said]bool
	seen   []int
	round  int
}

// said is a text that an entry holds already.
type said struct {
	entry *entry
	text  string
}

// add enters the claim at a place of the caller's list. One that says word for word what
// its entry's claims said needs not be found again.
func (p *postings) add(place int, c *claim, home *entry) {
	if p.byTerm == nil {
		p.byTerm, p.said = map[int32][]int{}, map[said]bool{}
	}
	for len(p.seen) <= place {
		p.seen = append(p.seen, 0)
	}
	key := said{home, c.project + "\n" + c.bullet.Command + "\n" + c.bullet.Error + "\n" + strings.Join(c.quotes, "\n")}
	if p.said[key] {
		return
	}
	p.said[key] = true
	for _, x := range c.vector.terms {
		p.byTerm[x.id] = append(p.byTerm[x.id], place)
	}
}

// common is how many claims a term may stand in and still lead to them, where a claim
// has a rarer one: what shares nothing but common words is not alike.
const common = 100

// newest is how many claims a common term leads to where a claim has no rarer one.
const newest = 40

// near returns the places of added claims that share a term with v, ascending.
func (p *postings) near(v vector) []int {
	p.round++
	var out []int
	rarest := math.MaxInt
	for _, x := range v.terms {
		rarest = min(rarest, len(p.byTerm[x.id]))
	}
	for _, x := range v.terms {
		places := p.byTerm[x.id]
		if len(places) > common {
			if rarest <= common {
				continue
			}
			places = places[len(places)-newest:] // all its words are common: the newest tell enough
		}
		for _, place := range places {
			if p.seen[place] != p.round {
				p.seen[place] = p.round
				out = append(out, place)
			}
		}
	}
	slices.Sort(out)
	return out
}
