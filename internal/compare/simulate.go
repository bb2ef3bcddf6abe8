package compare

import (
	"context"
	"slices"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
)

// Range is a quantity that is not known for certain.
type Range struct{ Low, Typical, High float64 }

// check refuses a range that cannot be: out of order, or with an end outside what the quantity can be.
func (r Range) check(flag string, least, most float64) diag.List {
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	wrong := func(key, hint string) diag.List {
		args := []string{
			"low", text(r.Low), "typical", text(r.Typical), "high", text(r.High), "least", text(least), "most", text(most),
		}
		return diag.List{diag.New(key, args...).WithHint(hint).In(flag)}
	}
	switch {
	case !(r.Low <= r.High):
		return wrong("simulate.range_order", "simulate.range_order.hint")
	case !(r.Low <= r.Typical && r.Typical <= r.High):
		return wrong("simulate.range_typical", "simulate.range_order.hint")
	case !(least <= r.Low && r.High <= most):
		return wrong("simulate.range_limits", "simulate.range_limits.hint")
	}
	return nil
}

// SimulateOptions say how a simulation is drawn. The zero value of Loadings means no tie between markets.
type SimulateOptions struct {
	Draws    int
	Seed     uint64
	Workers  int      // at least 1; the result does not depend on it
	Demand   *Range   // utilisation instead of the scenario's fixed one
	Drift    *Range   // change of rents a year, -0.2 = a fifth less; nil = rents stay
	Loadings Loadings // how closely each market follows the common demand for cards
}

// Loadings are the shares of a market's normal score that come from the common demand for cards. Two markets with
// loadings a and b have the correlation a x b. All are estimates: no source measures them.
type Loadings struct{ Rent, Own, Resale float64 }

// DefaultLoadings are planning values: rents lead, the prices of new and used machines follow loosely. The sheets hold
// them as assumptions.
var DefaultLoadings = Loadings{Rent: 0.9, Own: 0.6, Resale: 0.6}

// LoadingsOf reads the loadings from the sheets; what they do not say has its planning value.
func LoadingsOf(cat *catalog.Catalog) Loadings {
	l := DefaultLoadings
	for id, to := range map[string]*float64{"loading-rent": &l.Rent, "loading-own": &l.Own, "loading-resale": &l.Resale} {
		*to = min(1, max(0, costmodel.AssumedShare(cat, id, *to)))
	}
	return l
}

func (l Loadings) of(market string) float64 {
	switch market {
	case MarketRent:
		return l.Rent
	case MarketOwn:
		return l.Own
	case MarketResale:
		return l.Resale
	}
	return 0
}

// Most draws of a simulation; counters hold them.
const maxDraws = 4_000_000_000

// Quantiles are the 10th, 50th and 90th percentile and the mean, in yuan.
type Quantiles struct{ P10, P50, P90, Mean, Deviation float64 }

// SimulatedOption is what a simulation says about an option.
type SimulatedOption struct {
	ID, Family string
	Counts     bool    // takes part in the choice
	Wins       float64 // share of the draws in which it is the cheapest that counts
	Total      Quantiles
	Regret     float64 // mean yuan above the cheapest when it is chosen whatever comes
}

// Bin is a bar of a histogram: From <= x < To. The end bars hold what lies outside too: they are open.
type Bin struct {
	From, To          float64
	Share             float64
	OpenLow, OpenHigh bool
}

// Simulation is the outcome of many draws.
type Simulation struct {
	Base       *Result // the comparison at typical values
	Options    []SimulatedOption
	Margin     *Quantiles // best own less best rent, nil when either is missing
	Histogram  []Bin      // of the margin
	OnlyOwn    bool       // no rental that counts has its prices
	OnlyRent   bool       // no way to own has
	RentWins   float64    // share of the draws in which the best rent is below the best own
	Choice     string     // chosen at typical values
	Regret     float64    // of that choice
	BestMean   string     // the option with the least mean
	Perfect    float64    // what knowing the outcome ahead is worth: the least mean less the mean of the cheapest
	Resolution float64    // most that a quantile may be off for being counted in bins, in yuan
	Levers     []Lever    // what was varied
	Loadings   Loadings
	Demand     *Range
	Drift      *Range
	Draws      int
	Seed       uint64
	Operations int // float64 operations of one draw, drawing aside
}

