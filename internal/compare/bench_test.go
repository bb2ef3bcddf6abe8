package compare

import (
	"testing"
)

// BenchmarkRun is one whole comparison: bills, ranges, flips.
func BenchmarkRun(b *testing.B) {
	for _, name := range []string{"4xA100-2w", "8xH800-3y"} {
		b.Run(name, func(b *testing.B) {
			in := input(b, name)
			b.ReportAllocs()
			for b.Loop() {
				Run(in)
			}
		})
	}
}

// BenchmarkEquivalents prices every card that can do the work.
func BenchmarkEquivalents(b *testing.B) {
	in := input(b, "8xA100-36mo@0.6")
	b.ReportAllocs()
	for b.Loop() {
		BestEquivalent(in, "")
	}
}
