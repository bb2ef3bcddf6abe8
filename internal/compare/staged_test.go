package compare

import (
	"math"
	"testing"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
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
	// Without resale: buying 300,000 either way; waiting 96,000, or 192,000 as renting on is cheaper than 396,000. Renting
	// by the month now costs the same and can stop as well: waiting is worth nothing.
	if s.Wait.Stays != 192_000_00 || math.Abs(s.Value) > 1e-6 || s.Against != "rent.month" {
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

// TestStageTurns: 18 months at 2,000 a card with no commitment (x) or 1,500 with one of twelve (c); machines cost far
// more. Waiting six months is x and then c: 96,000 or 240,000. Now c costs 144,000 or 216,000, x 96,000 or 288,000. So
// waiting is best below a chance of 48,000 / (48,000 + 24,000), and c now above it.
func TestStageTurns(t *testing.T) {
	in := staged(t)
	cat, ds := in.Catalog.Overlay("leases.yaml", []byte("servers:\n  test-8: {price: 9000000 CNY/server}\noffers:\n"+
		"  c: {provider: tester, card: test-card, class: cloud, term: reserved, commitment: 12 month, price: {typical: 1500, unit: CNY/card-month, asof: 2026-11, source: compshare_bill, reliability: high}}\n"))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	in.Catalog = cat
	in.Scenario.Phases[0].Duration, _ = quantity.ParseDuration("18mo")
	s, ds := Stage(in, 6, -1)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	if s.Given || s.Chance != 0.5 {
		t.Errorf("chance %v given %v", s.Chance, s.Given)
	}
	if s.Wait.Stays != 240_000_00 || s.Wait.Ends != 96_000_00 || s.Wait.StaysDecidedBy != "rent.reserved" {
		t.Errorf("waiting: %+v", s.Wait)
	}
	// 0.5 x 216,000 + 0.5 x 144,000 less 0.5 x 240,000 + 0.5 x 96,000
	if s.Against != "rent.reserved" || s.RentNow.Ends != 144_000_00 || math.Abs(s.Value-12_000) > 1e-6 {
		t.Errorf("at even chances: %+v", s)
	}
	if math.Abs(s.TurnsAt-2.0/3) > 1e-9 {
		t.Errorf("turns at %v", s.TurnsAt)
	}
	for chance, worth := range map[float64]bool{s.TurnsAt - 0.01: true, s.TurnsAt + 0.01: false} {
		if x, _ := Stage(in, 6, chance); x.Value > 0 != worth {
			t.Errorf("at %v waiting is worth %v", chance, x.Value)
		}
	}
	if _, ds := Stage(in, 18, 0.5); !ds.HasErrors() {
		t.Error("waited to the end")
	}
}

// TestStageAgainstTheVerdict: where a lease wins the whole need, waiting is measured against the lease, not against
// machines that nobody would buy.
func TestStageAgainstTheVerdict(t *testing.T) {
	in := input(t, "8xA100-3y")
	r := Run(in)
	s, ds := Stage(in, 6, 0.5)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	if r.Verdict.Family == costmodel.FamilyRent && s.BuyNow.ExpectedYuan > s.RentNow.ExpectedYuan && s.Against != s.RentNow.StaysBy {
		t.Errorf("%s wins, waiting is weighed against %s", r.Verdict.Choice, s.Against)
	}
	least := min(s.BuyNow.ExpectedYuan, s.RentNow.ExpectedYuan)
	if math.Abs(s.Value-(least-s.Wait.ExpectedYuan)) > 1e-6 {
		t.Errorf("value %v, want %v less %v", s.Value, least, s.Wait.ExpectedYuan)
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

// TestEquivalentFlip: the cheapest card that does the work for less stands among what is worth knowing; one of another
// family turns the verdict.
func TestEquivalentFlip(t *testing.T) {
	in := input(t, "4xA100-2w")
	r := Run(in)
	r.AddEquivalents(in, "")
	best, ok := BestEquivalent(in, "")
	f := flip(t, r.Verdict, "equivalent")
	if !ok || f.To != best.Choice || f.Total != best.Total || f.Total >= r.Verdict.Total || f.Turns != (best.Family != r.Verdict.Family) {
		t.Errorf("flip %+v, best %+v", f, best)
	}
	if _, ok := cheapestOf([]Equivalent{{}}); ok {
		t.Error("a card without a price is the best")
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