// Simulate compares a scenario many times with figures drawn from their ranges. The same input and seed give the same
// bytes on any number of workers. ctx stops it between rounds. Of the terms of money over time it takes a kind of
// taxpayer.
func Simulate(ctx context.Context, in costmodel.Input, o SimulateOptions) (Simulation, diag.List, error) {
	if ds := append(onlyVAT(in), o.check()...); ds.HasErrors() {
		return Simulation{}, ds, nil
	}
	in = o.input(in)
	base := Run(in)
	p := newSimulator(in, &base, o)
	if len(p.rows) == 0 {
		return Simulation{Base: &base, Draws: o.Draws, Seed: o.Seed}, nil, nil
	}
	sums, err := p.run(ctx)
	if err != nil {
		return Simulation{}, nil, err
	}
	return p.report(sums), nil, nil
}

func (o SimulateOptions) check() diag.List {
	var ds diag.List
	if o.Draws < 1 || o.Draws > maxDraws {
		d := diag.New("simulate.bad_draws", "value", strconv.Itoa(o.Draws), "most", strconv.Itoa(maxDraws))
		ds = append(ds, d.WithHint("simulate.bad_draws.hint").In("--draws"))
	}
	if o.Demand != nil {
		found := o.Demand.check("--demand", 0, 1)
		if len(found) == 0 && o.Demand.Typical <= 0 {
			found = diag.List{diag.New("simulate.no_use").WithHint("simulate.bad_range.hint").In("--demand")}
		}
		ds = append(ds, found...)
	}
	if o.Drift != nil {
		ds = append(ds, o.Drift.check("--drift", -0.95, 10)...)
	}
	return ds
}

// simulator is a folded comparison with the distributions of its variables.
type simulator struct {
	options SimulateOptions
	base    *Result
	rows    []*Row
	typical []float64 // totals at typical values
	levers  []Lever
	program *ledger.Folded
	sampler
}

func newSimulator(in costmodel.Input, base *Result, o SimulateOptions) *simulator {
	s := &simulator{options: o, base: base}
	var roots []ledger.Ref
	time := timedOf(in, base)
	for i := range base.Rows {
		if w := &base.Rows[i]; w.Priced {
			s.rows = append(s.rows, w)
			bill := base.compared(w.Option)
			total := bill.TotalExpr()
			if time != nil {
				total = time.total(w.ID, bill)
			}
			roots = append(roots, total.Ref())
		}
	}
	s.levers = leversOf(base.Book, roots, newSpreads(in.Catalog, in.Today))
	s.levers = append(s.levers, demandLevers(base.Book, o.Demand)...)
	if time != nil {
		s.levers = append(s.levers, time.lever(base.Book))
	}
	s.sampler = newSampler(base.Book, s.levers, o.Loadings)
	s.program = base.Book.Fold(roots, s.bounds(), s.varies, nil)
	s.typical = make([]float64, len(roots))
	if len(roots) > 0 {
		s.program.Columns().At(s.centre(), s.typical)
	}
	return s
}

// input is the scenario with what the user says is uncertain.
func (o SimulateOptions) input(in costmodel.Input) costmodel.Input {
	if o.Demand != nil {
		// What is chosen and shown is the case of typical use.
		in.Solving = in.Solving || o.Demand.Low < o.Demand.High
		in.Scenario.Phases = slices.Clone(in.Scenario.Phases)
		for i := range in.Scenario.Phases {
			in.Scenario.Phases[i].Util = ledger.FloatDec(o.Demand.Typical)
		}
	}
	if o.Drift != nil {
		text := func(v float64) string { return ledger.FloatDec(v).String() }
		in.RentDrift = catalog.Figure{
			ID: "simulate.rent_drift", Low: text(o.Drift.Low), Typical: text(o.Drift.Typical), High: text(o.Drift.High), Unit: "share",
		}
	}
	return in
}

// utilID is the figure of the utilisation.
const utilID = "scenario.util"

// demandLevers makes the utilisation of all phases a lever; figures of the scenario are fixed otherwise.
func demandLevers(b *ledger.Book, r *Range) []Lever {
	if r == nil {
		return nil
	}
	l := Lever{ID: utilID, Name: "f.util", Unit: "share"}
	for i, f := range b.Figures() {
		if f.Name == "f.util" {
			l.Moves = append(l.Moves, Move{Figure: i, Low: r.Low, Typical: r.Typical, High: r.High})
		}
	}
	if len(l.Moves) == 0 {
		return nil
	}
	return []Lever{l}
}
