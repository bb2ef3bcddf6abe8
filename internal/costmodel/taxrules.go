package costmodel

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// MoneyRules are the figures of the sheets behind money over time.
type MoneyRules struct {
	DiscountRate float64                     // effective a year
	rates        map[string]quantity.Decimal // by id: VAT rates, levies, shares
	immediate    immediateRule
	reducedTo    quantity.Date // last day of the reduced levy; 0 = no end
	minTaxLife   int           // years
	accelerated  quantity.Decimal
	Used         []catalog.Figure // in the order in which they are listed here
}

// immediateRule lets equipment up to a unit limit be deducted in the year of purchase, used machines too.
type immediateRule struct {
	limit    quantity.Fen
	from, to quantity.Date // 0 = open
}

// vatIDs are the rates that lines of a bill may need.
var vatIDs = []string{
	"vat-goods", "vat-electricity", "vat-colo", "vat-cloud", "vat-movable-lease", "vat-services",
	"vat-levy", "vat-small-reduced", "dep-residual-practice", "rnd-100",
}

// NewMoneyRules reads the rules from the tax and finance sheets; what they lack is listed.
func NewMoneyRules(cat *catalog.Catalog) (MoneyRules, diag.List) {
	b := ruleReader{cat: cat, out: MoneyRules{rates: map[string]quantity.Decimal{}}}
	for _, id := range vatIDs {
		b.out.rates[id] = b.value(id)
	}
	b.out.DiscountRate = b.value("discount-rate").InexactFloat64()
	b.out.minTaxLife = int(b.value("dep-min-life-electronic").InexactFloat64())
	b.out.accelerated = b.value("dep-accelerated")
	limit := b.value("dep-immediate")
	b.out.immediate.limit, _ = quantity.RoundFen(limit)
	b.out.immediate.from, b.out.immediate.to = b.valid("dep-immediate")
	_, b.out.reducedTo = b.valid("vat-small-reduced")
	return b.out, b.lacks
}

type ruleReader struct {
	cat   *catalog.Catalog
	out   MoneyRules
	lacks diag.List
}

func (b *ruleReader) value(id string) quantity.Decimal {
	a, ok := b.cat.Assumption(id)
	if !ok || a.Value.Missing() {
		b.lacks = append(b.lacks, diag.New("money.rule_missing", "id", id))
		return quantity.Decimal{}
	}
	d, err := quantity.ParseNumber(a.Value.Typical)
	if err != nil {
		b.lacks = append(b.lacks, diag.New("money.rule_missing", "id", id))
	}
	b.out.Used = append(b.out.Used, a.Value)
	return d
}

// valid returns the first and last day of a rule, 0 where it is open.
func (b *ruleReader) valid(id string) (from, to quantity.Date) {
	a, _ := b.cat.Assumption(id)
	from, _ = quantity.ParseDate(a.ValidFrom)
	to, _ = quantity.ParseDate(a.ValidTo)
	return from, to
}

// allows reports whether a machine bought in the first days of a month may be deducted at once; key says why not.
func (r immediateRule) allows(unit quantity.Fen, bought quantity.YearMonth) (ok bool, key string) {
	day := bought.First()
	switch {
	case r.to != 0 && day > r.to:
		return false, "money.immediate.expired"
	case r.from != 0 && day < r.from:
		return false, "money.immediate.not_yet"
	case unit > r.limit:
		return false, "money.immediate.above_limit"
	}
	return true, ""
}

// taxLife is the life for tax: what the terms ask for, or the least the law allows.
func (r MoneyRules) taxLife(t MoneyTerms) int {
	if t.TaxLifeYears > 0 {
		return t.TaxLifeYears
	}
	return max(1, r.minTaxLife)
}

// vatRule is the id of the VAT rate of a line's category, "" for what carries none.
func vatRule(line category, class string) string {
	switch line {
	case "purchase", "resale", "upkeep": // repair of goods stands beside goods in article 10(1)
		return "vat-goods"
	case "electricity":
		return "vat-electricity"
	case "rack":
		return "vat-colo"
	case "rent":
		if leasesMovables(class) {
			return "vat-movable-lease"
		}
		return "vat-cloud"
	case "staff", "capital", "deposit", "delay":
		return ""
	}
	return "vat-services"
}

// leasesMovables reports whether an offer's class is the lease of a machine rather than a service.
func leasesMovables(class string) bool { return class == "bare-metal" }

// outputRate is the VAT rate on a sale of used machines: the full rate for a general taxpayer, the levy for a small
// one, reduced until its end date.
func (w *moneyWork) outputRate(at int) quantity.Decimal {
	switch w.t.taxpayer() {
	case TaxpayerGeneral:
		return w.r.rates["vat-goods"]
	case TaxpayerSmall:
		if w.r.reducedTo != 0 && w.in.Start.Add(at).First() > w.r.reducedTo {
			return w.r.rates["vat-levy"]
		}
		return w.r.rates["vat-small-reduced"]
	}
	return quantity.Decimal{}
}

// outputRule is the id of outputRate.
func (w *moneyWork) outputRule(at int) string {
	switch {
	case w.t.taxpayer() == TaxpayerGeneral:
		return "vat-goods"
	case w.r.reducedTo != 0 && w.in.Start.Add(at).First() > w.r.reducedTo:
		return "vat-levy"
	}
	return "vat-small-reduced"
}

// CheckMoneyTerms returns what is wrong with the terms themselves.
func CheckMoneyTerms(t MoneyTerms, r MoneyRules) diag.List {
	var wrong diag.List
	if t.Loan != nil && t.Lease != nil {
		wrong = append(wrong, diag.New("money.loan_and_lease"))
	}
	least := int(r.accelerated.InexactFloat64()*float64(r.minTaxLife) + 0.999999)
	if t.TaxLifeYears > 0 && t.TaxLifeYears < least {
		wrong = append(wrong, diag.New("money.tax_life_short", "years", itoa(t.TaxLifeYears), "least", itoa(least)))
	}
	if t.Loan != nil {
		wrong = append(wrong, t.Loan.check()...)
	}
	if t.Lease != nil {
		wrong = append(wrong, t.Lease.check()...)
	}
	return wrong
}
