package compare_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"gpucalc/internal/ledger"

	"gpucalc/internal/quantity"

	"pgregory.net/rapid"
)

// What must hold for every need and every sheet, away from stated thresholds.

// TestTotalsAreSumsOfLines: a total is the sum of its lines, a line is what its printed factors make, to the fen.
func TestTotalsAreSumsOfLines(t *testing.T) {
	quick(t, func(t *rapid.T) {
		d := draw(t)
		for _, w := range priced(d.r) {
			var sum quantity.Fen
			for _, l := range w.Ledger.Lines {
				checkLine(t, w.Ledger.Book, l)
				if !l.Memo {
					sum += l.Amount
				}
			}
			if sum != w.Total() {
				t.Fatalf("%v, %s: lines sum to %s, total %s", d.need, w.ID, sum, w.Total())
			}
		}
	})
}

func checkLine(t *rapid.T, b *ledger.Book, l ledger.Line) {
	factors, err := b.Factors(l.Root)
	if err != nil {
		t.Fatal(err)
	}
	got := product(t, factors)
	want := new(big.Rat).SetFrac64(int64(l.Amount), 100)
	if l.Credit {
		want.Neg(want)
	}
	// Half a fen from rounding and a hair for the 19 printed places of quotients.
	diff, _ := got.Sub(got, want).Abs(got).Float64()
	if diff > 0.005+1e-9 {
		t.Fatalf("%s: factors give %v more or less than the line: %v", l.Item, diff, factors)
	}
}

// product multiplies and divides printed factors after checking that each is what its parts make.
func product(t *rapid.T, fs []ledger.Factor) *big.Rat {
	out := big.NewRat(1, 1)
	for _, f := range fs {
		v := rat(t, f.Value)
		checkParts(t, f, v)
		if f.Over {
			out.Quo(out, v)
		} else {
			out.Mul(out, v)
		}
	}
	return out
}

func rat(t *rapid.T, s string) *big.Rat {
	v, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return v
}

// ceiling is the least whole number not below x, but for the noise of quotients.
func ceiling(x *big.Rat) *big.Rat {
	low := new(big.Rat).Sub(x, big.NewRat(1, 1_000_000_000))
	n := new(big.Int).Div(low.Num(), low.Denom()) // rounds down
	return new(big.Rat).SetInt(n.Add(n, big.NewInt(1)))
}

// checkParts recomputes a factor that is an expression itself.
func checkParts(t *rapid.T, f ledger.Factor, want *big.Rat) {
	if len(f.Of) == 0 {
		return
	}
	var got *big.Rat
	values := make([]*big.Rat, len(f.Of))
	for i, p := range f.Of {
		values[i] = rat(t, p.Value)
		checkParts(t, p, values[i])
	}
	switch f.Op {
	case "*", "/":
		got = product(t, f.Of)
	case "+", "-", "min", "max":
		got = new(big.Rat).Set(values[0])
		for _, v := range values[1:] {
			got = joined(f.Op, got, v)
		}
	case "ceil":
		got = ceiling(product(t, f.Of))
	case "^":
		x, _ := values[0].Float64()
		y, _ := values[1].Float64()
		got = new(big.Rat)
		got.SetFloat64(math.Pow(x, y))
	case "table":
		return // between its support points; the points' places are not printed
	default:
		t.Fatalf("no rule for %q", f.Op)
	}
	diff, _ := new(big.Rat).Sub(got, want).Float64()
	size, _ := want.Float64()
	if math.Abs(diff) > 1e-12*max(1, math.Abs(size)) {
		t.Fatalf("%s is printed as %s, its parts make %s: %v", f.Name, f.Value, got.FloatString(19), f.Of)
	}
}

func joined(op string, a, b *big.Rat) *big.Rat {
	switch {
	case op == "+":
		return a.Add(a, b)
	case op == "-":
		return a.Sub(a, b)
	case (op == "min") == (b.Cmp(a) < 0):
		return new(big.Rat).Set(b)
	}
	return a
}

// TestExactAndFloatAgree: the float evaluation of a total is the exact one but for the rounding of lines.
func TestExactAndFloatAgree(t *testing.T) {
	quick(t, func(t *rapid.T) {
		d := draw(t)
		for _, w := range priced(d.r) {
			got := evaluate(d.r.Book, w.Ledger.TotalExpr().Ref(), d.r.Book.Floats())
			want := w.Total().Float()
			if slack := 0.005*float64(len(w.Ledger.Lines)) + 1e-9*math.Abs(want); math.Abs(got-want) > slack+1e-6 {
				t.Fatalf("%v, %s: exactly %v, in floats %v", d.need, w.ID, want, got)
			}
		}
	})
}

func evaluate(b *ledger.Book, root ledger.Ref, figures []float64) float64 {
	p := b.Compile([]ledger.Ref{root})
	out := make([]float64, 1)
	p.Eval(figures, p.Scratch(), out)
	return out[0]
}

// TestPriceUpCostNotDown: with any price a tenth higher no option becomes cheaper.
func TestPriceUpCostNotDown(t *testing.T) {
	quick(t, func(t *rapid.T) {
		d := draw(t)
		figures := d.r.Book.Figures()
		for _, w := range priced(d.r) {
			root := w.Ledger.TotalExpr().Ref()
			p := d.r.Book.Compile([]ledger.Ref{root})
			scratch, out, values := p.Scratch(), make([]float64, 1), d.r.Book.Floats()
			p.Eval(values, scratch, out)
			before := out[0]
			for _, i := range d.r.Book.Uses([]ledger.Ref{root}) {
				if !isMoney(figures[i].Unit) {
					continue
				}
				old := values[i]
				values[i] = old * 1.1
				p.Eval(values, scratch, out)
				values[i] = old
				if out[0] < before-1e-9*math.Abs(before) {
					t.Fatalf("%v, %s: %s up a tenth takes the total from %v to %v", d.need, w.ID, figures[i].ID, before, out[0])
				}
			}
		}
	})
}

func isMoney(unit string) bool {
	currency, _, _ := strings.Cut(unit, "/")
	return currency == "CNY" || currency == "USD"
}

// TestUtilisationUpCostPerUsedHourNotUp: at a fixed pattern an owned card-hour of use never gets dearer by more use.
func TestUtilisationUpCostPerUsedHourNotUp(t *testing.T) {
	quick(t, func(t *rapid.T) {
		d := draw(t)
		n := d.need
		n.util = rapid.IntRange(d.need.util, 100).Draw(t, "higher utilisation")
		more := runOn(t, n, d)
		for _, w := range priced(d.r) {
			after, ok := more.Row(w.ID)
			if w.Family != "own" || !ok || !after.Priced {
				continue
			}
			if rounding := 0.01 * float64(len(w.Ledger.Lines)) / d.r.UsedHours; after.PerUsedHour > w.PerUsedHour+rounding {
				t.Fatalf("%v, %s: %v yuan a used card-hour, at %d%% %v", d.need, w.ID, w.PerUsedHour, n.util, after.PerUsedHour)
			}
		}
	})
}
