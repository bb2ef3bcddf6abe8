package costmodel

import (
	"strconv"

	"gpucalc/internal/ledger"
)

// lostWork adds what broken cards cost whoever rents bare metal: the work since the last checkpoint of all cards that
// work together, as for an owner. The repair is the lessor's, who puts another machine in its place; a cloud moves the
// work and bears the rest.
func (m *model) lostWork(l *ledger.Ledger) {
	price := m.hourPrice()
	if !price.Valid() || !m.charged(m.assume("card-events")) {
		return
	}
	for k, p := range m.sc.Phases {
		if p.Count == 0 {
			continue
		}
		stopped := m.whole("cards_stopped."+strconv.Itoa(p.Count), "card", p.Count)
		lost := ledger.Mul(stopped, m.assume("lost-hours-per-event")).Named("f.lost_card_hours", "card-hour")
		for i, month := range m.cal.uses {
			if month[k].clock == 0 {
				continue
			}
			l.Add(ledger.Line{At: i, Item: "line.rent.lost_work", Category: "failures", Args: m.monthArgs(i), Imputed: true},
				ledger.Mul(m.eventsIn(i, k), lost, m.util[k], price))
		}
	}
}
