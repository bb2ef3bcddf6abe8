package finance

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestIRRCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		flows []float64
		want  []float64
		why   NoRateReason
	}{
		{"nothing", nil, nil, OneSided},
		{"zeros", []float64{0, 0, 0}, nil, OneSided},
		{"only payments", []float64{-5, -3}, nil, OneSided},
		{"only receipts", []float64{0, 4, 3}, nil, OneSided},
		{"not a number", []float64{-1, math.NaN()}, nil, UndefinedAmounts},
		{"10 %", []float64{-100, 110}, []float64{0.1}, RateFound},
		{"leading and trailing zeros change nothing", []float64{0, 0, -100, 110, 0}, []float64{0.1}, RateFound},
		{"borrowing", []float64{100, -110}, []float64{0.1}, RateFound},
		{"break even", []float64{-100, 50, 50}, []float64{0}, RateFound},
		{"almost all lost", []float64{-1e6, 1}, []float64{-0.999999}, RateFound},
		{"a thousandfold in a period", []float64{-1, 1000}, []float64{999}, RateFound},
		// -1 + 2v - v^2 = -(1-v)^2: both roots at 0.
		{"double root", []float64{-1, 2, -1}, []float64{0}, RateFound},
		// -1 + v - v^2 has no real root.
		{"signs change twice, no root", []float64{-1, 1, -1}, nil, NeverZero},
		// 1.1, 1.2 and 1.3: (x-1.1)(x-1.2)(x-1.3) with x = 1+r.
		{"three roots", []float64{1, -3.6, 4.31, -1.716}, []float64{0.1, 0.2, 0.3}, RateFound},
		// Two roots 0.01 % apart: (x-1.1)(x-1.1001).
		{"two close roots", []float64{1, -2.2001, 1.21011}, []float64{0.1, 0.1001}, RateFound},
		// A purchase that loses money: sum of receipts 5,235.94 (numpy-financial, thread 98).
		{"negative rate", append([]float64{-10000}, same(327.24625, 16)...), []float64{-0.0676541134}, RateFound},
		// 6^(1/9) - 1 (apache/poi, thread 1216).
		{"one late receipt", []float64{-1000, 0, 0, 0, 0, 0, 0, 0, 0, 6000}, []float64{0.220284936}, RateFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := IRR(c.flows)
			if len(got.Roots) != len(c.want) || got.Why != c.why {
				t.Fatalf("got %+v, want %v, %v", got, c.want, c.why)
			}
			for i, want := range c.want {
				if math.Abs(got.Roots[i]-want) > 1e-9*max(1, want) {
					t.Errorf("root %d: got %.12g, want %.12g", i, got.Roots[i], want)
				}
			}
			if (got.Why.Key() == "") != (got.Count() != NoRate) {
				t.Errorf("%v rates, reason %q", got.Count(), got.Why.Key())
			}
			if rate, ok := got.Only(); ok != (len(c.want) == 1) || ok && rate != got.Roots[0] {
				t.Errorf("Only: got %g, %v", rate, ok)
			}
		})
	}
}

func TestXIRROrderAndOverflow(t *testing.T) {
	flows := []DatedFlow{{DayNumber(2027, 11, 1), 110}, {DayNumber(2026, 11, 1), -100}}
	if rate, ok := XIRR(flows).Only(); !ok || math.Abs(rate-0.1) > 1e-12 {
		t.Errorf("got %g, %v; want 0.1", rate, ok)
	}
	overnight := []DatedFlow{{0, -1}, {1, 1e6}}
	if got := XIRR(overnight); got.Why != BeyondFloat64 {
		t.Errorf("a millionfold overnight: got %+v, want %v", got, BeyondFloat64)
	}
	sameDay := []DatedFlow{{5, -100}, {5, 100}}
	if got := XIRR(sameDay); got.Why != OneSided {
		t.Errorf("nothing left: got %+v", got)
	}
}

