package estimate

import (
	"math"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
	"gpucalc/internal/training"
)

// Cost is the cheapest way to get the cards for the typical time.
type Cost struct {
	Option string
	Total  quantity.Fen
}

// wholeHours is a time in days as whole hours, rounded up: nobody rents less.
func wholeHours(days float64) int64 { return int64(math.Ceil(days*24 - 1e-9)) }

// Spec is the scenario that an estimate makes: the cards for the time of the
// training, around the clock.
func (a Ask) Spec(c *Candidate, days float64) scenario.Spec {
	at := scenario.Origin{Kind: "estimate"}
	return scenario.Spec{
		Card:  scenario.Word{Text: c.Machine.Card.ID, Origin: at},
		Count: scenario.Word{Text: strconv.Itoa(c.Result.Count), Origin: at},
		For:   scenario.Word{Text: strconv.FormatInt(wholeHours(days), 10) + "h", Origin: at},
	}
}

// Shorthand is the scenario of the typical time, as compare takes it: "16xID-658h".
func (c *Candidate) Shorthand() string {
	return strconv.Itoa(c.Result.Count) + "x" + c.Machine.Card.ID + "-" + strconv.FormatInt(wholeHours(c.Result.Days.Typical), 10) + "h"
}

// site is where the machine would stand.
func (a Ask) site() catalog.Site {
	site, _ := a.Costs.Catalog.ResolveSite(a.Defaults.Site)
	return site
}

// bill returns the input of a bill for a number of days; ok is false when the
// scenario is out of bounds.
func (r *Result) bill(c *Candidate, days float64) (costmodel.Input, bool) {
	in := r.Ask.Costs
	in.OneCurve = true // the tables of an estimate show no other
	sc, wrong := r.biller.Resolve(r.Ask.Spec(c, days), r.Ask.Defaults)
	if wrong.HasErrors() {
		return in, false
	}
	in.Scenario, in.Money.Taxpayer = sc, sc.Taxpayer
	return in, true
}

// price finds the cheapest way to get the cards of every candidate that fits.
func (r *Result) price() {
	if !r.Ask.WithCost {
		return
	}
	r.biller = costmodel.NewBiller(r.Ask.Costs.Catalog)
	r.readTax()
	for i := range r.Candidates {
		if c := &r.Candidates[i]; c.Result.Fits {
			c.Cost = r.cheapest(c)
		}
	}
	r.markFront()
}

// readTax reads the rules of VAT where the taxpayer is one who reclaims it.
func (r *Result) readTax() {
	in := r.Ask.Costs
	in.Money.Taxpayer = r.Ask.Defaults.Taxpayer
	comparer, lacks := costmodel.NewComparer(in)
	r.comparer = comparer
	for _, d := range lacks {
		r.Warnings = append(r.Warnings, d.AsWarning())
	}
}

// totals bills a need and returns what its options are compared by.
func (r *Result) totals(in costmodel.Input) []costmodel.Total {
	if !r.comparer.AfterVAT() {
		return r.biller.Totals(in)
	}
	costs := r.biller.Build(in)
	costs.Options = r.comparer.Options(in, costs, costs.Options)
	return costs.Totals(in.Scenario.View)
}

// cheapest is the least total among the options that count in the view.
func (r *Result) cheapest(c *Candidate) *Cost {
	in, ok := r.bill(c, c.Result.Days.Typical)
	if !ok {
		return nil
	}
	in.OneView, in.Countable = true, true
	var best *Cost
	for _, w := range r.totals(in) {
		if w.Counts && (best == nil || w.Amount < best.Total) {
			best = &Cost{w.Option, w.Amount}
		}
	}
	return best
}

// markFront marks the candidates that no other beats in both days and cost.
func (r *Result) markFront() {
	var points []training.Point
	var at []int
	for i, c := range r.Candidates {
		if c.Cost != nil {
			points = append(points, training.Point{Days: c.Result.Days.Typical, Cost: c.Cost.Total.Float()})
			at = append(at, i)
		}
	}
	for i, front := range training.Pareto(points) {
		r.Candidates[at[i]].Pareto = front
	}
}

// compareWays compares every way to get the chosen cards, and bills them again
// for the shortest and the longest time. Where no way counts, what is left is
// why.
func (r *Result) compareWays() {
	c, ok := r.Chosen()
	if !ok || r.biller == nil {
		return
	}
	in, ok := r.bill(c, c.Result.Days.Typical)
	if !ok {
		return
	}
	if c.Cost == nil {
		ways := compare.Ways(in, r.biller.Build(in))
		r.Unpriced = &ways
		return
	}
	r.WaysLow = r.waysFor(c, c.Result.Days.Low)
	r.WaysHigh = r.waysFor(c, c.Result.Days.High)
	ways := compare.Ways(in, r.biller.Build(in))
	r.Ways = &ways
}

func (r *Result) waysFor(c *Candidate, days float64) []costmodel.Total {
	in, ok := r.bill(c, days)
	if !ok {
		return nil
	}
	in.Countable = true
	return r.totals(in)
}

// TotalOf returns the total of an option in a list.
func TotalOf(list []costmodel.Total, option string) (quantity.Fen, bool) {
	for _, w := range list {
		if w.Option == option {
			return w.Amount, true
		}
	}
	return 0, false
}

// Hours is a range of days in the whole hours that would be rented.
func Hours(r training.Range) (low, typical, high int64) {
	return wholeHours(r.Low), wholeHours(r.Typical), wholeHours(r.High)
}

// SiteID is the id of the site where the machine would stand.
func (a Ask) SiteID() string { return a.site().ID }
