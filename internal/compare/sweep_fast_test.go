package compare

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// fastPlan sweeps utilisation, or one figure of the sheets.
func fastPlan(t testing.TB, word, figure string, values []string) SweepPlan {
	in := input(t, word)
	p := SweepPlan{Axes: []Vary{{Name: "x", Values: values}}, Shard: Shard{1, 1}, Workers: 2}
	number := func(word string) (quantity.Decimal, bool) { return ledger.Dec(word), true }
	p.Fast = []Fast{{Figure: figure, Value: number}}
	p.Resolve = func(values []string) (costmodel.Input, error) {
		at := in
		if figure == UtilFigure {
			at.Scenario.Phases = append(at.Scenario.Phases[:0:0], at.Scenario.Phases...)
			at.Scenario.Phases[0].Util = ledger.Dec(values[0])
			return at, nil
		}
		cat, ds := in.Catalog.Overlay("vary.yaml", []byte(fmt.Sprintf(figures[figure], values[0])))
		at.Catalog = cat
		if ds.HasErrors() {
			return at, ds.Err()
		}
		if site, ok := cat.Site(in.Scenario.Site.ID); ok {
			at.Scenario.Site = site
		}
		if card, ok := cat.Card(in.Scenario.Card.ID); ok {
			at.Scenario.Card = card
		}
		return at, nil
	}
	return p
}

// figures are sheets that set the figures of the test.
var figures = map[string]string{
	"offers.compshare-a100-hour.price": "offers: {compshare-a100-hour: {price: %s CNY/card-hour}}",
	"servers.hgx-a100-80g-8.price":     "servers: {hgx-a100-80g-8: {price: %s CNY/server}}",
	"assumptions.discount-rate.value":  "assumptions: {discount-rate: {value: %s share}}",
}

func steps(from, by float64, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%.4f", from+by*float64(i))
	}
	return out
}

// TestFastRowsAreThoseOfFullBills: rows billed anew are the rows of bills written for each point, to the fen.
func TestFastRowsAreThoseOfFullBills(t *testing.T) {
	for _, c := range []struct {
		word, figure string
		values       []string
		fast         bool
	}{
		{"8xA100-36mo", UtilFigure, steps(0.001, 0.0037, 270), true},
		{"8xH20-12mo", UtilFigure, steps(0.005, 0.005, 200), true},
		{"4xRTX-4090-6mo", UtilFigure, steps(0.01, 0.0099, 100), true},
		{"8xA100-36mo@0.6", "offers.compshare-a100-hour.price", steps(0.005, 0.333, 90), true},
		{"8xH800-24mo@0.6", "assumptions.discount-rate.value", steps(0, 0.0013, 120), true},
		// From 1.38 million on two servers of four cards are bought instead.
		{"8xA100-36mo@0.6", "servers.hgx-a100-80g-8.price", steps(500_000, 1_001.13, 1_000), true},
		{"4xA100-5w", UtilFigure, steps(0.1, 0.01, 90), false}, // mixes depend on utilisation
	} {
		p := fastPlan(t, c.word, c.figure, c.values)
		full := p
		full.Fast = nil
		rng := rand.New(rand.NewPCG(1, 2))
		anew := 0
		p.quick = newQuick(&p)
		for range 40 {
			i := rng.IntN(len(c.values))
			want, err := full.point(i)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := p.quick.row(i)
			if !ok {
				continue
			}
			anew++
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a == b || a-b < 1e-9*a && b-a < 1e-9*a })); diff != "" {
				t.Errorf("%s at %s: %s", c.word, c.values[i], diff)
			}
		}
		if (anew > 30) != c.fast {
			t.Errorf("%s over %s: %d of 40 billed anew", c.word, c.figure, anew)
		}
	}
}

// TestFastSweepInOrder: a sweep in pieces and on several cores hands on every row once and in order.
func TestFastSweepInOrder(t *testing.T) {
	p := fastPlan(t, "8xA100-12mo", UtilFigure, steps(0.001, 0.001, 1000))
	next := 0
	p.Row = func(r SweepRow) error {
		if r.Values[0] != p.Axes[0].Values[next] || r.Choice == "" {
			t.Errorf("row %d: %+v", next, r)
		}
		next++
		return nil
	}
	if err := Sweep(context.Background(), p); err != nil || next != 1000 {
		t.Errorf("%d rows, %v", next, err)
	}
}

// BenchmarkFastSweep is 1,000 points of utilisation over three years.
func BenchmarkFastSweep(b *testing.B) {
	p := fastPlan(b, "8xA100-36mo", UtilFigure, steps(0.001, 0.001, 1000))
	p.Workers = 1
	p.Row = func(SweepRow) error { return nil }
	for b.Loop() {
		if err := Sweep(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFastRowsOverEveryFigure varies each figure behind a comparison from a fifth to twice its value: what is billed anew
// agrees with full bills to the fen, across racks that no longer do and offers that take each other's place.
func TestFastRowsOverEveryFigure(t *testing.T) {
	const points = 48
	in := input(t, "8xH800-48mo@0.7")
	base := Run(in)
	_, roots := rivals(&base)
	sheets := newRebuilder(in, &base, 1)
	anew := 0
	for _, l := range leversOf(base.Book, roots, newSpreads(in.Catalog, in.Today)) {
		if len(l.Moves) != 1 {
			continue
		}
		typical := l.Moves[0].Typical
		values := make([]string, points)
		for i := range values {
			v := float64(typical * (0.2 + float64(i)*1.8/points))
			if l.Unit == "share" {
				v = min(1, v)
			}
			values[i] = ledger.FloatDec(v).String()
		}
		p := SweepPlan{Axes: []Vary{{"x", values}}, Shard: Shard{1, 1}, Workers: 1}
		p.Fast = []Fast{{base.Book.Figures()[l.Moves[0].Figure].ID, func(w string) (quantity.Decimal, bool) { return ledger.Dec(w), true }}}
		p.Resolve = func(v []string) (costmodel.Input, error) {
			at, ok := sheets.with(l, ledger.Dec(v[0]).InexactFloat64()/typical)
			if !ok {
				return at, fmt.Errorf("%s does not take %s", l.ID, v[0])
			}
			return at, nil
		}
		p.quick = newQuick(&p)
		for i := 0; i < points; i += 5 {
			got, ok := p.quick.row(i)
			if !ok {
				continue
			}
			anew++
			want, _, err := p.full(i)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s at %s: %s", l.ID, values[i], diff)
			}
		}
	}
	if anew < 100 {
		t.Errorf("only %d rows billed anew", anew)
	}
}
