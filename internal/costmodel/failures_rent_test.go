package costmodel

import (
	"math"
	"testing"

	"gpucalc/internal/quantity"
)

// TestLostWorkOfBareMetal: 8 cards with 0.5 events each lose 1.5 h of all 8 cards in a year: 4 x 12 = 48 card-hours at
// the cheapest card by the hour, which is the bare metal itself: 1,000 / 730. No repair is waited for. A cloud bears its
// failures.
func TestLostWorkOfBareMetal(t *testing.T) {
	const events = "assumptions:\n  card-events: {name: e, value: {typical: 0.5, unit: events/card-year}}\n" +
		"  lost-hours-per-event: {name: l, value: {typical: 1.5, unit: hour}}\n"
	in := renting(t, "8xtest-card-8760h", "all", offer("h", "hour", "10, unit: CNY/card-hour", ""),
		"  b: {provider: tester, card: test-card, class: bare-metal, term: month, price: {typical: 1000, unit: CNY/card-month, asof: 2026-11, source: compshare_bill, reliability: high}}\n",
		"  c: {provider: tester, card: test-card, class: cloud, term: year, price: {typical: 90000, unit: CNY/card-year, asof: 2026-11, source: compshare_bill, reliability: high}}\n",
	)
	cat, ds := in.Catalog.Overlay("events.yaml", []byte(events))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Catalog = cat
	for _, c := range []struct {
		id   string
		want float64
	}{{"b", 48 * 1000 / float64(quantity.HoursPerMonth)}, {"c", 0}} {
		got := offered(t, BuildRent(in), c.id).Ledger.CategoryTotal("failures").Float()
		if math.Abs(got-c.want) > 0.1 {
			t.Errorf("%s: got %.2f, want %.2f", c.id, got, c.want)
		}
	}
}
