package training

import "testing"

// llama3B is Llama 3.2 3B: grouped heads, gated, one table for input and output.
var llama3B = ModelShape{
	Params: 3.21e9, Layers: 28, Hidden: 3072, Heads: 24, KVHeads: 8, FFN: 8192, Gated: true, Vocab: 128_256, Tied: true,
}

// Two sequences of 4,096 tokens, s·b·h = 25,165,824. Compiled, a layer keeps
// 8 + 8 - 8/3 + 7·8/3 = 32 bytes of it; in plain modules 16 + 8 + 8·8/3 = 45 1/3.
// Whole logits take 12 bytes each and the hidden state 4.
func TestEagerActivations(t *testing.T) {
	const sbh, tokens = 8192.0 * 3072, 8192.0
	for name, factor := range map[string]float64{"pytorch-compiled": 32, "pytorch": 45 + 1.0/3} {
		m := MemoryOf(llama3B, Work{Kind: FullTune, Seq: 4096, Optimizer: "adam16", Software: name}, Layout{MicroBatch: 2})
		near(t, name+" activations", m.Activations, 28*factor*sbh, 1e-9)
		near(t, name+" logits", m.Logits, tokens*(4*3072+12*128_256), 1e-9)
		near(t, name+" gradients at the turn", m.Gradients, 2*128_256*3072, 1e-9)
	}
}

// With one layer recomputed at a time the end of the backward pass is the
// fullest: 2 bytes of weight, gradient and each moment, and 32 bytes of s·b·h
// of the last layer. In the backward pass only the largest matrix has a
// gradient, the table of 128,256 x 3,072.
func TestOptimizerInBackward(t *testing.T) {
	const table = 128_256.0 * 3072
	work := Work{Kind: FullTune, Seq: 4096, Optimizer: "adam16", Software: "torchtune"}
	layout := Layout{MicroBatch: 2, Recompute: RecomputeFull}
	after := MemoryOf(llama3B, work, layout)
	near(t, "after", after.Tensors(), 8*3.21e9+32*8192*3072, 1e-9)
	work.UpdateInBackward = true
	within := MemoryOf(llama3B, work, layout)
	near(t, "gradient of the table", within.Gradients, 2*table, 1e-9)
	near(t, "weights and moments", within.Weights+within.Optimizer, 6*3.21e9, 1e-9)
	if within.Total() >= after.Total() {
		t.Errorf("in the backward pass %.4g bytes, after it %.4g", within.Total(), after.Total())
	}

	work.Optimizer = "adam16-8bit"
	eight := MemoryOf(llama3B, work, layout)
	near(t, "moments in 8 bits", eight.Weights+eight.Optimizer, 4*3.21e9, 1e-9)
	near(t, "in fp32 while the table is updated", eight.Update, 12*table, 1e-9)
}

// Gradients that add up over micro-batches are there when the next one turns.
func TestGradientsOfEarlierMicroBatches(t *testing.T) {
	work := Work{Kind: FullTune, Seq: 4096, Optimizer: "adam16", Software: "torchtune"}
	one := MemoryOf(llama3B, work, Layout{MicroBatch: 2})
	two := MemoryOf(llama3B, work, Layout{MicroBatch: 2, MicroBatches: 2})
	near(t, "more with two", two.Tensors()-one.Tensors(), 2*(3.21e9-128_256*3072), 1e-9)
}

// An update of one flat tensor takes 14 bytes a parameter beside 16, and two
// buckets of a GiB where gradients are whole, for 7.32e9 on four cards.
func TestFlatUpdate(t *testing.T) {
	model := ModelShape{Params: 7.32e9, Layers: 32, Hidden: 4096, Heads: 32, FFN: 11008, Gated: true, Vocab: 103_168}
	work := Work{Kind: FullTune, Seq: 2048, Software: "internevo"}
	for name, c := range map[string]struct {
		l       Layout
		buckets float64
	}{
		"sharded": {Layout{DP: 4, ZeRO: 3, Recompute: RecomputeFull}, 0},
		"tensor":  {Layout{TP: 4, ZeRO: 1, Recompute: RecomputeFull}, 2 * GiB},
	} {
		m := MemoryOf(model, work, c.l)
		near(t, name, m.Weights+m.Gradients+m.Optimizer+m.Update, 30*7.32e9/4+c.buckets, 1e-9)
	}
}

