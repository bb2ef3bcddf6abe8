package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

type explainJSON struct {
	Schema   string       `json:"schema" enum:"gpucalc.explain/v1"`
	Version  string       `json:"version"`
	BookDate string       `json:"book_date"`
	Currency string       `json:"currency" enum:"CNY"`
	Scenario scenarioJSON `json:"scenario"`
	Option   string       `json:"option"`
	Category string       `json:"category,omitempty"`
	Total    amount       `json:"total" doc:"of the lines shown"`
	Lines    []lineJSON   `json:"lines"`
	Steps    []stepJSON   `json:"steps" doc:"from the total of all lines to cost; empty for a category"`
	Cost     *amount      `json:"cost" doc:"what the option is compared by: total and steps; null for a category"`
	Basis    string       `json:"basis" enum:"total,after-tax,present-cost" doc:"what cost stands on"`
	Machine  *sharedJSON  `json:"machine" doc:"behind step machine: the whole machine over its life; null for other options"`
	Figures  []figureJSON `json:"figures"`
}

// sharedJSON is how a reused machine's monthly payment comes about.
type sharedJSON struct {
	Total      amount     `json:"total" doc:"price less resale, as quoted"`
	Steps      []stepJSON `json:"steps"`
	Cost       amount     `json:"cost" doc:"present cost: total and steps"`
	LifeMonths int        `json:"life_months"`
	Payment    number     `json:"payment" doc:"cost in equal payments over life_months"`
	MonthsPaid number     `json:"months_paid" doc:"payments that the project bears"`
}

// Explain is the report of one option's lines, factor by factor, with the figures behind them. With a category it
// holds that category's lines only.
func Explain(r *compare.Result, row compare.Row, category string, m Meta) Report {
	e := explainDoc{r: r, row: row, category: category, m: m}
	return Report{
		Doc:     func(t *i18n.Catalog) Doc { e.t = t; return e.doc() },
		JSON:    func() any { return e.json() },
		Records: e.records,
	}
}

// explainDoc lays an option's lines out.
type explainDoc struct {
	r        *compare.Result
	row      compare.Row
	category string
	m        Meta
	t        *i18n.Catalog
}

func (e explainDoc) doc() Doc {
	title := e.t.T("report.explain.title", "option", e.row.ID, "scenario", e.r.Scenario.ID)
	lines := []Line{
		{Text: title, Style: Strong},
		say(e.t.T("report.explain.total", "total", e.row.Ledger.Total.Format())),
		say(e.t.T("report.explain.how")),
	}
	if basis := e.r.Basis(); basis != compare.BasisTotal && e.category == "" {
		lines = append(lines, say(e.t.T("report.explain."+basis, "cost", e.row.Cost().Format())))
	}
	blocks := []Block{
		{Lines: lines},
		{Table: factorTable(e.t, e.r.Book, e.row.Ledger, e.category)},
	}
	if e.category == "" {
		blocks = append(blocks, stepBlocks(e.t, e.row.ID, e.row.Money, e.r.Basis())...)
	}
	blocks = append(blocks, Block{Head: e.t.T("report.explain.figures"), Table: e.figureTable()})
	return Doc{Title: title, Blocks: blocks}
}

// factorTable has a group for every line and a row for every factor; parts of a factor are indented below it.
func factorTable(t *i18n.Catalog, book *ledger.Book, l *ledger.Ledger, category string) *Grid {
	g := &Grid{Columns: []Column{
		{Head: ""},
		{Head: t.T("col.factor"), Shrinks: true},
		{Head: t.T("col.value"), Number: true},
		{Head: t.T("col.unit")},
		{Head: t.T("col.ref"), Number: true, Drop: 2},
	}}
	refs := figureRefs(book, l, category)
	for _, line := range l.Lines {
		if category != "" && string(line.Category) != category {
			continue
		}
		factors, err := book.Factors(line.Root)
		if err != nil {
			continue
		}
		at := len(g.Rows)
		addFactors(t, g, factors, refs, 0, "")
		if at < len(g.Rows) {
			g.Rows[at].Group = lineTitle(t, line)
		}
	}
	return g
}

