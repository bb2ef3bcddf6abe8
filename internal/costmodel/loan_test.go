package costmodel

import (
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"

	"github.com/google/go-cmp/cmp"
)

func TestLoan(t *testing.T) {
	bill := func() *bill {
		return newBill().add(0, "purchase", "100000", catalog.VATIncluded).add(36, "resale", "20000", catalog.VATIncluded)
	}
	loan := func(l LoanTerms) MoneyTerms { return MoneyTerms{Loan: &l, IncomeTax: dec("0.25")} }
	t.Run("equal principal", func(t *testing.T) {
		l := LoanTerms{Share: dec("0.6"), Months: 12, Rate: dec("0.06"), Repayment: finance.EqualPrincipal}
		r := Money(bill().input(t, FamilyOwn, 36, loan(l)))
		// 60,000 in 12 parts of 5,000; interest 0.5 % of 60,000, 55,000 ... 5,000 = 0.005 x 390,000 = 1,950.
		if got := finance.TotalInterest(r.Loan).String(); got != "1950.00" {
			t.Errorf("interest: got %s", got)
		}
		if got := r.Months[1].Finance.String(); got != "-5300.00" {
			t.Errorf("first payment: got %s", got)
		}
		// 40,000 of own money and all payments, before the tax of the first year comes back.
		if got := r.PeakCash.String(); got != "101950.00" {
			t.Errorf("peak: got %s", got)
		}
		if r.TaxYears[0].Interest != 1950_00 {
			t.Errorf("deducted interest: got %s", r.TaxYears[0].Interest)
		}
	})
	t.Run("sold before the loan ends", func(t *testing.T) {
		l := LoanTerms{Share: dec("0.6"), Months: 60, Rate: dec("0"), Repayment: finance.EqualInstalments}
		r := Money(bill().input(t, FamilyOwn, 36, loan(l)))
		last := r.Loan[len(r.Loan)-1]
		// 1,000 a month; at month 36 the 24,000 still owed fall due too.
		if last.Period != 36 || last.Payment != 25000_00 || last.Balance != 0 {
			t.Errorf("last row: %+v", last)
		}
	})
	t.Run("interest subsidy", func(t *testing.T) {
		l := LoanTerms{Share: dec("0.6"), Months: 12, Rate: dec("0.06"), Repayment: finance.EqualPrincipal, Subsidy: dec("0.015"), SubsidyMonths: 6}
		r := Money(bill().input(t, FamilyOwn, 36, loan(l)))
		var sum quantity.Fen
		for _, s := range r.LoanSubsidy {
			sum += s
		}
		// 1.5 % / 12 of 60,000 + 55,000 + ... + 35,000 = 0.00125 x 285,000 = 356.25
		if sum != 356_25 || r.TaxYears[0].Interest != 1950_00-356_25 {
			t.Errorf("subsidy %s, interest deducted %s", sum, r.TaxYears[0].Interest)
		}
	})
}

func TestLease(t *testing.T) {
	lease := LeaseTerms{
		Down: dec("0.2"), Fee: dec("0.01"), Deposit: dec("0.05"), Months: 12, Rate: dec("0"), PerYear: 4,
		Repayment: finance.EqualInstalments, EndPrice: 100_00,
	}
	r := Money(newBill().add(0, "purchase", "113000", catalog.VATIncluded).
		add(12, "resale", "56500", catalog.VATIncluded).
		input(t, FamilyOwn, 12, MoneyTerms{Lease: &lease, Taxpayer: TaxpayerGeneral}))
	// Down 22,600, fee 1 % of 90,400 = 904, deposit 5,650; rents of 22,600 a quarter. VAT of 13,000: a fifth at once,
	// 2,600 with each rent. At the end the deposit less 100 comes back and the sale brings 56,500 - 6,500.
	want := map[int]string{0: "-26554.00", 3: "-20000.00", 6: "-20000.00", 9: "-20000.00", 12: "35550.00"}
	if diff := cmp.Diff(want, yuanByMonth(r)); diff != "" {
		t.Errorf("flows, want - got +:\n%s", diff)
	}
	if rate, ok := r.LeaseRate.Only(); !ok || rate < 0.01 || rate > 0.05 {
		t.Errorf("the fee and the deposit cost a few percent: %v", r.LeaseRate)
	}
}

func TestGrantForBuilding(t *testing.T) {
	g := GrantTerms{Object: "build", Share: dec("0.1"), Ceiling: dec("0.15"), Lag: 9}
	b := func() *bill {
		return newBill().add(0, "purchase", "100000", catalog.VATIncluded).add(24, "resale", "10000", catalog.VATIncluded)
	}
	// The spend without VAT is 113,000 / 1.13. The second grant of 10 % meets a ceiling of 15 % in all: 10,000 + 5,000
	// in month 9.
	r := Money(newBill().add(0, "purchase", "113000", catalog.VATIncluded).
		input(t, FamilyOwn, 24, MoneyTerms{Grants: []GrantTerms{g, g}}))
	if r.Months[9].Grants != 15000_00 {
		t.Errorf("grants: got %s", r.Months[9].Grants)
	}
	g.Untaxed = true
	r = Money(b().input(t, FamilyOwn, 24, MoneyTerms{Grants: []GrantTerms{g}, IncomeTax: dec("0.25")}))
	// The grant is 10 % of 100,000 / 1.13 = 8,849.56. Deducted: 100,000 less that and less 10,000 from the sale.
	if r.Shield != 20287_61 {
		t.Errorf("shield: got %s", r.Shield)
	}
}

func TestGrantOf(t *testing.T) {
	cat := catalog.Embedded()
	start := quantity.NewMonth(2026, 11)
	cases := map[string]struct{ wrong, doubt string }{
		"sh-city-compute-voucher":        {"", ""},
		"sz-training-voucher-2026":       {"", "money.subsidy.expired"},
		"sh-zhangjiang-ai-town":          {"money.subsidy.no_rate", ""},
		"cn-equipment-renewal-loan-2026": {"money.subsidy.object", ""},
	}
	for id, want := range cases {
		s, ok := cat.Subsidy(id)
		if !ok {
			t.Fatalf("%s is not in the sheets", id)
		}
		g, wrong := GrantOf(s, start)
		key := ""
		if len(wrong) > 0 {
			key = wrong[0].Key
		}
		if key != want.wrong || g.Doubt != want.doubt {
			t.Errorf("%s: %q, %q", id, key, g.Doubt)
		}
	}
}

func TestGrantBelowMinimumAndNotes(t *testing.T) {
	g := GrantTerms{ID: "x", Object: "rent", Share: dec("0.3"), Minimum: 2000_00, Doubt: "money.subsidy.draft"}
	r := Money(newBill().add(0, "rent", "1060", catalog.VATIncluded).input(t, FamilyRent, 1, MoneyTerms{Grants: []GrantTerms{g}}))
	if r.Net != 1060_00 || len(r.Notes) != 1 || r.Notes[0].Key != "money.subsidy.draft" {
		t.Errorf("net %s, notes %v", r.Net, r.Notes)
	}
	g.Minimum = 0
	r = Money(newBill().add(0, "rent", "1060", catalog.VATIncluded).input(t, FamilyRent, 1, MoneyTerms{Grants: []GrantTerms{g}}))
	if r.Net != 760_00 { // 30 % of 1,000 without VAT
		t.Errorf("net %s, want 760", r.Net)
	}
}
