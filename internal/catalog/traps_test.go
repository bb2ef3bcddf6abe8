package catalog_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
)

// Traps that users of other programs fell into, each as a sheet.

const offerHead = "offers:\n  mine:\n    provider: p\n    card: nvidia-a100-sxm-80g\n    class: cloud\n    term: hour\n    asof: 2026-11\n    source: compshare_bill\n    reliability: high\n"

func offerSheet(lines string) string { return offerHead + lines }

// A count with a leading zero is refused with its place, never read as octal; 010 and 08 alike.
func TestTrapLeadingZero(t *testing.T) {
	for _, n := range []string{"010", "08", "0x10", "1_000", "1,000", "1.5", "１２"} {
		got := mistakes(t, offerSheet("    price: 8.5 CNY/card-hour\n    cards: "+n+"\n"))
		if len(got) == 0 || !strings.HasPrefix(got[0], "11:12 ") {
			t.Errorf("cards: %s gives %v", n, got)
		}
	}
	for _, p := range []string{"010 CNY/card-hour", "0x10 CNY/card-hour", "1,000 CNY/card-hour", ".nan CNY/card-hour", "inf CNY/card-hour", "-1 CNY/card-hour", "１２ CNY/card-hour", "0,90 CNY/card-hour"} {
		got := mistakes(t, offerSheet("    price: \""+p+"\"\n"))
		if len(got) == 0 || !strings.HasPrefix(got[0], "10:12 ") {
			t.Errorf("price: %s gives %v", p, got)
		}
	}
}

// A misspelt key is named with its line and never leaves a default in place.
func TestTrapUnknownKey(t *testing.T) {
	got := mistakes(t, "sites:\n  songjiang:\n    pue: 1.3\n    electricty_price: 1.20\n")
	if !slices.Equal(got, []string{"4:5 sheet.unknown_key"}) {
		t.Errorf("got %v", got)
	}
}

// The same card twice in one file is a mistake that names the place.
func TestTrapDuplicate(t *testing.T) {
	got := mistakes(t, "cards:\n  A100: {name: a}\n  B100: {name: b}\n  A100: {name: c}\n")
	if len(got) != 1 || !strings.HasPrefix(got[0], "4:3 ") {
		t.Errorf("got %v", got)
	}
}

// Anchors may share a block from an x- key, explicit keys win in both orders; another helper is refused.
func TestTrapAnchors(t *testing.T) {
	c := overlay(t, "anchors.yaml", testSheet(t, "anchors.yaml"))
	for _, id := range []string{"first", "second"} {
		site, ok := c.Site(id)
		if !ok || site.PUE.Typical != "1.4" || site.PowerPrice.Typical != "1.3" {
			t.Errorf("%s: pue %q, price %q", id, site.PUE.Typical, site.PowerPrice.Typical)
		}
	}
	got := mistakes(t, strings.Replace(testSheet(t, "anchors.yaml"), "x-common:", "common:", 1))
	if len(got) == 0 {
		t.Error("a helper without x- was accepted")
	}
}

// A bomb of aliases is refused; two hundred plain aliases to one block load.
func TestTrapBomb(t *testing.T) {
	bomb := "x-a0: &a0 [1,1,1,1,1,1,1,1,1]\n"
	for i := '1'; i <= '9'; i++ {
		prev := string(i - 1)
		bomb += "x-a" + string(i) + ": &a" + string(i) + " [" + strings.TrimSuffix(strings.Repeat("*a"+prev+",", 9), ",") + "]\n"
	}
	if got := mistakes(t, bomb+"offers: {x: {includes: *a9}}\n"); len(got) == 0 {
		t.Error("accepted")
	}
	many := "x-p: &p {price: 3 CNY/card-hour, provider: p, class: cloud, term: hour, card: nvidia-a100-sxm-80g, asof: 2026-11}\noffers:\n"
	for i := range 200 {
		many += "  o" + strconv.Itoa(i) + ": *p\n"
	}
	c := overlay(t, "many.yaml", many)
	if got := len(c.Offers()) - len(catalog.Embedded().Offers()); got != 200 {
		t.Errorf("%d offers came in", got)
	}
}

