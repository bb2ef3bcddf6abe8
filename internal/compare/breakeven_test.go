package compare

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// duelOf sets bills over one variable x, the figure "x" of the book, against each other.
func duelOf(b *ledger.Book, own, rent ledger.Expr) *duel {
	d := &duel{
		costs: costmodel.Result{Book: b, CardHours: 1},
		own:   []contestant{{id: "own.sold", root: 0}}, rent: []contestant{{id: "rent.hour", root: 1}},
		current: [variablesOfDuel]float64{0, 1, 1, 1},
	}
	d.fold([]ledger.Ref{own.Ref(), rent.Ref()})
	return d
}

// xFigure is the variable of a hand-made duel; it stands where utilisation does.
func xFigure(b *ledger.Book) ledger.Expr { return b.Const("x", "f.util", "", ledger.Dec("1")) }

func constant(b *ledger.Book, id string, v float64) ledger.Expr {
	return b.Const(id, "f.const", "", ledger.FloatDec(v))
}

// TestPublishedBreakEvens solves examples that others published. The right answer counts, not the published one; where
// the source is off its own figures, the test says that it still is.
func TestPublishedBreakEvens(t *testing.T) {
	data, err := os.ReadFile("../../testdata/breakeven/published.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		ID, What, Unit string
		Fixed, To      float64
		OwnPerUnit     float64 `json:"own_per_unit"`
		RentPerUnit    float64 `json:"rent_per_unit"`
		Answer, Stated float64
		Tolerance      float64
		SourceIsOff    bool `json:"source_is_off"`
		Never          bool
	}
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		b := ledger.NewBook()
		x := xFigure(b)
		// The variable runs from 0 to 1 and stands for 0 to e.To units.
		units := ledger.Mul(x, constant(b, "to", e.To))
		own := ledger.Sum(constant(b, "fixed", e.Fixed), ledger.Mul(constant(b, "own", e.OwnPerUnit), units))
		s := duelOf(b, own, ledger.Mul(constant(b, "rent", e.RentPerUnit), units)).continuous(SolveUtil, BestRental)
		if e.Never {
			if s.Flat != Never || len(s.Crossings) > 0 {
				t.Errorf("%s: got %+v, want never", e.ID, s)
			}
			continue
		}
		if len(s.Crossings) != 1 {
			t.Errorf("%s: %d crossings, want one", e.ID, len(s.Crossings))
			continue
		}
		c := s.Crossings[0]
		if got := c.Value * e.To; math.Abs(got-e.Answer) > 1e-8*e.Answer {
			t.Errorf("%s: got %v %s, want %v", e.ID, got, e.Unit, e.Answer)
		}
		if agrees := math.Abs(e.Answer-e.Stated) <= e.Tolerance; agrees == e.SourceIsOff {
			t.Errorf("%s: published %v, right %v, marked as off: %v", e.ID, e.Stated, e.Answer, e.SourceIsOff)
		}
		if c.WinnerBelow != "rent.hour" || c.WinnerAbove != "own.sold" || c.Difference > 1e-6 {
			t.Errorf("%s: below %s, above %s, put back %v", e.ID, c.WinnerBelow, c.WinnerAbove, c.Difference)
		}
	}
}

