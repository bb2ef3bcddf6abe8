package compare

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// MoneyOutcome is money over time of a whole comparison: the terms it was looked at under, the figures of the rules,
// and buying against renting.
type MoneyOutcome struct {
	Terms        costmodel.MoneyTerms
	DiscountRate float64
	Rules        []catalog.Figure
	Increment    *costmodel.Increment // best owning less best renting; nil when nothing is discounted or one is missing
}

// desk computes the money of options under the terms of one comparison.
type desk struct {
	in    costmodel.Input
	costs costmodel.Result
	rules costmodel.MoneyRules
}

// layMoney adds money over time to the rows when the terms ask for it.
func (r *Result) layMoney(in costmodel.Input, costs costmodel.Result) {
	if !in.Money.Active() {
		return
	}
	rules, lacks := costmodel.NewMoneyRules(in.Catalog)
	if len(lacks) > 0 {
		for _, d := range lacks {
			r.Warnings = append(r.Warnings, d.AsWarning())
		}
		return
	}
	r.desk = &desk{in, costs, rules}
	r.Money = &MoneyOutcome{Terms: in.Money, DiscountRate: rules.DiscountRate, Rules: rules.Used}
	for i := range r.Rows {
		w := &r.Rows[i]
		if w.Priced {
			r.setMoney(w, r.desk.money(w.Option))
		}
	}
}

// setMoney gives a row its money, and what is per card-hour of it.
func (r *Result) setMoney(w *Row, m costmodel.MoneyResult) {
	w.Money, w.PeakCash = &m, m.PeakCash
	if m.Terms.Decides() {
		w.PerCardHour, w.PerUsedHour = m.Cost().Float()/w.PaidCardHours, m.Cost().Float()/r.UsedHours
	}
	for _, note := range m.Notes {
		r.warnOnce(note.AsWarning())
	}
	if m.OverLimit() {
		r.warnOnce(diag.New("money.over_limit", "option", w.ID, "peak", m.PeakCash.Format(),
			"limit", m.Terms.CashLimit.Format()).AsWarning())
	}
}

func (r *Result) warnOnce(d diag.Diagnostic) {
	for _, x := range r.Warnings {
		if x.Key == d.Key && equalArgs(x.Args, d.Args) {
			return
		}
	}
	r.Warnings = append(r.Warnings, d)
}

func equalArgs(a, b []diag.Arg) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (d *desk) money(o costmodel.Option) costmodel.MoneyResult {
	return costmodel.Money(costmodel.NewMoneyInput(d.in, d.costs, o, d.rules))
}

// Cost is what the row is compared by: the bill's total, or what it comes to under the terms of money over time.
func (w Row) Cost() quantity.Fen {
	if w.Money != nil && w.Money.Terms.Decides() {
		return w.Money.Cost()
	}
	return w.Total()
}

// CanWin reports whether the row has all its prices and needs no more cash than there is.
func (w Row) CanWin() bool {
	return w.Priced && (w.Money == nil || w.Money.Computed() && !w.Money.OverLimit())
}

// weighs reports whether costs differ from the bills' totals.
func (r *Result) weighs() bool { return r.desk != nil && r.desk.in.Money.Decides() }

// offerCost is what an offer is compared by.
func (r *Result) offerCost(b costmodel.OfferBill) quantity.Fen {
	if !r.weighs() {
		return b.Ledger.Total
	}
	return r.desk.money(costmodel.OfferOption(b)).Cost()
}

// affords reports whether an option, which need not be a row, needs no more cash than there is: only then can it win.
func (r *Result) affords(o costmodel.Option) bool {
	if r.desk == nil {
		return true
	}
	m := r.desk.money(o)
	return m.Computed() && !m.OverLimit()
}

