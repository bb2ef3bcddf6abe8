package compare

import (
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

func moneyInput(t *testing.T, shorthand string, terms costmodel.MoneyTerms) costmodel.Input {
	t.Helper()
	cat := catalog.Embedded()
	start := quantity.NewMonth(2026, 11)
	spec, wrong := scenario.Find(shorthand, cat, scenario.Origin{})
	if wrong.HasErrors() {
		t.Fatal(wrong)
	}
	sc, wrong := scenario.Resolve(spec, cat, scenario.Defaults{
		Site: "songjiang", Util: "1", Pattern: "all", View: "sold", Taxpayer: "none", Start: start,
	})
	if wrong.HasErrors() {
		t.Fatal(wrong)
	}
	return costmodel.Input{Scenario: sc, Catalog: cat, Today: start, Money: terms}
}

func dec(s string) quantity.Decimal { return quantity.MustDecimal(s) }

func TestPresentCostDecides(t *testing.T) {
	r := Run(moneyInput(t, "8xA100-36mo", costmodel.MoneyTerms{NPV: true}))
	if r.Verdict == nil || r.Money == nil {
		t.Fatal("no verdict")
	}
	choice, _ := r.Row(r.Verdict.Choice)
	if r.Verdict.Total != choice.Money.PresentCost() {
		t.Errorf("verdict %s, present cost %s", r.Verdict.Total, choice.Money.PresentCost())
	}
	for _, w := range r.Rows {
		switch {
		case !w.Priced:
		case w.Counts && w.Cost() < r.Verdict.Total:
			t.Errorf("%s at %s beats the choice at %s", w.ID, w.Cost(), r.Verdict.Total)
		case w.HasRange && (w.Low > w.Cost() || w.High < w.Cost()):
			t.Errorf("%s: %s is outside %s to %s", w.ID, w.Cost(), w.Low, w.High)
		}
	}
	b := r.Money.Increment
	if b == nil {
		t.Fatal("owning is not set against renting")
	}
	own, _ := r.Row(b.Own)
	rent, _ := r.Row(b.Rent)
	if got, want := b.NAL, rent.Money.NPV-own.Money.NPV; got-want > 1 || want-got > 1 {
		t.Errorf("advantage of renting %s, want %s", got, want)
	}
	// At its own rate of return the increment is worth nothing.
	if rate, ok := b.Rates.Only(); ok {
		flows := make([]float64, len(b.Flows))
		for i, f := range b.Flows {
			flows[i] = f.Float()
		}
		if npv := finance.NPV(finance.PeriodRate(rate, 12), flows); npv > 1 || npv < -1 {
			t.Errorf("at %v the increment is worth %v", rate, npv)
		}
	}
}

func TestCashLimitBarsOptions(t *testing.T) {
	free := Run(moneyInput(t, "8xA100-36mo", costmodel.MoneyTerms{CashLimit: 1 << 60}))
	own, ok := free.Row("own")
	if !ok || !own.Priced {
		t.Fatal("no bill of owning")
	}
	limit := own.PeakCash - 1
	r := Run(moneyInput(t, "8xA100-36mo", costmodel.MoneyTerms{CashLimit: limit}))
	own, _ = r.Row("own")
	said := false
	for _, w := range r.Warnings {
		said = said || w.Key == "money.over_limit" && strings.Contains(w.Args[0].Value, "own")
	}
	if own.CanWin() || !said {
		t.Errorf("owning takes %s of %s: can win %v, said %v", own.PeakCash, limit, own.CanWin(), said)
	}
	if own.Cost() != own.Total() {
		t.Error("a cash limit alone changes no cost")
	}
	if r.Verdict != nil && r.Verdict.Family == costmodel.FamilyOwn {
		t.Errorf("%s won", r.Verdict.Choice)
	}
	if r := Run(moneyInput(t, "8xA100-36mo", costmodel.MoneyTerms{CashLimit: 1})); r.Verdict != nil {
		t.Errorf("%s won with one fen", r.Verdict.Choice)
	}
}

func TestEveryTermTogether(t *testing.T) {
	terms := costmodel.MoneyTerms{
		NPV: true, Taxpayer: costmodel.TaxpayerGeneral, IncomeTax: dec("0.25"), RD: dec("1"), Immediate: true,
		Loan: &costmodel.LoanTerms{Share: dec("0.6"), Months: 36, Rate: dec("0.035")},
	}
	for _, name := range []string{"4xA100-2w", "8xA100-12mo", "8xA100-36mo"} {
		t.Run(name, func(t *testing.T) {
			plain := Run(moneyInput(t, name, costmodel.MoneyTerms{}))
			r := Run(moneyInput(t, name, terms))
			for _, w := range r.Rows {
				if !w.Priced {
					continue
				}
				p, _ := plain.Row(w.ID)
				if w.Money == nil || w.Cost() >= p.Total() {
					t.Errorf("%s: %s after VAT and tax, %s as quoted", w.ID, w.Cost(), p.Total())
				}
			}
		})
	}
}
