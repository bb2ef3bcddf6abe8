package estimate

import (
	"slices"
	"testing"

	"gpucalc/internal/training"
)

// Sixteen H800 of the headline are bought, eight are rented by the hour for a
// fourteenth of that and take twice as long: the answer names them.
func TestCheaperRow(t *testing.T) {
	r := run(t, asked(t, "H800"))
	chosen, _ := r.Chosen()
	c := r.CheaperRow()
	if c == nil || c.Result.Count != 8 || c.Cost.Total.Float() > muchCheaper*chosen.Cost.Total.Float() || c.Result.Days.Typical < chosen.Result.Days.Typical {
		t.Errorf("cheaper row %+v beside %d cards", c, chosen.Result.Count)
	}
	free := asked(t, "H800")
	free.WithCost = false
	r = run(t, free)
	if r.CheaperRow() != nil {
		t.Error("a row without costs is cheaper")
	}
	r = run(t, asked(t, "16xH800"))
	if c := r.CheaperRow(); c != nil {
		t.Errorf("the only row is cheaper than itself: %+v", c)
	}
}

// A lease of twelve months for 36 days is said; rent by the hour ends on time.
func TestLongTerms(t *testing.T) {
	r := run(t, asked(t, "32xA100"))
	terms := r.LongTerms()
	if !slices.Contains(terms, LongTerm{"rent.month", "month", "12"}) {
		t.Errorf("long terms %v, days %.1f", terms, r.Shown().Result.Days.Typical)
	}
	r = run(t, asked(t, "8xH800"))
	for _, term := range r.LongTerms() {
		if term.Option == "rent.hour" {
			t.Errorf("%+v", term)
		}
	}
}

// Nobody sells or rents an MI300X here: the reasons are kept, also beside cards
// that have a price.
func TestUnpriced(t *testing.T) {
	alone := run(t, asked(t, "MI300X"))
	if alone.Unpriced == nil || alone.Ways != nil || !hasKey(alone.Warnings, "estimate.no_price") {
		t.Errorf("unpriced %v, warnings %v", alone.Unpriced != nil, alone.Warnings)
	}
	both := run(t, asked(t, "MI300X,H800"))
	if both.Unpriced != nil || both.Ways == nil || !hasKey(both.Warnings, "estimate.no_price") {
		t.Errorf("beside another card: unpriced %v, warnings %v", both.Unpriced != nil, both.Warnings)
	}
	if r := run(t, asked(t, "H800")); hasKey(r.Warnings, "estimate.no_price") {
		t.Errorf("a priced card is said to have no price: %v", r.Warnings)
	}
	free := asked(t, "MI300X")
	free.WithCost = false
	if r := run(t, free); r.Unpriced != nil || hasKey(r.Warnings, "estimate.no_price") {
		t.Error("costs that nobody asked for are missed")
	}
}

// Two numbers of one card are one kind of card.
func TestKindsOfCards(t *testing.T) {
	a := asked(t, "8xH800,16xH800,A100")
	a.WithCost = false
	if r := run(t, a); len(r.Cards) != 2 {
		t.Errorf("%d kinds of card, want 2", len(r.Cards))
	}
	for text, twice := range map[string]bool{
		"H800,H800": true, "8xH800, 8xnvidia-h800-sxm-80g": true, "8xH800,16xH800": false, "H800,8xH800": false,
	} {
		if _, wrong := ParseTargets(text, a.Costs.Catalog); hasKey(wrong, "estimate.card_twice") != twice {
			t.Errorf("%q: %v, want twice %v", text, wrong, twice)
		}
	}
}

func TestDaysForReading(t *testing.T) {
	for v, want := range map[float64]string{1.0 / 24: "0.0417", 14: "14", 30: "30", 1.5: "1.5", 400: "400", 2190: "2,190"} {
		if got := days(v); got != want {
			t.Errorf("%g days read %q, want %q", v, got, want)
		}
	}
}

// The assumptions say which vocabulary counted the text, and whether the MFU is
// the one given.
func TestAssumptionsName(t *testing.T) {
	a := asked(t, "64xH800")
	_, shape, wrong := Model(a.Costs.Catalog, "llama2-7b")
	if err := wrong.Err(); err != nil {
		t.Fatal(err)
	}
	a.Model, a.From, a.WithCost = shape, FromSheet, false
	a.Data = training.Data{Bytes: 200e9, Language: "zh"}
	a.Work = training.Work{MFU: 0.95}
	r := run(t, a)
	if id, from := r.Vocabulary(); id != "llama2" || from != "sheet" {
		t.Errorf("vocabulary %q of %q", id, from)
	}
	near(t, "tokens", r.Shown().Result.Tokens, 200e9/1.98, 1e-9)
	for _, s := range r.Assumptions() {
		switch s.Key {
		case "bytes_per_token":
			if s.Value != 1.98 || s.Estimate || s.Source == "" {
				t.Errorf("%+v", s)
			}
		case "mfu_given":
			t.Errorf("an MFU that the card limits passes as given: %+v", s)
		}
	}
	a.Data.Tokenizer = "llama3"
	r = run(t, a)
	if id, from := r.Vocabulary(); id != "llama3" || from != "asked" {
		t.Errorf("vocabulary %q of %q", id, from)
	}
	a.Data = training.Data{Tokens: 1e12}
	r = run(t, a)
	if id, from := r.Vocabulary(); id != "" || from != "" {
		t.Errorf("tokens that are given are cut by %q of %q", id, from)
	}
}

// Active parameters alone are a mixture, and the ratio stands among the assumptions.
func TestActiveAlone(t *testing.T) {
	a := asked(t, "512xH800")
	a.Model, a.WithCost = training.ModelShape{Active: 37e9}, false
	r := run(t, a)
	if !slices.ContainsFunc(r.Assumptions(), func(s Assumption) bool { return s.Key == "params_per_active" && s.Estimate }) {
		t.Errorf("assumptions %+v", r.Assumptions())
	}
}
