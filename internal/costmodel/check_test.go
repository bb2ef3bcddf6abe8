package costmodel_test

import (
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// input resolves a scenario in words over the shipped sheets and the user's own ones.
func input(t *testing.T, spec scenario.Spec, sheets ...string) costmodel.Input {
	t.Helper()
	cat := catalog.Embedded()
	for _, s := range sheets {
		next, ds := cat.Overlay("user.yaml", []byte(s))
		if next == nil {
			t.Fatal(ds.Err())
		}
		cat = next
	}
	today, err := quantity.ParseMonth("2026-11")
	if err != nil {
		t.Fatal(err)
	}
	def := scenario.Defaults{Site: "songjiang", Util: "1", Pattern: "all", View: "sold", Taxpayer: "none", Start: today}
	sc, ds := scenario.Resolve(spec, cat, def)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	return costmodel.Input{Scenario: sc, Catalog: cat, Today: today}
}

func word(s string) scenario.Word { return scenario.Word{Text: s} }

// need is a spec from a shorthand at a site and from a month.
func need(t *testing.T, shorthand, site, start string) scenario.Spec {
	t.Helper()
	spec, ds := scenario.ParseShorthand(shorthand, scenario.Origin{})
	if ds != nil {
		t.Fatal(ds.Err())
	}
	spec.Site, spec.Start = word(site), word(start)
	return spec
}

func option(t *testing.T, r costmodel.Result, id string) costmodel.Option {
	t.Helper()
	for _, o := range r.Options {
		if o.ID == id {
			if len(o.Missing) > 0 {
				t.Fatalf("%s has no total: %v", id, o.Missing)
			}
			return o
		}
	}
	t.Fatalf("no option %s", id)
	return costmodel.Option{}
}

// amounts sums the lines of an item by the value of one of their arguments; "" sums all.
func amounts(o costmodel.Option, item, arg string) map[string]string {
	sums := map[string]quantity.Fen{}
	for _, l := range o.Ledger.Lines {
		if l.Item != item {
			continue
		}
		at := ""
		for i := 0; i+1 < len(l.Args); i += 2 {
			if l.Args[i] == arg {
				at = plain(l.Args[i+1])
			}
		}
		sums[at] += l.Amount
	}
	out := map[string]string{}
	for k, v := range sums {
		out[k] = v.String()
	}
	return out
}

// plain drops what marks an argument as a message key, and the area of the key.
func plain(arg string) string {
	if key, ok := diag.RefKey(arg); ok {
		_, arg, _ = strings.Cut(key, ".")
	}
	return arg
}

func wantAmounts(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
		return
	}
	for k, w := range want {
		if got[k] != w {
			t.Errorf("%s, %s: got %s, want %s", what, k, got[k], w)
		}
	}
}

// bareRoom is a place where nothing is charged beside the machine and its electricity.
const bareRoom = `
sites:
  bare-room:
    name: a room where nothing is charged
    kind: home
    power: included
`

// A machine of 400,000 yuan with a life of 36 months of 730 hours, no resale, no capital, no failures and every hour
// paid for charges 400,000 x 336 / 26,280 = 5,114.155... yuan for two weeks.
func TestDepreciationOfTwoWeeks(t *testing.T) {
	sheet := bareRoom + `
cards:
  plain-card: {name: a card, form: pcie, market: datacentre, memory: 80 GB, curve: none}
servers:
  plain-4:
    name: machine of 400,000 yuan
    card: plain-card
    cards: 4
    price: 400000 CNY/server
    rated_power: 2 kW
    warranty: 36 month
assumptions:
  life-months: {name: life, value: 36 month}
  paid-share-of-life: {name: phi, value: 1}
  discount-rate: {name: capital, value: 0}
  card-events: {name: failures, value: 0 events/card-year}
`
	r := costmodel.Build(input(t, need(t, "4xplain-card-336h", "bare-room", "2026-11"), sheet))
	o := option(t, r, "own.reused")
	if got := o.Total().String(); got != "5114.16" {
		t.Errorf("336 of 26,280 hours of 400,000 yuan: got %s, want 5114.16", got)
	}
	if len(o.Ledger.Lines) != 1 {
		t.Errorf("want depreciation and nothing else, got %d lines", len(o.Ledger.Lines))
	}
}

