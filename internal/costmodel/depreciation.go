package costmodel

import (
	"strconv"

	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// The ways to write machines off.
const (
	StraightLine    = "straight-line"
	DoubleDeclining = "double-declining"
	SumOfYears      = "sum-of-years"
	UnitsOfUse      = "units"
)

// DepreciationMethods lists them, the default first. Tax knows no units of production: there straight line stands in.
var DepreciationMethods = []string{StraightLine, DoubleDeclining, SumOfYears, UnitsOfUse}

// asset is something bought that is written off over years.
type asset struct {
	at    int
	root  ledger.Ref
	cost  quantity.Fen // deductible: without the VAT that comes back
	units int
	works bool // building works rather than machines: no immediate deduction
}

// YearCharge is the depreciation of a project year with what it leaves.
type YearCharge struct {
	Year      int
	Charge    quantity.Fen
	Remaining quantity.Fen
}

// acquire books a purchase: cash, eligible spend, and an asset to write off.
func (w *moneyWork) acquire(line ledger.Line, paid, deductible, net quantity.Fen) {
	w.bought += paid
	w.boughtV += paid - deductible
	w.eligible("build", yearOf(line.At), net)
	a := asset{at: line.At, root: line.Root, cost: deductible, units: w.unitsOf(line)}
	a.works = line.Item == "line.fit_out" || line.Item == "line.installation-share" || line.Item == "line.transport-share"
	w.assets = append(w.assets, a)
}

// unitsOf is how many machines a purchase line pays for, 0 where its formula has to say.
func (w *moneyWork) unitsOf(line ledger.Line) int {
	if line.Item == "line.purchase" {
		return 0
	}
	for i := 0; i+1 < len(line.Args); i += 2 {
		switch line.Args[i] {
		case "servers", "switches", "ports", "units":
			if n, err := strconv.Atoi(line.Args[i+1]); err == nil && n > 0 {
				return n
			}
		}
	}
	return 1
}

// writeOff deducts what was bought, for tax and in the books, and closes both at the sale. Machines that nobody will
// use again are written off at the end of the scenario: what stands idle may not be depreciated.
func (w *moneyWork) writeOff() {
	if len(w.assets) == 0 {
		return
	}
	end := w.sold.at
	if !w.sold.made {
		end = w.in.Months
	}
	var left, bookLeft quantity.Fen
	for _, a := range w.assets {
		left += w.forTax(a, end)
		bookLeft += w.forBooks(a, end)
	}
	tax, book := w.year(yearOf(end))
	tax.Disposal += left - w.sold.net
	book.Disposal += bookLeft - w.sold.net
	w.fillRemaining()
}

// forTax deducts an asset up to the month it is given up and returns what is not deducted by then.
func (w *moneyWork) forTax(a asset, end int) quantity.Fen {
	if w.t.Immediate && w.atOnce(a) {
		w.charge(yearOf(a.at+1), a.cost)
		return 0
	}
	months, err := w.schedule(a, w.r.taxLife(w.t), true)
	return w.spread(a, end, months, err, func(year int, c quantity.Fen) { w.charge(year, c) })
}

// charge deducts depreciation for tax, and once more what is R&D.
func (w *moneyWork) charge(year int, amount quantity.Fen) {
	tax, _ := w.year(year)
	tax.Depreciation += amount
	tax.Extra += w.extra(amount)
	for len(w.charges) < year {
		w.charges = append(w.charges, YearCharge{Year: len(w.charges) + 1})
	}
	w.charges[year-1].Charge += amount
}

// atOnce reports whether an asset may be deducted in the year of purchase, and notes why not.
func (w *moneyWork) atOnce(a asset) bool {
	if a.works {
		return false
	}
	unit := a.cost / quantity.Fen(w.machines(a))
	ok, key := w.r.immediate.allows(unit, w.in.Start.Add(a.at))
	if !ok {
		w.note(key, "unit", unit.Format(), "limit", w.r.immediate.limit.Format(), "to", w.r.immediate.to.String(),
			"from", w.r.immediate.from.String())
	}
	return ok
}

// machines is how many units an asset is made of: the limit of immediate deduction is a unit's.
func (w *moneyWork) machines(a asset) int {
	if a.units > 0 {
		return a.units
	}
	if factors, err := w.in.Option.Ledger.Book.Factors(a.root); err == nil {
		if n, ok := factorNamed(factors, "f.servers"); ok {
			return max(1, int(n.InexactFloat64()))
		}
	}
	return max(1, w.in.Units)
}

func (w *moneyWork) forBooks(a asset, end int) quantity.Fen {
	var months []quantity.Fen
	var err error
	if w.t.Depreciation == UnitsOfUse {
		months, err = w.byUse(a, end)
	} else {
		months, err = w.schedule(a, w.usefulYears(), false)
	}
	return w.spread(a, end, months, err, func(year int, c quantity.Fen) {
		_, book := w.year(year)
		book.Depreciation += c
	})
}

// usefulYears is the useful life in started years.
func (w *moneyWork) usefulYears() int {
	return max(1, int(w.in.LifeHours/quantity.HoursPerYear+0.999))
}

// schedule is the monthly charges of an asset over a life in years, down to the customary residual.
func (w *moneyWork) schedule(a asset, years int, forTax bool) ([]quantity.Fen, error) {
	method := finance.StraightLine
	switch w.t.Depreciation {
	case DoubleDeclining:
		method = finance.DecliningCN
	case SumOfYears:
		method = finance.SumOfYears
	case UnitsOfUse:
		if forTax && !w.t.IncomeTax.IsZero() {
			w.note("money.units_not_for_tax")
		}
	}
	return finance.Asset{Cost: a.cost, Residual: w.residual(a), Life: years}.Months(method)
}

func (w *moneyWork) residual(a asset) quantity.Fen {
	return w.part(a.cost, w.r.rates["dep-residual-practice"])
}

// byUse charges the hours in which a machine works, out of the hours of its life.
func (w *moneyWork) byUse(a asset, end int) ([]quantity.Fen, error) {
	used := make([]float64, max(0, end-a.at))
	for i := range used {
		used[i] = w.in.UsedHours / float64(len(used))
	}
	return finance.DepreciateUnits(a.cost, w.residual(a), w.in.LifeHours, used)
}

// spread hands out the monthly charges of an asset from the month after its purchase to the month it is given up, and
// returns what is left of its cost.
func (w *moneyWork) spread(a asset, end int, months []quantity.Fen, err error, to func(year int, c quantity.Fen)) quantity.Fen {
	if err != nil && w.err == nil {
		w.err = err
	}
	left := a.cost
	for i, c := range months {
		at := a.at + 1 + i
		if at > end {
			break
		}
		to(yearOf(at), c)
		left -= c
	}
	return left
}

// fillRemaining says what each year leaves to be deducted.
func (w *moneyWork) fillRemaining() {
	var left quantity.Fen
	for _, a := range w.assets {
		left += a.cost
	}
	for i := range w.charges {
		left -= w.charges[i].Charge
		w.charges[i].Remaining = left
	}
}
