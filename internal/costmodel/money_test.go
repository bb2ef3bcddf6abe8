package costmodel

import (
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"

	"github.com/google/go-cmp/cmp"
)

// bill is a hand-made option: lines with amounts in yuan.
type bill struct {
	book *ledger.Book
	l    *ledger.Ledger
}

func newBill() *bill {
	b := ledger.NewBook()
	return &bill{b, ledger.New(b)}
}

// add enters a line whose one figure is quoted with VAT included, excluded or unknown.
func (b *bill) add(at int, c ledger.Category, yuan string, vat catalog.VAT) *bill {
	id := string(c) + "." + itoa(at) + "." + itoa(len(b.l.Lines))
	e := b.book.Figure(ledger.Figure{ID: id, Value: ledger.Dec(yuan), VAT: string(vat)})
	item := "line." + string(c)
	if vat != catalog.VATIncluded {
		item += "." + string(vat) // lines of one item are quoted alike
	}
	b.l.Add(ledger.Line{At: at, Item: item, Category: c, Credit: c == "resale"}, e)
	return b
}

func (b *bill) input(t *testing.T, family string, months int, terms MoneyTerms) MoneyInput {
	t.Helper()
	if err := b.l.Close(); err != nil {
		t.Fatal(err)
	}
	return MoneyInput{
		Option: Option{ID: family, Family: family, Ledger: b.l, PeakCash: b.l.PeakCash()},
		Terms:  terms, Rules: testRules(t, "0.08"), Start: quantity.NewMonth(2026, 11), Months: months, Units: 1,
		Class: "cloud", LifeHours: 36 * quantity.HoursPerMonth, UsedHours: 18 * quantity.HoursPerMonth,
	}
}

// testRules are the shipped rules with another discount rate.
func testRules(t *testing.T, rate string) MoneyRules {
	t.Helper()
	sheet := "assumptions:\n  discount-rate: {value: {typical: " + rate + ", unit: share, asof: 2026-11, reliability: low, estimate: true, reason: test}}\n"
	cat, wrong := catalog.Embedded().Overlay("test.yaml", []byte(sheet))
	if wrong.HasErrors() {
		t.Fatal(wrong)
	}
	r, lacks := NewMoneyRules(cat)
	if len(lacks) > 0 {
		t.Fatal(lacks)
	}
	return r
}

func dec(s string) quantity.Decimal { return quantity.MustDecimal(s) }

// yuanByMonth lists the months in which money moves.
func yuanByMonth(r MoneyResult) map[int]string {
	out := map[int]string{}
	for _, m := range r.Months {
		if m.Net != 0 {
			out[m.Month] = m.Net.String()
		}
	}
	return out
}