// lineTitle says what a line is for, when, and how much.
func lineTitle(t *i18n.Catalog, line ledger.Line) string {
	args := diag.Args(line.Args...)
	item := t.Message(diag.Diagnostic{Key: line.Item, Args: args})
	for _, a := range args {
		if a.Name == "month" {
			item += t.T("report.comma") + a.Value
		}
	}
	if line.Memo {
		item += t.T("report.memo")
	}
	return t.T("report.explain.line", "item", item, "amount", line.Amount.Format())
}

// opSign is what stands before the parts of an operation.
func opSign(op string, first bool) string {
	switch {
	case first && op != "min" && op != "max":
		return ""
	case op == "*":
		return "x"
	}
	return op
}

// addFactors appends factors: those of a product joined by x and /, those of another operation by its sign.
func addFactors(t *i18n.Catalog, g *Grid, factors []ledger.Factor, refs map[int]string, depth int, op string) {
	for i, f := range factors {
		sign := opSign(op, i == 0)
		switch {
		case op != "" && op != "*" && op != "/":
		case f.Over:
			sign = "/"
		case i > 0:
			sign = "x"
		case depth == 0:
			sign = "="
		}
		name := nameOf(t, f.Name)
		if f.Name == "" {
			name = t.T("report.explain.part." + partName(f.Op))
		}
		g.Add(sign, strings.Repeat("  ", depth)+name, f.Value, f.Unit, refs[f.Figure])
		addFactors(t, g, f.Of, refs, depth+1, f.Op)
	}
}

// partName names an operation for its text.
func partName(op string) string {
	switch op {
	case "+":
		return "sum"
	case "-":
		return "difference"
	case "*", "/":
		return "product"
	case "^":
		return "power"
	case "":
		return "value"
	}
	return op
}

// usedFigures lists the figures of the lines shown, in the order of the book, without those of the calendar.
func usedFigures(book *ledger.Book, l *ledger.Ledger, category string) []int {
	var roots []ledger.Ref
	for _, line := range l.Lines {
		if category == "" || string(line.Category) == category {
			roots = append(roots, line.Root)
		}
	}
	var out []int
	for _, i := range book.Uses(roots) {
		if !book.Figures()[i].Given {
			out = append(out, i)
		}
	}
	return out
}

func figureRefs(book *ledger.Book, l *ledger.Ledger, category string) map[int]string {
	refs := map[int]string{}
	for n, i := range usedFigures(book, l, category) {
		refs[i] = "[" + strconv.Itoa(n+1) + "]"
	}
	return refs
}

// figureTable says for every figure of the lines its range, age, source, and the file and line it was read from.
func (e explainDoc) figureTable() *Grid {
	g := &Grid{Columns: []Column{
		{Head: e.t.T("col.ref"), Number: true},
		{Head: e.t.T("col.value"), Number: true},
		{Head: e.t.T("col.unit"), Drop: 3},
		{Head: e.t.T("col.range"), Number: true, Drop: 1},
		{Head: e.t.T("col.asof")},
		{Head: e.t.T("col.source"), Shrinks: true, Drop: 2},
		{Head: e.t.T("col.where")},
	}}
	for n, i := range usedFigures(e.r.Book, e.row.Ledger, e.category) {
		f := e.r.Book.Figures()[i]
		source := f.Source
		if source == "" {
			source = e.t.T("report.estimate")
		}
		spread := ""
		if f.Ranged {
			spread = rangeOf(f.Low.String(), f.High.String())
		}
		g.Add("["+strconv.Itoa(n+1)+"]", quantity.Group(f.Value.String()), f.Unit, spread, orNone(f.AsOf), source, where(f.File, f.Line))
	}
	return g
}

func orNone(s string) string {
	if s == "" {
		return none
	}
	return diag.Clean(s)
}

