package training

import (
	"slices"
	"testing"

	"gpucalc/internal/diag"
)

// A given MFU of 95 % needs 0.95 x attention of the peak, where 0.95 x 0.87 is
// what a training reaches: what is needed exceeds what is reached, and both are said.
func TestMFUAboveTheCard(t *testing.T) {
	for _, c := range []struct {
		mfu       float64
		recompute string
	}{{0.95, ""}, {0.80, RecomputeFull}} {
		in := tenB(t)
		in.Work = Work{MFU: c.mfu, Recompute: c.recompute}
		r := estimate(t, in)
		at := slices.IndexFunc(r.Warnings, func(d diag.Diagnostic) bool { return d.Key == "training.mfu_above_ceiling" })
		if !r.Limited || at < 0 {
			t.Fatalf("MFU %g: limited %v, %v", c.mfu, r.Limited, r.Warnings)
		}
		if need := c.mfu * r.FLOPs.Hardware / r.FLOPs.SixND; need <= typicalReach*matmulCeiling {
			t.Errorf("MFU %g needs only %g of the peak", c.mfu, need)
		}
	}
}

// Work without a model is limited by the card as well, and says so.
func TestMFUAboveTheCardWithoutModel(t *testing.T) {
	in := tenB(t)
	in.Model, in.Data, in.Work = ModelShape{}, Data{FLOPs: 1e22}, Work{MFU: 0.95}
	r := estimate(t, in)
	if !r.Limited || !has(r.Warnings, "training.mfu_above_ceiling") {
		t.Errorf("limited %v at MFU %g, warnings %v", r.Limited, r.MFU.Typical, r.Warnings)
	}
}

// A pipeline that idles longer than it computes is not given in per cent.
func TestIdlePipeline(t *testing.T) {
	in := tenB(t)
	in.Machine.Count = 64
	in.Work = Work{Layout: &Layout{TP: 4, PP: 16, MicroBatch: 1}, Seq: 4096, BatchTokens: 16384}
	r := estimate(t, in)
	if r.Communication.Bubble <= 1 || !has(r.Warnings, "training.pipeline_idle") || has(r.Warnings, "training.pipeline_short") {
		t.Errorf("bubble %g, warnings %v", r.Communication.Bubble, r.Warnings)
	}
}
