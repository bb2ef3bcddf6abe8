package report

import (
	"math"
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/finance"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
)

// BreakEvenCase is the answer for one kind of card, with what was asked beside it.
type BreakEvenCase struct {
	Result compare.BreakEven
	Ladder *compare.Ladder // nil unless asked for
	Grid   *compare.Grid
}

// BreakEvenOptions say how much is shown.
type BreakEvenOptions struct {
	CurveName func(string) string // what people call a resale curve, by id
}

// BreakEven is the report of where owning and renting cost the same: one case in full, or a row for each of several.
func BreakEven(cases []BreakEvenCase, m Meta, o BreakEvenOptions) Report {
	r := Report{
		Doc:     func(t *i18n.Catalog) Doc { return breakEvenDoc{cases, m, o, t}.doc() },
		JSON:    func() any { return breakEvenAsJSON(cases, m) },
		Records: func() [][]string { return breakEvenRecords(cases) },
	}
	for _, c := range cases {
		r.Warnings = append(r.Warnings, c.Result.Warnings...)
	}
	return r
}

type breakEvenDoc struct {
	cases []BreakEvenCase
	m     Meta
	o     BreakEvenOptions
	t     *i18n.Catalog
}

func (d breakEvenDoc) doc() Doc {
	doc := Doc{Title: d.t.T("report.breakeven.title", "scenario", d.cases[0].Result.Scenario.ID)}
	add := func(b Block) {
		if len(b.Lines) > 0 || b.Table != nil && len(b.Table.Rows) > 0 {
			doc.Blocks = append(doc.Blocks, b)
		}
	}
	if len(d.cases) > 1 {
		add(d.several())
	}
	for _, c := range d.cases {
		if len(d.cases) == 1 {
			d.single(c, add)
		}
		if c.Ladder != nil {
			add(d.ladder(c))
		}
		if c.Grid != nil {
			add(d.grid(c))
			add(Block{Lines: d.picture(*c.Grid)})
		}
	}
	var notes []Line
	if len(d.cases) > 1 {
		notes = defaultLines(d.t, d.cases[0].Result.Scenario)
	}
	for _, c := range d.cases {
		notes = append(notes, alerts(d.t, c.Result.Warnings)...)
	}
	add(Block{Lines: notes})
	return doc
}

// single is one case: the answers, the need, the details and the table of all rentals.
func (d breakEvenDoc) single(c BreakEvenCase, add func(Block)) {
	r := c.Result
	lines := append([]Line{{Text: d.standing(r), Style: Strong}}, basisLines(d.t, r.Basis)...)
	for _, s := range r.Solutions {
		if r.Own != nil && r.Rent != nil {
			lines = append(lines, Line{Text: d.sentence(s), Style: Item})
		}
	}
	add(Block{Lines: lines})
	need := compareDoc{r: needOf(r), m: d.m, t: d.t}.need()
	add(Block{Lines: append(need, say(d.t.T("report.breakeven.against", "option", d.rival(r.Against))))})
	add(Block{Head: d.t.T("report.breakeven.values"), Table: d.values(r.Solutions)})
	add(Block{Head: d.t.T("report.breakeven.lengths"), Table: d.lengths(r)})
	add(Block{Head: d.t.T("report.breakeven.rentals"), Table: d.rentals(r)})
	add(Block{Lines: append(d.payback(r), d.curves(r)...)})
}

// rival is what a sentence calls the rental that owning is held against.
func (d breakEvenDoc) rival(against string) string {
	if against == compare.BestRental {
		return d.t.T("report.breakeven.cheapest")
	}
	return optionName(d.t, against)
}

// needOf is as much of a comparison as the lines about the need read.
func needOf(r compare.BreakEven) *compare.Result {
	return &compare.Result{Scenario: r.Scenario, CardHours: r.CardHours, UsedHours: r.UsedHours}
}

func (d breakEvenDoc) standing(r compare.BreakEven) string {
	switch {
	case r.Own == nil:
		return d.t.T("report.breakeven.no_own", "card", r.Scenario.Card.Name)
	case r.Rent == nil:
		return d.t.T("report.breakeven.no_rent", "card", r.Scenario.Card.Name)
	}
	args := []string{
		"own", optionName(d.t, r.Own.ID), "own_total", quantity.Fixed(r.Own.Total, 2),
		"rent", optionName(d.t, r.Rent.ID), "rent_total", quantity.Fixed(r.Rent.Total, 2),
	}
	if r.Own.Total < r.Rent.Total {
		return d.t.T("report.breakeven.own_now", args...)
	}
	return d.t.T("report.breakeven.rent_now", args...)
}