// weigher returns what options of other bills come to under the terms of an input, and whether there is cash enough.
func weigher(in costmodel.Input, costs costmodel.Result) func(costmodel.Option) (cost quantity.Fen, affords bool) {
	rules, lacks := costmodel.NewMoneyRules(in.Catalog)
	if !in.Money.Active() || len(lacks) > 0 {
		return func(o costmodel.Option) (quantity.Fen, bool) { return o.Total(), true }
	}
	d := desk{in, costs, rules}
	return func(o costmodel.Option) (quantity.Fen, bool) {
		m := d.money(o)
		affords := m.Computed() && !m.OverLimit()
		if !in.Money.Decides() {
			return o.Total(), affords
		}
		return m.Cost(), affords
	}
}

// costsUnder compares the counted rows under other rules or terms.
func (r *Result) costsUnder(change func(*desk)) []candidate {
	d := *r.desk
	change(&d)
	var cs []candidate
	for _, w := range r.Rows {
		if w.Counts && w.CanWin() {
			cs = append(cs, candidate{w.ID, w.Family, d.money(w.Option).Cost()})
		}
	}
	return cs
}

// flipMoney asks what would turn a verdict that rests on present cost or on VAT: capital at 0, another resale curve,
// and prices that do not say whether they include VAT.
func (r *Result) flipMoney() {
	turned := func(what string, cs []candidate, args ...string) {
		if w, _, ok := best(cs); ok && w.family != r.Verdict.Family {
			r.addFlip(what, w, args...)
		}
	}
	turned("capital", r.costsUnder(func(d *desk) {
		d.rules.DiscountRate = 0
		d.in.Money.NPV = true // drops the capital line of the bill
	}))
	for _, c := range r.curvesTried() {
		turned("curve", r.withCurve(c), "curve", c)
	}
	turned("vat-unknown", r.ifExcluded())
}

// ifExcluded takes the chosen family's prices of unknown VAT as without it, and everybody else's as including it.
func (r *Result) ifExcluded() []candidate {
	var cs []candidate
	for _, w := range r.Rows {
		if !w.Counts || !w.CanWin() {
			continue
		}
		c := candidate{w.ID, w.Family, w.Cost()}
		if w.Family == r.Verdict.Family && w.Money.IfExcluded != 0 {
			c.total = w.Money.IfExcluded
		}
		cs = append(cs, c)
	}
	return cs
}

// curvesTried lists the resale curves that owning was billed with, each once.
func (r *Result) curvesTried() []string {
	var out []string
	for _, c := range r.desk.costs.Curves {
		if len(out) == 0 || out[len(out)-1] != c.Curve {
			out = append(out, c.Curve)
		}
	}
	return out
}

// withCurve bills owning with another resale curve.
func (r *Result) withCurve(curve string) []candidate {
	in := r.desk.in
	in.Curve = curve
	costs := costmodel.BuildOwn(in)
	d := desk{in, costs, r.desk.rules}
	cs := r.candidates(in.Scenario.View)
	for i := range cs {
		for _, o := range costs.Options {
			if o.ID == cs[i].id && len(o.Missing) == 0 {
				cs[i].total = d.money(o).Cost()
			}
		}
	}
	return cs
}

// flipVAT asks whether getting the VAT back would turn a verdict on prices as they are quoted.
func (r *Result) flipVAT(in costmodel.Input, costs costmodel.Result) {
	rules, lacks := costmodel.NewMoneyRules(in.Catalog)
	if len(lacks) > 0 || in.Money.Decides() {
		return
	}
	in.Money = costmodel.MoneyTerms{Taxpayer: costmodel.TaxpayerGeneral}
	d := desk{in, costs, rules}
	var cs []candidate
	for _, w := range r.Rows {
		if w.Counts && w.CanWin() {
			cs = append(cs, candidate{w.ID, w.Family, d.money(w.Option).Cost()})
		}
	}
	if w, _, ok := best(cs); ok && w.family != r.Verdict.Family {
		r.addFlip("vat", w)
	}
}

