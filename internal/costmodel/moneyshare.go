package costmodel

import (
	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// reused lays out the project's share of a machine that others use too. The bill holds a charge, the share of the
// loss in value, which is no cash and cannot be discounted. In its place stands the whole machine over its life:
// purchase, VAT, tax, finance and resale, made into an equal payment for each month of its life, of which the project
// pays the months that it holds. With a rate of 0 both come to the same.
func (w *moneyWork) reused() {
	s, ok := w.readShare()
	if !ok {
		w.note("money.no_share")
		w.bill()
		return
	}
	whole := moneyOf(s.machine(w.in), w.unknown)
	w.out.Whole, w.out.Share = &whole, s.held
	w.out.VATUnknown = whole.VATUnknown
	w.out.Notes = append(w.out.Notes, whole.Notes...)
	each := finance.SpreadEqually(w.monthlyRate(), s.lifeMonths, whole.NPV.Float())
	w.out.Payment = -each
	total, err := quantity.RoundFenFloat(each * s.held)
	if err != nil {
		w.err = err
		return
	}
	months := max(1, w.in.Months-s.from)
	for i, part := range quantity.SplitFen(total, months) {
		w.month(s.from + i + 1).Machine += part
	}
	w.shareOfRunning(s.from, months)
	w.grants()
}

// shareOfRunning spreads the running costs, which the bill charges on the first day, over the months of use. Rent beside
// it keeps its dates.
func (w *moneyWork) shareOfRunning(from, months int) {
	for i, line := range w.in.Option.Ledger.Lines {
		if w.in.Amounts != nil {
			line.Amount = w.in.Amounts[i]
		}
		switch {
		case line.Item == "line.depreciation":
		case line.Category == "capital":
			w.capital = append(w.capital, line)
		case line.At != from || line.Memo || datedInShare[line.Category]:
			w.line(line)
		default:
			for m, part := range quantity.SplitFen(line.Amount, months) {
				each := line
				each.At, each.Amount = from+m, part
				w.line(each)
			}
		}
	}
	w.chargeCapital()
}

// datedInShare are the categories that stay on their day in the bill of a reused machine.
var datedInShare = map[category]bool{"rent": true, "delay": true, "deposit": true, "failures": true}

// machineShare is what the charge of a reused machine was made of, read from its formula.
type machineShare struct {
	paid, back quantity.Fen
	root       ledger.Ref
	from       int // month in which the project begins to hold the machine
	lifeMonths int
	held       float64 // months of the whole machine that the project pays for
}

func (w *moneyWork) readShare() (machineShare, bool) {
	l := w.in.Option.Ledger
	for i, line := range l.Lines {
		if line.Item != "line.depreciation" {
			continue
		}
		factors, err := l.Book.Factors(line.Root)
		if err != nil {
			return machineShare{}, false
		}
		s := machineShare{root: line.Root, from: line.At}
		lifeHours, ok1 := factorNamed(factors, "f.life_hours")
		held, ok2 := factorNamed(factors, "f.held_hours")
		back, ok3 := factorNamed(factors, "f.resale")
		if !ok1 || !ok2 || !ok3 || lifeHours.IsZero() || held.IsZero() {
			return s, false
		}
		s.lifeMonths = max(1, int(lifeHours.InexactFloat64()/quantity.HoursPerMonth+0.5))
		s.held = held.InexactFloat64() / quantity.HoursPerMonth
		s.back = w.round(back)
		amount := line.Amount
		if w.in.Amounts != nil {
			amount = w.in.Amounts[i]
		}
		loss, err := amount.Yuan().Mul(lifeHours).Div(held)
		if err != nil {
			return s, false
		}
		s.paid = s.back + w.round(loss)
		if paid, ok := firstOfDifference(factors); ok && w.in.Amounts == nil {
			s.paid = w.round(paid)
		}
		return s, true
	}
	return machineShare{}, false
}

// factorNamed finds a factor by its name, however deep.
func factorNamed(factors []ledger.Factor, name string) (quantity.Decimal, bool) {
	for _, f := range factors {
		if f.Name == name {
			d, err := quantity.ParseNumber(f.Value)
			return d, err == nil
		}
		if d, ok := factorNamed(f.Of, name); ok {
			return d, true
		}
	}
	return quantity.Decimal{}, false
}

// firstOfDifference is what is paid in "paid less resale".
func firstOfDifference(factors []ledger.Factor) (quantity.Decimal, bool) {
	for _, f := range factors {
		if f.Op == "-" && len(f.Of) == 2 && f.Of[1].Name == "f.resale" {
			d, err := quantity.ParseNumber(f.Of[0].Value)
			return d, err == nil
		}
	}
	return quantity.Decimal{}, false
}

// machine is the input for the whole machine over its life: bought now, sold at the end.
func (s machineShare) machine(in MoneyInput) MoneyInput {
	book := in.Option.Ledger.Book
	l := ledger.New(book)
	l.Lines = []ledger.Line{
		{Item: "line.purchase", Category: "purchase", Root: s.root, Amount: s.paid},
		{At: s.lifeMonths, Item: "line.resale", Category: "resale", Credit: true, Root: s.root, Amount: -s.back},
	}
	l.Total = s.paid - s.back
	out := in
	out.Option.Ledger, out.Option.View, out.Option.Invested = l, "", 0
	out.Months, out.Amounts = s.lifeMonths, nil
	out.Terms.CashLimit = 0
	out.Terms.NPV = true
	out.Terms.Grants = nil
	for _, g := range in.Terms.Grants {
		if g.Object == "build" {
			out.Terms.Grants = append(out.Terms.Grants, g)
		}
	}
	return out
}
