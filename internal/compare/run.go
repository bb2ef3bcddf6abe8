package compare

import (
	"cmp"
	"slices"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// Run bills a scenario and compares the options.
func Run(in costmodel.Input) Result {
	costs := costmodel.Build(in)
	r := lay(in, costs)
	ranges := newRanges(costs.Book, r.Rows)
	for i := range r.Rows {
		ranges.fill(&r.Rows[i], i)
	}
	r.moneyRanges(ranges)
	r.sort()
	r.judge(in, costs, ranges)
	r.increment()
	r.collectFigures()
	r.warnAge(oldAfter(in.Catalog))
	return r
}

// Ways names the cheapest of a scenario's bills: Run without the ranges of the bills and without what would turn the
// answer, of which only the offer is looked for that would be cheaper if it did the work.
func Ways(in costmodel.Input, costs costmodel.Result) Result {
	r := lay(in, costs)
	r.sort()
	if first, other, ok := best(r.candidates(in.Scenario.View)); ok {
		r.choose(first, other)
		r.flipRejected()
	}
	r.collectFigures()
	r.warnAge(oldAfter(in.Catalog))
	return r
}

// lay sets the bills side by side.
func lay(in costmodel.Input, costs costmodel.Result) Result {
	r := Result{
		Scenario: in.Scenario, Today: in.Today, Day: day(in), Book: costs.Book, NotOffered: costs.NotOffered, MixIs: costs.MixIs,
		Offers: costs.Offers, Machine: costs.Machine, CardHours: costs.CardHours, WantedHours: costs.WantedHours,
		UsedHours: costs.UsedHours, Warnings: costs.Warnings,
		Hybrid: costs.Hybrid, Movements: costs.Movements,
	}
	r.NotCounted = notCounted(costs)
	for _, o := range costs.Options {
		r.Rows = append(r.Rows, newRow(o, in.Scenario.View, costs))
	}
	r.layMoney(in, costs)
	return r
}

// notCounted lists the terms that somebody offers, but nobody in a way that counts.
func notCounted(costs costmodel.Result) []string {
	return slices.DeleteFunc(slices.Clone(costs.NotOffered), func(term string) bool {
		return !slices.ContainsFunc(costs.Offers, func(b costmodel.OfferBill) bool { return b.Term == term })
	})
}

func newRow(o costmodel.Option, view string, costs costmodel.Result) Row {
	row := Row{Option: o, Priced: len(o.Missing) == 0}
	row.Counts = takesPart(o, view)
	if !row.Priced {
		return row
	}
	yuan := o.Total().Float()
	row.PaidCardHours = costs.PaidCardHours(o)
	row.PerCardHour = yuan / row.PaidCardHours
	row.PerUsedHour = yuan / costs.UsedHours
	return row
}

// sort puts what counts first, cheapest first, then the other views, then what has no price.
func (r *Result) sort() {
	rank := func(w Row) int {
		switch {
		case w.Counts:
			return 0
		case w.Priced:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(r.Rows, func(a, b Row) int {
		if d := cmp.Compare(rank(a), rank(b)); d != 0 {
			return d
		}
		if !a.Priced {
			return cmp.Compare(a.ID, b.ID)
		}
		if d := cmp.Compare(a.Cost(), b.Cost()); d != 0 {
			return d
		}
		return cmp.Compare(a.ID, b.ID)
	})
}

// candidate is an option that may win, by family, with its total under some circumstances.
type candidate struct {
	id, family string
	total      quantity.Fen
}

// candidates lists the priced options with owning in the given view.
func (r *Result) candidates(view string) []candidate {
	var out []candidate
	for _, w := range r.Rows {
		if w.CanWin() && w.InView(view) {
			out = append(out, candidate{w.ID, w.Family, w.Cost()})
		}
	}
	return out
}

// best returns the cheapest candidate, and the cheapest of any other family.
func best(cs []candidate) (first, other candidate, ok bool) {
	for _, c := range cs {
		if !ok || c.total < first.total {
			first, ok = c, true
		}
	}
	found := false
	for _, c := range cs {
		if c.family != first.family && (!found || c.total < other.total) {
			other, found = c, true
		}
	}
	return first, other, ok
}

// judge fills the verdict.
func (r *Result) judge(in costmodel.Input, costs costmodel.Result, ranges *ranges) {
	first, other, ok := best(r.candidates(in.Scenario.View))
	if !ok {
		return
	}
	v := r.choose(first, other)
	v.Robust = true
	for _, view := range scenario.Views {
		w, _, ok := best(r.candidates(view))
		if !ok {
			continue
		}
		v.ViewWinners = append(v.ViewWinners, ViewWinner{view, w.id, w.total})
		v.Robust = v.Robust && w.family == first.family
	}
	if r.weighs() {
		v.Holds = other.id == "" || r.moneyHolds(ranges, first)
	} else {
		v.Holds = ranges.holds(r.Rows, first, other)
	}
	r.findFlips(in, costs, ranges)
}

// choose makes the cheapest option the verdict, with what it saves against the best of another family.
func (r *Result) choose(first, other candidate) *Verdict {
	r.Verdict = &Verdict{Choice: first.id, Family: first.family, Total: first.total}
	if other.id != "" {
		r.Verdict.RunnerUp = other.id
		r.Verdict.Saving = other.total - first.total
		r.Verdict.SavingShare = r.Verdict.Saving.Float() / other.total.Float()
	}
	for i := range r.Rows {
		r.Rows[i].Chosen = r.Rows[i].ID == first.id
	}
	return r.Verdict
}

// day is the day from which ages count.
func day(in costmodel.Input) quantity.Date {
	if in.Day != 0 {
		return in.Day
	}
	return in.Today.First()
}
