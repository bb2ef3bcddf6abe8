package finance

import (
	"cmp"
	"math"
	"slices"
)

// RateCount says how many rates of return a project has.
type RateCount uint8

// A project may have no rate of return, one, or several.
const (
	NoRate RateCount = iota
	OneRate
	SeveralRates
)

// String returns the word used in machine output: none, one or several.
func (c RateCount) String() string {
	switch c {
	case OneRate:
		return "one"
	case SeveralRates:
		return "several"
	}
	return "none"
}

// NoRateReason says why there is no rate of return.
type NoRateReason uint8

// The reasons.
const (
	RateFound        NoRateReason = iota // there is a rate
	OneSided                             // money flows in one direction only, or not at all
	NeverZero                            // money flows both ways, but no rate makes it zero
	BeyondFloat64                        // the only rates are too large for a float64
	UndefinedAmounts                     // an amount is NaN or infinite
)

// Key returns the message key of the reason, "" when there is a rate.
func (r NoRateReason) Key() string {
	switch r {
	case OneSided:
		return "finance.irr.one_sided"
	case NeverZero:
		return "finance.irr.never_zero"
	case BeyondFloat64:
		return "finance.irr.too_large"
	case UndefinedAmounts:
		return "finance.irr.undefined"
	}
	return ""
}

// Rates is the answer to "which rate makes the present value zero?".
type Rates struct {
	Roots []float64    // every rate above -1, ascending; empty = none
	Why   NoRateReason // why there is none
}

// Count returns whether there is no rate, one or several.
func (r Rates) Count() RateCount {
	return RateCount(min(len(r.Roots), int(SeveralRates)))
}

// Only returns the rate when there is exactly one.
func (r Rates) Only() (rate float64, ok bool) {
	if r.Count() != OneRate {
		return 0, false
	}
	return r.Roots[0], true
}

// IRR returns the rates per period at which the NPV of flows, the first of them
// now, is zero: all rates above -100 %, found by a search that covers every
// place where one can be.
func IRR(flows []float64) Rates {
	terms := make([]term, len(flows))
	for i, amount := range flows {
		terms[i] = term{at: float64(i), amount: amount}
	}
	return ratesOf(terms)
}

// XIRR is IRR for flows on given days, in any order: rates a year of 365 days.
func XIRR(flows []DatedFlow) Rates {
	terms := make([]term, len(flows))
	for i, f := range flows {
		terms[i] = term{at: float64(f.Day-flows[0].Day) / daysPerYear, amount: f.Amount}
	}
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(a.at, b.at) })
	return ratesOf(terms)
}

// ratesOf returns the rates at which the present value of ordered terms is zero.
func ratesOf(terms []term) Rates {
	v, why := newPresentValue(terms)
	if why != RateFound {
		return Rates{Why: why}
	}
	var roots []float64
	tooLarge := false
	for _, u := range v.zeros() {
		switch r := math.Expm1(u); {
		case math.IsInf(r, 1):
			tooLarge = true
		case r > -1:
			roots = append(roots, r)
		}
	}
	switch {
	case len(roots) > 0:
		return Rates{Roots: roots}
	case tooLarge:
		return Rates{Why: BeyondFloat64}
	}
	return Rates{Why: NeverZero}
}

// MIRR returns the modified rate of return: outflows are discounted to now at
// financeRate, inflows are carried to the end at reinvestRate, and the rate is
// the one that leads from the first sum to the second. It is NaN unless there
// are both outflows and inflows.
func MIRR(flows []float64, financeRate, reinvestRate float64) float64 {
	n := len(flows) - 1
	out, in := 0.0, 0.0
	for i, f := range flows {
		if f < 0 {
			out -= float64(f * math.Pow(1+financeRate, -float64(i)))
		} else {
			in += float64(f * math.Pow(1+reinvestRate, float64(n-i)))
		}
	}
	if out == 0 || in == 0 {
		return math.NaN()
	}
	return math.Pow(in/out, 1/float64(n)) - 1
}
