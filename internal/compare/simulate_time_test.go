package compare

import (
	"context"
	"math"
	"testing"
)

// A length between 200 and 400 hours, typically 336, makes the bill of hourly rent follow it: 14,448 yuan for 336 h,
// 43 yuan an hour. Its quantiles are those of the length.
func TestLengthIsDrawn(t *testing.T) {
	in := input(t, "4xA100-2w")
	o := SimulateOptions{Draws: 40_000, Seed: 1, Workers: 2}
	fixed, wrong, err := Simulate(context.Background(), in, o)
	if err != nil || wrong.HasErrors() {
		t.Fatal(err, wrong)
	}
	in.Scenario.Range.Low, in.Scenario.Range.High = 200, 400
	drawn, wrong, err := Simulate(context.Background(), in, o)
	if err != nil || wrong.HasErrors() {
		t.Fatal(err, wrong)
	}
	narrow, wide := quantilesOf(t, fixed, "rent.hour"), quantilesOf(t, drawn, "rent.hour")
	if wide.P90-wide.P10 <= narrow.P90-narrow.P10 {
		t.Errorf("with a range of length %v, without %v", wide, narrow)
	}
	// The price has its own range around 10.75; the length alone spans 200/336 to 400/336 of the bill for eight in ten.
	if low := wide.P10 / 14448; math.Abs(low-200.0/336) > 0.05 {
		t.Errorf("one in ten is below %.3f of the bill, the length alone says %.3f", low, 200.0/336)
	}
}

func quantilesOf(t *testing.T, s Simulation, id string) Quantiles {
	t.Helper()
	for _, o := range s.Options {
		if o.ID == id {
			return o.Total
		}
	}
	t.Fatalf("no %s", id)
	return Quantiles{}
}
