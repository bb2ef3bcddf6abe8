package ledger

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// leaves enters figures 1 to n with values away from zero.
func leaves(b *Book, n int) []Expr {
	var out []Expr
	for i := range n {
		v := FloatDec(0.5 + float64(i%7)*0.75)
		out = append(out, b.Figure(Figure{ID: "f" + strconv.Itoa(i), Value: v}))
	}
	return out
}

// grow draws an expression over earlier ones. Values stay positive, so that every operation is defined.
func grow(t *rapid.T, b *Book, pool []Expr) Expr {
	pick := func(label string) Expr { return pool[rapid.IntRange(0, len(pool)-1).Draw(t, label)] }
	x, y := pick("x"), pick("y")
	switch rapid.IntRange(0, 9).Draw(t, "op") {
	case 0, 1, 2:
		return Mul(x, y)
	case 3, 4:
		return Sum(x, y)
	case 5:
		return MaxOf(Sub(x, y), pool[0])
	case 6:
		return Div(x, y)
	case 7:
		return MinOf(x, y)
	case 8:
		return Pow(x, b.Int("two", "", "", 2))
	}
	return b.Table(x, []TablePoint{{Dec("0.4"), y}, {Dec("1"), pick("y1")}, {Dec("2.5"), pick("y2")}})
}

// TestFoldAgreesWithProgram: folding changes the order of operations, never the value.
func TestFoldAgreesWithProgram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBook()
		pool := leaves(b, 8)
		for range rapid.IntRange(1, 25).Draw(t, "size") {
			if e := grow(t, b, pool); magnitude(b, e) < 1e6 {
				pool = append(pool, e)
			}
		}
		var roots []Ref
		for _, e := range pool[max(0, len(pool)-3):] {
			roots = append(roots, e.Ref())
		}
		typical := b.Floats()
		varying := []Varies{{Figure: 1, Variable: 0, Scale: typical[1]}, {Figure: 2, Variable: 0, Scale: typical[2]}, {Figure: 4, Variable: 1, Scale: 1}}
		folded := b.Fold(roots, []Variable{{0.5, 2}, {0.2, 5}}, varying, nil)
		plain := b.Compile(roots)
		scratch, columns := plain.Scratch(), folded.Columns()
		want, got := make([]float64, len(roots)), make([]float64, len(roots))
		for range 5 {
			v := []float64{rapid.Float64Range(0.5, 2).Draw(t, "v0"), rapid.Float64Range(0.2, 5).Draw(t, "v1")}
			figures := b.Floats()
			figures[1], figures[2], figures[4] = typical[1]*v[0], typical[2]*v[0], v[1]
			plain.Eval(figures, scratch, want)
			columns.At(v, got)
			for i := range want {
				if d := math.Abs(want[i] - got[i]); d > 1e-9*largest(scratch) {
					t.Fatalf("root %d of %s: folded %v, plain %v", i, b.Formula(roots[i]), got[i], want[i])
				}
			}
		}
	})
}

func magnitude(b *Book, e Expr) float64 {
	p := b.Compile([]Ref{e.Ref()})
	s := p.Scratch()
	out := []float64{0}
	p.Eval(b.Floats(), s, out)
	return largest(s)
}

func largest(xs []float64) float64 {
	m := 1.0
	for _, x := range xs {
		m = math.Max(m, math.Abs(x))
	}
	return m
}

// TestFoldMergesEqualParts: 36 months of hours billed as min(W, W x u x 1.1) at one price are one minimum and one product.
func TestFoldMergesEqualParts(t *testing.T) {
	b := NewBook()
	price := b.Figure(Figure{ID: "price", Value: Dec("10.5")})
	util := b.Figure(Figure{ID: "util", Value: Dec("0.6")})
	waste := b.Int("waste", "", "", 1)
	var lines []Expr
	for i := range 36 {
		w := b.Int("w"+strconv.Itoa(i), "", "h", 672+24*(i%4))
		lines = append(lines, Mul(price, MinOf(w, Mul(w, util, waste))))
	}
	total := Sum(lines...)
	f := b.Fold([]Ref{total.Ref()}, []Variable{{8, 12}, {0.5, 1.5}}, []Varies{{0, 0, 1}, {1, 1, 1}}, nil)
	if len(f.steps) != 4 { // the constant 1, min, product, scaled sum
		t.Errorf("steps: got %d, want 4: %+v", len(f.steps), f.steps)
	}
	out := []float64{0}
	f.Columns().At([]float64{10, 0.5}, out)
	hours := 9.0 * (672 + 696 + 720 + 744)
	if want := 10 * hours * 0.5; math.Abs(out[0]-want) > 1e-6 {
		t.Errorf("total: got %v, want %v", out[0], want)
	}
}

