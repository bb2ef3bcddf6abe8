package finance

import "math"

// CrossingKind says how a function gets from one sign to the other.
type CrossingKind uint8

// The ways to change sign.
const (
	// Root is a point where the function is zero.
	Root CrossingKind = iota
	// Step is a point where the function jumps from one sign to the other
	// without being zero; a pole counts as a step too.
	Step
	// Flat is a range over which the function is zero.
	Flat
)

// String returns the word used in machine output: root, step or flat.
func (k CrossingKind) String() string {
	switch k {
	case Step:
		return "step"
	case Flat:
		return "flat"
	}
	return "root"
}

// Crossing is a sign change of a function.
type Crossing struct {
	Kind CrossingKind
	// X is the root; for a step the upper side, the first point of the new
	// sign; for a flat range its lower end.
	X float64
	// Lo and Hi are the smallest bracket found around the crossing: neighbours
	// at the resolution of the search for a root or a step, the first and the
	// last zero sample of a flat range. FLo and FHi are the values there, on both sides of a step.
	Lo, Hi   float64
	FLo, FHi float64
	// Before and After are the signs of the function on either side: -1 or +1,
	// 0 where the range searched ends at the crossing.
	Before, After int
}

// jumpShare is how much of the largest value met a function may change within
// the smallest bracket and still be called continuous. A continuous function
// changes by about epsilon times its slope; a whole month, server or fee is
// many orders more.
const jumpShare = 1e-9

// AllRoots returns the sign changes of f between lo and hi in ascending order,
// looking at n equal intervals (at least one), more closely where f comes near
// zero. Two changes within one interval may still be missed: choose n so that
// the intervals are finer than the steps of f.
//
// Each change is bracketed as narrowly as float64 allows, and the jump across
// that bracket decides between a root and a step. Where f is NaN it is
// undefined, and no change is looked for beside such points. A zero that f
// touches without changing sign is not a crossing; zero over neighbouring
// points or at the end of the range is.
func AllRoots(f func(float64) float64, lo, hi float64, n int) []Crossing {
	n = max(n, 1)
	grid := make([]float64, n+1)
	for i := range grid {
		grid[i] = lo + float64((hi-lo)*(float64(i)/float64(n)))
	}
	grid[n] = hi
	return AllRootsOn(f, grid)
}

// AllRootsOn is AllRoots on a grid of the caller's, ascending: the points where
// f is known to jump or bend, for example.
func AllRootsOn(f func(float64) float64, grid []float64) []Crossing {
	if len(grid) == 0 {
		return nil
	}
	y := make([]float64, len(grid))
	for i, x := range grid {
		y[i] = f(x)
	}
	grid, y = refine(f, grid, y)
	s := scan{f: f, x: grid, y: y, last: -1}
	largest := 0.0
	for _, v := range y {
		if a := math.Abs(v); a > largest && !math.IsInf(a, 1) {
			largest = a
		}
	}
	s.jump = float64(jumpShare * largest)
	s.xtol = float64(2 * epsilon * (grid[len(grid)-1] - grid[0]))
	for i := range grid {
		s.visit(i)
	}
	s.leave(len(grid))
	return s.found
}

// closer is how many parts an interval is split into where the function may reach zero between two samples of one sign.
const closer = 16

// refine adds samples to intervals without a sign change whose nearer end is no farther from zero than the function
// moves around there: a dip through zero and back would be missed otherwise.
func refine(f func(float64) float64, x, y []float64) (fineX, fineY []float64) {
	move := func(i int) float64 {
		if i < 1 || i >= len(y) {
			return 0
		}
		return math.Abs(y[i] - y[i-1])
	}
	for i := range x {
		if i > 0 && sign(y[i])*sign(y[i-1]) > 0 && min(math.Abs(y[i]), math.Abs(y[i-1])) <= max(move(i-1), move(i), move(i+1)) {
			for k := 1; k < closer; k++ {
				at := x[i-1] + float64((x[i]-x[i-1])*(float64(k)/closer))
				fineX, fineY = append(fineX, at), append(fineY, f(at))
			}
		}
		fineX, fineY = append(fineX, x[i]), append(fineY, y[i])
	}
	return fineX, fineY
}

// scan walks over the samples of a function from left to right.
type scan struct {
	f     func(float64) float64
	x, y  []float64
	jump  float64 // the largest change a continuous function makes in the smallest bracket
	xtol  float64
	last  int // the latest sample that is not zero, -1 = none since the start or a NaN
	found []Crossing
}

// visit takes in sample i.
func (s *scan) visit(i int) {
	switch {
	case math.IsNaN(s.y[i]):
		s.leave(i)
		s.last = i // restarts after the gap; sign(NaN) is 0
	case s.y[i] == 0:
	case s.last == i-1 && i > 0:
		s.cell(i)
		s.last = i
	default:
		s.zeros(i)
		s.last = i
	}
}

// leave closes a run of zeros that reaches the end of the range or a gap.
func (s *scan) leave(end int) {
	if s.last < end-1 {
		s.zeros(end)
	}
}

// cell looks for the sign change between the samples i-1 and i, neither zero.
func (s *scan) cell(i int) {
	br := bracket{a: s.x[i-1], b: s.x[i], fa: s.y[i-1], fb: s.y[i]}
	before, after := sign(br.fa), sign(br.fb)
	if before*after >= 0 {
		return
	}
	narrow, ok := br.shrink(s.f, s.xtol)
	if !ok {
		return
	}
	x, fx := narrow.nearer()
	narrow = narrow.ascending()
	c := Crossing{
		Kind: Root, X: x, Lo: narrow.a, Hi: narrow.b, FLo: narrow.fa, FHi: narrow.fb,
		Before: before, After: after,
	}
	smallest := float64(8*epsilon*math.Abs(x)) + 2*s.xtol
	switch {
	case fx == 0 && narrow.b-narrow.a > smallest:
		// The search met an exact zero before the bracket was narrow.
		c.Lo, c.Hi, c.FLo, c.FHi = x, x, 0, 0
	case math.Abs(narrow.fb-narrow.fa) > s.jump:
		c.Kind, c.X = Step, narrow.b
	}
	s.found = append(s.found, c)
}

// zeros reports the run of zero samples that ends before sample end.
func (s *scan) zeros(end int) {
	first, final := s.last+1, end-1
	before, after := 0, 0
	if s.last >= 0 {
		before = sign(s.y[s.last])
	}
	if end < len(s.y) {
		after = sign(s.y[end])
	}
	if first > final || first == final && before == after && before != 0 {
		return // nothing between, or a touch
	}
	c := Crossing{Kind: Root, X: s.x[first], Lo: s.x[first], Hi: s.x[final], Before: before, After: after}
	if final > first {
		c.Kind = Flat
	}
	s.found = append(s.found, c)
}
