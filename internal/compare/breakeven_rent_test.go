package compare

import (
	"fmt"
	"math"
	"testing"
)

// TestRentBreakEvenIsAPostedPrice: the rent found is the price of an offer in its own unit. Written into the sheet, with
// every other rent scaled alike, the comparison itself comes out even.
func TestRentBreakEvenIsAPostedPrice(t *testing.T) {
	for _, c := range []struct {
		word, offer, unit string
		today             float64
		perCardHour       float64 // of today's price
	}{
		{"8xH20-36mo@0.6", "compshare-h20-hour", "CNY/card-hour", 7.5, 7.5},
		// 140,000 a server-month of 730 hours on 8 cards = 23.97 a card-hour.
		{"8xH200-36mo@0.6", "omniyq-h200-month", "", 0, 0},
	} {
		in := input(t, c.word)
		b, ds := Solve(in, BreakEvenOptions{Solve: []string{SolveRent}})
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		s := b.Solutions[0]
		if s.Offer != c.offer || c.today > 0 && (s.Unit != c.unit || s.Current != c.today || math.Abs(s.PerCardHour-c.perCardHour) > 1e-9) {
			t.Errorf("%s: %s at %v %s (%v a card-hour)", c.word, s.Offer, s.Current, s.Unit, s.PerCardHour)
		}
		for _, x := range s.Crossings {
			if math.Abs(x.Value-x.Factor*s.Current) > 1e-9*x.Value || math.Abs(x.PerCardHour-x.Factor*s.PerCardHour) > 1e-9*x.PerCardHour {
				t.Errorf("%s: %+v is not a multiple of %+v", c.word, x, s)
			}
			sheet := "offers:\n"
			for _, o := range in.Catalog.OffersFor(in.Scenario.Card.ID) {
				if !o.Price.Missing() {
					sheet += fmt.Sprintf("  %s: {price: %.10f %s}\n", o.ID, number(t, o.Price.Typical)*x.Factor, o.Price.Unit)
				}
			}
			own, rent := compared(overlaid(t, in, sheet))
			if diff := math.Abs(own-rent) / math.Max(own, rent); diff > 1e-6 {
				t.Errorf("%s: rents x %v put back: own %.2f, rent %.2f", c.word, x.Factor, own, rent)
			}
		}
		if len(s.Crossings) != 1 {
			t.Errorf("%s: %d crossings, want one", c.word, len(s.Crossings))
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	var v float64
	if _, err := fmt.Sscan(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestGridShowsPostedRents: the rent axis is in the unit of the same offer as the break-even.
func TestGridShowsPostedRents(t *testing.T) {
	g, ds := Survey(input(t, "8xH20-36mo@0.6"), SolveRent, SolveUtil, "")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	if g.Rows.Offer != "compshare-h20-hour" || g.Rows.Unit != "CNY/card-hour" || g.Rows.Values[3] != 7.5 || g.Rows.Values[4] != 9.375 {
		t.Errorf("rent axis: %+v", g.Rows)
	}
}

// TestPaybackGoesOnAfterTheScenario: what is not paid back within the scenario is looked for as far as months are.
func TestPaybackGoesOnAfterTheScenario(t *testing.T) {
	for _, solve := range [][]string{nil, {SolveUtil}} {
		b, ds := Solve(input(t, "8xH200-12mo@0.6"), BreakEvenOptions{Solve: solve})
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		p := b.Payback
		if p == nil || !p.Plain.Reached || p.Plain.Periods < 12 || p.Searched != 60 || p.Months != 12 {
			t.Errorf("%v: %+v", solve, p)
		}
	}
}

// TestLengthsAreFixed: which lengths are shown depends on the range, the scenario and the changes alone.
func TestLengthsAreFixed(t *testing.T) {
	b, ds := Solve(input(t, "8xH800-36mo@0.6"), BreakEvenOptions{Table: true})
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	want := map[int]bool{1: true, 3: true, 6: true, 12: true, 24: true, 36: true, 48: true, 60: true}
	for _, s := range b.Solutions {
		for _, c := range s.Crossings {
			if s.Solve == SolveMonths {
				want[int(c.Before)], want[int(c.Value)] = true, true
			}
		}
	}
	for _, l := range b.Lengths {
		if !want[l.Months] {
			t.Errorf("%d months shown", l.Months)
		}
		delete(want, l.Months)
	}
	if len(want) > 0 {
		t.Errorf("not shown: %v", want)
	}
	for _, s := range b.Table {
		for _, c := range s.Crossings {
			if !(c.Own > 0 && c.Rent > 0) || c.WinnerBelow == c.WinnerAbove {
				t.Errorf("%s against %s: %+v", s.Solve, s.Against, c)
			}
		}
	}
}
