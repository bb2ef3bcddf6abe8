package finance

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestDayNumber compares with the standard library.
func TestDayNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.IntRange(-400, 4000).Draw(t, "year")
		m := rapid.IntRange(-30, 40).Draw(t, "month")
		d := rapid.IntRange(-40, 80).Draw(t, "day")
		want := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix() / 86400
		if got := DayNumber(y, m, d); int64(got) != want {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

func TestOutsideTheDomain(t *testing.T) {
	for name, got := range map[string]float64{
		"NPV":                     NPV(-1, []float64{1}),
		"NPV of NaN":              NPV(math.NaN(), []float64{1}),
		"XNPV":                    XNPV(-1.5, []DatedFlow{{0, 1}}),
		"PMT":                     PMT(0.1, 0, 1, 0, AtEnd),
		"PV":                      PV(-1, 3, 1, 0, AtEnd),
		"FV":                      FV(0.1, -1, 1, 0, AtEnd),
		"IPMT":                    IPMT(0.1, 4, 3, 1, 0, AtEnd),
		"CUMIPMT":                 CUMIPMT(0.1, 3, 1, 3, 2, AtEnd),
		"SLN":                     SLN(1, 0, 0),
		"SYD":                     SYD(1, 0, 0, 1),
		"DDB":                     DDB(1, 0, 3, 0, 2),
		"VDB":                     VDB(1, 0, 3, 2, 1, 2),
		"UnitsCharge":             UnitsCharge(1, 0, 0, 1),
		"ProfitabilityIndex":      ProfitabilityIndex(0.1, []float64{1, 2}),
		"EquivalentAnnual of one": EquivalentAnnual(0.1, []float64{1}),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s: got %g, want NaN", name, got)
		}
	}
}

// TestZeroRate: without interest everything is a plain sum.
func TestZeroRate(t *testing.T) {
	flows := []float64{-100, 30, 50, 40}
	for name, c := range map[string][2]float64{
		"NPV":              {NPV(0, flows), 20},
		"EquivalentAnnual": {EquivalentAnnual(0, flows), 20.0 / 3},
		"PMT":              {PMT(0, 4, 100, 0, AtEnd), -25},
		"PV":               {PV(0, 4, -25, 0, AtStart), 100},
		"FV":               {FV(0, 4, -25, 0, AtEnd), 100},
		"IPMT":             {IPMT(0, 2, 4, 100, 0, AtEnd), 0},
		"Chain":            {ReplacementChainNPV(0, flows, 3), 60},
	} {
		if math.Abs(c[0]-c[1]) > 1e-12 {
			t.Errorf("%s: got %g, want %g", name, c[0], c[1])
		}
	}
}

// TestAnnuityClosesItself: PV, FV and PMT undo each other, and the payments of
// a loan are interest and principal, the principal summing to the loan.
func TestAnnuityClosesItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.Float64Range(-0.05, 0.2).Draw(t, "rate")
		n := rapid.IntRange(1, 120).Draw(t, "n")
		pv := rapid.Float64Range(1, 1e6).Draw(t, "pv")
		due := rapid.SampledFrom([]Timing{AtEnd, AtStart}).Draw(t, "due")
		pmt := PMT(rate, n, pv, 0, due)
		if got := PV(rate, n, pmt, 0, due); math.Abs(got-pv) > 1e-9*pv {
			t.Errorf("PV: got %g, want %g", got, pv)
		}
		principal := 0.0
		for k := 1; k <= n; k++ {
			principal -= PPMT(rate, k, n, pv, 0, due)
		}
		if math.Abs(principal-pv) > 1e-6*pv {
			t.Errorf("principal repaid: got %g, want %g", principal, pv)
		}
	})
}

func TestRates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		annual := rapid.Float64Range(-0.5, 2).Draw(t, "annual")
		n := rapid.SampledFrom([]int{1, 2, 4, 12, 365}).Draw(t, "perYear")
		if got := Annualise(PeriodRate(annual, n), n); math.Abs(got-annual) > 1e-12 {
			t.Errorf("got %g, want %g", got, annual)
		}
	})
}

func TestPayback(t *testing.T) {
	for _, c := range []struct {
		name  string
		flows []float64
		want  PaybackTime
	}{
		{"none", nil, PaybackTime{Reached: true}},
		{"nothing advanced", []float64{0, 5}, PaybackTime{Reached: true}},
		{"never", []float64{-10, 3, 3}, PaybackTime{}},
		{"half way through period 2", []float64{-10, 7, 6}, PaybackTime{Reached: true, Periods: 1.5}},
		// Back above zero at 1.5, negative again in 3, for good at 3 + 2/4.
		{"a second outlay", []float64{-10, 5, 10, -7, 4}, PaybackTime{Reached: true, Periods: 3.5}},
		{"negative at the end", []float64{-10, 20, -11}, PaybackTime{}},
		{"not a number", []float64{-1, math.NaN()}, PaybackTime{}},
	} {
		if got := Payback(c.flows); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
	// Undiscounted it pays at 2.0; at 10 % the two receipts are worth 95.04.
	if got := DiscountedPayback(0.1, []float64{-100, 45, 55}); got.Reached {
		t.Errorf("discounted: got %+v, want never", got)
	}
}
