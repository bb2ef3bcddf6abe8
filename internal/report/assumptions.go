package report

import (
	"strconv"

	"gpucalc/internal/compare"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// assumptions is the figures behind the answer with age and source. Several figures of one name, such as the prices of
// the periods of many months, share a row.
func (d compareDoc) assumptions() Block {
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.figure"), Shrinks: true},
		{Head: d.t.T("col.value"), Number: true},
		{Head: d.t.T("col.unit"), Drop: 2},
		{Head: d.t.T("col.range"), Number: true, Drop: 3},
		{Head: d.t.T("col.asof"), Drop: 4},
		{Head: d.t.T("col.source"), Shrinks: true, Drop: 5},
	}}
	for _, group := range figureGroups(d.r.Figures) {
		g.Add(d.figureRow(group)...)
	}
	return Block{Head: d.t.T("report.assumptions"), Table: g}
}

// figureGroups puts figures of one name and unit together, in the order of first appearance.
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
	return out
}

func (d compareDoc) figureRow(group []compare.Used) []string {
	first := group[0]
	name := nameOf(d.t, first.Name)
	value, spread := figureValue(first.Figure), ""
	if first.Ranged {
		spread = rangeOf(first.Low.String(), first.High.String())
	}
	if len(group) > 1 {
		name += " x " + strconv.Itoa(len(group))
		low, high := first.Value, first.Value
		for _, f := range group {
			if f.Value.LessThan(low) {
				low = f.Value
			}
			if f.Value.GreaterThan(high) {
				high = f.Value
			}
		}
		value, spread = quantity.Group(low.String()), ""
		if !low.Equal(high) {
			value += " - " + quantity.Group(high.String())
		}
	}
	if first.Estimate {
		name += estimateMark
	}
	return []string{name, value, first.Unit, spread, age(d.t, first.AsOf, first.AgeMonths), d.sourceOf(first.Figure)}
}

// sourceOf is the source of a figure, or the flag or file of the user that set it.
func (d compareDoc) sourceOf(f ledger.Figure) string {
	if f.Source != "" {
		return f.Source
	}
	return where(f.File, f.Line)
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
