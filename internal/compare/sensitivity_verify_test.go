package compare

import (
	"math"
	"testing"

	"gpucalc/internal/costmodel"
)

// TestFlipsBeyondAreBilled: a value outside the range that is said to turn the answer does so in a comparison made anew
// with it: just before it the same side wins, just after it the other.
func TestFlipsBeyondAreBilled(t *testing.T) {
	checked := 0
	for _, word := range []string{"8xH800-48mo", "8xA100-36mo@0.6", "16xH20-36mo", "8xH200-12mo", "8xH100-24mo@0.7", "4xRTX-4090-24mo"} {
		in := input(t, word)
		base := Run(in)
		s := Sense(in, &base)
		checked += flipsAreBilled(t, word, in, &base, &s)
	}
	if checked < 10 {
		t.Errorf("only %d flips checked", checked)
	}
}

// flipsAreBilled compares anew just before and just after every value that is said to turn the answer, and returns how
// many comparisons that took.
func flipsAreBilled(t *testing.T, word string, in costmodel.Input, base *Result, s *Sensitivity) (checked int) {
	t.Helper()
	r := newRebuilder(in, base, s.Margin)
	for _, w := range s.Swings {
		if w.Beyond == nil {
			continue
		}
		factor := *w.Beyond
		if !w.Factor {
			factor /= w.Typical
		}
		beside := 0.003 * factor
		if factor < 1 {
			beside = -beside
		}
		for _, side := range []struct {
			at    float64
			turns bool
		}{{factor - beside, false}, {factor + beside, true}} {
			changed, ok := r.with(w.Lever, side.at)
			if !ok {
				t.Errorf("%s: %s at %v is no sheet", word, w.ID, side.at)
				continue
			}
			own, rent := compared(changed)
			if turned := (own < rent) != (s.Margin < 0); turned != side.turns || math.IsInf(own, 0) || math.IsInf(rent, 0) {
				t.Errorf("%s: %s x %v: own %.2f, rent %.2f; said to turn at x %v", word, w.ID, side.at, own, rent, factor)
			}
			checked++
		}
	}
	return checked
}

// TestRackLimitStopsAFlip: rented at any price, a server that no longer fits its rack is no machine to own: a rated power
// beyond the limit is never said to turn the answer.
func TestRackLimitStopsAFlip(t *testing.T) {
	in := input(t, "8xH800-48mo")
	base := Run(in)
	s := Sense(in, &base)
	r := newRebuilder(in, &base, s.Margin)
	limit := number(t, in.Scenario.Site.RackKW.Typical)
	if kw := in.Scenario.Site.LiquidRackKW; !kw.Missing() {
		limit = max(limit, number(t, kw.Typical))
	}
	for _, w := range s.Swings {
		if w.ID != "servers.hgx-h800-8.rated_power" {
			continue
		}
		if _, ok := r.same(w.Lever, (limit+0.1)/w.Typical); ok {
			t.Errorf("a server of more than %v kW is still owned", limit)
		}
		if _, ok := r.verify(w.Lever, (limit+1)/w.Typical, reach); ok {
			t.Error("a flip beyond the rack's limit is confirmed")
		}
		return
	}
	t.Error("no rated power among the swings")
}

// TestRentLeverReleasesOffers: when the chosen offer grows dearer, the next one of its kind takes its place, so that the
// margin never rises above what that one costs.
func TestRentLeverReleasesOffers(t *testing.T) {
	in := input(t, "8xA100-36mo@0.6")
	base := Run(in)
	s := Sense(in, &base)
	for _, w := range s.Swings {
		if w.Market != MarketRent {
			continue
		}
		changed, ok := newRebuilder(in, &base, s.Margin).with(w.Lever, w.HighText/w.Typical)
		if !ok {
			t.Fatalf("%s is no sheet", w.ID)
		}
		own, rent := compared(changed)
		if math.Abs(own-rent-w.AtHigh) > 1 {
			t.Errorf("%s at %v: margin %.2f, billed %.2f", w.ID, w.HighText, w.AtHigh, own-rent)
		}
	}
	if _, rent := rivals(&base); len(rent) <= len(base.Rows) {
		t.Errorf("%d bills for %d rows: no further offer", len(rent), len(base.Rows))
	}
}
