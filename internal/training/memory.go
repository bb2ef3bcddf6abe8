package training

// GiB is 2^30 bytes.
const GiB = 1 << 30

// Memory is what one card must hold, in bytes, by part: the fullest card of
// the layout, which is the first pipeline stage.
type Memory struct {
	Weights     float64
	Gradients   float64
	Optimizer   float64
	Gathered    float64 // the layer that ZeRO-3 has assembled
	Activations float64
	Logits      float64 // output layer and loss
	Overhead    float64 // context, communication buffers, fragmentation
}

// States is the part that does not depend on the batch.
func (m Memory) States() float64 { return m.Weights + m.Gradients + m.Optimizer + m.Gathered }

// Tensors is all that the training itself allocates, as frameworks print it.
func (m Memory) Tensors() float64 { return m.States() + m.Activations + m.Logits }

// Total is the memory that the card needs.
func (m Memory) Total() float64 { return m.Tensors() + m.Overhead }

// Memory that is gone before training begins, and the share lost to
// fragmentation of what comes and goes. Estimates.
const (
	contextBytes       = 1.0 * GiB
	communicationBytes = 1.0 * GiB
	fragmentation      = 0.05
)

// reserve is the share of a card's memory that is kept free: of 80 GiB as sold
// about 79 can be allocated, and a run that fills the last of them dies of the
// first uneven batch. Estimate.
const reserve = 0.02

// lossChunks is into how many parts a chunked loss cuts the logits. [torchtune]
const lossChunks = 8

// memoryPlan holds what the memory of all layouts of one model has in common.
type memoryPlan struct {
	model        ModelShape
	kind         Kind
	seq          int
	experts      float64 // parameters in routed experts
	rest         float64 // all others, embeddings without
	embedding    float64 // one table
	tables       float64
	perLayer     float64 // parameters of the largest layer
	inner, outer float64 // activation bytes per s·b·h: inside and between tensor-parallel blocks
	matrix       float64 // attention matrix per s·b·h
	adapters     float64
	optimizer    float64 // bytes per parameter
	width        float64 // of a weight, a gradient and an activation against 16 bits: 1, or 2 in fp32
	pure         bool    // gradients stay in 16 bits
}

func newMemoryPlan(m ModelShape, kind Kind, seq, rank int) memoryPlan {
	p := memoryPlan{model: m, kind: kind, seq: seq, optimizer: optimizerBytes("", ""), width: 1}
	p.embedding = float64(m.Vocab) * float64(m.Hidden)
	p.tables = m.embeddingParams()
	if m.MoE() {
		p.experts = float64(m.Layers-m.DenseLayers) * float64(m.Experts) * m.mlpParams(m.ExpertFFN)
		p.experts = min(p.experts, 0.98*m.Params)
	}
	p.rest = max(m.Params-p.experts-p.tables, 0)
	p.perLayer = (m.Params - p.tables) / float64(m.Layers)
	p.inner, p.outer, p.matrix = m.activationFactors(seq)
	p.adapters = m.adapterParams(rank)
	return p
}

// activationFactors gives the 16-bit bytes that a layer keeps for the
// backward pass, per s·b·h: those split by tensor parallelism, those that only
// sequence parallelism splits, and those of a stored attention matrix.
// For a classic block with f = 4h they add up to 34 and 5·a·s/h.
// [Korthikanti 2022]; gated blocks and grouped queries by the same bookkeeping.
func (m ModelShape) activationFactors(seq int) (inner, outer, matrix float64) {
	h := float64(m.Hidden)
	norms := 10.0
	if m.Gated {
		norms = 8 // newer models train without dropout, whose masks take 2
	}
	attention := 8 - 4*(1-float64(m.KVHeads)/float64(m.Heads))
	return attention + m.mlpActivations()/h, norms, 5 * float64(m.Heads) * float64(seq) / h
}

// mlpActivations is the bytes of the feed-forward block per token and layer.
func (m ModelShape) mlpActivations() float64 {
	perWidth := 4.0
	if m.Gated {
		perWidth = 7 // 6 where the activation is fused, 8 where it is not
	}
	if !m.MoE() {
		return perWidth * float64(m.FFN)
	}
	// Each expert keeps its own copy of the token, and load is uneven.
	const imbalance = 1.2
	copies := 4 * float64(m.Hidden) * float64(m.TopK)
	width := float64(m.TopK+m.Shared) * float64(m.ExpertFFN)
	return imbalance * (perWidth*width + copies)
}

// adapterParams counts LoRA matrices of a rank on every projection.
func (m ModelShape) adapterParams(rank int) float64 {
	if rank == 0 {
		rank = 16
	}
	h, f := float64(m.Hidden), float64(m.FFN)
	kv := float64(m.KVHeads * m.HeadDim)
	perLayer := 2*(h+h) + 2*(h+kv) + 3*(h+f)
	return float64(rank) * float64(m.Layers) * perLayer
}

// trainedParams is the parameters that change, and so are saved.
func (m ModelShape) trainedParams(kind Kind, rank int) float64 {
	if kind == LoRA || kind == QLoRA {
		return m.adapterParams(rank)
	}
	return m.Params
}

// MemoryOf computes the memory of a layout on one card.
func MemoryOf(m ModelShape, kind Kind, seq, rank int, l Layout) Memory {
	m = m.Complete()
	plan := newMemoryPlan(m, kind, seq, rank)
	l = l.normal()
	return plan.memory(&l)
}

