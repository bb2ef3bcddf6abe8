package costmodel

import (
	"slices"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

type category = ledger.Category

func itoa(n int) string { return strconv.Itoa(n) }

// VATLine is the VAT in the lines of one category that share a rate and a way of quoting.
type VATLine struct {
	Category string
	Rule     string // id of the rate in the tax sheet
	Rate     quantity.Decimal
	Quoted   catalog.VAT  // included, excluded, unknown
	Net      quantity.Fen // without VAT
	VAT      quantity.Fen
	Credited quantity.Fen // input VAT that comes back; of a sale what is handed over, negative
}

// moneyWork is one option's money under construction. Slices by month grow as needed.
type moneyWork struct {
	in      MoneyInput
	t       MoneyTerms
	r       MoneyRules
	unknown catalog.VAT
	out     MoneyResult
	years   []TaxYear
	book    []BookYear
	charges []YearCharge
	assets  []asset
	sold    sale
	tied    tied
	capital []ledger.Line             // the bill's lines for it
	added   []MoneyStep               // VAT on prices quoted without it, by category
	memos   quantity.Fen              // deposits out less back
	bought  quantity.Fen              // what purchases cost in cash
	boughtV quantity.Fen              // VAT credited on them
	spend   map[string][]quantity.Fen // eligible for grants, without VAT, by project year: rent, build
	rounder
}

// sale is what machines bring at the end, without VAT.
type sale struct {
	at   int
	net  quantity.Fen
	made bool // sold, or written off unsold
}

func newMoneyWork(in MoneyInput, unknown catalog.VAT) *moneyWork {
	w := &moneyWork{
		in: in, t: in.Terms, r: in.Rules, unknown: unknown,
		spend: map[string][]quantity.Fen{},
	}
	w.out.Terms, w.out.DiscountRate = in.Terms, in.Rules.DiscountRate
	w.out.Quoted = in.Option.Ledger.Total
	return w
}

// month returns the row of a month, adding rows up to it.
func (w *moneyWork) month(at int) *MoneyMonth {
	for len(w.out.Months) <= at {
		w.out.Months = append(w.out.Months, MoneyMonth{Month: len(w.out.Months)})
	}
	return &w.out.Months[at]
}

// yearOf is the project year that a month counts in, from 1: the last day of a year still belongs to it.
func yearOf(month int) int { return max(1, (month+11)/12) }

// yearFor is the project year that a line is for. A line for a month, paid when it begins, belongs to that month's year;
// any other to the year that its day ends.
func yearFor(line ledger.Line) int {
	for i := 0; i+1 < len(line.Args); i += 2 {
		if line.Args[i] == "month" {
			return line.At/12 + 1
		}
	}
	return yearOf(line.At)
}

func (w *moneyWork) note(key string, args ...string) {
	d := diag.New(key, args...).AsWarning()
	if !slices.ContainsFunc(w.out.Notes, func(x diag.Diagnostic) bool { return x.Key == key && slices.Equal(x.Args, d.Args) }) {
		w.out.Notes = append(w.out.Notes, d)
	}
}

// bill books every line of the option's bill.
func (w *moneyWork) bill() {
	for i, line := range w.in.Option.Ledger.Lines {
		if w.in.Amounts != nil {
			line.Amount = w.in.Amounts[i]
		}
		w.line(line)
	}
	w.chargeCapital()
}

func (w *moneyWork) line(line ledger.Line) {
	switch {
	case line.Category == "capital":
		w.capital = append(w.capital, line)
	case line.Memo:
		w.memos += line.Amount
		w.pay(line.At, line.Amount)
	case line.Category == "resale":
		w.resale(line)
	case line.Category == "failures" || line.Category == "delay":
		w.month(line.At).Imputed -= line.Amount // no invoice, nothing to deduct
	default:
		w.cost(line)
	}
}

// pay books cash of a line: paid, or received when negative.
func (w *moneyWork) pay(at int, amount quantity.Fen) {
	if amount < 0 {
		w.month(at).Received -= amount
		return
	}
	w.month(at).Paid -= amount
}

// cost books a line that is paid: its VAT, and when it is deducted.
func (w *moneyWork) cost(line ledger.Line) {
	v := w.levyOn(line)
	net, paid, deductible := v.net(&w.rounder, line.Amount), v.paid(&w.rounder, line.Amount), v.kept(&w.rounder, line.Amount)
	w.month(line.At).VAT += paid - deductible
	w.listVAT(v, string(line.Category), net, paid-net, paid-deductible)
	w.addVAT(string(line.Category), paid-line.Amount)
	w.tied.add(line, line.Amount, deductible)
	if line.Item == "line.depreciation" {
		w.month(line.At).Machine -= paid
	} else {
		w.pay(line.At, paid)
	}
	switch {
	case line.Category == "purchase" && line.Item != "line.depreciation":
		w.acquire(line, paid, deductible, net)
	case line.Category == "rent":
		w.eligible("rent", yearFor(line), net)
		w.deductRent(line, deductible)
	case line.Item == "line.depreciation":
		w.deduct(yearFor(line), deductible)
		w.extraForCharge(yearFor(line), deductible)
	default:
		w.deduct(yearFor(line), deductible)
	}
}

// read turns the way a price is quoted into included or excluded.
func (w *moneyWork) read(quoted catalog.VAT) catalog.VAT {
	if quoted == catalog.VATUnknown {
		w.out.VATUnknown = true
		return w.unknown
	}
	return quoted
}

// quoted says whether the prices behind a line include VAT; where they differ or do not say it is unknown. Lines of
// one item rest on the same prices.
func (w *moneyWork) quoted(line ledger.Line) catalog.VAT {
	key := string(line.Category) + "/" + line.Item
	if s, ok := w.in.quoted[key]; ok {
		return s
	}
	book := w.in.Option.Ledger.Book
	state := catalog.VAT("")
	for _, i := range book.Uses([]ledger.Ref{line.Root}) {
		v := catalog.VAT(book.Figures()[i].VAT)
		switch {
		case v == "" || v == state:
		case state == "":
			state = v
		default:
			state = catalog.VATUnknown
		}
	}
	if state == "" {
		state = catalog.VATUnknown
	}
	w.in.quoted[key] = state
	return state
}

// listVAT enters the VAT of an amount into the list of VAT.
func (w *moneyWork) listVAT(v levy, category string, net, vat, credited quantity.Fen) {
	if !v.counts {
		return
	}
	for i := range w.out.VAT {
		x := &w.out.VAT[i]
		if x.Category == category && x.Rule == v.rule && x.Quoted == v.quoted {
			x.Net, x.VAT, x.Credited = x.Net+net, x.VAT+vat, x.Credited+credited
			return
		}
	}
	w.out.VAT = append(w.out.VAT, VATLine{
		Category: category, Rule: v.rule, Rate: v.rate, Quoted: v.quoted, Net: net, VAT: vat, Credited: credited,
	})
}

// resale books what machines bring. The VAT in it is handed over.
func (w *moneyWork) resale(line ledger.Line) {
	v := w.levyOn(line)
	gross, net := v.paid(&w.rounder, -line.Amount), v.kept(&w.rounder, -line.Amount)
	w.addVAT(string(line.Category), -line.Amount-gross)
	w.tied.add(line, line.Amount, -net)
	w.pay(line.At, -gross)
	w.month(line.At).VAT -= gross - net
	w.listVAT(v, string(line.Category), net, gross-net, net-gross)
	w.sell(line.At, net)
}

func (w *moneyWork) sell(at int, net quantity.Fen) {
	w.sold.at, w.sold.net, w.sold.made = max(w.sold.at, at), w.sold.net+net, true
}

// deductRent deducts rent in the year it is paid; rent paid more than a year ahead is spread evenly over the months
// that it is for, up to the next rent or the end of the scenario.
func (w *moneyWork) deductRent(line ledger.Line, amount quantity.Fen) {
	next := w.in.Months
	for _, other := range w.in.Option.Ledger.Lines {
		if other.Item == line.Item && other.At > line.At {
			next = min(next, other.At)
		}
	}
	covered := next - line.At
	if covered <= 12 {
		w.deduct(yearFor(line), amount)
		w.extraForRent(yearFor(line), amount)
		return
	}
	for i, each := range quantity.SplitFen(amount, covered) {
		w.deduct(yearOf(line.At+1+i), each)
		w.extraForRent(yearOf(line.At+1+i), each)
	}
}

func (w *moneyWork) eligible(object string, year int, net quantity.Fen) {
	s := w.spend[object]
	for len(s) < year {
		s = append(s, 0)
	}
	s[year-1] += net
	w.spend[object] = s
}
