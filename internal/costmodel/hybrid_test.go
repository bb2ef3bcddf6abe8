package costmodel

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"

	"pgregory.net/rapid"
)

// testServer writes a server of test cards at a price; it draws nothing and needs no upkeep.
func testServer(price int) string {
	return fmt.Sprintf("servers:\n  test-8: {name: Test server, card: test-card, cards: 8, price: %d CNY/server, rated_power: 1 kW, lead_time: 30 day, warranty: 60 month, curve: test-curve}\n", price)
}

const (
	testCurve = "curves:\n  test-curve: {name: Test curve, points: {36: {typical: 0.1, unit: share}}}\n"
	freeSite  = "sites:\n  free: {name: Free room, kind: home, power: included}\n"
)

// owning is an input where machines cost their price alone: a free room, no capital.
func owning(t testing.TB, need string, price int, offers ...string) Input {
	t.Helper()
	sheets := []string{testCurve, testCards, plainMoney, freeSite, testServer(price)}
	if len(offers) > 0 {
		sheets = append(sheets, tester, "offers:\n"+strings.Join(offers, ""))
	}
	in := needOf(t, overlay(t, sheets...), need, "all")
	site, ds := in.Catalog.ResolveSite("free")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Scenario.Site = site
	return in
}

// swinging is a need of 8 cards for a year and 16 more for a month of it.
func swinging(t *testing.T, rest string) Input {
	t.Helper()
	in := owning(t, "8xtest-card-12mo", 300_000, offer("x", "month", "10000, unit: CNY/card-month", rest))
	return phased(t, in, []int{8, 24, 8}, []string{"6mo", "1mo", "5mo"})
}

// TestHybridOwnsTheBase: 8 cards all year and 16 more for a month: independent jobs own 8 and rent the peak of 16. Jobs
// that need a link between their hosts own 8 for the eleven months and rent all 24 for the peak.
func TestHybridOwnsTheBase(t *testing.T) {
	for _, c := range []struct {
		rest        string
		independent bool
		rent        quantity.Fen
		most        string
	}{
		{"", true, 160_000_00, "16"},
		{", interconnect: ib", false, 240_000_00, "24"},
	} {
		in := swinging(t, c.rest)
		in.Scenario.Independent = c.independent
		r := Build(in)
		if r.Hybrid == nil {
			t.Fatal("no split was looked for")
		}
		best := r.Hybrid.Rows[r.Hybrid.Best]
		if best.Owned != 8 || best.Rent != c.rent {
			t.Errorf("best is %+v, want 8 owned and %s of rent", best, c.rent)
		}
		o, ok := find(r, "hybrid")
		if !ok || o.Total() != best.Total || argOf(o.How, "most") != c.most {
			t.Errorf("option %v %+v", ok, o)
		}
		if sum := o.Ledger.CategoryTotal("rent"); sum != best.Rent {
			t.Errorf("rent on the bill %s, want %s", sum, best.Rent)
		}
	}
}

// TestHybridNeedsNoLink: cards that work together are not split between an owned and a rented box, unless somebody says
// that the jobs are independent.
func TestHybridNeedsNoLink(t *testing.T) {
	in := owning(t, "12xtest-card-12mo", 300_000, offer("x", "month", "3000, unit: CNY/card-month", ""))
	r := Build(in)
	if r.Hybrid != nil {
		t.Errorf("split into %+v", r.Hybrid.Rows)
	}
	if b := offered(t, r, "x"); len(b.Rejected) != 1 || b.Rejected[0].Key != "reject.no-interconnect" {
		t.Errorf("rejected for %v", b.Rejected)
	}
	in.Renting.Hybrid = true
	r = Build(in)
	if best := r.Hybrid.Rows[r.Hybrid.Best]; best.Owned != 8 || best.Rent != 144_000_00 {
		t.Errorf("asked for: %+v", best)
	}
	if !hasWarning(r, "note.hybrid_apart") {
		t.Error("the assumption is not said")
	}
	in.Renting.Hybrid, in.Scenario.Independent = false, true
	r = Build(in)
	if !offered(t, r, "x").Acceptable() || r.Hybrid == nil || !hasWarning(r, "note.independent") {
		t.Errorf("independent jobs: %+v", r.Hybrid)
	}
}

func hasWarning(r Result, key string) bool {
	return slices.ContainsFunc(r.Warnings, func(d diag.Diagnostic) bool { return d.Key == key })
}

