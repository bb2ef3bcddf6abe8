package compare

import (
	"slices"
	"strings"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/finance"
	"gpucalc/internal/scenario"
)

// What a break-even can be solved for.
const (
	SolveUtil   = "util"
	SolveMonths = "months"
	SolveRent   = "rent"
	SolveCard   = "card"
	SolvePower  = "power"
)

// Unknowns lists what can be solved for, in the order in which it is shown.
var Unknowns = []string{SolveUtil, SolveMonths, SolveRent, SolveCard, SolvePower}

// BestRental stands for the cheapest way to rent, whatever the term: the best mix and every single term.
const BestRental = "rent.mix"

// Unit of each unknown's values. A rent has that of its offer.
var unknownUnit = map[string]string{
	SolveUtil: "share", SolveMonths: "month", SolveCard: "CNY/card", SolvePower: "CNY/kWh",
}

// BreakEvenOptions say what is solved.
type BreakEvenOptions struct {
	Solve     []string // of Unknowns; empty = all
	Against   string   // BestRental (default) or an option such as rent.month
	MaxMonths int      // 0 = 60, or twice the life when that is longer
	Table     bool     // solve against every rental beside
}

// Crossing is a value at which owning and renting change places.
type Crossing struct {
	Kind        finance.CrossingKind
	Value       float64 // at a step the first value of the new side
	Factor      float64 // for a price: Value over today's; else 0
	PerCardHour float64 // for rent: Value as yuan a paid card-hour; else 0
	Before      float64 // at a step the last value of the old side, else Value
	WinnerBelow string  // option ids
	WinnerAbove string
	Own, Rent   float64 // totals at Value, in yuan
	OwnBefore   float64 // at a step: totals at Before
	RentBefore  float64
	Difference  float64 // |own - rent| at Value as a share of the larger: 0 at a root put back, the jump at a step
}

// Outcome of a solution without a crossing.
const (
	Always = "always" // owning is cheaper on the whole range
	Never  = "never"  // renting is
)

// Solution is the break-even in one unknown against one rental.
type Solution struct {
	Solve, Against, Unit string
	Offer                string  // for rent: the cheapest offer as things are, whose posted price stands for all rents
	PerCardHour          float64 // for rent: that offer's rent today in yuan a paid card-hour; else 0
	From, To             float64 // range searched
	Current              float64 // value in the scenario
	Crossings            []Crossing
	Flat                 string // Always or Never when there is no crossing, else ""
	Missing              bool   // no price for the rental, or nothing to vary: no answer
}

// Winner is the option that is cheaper at a value, between the crossings found.
func (s Solution) Winner(at float64) string {
	for _, c := range s.Crossings {
		if at < c.Value {
			return c.WinnerBelow
		}
	}
	if n := len(s.Crossings); n > 0 {
		return s.Crossings[n-1].WinnerAbove
	}
	return ""
}

// CurveStanding is what owning comes to with another resale curve.
type CurveStanding struct {
	Curve string
	Own   float64 // yuan
	Turns bool    // it changes which side is cheaper today
}

// Standing is a bill as things are.
type Standing struct {
	ID    string
	Total float64 // yuan
}

// LengthBill is what a number of months costs.
type LengthBill struct {
	Months    int
	Own, Rent float64 // yuan
	Winner    string
}

// BreakEven is everything a break-even says about one scenario.
type BreakEven struct {
	Scenario  scenario.Scenario
	Basis     string // of every amount: BasisTotal or BasisAfterTax; prices stay as they are quoted
	Against   string
	Own, Rent *Standing // the cheapest of either today; nil when no price is known
	CardHours float64
	UsedHours float64
	Machine   costmodel.Machine
	Solutions []Solution
	Table     []Solution   // against every rental, the same unknowns
	Lengths   []LengthBill // what fixed lengths and both sides of each change cost, ascending; empty unless months are solved
	Curves    []CurveStanding
	Payback   *Payback
	Warnings  diag.List
}

