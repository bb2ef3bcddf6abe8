package costmodel

import (
	"math"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"

	"pgregory.net/rapid"
)

// vatTerms are terms that look at VAT alone.
func vatTerms(t *rapid.T) MoneyTerms {
	return MoneyTerms{
		Taxpayer: rapid.SampledFrom([]string{"", TaxpayerNone, TaxpayerGeneral, TaxpayerSmall}).Draw(t, "taxpayer"),
		Invoice:  rapid.SampledFrom([]string{"", InvoiceOrdinary}).Draw(t, "invoice"),
	}
}

// TestBillAsComparedByHand: 1,130,000 for a machine, of which 130,000 come back; 226,000 for its sale, of which 26,000
// are handed over; 10,600 for the rack, at 6 %. Capital of 10,000 stands on 1,130,000 + 226,000 as quoted and 1,200,000
// without VAT: 10,000 x 1,200,000 / 1,356,000 = 8,849.56.
func TestBillAsComparedByHand(t *testing.T) {
	in := newBill().add(0, "purchase", "1130000", catalog.VATIncluded).add(0, "rack", "10600", catalog.VATIncluded).
		add(12, "resale", "226000", catalog.VATIncluded).add(12, "capital", "10000", catalog.VATIncluded).
		input(t, FamilyOwn, 12, MoneyTerms{Taxpayer: TaxpayerGeneral})
	l, err := in.Rules.Comparer(in.Terms).bill(in)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1000000.00", "10000.00", "-200000.00", "8849.56"}
	for i, line := range l.Lines {
		if line.Amount.String() != want[i] {
			t.Errorf("%s: %s, want %s", line.Category, line.Amount, want[i])
		}
	}
	if l.Total.String() != "818849.56" {
		t.Errorf("total %s", l.Total)
	}
	if q := in.Option.Ledger.Lines[0].Amount.String(); q != "1130000.00" {
		t.Errorf("the bill as quoted now says %s", q)
	}
}

// The bill as compared sums to what Money says the option is compared by, to the fen, and its expressions to the same
// but for rounding.
func TestBillAsComparedIsCost(t *testing.T) {
	rules := testRules(t, "0.08")
	rapid.Check(t, func(rt *rapid.T) {
		months := rapid.IntRange(1, 48).Draw(rt, "months")
		lines, quoted := drawBill(rt, months)
		in := billOf(lines, quoted, 1).input(t, FamilyOwn, months, vatTerms(rt))
		in.Rules, in.Class = rules, rapid.SampledFrom([]string{"cloud", "bare-metal"}).Draw(rt, "class")
		holdsAsCompared(rt, in)
	})
}

// holdsAsCompared checks the bill as compared of one option.
func holdsAsCompared(t interface{ Fatalf(string, ...any) }, in MoneyInput) {
	l, err := in.Rules.Comparer(in.Terms).bill(in)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if cost := Money(in).Cost(); l.Total != cost {
		t.Fatalf("%s %+v: %s as compared, Money says %s", in.Option.ID, in.Terms, l.Total, cost)
	}
	var sum quantity.Fen
	for _, line := range l.Lines {
		if !line.Memo {
			sum += line.Amount
		}
	}
	if sum != l.Total {
		t.Fatalf("lines sum to %s, the total is %s", sum, l.Total)
	}
	if !in.Terms.Decides() {
		return
	}
	k := NewWeighing(in)
	var moving []int
	var amounts []quantity.Fen
	for i, line := range in.Option.Ledger.Lines {
		if i%3 != 1 {
			moving, amounts = append(moving, i), append(amounts, line.Amount)
		}
	}
	m, err := k.Moving(moving)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if total, err := m.Total(amounts); err != nil || total != l.Total {
		t.Fatalf("%s %+v: %s as compared, %s of lines that move: %v", in.Option.ID, in.Terms, l.Total, total, err)
	}
	p := l.Book.Compile([]ledger.Ref{l.TotalExpr().Ref()})
	out := make([]float64, 1)
	p.Eval(l.Book.Floats(), p.Scratch(), out)
	if slack := 0.01*float64(len(l.Lines)) + 1e-9*math.Abs(out[0]); math.Abs(out[0]-l.Total.Float()) > slack {
		t.Fatalf("%s %+v: %s as compared, %v in floats", in.Option.ID, in.Terms, l.Total, out[0])
	}
}

// TestBillsAsComparedOfTheSheets: the same for every option and offer of real needs.
func TestBillsAsComparedOfTheSheets(t *testing.T) {
	families := map[string]bool{}
	for _, word := range []string{"4xA100-2w", "8xA100-36mo@0.6", "8xH800-12mo", "16xH20-3mo@0.5", "1xRTX-4090-26mo"} {
		for _, view := range scenario.Views {
			for _, taxpayer := range []string{TaxpayerNone, TaxpayerGeneral, TaxpayerSmall} {
				in := needOf(t, catalog.Embedded(), word, "all")
				in.Scenario.View, in.Money.Taxpayer = view, taxpayer
				if word == "16xH20-3mo@0.5" || word == "1xRTX-4090-26mo" {
					in.Renting.Hybrid, in.RentToOwn = true, 2 // bills put together of rent and machines
				}
				costs := Build(in)
				c, lacks := NewComparer(in)
				if len(lacks) > 0 {
					t.Fatal(lacks)
				}
				bills := c.Bills(in, costs)
				for i, o := range costs.Options {
					if len(o.Missing) > 0 {
						continue
					}
					families[o.Family] = true
					m := NewMoneyInput(in, costs, o, testRules(t, "0.08"))
					holdsAsCompared(t, m)
					if got, want := bills.Options[i].Total(), Money(m).Cost(); got != want {
						t.Errorf("%s %s: %s, want %s", word, o.ID, got, want)
					}
				}
				for _, b := range costs.Offers {
					if b.Acceptable() {
						holdsAsCompared(t, NewMoneyInput(in, costs, OfferOption(b), testRules(t, "0.08")))
					}
				}
			}
		}
	}
	if len(families) != 4 {
		t.Errorf("only %v were seen", families)
	}
}
