package costmodel

import (
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"

	"pgregory.net/rapid"
)

// drawBill makes a random bill of an owned machine, with all amounts times a factor.
func drawBill(t *rapid.T, months int) (lines []ledger.Line, quoted []catalog.VAT) {
	vats := []catalog.VAT{catalog.VATIncluded, catalog.VATExcluded, catalog.VATUnknown}
	add := func(at int, c ledger.Category, most int) {
		fen := quantity.Fen(rapid.IntRange(1, most).Draw(t, string(c)))
		lines = append(lines, ledger.Line{At: at, Category: c, Credit: c == "resale", Amount: fen})
		quoted = append(quoted, rapid.SampledFrom(vats).Draw(t, "vat"))
	}
	add(0, "purchase", 5e8)
	for _, c := range []ledger.Category{"rack", "electricity", "staff", "upkeep", "software"} {
		add(rapid.IntRange(0, months).Draw(t, "at"), c, 1e7)
	}
	if rapid.Bool().Draw(t, "sold") {
		add(months, "resale", 3e8)
	}
	add(months, "capital", int(min(1e6, lines[0].Amount))) // interest is less than what it is on
	return lines, quoted
}

func billOf(lines []ledger.Line, quoted []catalog.VAT, factor int) *bill {
	b := newBill()
	for i, l := range lines {
		b.add(l.At, l.Category, (quantity.Fen(factor) * l.Amount).String(), quoted[i])
	}
	return b
}

func drawTerms(t *rapid.T) MoneyTerms {
	m := MoneyTerms{
		NPV:          rapid.Bool().Draw(t, "npv"),
		Taxpayer:     rapid.SampledFrom([]string{"", TaxpayerNone, TaxpayerGeneral, TaxpayerSmall}).Draw(t, "taxpayer"),
		Invoice:      rapid.SampledFrom([]string{"", InvoiceOrdinary}).Draw(t, "invoice"),
		Depreciation: rapid.SampledFrom(DepreciationMethods).Draw(t, "method"),
		TaxLifeYears: rapid.IntRange(0, 10).Draw(t, "life"),
	}
	if rapid.Bool().Draw(t, "taxed") {
		m.IncomeTax, m.RD = dec("0.25"), dec("0.5")
	}
	switch rapid.IntRange(0, 2).Draw(t, "finance") {
	case 1:
		m.Loan = &LoanTerms{Share: dec("0.6"), Months: rapid.IntRange(1, 60).Draw(t, "loan"), Rate: dec("0.035")}
	case 2:
		m.Lease = &LeaseTerms{Down: dec("0.2"), Fee: dec("0.01"), Deposit: dec("0.05"), Months: 36, Rate: dec("0.053"), PerYear: 4}
	}
	return m
}

// Every sum of the result is the sum of its parts.
func TestMoneyAddsUp(t *testing.T) {
	rules := testRules(t, "0.08")
	rapid.Check(t, func(rt *rapid.T) {
		months := rapid.IntRange(1, 48).Draw(rt, "months")
		lines, quoted := drawBill(rt, months)
		in := billOf(lines, quoted, 1).input(t, FamilyOwn, months, drawTerms(rt))
		in.Rules = rules
		r := Money(in)
		var net, vat, tax, resaleVAT quantity.Fen
		for _, m := range r.Months {
			if m.Net != m.Paid+m.Imputed+m.Received+m.VAT+m.Finance+m.Grants+m.Tax+m.Machine {
				rt.Fatalf("month %d: %+v", m.Month, m)
			}
			net, vat, tax = net+m.Net, vat+m.VAT, tax+m.Tax
		}
		for _, v := range r.VAT {
			if v.Category == "resale" {
				resaleVAT += v.Credited
			}
		}
		if net != -r.Net || vat != r.InputVAT+resaleVAT || tax != r.Shield {
			rt.Fatalf("net %s %s, vat %s %s + %s, tax %s %s", net, -r.Net, vat, r.InputVAT, resaleVAT, tax, r.Shield)
		}
		var repaid quantity.Fen
		for _, row := range r.Loan {
			repaid += row.Principal
			if row.Payment != row.Interest+row.Principal {
				rt.Fatalf("loan row %+v", row)
			}
		}
		if n := len(r.Loan); n > 0 && r.Loan[n-1].Balance != 0 {
			rt.Fatalf("the loan leaves %s", r.Loan[n-1].Balance)
		}
		checkSteps(rt, r)
	})
}

// checkSteps: the bill's total and the steps sum to what the option is compared by.
func checkSteps(t interface{ Fatalf(string, ...any) }, r MoneyResult) {
	sum := r.Quoted
	for _, s := range r.Steps {
		sum += s.Amount
	}
	if sum != r.Cost() {
		t.Fatalf("%s and the steps come to %s, the cost is %s: %+v", r.Quoted, sum, r.Cost(), r.Steps)
	}
}

