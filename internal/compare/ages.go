package compare

import (
	"slices"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// collectFigures lists the figures behind the chosen option and the best owning one, with their age.
func (r *Result) collectFigures() {
	choice, own := map[int]bool{}, map[int]bool{}
	for _, w := range r.Rows {
		if !w.Priced {
			continue
		}
		for _, f := range r.Book.Uses([]ledger.Ref{w.Ledger.TotalExpr().Ref()}) {
			if w.Chosen {
				choice[f] = true
			}
			if w.Family == costmodel.FamilyOwn {
				own[f] = true
			}
		}
	}
	all := r.Book.Figures()
	r.Figures = slices.Grow(r.Figures, len(all))
	for i, f := range all {
		if f.Given || !choice[i] && !own[i] {
			continue
		}
		u := Used{Figure: f, AgeMonths: -1, AgeDays: -1, InChoice: choice[i], InOwn: own[i]}
		if d, ok := AsOfDay(f.AsOf); ok {
			u.AgeMonths, u.AgeDays = r.Today.Since(d.Month()), r.Day.Since(d)
		}
		r.Figures = append(r.Figures, u)
	}
}

// AsOfDay reads an as-of text: a day, a month (its first day) or a bare year (its middle).
func AsOfDay(s string) (quantity.Date, bool) {
	switch len(s) {
	case 4:
		s += "-07-01"
	case 7:
		s += "-01"
	}
	d, err := quantity.ParseDate(s)
	return d, err == nil
}

func asOfMonth(s string) (quantity.YearMonth, bool) {
	d, ok := AsOfDay(s)
	return d.Month(), ok
}

// apartMonths is how far own and rent prices may lie apart before the headline says so.
const apartMonths = 6

// warnAge adds a warning for each old price behind the answer, for estimates, and for prices of different times.
func (r *Result) warnAge(oldMonths int) {
	if r.Verdict == nil {
		return
	}
	var ownAt, rentAt quantity.YearMonth
	estimates := 0
	for _, u := range r.Figures {
		if u.Estimate {
			estimates++
		}
		isRent := u.Name == "f.rent_price"
		isOwn := u.Name == "f.server_price" || u.Name == "f.card_price"
		m, dated := asOfMonth(u.AsOf)
		if !dated || !isRent && !isOwn {
			continue
		}
		if isRent && u.InChoice {
			rentAt = max(rentAt, m)
		}
		if isOwn {
			ownAt = max(ownAt, m)
		}
		if u.AgeMonths >= oldMonths {
			r.Warnings = append(r.Warnings, diag.New("warning.price_old", "figure", u.ID, "asof", u.AsOf,
				"months", strconv.Itoa(u.AgeMonths), "days", strconv.Itoa(u.AgeDays)).AsWarning())
		}
	}
	if rentAt == 0 {
		rentAt = r.newestRent()
	}
	if ownAt != 0 && rentAt != 0 {
		if apart := abs(ownAt.Since(rentAt)); apart > apartMonths {
			r.Verdict.MonthsApart = apart
			r.Warnings = append(r.Warnings, diag.New("warning.prices_apart", "own", ownAt.String(), "rent", rentAt.String(),
				"months", strconv.Itoa(apart)).AsWarning())
		}
	}
	if estimates > 0 {
		r.Warnings = append(r.Warnings, diag.New("warning.estimates", "count", strconv.Itoa(estimates)).AsWarning())
	}
}

// newestRent is the month of the rent price of the best rented option, when the verdict is to own.
func (r *Result) newestRent() quantity.YearMonth {
	for _, w := range r.Rows {
		if w.Priced && w.Family == costmodel.FamilyRent {
			for _, b := range r.Offers {
				if slices.Contains(w.Offers, b.Offer.ID) {
					if m, dated := asOfMonth(b.Offer.Price.AsOf); dated {
						return m
					}
					return 0
				}
			}
		}
	}
	return 0
}

func abs(n int) int { return max(n, -n) }

// oldAfter is the age in months from which a price counts as old, an assumption of the sheets.
func oldAfter(cat *catalog.Catalog) int {
	a, ok := cat.Assumption("old-months")
	n, err := strconv.Atoi(a.Value.Typical)
	if !ok || err != nil {
		return apartMonths
	}
	return n
}
