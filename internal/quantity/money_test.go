package quantity

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRoundFen(t *testing.T) {
	for _, c := range []struct {
		yuan string
		want Fen
	}{
		{"13248.48", 1324848},
		{"0.005", 1}, // half away from zero
		{"-0.005", -1},
		{"0.0049999999999999999", 0},
		{"1.005", 101}, // a float64 would give 1.00
		{"2.675", 268},
		{"92233720368547758.07", math.MaxInt64},
	} {
		got, err := RoundFen(MustDecimal(c.yuan))
		if err != nil || got != c.want {
			t.Errorf("RoundFen(%s) = %d, %v, want %d", c.yuan, got, err, c.want)
		}
	}
	if _, err := RoundFen(MustDecimal("92233720368547758.08")); err == nil {
		t.Error("an amount beyond int64 fen is accepted")
	}
}

func TestRoundFenFloat(t *testing.T) {
	for _, c := range []struct {
		yuan float64
		want Fen
	}{{1.005, 101}, {-1.005, -101}, {0.1 + 0.2, 30}, {1e-300, 0}, {1e14, 1e16}} {
		got, err := RoundFenFloat(c.yuan)
		if err != nil || got != c.want {
			t.Errorf("RoundFenFloat(%v) = %d, %v, want %d", c.yuan, got, err, c.want)
		}
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e40, 1e20} {
		if got, err := RoundFenFloat(f); err == nil {
			t.Errorf("RoundFenFloat(%v) = %d, want an error", f, got)
		}
	}
}

func TestFenText(t *testing.T) {
	for _, c := range []struct {
		f                   Fen
		plain, people, yuan string
	}{
		{0, "0.00", "0.00", "0"},
		{5, "0.05", "0.05", "0"},
		{-5, "-0.05", "-0.05", "0"},
		{1324848, "13248.48", "13,248.48", "13,248"},
		{-123456750, "-1234567.50", "-1,234,567.50", "-1,234,568"},
		{99950, "999.50", "999.50", "1,000"},
		{math.MinInt64, "-92233720368547758.08", "-92,233,720,368,547,758.08", "-92,233,720,368,547,758"},
	} {
		got := []string{c.f.String(), c.f.Format(), c.f.FormatYuan()}
		if diff := cmp.Diff([]string{c.plain, c.people, c.yuan}, got); diff != "" {
			t.Errorf("%d (-want +got):\n%s", int64(c.f), diff)
		}
	}
}

func TestFenArithmetic(t *testing.T) {
	if got, err := SumFen(1, 2, -4); err != nil || got != -1 {
		t.Errorf("got %d, %v", got, err)
	}
	if _, err := Fen(math.MaxInt64).Add(1); err == nil {
		t.Error("Add overflows in silence")
	}
	if _, err := Fen(math.MinInt64).Add(-1); err == nil {
		t.Error("Add underflows in silence")
	}
	if _, err := Fen(math.MinInt64).Sub(1); err == nil {
		t.Error("Sub underflows in silence")
	}
	if _, err := Fen(0).Sub(math.MinInt64); err == nil {
		t.Error("Sub overflows in silence")
	}
	if got, err := Fen(-1).Sub(math.MinInt64); err != nil || got != math.MaxInt64 {
		t.Errorf("got %d, %v", got, err)
	}
	if got := Fen(1324848).Yuan().String(); got != "13248.48" {
		t.Errorf("got %s", got)
	}
}

func TestSplitFen(t *testing.T) {
	for _, c := range []struct {
		total Fen
		n     int
		want  []Fen
	}{
		// 100/3: cumulative 33.33, 66.67, 100 round to 33, 67, 100.
		{100, 3, []Fen{33, 34, 33}},
		{-100, 3, []Fen{-33, -34, -33}},
		{1, 2, []Fen{1, 0}},
		{0, 2, []Fen{0, 0}},
		{7, 1, []Fen{7}},
		{7, 0, nil},
	} {
		if diff := cmp.Diff(c.want, SplitFen(c.total, c.n)); diff != "" {
			t.Errorf("SplitFen(%d, %d) (-want +got):\n%s", c.total, c.n, diff)
		}
	}
}

func TestSplitFenKeepsTheSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := Fen(rapid.Int64().Draw(t, "total"))
		parts := SplitFen(total, rapid.IntRange(1, 500).Draw(t, "n"))
		sum, low, high := Fen(0), parts[0], parts[0]
		for _, p := range parts {
			sum += p
			low, high = min(low, p), max(high, p)
		}
		if sum != total || high-low > 1 {
			t.Fatalf("%d parts of %d sum to %d and lie between %d and %d", len(parts), total, sum, low, high)
		}
	})
}

func TestFenTextReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Fen(rapid.Int64().Draw(t, "fen"))
		d, err := ParseNumber(f.String())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := RoundFen(d); err != nil && f != math.MinInt64 || err == nil && got != f {
			t.Fatalf("%d reads back as %d, %v", f, got, err)
		}
	})
}