// TestKindsOfCrossings: no root, one, several, a step, and both on one range.
func TestKindsOfCrossings(t *testing.T) {
	type want struct {
		kind         finance.CrossingKind
		value        float64
		below, above string
	}
	const own, rent = "own.sold", "rent.hour"
	for _, c := range []struct {
		name  string
		bills func(b *ledger.Book, x ledger.Expr) (own, rent ledger.Expr)
		want  []want
		flat  string
	}{
		{"never", func(b *ledger.Book, x ledger.Expr) (ledger.Expr, ledger.Expr) {
			return constant(b, "own", 100), ledger.Mul(constant(b, "k", 50), x)
		}, nil, Never},
		{"always", func(b *ledger.Book, x ledger.Expr) (ledger.Expr, ledger.Expr) {
			return constant(b, "own", 1), ledger.Sum(constant(b, "own2", 2), x)
		}, nil, Always},
		{"one", func(b *ledger.Book, x ledger.Expr) (ledger.Expr, ledger.Expr) {
			return constant(b, "own", 30), ledger.Mul(constant(b, "k", 50), x)
		}, []want{{finance.Root, 0.6, rent, own}}, ""},
		// 10 (x - 0.25)(x - 0.75) = 10 x^2 - 10 x + 1.875: dearer outside, cheaper between.
		{"two", func(b *ledger.Book, x ledger.Expr) (ledger.Expr, ledger.Expr) {
			return ledger.Sum(ledger.Mul(constant(b, "ten", 10), x, x), constant(b, "c", 1.875)), ledger.Mul(constant(b, "ten", 10), x)
		}, []want{{finance.Root, 0.25, rent, own}, {finance.Root, 0.75, own, rent}}, ""},
		// Whole servers: 40 each, one for every 0.4 of load begun; rent 100 x. Own jumps over rent at 0.4 and 0.8.
		{"steps and roots", func(b *ledger.Book, x ledger.Expr) (ledger.Expr, ledger.Expr) {
			servers := ledger.Ceil(ledger.Div(x, constant(b, "each", 0.4)))
			return ledger.Mul(servers, constant(b, "price", 30)), ledger.Mul(constant(b, "k", 100), x)
		}, []want{
			{finance.Root, 0.3, rent, own},
			{finance.Step, 0.4, own, rent},
			{finance.Root, 0.6, rent, own},
			{finance.Step, 0.8, own, rent},
			{finance.Root, 0.9, rent, own},
		}, ""},
		// min(1, 2 x) x 100 against 70: the kink is at a half, the root before it.
		{"capped hours", func(b *ledger.Book, x ledger.Expr) (ledger.Expr, ledger.Expr) {
			billed := ledger.MinOf(constant(b, "one", 1), ledger.Mul(constant(b, "two", 2), x))
			return constant(b, "own", 70), ledger.Mul(constant(b, "k", 100), billed)
		}, []want{{finance.Root, 0.35, rent, own}}, ""},
	} {
		b := ledger.NewBook()
		ownBill, rentBill := c.bills(b, xFigure(b))
		s := duelOf(b, ownBill, rentBill).continuous(SolveUtil, BestRental)
		if s.Flat != c.flat || len(s.Crossings) != len(c.want) {
			t.Errorf("%s: %q and %d crossings, want %q and %d: %+v", c.name, s.Flat, len(s.Crossings), c.flat, len(c.want), s.Crossings)
			continue
		}
		for i, w := range c.want {
			g := s.Crossings[i]
			if g.Kind != w.kind || math.Abs(g.Value-w.value) > 1e-8 || g.WinnerBelow != w.below || g.WinnerAbove != w.above {
				t.Errorf("%s, crossing %d: got %v at %v, %s below, %s above; want %+v", c.name, i, g.Kind, g.Value, g.WinnerBelow, g.WinnerAbove, w)
			}
			if w.kind == finance.Root && g.Difference > 1e-6 {
				t.Errorf("%s, crossing %d: put back %v", c.name, i, g.Difference)
			}
		}
	}
}

// TestSolverAgainstScan: a scan of 2,000 points sees the same winners between crossings as the solver says.
func TestSolverAgainstScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := ledger.NewBook()
		x := xFigure(b)
		price := rapid.Float64Range(1, 200).Draw(t, "price")
		fixed := rapid.Float64Range(0, 150).Draw(t, "fixed")
		slope := rapid.Float64Range(-50, 50).Draw(t, "slope")
		waste := rapid.Float64Range(1, 3).Draw(t, "waste")
		own := ledger.Sum(constant(b, "fixed", fixed+60), ledger.Mul(constant(b, "slope", slope), x))
		billed := ledger.MinOf(constant(b, "one", 1), ledger.Mul(x, constant(b, "waste", waste)))
		rent := ledger.Mul(constant(b, "price", price), billed)
		if rapid.Bool().Draw(t, "whole servers") {
			each := rapid.Float64Range(0.11, 0.9).Draw(t, "each")
			own = ledger.Sum(own, ledger.Mul(constant(b, "server", 25), ledger.Ceil(ledger.Div(x, constant(b, "each", each)))))
		}
		d := duelOf(b, own, rent)
		s := d.continuous(SolveUtil, BestRental)
		const points = 2_000
		for i := range points + 1 {
			at := leastUtil + (1-leastUtil)*float64(i)/points
			v := d.current
			v[varUtil] = at
			margin, winner, o, _ := d.margin(v, BestRental)
			if math.Abs(margin) < 1e-6*math.Abs(o) {
				continue
			}
			said := s.Winner(at)
			if said == "" {
				said = map[string]string{Always: "own.sold", Never: "rent.hour"}[s.Flat]
			}
			if said != winner {
				t.Fatalf("at %v: %s is cheaper by %v, the solver says %s: %+v", at, winner, margin, said, s)
			}
		}
	})
}

