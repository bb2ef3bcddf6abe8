package ledger

import (
	"math"
	"testing"

	"gpucalc/internal/quantity"

	"github.com/google/go-cmp/cmp"
)

// sample is a small owning bill: a machine bought and sold, power in two months, a deposit out and back.
func sample(t *testing.T) *Ledger {
	t.Helper()
	b := NewBook()
	l := New(b)
	l.Add(Line{At: 0, Item: "purchase", Category: "purchase"}, num(b, "1000"))
	l.Add(Line{At: 0, Item: "deposit", Category: "rack", Memo: true}, num(b, "50"))
	l.Add(Line{At: 1, Item: "power", Category: "electricity"}, num(b, "10.005"))
	l.Add(Line{At: 3, Item: "power", Category: "electricity"}, num(b, "20.005"))
	l.Add(Line{At: 3, Item: "staff", Category: "staff"}, Expr{})
	l.Add(Line{At: 3, Item: "resale", Category: "resale", Credit: true}, num(b, "600.004"))
	l.Add(Line{At: 3, Item: "deposit back", Category: "rack", Credit: true, Memo: true}, num(b, "50"))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestClose(t *testing.T) {
	l := sample(t)
	var got []quantity.Fen
	for _, line := range l.Lines {
		got = append(got, line.Amount)
	}
	// each line is rounded by itself; the missing staff line is not there; credits are negative
	if diff := cmp.Diff([]quantity.Fen{100000, 5000, 1001, 2001, -60000, -5000}, got); diff != "" {
		t.Errorf("amounts (-want +got):\n%s", diff)
	}
	// 1000.00 + 10.01 + 20.01 - 600.00; memos do not count
	if l.Total != 43002 {
		t.Errorf("total %s, want 430.02", l.Total)
	}
	if err := l.Close(); err != nil || l.Total != 43002 {
		t.Errorf("closing twice: %s, %v", l.Total, err)
	}
}

func TestCategories(t *testing.T) {
	l := sample(t)
	want := []Category{"purchase", "electricity", "resale"} // rack has memos only
	if diff := cmp.Diff(want, l.Categories()); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
	sums := map[Category]quantity.Fen{"purchase": 100000, "electricity": 3002, "resale": -60000, "rack": 0, "no such": 0}
	var all quantity.Fen
	for c, want := range sums {
		if got := l.CategoryTotal(c); got != want {
			t.Errorf("%s: %s, want %s", c, got, want)
		}
		all += want
	}
	if all != l.Total {
		t.Errorf("categories sum to %s, the total is %s", all, l.Total)
	}
}

func TestFlows(t *testing.T) {
	l := sample(t)
	// month 0: 1000 + deposit 50; 1: power; 2: nothing; 3: power - resale - deposit back
	want := []quantity.Fen{105000, 1001, 0, 2001 - 60000 - 5000}
	got := l.Flows()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flows (-want +got):\n%s", diff)
	}
	if l.Upfront() != 105000 {
		t.Errorf("upfront %s, want 1050.00", l.Upfront())
	}
	// before resale and deposit come back, 1000 + 50 + 10.01 + 20.01 are out
	if l.PeakCash() != 108002 {
		t.Errorf("peak cash %s, want 1080.02", l.PeakCash())
	}
}

func TestPeakCashBetweenRefunds(t *testing.T) {
	b := NewBook()
	l := New(b)
	l.Add(Line{At: 0, Item: "rent"}, num(b, "100"))
	l.Add(Line{At: 1, Item: "refund", Credit: true}, num(b, "90"))
	l.Add(Line{At: 2, Item: "rent"}, num(b, "50"))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l.PeakCash() != 10000 { // 100, then 10, then 60
		t.Errorf("peak cash %s, want 100.00", l.PeakCash())
	}
}

func TestUpfrontIgnoresMoneyBack(t *testing.T) {
	b := NewBook()
	l := New(b)
	l.Add(Line{At: 0, Item: "purchase"}, num(b, "100"))
	l.Add(Line{At: 0, Item: "trade-in", Credit: true}, num(b, "30"))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l.Upfront() != 10000 || l.Flows()[0] != 7000 || l.Total != 7000 {
		t.Errorf("upfront %s, flow %s, total %s; want 100.00, 70.00, 70.00", l.Upfront(), l.Flows()[0], l.Total)
	}
}

func TestEmptyLedger(t *testing.T) {
	l := New(NewBook())
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l.Total != 0 || l.Upfront() != 0 || l.PeakCash() != 0 || len(l.Categories()) != 0 {
		t.Errorf("an empty bill has amounts: %+v", l)
	}
	if diff := cmp.Diff([]quantity.Fen{0}, l.Flows()); diff != "" {
		t.Errorf("flows (-want +got):\n%s", diff)
	}
	if got := evalFloat(l.Book, l.TotalExpr()); got != 0 {
		t.Errorf("total expression %v, want 0", got)
	}
}

// TestTotalExpr: the unrounded total leaves out memos and takes credits off.
func TestTotalExpr(t *testing.T) {
	l := sample(t)
	want := 1000 + 10.005 + 20.005 - 600.004
	if got := evalFloat(l.Book, l.TotalExpr()); math.Abs(got-want) > 1e-9 {
		t.Errorf("got %v, want %v", got, want)
	}
	onlyBack := New(l.Book)
	onlyBack.Add(Line{Item: "refund", Credit: true}, num(l.Book, "600.004"))
	if got := evalFloat(l.Book, onlyBack.TotalExpr()); got != -600.004 {
		t.Errorf("only credits: %v, want -600.004", got)
	}
}

func TestTotalOverflow(t *testing.T) {
	b := NewBook()
	l := New(b)
	for range 3 {
		l.Add(Line{Item: "x"}, num(b, "40000000000000000")) // 4e18 fen
	}
	if err := l.Close(); err == nil {
		t.Errorf("a total beyond int64 passed as %s", l.Total)
	}
}

func TestImputedLinesAreNoCash(t *testing.T) {
	b := NewBook()
	l := New(b)
	l.Add(Line{Item: "purchase", Category: "purchase"}, num(b, "1000"))
	l.Add(Line{Item: "lost hours", Category: "failures", Imputed: true}, num(b, "30"))
	l.Add(Line{At: 1, Item: "power", Category: "electricity"}, num(b, "10"))
	l.Add(Line{At: 1, Item: "interest", Category: "capital", Imputed: true}, num(b, "70"))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l.Total != 1110_00 || l.Upfront() != 1000_00 || l.PeakCash() != 1010_00 {
		t.Errorf("total %s, upfront %s, peak %s; want 1110, 1000, 1010", l.Total, l.Upfront(), l.PeakCash())
	}
	if diff := cmp.Diff([]quantity.Fen{1000_00, 10_00}, l.Flows()); diff != "" {
		t.Errorf("flows, want - got +:\n%s", diff)
	}
}
