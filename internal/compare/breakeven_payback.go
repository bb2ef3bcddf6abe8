package compare

import (
	"math"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
)

// Payback is how long saved rent takes to pay for the machine, what it is sold for later aside.
type Payback struct {
	Own, Rent  string              // option ids
	Plain      finance.PaybackTime // months
	Discounted finance.PaybackTime
	Rate       float64 // a year
	Months     int     // length of the scenario in started months
	Searched   int     // months looked at: the range of a break-even in months, or the scenario where that is longer
	OwnWins    bool    // the verdict on whole bills
	Disagrees  bool    // paid back in time although renting is cheaper, or not although owning is
}

// payback sets the flows of owning against those of renting, first within the scenario and, where that is too short,
// over the longest time that is looked at. A machine shared with others has no flows of its own.
func (d *duel) payback(against string, months *monthDuel, most int) *Payback {
	own, rent := d.cheapestBill(true, ""), d.cheapestBill(false, against)
	if own == nil || rent == nil || own.View == "reused" {
		return nil
	}
	p := &Payback{Own: own.ID, Rent: rent.ID, Months: int(math.Ceil(d.in.Scenario.Months() - 1e-9))}
	p.OwnWins = own.Ledger.Total < rent.Ledger.Total
	p.Rate = costmodel.AssumedShare(d.in.Catalog, "discount-rate", 0)
	p.Searched = p.Months
	p.over(savings(own.Ledger, rent.Ledger))
	p.Disagrees = p.Plain.Reached != p.OwnWins
	if p.Plain.Reached && p.Discounted.Reached {
		return p
	}
	if months == nil {
		months = newMonthDuel(d, most)
	}
	if own, bill := months.longest(rent.Offers, against); bill != nil && months.most > p.Months {
		p.Searched, p.Rent = months.most, "rent."+bill.Term
		p.over(savings(own, bill.Ledger))
	}
	return p
}

// over works the payback out of monthly flows.
func (p *Payback) over(flows []float64) {
	p.Plain = finance.Payback(flows)
	p.Discounted = finance.DiscountedPayback(finance.PeriodRate(p.Rate, 12), flows)
}

// longest is the bills of the longest length: owning, and the same offer as within the scenario; where that is a mix or
// does not count for so long, the cheapest.
func (m *monthDuel) longest(offers []string, against string) (own *ledger.Ledger, rent *costmodel.OfferBill) {
	m.bill(m.most)
	o := m.longOwn()
	if o == nil {
		return nil, nil
	}
	for i := range m.long.Offers {
		b := &m.long.Offers[i]
		switch {
		case !b.Acceptable() || against != BestRental && against != "rent."+b.Term:
		case len(offers) == 1 && b.Offer.ID == offers[0]:
			return o.Ledger, b
		case rent == nil || b.Ledger.Total < rent.Ledger.Total:
			rent = b
		}
	}
	return o.Ledger, rent
}

// cheapestBill is the option with the least total on either side.
func (d *duel) cheapestBill(own bool, against string) *costmodel.Option {
	var best *costmodel.Option
	for i := range d.costs.Options {
		o := &d.costs.Options[i]
		if len(o.Missing) > 0 || (o.Family == costmodel.FamilyOwn) != own {
			continue
		}
		if own && o.View != "" && o.View != d.in.Scenario.View || !own && against != BestRental && o.ID != against {
			continue
		}
		if best == nil || o.Total() < best.Total() {
			best = o
		}
	}
	return best
}

// savings is rent less the cost of owning: first what is bought on the first day, then month by month what has come in
// by its end. The price of money is no flow, and what comes back at the end would pay back anything that is sold dear
// enough.
func savings(own, rent *ledger.Ledger) []float64 {
	months := 1
	for _, l := range []*ledger.Ledger{own, rent} {
		for _, line := range l.Lines {
			months = max(months, line.At+1)
		}
	}
	flows := make([]float64, months+1)
	add := func(l *ledger.Ledger, sign float64) {
		for _, line := range l.Lines {
			at := line.At + 1
			switch {
			case line.Memo || line.Category == "capital" || line.Category == "resale":
				continue
			case line.Category == "purchase":
				at = line.At
			}
			flows[at] += sign * line.Amount.Float()
		}
	}
	add(rent, 1)
	add(own, -1)
	return flows
}
