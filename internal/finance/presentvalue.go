package finance

import "math"

// term is an amount at a time, in periods from the first one.
type term struct{ at, amount float64 }

// presentValue is the sum of amount*exp(-u*at), the present value as a function
// of u = log(1+rate). The terms are ordered and cleaned of zeros, the first is
// at time 0, and the amounts are scaled so that their sizes add up to 1.
//
// The number of its zeros is at most the number of sign changes of the amounts
// (Descartes; it holds for any real times), and they all lie between uMin and
// uMax, beyond which the last or the first term outweighs all others.
type presentValue struct {
	terms       []term
	uMin, uMax  float64
	signChanges int
}

func newPresentValue(terms []term) (presentValue, NoRateReason) {
	terms, ok := joinTerms(terms)
	if !ok {
		return presentValue{}, UndefinedAmounts
	}
	v := presentValue{terms: terms}
	total := 0.0
	for i, t := range terms {
		total += math.Abs(t.amount)
		if i > 0 && sign(t.amount) != sign(terms[i-1].amount) {
			v.signChanges++
		}
	}
	if v.signChanges == 0 {
		return presentValue{}, OneSided
	}
	start := terms[0].at
	for i := range terms {
		terms[i].at -= start
		terms[i].amount /= total
	}
	v.bound()
	return v, RateFound
}

// joinTerms copies terms, adding up those of the same time and dropping zeros.
func joinTerms(terms []term) (joined []term, ok bool) {
	for _, t := range terms {
		if math.IsNaN(t.amount) || math.IsInf(t.amount, 0) {
			return nil, false
		}
		if n := len(joined); n > 0 && joined[n-1].at == t.at {
			joined[n-1].amount += t.amount
		} else {
			joined = append(joined, t)
		}
	}
	kept := joined[:0]
	for _, t := range joined {
		if t.amount != 0 {
			kept = append(kept, t)
		}
	}
	return kept, true
}

// maxLogRate keeps the search finite for amounts too small to be divided by; no
// float64 holds a rate near it.
const maxLogRate = 1e6

// bound sets uMin and uMax with a little room.
func (v *presentValue) bound() {
	n := len(v.terms)
	first, last := v.terms[0], v.terms[n-1]
	outweighs := func(amount, gap float64) float64 {
		rest := 1 - math.Abs(amount)
		return min(max(0, math.Log(rest/math.Abs(amount)))/gap+1e-3, maxLogRate)
	}
	v.uMax = outweighs(first.amount, v.terms[1].at)
	v.uMin = -outweighs(last.amount, last.at-v.terms[n-2].at)
}

// at returns the present value times a positive factor that keeps it within
// -1 and 1: the value at the last time where u is negative.
func (v *presentValue) at(u float64) float64 {
	origin := 0.0
	if u < 0 {
		origin = v.terms[len(v.terms)-1].at
	}
	sum := 0.0
	for _, t := range v.terms {
		sum += float64(t.amount * math.Exp(u*(origin-t.at)))
	}
	return sum
}

const (
	rateSamples = 600   // points of the search when there may be several rates
	touchValue  = 1e-14 // a minimum of the value this small is a double root
	rateTol     = 1e-16
)

// zeros returns every u at which the present value is zero, ascending.
func (v *presentValue) zeros() []float64 {
	if v.signChanges == 1 {
		if u, ok := Brent(v.at, v.uMin, v.uMax, rateTol); ok {
			return []float64{u}
		}
		return nil
	}
	grid := v.grid()
	y := make([]float64, len(grid))
	for i, u := range grid {
		y[i] = v.at(u)
	}
	var roots []float64
	for i := 1; i < len(grid) && len(roots) < v.signChanges; i++ {
		roots = append(roots, v.between(grid, y, i)...)
	}
	return roots
}

// grid spaces its points evenly in asinh(u/scale): densely around a rate of 0,
// where rates of return are, and ever wider towards the bounds.
func (v *presentValue) grid() []float64 {
	const scale = 0.05
	lo, hi := math.Asinh(v.uMin/scale), math.Asinh(v.uMax/scale)
	grid := make([]float64, rateSamples+1)
	for i := range grid {
		grid[i] = scale * math.Sinh(lo+float64((hi-lo)*(float64(i)/rateSamples)))
	}
	return grid
}

// between returns the zeros in (grid[i-1], grid[i]]: a sign change, or a pair
// or a double zero hidden where the samples come close to zero and turn back.
func (v *presentValue) between(grid, y []float64, i int) []float64 {
	switch {
	case y[i] == 0:
		return []float64{grid[i]}
	case sign(y[i-1])*sign(y[i]) < 0:
		u, _ := Brent(v.at, grid[i-1], grid[i], rateTol)
		return []float64{u}
	case i+1 < len(grid) && turnsBack(y[i-1], y[i], y[i+1]):
		return v.hidden(grid[i-1], grid[i+1], grid[i])
	}
	return nil
}

// turnsBack reports whether the middle of three values of one sign is the
// nearest to zero.
func turnsBack(before, here, after float64) bool {
	return sign(before)*sign(here) > 0 && sign(here)*sign(after) > 0 &&
		math.Abs(here) <= math.Abs(before) && math.Abs(here) < math.Abs(after)
}

// hidden looks for two close zeros, or a double one, around a point where the
// value comes near zero.
func (v *presentValue) hidden(lo, hi, mid float64) []float64 {
	side := float64(sign(v.at(mid)))
	u, least := minimum(func(u float64) float64 { return side * v.at(u) }, lo, hi)
	switch {
	case least < 0:
		left, _ := Brent(v.at, lo, u, rateTol)
		right, _ := Brent(v.at, u, hi, rateTol)
		return []float64{left, right}
	case least <= touchValue:
		return []float64{u}
	}
	return nil
}

// minimum returns the lowest point of a function with one valley, by golden
// section; it stops as soon as the function is negative.
func minimum(f func(float64) float64, lo, hi float64) (x, fx float64) {
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range 60 {
		if min(fa, fb) < 0 {
			break
		}
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	if fa < fb {
		return a, fa
	}
	return b, fb
}
