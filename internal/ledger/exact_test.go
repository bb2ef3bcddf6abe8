package ledger

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gpucalc/internal/quantity"
)

// figures enters numbers by their own text and hands them out in order.
func figures(b *Book, texts ...string) []Expr {
	out := make([]Expr, len(texts))
	for i, text := range texts {
		out[i] = num(b, text)
	}
	return out
}

// num enters a number under an ID made of its text.
func num(b *Book, text string) Expr {
	return b.Figure(Figure{ID: "n." + text, Name: "f." + text, Unit: "CNY", Value: Dec(text)})
}

// TestFen works every value by hand: the exact quotient, then half away from zero.
func TestFen(t *testing.T) {
	tests := []struct {
		name string
		make func(b *Book) Expr
		want string
	}{
		{
			// 6.5 x 4 / 8 = 3.25 kW; x 0.76 = 2.47; x 1.3 = 3.211; x 84 h = 269.724 kWh; x 0.9729 = 262.4144796
			"peak electricity of four cards in two weeks of March",
			func(b *Book) Expr {
				f := figures(b, "6.5", "4", "8", "0.76", "1.3", "84", "0.9729")
				return Mul(Div(Mul(f[0], f[1]), f[2]), f[3], f[4], f[5], f[6])
			},
			"262.41",
		},
		{
			// 400000 x 336 / 26280 = 5114.1552...
			"two weeks' share of a machine over 26,280 hours",
			func(b *Book) Expr {
				f := figures(b, "400000", "26280", "336")
				return Mul(Div(f[0], f[1]), f[2])
			},
			"5114.16",
		},
		{"a third three times", func(b *Book) Expr { return Mul(Div(num(b, "100"), num(b, "3")), num(b, "3")) }, "100.00"},
		{"a seventh of half a fen seven times", func(b *Book) Expr {
			return Mul(Div(num(b, "0.005"), num(b, "7")), num(b, "7"))
		}, "0.01"},
		{"three thirds of half a fen added", func(b *Book) Expr {
			third := Div(num(b, "0.005"), num(b, "3"))
			return Sum(third, third, third)
		}, "0.01"},
		{"seven sevenths of one and a half fen added", func(b *Book) Expr {
			s := Div(num(b, "0.015"), num(b, "7"))
			return Sum(s, s, s, s, s, s, s)
		}, "0.02"},
		{"less than half a fen stays below", func(b *Book) Expr { return Mul(num(b, "0.0049999"), num(b, "1")) }, "0.00"},
		{"a quotient as divisor", func(b *Book) Expr {
			// 10 / (2 / 3) = 15
			return Div(num(b, "10"), Div(num(b, "2"), num(b, "3")))
		}, "15.00"},
		{"a quotient of quotients", func(b *Book) Expr {
			// (1 / 3) / (2 / 7) = 7/6
			return Div(Div(num(b, "1"), num(b, "3")), Div(num(b, "2"), num(b, "7")))
		}, "1.17"},
		{"a product of quotients", func(b *Book) Expr {
			// 22/7 x 7/11 = 2
			return Mul(Div(num(b, "22"), num(b, "7")), Div(num(b, "7"), num(b, "11")))
		}, "2.00"},
		{"half a fen", func(b *Book) Expr { return num(b, "0.005") }, "0.01"},
		{"half a fen to pay back", func(b *Book) Expr { return num(b, "-0.005") }, "-0.01"},
		{"one and a half fen", func(b *Book) Expr { return num(b, "1.015") }, "1.02"},
		{"two and a half fen, not to even", func(b *Book) Expr { return num(b, "1.025") }, "1.03"},
		{"a negative difference", func(b *Book) Expr { return Sub(num(b, "1"), num(b, "3.125")) }, "-2.13"},
		{"a sum", func(b *Book) Expr { return Sum(figures(b, "0.1", "0.2", "0.3")...) }, "0.60"},
		{"the least", func(b *Book) Expr { return MinOf(figures(b, "3", "1.5", "2")...) }, "1.50"},
		{"the greatest", func(b *Book) Expr { return MaxOf(figures(b, "3", "7.25", "2")...) }, "7.25"},
		{"a power", func(b *Book) Expr { return Pow(num(b, "1.08"), num(b, "2")) }, "1.17"},
		{"a small power of a large sum", func(b *Book) Expr {
			// 0.5^20 = 1/1048576; x 10 billion = 9536.7431640625
			return Mul(num(b, "10000000000"), Pow(num(b, "0.5"), num(b, "20")))
		}, "9536.74"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBook()
			got, err := b.Fen(tt.make(b).Ref())
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestWholeUnits: rounding noise below a billionth starts no further unit and loses none.
func TestWholeUnits(t *testing.T) {
	tests := []struct {
		text        string
		ceil, floor string
	}{
		{"336", "336", "336"},
		{"336.0000000001", "336", "336"},
		{"335.9999999999", "336", "336"},
		{"336.00000001", "337", "336"},
		{"335.99999999", "336", "335"},
		{"0", "0", "0"},
		{"0.0000000001", "0", "0"},
		{"0.2", "1", "0"},
		{"-0.5", "0", "-1"},
		{"-2", "-2", "-2"},
	}
	for _, tt := range tests {
		b := NewBook()
		x := num(b, tt.text)
		up, down := Ceil(x), Floor(x)
		for _, c := range []struct {
			name string
			of   Expr
			want string
		}{{"ceil", up, tt.ceil}, {"floor", down, tt.floor}} {
			got, err := b.Exact(c.of.Ref())
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equal(Dec(c.want)) {
				t.Errorf("%s(%s) = %s, want %s", c.name, tt.text, got, c.want)
			}
			if f := evalFloat(b, c.of); f != got.InexactFloat64() {
				t.Errorf("%s(%s) = %v in float64, want %s", c.name, tt.text, f, c.want)
			}
		}
	}
}

func TestWholeUnitsOfQuotients(t *testing.T) {
	// 7/3 x 3 = 7 and 5 servers x (1/5) = 1: both are whole, whatever the digits of the quotient.
	b := NewBook()
	third := Div(num(b, "7"), num(b, "3"))
	sum := Sum(third, third, third)
	got, err := b.Exact(Ceil(sum).Ref())
	if err != nil || !got.Equal(Dec("7")) {
		t.Errorf("ceil of three times 7/3 = %s, %v; want 7", got, err)
	}
	got, err = b.Exact(Floor(sum).Ref())
	if err != nil || !got.Equal(Dec("7")) {
		t.Errorf("floor of three times 7/3 = %s, %v; want 7", got, err)
	}
}

// TestTable reads a resale curve: all of the price when new, 60 % after a year, 30 % after three.
func TestTable(t *testing.T) {
	tests := []struct{ at, want string }{
		{"-5", "1"},   // before the first point: its value
		{"0", "1"},    // on a point
		{"3", "0.9"},  // a quarter of the way from 1 to 0.6
		{"12", "0.6"}, // on a point
		{"24", "0.45"},
		{"36", "0.3"},
		{"60", "0.3"}, // after the last point: its value
	}
	for _, tt := range tests {
		b := NewBook()
		at := num(b, tt.at)
		curve := b.Table(at, []TablePoint{{Dec("0"), num(b, "1")}, {Dec("12"), num(b, "0.6")}, {Dec("36"), num(b, "0.3")}})
		got, err := b.Exact(curve.Ref())
		if err != nil {
			t.Fatal(err)
		}
		if !got.Equal(Dec(tt.want)) {
			t.Errorf("at %s months: %s, want %s", tt.at, got, tt.want)
		}
		if f := evalFloat(b, curve); !near(f, got.InexactFloat64()) {
			t.Errorf("at %s months: %v in float64, want %s", tt.at, f, tt.want)
		}
	}
}

func TestTableOfExpressions(t *testing.T) {
	// The values of a table may be quotients: between 1/3 and 2/3, half way, lies one half.
	b := NewBook()
	third, twoThirds := Div(num(b, "1"), num(b, "3")), Div(num(b, "2"), num(b, "3"))
	middle := b.Table(num(b, "5"), []TablePoint{{Dec("0"), third}, {Dec("10"), twoThirds}})
	got, err := b.Fen(Mul(middle, num(b, "100")).Ref())
	if err != nil || got != 5000 {
		t.Errorf("got %s, %v; want 50.00", got, err)
	}
	first := b.Table(num(b, "0"), []TablePoint{{Dec("0"), third}, {Dec("10"), twoThirds}})
	got, err = b.Fen(Mul(first, num(b, "3")).Ref())
	if err != nil || got != 100 {
		t.Errorf("got %s, %v; want 1.00", got, err)
	}
}

func TestDivisionByZeroNamesTheFormula(t *testing.T) {
	tests := []struct {
		name string
		make func(b *Book) Expr
		want string
	}{
		{"a figure of zero", func(b *Book) Expr { return Div(num(b, "1"), num(b, "0")) }, "n.1 / n.0"},
		{
			"a difference of zero",
			func(b *Book) Expr { return Sum(num(b, "7"), Div(num(b, "1"), Sub(num(b, "5"), num(b, "5")))) },
			"n.1 / (n.5 - n.5)",
		},
		{
			"inside a product",
			func(b *Book) Expr { return Mul(num(b, "3"), Div(num(b, "2"), Mul(num(b, "0"), num(b, "4")))) },
			"n.2 / (n.0 * n.4)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBook()
			e := tt.make(b)
			for range 2 { // the second request fails as the first does
				_, err := b.Exact(e.Ref())
				checkDivision(t, err, tt.want)
			}
			_, err := b.Fen(e.Ref())
			checkDivision(t, err, tt.want)
			_, err = b.Factors(e.Ref())
			checkDivision(t, err, tt.want)
			l := New(b)
			l.Add(Line{Item: "x"}, e)
			checkDivision(t, l.Close(), tt.want)
		})
	}
}

func checkDivision(t *testing.T, err error, formula string) {
	t.Helper()
	if !errors.Is(err, ErrDivision) {
		t.Fatalf("got %v, want ErrDivision", err)
	}
	if !strings.HasPrefix(err.Error(), formula+": ") {
		t.Errorf("error %q does not begin with the formula %q", err, formula)
	}
}

func TestZeroNumeratorIsFine(t *testing.T) {
	b := NewBook()
	got, err := b.Fen(Div(num(b, "0"), num(b, "7")).Ref())
	if err != nil || got != 0 {
		t.Errorf("0/7 = %s, %v", got, err)
	}
}

func TestFenOutOfRange(t *testing.T) {
	b := NewBook()
	big := num(b, "1000000000000")
	_, err := b.Fen(Mul(big, big).Ref())
	var q *quantity.Error
	if !errors.As(err, &q) || q.Key != "quantity.too_large" {
		t.Errorf("10^24 yuan: got %v, want quantity.too_large", err)
	}
}

// TestMissing: what is made with a missing expression is missing, in every position of every operation.
func TestMissing(t *testing.T) {
	b := NewBook()
	x, none := num(b, "2"), Expr{}
	made := map[string]Expr{
		"mul":         Mul(x, none, x),
		"mul first":   Mul(none, x),
		"sum":         Sum(x, x, none),
		"one":         Sum(none),
		"sub":         Sub(none, x),
		"sub second":  Sub(x, none),
		"div":         Div(none, x),
		"div second":  Div(x, none),
		"min":         MinOf(none, x),
		"max":         MaxOf(x, none),
		"pow":         Pow(none, x),
		"pow second":  Pow(x, none),
		"ceil":        Ceil(none),
		"floor":       Floor(none),
		"named":       none.Named("f.x", "CNY"),
		"table":       b.Table(none, []TablePoint{{Dec("0"), x}}),
		"table value": b.Table(x, []TablePoint{{Dec("0"), x}, {Dec("1"), none}}),
		"empty table": b.Table(x, nil),
		"chain":       Ceil(Mul(x, Div(x, Sum(x, none)))),
	}
	for name, e := range made {
		if e.Valid() {
			t.Errorf("%s: valid, want missing", name)
		}
	}
	if !Sum(x).Valid() || Sum(x).Ref() != x.Ref() {
		t.Error("a sum of one term is not that term")
	}
}

func TestFigureIsEnteredOnce(t *testing.T) {
	b := NewBook()
	x := b.Figure(Figure{ID: "offers.x.price", Value: Dec("10.75")})
	y := b.Figure(Figure{ID: "offers.x.price", Value: Dec("10.75")})
	if n := len(b.Figures()); n != 1 {
		t.Fatalf("%d figures, want 1", n)
	}
	if i, ok := b.FigureIndex("offers.x.price"); !ok || i != 0 {
		t.Errorf("FigureIndex = %d, %v", i, ok)
	}
	if _, ok := b.FigureIndex("offers.y.price"); ok {
		t.Error("an unknown figure was found")
	}
	got, err := b.Fen(Sum(x, y).Ref())
	if err != nil || got != 2150 {
		t.Errorf("twice 10.75 = %s, %v", got, err)
	}
	f := b.Figures()[0]
	if !f.Low.Equal(f.Value) || !f.High.Equal(f.Value) {
		t.Errorf("a figure without a range has the ends %s and %s", f.Low, f.High)
	}
}

func TestNamingKeepsTheValue(t *testing.T) {
	b := NewBook()
	x := num(b, "2")
	product := Mul(x, num(b, "3"))
	if named := product.Named("f.product", "CNY"); named.Ref() != product.Ref() {
		t.Error("naming made another node")
	}
	x.Named("f.other", "kW")
	factors, err := b.Factors(x.Ref())
	if err != nil || len(factors) != 1 || factors[0].Name != "f.2" || factors[0].Unit != "CNY" {
		t.Errorf("naming a figure changed it: %+v, %v", factors, err)
	}
}

func TestFloatDec(t *testing.T) {
	tenth := 0.1
	for _, tt := range []struct {
		f    float64
		want string
	}{
		{336, "336"},
		{tenth, "0.1"},
		{tenth + 0.2, "0.30000000000000004"},
		{-1.5, "-1.5"},
		{1e21, "1000000000000000000000"},
		{9.5367431640625e-07, "0.0000009536743164062"}, // 2^-20 has 20 places, 19 are kept
		{1e-30, "0"},
	} {
		if got := FloatDec(tt.f); !got.Sub(Dec(tt.want)).Abs().LessThan(Dec("0.0000000000000000002")) {
			t.Errorf("FloatDec(%v) = %s, want %s", tt.f, got, tt.want)
		}
	}
}

func TestFloatDecRefusesInfinity(t *testing.T) {
	for _, f := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("FloatDec(%v) did not panic", f)
				}
			}()
			FloatDec(f)
		}()
	}
}
