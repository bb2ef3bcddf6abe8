package report

import (
	"slices"
	"strconv"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
)

// stepJSON is one step from a bill's total to what the option is compared by.
type stepJSON struct {
	Step     string  `json:"step"`
	Category string  `json:"category,omitempty"`
	Month    *int    `json:"month,omitempty" doc:"months after the start"`
	Year     int     `json:"year,omitempty" doc:"project year, from 1"`
	Base     *amount `json:"base,omitempty" doc:"what rate is taken of"`
	Rate     *number `json:"rate,omitempty" doc:"amount = base x rate but for the rounding of lines"`
	Amount   amount  `json:"amount" doc:"positive raises the cost"`
}

func stepsAsJSON(steps []costmodel.MoneyStep) []stepJSON {
	out := make([]stepJSON, 0, len(steps))
	for _, s := range steps {
		j := stepJSON{Step: s.Kind, Category: s.Category, Year: s.Year, Amount: amount(s.Amount)}
		if datedStep[s.Kind] {
			j.Month = &s.Month
		}
		if s.Rate != 0 {
			rate := number(s.Rate)
			j.Base, j.Rate = yuan(s.Base), &rate
		}
		out = append(out, j)
	}
	return out
}

// datedStep are the kinds of steps that belong to a month.
var datedStep = map[string]bool{
	costmodel.StepFinance: true, costmodel.StepGrants: true, costmodel.StepMachine: true, costmodel.StepDiscount: true,
}

// basisLines says what amounts stand on where they are not the bills as quoted.
func basisLines(t *i18n.Catalog, basis string) []Line {
	if basis == compare.BasisTotal {
		return nil
	}
	return []Line{say(t.T("report.basis." + basis))}
}

// basisHead is the key of the heading over what options are compared by.
func basisHead(basis string) string {
	switch basis {
	case compare.BasisPresentCost:
		return "col.present_cost"
	case compare.BasisAfterTax:
		return "col.after_tax"
	}
	return "col.total"
}

// stepTable has a column for each option: its bill as quoted, every kind of step, and the cost that they sum to.
func (d compareDoc) stepTable(rows []compare.Row) *Grid {
	g := &Grid{Columns: []Column{{Head: ""}}}
	line := func(label string, strong bool, amount func(compare.Row) string) {
		cells := []string{label}
		for _, row := range rows {
			cells = append(cells, amount(row))
		}
		g.Rows = append(g.Rows, Row{Strong: strong, Cells: cells})
	}
	for i, row := range rows {
		g.Columns = append(g.Columns, Column{Head: row.ID, Number: true, Drop: i})
	}
	line(d.t.T("col.as_quoted"), false, func(r compare.Row) string { return r.Money.Quoted.Format() })
	for _, kind := range stepKinds(rows) {
		line(d.t.T("step."+kind), false, func(r compare.Row) string { return orDash(r.Money.StepTotal(kind)) })
	}
	line(d.costHead(), true, func(r compare.Row) string { return r.Cost().Format() })
	if d.r.Money.Terms.Discounts() {
		line(d.t.T("col.a_year"), false, func(r compare.Row) string { return r.Money.EquivalentAnnual.Format() })
	}
	line(d.t.T("col.cash"), false, func(r compare.Row) string {
		if r.Money.OverLimit() {
			return r.Money.PeakCash.Format() + "!"
		}
		return r.Money.PeakCash.Format()
	})
	return g
}

// stepKinds lists the kinds of steps that any of the options takes, in their order.
func stepKinds(rows []compare.Row) []string {
	var out []string
	for _, kind := range costmodel.StepKinds {
		for _, row := range rows {
			if row.Money.StepTotal(kind) != 0 {
				out = append(out, kind)
				break
			}
		}
	}
	return out
}

func orDash(f quantity.Fen) string {
	if f == 0 {
		return none
	}
	return f.Format()
}

