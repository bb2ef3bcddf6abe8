package ledger

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/quagmt/udecimal"
	"pgregory.net/rapid"
)

// tree is a random expression, apart from any book, together with its value in rational numbers: a second,
// naive reading of the same formula.
type tree struct {
	op    op
	text  string // of a figure
	id    string
	kids  []*tree
	xs    []string // support points of a table; kids[0] is where it is read, kids[1:] the values
	name  string
	value *big.Rat
}

// trees says what random expressions may hold.
type trees struct{ tables bool }

const treeDepth = 4

// drawTree draws an expression whose value stays in the range of real bills and away from the places where two
// evaluations may rightly differ: cancelling differences, quotients a hair from a whole number.
func drawTree(t *rapid.T, with trees) *tree { return with.draw(t, treeDepth) }

func (w trees) draw(t *rapid.T, depth int) *tree {
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "stop") == 0 {
		return leaf(t)
	}
	ops := []op{opAdd, opSub, opMul, opMul, opDiv, opDiv, opMin, opMax, opCeil, opFloor, opPow}
	if w.tables {
		ops = append(ops, opTable)
	}
	o := rapid.SampledFrom(ops).Draw(t, "op")
	x := w.draw(t, depth-1)
	var n *tree
	switch o {
	case opCeil, opFloor:
		n = &tree{op: o, kids: []*tree{x}}
	case opPow:
		n = &tree{op: o, kids: []*tree{x, figureTree(rapid.SampledFrom([]string{"0.5", "1", "2"}).Draw(t, "exponent"))}}
	case opTable:
		n = w.table(t, x, depth)
	default:
		n = &tree{op: o, kids: []*tree{x, w.draw(t, depth-1)}}
	}
	if !n.evaluate() {
		return x
	}
	if rapid.IntRange(0, 2).Draw(t, "named") == 0 {
		n.name = "f.step" + strconv.Itoa(rapid.IntRange(1, 3).Draw(t, "name"))
	}
	return n
}

func (w trees) table(t *rapid.T, at *tree, depth int) *tree {
	n := &tree{op: opTable, kids: []*tree{at}}
	x := 0
	for range rapid.IntRange(1, 4).Draw(t, "points") {
		x += rapid.IntRange(1, 40).Draw(t, "gap")
		n.xs = append(n.xs, strconv.Itoa(x))
		n.kids = append(n.kids, w.draw(t, min(depth-1, 1)))
	}
	return n
}

func leaf(t *rapid.T) *tree {
	places := rapid.IntRange(0, 4).Draw(t, "places")
	scaled := rapid.Int64Range(1, 9_999_999).Draw(t, "digits")
	d := udecimal.MustFromInt64(scaled, uint8(places))
	if d.LessThan(Dec("0.05")) {
		d = d.Add(udecimal.One)
	}
	return figureTree(d.String())
}

func figureTree(text string) *tree {
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("not a number: " + text)
	}
	// dots and dashes as in real IDs
	return &tree{op: opFigure, text: text, id: "offers.a100-40g-" + text + ".price", value: v}
}

// evaluate sets the value and reports whether the expression is one that the tests want.
func (n *tree) evaluate() bool {
	vs := make([]*big.Rat, len(n.kids))
	for i, k := range n.kids {
		vs[i] = k.value
	}
	switch n.op {
	case opTable:
		n.value = interpolateRat(n.xs, vs[0], vs[1:])
	case opPow:
		if vs[0].Sign() <= 0 {
			return false
		}
		n.value = calculate(n.op, vs)
	case opDiv:
		if small(vs[1], 0.05) {
			return false
		}
		n.value = calculate(n.op, vs)
	case opCeil, opFloor:
		if !clearOfWhole(vs[0]) {
			return false
		}
		n.value = calculate(n.op, vs)
	default:
		n.value = calculate(n.op, vs)
	}
	// a tenth of the larger operand must remain of a difference, or of a sum with a negative one
	if (n.op == opSub || n.op == opAdd) && (small(n.value, 0.1*size(vs[0])) || small(n.value, 0.1*size(vs[1]))) {
		return false
	}
	return !small(n.value, 0.05) && size(n.value) < 1e9
}

func size(r *big.Rat) float64 {
	f, _ := r.Float64()
	return math.Abs(f)
}

func small(r *big.Rat, limit float64) bool { return size(r) < limit }

