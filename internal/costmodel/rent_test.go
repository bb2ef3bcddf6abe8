package costmodel

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// overlay lays sheets, one kind each, over the shipped ones.
func overlay(t testing.TB, sheets ...string) *catalog.Catalog {
	t.Helper()
	cat := catalog.Embedded()
	for _, s := range sheets {
		next, ds := cat.Overlay("test.yaml", []byte(s))
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		cat = next
	}
	return cat
}

// testCards are two cards that no shipped sheet sells: the second is twice as fast.
const testCards = `
cards:
  test-card: {name: Test card, form: sxm, memory: 80 GB, link: {type: NVLink, speed: 600 GB/s}, tdp: 400 W, dense: {bf16: 300 TFLOPS}}
  test-fast: {name: Fast card, form: sxm, memory: 80 GB, link: {type: NVLink, speed: 600 GB/s}, tdp: 500 W, dense: {bf16: 600 TFLOPS}}
`

// plainMoney takes the cost of capital out and makes round numbers of what renting assumes.
const plainMoney = `
assumptions:
  discount-rate: {name: none, value: {typical: 0, unit: share}}
  rent-waste-share: {name: waste, value: {typical: 0.1, unit: share}}
  rent-setup-hours: {name: setup, value: {typical: 0.5, unit: hour}}
  card-events: {name: failures, value: {typical: 0, unit: events/card-year}}
`

// offer writes one offer of the test card; rest holds more fields.
func offer(id, term, price, rest string) string {
	return fmt.Sprintf("  %s: {provider: tester, card: test-card, class: cloud, term: %s, price: {typical: %s, asof: 2026-11, source: compshare_bill, reliability: high}%s}\n",
		id, term, price, rest)
}

const tester = "providers:\n  tester: {name: Tester, disk: 0.3 CNY/GB-month, disk_free: 100 GB, off_price: 0.15 CNY/hour, wiped_after: 7 day, egress: 0.8 CNY/GB, ib_surcharge: 4000 CNY/server-month}\n"

// renting is the input for a need of test cards with the given offers.
func renting(t testing.TB, need, pattern string, offers ...string) Input {
	t.Helper()
	cat := overlay(t, testCards, plainMoney, tester, "offers:\n"+strings.Join(offers, ""))
	return needOf(t, cat, need, pattern)
}

func needOf(t testing.TB, cat *catalog.Catalog, need, pattern string) Input {
	t.Helper()
	spec, ds := scenario.Find(need, cat, scenario.Origin{})
	if ds != nil {
		t.Fatal(ds.Err())
	}
	start, _ := quantity.ParseMonth("2026-11")
	def := scenario.Defaults{Site: "songjiang", Util: "1", Pattern: pattern, View: "sold", Taxpayer: "none", Start: start}
	sc, ds := scenario.Resolve(spec, cat, def)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	return Input{Scenario: sc, Catalog: cat, Today: start}
}

// phased is a need of several counts and lengths.
func phased(t testing.TB, in Input, counts []int, lengths []string) Input {
	t.Helper()
	first := in.Scenario.Phases[0]
	in.Scenario.Phases, in.Scenario.Count = nil, 0
	for i, n := range counts {
		p := first
		p.Count = n
		var err error
		if p.Duration, err = quantity.ParseDuration(lengths[i]); err != nil {
			t.Fatal(err)
		}
		in.Scenario.Phases = append(in.Scenario.Phases, p)
		in.Scenario.Count = max(in.Scenario.Count, n)
	}
	return in
}

func offered(t testing.TB, r Result, id string) OfferBill {
	t.Helper()
	for _, b := range r.Offers {
		if b.Offer.ID == id {
			if b.Ledger == nil {
				t.Fatalf("%s has no bill: %v", id, b.Rejected)
			}
			return b
		}
	}
	t.Fatalf("no offer %s", id)
	return OfferBill{}
}

func find(r Result, id string) (Option, bool) {
	for _, o := range r.Options {
		if o.ID == id && len(o.Missing) == 0 {
			return o, true
		}
	}
	return Option{}, false
}

