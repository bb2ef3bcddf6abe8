package compare

import (
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// FuzzSheets: whatever sheet the reader accepts, a comparison over it ends without a panic.
func FuzzSheets(f *testing.F) {
	day := func(lines string) string { return "offers:\n  compshare-a100-day:\n    asof: 2026-11\n" + lines }
	for _, sheet := range []string{
		day("    price: 1e2 CNY/card-day\n"), day("    price: {typical: 1e25, unit: CNY/card-day}\n"),
		day("    price: {low: 1e-19, typical: 1e12, high: 1e12, unit: CNY/card-day}\n"),
		day("    price: {typical: 0, unit: CNY/card-day, free: true}\n"), day("    price: {high: 3, unit: CNY/card-day}\n"),
		day("    cards: 999999999\n    min_units: 999999999\n    min_cards: 999999999\n"), day("    month_hours: 672\n    commitment: 1200 month\n"),
		day("    deposit: 1200 month\n    setup: 876000 hour\n"), day("    step: month\n"), day("    term: pack\n"), day("    term: year\n    price: 1 CNY/card-year\n"),
		day("    exit: penalty\n    rejected: foreign\n"), day("    provider: nobody\n    price: 1e12 USD/card-day\n"),
		"assumptions:\n  life-months: {value: 0 month}\n", "assumptions:\n  life-months: {value: 1200 month}\n", "assumptions:\n  discount-rate: {value: 100%}\n",
		"assumptions:\n  life-months: {value: 1e-19 month}\n", "assumptions:\n  failures-card-year: {value: 1e12 events/card-year}\n",
		"servers:\n  mine: {name: m, card: nvidia-a100-sxm-80g, cards: 999999999, price: 1e12 CNY/server, rated_power: 1e12 kW, typical_power: 0 W}\n",
		"servers:\n  mine: {name: m, card: nvidia-a100-sxm-80g, cards: 1, price: 1e-19 CNY/server, rated_power: 0 kW, typical_power: 1e12 kW, idle_power: 1e12 W, lead_time: 1200 month}\n",
		"sites:\n  songjiang: {pue: 1, rack_power: 0 kW, rack_price: 1e12 CNY/kW-month, power_price: 1e12 CNY/kWh}\n",
		"sites:\n  songjiang: {kind: hall, power: grid-account, build_time: 1200 month, fit_out: 1e12 CNY/kW}\n",
		"sites:\n  songjiang: {kind: home, power: household, rack_minimum: 1200 month, limit: 1e-19 kW}\n",
		"rates:\n  usd: {currency: USD, value: 1e12 CNY}\n", "rates:\n  usd: {currency: USD, value: {typical: 0, unit: CNY, free: true}}\n",
		"curves:\n  mine: {name: m, points: {999999999: 0%}}\ncards:\n  nvidia-a100-sxm-80g: {curve: mine}\n",
		"curves:\n  mine: {name: m, points: {1: {low: 50%}}}\ncards:\n  nvidia-a100-sxm-80g: {curve: mine}\n",
		"cards:\n  nvidia-a100-sxm-80g: {memory: 0 GB, tdp: 0 W, typical_power: 1e12 W, price: 1e-19 CNY/card}\n",
		"trends:\n  mine: {name: m, card: nvidia-a100-sxm-80g, points: {2025-11: 1e-19 CNY/card-hour, 2026-11: 1e12 CNY/card-hour}}\n",
		"tax:\n  vat-general: {value: 1e-19}\n",
	} {
		f.Add([]byte(sheet))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		cat, _ := catalog.Embedded().Overlay("fuzz.yaml", data)
		if cat == nil {
			return
		}
		start, err := quantity.ParseMonth("2026-11")
		if err != nil {
			t.Fatal(err)
		}
		for _, need := range []string{"4xA100-2w", "16xA100-3y@0.6"} {
			spec, wrong := scenario.Find(need, cat, scenario.Origin{Kind: "shorthand"})
			if wrong.HasErrors() {
				t.Fatal(wrong.Err())
			}
			sc, wrong := scenario.Resolve(spec, cat, scenario.Defaults{
				Site: "songjiang", Util: "1", Pattern: "all", View: scenario.ViewSold, Taxpayer: "none", Start: start,
			})
			if wrong.HasErrors() {
				continue
			}
			Run(costmodel.Input{Scenario: sc, Catalog: cat, Today: start, Filter: costmodel.Filter{Estimates: true, Foreign: true}})
		}
	})
}
