package cli

import (
	"errors"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"

	"github.com/google/go-cmp/cmp"
)

func TestMoneyTerms(t *testing.T) {
	d := quantity.MustDecimal
	cases := map[string]struct {
		flags moneyFlags
		want  costmodel.MoneyTerms
	}{
		"none": {moneyFlags{}, costmodel.MoneyTerms{}},
		"words": {
			moneyFlags{npv: true, incomeTax: "high-tech", rd: "60%", immediate: true, taxLife: "36mo", depreciation: "Sum-Of-Years", cashLimit: "150万"},
			costmodel.MoneyTerms{
				NPV: true, IncomeTax: d("0.15"), RD: d("0.6"), Immediate: true, TaxLifeYears: 3, Depreciation: "sum-of-years", CashLimit: 1_500_000_00,
			},
		},
		"loan": {
			moneyFlags{loan: "share=60%, months=2y, rate=3.5%, kind=equal-principal, subsidy=1.5%, subsidy-months=12"},
			costmodel.MoneyTerms{Loan: &costmodel.LoanTerms{
				Share: d("0.6"), Months: 24, Rate: d("0.035"), Repayment: finance.EqualPrincipal, Subsidy: d("0.015"), SubsidyMonths: 12,
			}},
		},
		"loan as the sheet says": {
			moneyFlags{loan: "default"},
			costmodel.MoneyTerms{Loan: &costmodel.LoanTerms{Share: d("0.7"), Months: 36, Rate: d("0.035")}},
		},
		"lease": {
			moneyFlags{lease: "down=10%,months=36,per-year=4"},
			costmodel.MoneyTerms{Lease: &costmodel.LeaseTerms{
				Down: d("0.1"), Months: 36, Rate: d("0.053"), Fee: d("0.01"), Deposit: d("0.05"), PerYear: 4, EndPrice: 100_00,
			}},
		},
		"points of interest": {
			moneyFlags{loan: "share=0.5,months=12", subsidies: []string{"cn-equipment-renewal-loan-2026"}},
			costmodel.MoneyTerms{Loan: &costmodel.LoanTerms{
				Share: d("0.5"), Months: 12, Rate: d("0.035"), Subsidy: d("0.015"), SubsidyID: "cn-equipment-renewal-loan-2026",
			}},
		},
	}
	same := cmp.Comparer(func(a, b quantity.Decimal) bool { return a.Equal(b) })
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := c.flags.terms(catalog.Embedded(), "", quantity.NewMonth(2026, 11))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, same); diff != "" {
				t.Errorf("want - got +:\n%s", diff)
			}
		})
	}
}

func TestMoneyTermsRefused(t *testing.T) {
	cases := map[string]struct {
		flags moneyFlags
		key   string
	}{
		"bare percentage":     {moneyFlags{loan: "share=60"}, "quantity.share_above"},
		"unknown part":        {moneyFlags{loan: "shar=60%"}, "money.part_unknown"},
		"no value":            {moneyFlags{lease: "months"}, "money.part_form"},
		"loan and lease":      {moneyFlags{loan: "default", lease: "default"}, "money.loan_and_lease"},
		"rhythm":              {moneyFlags{lease: "per-year=5"}, "money.lease_rhythm"},
		"rhythm not a number": {moneyFlags{lease: "per-year=x"}, "quantity.not_number"},
		"method":              {moneyFlags{depreciation: "sl"}, "config.not_one_of"},
		"no tax to save":      {moneyFlags{rd: "100%"}, "money.needs_income_tax"},
		"tax life":            {moneyFlags{incomeTax: "25%", taxLife: "1"}, "money.tax_life_short"},
		"half a year":         {moneyFlags{incomeTax: "25%", taxLife: "30mo"}, "money.whole_years"},
		"limit":               {moneyFlags{cashLimit: "0"}, "money.limit_positive"},
		"unknown subsidy":     {moneyFlags{subsidies: []string{"sh-city-compute-vouche"}}, "money.subsidy.unknown"},
		"points without loan": {moneyFlags{subsidies: []string{"cn-equipment-renewal-loan-2026"}}, "money.subsidy.object"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := c.flags.terms(catalog.Embedded(), "", quantity.NewMonth(2026, 11))
			var f *failure
			if !errors.As(err, &f) || f.code != exitUsage || f.list[0].Key != c.key {
				t.Errorf("got %v, want %s with exit code 2", err, c.key)
			}
		})
	}
}

// Commands that look at no VAT say so when a kind of taxpayer is set.
func TestTaxpayerIsNotSilentlyIgnored(t *testing.T) {
	for _, args := range [][]string{
		{"breakeven", "--util", "0.6", "--solve", "months"},
		{"sensitivity", "-s", "4xA100-2w"},
		{"simulate", "-s", "4xA100-2w", "--draws", "100"},
		{"sweep", "-s", "4xA100-2w", "--vary", "util=0.5,1"},
	} {
		general := call(t, nil, append(args, "--taxpayer", "general")...)
		if general.code != 0 || !strings.Contains(general.stderr, "prices as quoted") {
			t.Errorf("%v: code %d, %q", args, general.code, general.stderr)
		}
		if none := call(t, nil, args...); strings.Contains(none.stderr, "prices as quoted") {
			t.Errorf("%v: %q", args, none.stderr)
		}
	}
}
