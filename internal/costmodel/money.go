package costmodel

import (
	"math"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// The kinds of taxpayer. TaxpayerNone leaves prices as they are quoted.
const (
	TaxpayerNone    = "none"
	TaxpayerGeneral = "general"
	TaxpayerSmall   = "small"
)

// The kinds of invoice. Only a special invoice lets a general taxpayer credit the VAT in a price.
const (
	InvoiceSpecial  = "special"
	InvoiceOrdinary = "ordinary"
)

// MoneyTerms says how money over time is looked at. The zero value changes nothing: prices as quoted, no tax, no
// discounting. A loan or a lease is only judged fairly by present value, so either turns NPV on.
type MoneyTerms struct {
	NPV          bool             // discount flows; the capital line of the bill is dropped
	Taxpayer     string           // none (or ""), general, small
	Invoice      string           // special (or ""), ordinary
	IncomeTax    quantity.Decimal // rate of company income tax; 0 = not looked at
	RD           quantity.Decimal // share of the machine's hours that is R&D: that share is deducted once more
	Immediate    bool             // deduct machines at once for tax where the rule allows it
	Depreciation string           // a word of DepreciationMethods; "" = straight-line
	TaxLifeYears int              // 0 = the least life that the law allows
	Loan         *LoanTerms
	Lease        *LeaseTerms
	Grants       []GrantTerms
	CashLimit    quantity.Fen // 0 = none
}

// Discounts reports whether flows are discounted.
func (t MoneyTerms) Discounts() bool { return t.NPV || t.Loan != nil || t.Lease != nil }

// Active reports whether the terms ask for anything at all.
func (t MoneyTerms) Active() bool {
	return t.Decides() || t.CashLimit > 0 || t.Depreciation != "" || t.TaxLifeYears > 0
}

// Decides reports whether the terms change what options are compared by.
func (t MoneyTerms) Decides() bool {
	return t.Discounts() || t.taxpayer() != TaxpayerNone || !t.IncomeTax.IsZero() || len(t.Grants) > 0
}

func (t MoneyTerms) taxpayer() string {
	if t.Taxpayer == "" {
		return TaxpayerNone
	}
	return t.Taxpayer
}

// credits reports whether the VAT in prices comes back.
func (t MoneyTerms) credits() bool {
	return t.taxpayer() == TaxpayerGeneral && t.Invoice != InvoiceOrdinary
}

// MoneyInput is one option with what its money depends on beside its bill.
type MoneyInput struct {
	Option    Option
	Terms     MoneyTerms
	Rules     MoneyRules
	Start     quantity.YearMonth
	Months    int                    // the scenario's started months
	Units     int                    // machines that the purchase line pays for
	Class     string                 // of the rented offer: bare-metal is a lease of movables, all else a service
	UsedHours float64                // in which one machine works over the scenario, for units of production
	LifeHours float64                // of one machine
	Amounts   []quantity.Fen         // of the ledger's lines when they differ from the bill's; nil = the bill's
	quoted    map[string]catalog.VAT // how prices of a line are quoted, kept between runs on the same bill
}

// MoneyMonth is what an option moves in one month. Money paid is negative.
type MoneyMonth struct {
	Month    int          // months after the start
	Paid     quantity.Fen // lines of the bill with their VAT, deposits included, the capital line left out
	Imputed  quantity.Fen // what lost time is worth: compared like a payment, and no cash
	Received quantity.Fen // resale with its VAT, deposits and refunds back
	VAT      quantity.Fen // input VAT credited, less output VAT of a sale
	Finance  quantity.Fen // loan or lease: drawn, repaid, interest, interest subsidy
	Grants   quantity.Fen
	Tax      quantity.Fen // income tax saved by the deductions of the year that ends
	Machine  quantity.Fen // reused machines: the project's share; with discounting after VAT, tax and finance
	Net      quantity.Fen // the sum
	Total    quantity.Fen // running sum of Net
}

// MoneyResult is the money of one option over time.
type MoneyResult struct {
	Terms        MoneyTerms
	DiscountRate float64 // effective a year
	Months       []MoneyMonth
	VAT          []VATLine
	TaxYears     []TaxYear // empty without income tax
	BookYears    []BookYear
	TaxCharges   []YearCharge // depreciation deducted for tax
	Loan         []finance.LoanRow
	LoanSubsidy  []quantity.Fen // by row of Loan
	PerYear      int            // rows of Loan in a year
	LeaseRate    finance.Rates  // per year, what a lease costs with fee, deposit and end price
	Whole        *MoneyResult   // reused: the whole machine over its life
	Share        float64        // reused: months of the whole machine that the project pays for
	Payment      float64        // reused: what one of them costs, yuan: the whole machine's present cost in equal monthly payments

	Quoted           quantity.Fen // the bill's total
	Steps            []MoneyStep  // from Quoted to Cost
	Net              quantity.Fen // after VAT, tax and finance, undiscounted, the capital line left out; positive = paid
	Capital          quantity.Fen // the bill's capital lines on what is paid for good; kept only when nothing is discounted
	NPV              quantity.Fen // money paid is negative
	EquivalentAnnual quantity.Fen // what the present cost amounts to as an equal cost at the end of each year
	PeakCash         quantity.Fen
	InputVAT         quantity.Fen // credited in all
	Shield           quantity.Fen // income tax saved in all
	VATUnknown       bool         // a price does not say whether it includes VAT: read as included
	IfExcluded       quantity.Fen // Cost if those prices exclude it
	Notes            diag.List
}

// PresentCost is the NPV with its sign turned.
func (r MoneyResult) PresentCost() quantity.Fen { return -r.NPV }

// Cost is what the option is compared by: the present cost when flows are discounted; the net total and the capital
// line when they are not.
func (r MoneyResult) Cost() quantity.Fen {
	if r.Terms.Discounts() {
		return r.PresentCost()
	}
	return r.Net + r.Capital
}

// Computed reports whether all amounts stayed within range; otherwise Notes says why not.
func (r MoneyResult) Computed() bool { return !r.Notes.HasErrors() }

// OverLimit reports whether the option needs more cash at a time than there is.
func (r MoneyResult) OverLimit() bool {
	return r.Terms.CashLimit > 0 && r.PeakCash > r.Terms.CashLimit
}

// Flows returns the net flow of each month; money paid is negative.
func (r MoneyResult) Flows() []quantity.Fen {
	out := make([]quantity.Fen, len(r.Months))
	for i, m := range r.Months {
		out[i] = m.Net
	}
	return out
}

// Money lays an option's bill out over time: monthly flows with VAT, finance, grants and income tax, and what they
// amount to. The bill is read, never made again.
//
// The assumptions: VAT is credited in the month it is paid; other business is profitable enough to use every credit
// and deduction; income tax is settled at the end of each project year; what is paid on that day still counts, unless
// it is for the month that begins.
func Money(in MoneyInput) MoneyResult {
	if in.quoted == nil {
		in.quoted = map[string]catalog.VAT{}
	}
	r := moneyOf(in, catalog.VATIncluded)
	if r.VATUnknown && in.Terms.taxpayer() != TaxpayerNone {
		r.IfExcluded = moneyOf(in, catalog.VATExcluded).Cost()
	}
	return r
}

// moneyOf reads prices of unknown VAT as stated.
func moneyOf(in MoneyInput, unknown catalog.VAT) MoneyResult {
	w := newMoneyWork(in, unknown)
	if in.Option.View == "reused" && in.Terms.Discounts() {
		w.reused()
	} else {
		w.bill()
		w.borrow()
		w.grants()
		w.writeOff()
	}
	w.settle()
	return w.result()
}

// NewMoneyInput gathers what the money of an option depends on from a scenario and its bills.
func NewMoneyInput(in Input, costs Result, o Option, rules MoneyRules) MoneyInput {
	out := MoneyInput{
		quoted: map[string]catalog.VAT{},
		Option: o, Terms: in.Money, Rules: rules, Start: in.Scenario.Start,
		Months: max(1, int(math.Ceil(in.Scenario.Months()-1e-9))), Units: costs.Machine.Units,
	}
	if len(o.Offers) > 0 {
		offer, _ := in.Catalog.Offer(o.Offers[0])
		out.Class = offer.Class
	}
	if costs.Machine.Cards > 0 {
		out.UsedHours = costs.UsedHours / float64(costs.Machine.Cards)
	}
	life := in.Scenario.LifeMonths
	if life == 0 {
		a, _ := in.Catalog.Assumption("life-months")
		life = int(toFloat(a.Value))
	}
	out.LifeHours = float64(life) * quantity.HoursPerMonth
	return out
}
