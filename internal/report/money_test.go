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

// The verdict, the options and their ranges stand on one amount; the bill stays the sum of its lines.
func TestCompareJSONSaysWhatIsCompared(t *testing.T) {
	for want, terms := range map[string]costmodel.MoneyTerms{
		"total":        {CashLimit: 1 << 60},
		"after-tax":    {IncomeTax: quantity.MustDecimal("0.25")},
		"present-cost": everyTerm,
	} {
		text, err := encode(moneyReport(t, "4xA100-2w", terms).JSON())
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Verdict struct {
				Choice, Basis string
				Total, Saving float64
				Runner_up     string
			}
			Options []struct {
				ID                     string
				Total, Cost, Low, High *float64
				Lines                  []struct {
					Amount float64
					Memo   bool
				}
				Money struct{ Steps []struct{ Amount float64 } }
			}
		}
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Verdict.Basis != want {
			t.Errorf("basis %q, want %q", doc.Verdict.Basis, want)
		}
		near := func(a, b float64) bool { return a-b < 0.001 && b-a < 0.001 }
		cost := map[string]float64{}
		for _, o := range doc.Options {
			if o.Total == nil {
				continue
			}
			lines, stepped := 0.0, *o.Total
			for _, l := range o.Lines {
				if !l.Memo {
					lines += l.Amount
				}
			}
			for _, s := range o.Money.Steps {
				stepped += s.Amount
			}
			if !near(lines, *o.Total) || !near(stepped, *o.Cost) {
				t.Errorf("%s, %s: lines %.2f, total %.2f, with the steps %.2f, cost %.2f", want, o.ID, lines, *o.Total, stepped, *o.Cost)
			}
			if o.Low != nil && (*o.Low > *o.Cost || *o.High < *o.Cost) {
				t.Errorf("%s, %s: %.2f is outside %.2f to %.2f", want, o.ID, *o.Cost, *o.Low, *o.High)
			}
			cost[o.ID] = *o.Cost
		}
		v := doc.Verdict
		if v.Total != cost[v.Choice] || !near(v.Saving, cost[v.Runner_up]-v.Total) {
			t.Errorf("%s: verdict %+v, costs %v", want, v, cost)
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
