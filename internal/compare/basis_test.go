package compare

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// taxed is a need under a kind of taxpayer and a price of capital.
func taxed(t testing.TB, word, taxpayer, rate string) costmodel.Input {
	t.Helper()
	in := input(t, word, fmt.Sprintf("assumptions: {discount-rate: {value: %s share}}\n", rate))
	in.Money.Taxpayer, in.Scenario.Taxpayer = taxpayer, taxpayer
	return in
}

var taxpayers = []string{costmodel.TaxpayerGeneral, costmodel.TaxpayerSmall}

// leverOn is all figures that one unknown of a duel moves.
func leverOn(d *duel, solve string) Lever {
	var l Lever
	for i, f := range d.quoted.Book.Figures() {
		moves := map[string]bool{
			SolveRent: f.Name == "f.rent_price", SolveCard: marketOf(f) == MarketOwn, SolvePower: f.Unit == "CNY/kWh",
		}
		if !f.Given && moves[solve] {
			l.Moves = append(l.Moves, Move{Figure: i, Typical: f.Value.InexactFloat64()})
		}
	}
	return l
}

// TestCrossingsAfterVATFlipACompare: with the price or the utilisation of a break-even written into the sheets or the
// need, a comparison under the same terms comes out even; beside it the named sides win.
func TestCrossingsAfterVATFlipACompare(t *testing.T) {
	checked := 0
	for _, word := range []string{"8xA100-36mo@0.6", "8xH200-36mo@0.6", "8xH20-24mo@0.7", "8xH800-12mo"} {
		for _, taxpayer := range taxpayers {
			for _, view := range []string{scenario.ViewSold, scenario.ViewReused} {
				in := taxed(t, word, taxpayer, "0.06")
				in.Scenario.View = view
				b, ds := Solve(in, BreakEvenOptions{Solve: []string{SolveUtil, SolveRent, SolveCard, SolvePower}})
				if ds.HasErrors() {
					t.Fatal(ds.Err())
				}
				base := Run(in)
				solving := in
				solving.Solving = true
				d, r := newDuel(solving, true), newRebuilder(in, &base, 1)
				r.book = d.quoted.Book
				for _, s := range b.Solutions {
					for _, c := range s.Crossings {
						if c.Kind != finance.Root {
							continue
						}
						for _, beside := range []float64{0.999, 1, 1.001} {
							at := in
							if s.Solve == SolveUtil {
								at.Scenario.Phases = append(at.Scenario.Phases[:0:0], at.Scenario.Phases...)
								at.Scenario.Phases[0].Util = ledger.FloatDec(min(1, c.Value*beside))
							} else if next, ok := r.with(leverOn(d, s.Solve), c.Factor*beside); ok {
								at = next
							} else {
								t.Fatalf("%s: %s at %v is no sheet", word, s.Solve, c.Value)
							}
							own, rent := compared(at)
							want := c.WinnerBelow
							if beside > 1 {
								want = c.WinnerAbove
							}
							even := math.Abs(own-rent) / math.Max(own, rent)
							if beside == 1 && even > 1e-6 || beside != 1 && (own < rent) != (flat(want) == Always) {
								t.Errorf("%s %s %s: %s x %v: own %.2f, rent %.2f, expected %s", word, taxpayer, view, s.Solve, c.Value*beside, own, rent, want)
							}
							checked++
						}
					}
				}
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d bills were compared", checked)
	}
}

// TestMonthsAfterVAT: the months found are those at which comparisons of every length change.
func TestMonthsAfterVAT(t *testing.T) {
	for _, word := range []string{"8xH800-36mo@0.6"} {
		in := taxed(t, word, costmodel.TaxpayerGeneral, "0.12")
		const most = 30
		b, ds := Solve(in, BreakEvenOptions{Solve: []string{SolveMonths}, MaxMonths: most})
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		var changes, got []int
		last := false
		for n := 1; n <= most; n++ {
			at := in
			at.Scenario = lasting(in.Scenario, n)
			own, rent := compared(at)
			if n > 1 && (own < rent) != last {
				changes = append(changes, n)
			}
			last = own < rent
			for _, l := range b.Lengths {
				if l.Months == n && (math.Abs(l.Own-own) > 0.005 || math.Abs(l.Rent-rent) > 0.005) {
					t.Errorf("%s, %d months: %.2f and %.2f, compared %.2f and %.2f", word, n, l.Own, l.Rent, own, rent)
				}
			}
		}
		for _, c := range b.Solutions[0].Crossings {
			got = append(got, int(c.Value))
		}
		if fmt.Sprint(got) != fmt.Sprint(changes) {
			t.Errorf("%s: changes at %v, compared at every length %v", word, got, changes)
		}
	}
}

// TestForetellingAfterVAT: after VAT too the bills of the longest length foretell the others.
func TestForetellingAfterVAT(t *testing.T) {
	for _, card := range []string{"H200", "A100"} {
		in := taxed(t, "8x"+card+"-36mo@0.6", costmodel.TaxpayerGeneral, "0.08")
		in.Solving = true
		m := newMonthDuel(newDuel(in, true), 0)
		m.solve(BestRental)
		if most := len(m.shown()) + shortMonths + 4; len(m.bills) > most {
			t.Errorf("%s: %d lengths billed, at most %d expected", card, len(m.bills), most)
		}
	}
}

// TestGridAndLadderAfterVAT: a cell and a rung are those of comparisons.
func TestGridAndLadderAfterVAT(t *testing.T) {
	in := taxed(t, "8xH800-36mo@0.6", costmodel.TaxpayerGeneral, "0.08")
	g, ds := Survey(in, SolveMonths, SolveUtil, "")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	for y, n := range []int{1, 6, 36} {
		y = []int{0, 2, 6}[y]
		at := in
		at.Scenario = lasting(in.Scenario, n)
		at.Scenario.Phases[0].Util = ledger.Dec("0.5")
		own, rent := compared(at)
		if c := g.Cells[y][4]; math.Abs(c.Own-own) > 1 || math.Abs(c.Rent-rent) > 1 {
			t.Errorf("%d months: %.2f and %.2f, compared %.2f and %.2f", n, c.Own, c.Rent, own, rent)
		}
	}
	in = taxed(t, "1xRTX-4090-3mo", costmodel.TaxpayerGeneral, "0.08")
	for _, p := range Climb(in).Points {
		if p.Hours%8 != 0 || p.Days == 5 {
			continue
		}
		r := Run(withPattern(in, p.Hours, p.Days))
		for _, w := range r.Rows {
			if total, ok := p.Totals[w.ID]; ok && w.Counts && math.Abs(total-w.Cost().Float()) > 0.005 {
				t.Errorf("%d hours on %d days, %s: %.2f, compared %s", p.Hours, p.Days, w.ID, total, w.Cost())
			}
		}
	}
}

// TestCurvesAfterVAT: other resale curves stand on what a comparison with that curve says.
func TestCurvesAfterVAT(t *testing.T) {
	in := taxed(t, "8xA100-12mo@0.6", costmodel.TaxpayerSmall, "0.08")
	b, ds := Solve(in, BreakEvenOptions{Solve: []string{SolveRent}})
	if ds.HasErrors() || len(b.Curves) == 0 {
		t.Fatal(ds, len(b.Curves))
	}
	for _, c := range b.Curves {
		at := in
		at.Curve = c.Curve
		r := Run(at)
		if own, ok := r.Row(b.Own.ID); !ok || own.Cost().Float() != c.Own {
			t.Errorf("%s: %.2f, compared %s", c.Curve, c.Own, own.Cost())
		}
	}
}

// TestSensitivityAfterVAT: the margin is that of the comparison, and a value that is said to turn it does.
func TestSensitivityAfterVAT(t *testing.T) {
	turned := 0
	for _, word := range []string{"8xH800-48mo", "8xH200-12mo", "8xA100-36mo@0.6"} {
		for _, taxpayer := range taxpayers {
			in := taxed(t, word, taxpayer, "0.08")
			base := Run(in)
			s := Sense(in, &base)
			if own, rent := compared(in); math.Abs(s.Margin-(own-rent)) > 1 {
				t.Errorf("%s: margin %.2f, compared %.2f", word, s.Margin, own-rent)
			}
			turned += flipsAreBilled(t, word, in, &base, &s)
		}
	}
	if turned == 0 {
		t.Error("nothing turns any answer")
	}
}

// TestSimulationAfterVAT: at typical values every option costs what the comparison says; with a length that is drawn too.
func TestSimulationAfterVAT(t *testing.T) {
	for _, word := range []string{"8xA100-36mo@0.6", "4xA100-2w"} {
		for _, taxpayer := range taxpayers {
			in := taxed(t, word, taxpayer, "0.08")
			if word == "4xA100-2w" {
				in.Scenario.Range.Low, in.Scenario.Range.High = 200, 400
			}
			base := Run(in)
			p := newSimulator(in, &base, SimulateOptions{Draws: 1, Workers: 1, Loadings: DefaultLoadings})
			for i, w := range p.rows {
				if math.Abs(p.typical[i]-w.Cost().Float()) > 1 {
					t.Errorf("%s %s %s: %.2f, compared %s", word, taxpayer, w.ID, p.typical[i], w.Cost())
				}
			}
			s, ds, err := Simulate(context.Background(), in, SimulateOptions{Draws: 1000, Seed: 1, Workers: 1})
			if err != nil || ds.HasErrors() || s.Choice != base.Verdict.Choice || s.Base.Basis() != BasisAfterTax {
				t.Errorf("%s %s: chosen %s, compared %s: %v %v", word, taxpayer, s.Choice, base.Verdict.Choice, ds, err)
			}
		}
	}
}

// TestSweepAfterVAT: rows, billed anew or in full, are the comparisons of their points, to the fen.
func TestSweepAfterVAT(t *testing.T) {
	for _, c := range []struct {
		word, figure string
		values       []string
	}{
		{"8xA100-12mo@0.6", UtilFigure, steps(0.1, 0.025, 36)},
		{"8xA100-12mo@0.6", "servers.hgx-a100-80g-8.price", steps(700_000, 20_000.37, 30)},
		{"8xA100-12mo@0.6", "assumptions.discount-rate.value", steps(0, 0.004, 36)},
		{"4xA100-2w", UtilFigure, steps(0.1, 0.1, 10)},
	} {
		for _, taxpayer := range taxpayers {
			p := fastPlan(t, c.word, c.figure, c.values)
			resolve := p.Resolve
			p.Resolve = func(values []string) (costmodel.Input, error) {
				in, err := resolve(values)
				in.Money.Taxpayer, in.Scenario.Taxpayer = taxpayer, taxpayer
				return in, err
			}
			points := 0
			p.Row = func(row SweepRow) error {
				if points++; points%5 != 1 {
					return nil
				}
				in, err := p.Resolve(row.Values)
				if err != nil {
					return err
				}
				r := Run(in)
				want := SweepRow{}
				for _, w := range r.Rows {
					if w.Counts && w.CanWin() {
						want.offer(w.ID, w.Family, w.Cost())
					}
				}
				if row.Choice != want.Choice || row.Total != want.Total || *row.Own != *want.Own || *row.Rent != *want.Rent || row.Basis != BasisAfterTax {
					t.Errorf("%s %s: %+v, compared %+v", taxpayer, row.Values, row, want)
				}
				return nil
			}
			if err := Sweep(context.Background(), p); err != nil {
				t.Fatal(err)
			}
			quoted := fastPlan(t, c.word, c.figure, c.values)
			if p.quick, quoted.quick = newQuick(&p), newQuick(&quoted); p.quick != nil {
				_, fast := p.quick.row(3)
				if _, wants := quoted.quick.row(3); fast != wants {
					t.Errorf("%s %s: billed anew %v, as quoted %v", c.figure, taxpayer, fast, wants)
				}
			}
		}
	}
}

// TestSolversRefuseOtherTerms: discounting and income tax are asked of a comparison.
func TestSolversRefuseOtherTerms(t *testing.T) {
	in := input(t, "8xA100-12mo")
	for _, terms := range []costmodel.MoneyTerms{{NPV: true}, {IncomeTax: quantity.MustDecimal("0.25")}, {CashLimit: 1}} {
		in.Money = terms
		_, solved := Solve(in, BreakEvenOptions{})
		_, surveyed := Survey(in, SolveUtil, SolveMonths, "")
		_, simulated, _ := Simulate(context.Background(), in, SimulateOptions{Draws: 1})
		swept := Sweep(context.Background(), SweepPlan{
			Axes: []Vary{{"x", []string{"1"}}}, Shard: Shard{1, 1},
			Resolve: func([]string) (costmodel.Input, error) { return in, nil },
			Row:     func(SweepRow) error { return nil },
		})
		if len(solved) != 1 || solved[0].Key != "money.only_vat" || !surveyed.HasErrors() || !simulated.HasErrors() || swept == nil {
			t.Errorf("%+v: %v, %v, %v, %v", terms, solved, surveyed, simulated, swept)
		}
	}
}
