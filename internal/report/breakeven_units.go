package report

import (
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/quantity"
)

// unit is what the values of an unknown are counted in. A rent has the unit of the offer that stands for all.
func (d breakEvenDoc) unit(s compare.Solution) string {
	if s.Solve == compare.SolveRent {
		return d.unitOf(s.Unit)
	}
	return d.t.T("unit.breakeven." + s.Solve)
}

// unitOf is a price unit of the sheets such as CNY/server-month for people.
func (d breakEvenDoc) unitOf(unit string) string {
	currency, per, ok := strings.Cut(unit, "/")
	if !ok {
		return none
	}
	if key := "unit.currency." + currency; d.t.Has(key) {
		currency = d.t.T(key)
	}
	var words []string
	for _, w := range strings.Split(per, "-") {
		if key := "unit.word." + w; d.t.Has(key) {
			w = d.t.T(key)
		}
		words = append(words, w)
	}
	return currency + "/" + strings.Join(words, d.t.T("unit.join"))
}

// perCardHour is the unit that makes rents comparable.
const perCardHour = "CNY/card-hour"

// valueOf is a value of an unknown with what makes it comparable: a rent that is not by the card-hour with what it comes
// to by that.
func (d breakEvenDoc) valueOf(s compare.Solution, v, cardHour float64) string {
	if s.Solve != compare.SolveRent || s.Unit == perCardHour {
		return amountOf(s, v)
	}
	return d.t.T("report.breakeven.by_card_hour", "value", amountOf(s, v), "hour", unitPrice(cardHour))
}

// times is a factor on today's price; "" where there is none.
func (d breakEvenDoc) times(factor float64) string {
	if factor == 0 {
		return ""
	}
	return d.t.T("report.breakeven.times", "factor", quantity.Fixed(factor, 2))
}

// amountOf is a value of an unknown for people.
func amountOf(s compare.Solution, v float64) string {
	switch s.Solve {
	case compare.SolveUtil:
		return quantity.Fixed(v*100, 1) + "%"
	case compare.SolveMonths:
		return quantity.DropZeros(quantity.Fixed(v, 1))
	case compare.SolvePower:
		return quantity.DropZeros(quantity.Fixed(v, 4))
	}
	return quantity.DropZeros(quantity.Fixed(v, 2))
}