// increment compares the best way to own with the best way to rent.
func (r *Result) increment() {
	if r.Money == nil || !r.Money.Terms.Discounts() {
		return
	}
	var own, rent *Row
	for i := range r.Rows {
		w := &r.Rows[i]
		if !w.Counts || !w.CanWin() {
			continue
		}
		switch {
		case w.Family == costmodel.FamilyOwn && (own == nil || w.Cost() < own.Cost()):
			own = w
		case w.Family == costmodel.FamilyRent && (rent == nil || w.Cost() < rent.Cost()):
			rent = w
		}
	}
	if own != nil && rent != nil {
		between := costmodel.Between(*own.Money, *rent.Money, own.ID, rent.ID)
		r.Money.Increment = &between
	}
}

// moneyRanges puts the ranges of rows on what they are compared by.
func (r *Result) moneyRanges(rs *ranges) {
	if !r.weighs() {
		return
	}
	for i := range r.Rows {
		w := &r.Rows[i]
		switch {
		case !w.Priced:
		case w.Family == costmodel.FamilyRent && w.Term != "mix":
			r.rentRange(w)
		default:
			cheap, dear := rs.ends(*w)
			low, high := r.moneyAt(w.Option, cheap), r.moneyAt(w.Option, dear)
			w.Low, w.High = min(low, high, w.Cost()), max(low, high, w.Cost())
		}
		w.HasRange = w.Priced && w.Low != w.High
	}
}

// rentRange is the cheapest and the dearest of the acceptable offers that make the spread of the term's bills.
func (r *Result) rentRange(w *Row) {
	w.Low, w.High = w.Cost(), w.Cost()
	for _, b := range r.Offers {
		if b.Ledger != nil && len(b.Rejected) == 0 && b.Term == w.Term && b.Ledger.Total <= w.SpreadHigh {
			c := r.offerCost(b)
			w.Low, w.High = min(w.Low, c), max(w.High, c)
		}
	}
}

// moneyAt is the cost of an option with other figures.
func (r *Result) moneyAt(o costmodel.Option, figures []float64) quantity.Fen {
	in := costmodel.NewMoneyInput(r.desk.in, r.desk.costs, o, r.desk.rules)
	in.Amounts = amountsAt(o.Ledger, figures)
	return costmodel.Money(in).Cost()
}

// amountsAt evaluates every line of a bill with other figures.
func amountsAt(l *ledger.Ledger, figures []float64) []quantity.Fen {
	roots := make([]ledger.Ref, len(l.Lines))
	for i, line := range l.Lines {
		roots[i] = line.Root
	}
	p := l.Book.Compile(roots)
	out := make([]float64, len(roots))
	p.Eval(figures, p.Scratch(), out)
	amounts := make([]quantity.Fen, len(roots))
	for i, v := range out {
		amounts[i] = fen(v)
		if l.Lines[i].Credit {
			amounts[i] = -amounts[i]
		}
	}
	return amounts
}

// moneyHolds reports whether the winner stays ahead of the other families when any one figure goes to either end.
func (r *Result) moneyHolds(rs *ranges, first candidate) bool {
	all := rs.book.Figures()
	for _, f := range rs.figures {
		for _, v := range []float64{all[f].Low.InexactFloat64(), all[f].High.InexactFloat64()} {
			if !r.aheadWith(rs, first, f, v) {
				return false
			}
		}
	}
	return true
}

func (r *Result) aheadWith(rs *ranges, first candidate, figure int, value float64) bool {
	old := rs.typical[figure]
	rs.typical[figure] = value
	defer func() { rs.typical[figure] = old }()
	row, _ := r.Row(first.id)
	win := r.moneyAt(row.Option, rs.typical)
	for _, w := range r.Rows {
		if w.Counts && w.CanWin() && w.Family != first.family && r.moneyAt(w.Option, rs.typical) < win {
			return false
		}
	}
	return true
}
