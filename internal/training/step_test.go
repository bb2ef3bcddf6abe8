package training

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// tenOn is 10B on a trillion tokens.
func tenOn(t testing.TB, n int, card CardSpec, gbps float64) Input {
	in := tenB(t)
	in.Data, in.Work = Data{Tokens: 1e12}, Work{}
	in.Machine.Card, in.Machine.Count = card, n
	in.Machine.Card.NetGbps = gbps
	return in
}

// 10-gigabit Ethernet for a server of eight is 1.25 Gb/s a card, of which 80 %
// are 0.125 GB/s. 64 cards exchange 2 x 7/8 x 20e9 / 8 bytes each: 35 s,
// against some 12 s of computing, which hides half of itself at most.
func TestEthernetOfSixtyFour(t *testing.T) {
	in := tenOn(t, 64, h800, 1.25)
	in.Work.BatchTokens = 4 << 20
	r := estimate(t, in)
	c := r.Communication
	near(t, "gradient exchange", c.Data, 2*7.0/8*20e9/8/0.125e9, 0.02)
	if times := c.Step() / c.Compute; times < 2.5 || times > 4 {
		t.Errorf("a step takes %.2f times its computing, want about 3", times)
	}
	near(t, "step", c.Step(), r.StepSeconds, 1e-9)
	near(t, "parts", c.Compute+c.Idle()+c.Exchanges()-c.Hidden(), r.StepSeconds, 1e-9)
}

// A thousand cards on it need a month where they would need days.
func TestEthernetOfAThousand(t *testing.T) {
	if d := estimate(t, tenOn(t, 1000, h800, 1.25)).Days.Low; d < 31 {
		t.Errorf("%.1f days, want at least 31", d)
	}
}

// Between 8 and 16 cards there are two servers: 12 cards exchange over 0.1 Gb/s
// 14e9 / 6 bytes each, 233 s.
func TestPartOfASecondServer(t *testing.T) {
	for _, n := range []int{9, 12, 16} {
		in := tenOn(t, n, a100, 0.1)
		in.Model.Params = 7e9
		r := estimate(t, in)
		if r.NetworkSlow < 2 || r.Communication.Data < 100 {
			t.Errorf("%d cards at 0.1 Gb/s: %.2f times as long, %.0f s of exchange", n, r.NetworkSlow, r.Communication.Data)
		}
	}
}

// Stages are spread over servers: their exchange, 64 micro-batches of 2 x 4096
// x 5120 bytes there and back, uses the network: 43 s.
func TestPipelineLeavesTheServer(t *testing.T) {
	in := tenOn(t, 16, h800, 1.25)
	in.Work.Layout = &Layout{TP: 1, PP: 16, MicroBatch: 1, MicroBatches: 64}
	in.Work.BatchTokens = 64 * 4096
	r := estimate(t, in)
	message := 2.0 * 4096 * float64(r.Model.Hidden)
	near(t, "pipeline", r.Communication.Pipeline, 2*message*64/0.125e9, 1e-9)
}

// On a good network the step from one server to two is small.
func TestSecondServer(t *testing.T) {
	one, two := tenOn(t, 8, a100, 200), tenOn(t, 16, a100, 200)
	one.Model.Params, two.Model.Params = 7e9, 7e9
	a, b := estimate(t, one), estimate(t, two)
	if loss := 1 - b.MFU.Typical/a.MFU.Typical; loss < 0 || loss > 0.13 {
		t.Errorf("two servers lose %.1f %% of the rate of one", 100*loss)
	}
}

// A step is never shorter than what its links carry, nor faster than matrix
// multiplications go, and its parts add up.
func TestStepProperties(t *testing.T) {
	model := fitted(t)
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Model: ModelShape{Params: rapid.Float64Range(1e8, 2e11).Draw(t, "params")},
			Data:  Data{Tokens: 1e11},
			Machine: Machine{
				Card:  rapid.SampledFrom([]CardSpec{a100, h800, h20, r4090}).Draw(t, "card"),
				Count: rapid.IntRange(1, 300).Draw(t, "cards"),
			},
			Work: Work{
				Recompute:   rapid.SampledFrom([]string{"", RecomputeFull, RecomputeNone}).Draw(t, "recompute"),
				BatchTokens: rapid.SampledFrom([]float64{0, 65536, 1 << 20, 32 << 20}).Draw(t, "batch"),
			},
			Fitted: model,
		}
		in.Machine.Card.NetGbps = rapid.SampledFrom([]float64{0, 0.1, 1.25, 25, 400}).Draw(t, "net")
		r, findings := Estimate(in)
		if findings.HasErrors() {
			t.Fatal(findings)
		}
		c := r.Communication
		if c.Step() < c.link-hides*c.Compute || c.Step() < max(c.Data, c.Pipeline)*(1-1e-9) {
			t.Fatalf("a step of %.3g s carries %.3g s of data and %.3g s of pipeline", c.Step(), c.Data, c.Pipeline)
		}
		if math.Abs(c.Compute+c.Idle()+c.Exchanges()-c.Hidden()-r.StepSeconds) > 1e-9*r.StepSeconds {
			t.Fatalf("parts %+v make %g, the step is %g", c, c.Step(), r.StepSeconds)
		}
		if r.HFU.High > matmulCeiling+1e-9 {
			t.Fatalf("HFU %v", r.HFU)
		}
	})
}

// A layout that recomputes, waits or leaves cards without work takes longer.
func TestLayoutMovesTime(t *testing.T) {
	base := tenOn(t, 64, h800, 0)
	days := func(change func(*Input)) float64 {
		in := base
		change(&in)
		return estimate(t, in).Days.Typical
	}
	usual := days(func(*Input) {})
	for name, change := range map[string]func(*Input){
		"full recomputation": func(in *Input) { in.Work.Recompute = RecomputeFull },
		"a small batch":      func(in *Input) { in.Work.BatchTokens = 32 * 4096 },
		"a short pipeline":   func(in *Input) { in.Work.Layout = &Layout{TP: 1, PP: 16, MicroBatch: 1, MicroBatches: 16} },
	} {
		if d := days(change); d < 1.05*usual {
			t.Errorf("%s: %.1f days against %.1f", name, d, usual)
		}
	}
}