// The published and worked cases of testdata/finance, laid out as bills: year ends are months 12, 24 and 36.
func TestMoneyWorkedCases(t *testing.T) {
	cit := dec("0.25")
	general := MoneyTerms{NPV: true, Taxpayer: TaxpayerGeneral, IncomeTax: cit}
	with := func(t MoneyTerms, change func(*MoneyTerms)) MoneyTerms {
		change(&t)
		return t
	}
	buy := func() *bill {
		return newBill().add(0, "purchase", "2260000", catalog.VATIncluded).
			add(12, "upkeep", "226000", catalog.VATIncluded).add(24, "upkeep", "226000", catalog.VATIncluded).
			add(36, "upkeep", "226000", catalog.VATIncluded).add(36, "resale", "113000", catalog.VATIncluded)
	}
	rent := func() *bill {
		return newBill().add(12, "rent", "954000", catalog.VATIncluded).add(24, "rent", "954000", catalog.VATIncluded).
			add(36, "rent", "954000", catalog.VATIncluded)
	}
	voucher := GrantTerms{Object: "rent", Share: dec("0.3"), Cap: 200_000_00, Years: 1, Lag: 12}
	cases := []struct {
		name   string
		bill   *bill
		family string
		terms  MoneyTerms
		npv    string
		flows  map[int]string
	}{
		{
			// 2,260,000 less 260,000 of VAT. Year 1: (200,000 + 2,000,000) x 25 % - 200,000 = 350,000.
			// Year 3: -200,000 x 75 % + 100,000 x 75 % = -75,000: nothing is left in the books to set against the sale.
			"cn-buy-immediate-deduction", buy(), FamilyOwn, with(general, func(t *MoneyTerms) { t.Immediate = true }),
			"-1864064.17",
			map[int]string{0: "-2000000.00", 12: "350000.00", 24: "-150000.00", 36: "-75000.00"},
		},
		{
			// Straight line over 3 years to 5 %: 633,333.33 a year x 25 % = 158,333.33, less 150,000; the sale brings
			// its book value of 100,000.
			"cn-buy-straight-line", buy(), FamilyOwn, general,
			"-1899140.97",
			map[int]string{0: "-2000000.00", 12: "8333.33", 24: "8333.34", 36: "108333.33"},
		},
		{
			"cn-rent-no-voucher", rent(), FamilyRent, general,
			"-1739540.47",
			map[int]string{12: "-675000.00", 24: "-675000.00", 36: "-675000.00"},
		},
		{
			// min(30 % x 900,000, 200,000) of year 1, paid and taxed a year later: 200,000 x 75 % = 150,000.
			"cn-rent-with-voucher", rent(), FamilyRent, with(general, func(t *MoneyTerms) { t.Grants = []GrantTerms{voucher} }),
			"-1610939.64",
			map[int]string{12: "-675000.00", 24: "-525000.00", 36: "-675000.00"},
		},
		{
			// A small taxpayer: VAT is cost and is deducted: (226,000 + 2,260,000) x 5 % - 226,000 = -101,700. The sale
			// in 2027-11 leaves 101,000 / 1.01 = 100,000, x 95 % = 95,000 less 214,700.
			"cn-buy-small-scale", newBill().add(0, "purchase", "2260000", catalog.VATIncluded).
				add(12, "upkeep", "226000", catalog.VATIncluded).add(24, "upkeep", "226000", catalog.VATIncluded).
				add(36, "upkeep", "226000", catalog.VATIncluded).add(36, "resale", "101000", catalog.VATIncluded),
			FamilyOwn,
			MoneyTerms{NPV: true, Taxpayer: TaxpayerSmall, IncomeTax: dec("0.05"), Immediate: true},
			"-2633259.03",
			map[int]string{0: "-2260000.00", 12: "-101700.00", 24: "-214700.00", 36: "-119700.00"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := c.bill.input(t, c.family, 36, c.terms)
			if c.terms.Taxpayer == TaxpayerSmall {
				in.Start = quantity.NewMonth(2024, 11)
			}
			got := Money(in)
			if len(got.Notes) > 0 {
				t.Errorf("notes: %v", got.Notes)
			}
			if diff := cmp.Diff(c.flows, yuanByMonth(got)); diff != "" {
				t.Errorf("flows, want - got +:\n%s", diff)
			}
			if s := got.NPV.String(); s != c.npv {
				t.Errorf("npv: got %s, want %s", s, c.npv)
			}
		})
	}
	t.Run("cn-nal-with-voucher", func(t *testing.T) {
		own := Money(buy().input(t, FamilyOwn, 36, with(general, func(t *MoneyTerms) { t.Immediate = true })))
		rented := Money(rent().input(t, FamilyRent, 36, with(general, func(t *MoneyTerms) { t.Grants = []GrantTerms{voucher} })))
		if got, want := Between(own, rented, "own", "rent").NAL.String(), "253124.52"; got != want { // -1,610,939.64 + 1,864,064.17, before rounding
			t.Errorf("net advantage of renting: got %s, want %s", got, want)
		}
	})
}

func TestMoneyAsQuoted(t *testing.T) {
	b := newBill().add(0, "purchase", "1000", catalog.VATUnknown).add(1, "electricity", "50", catalog.VATIncluded).
		add(1, "capital", "7", "").add(2, "resale", "600", catalog.VATUnknown)
	got := Money(b.input(t, FamilyOwn, 2, MoneyTerms{CashLimit: 1000_00}))
	// 1,000 + 50 - 600, and the capital line beside it. 1,050 is out before the sale.
	if got.Net != 450_00 || got.Capital != 7_00 || got.Cost() != 457_00 || got.PeakCash != 1050_00 {
		t.Errorf("net %s capital %s cost %s peak %s, want 450 7 457 1050", got.Net, got.Capital, got.Cost(), got.PeakCash)
	}
	if !got.OverLimit() {
		t.Error("1,050 is above the limit of 1,000")
	}
	if len(got.VAT) > 0 || got.VATUnknown || got.IfExcluded != 0 || len(got.TaxYears) > 0 {
		t.Errorf("a taxpayer of no kind has no VAT: %+v", got.VAT)
	}
}

