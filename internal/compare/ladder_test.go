package compare

import (
	"testing"

	"gpucalc/internal/finance"
)

// TestLadderCoversTheDay: the rungs of each week follow one another from 1 to 24 hours, and every point's best is the
// least of its totals.
func TestLadderCoversTheDay(t *testing.T) {
	l := Climb(input(t, "1xRTX-4090-3mo"))
	if len(l.Points) != 24*len(LadderDays) {
		t.Fatalf("%d points", len(l.Points))
	}
	for _, rungs := range [][]Rung{l.Rungs, l.Rentals} {
		next := map[int]int{}
		for _, r := range rungs {
			if r.From != next[r.Days]+1 || r.To < r.From {
				t.Errorf("%d days: rung %d to %d after %d", r.Days, r.From, r.To, next[r.Days])
			}
			next[r.Days] = r.To
		}
		for _, d := range LadderDays {
			if next[d] != 24 {
				t.Errorf("%d days: the ladder ends at %d hours", d, next[d])
			}
		}
	}
	for _, p := range l.Points {
		for id, total := range p.Totals {
			if total < p.Totals[p.Best] {
				t.Errorf("%d h x %d d: %s at %.2f is below %s at %.2f", p.Hours, p.Days, id, total, p.Best, p.Totals[p.Best])
			}
		}
	}
}

// TestLadderThreshold: at an hour a day renting by the hour is the cheapest rental, around the clock it is not when a
// month costs less than 730 hours.
func TestLadderThreshold(t *testing.T) {
	l := Climb(input(t, "1xA100-3mo"))
	first, last := l.Rentals[0], Rung{}
	for _, r := range l.Rentals {
		if r.Days == 7 {
			last = r
		}
	}
	if first.Option != "rent.hour" {
		t.Errorf("an hour a day: %s", first.Option)
	}
	if last.To != 24 {
		t.Errorf("last rung ends at %d", last.To)
	}
}

// TestThresholdByHand: the hour at 10 for each hour of use against a month of 60: equal at six hours; with a fee of 5
// for the first hour at five and a half.
func TestThresholdByHand(t *testing.T) {
	points := func(fee, perHour, month float64) []LadderPoint {
		var out []LadderPoint
		for h := 1; h <= 24; h++ {
			hour := fee + perHour*float64(h)
			p := LadderPoint{Hours: h, Days: 7, Totals: map[string]float64{"rent.hour": hour, "rent.month": month}, BestRental: "rent.hour"}
			if month < hour {
				p.BestRental = "rent.month"
			}
			out = append(out, p)
		}
		return out
	}
	for _, c := range []struct {
		fee, perHour, month float64
		want                Threshold
		holds               bool
	}{
		{0, 10, 60, Threshold{7, ThresholdCrosses, 6}, true},
		{5, 10, 60, Threshold{7, ThresholdCrosses, 5.5}, true},
		{0, 10, 5, Threshold{7, ThresholdCrosses, 0.5}, false},
		{0, 10, 15, Threshold{7, ThresholdCrosses, 1.5}, false},
		{6, 10, 5, Threshold{7, ThresholdMonth, 0}, false},
		{0, 10, 240, Threshold{7, ThresholdHour, 0}, true},
	} {
		ps := points(c.fee, c.perHour, c.month)
		if got := threshold(ps, 7); got != c.want {
			t.Errorf("%v: %+v", c, got)
		}
		if s := sayings[0].against(ps); !s.Known || s.Holds != c.holds {
			t.Errorf("%v: %+v", c, s)
		}
	}
	if got := threshold(nil, 7); got.Result != ThresholdMissing {
		t.Errorf("no points: %+v", got)
	}
}

// TestSayingsAreHeldAgainstBills: the totals of the rules are those of their points, and every rung knows its totals.
func TestSayingsAreHeldAgainstBills(t *testing.T) {
	l := Climb(input(t, "1xRTX-4090-3mo"))
	if len(l.Sayings) != 2 || len(l.Thresholds) != len(LadderDays) {
		t.Fatalf("%d rules, %d thresholds", len(l.Sayings), len(l.Thresholds))
	}
	for _, s := range l.Sayings {
		if !s.Known || !(s.Hour > 0 && s.Month > 0) || s.BestTotal > min(s.Hour, s.Month) {
			t.Errorf("%+v", s)
		}
		if s.Term == "rent.month" && s.Holds != (s.Month <= s.Hour) {
			t.Errorf("%+v", s)
		}
	}
	for _, r := range append(l.Rungs, l.Rentals...) {
		if !(r.AtFrom > 0 && r.AtTo > 0) {
			t.Errorf("%+v", r)
		}
	}
}

// TestGridAgreesWithSolutions: along the row of the scenario's length the winner changes where the solver says.
func TestGridAgreesWithSolutions(t *testing.T) {
	in := input(t, "8xH800-36mo@0.6")
	g, ds := Survey(in, SolveMonths, SolveRent, "")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	b, _ := Solve(in, BreakEvenOptions{Solve: []string{SolveRent}})
	s := b.Solutions[0]
	if len(s.Crossings) != 1 || s.Crossings[0].Kind != finance.Root {
		t.Fatalf("crossings: %+v", s.Crossings)
	}
	for i, months := range g.Rows.Values {
		if months != 36 {
			continue
		}
		for j, rent := range g.Cols.Values {
			want := s.Crossings[0].WinnerBelow
			if rent > s.Crossings[0].Value {
				want = s.Crossings[0].WinnerAbove
			}
			if flat(g.Cells[i][j].Winner) != flat(want) {
				t.Errorf("at %v yuan: %s, want %s", rent, g.Cells[i][j].Winner, want)
			}
		}
	}
	if _, ds := Survey(in, SolveUtil, SolveUtil, ""); len(ds) != 1 || ds[0].Key != "breakeven.grid_same" {
		t.Errorf("one unknown twice: %v", ds)
	}
}
