package compare

import (
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// BenchmarkRun is one whole comparison: bills, ranges, flips.
func BenchmarkRun(b *testing.B) {
	for _, name := range []string{"4xA100-2w", "8xH800-3y"} {
		b.Run(name, func(b *testing.B) {
			cat := catalog.Embedded()
			spec, _ := scenario.Find(name, cat, scenario.Origin{})
			start := quantity.NewMonth(2026, 11)
			sc, wrong := scenario.Resolve(spec, cat, scenario.Defaults{
				Site: "songjiang", Util: "1", Pattern: "all", View: "sold", Taxpayer: "none", Start: start,
			})
			if wrong.HasErrors() {
				b.Fatal(wrong)
			}
			in := costmodel.Input{Scenario: sc, Catalog: cat, Today: start}
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
