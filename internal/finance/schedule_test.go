package finance

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gpucalc/internal/quantity"
)

func TestAssetYears(t *testing.T) {
	for _, c := range []struct {
		name   string
		asset  Asset
		method Method
		want   []Fen
	}{
		// 100.00 over 3 years: running totals 33.33, 66.67, 100.00.
		{"straight line keeps the sum", Asset{Cost: 10000, Life: 3}, StraightLine, []Fen{3333, 3334, 3333}},
		// 95 over 1+2+3: halves, thirds and sixths of 95.00.
		{"sum of years", Asset{Cost: 10000, Residual: 500, Life: 3}, SumOfYears, []Fen{4750, 3167, 1583}},
		// 2/3 of 100.00 leaves 33.33, less the residual 5.00: 28.33 over two years.
		{"China, three years", Asset{Cost: 10000, Residual: 500, Life: 3}, DecliningCN, []Fen{6667, 1416, 1417}},
		{"China, two years", Asset{Cost: 10000, Residual: 500, Life: 2}, DecliningCN, []Fen{4750, 4750}},
		{"China, one year", Asset{Cost: 10000, Residual: 500, Life: 1}, DecliningCN, []Fen{9500}},
		// 40 % of 100 in year 1, 24 in year 2 would pass the residual of 50: only 10 are left.
		{"China, high residual", Asset{Cost: 10000, Residual: 5000, Life: 5}, DecliningCN, []Fen{4000, 1000, 0, 0, 0}},
		// 30 % of 100 and of 70; then 30 % of 49 is less than 49 / 3, which stays.
		{"factor 1.5 changes to straight line", Asset{Cost: 10000, Life: 5, Factor: 1.5}, DecliningBalance, []Fen{3000, 2100, 1633, 1634, 1633}},
		{"no value to spread", Asset{Cost: 700, Residual: 700, Life: 2}, DecliningBalance, []Fen{0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.asset.Years(c.method)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("charges (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAssetErrors(t *testing.T) {
	for _, c := range []struct {
		asset Asset
		key   string
	}{
		{Asset{Cost: 1, Residual: 2, Life: 3}, "finance.bad_residual"},
		{Asset{Cost: 1, Residual: -1, Life: 3}, "finance.bad_residual"},
		{Asset{Cost: 1}, "finance.bad_life"},
		{Asset{Cost: 1, Life: 101}, "finance.bad_life"},
		{Asset{Cost: 1, Life: 3, Factor: -1}, "finance.bad_factor"},
		{Asset{Cost: 1, Life: 3, Factor: math.NaN()}, "finance.bad_factor"},
	} {
		if _, err := c.asset.Months(StraightLine); err == nil || !strings.HasPrefix(err.Error(), c.key) {
			t.Errorf("%+v: got error %v, want %s", c.asset, err, c.key)
		}
	}
	for _, c := range []struct {
		total float64
		used  []float64
	}{{0, nil}, {math.Inf(1), nil}, {5, []float64{-1}}, {5, []float64{math.NaN()}}} {
		if _, err := DepreciateUnits(100, 0, c.total, c.used); err == nil {
			t.Errorf("%v of %v units: no error", c.used, c.total)
		}
	}
}

func drawAsset(t *rapid.T) Asset {
	cost := Fen(rapid.Int64Range(0, 1e13).Draw(t, "cost"))
	return Asset{
		Cost:     cost,
		Residual: Fen(rapid.Int64Range(0, int64(cost)).Draw(t, "residual")),
		Life:     rapid.IntRange(1, 30).Draw(t, "life"),
		Factor:   rapid.SampledFrom([]float64{0, 1, 1.5, 2, 3, 50}).Draw(t, "factor"),
	}
}

// TestDepreciationSums: every method, by years and by months, charges exactly
// cost - residual and never less than nothing.
func TestDepreciationSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAsset(t)
		for _, m := range Methods() {
			years, err := a.Years(m)
			if err != nil {
				t.Fatal(err)
			}
			months, err := a.Months(m)
			if err != nil {
				t.Fatal(err)
			}
			if len(years) != a.Life || len(months) != 12*a.Life {
				t.Errorf("%v: %d years and %d months", m, len(years), len(months))
			}
			wantSum(t, m.String()+" years", years, a.Cost-a.Residual)
			wantSum(t, m.String()+" months", months, a.Cost-a.Residual)
		}
	})
}

func wantSum(t *rapid.T, name string, charges []Fen, want Fen) {
	var sum Fen
	for _, c := range charges {
		if c < 0 {
			t.Errorf("%s: negative charge %v", name, c)
		}
		sum += c
	}
	if sum != want {
		t.Errorf("%s sum to %v, want %v", name, sum, want)
	}
}

// TestSchedulesFollowFormulas compares the exact schedules with the float64
// functions, which are written independently.
func TestSchedulesFollowFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAsset(t)
		if a.Factor == 0 {
			a.Factor = 2
		}
		cost, residual, n := a.Cost.Float(), a.Residual.Float(), float64(a.Life)
		formulas := map[Method]func(year int) float64{
			StraightLine:     func(int) float64 { return SLN(cost, residual, n) },
			SumOfYears:       func(year int) float64 { return SYD(cost, residual, a.Life, year) },
			DecliningBalance: func(year int) float64 { return VDB(cost, residual, n, float64(year-1), float64(year), a.Factor) },
		}
		for _, m := range []Method{StraightLine, SumOfYears, DecliningBalance} {
			years, err := a.Years(m)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range years {
				if want := formulas[m](i + 1); math.Abs(got.Float()-want) > 0.01+1e-12*cost {
					t.Errorf("%v year %d: got %v, want %g", m, i+1, got, want)
				}
			}
		}
	})
}

// TestUnitsSum: once the units are used up the charges are cost - residual,
// however much is used beyond.
func TestUnitsSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAsset(t)
		used := rapid.SliceOfN(rapid.Float64Range(0, 8760), 1, 60).Draw(t, "used")
		sum := 0.0
		for _, u := range used {
			sum += u
		}
		if sum == 0 {
			t.Skip("nothing used")
		}
		charges, err := DepreciateUnits(a.Cost, a.Residual, sum*(1-1e-9), used)
		if err != nil {
			t.Fatal(err)
		}
		wantSum(t, "units", charges, a.Cost-a.Residual)
	})
}

func TestScheduleScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAsset(t)
		c := Fen(rapid.Int64Range(2, 1000).Draw(t, "factor"))
		scaled := a
		scaled.Cost, scaled.Residual = c*a.Cost, c*a.Residual
		for _, m := range Methods() {
			small, _ := a.Years(m)
			large, _ := scaled.Years(m)
			for i := range small {
				// Each running total is off by half a fen at most.
				if d := large[i] - c*small[i]; d > c+1 || d < -c-1 {
					t.Errorf("%v year %d: %v times %d is not %v", m, i+1, small[i], c, large[i])
				}
			}
		}
	})
}

func TestMethodNamesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Methods() {
		seen[m.String()] = true
	}
	if len(seen) != len(Methods()) {
		t.Errorf("names %v for %d methods", seen, len(Methods()))
	}
}

func BenchmarkAssetMonths(b *testing.B) {
	a := Asset{Cost: 115_000_000, Residual: 5_750_000, Life: 5}
	for b.Loop() {
		if _, err := a.Months(DecliningCN); err != nil {
			b.Fatal(err)
		}
	}
}

func percent(text string) quantity.Decimal { return quantity.MustDecimal(text) }
