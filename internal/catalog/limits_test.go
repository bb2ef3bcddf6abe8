package catalog_test

import (
	"slices"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// An exponent is a way to write a number: what it stands for is kept as a plain decimal.
func TestExponentsArePlainNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"1e2 CNY/card-day": "100", "2.5E1 CNY/card-day": "25", "{typical: 1e2, unit: CNY/card-day}": "100",
		"{low: 9e-1, typical: 1.5e0, high: 2e+1, unit: CNY/card-day}": "1.5",
	} {
		c := overlay(t, "mine.yaml", "offers:\n  compshare-a100-day:\n    price: "+text+"\n    asof: 2026-11\n")
		o, _ := c.Offer("compshare-a100-day")
		if o.Price.Typical != want {
			t.Errorf("%s: %q, want %q", text, o.Price.Typical, want)
		}
	}
}

// What cannot be is refused where it stands, whichever way it is written.
func TestNumbersOutsideBounds(t *testing.T) {
	for sheet, want := range map[string]string{
		"offers:\n  compshare-a100-day: {price: 1e25 CNY/card-day, asof: 2026}\n":                   "2:31 sheet.too_large",
		"offers:\n  compshare-a100-day: {price: {typical: 1e13, unit: CNY/card-day}, asof: 2026}\n": "2:41 sheet.too_large",
		"offers:\n  compshare-a100-day: {price: 1e31 CNY/card-day, asof: 2026}\n":                   "2:31 quantity.too_large",
		"offers:\n  compshare-a100-day: {cards: 0}\n":                                               "2:31 sheet.too_small",
		"offers:\n  compshare-a100-day: {month_hours: 7200}\n":                                      "2:37 sheet.too_large",
		"cards:\n  nvidia-a100-sxm-80g: {memory: 1e20 GB}\n":                                        "2:33 sheet.too_large",
		"assumptions:\n  discount-rate: {value: 8}\n":                                               "2:26 sheet.share_over_one",
		"assumptions:\n  discount-rate: {value: {low: 0.04, typical: 0.06, high: 8}}\n":             "2:47 sheet.share_over_one",
		"assumptions:\n  discount-rate: {value: {typical: 8, unit: share}}\n":                       "2:45 sheet.share_over_one",
		"assumptions:\n  discount-rate: {value: 150%}\n":                                            "2:26 sheet.share_over_one",
		"assumptions:\n  life-months: {value: 48}\n":                                                "2:24 sheet.no_unit",
		"assumptions:\n  life-months: {value: 4 year}\n":                                            "2:24 sheet.other_unit",
		"sites:\n  songjiang: {pue: 0.8}\n":                                                         "2:20 sheet.too_small",
		"sites:\n  songjiang: {pue: {low: 0.9, typical: 1.3}}\n":                                    "2:40 sheet.too_small",
		"sites:\n  songjiang: {rack_minimum: 1e12 month}\n":                                         "2:29 sheet.too_large",
		"curves:\n  mine: {name: m, points: {12: 8}}\n":                                             "2:32 sheet.no_unit",
		"curves:\n  mine: {name: m, points: {12: 250%}}\n":                                          "2:32 sheet.too_large",
		"scenarios:\n  mine: {card: A100, for: 2w, count: 0}\n":                                     "2:38 sheet.too_small",
		"offers:\n  compshare-a100-day: {price: 100 CNY/card-month, asof: 2026}\n":                  "2:31 sheet.offer_time",
		"offers:\n  compshare-a100-dya: {price: 1 CNY/card-day, asof: 2026}\n":                      "2:3 sheet.unknown_entry",
	} {
		got := mistakes(t, sheet)
		if len(got) != 1 || got[0] != want {
			t.Errorf("%sgives %v, want %s", sheet, got, want)
		}
	}
}

// The remedy of a share that is too large is the percentage, of a misspelt id the right one.
func TestRemedies(t *testing.T) {
	for sheet, near := range map[string]string{
		"assumptions:\n  discount-rate: {value: 8}\n":                             "8%",
		"assumptions:\n  life-months: {value: 48}\n":                              "48 month",
		"offers:\n  compshare-a100-dya: {price: 1 CNY/card-day, asof: 2026}\n":    "compshare-a100-day",
		"offers:\n  compshare-a100-day: {price: 1 CNY/card-month, asof: 2026}\n":  "CNY/card-day",
		"offers:\n  compshare-a100-day: {price: 1 CNY/card-months, asof: 2026}\n": "CNY/card-month",
	} {
		_, ds := catalog.Embedded().Overlay("user.yaml", []byte(sheet))
		ds = slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning })
		if len(ds) != 1 || args(ds[0].Args)["near"] != near || ds[0].Hint == "" {
			t.Errorf("%sgives %+v", sheet, ds)
		}
	}
}

// A bare number over a share is a share, and keys that are missing have a path without a point at its end.
func TestBareShares(t *testing.T) {
	c := overlay(t, "mine.yaml", "assumptions:\n  discount-rate: {value: 0.06, source: compshare_bill}\n")
	a, _ := c.Assumption("discount-rate")
	if a.Value.Typical != "0.06" || a.Value.Unit != "share" {
		t.Errorf("got %+v", a.Value)
	}
	_, ds := c.Overlay("user.yaml", []byte("offers:\n  zzzzz: {term: hour}\n"))
	for _, d := range ds {
		if d.Path != "offers.zzzzz" {
			t.Errorf("path %q", d.Path)
		}
	}
	if len(ds) == 0 {
		t.Error("accepted")
	}
}

// Mistakes of form do not hide mistakes of content, nor bring any of their own.
func TestFormAndContentTogether(t *testing.T) {
	got := mistakes(t, "offers:\n  mine:\n    provider: p\n    term: hour\n    clas: cloud\n    price: 010\n    cards: many\n")
	want := []string{"5:5 sheet.unknown_key", "6:12 yaml.leading_zero", "7:12 sheet.not_count"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
