package estimate

import (
	"slices"
	"strconv"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/training"
)

// Candidate is an estimate for one kind and number of cards.
type Candidate struct {
	Machine  Machine
	Asked    string
	Result   training.Result
	Headline bool  // the answer for its kind of card
	Pareto   bool  // no other is both sooner and cheaper
	Cost     *Cost // nil = not priced: it does not fit, or nobody offers it
}

// CardSummary is what holds for a kind of card whatever the number.
type CardSummary struct {
	Machine  Machine
	Asked    string
	Smallest int     // cards from which it fits, 0 = none searched
	Misses   float64 // bytes that a card lacks at best where nothing fits
}

// Result is the answer to an Ask.
type Result struct {
	Ask        Ask
	Candidates []Candidate
	Choice     int // index of the headline, -1 = nothing fits
	Cards      []CardSummary
	Ways       *compare.Result   // every way to get the chosen cards; nil = not asked for, or no choice
	Unpriced   *compare.Result   // the same where none of them counts: why not
	WaysLow    []costmodel.Total // the same for the shortest and the longest time
	WaysHigh   []costmodel.Total
	Expect     *Expectation
	Fitted     training.MFUModel
	Warnings   diag.List         // of the headline, then of all cards
	tooSlow    diag.List         // cards that no number makes fast enough for the deadline
	biller     *costmodel.Biller // nil = costs are not asked for
	comparer   costmodel.Comparer
}

// Basis is what every cost stands on: bills as quoted, or after VAT.
func (r *Result) Basis() string {
	if r.comparer.AfterVAT() {
		return compare.BasisAfterTax
	}
	return compare.BasisTotal
}

// Chosen returns the headline; ok is false when nothing fits.
func (r *Result) Chosen() (*Candidate, bool) {
	if r.Choice < 0 {
		return nil, false
	}
	return &r.Candidates[r.Choice], true
}

// Shown is the candidate whose details are worth showing: the headline, or
// where nothing fits the largest.
func (r *Result) Shown() *Candidate {
	if c, ok := r.Chosen(); ok {
		return c
	}
	return &r.Candidates[len(r.Candidates)-1]
}

// Run answers an Ask. The list holds mistakes; with one in it the result is
// empty.
func Run(a Ask) (Result, diag.List) {
	fitted, wrong := Fitted(a.Costs.Catalog)
	if wrong.HasErrors() {
		return Result{}, wrong
	}
	r := Result{Ask: a, Choice: -1, Fitted: fitted}
	for _, t := range a.Targets {
		wrong = append(wrong, r.add(t)...)
	}
	if len(r.Candidates) == 0 {
		wrong = append(wrong, r.tooSlow...)
	}
	if wrong.HasErrors() {
		return Result{}, unique(wrong)
	}
	r.price()
	r.choose()
	r.compareWays()
	wrong = r.expect()
	if wrong.HasErrors() {
		return Result{}, wrong
	}
	r.warn()
	return r, nil
}

// add estimates one target: a given count, the count of a deadline, or a table.
func (r *Result) add(t Target) diag.List {
	m := MachineOf(r.Ask.Costs.Catalog, t.Card)
	in := r.Ask.input(m, t.Count, r.Fitted)
	summary := CardSummary{Machine: m, Asked: t.Asked}
	var found diag.List
	switch {
	case t.Count > 0:
		var one training.Result
		if one, found = training.Estimate(in); found.HasErrors() {
			return found
		}
		summary.Smallest = one.SmallestCount
		r.candidate(m, t, one, true)
	case r.Ask.DeadlineDays > 0:
		var one training.Result
		one, found = training.Deadline(in, r.Ask.DeadlineDays)
		switch {
		case slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Key == "training.deadline_impossible" }):
			r.tooSlow = append(r.tooSlow, diag.New("estimate.deadline_impossible", "card", t.Card.Name, "days", days(r.Ask.DeadlineDays)))
			return nil
		case found.HasErrors():
			return found
		}
		summary.Smallest = one.SmallestCount
		r.candidate(m, t, one, true)
	default:
		var plan training.Plan
		if plan, found = training.Table(in, training.TableCounts(), training.HeadlineDays); found.HasErrors() {
			return found
		}
		summary.Smallest, summary.Misses = plan.Smallest, plan.Misses
		r.Candidates = slices.Grow(r.Candidates, len(plan.Rows))
		for i, row := range plan.Rows {
			r.candidate(m, t, row, i == plan.Choice)
		}
	}
	r.summarise(summary)
	return found
}

