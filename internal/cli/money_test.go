package cli

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
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

// Every command that takes a kind of taxpayer looks at VAT and says that its amounts are after it.
func TestTaxpayerIsNotSilentlyIgnored(t *testing.T) {
	for _, args := range [][]string{
		{"breakeven", "--util", "0.6", "--solve", "months"},
		{"sensitivity", "-s", "4xA100-2w"},
		{"simulate", "-s", "4xA100-2w", "--draws", "100"},
		{"sweep", "-s", "4xA100-2w", "--vary", "util=0.5,1"},
	} {
		for _, form := range []string{"--format=table", "--json", "--format=csv", "--lang=zh"} {
			none, general := call(t, nil, append(args, form)...), call(t, nil, append(args, form, "--taxpayer", "general")...)
			if none.code != 0 || general.code != 0 || none.stdout == general.stdout {
				t.Errorf("%v %s: codes %d and %d, the same: %v", args, form, none.code, general.code, none.stdout == general.stdout)
			}
			if args[0] == "sweep" && !strings.Contains(form, "json") {
				form = "--format=csv"
			}
			words := map[string]string{
				"--format=table": "Amounts are after VAT", "--lang=zh": "增值税之后", "--json": `"basis": "after-tax"`, "--format=csv": "after-tax",
			}
			said := strings.ReplaceAll(general.stdout, `"basis":"`, `"basis": "`)
			if !strings.Contains(said, words[form]) || strings.Contains(none.stdout, words[form]) {
				t.Errorf("%v %s: %q is missing, or said without a taxpayer", args, form, words[form])
			}
		}
	}
}

// Flags that solvers do not have are refused with what they look at instead.
func TestSolversRefuseFlagsBeyondVAT(t *testing.T) {
	a := &app{texts: i18n.New(i18n.English)}
	f := pflag.NewFlagSet("money", pflag.ContinueOnError)
	(&moneyFlags{}).addFlags(f, a)
	var names []string
	f.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if slices.Sort(names); !slices.Equal(names, slices.Sorted(slices.Values(beyondVAT))) {
		t.Errorf("flags of money over time are %v, refused are %v", names, beyondVAT)
	}
	for _, command := range solverCommands {
		r := call(t, nil, command, "-s", "8xA100-12mo", "--npv")
		if r.code != exitUsage || r.stdout != "" || !strings.Contains(r.stderr, "looks at VAT") || !strings.Contains(r.stderr, "gpucalc compare") {
			t.Errorf("%s: code %d, %q", command, r.code, r.stderr)
		}
	}
}
