package compare

import (
	"cmp"
	"math"
	"slices"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
)

// Swing is what one lever does to the margin when it goes from its low to its high end, all else typical.
type Swing struct {
	Lever
	AtLow, AtHigh float64 // margin in yuan
	LowText       float64 // value of the figure at either end; for several figures the factor on the first
	HighText      float64
	Typical       float64
	Flips         bool
	FlipsAt       []float64 // values, or factors, at which the margin changes its sign within the range
	Beyond        *float64  // the nearest value outside the range at which it would, where there is one
	Factor        bool      // the values are factors on figures that move together
}

// Width is how far the margin moves.
func (s Swing) Width() float64 { return math.Abs(s.AtHigh - s.AtLow) }

// Sensitivity is a tornado: what moves the margin between the best own and the best rent most comes first.
type Sensitivity struct {
	Base      *Result
	Own, Rent string  // the best of either at typical values; "" when none has its prices
	Margin    float64 // best own less best rent at typical values, in yuan; negative = owning is cheaper
	Swings    []Swing
	Unmoved   int // levers that move the margin by less than a fen
}

// margins evaluates best own less best rent for values of the figures behind it.
type margins struct {
	columns *ledger.Columns
	own     []int // roots
	rent    []int
	totals  []float64
	base    []float64 // variables at typical values
	*rebuilder
}

// rival is a bill that may be the best of its family.
type rival struct {
	family string
	root   ledger.Ref
}

// rivals are the counted rows and, since another may become the cheapest of its term, every acceptable offer.
func rivals(base *Result) (out []rival, roots []ledger.Ref) {
	add := func(family string, l *ledger.Ledger) {
		root := l.TotalExpr().Ref()
		out, roots = append(out, rival{family, root}), append(roots, root)
	}
	shown := map[string]bool{}
	for _, w := range base.Rows {
		if !w.Counts {
			continue
		}
		add(w.Family, base.compared(w.Option))
		if len(w.Offers) == 1 {
			shown[w.Offers[0]] = true
		}
	}
	for _, b := range base.Offers {
		if b.Acceptable() && !shown[b.Offer.ID] {
			add(costmodel.FamilyRent, base.compared(costmodel.OfferOption(b)))
		}
	}
	return out, roots
}

// newMargins folds the bills with every move of the levers as a variable of its own.
func newMargins(b *ledger.Book, bills []rival, moves []Move) *margins {
	m := &margins{}
	var roots []ledger.Ref
	for _, w := range bills {
		switch w.family {
		case costmodel.FamilyOwn:
			m.own = append(m.own, len(roots))
		case costmodel.FamilyRent:
			m.rent = append(m.rent, len(roots))
		}
		roots = append(roots, w.root)
	}
	var variables []ledger.Variable
	var varies []ledger.Varies
	for i, v := range moves {
		// Beyond its range a lever is followed down to zero and up to reach times its typical value.
		variables = append(variables, ledger.Variable{Low: min(0, v.Low), High: max(v.High, reach*v.Typical)})
		varies = append(varies, ledger.Varies{Figure: v.Figure, Variable: i, Scale: 1})
		m.base = append(m.base, v.Typical)
	}
	folded := b.Fold(roots, variables, varies, nil)
	m.columns, m.totals = folded.Columns(), make([]float64, len(roots))
	return m
}

// at is the margin for the given values of the moves; NaN without an own or a rented option.
func (m *margins) at(values []float64) float64 {
	m.columns.At(values, m.totals)
	return m.best(m.own) - m.best(m.rent)
}

func (m *margins) best(of []int) float64 {
	least := math.NaN()
	for _, i := range of {
		if !(m.totals[i] >= least) {
			least = m.totals[i]
		}
	}
	return least
}

// reach is how many times its typical value a lever is followed to find where it would flip the verdict.
const reach = 5

// Sense finds what the answer of a comparison hangs on. Of the terms of money over time it takes a kind of taxpayer and
// panics for others.
func Sense(in costmodel.Input, base *Result) Sensitivity {
	out := Sensitivity{Base: base}
	for i := range base.Rows {
		w := &base.Rows[i]
		if !w.Counts {
			continue
		}
		if w.Family == costmodel.FamilyOwn && out.Own == "" {
			out.Own = w.ID
		}
		if w.Family == costmodel.FamilyRent && out.Rent == "" {
			out.Rent = w.ID
		}
	}
	if out.Own == "" || out.Rent == "" {
		return out
	}
	bills, roots := rivals(base)
	levers := leversOf(base.Book, roots, newSpreads(in.Catalog, in.Today))
	var moves []Move
	for _, l := range levers {
		moves = append(moves, l.Moves...)
	}
	m := newMargins(base.Book, bills, moves)
	out.Margin = m.at(m.base)
	m.rebuilder = newRebuilder(in, base, out.Margin)
	first := 0
	for _, l := range levers {
		s := m.swing(l, first)
		first += len(l.Moves)
		if s.Width() < 0.005 && s.Beyond == nil {
			out.Unmoved++
			continue
		}
		out.Swings = append(out.Swings, s)
	}
	slices.SortStableFunc(out.Swings, func(a, b Swing) int {
		return cmp.Or(cmp.Compare(b.Width(), a.Width()), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// swing moves one lever, whose moves begin at variable first.
func (m *margins) swing(l Lever, first int) Swing {
	values := slices.Clone(m.base)
	// place puts the lever at a position: -1 low, 0 typical, 1 high.
	place := func(t float64) float64 {
		for i, v := range l.Moves {
			values[first+i] = v.at(t)
		}
		return m.at(values)
	}
	s := Swing{Lever: l, AtLow: place(-1), AtHigh: place(1), Factor: len(l.Moves) > 1}
	s.LowText, s.Typical, s.HighText = l.value(-1), l.value(0), l.value(1)
	for _, c := range finance.AllRoots(place, -1, 1, 32) {
		s.Flips = true
		s.FlipsAt = append(s.FlipsAt, l.value(c.X))
	}
	if !s.Flips {
		s.Beyond = m.beyond(l, first, values)
	}
	return s
}

// at is the value at a position between low (-1), typical (0) and high (1).
func (m Move) at(t float64) float64 {
	if t < 0 {
		return m.Typical + float64(t*(m.Typical-m.Low))
	}
	return m.Typical + float64(t*(m.High-m.Typical))
}

// value is what stands for a position: the figure itself, or for several the factor on the first.
func (l Lever) value(t float64) float64 {
	v := l.Moves[0].at(t)
	if len(l.Moves) > 1 && l.Moves[0].Typical != 0 {
		return v / l.Moves[0].Typical
	}
	return v
}

// beyond scales the whole lever from zero to reach times its typical value and returns the value nearest to the typical
// one at which the margin changes its sign, as bills written for it have it.
func (m *margins) beyond(l Lever, first int, values []float64) *float64 {
	scale := func(f float64) float64 {
		for i, v := range l.Moves {
			values[first+i] = v.Typical * f
		}
		return m.at(values)
	}
	if l.Moves[0].Typical <= 0 {
		return nil
	}
	most := float64(reach)
	if l.Unit == "share" {
		most = min(most, 1/l.Moves[0].Typical)
	}
	best := math.Inf(1)
	for _, c := range finance.AllRoots(scale, 0, most, 40) {
		if math.Abs(c.X-1) < math.Abs(best-1) {
			best = c.X
		}
	}
	if math.IsInf(best, 0) {
		return nil
	}
	best, ok := m.verify(l, best, most)
	if !ok {
		return nil
	}
	if len(l.Moves) == 1 {
		best *= l.Moves[0].Typical
	}
	return &best
}
