package finance

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func near(t *testing.T, name string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
		return
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-6 {
			t.Errorf("%s: got %v, want %v", name, got, want)
			return
		}
	}
}

func TestVAT(t *testing.T) {
	near(t, "VAT", []float64{
		ExVAT(113, 0.13), TaxedCost(100, 0.13, true), TaxedCost(100, 0.13, false),
	}, []float64{100, 100, 113})
}

// TestGrantAmount: min(p x E, cap, max(0, L x E - others)).
func TestGrantAmount(t *testing.T) {
	for _, c := range []struct {
		grant            Grant
		eligible, others float64
		want             float64
	}{
		{Grant{}, 1000, 0, 0},
		{Grant{Share: 0.3}, 1000, 0, 300},
		{Grant{Share: 0.3, Cap: 200}, 1000, 0, 200},
		{Grant{Share: 0.3, Ceiling: 0.5}, 1000, 250, 250},
		{Grant{Share: 0.3, Ceiling: 0.5}, 1000, 600, 0},
		{Grant{Share: 0.8}, 1000, 500, 500}, // never more than the spend
	} {
		if got := c.grant.Amount(c.eligible, c.others); got != c.want {
			t.Errorf("%+v on %g beside %g: got %g, want %g", c.grant, c.eligible, c.others, got, c.want)
		}
	}
}

func TestChinaBuyFlows(t *testing.T) {
	buy := ChinaBuy{
		Periods: 2, Price: 1000, RunCosts: []float64{100, 100}, Deductions: []float64{1000},
		Residual: 200, TaxRate: 0.25,
	}
	// Year 1: -100 x 0.75 + 1000 x 0.25; year 2: -75 + 200 x 0.75.
	near(t, "immediate deduction", buy.Flows(), []float64{-1000, 175, 75})

	half := buy
	half.ExtraDeduction = 0.5 // used half for R&D: another 500 x 0.25
	near(t, "super deduction", half.Flows(), []float64{-1000, 300, 75})

	granted := buy
	granted.Grant = Grant{Share: 0.1, Lag: 1} // 100 x 0.75 in year 1
	near(t, "grant", granted.Flows(), []float64{-1000, 250, 75})

	granted.Grant.Untaxed = true // 100 in year 1, 900 instead of 1000 deducted
	near(t, "untaxed grant", granted.Flows(), []float64{-1000, 250, 75})

	granted.Grant = Grant{Share: 0.1, Lag: 4}
	near(t, "late grant", granted.Flows(), []float64{-1000, 175, 75, 0, 75})

	slow := buy
	slow.Deductions = []float64{300, 300} // 400 not deducted: sold at a loss of 200
	near(t, "sale at a loss", slow.Flows(), []float64{-1000, 0, -75 + 75 + 200 + 50})
}

func TestChinaRentFlows(t *testing.T) {
	rent := ChinaRent{Rents: []float64{100, 200}, TaxRate: 0.25}
	near(t, "plain", rent.Flows(), []float64{0, -75, -150})
	rent.ExtraDeduction = 1
	near(t, "super deduction", rent.Flows(), []float64{0, -50, -100})
	rent.ExtraDeduction = 0
	rent.Grant = Grant{Share: 0.5, Cap: 80, Periods: 2, Lag: 1} // 50 and 80, taxed
	near(t, "grant", rent.Flows(), []float64{0, -75, -112.5, 60})
	rent.Grant.Untaxed = true // 50 and 80 whole; deducted are 50 and 120
	near(t, "untaxed grant", rent.Flows(), []float64{0, -87.5, -120, 80})
}

func TestImmediateDeduction(t *testing.T) {
	rule := CurrentImmediateDeduction()
	limit := yuan(5_000_000)
	for _, c := range []struct {
		cost    Fen
		y, m, d int
		want    bool
	}{
		{limit, 2024, 1, 1, true},
		{limit, 2027, 12, 31, true},
		{limit + 1, 2026, 11, 1, false},
		{limit, 2023, 12, 31, false},
		{limit, 2028, 1, 1, false},
	} {
		if got := rule.Allows(c.cost, DayNumber(c.y, c.m, c.d)); got != c.want {
			t.Errorf("%v on %d-%d-%d: got %v, want %v", c.cost, c.y, c.m, c.d, got, c.want)
		}
	}
}

// TestChinaScales: money times c is value times c, caps included.
func TestChinaScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := func(name string) float64 { return rapid.Float64Range(0, 1e6).Draw(t, name) }
		price, run, rent, limit := amount("price"), amount("run"), amount("rent"), amount("cap")
		offers := func(c float64) (ChinaBuy, ChinaRent) {
			grant := Grant{Share: 0.3, Cap: c * limit, Ceiling: 0.5, Periods: 2, Lag: 1}
			return ChinaBuy{
				Periods: 3, Price: c * price, RunCosts: same(c*run, 3),
				Deductions: []float64{c * price}, TaxRate: 0.15, Grant: grant,
			}, ChinaRent{
				Rents: same(c*rent, 3), TaxRate: 0.15, Grant: grant,
			}
		}
		buy, hire := offers(1)
		bigBuy, bigHire := offers(1000)
		one, thousand := ChinaNAL(hire, buy, 0.08), ChinaNAL(bigHire, bigBuy, 0.08)
		if math.Abs(thousand-1000*one) > 1e-3 {
			t.Errorf("got %g and %g", one, thousand)
		}
	})
}

// TestNALParts adds what the published exercises leave out: payments in
// advance, owner's costs, and a residual at its own rate.
func TestNALParts(t *testing.T) {
	l := LeaseOrBuy{
		Cost: 1000, Payments: []float64{400, 400}, Due: AtStart, OwnerCosts: []float64{50, 50},
		Depreciation: []float64{500, 500}, Residual: 121, TaxRate: 0.2, Rate: 0.05, ResidualRate: 0.1,
	}
	// 1000 - 320(1 + 1/1.05) - 100 a + 40 a - 121/1.21, a = 1/1.05 + 1/1.1025.
	a := 1/1.05 + 1/1.1025
	want := 1000 - 320*(1+1/1.05) - 100*a + 40*a - 100
	if got := l.NAL(); math.Abs(got-want) > 1e-9 {
		t.Errorf("got %g, want %g", got, want)
	}
	l.ResidualRate = 0
	want += 100 - 121/1.1025
	if got := l.NAL(); math.Abs(got-want) > 1e-9 {
		t.Errorf("one rate: got %g, want %g", got, want)
	}
}

func TestWords(t *testing.T) {
	got := []string{
		Root.String(), Step.String(), Flat.String(), AtEnd.String(), AtStart.String(),
		EqualInstalments.String(), EqualPrincipal.String(), NoRate.String(), OneRate.String(), SeveralRates.String(),
	}
	want := []string{"root", "step", "flat", "end", "start", "equal-instalments", "equal-principal", "none", "one", "several"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