// TestOfferBills: one offer each, worked by hand.
func TestOfferBills(t *testing.T) {
	for _, c := range []struct {
		name, need, pattern, term, price, rest string
		change                                 func(*Input)
		want                                   string
	}{
		// 4 cards x 336 h x 10.75
		{"hours around the clock", "4xtest-card-2w", "all", "hour", "10.75, unit: CNY/card-hour", ", step: second", nil, "14448.00"},
		// 4 x 14 d x 236.58
		{"days", "4xtest-card-14d", "all", "day", "236.58, unit: CNY/card-day", "", nil, "13248.48"},
		// 340 h touch 15 days
		{"a started day", "1xtest-card-340h", "all", "day", "100, unit: CNY/card-day", "", nil, "1500.00"},
		// a started month whole: 2 x 6452.40 x 4
		{"whole months", "4xtest-card-31d", "all", "month", "6452.40, unit: CNY/card-month", "", nil, "51619.20"},
		// pro rata: 744 h of 720 = 1.0333... x 6000
		{"months pro rata", "1xtest-card-31d", "all", "month", "6000, unit: CNY/card-month", ", whole: false", nil, "6200.00"},
		// months of a scenario in months are the offer's months
		{"months as terms", "1xtest-card-3mo", "all", "month", "6000, unit: CNY/card-month", "", nil, "18000.00"},
		// 9 cards in servers of 8 = 2 servers
		{"whole servers", "9xtest-card-1mo", "all", "month", "50000, unit: CNY/server-month", ", cards: 8, interconnect: ib", nil, "100000.00"},
		{"commitment", "8xtest-card-2mo", "all", "month", "50000, unit: CNY/server-month", ", cards: 8, commitment: 12 month", nil, "600000.00"},
		{"minimum of months", "8xtest-card-1mo", "all", "month", "50000, unit: CNY/server-month", ", cards: 8, min_units: 3", nil, "150000.00"},
		// 10 h of a minimum of 24: (10 + 14) x 2
		{"minimum of hours", "1xtest-card-10h", "all", "hour", "2, unit: CNY/card-hour", ", min_units: 24", nil, "48.00"},
		// u 0.5, w 0.1: 336 x 0.55 = 184.8 h; without sessions there is nothing to round
		{"half used, by the second", "1xtest-card-2w@0.5", "all", "hour", "10, unit: CNY/card-hour", ", step: second", nil, "1848.00"},
		{"half used, by the hour", "1xtest-card-2w@0.5", "all", "hour", "10, unit: CNY/card-hour", ", step: hour", nil, "1848.00"},
		// u 1: powered for all 336 h
		{"nearly full", "1xtest-card-2w@0.95", "all", "hour", "10, unit: CNY/card-hour", ", step: second", nil, "3360.00"},
		// November 2026 has 10 weekdays in its first two weeks from Sunday the 1st: 2-6 and 9-13, and Sat 14: 80 h + 10 x 0.5 h
		{"sessions of a pattern", "1xtest-card-2w", "8hx5d", "hour", "10, unit: CNY/card-hour", ", step: second", nil, "850.00"},
		// each session of 8.5 h rounds up to 9: 90 h
		{"sessions by the hour", "1xtest-card-2w", "8hx5d", "hour", "10, unit: CNY/card-hour", ", step: hour", nil, "900.00"},
		// the offer's own set-up of 0.25 h: 8.25 h is 495 minutes
		{"sessions by the minute", "1xtest-card-2w", "8hx5d", "hour", "10, unit: CNY/card-hour", ", step: minute, setup: 0.25 hour", nil, "825.00"},
		// 20 sessions of 336 x 0.55 / 20 + 0.5 = 9.74 h: 10 h each
		{"given sessions", "1xtest-card-2w@0.5", "all", "hour", "10, unit: CNY/card-hour", ", step: hour", func(in *Input) { in.Scenario.Sessions = 20 }, "2000.00"},
		// around the clock sessions cannot take more than the clock
		{"sessions at full use", "1xtest-card-2w", "all", "hour", "10, unit: CNY/card-hour", ", step: hour", func(in *Input) { in.Scenario.Sessions = 20 }, "3360.00"},
		// spot: 336 h + 10 % lost work, estimate of the sheets
		{"spot", "1xtest-card-2w", "all", "spot", "10, unit: CNY/card-hour", "", nil, "3696.00"},
		// an hourly price that is paid for whole months: 2 x 720 h x 3
		{"reserved by the hour", "1xtest-card-31d", "all", "reserved", "3, unit: CNY/card-hour", "", nil, "4320.00"},
		// whole racks of 72
		{"racks", "80xtest-card-1mo", "all", "rack", "1000000, unit: CNY/rack-month", ", cards: 72, interconnect: ib", nil, "2000000.00"},
		{"years", "1xtest-card-1y", "all", "year", "20000, unit: CNY/card-year", "", nil, "20000.00"},
		// 1,000 GB above 100 free on one host, two months: 900 x 0.3 x 2
		{"disks", "1xtest-card-2mo", "all", "month", "6000, unit: CNY/card-month", "", func(in *Input) { in.StorageTB = 1 }, "12540.00"},
		{"traffic", "1xtest-card-1mo", "all", "month", "6000, unit: CNY/card-month", "", func(in *Input) { in.EgressGB = 500 }, "6400.00"},
		// 336 h less 85 powered, at 0.15, on top of 850
		{"instance kept", "1xtest-card-2w", "8hx5d", "hour", "10, unit: CNY/card-hour", ", step: second", func(in *Input) { in.KeepInstance = true }, "887.65"},
		// InfiniBand asked for over RoCE: 2 servers x 4000
		{"InfiniBand", "16xtest-card-1mo", "all", "month", "50000, unit: CNY/server-month", ", cards: 8, interconnect: roce", func(in *Input) { in.Fabric = "ib" }, "108000.00"},
		// refund: 25809.60 x (1 - 336/720 x 1.5) = 7742.88 comes back
		{"month handed back", "4xtest-card-2w", "all", "month", "6452.40, unit: CNY/card-month", ", prepaid: true, exit: compshare-month", func(in *Input) { in.EarlyExit = true }, "18066.72"},
		// from two thirds on nothing comes back
		{"month handed back late", "4xtest-card-480h", "all", "month", "6452.40, unit: CNY/card-month", ", prepaid: true, exit: compshare-month", func(in *Input) { in.EarlyExit = true }, "25809.60"},
		// 4 of 24 h: 1 - 4/24 x 1.25 of the last day
		{"day handed back", "1xtest-card-340h", "all", "day", "100, unit: CNY/card-day", ", prepaid: true, exit: compshare-day", func(in *Input) { in.EarlyExit = true }, "1420.83"},
		{"closed", "8xtest-card-2mo", "all", "month", "50000, unit: CNY/server-month", ", cards: 8, commitment: 12 month, exit: closed", func(in *Input) { in.EarlyExit = true }, "600000.00"},
		// penalty of 20 % of ten months left: 2 + 0.2 x 10 months
		{"penalty", "8xtest-card-2mo", "all", "month", "50000, unit: CNY/server-month", ", cards: 8, commitment: 12 month, exit: penalty", func(in *Input) { in.EarlyExit = true }, "200000.00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := renting(t, c.need, c.pattern, offer("x", c.term, c.price, c.rest))
			if c.change != nil {
				c.change(&in)
			}
			if got := offered(t, BuildRent(in), "x").Ledger.Total.String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestRefundIsShownNotBilled: what handing back would bring stands beside the bill.
func TestRefundIsShownNotBilled(t *testing.T) {
	in := renting(t, "4xtest-card-2w", "all", offer("x", "month", "6452.40, unit: CNY/card-month", ", prepaid: true, exit: compshare-month"))
	b := offered(t, BuildRent(in), "x")
	if b.Ledger.Total != 25809_60 || b.Refund != 7742_88 {
		t.Errorf("got %s and %s back, want 25809.60 and 7742.88", b.Ledger.Total, b.Refund)
	}
}

// TestLeasesInLayers: cards that are wanted all the time are one lease, those on top of it another; a commitment is
// paid once for each, and a pause that costs less than a second commitment is held through.
func TestLeasesInLayers(t *testing.T) {
	server := func(rest string) string {
		return offer("x", "month", "1000, unit: CNY/server-month", ", cards: 8, interconnect: ib"+rest)
	}
	for _, c := range []struct {
		name    string
		offer   string
		counts  []int
		lengths []string
		want    quantity.Fen
	}{
		// 1 server for 9 months and 1 more for 3
		{"a peak", server(""), []int{8, 16, 8}, []string{"3mo", "3mo", "3mo"}, 12_000_00},
		// 9 of 12 committed, and 12 more for the peak of 3 months
		{"a committed peak", server(", commitment: 12 month"), []int{8, 16, 8}, []string{"3mo", "3mo", "3mo"}, 24_000_00},
		// two peaks 2 months apart under a commitment of 6: one lease of 1 + 2 + 4 months beats two of 6
		{"held through", server(", commitment: 6 month"), []int{16, 8, 16}, []string{"1mo", "2mo", "4mo"}, 14_000_00},
		// 20 months apart: two commitments of 6 are less than 22
		{"given up", server(", commitment: 6 month"), []int{16, 8, 16}, []string{"1mo", "20mo", "1mo"}, 34_000_00},
		// the month of the first two weeks goes on into the next
		{"no second month", server(""), []int{8, 16}, []string{"14d", "14d"}, 2_000_00},
	} {
		in := phased(t, renting(t, "8xtest-card-1mo", "all", c.offer), c.counts, c.lengths)
		if got := offered(t, BuildRent(in), "x").Ledger.Total; got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestDeposit: it leaves at the start, comes back at the end, and never counts in the total.
func TestDeposit(t *testing.T) {
	in := renting(t, "8xtest-card-3mo", "all", offer("x", "month", "1000, unit: CNY/server-month", ", cards: 8, deposit: 2 month"))
	b := offered(t, BuildRent(in), "x")
	if b.Ledger.Total != 3000_00 || b.Ledger.Upfront() != 3000_00 || b.Ledger.PeakCash() != 5000_00 {
		t.Errorf("total %s, upfront %s, peak %s", b.Ledger.Total, b.Ledger.Upfront(), b.Ledger.PeakCash())
	}
}

// TestBareMetalBringsStaff: half of 0.2 people at 320,000 a year for two months.
func TestBareMetalBringsStaff(t *testing.T) {
	text := strings.Replace(offer("x", "month", "50000, unit: CNY/server-month", ", cards: 8"), "class: cloud", "class: bare-metal", 1)
	staff := "assumptions:\n  staff-cost-year: {name: pay, value: 300000 CNY/person-year}\n  staff-system-share: {name: half, value: {typical: 0.5, unit: share}}\n"
	cat := overlay(t, testCards, plainMoney, staff, tester, "offers:\n"+text)
	b := offered(t, BuildRent(needOf(t, cat, "8xtest-card-2mo", "all")), "x")
	if got := b.Ledger.CategoryTotal("rent"); got != 100_000_00 {
		t.Errorf("rent %s", got)
	}
	if got := b.Ledger.CategoryTotal("staff"); got != 5_000_00 {
		t.Errorf("staff %s, want 5000.00", got)
	}
}

// TestWipedDataIsSaid: two sessions in a month leave the disks off for longer than the provider keeps them.
func TestWipedDataIsSaid(t *testing.T) {
	in := renting(t, "1xtest-card-30d@0.1", "all", offer("x", "hour", "10, unit: CNY/card-hour", ""))
	in.Scenario.Sessions = 2
	if n := offered(t, BuildRent(in), "x").Notes; len(n) != 1 || n[0].Key != "warning.wiped" {
		t.Errorf("got %v", n)
	}
	in.Scenario.Sessions = 8
	if n := offered(t, BuildRent(in), "x").Notes; len(n) != 0 {
		t.Errorf("got %v", n)
	}
}

// TestRentDrift: rents that fall by 30 % a year are paid as (0.7)^(month/12); a committed price holds for its term.
func TestRentDrift(t *testing.T) {
	in := renting(t, "1xtest-card-24mo", "all",
		offer("free", "month", "1000, unit: CNY/card-month", ""),
		offer("held", "reserved", "1000, unit: CNY/card-month", ", commitment: 12 month"))
	in.RentDrift = catalog.Figure{ID: "flag.rent-drift", Typical: "-0.3", Unit: "share"}
	r := BuildRent(in)
	// the sum of 1000 x 0.7^(i/12) for i = 0 to 23: 1000 x (1 - 0.49) / (1 - 0.7^(1/12)) = 17,414.7
	if got := offered(t, r, "free").Ledger.Total.Float(); math.Abs(got-17_414.7) > 0.3 {
		t.Errorf("got %v", got)
	}
	// 12 x 1000 + 12 x 700
	if got := offered(t, r, "held").Ledger.Total; got != 20_400_00 {
		t.Errorf("got %s, want 20400.00", got)
	}
}

// TestQuotesCompete: an offer in hand counts although it has no published source, and is marked.
func TestQuotesCompete(t *testing.T) {
	cat := overlay(t, testCards, plainMoney, tester, "offers:\n"+offer("x", "month", "6000, unit: CNY/card-month", ""))
	quote := "offers:\n  vendor-a: {provider: vendor-a, card: test-card, class: cloud, term: month, price: 5000 CNY/card-month}\n"
	cat, ds := cat.Overlay("quotes.yaml", []byte(quote))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in := needOf(t, cat, "1xtest-card-1mo", "all")
	if o, _ := find(BuildRent(in), "rent.month"); o.Provider != "tester" {
		t.Errorf("an estimate won: %s", o.Provider)
	}
	in.Quotes = []string{"quotes.yaml"}
	if o, _ := find(BuildRent(in), "rent.month"); o.Provider != "vendor-a" || !o.Quoted {
		t.Errorf("got %s, quoted %v", o.Provider, o.Quoted)
	}
}

// TestQuotedServer: a server in hand that is cheaper than the book's is bought, and marked.
func TestQuotedServer(t *testing.T) {
	in := owning(t, "8xtest-card-2mo", 300_000)
	quote := "servers:\n  vendor-8: {name: Vendor, card: test-card, cards: 8, price: 250000 CNY/server, rated_power: 1 kW, curve: test-curve}\n"
	cat, ds := in.Catalog.Overlay("quotes.yaml", []byte(quote))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Catalog, in.Quotes = cat, []string{"quotes.yaml"}
	o, ok := find(Build(in), "own.idle")
	if !ok || !o.Quoted || o.Ledger.CategoryTotal("purchase") != 250_000_00 {
		t.Errorf("got %v %+v", ok, o)
	}
}
