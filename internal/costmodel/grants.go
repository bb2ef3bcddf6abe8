package costmodel

import (
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// GrantTerms is a support programme laid out year by year: min(p x E, cap, max(0, L x E - other grants)) of the eligible
// spend E without VAT. Programmes that a bill already holds as a line need no terms.
type GrantTerms struct {
	ID      string
	Object  string           // rent or build: what spend is eligible
	Share   quantity.Decimal // p
	Cap     quantity.Fen     // a year of rent, or the whole purchase; 0 = none
	Ceiling quantity.Decimal // L; 0 = the whole spend
	Years   int              // project years of rent that earn the grant; 0 = all
	Lag     int              // months from the end of the year, or from the purchase, to the payment
	Untaxed bool             // not taxable; what it pays for is then not deductible
}

// grants pays the grants on what was spent. Grants on the same spend share its ceiling in the order given.
func (w *moneyWork) grants() {
	others := map[string][]quantity.Fen{}
	for _, g := range w.t.Grants {
		spend := w.spend[g.Object]
		for len(others[g.Object]) < len(spend) {
			others[g.Object] = append(others[g.Object], 0)
		}
		for i, e := range spend {
			if g.Object == "rent" && g.Years > 0 && i >= g.Years {
				break
			}
			if amount := w.grant(g, i, e, others[g.Object][i]); amount > 0 {
				others[g.Object][i] += amount
			}
		}
	}
}

// grant pays one grant on the spend of a project year, counted from 0, and returns it.
func (w *moneyWork) grant(g GrantTerms, year int, spend, others quantity.Fen) quantity.Fen {
	yuan := finance.Grant{
		Share: g.Share.InexactFloat64(), Cap: g.Cap.Float(), Ceiling: g.Ceiling.InexactFloat64(),
	}.Amount(spend.Float(), others.Float())
	amount, err := quantity.RoundFenFloat(yuan)
	if err != nil || amount <= 0 {
		return 0
	}
	at := 12*(year+1) + g.Lag
	if g.Object == "build" {
		at = g.Lag
	}
	w.month(at).Grants += amount
	if g.Untaxed {
		w.undeductible(g, year, amount)
		return amount
	}
	tax, book := w.year(yearOf(at))
	tax.Income -= amount
	book.Income -= amount
	return amount
}

// undeductible takes the cost that an untaxed grant pays for out of what may be deducted.
func (w *moneyWork) undeductible(g GrantTerms, year int, amount quantity.Fen) {
	tax, book := w.year(year + 1)
	book.Income -= amount
	if g.Object != "build" {
		tax.Costs -= amount
		return
	}
	var all quantity.Fen
	for _, a := range w.assets {
		all += a.cost
	}
	left := amount
	for i := range w.assets {
		a := &w.assets[i]
		d, err := amount.Yuan().Mul(a.cost.Yuan()).Div(all.Yuan())
		if err != nil {
			return
		}
		cut := min(w.round(d), left)
		a.cost, left = a.cost-cut, left-cut
	}
}
