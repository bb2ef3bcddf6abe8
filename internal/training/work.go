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
	MFU         float64 // the user's own, by 6·N and without attention; 0 = fitted
	Goodput     float64 // the user's own share of useful time; 0 = fitted
	Measured    *Measured
	Layout      *Layout // a fixed layout instead of the search
}

// Measured is a rate that the user measured.
type Measured struct {
	Card            CardSpec
	Count           int
	Precision       string
	TokensPerSecond float64 // of all cards together
}

// Optimizers are the optimisers whose memory is known, the default first.
func Optimizers() []string { return []string{"adam", "adam8bit", "adam16", "adafactor", "sgd"} }

// optimizerPure is Adam with weights and moments in 16 bits alone, without a
// master copy: 8 bytes a parameter in all. [torchtune]
const optimizerPure = "adam16"

// optimizerBytes is what an optimiser keeps of one parameter beside weight and
// gradient: an fp32 master copy unless the weights are in fp32 themselves, and
// two moments in fp32, 16 or 8 bits, one, or factored ones that weigh nothing.
// [ZeRO, torchtune, Accelerate]
func optimizerBytes(name, precision string) float64 {
	master := 4.0
	if wide(precision) || name == optimizerPure {
		master = 0
	}
	switch name {
	case "adam8bit":
		return master + 2
	case optimizerPure:
		return master + 4
	case "adafactor":
		return master
	case "sgd":
		return master + 4
	}
	return master + 8
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

// passes is the number of FLOPs per active parameter and token: forward 2 and
// backward 4; an adapter on a frozen base needs no weight gradients, so 4.
func passes(kind Kind) float64 {
	if kind == LoRA || kind == QLoRA {
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

// Recomputation as a share of useful work: a second forward pass, or the
// attention core only. [Korthikanti 2022]
const (
	fullRecompute      = 1.0 / 3
	selectiveRecompute = 0.03
)

func recomputeShare(recompute string, kind Kind) float64 {
	switch {
	case recompute == RecomputeFull && passes(kind) == 4:
		return 0.5 // 2·N again on top of 4·N
	case recompute == RecomputeFull:
		return fullRecompute
	case recompute == RecomputeSelective:
		return selectiveRecompute
	}
	return 0
}

// countFLOPs adds up the work of a training.
func countFLOPs(m ModelShape, kind Kind, seq int, tokens float64, recompute string) FLOPs {
	f := FLOPs{PerToken: FLOPsPerToken(m, kind, seq), SixND: passes(kind) * m.ActiveParams() * tokens}
	f.Useful = f.PerToken * tokens
	f.Hardware = f.Useful * (1 + recomputeShare(recompute, kind))
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

func tunes(kind Kind) bool { return kind == FullTune || kind == LoRA || kind == QLoRA }
