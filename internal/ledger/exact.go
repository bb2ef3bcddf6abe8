package ledger

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpucalc/internal/quantity"

	"github.com/quagmt/udecimal"
)

// ErrDivision is returned when an expression divides by zero, ErrPower when a power has no finite value.
var (
	ErrDivision = errors.New("division by zero in a formula")
	ErrPower    = errors.New("power without a finite value in a formula")
)

// fraction keeps a division open until the end, so that thirds and sevenths do not cost a fen.
type fraction struct {
	num udecimal.Decimal
	den *udecimal.Decimal // nil means 1
}

func whole(d udecimal.Decimal) fraction { return fraction{num: d} }

func (f fraction) decimal() (udecimal.Decimal, error) {
	if f.den == nil {
		return f.num, nil
	}
	q, err := f.num.Div(*f.den)
	if err != nil {
		return udecimal.Decimal{}, ErrDivision
	}
	return q, nil
}

// Exact returns the value of an expression as a decimal of 19 places.
func (b *Book) Exact(r Ref) (udecimal.Decimal, error) {
	if err := b.evalTo(r); err != nil {
		return udecimal.Decimal{}, err
	}
	return b.exact[r].decimal()
}

// settledPlaces are the places of an amount that no cut quotient reaches: sums of thirds are off in the 19th place,
// and a large factor lifts that by some places.
const settledPlaces = 9

// Fen returns an amount in yuan, rounded once to the fen, half away from zero. What cut quotients left of half a
// fen, 0.0049...9 for three thirds of 0.005, counts as half a fen.
func (b *Book) Fen(r Ref) (quantity.Fen, error) {
	d, err := b.Exact(r)
	if err != nil {
		return 0, err
	}
	return quantity.RoundFen(d.RoundHAZ(settledPlaces))
}

// evalTo evaluates a node and what it depends on, each node once.
func (b *Book) evalTo(r Ref) error {
	if missing := len(b.nodes) - len(b.exact); missing > 0 {
		b.exact = slices.Grow(b.exact, missing)[:len(b.nodes)]
		b.done = slices.Grow(b.done, missing)[:len(b.nodes)]
	}
	if b.done[r] {
		return nil
	}
	n := b.nodes[r]
	var few [2]Ref
	for _, operand := range b.operands(n, few[:0]) {
		if err := b.evalTo(operand); err != nil {
			return err
		}
	}
	f, err := b.evalNode(n)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Formula(r), err)
	}
	b.exact[r], b.done[r] = f, true
	return nil
}

// operands appends the nodes that a node is made of.
func (b *Book) operands(n node, refs []Ref) []Ref {
	switch n.op {
	case opFigure:
		return refs
	case opCeil, opFloor:
		return append(refs, n.a)
	case opTable:
		refs = append(refs, n.a)
		for _, p := range b.tables[n.b] {
			refs = append(refs, p.y)
		}
		return refs
	}
	return append(refs, n.a, n.b)
}

func (b *Book) evalNode(n node) (fraction, error) {
	switch n.op {
	case opFigure:
		return whole(b.figures[n.a].Value), nil
	case opMul:
		return mulFraction(b.exact[n.a], b.exact[n.b]), nil
	case opDiv:
		return divFraction(b.exact[n.a], b.exact[n.b])
	}
	x, err := b.exact[n.a].decimal()
	if err != nil {
		return fraction{}, err
	}
	switch n.op {
	case opCeil:
		return whole(x.Sub(ceilSlack).Ceil()), nil
	case opFloor:
		return whole(x.Add(ceilSlack).Floor()), nil
	case opTable:
		return b.lookup(b.tables[n.b], x)
	}
	y, err := b.exact[n.b].decimal()
	if err != nil {
		return fraction{}, err
	}
	return pairwise(n.op, x, y)
}

// ceilSlack keeps a quotient such as 335.9999999999999999999 from starting a further unit.
var ceilSlack = udecimal.MustParse("0.000000001")

const ceilSlackFloat = 1e-9

func pairwise(o op, x, y udecimal.Decimal) (fraction, error) {
	switch o {
	case opAdd:
		return whole(x.Add(y)), nil
	case opSub:
		return whole(x.Sub(y)), nil
	case opMin:
		return whole(udecimal.Min(x, y)), nil
	case opMax:
		return whole(udecimal.Max(x, y)), nil
	case opPow:
		p := math.Pow(x.InexactFloat64(), y.InexactFloat64())
		if math.IsNaN(p) || math.IsInf(p, 0) {
			return fraction{}, ErrPower
		}
		return whole(FloatDec(p)), nil
	}
	panic("ledger: unknown operation")
}

func mulFraction(x, y fraction) fraction {
	f := fraction{num: x.num.Mul(y.num)}
	switch {
	case x.den != nil && y.den != nil:
		den := x.den.Mul(*y.den)
		f.den = &den
	case x.den != nil:
		f.den = x.den
	default:
		f.den = y.den
	}
	return f
}

func divFraction(x, y fraction) (fraction, error) {
	if y.num.IsZero() {
		return fraction{}, ErrDivision
	}
	inverse := fraction{num: udecimal.One, den: &y.num}
	if y.den != nil {
		inverse.num = *y.den
	}
	return mulFraction(x, inverse), nil
}

func (b *Book) lookup(ps []point, x udecimal.Decimal) (fraction, error) {
	i := 0
	for i < len(ps) && ps[i].x.LessThan(x) {
		i++
	}
	switch {
	case i == 0:
		return b.exact[ps[0].y], nil
	case i == len(ps):
		return b.exact[ps[i-1].y], nil
	}
	lo, err := b.exact[ps[i-1].y].decimal()
	if err != nil {
		return fraction{}, err
	}
	hi, err := b.exact[ps[i].y].decimal()
	if err != nil {
		return fraction{}, err
	}
	step := hi.Sub(lo).Mul(x.Sub(ps[i-1].x))
	rise, err := step.Div(ps[i].x.Sub(ps[i-1].x))
	if err != nil {
		return fraction{}, ErrDivision
	}
	return whole(lo.Add(rise)), nil
}
