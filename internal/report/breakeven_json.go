package report

import (
	"strconv"

	"gpucalc/internal/compare"
	"gpucalc/internal/finance"
)

type breakEvenJSON struct {
	Schema   string                `json:"schema" enum:"gpucalc.breakeven/v1"`
	Version  string                `json:"version"`
	BookDate string                `json:"book_date" doc:"day on which the shipped sheets were closed"`
	Currency string                `json:"currency" enum:"CNY"`
	Scenario scenarioJSON          `json:"scenario"`
	Against  string                `json:"against" doc:"rental that owning is held against; rent.mix = the cheapest of all"`
	Own      *standingJSON         `json:"own" doc:"cheapest way to own as things are; null without a price"`
	Rent     *standingJSON         `json:"rent"`
	Roots    []rootJSON            `json:"roots"`
	Outcomes []outcomeJSON         `json:"outcomes" doc:"one for each unknown"`
	Rentals  []outcomeJSON         `json:"rentals" doc:"the same against every rental"`
	Lengths  []lengthJSON          `json:"lengths" doc:"what the lengths that were billed cost"`
	Ladder   []rungJSON            `json:"ladder" doc:"with --ladder"`
	Grid     *gridJSON             `json:"grid" doc:"with --grid"`
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
	Solve       string `json:"solve" enum:"util,months,rent,card,power"`
	Against     string `json:"against"`
	Value       number `json:"value" doc:"at a step the first value of the new side"`
	Unit        string `json:"unit"`
	Kind        string `json:"kind" enum:"root,step,flat"`
	WinnerBelow string `json:"winner_below"`
	WinnerAbove string `json:"winner_above"`
	Difference  number `json:"difference" doc:"|own - rent| at the value as a share of the larger"`
	Before      number `json:"before" doc:"at a step the last value of the old side"`
	Own         number `json:"own" doc:"totals at the value, yuan"`
	Rent        number `json:"rent"`
}

type outcomeJSON struct {
	Solve   string   `json:"solve" enum:"util,months,rent,card,power"`
	Against string   `json:"against"`
	Result  string   `json:"result" enum:"crosses,always,never,missing" doc:"always: owning is cheaper on the whole range"`
	Values  []number `json:"values"`
	Unit    string   `json:"unit"`
	From    number   `json:"from" doc:"range searched"`
	To      number   `json:"to"`
	Current number   `json:"current" doc:"value in the scenario"`
}

type lengthJSON struct {
	Months int    `json:"months"`
	Own    number `json:"own"`
	Rent   number `json:"rent"`
	Winner string `json:"winner"`
}

type rungJSON struct {
	Card       string `json:"card"`
	Days       int    `json:"days" doc:"days of use a week"`
	From       int    `json:"from" doc:"hours of use a day"`
	To         int    `json:"to"`
	Option     string `json:"option"`
	RentalOnly bool   `json:"rental_only" doc:"cheapest way to rent, owning aside"`
}

type gridJSON struct {
	Rows  axisJSON     `json:"rows"`
	Cols  axisJSON     `json:"cols"`
	Cells [][]cellJSON `json:"cells"`
}

type axisJSON struct {
	Solve  string   `json:"solve"`
	Unit   string   `json:"unit"`
	Values []number `json:"values"`
}

type cellJSON struct {
	Winner string `json:"winner"`
	Own    number `json:"own"`
	Rent   number `json:"rent"`
}

type breakEvenPaybackJSON struct {
	Own        string  `json:"own"`
	Rent       string  `json:"rent"`
	Months     *number `json:"months" doc:"until saved rent has paid for the machine; null = not within the scenario"`
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
		Scenario: scenarioAsJSON(needOf(r)), Against: r.Against, Own: standingAsJSON(r.Own), Rent: standingAsJSON(r.Rent),
		Roots: rootsAsJSON(r.Solutions), Outcomes: outcomesAsJSON(r.Solutions), Rentals: outcomesAsJSON(r.Table),
		Lengths: []lengthJSON{}, Ladder: []rungJSON{}, Payback: breakEvenPaybackAsJSON(r.Payback), Curves: []curveJSON{}, Warnings: []messageJSON{},
	}
	for _, l := range r.Lengths {
		out.Lengths = append(out.Lengths, lengthJSON{l.Months, number(l.Own), number(l.Rent), l.Winner})
	}
	for _, c := range r.Curves {
		out.Curves = append(out.Curves, curveJSON{c.Curve, number(c.Own), c.Turns})
	}
	for _, c := range cases {
		out.Warnings = append(out.Warnings, messages(c.Result.Warnings)...)
		if c.Ladder != nil {
			out.Ladder = append(out.Ladder, rungsAsJSON(c.Ladder)...)
		}
		if c.Grid != nil && out.Grid == nil {
			out.Grid = gridAsJSON(c.Grid)
		}
		if len(cases) > 1 {
			x := c.Result
			out.Cards = append(out.Cards, breakEvenRowJSON{
				Card: x.Scenario.Card.ID, Count: x.Scenario.Count, Own: standingAsJSON(x.Own), Rent: standingAsJSON(x.Rent),
				Roots: rootsAsJSON(x.Solutions), Outcomes: outcomesAsJSON(x.Solutions),
			})
		}
	}
	return out
}

