package ledger

import "math"

// Variable is a quantity that a Folded program varies, with the bounds of the values it takes.
type Variable struct{ Low, High float64 }

// Varies says that a figure is Scale times a variable. Figures that move together share one.
type Varies struct {
	Figure, Variable int
	Scale            float64
}

// Fold compiles expressions for evaluation over many draws. Only the variables stay symbols: everything else is
// worked out now, sums of products become sums of coefficient x variables, and equal parts are computed once.
// Minimum, maximum, rounding, powers and tables that depend on a variable stay as they are unless the bounds of the
// variables decide them. fixed holds the value of every figure that does not vary; nil means the typical values.
func (b *Book) Fold(roots []Ref, variables []Variable, varying []Varies, fixed []float64) *Folded {
	if fixed == nil {
		fixed = b.Floats()
	}
	f := newFolder(b, variables, fixed)
	for _, v := range varying {
		f.varies[v.Figure] = v
		f.isVaried[v.Figure] = true
	}
	need := b.reach(roots)
	for i, n := range b.nodes {
		if need[i] {
			f.polys[i] = f.node(n)
		}
	}
	e := newEmitter(f)
	for _, r := range roots {
		e.root(f.polys[r])
	}
	return e.finish()
}

// folder turns the nodes of a book into polynomials over atoms.
type folder struct {
	book     *Book
	fixed    []float64
	varies   []Varies // by figure
	isVaried []bool
	polys    []poly // by node
	atoms    []atom
	atomAt   map[string]int32
	monos    []mono
	monoAt   map[[2]int32]int32 // by head and last atom
	products map[[2]int32]int32
	arena    []term
	key      []byte
	mine     []int32
	yours    []int32
}

// atom is a factor that cannot be opened any further: a variable, or an operation other than sum and product.
type atom struct {
	op     op
	a, b   poly
	table  []foldPoint
	lo, hi float64
}

type foldPoint struct {
	x float64
	y poly
}

func newFolder(b *Book, variables []Variable, fixed []float64) *folder {
	f := &folder{
		book: b, fixed: fixed,
		varies: make([]Varies, len(b.figures)), isVaried: make([]bool, len(b.figures)),
		polys: make([]poly, len(b.nodes)), atomAt: map[string]int32{},
		monos: []mono{{last: -1, lo: 1, hi: 1}}, monoAt: map[[2]int32]int32{}, products: map[[2]int32]int32{},
	}
	for _, v := range variables {
		f.atoms = append(f.atoms, atom{op: opFigure, lo: v.Low, hi: v.High})
	}
	return f
}

// node folds one operation; its operands are folded already.
func (f *folder) node(n node) poly {
	switch n.op {
	case opFigure:
		return f.figure(int(n.a))
	case opTable:
		return f.tableAt(f.polys[n.a], f.book.tables[n.b])
	}
	a := f.polys[n.a]
	if n.op == opCeil || n.op == opFloor {
		return f.rounded(n.op, a)
	}
	b := f.polys[n.b]
	switch n.op {
	case opAdd:
		return f.add(a, b, 1)
	case opSub:
		return f.add(a, b, -1)
	case opMul:
		return f.mul(a, b)
	case opDiv:
		return f.div(a, b)
	case opMin, opMax:
		return f.extreme(n.op, a, b)
	case opPow:
		return f.pow(a, b)
	}
	panic("ledger: unknown operation")
}

func (f *folder) figure(i int) poly {
	if !f.isVaried[i] {
		return poly{c: f.fixed[i]}
	}
	v := f.varies[i]
	return f.single(f.times(0, int32(v.Variable)), v.Scale)
}

// div multiplies by the inverse; that of a product is the product of the inverses.
func (f *folder) div(a, b poly) poly {
	if b.constant() {
		return f.scale(a, 1/b.c)
	}
	if b.c == 0 && len(b.terms) == 1 {
		over := poly{c: 1 / b.terms[0].c}
		f.mine = f.open(b.terms[0].mono, f.mine[:0])
		for _, at := range append([]int32(nil), f.mine...) {
			over = f.mul(over, f.inverse(f.single(f.times(0, at), 1)))
		}
		return f.mul(a, over)
	}
	lead := b.lead()
	return f.mul(a, f.scale(f.inverse(f.scale(b, 1/lead)), 1/lead))
}