// clearOfWhole: a whole number, or so far from one that no evaluation can take it for one.
func clearOfWhole(r *big.Rat) bool {
	if size(r) > 1e5 {
		return false
	}
	if r.IsInt() {
		return true
	}
	f, _ := r.Float64()
	return math.Abs(f-math.Round(f)) > 1e-6
}

// calculate applies an operation to rational numbers; chains of one operation may have more than two of them.
func calculate(o op, vs []*big.Rat) *big.Rat {
	acc := new(big.Rat).Set(vs[0])
	switch o {
	case opCeil:
		return wholeRat(acc, 1)
	case opFloor:
		return wholeRat(acc, -1)
	}
	for _, v := range vs[1:] {
		switch o {
		case opAdd:
			acc.Add(acc, v)
		case opSub:
			acc.Sub(acc, v)
		case opMul:
			acc.Mul(acc, v)
		case opDiv:
			acc.Quo(acc, v)
		case opMin:
			if v.Cmp(acc) < 0 {
				acc.Set(v)
			}
		case opMax:
			if v.Cmp(acc) > 0 {
				acc.Set(v)
			}
		case opPow:
			x, _ := acc.Float64()
			y, _ := v.Float64()
			acc.SetFloat64(math.Pow(x, y))
		default:
			panic(fmt.Sprint("no such operation: ", o))
		}
	}
	return acc
}

// wholeRat rounds up (side 1) or down (side -1), with the slack that the package allows.
func wholeRat(r *big.Rat, side int64) *big.Rat {
	slack := big.NewRat(side, 1_000_000_000)
	r.Sub(r, slack)
	q, m := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int)) // floor: the denominator is positive
	if side > 0 && m.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	return new(big.Rat).SetInt(q)
}

func interpolateRat(xs []string, at *big.Rat, ys []*big.Rat) *big.Rat {
	x := make([]*big.Rat, len(xs))
	for i := range xs {
		x[i], _ = new(big.Rat).SetString(xs[i])
	}
	if at.Cmp(x[0]) <= 0 {
		return ys[0]
	}
	for i := 1; i < len(x); i++ {
		if at.Cmp(x[i]) <= 0 {
			part := new(big.Rat).Quo(new(big.Rat).Sub(at, x[i-1]), new(big.Rat).Sub(x[i], x[i-1]))
			rise := new(big.Rat).Sub(ys[i], ys[i-1])
			return new(big.Rat).Add(ys[i-1], rise.Mul(rise, part))
		}
	}
	return ys[len(ys)-1]
}

// build enters the expression into a book.
func (n *tree) build(b *Book) Expr {
	if n.op == opFigure {
		return b.Figure(Figure{ID: n.id, Name: "f.price", Unit: "CNY", Value: Dec(n.text)})
	}
	kids := make([]Expr, len(n.kids))
	for i, k := range n.kids {
		kids[i] = k.build(b)
	}
	e := n.combine(b, kids)
	if n.name != "" {
		e = e.Named(n.name, "CNY")
	}
	return e
}

func (n *tree) combine(b *Book, kids []Expr) Expr {
	switch n.op {
	case opAdd:
		return Sum(kids...)
	case opSub:
		return Sub(kids[0], kids[1])
	case opMul:
		return Mul(kids...)
	case opDiv:
		return Div(kids[0], kids[1])
	case opMin:
		return MinOf(kids...)
	case opMax:
		return MaxOf(kids...)
	case opCeil:
		return Ceil(kids[0])
	case opFloor:
		return Floor(kids[0])
	case opPow:
		return Pow(kids[0], kids[1])
	case opTable:
		points := make([]TablePoint, len(n.xs))
		for i, x := range n.xs {
			points[i] = TablePoint{Dec(x), kids[i+1]}
		}
		return b.Table(kids[0], points)
	}
	panic("no such operation")
}

// fenOf rounds a rational amount to the fen, half away from zero.
func fenOf(r *big.Rat) int64 {
	text := r.FloatString(2) // rounds half away from zero
	d := Dec(text)
	n, err := d.Mul64(100).Int64()
	if err != nil {
		panic(err)
	}
	return n
}

// tie reports whether an amount is so near to half a fen that cut digits decide.
func tie(r *big.Rat) bool {
	f, _ := new(big.Rat).Mul(r, big.NewRat(100, 1)).Float64()
	return math.Abs(f-math.Floor(f)-0.5) < 1e-4
}