// Every second product of matrices kept: 8 + 2/4 + 2·3.5 = 15.5 bytes of s·b·h
// and one whole layer of 8 + 5 + 24.5.
func TestSelectiveOperators(t *testing.T) {
	model := ModelShape{Params: 8.03e9, Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, FFN: 14336, Gated: true, Vocab: 128_256}
	const sbh = 2 * 8192.0 * 4096
	m := MemoryOf(model, Work{Seq: 8192, Software: "torchtitan"}, Layout{MicroBatch: 2, Recompute: RecomputeSelective})
	near(t, "activations", m.Activations, (32*15.5+37.5)*sbh, 1e-9)
	near(t, "computed again", recomputeShare(RecomputeSelective, Pretrain, true), 1.0/6, 1e-9)
}

// Adapters leave most matrices frozen: compiled software does not keep what
// those read, 4-bit kernels keep it twice.
func TestFrozenInputs(t *testing.T) {
	const sbh, inputs = 4096.0 * 3072, 4 + 2*8.0/3
	at := func(kind Kind, software string) float64 {
		return MemoryOf(llama3B, Work{Kind: kind, Seq: 4096, Software: software}, Layout{}).Activations / (28 * sbh)
	}
	near(t, "compiled", at(LoRA, "pytorch-compiled"), 32-inputs, 1e-9)
	near(t, "4 bits", at(QLoRA, "litgpt")-at(LoRA, "litgpt"), inputs, 1e-9)
}

// The fullest pipeline stage holds whole layers, and the others wait for it:
// 32 layers on 3 stages are 11 at most, 33/32 of an even split.
func TestUnevenStages(t *testing.T) {
	model := ModelShape{Params: 7e9, Layers: 32, Hidden: 4096, Heads: 32, Vocab: 32_000, Tied: true}.Complete()
	p := newMemoryPlan(model, Work{Seq: 2048})
	l := Layout{PP: 3, MicroBatches: 16}.normal()
	var m Memory
	p.memory(&m, &l)
	table := 32_000.0 * 4096
	near(t, "weights", m.Weights, 2*((7e9-table)*11/32+table), 1e-9)
	near(t, "idle", p.pipelineIdle(&l), 33.0/32*(1+2.0/16)-1, 1e-9)
}

// mixtral8x7B is a mixture of eight experts a layer.
var mixtral8x7B = ModelShape{
	Params: 46.7e9, Active: 12.9e9, Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, FFN: 14336, Gated: true, Vocab: 32_000,
	Experts: 8, TopK: 2, ExpertFFN: 14336,
}

// Recomputing, sharding and updating early never take more memory.
func TestMeasuresSaveMemory(t *testing.T) {
	for _, model := range []ModelShape{llama3B, mixtral8x7B} {
		for _, name := range Softwares() {
			work := Work{Kind: FullTune, Seq: 4096, Software: name}
			plain := Layout{DP: 8, MicroBatch: 2}
			whole := MemoryOf(model, work, plain).Total()
			for what, l := range map[string]Layout{
				"selective": {DP: 8, MicroBatch: 2, Recompute: RecomputeSelective},
				"full":      {DP: 8, MicroBatch: 2, Recompute: RecomputeFull},
				"ZeRO-1":    {DP: 8, MicroBatch: 2, ZeRO: 1},
				"smaller":   {DP: 8, MicroBatch: 1},
			} {
				if got := MemoryOf(model, work, l).Total(); got > whole {
					t.Errorf("%s, %s: %.4g bytes, more than %.4g", name, what, got, whole)
				}
			}
			work.UpdateInBackward = true
			if got := MemoryOf(model, work, plain).Total(); got > whole {
				t.Errorf("%s, in the backward pass: %.4g bytes, more than %.4g", name, got, whole)
			}
		}
	}
}