func (f *folder) inverse(b poly) poly {
	lo, hi := f.bounds(b)
	if lo <= 0 {
		lo, hi = math.Inf(-1), math.Inf(1)
	} else {
		lo, hi = 1/hi, 1/lo
	}
	return f.opaque(atom{op: opDiv, a: b, lo: lo, hi: hi})
}

// extreme keeps a minimum or maximum only where the bounds leave it open. A common positive factor goes outside, so
// that min(31 h, 31 h x u) and min(28 h, 28 h x u) are one atom.
func (f *folder) extreme(o op, a, b poly) poly {
	lo, hi := f.bounds(f.add(a, b, -1))
	switch {
	case lo >= 0 && o == opMin, hi <= 0 && o == opMax:
		return b
	case hi <= 0 && o == opMin, lo >= 0 && o == opMax:
		return a
	}
	s := math.Abs(a.lead())
	if s == 0 {
		s = math.Abs(b.lead())
	}
	a, b = f.scale(a, 1/s), f.scale(b, 1/s)
	alo, ahi := f.bounds(a)
	blo, bhi := f.bounds(b)
	at := atom{op: o, a: a, b: b, lo: math.Min(alo, blo), hi: math.Min(ahi, bhi)}
	if o == opMax {
		at.lo, at.hi = math.Max(alo, blo), math.Max(ahi, bhi)
	}
	return f.scale(f.opaque(at), s)
}

func (f *folder) rounded(o op, a poly) poly {
	round := func(x float64) float64 {
		if o == opCeil {
			return math.Ceil(x - ceilSlackFloat)
		}
		return math.Floor(x + ceilSlackFloat)
	}
	lo, hi := f.bounds(a)
	if lo, hi = round(lo), round(hi); lo == hi {
		return poly{c: lo}
	}
	return f.opaque(atom{op: o, a: a, lo: lo, hi: hi})
}

// maxPower is the largest whole exponent that is opened into a product: the months of a price that grows each month.
const maxPower = 120

// pow opens whole powers of products, and powers in twelfths into those of the twelfth root: what moves by a share a year
// is needed for every month.
func (f *folder) pow(a, b poly) poly {
	if b.constant() {
		if a.constant() {
			return poly{c: math.Pow(a.c, b.c)}
		}
		if n := int(b.c); float64(n) == b.c && n >= 0 && n <= maxPower && a.c == 0 && len(a.terms) == 1 {
			return f.wholePower(a, n)
		}
		if lo, _ := f.bounds(a); lo > 0 && b.c != 1.0/12 {
			if n := math.Round(12 * b.c); n >= 1 && n <= maxPower && math.Abs(12*b.c-n) < 1e-9 {
				return f.wholePower(f.power(a, poly{c: 1.0 / 12}), int(n))
			}
		}
	}
	return f.power(a, b)
}

func (f *folder) wholePower(a poly, n int) poly {
	out := poly{c: 1}
	for range n {
		out = f.mul(out, a)
	}
	return out
}

// power keeps a power as an atom.
func (f *folder) power(a, b poly) poly {
	at := atom{op: opPow, a: a, b: b, lo: math.Inf(-1), hi: math.Inf(1)}
	alo, ahi := f.bounds(a)
	blo, bhi := f.bounds(b)
	if alo > 0 {
		w, x, y, z := math.Pow(alo, blo), math.Pow(alo, bhi), math.Pow(ahi, blo), math.Pow(ahi, bhi)
		at.lo, at.hi = min(w, x, y, z), max(w, x, y, z)
	}
	return f.opaque(at)
}

// tableAt reads a table: at a fixed place it is a weighted mean of two entries.
func (f *folder) tableAt(at poly, points []point) poly {
	if at.constant() {
		i := 0
		for i < len(points) && points[i].f < at.c {
			i++
		}
		switch {
		case i == 0:
			return f.polys[points[0].y]
		case i == len(points):
			return f.polys[points[i-1].y]
		}
		w := (at.c - points[i-1].f) / (points[i].f - points[i-1].f)
		return f.add(f.scale(f.polys[points[i-1].y], 1-w), f.polys[points[i].y], w)
	}
	t := atom{op: opTable, a: at, lo: math.Inf(1), hi: math.Inf(-1)}
	for _, p := range points {
		y := f.polys[p.y]
		lo, hi := f.bounds(y)
		t.lo, t.hi = math.Min(t.lo, lo), math.Max(t.hi, hi)
		t.table = append(t.table, foldPoint{p.f, y})
	}
	return f.opaque(t)
}
