package report

import (
	"encoding/json"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

func moneyReport(t *testing.T, name string, terms costmodel.MoneyTerms) Report {
	t.Helper()
	cat := catalog.Embedded()
	start := quantity.NewMonth(2026, 11)
	spec, wrong := scenario.Find(name, cat, scenario.Origin{})
	if wrong.HasErrors() {
		t.Fatal(wrong)
	}
	sc, wrong := scenario.Resolve(spec, cat, scenario.Defaults{
		Site: "songjiang", Util: "1", Pattern: "all", View: "reused", Taxpayer: "none", Start: start,
	})
	if wrong.HasErrors() {
		t.Fatal(wrong)
	}
	r := compare.Run(costmodel.Input{Scenario: sc, Catalog: cat, Today: start, Money: terms})
	return Compare(&r, Meta{Version: "test", BookDate: "2026-11-30"}, CompareOptions{Explain: true})
}

var everyTerm = costmodel.MoneyTerms{
	NPV: true, Taxpayer: costmodel.TaxpayerGeneral, IncomeTax: quantity.MustDecimal("0.25"),
	Loan: &costmodel.LoanTerms{Share: quantity.MustDecimal("0.6"), Months: 36, Rate: quantity.MustDecimal("0.035")},
}

// What scripts rely on: the keys are there, the months add up to the net, and the sums are the parts'.
func TestMoneyJSON(t *testing.T) {
	text, err := encode(moneyReport(t, "4xA100-2w", everyTerm).JSON())
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Money   struct{ Increment map[string]any }
		Options []struct {
			ID    string
			NPV   *float64
			Total *float64
			Money *struct {
				Cost, Net, Present_cost, Tax_shield float64
				Months                              []struct{ Net float64 }
				Tax_years                           []struct{ Shield float64 }
				Machine                             *struct{ NPV float64 }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Money.Increment["irr_count"] == nil {
		t.Error("buying is not set against renting")
	}
	for _, o := range doc.Options {
		if o.Total == nil {
			continue
		}
		if o.Money == nil || o.NPV == nil || *o.NPV != -o.Money.Present_cost || o.Money.Cost != o.Money.Present_cost {
			t.Errorf("%s: %+v", o.ID, o.Money)
			continue
		}
		net, shield := 0.0, 0.0
		for _, m := range o.Money.Months {
			net += m.Net
		}
		for _, y := range o.Money.Tax_years {
			shield += y.Shield
		}
		if d := net + o.Money.Net; d > 0.001 || d < -0.001 {
			t.Errorf("%s: months sum to %v, net %v", o.ID, net, o.Money.Net)
		}
		if d := shield - o.Money.Tax_shield; d > 0.001 || d < -0.001 {
			t.Errorf("%s: years save %v, in all %v", o.ID, shield, o.Money.Tax_shield)
		}
		if (o.ID == "own.reused") != (o.Money.Machine != nil) {
			t.Errorf("%s: whole machine %v", o.ID, o.Money.Machine)
		}
	}
}

func TestMoneyText(t *testing.T) {
	for _, lang := range []string{i18n.English, i18n.Chinese} {
		for name, terms := range map[string]costmodel.MoneyTerms{
			"every term": everyTerm, "cash limit": {CashLimit: 1000_00}, "depreciation": {Depreciation: costmodel.UnitsOfUse},
			"lease": {Lease: &costmodel.LeaseTerms{Down: quantity.MustDecimal("0.2"), Months: 12, PerYear: 4}},
		} {
			var b strings.Builder
			if err := Write(&b, Table, moneyReport(t, "4xA100-2w", terms), Options{Texts: i18n.New(lang)}); err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"report.money", "col.", "money.", "NaN", "{"} {
				if strings.Contains(b.String(), bad) {
					t.Errorf("%s, %s: %q in\n%s", lang, name, bad, b.String())
				}
			}
		}
	}
}
