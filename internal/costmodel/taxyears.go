package costmodel

import "gpucalc/internal/quantity"

// TaxYear is what a project year deducts from taxable income and what that saves. Shield = rate x Deducted.
type TaxYear struct {
	Year         int          // from 1; settled at month 12 x Year
	Costs        quantity.Fen // paid costs
	Depreciation quantity.Fen
	Interest     quantity.Fen // less interest subsidy
	Extra        quantity.Fen // deducted once more for R&D
	Disposal     quantity.Fen // book value for tax less what the sale brought; a gain is negative
	Income       quantity.Fen // taxed grants, negative
	Deducted     quantity.Fen // the sum
	Shield       quantity.Fen
}

// BookYear is the charge to reported profit of a project year, before income tax. It changes no cash.
type BookYear struct {
	Year         int
	Costs        quantity.Fen
	Depreciation quantity.Fen
	Interest     quantity.Fen
	Disposal     quantity.Fen // book value less what the sale brought; a gain is negative
	Income       quantity.Fen // grants, negative
	Charge       quantity.Fen // the sum
}

// year returns the rows of a project year, adding rows up to it.
func (w *moneyWork) year(n int) (*TaxYear, *BookYear) {
	for len(w.years) < n {
		w.years = append(w.years, TaxYear{Year: len(w.years) + 1})
		w.book = append(w.book, BookYear{Year: len(w.book) + 1})
	}
	return &w.years[n-1], &w.book[n-1]
}

func (w *moneyWork) deduct(year int, amount quantity.Fen) {
	tax, book := w.year(year)
	tax.Costs += amount
	book.Costs += amount
}

// extraForRent deducts the rent of leased machines once more for the share that is R&D. A fee for a cloud service is
// not on the list of what counts.
func (w *moneyWork) extraForRent(year int, amount quantity.Fen) {
	if w.t.RD.IsZero() || w.t.IncomeTax.IsZero() {
		return
	}
	if !leasesMovables(w.in.Class) {
		w.note("money.rd_not_cloud")
		return
	}
	tax, _ := w.year(year)
	tax.Extra += w.extra(amount)
}

// extraForCharge does the same for the share of a machine's loss in value that a bill charges.
func (w *moneyWork) extraForCharge(year int, amount quantity.Fen) {
	tax, _ := w.year(year)
	tax.Extra += w.extra(amount)
}

// extra is what is deducted once more of an amount.
func (w *moneyWork) extra(amount quantity.Fen) quantity.Fen {
	return w.part(amount, w.t.RD.Mul(w.r.rates["rnd-100"]))
}

// settle adds up the years, pays the tax saved at the end of each, and fills the sums of the months.
func (w *moneyWork) settle() {
	for i := range w.years {
		t, b := &w.years[i], &w.book[i]
		t.Deducted = t.Costs + t.Depreciation + t.Interest + t.Extra + t.Disposal + t.Income
		b.Charge = b.Costs + b.Depreciation + b.Interest + b.Disposal + b.Income
		if w.t.IncomeTax.IsZero() || t.Deducted == 0 {
			continue
		}
		t.Shield = w.part(t.Deducted, w.t.IncomeTax)
		w.month(12 * t.Year).Tax += t.Shield
		w.out.Shield += t.Shield
	}
	if !w.t.IncomeTax.IsZero() {
		w.out.TaxYears, w.out.TaxCharges = w.years, w.charges
	}
	w.out.BookYears = w.book
	var sum quantity.Fen
	for i := range w.out.Months {
		m := &w.out.Months[i]
		m.Net = m.Paid + m.Imputed + m.Received + m.VAT + m.Finance + m.Grants + m.Tax + m.Machine
		sum += m.Net
		m.Total = sum
	}
	w.out.Net = -sum
}