// Ids keep their case and their dots: H800 and h800 are two cards, and each is found as written.
func TestTrapIDsKeepTheirCase(t *testing.T) {
	c := overlay(t, "mine.yaml", "cards:\n  H800: {name: Mine}\n  h800: {name: Other}\n  H20-1.5x: {name: Upgraded}\n")
	for _, id := range []string{"H800", "h800", "H20-1.5x"} {
		card, ds := c.ResolveCard(id)
		if len(ds) > 0 || card.ID != id {
			t.Errorf("%s resolves to %q %v", id, card.ID, ds)
		}
	}
	_, ds := c.ResolveCard("H-800")
	if len(ds) != 1 || ds[0].Key != "catalog.ambiguous" || !strings.Contains(args(ds[0].Args)["known"], "H800, h800") {
		t.Errorf("H-800: %v", ds)
	}
}

// Every price names its unit; there is no default one. The month and the hour keep their own.
func TestTrapUnits(t *testing.T) {
	got := mistakes(t, offerSheet("    price: 8.50\n"))
	if !slices.Equal(got, []string{"10:12 sheet.no_unit"}) {
		t.Errorf("got %v", got)
	}
	c := overlay(t, "mine.yaml", strings.Replace(offerSheet("    price: 6205.00 CNY/card-month\n    month_hours: 730\n"), "term: hour", "term: month", 1))
	o, _ := c.Offer("mine")
	if o.Price.Unit != "CNY/card-month" || o.MonthHours != 730 || o.Price.Typical != "6205.00" {
		t.Errorf("got %+v", o)
	}
	rack := overlay(t, "rack.yaml", "sites:\n  songjiang:\n    rack_price: 6000 CNY/rack-month\n    asof: 2026-11\n")
	site, _ := rack.Site("songjiang")
	if site.RackPrice.Unit != "CNY/rack-month" || site.RackPrice.Typical != "6000" {
		t.Errorf("got %+v", site.RackPrice)
	}
}

// A price carries its basis: a server price without the number of cards is refused.
func TestTrapServerPrice(t *testing.T) {
	got := mistakes(t, offerSheet("    price: 34.00 CNY/server-hour\n"))
	if !slices.Equal(got, []string{"10:12 sheet.offer_cards"}) {
		t.Errorf("got %v", got)
	}
	c := overlay(t, "mine.yaml", offerSheet("    price: 34.00 CNY/server-hour\n    cards: 4\n"))
	if o, _ := c.Offer("mine"); o.Cards != 4 || o.Price.Unit != "CNY/server-hour" {
		t.Errorf("got %+v", o)
	}
}

// Missing and zero are different: empty is a mistake, absent is missing, zero needs to be said on purpose.
func TestTrapZeroPrice(t *testing.T) {
	for _, line := range []string{"    price:\n", "    price: ~\n", "    price: 0 CNY/card-hour\n", "    price: {low: 0, typical: 1, unit: CNY/card-hour}\n"} {
		if got := mistakes(t, offerSheet(line)); !strings.HasPrefix(got[0], "10:") {
			t.Errorf("%q gives %v", line, got)
		}
	}
	if got := mistakes(t, offerHead); !slices.Equal(got, []string{"2:3 sheet.missing_key"}) {
		t.Errorf("absent price gives %v", got)
	}
	c := overlay(t, "mine.yaml", offerSheet("    price: {typical: 0, unit: CNY/card-hour, free: true}\n"))
	if o, _ := c.Offer("mine"); o.Price.Missing() || o.Price.Typical != "0" {
		t.Errorf("free price is %+v", o.Price)
	}
	card, _ := catalog.Embedded().Card("nvidia-h800-sxm-80g")
	if !card.Price.Missing() {
		t.Errorf("a card that is sold in servers only has the price %+v", card.Price)
	}
}

