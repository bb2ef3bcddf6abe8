package costmodel

import (
	"slices"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// downtime adds what broken cards cost an owner: the card-hours of their server until the repair, unless a spare
// server takes over, and the work lost since the last checkpoint, all at the price of the cheapest card rented by
// the hour. Where none can be rented the hours have no price and no line. Failures of rented cards are the
// provider's.
func (m *model) downtime(l *ledger.Ledger, o owned) {
	price := m.hourPrice()
	if !price.Valid() {
		return
	}
	for k, p := range m.sc.Phases {
		cards := m.whole("count."+strconv.Itoa(k), "card", p.Count)
		years := ledger.Div(m.given("hours."+strconv.Itoa(k), "h", p.Duration.Hours()),
			m.constant("hours_per_year", "h", quantity.HoursPerYear))
		events := ledger.Mul(cards, m.assume("card-events"), years).Named("f.events", "event")
		lost := ledger.Mul(cards, m.assume("lost-hours-per-event"))
		if o.spares == 0 {
			down := ledger.Mul(m.whole("down_together."+strconv.Itoa(min(p.Count, o.Places)), "card", min(p.Count, o.Places)),
				m.assume("repair-days"), m.constant("hours_per_day", "h", quantity.HoursPerDay))
			lost = ledger.Sum(down, lost)
		}
		lost = lost.Named("f.lost_card_hours", "card-hour")
		l.Add(ledger.Line{Item: "line.downtime", Category: "failures"}, ledger.Mul(events, lost, m.util[k], price))
	}
}

// hourPrice is the cheapest acceptable rent of a card by the hour; missing when there is none.
func (m *model) hourPrice() ledger.Expr {
	if !m.hourKnown {
		m.hourKnown = true
		m.hourOffer = m.cheapestHour()
	}
	if m.hourOffer.ID == "" {
		return ledger.Expr{}
	}
	price := m.money(m.hourOffer.Price, "f.rent_price")
	if basis, _ := split(m.hourOffer.Price.Unit); basis != "card" {
		price = ledger.Div(price, m.whole("offer_cards."+m.hourOffer.ID, "card", max(1, m.hourOffer.Cards)))
	}
	return price
}

func (m *model) cheapestHour() catalog.Offer {
	offers := slices.DeleteFunc(m.cat.OffersFor(m.sc.Card.ID), func(o catalog.Offer) bool {
		_, period := split(o.Price.Unit)
		return o.Term != "hour" || period != "hour" || o.Price.Missing() || len(m.objections(o)) > 0
	})
	var best catalog.Offer
	for _, o := range offers {
		if best.ID == "" || m.perCard(o) < m.perCard(best) {
			best = o
		}
	}
	return best
}

// perCard is an offer's yuan per card and unit of time, for choosing.
func (m *model) perCard(o catalog.Offer) float64 {
	if basis, _ := split(o.Price.Unit); basis != "card" {
		return m.yuan(o.Price) / float64(max(1, o.Cards))
	}
	return m.yuan(o.Price)
}
