package compare

import (
	"math"

	"gpucalc/internal/ledger"
)

// cells is the number of steps of a quantile table; between its points it is linear. tailCells of them at either end,
// where quantiles bend most, are tabulated once more with as many steps. The error is below 1e-4 of a figure's range
// for all but 1 in 10,000 draws.
const (
	cells     = 1024
	tailCells = 16
)

// curve holds the quantiles of a distribution for fast look-up by a uniform number.
type curve struct {
	body, low, high [cells + 1]float64
}

// newCurve tabulates a quantile function; it is asked for no probability below 2^-33 or above 1 - 2^-33.
func newCurve(quantile func(p float64) float64) *curve {
	const edge = 0x1p-33
	c := &curve{}
	at := func(p float64) float64 { return quantile(min(max(p, edge), 1-edge)) }
	for i := range cells + 1 {
		p := float64(i) / cells
		c.body[i] = at(p)
		c.low[i] = at(p * tailCells / cells)
		c.high[i] = at(1 - (1-p)*tailCells/cells)
	}
	return c
}

// inBody reports whether cell i lies outside the tails.
func inBody(i int) bool { return uint(i-tailCells) < cells-2*tailCells }

// at is the quantile of u, 0 < u < 1.
func (c *curve) at(u float64) float64 {
	x := u * cells
	i := int(x)
	if !inBody(i) {
		return c.tail(x)
	}
	lo := c.body[i]
	return lo + float64((c.body[i+1]-lo)*(x-float64(i)))
}

// fill is low + width x the quantile for a column of uniform numbers.
func (c *curve) fill(col, from *[ledger.Lanes]float64, low, width float64) {
	for k, u := range from {
		x := u * cells
		i := int(x)
		if !inBody(i) {
			col[k] = low + float64(width*c.tail(x))
			continue
		}
		q := c.body[i]
		q += float64((c.body[i+1] - q) * (x - float64(i)))
		col[k] = low + float64(width*q)
	}
}

// tail looks a position of 0 to cells up in one of the tables for the ends.
func (c *curve) tail(x float64) float64 {
	table := &c.low
	if x > cells/2 {
		table, x = &c.high, x-(cells-tailCells)
	}
	x *= cells / tailCells
	k := min(int(x), cells-1)
	return table[k] + float64((table[k+1]-table[k])*(x-float64(k)))
}

// scores holds quantiles by normal score, for figures that follow the market: a draw of the market is a normal number.
type scores struct {
	table [cells + 1]float64
}

// maxScore is where the tables of scores end: 1 in 12 billion draws lies outside.
const maxScore = 6.5

func newScores(quantile func(p float64) float64) *scores {
	s := &scores{}
	for i := range s.table {
		z := -maxScore + 2*maxScore*float64(i)/cells
		s.table[i] = quantile(0.5 * math.Erfc(-z/math.Sqrt2))
	}
	return s
}

func (s *scores) at(z float64) float64 {
	x := (z + maxScore) * (cells / (2 * maxScore))
	i := min(max(int(x), 0), cells-1)
	return s.table[i] + float64((s.table[i+1]-s.table[i])*(x-float64(i)))
}

// normalQuantile is the inverse of the standard normal distribution function.
func normalQuantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }

// pert is a PERT distribution scaled to [0, 1]: a beta distribution with shapes 1 + 4 mode and 1 + 4 (1 - mode). Its
// mean is (1 + 4 mode)/6.
type pert struct {
	x, cum []float64 // support points and the distribution function there
}

// pertPoints is the number of intervals on which a PERT distribution is integrated.
const pertPoints = 1024

// shapes makes each PERT shape once. Points lie at x = (1 - cos a)/2, which puts most where quantiles bend.
type shapes struct {
	x            []float64 // ends of the intervals
	logX, logY   []float64 // logarithms of x and 1 - x at the ends and middles
	sine         []float64 // dx/da there, but for a constant
	known        map[float64]*pert
	curves       map[float64]*curve
	scoresByMode map[float64]*scores
}

