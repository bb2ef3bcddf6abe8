package finance

import "math"

// NPV returns the present value of one flow a period, the first of them now:
// the sum of flows[i]/(1+rate)^i. rate > -1.
func NPV(rate float64, flows []float64) float64 {
	if !(rate > -1) {
		return math.NaN()
	}
	return polynomial(1/(1+rate), flows)
}

// polynomial is the sum of c[i]*v^i.
func polynomial(v float64, c []float64) float64 {
	sum := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		sum = float64(sum*v) + c[i]
	}
	return sum
}

// NPVExcel is the NPV of spreadsheets, which puts the first value one period
// ahead: NPV divided by 1+rate.
func NPVExcel(rate float64, values []float64) float64 {
	return NPV(rate, values) / (1 + rate)
}

// NPVProfile returns the NPV at each rate.
func NPVProfile(rates, flows []float64) []float64 {
	out := make([]float64, len(rates))
	for i, rate := range rates {
		out[i] = NPV(rate, flows)
	}
	return out
}

// daysPerYear is the year of XNPV and XIRR, leap years included.
const daysPerYear = 365

// DatedFlow is money on a day. Day counts from any fixed day, see DayNumber.
type DatedFlow struct {
	Day    int
	Amount float64
}

// DayNumber returns the number of days from 1970-01-01 to a day of the
// Gregorian calendar. Months and days outside their range carry over.
func DayNumber(year, month, day int) int {
	month--
	year += floorDiv(month, 12)
	month -= 12 * floorDiv(month, 12)
	// Years run from March, so that the leap day is the last of its year.
	m := (month + 10) % 12
	if m >= 10 {
		year--
	}
	const fromYearZero = 719468 // 0000-03-01 to 1970-01-01
	leap := floorDiv(year, 4) - floorDiv(year, 100) + floorDiv(year, 400)
	return 365*year + leap + (153*m+2)/5 + day - 1 - fromYearZero
}

// floorDiv divides and rounds towards minus infinity; b > 0.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// XNPV returns the present value, on the day of the first flow, of flows on
// given days: the sum of amount/(1+rate)^(days/365). rate > -1 a year.
func XNPV(rate float64, flows []DatedFlow) float64 {
	if !(rate > -1) {
		return math.NaN()
	}
	sum := 0.0
	for _, f := range flows {
		years := float64(f.Day-flows[0].Day) / daysPerYear
		sum += float64(f.Amount * math.Pow(1+rate, -years))
	}
	return sum
}

// ProfitabilityIndex returns the present value of all later flows over the
// outlay flows[0], which must be negative.
func ProfitabilityIndex(rate float64, flows []float64) float64 {
	if len(flows) == 0 || flows[0] >= 0 {
		return math.NaN()
	}
	return 1 - NPV(rate, flows)/flows[0]
}

// EquivalentAnnual spreads the present value of flows over their n-1 periods
// as an equal amount at the end of each: positive a yearly gain, negative a
// yearly cost. It needs two flows at least.
func EquivalentAnnual(rate float64, flows []float64) float64 {
	return SpreadEqually(rate, len(flows)-1, NPV(rate, flows))
}

// SpreadEqually returns the amount at the end of each of n periods that is
// worth presentValue now. n >= 1.
func SpreadEqually(rate float64, n int, presentValue float64) float64 {
	if n < 1 {
		return math.NaN()
	}
	return -PMT(rate, n, presentValue, 0, AtEnd)
}

// ReplacementChainNPV returns the present value of a project that is done
// repeats times, each time when the last one ends.
func ReplacementChainNPV(rate float64, flows []float64, repeats int) float64 {
	one, total := NPV(rate, flows), 0.0
	for k := range repeats {
		total += float64(one * math.Pow(1+rate, -float64(k*(len(flows)-1))))
	}
	return total
}

// EffectiveRate returns the yearly rate that a nominal yearly rate amounts to
// when it is compounded perYear times: the EFFECT of spreadsheets.
func EffectiveRate(nominal float64, perYear int) float64 {
	return Annualise(nominal/float64(perYear), perYear)
}

// Annualise compounds a rate per period over the perYear periods of a year.
func Annualise(rate float64, perYear int) float64 {
	return math.Expm1(float64(float64(perYear) * math.Log1p(rate)))
}

// PeriodRate returns the rate per period that compounds to an effective yearly
// rate over perYear periods: monthly discounting of a yearly rate.
func PeriodRate(annual float64, perYear int) float64 {
	return math.Expm1(math.Log1p(annual) / float64(perYear))
}
