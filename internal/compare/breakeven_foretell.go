package compare

import (
	"math"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// foretellError is how far foretold bills may be from those written out, as a share of the larger one, for the rest to
// be believed. Whatever is closer to even than three times the error that was seen is billed all the same.
const foretellError = 0.02

// shortMonths is the length up to which other offers may count than for long needs; those lengths are always billed.
const shortMonths = 3

// foretold is what the bills of the longest length say about all shorter ones.
type foretold struct {
	own  []float64            // by months
	rent map[string][]float64 // by offer, then months
}

// read works out the foretold bills once: what is paid month by month is summed up to each length, and resale and
// capital are worked out for it.
func (m *monthDuel) read() *foretold {
	if m.told != nil {
		return m.told
	}
	m.told = &foretold{rent: map[string][]float64{}}
	m.bill(m.most)
	own := m.longOwn()
	if own == nil {
		return m.told
	}
	value, cut, shortest := m.ownValue(own), m.monthEnds(), m.bill(1)
	m.told.own = make([]float64, m.most+1)
	for n := 1; n <= m.most; n++ {
		m.told.own[n] = m.ownUpTo(own, n, cut) + value(n)
	}
	for _, o := range m.long.Offers {
		if !o.Acceptable() && !o.Stranded() {
			continue
		}
		rents := make([]float64, m.most+1)
		for n := 1; n <= m.most; n++ {
			rents[n] = m.rentUpTo(o, n, cut, shortest.base[o.Offer.ID])
		}
		m.told.rent[o.Offer.ID] = rents
	}
	return m.told
}

// foretell is the margin of every length as the bills of the longest have it. off is the largest error seen, as a share
// of the larger bill; nil = the bills have something that is not foretold well.
func (m *monthDuel) foretell(against string) (margins []float64, off float64) {
	if m.uneven {
		return nil, 0
	}
	told := m.read()
	if told.own == nil {
		return nil, 0
	}
	rent := func(n int) float64 {
		least := math.NaN()
		for _, o := range m.long.Offers {
			rents, ok := told.rent[o.Offer.ID]
			stands := against == BestRental || against == "rent."+o.Term && o.Acceptable()
			if ok && stands && !(rents[n] >= least) {
				least = rents[n]
			}
		}
		return least
	}
	// A mix is cheaper than its terms alone by about the same share at every length.
	_, billed := m.bill(m.most).least(against)
	share := billed / rent(m.most)
	out := make([]float64, m.most+1)
	for n := 1; n <= m.most; n++ {
		out[n] = told.own[n] - float64(share*rent(n))
	}
	if off = m.error(out, against); off > foretellError {
		return nil, off
	}
	return out, off
}

// error compares what was foretold with bills, as a share of the larger one, at the lengths that are shown, which are
// billed anyway.
func (m *monthDuel) error(foretold []float64, against string) float64 {
	worst := 0.0
	for _, n := range m.shown() {
		if n <= shortMonths {
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
// are dated when they begin. A commitment is paid whatever the length, and so is the price of the money that it ties up:
// both are never less than for one month.
func (m *monthDuel) rentUpTo(o costmodel.OfferBill, n int, cut func(month, n int) float64, least float64) float64 {
	rent, beside := 0.0, 0.0
	for _, line := range o.Ledger.Lines {
		v := line.Amount.Float()
		switch {
		case line.Memo:
		case line.Category == "capital":
			rent += v * float64(n) / float64(m.most)
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
