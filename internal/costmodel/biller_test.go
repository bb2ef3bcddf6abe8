package costmodel

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/catalog"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

var billedNeeds = []string{"4xA100-2w", "24xH800-620h", "8xA100-36mo@0.6", "3x4090-5mo@0.5", "700xH20-100h", "demand-4-32"}

// counting are the totals of the options that count in the view, by id.
func counting(totals []Total) map[string]quantity.Fen {
	out := map[string]quantity.Fen{}
	for _, x := range totals {
		if x.Counts {
			out[x.Option] = x.Amount
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
			want := counting(NewBiller(cat).Totals(in))
			in.OneCurve, in.OneView, in.Countable = true, true, true
			if diff := cmp.Diff(want, counting(NewBiller(cat).Totals(in))); diff != "" {
				t.Errorf("%s %s (-full +brief):\n%s", need, view, diff)
			}
		}
	}
}

// One biller bills need after need as new ones would, totals and bills.
func TestBillerForgetsNeeds(t *testing.T) {
	cat := catalog.Embedded()
	one := NewBiller(cat)
	for _, need := range billedNeeds {
		in := needOf(t, cat, need, "all")
		want := NewBiller(cat).Totals(in)
		if diff := cmp.Diff(want, one.Totals(in)); diff != "" {
			t.Errorf("%s: totals (-new +kept):\n%s", need, diff)
		}
		for _, costs := range []Result{Build(in), one.Build(in)} {
			for _, x := range want {
				o := slices.IndexFunc(costs.Options, func(o Option) bool { return o.ID == x.Option })
				if o < 0 || costs.Options[o].Total() != x.Amount {
					t.Errorf("%s: %s is not billed at %s", need, x.Option, x.Amount)
				}
			}
		}
	}
}
