package costmodel

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// GrantTerms is a support programme laid out year by year: min(p x E, cap, max(0, L x E - other grants)) of the eligible
// spend E without VAT.
type GrantTerms struct {
	ID      string
	Object  string           // rent or build: what spend is eligible
	Share   quantity.Decimal // p
	Cap     quantity.Fen     // a year of rent, or the whole purchase; 0 = none
	Ceiling quantity.Decimal // L; 0 = the whole spend
	Years   int              // project years of rent that earn the grant; 0 = all
	Lag     int              // months from the end of the year or of the scenario, or from the purchase, to the payment
	Minimum quantity.Fen     // least spend of a year, or purchase, that is supported; 0 = none
	Doubt   string           // message key for why it cannot be counted on; "" = nothing known
	Terms   string           // conditions in words
	Untaxed bool             // not taxable; what it pays for is then not deductible
}

// GrantOf turns a programme of the sheets into terms for a scenario that starts in a month. Programmes that have
// ended or could not be verified are taken all the same, and carry the doubt.
func GrantOf(s catalog.Subsidy, start quantity.YearMonth) (GrantTerms, diag.List) {
	g := GrantTerms{ID: s.ID, Object: s.Object, Lag: int(toFloat(s.LagMonths))}
	if s.Object != "rent" && s.Object != "build" {
		return g, diag.List{diag.New("money.subsidy.object", "id", s.ID, "object", s.Object)}
	}
	if s.Share.Missing() {
		return g, diag.List{diag.New("money.subsidy.no_rate", "id", s.ID)}
	}
	g.Share, g.Ceiling = figureDecimal(s.Share), figureDecimal(s.Ceiling)
	g.Cap, _ = quantity.RoundFen(figureDecimal(s.Cap))
	g.Minimum, _ = quantity.RoundFen(figureDecimal(s.Minimum))
	g.Doubt, g.Terms = Doubt(s, start), s.Conditions
	return g, nil
}

// Doubt is the message key for why a programme cannot be counted on, "" when nothing is known against it.
func Doubt(s catalog.Subsidy, start quantity.YearMonth) string {
	if end, err := quantity.ParseDate(s.ValidTo); err == nil && start.First() > end {
		return "money.subsidy.expired"
	}
	switch s.Status {
	case "expired", "draft", "unverified":
		return "money.subsidy." + s.Status
	}
	return ""
}

func figureDecimal(f catalog.Figure) quantity.Decimal {
	if f.Missing() {
		return quantity.Decimal{}
	}
	d, err := quantity.ParseNumber(f.Typical)
	if err != nil {
		return quantity.Decimal{}
	}
	return d
}

// grants pays the grants on what was spent. Grants on the same spend share its ceiling in the order given.
func (w *moneyWork) grants() {
	others := map[string][]quantity.Fen{}
	for _, g := range w.t.Grants {
		spend := w.spend[g.Object]
		w.noteGrant(g, len(spend) > 0)
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

// noteGrant says what stands against counting on a programme, and its conditions.
func (w *moneyWork) noteGrant(g GrantTerms, meets bool) {
	if !meets {
		return
	}
	if g.Doubt != "" {
		w.note(g.Doubt, "id", g.ID)
	}
	if g.Terms != "" {
		w.note("money.subsidy.conditions", "id", g.ID, "conditions", g.Terms)
	}
}

// grant pays one grant on the spend of a project year, counted from 0, and returns it.
func (w *moneyWork) grant(g GrantTerms, year int, spend, others quantity.Fen) quantity.Fen {
	if spend < g.Minimum {
		return 0
	}
	yuan := finance.Grant{
		Share: g.Share.InexactFloat64(), Cap: g.Cap.Float(), Ceiling: g.Ceiling.InexactFloat64(),
	}.Amount(spend.Float(), others.Float())
	amount, err := quantity.RoundFenFloat(yuan)
	if err != nil || amount <= 0 {
		return 0
	}
	at := max(12*year+1, min(12*(year+1), w.in.Months)) + g.Lag
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
