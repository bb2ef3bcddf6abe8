package compare

import (
	"math"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// foretellError is how far the foretold margin of the scenario's own length may be from its bills, as a share of the
// larger bill, for the rest to be believed.
const foretellError = 0.002

// shortMonths is the length up to which other offers may count than for long needs; those lengths are always billed.
const shortMonths = 3

// foretell reads the margin of every length out of the bills of the longest: what is paid month by month is summed up to
// each length, and resale and capital are worked out for it. off is the largest error seen, as a share of the larger bill;
// nil = the bills have something that is not foretold well.
func (m *monthDuel) foretell(against string) (margins []float64, off float64) {
	if len(m.d.in.Scenario.Phases) != 1 {
		return nil, 0
	}
	own := m.longOwn()
	if own == nil {
		return nil, 0
	}
	value := m.ownValue(own)
	cut := m.monthEnds()
	shortest := m.bill(1)
	rent := func(n int) float64 {
		least := math.NaN()
		for _, o := range m.long.Offers {
			if o.Ledger == nil || len(o.Rejected) > 0 || against != BestRental && against != "rent."+o.Term {
				continue
			}
			if t := m.rentUpTo(o, n, cut, shortest.base[o.Offer.ID]); !(t >= least) {
				least = t
			}
		}
		return least
	}
	// A mix is cheaper than its terms alone by about the same share at every length.
	_, billed := m.bill(m.most).least(against)
	share := billed / rent(m.most)
	out := make([]float64, m.most+1)
	for n := 1; n <= m.most; n++ {
		out[n] = m.ownUpTo(own, n, cut) + value(n) - float64(share*rent(n))
	}
	if off = m.error(out, against); off > foretellError {
		return nil, off
	}
	return out, off
}

// error compares what was foretold with bills, as a share of the larger one: the longest length, the scenario's own, and
// those just after the short ones and after a year, where commitments end.
func (m *monthDuel) error(foretold []float64, against string) float64 {
	worst := 0.0
	for _, n := range []int{m.most, shortMonths + 1, 13, int(math.Round(m.d.in.Scenario.Months()))} {
		if n <= shortMonths || n > m.most {
			continue
		}
		b := m.bill(n)
		_, rent := b.least(against)
		off := math.Abs(foretold[n]-(b.own-rent)) / math.Max(b.own, rent)
		if math.IsNaN(off) {
			return math.Inf(1)
		}
		worst = max(worst, off)
	}
	return worst
}

func (m *monthDuel) longOwn() *costmodel.Option {
	for i := range m.long.Options {
		if o := &m.long.Options[i]; o.Family == costmodel.FamilyOwn && len(o.Missing) == 0 {
			return o
		}
	}
	return nil
}

// monthEnds is the share of each calendar month that lies within the first n rental months.
func (m *monthDuel) monthEnds() func(month, n int) float64 {
	var ends []float64
	at, start := 0.0, m.d.in.Scenario.Start
	for i := 0; at < float64(m.most+1)*quantity.HoursPerMonth; i++ {
		at += float64(start.Add(i).Days() * quantity.HoursPerDay)
		ends = append(ends, at)
	}
	return func(month, n int) float64 {
		if month >= len(ends) {
			return 0
		}
		from := 0.0
		if month > 0 {
			from = ends[month-1]
		}
		return min(1, max(0, (float64(n)*quantity.HoursPerMonth-from)/(ends[month]-from)))
	}
}

// ownUpTo sums the lines of owning that belong to the first n months, without those that depend on the value at the end.
func (m *monthDuel) ownUpTo(o *costmodel.Option, n int, cut func(month, n int) float64) float64 {
	sum := 0.0
	racks := max(n, m.rackMonths())
	for _, line := range o.Ledger.Lines {
		v := line.Amount.Float()
		switch line.Item {
		case "line.resale", "line.capital":
			continue
		case "line.electricity":
			v *= cut(line.At, n)
		case "line.demand":
			v *= whole(cut(line.At, n) > 0)
		case "line.rack", "line.internet":
			v *= whole(line.At < racks)
		case "line.downtime":
			v *= float64(n) / float64(m.most)
		default:
			v *= whole(line.At < n)
		}
		sum += v
	}
	return sum
}

func whole(in bool) float64 {
	if in {
		return 1
	}
	return 0
}

func (m *monthDuel) rackMonths() int {
	f := m.d.in.Scenario.Site.RackMinMonths
	if f.Missing() {
		return 0
	}
	return int(quantity.MustDecimal(f.Typical).InexactFloat64())
}

// ownValue is resale and capital as functions of the months, which are a figure of their formulas.
func (m *monthDuel) ownValue(o *costmodel.Option) func(n int) float64 {
	b := m.long.Book
	var roots []ledger.Ref
	var sign []float64
	for _, line := range o.Ledger.Lines {
		if line.Item == "line.resale" || line.Item == "line.capital" {
			roots = append(roots, line.Root)
			sign = append(sign, 1-2*whole(line.Credit))
		}
	}
	months, ok := b.FigureIndex("scenario.months")
	if !ok {
		return func(int) float64 { return 0 }
	}
	columns := b.Fold(roots, []ledger.Variable{{Low: 0, High: float64(m.most)}}, []ledger.Varies{{Figure: months, Scale: 1}}, nil).Columns()
	totals := make([]float64, len(roots))
	return func(n int) float64 {
		columns.At([]float64{float64(n)}, totals)
		sum := 0.0
		for i, t := range totals {
			sum += sign[i] * t
		}
		return sum
	}
}

// rentUpTo sums the lines of an offer that belong to the first n months. Hours and days follow the calendar; other units
// are dated when they begin. A commitment is paid whatever the length, so the rent is never less than for one month.
func (m *monthDuel) rentUpTo(o costmodel.OfferBill, n int, cut func(month, n int) float64, least float64) float64 {
	rent, beside := 0.0, 0.0
	for _, line := range o.Ledger.Lines {
		v := line.Amount.Float()
		switch {
		case line.Memo:
		case line.Category == "capital":
			beside += v * float64(n) / float64(m.most)
		case line.Category != "rent":
			beside += v * whole(line.At < n)
		case line.Item == "line.rent.hour" && o.Term != "month" && o.Term != "year" && o.Term != "reserved", line.Item == "line.rent.day":
			rent += v * cut(line.At, n)
		default:
			rent += v * whole(line.At < n)
		}
	}
	return math.Max(rent, least) + beside
}
