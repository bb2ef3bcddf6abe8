package costmodel

import (
	"gpucalc/internal/diag"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// LoanTerms is a bank loan for a share of what machines cost.
type LoanTerms struct {
	Share         quantity.Decimal // of the purchase with its VAT, above 0, at most 1
	Months        int
	Rate          quantity.Decimal // nominal, a year
	Repayment     finance.Repayment
	Subsidy       quantity.Decimal // points of interest a year borne by a programme; 0 = none
	SubsidyMonths int              // 0 = the whole loan
	SubsidyID     string           // programme that bears the points; "" = the user's own words
	SubsidyDoubt  string           // message key when it cannot be counted on
}

// LeaseTerms is a finance lease: the lessor pays the machine and keeps the title to the end.
type LeaseTerms struct {
	Down      quantity.Decimal // share of the price paid at the start
	Fee       quantity.Decimal // of what is financed, once
	Deposit   quantity.Decimal // of the price, returned with the last rent
	Months    int
	Rate      quantity.Decimal // nominal, a year
	PerYear   int              // rents a year: 12 or 4
	Repayment finance.Repayment
	EndPrice  quantity.Fen
}

const maxLoanMonths = 360

func (l LoanTerms) check() diag.List {
	wrong := checkMonths(l.Months)
	if !l.Share.IsPos() || l.Share.GreaterThan(quantity.Int(1)) {
		wrong = append(wrong, diag.New("money.loan_share", "value", l.Share.String()))
	}
	return wrong
}

func (l LeaseTerms) check() diag.List {
	wrong := checkMonths(l.Months)
	if l.Down.IsNeg() || !l.Down.LessThan(quantity.Int(1)) {
		wrong = append(wrong, diag.New("money.lease_down", "value", l.Down.String()))
	}
	if l.PerYear != 4 && l.PerYear != 12 || l.Months%(12/max(l.PerYear, 1)) != 0 {
		wrong = append(wrong, diag.New("money.lease_rhythm", "months", itoa(l.Months), "per_year", itoa(l.PerYear)))
	}
	return wrong
}

func checkMonths(months int) diag.List {
	if months < 1 || months > maxLoanMonths {
		return diag.List{diag.New("money.loan_months", "value", itoa(months), "max", itoa(maxLoanMonths))}
	}
	return nil
}

// borrow finances what was bought, from the month of the purchase on.
func (w *moneyWork) borrow() {
	if w.bought <= 0 || w.err != nil || len(w.assets) == 0 {
		return
	}
	if l := w.t.Loan; l != nil {
		w.loan(*l)
	}
	if l := w.t.Lease; l != nil {
		w.lease(*l)
	}
}

// start is the month of the first purchase.
func (w *moneyWork) start() int { return w.assets[0].at }

func (w *moneyWork) loan(l LoanTerms) {
	principal := w.part(w.bought, l.Share)
	rows, err := finance.Loan{
		Principal: principal, AnnualRate: l.Rate, PerYear: 12, Periods: l.Months, Repayment: l.Repayment,
	}.Schedule()
	if err != nil {
		w.err = err
		return
	}
	subsidy := finance.InterestSubsidy{Points: l.Subsidy, PerYear: 12, Periods: l.SubsidyMonths}.On(rows)
	if l.SubsidyDoubt != "" {
		w.note(l.SubsidyDoubt, "id", l.SubsidyID)
	}
	w.month(w.start()).Finance += principal
	w.repay(rows, subsidy, 12)
}

// repay pays the rows of a loan. When the machines are sold first, what is still owed is paid on that day.
func (w *moneyWork) repay(rows []finance.LoanRow, subsidy []quantity.Fen, perYear int) {
	every := 12 / perYear
	w.out.PerYear = perYear
	for i, row := range rows {
		at := w.start() + every*row.Period
		if w.sold.made && at >= w.sold.at {
			row.Principal += row.Balance
			row.Payment += row.Balance
			row.Balance = 0
		}
		w.month(at).Finance -= row.Payment
		tax, book := w.year(yearOf(at))
		interest := row.Interest
		if i < len(subsidy) {
			w.month(at).Finance += subsidy[i]
			interest -= subsidy[i]
			w.out.LoanSubsidy = append(w.out.LoanSubsidy, subsidy[i])
		}
		tax.Interest += interest
		book.Interest += interest
		w.out.Loan = append(w.out.Loan, row)
		if row.Balance == 0 {
			break
		}
	}
}

// lease finances the purchase by a lease. The lessor's invoices carry the VAT on the machine, so its credit follows
// the principal; the VAT on interest and fees is taken not to come back.
func (w *moneyWork) lease(l LeaseTerms) {
	down := w.part(w.bought, l.Down)
	principal := w.bought - down
	f := finance.FinanceLease{
		Loan: finance.Loan{
			Principal: principal, AnnualRate: l.Rate, PerYear: l.PerYear, Periods: l.Months * l.PerYear / 12,
			Repayment: l.Repayment,
		},
		Down: down, Fee: w.part(principal, l.Fee), Deposit: w.part(w.bought, l.Deposit), EndPrice: l.EndPrice,
	}
	rows, err := f.Loan.Schedule()
	if err == nil {
		w.out.LeaseRate, err = f.ImpliedRate()
	}
	if err != nil {
		w.err = err
		return
	}
	for i, r := range w.out.LeaseRate.Roots {
		w.out.LeaseRate.Roots[i] = finance.Annualise(r, l.PerYear)
	}
	w.month(w.start()).Finance += principal - f.Fee - f.Deposit
	w.deduct(yearOf(w.start()+1), f.Fee)
	w.repay(rows, nil, l.PerYear)
	last := w.start() + 12/l.PerYear*w.out.Loan[len(w.out.Loan)-1].Period
	w.month(last).Finance += f.Deposit - f.EndPrice
	w.deduct(yearOf(last), f.EndPrice)
	w.deferCredit(principal, l.PerYear)
}

// deferCredit moves the VAT credit of the financed part from the purchase to the repayments of principal.
func (w *moneyWork) deferCredit(principal quantity.Fen, perYear int) {
	if w.boughtV == 0 {
		return
	}
	all := w.boughtV.Yuan().Mul(principal.Yuan())
	later, _ := all.Div(w.bought.Yuan())
	total := w.round(later)
	w.month(w.start()).VAT -= total
	var repaid, given quantity.Fen
	for _, row := range w.out.Loan {
		repaid += row.Principal
		due, _ := total.Yuan().Mul(repaid.Yuan()).Div(principal.Yuan())
		credit := w.round(due)
		w.month(w.start() + 12/perYear*row.Period).VAT += credit - given
		given = credit
	}
}
