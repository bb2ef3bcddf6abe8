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
// 14e9 / 6 bytes each, 233 s. A ninth card is better left idle.
func TestPartOfASecondServer(t *testing.T) {
	nine := tenOn(t, 9, a100, 0.1)
	nine.Model.Params = 7e9
	if l := estimate(t, nine).Layout; l.Cards() != 8 {
		t.Errorf("of 9 cards %d work, want 8", l.Cards())
	}
	for _, n := range []int{12, 16} {
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

// Where exchanges that no published run had make up most of a step, what is not
// known of them widens the range: to about half as long again at least, while
// without them the fitted range stands.
func TestDoubtOfExchanges(t *testing.T) {
	in := tenB(t)
	in.Work = Work{}
	in.Model, in.Machine.Count = ModelShape{Params: 70e9}, 1024
	usual := estimate(t, in)
	in.Machine.Card.NetGbps = 1.25
	slow := estimate(t, in)
	if c := slow.Communication; c.Exposed < 0.8*c.Step() {
		t.Fatalf("waiting %.2f of a step, want most of it", c.Exposed/c.Step())
	}
	if got := slow.Days.High / slow.Days.Typical; got < 1.3 {
		t.Errorf("at worst %.2f times as long, want more than 1.3", got)
	}
	if got := slow.Days.Low / slow.Days.Typical; got > 0.8 {
		t.Errorf("at best %.2f of the time, want less than 0.8", got)
	}
	p := in.Fitted.Predict(Arrange(in))
	near(t, "range of a usual run", usual.Days.High/usual.Days.Low, p.High/p.Low, 0.1)
}

// A number that splits badly leaves some of its cards idle rather than take a
// bad layout: more cards are never much slower than fewer.
func TestAwkwardCounts(t *testing.T) {
	in := tenB(t)
	in.Work = Work{}
	in.Model = ModelShape{Params: 480e9, Active: 17e9}
	before := math.Inf(1)
	for _, n := range []int{512, 768, 992, 1000, 1024} {
		in.Machine.Count = n
		r := estimate(t, in)
		if !r.Fits || r.Days.Typical > 1.05*before {
			t.Errorf("%d cards fit %v and take %.1f days, fewer %.1f", n, r.Fits, r.Days.Typical, before)
		}
		before = min(before, r.Days.Typical)
	}
}

// What the user says of failures moves the useful share of the calendar.
func TestFailuresMoveGoodput(t *testing.T) {
	in := tenB(t)
	in.Work = Work{}
	in.Machine.Count = 2048
	usual := estimate(t, in)
	in.Failures.CardHours = 5000
	often := estimate(t, in)
	in.Failures.CardHours = 500_000
	seldom := estimate(t, in)
	if !(often.Goodput < usual.Goodput && usual.Goodput < seldom.Goodput && seldom.Goodput < 1) {
		t.Errorf("goodput %.3f, %.3f, %.3f, want rising", often.Goodput, usual.Goodput, seldom.Goodput)
	}
}

// Cards that only PCIe connects wait on top of what one of them reaches, as
// what is published ran on one: 7B on eight 4090 reaches 25 to 35 %.
func TestCardsApart(t *testing.T) {
	in := tenB(t)
	in.Work, in.Model, in.Machine.Card, in.Machine.Count = Work{}, ModelShape{Params: 7e9}, r4090, 8
	r := estimate(t, in)
	if r.MFU.Typical < 0.25 || r.MFU.Typical > 0.35 {
		t.Errorf("MFU %.3f, want 0.25 to 0.35", r.MFU.Typical)
	}
}

// What fits on 8 cards fits on 9 to 31 too, with some of them idle.
func TestFitsOnMoreThanEnough(t *testing.T) {
	in := tenB(t)
	in.Work, in.Model = Work{Seq: 131_072}, ModelShape{Params: 13e9}
	for _, n := range []int{8, 9, 11, 13, 15, 23, 31} {
		in.Machine.Count = n
		if r := estimate(t, in); !r.Fits || r.Layout.Cards() > n {
			t.Errorf("%d cards: fits %v, %d work", n, r.Fits, r.Layout.Cards())
		}
	}
}

// Eight cards of a server exchange 7e9 parameters: 2 bytes of gradient and 2 of
// weight once a step; with ZeRO-2 the gradients of each of 4 micro-batches; with
// ZeRO-3 those and the weights twice for each, layer by layer. A ring sends 7/8
// of the bytes to scatter and again to gather, in 7 hops of 5 us.
func TestExchangesBySharding(t *testing.T) {
	model := ModelShape{Params: 7e9, Layers: 32, Hidden: 4096, Heads: 32, Vocab: 32_000, Tied: true}.Complete()
	p, net := newMemoryPlan(model, Work{Seq: 4096}), networkOf(a100)
	for stage, c := range map[int]struct{ bytes, rings float64 }{
		1: {2 + 2, 2}, 2: {2*4 + 2, 4 + 1}, 3: {(2 + 2*2) * 4, 3 * 4 * 32},
	} {
		l := Layout{DP: 8, ZeRO: stage, MicroBatches: 4}.normal()
		inside, between := p.gradientExchange(&l, net)
		near(t, "exchange", inside, 7e9*c.bytes*7/8/net.Inside+c.rings*7*5e-6, 1e-6)
		near(t, "between servers", between, 0, 0)
	}
}

// The memory of a server serves the cards that are there: one updates 7e9
// parameters of 12 + 2 bytes and their gradient of 2 in 30 x 7e9 / 300e9 s.
func TestHostOfOneCard(t *testing.T) {
	model := ModelShape{Params: 7e9, Layers: 32, Hidden: 4096, Heads: 32, Vocab: 32_000}.Complete()
	p := newMemoryPlan(model, Work{Seq: 4096, Offload: true})
	l := Layout{ZeRO: 3}.normal()
	_, update := p.hostExchange(&l, networkOf(a100))
	near(t, "update", update, 30*7e9/300e9, 1e-9)
}
