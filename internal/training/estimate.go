package training

import (
	"math"

	"gpucalc/internal/diag"
)

// Range is a low, typical and high value: eight in ten fall inside.
type Range struct{ Low, Typical, High float64 }

func (r Range) scale(f float64) Range { return Range{r.Low * f, r.Typical * f, r.High * f} }

// inverse divides f by the range, so that its ends change places.
func (r Range) inverse(f float64) Range { return Range{f / r.High, f / r.Typical, f / r.Low} }

// widened moves the ends of a range apart by what another uncertainty adds: ln
// of its factors below and above, as independent ones add up.
func (r Range) widened(below, above float64) Range {
	return Range{
		Low:     r.Typical * math.Exp(-math.Hypot(math.Log(r.Typical/r.Low), below)),
		Typical: r.Typical,
		High:    r.Typical * math.Exp(math.Hypot(math.Log(r.High/r.Typical), above)),
	}
}

// Machine is what the training runs on.
type Machine struct {
	Card                              CardSpec
	Count                             int
	KWPerCard                         float64 // at the server, typical; 0 = 1.4 times the card's TDP
	PUE                               float64 // 0 = 1.3
	CarbonKgPerKWh                    float64 // 0 = not asked for
	UploadMbps                        float64
	StorageGBs                        float64 // read bandwidth of the data store
	AllReduceGBs, AllReduceNominalGBs float64 // a card; nominal 0 = the link that the exchange crosses
}

// Input is everything that an estimate depends on.
type Input struct {
	Model    ModelShape
	Data     Data
	Work     Work
	Machine  Machine
	Failures Failures
	Fitted   MFUModel
}

// Energy is what the run draws from the grid.
type Energy struct {
	KWPerCard, PUE, CarbonKgPerKWh float64
	KWh, KgCO2                     Range
}

// Result is an estimate for one number of cards. MFU counts 6·N and leaves
// attention out, the usual convention; all utilisations are steady-state and
// held against the dense bf16 peak.
type Result struct {
	Model         ModelShape
	Kind          Kind
	Precision     string
	Seq           int
	BatchTokens   float64
	Tokens        float64 // all epochs
	BytesPerToken float64 // 0 = tokens were not counted from text
	FLOPs         FLOPs
	Card          CardSpec
	Count         int

	MFU, MFUWithAttention, HFU Range
	Basis                      Basis
	Limited                    bool // the MFU given is more than the card reaches in this layout: taken lower
	Goodput                    float64
	TokensPerSecond            Range // of all cards, steady
	StepSeconds                float64
	Days, CardHours            Range

	Fits          bool
	Layout        Layout
	Memory        Memory
	Software      string  // that the memory is counted for
	CapacityBytes float64 // of one card
	UsableBytes   float64 // of those, what a training may take
	SmallestCount int     // cards on which it fits, 0 = none up to 16,384; unset in the rows of a table
	Communication Communication
	NetworkSlow   float64 // times longer than on the usual network; 1 = not slower
	Failures      FailureEstimate
	Transfer      Transfer
	AllReduce     AllReduceCheck
	Energy        Energy
	Warnings      diag.List
}

// Defaults of a machine. Estimates.
const (
	serverPerTDP = 1.4
	defaultPUE   = 1.3
)

// Estimate computes one training on a given number of cards. The list holds
// what is wrong with the input; with errors in it the result is empty.
func Estimate(in Input) (Result, diag.List) {
	in, findings := prepare(in)
	if in.Machine.Count < 1 {
		findings = append(findings, diag.New("training.count_zero"))
	}
	if findings.HasErrors() {
		return Result{}, findings
	}
	r := in.estimate()
	in.addSmallest(&r)
	in.addFewer(&r)
	return r, findings
}

// prepare checks the input and fills in its defaults.
func prepare(in Input) (Input, diag.List) {
	var findings diag.List
	in.Work.Kind = defaultKind(in.Work.Kind)
	in.Work.Precision = in.Machine.Card.defaultPrecision(in.Work.Precision)
	findings = append(findings, in.check()...)
	if findings.HasErrors() {
		return in, findings
	}
	return in.filled(), findings
}

// filled completes the model and takes the usual sequence and batch.
func (in Input) filled() Input {
	if !in.withoutModel() {
		in.Model = in.Model.Complete()
	}
	if in.Work.Seq == 0 {
		in.Work.Seq = DefaultSeq
		if in.Model.SeqLen > 0 {
			in.Work.Seq = min(in.Model.SeqLen, DefaultSeq)
		}
	}
	in.Work.askedBatch = in.Work.BatchTokens
	if in.Work.BatchTokens == 0 {
		in.Work.BatchTokens = in.usualBatch()
		if in.Model.BatchTokens > 0 && !tunes(in.Work.Kind) {
			in.Work.BatchTokens = in.Model.BatchTokens
		}
	}
	return in
}

