package compare

import (
	"math"
	"testing"

	"gpucalc/internal/costmodel"
)

// stagedSheets: a machine of 300,000 that keeps 70 % after a year, a free room, rent of 8 x 2,000 a month, no capital.
var stagedSheets = []string{
	"curves:\n  even: {name: even, points: {6: {typical: 0.8, unit: share}, 12: {typical: 0.7, unit: share}}}\n",
	"cards:\n  test-card: {name: Test, form: sxm, memory: 80 GB, dense: {bf16: 300 TFLOPS}}\n",
	"assumptions:\n  card-events: {name: none, value: {typical: 0, unit: events/card-year}}\n  discount-rate: {name: none, value: {typical: 0, unit: share}}\n  resale-first-day-step: {name: none, value: {typical: 0, unit: share}}\n  resale-selling-cost: {name: none, value: {typical: 0, unit: share}}\n",
	"servers:\n  test-8: {name: Test, card: test-card, cards: 8, price: 300000 CNY/server, rated_power: 1 kW, lead_time: 30 day, warranty: 60 month, curve: even}\n",
	"offers:\n  x: {provider: tester, card: test-card, class: cloud, term: month, price: {typical: 2000, unit: CNY/card-month, asof: 2026-11, source: compshare_bill, reliability: high}}\n",
	"sites:\n  free: {name: free, kind: home, power: included}\n",
}

// TestStage works the tree out by hand for 6 of 12 months. Buying: stays 300,000 - 210,000 = 90,000, ends 300,000 -
// 240,000 = 60,000. Waiting: 96,000 of rent if it ends; if it stays, 96,000 + min(96,000 of rent, 300,000 - 240,000).
func TestStage(t *testing.T) {
	in := staged(t)
	s, ds := Stage(in, 6, 0.25)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	if s.BuyNow.Stays != 90_000_00 || s.BuyNow.Ends != 60_000_00 {
		t.Errorf("buying: %s and %s, want 90000.00 and 60000.00", s.BuyNow.Stays, s.BuyNow.Ends)
	}
	if s.Wait.Ends != 96_000_00 || s.Wait.Stays != 156_000_00 || s.Wait.StaysDecidedBy != "own.sold" {
		t.Errorf("waiting: %s and %s by %s", s.Wait.Ends, s.Wait.Stays, s.Wait.StaysDecidedBy)
	}
	// 0.25 x 90,000 + 0.75 x 60,000 less 0.25 x 156,000 + 0.75 x 96,000
	if math.Abs(s.Value-(67_500-111_000)) > 1e-6 || !math.IsNaN(s.TurnsAt) {
		t.Errorf("value %v, turns at %v", s.Value, s.TurnsAt)
	}
	in.Scenario.View = "idle"
	s, _ = Stage(in, 6, 0.25)
	// Without resale: buying 300,000 either way; waiting 96,000, or 192,000 as renting on is cheaper than 396,000.
	if s.Wait.Stays != 192_000_00 || math.Abs(s.Value-(300_000-120_000)) > 1e-6 {
		t.Errorf("idle: %+v", s)
	}
}

func staged(t *testing.T) costmodel.Input {
	t.Helper()
	in := input(t, "8xtest-card-12mo", stagedSheets...)
	site, ds := in.Catalog.ResolveSite("free")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Scenario.Site = site
	return in
}

// TestStageTurns: where buying is cheaper only if the demand goes on, the chance at which it turns makes both equal.
func TestStageTurns(t *testing.T) {
	in := staged(t)
	cat, ds := in.Catalog.Overlay("cheap.yaml", []byte("offers:\n  x: {provider: tester, card: test-card, class: cloud, term: month, price: {typical: 1100, unit: CNY/card-month, asof: 2026-11, source: compshare_bill, reliability: high}}\n"))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Catalog = cat
	// Rent of 52,800 for six months: ends 60,000 against 52,800, stays 90,000 against 105,600 (rent on).
	s, _ := Stage(in, 6, -1)
	if s.Given || s.Chance != 0.5 {
		t.Errorf("chance %v given %v", s.Chance, s.Given)
	}
	want := 7_200.0 / (7_200 + 15_600)
	if math.Abs(s.TurnsAt-want) > 1e-9 {
		t.Errorf("turns at %v, want %v", s.TurnsAt, want)
	}
	even, _ := Stage(in, 6, s.TurnsAt)
	if math.Abs(even.Value) > 1e-6 {
		t.Errorf("at that chance waiting is worth %v", even.Value)
	}
	if _, ds := Stage(in, 12, 0.5); !ds.HasErrors() {
		t.Error("waited to the end")
	}
}

// TestEquivalents: A800 does the work of A100 for less by the hour; what does not qualify stands below with a reason.
func TestEquivalents(t *testing.T) {
	in := input(t, "4xA100-2w")
	r := Run(in)
	list := Equivalents(in, "", r.Verdict)
	if list[0].Choice == "" || !list[0].Qualifies {
		t.Fatalf("first is %+v", list[0])
	}
	seen := map[string]Equivalent{}
	last := 0
	for _, e := range list {
		seen[e.Card.ID] = e
		rank := 2
		switch {
		case e.Choice != "":
			rank = 0
		case e.Qualifies:
			rank = 1
		}
		if rank < last {
			t.Errorf("%s is out of order", e.Card.ID)
		}
		last = rank
		if len(e.Reasons) == 0 {
			t.Errorf("%s has no reason", e.Card.ID)
		}
	}
	a800 := seen["nvidia-a800-sxm-80g"]
	if !a800.Qualifies || !a800.Cheaper || a800.Total >= r.Verdict.Total {
		t.Errorf("A800: %+v", a800)
	}
	if _, ok := seen["nvidia-a100-sxm-80g"]; ok {
		t.Error("the card itself is listed")
	}
	if h20 := seen["nvidia-h20-96g"]; !h20.Qualifies || math.Abs(h20.Scenario.Hours()-336*312/148.0) > 1e-6 {
		t.Errorf("H20: %+v", h20)
	}
}

// TestNeighbours keeps the ends, the best and what stands beside it.
func TestNeighbours(t *testing.T) {
	h := &costmodel.Hybrid{Best: 3}
	for k := range 8 {
		h.Rows = append(h.Rows, costmodel.HybridRow{Owned: k})
	}
	rows, best := Neighbours(h)
	var owned []int
	for _, r := range rows {
		owned = append(owned, r.Owned)
	}
	if len(owned) != 5 || owned[0] != 0 || owned[1] != 2 || owned[4] != 7 || rows[best].Owned != 3 {
		t.Errorf("got %v, best %d", owned, best)
	}
}

// TestBridgeFlip: owning wins twelve months by a little; renting for the month of waiting takes that away.
func TestBridgeFlip(t *testing.T) {
	in := staged(t)
	// 12 months of rent: 96,000 against 90,000 of owning; bridged: 8,000 of rent and about 84,000 for eleven months.
	cat, ds := in.Catalog.Overlay("near.yaml", []byte("offers:\n  x: {provider: tester, card: test-card, class: cloud, term: month, price: {typical: 950, unit: CNY/card-month, asof: 2026-11, source: compshare_bill, reliability: high}}\n"))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Catalog = cat
	r := Run(in)
	if r.Verdict.Family != costmodel.FamilyOwn {
		t.Fatalf("verdict %s", r.Verdict.Choice)
	}
	if f := flip(t, r.Verdict, "bridge"); !f.Turns || f.To != "rent.month" {
		t.Errorf("got %+v", f)
	}
}
