package compare

import (
	"slices"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"

	"github.com/google/go-cmp/cmp"
)

// input resolves a scenario word on the shipped sheets with sheets of the test laid over them.
func input(t testing.TB, word string, sheets ...string) costmodel.Input {
	t.Helper()
	cat := catalog.Embedded()
	for _, s := range sheets {
		next, wrong := cat.Overlay("test.yaml", []byte(s))
		if wrong.HasErrors() {
			t.Fatal(wrong.Err())
		}
		cat = next
	}
	spec, wrong := scenario.Find(word, cat, scenario.Origin{Kind: "shorthand"})
	if wrong.HasErrors() {
		t.Fatal(wrong.Err())
	}
	start := quantity.NewMonth(2026, 11)
	sc, wrong := scenario.Resolve(spec, cat, scenario.Defaults{
		Site: "songjiang", Util: "1", Pattern: "all", View: "sold", Taxpayer: "none", Start: start,
	})
	if wrong.HasErrors() {
		t.Fatal(wrong.Err())
	}
	return costmodel.Input{Scenario: sc, Catalog: cat, Today: start}
}

func whats(v *Verdict) []string {
	var out []string
	for _, f := range v.Flips {
		out = append(out, f.What)
	}
	return out
}

func flip(t *testing.T, v *Verdict, what string) Flip {
	t.Helper()
	for _, f := range v.Flips {
		if f.What == what {
			return f
		}
	}
	t.Fatalf("no flip %q in %v", what, whats(v))
	return Flip{}
}

// Two weeks of four A100: rent by the day, and the output knows that a fully used shared machine and a card with
// less memory would be cheaper.
func TestTwoWeeksSayBoth(t *testing.T) {
	r := Run(input(t, "4xA100-2w"))
	v := r.Verdict
	if v.Choice != "rent.day" || v.Total != 1324848 || v.RunnerUp != "own.sold" || !v.Robust {
		t.Errorf("got %s %s, runner-up %s, robust %v", v.Choice, v.Total, v.RunnerUp, v.Robust)
	}
	if f := flip(t, v, "reused-full"); f.To != "own.reused" || !f.Turns || f.Total >= v.Total {
		t.Errorf("full use: got %+v", f)
	}
	if f := flip(t, v, "memory"); f.Total != 463680 || f.To != "rent.hour" || f.Turns {
		t.Errorf("less memory: got %+v", f)
	}
	own, _ := r.Row("own.sold")
	if got := flip(t, v, "rent-above").Args[0].Value; got != quantity.Fixed(own.Total().Float()/1344, 2) {
		t.Errorf("rent at which it turns: got %s, own is %s", got, own.Total())
	}
	if r.MixIs != "rent.day" {
		t.Errorf("best mix equals %q, want rent.day", r.MixIs)
	}
}

// The saving is the difference to the best option of another family, not to the next row.
func TestSavingIsToTheOtherFamily(t *testing.T) {
	r := Run(input(t, "4xA100-2w"))
	own, _ := r.Row("own.sold")
	if got, want := r.Verdict.Saving, own.Total()-r.Verdict.Total; got != want {
		t.Errorf("saving %s, want %s", got, want)
	}
}

func TestRowsAreSorted(t *testing.T) {
	r := Run(input(t, "4xA100-2w"))
	var counted []quantity.Fen
	seenOther := false
	for _, w := range r.Rows {
		if !w.Counts {
			seenOther = true
			continue
		}
		if seenOther {
			t.Errorf("%s counts but stands after one that does not", w.ID)
		}
		counted = append(counted, w.Total())
	}
	if !slices.IsSorted(counted) {
		t.Errorf("totals not ascending: %v", counted)
	}
}

// Renting at 0.01 yuan an hour wins in every view and at every end of every range.
func TestOverwhelmingRent(t *testing.T) {
	r := Run(input(t, "8xH800-3y", `
offers:
  gift-h800-hour: {provider: gift, card: nvidia-h800-sxm-80g, class: cloud, term: hour, cards: 1, mainland: true, open_to: companies, price: {typical: 0.01, unit: CNY/card-hour, vat: included, asof: 2026-11, source: gift, reliability: high}}
sources:
  gift: {title: a gift}
`))
	v := r.Verdict
	if v.Choice != "rent.hour" || !v.Robust || !v.Holds {
		t.Errorf("got %s robust %v holds %v", v.Choice, v.Robust, v.Holds)
	}
	// 8 cards x 26,280 h x 0.01 yuan
	if v.Total != 210240 {
		t.Errorf("total %s, want 2102.40", v.Total)
	}
}

// From full life on there is one row for owning, whatever the view.
func TestOneOwnRowFromFullLife(t *testing.T) {
	for word, want := range map[string][]string{
		"8xH800-3y":   {"own"},
		"8xH800-35mo": {"own.idle", "own.reused", "own.sold"},
	} {
		r := Run(input(t, word))
		var got []string
		for _, w := range r.Rows {
			if w.Family == costmodel.FamilyOwn {
				got = append(got, w.ID)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", word, diff)
		}
	}
}

// 64 cards need a stated interconnect: no offer counts, but the cheapest that may have one is named.
func TestDoubtfulOfferIsNamed(t *testing.T) {
	v := Run(input(t, "64xH800-2w")).Verdict
	if v.Family != costmodel.FamilyOwn {
		t.Fatalf("got %s", v.Choice)
	}
	if f := flip(t, v, "offer"); !f.Turns || f.Total >= v.Total {
		t.Errorf("got %+v", f)
	}
}

// A price that is missing leaves its option out of the verdict and says so.
func TestMissingPriceIsLeftOut(t *testing.T) {
	r := Run(input(t, "8xnew-1y", `
cards:
  new: {name: New card, memory: 80 GB, form: sxm, family: new}
`))
	own, ok := r.Row("own")
	if !ok || own.Priced || len(own.Missing) == 0 || own.Counts {
		t.Errorf("own: got %+v", own)
	}
	if r.Verdict != nil {
		t.Errorf("got a verdict without any price: %+v", r.Verdict)
	}
}

// The ends of a range lie on both sides of the total, and a sheet without ranges has none.
func TestRanges(t *testing.T) {
	r := Run(input(t, "4xA100-2w"))
	for _, w := range r.Rows {
		if w.Priced && (w.Low > w.Total() || w.High < w.Total()) {
			t.Errorf("%s: %s not inside %s..%s", w.ID, w.Total(), w.Low, w.High)
		}
	}
	own, _ := r.Row("own.sold")
	if !own.HasRange {
		t.Error("own.sold has no range although the server's price has one")
	}
}

func TestAges(t *testing.T) {
	for word, want := range map[string]string{"2024-01-01": "2024-01-01", "2026-06": "2026-06-01", "2025": "2025-07-01"} {
		d, ok := AsOfDay(word)
		if !ok || d.String() != want {
			t.Errorf("%s: got %s %v, want %s", word, d, ok, want)
		}
	}
	day, _ := AsOfDay("2024-01-01")
	if got := quantity.NewDate(2026, 11, 30).Since(day); got != 1064 {
		t.Errorf("age %d days, want 1064", got)
	}
}
