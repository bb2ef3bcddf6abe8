package report

import (
	"slices"
	"strconv"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// optionsBeside is how many options stand beside each other: amounts to the fen then fit 80 columns.
const optionsBeside = 4

// money is how each option's bill becomes what it is compared by, and buying against renting.
func (d compareDoc) money() []Block {
	if d.r.Money == nil {
		return nil
	}
	if !d.r.Money.Terms.Decides() {
		return []Block{{Lines: []Line{say(d.moneyTerms())}}}
	}
	var rows []compare.Row
	for _, row := range d.r.Rows {
		if row.Money != nil {
			rows = append(rows, row)
		}
	}
	var blocks []Block
	for part := range slices.Chunk(rows, optionsBeside) {
		blocks = append(blocks, Block{Table: d.stepTable(part)})
	}
	if len(blocks) == 0 {
		return []Block{{Lines: []Line{say(d.moneyTerms())}}}
	}
	blocks[0].Head, blocks[0].Lines = d.t.T("report.money"), []Line{say(d.moneyTerms())}
	blocks[len(blocks)-1].Notes = d.moneyNotes()
	return blocks
}

// moneyTerms says under which terms the table stands.
func (d compareDoc) moneyTerms() string {
	t := d.r.Money.Terms
	var words []string
	add := func(key string, args ...string) { words = append(words, d.t.T("report.money."+key, args...)) }
	if t.Discounts() {
		add("discounted", "rate", percentOf(d.r.Money.DiscountRate))
	}
	if t.Taxpayer == costmodel.TaxpayerGeneral || t.Taxpayer == costmodel.TaxpayerSmall {
		words = append(words, d.t.T("taxpayer."+t.Taxpayer))
	}
	if !t.IncomeTax.IsZero() {
		add("taxed", "rate", percentOf(t.IncomeTax.InexactFloat64()))
	}
	if l := t.Loan; l != nil {
		add("loan", "share", percentOf(l.Share.InexactFloat64()), "months", count(l.Months), "rate", percentOf(l.Rate.InexactFloat64()))
	}
	if l := t.Lease; l != nil {
		add("lease", "share", percentOf(l.Down.InexactFloat64()), "months", count(l.Months), "rate", percentOf(l.Rate.InexactFloat64()))
	}
	for _, g := range t.Grants {
		add("subsidy", "id", g.ID)
	}
	if t.Depreciation != "" {
		add("depreciation", "method", d.t.T("depreciation."+t.Depreciation))
	}
	if t.CashLimit > 0 {
		add("limit", "yuan", t.CashLimit.FormatYuan())
	}
	out := ""
	for i, w := range words {
		if i > 0 {
			out += d.t.T("report.comma")
		}
		out += w
	}
	return out
}

func (d compareDoc) moneyNotes() []Line {
	var lines []Line
	switch b := d.r.Money.Increment; {
	case b == nil:
	case b.Shared:
		lines = append(lines, say(d.t.T("report.money.increment_shared", "own", b.Own, "rent", b.Rent, "nal", b.NAL.FormatYuan())))
	default:
		lines = append(lines, say(d.t.T("report.money.increment", "own", b.Own, "rent", b.Rent, "rate", d.rates(b.Rates),
			"payback", d.payback(b.Payback), "discounted", d.payback(b.Discounted), "nal", b.NAL.FormatYuan())))
	}
	for _, row := range d.r.Rows {
		v := d.r.Verdict
		if row.Money != nil && v != nil && (row.ID == v.Choice || row.ID == v.RunnerUp) && row.Money.IfExcluded != 0 {
			lines = append(lines, say(d.t.T("report.money.vat_unknown", "option", row.ID,
				"included", row.Money.Cost().Format(), "excluded", row.Money.IfExcluded.Format())))
		}
	}
	return lines
}

// rates says which rates of return there are, or why there is none.
func (d compareDoc) rates(r finance.Rates) string {
	switch r.Count() {
	case finance.NoRate:
		return d.t.T(r.Why.Key())
	case finance.OneRate:
		return d.t.T("report.money.rate", "rate", percentOf(r.Roots[0]))
	}
	text := ""
	for i, x := range r.Roots {
		if i > 0 {
			text += d.t.T("report.comma")
		}
		text += percentOf(x)
	}
	return d.t.T("finance.irr.several", "rates", text)
}

func (d compareDoc) payback(p finance.PaybackTime) string {
	if !p.Reached {
		return d.t.T("report.money.never")
	}
	return d.t.T("report.money.months", "months", quantity.Fixed(p.Periods, 1))
}

// percentOf is a rate for people, to a hundredth of a percent at most.
func percentOf(rate float64) string {
	return quantity.DropZeros(quantity.Fixed(rate*100, 2)) + "%"
}

// schedules shows how the chosen option's money was reached: month by month, VAT by category, what each year deducts,
// and the loan.
func (d compareDoc) schedules() []Block {
	row, ok := d.chosen()
	if !ok || row.Money == nil {
		return nil
	}
	m := row.Money
	blocks := []Block{d.monthsTable(row.ID, m)}
	if m.Whole != nil {
		whole := d.monthsTable(row.ID, m.Whole)
		whole.Head = d.t.T("report.money.whole", "months", plain(m.Share))
		blocks = append(blocks, whole)
	}
	return append(blocks, d.vatTable(m), d.taxTable(m), d.bookTable(m), d.loanTable(m))
}

func (d compareDoc) grid(keys ...string) *Grid {
	g := &Grid{}
	for i, k := range keys {
		g.Columns = append(g.Columns, Column{Head: d.t.T("col." + k), Number: i > 0})
	}
	return g
}

// flowColumn is a kind of money that moves.
type flowColumn struct {
	head   string
	amount func(costmodel.MoneyMonth) quantity.Fen
}

// flowColumns are what moves in a month, in the order of the table.
var flowColumns = []flowColumn{
	{"paid", func(m costmodel.MoneyMonth) quantity.Fen { return m.Paid }},
	{"imputed", func(m costmodel.MoneyMonth) quantity.Fen { return m.Imputed }},
	{"received", func(m costmodel.MoneyMonth) quantity.Fen { return m.Received }},
	{"vat", func(m costmodel.MoneyMonth) quantity.Fen { return m.VAT }},
	{"financing", func(m costmodel.MoneyMonth) quantity.Fen { return m.Finance }},
	{"grants", func(m costmodel.MoneyMonth) quantity.Fen { return m.Grants }},
	{"tax_saved", func(m costmodel.MoneyMonth) quantity.Fen { return m.Tax }},
	{"machine_share", func(m costmodel.MoneyMonth) quantity.Fen { return m.Machine }},
	{"net", func(m costmodel.MoneyMonth) quantity.Fen { return m.Net }},
}

// monthsTable leaves out what never moves, and months in which nothing does.
func (d compareDoc) monthsTable(id string, m *costmodel.MoneyResult) Block {
	g := &Grid{Columns: []Column{{Head: d.t.T("col.month")}}}
	columns := slices.Clone(flowColumns)
	columns = slices.DeleteFunc(columns, func(c flowColumn) bool {
		return !slices.ContainsFunc(m.Months, func(x costmodel.MoneyMonth) bool { return c.amount(x) != 0 })
	})
	for _, c := range columns {
		g.Columns = append(g.Columns, Column{Head: d.t.T("col." + c.head), Number: true})
	}
	for _, x := range m.Months {
		if (x == costmodel.MoneyMonth{Month: x.Month, Total: x.Total}) {
			continue
		}
		cells := []string{count(x.Month)}
		for _, c := range columns {
			cells = append(cells, orDash(c.amount(x)))
		}
		g.Add(cells...)
	}
	return Block{Head: d.t.T("report.money.flows", "option", id), Table: g}
}

func (d compareDoc) vatTable(m *costmodel.MoneyResult) Block {
	g := d.grid("line", "vat_rate", "quoted", "without_vat", "vat", "vat_credited")
	g.Columns[2].Number = false
	for _, v := range m.VAT {
		g.Add(d.t.T("category."+v.Category), percentOf(v.Rate.InexactFloat64()), d.t.T("vat."+string(v.Quoted)),
			v.Net.Format(), v.VAT.Format(), v.Credited.Format())
	}
	return Block{Head: d.t.T("report.money.vat"), Table: g}
}

func (d compareDoc) taxTable(m *costmodel.MoneyResult) Block {
	g := d.grid("year", "costs", "depreciation", "interest", "extra", "disposal", "grants", "deducted", "tax_saved")
	for _, y := range m.TaxYears {
		g.Add(count(y.Year), y.Costs.Format(), y.Depreciation.Format(), y.Interest.Format(), y.Extra.Format(), y.Disposal.Format(),
			y.Income.Format(), y.Deducted.Format(), y.Shield.Format())
	}
	return Block{Head: d.t.T("report.money.tax"), Table: g}
}

func (d compareDoc) bookTable(m *costmodel.MoneyResult) Block {
	g := d.grid("year", "costs", "depreciation", "interest", "disposal", "grants", "charge")
	for _, y := range m.BookYears {
		g.Add(count(y.Year), y.Costs.Format(), y.Depreciation.Format(), y.Interest.Format(), y.Disposal.Format(),
			y.Income.Format(), y.Charge.Format())
	}
	return Block{Head: d.t.T("report.money.book"), Table: g}
}

func (d compareDoc) loanTable(m *costmodel.MoneyResult) Block {
	g := d.grid("period", "payment", "interest", "principal", "balance")
	for _, x := range m.Loan {
		g.Add(strconv.Itoa(x.Period), x.Payment.Format(), x.Interest.Format(), x.Principal.Format(), x.Balance.Format())
	}
	return Block{Head: d.t.T("report.money.loan_rows"), Table: g}
}

// cashKey is the variant of a message for when the cash limit is what bars the other options.
func (d compareDoc) cashKey(key string) string {
	for _, row := range d.r.Rows {
		if row.Counts && row.Money != nil && row.Money.OverLimit() {
			return key + "_cash"
		}
	}
	return key
}

// costHead is the heading of what options are compared by.
func (d compareDoc) costHead() string { return d.t.T(basisHead(d.r.Basis())) }