// usualBatch is the tokens in a step that runs like this one use.
func (in Input) usualBatch() float64 {
	if in.withoutModel() {
		return 0
	}
	tokens, _ := in.Data.tokens(in.Model)
	return usualBatch(in.Model, in.Work.Kind, in.Work.Seq, tokens)
}

func defaultKind(k Kind) Kind {
	if k == "" {
		return Pretrain
	}
	return k
}

// defaultPrecision is bf16, or fp16 on cards that lack it.
func (c CardSpec) defaultPrecision(precision string) string {
	switch {
	case precision != "":
		return precision
	case c.Peak("bf16") == 0 && c.Peak("fp16") > 0:
		return "fp16"
	}
	return "bf16"
}

// withoutModel reports work that is given in FLOPs or samples: no language
// model, so no layout and no memory.
func (in Input) withoutModel() bool { return in.Data.FLOPs > 0 || in.Data.Samples > 0 }

// estimate computes a prepared input.
func (in Input) estimate() Result {
	r := Result{
		Model: in.Model, Kind: in.Work.Kind, Precision: in.Work.Precision, Seq: in.Work.Seq,
		BatchTokens: in.Work.BatchTokens, Card: in.Machine.Card, Count: in.Machine.Count,
		CapacityBytes: in.Machine.Card.MemoryGB * GiB, NetworkSlow: 1,
		UsableBytes: in.Machine.Card.usableBytes(),
	}
	in.fillWork(&r)
	rate := in.utilisation()
	if in.withoutModel() {
		r.Fits = true
		r.MFUWithAttention = rate.steady
		r.Limited = rate.limited && in.Work.MFU > 0
	} else {
		in.fillLayout(&r, &rate)
	}
	in.feed(&r)
	in.fillTime(&r, rate)
	r.AllReduce = in.Machine.checkAllReduce(r.Communication, r.CardHours.Typical)
	in.fillEnergy(&r)
	r.Warnings = in.warnings(&r)
	return r
}

// fillWork counts tokens and FLOPs; recomputation is added with the layout.
func (in Input) fillWork(r *Result) {
	switch {
	case in.Data.FLOPs > 0:
		r.FLOPs = FLOPs{SixND: in.Data.FLOPs, Useful: in.Data.FLOPs, Hardware: in.Data.FLOPs}
	case in.Data.Samples > 0:
		work := in.Data.Samples * in.Data.epochs() * in.Data.FLOPsPerSample
		r.FLOPs = FLOPs{PerToken: in.Data.FLOPsPerSample, SixND: work, Useful: work, Hardware: work}
	default:
		r.Tokens, _ = in.Data.tokens(in.Model)
		if in.Data.Tokens == 0 && in.Data.Bytes > 0 {
			r.BytesPerToken, _ = in.Data.bytesPerToken(in.Model)
		}
		r.FLOPs = countFLOPs(in.Model, in.Work.Kind, in.Work.Seq, r.Tokens)
	}
}

// fillLayout searches the layout, or takes the one given, and lets it step.
func (in Input) fillLayout(r *Result, rate *utilisation) {
	f := in.plan(*rate).choose(in.Work.Layout, in.Machine.Count)
	r.Layout, r.Memory, r.Fits = f.layout, f.memory, f.fits
	r.Software = in.Work.software().name
	r.FLOPs.Hardware = r.FLOPs.Useful * (1 + recomputeShare(f.layout.Recompute, in.Work.Kind, in.Work.software().operators))
	free := in.Work.Recompute == ""
	in.Work.Recompute = f.layout.Recompute
	*rate = in.utilisation()
	r.Limited = rate.limited && in.Work.MFU > 0

	w := in.paceOf(f, *rate, free)
	advance := in.advance(&f.layout)
	reached := func(u float64) float64 {
		return r.FLOPs.PerToken * advance / (w.at(u).Step() * float64(r.Count) * r.Card.HalfPeak())
	}
	r.BatchTokens = advance
	r.Communication = w.at(rate.steady.Typical)
	r.MFUWithAttention = Range{reached(rate.steady.Low), reached(rate.steady.Typical), reached(rate.steady.High)}.
		widened(w.beyondUsual(rate.steady.Typical))
	if net := r.Card.NetGbps; net > 0 && net < usualNet(r.Card) && r.Count > r.Card.perServer() {
		usual := in
		usual.Machine.Card.NetGbps = 0
		g := usual.plan(*rate).choose(in.Work.Layout, r.Count)
		v := usual.paceOf(g, *rate, free)
		r.NetworkSlow = w.at(rate.steady.Typical).Step() / advance / (v.at(rate.steady.Typical).Step() / usual.advance(&g.layout))
	}
}

