package compare

import (
	"context"
	"math"
	"strconv"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
)

// Range is a quantity that is not known for certain.
type Range struct{ Low, Typical, High float64 }

// check refuses a range that cannot be: out of order, or with an end outside what the quantity can be.
func (r Range) check(what string, least, most float64) diag.List {
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	args := []string{"what", what, "low", text(r.Low), "typical", text(r.Typical), "high", text(r.High), "least", text(least), "most", text(most)}
	switch {
	case !(r.Low <= r.High):
		return diag.List{diag.New("simulate.range_order", args...).WithHint("simulate.range_order.hint")}
	case !(r.Low <= r.Typical && r.Typical <= r.High):
		return diag.List{diag.New("simulate.range_typical", args...).WithHint("simulate.range_order.hint")}
	case !(least <= r.Low && r.High <= most):
		return diag.List{diag.New("simulate.range_limits", args...)}
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

// DefaultLoadings are planning values: rents lead, the prices of new and used machines follow loosely.
var DefaultLoadings = Loadings{Rent: 0.9, Own: 0.6, Resale: 0.6}

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

// Bin is a bar of a histogram: From <= x < To.
type Bin struct {
	From, To float64
	Share    float64
}

// Simulation is the outcome of many draws.
type Simulation struct {
	Base       *Result // the comparison at typical values
	Options    []SimulatedOption
	Margin     *Quantiles // best own less best rent, nil when either is missing
	Histogram  []Bin      // of the margin
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
// bytes on any number of workers. ctx stops it between rounds.
func Simulate(ctx context.Context, in costmodel.Input, o SimulateOptions) (Simulation, diag.List, error) {
	if ds := o.check(); ds.HasErrors() {
		return Simulation{}, ds, nil
	}
	in.Solving = in.Solving || o.Demand != nil
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
		ds = append(ds, diag.New("simulate.bad_draws", "value", strconv.Itoa(o.Draws), "most", strconv.Itoa(maxDraws)))
	}
	if o.Demand != nil {
		ds = append(ds, o.Demand.check("util", 0, 1)...)
	}
	if o.Drift != nil {
		ds = append(ds, o.Drift.check("drift", -0.95, 10)...)
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
	growth := driftFigure(base.Book, o.Drift)
	var roots []ledger.Ref
	for i := range base.Rows {
		if w := &base.Rows[i]; w.Priced {
			s.rows = append(s.rows, w)
			roots = append(roots, simulatedTotal(w, growth).Ref())
		}
	}
	s.levers = leversOf(base.Book, roots, newSpreads(in.Catalog, in.Today))
	s.levers = append(s.levers, givenLevers(base.Book, o)...)
	s.sampler = newSampler(base.Book, s.levers, o.Loadings)
	s.program = base.Book.Fold(roots, s.bounds(), s.varies, nil)
	s.typical = make([]float64, len(roots))
	if len(roots) > 0 {
		s.program.Columns().At(s.centre(), s.typical)
	}
	return s
}

const driftID, utilID = "simulate.rent_growth", "scenario.util"

// driftFigure enters the growth of rents from one month to the next; missing without drift.
func driftFigure(b *ledger.Book, drift *Range) ledger.Expr {
	if drift == nil {
		return ledger.Expr{}
	}
	return b.Const(driftID, "f.rent_growth", "", ledger.FloatDec(monthly(drift.Typical)))
}

// monthly turns a yearly change into a factor a month.
func monthly(yearly float64) float64 { return math.Pow(1+yearly, 1.0/12) }

// simulatedTotal is a row's total; with drift every rent line grows by the months until it is paid.
func simulatedTotal(w *Row, growth ledger.Expr) ledger.Expr {
	if !growth.Valid() || w.Family != costmodel.FamilyRent {
		return w.Ledger.TotalExpr()
	}
	return w.Ledger.TotalWith(func(line ledger.Line, amount ledger.Expr) ledger.Expr {
		if line.Category != "rent" || line.At == 0 {
			return amount
		}
		months := w.Ledger.Book.Int("simulate.months."+strconv.Itoa(line.At), "f.months", "mo", line.At)
		return ledger.Mul(amount, ledger.Pow(growth, months))
	})
}

// givenLevers are the quantities that the user said are uncertain.
func givenLevers(b *ledger.Book, o SimulateOptions) []Lever {
	var out []Lever
	add := func(id, name string, r *Range, value func(float64) float64) {
		if r == nil {
			return
		}
		l := Lever{ID: id, Name: name}
		for i, f := range b.Figures() {
			if f.ID == id || id == utilID && f.Name == "f.util" {
				l.Moves = append(l.Moves, Move{Figure: i, Low: value(r.Low), Typical: value(r.Typical), High: value(r.High)})
			}
		}
		if len(l.Moves) > 0 {
			out = append(out, l)
		}
	}
	add(utilID, "lever.demand", o.Demand, func(v float64) float64 { return v })
	add(driftID, "lever.drift", o.Drift, monthly)
	return out
}
