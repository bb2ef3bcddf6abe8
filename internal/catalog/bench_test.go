package catalog_test

import (
	"testing"

	"gpucalc/internal/catalog"
)

// One look-up of all that a comparison asks for, from a cold catalogue.
func BenchmarkCompareLookUps(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		c := catalog.Embedded()
		card, _ := c.ResolveCard("A100")
		c.OffersFor(card.ID)
		c.Servers(card.ID)
		c.Hosts(card)
		site, _ := c.ResolveSite("songjiang")
		c.Tariff(site.Tariff)
		c.Curve(card.Curve)
		c.FX("USD")
		for _, id := range []string{"life-months", "discount-rate", "staff-fte", "upkeep-year", "spare-ratio"} {
			c.Assumption(id)
		}
	}
}

func BenchmarkOverlay(b *testing.B) {
	sheet := []byte("offers:\n  compshare-a100-hour: {price: 9 CNY/card-hour, asof: 2026-11}\n")
	b.ReportAllocs()
	for b.Loop() {
		catalog.Embedded().Overlay("mine.yaml", sheet)
	}
}
