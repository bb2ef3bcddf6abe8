package costmodel

import (
	"math"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// downtime adds what broken cards cost an owner: the card-hours of their server until the repair, unless a spare
// server takes over, and the work lost since the last checkpoint. An hour is worth the cheapest acceptable rent of a
// card; where none can be rented, what the machine itself loses in value.
func (m *model) downtime(l *ledger.Ledger, o owned) {
	if !m.charged(m.assume("card-events")) {
		return
	}
	price := m.hourWorth(o)
	for k, p := range m.sc.Phases {
		lost := m.lostByEvent(o, p.Count)
		for i, month := range m.cal.uses {
			if month[k].clock == 0 {
				continue
			}
			events := m.eventsIn(i, k)
			l.Add(ledger.Line{At: i, Item: "line.downtime", Category: "failures", Args: m.monthArgs(i), Imputed: true},
				ledger.Mul(events, lost, m.util[k], price))
		}
	}
}

// eventsIn is how many hardware events a phase's cards have in a month.
func (m *model) eventsIn(month, k int) ledger.Expr {
	cards := m.whole("count."+strconv.Itoa(k), "card", m.sc.Phases[k].Count)
	id := "calendar." + m.month(month).String() + ".held.phase" + strconv.Itoa(k)
	hours := m.b.Const(id, "f.clock_hours", "h", ledger.FloatDec(m.cal.uses[month][k].clock))
	years := ledger.Div(hours, m.constant("hours_per_year", "h", quantity.HoursPerYear))
	return ledger.Mul(cards, m.assume("card-events"), years).Named("f.events", "event")
}

// lostByEvent is the card-hours that an event costs.
func (m *model) lostByEvent(o owned, count int) ledger.Expr {
	lost := ledger.Mul(m.whole("cards_stopped."+strconv.Itoa(count), "card", count), m.assume("lost-hours-per-event"))
	if o.spares == 0 {
		together := min(count, o.Places)
		down := ledger.Mul(m.whole("down_together."+strconv.Itoa(together), "card", together),
			m.assume("repair-days"), m.constant("hours_per_day", "h", quantity.HoursPerDay))
		lost = ledger.Sum(down, lost)
	}
	return lost.Named("f.lost_card_hours", "card-hour")
}

// hourWorth is what an hour of a card is worth.
func (m *model) hourWorth(o owned) ledger.Expr {
	if price := m.hourPrice(); price.Valid() {
		return price
	}
	hours := ledger.Mul(m.life(), m.hoursPerMonth(), m.whole("cards_bought", "card", o.Cards))
	return ledger.Div(o.price, hours).Named("f.value_lost_by_hour", "CNY/card-hour")
}

// hourPrice is the cheapest acceptable rent of a card for an hour, of whatever term; missing when there is none.
func (m *model) hourPrice() ledger.Expr {
	if !m.hourKnown {
		m.hourKnown = true
		m.hourOffer = m.cheapestHour()
	}
	if m.hourOffer.ID == "" {
		return ledger.Expr{}
	}
	price := m.money(m.hourOffer.Price, "f.rent_price")
	basis, period := split(m.hourOffer.Price.Unit)
	if basis != "card" {
		price = ledger.Div(price, m.whole("offer_cards."+m.hourOffer.ID, "card", max(1, m.hourOffer.Cards)))
	}
	if h := m.hoursOf(period); h.Valid() {
		price = ledger.Div(price, h)
	}
	return price
}

// hoursOf is the clock time of a period longer than an hour.
func (m *model) hoursOf(period string) ledger.Expr {
	switch period {
	case "day":
		return m.constant("hours_per_day", "h", quantity.HoursPerDay)
	case "week":
		return m.constant("hours_per_week", "h", quantity.HoursPerWeek)
	case "month":
		return m.hoursPerMonth()
	case "year":
		return m.constant("hours_per_year", "h", quantity.HoursPerYear)
	}
	return ledger.Expr{}
}

// PeriodHours is the clock time of what prices are for; 0 for a word that is no period.
func PeriodHours(word string) int { return periodHours[word] }

var periodHours = map[string]int{
	"hour": 1, "day": quantity.HoursPerDay, "week": quantity.HoursPerWeek,
	"month": quantity.HoursPerMonth, "year": quantity.HoursPerYear,
}

func (m *model) cheapestHour() catalog.Offer {
	var best catalog.Offer
	least := math.Inf(1)
	for _, o := range m.cat.OffersFor(m.sc.Card.ID) {
		_, period := split(o.Price.Unit)
		hours := periodHours[period]
		if hours == 0 || o.Term == "spot" || o.Price.Missing() || len(m.objections(o)) > 0 {
			continue
		}
		if each := m.perCard(o) / float64(hours); each < least {
			best, least = o, each
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
