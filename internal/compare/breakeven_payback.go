package compare

import (
	"math"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// Payback is how long saved rent takes to pay for the machine, what it is sold for later aside.
type Payback struct {
	Own, Rent  string              // option ids
	Plain      finance.PaybackTime // months
	Discounted finance.PaybackTime
	Rate       float64 // a year
	Months     int     // length of the scenario in started months
	OwnWins    bool    // the verdict on whole bills
	Disagrees  bool    // paid back in time although renting is cheaper, or not although owning is
}

// payback sets the flows of owning against those of renting. A machine shared with others has no flows of its own.
func (d *duel) payback(against string) *Payback {
	own, rent := d.cheapestBill(true, ""), d.cheapestBill(false, against)
	if own == nil || rent == nil || own.View == "reused" {
		return nil
	}
	p := &Payback{Own: own.ID, Rent: rent.ID, Months: int(math.Ceil(d.in.Scenario.Months() - 1e-9))}
	p.OwnWins = own.Ledger.Total < rent.Ledger.Total
	if a, ok := d.in.Catalog.Assumption("discount-rate"); ok && !a.Value.Missing() {
		p.Rate = quantity.MustDecimal(a.Value.Typical).InexactFloat64()
	}
	flows := savings(own.Ledger, rent.Ledger)
	p.Plain = finance.Payback(flows)
	p.Discounted = finance.DiscountedPayback(finance.PeriodRate(p.Rate, 12), flows)
	p.Disagrees = p.Plain.Reached != p.OwnWins
	return p
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

// savings is rent less the cost of owning by month. The price of money is no flow, and what comes back at the end would
// pay back anything that is sold dear enough.
func savings(own, rent *ledger.Ledger) []float64 {
	months := 1
	for _, l := range []*ledger.Ledger{own, rent} {
		for _, line := range l.Lines {
			months = max(months, line.At+1)
		}
	}
	flows := make([]float64, months)
	add := func(l *ledger.Ledger, sign float64) {
		for _, line := range l.Lines {
			if line.Category != "capital" && line.Category != "resale" && !line.Memo {
				flows[line.At] += sign * line.Amount.Float()
			}
		}
	}
	add(rent, 1)
	add(own, -1)
	return flows
}
