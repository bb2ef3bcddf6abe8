package costmodel

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/catalog"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

var billedNeeds = []string{"4xA100-2w", "24xH800-620h", "8xA100-36mo@0.6", "3x4090-5mo@0.5", "700xH20-100h", "demand-4-32"}

// totalsOf are the totals of the options that count in the view, by id.
func totalsOf(in Input, costs Result) map[string]quantity.Fen {
	out := map[string]quantity.Fen{}
	for _, o := range costs.Options {
		if len(o.Missing) == 0 && (o.View == "" || o.View == in.Scenario.View) {
			out[o.ID] = o.Total()
		}
	}
	return out
}

// What is left out of a brief bill changes no total of the options that count.
func TestBriefBillsKeepTotals(t *testing.T) {
	cat := catalog.Embedded()
	for _, need := range billedNeeds {
		for _, view := range scenario.Views {
			in := needOf(t, cat, need, "all")
			in.Scenario.View = view
			want := totalsOf(in, Build(in))
			in.OneCurve, in.OneView, in.Countable = true, true, true
			if diff := cmp.Diff(want, totalsOf(in, Build(in))); diff != "" {
				t.Errorf("%s %s (-full +brief):\n%s", need, view, diff)
			}
		}
	}
}

// One biller bills need after need as new ones would.
func TestBillerForgetsNeeds(t *testing.T) {
	cat := catalog.Embedded()
	one := NewBiller(cat)
	for _, need := range billedNeeds {
		in := needOf(t, cat, need, "all")
		if diff := cmp.Diff(totalsOf(in, Build(in)), totalsOf(in, one.Build(in))); diff != "" {
			t.Errorf("%s (-new +kept):\n%s", need, diff)
		}
	}
}