// Solve finds where owning and renting a scenario cost the same, by what a comparison under the same terms decides by.
// The scenario's own values are typical ones; each unknown is varied alone. Of the terms of money over time it takes a
// kind of taxpayer.
func Solve(in costmodel.Input, o BreakEvenOptions) (BreakEven, diag.List) {
	in.Solving = true
	if ds := onlyVAT(in); ds.HasErrors() {
		return BreakEven{}, ds
	}
	if o.Against == "" {
		o.Against = BestRental
	}
	if len(o.Solve) == 0 {
		o.Solve = Unknowns
	}
	if ds := o.check("--solve"); ds.HasErrors() {
		return BreakEven{}, ds
	}
	d := newDuel(in, slices.Contains(o.Solve, SolveUtil))
	out := BreakEven{
		Scenario: in.Scenario, Basis: basisOf(d.comparer), Against: o.Against, Warnings: d.costs.Warnings, Machine: d.costs.Machine,
		CardHours: d.costs.CardHours, UsedHours: d.costs.UsedHours,
	}
	if ds := d.knows(o.Against); ds.HasErrors() {
		return BreakEven{}, ds
	}
	var months *monthDuel
	if slices.Contains(o.Solve, SolveMonths) {
		months = newMonthDuel(d, o.MaxMonths)
	}
	for _, unknown := range o.Solve {
		s := d.solve(unknown, o.Against, months)
		out.Solutions = append(out.Solutions, s)
		if unknown == SolveMonths {
			out.Lengths = months.lengths(s)
		}
	}
	if o.Table {
		for _, against := range d.rentals() {
			for _, unknown := range o.Solve {
				out.Table = append(out.Table, d.solve(unknown, against, months))
			}
		}
	}
	out.Own, out.Rent = standing(d.cheapestBill(true, "")), standing(d.cheapestBill(false, o.Against))
	out.Curves = out.curves(d.otherCurves())
	out.Payback = d.payback(o.Against, months, o.MaxMonths)
	return out, nil
}

// curves tells how owning stands with the other resale curves.
func (b *BreakEven) curves(totals []costmodel.CurveTotal) []CurveStanding {
	if b.Own == nil || b.Rent == nil {
		return nil
	}
	var out []CurveStanding
	for _, c := range totals {
		if c.Option == b.Own.ID {
			own := c.Total.Float()
			out = append(out, CurveStanding{c.Curve, own, (own < b.Rent.Total) != (b.Own.Total < b.Rent.Total)})
		}
	}
	return out
}

// otherCurves is owning with every other resale curve, as compared.
func (d *duel) otherCurves() []costmodel.CurveTotal {
	if !d.comparer.AfterVAT() {
		return d.costs.Curves
	}
	out := slices.Clone(d.costs.Curves)
	bills := map[string]costmodel.Result{}
	for i, c := range out {
		costs, known := bills[c.Curve]
		if !known {
			in := d.in
			in.Curve, in.OneCurve = c.Curve, true
			costs = d.comparer.Bills(in, costmodel.BuildOwn(in))
			bills[c.Curve] = costs
		}
		for _, o := range costs.Options {
			if o.ID == c.Option && len(o.Missing) == 0 {
				out[i].Total = o.Total()
			}
		}
	}
	return out
}

func standing(o *costmodel.Option) *Standing {
	if o == nil {
		return nil
	}
	return &Standing{o.ID, o.Total().Float()}
}

// hintFor offers the nearest word, or all of them.
func hintFor(near string) string {
	if near == "" {
		return "cli.hint.known"
	}
	return "cli.hint.near"
}

func (o BreakEvenOptions) check(flag string) diag.List {
	var ds diag.List
	for _, s := range o.Solve {
		if !slices.Contains(Unknowns, s) {
			near := diag.Nearest(s, Unknowns)
			d := diag.New("breakeven.unknown", "value", s, "near", near, "words", strings.Join(Unknowns, ", "), "known", strings.Join(Unknowns, ", "))
			ds = append(ds, d.WithHint(hintFor(near)).In(flag))
		}
	}
	return ds
}

// solve solves one unknown.
func (d *duel) solve(unknown, against string, months *monthDuel) Solution {
	if unknown == SolveMonths {
		return months.solve(against)
	}
	return d.continuous(unknown, against)
}
