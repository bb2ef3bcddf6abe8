package finance

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestBrent(t *testing.T) {
	for _, c := range []struct {
		name   string
		f      func(float64) float64
		lo, hi float64
		want   float64
	}{
		{"line", func(x float64) float64 { return 2*x - 3 }, 0, 10, 1.5},
		{"cubic of the method's first example", func(x float64) float64 { return (x + 3) * (x - 1) * (x - 1) }, -4, 4.0 / 3, -3},
		{"cosine", func(x float64) float64 { return math.Cos(x) - x }, 0, 1, 0.7390851332151607},
		{"flat near the root", func(x float64) float64 { return math.Pow(x-2, 9) }, 0, 5, 2},
		{"ends swapped", func(x float64) float64 { return x - 1 }, 3, -3, 1},
		{"root at an end", func(x float64) float64 { return x }, 0, 1, 0},
		{"jump", func(x float64) float64 { return math.Copysign(1, x-0.3) }, 0, 1, 0.3},
	} {
		got, ok := Brent(c.f, c.lo, c.hi, 1e-14)
		if !ok || math.Abs(got-c.want) > 1e-10 {
			t.Errorf("%s: got %.15g, %v; want %.15g", c.name, got, ok, c.want)
		}
	}
}

func TestBrentRefuses(t *testing.T) {
	if x, ok := Brent(func(x float64) float64 { return x*x + 1 }, -1, 1, 0); ok {
		t.Errorf("no sign change, but found %g", x)
	}
	undefined := func(x float64) float64 {
		if x > 0.4 && x < 0.6 {
			return math.NaN()
		}
		return x - 0.5
	}
	if x, ok := Brent(undefined, 0, 1, 0); ok {
		t.Errorf("undefined where the sign changes, but found %g", x)
	}
}

// TestAllRoots tells roots, steps, flat ranges and gaps apart.
func TestAllRoots(t *testing.T) {
	type want struct {
		kind          CrossingKind
		x             float64
		before, after int
	}
	for _, c := range []struct {
		name   string
		f      func(float64) float64
		lo, hi float64
		n      int
		want   []want
	}{
		{
			"two roots", func(x float64) float64 { return x*x - 2 }, -3, 3, 100,
			[]want{{Root, -math.Sqrt2, 1, -1}, {Root, math.Sqrt2, -1, 1}},
		},
		{"never", func(float64) float64 { return 5 }, 0, 1, 10, nil},
		{"root on a sample", func(x float64) float64 { return x - 3 }, 0, 6, 6, []want{{Root, 3, -1, 1}}},
		{"root at the end of the range", func(x float64) float64 { return x - 6 }, 0, 6, 6, []want{{Root, 6, -1, 0}}},
		{"root at its start", func(x float64) float64 { return x }, 0, 6, 6, []want{{Root, 0, 0, 1}}},
		{"touch", func(x float64) float64 { return (x - 3) * (x - 3) }, 0, 6, 6, nil},
		{
			"whole months: 1000 for each month begun against 2550", func(x float64) float64 { return 1000*math.Ceil(x) - 2550 }, 0.5, 6, 50,
			[]want{{Step, 2, -1, 1}},
		},
		{
			"a step just past a root",
			func(x float64) float64 { return x - 1 - 2*math.Floor(x/1.5) }, 0, 2.9, 58,
			[]want{{Root, 1, -1, 1}, {Step, 1.5, 1, -1}},
		},
		{"pole", func(x float64) float64 { return 1 / (x - 0.7) }, 0, 1, 9, []want{{Step, 0.7, -1, 1}}},
		{
			"equal over a range", func(x float64) float64 { return max(0, x-4) + min(0, x-2) }, 0, 6, 12,
			[]want{{Flat, 2, -1, 1}},
		},
		{"equal everywhere", func(float64) float64 { return 0 }, 1, 6, 5, []want{{Flat, 1, 0, 0}}},
		{
			"undefined in the middle, a root on either side",
			func(x float64) float64 {
				if x > 4 && x < 6 {
					return math.NaN()
				}
				return (x - 1.5) * (x - 8.5)
			}, 0, 10, 10,
			[]want{{Root, 1.5, 1, -1}, {Root, 8.5, -1, 1}},
		},
		{"large numbers with a small difference", func(x float64) float64 { return 1e9 * (x - 0.123) }, 0, 1, 10, []want{{Root, 0.123, -1, 1}}},
		{
			"no price above 3: infinitely dear", func(x float64) float64 {
				if x > 3 {
					return math.Inf(1)
				}
				return x - 5
			}, 0, 10, 16,
			[]want{{Step, 3, -1, 1}},
		},
		{"one point", func(x float64) float64 { return x }, 2, 2, 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := AllRoots(c.f, c.lo, c.hi, c.n)
			if len(got) != len(c.want) {
				t.Fatalf("got %+v, want %+v", got, c.want)
			}
			for i, w := range c.want {
				g := got[i]
				if g.Kind != w.kind || math.Abs(g.X-w.x) > 1e-12 || g.Before != w.before || g.After != w.after {
					t.Errorf("crossing %d: got %+v, want %+v", i, g, w)
				}
			}
		})
	}
}