func (e explainDoc) json() explainJSON {
	out := explainJSON{
		Schema: schemaID("explain"), Version: e.m.Version, BookDate: e.m.BookDate, Currency: "CNY",
		Scenario: scenarioAsJSON(e.r), Option: e.row.ID, Category: e.category, Lines: []lineJSON{}, Steps: []stepJSON{}, Basis: e.r.Basis(), Figures: []figureJSON{},
		Total: amount(e.row.Ledger.Total),
	}
	out.addSteps(e)
	if e.category != "" {
		out.Total = amount(e.row.Ledger.CategoryTotal(ledger.Category(e.category)))
	}
	for _, line := range e.row.Ledger.Lines {
		if e.category == "" || string(line.Category) == e.category {
			out.Lines = append(out.Lines, lineAsJSON(e.r.Book, line))
		}
	}
	for _, i := range usedFigures(e.r.Book, e.row.Ledger, e.category) {
		out.Figures = append(out.Figures, figureAsJSON(compare.Used{Figure: e.r.Book.Figures()[i], AgeMonths: -1}))
	}
	return out
}

// addSteps adds what leads from the bill to the cost, unless only a category is asked for.
func (j *explainJSON) addSteps(e explainDoc) {
	if e.category != "" {
		return
	}
	j.Cost = yuan(e.row.Cost())
	m := e.row.Money
	if m == nil || !m.Terms.Decides() {
		return
	}
	j.Steps = stepsAsJSON(m.Steps)
	if w := m.Whole; w != nil {
		j.Machine = &sharedJSON{
			Total: amount(w.Quoted), Steps: stepsAsJSON(w.Steps), Cost: amount(w.Cost()), LifeMonths: len(w.Months) - 1,
			Payment: number(m.Payment), MonthsPaid: number(m.Share),
		}
	}
}

// stepRecords has rows for the base and the rate of every step.
func (e explainDoc) stepRecords() [][]string {
	if e.category != "" || e.row.Money == nil || !e.row.Money.Terms.Decides() {
		return nil
	}
	var out [][]string
	for _, s := range e.row.Money.Steps {
		row := func(name, value, unit string) {
			out = append(out, []string{"step." + s.Kind, strconv.Itoa(max(s.Month, 12*s.Year)), s.Amount.String(), "0", "", name, value, unit, s.Category, "", "", "", "", ""})
		}
		if s.Rate == 0 {
			row("amount", s.Amount.String(), "CNY")
			continue
		}
		row("base", s.Base.String(), "CNY")
		row("rate", stepRate(s), "share")
	}
	return out
}

// records has a row for every factor of every line.
func (e explainDoc) records() [][]string {
	out := [][]string{{"line", "month", "amount", "depth", "op", "name", "value", "unit", "figure", "low", "high", "asof", "source", "where"}}
	for _, line := range e.row.Ledger.Lines {
		if e.category != "" && string(line.Category) != e.category {
			continue
		}
		factors, err := e.r.Book.Factors(line.Root)
		if err != nil {
			continue
		}
		head := []string{strings.TrimPrefix(line.Item, "line."), strconv.Itoa(line.At), line.Amount.String()}
		out = append(out, e.factorRecords(head, factors, 0)...)
	}
	return append(out, e.stepRecords()...)
}

func (e explainDoc) factorRecords(head []string, factors []ledger.Factor, depth int) [][]string {
	var out [][]string
	for _, f := range factors {
		op := f.Op
		if f.Over {
			op = "over"
		}
		row := append(append([]string{}, head...), strconv.Itoa(depth), op, strings.TrimPrefix(f.Name, "f."), f.Value, f.Unit)
		figure := []string{"", "", "", "", "", ""}
		if f.Figure >= 0 {
			x := e.r.Book.Figures()[f.Figure]
			figure = []string{x.ID, x.Low.String(), x.High.String(), x.AsOf, x.Source, where(x.File, x.Line)}
		}
		out = append(out, append(row, figure...))
		out = append(out, e.factorRecords(head, f.Of, depth+1)...)
	}
	return out
}
