package report

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/scenario"
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
	return keys
}