func (p *memoryPlan) memory(l *Layout) Memory {
	var mem Memory
	p.states(&mem, l)
	p.activations(&mem, l)
	mem.Overhead = contextBytes + fragmentation*(mem.Activations+mem.Logits+mem.Gathered)
	if l.TP*l.PP*l.CP*l.DP > 1 {
		mem.Overhead += communicationBytes
	}
	return mem
}

// states fills weights, gradients and optimiser states. [ZeRO, Megatron]
func (p *memoryPlan) states(mem *Memory, l *Layout) {
	t, pp := float64(l.TP), float64(l.PP)
	tables := p.tables
	if l.PP > 1 {
		tables = p.embedding // the output matrix sits on the last stage
	}
	dense := p.rest/(t*pp) + tables/t
	experts := p.experts / (float64(l.EP) * pp)
	shard := float64(l.DP * l.CP)
	expertShard := max(1, float64(l.DP*l.CP*l.TP)/float64(l.EP))

	if p.kind == LoRA || p.kind == QLoRA {
		p.adapterStates(mem, l, dense, experts, tables/t)
		return
	}
	sharded := func(stage int, bytes float64) float64 {
		if l.ZeRO >= stage {
			return bytes * (dense/shard + experts/expertShard)
		}
		return bytes * (dense + experts)
	}
	gradient := 2 * p.width
	if l.Grad32 && !p.pure {
		gradient = 4
	}
	mem.Weights = sharded(3, 2*p.width)
	mem.Gradients = sharded(2, gradient)
	mem.Optimizer = sharded(1, p.optimizer)
	if l.ZeRO == 3 {
		mem.Gathered = 4 * p.width * p.perLayer / t
	}
}

// adapterStates fills the states of training with adapters: the base is kept
// in 16 bits, or in 4 bits with double quantisation (0.516 bytes), embeddings
// always in 16 bits. [Hu 2021, Dettmers 2023]
func (p *memoryPlan) adapterStates(mem *Memory, l *Layout, dense, experts, tables float64) {
	perParam := 2 * p.width
	if p.kind == QLoRA {
		perParam = 4.127 / 8
	}
	base := perParam*(dense-tables+experts) + 2*p.width*tables
	adapters := p.adapters / float64(l.TP*l.PP)
	if l.ZeRO == 3 {
		base /= float64(l.DP * l.CP)
		mem.Gathered = perParam * p.perLayer / float64(l.TP)
	}
	share := func(stage int) float64 {
		if l.ZeRO >= stage {
			return adapters / float64(l.DP*l.CP)
		}
		return adapters
	}
	mem.Weights = base + 2*p.width*share(3)
	mem.Gradients = 4 * share(2)
	mem.Optimizer = p.optimizer * share(1)
}

// layerActivations is the bytes that one layer keeps of one micro-batch.
func (p *memoryPlan) layerActivations(l *Layout) float64 {
	t := float64(l.TP)
	outer := p.outer
	if l.SequenceParallel {
		outer /= t
	}
	factor := outer + p.inner/t
	if l.StoredAttention && l.Recompute == RecomputeNone {
		factor += p.matrix / t
	}
	return p.width * factor * p.tokensHidden(l)
}

// tokensHidden is s·b·h on one card.
func (p *memoryPlan) tokensHidden(l *Layout) float64 {
	return float64(p.seq) / float64(l.CP) * float64(l.MicroBatch) * float64(p.model.Hidden)
}

// activations fills what the backward pass needs. The first of p stages holds
// p micro-batches of L/p layers, so the layer formula times L; interleaving
// adds (p-1)/(p·v). [Korthikanti 2022] Without a pipeline the same card holds
// the logits and their gradient in fp32, or chunk by chunk with the gradient in
// 16 bits.
func (p *memoryPlan) activations(mem *Memory, l *Layout) {
	layers := p.model.layersMet()
	inFlight := 1.0
	if l.Interleave > 1 {
		inFlight = 1 + float64(l.PP-1)/float64(l.PP*l.Interleave)
	}
	if l.MicroBatches > 0 && l.MicroBatches < l.PP {
		inFlight *= float64(l.MicroBatches) / float64(l.PP)
	}
	layer := p.layerActivations(l)
	if l.Recompute == RecomputeFull {
		input := 2 * p.width * p.tokensHidden(l)
		if l.SequenceParallel {
			input /= float64(l.TP)
		}
		mem.Activations = input*layers*inFlight + layer
	} else {
		mem.Activations = layer * layers * inFlight
	}
	if l.PP == 1 {
		p.loss(mem, l, layer)
	}
}

// loss fills the logits. The last chunk of a chunked loss is gone before the
// first layer is computed again, so only what it takes beyond that layer
// counts; whole logits stay until the step ends.
func (p *memoryPlan) loss(mem *Memory, l *Layout, layer float64) {
	tokens := float64(p.seq) / float64(l.CP) * float64(l.MicroBatch)
	if !l.ChunkedLoss {
		mem.Logits = 4 * tokens * float64(p.model.Hidden+2*p.model.Vocab) / float64(l.TP)
		return
	}
	mem.Logits = tokens * float64(4*p.model.Hidden+6*p.model.Vocab) / float64(l.TP) / lossChunks
	if l.Recompute == RecomputeFull {
		mem.Logits = max(mem.Logits-layer, 0)
	}
}
