package report

import (
	"math"
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/quantity"
)

// split is the table of numbers of owned cards, the rest rented.
func (d compareDoc) split() Block {
	rows, best := compare.Neighbours(d.r.Hybrid)
	if best < 0 {
		return Block{}
	}
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.owned"), Number: true},
		{Head: d.t.T("col.owning"), Number: true},
		{Head: d.t.T("col.renting"), Number: true},
		{Head: d.t.T("col.total"), Number: true},
		{Head: d.t.T("col.rest_by"), Drop: 1},
	}}
	for i, row := range rows {
		cells := []string{strconv.Itoa(row.Owned), row.Own.Format(), row.Rent.Format(), row.Total.Format(), row.Rented}
		if !row.Priced {
			cells = []string{strconv.Itoa(row.Owned), none, none, none, d.t.T("report.no_price")}
		}
		g.Rows = append(g.Rows, Row{Mark: i == best && row.Priced && d.r.Verdict != nil, Cells: cells})
	}
	return Block{Head: d.t.T("report.split"), Table: g}
}

// quoted lists the options that rest on quotes in hand.
func (d compareDoc) quoted() string {
	var ids []string
	for _, row := range d.r.Rows {
		if row.Quoted {
			ids = append(ids, row.ID)
		}
	}
	return strings.Join(ids, d.t.T("report.comma"))
}

// refunds says what acceptable offers give back for the unused rest of their last period.
func (d compareDoc) refunds() []Line {
	var lines []Line
	for _, b := range d.r.Offers {
		if b.Acceptable() && b.Refund > 0 {
			lines = append(lines, say(d.t.T("report.refund", "offer", b.Offer.ID, "refund", b.Refund.Format())))
		}
	}
	return lines
}

// equivalents is the table of other cards that can do the work.
func (d compareDoc) equivalents() Block {
	if len(d.r.Equivalents) == 0 {
		return Block{}
	}
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.card")},
		{Head: d.t.T("col.speed"), Number: true},
		{Head: d.t.T("col.hours"), Number: true, Drop: 1},
		{Head: d.t.T("col.total"), Number: true},
		{Head: d.t.T("col.by"), Drop: 2},
		{Head: d.t.T("col.why"), Shrinks: true},
	}}
	out := 0
	for _, e := range d.r.Equivalents {
		if !e.Qualifies && e.Ratio == 0 {
			out++ // too little memory or no published rate: counted, not listed
			continue
		}
		g.Rows = append(g.Rows, Row{Cells: d.equivalentCells(e)})
	}
	b := Block{Head: d.t.T("report.equivalents"), Table: g}
	if out > 0 {
		b.Notes = []Line{say(d.t.T("report.equivalents.out", "count", strconv.Itoa(out)))}
	}
	return b
}

func (d compareDoc) equivalentCells(e compare.Equivalent) []string {
	hours, total, by := none, none, none
	if e.Qualifies {
		hours = plain(e.Scenario.Hours())
	}
	if e.Choice != "" {
		total, by = e.Total.Format(), e.Choice
	}
	var why []string
	for _, r := range e.Reasons {
		if r.Key != "fit.rate" { // the column beside it
			why = append(why, d.t.Message(r))
		}
	}
	if !e.Qualifies {
		why = why[len(why)-1:]
	}
	return []string{e.Card.Name, percent(e.Ratio), hours, total, by, strings.Join(why, d.t.T("report.comma"))}
}

// waiting is the table of deciding later.
func (d compareDoc) waiting() Block {
	s := d.r.Staged
	if s == nil {
		return Block{}
	}
	months := strconv.Itoa(s.Months)
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.decide")},
		{Head: d.t.T("col.goes_on"), Number: true},
		{Head: d.t.T("col.ends"), Number: true},
		{Head: d.t.T("col.expected"), Number: true},
	}}
	add := func(what string, p compare.Path) {
		g.Add(what, p.Stays.Format(), p.Ends.Format(), yuanText(p.ExpectedYuan))
	}
	add(d.t.T("report.staged.buy", "option", s.BuyNow.StaysBy), s.BuyNow)
	add(d.t.T("report.staged.buy", "option", s.RentNow.StaysBy), s.RentNow)
	add(d.t.T("report.staged.wait", "months", months, "first", s.Wait.EndsBy, "then", s.Wait.StaysDecidedBy), s.Wait)
	key := "report.staged.worth"
	switch {
	case yuanText(math.Abs(s.Value)) == yuanText(0):
		key = "report.staged.same"
	case s.Value < 0:
		key = "report.staged.not_worth"
	}
	chance := percent(s.Chance)
	if !s.Given {
		chance += estimateMark
	}
	notes := []Line{say(d.t.T(key, "value", yuanText(math.Abs(s.Value)), "chance", chance, "months", months, "option", s.Against))}
	if !math.IsNaN(s.TurnsAt) {
		notes = append(notes, say(d.t.T("report.staged.turns", "chance", percent(s.TurnsAt))))
	}
	return Block{Head: d.t.T("report.staged", "months", months), Table: g, Notes: notes}
}

// yuanText is an amount that was never rounded to the fen.
func yuanText(yuan float64) string { return quantity.Fixed(yuan, 2) }
