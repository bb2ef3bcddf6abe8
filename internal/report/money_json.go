package report

import (
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// moneyJSON is money over time of the whole comparison.
type moneyJSON struct {
	Discounted   bool           `json:"discounted" doc:"options are compared by present cost"`
	DiscountRate number         `json:"discount_rate" doc:"effective a year"`
	Taxpayer     string         `json:"taxpayer" enum:"none,general,small"`
	Invoice      string         `json:"invoice" enum:"special,ordinary"`
	IncomeTax    decimal        `json:"income_tax"`
	RD           decimal        `json:"rd_share"`
	Immediate    bool           `json:"immediate_deduction"`
	Depreciation string         `json:"depreciation"`
	CashLimit    *amount        `json:"cash_limit"`
	Loan         *loanTermsJSON `json:"loan"`
	Lease        *leaseJSON     `json:"lease"`
	Subsidies    []string       `json:"subsidies"`
	Increment    *incrementJSON `json:"increment" doc:"best owning less best renting; null when nothing is discounted"`
	Rules        []ruleJSON     `json:"rules" doc:"figures of the tax and finance sheets behind it"`
}

type loanTermsJSON struct {
	Share     decimal `json:"share"`
	Months    int     `json:"months"`
	Rate      decimal `json:"rate"`
	Kind      string  `json:"kind" enum:"equal-instalments,equal-principal"`
	Subsidy   decimal `json:"interest_subsidy"`
	SubsidyMo int     `json:"interest_subsidy_months"`
}

type leaseJSON struct {
	Down     decimal `json:"down_payment"`
	Months   int     `json:"months"`
	Rate     decimal `json:"rate"`
	Kind     string  `json:"kind" enum:"equal-instalments,equal-principal"`
	Fee      decimal `json:"fee"`
	Deposit  decimal `json:"deposit"`
	PerYear  int     `json:"per_year"`
	EndPrice amount  `json:"end_price"`
}

type incrementJSON struct {
	Own        string   `json:"own"`
	Rent       string   `json:"rent"`
	Flows      []amount `json:"flows" doc:"by month, owning less renting; money paid is negative"`
	IRR        []number `json:"irr" doc:"every rate of return a year; none and several are possible; none for a reused machine, on which the project lays nothing out"`
	IRRCount   string   `json:"irr_count" enum:"none,one,several"`
	Payback    *number  `json:"payback_months" doc:"null = never, or a reused machine"`
	Discounted *number  `json:"discounted_payback_months" doc:"null = never"`
	NAL        amount   `json:"advantage_of_renting" doc:"net advantage of leasing at the discount rate"`
	Borrowing  *number  `json:"borrowing_rate" doc:"after-tax cost of the loan or lease a year"`
	NALBorrow  *amount  `json:"advantage_of_renting_at_borrowing_rate"`
}

type ruleJSON struct {
	ID     string  `json:"id"`
	Value  decimal `json:"value"`
	Unit   string  `json:"unit"`
	AsOf   string  `json:"asof"`
	Source string  `json:"source"`
	Where  string  `json:"where"`
}

// optionMoneyJSON is money over time of one option.
type optionMoneyJSON struct {
	Cost       amount            `json:"cost" doc:"what the option is compared by"`
	Steps      []stepJSON        `json:"steps" doc:"from the bill's total to the cost: total and amounts sum to cost"`
	Net        amount            `json:"net" doc:"spent after VAT, tax and finance, undiscounted"`
	Capital    amount            `json:"capital" doc:"the bill's capital lines on prices without VAT that comes back; counts only when nothing is discounted"`
	NPV        *amount           `json:"npv" doc:"present value of all flows, money paid negative: minus present_cost; null when nothing is discounted"`
	Present    *amount           `json:"present_cost"`
	Annual     *amount           `json:"equivalent_annual_cost"`
	PeakCash   amount            `json:"peak_cash"`
	OverLimit  bool              `json:"over_cash_limit"`
	InputVAT   amount            `json:"input_vat"`
	Shield     amount            `json:"tax_shield"`
	VATUnknown bool              `json:"vat_unknown" doc:"a price does not say whether it includes VAT; read as included"`
	IfExcluded *amount           `json:"cost_if_excluded" doc:"cost when those prices exclude VAT"`
	Months     []moneyMonthJSON  `json:"months"`
	VAT        []vatJSON         `json:"vat"`
	TaxYears   []taxYearJSON     `json:"tax_years"`
	BookYears  []bookYearJSON    `json:"book_years" doc:"charge to reported profit before income tax"`
	TaxDep     []yearChargeJSON  `json:"tax_depreciation"`
	Loan       []loanRowJSON     `json:"loan"`
	LeaseRate  []number          `json:"lease_rate" doc:"what the lease costs a year, fee and deposit included"`
	Machine    *machineMoneyJSON `json:"machine" doc:"reused: the whole machine over its life"`
}

type machineMoneyJSON struct {
	MonthsPaid number           `json:"months_paid" doc:"months of the whole machine that the project pays"`
	Payment    number           `json:"payment" doc:"what one of them costs: the present cost in equal monthly payments over the machine's life"`
	NPV        amount           `json:"npv" doc:"money paid is negative"`
	Total      amount           `json:"total" doc:"price less resale, as quoted"`
	Steps      []stepJSON       `json:"steps" doc:"from total to the machine's present cost"`
	Months     []moneyMonthJSON `json:"months"`
	TaxYears   []taxYearJSON    `json:"tax_years"`
	VAT        []vatJSON        `json:"vat"`
	Loan       []loanRowJSON    `json:"loan"`
	TaxDep     []yearChargeJSON `json:"tax_depreciation"`
}

type moneyMonthJSON struct {
	Month    int    `json:"month"`
	Paid     amount `json:"paid"`
	Imputed  amount `json:"imputed" doc:"what lost time is worth: compared, and no cash"`
	Received amount `json:"received"`
	VAT      amount `json:"vat"`
	Finance  amount `json:"finance"`
	Grants   amount `json:"grants"`
	Tax      amount `json:"tax"`
	Machine  amount `json:"machine"`
	Net      amount `json:"net"`
	Total    amount `json:"running_total"`
}

type vatJSON struct {
	Category string  `json:"category"`
	Rule     string  `json:"rule" doc:"id in the tax sheet"`
	Rate     decimal `json:"rate"`
	Quoted   string  `json:"quoted" enum:"included,excluded,unknown"`
	Net      amount  `json:"net"`
	VAT      amount  `json:"vat"`
	Credited amount  `json:"credited" doc:"negative: VAT of a sale that is handed over"`
}

type taxYearJSON struct {
	Year         int    `json:"year"`
	Costs        amount `json:"costs"`
	Depreciation amount `json:"depreciation"`
	Interest     amount `json:"interest"`
	Extra        amount `json:"extra_deduction"`
	Disposal     amount `json:"disposal" doc:"book value less what the sale brought"`
	Income       amount `json:"income" doc:"taxed grants, negative"`
	Deducted     amount `json:"deducted"`
	Shield       amount `json:"shield"`
}

type bookYearJSON struct {
	Year         int    `json:"year"`
	Costs        amount `json:"costs"`
	Depreciation amount `json:"depreciation"`
	Interest     amount `json:"interest"`
	Disposal     amount `json:"disposal"`
	Income       amount `json:"income"`
	Charge       amount `json:"charge"`
}

type yearChargeJSON struct {
	Year      int    `json:"year"`
	Charge    amount `json:"charge"`
	Remaining amount `json:"remaining"`
}

type loanRowJSON struct {
	Period    int    `json:"period"`
	Payment   amount `json:"payment"`
	Interest  amount `json:"interest"`
	Principal amount `json:"principal"`
	Balance   amount `json:"balance"`
	Subsidy   amount `json:"interest_subsidy"`
}

func moneyAsJSON(m *compare.MoneyOutcome) *moneyJSON {
	if m == nil {
		return nil
	}
	t := m.Terms
	out := &moneyJSON{
		Discounted: t.Discounts(), DiscountRate: number(m.DiscountRate), Taxpayer: orElse(t.Taxpayer, costmodel.TaxpayerNone),
		Invoice: orElse(t.Invoice, costmodel.InvoiceSpecial), IncomeTax: decimal(t.IncomeTax.String()), RD: decimal(t.RD.String()),
		Immediate: t.Immediate, Depreciation: orElse(t.Depreciation, costmodel.StraightLine), Subsidies: []string{}, Rules: []ruleJSON{},
	}
	if t.CashLimit > 0 {
		out.CashLimit = yuan(t.CashLimit)
	}
	if l := t.Loan; l != nil {
		out.Loan = &loanTermsJSON{
			decimal(l.Share.String()), l.Months, decimal(l.Rate.String()), l.Repayment.String(), decimal(l.Subsidy.String()), l.SubsidyMonths,
		}
	}
	if l := t.Lease; l != nil {
		out.Lease = &leaseJSON{
			decimal(l.Down.String()), l.Months, decimal(l.Rate.String()), l.Repayment.String(), decimal(l.Fee.String()),
			decimal(l.Deposit.String()), l.PerYear, amount(l.EndPrice),
		}
	}
	for _, g := range t.Grants {
		out.Subsidies = append(out.Subsidies, g.ID)
	}
	for _, f := range m.Rules {
		out.Rules = append(out.Rules, ruleJSON{f.ID, decimal(f.Typical), f.Unit, f.AsOf, f.Source, where(f.File, f.Line)})
	}
	out.Increment = incrementAsJSON(m.Increment)
	return out
}

func orElse(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

func incrementAsJSON(b *costmodel.Increment) *incrementJSON {
	if b == nil {
		return nil
	}
	out := &incrementJSON{
		Own: b.Own, Rent: b.Rent, Flows: []amount{}, IRR: numbers(b.Rates.Roots), IRRCount: b.Rates.Count().String(),
		Payback: paybackAsJSON(b.Payback), Discounted: paybackAsJSON(b.Discounted), NAL: amount(b.NAL),
	}
	for _, f := range b.Flows {
		out.Flows = append(out.Flows, amount(f))
	}
	if b.Borrowing > 0 {
		rate := number(b.Borrowing)
		out.Borrowing, out.NALBorrow = &rate, yuan(b.NALBorrow)
	}
	return out
}

func numbers(list []float64) []number {
	out := make([]number, 0, len(list))
	for _, f := range list {
		out = append(out, number(f))
	}
	return out
}

func paybackAsJSON(p finance.PaybackTime) *number {
	if !p.Reached {
		return nil
	}
	return numberOf(p.Periods)
}

func optionMoneyAsJSON(m *costmodel.MoneyResult) *optionMoneyJSON {
	if m == nil {
		return nil
	}
	out := &optionMoneyJSON{
		Cost: amount(m.Cost()), Steps: stepsAsJSON(m.Steps), Net: amount(m.Net), Capital: amount(m.Capital), PeakCash: amount(m.PeakCash), OverLimit: m.OverLimit(),
		InputVAT: amount(m.InputVAT), Shield: amount(m.Shield), VATUnknown: m.VATUnknown,
		Months: monthsAsJSON(m.Months), VAT: vatAsJSON(m.VAT), TaxYears: taxYearsAsJSON(m.TaxYears), BookYears: bookYearsAsJSON(m.BookYears),
		TaxDep: chargesAsJSON(m.TaxCharges), Loan: loanAsJSON(m.Loan, m.LoanSubsidy), LeaseRate: numbers(m.LeaseRate.Roots),
	}
	if m.Terms.Discounts() {
		out.NPV, out.Present, out.Annual = yuan(m.NPV), yuan(m.PresentCost()), yuan(m.EquivalentAnnual)
	}
	if m.IfExcluded != 0 {
		out.IfExcluded = yuan(m.IfExcluded)
	}
	if w := m.Whole; w != nil {
		out.Machine = &machineMoneyJSON{
			MonthsPaid: number(m.Share), Payment: number(m.Payment), NPV: amount(w.NPV), Total: amount(w.Quoted),
			Steps: stepsAsJSON(w.Steps), Months: monthsAsJSON(w.Months), TaxYears: taxYearsAsJSON(w.TaxYears),
			VAT: vatAsJSON(w.VAT), Loan: loanAsJSON(w.Loan, w.LoanSubsidy), TaxDep: chargesAsJSON(w.TaxCharges),
		}
	}
	return out
}

// monthsAsJSON leaves out months in which nothing moves.
func monthsAsJSON(months []costmodel.MoneyMonth) []moneyMonthJSON {
	out := []moneyMonthJSON{}
	for _, m := range months {
		x := moneyMonthJSON{
			m.Month, amount(m.Paid), amount(m.Imputed), amount(m.Received), amount(m.VAT), amount(m.Finance), amount(m.Grants), amount(m.Tax),
			amount(m.Machine), amount(m.Net), amount(m.Total),
		}
		if (m != costmodel.MoneyMonth{Month: m.Month, Total: m.Total}) {
			out = append(out, x)
		}
	}
	return out
}

func vatAsJSON(lines []costmodel.VATLine) []vatJSON {
	out := []vatJSON{}
	for _, v := range lines {
		out = append(out, vatJSON{
			v.Category, v.Rule, decimal(v.Rate.String()), string(v.Quoted), amount(v.Net), amount(v.VAT), amount(v.Credited),
		})
	}
	return out
}

func taxYearsAsJSON(years []costmodel.TaxYear) []taxYearJSON {
	out := []taxYearJSON{}
	for _, y := range years {
		out = append(out, taxYearJSON{
			y.Year, amount(y.Costs), amount(y.Depreciation), amount(y.Interest), amount(y.Extra), amount(y.Disposal),
			amount(y.Income), amount(y.Deducted), amount(y.Shield),
		})
	}
	return out
}

func bookYearsAsJSON(years []costmodel.BookYear) []bookYearJSON {
	out := []bookYearJSON{}
	for _, y := range years {
		out = append(out, bookYearJSON{
			y.Year, amount(y.Costs), amount(y.Depreciation), amount(y.Interest), amount(y.Disposal), amount(y.Income), amount(y.Charge),
		})
	}
	return out
}

func chargesAsJSON(charges []costmodel.YearCharge) []yearChargeJSON {
	out := []yearChargeJSON{}
	for _, c := range charges {
		out = append(out, yearChargeJSON{c.Year, amount(c.Charge), amount(c.Remaining)})
	}
	return out
}

func loanAsJSON(rows []finance.LoanRow, subsidy []quantity.Fen) []loanRowJSON {
	out := []loanRowJSON{}
	for i, r := range rows {
		x := loanRowJSON{r.Period, amount(r.Payment), amount(r.Interest), amount(r.Principal), amount(r.Balance), 0}
		if i < len(subsidy) {
			x.Subsidy = amount(subsidy[i])
		}
		out = append(out, x)
	}
	return out
}
