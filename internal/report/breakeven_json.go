package report

import (
	"math"

	"gpucalc/internal/compare"
	"gpucalc/internal/finance"
)

type breakEvenJSON struct {
	Schema   string                `json:"schema" enum:"gpucalc.breakeven/v1"`
	Version  string                `json:"version"`
	BookDate string                `json:"book_date" doc:"day on which the shipped sheets were closed"`
	Currency string                `json:"currency" enum:"CNY"`
	Scenario scenarioJSON          `json:"scenario"`
	Basis    string                `json:"basis" enum:"total,after-tax" doc:"what every amount stands on: the bills as quoted, or after VAT; prices stay as quoted"`
	Against  string                `json:"against" doc:"rental that owning is held against; rent.mix = the cheapest of all"`
	Own      *standingJSON         `json:"own" doc:"cheapest way to own as things are; null without a price"`
	Rent     *standingJSON         `json:"rent"`
	Roots    []rootJSON            `json:"roots"`
	Outcomes []outcomeJSON         `json:"outcomes" doc:"one for each unknown"`
	Rentals  []outcomeJSON         `json:"rentals" doc:"the same against every rental"`
	Lengths  []lengthJSON          `json:"lengths" doc:"what fixed lengths and both sides of each change in months cost"`
	Ladder   []rungJSON            `json:"ladder" doc:"with --ladder; terms one by one, no mix of them"`
	Between  []thresholdJSON       `json:"hour_or_month" doc:"with --ladder: from how many hours of use a day the month costs less than the hour"`
	Sayings  []sayingJSON          `json:"sayings" doc:"with --ladder: rules of thumb held against the prices"`
	Grid     *gridJSON             `json:"grid" doc:"with --grid; of the first card"`
	Grids    []gridJSON            `json:"grids" doc:"with --grid: one for each card"`
	Payback  *breakEvenPaybackJSON `json:"payback"`
	Curves   []curveJSON           `json:"curves" doc:"owning with other resale curves"`
	Cards    []breakEvenRowJSON    `json:"cards,omitempty" doc:"every kind of card, when several are asked for; the keys above are those of the first"`
	Warnings []messageJSON         `json:"warnings"`
}

type standingJSON struct {
	ID    string `json:"id"`
	Total number `json:"total"`
}

type rootJSON struct {
	Card        string  `json:"card"`
	Solve       string  `json:"solve" enum:"util,months,rent,card,power"`
	Against     string  `json:"against"`
	Value       number  `json:"value" doc:"at a step the first value of the new side; a rent is the posted price of the offer in its own unit"`
	Unit        string  `json:"unit"`
	Offer       string  `json:"offer,omitempty" doc:"for rent: the offer whose price stands for all rents"`
	Factor      *number `json:"factor" doc:"for a price: the value over today's; null otherwise"`
	PerCardHour *number `json:"per_card_hour" doc:"for rent: yuan a paid card-hour; null otherwise"`
	Kind        string  `json:"kind" enum:"root,step,flat"`
	WinnerBelow string  `json:"winner_below"`
	WinnerAbove string  `json:"winner_above"`
	Difference  number  `json:"difference" doc:"|own - rent| at the value as a share of the larger"`
	Before      number  `json:"before" doc:"at a step the last value of the old side"`
	Own         *number `json:"own" doc:"totals at the value, yuan"`
	Rent        *number `json:"rent"`
	OwnBefore   *number `json:"own_before" doc:"at a step: totals at the last value of the old side; null otherwise"`
	RentBefore  *number `json:"rent_before"`
}

type outcomeJSON struct {
	Solve   string   `json:"solve" enum:"util,months,rent,card,power"`
	Against string   `json:"against"`
	Result  string   `json:"result" enum:"crosses,always,never,missing" doc:"always: owning is cheaper on the whole range"`
	Values  []number `json:"values"`
	Unit    string   `json:"unit"`
	Offer   string   `json:"offer,omitempty" doc:"for rent: the offer whose price stands for all rents"`
	From    *number  `json:"from" doc:"range searched; null without a price"`
	To      *number  `json:"to"`
	Current *number  `json:"current" doc:"value in the scenario; null without a price"`
	PerHour *number  `json:"current_per_card_hour" doc:"for rent: yuan a paid card-hour; null otherwise"`
}

type lengthJSON struct {
	Card   string  `json:"card"`
	Months int     `json:"months"`
	Own    *number `json:"own" doc:"null without a price"`
	Rent   *number `json:"rent"`
	Winner string  `json:"winner"`
}

type rungJSON struct {
	Card       string `json:"card"`
	Days       int    `json:"days" doc:"days of use a week"`
	From       int    `json:"from" doc:"hours of use a day"`
	To         int    `json:"to"`
	Option     string `json:"option"`
	RentalOnly bool   `json:"rental_only" doc:"cheapest way to rent, owning aside"`
	FromTotal  number `json:"from_total" doc:"its total at the fewest hours, yuan"`
	ToTotal    number `json:"to_total"`
}