// Over the whole time a machine's cost less its sale is deducted, however it is written off.
func TestDeductionsSumToCost(t *testing.T) {
	rules := testRules(t, "0.08")
	rapid.Check(t, func(rt *rapid.T) {
		months := rapid.IntRange(1, 60).Draw(rt, "months")
		lines, quoted := drawBill(rt, months)
		terms := drawTerms(rt)
		terms.RD, terms.Loan, terms.Lease = dec("0"), nil, nil
		terms.IncomeTax, terms.Immediate = dec("0.25"), rapid.Bool().Draw(rt, "immediate")
		in := billOf(lines, quoted, 1).input(t, FamilyOwn, months, terms)
		in.Rules = rules
		r := Money(in)
		var deducted, charged, before quantity.Fen
		for i := range r.TaxYears {
			deducted += r.TaxYears[i].Deducted
			charged += r.BookYears[i].Charge
		}
		before = r.Net + r.Shield
		if deducted != before || charged != before {
			rt.Fatalf("deducted %s, charged in the books %s, spent before tax %s", deducted, charged, before)
		}
	})
}

// At a rate of zero nothing is gained by time: NPV is minus what is spent.
func TestZeroRateIsTheTotal(t *testing.T) {
	rules := testRules(t, "0")
	rapid.Check(t, func(rt *rapid.T) {
		months := rapid.IntRange(1, 48).Draw(rt, "months")
		lines, quoted := drawBill(rt, months)
		terms := drawTerms(rt)
		terms.NPV = true
		in := billOf(lines, quoted, 1).input(t, FamilyOwn, months, terms)
		in.Rules = rules
		if r := Money(in); r.NPV != -r.Net || r.Cost() != r.Net {
			rt.Fatalf("npv %s, net %s", r.NPV, r.Net)
		}
	})
}

// Without tax, VAT or finance the bill is what is spent, and nothing is shielded.
func TestNoTaxNoShield(t *testing.T) {
	rules := testRules(t, "0.08")
	rapid.Check(t, func(rt *rapid.T) {
		months := rapid.IntRange(1, 48).Draw(rt, "months")
		lines, quoted := drawBill(rt, months)
		in := billOf(lines, quoted, 1).input(t, FamilyOwn, months, MoneyTerms{CashLimit: 1})
		in.Rules = rules
		r := Money(in)
		if r.Cost() != r.Quoted || r.Shield != 0 || r.InputVAT != 0 || len(r.TaxYears) != 0 {
			rt.Fatalf("cost %s of %s, shield %s, vat %s", r.Cost(), r.Quoted, r.Shield, r.InputVAT)
		}
	})
}

// Scaling every amount scales every result, to half a fen a rounded amount.
func TestMoneyScales(t *testing.T) {
	rules := testRules(t, "0.08")
	rules.immediate.limit = 1 << 60 // the limit is money too
	rapid.Check(t, func(rt *rapid.T) {
		months := rapid.IntRange(1, 48).Draw(rt, "months")
		lines, quoted := drawBill(rt, months)
		terms := drawTerms(rt)
		terms.Immediate = rapid.Bool().Draw(rt, "immediate")
		factor := rapid.IntRange(2, 50).Draw(rt, "factor")
		once := billOf(lines, quoted, 1).input(t, FamilyOwn, months, terms)
		many := billOf(lines, quoted, factor).input(t, FamilyOwn, months, terms)
		once.Rules, many.Rules = rules, rules
		a, b := Money(once), Money(many)
		for what, pair := range map[string][2]quantity.Fen{
			"cost": {a.Cost(), b.Cost()}, "net": {a.Net, b.Net}, "peak": {a.PeakCash, b.PeakCash}, "npv": {a.NPV, b.NPV},
		} {
			slack := quantity.Fen(factor) * quantity.Fen(len(a.Months)+len(lines)+20)
			if d := pair[1] - quantity.Fen(factor)*pair[0]; d > slack || -d > slack {
				rt.Fatalf("%s: %s x %d = %s, off by %s", what, pair[0], factor, pair[1], d)
			}
		}
	})
}

// The bills of a real scenario: with a rate of zero the share of a reused machine comes to what the bill charges for
// it, and no option's present cost differs from its bill without the capital line.
func TestMoneyOnRealBills(t *testing.T) {
	rules := testRules(t, "0")
	rules.DiscountRate = 0
	for _, name := range []string{"4xA100-2w", "12xA100-2w", "12xA100-14mo", "20xA100-36mo"} {
		t.Run(name, func(t *testing.T) { checkRealBills(t, name, rules) })
	}
}

func checkRealBills(t *testing.T, name string, rules MoneyRules) {
	t.Helper()
	costs, in := realBills(t, name)
	in.Money = MoneyTerms{NPV: true}
	seen := 0
	for _, o := range costs.Options {
		if len(o.Missing) > 0 {
			continue
		}
		seen++
		r := Money(NewMoneyInput(in, costs, o, rules))
		want := o.Total() - o.Ledger.CategoryTotal("capital")
		if d := r.Cost() - want; d > 100 || -d > 100 {
			t.Errorf("%s: present cost %s at a rate of 0, bill without capital %s", o.ID, r.Cost(), want)
		}
		if len(r.Notes) > 0 {
			t.Errorf("%s: %v", o.ID, r.Notes)
		}
		if o.View == scenario.ViewReused && (r.Whole == nil || r.Share <= 0) {
			t.Errorf("%s: no share of a whole machine", o.ID)
		}
	}
	if seen < 2 {
		t.Errorf("only %d options", seen)
	}
}