// TestHybridOwnsItsNetwork: an owned part of more than one server comes with its switches and cables.
func TestHybridOwnsItsNetwork(t *testing.T) {
	in := owning(t, "16xtest-card-12mo", 300_000, offer("x", "month", "10000, unit: CNY/card-month", ""))
	in = phased(t, in, []int{16, 24, 16}, []string{"6mo", "1mo", "5mo"})
	in.Scenario.Independent = true
	o, ok := find(Build(in), "hybrid")
	if !ok || argOf(o.How, "owned") != "16" {
		t.Fatalf("%v %+v", ok, o.How)
	}
	for _, item := range []string{"line.switches", "line.cables", "line.storage"} {
		if !slices.ContainsFunc(o.Ledger.Lines, func(l ledger.Line) bool { return l.Item == item && l.Amount > 0 }) {
			t.Errorf("no %s", item)
		}
	}
}

// TestHybridBounds: the best split is never dearer than owning all or renting all, whatever the need and the prices.
func TestHybridBounds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		price := rapid.IntRange(10, 100).Draw(rt, "price") * 10_000
		month := rapid.IntRange(1, 40).Draw(rt, "month") * 1000
		in := owning(t, "8xtest-card-6mo", price,
			offer("m", "month", fmt.Sprintf("%d, unit: CNY/card-month", month), ", interconnect: ib"),
			offer("h", "hour", fmt.Sprintf("%.2f, unit: CNY/card-hour", float64(month)/500), ", interconnect: ib"))
		counts := []int{rapid.IntRange(1, 20).Draw(rt, "a"), rapid.IntRange(1, 20).Draw(rt, "b")}
		in = phased(t, in, counts, []string{"4mo", rapid.SampledFrom([]string{"10d", "2mo", "20mo"}).Draw(rt, "for")})
		in.Renting.Hybrid = rapid.Bool().Draw(rt, "asked for")
		in.Scenario.Independent = rapid.Bool().Draw(rt, "independent")
		in.Scenario.View = rapid.SampledFrom([]string{"sold", "reused", "idle"}).Draw(rt, "view")
		r := Build(in)
		if r.Hybrid == nil {
			return // nothing to split
		}
		best := r.Hybrid.Rows[r.Hybrid.Best]
		for _, o := range r.Options {
			if o.View != "" && o.View != in.Scenario.View || o.Family == FamilyHybrid {
				continue
			}
			if o.Total() < best.Total {
				rt.Fatalf("%s costs %s, the best of %d splits %s", o.ID, o.Total(), len(r.Hybrid.Rows), best.Total)
			}
		}
		first, last := r.Hybrid.Rows[0], r.Hybrid.Rows[len(r.Hybrid.Rows)-1]
		if first.Owned != 0 || last.Owned != in.Scenario.Count || first.Own != 0 || last.Rent != 0 {
			rt.Fatalf("ends %+v %+v", first, last)
		}
	})
}

// TestBridge: a server of 300,000 arrives after 30 days of a need of 60; rent covers the first 30 days, and it is sold
// after 30 days of use.
func TestBridge(t *testing.T) {
	in := owning(t, "8xtest-card-60d", 300_000, offer("x", "day", "100, unit: CNY/card-day", ""))
	in.Bridge = true
	r := Build(in)
	o, ok := find(r, "own.idle")
	if !ok {
		t.Fatalf("no bridged option: %+v", r.Options)
	}
	// 300,000 + 8 x 30 x 100
	if got := o.Ledger.CategoryTotal("rent"); got != 24_000_00 {
		t.Errorf("rent %s, want 24000.00", got)
	}
	if got := o.Total(); got != 324_000_00 {
		t.Errorf("total %s, want 324000.00", got)
	}
	in.Scenario.Phases[0].Duration, _ = quantity.ParseDuration("20d")
	for _, o := range Build(in).Options {
		if o.Family == FamilyOwn && (len(o.Missing) == 0 || o.Missing[len(o.Missing)-1].Key != "missing.arrives_late") {
			t.Errorf("%s: %+v", o.ID, o.Missing)
		}
	}
}

// TestDelayCost: 30 days of waiting at 73,000 a month of 730 hours are 72,000.
func TestDelayCost(t *testing.T) {
	in := owning(t, "8xtest-card-60d", 300_000)
	in.DelayCost = catalog.Figure{ID: "flag.delay-cost", Typical: "73000", Unit: "CNY/month"}
	o, _ := find(Build(in), "own.idle")
	if got := o.Ledger.CategoryTotal("delay"); got != 72_000_00 {
		t.Errorf("got %s, want 72000.00", got)
	}
}