type thresholdJSON struct {
	Card   string  `json:"card"`
	Days   int     `json:"days" doc:"days of use a week"`
	Result string  `json:"result" enum:"crosses,hour,month,missing" doc:"hour, month: that one is cheaper for any use; missing: nobody offers one of them"`
	Hours  *number `json:"hours" doc:"hours of use a day; null unless they cross"`
}

type sayingJSON struct {
	Card      string  `json:"card"`
	Hours     int     `json:"hours"`
	Days      int     `json:"days"`
	Term      string  `json:"term" doc:"what the rule says: rent.hour for fewer hours than these, rent.month for as many"`
	Holds     *bool   `json:"holds" doc:"hour against month; null when one has no price"`
	Hour      *number `json:"hour_total" doc:"at these hours, yuan"`
	Month     *number `json:"month_total"`
	Best      string  `json:"best" doc:"cheapest way to rent of all"`
	BestTotal *number `json:"best_total"`
}

type gridJSON struct {
	Card    string       `json:"card"`
	Count   int          `json:"count"`
	Against string       `json:"against"`
	Rows    axisJSON     `json:"rows"`
	Cols    axisJSON     `json:"cols"`
	Cells   [][]cellJSON `json:"cells"`
}

type axisJSON struct {
	Solve  string   `json:"solve"`
	Unit   string   `json:"unit"`
	Offer  string   `json:"offer,omitempty" doc:"for rent: the offer whose price is shown"`
	Values []number `json:"values"`
}

type cellJSON struct {
	Winner string  `json:"winner"`
	Own    *number `json:"own" doc:"null without a price"`
	Rent   *number `json:"rent"`
}

type breakEvenPaybackJSON struct {
	Own        string  `json:"own"`
	Rent       string  `json:"rent"`
	Months     *number `json:"months" doc:"until saved rent has paid for the machine; null = not within the months searched"`
	Searched   int     `json:"searched_months" doc:"how far it was looked for"`
	Discounted *number `json:"discounted_months"`
	Rate       number  `json:"discount_rate"`
	Disagrees  bool    `json:"disagrees" doc:"with which side is cheaper in all"`
}

type curveJSON struct {
	Curve string `json:"curve"`
	Own   number `json:"own"`
	Turns bool   `json:"turns"`
}

type breakEvenRowJSON struct {
	Card     string        `json:"card"`
	Count    int           `json:"count"`
	Own      *standingJSON `json:"own"`
	Rent     *standingJSON `json:"rent"`
	Roots    []rootJSON    `json:"roots"`
	Outcomes []outcomeJSON `json:"outcomes"`
}

func breakEvenAsJSON(cases []BreakEvenCase, m Meta) breakEvenJSON {
	r := cases[0].Result
	out := breakEvenJSON{
		Schema: schemaID("breakeven"), Version: m.Version, BookDate: m.BookDate, Currency: "CNY",
		Scenario: scenarioAsJSON(needOf(r)), Basis: r.Basis, Against: r.Against, Own: standingAsJSON(r.Own), Rent: standingAsJSON(r.Rent),
		Roots: rootsAsJSON(r.Scenario.Card.ID, r.Solutions), Outcomes: outcomesAsJSON(r.Solutions), Rentals: outcomesAsJSON(r.Table),
		Lengths: []lengthJSON{}, Grids: []gridJSON{}, Ladder: []rungJSON{}, Between: []thresholdJSON{}, Sayings: []sayingJSON{}, Payback: breakEvenPaybackAsJSON(r.Payback), Curves: []curveJSON{}, Warnings: []messageJSON{},
	}
	for _, l := range r.Lengths {
		out.Lengths = append(out.Lengths, lengthJSON{r.Scenario.Card.ID, l.Months, known(l.Own), known(l.Rent), l.Winner})
	}
	for _, c := range r.Curves {
		out.Curves = append(out.Curves, curveJSON{c.Curve, number(c.Own), c.Turns})
	}
	for _, c := range cases {
		out.Warnings = append(out.Warnings, messages(c.Result.Warnings)...)
		if c.Ladder != nil {
			out.Ladder = append(out.Ladder, rungsAsJSON(c.Ladder)...)
			out.Between = append(out.Between, thresholdsAsJSON(c.Ladder)...)
			out.Sayings = append(out.Sayings, sayingsAsJSON(c.Ladder)...)
		}
		if c.Grid != nil {
			out.Grids = append(out.Grids, gridAsJSON(c))
		}
		if len(cases) > 1 {
			x := c.Result
			out.Cards = append(out.Cards, breakEvenRowJSON{
				Card: x.Scenario.Card.ID, Count: x.Scenario.Count, Own: standingAsJSON(x.Own), Rent: standingAsJSON(x.Rent),
				Roots: rootsAsJSON(x.Scenario.Card.ID, x.Solutions), Outcomes: outcomesAsJSON(x.Solutions),
			})
		}
	}
	if len(out.Grids) > 0 {
		out.Grid = &out.Grids[0]
	}
	return out
}

