package ledger

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// evalFloat evaluates one expression at the typical values of all figures.
func evalFloat(b *Book, e Expr) float64 {
	p := b.Compile([]Ref{e.Ref()})
	out := make([]float64, p.Roots())
	p.Eval(b.Floats(), p.Scratch(), out)
	return out[0]
}

// near holds float64 and exact evaluation together: a billionth of the value.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-9*math.Abs(want) }

func TestExactAndFloatAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, trees{tables: true})
		b := NewBook()
		e := tree.build(b)
		exact, err := b.Exact(e.Ref())
		if err != nil {
			t.Fatal(err)
		}
		if got := evalFloat(b, e); !near(got, exact.InexactFloat64()) {
			t.Fatalf("%s = %s exactly, %v in float64", b.Formula(e.Ref()), exact, got)
		}
	})
}

// TestProgramIgnoresNodeOrder: what else stands in the book, and in which order, changes no bit of a result.
func TestProgramIgnoresNodeOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, other := drawTree(t, trees{tables: true}), drawTree(t, trees{tables: true}), drawTree(t, trees{tables: true})
		one := NewBook()
		x1 := x.build(one)
		y1 := y.build(one)
		two := NewBook()
		Div(other.build(two), num(two, "0")) // stands there, belongs to nothing
		y2 := y.build(two)
		other.build(two)
		x2 := x.build(two)
		got1, got2 := evalAll(one, x1, y1), evalAll(two, x2, y2)
		if diff := cmp.Diff(got1, got2); diff != "" {
			t.Fatalf("another order of nodes (-one +two):\n%s", diff)
		}
		if swapped := evalAll(two, y2, x2); swapped[0] != got2[1] || swapped[1] != got2[0] {
			t.Fatalf("another order of roots: %v, want %v swapped", swapped, got2)
		}
	})
}

func evalAll(b *Book, es ...Expr) []float64 {
	roots := make([]Ref, len(es))
	for i, e := range es {
		roots[i] = e.Ref()
	}
	p := b.Compile(roots)
	out := make([]float64, p.Roots())
	p.Eval(b.Floats(), p.Scratch(), out)
	return out
}

// TestProgramIsReusable: neither the scratch memory nor an earlier evaluation leaves a trace.
func TestProgramIsReusable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBook()
		e := drawTree(t, trees{tables: true}).build(b)
		p := b.Compile([]Ref{e.Ref()})
		typical, scratch, out := b.Floats(), p.Scratch(), make([]float64, 1)
		p.Eval(typical, scratch, out)
		first := out[0]
		other := make([]float64, len(typical))
		for i := range other {
			other[i] = typical[i] * rapid.Float64Range(0.5, 2).Draw(t, "factor")
		}
		p.Eval(other, scratch, out)
		fresh := make([]float64, 1)
		p.Eval(other, p.Scratch(), fresh)
		if math.Float64bits(out[0]) != math.Float64bits(fresh[0]) {
			t.Fatalf("used scratch %v, fresh scratch %v", out[0], fresh[0])
		}
		p.Eval(typical, scratch, out)
		if out[0] != first {
			t.Fatalf("the third evaluation gives %v, the first gave %v", out[0], first)
		}
	})
}

// TestProgramFollowsFigures: 3 cards x 2 yuan, then 3 x 5.
func TestProgramFollowsFigures(t *testing.T) {
	b := NewBook()
	cards := b.Int("scenario.count", "f.count", "card", 3)
	price := b.Figure(Figure{ID: "offers.x.price", Value: Dec("2")})
	num(b, "7") // a figure that the root does not use
	p := b.Compile([]Ref{Mul(cards, price).Ref(), price.Ref()})
	values, scratch, out := b.Floats(), p.Scratch(), make([]float64, 2)
	if len(scratch) != 3 {
		t.Errorf("the program has %d steps, want 3", len(scratch))
	}
	p.Eval(values, scratch, out)
	if diff := cmp.Diff([]float64{6, 2}, out); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	i, _ := b.FigureIndex("offers.x.price")
	values[i] = 5
	p.Eval(values, scratch, out)
	if diff := cmp.Diff([]float64{15, 5}, out); diff != "" {
		t.Errorf("after the change (-want +got):\n%s", diff)
	}
}

func TestUses(t *testing.T) {
	b := NewBook()
	f := figures(b, "0", "1", "2", "3", "4", "5", "6")
	x := Mul(f[3], f[1])
	y := Ceil(Div(f[5], f[1]))
	table := b.Table(f[2], []TablePoint{{Dec("0"), f[6]}, {Dec("1"), f[4]}})
	again := b.Figure(Figure{ID: "n.3", Value: Dec("3")})
	tests := []struct {
		name string
		of   []Expr
		want []int
	}{
		{"a product", []Expr{x}, []int{1, 3}},
		{"a whole number of a quotient", []Expr{y}, []int{1, 5}},
		{"a table, its values too", []Expr{table}, []int{2, 4, 6}},
		{"several", []Expr{y, x, table}, []int{1, 2, 3, 4, 5, 6}},
		{"a figure entered twice", []Expr{again, f[3]}, []int{3}},
		{"none", nil, nil},
	}
	for _, tt := range tests {
		var roots []Ref
		for _, e := range tt.of {
			roots = append(roots, e.Ref())
		}
		if diff := cmp.Diff(tt.want, b.Uses(roots)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
