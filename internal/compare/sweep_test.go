package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
)

func TestParseVary(t *testing.T) {
	for text, want := range map[string][]string{
		"util=0.1:0.3:0.05":   {"0.1", "0.15", "0.2", "0.25", "0.3"},
		"util=10%:30%:10%":    {"10%", "20%", "30%"},
		"for=3mo:12mo:3mo":    {"3mo", "6mo", "9mo", "12mo"},
		"card=A100, H20":      {"A100", "H20"},
		"discount-rate=0:1:1": {"0", "1"},
		"util=0.5:0.5:0.1":    {"0.5"},
	} {
		v, ds := ParseVary(text)
		if diff := cmp.Diff(want, v.Values); diff != "" || len(ds) > 0 {
			t.Errorf("%s: %v\n%s", text, ds, diff)
		}
	}
	for text, key := range map[string]string{
		"util":                "sweep.bad_vary",
		"=1,2":                "sweep.bad_vary",
		"util=":               "sweep.bad_vary",
		"util=1,,2":           "sweep.empty_value",
		"util=0.1:1":          "sweep.span_parts",
		"util=0.1:x:1":        "sweep.span_number",
		"util=0.1:90%:5%":     "sweep.span_number",
		"util=1:0.1:0.1":      "sweep.span_order",
		"util=0.1:1:0":        "sweep.span_step",
		"util=0.1:1:-0.1":     "sweep.span_step",
		"n=0:1:0.00000000001": "sweep.too_many",
	} {
		if _, ds := ParseVary(text); len(ds) != 1 || ds[0].Key != key {
			t.Errorf("%s: %v, want %s", text, ds, key)
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"": {1, 1}, "1/4": {1, 4}, "4/4": {4, 4}} {
		if got, ds := ParseShard(text); got != want || len(ds) > 0 {
			t.Errorf("%q: %v %v", text, got, ds)
		}
	}
	for _, text := range []string{"0/4", "5/4", "1", "1/0", "a/b", "-1/2"} {
		if _, ds := ParseShard(text); len(ds) != 1 {
			t.Errorf("%q is accepted", text)
		}
	}
}

// utilPlan varies the utilisation and the number of cards of a short scenario.
func utilPlan(t *testing.T, shard Shard, workers int, row func(SweepRow) error) SweepPlan {
	base := input(t, "8xA100-2w")
	return SweepPlan{
		Axes:  []Vary{{"count", []string{"4", "8"}}, {"util", []string{"0.1", "0.3", "0.5", "0.7", "0.9"}}},
		Shard: shard, Workers: workers, Row: row,
		Resolve: func(values []string) (costmodel.Input, error) {
			in := base
			in.Scenario.Phases = append(in.Scenario.Phases[:0:0], in.Scenario.Phases...)
			in.Scenario.Phases[0].Util = quantity.MustDecimal(values[1])
			if values[0] == "4" {
				in.Scenario.Count, in.Scenario.Phases[0].Count = 4, 4
			}
			return in, nil
		},
	}
}

func swept(t *testing.T, shard Shard, workers int) string {
	var out strings.Builder
	err := Sweep(context.Background(), utilPlan(t, shard, workers, func(r SweepRow) error {
		fmt.Fprintln(&out, r.Values, r.Choice, r.Total, r.RunnerUp, r.Saving, *r.Own, *r.Rent)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestShardsConcatenate: the parts of any split, on any number of workers, make up the whole.
func TestShardsConcatenate(t *testing.T) {
	whole := swept(t, Shard{1, 1}, 1)
	if n := strings.Count(whole, "\n"); n != 10 {
		t.Fatalf("%d rows, want 10", n)
	}
	for _, n := range []int{2, 3, 10, 13} {
		parts := ""
		for i := 1; i <= n; i++ {
			parts += swept(t, Shard{i, n}, 3)
		}
		if diff := cmp.Diff(whole, parts); diff != "" {
			t.Errorf("%d shards:\n%s", n, diff)
		}
	}
}

// TestSweepAgreesWithCompare: a row is what a comparison of the point says.
func TestSweepAgreesWithCompare(t *testing.T) {
	plan := utilPlan(t, Shard{1, 1}, 2, nil)
	plan.Row = func(r SweepRow) error {
		in, err := plan.Resolve(r.Values)
		if err != nil {
			return err
		}
		v := Run(in).Verdict
		if v.Choice != r.Choice || v.Total != r.Total || v.RunnerUp != r.RunnerUp || v.Saving != r.Saving {
			t.Errorf("%v: %s %v saves %v over %s, compared: %s %v saves %v over %s", r.Values, r.Choice, r.Total, r.Saving, r.RunnerUp,
				v.Choice, v.Total, v.Saving, v.RunnerUp)
		}
		return nil
	}
	if err := Sweep(context.Background(), plan); err != nil {
		t.Fatal(err)
	}
}

func TestSweepStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	rows := 0
	err := Sweep(ctx, utilPlan(t, Shard{1, 1}, 1, func(SweepRow) error { rows++; cancel(); return nil }))
	if err != nil || rows != 10 { // all ten are in one batch, which is handed on whole
		t.Errorf("%d rows, %v", rows, err)
	}
	cancel()
	if err := Sweep(ctx, utilPlan(t, Shard{1, 1}, 1, func(SweepRow) error { rows++; return nil })); !errors.Is(err, context.Canceled) || rows != 10 {
		t.Errorf("cancelled before: %d rows, %v", rows, err)
	}
	full := errors.New("full")
	if err := Sweep(context.Background(), utilPlan(t, Shard{1, 1}, 1, func(SweepRow) error { return full })); !errors.Is(err, full) {
		t.Errorf("writer's error: %v", err)
	}
	twice := utilPlan(t, Shard{1, 1}, 1, nil)
	twice.Axes[1].Name = "count"
	if _, ds := twice.Points(); len(ds) != 1 || ds[0].Key != "sweep.twice" {
		t.Errorf("one name twice: %v", ds)
	}
}

// BenchmarkSweep is one point of a sweep over a two-week scenario.
func BenchmarkSweepPoint(b *testing.B) {
	in := input(b, "4xA100-2w")
	p := SweepPlan{Axes: []Vary{{"x", []string{"1"}}}, Resolve: func([]string) (costmodel.Input, error) { return in, nil }}
	for b.Loop() {
		if _, err := p.point(0); err != nil {
			b.Fatal(err)
		}
	}
}