// known is a number, or null for what is missing.
func known(v float64) *number {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return numberOf(v)
}

// unlessZero is a number, or null for zero that stands for none.
func unlessZero(v float64) *number {
	if v == 0 {
		return nil
	}
	return known(v)
}

func standingAsJSON(s *compare.Standing) *standingJSON {
	if s == nil {
		return nil
	}
	return &standingJSON{s.ID, number(s.Total)}
}

func rootsAsJSON(card string, solutions []compare.Solution) []rootJSON {
	out := []rootJSON{}
	for _, s := range solutions {
		for _, c := range s.Crossings {
			r := rootJSON{
				Card: card, Solve: s.Solve, Against: s.Against, Value: number(c.Value), Unit: s.Unit, Offer: s.Offer,
				Factor: unlessZero(c.Factor), PerCardHour: unlessZero(c.PerCardHour), Kind: c.Kind.String(),
				WinnerBelow: c.WinnerBelow, WinnerAbove: c.WinnerAbove, Difference: number(c.Difference),
				Before: number(c.Before), Own: known(c.Own), Rent: known(c.Rent),
			}
			if c.Kind == finance.Step {
				r.OwnBefore, r.RentBefore = known(c.OwnBefore), known(c.RentBefore)
			}
			out = append(out, r)
		}
	}
	return out
}

func outcomesAsJSON(solutions []compare.Solution) []outcomeJSON {
	out := []outcomeJSON{}
	for _, s := range solutions {
		o := outcomeJSON{
			Solve: s.Solve, Against: s.Against, Result: resultOf(s), Values: []number{}, Unit: s.Unit, Offer: s.Offer,
			PerHour: unlessZero(s.PerCardHour),
		}
		if priced(s) {
			o.From, o.To, o.Current = known(s.From), known(s.To), known(s.Current)
		}
		for _, c := range s.Crossings {
			o.Values = append(o.Values, number(c.Value))
		}
		out = append(out, o)
	}
	return out
}

// priced reports whether the range of a solution is one: without a price it is nothing to nothing.
func priced(s compare.Solution) bool { return s.To > s.From }

func resultOf(s compare.Solution) string {
	switch {
	case s.Missing:
		return "missing"
	case s.Flat != "":
		return s.Flat
	}
	return "crosses"
}

func breakEvenPaybackAsJSON(p *compare.Payback) *breakEvenPaybackJSON {
	if p == nil {
		return nil
	}
	return &breakEvenPaybackJSON{
		Own: p.Own, Rent: p.Rent, Months: paybackAsJSON(p.Plain), Searched: p.Searched, Discounted: paybackAsJSON(p.Discounted),
		Rate: number(p.Rate), Disagrees: p.Disagrees,
	}
}

func rungsAsJSON(l *compare.Ladder) []rungJSON {
	var out []rungJSON
	add := func(rungs []compare.Rung, rentalOnly bool) {
		for _, r := range rungs {
			out = append(out, rungJSON{l.Scenario.Card.ID, r.Days, r.From, r.To, r.Option, rentalOnly, number(r.AtFrom), number(r.AtTo)})
		}
	}
	add(l.Rungs, false)
	add(l.Rentals, true)
	return out
}

func thresholdsAsJSON(l *compare.Ladder) []thresholdJSON {
	var out []thresholdJSON
	for _, x := range l.Thresholds {
		out = append(out, thresholdJSON{l.Scenario.Card.ID, x.Days, x.Result, unlessZero(x.Hours)})
	}
	return out
}

func sayingsAsJSON(l *compare.Ladder) []sayingJSON {
	var out []sayingJSON
	for _, s := range l.Sayings {
		x := sayingJSON{
			Card: l.Scenario.Card.ID, Hours: s.Hours, Days: s.Days, Term: s.Term, Hour: unlessZero(s.Hour), Month: unlessZero(s.Month),
			Best: s.Best, BestTotal: unlessZero(s.BestTotal),
		}
		if s.Known {
			x.Holds = &s.Holds
		}
		out = append(out, x)
	}
	return out
}

func gridAsJSON(c BreakEvenCase) gridJSON {
	g, sc := c.Grid, c.Result.Scenario
	axis := func(a compare.Axis) axisJSON {
		out := axisJSON{Solve: a.Solve, Unit: a.Unit, Offer: a.Offer, Values: []number{}}
		for _, v := range a.Values {
			out.Values = append(out.Values, number(v))
		}
		return out
	}
	out := gridJSON{Card: sc.Card.ID, Count: sc.Count, Against: g.Against, Rows: axis(g.Rows), Cols: axis(g.Cols), Cells: [][]cellJSON{}}
	for _, row := range g.Cells {
		cells := []cellJSON{}
		for _, c := range row {
			cells = append(cells, cellJSON{c.Winner, known(c.Own), known(c.Rent)})
		}
		out.Cells = append(out.Cells, cells)
	}
	return out
}