// TestFinanceLeaseRates recomputes published nominal yearly rates of quarterly
// equal rents (1601.HK, 2024 and 2025): principal, total of rents, quarters.
func TestFinanceLeaseRates(t *testing.T) {
	for _, c := range []struct {
		principal, total float64
		quarters         int
		want             float64
	}{
		{30000000, 32535086, 12, 0.0508},
		{49000000, 53362340, 12, 0.0535},
		{42000000, 44670994, 8, 0.0556},
		{49000000, 52011439, 8, 0.0538},
		{48000000, 49327829, 4, 0.0440},
	} {
		rents := same(-c.total/float64(c.quarters), c.quarters)
		rate, ok := IRR(append([]float64{c.principal}, rents...)).Only()
		if !ok || math.Abs(4*rate-c.want) > 0.00005 {
			t.Errorf("%v: got %.6f, want %.4f", c, 4*rate, c.want)
		}
	}
}

func drawFlows(t *rapid.T) []float64 {
	flows := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 2, 40).Draw(t, "flows")
	for i, f := range flows {
		flows[i] = math.Round(f) // no amounts near the smallest float64
	}
	return flows
}

// TestNPVAtIRRIsZero holds relative to the sum of the discounted sizes.
func TestNPVAtIRRIsZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		flows := drawFlows(t)
		for _, rate := range IRR(flows).Roots {
			sizes := make([]float64, len(flows))
			for i, f := range flows {
				sizes[i] = math.Abs(f)
			}
			if npv, size := NPV(rate, flows), NPV(rate, sizes); !(math.Abs(npv) <= 1e-9*size) {
				t.Errorf("rate %g: NPV %g of %g", rate, npv, size)
			}
		}
	})
}

// TestIRRCountMatchesSigns: the number of rates, double ones counted twice, is
// at most the number of sign changes and differs from it by an even number.
func TestIRRCountMatchesSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		flows := drawFlows(t)
		changes, last := 0, 0
		for _, f := range flows {
			if s := sign(f); s != 0 {
				if last != 0 && s != last {
					changes++
				}
				last = s
			}
		}
		n := len(IRR(flows).Roots)
		if n > changes || changes%2 == 1 && n == 0 {
			t.Errorf("%d rates with %d sign changes", n, changes)
		}
	})
}

func TestIRRScalesAndReverses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		flows := drawFlows(t)
		c := rapid.SampledFrom([]float64{-1, 0.001, 2, -1e6}).Draw(t, "factor")
		scaled := make([]float64, len(flows))
		for i, f := range flows {
			scaled[i] = c * f
		}
		a, b := IRR(flows), IRR(scaled)
		if len(a.Roots) != len(b.Roots) {
			t.Fatalf("got %v, times %g %v", a, c, b)
		}
		for i := range a.Roots {
			if math.Abs(a.Roots[i]-b.Roots[i]) > 1e-6*(1+math.Abs(a.Roots[i])) {
				t.Errorf("got %v, times %g %v", a, c, b)
			}
		}
	})
}

func TestMIRRNeedsBothSides(t *testing.T) {
	for _, flows := range [][]float64{nil, {-1}, {-1, -2}, {3, 4}} {
		if got := MIRR(flows, 0.1, 0.1); !math.IsNaN(got) {
			t.Errorf("%v: got %g, want NaN", flows, got)
		}
	}
}

func monthlyFlows() []float64 {
	flows := append([]float64{-1_150_000}, same(38_000, 36)...)
	flows[36] += 300_000
	return flows
}

func BenchmarkIRR(b *testing.B) {
	flows := monthlyFlows()
	for b.Loop() {
		IRR(flows)
	}
}

func BenchmarkIRRSeveral(b *testing.B) {
	flows := monthlyFlows()
	flows[18], flows[36] = -900_000, -200_000
	for b.Loop() {
		IRR(flows)
	}
}