func standingAsJSON(s *compare.Standing) *standingJSON {
	if s == nil {
		return nil
	}
	return &standingJSON{s.ID, number(s.Total)}
}

func rootsAsJSON(solutions []compare.Solution) []rootJSON {
	out := []rootJSON{}
	for _, s := range solutions {
		for _, c := range s.Crossings {
			out = append(out, rootJSON{
				Solve: s.Solve, Against: s.Against, Value: number(c.Value), Unit: s.Unit, Kind: c.Kind.String(),
				WinnerBelow: c.WinnerBelow, WinnerAbove: c.WinnerAbove, Difference: number(c.Difference),
				Before: number(c.Before), Own: number(c.Own), Rent: number(c.Rent),
			})
		}
	}
	return out
}

func outcomesAsJSON(solutions []compare.Solution) []outcomeJSON {
	out := []outcomeJSON{}
	for _, s := range solutions {
		o := outcomeJSON{
			Solve: s.Solve, Against: s.Against, Result: "crosses", Values: []number{}, Unit: s.Unit,
			From: number(s.From), To: number(s.To), Current: number(s.Current),
		}
		switch {
		case s.Missing:
			o.Result = "missing"
		case s.Flat != "":
			o.Result = s.Flat
		}
		for _, c := range s.Crossings {
			o.Values = append(o.Values, number(c.Value))
		}
		out = append(out, o)
	}
	return out
}

func breakEvenPaybackAsJSON(p *compare.Payback) *breakEvenPaybackJSON {
	if p == nil {
		return nil
	}
	months := func(t finance.PaybackTime) *number {
		if !t.Reached {
			return nil
		}
		n := number(t.Periods)
		return &n
	}
	return &breakEvenPaybackJSON{p.Own, p.Rent, months(p.Plain), months(p.Discounted), number(p.Rate), p.Disagrees}
}

func rungsAsJSON(l *compare.Ladder) []rungJSON {
	var out []rungJSON
	add := func(rungs []compare.Rung, rentalOnly bool) {
		for _, r := range rungs {
			out = append(out, rungJSON{l.Scenario.Card.ID, r.Days, r.From, r.To, r.Option, rentalOnly})
		}
	}
	add(l.Rungs, false)
	add(l.Rentals, true)
	return out
}

func gridAsJSON(g *compare.Grid) *gridJSON {
	axis := func(a compare.Axis) axisJSON {
		out := axisJSON{Solve: a.Solve, Unit: a.Unit, Values: []number{}}
		for _, v := range a.Values {
			out.Values = append(out.Values, number(v))
		}
		return out
	}
	out := &gridJSON{Rows: axis(g.Rows), Cols: axis(g.Cols), Cells: [][]cellJSON{}}
	for _, row := range g.Cells {
		cells := []cellJSON{}
		for _, c := range row {
			cells = append(cells, cellJSON{c.Winner, number(c.Own), number(c.Rent)})
		}
		out.Cells = append(out.Cells, cells)
	}
	return out
}

// breakEvenRecords has a row for every crossing, or one without a value where there is none.
func breakEvenRecords(cases []BreakEvenCase) [][]string {
	out := [][]string{{
		"card", "count", "solve", "against", "result", "value", "before", "unit", "kind", "winner_below", "winner_above",
		"own", "rent", "difference", "current",
	}}
	for _, c := range cases {
		card := []string{c.Result.Scenario.Card.ID, strconv.Itoa(c.Result.Scenario.Count)}
		all := append(append([]compare.Solution(nil), c.Result.Solutions...), c.Result.Table...)
		for _, s := range all {
			head := append(append([]string(nil), card...), s.Solve, s.Against)
			if len(s.Crossings) == 0 {
				result := s.Flat
				if s.Missing {
					result = "missing"
				}
				out = append(out, append(head, result, "", "", s.Unit, "", "", "", "", "", "", floatText(s.Current)))
			}
			for _, x := range s.Crossings {
				out = append(out, append(append([]string(nil), head...), "crosses", floatText(x.Value), floatText(x.Before), s.Unit,
					x.Kind.String(), x.WinnerBelow, x.WinnerAbove, floatText(x.Own), floatText(x.Rent), floatText(x.Difference), floatText(s.Current)))
			}
		}
	}
	return out
}
