package finance

import "math"

// epsilon is the distance from 1 to the next larger float64.
const epsilon = 0x1p-52

const (
	interpolationSteps = 60  // after these a search only halves its bracket
	maxSteps           = 400 // halving a bracket of any width ends well before
)

// bracket is an interval with the values of a function at its ends. The order
// of the ends is free while a search runs.
type bracket struct{ a, b, fa, fb float64 }

// nearer returns the end whose value is closer to zero.
func (br bracket) nearer() (x, fx float64) {
	if math.Abs(br.fa) < math.Abs(br.fb) {
		return br.a, br.fa
	}
	return br.b, br.fb
}

// ascending returns the bracket with a <= b.
func (br bracket) ascending() bracket {
	if br.a <= br.b {
		return br
	}
	return bracket{a: br.b, b: br.a, fa: br.fb, fb: br.fa}
}

// Brent returns the x between lo and hi at which f changes sign, to within
// xtol or the resolution of float64, whichever is coarser. It reports false
// when f has the same sign at both ends or is NaN on the way. Where f jumps
// over zero, x is the place of the jump; AllRoots tells the two apart.
//
// The method is Brent's (1973): inverse quadratic interpolation and the secant,
// guarded by bisection.
func Brent(f func(float64) float64, lo, hi, xtol float64) (x float64, ok bool) {
	br := bracket{a: lo, b: hi, fa: f(lo), fb: f(hi)}
	if br, ok = br.shrink(f, xtol); !ok {
		return 0, false
	}
	x, _ = br.nearer()
	return x, true
}

// shrink narrows a bracket to the sign change in it.
func (br bracket) shrink(f func(float64) float64, xtol float64) (bracket, bool) {
	if sign(br.fa)*sign(br.fb) > 0 || math.IsNaN(br.fa) || math.IsNaN(br.fb) {
		return br, false
	}
	s := search{prev: br.a, best: br.b, fprev: br.fa, fbest: br.fb, far: br.a, ffar: br.fa}
	s.step, s.before = br.b-br.a, br.b-br.a
	for n := range maxSteps {
		s.orient()
		tol := float64(2*epsilon*math.Abs(s.best)) + xtol/2
		half := (s.far - s.best) / 2
		if s.fbest == 0 || math.Abs(half) <= tol {
			break
		}
		s.choose(half, tol, n < interpolationSteps)
		s.advance(f, tol, half)
		if math.IsNaN(s.fbest) {
			return br, false
		}
	}
	return bracket{a: s.best, b: s.far, fa: s.fbest, fb: s.ffar}, true
}

// search is the state of Brent's method: the best point so far, the one before
// it, and the end on the far side of the root.
type search struct {
	best, prev, far    float64
	fbest, fprev, ffar float64
	step, before       float64 // this step and the one before
}

// orient makes best and far lie on both sides of the root, best the nearer.
func (s *search) orient() {
	if sign(s.fbest)*sign(s.ffar) > 0 {
		s.far, s.ffar = s.prev, s.fprev
		s.step = s.best - s.prev
		s.before = s.step
	}
	if math.Abs(s.ffar) < math.Abs(s.fbest) {
		s.prev, s.best, s.far = s.best, s.far, s.best
		s.fprev, s.fbest, s.ffar = s.fbest, s.ffar, s.fbest
	}
}

// choose takes an interpolated step where that is safe and half the bracket
// where it is not.
func (s *search) choose(half, tol float64, interpolate bool) {
	if !interpolate || math.Abs(s.before) < tol || math.Abs(s.fprev) <= math.Abs(s.fbest) {
		s.step, s.before = half, half
		return
	}
	p, q := s.interpolate(half)
	if 2*p < math.Min(3*half*q-math.Abs(tol*q), math.Abs(s.before*q)) {
		s.before, s.step = s.step, p/q
		return
	}
	s.step, s.before = half, half
}

// interpolate returns the step p/q, with p >= 0 and the sign of the step in q.
func (s *search) interpolate(half float64) (p, q float64) {
	r := s.fbest / s.fprev
	if s.prev == s.far {
		p, q = 2*half*r, 1-r
	} else {
		t, u := s.fprev/s.ffar, s.fbest/s.ffar
		p = r * (2*half*t*(t-u) - (s.best-s.prev)*(u-1))
		q = (t - 1) * (u - 1) * (r - 1)
	}
	if p > 0 {
		return p, -q
	}
	return -p, q
}

// advance moves best by the chosen step, at least by the tolerance.
func (s *search) advance(f func(float64) float64, tol, half float64) {
	s.prev, s.fprev = s.best, s.fbest
	if math.Abs(s.step) > tol {
		s.best += s.step
	} else {
		s.best += math.Copysign(tol, half)
	}
	s.fbest = f(s.best)
}

// sign is -1, 0 or +1; that of NaN is 0.
func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