// feed holds the utilisation to what the data store delivers.
func (in Input) feed(r *Result) {
	if in.Machine.StorageGBs == 0 {
		return
	}
	reading := in.Data.setBytes(in.Model) * in.Data.epochs() / (in.Machine.StorageGBs * 1e9)
	most := r.FLOPs.Useful / (float64(r.Count) * r.Card.HalfPeak() * reading)
	u := &r.MFUWithAttention
	r.Transfer.LoadingFloor = max(0, u.Typical/most-1)
	*u = Range{min(u.Low, most), min(u.Typical, most), min(u.High, most)}
}

// plan prepares the search of layouts.
func (in Input) plan(rate utilisation) *plan {
	return &plan{
		memoryPlan: newMemoryPlan(in.Model, in.Work),
		card:       in.Machine.Card, net: networkOf(in.Machine.Card),
		batch:    in.Work.BatchTokens,
		capacity: in.Machine.Card.usableBytes(),
		perToken: FLOPsPerToken(in.Model, in.Work.Kind, in.Work.Seq),
		speed:    rate.steady.Typical * in.Machine.Card.HalfPeak(),
	}
}

// choose returns a given layout with its memory, or the best one.
func (p *plan) choose(given *Layout, cards int) found {
	if given == nil {
		return p.search(cards)
	}
	l := p.fill(*given, cards)
	f := found{layout: l}
	p.memory(&f.memory, &l)
	f.fits = f.memory.Total() <= p.capacity && l.Cards() == cards
	f.comm = p.communicate(&l, p.net, p.computeTime(&l))
	return f
}

// fillTime turns utilisation into rates, days and card-hours.
func (in Input) fillTime(r *Result, rate utilisation) {
	n, peak := float64(in.Machine.Count), in.Machine.Card.HalfPeak()
	share := 1.0
	if r.FLOPs.SixND > 0 {
		share = r.FLOPs.Useful / r.FLOPs.SixND
	}
	r.Basis = rate.basis
	steady := r.MFUWithAttention
	r.MFU = steady.scale(1 / share)
	r.HFU = steady.scale(r.FLOPs.Hardware / r.FLOPs.Useful)
	steadySeconds := r.FLOPs.Useful / (n * peak * steady.Typical)
	hours := steadySeconds / 3600
	r.Failures = in.Failures.estimate(in.checkpointBytes(), in.Machine.Count, hours)
	r.Goodput = in.goodput(rate, r.Failures, hours)
	in.Machine.transfer(&r.Transfer, in.Data, in.Model, in.checkpointBytes(), steadySeconds)
	r.Days = steady.inverse(r.FLOPs.Useful / (n * peak) / 86400 / r.Goodput)
	r.CardHours = r.Days.scale(24 * n)
	if r.FLOPs.PerToken > 0 {
		r.TokensPerSecond = steady.scale(n * peak / r.FLOPs.PerToken)
		if !in.withoutModel() {
			r.StepSeconds = r.BatchTokens / r.TokensPerSecond.Typical
		}
	}
}

// goodput is the user's own, or that of published runs, which holds usual
// failures; what the user says of them moves it in proportion. It is never more
// than failures leave.
func (in Input) goodput(rate utilisation, f FailureEstimate, hours float64) float64 {
	switch {
	case in.Work.Goodput > 0:
		return in.Work.Goodput
	case in.Work.Effort != WholeRun:
		return 1
	}
	usual := Failures{}.estimate(in.checkpointBytes(), in.Machine.Count, hours)
	return min(rate.settled*f.Goodput/usual.Goodput, f.Goodput)
}

func (in Input) fillEnergy(r *Result) {
	e := Energy{KWPerCard: in.Machine.KWPerCard, PUE: in.Machine.PUE, CarbonKgPerKWh: in.Machine.CarbonKgPerKWh}
	if e.KWPerCard == 0 {
		e.KWPerCard = in.Machine.Card.TDPW / 1000 * serverPerTDP
	}
	if e.PUE == 0 {
		e.PUE = defaultPUE
	}
	e.KWh = r.CardHours.scale(e.KWPerCard * e.PUE)
	e.KgCO2 = e.KWh.scale(e.CarbonKgPerKWh)
	r.Energy = e
}