// Later payments count less: with a rate above zero the present cost of renting falls below the bill.
func TestDiscountingLowersLaterRent(t *testing.T) {
	costs, in := realBills(t, "8xA100-36mo")
	in.Money = MoneyTerms{NPV: true}
	rules := testRules(t, "0.08")
	for _, o := range costs.Options {
		if o.Family != FamilyRent || o.Term != "month" || len(o.Missing) > 0 {
			continue
		}
		r := Money(NewMoneyInput(in, costs, o, rules))
		if r.Cost() >= o.Total() || r.Cost() < o.Total()*80/100 {
			t.Errorf("%s: present cost %s of a bill of %s", o.ID, r.Cost(), o.Total())
		}
		// Equal at the end of each of three years: 8 % of present cost / (1 - 1.08^-3) = 0.388034 of it.
		want := 0.3880335 * r.Cost().Float()
		if d := r.EquivalentAnnual.Float() - want; d > 1 || d < -1 {
			t.Errorf("%s: a year %s, want %.2f", o.ID, r.EquivalentAnnual, want)
		}
	}
}

func realBills(t *testing.T, shorthand string) (Result, Input) {
	t.Helper()
	in := needOf(t, catalog.Embedded(), shorthand, "all")
	return Build(in), in
}

// The steps of real bills sum under any terms, those of the whole machine behind a reused one too.
func TestStepsOfRealBills(t *testing.T) {
	rules := testRules(t, "0.08")
	cat := catalog.Embedded()
	grant := func(id string) GrantTerms {
		s, ok := cat.Subsidy(id)
		if !ok {
			t.Fatalf("no subsidy %s", id)
		}
		g, _ := GrantOf(s, quantity.NewMonth(2026, 11))
		return g
	}
	loan := &LoanTerms{Share: dec("0.6"), Months: 36, Rate: dec("0.035"), Subsidy: dec("0.015"), SubsidyMonths: 12}
	lease := &LeaseTerms{Down: dec("0.2"), Fee: dec("0.01"), Deposit: dec("0.05"), Months: 36, Rate: dec("0.053"), PerYear: 4, EndPrice: 100_00}
	terms := map[string]MoneyTerms{
		"limit":    {CashLimit: 1},
		"taxed":    {IncomeTax: dec("0.25"), RD: dec("0.5")},
		"general":  {Taxpayer: TaxpayerGeneral},
		"small":    {Taxpayer: TaxpayerSmall, NPV: true},
		"loan":     {Taxpayer: TaxpayerGeneral, IncomeTax: dec("0.25"), Loan: loan},
		"lease":    {Taxpayer: TaxpayerGeneral, IncomeTax: dec("0.25"), Lease: lease, Immediate: true},
		"subsidy":  {NPV: true, IncomeTax: dec("0.25"), Grants: []GrantTerms{grant("sh-city-compute-voucher")}},
		"subsidy2": {Grants: []GrantTerms{grant("sh-city-compute-voucher")}},
	}
	for _, name := range []string{"4xA100-2w", "12xA100-14mo", "8xA100-36mo"} {
		costs, in := realBills(t, name)
		for what, m := range terms {
			in.Money = m
			for _, o := range costs.Options {
				if len(o.Missing) > 0 {
					continue
				}
				t.Run(name+" "+what+" "+o.ID, func(t *testing.T) {
					r := Money(NewMoneyInput(in, costs, o, rules))
					checkSteps(t, r)
					if r.Whole != nil {
						checkSteps(t, *r.Whole)
					}
				})
			}
		}
	}
}

// Cash of a reused machine: the whole price and the running costs, with and without discounting; never what is imputed.
func TestCashOfReusedMachines(t *testing.T) {
	costs, in := realBills(t, "4xA100-2w")
	rules := testRules(t, "0.08")
	for _, o := range costs.Options {
		if o.View != scenario.ViewReused || len(o.Missing) > 0 {
			continue
		}
		want := o.Invested
		for _, line := range o.Ledger.Lines {
			switch {
			case line.Category == "capital" || line.Category == "failures" || line.Item == "line.depreciation":
			default:
				want += line.Amount
			}
		}
		in.Money = MoneyTerms{CashLimit: 1}
		plain := Money(NewMoneyInput(in, costs, o, rules))
		in.Money = MoneyTerms{NPV: true}
		discounted := Money(NewMoneyInput(in, costs, o, rules))
		if o.PeakCash != want || plain.PeakCash != want || discounted.PeakCash != want {
			t.Errorf("cash %s, %s undiscounted, %s discounted; want %s", o.PeakCash, plain.PeakCash, discounted.PeakCash, want)
		}
	}
}
