package costmodel

import "slices"

// mixLayer is cards that are wanted in the same phases.
type mixLayer struct {
	cards int
	want  []bool // by phase
}

// layerings lists ways to cut the need into layers that are covered one by one. Where all offers sell single cards the
// counts of the phases do. Larger sets are sold whole: then a layer may hold whole sets, the last one part of a set;
// or sets and what is left over apart, so that the rest may be met by smaller ones.
func (m *model) layerings(items []mixable) [][]mixLayer {
	set := 1
	for _, x := range items {
		set = max(set, x.t.offer.Cards)
	}
	var exact, whole, rest []int
	for _, p := range m.sc.Phases {
		exact = append(exact, p.Count)
		whole = append(whole, ceilDiv(p.Count, set)*set)
		rest = append(rest, p.Count/set*set)
	}
	out := [][]mixLayer{m.layersAt(exact, exact)}
	for _, layers := range [][]mixLayer{m.layersAt(exact, append(rest, exact...)), m.layersAt(whole, whole)} {
		if !slices.ContainsFunc(out, func(x []mixLayer) bool { return slices.EqualFunc(x, layers, sameLayer) }) {
			out = append(out, layers)
		}
	}
	return out
}

func sameLayer(a, b mixLayer) bool { return a.cards == b.cards && slices.Equal(a.want, b.want) }

// layersAt cuts the counts of the phases at some levels.
func (m *model) layersAt(counts, levels []int) []mixLayer {
	sorted := slices.Clone(levels)
	slices.Sort(sorted)
	var out []mixLayer
	below := 0
	for _, level := range slices.Compact(sorted) {
		if level == 0 {
			continue
		}
		x := mixLayer{cards: level - below, want: make([]bool, len(counts))}
		for k := range counts {
			x.want[k] = counts[k] >= level
		}
		out = append(out, x)
		below = level
	}
	return out
}