// Ages come from the sheet, to the day where the sheet knows it.
func TestTrapDates(t *testing.T) {
	c := overlay(t, "mine.yaml", strings.Replace(offerSheet("    price: 8.5 CNY/card-hour\n"), "asof: 2026-11", "asof: 2024-01-01", 1))
	if o, _ := c.Offer("mine"); o.Price.AsOf != "2024-01-01" {
		t.Errorf("as of %q", o.Price.AsOf)
	}
	for _, d := range []string{"2024-13", "24-01-01", "2024-02-30", "January 2024"} {
		got := mistakes(t, strings.Replace(offerSheet("    price: 8.5 CNY/card-hour\n"), "asof: 2026-11", "asof: "+d, 1))
		if !slices.Equal(got, []string{"7:11 sheet.not_date"}) {
			t.Errorf("asof %s gives %v", d, got)
		}
	}
	_, ds := catalog.Embedded().Overlay("u.yaml", []byte("offers:\n  compshare-a100-hour: {price: 9 CNY/card-hour}\n"))
	if len(ds) != 1 || ds[0].Key != "sheet.no_asof" || ds.HasErrors() {
		t.Errorf("a price without a date gives %v", ds)
	}
}

// A foreign price keeps its currency, and the rate has a value, a date and a source; other currencies have none.
func TestTrapCurrency(t *testing.T) {
	c := overlay(t, "mine.yaml", offerSheet("    price: 3.29 USD/card-hour\n"))
	if o, _ := c.Offer("mine"); o.Price.Unit != "USD/card-hour" || o.Price.Typical != "3.29" {
		t.Errorf("got %+v", o.Price)
	}
	fx, ok := c.FX("USD")
	if !ok || fx.Value.Typical != "6.7394" || fx.Value.AsOf != "2026-08-22" || fx.Value.Source == "" {
		t.Errorf("rate is %+v", fx)
	}
	if _, ok := c.FX("EUR"); ok {
		t.Error("a rate that no sheet gives was found")
	}
	mine := overlay(t, "fx.yaml", "rates:\n  usd-cny: {value: 7.10 CNY, asof: 2026-11}\n")
	if fx, _ := mine.FX("USD"); fx.Value.Typical != "7.10" || fx.Value.AsOf != "2026-11" {
		t.Errorf("own rate is %+v", fx)
	}
	if got := mistakes(t, offerSheet("    price: 3.29 RMB/card-hour\n")); !slices.Equal(got, []string{"10:12 sheet.unknown_unit"}) {
		t.Errorf("RMB gives %v", got)
	}
}

// A coefficient needs its value, a published run what others are compared by; what is complete is laid over the sheet.
func TestUtilisationRows(t *testing.T) {
	for sheet, want := range map[string][]string{
		"mfu:\n  mine: {group: term, name: own}\n": {"2:3 sheet.missing_key"},
		"mfu:\n  mine: {group: rate, name: own, value: 1, org: we, card: H100, active: 7e9, precision: bf16, seq: 4096}\n": {
			"2:3 sheet.missing_key", "2:3 sheet.missing_key",
		},
		"mfu:\n  run-llama1-7b: {mfu: 48}\n": {"2:24 sheet.no_unit"},
	} {
		if got := mistakes(t, sheet); !slices.Equal(got, want) {
			t.Errorf("%sgives %v, want %v", sheet, got, want)
		}
	}
	c := overlay(t, "mine.yaml", "mfu:\n  mine: {group: run, name: own, org: we, card: H100, active: 7e9, precision: bf16, seq: 4096, mfu: 41 %, ratio: 0.9}\n")
	if e, ok := c.Entity("mfu", "mine"); !ok || e.Text("mfu") != "41 %" {
		t.Errorf("own run: %v", e)
	}
}
