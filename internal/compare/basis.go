package compare

import (
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
)

// The amounts that options may be compared by.
const (
	BasisTotal       = "total"        // the bill's total
	BasisAfterTax    = "after-tax"    // after VAT, income tax and subsidies, undiscounted
	BasisPresentCost = "present-cost" // the same discounted to the first day
)

// Basis is what Cost of every row, and with it the verdict, stands on.
func (r *Result) Basis() string {
	switch {
	case r.Money == nil || !r.Money.Terms.Decides():
		return BasisTotal
	case r.Money.Terms.Discounts():
		return BasisPresentCost
	}
	return BasisAfterTax
}

// basisOf is the basis of bills as compared.
func basisOf(c costmodel.Comparer) string {
	if c.AfterVAT() {
		return BasisAfterTax
	}
	return BasisTotal
}

// onlyVAT refuses terms that solvers do not look at: they work with bills as compared, which know VAT and the price of
// capital, but neither discounting nor income tax.
func onlyVAT(in costmodel.Input) diag.List {
	if in.Money.OnlyVAT() {
		return nil
	}
	return diag.List{diag.New("money.only_vat").WithHint("money.only_vat.hint")}
}

// comparer is that of the input's terms, with what the sheets lack for them as warnings.
func comparer(in costmodel.Input) (costmodel.Comparer, diag.List) {
	c, lacks := costmodel.NewComparer(in)
	for i, d := range lacks {
		lacks[i] = d.AsWarning()
	}
	return c, lacks
}

// compared is the bill that an option of the comparison is compared by: the sum of its lines is Cost. The terms look at
// VAT alone.
func (r *Result) compared(o costmodel.Option) *ledger.Ledger {
	if !r.weighs() {
		return o.Ledger
	}
	l, err := r.desk.rules.Comparer(r.desk.in.Money).Bill(r.desk.in, r.desk.costs, o)
	if err != nil {
		return o.Ledger // beyond range: it cannot win either way
	}
	return l
}
