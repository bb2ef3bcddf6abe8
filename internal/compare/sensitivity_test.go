package compare

import (
	"math"
	"slices"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
)

// TestTornadoByHand: own = machine (800..1000..1500) + 3 x upkeep (10..40..50) = 1120, rent.hour = 100 x hour
// (9..11..15) = 1100, rent.month = 4 x month (250..300..380) = 1200.
//
//	machine: 920 - 1100 = -180 to 1620 - 1100 = 520, flips where machine + 120 = 1100: 980
//	hour:    1120 - 900 = 220 to 1120 - min(1500, 1200) = -80, flips where 100 hour = 1120: 11.20
//	month:   1120 - min(1100, 1000) = 120 to 20: no flip; 4 month = 1120 needs the hour above it: never
//	upkeep:  1030 - 1100 = -70 to 1150 - 1100 = 50, flips where 3 upkeep = 100: 33.33
func TestTornadoByHand(t *testing.T) {
	base := handMade(t)
	s := Sense(costmodel.Input{Catalog: catalog.Embedded()}, base)
	if s.Own != "own.sold" || s.Rent != "rent.hour" || math.Abs(s.Margin-20) > 1e-9 {
		t.Fatalf("margin of %s over %s: %v, want 20", s.Own, s.Rent, s.Margin)
	}
	want := []struct {
		id          string
		low, high   float64
		flips       []float64
		beyondFalls bool
	}{
		{"machine", -180, 520, []float64{980}, false},
		{"hour", 220, -80, []float64{11.2}, false},
		{"upkeep", -70, 50, []float64{100.0 / 3}, false},
		{"month", 120, 20, nil, false},
	}
	if len(s.Swings) != len(want) {
		t.Fatalf("got %d swings, want %d", len(s.Swings), len(want))
	}
	for i, w := range want {
		g := s.Swings[i]
		if g.ID != w.id || math.Abs(g.AtLow-w.low) > 1e-9 || math.Abs(g.AtHigh-w.high) > 1e-9 {
			t.Errorf("swing %d: %s %v to %v, want %s %v to %v", i, g.ID, g.AtLow, g.AtHigh, w.id, w.low, w.high)
		}
		if !slices.EqualFunc(g.FlipsAt, w.flips, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) || g.Flips != (w.flips != nil) {
			t.Errorf("%s flips at %v, want %v", g.ID, g.FlipsAt, w.flips)
		}
	}
	if s.Swings[3].Beyond != nil {
		t.Errorf("month flips at %v although the hour stays cheaper", *s.Swings[3].Beyond)
	}
}

// TestTornadoAgreesWithPlainEvaluation: the folded margins are those of the whole program with the figure replaced.
func TestTornadoAgreesWithPlainEvaluation(t *testing.T) {
	in := input(t, "8xA100-12mo@0.6")
	base := Run(in)
	s := Sense(in, &base)
	if len(s.Swings) < 10 {
		t.Fatalf("only %d swings", len(s.Swings))
	}
	var own, rent []int
	var roots []ledger.Ref
	for _, w := range base.Rows {
		if !w.Counts {
			continue
		}
		if w.Family == costmodel.FamilyOwn {
			own = append(own, len(roots))
		}
		if w.Family == costmodel.FamilyRent {
			rent = append(rent, len(roots))
		}
		roots = append(roots, w.Ledger.TotalExpr().Ref())
	}
	p := base.Book.Compile(roots)
	scratch, out := p.Scratch(), make([]float64, len(roots))
	margin := func(l Lever, position float64) float64 {
		figures := base.Book.Floats()
		for _, m := range l.Moves {
			figures[m.Figure] = m.at(position)
		}
		p.Eval(figures, scratch, out)
		least := func(of []int) float64 {
			v := math.Inf(1)
			for _, i := range of {
				v = math.Min(v, out[i])
			}
			return v
		}
		return least(own) - least(rent)
	}
	for _, g := range s.Swings {
		if low, high := margin(g.Lever, -1), margin(g.Lever, 1); math.Abs(low-g.AtLow)+math.Abs(high-g.AtHigh) > 1e-3 {
			t.Errorf("%s: %v to %v, plain %v to %v", g.ID, g.AtLow, g.AtHigh, low, high)
		}
		if crossed := (g.AtLow > 0) != (g.AtHigh > 0); crossed && !g.Flips {
			t.Errorf("%s changes the sign between its ends and is not marked", g.ID)
		}
	}
	for i := 1; i < len(s.Swings); i++ {
		if s.Swings[i].Width() > s.Swings[i-1].Width() {
			t.Errorf("%s moves more than %s before it", s.Swings[i].ID, s.Swings[i-1].ID)
		}
	}
}

// BenchmarkSense is a tornado over a comparison that stands.
func BenchmarkSense(b *testing.B) {
	in := input(b, "8xA100-36mo@0.6")
	base := Run(in)
	for b.Loop() {
		Sense(in, &base)
	}
}
