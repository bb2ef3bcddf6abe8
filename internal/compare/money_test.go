package compare

import (
	"strings"
	"testing"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/finance"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

func moneyInput(t *testing.T, shorthand string, terms costmodel.MoneyTerms) costmodel.Input {
	t.Helper()
	in := input(t, shorthand)
	in.Money = terms
	return in
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

// Nothing is named as an alternative that takes more cash than there is.
func TestCashLimitBarsFlips(t *testing.T) {
	free := Run(moneyInput(t, "4xA100-2w", costmodel.MoneyTerms{}))
	row, _ := free.Row("own.reused")
	view := false
	for _, f := range free.Verdict.Flips {
		view = view || f.To == "own.reused"
	}
	if !view || row.PeakCash < 1_000_000_00 {
		t.Fatalf("owning at %s of cash turns nothing: %+v", row.PeakCash, free.Verdict.Flips)
	}
	for _, terms := range []costmodel.MoneyTerms{{CashLimit: 20_000_00}, {CashLimit: 20_000_00, NPV: true}} {
		r := Run(moneyInput(t, "4xA100-2w", terms))
		for _, f := range r.Verdict.Flips {
			if row, ok := r.Row(f.To); ok && row.Priced && !row.CanWin() {
				t.Errorf("%s to %s, which takes %s of cash", f.What, f.To, row.PeakCash)
			}
		}
	}
}

// Two offers of a term: the leased machine is dearer by its price, and cheaper once 13 % of VAT come back instead of 6 %.
func TestOffersAreChosenByWhatTheyCost(t *testing.T) {
	sheet := `cards:
  test-card: {name: Test, form: sxm, memory: 80 GB, dense: {bf16: 300 TFLOPS}}
offers:
  cloud: {provider: tester, card: test-card, class: cloud, term: month, price: {typical: 2120, unit: CNY/card-month, vat: included, asof: 2026-11, source: compshare_bill, reliability: high}}
  metal: {provider: tester, card: test-card, class: bare-metal, commitment: {typical: 1, unit: month}, term: month, price: {typical: 2147, unit: CNY/card-month, vat: included, asof: 2026-11, source: compshare_bill, reliability: high}}
assumptions:
  staff-system-share: {name: none, value: {typical: 0, unit: share}}
`
	for taxpayer, want := range map[string]string{"": "cloud", costmodel.TaxpayerGeneral: "metal"} {
		in := moneyInput(t, "8xA100-3mo", costmodel.MoneyTerms{Taxpayer: taxpayer})
		cat, wrong := in.Catalog.Overlay("test.yaml", []byte(sheet))
		if wrong.HasErrors() {
			t.Fatal(wrong)
		}
		in.Catalog = cat
		in.Scenario.Card, wrong = cat.ResolveCard("test-card")
		if wrong.HasErrors() {
			t.Fatal(wrong)
		}
		r := Run(in)
		row, ok := r.Row("rent.month")
		if !ok || !row.Priced {
			t.Fatalf("%q: no rent by the month: %+v", taxpayer, r.Offers)
		}
		if row.Offers[0] != want {
			t.Errorf("%q takes %s at %s, want %s", taxpayer, row.Offers[0], row.Cost(), want)
		}
		if row.Low != row.Cost() {
			t.Errorf("%q: the cheapest is %s, taken is %s", taxpayer, row.Low, row.Cost())
		}
	}
}

// Another card's cost and the verdict stand on the same amount: after 25 % of income tax each is three quarters.
func TestEquivalentsUnderTheSameTerms(t *testing.T) {
	plain := Equivalents(moneyInput(t, "4xA100-2w", costmodel.MoneyTerms{}), "", nil)
	taxed := Equivalents(moneyInput(t, "4xA100-2w", costmodel.MoneyTerms{IncomeTax: dec("0.25")}), "", nil)
	seen := 0
	for i, e := range plain {
		if e.Rent == "" || taxed[i].Card.ID != e.Card.ID {
			continue
		}
		seen++
		if d := taxed[i].RentTotal - e.RentTotal*3/4; d > 1000 || -d > 1000 {
			t.Errorf("%s: %s of %s after tax", e.Card.ID, taxed[i].RentTotal, e.RentTotal)
		}
	}
	if seen == 0 {
		t.Error("no other card is rented")
	}
}

// A share of a machine is paid month by month: there is no return on it and nothing to pay back.
func TestNoReturnOnAShare(t *testing.T) {
	in := moneyInput(t, "4xA100-2w", costmodel.MoneyTerms{NPV: true})
	in.Scenario.View = scenario.ViewReused
	b := Run(in).Money.Increment
	if b == nil || !b.Shared || b.Own != "own.reused" || len(b.Rates.Roots) != 0 || b.Payback.Reached || b.NAL <= 0 {
		t.Errorf("got %+v", b)
	}
}