// Under ZeRO-3 the cards together hold one model, however experts are spread
// and whether they are trained or frozen.
func TestShardedWeightsAddUp(t *testing.T) {
	for _, kind := range []Kind{Pretrain, LoRA} {
		for _, e := range []int{1, 2, 8} {
			m := MemoryOf(mixtral8x7B, Work{Kind: kind, Seq: 4096, Rank: 8}, Layout{DP: 16, EP: e, ZeRO: 3})
			want := 2 * mixtral8x7B.Params
			if kind.adapts() {
				want += 2 * mixtral8x7B.Complete().adapterParams(8)
			}
			near(t, string(kind), 16*m.Weights, want, 1e-9)
		}
	}
}

// With a large vocabulary the last pipeline stage is the fullest: one
// micro-batch of L/4 layers, and logits of 8 bytes, against four of them
// without.
func TestLastStage(t *testing.T) {
	model := llama3B
	model.Vocab, model.Params = 512_000, 3.21e9+384_000*3072
	const sbh = 4096.0 * 3072
	m := MemoryOf(model, Work{Seq: 4096}, Layout{PP: 4, MicroBatches: 16, Recompute: RecomputeFull})
	near(t, "activations", m.Activations, (2*7+32)*sbh, 1e-9)
	near(t, "logits", m.Logits, 4096*(4*3072+8*512_000), 1e-9)
}

// Moments in 8 bits take fp32 copies of one trained matrix while they are
// updated; adapters have none that counts.
func TestWorkingCopies(t *testing.T) {
	l := Layout{MicroBatch: 1, Recompute: RecomputeFull}
	eight := MemoryOf(llama3B, Work{Kind: QLoRA, Seq: 2048, Optimizer: "adam16-8bit"}, l)
	sixteen := MemoryOf(llama3B, Work{Kind: QLoRA, Seq: 2048, Optimizer: "adam16"}, l)
	if eight.Total() > sixteen.Total() {
		t.Errorf("8-bit moments take %.4g bytes, 16-bit ones %.4g", eight.Total(), sixteen.Total())
	}
}

// What does not go together is refused.
func TestSoftwareThatCannot(t *testing.T) {
	for key, work := range map[string]Work{
		"training.software_keeps_gradients": {Software: "megatron", UpdateInBackward: true},
		"training.software_optimizer":       {Software: "internevo", Optimizer: "sgd"},
		"training.optimizer_precision":      {Precision: "fp32", Optimizer: "adam16"},
		"training.software_unknown":         {Software: "megatorn"},
		"training.pipeline_deep":            {Layout: &Layout{PP: 64}},
	} {
		in := tenB(t)
		in.Model, in.Machine.Count, in.Work = ModelShape{Params: 7e9, Layers: 32, Hidden: 4096}, 64, work
		in.Machine.Card.Rates = append(rates(989, 1979), Rate{"fp32", 67})
		if _, wrong := Estimate(in); len(wrong) != 1 || wrong[0].Key != key {
			t.Errorf("%v, want %s", wrong, key)
		}
	}
}

// 70.55e9 parameters in 16 bits with both moments on the hosts of 8 A100: 8
// bytes each there, none on the card. Twice 17.64 GB come over 25.2 GB/s and
// 17.64 go back, 2.1 s; the update moves 14 bytes a parameter at 300 GB/s, 3.29 s.
func TestOffload(t *testing.T) {
	model := ModelShape{Params: 70.55e9, Layers: 80, Hidden: 8192, Heads: 64, KVHeads: 8, FFN: 28672, Gated: true, Vocab: 128_256}
	work := Work{Kind: FullTune, Seq: 2048, Optimizer: "adam16", Software: "torchtune", Offload: true}
	l := Layout{DP: 8, ZeRO: 3, MicroBatch: 2, Recompute: RecomputeFull}.normal()
	p := newMemoryPlan(model.Complete(), work)
	var m Memory
	p.memory(&m, &l)
	near(t, "on the hosts", 8*m.Host, 8*70.55e9, 1e-9)
	near(t, "on the card", m.Weights+m.Gradients+m.Optimizer, 0, 0)
	link, update := p.hostExchange(&l, networkOf(a100))
	near(t, "link", link, 3*17.64e9/25.2e9, 0.001)
	near(t, "update", update, 14*70.55e9/300e9, 1e-9)
	c := p.communicate(&l, networkOf(a100), 10)
	if c.Host != link+update || c.Exposed < update {
		t.Errorf("%+v", c)
	}
}
