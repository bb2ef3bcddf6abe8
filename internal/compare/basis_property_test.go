package compare_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"

	"pgregory.net/rapid"
)

// leastOf is the cheapest of a family that counts, by what a comparison decides by.
func leastOf(r compare.Result, family string) (id string, yuan float64) {
	yuan = math.Inf(1)
	for _, w := range r.Rows {
		if w.Counts && w.CanWin() && w.Family == family && w.Cost().Float() < yuan {
			id, yuan = w.ID, w.Cost().Float()
		}
	}
	return id, yuan
}

// TestBreakEvenAgreesWithCompare: under the same terms a comparison names the side that the break-even names: as things
// are to the fen, on both sides of a change in months, and beside a crossing in utilisation.
func TestBreakEvenAgreesWithCompare(t *testing.T) {
	quick(t, func(t *rapid.T) {
		n, s := needs().Draw(t, "need"), sheets().Draw(t, "sheet")
		in := resolve(t, n.spec(), overlay(t, catalog.Embedded(), s.prices(n.card, one), s.rates()))
		in.Money.Taxpayer = rapid.SampledFrom([]string{"", costmodel.TaxpayerGeneral, costmodel.TaxpayerSmall}).Draw(t, "taxpayer")
		b, ds := compare.Solve(in, compare.BreakEvenOptions{Solve: []string{compare.SolveUtil, compare.SolveMonths}, MaxMonths: 20})
		if ds.HasErrors() {
			t.Skip("no such rental")
		}
		r := compare.Run(in)
		sides := map[string]*compare.Standing{costmodel.FamilyOwn: b.Own, costmodel.FamilyRent: b.Rent}
		for family, standing := range sides {
			id, yuan := leastOf(r, family)
			if standing == nil && id == "" {
				continue
			}
			if standing == nil || standing.Total != yuan {
				t.Fatalf("%v %q: break-even says %+v, compare %s at %.2f", n, in.Money.Taxpayer, standing, id, yuan)
			}
		}
		if b.Own == nil || b.Rent == nil || r.Basis() != b.Basis {
			return
		}
		for _, s := range b.Solutions {
			for _, c := range s.Crossings {
				agrees(t, n, in, s, c)
			}
		}
	})
}

// agrees holds both sides of a crossing against comparisons. Between mixes of terms that are worked out for a few
// utilisations only, sides closer than one in a thousand are left open.
func agrees(t *rapid.T, n need, in costmodel.Input, s compare.Solution, c compare.Crossing) {
	below, above := c.Before, c.Value
	if s.Solve == compare.SolveUtil {
		below, above = max(s.From, c.Before*0.99), min(1, c.Value*1.01)
	}
	for _, side := range []struct {
		at     float64
		winner string
	}{{below, s.Winner(below)}, {above, s.Winner(above)}} {
		at := in
		at.Scenario.Phases = append(at.Scenario.Phases[:0:0], at.Scenario.Phases...)
		if s.Solve == compare.SolveUtil {
			at.Scenario.Phases[0].Util = ledger.FloatDec(side.at)
		} else {
			at.Scenario.Phases[0].Duration = quantity.Months(int64(side.at))
		}
		r := compare.Run(at)
		_, own := leastOf(r, costmodel.FamilyOwn)
		_, rent := leastOf(r, costmodel.FamilyRent)
		if s.Solve == compare.SolveUtil && math.Abs(own-rent) < 1e-3*math.Max(own, rent) {
			continue
		}
		if (own < rent) != strings.HasPrefix(side.winner, "own") {
			t.Fatalf("%v %q: %s %v, compare has own %.2f and rent %.2f, break-even %s", n, in.Money.Taxpayer, s.Solve, side.at, own, rent, side.winner)
		}
	}
}

// TestMonthsOfOffersForSomeLengths: what counts, or is the cheapest, at some lengths only is found whatever the length of
// the need: a year on a whole server for one card between ten and twelve months, a year and a month of one provider, an
// hourly offer that a marketplace undercuts up to three months.
func TestMonthsOfOffersForSomeLengths(t *testing.T) {
	const most = 20
	for _, c := range []struct {
		card  string
		count int
		view  string
		offer sheet
	}{
		{"nvidia-a100-sxm-80g", 1, "sold", sheet{server: 5000, staff: 10000, offers: map[string]int{"year": 700000}, basis: map[string]string{"year": "server"}}},
		{"huawei-910b3-64g", 4, "reused", sheet{
			server: 5000, shares: map[string]int{"discount-rate": 1, "resale-selling-cost": 1}, staff: 10000, offers: map[string]int{"hour": 277, "year": 700000},
			basis: map[string]string{"hour": "card", "year": "server"},
		}},
		{"nvidia-h800-sxm-80g", 1, "sold", sheet{server: 5000, staff: 10000, offers: map[string]int{"hour": 1000}, basis: map[string]string{"hour": "card"}}},
	} {
		n := need{card: c.card, site: "songjiang", pattern: "all", start: "2026-01", view: c.view, count: c.count, length: 1, unit: "h", util: 100}
		in := resolve(t, n.spec(), overlay(t, catalog.Embedded(), c.offer.prices(n.card, one), c.offer.rates()))
		b, ds := compare.Solve(in, compare.BreakEvenOptions{Solve: []string{compare.SolveMonths}, MaxMonths: most})
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		var want, got []int
		before := false
		for m := 1; m <= most; m++ {
			at := in
			at.Scenario.Phases = append(at.Scenario.Phases[:0:0], at.Scenario.Phases...)
			at.Scenario.Phases[0].Duration = quantity.Months(int64(m))
			r := compare.Run(at)
			_, own := leastOf(r, costmodel.FamilyOwn)
			_, rent := leastOf(r, costmodel.FamilyRent)
			if m > 1 && (own < rent) != before {
				want = append(want, m)
			}
			before = own < rent
		}
		for _, x := range b.Solutions[0].Crossings {
			got = append(got, int(x.Value))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: changes at %v months, compared at every length %v", n, got, want)
		}
	}
}
