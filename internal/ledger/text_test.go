package ledger

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestRandomExpressions holds Exact against rational arithmetic.
func TestRandomExpressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, trees{tables: true})
		b := NewBook()
		e := tree.build(b)
		got, err := b.Fen(e.Ref())
		if err != nil {
			t.Fatal(err)
		}
		if want := fenOf(tree.value); int64(got) != want && !tie(tree.value) {
			t.Fatalf("%s = %d fen, want %d", b.Formula(e.Ref()), got, want)
		}
	})
}

// TestFactorsGiveTheLine: multiplying and dividing the printed values gives the line to the fen, and so does
// working out the parts of every factor first.
func TestFactorsGiveTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, trees{tables: true})
		b := NewBook()
		e := tree.build(b)
		fen, err := b.Fen(e.Ref())
		if err != nil {
			t.Fatal(err)
		}
		factors, err := b.Factors(e.Ref())
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]*big.Rat{
			"printed values": product(factors, func(f Factor) *big.Rat { return rat(f.Value) }),
			"their parts":    product(factors, func(f Factor) *big.Rat { return recompute(t, b, f) }),
		} {
			if got := fenOf(value); got != int64(fen) && !tie(value) {
				t.Fatalf("%s of %s give %d fen, the line is %d\n%+v", name, b.Formula(e.Ref()), got, fen, factors)
			}
		}
	})
}

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("not a number: " + text)
	}
	return r
}

func product(factors []Factor, value func(Factor) *big.Rat) *big.Rat {
	acc := big.NewRat(1, 1)
	for _, f := range factors {
		v := value(f)
		if f.Over {
			v = new(big.Rat).Inv(v)
		}
		acc.Mul(acc, v)
	}
	return acc
}

// recompute works a factor out of its parts, as a reader of an explanation would, and checks the printed value.
func recompute(t *rapid.T, b *Book, f Factor) *big.Rat {
	printed := rat(f.Value)
	if f.Op == "" {
		if f.Figure < 0 || b.Figures()[f.Figure].Value.String() != f.Value || len(f.Of) > 0 {
			t.Fatalf("a factor without an operation is no figure: %+v", f)
		}
		return printed
	}
	if f.Figure != -1 || len(f.Of) == 0 {
		t.Fatalf("an intermediate has no parts or is a figure: %+v", f)
	}
	parts := make([]*big.Rat, len(f.Of))
	for i, part := range f.Of {
		parts[i] = recompute(t, b, part)
	}
	if f.Op == "table" {
		checkTable(t, printed, parts[1:])
		return printed
	}
	got := combineParts(t, f, parts)
	if diff := new(big.Rat).Sub(got, printed); !small(diff, 1e-9*(1+size(printed))) {
		t.Fatalf("the parts of %+v give %s", f, got.FloatString(12))
	}
	return got
}

// combineParts applies a factor's operation: products and whole numbers have factors, the rest has terms.
func combineParts(t *rapid.T, f Factor, parts []*big.Rat) *big.Rat {
	i := -1
	operand := func() *big.Rat {
		return product(f.Of, func(Factor) *big.Rat { i++; return parts[i] })
	}
	switch f.Op {
	case "*", "/":
		return operand()
	case "ceil":
		return calculate(opCeil, []*big.Rat{operand()})
	case "floor":
		return calculate(opFloor, []*big.Rat{operand()})
	}
	for o, word := range opWord {
		if word == f.Op {
			return calculate(op(o), parts)
		}
	}
	t.Fatalf("no such operation: %q", f.Op)
	return nil
}

// checkTable: what a table gives lies between the values that are printed with it.
func checkTable(t *rapid.T, printed *big.Rat, values []*big.Rat) {
	lo, hi := calculate(opMin, values), calculate(opMax, values)
	slack := new(big.Rat).SetFloat64(1e-9 * (1 + size(printed)))
	if printed.Cmp(new(big.Rat).Sub(lo, slack)) < 0 || printed.Cmp(new(big.Rat).Add(hi, slack)) > 0 || len(values) > 2 {
		t.Fatalf("a table gives %s between %v", printed.FloatString(6), values)
	}
}