// overlaid is the input with one figure of the sheets replaced.
func overlaid(t *testing.T, in costmodel.Input, sheet string) costmodel.Input {
	t.Helper()
	cat, ds := in.Catalog.Overlay("mine.yaml", []byte(sheet))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Catalog = cat
	site, ok := cat.Site(in.Scenario.Site.ID)
	if !ok {
		t.Fatal("site lost")
	}
	in.Scenario.Site = site
	return in
}

// compared is the best own and the best rent of a comparison made anew, by what it decides by.
func compared(in costmodel.Input) (own, rent float64) {
	r := Run(in)
	own, rent = math.Inf(1), math.Inf(1)
	for _, w := range r.Rows {
		switch {
		case !w.Counts:
		case w.Family == costmodel.FamilyOwn:
			own = math.Min(own, w.Cost().Float())
		case w.Family == costmodel.FamilyRent:
			rent = math.Min(rent, w.Cost().Float())
		}
	}
	return own, rent
}

// TestRootsPutBackIntoSheets: with the price of the root written into a sheet, the comparison itself comes out even.
func TestRootsPutBackIntoSheets(t *testing.T) {
	in := input(t, "8xA100-36mo@0.6")
	b, ds := Solve(in, BreakEvenOptions{Solve: []string{SolveCard, SolveUtil}})
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	for _, s := range b.Solutions {
		for _, c := range s.Crossings {
			if c.Kind != finance.Root {
				continue
			}
			changed := in
			if s.Solve == SolveCard {
				changed = overlaid(t, in, fmt.Sprintf("servers:\n  %s: {price: %.6f CNY/server}\n", b.Machine.Server.ID, c.Value*float64(b.Machine.Places)))
			} else {
				changed.Scenario.Phases = append(changed.Scenario.Phases[:0:0], changed.Scenario.Phases...)
				changed.Scenario.Phases[0].Util = quantity.MustDecimal(fmt.Sprintf("%.12f", c.Value))
			}
			own, rent := compared(changed)
			if diff := math.Abs(own-rent) / math.Max(own, rent); diff > 1e-6 {
				t.Errorf("%s of %v put back: own %.2f, rent %.2f, apart by %.1e", s.Solve, c.Value, own, rent, diff)
			}
		}
	}
	if len(b.Solutions[0].Crossings) != 1 {
		t.Errorf("card price has %d crossings, want one", len(b.Solutions[0].Crossings))
	}
}

// TestUtilAgainstRebuiltBills: the folded margin over utilisation is that of bills written anew for each.
func TestUtilAgainstRebuiltBills(t *testing.T) {
	for _, word := range []string{"8xA100-36mo@0.6", "4xA100-5w@0.5", "8xH20-12mo@0.3"} {
		in := input(t, word)
		in.Solving = true
		d := newDuel(in, true)
		for _, u := range []string{"0.05", "0.3", "0.61", "0.95", "1"} {
			v := d.current
			v[varUtil] = ledger.Dec(u).InexactFloat64()
			_, _, own, rent := d.margin(v, BestRental)
			anew := in
			anew.Scenario.Phases = append(anew.Scenario.Phases[:0:0], anew.Scenario.Phases...)
			anew.Scenario.Phases[0].Util = quantity.MustDecimal(u)
			wantOwn, wantRent := compared(anew)
			if math.Abs(own-wantOwn) > 5 || math.Abs(rent-wantRent) > 5+1e-3*wantRent {
				t.Errorf("%s at %s: folded %.2f and %.2f, billed %.2f and %.2f", word, u, own, rent, wantOwn, wantRent)
			}
		}
	}
}

