package costmodel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// rejectStranded is the reason of an offer that is sold in units far larger than the need.
const rejectStranded = "reject.stranded"

// byTrust orders offers by reliability, then by date, the latest first, then by id.
func byTrust(a, b catalog.Offer) int {
	trust := func(o catalog.Offer) int { return slices.Index([]string{"low", "medium", "high"}, o.Price.Reliability) }
	return cmp.Or(cmp.Compare(trust(b), trust(a)), strings.Compare(b.Price.AsOf, a.Price.AsOf), strings.Compare(a.ID, b.ID))
}

// leaveOutStranded rejects offers of which more than half of the cards paid for would stand idle, where another offer
// does the need for no more. They say what a machine costs, not what the need does.
func (m *model) leaveOutStranded(cost func(OfferBill) quantity.Fen) {
	strands := func(b OfferBill) bool { return b.Acceptable() && m.strands(b.Offer) }
	if !slices.ContainsFunc(m.out.Offers, strands) {
		return
	}
	least := -1
	for i, b := range m.out.Offers {
		if b.Acceptable() && !m.strands(b.Offer) && (least < 0 || cost(b) < cost(m.out.Offers[least])) {
			least = i
		}
	}
	if least < 0 {
		return
	}
	for i, b := range m.out.Offers {
		if strands(b) && cost(b) >= cost(m.out.Offers[least]) {
			why := Missing{rejectStranded, diag.Args("cards", strconv.Itoa(lightTenancy(b.Offer).cardsPaid(m.sc.Count)),
				"need", strconv.Itoa(m.sc.Count))}
			m.out.Offers[i].Rejected = []Missing{why}
		}
	}
}

// Stranded reports whether the offer would count, were there none that does the need for no more without cards that
// stand idle.
func (b OfferBill) Stranded() bool {
	return b.Ledger != nil && len(b.Rejected) > 0 && b.Rejected[0].Key == rejectStranded
}

func (m *model) strands(o catalog.Offer) bool {
	return lightTenancy(o).cardsPaid(m.sc.Count) > 2*m.sc.Count
}

// lightTenancy is an offer without figures in the book.
func lightTenancy(o catalog.Offer) tenancy {
	t := tenancy{offer: o}
	t.basis, t.period = split(o.Price.Unit)
	return t
}

// cardsPaid is the cards in the units that some cards take.
func (t tenancy) cardsPaid(count int) int { return t.cardsIn(t.unitsSold(count)) }

// cardsIn is the cards in a number of units sold.
func (t tenancy) cardsIn(units int) int {
	if t.basis == "card" {
		return units
	}
	return units * max(1, t.offer.Cards)
}

// spread is the cheapest and dearest total of a term's acceptable offers that sell about as much as the cheapest one:
// those that make the need pay for more than twice its card-hours say how large their units are, not how prices differ.
func (m *model) spread(term string, cheapest OfferBill) (low, high quantity.Fen) {
	low = cheapest.Ledger.Total
	high = low
	most := 2 * m.paidCardHours(cheapest.Offer)
	for _, b := range m.out.Offers {
		if b.Term == term && b.Acceptable() && b.Ledger.Total > high && m.paidCardHours(b.Offer) <= most {
			high = b.Ledger.Total
		}
	}
	return low, high
}

// paidCardHours is the card-hours that an offer makes the need pay for; of hours and days those that are wanted.
func (m *model) paidCardHours(o catalog.Offer) float64 {
	t := lightTenancy(o)
	sum := 0.0
	if !t.byTouch() {
		for _, s := range m.leases(t) {
			sum += float64(t.cardsIn(s.sold)) * s.units * t.hours(0, m)
		}
		return sum
	}
	for k, p := range m.sc.Phases {
		sum += float64(t.cardsPaid(p.Count)) * m.cal.total(k).wanted
	}
	return sum
}

// combines reports whether a mix may use the offer: units larger than the need may still serve a part of it best.
func (b OfferBill) combines() bool {
	return canMix(b.Offer) && (b.Acceptable() || b.Stranded())
}
