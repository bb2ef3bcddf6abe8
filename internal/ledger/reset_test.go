package ledger

import "testing"

// A book that is emptied bills as a new one: nothing of its figures, names, values or scope is left.
func TestReset(t *testing.T) {
	b := NewBook()
	b.Scope("first.")
	x := b.Int("hours", "f.hours", "h", 7)
	if v, err := b.Fen(Mul(x, x).Named("f.square", "h2").Ref()); err != nil || v != 4900 {
		t.Fatalf("%s, %v", v, err)
	}
	b.Reset()
	if len(b.Figures()) != 0 {
		t.Errorf("%d figures are left", len(b.Figures()))
	}
	if _, ok := b.FigureIndex("first.hours"); ok {
		t.Error("the figure is still known by its id")
	}
	y := b.Int("hours", "f.hours", "h", 3)
	square := Mul(y, y)
	if v, err := b.Fen(square.Ref()); err != nil || v != 900 {
		t.Errorf("3 x 3 is %s, %v", v, err)
	}
	if _, ok := b.FigureIndex("hours"); !ok {
		t.Error("the scope holds on")
	}
	if f, err := b.Factors(square.Ref()); err != nil || len(f) != 2 || f[0].Name != "f.hours" || f[0].Value != "3" {
		t.Errorf("factors %+v, %v", f, err)
	}
}