// utilisation is the steady-state share of peak, attention counted.
type utilisation struct {
	steady  Range
	settled float64 // whole run against steady state in published runs
	limited bool    // the card cannot reach what was given or expected
	basis   Basis
}

// settledGoodput is the share of steady state that whole runs reach.
func (m MFUModel) settledGoodput() float64 {
	e, ok := find(m.Terms, "steady")
	if !ok {
		return 0.9
	}
	return min(max(math.Exp(-e.Value), 0.6), 1)
}

// utilisation takes the user's MFU, or the fitted one, scaled by the user's
// measurement where there is one.
func (in Input) utilisation() utilisation {
	u := utilisation{settled: in.Fitted.settledGoodput()}
	if in.Work.MFU > 0 {
		attention := 1.0
		if !in.withoutModel() {
			attention = FLOPsPerToken(in.Model, in.Work.Kind, in.Work.Seq) / (passes(in.Work.Kind) * in.Model.ActiveParams())
		}
		typical := in.Work.MFU * attention
		u.steady, u.basis = Range{typical * GivenWorse, typical, typical * GivenBetter}, BasisGiven
		return in.belowCeiling(u)
	}
	p := in.Fitted.Predict(in.mfuInput())
	u.basis = p.Basis
	u.steady = Range{p.Low, p.Typical, p.High}
	if in.Work.Effort == WholeRun {
		u.steady = u.steady.scale(1 / u.settled)
	}
	if in.Work.Measured != nil && !in.withoutModel() {
		in.useMeasurement(&u)
	}
	return in.belowCeiling(u)
}

// GivenWorse and GivenBetter are how much lower and higher than a utilisation that
// the user gave a run may come out: nobody knows it to the percent in advance.
// Estimates.
const GivenWorse, GivenBetter = 0.85, 1.05

// What the low and the typical end of a utilisation that is given or measured
// reach of what the card's multiplications do.
const lowReach, typicalReach = 0.9, 0.95

// belowCeiling keeps a utilisation under what the card's multiplications reach
// beside recomputation.
func (in Input) belowCeiling(u utilisation) utilisation {
	most := utilisationCeiling(in.mfuInput())
	u.limited = u.steady.Typical > typicalReach*most
	u.steady = Range{min(u.steady.Low, lowReach*most), min(u.steady.Typical, typicalReach*most), min(u.steady.High, most)}
	return u
}

// mfuInput is what the fitted model looks at. Work without a language model
// is taken as a usual model of its own size of work.
func (in Input) mfuInput() MFUInput {
	shape := in.Model
	if in.withoutModel() {
		shape = StandardShape(1e9)
	}
	return MFUInput{
		Card: in.Machine.Card, Count: in.Machine.Count, Precision: in.Work.Precision, Shape: shape,
		Seq: max(in.Work.Seq, 1), Kind: in.Work.Kind, Effort: in.Work.Effort,
		Recompute: in.Work.Recompute, Operators: in.Work.software().operators, EarlyStack: in.Work.EarlyStack,
	}
}

// useMeasurement moves the fitted rate by what a measurement differs from it:
// fully on the same chip, in part on others, and narrows the range.
func (in Input) useMeasurement(u *utilisation) {
	m := *in.Work.Measured
	at := in
	at.Machine.Card, at.Machine.Count = m.Card, m.Count
	at.Work.Precision, at.Work.Effort = m.Card.defaultPrecision(m.Precision), Steady
	expected := in.Fitted.Predict(at.mfuInput()).Typical
	perToken := FLOPsPerToken(in.Model, in.Work.Kind, in.Work.Seq)
	actual := m.TokensPerSecond * perToken / (float64(m.Count) * m.Card.HalfPeak())
	family, generation := kin(m.Card.ID)
	ownFamily, ownGeneration := kin(in.Machine.Card.ID)
	trust, width := 0.4, 0.9
	switch {
	case family == ownFamily && m.Count == in.Machine.Count:
		trust, width = 1, 0.35
	case family == ownFamily:
		trust, width = 1, 0.5
	case generation == ownGeneration && generation != "":
		trust, width = 0.7, 0.75
	}
	factor := math.Pow(actual/expected, trust)
	typical := u.steady.Typical * factor
	u.steady = Range{
		Low: typical * math.Pow(u.steady.Low/u.steady.Typical, width), Typical: typical,
		High: typical * math.Pow(u.steady.High/u.steady.Typical, width),
	}
	u.basis = BasisMeasured
}
