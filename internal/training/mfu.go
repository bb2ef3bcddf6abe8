package training

import "math"

// Effort says what kind of calendar the hours of a run cover.
type Effort uint8

const (
	WholeRun  Effort = iota // everything between start and end: stops, restarts, evaluation
	Steady                  // the rate of undisturbed steps
	Benchmark               // a short segment or a vendor's own best rate, tuned for it
)

// MFUInput is what the model of utilisation looks at.
type MFUInput struct {
	Card       CardSpec
	Count      int // 0 = unknown: taken as the count that ends in about 30 days
	Precision  string
	Shape      ModelShape // complete
	Seq        int
	Tokens     float64 // used only where Count is unknown
	Kind       Kind
	Effort     Effort
	Recompute  string  // "full", or anything else
	Operators  bool    // selective recomputation means every second product
	EarlyStack bool    // software from before 2023: no flash attention
	Excess     float64 // ln of how much longer a step takes than on the usual network with the usual batch
}

// Kind is the kind of training.
type Kind string

const (
	Pretrain  Kind = "pretrain"
	Continued Kind = "continued"
	FullTune  Kind = "finetune"
	LoRA      Kind = "lora"
	QLoRA     Kind = "qlora"
)

// term is one physical influence on the logarithm of MFU. prior is what
// published ablations say about its size and spread how far data may move it.
// Of those that other ablations settle: machines that grow with the work of a
// card held lose 0.00 to 0.03 each time they are e times as large, and 1 to 5 %
// from 8 cards to 64 [dgxc-benchmarking, InternEvo, MindSpeed-LLM]; vendors' tuned
// stacks reach 52 to 62 % on an H100 where sharded PyTorch reaches 36 to 46; 7B
// falls from 64 % at 2k tokens to 47 at 64k, more than its attention, run below
// the speed of the matrices, explains. [llm-foundry]
type term struct {
	id            string
	prior, spread float64
	value         func(MFUInput) float64
}

var terms = [...]term{
	{"base", math.Log(0.40), 1, func(MFUInput) float64 { return 1 }},
	{"balance", 0, 0.2, balance},
	{"precision", 0.5, 0.2, precisionGain},
	{"fp4", 0, 0.1, func(in MFUInput) float64 { return flag(in.Precision == "fp4") }},
	{"fp16", 0, 0.1, func(in MFUInput) float64 { return flag(in.Precision == "fp16") }},
	{"count", -0.015, 0.01, func(in MFUInput) float64 { return logCount(in) }},
	{"few", 0.05, 0.07, few},
	{"size", 0, 0.05, func(in MFUInput) float64 { return logSize(in) }},
	{"small", 0, 0.15, func(in MFUInput) float64 { return max(0, -1.5-logSize(in)) }},
	{"moe", -0.4, 0.3, func(in MFUInput) float64 { return flag(in.Shape.MoE()) }},
	{"attention", -0.3, 0.3, func(in MFUInput) float64 { return math.Log1p(min(in.Shape.AttentionShare(in.Seq), 2)) }},
	{"sequence", -0.05, 0.05, sequence},
	{"vocabulary", 0, 0.3, vocabularyShare},
	{"link", 0.05, 0.05, link},
	{"recompute", -0.1, 0.1, forwardAgain},
	{"early", -0.2, 0.15, func(in MFUInput) float64 { return flag(in.EarlyStack) }},
	{"adapter", -0.1, 0.2, func(in MFUInput) float64 { return flag(in.Kind.adapts()) }},
	{"steady", 0.1, 0.1, func(in MFUInput) float64 { return flag(in.Effort != WholeRun) }},
	{"benchmark", 0.3, 0.15, func(in MFUInput) float64 { return flag(in.Effort == Benchmark) }},
}

// forwardAgain is the share of the forward pass that is computed again. The
// attention core alone counts as nothing.
func forwardAgain(in MFUInput) float64 {
	switch {
	case in.Recompute == RecomputeFull:
		return 1
	case in.Recompute == RecomputeSelective && in.Operators:
		return 0.5
	}
	return 0
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// few is 1 for up to 8 cards and falls to 0 at 64: a machine of few servers
// is tuned more easily, and no step lies between one server and two.
func few(in MFUInput) float64 {
	if in.Count == 0 {
		return 0
	}
	return min(max(1-math.Log2(float64(in.Count)/8)/3, 0), 1)
}

func balance(in MFUInput) float64 {
	if in.Card.BandwidthGBs == 0 {
		return 0
	}
	return math.Log(in.Card.HalfPeak() / 1e9 / in.Card.BandwidthGBs / 200)
}

// precisionGain is how much faster the card multiplies at the precision of the
// run than in bf16, as a logarithm; half of it where only part of the work does.
func precisionGain(in MFUInput) float64 {
	precision, share := in.Precision, 1.0
	switch precision {
	case "bf16+fp8", "bf16+int8":
		precision, share = "fp8", 0.5
	}
	half := in.Card.HalfPeak()
	peak := in.Card.Peak(precision)
	if (precision == "fp8" || precision == "fp4") && peak == 0 {
		peak = 2 * half
	}
	if peak == 0 || half == 0 || precision == "fp16" || precision == "bf16" {
		return 0
	}
	return share * max(0, math.Log(peak/half))
}

// link is the bandwidth between the cards of a server against their speed.
func link(in MFUInput) float64 {
	if in.Count == 1 || in.Card.LinkGBs == 0 {
		return 0
	}
	return min(max(math.Log(in.Card.LinkGBs/(in.Card.HalfPeak()/1e12)), -3), 1)
}

// usualNet is the network between servers that cards of this speed usually
// get, in Gb/s per card: 0.4 per TFLOP/s, so 125 for an A100 and 400 for an H100.
func usualNet(c CardSpec) float64 { return 0.4 * c.HalfPeak() / 1e12 }

func logSize(in MFUInput) float64 {
	return math.Log(min(max(in.Shape.ActiveParams(), 5e7), 2e12) / 7e9)
}

func logCount(in MFUInput) float64 {
	n := in.Count
	if n == 0 {
		n = usualCount(in)
	}
	return math.Log(min(max(float64(n), 1), 20000) / 64)
}

// usualCount is the power of two, 8 to 16384, that ends the work in about 30
// days at 40 %.
func usualCount(in MFUInput) int {
	work := 6 * in.Shape.ActiveParams() * in.Tokens
	n := work / (0.4 * in.Card.HalfPeak() * 30 * 86400)
	return int(math.Exp2(math.Round(math.Log2(min(max(n, 8), 16384)))))
}

// sequence is the length of the sequences within what was measured.
func sequence(in MFUInput) float64 {
	return math.Log(min(max(float64(in.Seq), 512), 262_144) / 2048)
}

func vocabularyShare(in MFUInput) float64 {
	return min(float64(in.Shape.Vocab)*float64(in.Shape.Hidden)/in.Shape.ActiveParams(), 0.6)
}