// TestStepSides holds the values on both sides of a step: 3 servers of 100 at
// most below x = 3, a fourth above it, against 350.
func TestStepSides(t *testing.T) {
	got := AllRoots(func(x float64) float64 { return 100*math.Ceil(x) - 350 }, 0.1, 8, 40)
	if len(got) != 1 {
		t.Fatalf("got %+v, want one step", got)
	}
	c := got[0]
	if c.Kind != Step || c.FLo != -50 || c.FHi != 50 || c.Lo > 3 || c.Hi < 3 || c.Hi-c.Lo > 1e-14 {
		t.Errorf("got %+v, want a step at 3 from -50 to 50", c)
	}
}

func TestAllRootsOnGrid(t *testing.T) {
	// Two changes between 1 and 2 that a grid with 1.5 separates.
	f := func(x float64) float64 { return (x - 1.2) * (x - 1.8) }
	if got := AllRootsOn(f, []float64{1, 2}); len(got) != 0 {
		t.Errorf("a coarse grid found %+v", got)
	}
	if got := AllRootsOn(f, []float64{1, 1.5, 2}); len(got) != 2 {
		t.Errorf("got %+v, want two roots", got)
	}
	if got := AllRootsOn(f, nil); got != nil {
		t.Errorf("an empty grid found %+v", got)
	}
}

// TestAllRootsFindsPlanted plants distinct roots, one to a cell, and finds them.
func TestAllRootsFindsPlanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const cells = 40
		planted := rapid.SliceOfNDistinct(rapid.IntRange(0, cells-1), 1, 6, rapid.ID[int]).Draw(t, "cells")
		roots := make([]float64, len(planted))
		for i, cell := range planted {
			roots[i] = float64(cell) + rapid.Float64Range(0.05, 0.95).Draw(t, "at")
		}
		f := func(x float64) float64 {
			product := 1.0
			for _, r := range roots {
				product *= x - r
			}
			return product
		}
		got := AllRoots(f, 0, cells, cells)
		if len(got) != len(roots) {
			t.Fatalf("planted %v, got %+v", roots, got)
		}
		for i, c := range got {
			if c.Kind != Root || c.Lo > c.X || c.X > c.Hi || sign(c.FLo)*sign(c.FHi) > 0 {
				t.Errorf("crossing %+v is not a bracketed root", c)
			}
			if i > 0 && got[i-1].X >= c.X {
				t.Errorf("out of order: %+v", got)
			}
		}
	})
}

// TestStepsAreNotRoots holds for stairs of any height and place.
func TestStepsAreNotRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(0.01, 99.99).Draw(t, "at")
		below := rapid.Float64Range(0.01, 1e6).Draw(t, "below")
		above := rapid.Float64Range(0.01, 1e6).Draw(t, "above")
		slope := rapid.Float64Range(-1, 1).Draw(t, "slope") * min(below, above) / 200
		got := AllRoots(func(x float64) float64 {
			if x < at {
				return -below + slope*(x-at)
			}
			return above + slope*(x-at)
		}, 0, 100, 64)
		if len(got) != 1 || got[0].Kind != Step || math.Abs(got[0].X-at) > 1e-12 {
			t.Fatalf("got %+v, want one step at %g", got, at)
		}
		if c := got[0]; math.Abs(c.FLo+below) > 1e-6 || math.Abs(c.FHi-above) > 1e-6 {
			t.Errorf("sides %g and %g, want %g and %g", c.FLo, c.FHi, -below, above)
		}
	})
}

func BenchmarkAllRoots(b *testing.B) {
	f := func(x float64) float64 { return 1_150_000 - 430_000*x + 1000*math.Ceil(12*x) }
	for b.Loop() {
		AllRoots(f, 0.05, 5, 100)
	}
}
