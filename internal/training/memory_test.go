package training

import "testing"

// gpt is a classic block: feed-forward four times the width, dropout, no gate.
func gpt(params float64, layers, hidden, heads int) ModelShape {
	return ModelShape{Params: params, Layers: layers, Hidden: hidden, Heads: heads, Vocab: 51_200, Tied: true}
}

// The four models of Korthikanti et al. 2022, t = 8, s = 2048: GiB a card of
// activations with tensor parallelism alone, with sequence parallelism and the
// attention core recomputed, and of states at 18 bytes a parameter.
func TestPublishedActivations(t *testing.T) {
	cases := []struct {
		name                 string
		model                ModelShape
		p, v, b              int
		tensor, both, states float64
	}{
		{"22B", gpt(22.0e9, 48, 6144, 64), 1, 1, 4, 59.25, 9.56, 45.56},
		{"175B", gpt(174.6e9, 96, 12288, 96), 8, 3, 1, 66.84, 12.35, 45.56},
		{"530B", gpt(529.6e9, 105, 20480, 128), 35, 3, 1, 114.02, 23.08, 31.64},
		{"1T", gpt(1008e9, 128, 25600, 160), 64, 1, 1, 131.25, 26.56, 32.96},
	}
	for _, c := range cases {
		plain := Layout{TP: 8, PP: c.p, Interleave: c.v, MicroBatch: c.b, MicroBatches: 512, StoredAttention: true}
		tuned := plain
		tuned.SequenceParallel, tuned.Recompute = true, RecomputeSelective
		near(t, c.name+" tensor parallel", MemoryOf(c.model, Work{Kind: Pretrain, Seq: 2048}, plain).Activations/GiB, c.tensor, 0.001)
		near(t, c.name+" with sequence parallelism", MemoryOf(c.model, Work{Kind: Pretrain, Seq: 2048}, tuned).Activations/GiB, c.both, 0.001)
		near(t, c.name+" states", MemoryOf(c.model, Work{Kind: Pretrain, Seq: 2048}, plain).States()/GiB, c.states, 0.10)
		sum := MemoryOf(c.model, Work{Kind: Pretrain, Seq: 2048}, tuned)
		near(t, c.name+" in all", (sum.States()+sum.Activations)/GiB, c.states+c.both, 0.10)
	}
}

// 175B fits an 80 GB card with both measures (58.1 GiB) and not without (112.6).
func TestPublishedFit(t *testing.T) {
	model := gpt(174.6e9, 96, 12288, 96)
	l := Layout{TP: 8, PP: 8, Interleave: 3, MicroBatches: 64, StoredAttention: true}
	if got := MemoryOf(model, Work{Kind: Pretrain, Seq: 2048}, l).Total() / GiB; got <= 80 {
		t.Errorf("plain layout takes %.1f GiB, want more than 80", got)
	}
	l.SequenceParallel, l.Recompute = true, RecomputeSelective
	if got := MemoryOf(model, Work{Kind: Pretrain, Seq: 2048}, l).Total() / GiB; got > 80 {
		t.Errorf("tuned layout takes %.1f GiB, want at most 80", got)
	}
}

// 7B (6.738e9) on 8 cards with 16-byte Adam: 107.8, 37.1, 25.3, 13.5 GB.
func TestZeROStages(t *testing.T) {
	model := ModelShape{Params: 6.738e9, Layers: 32, Hidden: 4096, Heads: 32, FFN: 11008, Gated: true, Vocab: 32000}
	for stage, want := range []float64{107.8, 37.1, 25.3, 13.5} {
		m := MemoryOf(model, Work{Kind: Pretrain, Seq: 2048}, Layout{DP: 8, ZeRO: stage})
		near(t, "states", (m.States()-m.Gathered)/1e9, want, 0.005)
	}
}

// QLoRA of 65B: 65.2e9 x 4.127 / 8 = 33.6 GB of weights, and all of it ran on
// one card of 48 GB.
func TestQLoRA65B(t *testing.T) {
	model := ModelShape{Params: 65.2e9, Layers: 80, Hidden: 8192, Heads: 64, FFN: 22016, Gated: true, Vocab: 32000}
	m := MemoryOf(model, Work{Kind: QLoRA, Seq: 512, Rank: 16}, Layout{MicroBatch: 1, Recompute: RecomputeFull})
	near(t, "weights", m.Weights/1e9, 33.6, 0.05)
	if m.Total() > 48*GiB {
		t.Errorf("%.1f GiB, want at most 48", m.Total()/GiB)
	}
}

