package training

import "math"

// Published runs wait too: what they reach already holds the usual waiting.
// mostContained is the largest share of computing that is taken for usual;
// what a layout waits beyond it comes on top. Estimate.
const mostContained = 0.25

// leastUsual is the tokens that a card works through in a step of a usual run at
// least: larger machines take larger batches. Estimate.
const leastUsual = 4096

// pace is how fast a training steps in the layout chosen for it.
type pace struct {
	in        Input
	comm      Communication // in the chosen layout
	cards     float64       // that work
	tokens    float64       // that they work through in a step, without a sequence too
	advance   float64       // tokens that advance the training in a step
	usual     Communication // in the layout on which the utilisation rests
	usualCard float64       // cards that work in that
	usualWork float64       // tokens of that
	usualStep float64       // tokens that advance the training in its step
	faster    float64       // how much faster than the utilisation computing goes at most
}

// paceOf prepares the steps of a layout found. free tells that nobody said how to
// recompute, so that the layout is the usual one unless more was asked for.
func (in Input) paceOf(f found, rate utilisation, free bool) pace {
	w := pace{
		in: in, comm: f.comm, cards: float64(f.layout.Cards()), tokens: in.stepTokens(&f.layout), advance: in.advance(&f.layout), faster: 1 + mostContained,
	}
	usual := in
	usual.Machine.Card.NetGbps = 0
	if rate.basis == BasisGiven || rate.basis == BasisMeasured {
		w.faster = 2 // the user's own utilisation holds whatever waiting it had
	} else {
		usual.Work.Layout, usual.Work.Recompute, usual.Work.UpdateInBackward, usual.Work.Offload = nil, "", false, false
		usual.Work.BatchTokens = max(in.usualBatch(), leastUsual*float64(in.Machine.Count))
	}
	g := f
	if !free || !usual.sameLayout(in) {
		g = usual.plan(rate).choose(usual.Work.Layout, in.Machine.Count)
	}
	if rate.steady.High > 0 {
		w.faster = max(1, min(w.faster, utilisationCeiling(in.mfuInput())/rate.steady.High))
	}
	w.usualCard = float64(g.layout.Cards())
	if rate.basis != BasisGiven && rate.basis != BasisMeasured && in.Machine.apart() {
		g.comm = g.comm.alone() // what was published of such cards ran on one of them
	}
	w.usual, w.usualWork, w.usualStep = g.comm, usual.stepTokens(&g.layout), usual.advance(&g.layout)
	return w
}

// apart reports several cards in a machine that no fast link connects.
func (m Machine) apart() bool { return m.Count > 1 && m.Card.LinkGBs <= slowLink }

// sameLayout reports whether two inputs lead to the same layout.
func (in Input) sameLayout(o Input) bool {
	net := in.Machine.Card.NetGbps == o.Machine.Card.NetGbps || in.Machine.Count <= in.Machine.Card.perServer()
	return net && in.Work.Layout == o.Work.Layout && in.Work.BatchTokens == o.Work.BatchTokens &&
		in.Work.UpdateInBackward == o.Work.UpdateInBackward && in.Work.Offload == o.Work.Offload
}

// stepTokens is what all cards of a layout work through in a step.
func (in Input) stepTokens(l *Layout) float64 {
	return float64(in.Work.Seq * l.MicroBatch * l.MicroBatches * l.DP)
}

// advance is the tokens by which a step advances the training: less than the
// cards could work through where a step has fewer sequences than they.
func (in Input) advance(l *Layout) float64 {
	full := in.stepTokens(l)
	if l.MicroBatch*l.MicroBatches == 1 {
		return min(full, max(in.Work.BatchTokens, float64(in.Work.Seq)))
	}
	return full
}

// at is the step of a utilisation: computing is as fast as the usual layout
// must compute to reach it, and waits what the chosen layout waits.
func (w pace) at(utilisation float64) Communication {
	peak := w.in.Machine.Card.HalfPeak() * w.usualCard
	perToken := FLOPsPerToken(w.in.Model, w.in.Work.Kind, w.in.Work.Seq)
	step := perToken * w.usualStep / (peak * utilisation)
	core := perToken * w.usualWork / (peak * utilisation * w.faster)
	fewer := w.usualCard / w.cards
	core = max(core, w.usual.computeWithin(step)) * w.tokens / w.usualWork * fewer
	// A layout that waits less than the usual one is not taken to be faster:
	// what published runs reach, most of them have tuned.
	own := step * w.advance / w.usualStep * fewer
	return w.comm.over(max(core, w.comm.computeWithin(own)))
}

// exchangeDoubt is how much longer exchanges may take than computed, or shorter
// by as much: links reach 70 to 90 % of nominal, and what hides behind computing
// differs. Estimate.
const exchangeDoubt = 1.5

// beyondUsual is ln of how much slower and how much faster a step may be than
// computed for the part of it that waits more than published runs do, whose own
// waiting the fitted range holds.
func (w pace) beyondUsual(utilisation float64) (slower, faster float64) {
	c := w.at(utilisation)
	usual := min(w.usual.Exposed/w.usual.Step(), mostContained/(1+mostContained))
	excess := max(0, c.Exposed/c.Step()-usual)
	return math.Log1p(excess * (exchangeDoubt - 1)), -math.Log1p(-excess * (1 - 1/exchangeDoubt))
}

// arrangedAt is the utilisation at which layouts are searched where none is
// known yet: arranged as an utilisation.
const arrangedAt = 0.4

var arranged = utilisation{steady: Range{Typical: arrangedAt}, basis: BasisFamily}

// Arrange completes what the fitted model looks at by the layout that an
// estimate of the same training would choose: how it recomputes where nobody
// says so, and how much longer it waits than usual.
func Arrange(in Input) MFUInput {
	in.Work.Kind = defaultKind(in.Work.Kind)
	in = in.filled()
	if in.Machine.Count == 0 {
		in.Machine.Count = usualCount(MFUInput{Card: in.Machine.Card, Shape: in.Model, Tokens: in.Data.Tokens})
	}
	stated := in.Work.Recompute
	in.Work.Recompute = "" // a run that needs none may know more ways to save memory
	f := in.plan(arranged).choose(in.Work.Layout, in.Machine.Count)
	switch {
	case stated != "":
		in.Work.Recompute = stated
	case f.fits:
		in.Work.Recompute = f.layout.Recompute
	}
	out := in.mfuInput()
	w := in.paceOf(f, arranged, true)
	peak := in.Machine.Card.HalfPeak() * float64(in.Machine.Count)
	usual := FLOPsPerToken(in.Model, in.Work.Kind, in.Work.Seq) * in.advance(&f.layout) / (peak * arrangedAt)
	if f.fits {
		out.Excess = max(0, math.Log(w.at(arrangedAt).Step()/usual))
	}
	return out
}
