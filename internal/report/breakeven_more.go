package report

import (
	"math"
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/quantity"
)

// ladder is what wins by hours of use a day.
func (d breakEvenDoc) ladder(c BreakEvenCase) Block {
	t := d.t.T
	l := c.Ladder
	g := &Grid{Columns: []Column{
		{Head: t("col.breakeven.days"), Number: true},
		{Head: t("col.breakeven.hours"), Number: true},
		{Head: t("col.breakeven.best")},
		{Head: t("col.breakeven.best_rental")},
	}}
	for _, days := range compare.LadderDays {
		for _, r := range joint(l, days) {
			hours := strconv.Itoa(r.from)
			if r.to > r.from {
				hours += "-" + strconv.Itoa(r.to)
			}
			g.Add(strconv.Itoa(days), hours, r.best, r.rental)
		}
	}
	s := l.Scenario
	head := t("report.breakeven.ladder", "count", strconv.Itoa(s.Count), "card", s.Card.Name, "length", s.Phases[0].Duration.String())
	return Block{Head: head, Table: g, Notes: d.sayings(l)}
}

// stretch is hours of a day over which neither answer changes.
type stretch struct {
	from, to     int
	best, rental string
}

func joint(l *compare.Ladder, days int) []stretch {
	var out []stretch
	for _, p := range l.Points {
		if p.Days != days {
			continue
		}
		rental := p.BestRental
		if rental == "" {
			rental = none
		}
		if n := len(out); n > 0 && out[n-1].best == p.Best && out[n-1].rental == rental {
			out[n-1].to = p.Hours
			continue
		}
		out = append(out, stretch{p.Hours, p.Hours, p.Best, rental})
	}
	return out
}

// sayings holds rules of thumb against today's prices: the hour against the month, and what is cheaper than both.
func (d breakEvenDoc) sayings(l *compare.Ladder) []Line {
	var lines []Line
	for _, x := range l.Thresholds {
		key := "report.breakeven.threshold_" + x.Result
		lines = append(lines, Line{Style: Item, Text: d.t.T(key, "days", strconv.Itoa(x.Days), "hours", quantity.Fixed(x.Hours, 1))})
	}
	for _, s := range l.Sayings {
		verdict := "wrong"
		switch {
		case !s.Known:
			verdict = "unknown"
		case s.Holds:
			verdict = "right"
		}
		rule := strings.TrimPrefix(s.Term, "rent.")
		text := d.t.T("report.breakeven.rule_"+rule, "hours", strconv.Itoa(s.Hours), "days", strconv.Itoa(s.Days)) +
			d.t.T("report.breakeven.rule_"+verdict, "hour", quantity.Fixed(s.Hour, 2), "month", quantity.Fixed(s.Month, 2),
				"hours", strconv.Itoa(s.Hours), "days", strconv.Itoa(s.Days))
		if s.Known && s.Best != "rent.hour" && s.Best != "rent.month" {
			text += d.t.T("report.breakeven.rule_best", "best", optionName(d.t, s.Best), "total", quantity.Fixed(s.BestTotal, 2))
		}
		lines = append(lines, Line{Style: Item, Text: text})
	}
	return append(lines, say(d.t.T("report.breakeven.ladder_terms")))
}

// grid is the difference own - rent over two unknowns, in one scale.
func (d breakEvenDoc) grid(c BreakEvenCase) Block {
	t, g := d.t.T, *c.Grid
	head := t("breakeven."+g.Rows.Solve) + " / " + t("breakeven."+g.Cols.Solve)
	table := &Grid{Columns: []Column{{Head: head, Number: true}}}
	cols := compare.Solution{Solve: g.Cols.Solve}
	rows := compare.Solution{Solve: g.Rows.Solve}
	for i, x := range g.Cols.Values {
		table.Columns = append(table.Columns, Column{Head: amountOf(cols, x), Number: true, Drop: dropEverySecond(i, len(g.Cols.Values))})
	}
	for i, y := range g.Rows.Values {
		cells := []string{amountOf(rows, y)}
		for _, c := range g.Cells[i] {
			cells = append(cells, shareOf(c))
		}
		table.Add(cells...)
	}
	return Block{
		Head:  t("report.breakeven.grid", "option", d.rival(g.Against), "count", strconv.Itoa(c.Result.Scenario.Count), "card", c.Result.Scenario.Card.Name),
		Table: table, Notes: append([]Line{say(t("report.breakeven.grid_note"))}, d.axisNotes(g)...),
	}
}

// axisNotes says whose posted price stands for all rents.
func (d breakEvenDoc) axisNotes(g compare.Grid) []Line {
	for _, a := range []compare.Axis{g.Rows, g.Cols} {
		if a.Offer != "" {
			return []Line{say(d.t.T("report.breakeven.rent_axis", "offer", a.Offer, "unit", d.unitOf(a.Unit)))}
		}
	}
	return nil
}

// dropEverySecond lets columns inside go first, so that a narrow terminal keeps the ends.
func dropEverySecond(i, n int) int {
	if i == 0 || i == n-1 {
		return 0
	}
	return 1 + i%2
}

// shareOf is own less rent as a share of rent: -12% = owning is an eighth cheaper.
func shareOf(c compare.Cell) string {
	if c.Winner == "" || !(c.Rent > 0) || math.IsNaN(c.Own) {
		return none
	}
	return quantity.Fixed(100*(c.Own-c.Rent)/c.Rent, 0) + "%"
}

// picture draws who wins: # where owning does, . where renting does.
func (d breakEvenDoc) picture(g compare.Grid) []Line {
	rows := compare.Solution{Solve: g.Rows.Solve}
	cols := compare.Solution{Solve: g.Cols.Solve}
	wide := 0
	for _, y := range g.Rows.Values {
		wide = max(wide, cells(amountOf(rows, y)))
	}
	lines := []Line{say(d.t.T("report.breakeven.picture"))}
	for i := len(g.Rows.Values) - 1; i >= 0; i-- {
		label := amountOf(rows, g.Rows.Values[i])
		var b strings.Builder
		b.WriteString(strings.Repeat(" ", wide-cells(label)) + label + " ")
		for _, c := range g.Cells[i] {
			mark := " . "
			if strings.HasPrefix(c.Winner, "own") {
				mark = " # "
			}
			b.WriteString(mark)
		}
		lines = append(lines, say(b.String()))
	}
	n := len(g.Cols.Values)
	return append(lines, say(strings.Repeat(" ", wide)+"  "+d.t.T("breakeven."+g.Cols.Solve)+": "+
		amountOf(cols, g.Cols.Values[0])+" - "+amountOf(cols, g.Cols.Values[n-1])))
}
