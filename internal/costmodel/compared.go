package costmodel

import (
	"slices"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// Solvers that evaluate bills many thousand times cannot lay each out over time. Where terms look at VAT alone, what an
// option is compared by is again a sum of lines: each times its share, and capital on what is left of what it stands on.
// A bill as compared is such a sum, with Money's amounts to the fen and expressions for float64 beside them.

// OnlyVAT reports whether VAT is all that the terms change: options are then compared by bills as compared.
func (t MoneyTerms) OnlyVAT() bool {
	return !t.Discounts() && t.IncomeTax.IsZero() && len(t.Grants) == 0 && t.CashLimit == 0
}

// Weighing turns the amounts of a bill's lines into what its option is compared by, for terms that look at VAT alone. It
// is read-only.
type Weighing struct {
	lines  []ledger.Line
	levies []levy
}

// NewWeighing reads the VAT on every line of the option's bill.
func NewWeighing(in MoneyInput) *Weighing {
	if in.quoted == nil {
		in.quoted = map[string]catalog.VAT{}
	}
	w := newMoneyWork(in, catalog.VATIncluded)
	k := &Weighing{in.Option.Ledger.Lines, make([]levy, len(in.Option.Ledger.Lines))}
	for i, line := range k.lines {
		k.levies[i] = w.levyOn(line)
	}
	return k
}

// Amounts writes what each line counts for amounts of the bill's lines to kept, and returns the sum without memos: Cost
// of Money. Both may be the same slice.
func (k *Weighing) Amounts(amounts, kept []quantity.Fen) (total quantity.Fen, err error) {
	var r rounder
	var t tied
	for i, line := range k.lines {
		if line.Category == "capital" {
			continue
		}
		was := amounts[i]
		kept[i] = k.levies[i].kept(&r, was)
		t.add(line, was, kept[i])
	}
	for i, line := range k.lines {
		if line.Category == "capital" {
			kept[i] = t.withoutCredit(&r, line, amounts[i])
		}
		if !line.Memo {
			total += kept[i]
		}
	}
	return total, r.err
}

// Quoted returns the amounts of the bill's lines.
func (k *Weighing) Quoted() []quantity.Fen {
	amounts := make([]quantity.Fen, len(k.lines))
	for i, line := range k.lines {
		amounts[i] = line.Amount
	}
	return amounts
}

// Total is what the option is compared by: Cost of Money.
func (k *Weighing) Total() (quantity.Fen, error) {
	amounts := k.Quoted()
	return k.Amounts(amounts, amounts)
}

// Moving is a bill of which some lines move: what it is compared by follows from them alone. It is read-only.
type Moving struct {
	k       *Weighing
	lines   []int        // that move
	capital []int        // places of capital in lines
	still   []int        // capital that does not move
	rest    quantity.Fen // what the other lines count
	tied    tied         // what they tie up
}

// Moving sums up all lines but those that move, which are named in the order of the bill.
func (k *Weighing) Moving(lines []int) (*Moving, error) {
	var r rounder
	m := &Moving{k: k, lines: lines}
	for i, line := range k.lines {
		at, moves := slices.BinarySearch(lines, i)
		switch isCapital := line.Category == "capital"; {
		case isCapital && moves:
			m.capital = append(m.capital, at)
		case isCapital:
			m.still = append(m.still, i)
		case !moves:
			m.rest += k.count(&r, &m.tied, i, line.Amount)
		}
	}
	return m, r.err
}

// Total is what the option is compared by for amounts of the lines that move.
func (m *Moving) Total(amounts []quantity.Fen) (quantity.Fen, error) {
	var r rounder
	total, t := m.rest, m.tied
	for at, i := range m.lines {
		if m.k.lines[i].Category != "capital" {
			total += m.k.count(&r, &t, i, amounts[at])
		}
	}
	for _, i := range m.still {
		total += t.withoutCredit(&r, m.k.lines[i], m.k.lines[i].Amount)
	}
	for _, at := range m.capital {
		total += t.withoutCredit(&r, m.k.lines[m.lines[at]], amounts[at])
	}
	return total, r.err
}

// count is what a line other than capital counts in the total; t takes what it ties up.
func (k *Weighing) count(r *rounder, t *tied, i int, amount quantity.Fen) quantity.Fen {
	kept := k.levies[i].kept(r, amount)
	t.add(k.lines[i], amount, kept)
	if k.lines[i].Memo {
		return 0
	}
	return kept
}

// ledger is the bill as compared, in the same book.
func (k *Weighing) ledger(b *ledger.Book) (*ledger.Ledger, error) {
	amounts := k.Quoted()
	total, err := k.Amounts(amounts, amounts)
	if err != nil {
		return nil, err
	}
	l := ledger.New(b)
	l.Lines, l.Total = append(l.Lines, k.lines...), total
	shares := k.shares(b)
	for i := range l.Lines {
		line := &l.Lines[i]
		line.Amount = amounts[i]
		if share := shares(i); share.Valid() {
			line.Root = ledger.Mul(b.At(line.Root), share).Ref()
		}
	}
	return l, nil
}

// shares returns the share of each line; not valid for those that count in full.
func (k *Weighing) shares(b *ledger.Book) func(i int) ledger.Expr {
	capital := map[string]ledger.Expr{}
	return func(i int) ledger.Expr {
		if k.lines[i].Category != "capital" {
			return keptShare(b, k.levies[i])
		}
		in := lineArg(k.lines[i], "tied_in")
		share, known := capital[in]
		if !known {
			share = k.capitalShare(b, in)
			capital[in] = share
		}
		return share
	}
}

// keptShare is the share of a line as an expression.
func keptShare(b *ledger.Book, v levy) ledger.Expr {
	share := v.share()
	if share.Equal(quantity.Int(1)) {
		return ledger.Expr{}
	}
	return b.Const("kept."+share.String(), "f.kept_share", "share", share)
}

// capitalShare is what a kind of capital stands on as it is paid for good, over what it is quoted at.
func (k *Weighing) capitalShare(b *ledger.Book, in string) ledger.Expr {
	none := b.Int("const.zero", "f.zero", "CNY", 0)
	quoted, kept := none, none
	var only []levy // one for each share
	for i, line := range k.lines {
		if on, ok := ties(line.Category); !ok || on != in || line.Memo {
			continue
		}
		v := k.levies[i]
		if !slices.ContainsFunc(only, func(o levy) bool { return o.share().Equal(v.share()) }) {
			only = append(only, v)
		}
		join := ledger.Sum
		if line.Credit && line.Category != "resale" {
			join = func(xs ...ledger.Expr) ledger.Expr { return ledger.Sub(xs[0], xs[1]) }
		}
		amount := b.At(line.Root)
		quoted = join(quoted, amount)
		if share := keptShare(b, v); share.Valid() {
			amount = ledger.Mul(amount, share)
		}
		kept = join(kept, amount)
	}
	switch len(only) {
	case 0:
		return ledger.Expr{}
	case 1:
		return keptShare(b, only[0])
	}
	fen := b.Const("const.fen", "f.fen", "CNY", quantity.MustDecimal("0.01")) // where nothing is paid nothing is tied up
	return ledger.Div(kept, ledger.MaxOf(quoted, fen))
}

// Comparer puts bills on what their options are compared by under the terms of an input. The zero Comparer leaves them
// as quoted.
type Comparer struct {
	rules MoneyRules
	vat   bool
}

// NewComparer reads the rules behind the terms; what the sheets lack for them is listed, and bills then stay as quoted.
// It panics for terms that look at more than VAT.
func NewComparer(in Input) (Comparer, diag.List) {
	if !in.Money.Decides() {
		return Comparer{}, nil
	}
	rules, lacks := NewMoneyRules(in.Catalog)
	if len(lacks) > 0 {
		return Comparer{}, lacks
	}
	return rules.Comparer(in.Money), nil
}

// Comparer is that of terms under the rules. It panics for terms that look at more than VAT.
func (r MoneyRules) Comparer(t MoneyTerms) Comparer {
	if !t.OnlyVAT() {
		panic("costmodel: bills cannot be compared line by line under these terms")
	}
	return Comparer{r, t.Decides()}
}

// AfterVAT reports whether amounts are after VAT.
func (c Comparer) AfterVAT() bool { return c.vat }

// Weighing is that of an option under the terms; nil where bills stay as quoted. costs are the bills that it is from.
func (c Comparer) Weighing(in Input, costs Result, o Option) *Weighing {
	if !c.vat {
		return nil
	}
	return NewWeighing(NewMoneyInput(in, costs, o, c.rules))
}

// Bill is the bill of an option as it is compared. in is the need of the bills, under the comparer's terms.
func (c Comparer) Bill(in Input, costs Result, o Option) (*ledger.Ledger, error) {
	if !c.vat {
		return o.Ledger, nil
	}
	return c.bill(NewMoneyInput(in, costs, o, c.rules))
}

func (c Comparer) bill(in MoneyInput) (*ledger.Ledger, error) {
	if !c.vat {
		return in.Option.Ledger, nil
	}
	return NewWeighing(in).ledger(in.Option.Ledger.Book)
}

// Options are options with their bills as compared. One that is beyond range lacks its price.
func (c Comparer) Options(in Input, costs Result, options []Option) []Option {
	if !c.vat {
		return options
	}
	out := make([]Option, len(options))
	for i, o := range options {
		if len(o.Missing) == 0 {
			l, err := c.Bill(in, costs, o)
			if err != nil {
				o.Missing = []Missing{{"missing.not_computable", diag.Args("reason", err.Error())}}
			} else {
				o.Ledger = l
			}
		}
		out[i] = o
	}
	return out
}

// Bills are all bills of a need as compared. Offers that do not count are left out, but for those that strand cards: for
// another length or use they may.
func (c Comparer) Bills(in Input, costs Result) Result {
	if !c.vat {
		return costs
	}
	out := costs
	out.Options, out.Offers = c.Options(in, costs, costs.Options), nil
	for _, b := range costs.Offers {
		if !b.Acceptable() && !b.Stranded() {
			continue
		}
		if l, err := c.Bill(in, costs, OfferOption(b)); err == nil {
			b.Ledger = l
			out.Offers = append(out.Offers, b)
		}
	}
	return out
}