// summarise keeps one summary for a kind of card, in whatever numbers it is asked for.
func (r *Result) summarise(s CardSummary) {
	for i := range r.Cards {
		if known := &r.Cards[i]; known.Machine.Card.ID == s.Machine.Card.ID {
			known.Smallest, known.Misses = max(known.Smallest, s.Smallest), max(known.Misses, s.Misses)
			return
		}
	}
	r.Cards = append(r.Cards, s)
}

func (r *Result) candidate(m Machine, t Target, one training.Result, headline bool) {
	r.Candidates = append(r.Candidates, Candidate{Machine: m, Asked: t.Asked, Result: one, Headline: headline && one.Fits})
}

// input makes the input of package training for one machine.
func (a Ask) input(m Machine, count int, fitted training.MFUModel) training.Input {
	site := a.site()
	card := m.Spec()
	card.NetGbps = a.Network.perCard(m.PerServer)
	if a.LinkGBs > 0 {
		card.LinkGBs = a.LinkGBs
	}
	return training.Input{
		Model: a.Model, Data: a.Data, Work: a.Work, Failures: a.Failures, Fitted: fitted,
		Machine: training.Machine{
			Card: card, Count: count, KWPerCard: m.KWPerCard,
			PUE: float(site.PUE.Typical), CarbonKgPerKWh: float(site.Carbon.Typical),
			UploadMbps: a.UploadMbps, StorageGBs: a.StorageGBs,
			AllReduceGBs: a.AllReduce.GBs, AllReduceNominalGBs: a.AllReduce.Nominal,
		},
	}
}

// choose picks the headline: of the answers for each kind of card, those that
// end in time, and of them the cheapest, else the soonest.
func (r *Result) choose() {
	limit := r.limitDays()
	for i, c := range r.Candidates {
		if c.Headline && (r.Choice < 0 || c.better(r.Candidates[r.Choice], limit)) {
			r.Choice = i
		}
	}
}

// limitDays is the time within which a headline should end.
func (r *Result) limitDays() float64 {
	if r.Ask.DeadlineDays > 0 {
		return r.Ask.DeadlineDays
	}
	return training.HeadlineDays
}

func (c Candidate) better(o Candidate, limit float64) bool {
	inTime, oInTime := c.Result.Days.Typical <= limit, o.Result.Days.Typical <= limit
	switch {
	case inTime != oInTime:
		return inTime
	case c.Cost != nil && o.Cost != nil:
		return c.Cost.Total < o.Cost.Total
	case (c.Cost != nil) != (o.Cost != nil):
		return c.Cost != nil
	}
	return c.Result.Days.Typical < o.Result.Days.Typical
}

// warn collects the warnings of the headline and the ages of its prices.
func (r *Result) warn() {
	r.Warnings = append(r.Warnings, r.Shown().Result.Warnings...)
	for _, s := range r.Cards {
		if s.Smallest == 0 && r.Ask.languageModel() {
			d := diag.New("estimate.fits_nowhere", "card", s.Machine.Card.Name, "misses", gib(s.Misses)).AsWarning()
			r.Warnings = append(r.Warnings, d.WithHint("training.fit_none"))
		}
	}
	if c, ok := r.Chosen(); ok && c.Result.Days.Typical > r.limitDays() && c.openCount(r.Ask) {
		r.Warnings = append(r.Warnings, diag.New("estimate.not_in_time", "days", days(r.limitDays())).AsWarning())
	}
	if c, ok := r.Chosen(); ok && r.Ask.DeadlineDays > 0 && c.Result.Days.Typical > r.Ask.DeadlineDays && !c.openCount(r.Ask) {
		r.Warnings = append(r.Warnings, diag.New("estimate.misses_deadline", "days", days(r.Ask.DeadlineDays),
			"card", c.Asked, "count", strconv.Itoa(c.Result.Count)).AsWarning().WithHint("estimate.misses_deadline_hint"))
	}
	for _, d := range r.tooSlow {
		r.Warnings = append(r.Warnings, d.AsWarning())
	}
	r.warnUnpriced()
	if r.Ways != nil {
		r.Warnings = append(r.Warnings, r.Ways.Warnings...)
	}
}

// unique drops findings that several kinds of card share.
func unique(list diag.List) diag.List {
	var out diag.List
	for _, d := range list {
		same := func(o diag.Diagnostic) bool { return o.Key == d.Key && slices.Equal(o.Args, d.Args) }
		if !slices.ContainsFunc(out, same) {
			out = append(out, d)
		}
	}
	return out
}

// openCount reports whether the number of these cards was left open.
func (c Candidate) openCount(a Ask) bool {
	for _, t := range a.Targets {
		if t.Card.ID == c.Machine.Card.ID && t.Count == c.Result.Count {
			return false
		}
	}
	return true
}
