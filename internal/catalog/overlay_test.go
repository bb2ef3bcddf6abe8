package catalog_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// overlay lays a sheet over the embedded ones and fails the test when it has mistakes.
func overlay(t *testing.T, file, sheet string) *catalog.Catalog {
	t.Helper()
	c, ds := catalog.Embedded().Overlay(file, []byte(sheet))
	if err := ds.Err(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return c
}

// mistakes returns "line:col key" of each mistake of a sheet.
func mistakes(t *testing.T, sheet string) []string {
	t.Helper()
	c, ds := catalog.Embedded().Overlay("user.yaml", []byte(sheet))
	if !ds.HasErrors() {
		t.Fatalf("accepted:\n%s", sheet)
	}
	if c != nil {
		t.Error("a sheet with mistakes gave a catalogue")
	}
	var out []string
	for _, d := range ds {
		if d.Severity == diag.Mistake {
			out = append(out, fmt.Sprintf("%d:%d %s", d.Line, d.Col, d.Key))
		}
	}
	return out
}

func testSheet(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/sheets/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAllMistakesInOneRun(t *testing.T) {
	want := []string{
		"8:12 sheet.not_count",
		"11:3 sheet.missing_key",
		"15:11 sheet.not_word",
		"16:5 sheet.unknown_key",
		"19:11 sheet.unknown_id",
		"22:12 sheet.no_unit",
		"28:12 sheet.unknown_unit",
		"34:22 sheet.price_zero",
		"40:31 sheet.figure_order",
		"40:89 sheet.unknown_id",
	}
	got := mistakes(t, testSheet(t, "mistakes.yaml"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mistakes differ (-want +got):\n%s", diff)
	}
}

func TestNearestNames(t *testing.T) {
	for _, c := range []struct{ sheet, key, near string }{
		{"offers:\n  x: {provider: p, prise: 1 CNY/card-hour}\n", "sheet.unknown_key", "price"},
		{"offer:\n  x: {provider: p}\n", "sheet.unknown_kind", "offers"},
		{"offers:\n  x: {price: 1 CNY/card-hr, asof: 2026}\n", "sheet.unknown_unit", "CNY/card-hour"},
		{"servers:\n  x: {name: x, card: nvidia-h800-sxm-80, cards: 8}\n", "sheet.unknown_id", "nvidia-h800-sxm-80g"},
		{"sites:\n  songjiang: {electricty_price: 1.20 CNY/kWh}\n", "sheet.unknown_key", ""},
		{"sites:\n  songjiang: {power_prise: 1.20 CNY/kWh}\n", "sheet.unknown_key", "power_price"},
		{"sites:\n  songjiang: {power: landlordmetered}\n", "sheet.not_word", "landlord-metered"},
	} {
		_, ds := catalog.Embedded().Overlay("u.yaml", []byte(c.sheet))
		i := slices.IndexFunc(ds, func(d diag.Diagnostic) bool { return d.Key == c.key })
		if i < 0 {
			t.Errorf("%q: no %s in %v", c.sheet, c.key, ds)
			continue
		}
		for _, a := range ds[i].Args {
			if a.Name == "near" && a.Value != c.near {
				t.Errorf("%q: nearest is %q, want %q", c.sheet, a.Value, c.near)
			}
		}
	}
}

// A replaced number must not inherit the provenance of the number it replaced.
func TestOverlayResetsProvenance(t *testing.T) {
	before, _ := catalog.Embedded().Offer("compshare-a100-hour")
	if before.Price.Source != "compshare_bill" || before.Price.Estimate {
		t.Fatalf("embedded price is %+v", before.Price)
	}
	c := overlay(t, "mine.yaml", "offers:\n  compshare-a100-hour:\n    price: 9.90 CNY/card-hour\n    asof: 2026-11-29\n")
	o, _ := c.Offer("compshare-a100-hour")
	want := catalog.Figure{
		ID: "offers.compshare-a100-hour.price", Typical: "9.90", Unit: "CNY/card-hour", VAT: catalog.VATUnknown,
		AsOf: "2026-11-29", Reliability: "low", Estimate: true, Range: "bounds", File: "mine.yaml", Line: 3,
	}
	if diff := cmp.Diff(want, o.Price); diff != "" {
		t.Errorf("price (-want +got):\n%s", diff)
	}
	if o.Card != "nvidia-a100-sxm-80g" || o.Step != "second" || o.ProviderName != before.ProviderName {
		t.Errorf("fields that the sheet does not name changed: %+v", o)
	}
	if again, _ := catalog.Embedded().Offer("compshare-a100-hour"); again.Price.Typical != "10.75" {
		t.Error("the embedded catalogue changed")
	}
}

// Provenance alone may be laid over a number; and entity-wide provenance holds for numbers of its own file only.
func TestOverlayOfProvenance(t *testing.T) {
	c := overlay(t, "mine.yaml", "offers:\n  compshare-a100-hour:\n    price: {vat: included}\n    asof: 2020-01\n")
	o, _ := c.Offer("compshare-a100-hour")
	if o.Price.VAT != catalog.VATIncluded || o.Price.Typical != "10.75" || o.Price.AsOf != "2026-06-26" ||
		o.Price.Source != "compshare_bill" || o.Price.File != "pricing/offers.yaml" {
		t.Errorf("price is %+v", o.Price)
	}
}

// Two files that both set a price: the last one wins and is named.
func TestLastFileWins(t *testing.T) {
	c := overlay(t, "one.yaml", "offers:\n  compshare-a100-hour:\n    price: {typical: 9, unit: CNY/card-hour, asof: 2026-11, source: compshare_bill, vat: included}\n")
	c, ds := c.Overlay("two.yaml", []byte("offers:\n  compshare-a100-hour: {price: 8 CNY/card-hour, asof: 2026-11, source: compshare_bill}\n"))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	o, _ := c.Offer("compshare-a100-hour")
	if o.Price.Typical != "8" || o.Price.File != "two.yaml" || o.Price.VAT != catalog.VATUnknown {
		t.Errorf("price is %+v", o.Price)
	}
	e, _ := c.Entity("offers", "compshare-a100-hour")
	files := map[string]bool{}
	for _, f := range e.Fields {
		files[f.File] = true
	}
	if !files["two.yaml"] || !files["pricing/offers.yaml"] || files["one.yaml"] {
		t.Errorf("fields come from %v", files)
	}
}

func TestListsAreReplacedWhole(t *testing.T) {
	c := overlay(t, "mine.yaml", `
cards:
  nvidia-a100-sxm-80g:
    aliases: [Ampere]
scenarios:
  startup-demo:
    phases:
      - {count: 2, for: 1w}
`)
	card, _ := c.Card("nvidia-a100-sxm-80g")
	if diff := cmp.Diff([]string{"Ampere"}, card.Aliases); diff != "" {
		t.Error(diff)
	}
	s, _ := c.Scenario("startup-demo")
	if diff := cmp.Diff([]catalog.Phase{{Count: 2, For: "1w"}}, s.Phases); diff != "" {
		t.Error(diff)
	}
}

// A sheet that repeats the embedded values changes no number, only the provenance.
func TestRepeatedValuesChangeNoNumber(t *testing.T) {
	base := catalog.Embedded()
	for _, id := range []string{"compshare-a100-hour", "smm-desk-h200-year"} {
		o, _ := base.Offer(id)
		sheet := fmt.Sprintf("offers:\n  %s:\n    price: %s %s\n    asof: %s\n", id, o.Price.Typical, o.Price.Unit, o.Price.AsOf)
		again, _ := overlay(t, "mine.yaml", sheet).Offer(id)
		if again.Price.Typical != o.Price.Typical || again.Price.Unit != o.Price.Unit || again.Price.File != "mine.yaml" {
			t.Errorf("%s: %+v", id, again.Price)
		}
	}
}

func TestQuotesLoad(t *testing.T) {
	c := overlay(t, "quotes.yaml", testSheet(t, "quotes.yaml"))
	want := map[string]string{"vendor-a-h800": "71000", "vendor-b-h800": "68000", "vendor-c-h800": "14.5"}
	for _, o := range c.OffersFor("nvidia-h800-sxm-80g") {
		price, ok := want[o.ID]
		if !ok {
			continue
		}
		delete(want, o.ID)
		if o.Price.Typical != price || o.Rejected != "" || o.Price.Estimate || o.Price.Reliability != "high" {
			t.Errorf("%s: %+v", o.ID, o)
		}
	}
	if len(want) > 0 {
		t.Errorf("quotes not found: %v", want)
	}
}

func TestUserScenarioFile(t *testing.T) {
	c := overlay(t, "need.yaml", "scenarios:\n  ours: {card: H20-1.5x, count: 8, for: 3mo, pattern: 8hx5d, util: 70%, site: songjiang}\n")
	got, ok := c.Scenario("ours")
	want := catalog.ScenarioDef{
		ID: "ours", Card: "H20-1.5x", Count: 8, For: "3mo", Pattern: "8hx5d", Util: "70%", Site: "songjiang",
		Where: catalog.Where{File: "need.yaml", Line: 2},
	}
	if at := got.Places["for"]; at != (catalog.Place{File: "need.yaml", Line: 2, Col: 41}) {
		t.Errorf("the length stands at %+v", at)
	}
	got.Places = nil
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FuzzOverlay holds that no sheet makes the reader panic, that mistakes carry a place, and that what is accepted
// can be decoded and checked.
func FuzzOverlay(f *testing.F) {
	for _, name := range []string{"mistakes.yaml", "quotes.yaml", "machine-400k.yaml", "anchors.yaml"} {
		data, err := os.ReadFile("../../testdata/sheets/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, s := range []string{
		"", "a", "[]", "offers:\n  x: 1\n", "offers: {x: {price: {low: 1}}}", "tariffs: {t: {seasons: {a: {months: [1, 13], periods: {p: {hours: [9-9]}}}}}}",
		"curves: {c: {name: c, points: {12: 50%, 6: 60%}}}", "cards: {a.b: {name: x, quotes: [1 CNY/card, {high: 2, unit: USD/card}]}}",
		"scenarios: {s: {phases: [{count: 1}, 2]}}", "offers: {x: {price: 1 CNY/card-hour, price.low: 2}}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, ds := catalog.Embedded().Overlay("fuzz.yaml", data)
		for _, d := range ds {
			if d.Key == "" || d.File == "fuzz.yaml" && d.Line < 0 {
				t.Errorf("finding without key or place: %+v", d)
			}
		}
		if (c == nil) != ds.HasErrors() {
			t.Error("catalogue and findings disagree")
		}
		if c == nil {
			return
		}
		if !utf8.Valid(data) {
			t.Error("accepted a file that is not UTF-8")
		}
		if err := c.Validate().Err(); err != nil {
			t.Errorf("accepted, yet not valid: %v", err)
		}
		c.Cards()
		c.Offers()
		c.AllServers()
		c.Sites()
		c.Tariffs()
		c.Scenarios()
	})
}
