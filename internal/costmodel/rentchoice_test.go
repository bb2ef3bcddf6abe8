package costmodel

import (
	"strings"
	"testing"

	"gpucalc/internal/diag"
)

// dated is an offer of the test card at a given trust and date.
func dated(id, term, price, asof, reliability string) string {
	text := offer(id, term, price, "")
	text = strings.Replace(text, "asof: 2026-11", "asof: "+asof, 1)
	return strings.Replace(text, "reliability: high", "reliability: "+reliability, 1)
}

// TestTiesOfOffers: of equal totals the more reliable counts, then the later, then the first by id; never the order of
// the sheet.
func TestTiesOfOffers(t *testing.T) {
	for _, c := range []struct {
		offers []string
		want   string
	}{
		{[]string{dated("a", "day", "24, unit: CNY/card-day", "2026-11", "medium"), dated("b", "day", "24, unit: CNY/card-day", "2026-01", "high")}, "b"},
		{[]string{dated("a", "day", "24, unit: CNY/card-day", "2026-01", "high"), dated("b", "day", "24, unit: CNY/card-day", "2026-11", "high")}, "b"},
		{[]string{dated("b", "day", "24, unit: CNY/card-day", "2026-11", "high"), dated("a", "day", "24, unit: CNY/card-day", "2026-11", "high")}, "a"},
		{[]string{dated("a", "day", "24, unit: CNY/card-day", "2026-11", "high"), dated("b", "day", "23, unit: CNY/card-day", "2026-01", "medium")}, "b"},
	} {
		o, ok := find(BuildRent(renting(t, "2xtest-card-3d", "all", c.offers...)), "rent.day")
		if !ok || o.Offers[0] != c.want {
			t.Errorf("got %v, want %s", o.Offers, c.want)
		}
	}
}

// TestStrandedCards: for one card a server of eight by the month does not stretch the spread of single cards, nor is a
// server by the year an option; where nothing else is let, it is, and its cards are said.
func TestStrandedCards(t *testing.T) {
	single := []string{
		offer("cheap", "month", "1000, unit: CNY/card-month", ""),
		offer("dear", "month", "1100, unit: CNY/card-month", ""),
	}
	servers := []string{
		offer("box", "month", "8000, unit: CNY/server-month", ", cards: 8"),
		offer("boxes", "year", "80000, unit: CNY/server-year", ", cards: 8"),
	}
	r := BuildRent(renting(t, "1xtest-card-14d", "all", append(single, servers...)...))
	o, _ := find(r, "rent.month")
	if o.SpreadLow != 1000_00 || o.SpreadHigh != 1100_00 {
		t.Errorf("spread %s to %s, want 1000.00 to 1100.00", o.SpreadLow, o.SpreadHigh)
	}
	if _, ok := find(r, "rent.year"); ok {
		t.Error("a server of eight for a year is an option for one card")
	}
	if b := offered(t, r, "boxes"); len(b.Rejected) != 1 || b.Rejected[0].Key != rejectStranded {
		t.Errorf("rejected for %v", b.Rejected)
	}
	r = BuildRent(renting(t, "1xtest-card-14d", "all", servers...))
	o, ok := find(r, "rent.month")
	if !ok || argOf(o.How, "cards") != "8" {
		t.Errorf("nothing but servers: %v %+v", ok, o.How)
	}
	// eight cards fill the box
	o, _ = find(BuildRent(renting(t, "8xtest-card-14d", "all", append(single, servers...)...)), "rent.month")
	if o.SpreadHigh != 8800_00 {
		t.Errorf("eight cards: spread to %s, want 8800.00", o.SpreadHigh)
	}
}

func argOf(d diag.Diagnostic, name string) string {
	for _, a := range d.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// TestHowMultiplies: periods times cards times the price is the total, whatever is rounded up on the way.
func TestHowMultiplies(t *testing.T) {
	for _, c := range []struct {
		need, pattern, term, price, rest string
		how, units, cards, total         string
	}{
		// 365 days of 8 h and half an hour of set-up each
		{"8xtest-card-365d", "8hx7d", "hour", "10, unit: CNY/card-hour", ", step: second", "how.rent.hour", "3102.5", "8", "248200.00"},
		// 60 % of 26,280 h, and a tenth more
		{"8xtest-card-36mo@0.6", "all", "hour", "10, unit: CNY/card-hour", "", "how.rent.hour", "17344.8", "8", "1387584.00"},
		{"1xtest-card-3h", "all", "hour", "10, unit: CNY/card-hour", ", min_units: 5", "how.rent.hour", "5", "1", "50.00"},
		{"9xtest-card-40d", "all", "month", "800, unit: CNY/server-month", ", cards: 8, interconnect: ib", "how.rent.month", "2", "16", "3200.00"},
		{"3xtest-card-2d", "all", "day", "24, unit: CNY/card-day", ", cards: 2", "how.rent.day", "2", "4", "192.00"},
	} {
		o, ok := find(BuildRent(renting(t, c.need, c.pattern, offer("x", c.term, c.price, c.rest))), "rent."+c.term)
		if !ok || o.How.Key != c.how || argOf(o.How, "units") != c.units || argOf(o.How, "cards") != c.cards || o.Total().String() != c.total {
			t.Errorf("%s: got %v %+v", c.need, o.How, o.Ledger)
		}
	}
	in := phased(t, renting(t, "8xtest-card-1d", "all", offer("x", "day", "24, unit: CNY/card-day", "")), []int{8, 1, 8}, []string{"10d", "21d", "11d"})
	o, _ := find(BuildRent(in), "rent.day")
	if o.How.Key != "how.rent.cards.day" || argOf(o.How, "units") != "189" || o.Total() != 4536_00 {
		t.Errorf("phases: %+v %s", o.How, o.Total())
	}
}
