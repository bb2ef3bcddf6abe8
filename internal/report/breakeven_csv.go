package report

import (
	"math"
	"strconv"

	"gpucalc/internal/compare"
	"gpucalc/internal/finance"
)

// breakEvenColumns are those of every row. kind tells the rows apart: root, step and flat are crossings, none is an
// unknown without one, length a bill by months, ladder a rung, hour-or-month a threshold,
// saying a rule of thumb with the totals of the hour and the month, grid a cell.
var breakEvenColumns = []string{
	"card", "count", "solve", "against", "result", "value", "before", "unit", "kind", "winner_below", "winner_above",
	"own", "rent", "difference", "current", "offer", "factor", "per_card_hour", "own_before", "rent_before",
	"days", "from", "to", "from_total", "to_total", "row_value", "col_solve", "col_value", "basis",
}

// breakEvenRow is one row by column; columns that it does not name are empty.
type breakEvenRow map[string]string

func (r breakEvenRow) cells() []string {
	out := make([]string, len(breakEvenColumns))
	for i, c := range breakEvenColumns {
		out[i] = r[c]
	}
	return out
}

// knownText is a number, or "" for what is missing.
func knownText(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return floatText(v)
}

func unlessZeroText(v float64) string {
	if v == 0 {
		return ""
	}
	return knownText(v)
}

// breakEvenRecords has a row for every crossing, or one without a value where there is none; then lengths, rungs and
// cells.
func breakEvenRecords(cases []BreakEvenCase) [][]string {
	out := [][]string{breakEvenColumns}
	for _, c := range cases {
		sc := c.Result.Scenario
		add := func(r breakEvenRow) {
			r["card"], r["count"], r["basis"] = sc.Card.ID, strconv.Itoa(sc.Count), c.Result.Basis
			out = append(out, r.cells())
		}
		for _, s := range append(append([]compare.Solution(nil), c.Result.Solutions...), c.Result.Table...) {
			solutionRecords(s, add)
		}
		for _, l := range c.Result.Lengths {
			add(breakEvenRow{
				"kind": "length", "against": c.Result.Against, "value": strconv.Itoa(l.Months), "unit": "month",
				"own": knownText(l.Own), "rent": knownText(l.Rent), "result": l.Winner,
			})
		}
		if c.Ladder != nil {
			ladderRecords(c.Ladder, add)
		}
		if c.Grid != nil {
			gridRecords(c.Grid, add)
		}
	}
	return out
}

func solutionRecords(s compare.Solution, add func(breakEvenRow)) {
	row := func() breakEvenRow {
		r := breakEvenRow{"solve": s.Solve, "against": s.Against, "result": resultOf(s), "unit": s.Unit, "offer": s.Offer}
		if priced(s) {
			r["current"] = knownText(s.Current)
		}
		return r
	}
	if len(s.Crossings) == 0 {
		r := row()
		r["kind"] = "none"
		add(r)
	}
	for _, x := range s.Crossings {
		r := row()
		r["kind"], r["value"], r["before"] = x.Kind.String(), floatText(x.Value), floatText(x.Before)
		r["winner_below"], r["winner_above"] = x.WinnerBelow, x.WinnerAbove
		r["own"], r["rent"], r["difference"] = knownText(x.Own), knownText(x.Rent), knownText(x.Difference)
		r["factor"], r["per_card_hour"] = unlessZeroText(x.Factor), unlessZeroText(x.PerCardHour)
		if x.Kind == finance.Step {
			r["own_before"], r["rent_before"] = knownText(x.OwnBefore), knownText(x.RentBefore)
		}
		add(r)
	}
}

// ladderRecords has a row for each rung: result is the way that wins, against all or among rentals.
func ladderRecords(l *compare.Ladder, add func(breakEvenRow)) {
	rungs := func(all []compare.Rung, against string) {
		for _, r := range all {
			add(breakEvenRow{
				"kind": "ladder", "against": against, "result": r.Option, "unit": "hour/day", "days": strconv.Itoa(r.Days),
				"from": strconv.Itoa(r.From), "to": strconv.Itoa(r.To), "from_total": knownText(r.AtFrom), "to_total": knownText(r.AtTo),
			})
		}
	}
	rungs(l.Rungs, "all")
	rungs(l.Rentals, "rent")
	for _, x := range l.Thresholds {
		add(breakEvenRow{
			"kind": "hour-or-month", "against": "rent.hour", "result": x.Result, "days": strconv.Itoa(x.Days),
			"value": unlessZeroText(x.Hours), "unit": "hour/day",
		})
	}
	for _, s := range l.Sayings {
		result := "missing"
		if s.Known {
			result = map[bool]string{true: "holds", false: "does-not-hold"}[s.Holds]
		}
		add(breakEvenRow{
			"kind": "saying", "solve": s.Term, "result": result, "days": strconv.Itoa(s.Days), "value": strconv.Itoa(s.Hours), "unit": "hour/day",
			"from_total": unlessZeroText(s.Hour), "to_total": unlessZeroText(s.Month),
		})
	}
}

func gridRecords(g *compare.Grid, add func(breakEvenRow)) {
	for i, y := range g.Rows.Values {
		for k, x := range g.Cols.Values {
			c := g.Cells[i][k]
			add(breakEvenRow{
				"kind": "grid", "against": g.Against, "solve": g.Rows.Solve, "row_value": floatText(y), "unit": g.Rows.Unit,
				"col_solve": g.Cols.Solve, "col_value": floatText(x), "result": c.Winner, "own": knownText(c.Own), "rent": knownText(c.Rent),
			})
		}
	}
}
