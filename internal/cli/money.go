package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
)

// moneyFlags say how money over time is looked at. The kind of taxpayer and the discount rate stand with the need.
type moneyFlags struct {
	npv, immediate                                                        bool
	subsidies                                                             []string
	incomeTax, invoice, rd, depreciation, taxLife, loan, lease, cashLimit string
}

// solverCommands evaluate bills many times. Of money over time they look at the kind of taxpayer and the price of capital.
var solverCommands = []string{"breakeven", "sensitivity", "simulate", "sweep"}

// beyondVAT are the flags of money over time that they do not have.
var beyondVAT = []string{
	"npv", "income-tax", "invoice", "rd", "immediate", "depreciation", "tax-life", "loan", "lease", "cash-limit", "subsidy",
}

// incomeTaxWords name the rates of the tax sheet.
var incomeTaxWords = map[string]string{"standard": "cit-standard", "high-tech": "cit-hnte", "small-profit": "cit-small"}

func (o *moneyFlags) addFlags(f *pflag.FlagSet, a *app) {
	word := wordFlags(f, a, "")
	f.BoolVar(&o.npv, "npv", false, a.texts.T("flag.npv"))
	word(&o.incomeTax, "income-tax", "SHARE")
	word(&o.invoice, "invoice", "KIND")
	word(&o.rd, "rd", "SHARE")
	f.BoolVar(&o.immediate, "immediate", false, a.texts.T("flag.immediate"))
	word(&o.depreciation, "depreciation", "METHOD")
	word(&o.taxLife, "tax-life", "YEARS")
	word(&o.loan, "loan", "TERMS")
	word(&o.lease, "lease", "TERMS")
	word(&o.cashLimit, "cash-limit", "YUAN")
	f.StringSliceVar(&o.subsidies, "subsidy", nil, a.texts.T("flag.subsidy"))
	placeholders(f, "subsidy", "ID")
}

var invoiceWords = []string{costmodel.InvoiceSpecial, costmodel.InvoiceOrdinary}

func (o *moneyFlags) complete(cmd *cobra.Command) {
	completeWords(cmd, "income-tax", []string{"standard", "high-tech", "small-profit"})
	completeWords(cmd, "invoice", invoiceWords)
	completeWords(cmd, "depreciation", costmodel.DepreciationMethods)
}

// terms reads the flags; what a loan or lease does not say comes from the finance sheet.
func (o *moneyFlags) terms(cat *catalog.Catalog, taxpayer string, start quantity.YearMonth) (costmodel.MoneyTerms, error) {
	r := &moneyReader{cat: cat}
	t := costmodel.MoneyTerms{
		NPV: o.npv, Taxpayer: taxpayer, Immediate: o.immediate,
		Invoice:      r.oneOf("invoice", o.invoice, invoiceWords),
		Depreciation: r.oneOf("depreciation", o.depreciation, costmodel.DepreciationMethods),
		IncomeTax:    r.incomeTax(o.incomeTax), RD: r.share("rd", o.rd),
		TaxLifeYears: r.years(o.taxLife), CashLimit: r.limit(o.cashLimit),
		Loan: r.loan(o.loan), Lease: r.lease(o.lease),
	}
	for _, id := range o.subsidies {
		r.subsidy(&t, id, start)
	}
	if r.err != nil {
		return t, r.err
	}
	if t.IncomeTax.IsZero() && (o.rd != "" || o.immediate || o.taxLife != "") {
		return t, usage(diag.New("money.needs_income_tax").In("--income-tax"))
	}
	if t.Active() {
		rules, _ := costmodel.NewMoneyRules(cat)
		if wrong := costmodel.CheckMoneyTerms(t, rules); len(wrong) > 0 {
			return t, usage(wrong...)
		}
	}
	return t, nil
}

// moneyReader reads words and keeps the first mistake.
type moneyReader struct {
	cat *catalog.Catalog
	err error
}

func (r *moneyReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *moneyReader) oneOf(flag, word string, words []string) string {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "" {
		return ""
	}
	if !slices.Contains(words, word) {
		r.fail(notOneOf(flag, word, words))
	}
	return word
}

func (r *moneyReader) share(flag, text string) quantity.Decimal {
	if text == "" {
		return quantity.Decimal{}
	}
	d, err := quantity.ParseShare(text)
	if err != nil {
		r.fail(badFlag(flag, err))
	}
	return d
}

func (r *moneyReader) incomeTax(text string) quantity.Decimal {
	if id, ok := incomeTaxWords[strings.ToLower(text)]; ok {
		return r.sheet("income-tax", id)
	}
	return r.share("income-tax", text)
}

// sheet is a value of the tax or finance sheet.
func (r *moneyReader) sheet(flag, id string) quantity.Decimal {
	a, ok := r.cat.Assumption(id)
	if !ok || a.Value.Missing() {
		r.fail(usage(diag.New("money.rule_missing", "id", id).In("--" + flag)))
		return quantity.Decimal{}
	}
	d, err := quantity.ParseNumber(a.Value.Typical)
	if err != nil {
		r.fail(badFlag(flag, err))
	}
	return d
}

// years reads whole years: "3", "3y" or "36mo".
func (r *moneyReader) years(text string) int {
	if text == "" {
		return 0
	}
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	d, err := quantity.ParseDuration(text)
	if err != nil {
		r.fail(badFlag("tax-life", err))
		return 0
	}
	n := int(d.Months()/12 + 1e-9)
	if float64(n)*12 < d.Months()-1e-6 || n == 0 {
		r.fail(usage(diag.New("money.whole_years", "value", text).In("--tax-life")))
	}
	return n
}

