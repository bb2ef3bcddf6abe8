package costmodel

import (
	"testing"

	"gpucalc/internal/catalog"
)

// BenchmarkMix is the best mix of 36 months, by counting and, with a pattern, by the shortest path.
func BenchmarkMix(b *testing.B) {
	for _, c := range []struct{ name, pattern string }{{"around the clock", "all"}, {"pattern", "8hx5d"}} {
		b.Run(c.name, func(b *testing.B) {
			m := newModel(needOf(b, catalog.Embedded(), "4x4090-36mo@0.6", c.pattern))
			m.rent()
			n := len(m.out.Options)
			b.ReportAllocs()
			for b.Loop() {
				m.out.Options = m.out.Options[:n]
				m.mix()
			}
		})
	}
}

// BenchmarkBuildRent is every offer and the best mix of 36 months.
func BenchmarkBuildRent(b *testing.B) {
	in := needOf(b, catalog.Embedded(), "8xA100-36mo@0.6", "all")
	b.ReportAllocs()
	for b.Loop() {
		BuildRent(in)
	}
}

// BenchmarkSplit is all options of a demand between 4 and 32 cards with every split between owned and rented ones.
func BenchmarkSplit(b *testing.B) {
	in := needOf(b, catalog.Embedded(), "demand-4-32", "all")
	b.ReportAllocs()
	for b.Loop() {
		Build(in)
	}
}