// 4 cards x 336 h x 10.75, 4 x 14 d x 236.58 and 4 x 6,452.40.
func TestCompShareA100(t *testing.T) {
	r := costmodel.Build(input(t, need(t, "4xA100-2w", "songjiang", "2026-11")))
	want := map[string]string{
		"compshare-a100-hour": "14448.00", "compshare-a100-day": "13248.48", "compshare-a100-month": "25809.60",
	}
	for _, b := range r.Offers {
		w, ok := want[b.Offer.ID]
		if !ok {
			continue
		}
		delete(want, b.Offer.ID)
		if b.Ledger == nil || b.Ledger.Total.String() != w {
			t.Errorf("%s: got %v, want %s", b.Offer.ID, b.Ledger, w)
		}
		if len(b.Rejected) > 0 {
			t.Errorf("%s is not acceptable: %v", b.Offer.ID, b.Rejected)
		}
	}
	for id := range want {
		t.Errorf("no bill of %s", id)
	}
}

// cluster64 is 64 servers rated 10.2 kW that draw 76 % of it, in a hall with a PUE of 1.30.
const cluster64 = `
servers:
  hgx-h100-8:
    rated_power: 10.2 kW
    typical_power: 7.752 kW
sites:
  own-hall:
    pue: {typical: 1.30, unit: ratio}
`

// All of March 2026 on the published table: 64 x 10.2 x 0.76 x 1.30 = 644.9664 kW; peak 6 h, flat 10 h and valley 8 h
// a day make 186, 310 and 248 h: 119,963.75, 199,939.58 and 159,951.67 kWh at 0.9729, 0.6332 and 0.35 yuan.
func TestMarchBill(t *testing.T) {
	r := costmodel.Build(input(t, need(t, "512xH100-31d", "own-hall", "2026-03"), cluster64))
	o := option(t, r, "own.sold")
	wantAmounts(t, "energy", amounts(o, "line.electricity", "period"), map[string]string{
		"peak": "116712.73", "flat": "126601.74", "valley": "55983.08",
	})
	wantAmounts(t, "energy of the month", amounts(o, "line.electricity", "month"), map[string]string{"2026-03": "299297.55"})
	// 806.208 kVA at the table's own 26 yuan, less than 644.9664 kW at its 42.
	wantAmounts(t, "fixed charge", amounts(o, "line.demand", "month"), map[string]string{"2026-03": "20961.41"})
	wantKWh := map[string]string{"peak": "119963.75", "flat": "199939.58", "valley": "159951.67"}
	for _, l := range o.Ledger.Lines {
		if l.Item != "line.electricity" {
			continue
		}
		period := plain(l.Args[3])
		price := priceOf(t, o.Ledger, period)
		kwh, err := l.Amount.Yuan().Div(price)
		if err != nil {
			t.Fatal(err)
		}
		want := ledger.Dec(wantKWh[period])
		// The amount is rounded to the fen, so the energy found back from it is good to half a fen over the price.
		if diff := kwh.Sub(want).Abs(); diff.GreaterThan(ledger.Dec("0.02")) {
			t.Errorf("%s: %s kWh, want %s", period, kwh, want)
		}
	}
}

// priceOf is the figure of a period's price in the published table.
func priceOf(t *testing.T, l *ledger.Ledger, period string) quantity.Decimal {
	t.Helper()
	id := "tariffs.sh-two-part-general-1-10kv.tables.2026-03.prices." + period
	i, ok := l.Book.FigureIndex(id)
	if !ok {
		t.Fatalf("the bill does not use %s", id)
	}
	return l.Book.Figures()[i].Value
}
