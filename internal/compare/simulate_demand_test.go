package compare

import (
	"context"
	"math"
	"testing"

	"gpucalc/internal/ledger"
)

// TestDemandIsTheUtilisation: a demand without width is a fixed utilisation: the same totals, options and choice.
func TestDemandIsTheUtilisation(t *testing.T) {
	for _, word := range []string{"8xA100-36mo", "8xH20-12mo@0.9", "4xRTX-4090-5w@0.7"} {
		for _, u := range []float64{0.05, 0.2, 1} {
			fixed := input(t, word)
			fixed.Scenario.Phases[0].Util = ledger.FloatDec(u)
			o := SimulateOptions{Draws: 512, Seed: 1, Workers: 1, Loadings: DefaultLoadings}
			want, _, err := Simulate(context.Background(), fixed, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Demand = &Range{u, u, u}
			got, ds, err := Simulate(context.Background(), input(t, word), o)
			if err != nil || ds.HasErrors() {
				t.Fatal(err, ds.Err())
			}
			if got.Choice != want.Choice || got.Base.UsedHours != want.Base.UsedHours || len(got.Options) != len(want.Options) {
				t.Errorf("%s at %v: %s of %d, want %s of %d", word, u, got.Choice, len(got.Options), want.Choice, len(want.Options))
				continue
			}
			if !got.Base.Scenario.Util().Equal(ledger.FloatDec(u)) {
				t.Errorf("%s at %v: the scenario says %v", word, u, got.Base.Scenario.Util())
			}
			for i, r := range want.Base.Rows {
				if w := got.Base.Rows[i]; w.ID != r.ID || r.Priced && w.Total() != r.Total() {
					t.Errorf("%s at %v: %s %v, want %s %v", word, u, w.ID, w.Total(), r.ID, r.Total())
				}
			}
			for i, x := range want.Options {
				if y := got.Options[i]; math.Abs(x.Total.Mean-y.Total.Mean) > 1e-6*x.Total.Mean {
					t.Errorf("%s at %v: mean of %s %v, want %v", word, u, x.ID, y.Total.Mean, x.Total.Mean)
				}
			}
		}
	}
	_, ds, _ := Simulate(context.Background(), input(t, "8xA100-36mo"), SimulateOptions{Draws: 1, Demand: &Range{0, 0, 0}})
	if len(ds) != 1 || ds[0].Key != "simulate.no_use" {
		t.Errorf("no use at all: %v", ds)
	}
}

// TestHistogramHasAnEdgeAtZero: what is on one side of a bar is one side's win; the end bars are open.
func TestHistogramHasAnEdgeAtZero(t *testing.T) {
	seen := false
	for _, word := range []string{"8xH800-36mo@0.6", "8xH800-48mo", "8xA100-36mo@0.6", "8xH20-60mo"} {
		s, _, err := Simulate(context.Background(), input(t, word), SimulateOptions{Draws: 5000, Seed: 1, Workers: 1, Loadings: DefaultLoadings})
		if err != nil {
			t.Fatal(err)
		}
		below, total := 0.0, 0.0
		for i, b := range s.Histogram {
			if b.From < -1e-6 && b.To > 1e-6 {
				t.Errorf("%s: bar %v to %v", word, b.From, b.To)
			}
			if b.To <= 1e-6 {
				below += b.Share
			}
			total += b.Share
			if b.OpenLow != (i == 0) || b.OpenHigh != (i == len(s.Histogram)-1) {
				t.Errorf("%s: bar %d of %d is open: %v, %v", word, i, len(s.Histogram), b.OpenLow, b.OpenHigh)
			}
		}
		if math.Abs(total-1) > 1e-9 || below > 0 && below < 1 && math.Abs(below-(1-s.RentWins)) > 1e-9 {
			t.Errorf("%s: %v below zero of %v, owning wins %v", word, below, total, 1-s.RentWins)
		}
		seen = seen || below > 0 && below < 1
	}
	if !seen {
		t.Error("no case has both sides")
	}
}

// TestLoadingsComeFromTheSheets: the shipped ones are the planning values, and a sheet can say otherwise.
func TestLoadingsComeFromTheSheets(t *testing.T) {
	in := input(t, "8xA100-36mo")
	if got := LoadingsOf(in.Catalog); got != DefaultLoadings {
		t.Errorf("shipped: %+v, planned: %+v", got, DefaultLoadings)
	}
	cat, ds := in.Catalog.Overlay("mine.yaml", []byte("assumptions: {loading-own: {value: 0.25 share}}\n"))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	if got := LoadingsOf(cat); got != (Loadings{Rent: 0.9, Own: 0.25, Resale: 0.6}) {
		t.Errorf("overlaid: %+v", got)
	}
}
