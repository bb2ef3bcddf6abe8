package compare

import (
	"math"
	"slices"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// defaultMonths is how long a break-even in months is looked for, unless twice the machine's life is longer.
const defaultMonths = 60

// monthDuel is owning against renting by whole months. A month more changes the calendar, the racks' minimum and the
// terms that are sold whole, so each length is billed anew; what was billed is kept.
type monthDuel struct {
	d      *duel
	most   int
	offers []string // the cheapest offer of each term, at the scenario's length and at one month
	mixes  bool     // the best mix is cheaper than any single term, so all of renting is billed each time
	uneven bool     // likewise, but not at whole years: no length says anything about another
	bills  map[int]monthBill
	long   costmodel.Result // the bills of the longest length, for foretelling
	told   *foretold
}

// monthBill is what a length costs: the best own, and each rental.
type monthBill struct {
	ownID string
	own   float64
	rent  map[string]float64 // by option id
	base  map[string]float64 // by offer id: the rent itself and the price of money paid ahead, without what comes with it
}

func newMonthDuel(d *duel, most int) *monthDuel {
	m := &monthDuel{d: d, most: most, bills: map[int]monthBill{}}
	if most == 0 {
		m.most = defaultMonths
		if life := d.in.Scenario.LifeMonths; 2*life > m.most {
			m.most = 2 * life
		}
	}
	m.collect(d.costs)
	if n := d.in.Scenario.Months(); len(d.in.Scenario.Phases) == 1 && d.in.Scenario.IsTerm() && n == math.Trunc(n) && int(n) != m.most {
		b := newMonthBill()
		b.add(d.costs, d.in.Scenario.View)
		m.bills[int(n)] = b
	}
	// Some offers count for short needs only, a marketplace's for example; others are the cheapest of long ones only.
	m.collect(m.rentFor(1, costmodel.BuildRent))
	short, years := d.in.Scenario.Months() <= shortMonths, m.most > yearAndMonth && sellsYears(d.costs)
	if short || years {
		bill := costmodel.BuildTerms
		if years {
			bill = costmodel.BuildRent
		}
		mixes, costs := m.mixes, m.rentFor(min(m.most, yearAndMonth), bill)
		m.collect(costs)
		m.collectStranding(costs)
		m.uneven = m.mixes && !mixes
	} else {
		m.collectStranding(d.costs)
	}
	return m
}

// rentFor bills renting for n months.
func (m *monthDuel) rentFor(n int, bill func(costmodel.Input) costmodel.Result) costmodel.Result {
	in := m.d.in
	in.Scenario = lasting(in.Scenario, n)
	return bill(in)
}

// yearAndMonth is a length at which a year and something shorter may be cheaper than two years.
const yearAndMonth = 13

// sellsYears reports whether a provider sells years beside shorter terms.
func sellsYears(costs costmodel.Result) bool {
	years, others := map[string]bool{}, map[string]bool{}
	for _, b := range costs.Offers {
		if !b.Acceptable() && !b.Stranded() {
			continue
		}
		if b.Term == "year" {
			years[b.Offer.Provider] = true
		} else {
			others[b.Offer.Provider] = true
		}
	}
	for p := range years {
		if others[p] {
			return true
		}
	}
	return false
}

// withinReach is how many times as dear as the best an offer may be at some length and still be the best at another: one
// that is bound for three years is so at a year.
const withinReach = 3

// collectStranding notes the cheapest of the offers that strand cards: at another length it may be the best.
func (m *monthDuel) collectStranding(costs costmodel.Result) {
	least, best := -1, math.NaN()
	for i, b := range costs.Offers {
		switch {
		case b.Acceptable() && !(b.Ledger.Total.Float() >= best):
			best = b.Ledger.Total.Float()
		case b.Stranded() && (least < 0 || b.Ledger.Total < costs.Offers[least].Ledger.Total):
			least = i
		}
	}
	if least < 0 || costs.Offers[least].Ledger.Total.Float() > withinReach*best {
		return
	}
	if id := costs.Offers[least].Offer.ID; !slices.Contains(m.offers, id) {
		m.offers = append(m.offers, id)
	}
}

// collect notes which offers are the cheapest of their term.
func (m *monthDuel) collect(costs costmodel.Result) {
	for _, o := range costs.Options {
		if o.Family != costmodel.FamilyRent || len(o.Missing) > 0 {
			continue
		}
		m.mixes = m.mixes || o.Term == "mix"
		for _, id := range o.Offers {
			if !slices.Contains(m.offers, id) {
				m.offers = append(m.offers, id)
			}
		}
	}
}

// bill bills a length of n months.
func (m *monthDuel) bill(n int) monthBill {
	if b, ok := m.bills[n]; ok {
		return b
	}
	in := m.d.in
	in.Scenario, in.OneCurve = lasting(in.Scenario, n), true
	b := newMonthBill()
	costs := m.d.comparer.Bills(in, costmodel.BuildPart(in, m.offers))
	b.add(costs, in.Scenario.View)
	if m.mixes {
		b.add(m.d.comparer.Bills(in, costmodel.BuildRent(in)), in.Scenario.View)
	}
	if n == m.most {
		m.long = costs
	}
	m.bills[n] = b
	return b
}

func newMonthBill() monthBill {
	return monthBill{own: math.NaN(), rent: map[string]float64{}, base: map[string]float64{}}
}

func (b *monthBill) add(costs costmodel.Result, view string) {
	lower := func(id string, total float64) {
		if old, ok := b.rent[id]; !ok || total < old {
			b.rent[id] = total
		}
	}
	for _, o := range costs.Options {
		if len(o.Missing) > 0 {
			continue
		}
		total := o.Total().Float()
		switch {
		case o.Family == costmodel.FamilyRent:
			lower(o.ID, total)
		case (o.View == "" || o.View == view) && !(total >= b.own):
			b.ownID, b.own = o.ID, total
		}
	}
	for _, o := range costs.Offers {
		if o.Acceptable() || o.Stranded() {
			b.base[o.Offer.ID] = (o.Ledger.CategoryTotal("rent") + o.Ledger.CategoryTotal("capital")).Float()
		}
		if o.Acceptable() {
			lower("rent."+o.Term, o.Ledger.Total.Float())
		}
	}
}

// lasting is a scenario with one phase of n months. Several phases become the first one.
func lasting(s scenario.Scenario, n int) scenario.Scenario {
	p := s.Phases[0]
	p.Duration = quantity.Months(int64(n))
	s.Phases, s.Count = []scenario.Phase{p}, p.Count
	return s
}

// least is the cheapest rental that stands for against.
func (b monthBill) least(against string) (id string, total float64) {
	total = math.NaN()
	for _, term := range append(slices.Clone(costmodel.Terms), "mix") {
		key := "rent." + term
		t, ok := b.rent[key]
		if ok && (against == BestRental || against == key) && !(t >= total) {
			id, total = key, t
		}
	}
	return id, total
}

// margin is own less rent for n months, billed in full.
func (m *monthDuel) margin(n int, against string) float64 {
	b := m.bill(n)
	_, rent := b.least(against)
	return b.own - rent
}

// solve finds the lengths from which the other side is cheaper. Lengths are whole, so every change is a step. Where one
// long bill foretells the lengths that are shown, changes are looked for in it and billed on both sides; else every
// length is billed.
func (m *monthDuel) solve(against string) Solution {
	s := Solution{
		Solve: SolveMonths, Against: against, Unit: unknownUnit[SolveMonths], From: 1, To: float64(m.most),
		Current: m.d.in.Scenario.Months(),
	}
	if math.IsNaN(m.margin(m.most, against)) {
		s.Missing = true
		return s
	}
	ownIsCheaper := m.signs(against)
	for n := 2; n <= m.most; n++ {
		if ownIsCheaper[n] != ownIsCheaper[n-1] {
			s.Crossings = append(s.Crossings, m.step(n-1, n, against))
		}
	}
	if len(s.Crossings) == 0 {
		s.Flat = Never
		if ownIsCheaper[1] {
			s.Flat = Always
		}
	}
	return s
}

// signs tells for every length whether owning is cheaper.
func (m *monthDuel) signs(against string) []bool {
	out := make([]bool, m.most+1)
	real := func(n int) bool { return m.margin(n, against) < 0 }
	f, off := m.foretell(against)
	for n := 1; n <= m.most; n++ {
		if f == nil {
			out[n] = real(n)
		} else {
			out[n] = f[n] < 0
		}
	}
	if f == nil {
		return out
	}
	// What is foretold may be a little off: each change is moved to where the bills have it.
	for n := 1; n <= m.most; n++ {
		turns := n > 1 && out[n] != out[n-1] || n < m.most && out[n] != out[n+1]
		near := math.Abs(f[n]) < max(1e-4, 3*off)*m.told.own[n]
		if n <= shortMonths || turns || near {
			m.correct(out, n, real)
		}
	}
	return out
}

// correct replaces what was foretold for n by what is billed, and goes on to both sides while that differs.
func (m *monthDuel) correct(out []bool, n int, real func(int) bool) {
	if out[n] == real(n) {
		return
	}
	out[n] = !out[n]
	for _, direction := range []int{-1, 1} {
		for i := n + direction; i >= 1 && i <= m.most && out[i] != real(i); i += direction {
			out[i] = !out[i]
		}
	}
}

// tableMonths are the lengths that are always shown, as far as the search goes.
var tableMonths = []int{1, 3, 6, 12, 24, 36, 48, 60, 84, 120, 180, 240, 360, 480, 600}

// shown are the lengths of the table: fixed ones, the longest, and the scenario's own where it is whole months.
func (m *monthDuel) shown() []int {
	var out []int
	for _, n := range tableMonths {
		if n < m.most {
			out = append(out, n)
		}
	}
	if n := m.d.in.Scenario.Months(); n >= 1 && n < float64(m.most) && n == math.Trunc(n) {
		out = append(out, int(n))
	}
	out = append(out, m.most)
	slices.Sort(out)
	return slices.Compact(out)
}

// lengths bills the lengths that are shown and both sides of each change.
func (m *monthDuel) lengths(s Solution) []LengthBill {
	if s.Missing {
		return nil
	}
	all := m.shown()
	for _, c := range s.Crossings {
		all = append(all, int(c.Before), int(c.Value))
	}
	slices.Sort(all)
	var out []LengthBill
	for _, n := range slices.Compact(all) {
		b := m.bill(n)
		_, rent := b.least(s.Against)
		out = append(out, LengthBill{Months: n, Own: b.own, Rent: rent, Winner: b.winner(s.Against)})
	}
	return out
}

// step describes the change between two neighbouring lengths.
func (m *monthDuel) step(lo, hi int, against string) Crossing {
	below, above := m.bill(lo), m.bill(hi)
	c := Crossing{Kind: finance.Step, Value: float64(hi), Before: float64(lo), Own: above.own, OwnBefore: below.own}
	_, c.RentBefore = below.least(against)
	_, c.Rent = above.least(against)
	c.WinnerBelow, c.WinnerAbove = below.winner(against), above.winner(against)
	c.Difference = math.Abs(c.Own-c.Rent) / math.Max(math.Abs(c.Own), math.Abs(c.Rent))
	return c
}

func (b monthBill) winner(against string) string {
	id, rent := b.least(against)
	if b.own < rent {
		return b.ownID
	}
	return id
}
