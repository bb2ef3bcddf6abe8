package compare_test

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/ledger"
	"gpucalc/internal/scenario"
)

// hoursOf are the hours of a unit in which published break-evens are counted. A share is one of a year.
var hoursOf = map[string]float64{"h": 1, "month": 730, "year": 8760, "share": 8760}

// TestPublishedBreakEvensThroughBills solves the published break-evens on bills written from sheets: a machine at their
// price that draws 1 kW while it works and nothing else, at a price a kWh that is their running cost, against an offer by
// the hour. What is solved is the utilisation of the longest time they look at; where they count months, the payback says
// the same.
func TestPublishedBreakEvensThroughBills(t *testing.T) {
	data, err := os.ReadFile("../../testdata/breakeven/published.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		ID, Unit    string
		Fixed, To   float64
		OwnPerUnit  float64 `json:"own_per_unit"`
		RentPerUnit float64 `json:"rent_per_unit"`
		Answer      float64
		Never       bool
	}
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		hours := hoursOf[e.Unit]
		text := func(v float64) string { return ledger.FloatDec(v).String() }
		w := world{
			cards: 1, price: text(e.Fixed), busyKW: "1", idle: "off", energy: text(max(e.OwnPerUnit/hours, 1e-9)), life: "240mo",
			offers: map[string]string{"hour": text(e.RentPerUnit/hours) + " CNY/card-hour"},
		}
		spec := scenario.Spec{
			Card: word("the-card"), Count: word("1"), For: word(strconv.FormatFloat(math.Round(e.To*hours), 'f', 0, 64) + "h"),
			Site: word("the-site"), Life: word(w.life), View: word("idle"), Idle: word("off"), Start: word("2026-11"),
			Pattern: word("all"), Util: word("1"),
		}
		in := resolve(t, spec, overlay(t, catalog.Embedded(), w.sheet()))
		b, ds := compare.Solve(in, compare.BreakEvenOptions{Solve: []string{compare.SolveUtil}})
		if ds.HasErrors() {
			t.Fatal(e.ID, ds.Err())
		}
		s := b.Solutions[0]
		if e.Never {
			if s.Flat != compare.Never {
				t.Errorf("%s: %+v, want never", e.ID, s)
			}
			continue
		}
		if len(s.Crossings) != 1 {
			t.Errorf("%s: %+v, want one crossing", e.ID, s)
			continue
		}
		c := s.Crossings[0]
		// Prices of an hour are rounded at 19 places, the bills in float64 not at all.
		if got := c.Value * e.To; math.Abs(got-e.Answer) > 1e-6*e.Answer || c.Difference > 1e-6 {
			t.Errorf("%s: got %v %s, want %v, put back %v", e.ID, got, e.Unit, e.Answer, c.Difference)
		}
		if e.Unit != "month" {
			continue
		}
		if p := b.Payback; p == nil || !p.Plain.Reached || math.Abs(p.Plain.Periods-e.Answer) > 0.02*e.Answer {
			t.Errorf("%s: payback %+v, want %v months", e.ID, p, e.Answer)
		}
	}
}