// Layouts that published runs used must fit the cards that they ran on.
func TestPublishedLayoutsFit(t *testing.T) {
	for _, c := range []struct {
		name   string
		model  ModelShape
		seq    int
		l      Layout
		memory float64 // GiB
	}{
		{"BLOOM", gpt(176.2e9, 70, 14336, 112), 2048, Layout{TP: 4, PP: 12, DP: 8, ZeRO: 1, MicroBatch: 2, MicroBatches: 128, Recompute: RecomputeFull}, 80},
		{"GLM-130B", gpt(130e9, 70, 12288, 96), 2048, Layout{TP: 4, PP: 8, DP: 24, ZeRO: 1, MicroBatches: 176, Recompute: RecomputeFull}, 40},
		{"MT-NLG", gpt(529.6e9, 105, 20480, 128), 2048, Layout{TP: 8, PP: 35, DP: 8, MicroBatches: 240, Recompute: RecomputeFull}, 80},
		{"Falcon-40B", gpt(41.8e9, 60, 8192, 128), 2048, Layout{TP: 8, PP: 4, DP: 12, ZeRO: 1, MicroBatches: 96, SequenceParallel: true}, 40},
		{"GPT-NeoX-20B", gpt(20.6e9, 44, 6144, 64), 2048, Layout{TP: 2, PP: 4, DP: 12, ZeRO: 1, MicroBatch: 4, MicroBatches: 32, Recompute: RecomputeFull}, 40},
	} {
		if got := MemoryOf(c.model, Work{Kind: Pretrain, Seq: c.seq}, c.l).Total() / GiB; got > c.memory {
			t.Errorf("%s takes %.1f GiB of %g", c.name, got, c.memory)
		}
	}
}

// A parameter takes 2 bytes of weight, 2 of gradient and 12 with Adam, 6 with
// its moments in 8 bits, 4 with factored moments or with two in 16 bits and no
// master copy: 16, 10, 8 and 8 in all.
func TestOptimizers(t *testing.T) {
	for _, c := range []struct {
		name  string
		bytes float64
	}{{"adam", 16}, {"adam8bit", 10}, {"adam16", 8}, {"adafactor", 8}, {"sgd", 12}} {
		in := tenB(t)
		in.Model, in.Machine.Count = ModelShape{Params: 1e9}, 1
		in.Work = Work{Optimizer: c.name}
		near(t, c.name, estimate(t, in).Memory.States(), c.bytes*1e9, 0.001)
	}
}

// An encoder-decoder does half the work: 3 FLOPs per parameter and token.
func TestEncoderDecoder(t *testing.T) {
	m := ModelShape{Params: 10e9, EncoderDecoder: true}.Complete()
	near(t, "FLOPs", countFLOPs(m, Pretrain, 512, 1e12).SixND, 3e22, 1e-9)
	if m.MoE() {
		t.Error("an encoder-decoder counts as a mixture of experts")
	}
}

// fp32 keeps 4 bytes of weight, 4 of gradient and 8 of moments, and activations
// twice as large as in 16 bits.
func TestSinglePrecisionMemory(t *testing.T) {
	in := tenB(t)
	in.Model, in.Machine.Count = ModelShape{Params: 1e9}, 1
	in.Machine.Card = a100
	in.Machine.Card.Rates = append(rates(312, 0), Rate{"fp32", 19.5})
	in.Work = Work{Layout: &Layout{MicroBatch: 1}}
	half := estimate(t, in)
	in.Work.Precision = "fp32"
	full := estimate(t, in)
	near(t, "states", full.Memory.States(), 16e9, 0.001)
	near(t, "weights", full.Memory.Weights, 4e9, 0.001)
	near(t, "activations", full.Memory.Activations, 2*half.Memory.Activations, 1e-9)
}

// ZeRO shares the gradients and moments of adapters too.
func TestShardedAdapters(t *testing.T) {
	m := ModelShape{Params: 7e9, Layers: 32, Hidden: 4096, Heads: 32}
	one := MemoryOf(m, Work{Kind: LoRA, Seq: 2048, Rank: 64}, Layout{DP: 8})
	eight := MemoryOf(m, Work{Kind: LoRA, Seq: 2048, Rank: 64}, Layout{DP: 8, ZeRO: 3})
	near(t, "optimiser", eight.Optimizer, one.Optimizer/8, 1e-9)
	near(t, "gradients", eight.Gradients, one.Gradients/8, 1e-9)
}

// Nothing fits at 80 of 80 GiB: 2 % stay free.
func TestReserve(t *testing.T) {
	in := tenB(t)
	r := estimate(t, in)
	near(t, "usable", r.UsableBytes/GiB, 78.4, 1e-9)
}
