package costmodel

import (
	"gpucalc/internal/diag"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// monthlyRate compounds to the yearly discount rate over twelve months.
func (w *moneyWork) monthlyRate() float64 { return finance.PeriodRate(w.r.DiscountRate, 12) }

// result fills what follows from the months.
func (w *moneyWork) result() MoneyResult {
	out := &w.out
	for _, v := range out.VAT {
		if v.Category != "resale" {
			out.InputVAT += v.Credited
		}
	}
	out.PeakCash = peak(out.Months) + w.paidInFull()
	if out.Terms.Discounts() {
		w.discount()
	}
	if w.in.Amounts == nil {
		w.reconcile()
	}
	if w.err != nil {
		out.Notes = append(out.Notes, diag.New("money.not_computable", "reason", w.err.Error()))
	}
	return *out
}

// paidInFull is the cash that a reused machine takes beside what the project pays to run its share.
func (w *moneyWork) paidInFull() quantity.Fen {
	if w.out.Whole != nil {
		return w.out.Whole.PeakCash
	}
	return w.in.Option.Invested
}

// discount fills the present value and the equal yearly cost over the scenario's months.
func (w *moneyWork) discount() {
	flows := floatsOf(w.out.Flows())
	rate := w.monthlyRate()
	npv := finance.NPV(rate, flows)
	w.out.NPV = w.fromFloat(npv)
	each := finance.SpreadEqually(rate, max(1, w.in.Months), -npv)
	w.out.EquivalentAnnual = w.fromFloat(-finance.FV(rate, 12, each, 0, finance.AtEnd))
}

func (w *moneyWork) fromFloat(yuan float64) quantity.Fen {
	f, err := quantity.RoundFenFloat(yuan)
	if err != nil && w.err == nil {
		w.err = err
	}
	return f
}

// peak is the most that is out of pocket in any month before what comes back in it. A loan comes in when the purchase
// is paid, and so lowers it. What is imputed and the share of a machine that is paid in full are no cash.
func peak(months []MoneyMonth) quantity.Fen {
	var run, top quantity.Fen
	for _, m := range months {
		out, back := quantity.Fen(0), quantity.Fen(0)
		for _, f := range []quantity.Fen{m.Paid + m.Finance, m.Received, m.VAT, m.Grants, m.Tax} {
			if f < 0 {
				out -= f
			} else {
				back += f
			}
		}
		top = max(top, run+out)
		run += out - back
	}
	return top
}

func floatsOf(fen []quantity.Fen) []float64 {
	out := make([]float64, len(fen))
	for i, f := range fen {
		out[i] = f.Float()
	}
	return out
}

// Increment is owning less renting, month by month: what buying costs more at first and saves later.
type Increment struct {
	Own, Rent  string // option ids
	Flows      []quantity.Fen
	Shared     bool                // a reused machine: the project lays nothing out, so there is no return on it and nothing to pay back
	Rates      finance.Rates       // effective a year; none when Shared
	Payback    finance.PaybackTime // months
	Discounted finance.PaybackTime // months, at the discount rate
	NAL        quantity.Fen        // net advantage of renting: positive favours renting
	Borrowing  float64             // the after-tax cost of borrowing, r x (1 - t); 0 = no loan or lease
	NALBorrow  quantity.Fen        // NAL at that rate
}

// Between compares the money of owning with that of renting at the discount rate of both.
func Between(own, rent MoneyResult, ownID, rentID string) Increment {
	out := Increment{Own: ownID, Rent: rentID, Flows: less(own.Flows(), rent.Flows())}
	flows := floatsOf(out.Flows)
	monthly := finance.PeriodRate(own.DiscountRate, 12)
	if out.Shared = own.Whole != nil; !out.Shared {
		out.Rates = finance.IRR(flows)
		for i, r := range out.Rates.Roots {
			out.Rates.Roots[i] = finance.Annualise(r, 12)
		}
		out.Payback = finance.Payback(flows)
		out.Discounted = finance.DiscountedPayback(monthly, flows)
	}
	out.NAL = roundOr0(-finance.NPV(monthly, flows))
	if out.Borrowing = own.Terms.borrowing(); out.Borrowing > 0 {
		out.NALBorrow = roundOr0(-finance.NPV(finance.PeriodRate(out.Borrowing, 12), flows))
	}
	return out
}

// borrowing is the after-tax cost of the loan or lease a year, 0 without one.
func (t MoneyTerms) borrowing() float64 {
	keep := quantity.Int(1).Sub(t.IncomeTax)
	switch {
	case t.Loan != nil:
		return finance.EffectiveRate(t.Loan.Rate.Mul(keep).InexactFloat64(), 12)
	case t.Lease != nil:
		return finance.EffectiveRate(t.Lease.Rate.Mul(keep).InexactFloat64(), max(1, t.Lease.PerYear))
	}
	return 0
}

// roundOr0 rounds a present value; those of bills are far inside the range of fen.
func roundOr0(yuan float64) quantity.Fen {
	f, err := quantity.RoundFenFloat(yuan)
	if err != nil {
		return 0
	}
	return f
}

// less is a - b by month, the shorter one filled with zeros.
func less(a, b []quantity.Fen) []quantity.Fen {
	out := make([]quantity.Fen, max(len(a), len(b)))
	copy(out, a)
	for i, x := range b {
		out[i] -= x
	}
	return out
}