// TestRentToOwn: 6 months at 8 x 2,500 = 120,000 of rent, half of it credited to 300,000: 240,000 to pay in month 6.
func TestRentToOwn(t *testing.T) {
	in := owning(t, "8xtest-card-12mo", 300_000, offer("x", "month", "2500, unit: CNY/card-month", ""))
	in.RentToOwn = 6
	in.Scenario.View = "idle"
	o, ok := find(Build(in), "rent-to-own")
	if !ok {
		t.Fatal("no option")
	}
	var paid quantity.Fen
	at := -1
	for _, l := range o.Ledger.Lines {
		if l.Item == "line.purchase" {
			paid, at = l.Amount, l.At
		}
	}
	if paid != 240_000_00 || at != 6 || o.Total() != 360_000_00 {
		t.Errorf("paid %s in month %d, total %s; want 240000.00 in month 6, 360000.00", paid, at, o.Total())
	}
	// Sold after a year its machine is a year old, not half of one: 300,000 x (1 - 0.9 x 12/36) x 0.95 = 199,500.
	in.Scenario.View = "sold"
	o, _ = find(Build(in), "rent-to-own")
	if got := o.Ledger.CategoryTotal("resale"); got != -199_500_00 {
		t.Errorf("resale %s, want -199500.00", got)
	}
	in.RentToOwn = 12
	if _, ok := find(Build(in), "rent-to-own"); ok {
		t.Error("bought on the last day")
	}
}

// TestResaleDrift: second-hand prices that fall 20 % a year beyond the curve leave 0.8 after twelve months.
func TestResaleDrift(t *testing.T) {
	in := owning(t, "8xtest-card-12mo", 300_000)
	in.ResaleDrift = catalog.Figure{ID: "flag.resale-drift", Typical: "-0.2", Unit: "share"}
	o, _ := find(Build(in), "own.sold")
	if got := o.Ledger.CategoryTotal("resale"); got != -159_600_00 { // 199,500 x 0.8
		t.Errorf("resale %s, want -159600.00", got)
	}
}

// TestUpgrade: four months on the old card; the other eight months of work take four on one twice as fast.
func TestUpgrade(t *testing.T) {
	fast := strings.ReplaceAll(offer("f", "month", "3000, unit: CNY/card-month", ""), "test-card", "test-fast")
	in := owning(t, "1xtest-card-12mo", 300_000, offer("x", "month", "1000, unit: CNY/card-month", ""), fast)
	card, ok := in.Catalog.Card("test-fast")
	if !ok {
		t.Fatal("no card")
	}
	in.Upgrade = Upgrade{AtMonth: 4, Card: card}
	o, ok := find(Build(in), "rent.upgrade")
	if !ok || o.Total() != 16_000_00 { // 4 x 1000 + 4 x 3000
		t.Errorf("got %v %+v", ok, o.Ledger)
	}
}

// TestEquivalent judges cards of the shipped sheets against the A100 of 80 GB.
func TestEquivalent(t *testing.T) {
	judge := func(need, memory, card string) Fit {
		in := needOf(t, catalog.Embedded(), need, "all")
		if memory != "" {
			bytes, err := quantity.ParseBytes(memory)
			if err != nil {
				t.Fatal(err)
			}
			in.Scenario.MemoryGB = bytes / 1e9
		}
		c, ds := in.Catalog.ResolveCard(card)
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		return Equivalent(in, c, "")
	}
	for _, c := range []struct {
		need, memory, card string
		qualifies          bool
		last               string
		ratio              float64
	}{
		{"4xA100-2w", "", "A800", true, "fit.link", 1},
		{"4xA100-2w", "", "H20", true, "fit.link", 148.0 / 312},
		{"4xA100-2w", "", "910B", false, "fit.memory_short", 0},
		{"4xA100-2w", "60GB", "910B", true, "fit.link", 294.9 / 312},
		{"4xA100-2w", "20GB", "4090", false, "fit.link_slow", 165.2 / 312},
		{"1xA100-2w", "20GB", "4090", true, "fit.rate", 165.2 / 312},
		{"8xH800-2w", "", "H20", false, "fit.rate_low", 148.0 / 989},
	} {
		f := judge(c.need, c.memory, c.card)
		last := f.Reasons[len(f.Reasons)-1].Key
		if f.Qualifies != c.qualifies || last != c.last || math.Abs(f.Ratio-c.ratio) > 0.03 {
			t.Errorf("%s for %s %s: %v, %s, ratio %.3f; want %v, %s, %.3f", c.card, c.need, c.memory, f.Qualifies, last, f.Ratio, c.qualifies, c.last, c.ratio)
		}
		if f.Qualifies && math.Abs(f.Scenario.Hours()*f.Ratio-336) > 1e-6 {
			t.Errorf("%s: %v hours at ratio %v", c.card, f.Scenario.Hours(), f.Ratio)
		}
	}
}

// TestMovement: CompShare's 4090 fell from 2.08 in October 2025 to 1.66 in June 2026.
func TestMovement(t *testing.T) {
	card, _ := catalog.Embedded().ResolveCard("4090")
	for _, x := range moved(catalog.Embedded(), card.ID) {
		if x.Trend.Provider == "compshare" {
			if x.FromAt.String() != "2025-10" || x.ToAt.String() != "2026-06" || math.Abs(x.Change-(1.66/2.08-1)) > 1e-9 {
				t.Errorf("got %+v", x)
			}
			return
		}
	}
	t.Error("no movement of CompShare's 4090")
}