func newShapes() *shapes {
	h := &shapes{known: map[float64]*pert{}, curves: map[float64]*curve{}, scoresByMode: map[float64]*scores{}}
	for k := range 2*pertPoints + 1 {
		s, c := math.Sincos(float64(k) * math.Pi / (2 * pertPoints))
		x := (1 - c) / 2
		h.sine = append(h.sine, s)
		h.logX = append(h.logX, math.Log(x))
		h.logY = append(h.logY, math.Log((1+c)/2))
		if k%2 == 0 {
			h.x = append(h.x, x)
		}
	}
	return h
}

// get integrates the density of the shape by Simpson's rule.
func (h *shapes) get(mode float64) *pert {
	if p, ok := h.known[mode]; ok {
		return p
	}
	a, b := 4*mode, 4*(1-mode)
	weight := func(k int) float64 {
		if s := h.sine[k]; k > 0 && k < 2*pertPoints {
			return math.Exp(float64(a*h.logX[k])+float64(b*h.logY[k])) * s
		}
		return 0 // the ends: dx/da is 0
	}
	p := &pert{x: h.x, cum: make([]float64, pertPoints+1)}
	left := weight(0)
	for i := 1; i <= pertPoints; i++ {
		right := weight(2 * i)
		p.cum[i] = p.cum[i-1] + float64(left+float64(4*weight(2*i-1))+right)
		left = right
	}
	total := p.cum[pertPoints]
	for i := range p.cum {
		p.cum[i] /= total
	}
	h.known[mode] = p
	return p
}

func (h *shapes) curve(mode float64) *curve {
	c, ok := h.curves[mode]
	if !ok {
		c = newCurve(h.get(mode).quantile)
		h.curves[mode] = c
	}
	return c
}

func (h *shapes) scores(mode float64) *scores {
	s, ok := h.scoresByMode[mode]
	if !ok {
		s = newScores(h.get(mode).quantile)
		h.scoresByMode[mode] = s
	}
	return s
}

// quantile is the value below which a share u of the draws lies, in [0, 1].
func (p *pert) quantile(u float64) float64 {
	lo, hi := 0, pertPoints
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; p.cum[mid] <= u {
			lo = mid
		} else {
			hi = mid
		}
	}
	width := p.cum[hi] - p.cum[lo]
	if width <= 0 {
		return p.x[lo]
	}
	return p.x[lo] + float64((p.x[hi]-p.x[lo])*(min(u, 1)-p.cum[lo]))/width
}

// spread is the distribution of a figure: a PERT between two bounds.
type spread struct{ low, mode, high float64 }

// share is where the mode lies between the bounds; it decides the shape. Rounded, so that equal shapes are found.
func (s spread) share() float64 {
	return math.Round((s.mode-s.low)/(s.high-s.low)*1e6) / 1e6
}

// spreadOf is the distribution of a figure. Where the range is the 10th to 90th percentile, the bounds lie so far
// outside that the percentiles come out right; the lower bound stays at zero or above.
func (h *shapes) spreadOf(m Move) spread {
	s := spread{m.Low, m.Typical, m.High}
	if !m.P10P90 {
		return s
	}
	for range 60 {
		p := h.get(math.Round((s.mode-s.low)/(s.high-s.low)*4096) / 4096)
		q10, q90 := p.quantile(0.1), p.quantile(0.9)
		width := (m.High - m.Low) / (q90 - q10)
		low := m.Low - float64(q10*width)
		next := spread{min(low, s.mode), s.mode, max(low+width, s.mode)}
		done := math.Abs(next.low-s.low)+math.Abs(next.high-s.high) < 1e-9*width
		s = next
		if done {
			break
		}
	}
	s.low = max(s.low, min(0, m.Low))
	return s
}
