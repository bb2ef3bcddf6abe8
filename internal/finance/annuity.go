package finance

import "math"

// Timing says when in its period a payment falls due.
type Timing uint8

// The timings of spreadsheets: type 0 and type 1.
const (
	AtEnd   Timing = 0 // in arrears
	AtStart Timing = 1 // in advance
)

// String returns the word used in machine output: end or start.
func (t Timing) String() string {
	if t == AtStart {
		return "start"
	}
	return "end"
}

// growth returns (1+rate)^n and the value at the end of n payments of 1.
// At rates near 0 both stay exact.
func growth(rate float64, n int, due Timing) (factor, annuity float64) {
	if rate == 0 {
		return 1, float64(n)
	}
	log := float64(float64(n) * math.Log1p(rate))
	annuity = math.Expm1(log) / rate
	if due == AtStart {
		annuity *= 1 + rate
	}
	return math.Exp(log), annuity
}

// PMT returns the equal payment of each of n periods that turns pv now into
// -fv at the end. rate > -1, n >= 1.
func PMT(rate float64, n int, pv, fv float64, due Timing) float64 {
	if n < 1 || !(rate > -1) {
		return math.NaN()
	}
	factor, annuity := growth(rate, n, due)
	return -(float64(pv*factor) + fv) / annuity
}

// FV returns the value after n periods of pv now and a payment each period.
// rate > -1, n >= 0.
func FV(rate float64, n int, pmt, pv float64, due Timing) float64 {
	if n < 0 || !(rate > -1) {
		return math.NaN()
	}
	factor, annuity := growth(rate, n, due)
	return -(float64(pv*factor) + float64(pmt*annuity))
}

// PV returns what n payments and fv at the end are worth now.
// rate > -1, n >= 0.
func PV(rate float64, n int, pmt, fv float64, due Timing) float64 {
	if n < 0 || !(rate > -1) {
		return math.NaN()
	}
	factor, annuity := growth(rate, n, due)
	return -(fv + float64(pmt*annuity)) / factor
}

// IPMT returns the interest within payment number period, 1 to n.
func IPMT(rate float64, period, n int, pv, fv float64, due Timing) float64 {
	if period < 1 || period > n {
		return math.NaN()
	}
	if due == AtStart && period == 1 {
		return 0 // nothing has accrued yet
	}
	// The debt after the payments so far, read off as a future value.
	interest := FV(rate, period-1, PMT(rate, n, pv, fv, due), pv, due) * rate
	if due == AtStart {
		// Interest is paid a period earlier than it accrues.
		interest /= 1 + rate
	}
	return interest
}

// PPMT returns the principal within payment number period, 1 to n.
func PPMT(rate float64, period, n int, pv, fv float64, due Timing) float64 {
	return PMT(rate, n, pv, fv, due) - IPMT(rate, period, n, pv, fv, due)
}

// CUMIPMT returns the interest within the payments first to last of a loan
// that is repaid in full.
func CUMIPMT(rate float64, n int, pv float64, first, last int, due Timing) float64 {
	if first < 1 || last > n || first > last {
		return math.NaN()
	}
	sum := 0.0
	for period := first; period <= last; period++ {
		sum += IPMT(rate, period, n, pv, 0, due)
	}
	return sum
}

// CUMPRINC returns the principal within the payments first to last of a loan
// that is repaid in full.
func CUMPRINC(rate float64, n int, pv float64, first, last int, due Timing) float64 {
	payments := float64(last-first+1) * PMT(rate, n, pv, 0, due)
	return payments - CUMIPMT(rate, n, pv, first, last, due)
}

// ISPMT returns the interest of a loan repaid in n equal parts of principal,
// after a number of parts has been repaid (0 for the first payment).
func ISPMT(rate float64, repaid, n int, pv float64) float64 {
	return -float64(pv*rate) * (1 - float64(repaid)/float64(n))
}

// EqualInstalmentBalances returns the debt after each of n equal instalments,
// unrounded; the last is zero.
func EqualInstalmentBalances(rate float64, n int, pv float64) []float64 {
	pmt := PMT(rate, n, pv, 0, AtEnd)
	out := make([]float64, max(n, 0))
	for i := range out {
		out[i] = -FV(rate, i+1, pmt, pv, AtEnd)
	}
	if n > 0 {
		out[n-1] = 0 // what the closed form leaves is rounding noise
	}
	return out
}

// EqualPrincipalPayments returns the n payments of a loan repaid in equal parts
// of principal, as positive amounts, unrounded.
func EqualPrincipalPayments(rate float64, n int, pv float64) []float64 {
	out := make([]float64, max(n, 0))
	for i := range out {
		out[i] = pv/float64(n) - ISPMT(rate, i, n, pv)
	}
	return out
}

// EqualPrincipalInterest returns the whole interest of a loan repaid in n equal
// parts of principal.
func EqualPrincipalInterest(rate float64, n int, pv float64) float64 {
	return float64(pv*rate) * float64(n+1) / 2
}