// stepBlocks lists every single step of an option, and behind the share of a reused machine those of the whole one.
func stepBlocks(t *i18n.Catalog, id string, m *costmodel.MoneyResult, basis string) []Block {
	if m == nil || !m.Terms.Decides() {
		return nil
	}
	blocks := []Block{{
		Head:  t.T("report.steps.head", "option", id),
		Lines: []Line{say(t.T("report.steps.how"))},
		Table: stepList(t, m, t.T(basisHead(basis))),
	}}
	if m.Whole != nil {
		months := quantity.DropZeros(quantity.Fixed(m.Share, 6))
		blocks = append(blocks, Block{
			Head:  t.T("report.money.whole", "months", months),
			Table: stepList(t, m.Whole, t.T("col.present_cost")),
			Notes: []Line{say(t.T("report.steps.payment", "cost", m.Whole.Cost().Format(), "life", count(len(m.Whole.Months)-1),
				"payment", quantity.Group(quantity.Fixed(m.Payment, 4)), "months", months))},
		})
	}
	return blocks
}

func stepList(t *i18n.Catalog, m *costmodel.MoneyResult, last string) *Grid {
	g := &Grid{Columns: []Column{
		{Head: t.T("col.step"), Shrinks: true},
		{Head: t.T("col.about")},
		{Head: t.T("col.base"), Number: true},
		{Head: t.T("col.rate_of"), Number: true},
		{Head: t.T("col.amount"), Number: true},
	}}
	g.Add(t.T("col.as_quoted"), "", "", "", m.Quoted.Format())
	for _, s := range m.Steps {
		base, rate := "", ""
		if s.Rate != 0 {
			base, rate = s.Base.Format(), stepRate(s)
		}
		g.Add(t.T("step."+s.Kind), stepFor(t, s), base, rate, s.Amount.Format())
	}
	g.Rows = append(g.Rows, Row{Strong: true, Cells: []string{last, "", "", "", m.Cost().Format()}})
	return g
}

// stepRate is the rate of a step with digits enough to get its amount again.
func stepRate(s costmodel.MoneyStep) string {
	if s.Kind == costmodel.StepDiscount {
		return quantity.Fixed(s.Rate, 9)
	}
	return quantity.DropZeros(quantity.Fixed(s.Rate, 4))
}

// stepFor says which lines, year or month a step is about.
func stepFor(t *i18n.Catalog, s costmodel.MoneyStep) string {
	switch {
	case s.Category != "":
		return nameOf(t, "category."+s.Category)
	case s.Year > 0:
		return t.T("report.steps.year", "year", strconv.Itoa(s.Year))
	case datedStep[s.Kind]:
		return t.T("report.steps.month", "month", strconv.Itoa(s.Month))
	}
	return ""
}

// steps are those of the chosen option.
func (d compareDoc) steps() []Block {
	row, ok := d.chosen()
	if !ok {
		return nil
	}
	return stepBlocks(d.t, row.ID, row.Money, d.r.Basis())
}

// billedFor lists the categories of bills, without capital where discounting stands in its place.
func (d compareDoc) billedFor(rows []compare.Row) []string {
	all := categories(rows)
	if d.r.Basis() == compare.BasisPresentCost {
		all = slices.DeleteFunc(all, func(c string) bool { return c == "capital" })
	}
	return all
}

// owningSteps lead from the lines of bills to what the options are compared by.
func (d compareDoc) owningSteps(rows []compare.Row) []Row {
	if d.r.Basis() == compare.BasisTotal {
		return nil
	}
	var out []Row
	for _, kind := range stepKinds(rows) {
		if kind == costmodel.StepCapitalDropped {
			continue // the lines stand without it
		}
		cells := []string{d.t.T("step." + kind)}
		for _, row := range rows {
			cells = append(cells, orDash(row.Money.StepTotal(kind)))
		}
		out = append(out, Row{Cells: cells})
	}
	return out
}

// totalWord is the label of the last row of bills.
func (d compareDoc) totalWord() string {
	if d.r.Basis() == compare.BasisTotal {
		return d.t.T("category.total")
	}
	return d.costHead()
}
