package costmodel

import (
	"math"

	"gpucalc/internal/quantity"
)

// The kinds of steps from a bill's total to what the option is compared by, in their order.
const (
	StepCapitalDropped = "capital-dropped" // discounting stands in its place
	StepCapitalVAT     = "capital-vat"     // VAT that comes back ties up no money
	StepVATAdded       = "vat-added"       // on prices quoted without it
	StepVATCredit      = "vat-credit"
	StepVATOutput      = "vat-output" // handed over on a sale
	StepVATLater       = "vat-later"  // credit that falls beyond the bill; 0 unless a lease leaves some
	StepTax            = "tax-shield"
	StepFinance        = "finance"        // loan or lease
	StepGrants         = "grants"         // subsidies
	StepDeposits       = "deposits"       // out and not back
	StepChargeDropped  = "charge-dropped" // reused: the bill's share of the loss in value
	StepMachine        = "machine"        // reused: the equal payments in its place
	StepDiscount       = "discount"
)

// StepKinds lists the kinds in their order.
var StepKinds = []string{
	StepCapitalDropped, StepCapitalVAT, StepVATAdded, StepVATCredit, StepVATOutput, StepVATLater, StepTax, StepFinance,
	StepGrants, StepDeposits, StepChargeDropped, StepMachine, StepDiscount,
}

// MoneyStep is one step from a bill's total to what the option is compared by. The total and the amounts of all steps
// sum to the cost.
type MoneyStep struct {
	Kind     string
	Category string       // of VAT; "" else
	Month    int          // months after the start: finance, grants, machine, discount
	Year     int          // project year, from 1: tax-shield; else 0
	Base     quantity.Fen // what Rate is taken of: the price without VAT, what is deducted, the month's cost
	Rate     float64      // Amount = Base x Rate but for the rounding of lines: less VAT, less income tax, less interest; 0 = none
	Amount   quantity.Fen // positive raises the cost
}

// StepTotal sums the steps of a kind.
func (r MoneyResult) StepTotal(kind string) quantity.Fen {
	var sum quantity.Fen
	for _, s := range r.Steps {
		if s.Kind == kind {
			sum += s.Amount
		}
	}
	return sum
}

// addVAT notes the VAT that is paid on top of a quoted price.
func (w *moneyWork) addVAT(c string, vat quantity.Fen) {
	if vat == 0 {
		return
	}
	for i := range w.added {
		if w.added[i].Category == c {
			w.added[i].Amount += vat
			return
		}
	}
	w.added = append(w.added, MoneyStep{Kind: StepVATAdded, Category: c, Amount: vat})
}

// reconcile lists the steps from the bill's total to the cost.
func (w *moneyWork) reconcile() {
	w.capitalSteps()
	for _, s := range w.added {
		w.step(s)
	}
	w.vatSteps()
	if !w.t.IncomeTax.IsZero() {
		rate := -w.t.IncomeTax.InexactFloat64()
		for _, y := range w.years {
			w.step(MoneyStep{Kind: StepTax, Year: y.Year, Base: y.Deducted, Rate: rate, Amount: -y.Shield})
		}
	}
	w.monthSteps(StepFinance, func(m MoneyMonth) quantity.Fen { return -m.Finance })
	w.monthSteps(StepGrants, func(m MoneyMonth) quantity.Fen { return -m.Grants })
	w.step(MoneyStep{Kind: StepDeposits, Amount: w.memos})
	if w.out.Whole != nil {
		w.step(MoneyStep{Kind: StepChargeDropped, Amount: -w.chargedShare()})
		w.monthSteps(StepMachine, func(m MoneyMonth) quantity.Fen { return -m.Machine })
	}
	if w.t.Discounts() {
		w.discountSteps()
	}
}

// step adds a step that moves something.
func (w *moneyWork) step(s MoneyStep) {
	if s.Amount != 0 {
		w.out.Steps = append(w.out.Steps, s)
	}
}

func (w *moneyWork) capitalSteps() {
	var billed quantity.Fen
	for _, line := range w.capital {
		billed += line.Amount
	}
	if w.t.Discounts() {
		w.step(MoneyStep{Kind: StepCapitalDropped, Amount: -billed})
		return
	}
	w.step(MoneyStep{Kind: StepCapitalVAT, Amount: w.out.Capital - billed})
}

func (w *moneyWork) vatSteps() {
	later := quantity.Fen(0)
	for _, m := range w.out.Months {
		later += m.VAT
	}
	for _, sale := range []bool{false, true} {
		for _, v := range w.out.VAT {
			if (v.Category == "resale") != sale {
				continue
			}
			s := MoneyStep{Kind: StepVATCredit, Category: v.Category, Base: v.Net, Rate: -v.Rate.InexactFloat64(), Amount: -v.Credited}
			if sale {
				s.Kind, s.Rate = StepVATOutput, -s.Rate
			}
			w.step(s)
			later -= v.Credited
		}
	}
	w.step(MoneyStep{Kind: StepVATLater, Amount: -later})
}

func (w *moneyWork) monthSteps(kind string, amount func(MoneyMonth) quantity.Fen) {
	for _, m := range w.out.Months {
		w.step(MoneyStep{Kind: kind, Month: m.Month, Amount: amount(m)})
	}
}

// chargedShare is the bill's share of a reused machine's loss in value.
func (w *moneyWork) chargedShare() quantity.Fen {
	var sum quantity.Fen
	for _, line := range w.in.Option.Ledger.Lines {
		if line.Item == "line.depreciation" {
			sum += line.Amount
		}
	}
	return sum
}

// discountSteps says what each month's cost loses by being paid later. Running sums are rounded, so that the steps sum
// to the present cost.
func (w *moneyWork) discountSteps() {
	rate := w.monthlyRate()
	last := 0
	for i, m := range w.out.Months {
		if m.Net != 0 {
			last = i
		}
	}
	var sum float64
	var given quantity.Fen
	for i, m := range w.out.Months {
		if m.Net == 0 {
			continue
		}
		one := math.Pow(1+rate, -float64(i))
		sum += float64(m.Net.Float() * one)
		present := w.fromFloat(sum)
		if i == last {
			present = w.out.NPV
		}
		w.step(MoneyStep{Kind: StepDiscount, Month: i, Base: -m.Net, Rate: one - 1, Amount: m.Net - (present - given)})
		given = present
	}
}