func (r *moneyReader) limit(text string) quantity.Fen {
	if text == "" {
		return 0
	}
	d, err := quantity.ParseAmount(text)
	if err != nil {
		r.fail(badFlag("cash-limit", err))
		return 0
	}
	f, err := quantity.RoundFen(d)
	if err != nil {
		r.fail(badFlag("cash-limit", err))
	} else if f <= 0 {
		r.fail(usage(diag.New("money.limit_positive", "value", text).In("--cash-limit")))
	}
	return f
}

// subsidy adds a programme of the sheets: a grant, or points of interest on the loan.
func (r *moneyReader) subsidy(t *costmodel.MoneyTerms, id string, start quantity.YearMonth) {
	s, ok := r.cat.Subsidy(id)
	if !ok {
		known := r.cat.IDs("subsidies")
		r.fail(usage(diag.New("money.subsidy.unknown", "value", id, "near", diag.Nearest(id, known)).In("--subsidy")))
		return
	}
	if s.Object == "loan-interest" && t.Loan != nil && !s.Share.Missing() {
		points, err := quantity.ParseNumber(s.Share.Typical)
		if err != nil {
			r.fail(badFlag("subsidy", err))
		}
		t.Loan.Subsidy, t.Loan.SubsidyID, t.Loan.SubsidyDoubt = points, id, costmodel.Doubt(s, start)
		return
	}
	g, wrong := costmodel.GrantOf(s, start)
	for _, d := range wrong {
		r.fail(usage(d.In("--subsidy")))
	}
	t.Grants = append(t.Grants, g)
}

// parts are the key=value parts of --loan or --lease.
type parts struct {
	r     *moneyReader
	flag  string
	words map[string]string
}

// parts reads "share=60%,months=36"; the word default gives no part.
func (r *moneyReader) parts(flag, text string, known []string) parts {
	p := parts{r, flag, map[string]string{}}
	if strings.TrimSpace(text) == "default" {
		return p
	}
	for _, part := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		switch {
		case !ok:
			r.fail(usage(diag.New("money.part_form", "part", part, "known", strings.Join(known, ", ")).In("--" + flag)))
		case !slices.Contains(known, key):
			r.fail(usage(diag.New("money.part_unknown", "part", key, "near", diag.Nearest(key, known), "known", strings.Join(known, ", ")).In("--" + flag)))
		default:
			p.words[key] = strings.TrimSpace(value)
		}
	}
	return p
}

// share is a part, or the value of the sheet.
func (p parts) share(key, id string) quantity.Decimal {
	if text, ok := p.words[key]; ok {
		return p.r.share(p.flag, text)
	}
	if id == "" {
		return quantity.Decimal{}
	}
	return p.r.sheet(p.flag, id)
}

// months reads "36", "3y" or "36mo".
func (p parts) months(key, id string) int {
	text, ok := p.words[key]
	if !ok {
		if id == "" {
			return 0
		}
		return int(p.r.sheet(p.flag, id).InexactFloat64())
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	d, err := quantity.ParseDuration(text)
	if err != nil {
		p.r.fail(badFlag(p.flag, err))
		return 0
	}
	return int(d.Months() + 0.5)
}

func (p parts) repayment() finance.Repayment {
	words := []string{finance.EqualInstalments.String(), finance.EqualPrincipal.String()}
	if p.r.oneOf(p.flag, p.words["kind"], words) == words[1] {
		return finance.EqualPrincipal
	}
	return finance.EqualInstalments
}

func (r *moneyReader) loan(text string) *costmodel.LoanTerms {
	if text == "" {
		return nil
	}
	p := r.parts("loan", text, []string{"share", "months", "rate", "kind", "subsidy", "subsidy-months"})
	return &costmodel.LoanTerms{
		Share: p.share("share", "loan-share"), Months: p.months("months", "loan-months"), Rate: p.share("rate", "loan-rate"),
		Repayment: p.repayment(), Subsidy: p.share("subsidy", ""), SubsidyMonths: p.months("subsidy-months", ""),
	}
}

func (r *moneyReader) lease(text string) *costmodel.LeaseTerms {
	if text == "" {
		return nil
	}
	p := r.parts("lease", text, []string{"down", "months", "rate", "kind", "fee", "deposit", "end-price", "per-year"})
	l := &costmodel.LeaseTerms{
		Down: p.share("down", "lease-down-payment"), Months: p.months("months", "lease-months"), Rate: p.share("rate", "lease-rate"),
		Fee: p.share("fee", "lease-service-fee"), Deposit: p.share("deposit", "lease-deposit"), Repayment: p.repayment(), PerYear: 12,
	}
	if n, ok := p.words["per-year"]; ok {
		count, err := quantity.ParseCount(n)
		if err != nil {
			r.fail(badFlag("lease", err))
		}
		l.PerYear = int(count)
	}
	price := p.words["end-price"]
	if price == "" {
		price = r.sheet("lease", "lease-end-price").String()
	}
	d, err := quantity.ParseAmount(price)
	if err == nil {
		l.EndPrice, err = quantity.RoundFen(d)
	}
	if err != nil {
		r.fail(badFlag("lease", err))
	}
	return l
}
