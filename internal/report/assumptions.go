package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// assumptions is the figures behind the answer with age and source. Several figures of one name, such as the prices of
// the periods of many months, share a row.
func (d compareDoc) assumptions() Block {
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.figure"), Shrinks: true, Least: 26},
		{Head: d.t.T("col.value"), Number: true},
		{Head: d.t.T("col.unit")},
		{Head: d.t.T("col.range"), Number: true, Drop: 1},
		{Head: d.t.T("col.source"), Shrinks: true, Least: 18},
	}}
	for _, group := range figureGroups(d.r.Figures) {
		g.Add(d.figureRow(group)...)
	}
	return Block{Head: d.t.T("report.assumptions"), Table: g}
}

// sharedRow is from how many figures of one name on they share a row.
const sharedRow = 3

// figureGroups puts many figures of one name and unit together, in the order of first appearance.
func figureGroups(figures []compare.Used) [][]compare.Used {
	var out [][]compare.Used
	index := map[string]int{}
	for _, f := range figures {
		key := f.Name + "|" + f.Unit
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	return splitSmall(out)
}

// splitSmall gives the figures of small groups a row each.
func splitSmall(groups [][]compare.Used) [][]compare.Used {
	var out [][]compare.Used
	for _, group := range groups {
		if len(group) >= sharedRow {
			out = append(out, group)
			continue
		}
		for _, f := range group {
			out = append(out, []compare.Used{f})
		}
	}
	return out
}

func (d compareDoc) figureRow(group []compare.Used) []string {
	first := group[0]
	name := nameOf(d.t, first.Name)
	value, unit := shownValue(first.Value, first.Unit)
	spread := ""
	if first.Ranged {
		spread = shownRange(first.Low, first.High, first.Unit)
	}
	if len(group) > 1 {
		name += " x " + strconv.Itoa(len(group))
		low, high := bounds(group)
		value, spread = shownRange(low, high, first.Unit), ""
	}
	if first.Estimate {
		name += estimateMark
	}
	return []string{name, value, unit, spread, d.sourceOf(first)}
}

// bounds are the least and the greatest value of a group.
func bounds(group []compare.Used) (low, high quantity.Decimal) {
	low, high = group[0].Value, group[0].Value
	for _, f := range group {
		if f.Value.LessThan(low) {
			low = f.Value
		}
		if f.Value.GreaterThan(high) {
			high = f.Value
		}
	}
	return low, high
}

// shownValue is a value with its unit for people; shares are percentages.
func shownValue(v quantity.Decimal, unit string) (value, shownUnit string) {
	if unit == "share" {
		return quantity.Group(v.Mul(quantity.Int(100)).String()), "%"
	}
	return quantity.Group(v.String()), unit
}

func shownRange(low, high quantity.Decimal, unit string) string {
	from, _ := shownValue(low, unit)
	if low.Equal(high) {
		return from
	}
	to, _ := shownValue(high, unit)
	return from + " - " + to
}

// sourceOf is the age and source of a figure, or the flag or file of the user that set it.
func (d compareDoc) sourceOf(u compare.Used) string {
	switch {
	case u.Source != "":
		return age(d.t, u.AsOf, u.AgeMonths) + " " + u.Source
	case u.Estimate && strings.HasPrefix(u.File, "pricing/"):
		return d.t.T("report.estimate")
	}
	return where(u.File, u.Line)
}

// categoryCell is what an option pays for a category, "-" when it has no such line.
func (d compareDoc) categoryCell(row compare.Row, category string) string {
	for _, line := range row.Ledger.Lines {
		if string(line.Category) == category && !line.Memo {
			return row.Ledger.CategoryTotal(ledger.Category(category)).Format()
		}
	}
	return none
}

// estimateIn marks a category that rests on an estimate in any of the options.
func (d compareDoc) estimateIn(rows []compare.Row, category string) string {
	for _, row := range rows {
		var roots []ledger.Ref
		for _, line := range row.Ledger.Lines {
			if string(line.Category) == category {
				roots = append(roots, line.Root)
			}
		}
		for _, i := range d.r.Book.Uses(roots) {
			if d.r.Book.Figures()[i].Estimate {
				return estimateMark
			}
		}
	}
	return ""
}