func TestMoneyVATByLine(t *testing.T) {
	type want struct {
		credited, net string
		unknown       string // cost when prices of unknown VAT exclude it
	}
	bill := func() *bill {
		return newBill().add(0, "purchase", "1130", catalog.VATIncluded).add(0, "rack", "106", catalog.VATIncluded).
			add(0, "electricity", "100", catalog.VATExcluded).add(0, "staff", "500", "").
			add(1, "rent", "106", catalog.VATUnknown)
	}
	cases := map[string]struct {
		terms MoneyTerms
		class string
		want
	}{
		// 130 + 6 + 13 + 6 = 155 of 1,955 with VAT; the rent without VAT would cost 106.
		"general": {MoneyTerms{Taxpayer: TaxpayerGeneral}, "cloud", want{"155.00", "1800.00", "1806.00"}},
		// A bare machine is a lease of movables: 106 / 1.13 = 93.81.
		"general, bare metal": {MoneyTerms{Taxpayer: TaxpayerGeneral}, "bare-metal", want{"161.19", "1793.81", "1806.00"}},
		// Nothing comes back; the electricity costs 113, and the rent 112.36 if quoted without VAT.
		"ordinary invoice": {MoneyTerms{Taxpayer: TaxpayerGeneral, Invoice: InvoiceOrdinary}, "cloud", want{"0.00", "1955.00", "1961.36"}},
		"small":            {MoneyTerms{Taxpayer: TaxpayerSmall}, "cloud", want{"0.00", "1955.00", "1961.36"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := bill().input(t, FamilyOwn, 1, c.terms)
			in.Class = c.class
			r := Money(in)
			got := want{r.InputVAT.String(), r.Net.String(), r.IfExcluded.String()}
			if got != c.want {
				t.Errorf("credited, net, if excluded: got %v, want %v", got, c.want)
			}
		})
	}
}