// TestFoldDecidesByBounds: a minimum whose arguments cannot cross needs no operation.
func TestFoldDecidesByBounds(t *testing.T) {
	b := NewBook()
	x := b.Figure(Figure{ID: "x", Value: Dec("0.5")})
	one := b.Int("one", "", "", 1)
	root := Sum(MinOf(one, x), MaxOf(one, x), Ceil(x))
	f := b.Fold([]Ref{root.Ref()}, []Variable{{0.1, 0.9}}, []Varies{{0, 0, 1}}, nil)
	if len(f.steps) != 1 {
		t.Errorf("steps: got %d, want 1", len(f.steps))
	}
	out := []float64{0}
	f.Columns().At([]float64{0.25}, out)
	if out[0] != 2.25 {
		t.Errorf("got %v, want 2.25", out[0])
	}
}

// TestFoldGrowingPrice: a price that grows each month is a chain of products.
func TestFoldGrowingPrice(t *testing.T) {
	b := NewBook()
	price := b.Figure(Figure{ID: "price", Value: Dec("100")})
	growth := b.Figure(Figure{ID: "growth", Value: Dec("1")})
	var lines []Expr
	for i := range 24 {
		lines = append(lines, Mul(price, Pow(growth, b.Int("n"+strconv.Itoa(i), "", "", i))))
	}
	f := b.Fold([]Ref{Sum(lines...).Ref()}, []Variable{{50, 200}, {0.9, 1.1}}, []Varies{{0, 0, 1}, {1, 1, 1}}, nil)
	out := []float64{0}
	f.Columns().At([]float64{120, 0.98}, out)
	if want := 120 * (1 - math.Pow(0.98, 24)) / 0.02; math.Abs(out[0]-want) > 1e-8 {
		t.Errorf("got %v, want %v", out[0], want)
	}
}

// TestFoldYearlyGrowth: a price that grows by a share a year takes one root, not one power a month.
func TestFoldYearlyGrowth(t *testing.T) {
	b := NewBook()
	rate := b.Figure(Figure{ID: "rate", Value: Dec("0.1")})
	yearly, twelve := Sum(b.Int("one", "", "", 1), rate), b.Int("twelve", "", "", 12)
	var lines []Expr
	for i := 1; i < 24; i++ {
		lines = append(lines, Pow(yearly, Div(b.Int("n"+strconv.Itoa(i), "", "", i), twelve)))
	}
	f := b.Fold([]Ref{Sum(lines...).Ref()}, []Variable{{-0.5, 0.5}}, []Varies{{0, 0, 1}}, nil)
	powers := 0
	for _, s := range f.steps {
		if s.op == opPow {
			powers++
		}
	}
	if powers != 1 {
		t.Errorf("%d powers, want 1", powers)
	}
	out := []float64{0}
	f.Columns().At([]float64{-0.3}, out)
	g := math.Pow(0.7, 1.0/12)
	if want := g * (1 - math.Pow(g, 23)) / (1 - g); math.Abs(out[0]-want) > 1e-12 {
		t.Errorf("got %v, want %v", out[0], want)
	}
}

// TestFoldZeroDivisor keeps what the plain program does: an infinity, not a wrong number.
func TestFoldZeroDivisor(t *testing.T) {
	b := NewBook()
	x := b.Figure(Figure{ID: "x", Value: Dec("1")})
	root := Div(b.Int("one", "", "", 1), Sub(x, b.Int("two", "", "", 2)))
	f := b.Fold([]Ref{root.Ref()}, []Variable{{0, 4}}, []Varies{{0, 0, 1}}, nil)
	out := []float64{0}
	columns := f.Columns()
	columns.At([]float64{4}, out)
	if out[0] != 0.5 {
		t.Errorf("1/(4-2): got %v", out[0])
	}
	columns.At([]float64{2}, out)
	if !math.IsInf(out[0], 0) {
		t.Errorf("1/(2-2): got %v", out[0])
	}
}

// TestFoldLanes: a full block gives the same as one draw at a time.
func TestFoldLanes(t *testing.T) {
	b := NewBook()
	x := b.Figure(Figure{ID: "x", Value: Dec("1")})
	y := b.Figure(Figure{ID: "y", Value: Dec("1")})
	c := b.Int("c", "", "", 3)
	roots := []Ref{
		Sum(Mul(x, x, y), Mul(c, x), y, MinOf(x, y), Pow(x, y), c).Ref(),
		Div(Ceil(Mul(x, c)), Sum(x, y)).Ref(), Sum(Floor(Mul(x, c)), MaxOf(x, y)).Ref(), c.Ref(),
	}
	f := b.Fold(roots, []Variable{{0.5, 3}, {0.5, 3}}, []Varies{{0, 0, 1}, {1, 1, 1}}, nil)
	block, single := f.Columns(), f.Columns()
	for k := range Lanes {
		block.Variable(0)[k] = 0.5 + 2.5*float64(k)/Lanes
		block.Variable(1)[k] = 3 - 2.5*float64(k)/Lanes
	}
	v := make([]float64, 2)
	block.Eval(Lanes)
	out := make([]float64, len(roots))
	for k := range Lanes {
		v[0], v[1] = block.Variable(0)[k], block.Variable(1)[k]
		single.At(v, out)
		for r := range roots {
			if block.Root(r)[k] != out[r] {
				t.Fatalf("lane %d root %d: %v, alone %v", k, r, block.Root(r)[k], out[r])
			}
		}
	}
}