// sentence is one unknown in words.
func (d breakEvenDoc) sentence(s compare.Solution) string {
	name := d.t.T("breakeven." + s.Solve)
	if s.Offer != "" {
		name = d.t.T("report.breakeven.of_offer", "name", name, "offer", s.Offer)
	}
	args := []string{
		"name", name, "from", amountOf(s, s.From), "to", amountOf(s, s.To), "now", d.valueOf(s, s.Current, s.PerCardHour),
		"unit", d.unit(s),
	}
	switch {
	case s.Missing:
		return d.t.T("report.breakeven.missing", args...)
	case s.Flat != "":
		return d.t.T("report.breakeven."+s.Flat, args...)
	}
	var parts []string
	for _, c := range s.Crossings {
		key := "report.breakeven.cross"
		if c.Kind == finance.Step {
			key = "report.breakeven.step"
		}
		parts = append(parts, d.t.T(key, append(args, "value", d.valueOf(s, c.Value, c.PerCardHour)+d.times(c.Factor), "before", amountOf(s, c.Before),
			"below", optionName(d.t, c.WinnerBelow), "above", optionName(d.t, c.WinnerAbove))...))
	}
	return d.t.T("report.breakeven.crossings", append(args, "list", strings.Join(parts, d.t.T("report.semicolon")))...)
}

// values is one row a crossing.
func (d breakEvenDoc) values(solutions []compare.Solution) *Grid {
	t := d.t.T
	g := &Grid{Columns: []Column{
		{Head: t("col.breakeven.unknown"), Shrinks: true},
		{Head: t("col.breakeven.now"), Number: true, Drop: 2},
		{Head: t("col.breakeven.value"), Number: true},
		{Head: t("col.unit"), Drop: 3},
		{Head: t("col.breakeven.below")},
		{Head: t("col.breakeven.above")},
		{Head: t("col.breakeven.difference"), Number: true, Drop: 1},
	}}
	for _, s := range solutions {
		name := t("breakeven." + s.Solve)
		if len(s.Crossings) == 0 {
			g.Add(name, d.current(s), d.flat(s), d.unit(s), none, none, none)
		}
		for _, c := range s.Crossings {
			value := amountOf(s, c.Value)
			if c.Kind == finance.Step {
				value = amountOf(s, c.Before) + " | " + value
			}
			g.Add(name, d.current(s), value, d.unit(s), c.WinnerBelow, c.WinnerAbove, d.difference(c))
		}
	}
	return g
}

// current is the scenario's own value; "-" where there is no price.
func (d breakEvenDoc) current(s compare.Solution) string {
	if s.Missing && s.Current == 0 {
		return none
	}
	return amountOf(s, s.Current)
}

func (d breakEvenDoc) difference(c compare.Crossing) string {
	if c.Kind == finance.Step {
		return percent(c.Difference)
	}
	if c.Difference < 1e-15 {
		return "0"
	}
	return strconv.FormatFloat(c.Difference, 'e', 0, 64)
}

func (d breakEvenDoc) flat(s compare.Solution) string {
	if s.Missing {
		return none
	}
	return d.t.T("breakeven." + s.Flat)
}

// lengths is the curve around a break-even in months: what the lengths that were billed cost.
func (d breakEvenDoc) lengths(r compare.BreakEven) *Grid {
	t := d.t.T
	g := &Grid{Columns: []Column{
		{Head: t("breakeven.months"), Number: true},
		{Head: t("col.breakeven.own"), Number: true},
		{Head: t("col.breakeven.rent"), Number: true},
		{Head: t("col.breakeven.margin"), Number: true},
		{Head: t("col.breakeven.best")},
	}}
	for _, l := range r.Lengths {
		g.Add(strconv.Itoa(l.Months), yuanOr(l.Own), yuanOr(l.Rent), yuanOr(l.Own-l.Rent), l.Winner)
	}
	return g
}

// yuanOr is whole yuan, or "-" where a price is missing.
func yuanOr(v float64) string {
	if math.IsNaN(v) {
		return none
	}
	return quantity.Fixed(v, 0)
}

// short is all crossings of a solution in one cell, rents by the card-hour.
func (d breakEvenDoc) short(s compare.Solution) string {
	if len(s.Crossings) == 0 {
		return d.flat(s)
	}
	var parts []string
	for _, c := range s.Crossings {
		if s.Solve == compare.SolveRent {
			parts = append(parts, unitPrice(c.PerCardHour))
			continue
		}
		parts = append(parts, amountOf(s, c.Value))
	}
	return strings.Join(parts, "; ")
}