// strip keeps what the shape of an explanation is made of.
func strip(fs []Factor) []string {
	var out []string
	for _, f := range fs {
		text := f.Name + "=" + f.Value
		if f.Over {
			text = "/" + text
		}
		if f.Op != "" {
			text += " " + f.Op + "(" + strings.Join(strip(f.Of), " ") + ")"
		}
		out = append(out, text)
	}
	return out
}

func TestFactors(t *testing.T) {
	tests := []struct {
		name string
		make func(b *Book) Expr
		want []string
	}{
		{"a figure", func(b *Book) Expr { return num(b, "5") }, []string{"f.5=5"}},
		{"a product with a quotient is one flat list", func(b *Book) Expr {
			return Mul(Div(Mul(num(b, "6.5"), num(b, "4")), num(b, "8")), num(b, "84"))
		}, []string{"f.6.5=6.5", "f.4=4", "/f.8=8", "f.84=84"}},
		{"dividing by a quotient multiplies by its divisor", func(b *Book) Expr {
			return Div(num(b, "10"), Div(num(b, "4"), num(b, "2")))
		}, []string{"f.10=10", "/f.4=4", "f.2=2"}},
		{"a named product below the top stays closed", func(b *Book) Expr {
			return Mul(Mul(num(b, "2"), num(b, "3")).Named("f.energy", "kWh"), num(b, "0.5")).Named("f.line", "CNY")
		}, []string{"f.energy=6 *(f.2=2 f.3=3)", "f.0.5=0.5"}},
		{"a sum is a factor of its own", func(b *Book) Expr {
			return Mul(Sum(num(b, "1"), num(b, "2"), Mul(num(b, "3"), num(b, "4"))), num(b, "5"))
		}, []string{"=15 +(f.1=1 f.2=2 =12 *(f.3=3 f.4=4))", "f.5=5"}},
		{"a named sum inside a sum stays closed", func(b *Book) Expr {
			return Sum(Sum(num(b, "1"), num(b, "2")).Named("f.part", "CNY"), num(b, "3"))
		}, []string{"=6 +(f.part=3 +(f.1=1 f.2=2) f.3=3)"}},
		{"differences from the left", func(b *Book) Expr {
			return Sub(Sub(num(b, "9"), num(b, "3")), num(b, "1"))
		}, []string{"=5 -(f.9=9 f.3=3 f.1=1)"}},
		{"whole servers", func(b *Book) Expr {
			return Mul(Ceil(Div(num(b, "9"), num(b, "8"))).Named("f.servers", "server"), num(b, "100"))
		}, []string{"f.servers=2 ceil(f.9=9 /f.8=8)", "f.100=100"}},
		{"a table with its neighbours", func(b *Book) Expr {
			return b.Table(num(b, "5"), []TablePoint{
				{Dec("0"), num(b, "1")}, {Dec("10"), num(b, "2")}, {Dec("20"), num(b, "7")},
			})
		}, []string{"=1.5 table(f.5=5 f.1=1 f.2=2)"}},
		{"a table on a support point", func(b *Book) Expr {
			return b.Table(num(b, "10"), []TablePoint{{Dec("0"), num(b, "1")}, {Dec("10"), num(b, "2")}})
		}, []string{"=2 table(f.10=10 f.2=2)"}},
		{"the lower of two", func(b *Book) Expr {
			return MinOf(num(b, "3"), num(b, "2"), num(b, "4"))
		}, []string{"=2 min(f.3=3 f.2=2 f.4=4)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBook()
			got, err := b.Factors(tt.make(b).Ref())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strip(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFactorNamesItsFigure(t *testing.T) {
	b := NewBook()
	num(b, "1")
	price := b.Figure(Figure{ID: "offers.x.price", Name: "f.price", Unit: "CNY/card-hour", Value: Dec("10.75")})
	got, err := b.Factors(Mul(num(b, "3"), price).Ref())
	if err != nil {
		t.Fatal(err)
	}
	want := []Factor{
		{Name: "f.3", Value: "3", Unit: "CNY", Figure: 2},
		{Name: "f.price", Value: "10.75", Unit: "CNY/card-hour", Figure: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
