package ledger

import (
	"testing"

	"pgregory.net/rapid"

	"gpucalc/internal/quantity"
)

// TestAgainIsExact: amounts billed anew are those of a book that was written with the other value, halves of a fen
// included.
func TestAgainIsExact(t *testing.T) {
	bills := func(x string) (*Book, []Ref) {
		b := NewBook()
		v := b.Const("x", "f.x", "", Dec(x))
		price, hours := b.Const("p", "f.p", "", Dec("10.75")), b.Const("h", "f.h", "", Dec("730"))
		third := Div(v, b.Const("three", "f.c", "", Dec("3")))
		return b, []Ref{
			Mul(price, hours, v).Ref(),
			Mul(third, hours).Ref(),
			MinOf(hours, Mul(hours, v, b.Const("w", "f.w", "", Dec("1.1")))).Ref(),
			Mul(price, Ceil(Mul(v, hours))).Ref(),
			Sub(price, v).Ref(),
			Mul(v, v).Ref(),
			Mul(price, hours).Ref(),
		}
	}
	base, roots := bills("0.6")
	a, err := base.Again(0, roots)
	if err != nil {
		t.Fatal(err)
	}
	if a.Depends(6) || !a.Depends(0) {
		t.Errorf("depends: %v %v", a.Depends(6), a.Depends(0))
	}
	s := a.State()
	check := func(t interface{ Errorf(string, ...any) }, x quantity.Decimal) {
		got := make([]quantity.Fen, len(roots))
		if err := s.Fens(x, got); err != nil {
			t.Errorf("%v", err)
		}
		b, want := bills(x.String())
		for i, r := range want {
			if f, err := b.Fen(r); err != nil || f != got[i] {
				t.Errorf("root %d at %v: %v, want %v (%v)", i, x, got[i], f, err)
			}
		}
	}
	for _, x := range []string{"0", "0.005", "0.015", "0.045", "1", "10.745", "0.6"} {
		check(t, Dec(x))
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 2_000_000).Draw(t, "x")
		check(t, Dec(quantity.Int(int64(n)).String()).Mul(Dec("0.001")))
	})
}