func TestResaleVAT(t *testing.T) {
	cases := []struct {
		name, taxpayer string
		start          quantity.YearMonth
		want           string
	}{
		{"general, 1,130 / 1.13", TaxpayerGeneral, quantity.NewMonth(2026, 11), "1000.00"},
		{"small until 2027-12, 1,130 / 1.01", TaxpayerSmall, quantity.NewMonth(2026, 11), "1118.81"},
		{"small later, 1,130 / 1.03", TaxpayerSmall, quantity.NewMonth(2028, 1), "1097.09"},
		{"as quoted", TaxpayerNone, quantity.NewMonth(2026, 11), "1130.00"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := newBill().add(1, "resale", "1130", catalog.VATIncluded).input(t, FamilyOwn, 1, MoneyTerms{Taxpayer: c.taxpayer})
			in.Start = c.start
			if got := (-Money(in).Net).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestImmediateDeductionIsRefused(t *testing.T) {
	cases := []struct {
		name, price string
		start       quantity.YearMonth
		units       int
		note        string
		first       string // depreciation deducted in the first year
	}{
		{"within the rule", "5000000", quantity.NewMonth(2027, 12), 1, "", "5000000.00"},
		{"the limit is a unit's", "10000000", quantity.NewMonth(2026, 11), 2, "", "10000000.00"},
		// (100 % - 5 %) / 3 = 31.667 %
		{"after the end date", "300000", quantity.NewMonth(2028, 1), 1, "money.immediate.expired", "95000.00"},
		{"above the limit", "6000000", quantity.NewMonth(2026, 11), 1, "money.immediate.above_limit", "1900000.00"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newBill().add(0, "purchase", c.price, catalog.VATIncluded).add(36, "resale", "1", catalog.VATIncluded)
			in := b.input(t, FamilyOwn, 36, MoneyTerms{IncomeTax: dec("0.25"), Immediate: true})
			in.Start, in.Units = c.start, c.units
			r := Money(in)
			if got := r.TaxYears[0].Depreciation.String(); got != c.first {
				t.Errorf("first year: got %s, want %s", got, c.first)
			}
			keys := ""
			for _, n := range r.Notes {
				keys += n.Key
			}
			if keys != c.note {
				t.Errorf("notes: got %q, want %q", keys, c.note)
			}
		})
	}
}

func TestDepreciationByMethod(t *testing.T) {
	charges := func(r MoneyResult) (tax, book string) {
		var a, b []string
		for _, y := range r.TaxYears {
			a = append(a, y.Depreciation.String())
		}
		for _, y := range r.BookYears {
			b = append(b, y.Depreciation.String())
		}
		return strings.Join(a, " "), strings.Join(b, " ")
	}
	cases := []struct {
		method, tax, book string
		taxLife           int
	}{
		// 300,000 less 5 % over 3 years
		{StraightLine, "95000.00 95000.00 95000.00", "95000.00 95000.00 95000.00", 3},
		// 2/3 of 300,000, then the last two years share 300,000 - 200,000 - 15,000
		{DoubleDeclining, "200000.00 42500.00 42500.00", "200000.00 42500.00 42500.00", 3},
		// 285,000 x 3/6, 2/6, 1/6
		{SumOfYears, "142500.00 95000.00 47500.00", "142500.00 95000.00 47500.00", 3},
		// Half of the hours of its life are used, evenly: 285,000 / 2 over 3 years. Tax knows straight line only.
		{UnitsOfUse, "95000.00 95000.00 95000.00", "47500.00 47500.00 47500.00", 3},
		// Tax life apart from useful life: what 5 years leave after 3 is deducted at the sale.
		{StraightLine, "57000.00 57000.00 57000.00", "95000.00 95000.00 95000.00", 5},
	}
	for _, c := range cases {
		t.Run(c.method, func(t *testing.T) {
			b := newBill().add(0, "purchase", "300000", catalog.VATIncluded).add(36, "resale", "40000", catalog.VATIncluded)
			terms := MoneyTerms{IncomeTax: dec("0.25"), Depreciation: c.method, TaxLifeYears: c.taxLife}
			r := Money(b.input(t, FamilyOwn, 36, terms))
			tax, book := charges(r)
			if tax != c.tax || book != c.book {
				t.Errorf("tax %s\nwant %s\nbook %s\nwant %s", tax, c.tax, book, c.book)
			}
			// Whatever the method, 300,000 - 40,000 are deducted in all: the verdict does not change undiscounted.
			if got := r.Cost().String(); got != "195000.00" {
				t.Errorf("cost: got %s, want 260,000 x 75 %%", got)
			}
		})
	}
}

func TestRDExtraDeduction(t *testing.T) {
	terms := MoneyTerms{IncomeTax: dec("0.25"), RD: dec("0.6")}
	own := Money(newBill().add(0, "purchase", "300000", catalog.VATIncluded).
		add(12, "resale", "205000", catalog.VATIncluded).input(t, FamilyOwn, 12, terms))
	// 95,000 of depreciation, 60 % of it once more; the sale brings the book value.
	if got := own.TaxYears[0].Extra.String(); got != "57000.00" {
		t.Errorf("owned: got %s", got)
	}
	in := newBill().add(0, "rent", "1000", catalog.VATIncluded).input(t, FamilyRent, 1, terms)
	if r := Money(in); r.TaxYears[0].Extra != 0 || len(r.Notes) != 1 || r.Notes[0].Key != "money.rd_not_cloud" {
		t.Errorf("cloud: %+v %v", r.TaxYears, r.Notes)
	}
	in.Class = "bare-metal"
	if got := Money(in).TaxYears[0].Extra.String(); got != "600.00" {
		t.Errorf("lease: got %s", got)
	}
}

func TestPrepaidRentIsDeductedEvenly(t *testing.T) {
	r := Money(newBill().add(0, "rent", "3600", catalog.VATIncluded).input(t, FamilyRent, 36, MoneyTerms{IncomeTax: dec("0.25")}))
	for _, y := range r.TaxYears {
		if y.Costs != 1200_00 {
			t.Errorf("year %d deducts %s, want 1200.00", y.Year, y.Costs)
		}
	}
	if len(r.TaxYears) != 3 {
		t.Errorf("%d years", len(r.TaxYears))
	}
}

func TestMonthlyLinesBelongToTheirMonth(t *testing.T) {
	b := newBill()
	for i := range 36 {
		e := b.book.Const("rent."+itoa(i), "", "CNY", ledger.Dec("100"))
		b.l.Add(ledger.Line{At: i, Item: "line.rent.month", Category: "rent", Args: []string{"month", "x"}}, e)
	}
	for _, y := range Money(b.input(t, FamilyRent, 36, MoneyTerms{IncomeTax: dec("0.25")})).TaxYears {
		if y.Costs != 1200_00 {
			t.Errorf("year %d deducts %s, want twelve months", y.Year, y.Costs)
		}
	}
}

func TestCheckMoneyTerms(t *testing.T) {
	r := testRules(t, "0.08")
	cases := map[string]struct {
		terms MoneyTerms
		want  string
	}{
		"fine":           {MoneyTerms{TaxLifeYears: 2}, ""},
		"too short":      {MoneyTerms{TaxLifeYears: 1}, "money.tax_life_short"},
		"loan and lease": {MoneyTerms{Loan: &LoanTerms{Share: dec("0.5"), Months: 12}, Lease: &LeaseTerms{Months: 12, PerYear: 4}}, "money.loan_and_lease"},
		"loan share":     {MoneyTerms{Loan: &LoanTerms{Share: dec("1.2"), Months: 12}}, "money.loan_share"},
		"loan months":    {MoneyTerms{Loan: &LoanTerms{Share: dec("0.5")}}, "money.loan_months"},
		"down payment":   {MoneyTerms{Lease: &LeaseTerms{Down: dec("1"), Months: 12, PerYear: 12}}, "money.lease_down"},
		"rhythm":         {MoneyTerms{Lease: &LeaseTerms{Months: 13, PerYear: 4}}, "money.lease_rhythm"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			keys := ""
			for _, d := range CheckMoneyTerms(c.terms, r) {
				keys += d.Key
			}
			if keys != c.want {
				t.Errorf("got %q, want %q", keys, c.want)
			}
		})
	}
}

// Money is tied up in what is paid for good: (1,130 + 565) / 2 x 8 % = 67.80 as quoted, / 1.13 = 60 where VAT comes
// back, and 565 / 1.01 where a small taxpayer hands 1 % of the sale over.
func TestCapitalWithoutCreditedVAT(t *testing.T) {
	cases := map[string]struct {
		terms MoneyTerms
		vat   catalog.VAT
		want  string
	}{
		"as quoted":        {MoneyTerms{CashLimit: 1}, catalog.VATIncluded, "67.80"},
		"general":          {MoneyTerms{Taxpayer: TaxpayerGeneral}, catalog.VATIncluded, "60.00"},
		"general, without": {MoneyTerms{Taxpayer: TaxpayerGeneral}, catalog.VATExcluded, "67.80"},
		"ordinary invoice": {MoneyTerms{Taxpayer: TaxpayerGeneral, Invoice: InvoiceOrdinary}, catalog.VATIncluded, "65.20"},
		"small":            {MoneyTerms{Taxpayer: TaxpayerSmall}, catalog.VATIncluded, "67.58"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := Money(newBill().add(0, "purchase", "1130", c.vat).add(12, "resale", "565", c.vat).add(12, "capital", "67.80", "").
				input(t, FamilyOwn, 12, c.terms))
			if got := r.Capital.String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			checkSteps(t, r)
		})
	}
}

// Every step of a general taxpayer who buys and sells: 1,130 + 50 staff + 8 capital - 565 = 623 as quoted.
func TestStepsByHand(t *testing.T) {
	b := newBill().add(0, "purchase", "1130", catalog.VATIncluded).add(0, "staff", "50", "").
		add(12, "resale", "565", catalog.VATIncluded).add(12, "capital", "8.475", "")
	r := Money(b.input(t, FamilyOwn, 12, MoneyTerms{NPV: true, Taxpayer: TaxpayerGeneral, IncomeTax: dec("0.25")}))
	got := map[string]string{"quoted": r.Quoted.String(), "cost": r.Cost().String()}
	for _, s := range r.Steps {
		got[s.Kind] = r.StepTotal(s.Kind).String()
	}
	want := map[string]string{
		"quoted": "623.48", StepCapitalDropped: "-8.48",
		StepVATCredit: "-130.00", StepVATOutput: "65.00",
		StepTax: "-137.50", // (1,000 - 500 + 50) x 25 %
		// Month 12 brings 500 + 137.50 = 637.50, worth 637.50 / 1.08 = 590.28 today.
		StepDiscount: "47.22", "cost": "459.72",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want - got +:\n%s", diff)
	}
}