// TestMonthsAgainstEveryLength: the months found are those of a bill for every single length.
func TestMonthsAgainstEveryLength(t *testing.T) {
	for _, word := range []string{"8xH800-36mo@0.6", "8xA100-24mo@0.9", "4xRTX-4090-12mo@0.5", "8xH200-36mo@0.6"} {
		in := input(t, word)
		const most = 30
		b, ds := Solve(in, BreakEvenOptions{Solve: []string{SolveMonths}, MaxMonths: most})
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		s := b.Solutions[0]
		solving := in
		solving.Solving = true
		var changes []int
		last := false
		for n := 1; n <= most; n++ {
			long := solving
			long.Scenario = lasting(in.Scenario, n)
			bill := newMonthBill()
			bill.add(costmodel.Build(long), in.Scenario.View)
			_, rent := bill.least(BestRental)
			owns := bill.own < rent
			if n > 1 && owns != last {
				changes = append(changes, n)
			}
			last = owns
		}
		var got []int
		for _, c := range s.Crossings {
			got = append(got, int(c.Value))
			if c.Before != c.Value-1 || c.Kind != finance.Step {
				t.Errorf("%s: %v from %v to %v", word, c.Kind, c.Before, c.Value)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(changes) {
			t.Errorf("%s: changes at %v, every length billed: %v", word, got, changes)
		}
	}
}

// TestFewLengthsAreBilled: the bills of the longest length foretell the others; only what is shown and what is close is
// billed.
func TestFewLengthsAreBilled(t *testing.T) {
	for _, card := range []string{"H200", "H800", "A100", "RTX-4090", "H20"} {
		in := input(t, "8x"+card+"-36mo@0.6")
		in.Solving = true
		d := newDuel(in, true)
		m := newMonthDuel(d, 0)
		for _, against := range append([]string{BestRental}, d.rentals()...) {
			m.solve(against)
		}
		if most := len(m.shown()) + shortMonths + 2*len(d.rentals()); len(m.bills) > most {
			t.Errorf("%s: %d lengths billed, at most %d expected", card, len(m.bills), most)
		}
	}
}

func TestSolveRefusesUnknownWords(t *testing.T) {
	in := input(t, "8xA100-36mo@0.6")
	if _, ds := Solve(in, BreakEvenOptions{Solve: []string{"utill"}}); len(ds) != 1 || ds[0].Key != "breakeven.unknown" {
		t.Errorf("utill: %v", ds)
	}
	if _, ds := Solve(in, BreakEvenOptions{Against: "rent.mnoth"}); len(ds) != 1 || ds[0].Key != "breakeven.against" {
		t.Errorf("rent.mnoth: %v", ds)
	}
}

// TestPaybackByHand: 1,000 at the start, 100 a month saved: ten months plain, the hardware over rent less own; at 1 % a
// month 10.6 months since 1000 = 100 (1 - v^n)/0.01 has n = 10.59 and money comes in evenly within a month.
func TestPaybackByHand(t *testing.T) {
	b := ledger.NewBook()
	own, rent := ledger.New(b), ledger.New(b)
	own.Add(ledger.Line{Category: "purchase"}, constant(b, "price", 1000))
	own.Add(ledger.Line{At: 12, Category: "resale", Credit: true}, constant(b, "resale", 900))
	own.Add(ledger.Line{At: 12, Category: "capital"}, constant(b, "capital", 60))
	for i := range 13 {
		rent.Add(ledger.Line{At: i, Category: "rent"}, constant(b, "rent", 100))
	}
	for _, l := range []*ledger.Ledger{own, rent} {
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	flows := savings(own, rent)
	if p := finance.Payback(flows); !p.Reached || p.Periods != 10 {
		t.Errorf("plain: %+v, want 10", p)
	}
	if p := finance.DiscountedPayback(0.01, flows); !p.Reached || math.Abs(p.Periods-10.59) > 0.01 {
		t.Errorf("discounted: %+v, want 10.59", p)
	}
}

// BenchmarkBreakEven is all five unknowns; its budget is that of one comparison more.
func BenchmarkBreakEven(b *testing.B) {
	in := input(b, "8xA100-36mo@0.6")
	for b.Loop() {
		Solve(in, BreakEvenOptions{})
	}
}
