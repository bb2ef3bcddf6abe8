package report

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/estimate"
	"gpucalc/internal/scenario"
	"gpucalc/internal/training"
)

// runtimeKeys lists the keys that the code completes from words of the schema and the model.
func runtimeKeys() []string {
	var keys []string
	add := func(prefix string, words ...string) {
		for _, w := range words {
			keys = append(keys, prefix+w)
		}
	}
	add("reject.", catalog.RejectReasons()...)
	add("term.", costmodel.Terms...)
	add("choice.rent.", costmodel.Terms...)
	add("option.rent.", costmodel.Terms...)
	add("kind.", catalog.Kinds()...)
	add("view.", scenario.Views...)
	add("taxpayer.", scenario.Taxpayers...)
	add("warning.export.", "controlled", "case_by_case", "licence", "halted", "denied")
	add("period.", "sharp", "peak", "flat", "valley", "deep", "all")
	for _, period := range []string{"hour", "day", "week", "month", "year"} {
		add("line.rent.", period)
		add("how.rent.", period, "cards."+period)
	}
	add("report.basis.", compare.BasisAfterTax)
	add("step.", costmodel.StepKinds...)
	add("estimate.nearest.", "chip", "generation", "size", "count", "sequence", "precision", "mixture.moe", "mixture.dense")
	add("estimate.nearest.kind.", estimate.Kinds()...)
	add("estimate.nearest.effort.", estimate.Efforts()...)
	add("mfu.term.", training.TermIDs()...)
	add("mfu.spread.", "low", "high", "generation-only", "unknown-card", "small")
	return keys
}
