package compare

import (
	"math"
	"slices"
	"strings"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/finance"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// The variables of a duel: utilisation, and factors on three groups of prices.
const (
	varUtil = iota
	varRent
	varCard
	varPower
	variablesOfDuel
)

// Ranges that are searched: a price is looked for from nothing up to so many times today's. Rents may have to rise far
// before a machine at home pays.
const (
	leastUtil  = 0.01
	mostFactor = 10
	mostRent   = 100
	scanSteps  = 240 // intervals in which sign changes are looked for
)

// scanGrid is where sign changes are looked for: evenly spaced, or for a price in equal ratios from a hundredth of
// today's on.
func scanGrid(lo, hi float64) []float64 {
	grid := []float64{lo}
	if lo > 0 {
		for i := 1; i < scanSteps; i++ {
			grid = append(grid, lo+float64((hi-lo)*(float64(i)/scanSteps)))
		}
		return append(grid, hi)
	}
	for i := range scanSteps {
		grid = append(grid, math.Pow(100*hi, float64(i)/scanSteps)/100)
	}
	return append(grid, hi)
}

// contestant is one bill of a duel.
type contestant struct {
	id    string // option id
	root  int
	spare bool // an offer that strands cards: it may be the cheapest of all, and else does not stand for its term
}

// duel is owning against renting as functions of utilisation and prices.
type duel struct {
	in       costmodel.Input
	comparer costmodel.Comparer
	costs    costmodel.Result // bills as compared
	quoted   costmodel.Result // bills as quoted
	own      []contestant     // in the deciding view
	rent     []contestant     // every acceptable offer, and mixes
	columns  *ledger.Columns
	totals   []float64
	current  [variablesOfDuel]float64
	perCard  float64 // yuan a card of the machine as bought, as quoted
	perKWh   float64 // mean yuan a kWh, as quoted; 0 = not known
}

// utilsOfMixes are where mixes are worked out beside the scenario's own utilisation: the ends of the range.
var utilsOfMixes = []string{"0.05", "0.25", "1"}

func newDuel(in costmodel.Input, overUtil bool) *duel {
	d := &duel{in: in, current: [variablesOfDuel]float64{in.Scenario.Util().InexactFloat64(), 1, 1, 1}}
	var mixes []costmodel.Option
	if overUtil && mixMatters(in.Scenario) {
		var utils []quantity.Decimal
		for _, u := range utilsOfMixes {
			utils = append(utils, ledger.Dec(u))
		}
		d.quoted, mixes = costmodel.BuildWithMixes(in, utils)
	} else {
		d.quoted = costmodel.Build(in)
	}
	mixes = d.compare(mixes)
	var roots []ledger.Ref
	add := func(to *[]contestant, id string, l *ledger.Ledger, spare bool) {
		*to = append(*to, contestant{id, len(roots), spare})
		roots = append(roots, l.TotalExpr().Ref())
	}
	for i, o := range d.costs.Options {
		if len(o.Missing) > 0 {
			continue
		}
		switch {
		case o.Family == costmodel.FamilyOwn && (o.View == "" || o.View == in.Scenario.View):
			add(&d.own, o.ID, o.Ledger, false)
			d.machine(d.quoted.Options[i])
		case o.Family == costmodel.FamilyRent && o.Term == "mix":
			mixes = append(mixes, o)
		}
	}
	for _, b := range d.costs.Offers {
		if b.Acceptable() || b.Stranded() {
			add(&d.rent, "rent."+b.Term, b.Ledger, b.Stranded())
		}
	}
	for _, o := range mixes {
		add(&d.rent, BestRental, o.Ledger, false)
	}
	d.fold(roots)
	return d
}

// compare puts the bills, and mixes beside them, on what options are compared by.
func (d *duel) compare(mixes []costmodel.Option) []costmodel.Option {
	var lacks diag.List
	d.comparer, lacks = comparer(d.in)
	d.costs = d.comparer.Bills(d.in, d.quoted)
	d.costs.Warnings = append(slices.Clip(d.costs.Warnings), lacks...)
	return d.comparer.Options(d.in, d.quoted, mixes)
}

// mixMatters reports whether a combination of terms can be cheaper than each alone at another utilisation: a length
// counted in months that is wanted around the clock is covered by whole units of every term.
func mixMatters(s scenario.Scenario) bool {
	return len(s.Phases) > 1 || !s.IsTerm() || !s.Pattern().IsAll()
}

// fold compiles all bills over the duel's variables.
func (d *duel) fold(roots []ledger.Ref) {
	var varies []ledger.Varies
	for i, f := range d.costs.Book.Figures() {
		v := f.Value.InexactFloat64()
		switch {
		case f.Name == "f.util":
			varies = append(varies, ledger.Varies{Figure: i, Variable: varUtil, Scale: 1})
		case f.Given:
		case f.Name == "f.rent_price":
			varies = append(varies, ledger.Varies{Figure: i, Variable: varRent, Scale: v})
		case marketOf(f) == MarketOwn:
			varies = append(varies, ledger.Varies{Figure: i, Variable: varCard, Scale: v})
		case f.Unit == "CNY/kWh":
			varies = append(varies, ledger.Varies{Figure: i, Variable: varPower, Scale: v})
		}
	}
	factor := ledger.Variable{Low: 0, High: mostFactor}
	variables := []ledger.Variable{varUtil: {Low: 0, High: 1}, varRent: {Low: 0, High: mostRent}, varCard: factor, varPower: factor}
	folded := d.costs.Book.Fold(roots, variables, varies, nil)
	d.columns, d.totals = folded.Columns(), make([]float64, len(roots))
}

// machine measures what the card and power factors stand for.
func (d *duel) machine(o costmodel.Option) {
	l, b := o.Ledger, d.costs.Book
	if k := d.costs.Machine; k.Cards > 0 {
		d.perCard = purchase(l) / float64(k.Cards)
	}
	energy, paid := 0.0, 0.0
	for _, line := range l.Lines {
		if line.Item == "line.household_electricity" {
			energy, paid = o.EnergyKWh, paid+line.Amount.Float()
		}
		if line.Item != "line.electricity" {
			continue
		}
		kWh, _, ok := b.Product(line.Root)
		if !ok {
			return
		}
		v, err := b.Exact(kWh.Ref())
		if err != nil {
			return
		}
		energy += v.InexactFloat64()
		paid += line.Amount.Float()
	}
	if energy > 0 {
		d.perKWh = paid / energy
	}
}

// purchase is what the machine itself costs.
func purchase(l *ledger.Ledger) float64 {
	for _, line := range l.Lines {
		if line.Item == "line.purchase" {
			return line.Amount.Float()
		}
	}
	return 0
}

// eval computes every total.
func (d *duel) eval(v [variablesOfDuel]float64) { d.columns.At(v[:], d.totals) }

// least returns the cheapest of the contestants that stand for against.
func (d *duel) least(of []contestant, against string) (id string, total float64) {
	total = math.NaN()
	for _, c := range of {
		if against != "" && against != BestRental && (c.id != against || c.spare) {
			continue
		}
		if t := d.totals[c.root]; !(t >= total) {
			id, total = c.id, t
		}
	}
	return id, total
}

// margin is own less rent at the given variables, with who is cheaper and both totals.
func (d *duel) margin(v [variablesOfDuel]float64, against string) (m float64, winner string, own, rent float64) {
	d.eval(v)
	ownID, own := d.least(d.own, "")
	rentID, rent := d.least(d.rent, against)
	winner = rentID
	if own < rent {
		winner = ownID
	}
	return own - rent, winner, own, rent
}

// rentals lists the options that can be rented, in the order of terms.
func (d *duel) rentals() []string {
	var out []string
	for _, term := range append(slices.Clone(costmodel.Terms), "mix") {
		id := "rent." + term
		if slices.ContainsFunc(d.rent, func(c contestant) bool { return c.id == id && !c.spare }) {
			out = append(out, id)
		}
	}
	return out
}

// knows refuses a rental that is not one, or that nobody offers for this need.
func (d *duel) knows(against string) diag.List {
	known := append([]string{BestRental}, d.rentals()...)
	if slices.Contains(known, against) {
		return nil
	}
	near := diag.Nearest(against, known)
	words := strings.Join(slices.Compact(known), ", ")
	wrong := diag.New("breakeven.against", "value", against, "near", near, "words", words, "known", words)
	return diag.List{wrong.WithHint(hintFor(near)).In("--against")}
}

// unknown is one variable with what its values stand for: x times a number.
type unknown struct {
	variable int
	lo, hi   float64
	per      float64 // what 1 stands for; 0 = not known
	quote    quote   // of rents
}

func (d *duel) unknown(name, against string) unknown {
	switch name {
	case SolveUtil:
		return unknown{variable: varUtil, lo: leastUtil, hi: 1, per: 1}
	case SolveRent:
		q := d.quote(against)
		return unknown{variable: varRent, hi: mostRent, per: q.price, quote: q}
	case SolveCard:
		return unknown{variable: varCard, hi: mostFactor, per: d.perCard}
	}
	return unknown{variable: varPower, hi: mostFactor, per: d.perKWh}
}

// quote is the posted price that stands for all rents, which rise and fall together.
type quote struct {
	offer, unit string
	price       float64 // in the offer's own unit
	perCardHour float64 // its rent in yuan a paid card-hour
}

// quote is that of the offer which is the cheapest as things are.
func (d *duel) quote(against string) quote {
	o := d.cheapestBill(false, against)
	if o == nil || len(o.Offers) == 0 {
		return quote{}
	}
	at := slices.IndexFunc(d.quoted.Options, func(q costmodel.Option) bool { return q.ID == o.ID })
	o = &d.quoted.Options[at]
	for _, b := range d.quoted.Offers {
		if b.Offer.ID != o.Offers[0] || b.Offer.Price.Missing() {
			continue
		}
		return quote{
			offer: b.Offer.ID, unit: b.Offer.Price.Unit, price: quantity.MustDecimal(b.Offer.Price.Typical).InexactFloat64(),
			perCardHour: o.Ledger.CategoryTotal("rent").Float() / d.quoted.PaidCardHours(*o),
		}
	}
	return quote{}
}

// continuous solves for a quantity that may take any value.
func (d *duel) continuous(name, against string) Solution {
	u := d.unknown(name, against)
	s := Solution{Solve: name, Against: against, Unit: unknownUnit[name]}
	if name == SolveRent {
		s.Unit, s.Offer, s.PerCardHour = u.quote.unit, u.quote.offer, u.quote.perCardHour
	}
	at := func(x float64) (m float64, winner string, own, rent float64) {
		v := d.current
		v[u.variable] = x
		return d.margin(v, against)
	}
	s.From, s.To, s.Current = u.lo*u.per, u.hi*u.per, d.current[u.variable]*u.per
	middle, winner, _, _ := at((u.lo + u.hi) / 2)
	if math.IsNaN(middle) || u.per == 0 {
		s.Missing = true
		return s
	}
	for _, c := range finance.AllRootsOn(func(x float64) float64 { m, _, _, _ := at(x); return m }, scanGrid(u.lo, u.hi)) {
		s.Crossings = append(s.Crossings, d.crossing(c, u, at))
	}
	if len(s.Crossings) == 0 {
		s.Flat = flat(winner)
	}
	return s
}

func flat(winner string) string {
	if strings.HasPrefix(winner, "own") {
		return Always
	}
	return Never
}

// crossing puts a sign change back into the bills and names the winners on its sides.
func (d *duel) crossing(c finance.Crossing, u unknown, at func(float64) (float64, string, float64, float64)) Crossing {
	beside := float64((u.hi - u.lo) * 1e-7)
	out := Crossing{Kind: c.Kind}
	_, out.WinnerBelow, _, _ = at(max(u.lo, c.Lo-beside))
	_, out.WinnerAbove, _, _ = at(min(u.hi, c.Hi+beside))
	_, _, out.OwnBefore, out.RentBefore = at(c.Lo)
	_, _, out.Own, out.Rent = at(c.X)
	out.Value = c.X * u.per
	out.Before = out.Value
	if c.Kind == finance.Step {
		out.Before = c.Lo * u.per
	}
	if u.variable != varUtil {
		out.Factor = c.X
	}
	out.PerCardHour = c.X * u.quote.perCardHour
	out.Difference = math.Abs(out.Own-out.Rent) / math.Max(math.Abs(out.Own), math.Abs(out.Rent))
	return out
}
