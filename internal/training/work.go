package training

import "math"

// DefaultSeq is the sequence length assumed where none is stated.
const DefaultSeq = 4096

// Work says how the training is done. Zero fields take the defaults named.
type Work struct {
	Kind        Kind    // "" = pretrain
	Precision   string  // bf16, fp16, fp8, fp4, tf32, fp32; "" = bf16, or fp16 where the card has no bf16
	Seq         int     // tokens in a sequence, 0 = the model's own up to 4,096, else 4,096
	BatchTokens float64 // tokens in a step, 0 = the model's own in pretraining, else usual for the work
	Recompute   string  // none, selective, full; "" = what the layout needs
	EarlyStack  bool    // software from before 2023
	Effort      Effort
	Rank        int     // of LoRA adapters, 0 = 16
	Optimizer   string  // one of Optimizers, "" = adam
	Software    string  // one of Softwares, "" = usual for the kind: decides the memory
	MFU         float64 // the user's own, by 6·N and without attention; 0 = fitted
	Goodput     float64 // the user's own share of useful time; 0 = fitted
	Measured    *Measured
	Layout      *Layout // a fixed layout instead of the search

	// UpdateInBackward: the optimiser updates each weight as soon as its gradient
	// is there, so gradients are not kept, and not added up over micro-batches.
	UpdateInBackward bool

	// Offload: weights, gradients and moments lie in the memory of the host.
	Offload bool

	askedBatch float64 // tokens in a step that the user asked for
}

// Measured is a rate that the user measured.
type Measured struct {
	Card            CardSpec
	Count           int
	Precision       string
	TokensPerSecond float64 // of all cards together
}

// optimizer is what an optimiser keeps of one parameter beside weight and
// gradient, in bytes.
type optimizer struct {
	name    string
	moments float64
	pure    bool    // weights and gradients are in 16 bits alone, without a master copy
	working float64 // per parameter of the largest matrix, while it works
	host    float64 // in the memory of the host
	bytes   float64 // of all on the card: moments and master copy
}

// optimizers are those whose memory is known, the default first: two moments
// in fp32, 16 or 8 bits, one, or factored ones that weigh nothing. In 8 bits
// without a master copy, an update holds both moments and the weight of one
// matrix in fp32: an estimate that one measured peak supports. Paged, moments
// of 8 bits lie in the memory of the host. [ZeRO, torchtune, Accelerate]
var optimizers = [...]optimizer{
	{name: "adam", moments: 8},
	{name: "adam8bit", moments: 2},
	{name: "adam16", moments: 4, pure: true},
	{name: "adam16-8bit", moments: 2, pure: true, working: 12},
	{name: "adam16-paged", pure: true, host: 2},
	{name: "adafactor"},
	{name: "sgd", moments: 4},
}

// Optimizers names the optimisers whose memory is known, the default first.
func Optimizers() []string {
	names := make([]string, len(optimizers))
	for i := range optimizers {
		names[i] = optimizers[i].name
	}
	return names
}

// optimizer is the one asked for. It keeps an fp32 master copy unless the
// weights are in fp32 themselves or in 16 bits alone.
func (w Work) optimizer() optimizer {
	o := optimizers[0]
	for _, known := range optimizers {
		if known.name == w.Optimizer {
			o = known
		}
	}
	o.bytes = o.moments
	if !wide(w.Precision) && !o.pure {
		o.bytes += 4
	}
	return o
}

// wide reports whether a precision keeps weights and activations in 32 bits.
func wide(precision string) bool { return precision == "fp32" || precision == "tf32" }

// FLOPs keeps useful and hardware work apart.
type FLOPs struct {
	PerToken float64 // useful
	SixND    float64 // 6·N·D, or 4·N·D with adapters: without attention
	Useful   float64 // with the attention core, counted causally
	Hardware float64 // useful plus recomputation
}

// adapts reports whether adapters are trained on a frozen base.
func (k Kind) adapts() bool { return k == LoRA || k == QLoRA }

// passes is the number of FLOPs per active parameter and token: forward 2 and
// backward 4; an adapter on a frozen base needs no weight gradients, so 4.
func passes(kind Kind) float64 {
	if kind.adapts() {
		return 4
	}
	return 6
}

// FLOPsPerToken is the useful work of one token: 6·N, or 4·N with adapters,
// and the attention core counted causally. The core has no weights to freeze, so
// its backward pass is whole with adapters too. Recomputation is not useful
// work. [Kaplan 2020, Narayanan 2021]
func FLOPsPerToken(m ModelShape, kind Kind, seq int) float64 {
	return m.ActiveParams() * (passes(kind) + 6*m.AttentionShare(seq))
}

// Recomputation as a share of useful work: a second forward pass, half of its
// products, or the attention core only. [Korthikanti 2022, torchtitan]
const (
	fullRecompute      = 1.0 / 3
	selectiveRecompute = 0.03
)

func recomputeShare(recompute string, kind Kind, operators bool) float64 {
	full := fullRecompute
	if kind.adapts() {
		full = 0.5 // 2·N again on top of 4·N
	}
	switch {
	case recompute == RecomputeFull:
		return full
	case recompute == RecomputeSelective && operators:
		return full / 2
	case recompute == RecomputeSelective:
		return selectiveRecompute
	}
	return 0
}

// countFLOPs adds up the useful work of a training; what the hardware does
// beyond it depends on the layout.
func countFLOPs(m ModelShape, kind Kind, seq int, tokens float64) FLOPs {
	f := FLOPs{PerToken: FLOPsPerToken(m, kind, seq), SixND: passes(kind) * m.ActiveParams() * tokens}
	f.Useful = f.PerToken * tokens
	f.Hardware = f.Useful
	return f
}

// tuningSequences is how many sequences a step of fine-tuning takes. Estimate.
const tuningSequences = 128

// usualBatch is the number of tokens in a step that runs of such work use:
// 3.8M·(C/1e23)^0.2·(N_all/N)^0.67 for C = 6·N·D. From a robust regression on
// the 40 published runs that state theirs; with their organisation left out
// half of them lie within 1.4 times, nine in ten within 3.4. Mixtures take more,
// as each expert sees only its share of a step. Rounded to eighths of a power of
// two, which split evenly.
func usualBatch(m ModelShape, kind Kind, seq int, tokens float64) float64 {
	const base, baseWork, byWork, bySparsity = 3.8e6, 1e23, 0.2, 0.67
	if tunes(kind) {
		return tuningSequences * float64(seq)
	}
	batch := base * math.Pow(6*m.ActiveParams()*tokens/baseWork, byWork)
	if m.MoE() {
		batch *= math.Pow(m.Params/m.ActiveParams(), bySparsity)
	}
	eighth := math.Exp2(math.Floor(math.Log2(batch))) / 8
	return max(math.Round(batch/eighth)*eighth, float64(seq))
}

func tunes(kind Kind) bool { return kind == FullTune || kind.adapts() }