// rentals is a row for every rental and a column for every unknown.
func (d breakEvenDoc) rentals(r compare.BreakEven) *Grid {
	g := &Grid{Columns: []Column{{Head: d.t.T("col.breakeven.rental")}}}
	for i, s := range r.Solutions {
		g.Columns = append(g.Columns, Column{Head: d.head(s), Number: true, Drop: len(r.Solutions) - i})
	}
	for at := 0; at+len(r.Solutions) <= len(r.Table); at += len(r.Solutions) {
		row := r.Table[at : at+len(r.Solutions)]
		cells := []string{row[0].Against}
		for _, s := range row {
			cells = append(cells, d.short(s))
		}
		g.Add(cells...)
	}
	return g
}

// head is an unknown as the head of a column; rents stand there by the card-hour.
func (d breakEvenDoc) head(s compare.Solution) string {
	if s.Solve == compare.SolveRent {
		return d.t.T("col.breakeven.rent_hour")
	}
	return d.t.T("breakeven." + s.Solve)
}

// several is a row for each kind of card.
func (d breakEvenDoc) several() Block {
	t := d.t.T
	g := &Grid{Columns: []Column{
		{Head: t("col.card"), Shrinks: true}, {Head: t("col.breakeven.own"), Number: true, Drop: 6}, {Head: t("col.breakeven.rent"), Number: true, Drop: 5},
	}}
	for i, s := range d.cases[0].Result.Solutions {
		g.Columns = append(g.Columns, Column{Head: d.head(s), Number: true, Drop: max(0, i-1)})
	}
	for _, c := range d.cases {
		r := c.Result
		cells := []string{strconv.Itoa(r.Scenario.Count) + " x " + r.Scenario.Card.Name, totalOf(r.Own), totalOf(r.Rent)}
		for _, s := range r.Solutions {
			cells = append(cells, d.short(s))
		}
		g.Add(cells...)
	}
	lines := append([]Line{{Text: t("report.breakeven.several"), Style: Strong}}, basisLines(d.t, d.cases[0].Result.Basis)...)
	return Block{Lines: lines, Table: g, Notes: d.unanswered()}
}

// unanswered says of each card without an answer what it lacks.
func (d breakEvenDoc) unanswered() []Line {
	var out []Line
	for _, c := range d.cases {
		if c.Result.Own == nil || c.Result.Rent == nil {
			out = append(out, say(d.standing(c.Result)))
		}
	}
	return out
}

func totalOf(s *compare.Standing) string {
	if s == nil {
		return none
	}
	return quantity.Fixed(s.Total, 0)
}

func (d breakEvenDoc) payback(r compare.BreakEven) []Line {
	p := r.Payback
	if p == nil {
		return nil
	}
	period := func(x finance.PaybackTime) string {
		if !x.Reached {
			return d.t.T("report.breakeven.payback_never", "n", strconv.Itoa(p.Searched))
		}
		return d.t.T("report.breakeven.months", "n", quantity.Fixed(x.Periods, 1))
	}
	lines := []Line{say(d.t.T("report.breakeven.payback", "plain", period(p.Plain), "discounted", period(p.Discounted), "rate", percent(p.Rate),
		"searched", strconv.Itoa(p.Searched)))}
	if p.Disagrees {
		key := "report.breakeven.paid_but_rent"
		if p.OwnWins {
			key = "report.breakeven.unpaid_but_own"
		}
		lines = append(lines, say(d.t.T(key)))
	}
	return lines
}

// curves is the other resale curves in one line: how far they move owning, and which turn the answer.
func (d breakEvenDoc) curves(r compare.BreakEven) []Line {
	if len(r.Curves) == 0 {
		return nil
	}
	low, high := r.Curves[0], r.Curves[0]
	var turning []string
	for _, c := range r.Curves {
		if c.Own < low.Own {
			low = c
		}
		if c.Own > high.Own {
			high = c
		}
		if c.Turns {
			turning = append(turning, d.curveName(c.Curve))
		}
	}
	turns := d.t.T("report.breakeven.no_curve_turns")
	if len(turning) > 0 {
		turns = d.t.T("report.breakeven.curves_turn", "list", strings.Join(turning, d.t.T("report.comma")))
	}
	return []Line{say(d.t.T("report.breakeven.curves", "low", quantity.Fixed(low.Own, 0), "low_curve", d.curveName(low.Curve),
		"high", quantity.Fixed(high.Own, 0), "high_curve", d.curveName(high.Curve), "turns", turns))}
}

func (d breakEvenDoc) curveName(id string) string {
	if d.o.CurveName == nil {
		return id
	}
	return d.o.CurveName(id)
}
