package training

// GiB is 2^30 bytes.
const GiB = 1 << 30

// Moments of a step at which a card may be fullest.
const (
	AtTurn   = "turn"   // between forward and backward pass
	AtEnd    = "end"    // as the backward pass ends
	AtUpdate = "update" // while the optimiser works
)

// Memory is what one card must hold, in bytes, by part, at the fullest moment
// of a step and on the fullest pipeline stage.
type Memory struct {
	Weights     float64
	Gradients   float64
	Optimizer   float64
	Gathered    float64 // what ZeRO-3 has assembled
	Activations float64
	Logits      float64 // output layer and loss
	Update      float64 // what the optimiser works in
	Overhead    float64 // context, communication buffers, fragmentation

	Moment string  // one of the moments
	Host   float64 // beside it, in the memory of the host
}

// States is the part that does not depend on the batch.
func (m Memory) States() float64 { return m.Weights + m.Gradients + m.Optimizer + m.Gathered }

// Tensors is all that the training itself allocates.
func (m Memory) Tensors() float64 { return m.States() + m.Activations + m.Logits + m.Update }

// Reserved is what the allocator holds for that, fragments included.
func (m Memory) Reserved() float64 { return m.Tensors() + m.fragments() }

func (m Memory) fragments() float64 { return fragmentation * (m.Activations + m.Logits + m.Gathered) }

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

// memoryPlan holds what the memory of all layouts of one model has in common.
type memoryPlan struct {
	model        ModelShape
	work         Work
	software     *software
	experts      float64 // parameters in routed experts
	rest         float64 // all others, embeddings without
	embedding    float64 // one table
	tables       float64
	matrix       float64 // parameters of the largest matrix
	inner, outer float64 // activation bytes per s·b·h: inside and between tensor-parallel blocks
	attention    float64 // attention matrix per s·b·h
	adapters     float64
	optimizer    optimizer
	width        float64 // of a weight, a gradient and an activation against 16 bits: 1, or 2 in fp32
}

// newMemoryPlan reads kind, sequence, rank, precision, optimiser and software
// of a work whose sequence is set.
func newMemoryPlan(m ModelShape, w Work) memoryPlan {
	p := memoryPlan{model: m, work: w, software: w.software(), optimizer: w.optimizer(), width: 1}
	if wide(w.Precision) {
		p.width = 2
	}
	p.embedding = float64(m.Vocab) * float64(m.Hidden)
	p.tables = m.embeddingParams()
	if m.MoE() {
		p.experts = float64(m.Layers-m.DenseLayers) * float64(m.Experts) * m.mlpParams(m.ExpertFFN)
		p.experts = min(p.experts, 0.98*m.Params)
	}
	p.rest = max(m.Params-p.experts-p.tables, 0)
	p.matrix = max(p.embedding, float64(m.Hidden)*float64(m.FFN))
	p.inner, p.outer, p.attention = m.activationFactors(w.Seq)
	if p.software.eager && m.Gated {
		p.inner, p.outer = m.eagerFactors()
	}
	p.adapters = m.adapterParams(w.Rank)
	return p
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
	if kind.adapts() {
		return m.adapterParams(rank)
	}
	return m.Params
}

// MemoryOf computes the memory of a layout on one card.
func MemoryOf(m ModelShape, w Work, l Layout) Memory {
	plan := newMemoryPlan(m.Complete(), w)
	l = l.normal()
	var mem Memory
	plan.memory(&mem, &l)
	return mem
}

// memory fills in the fullest moment of a step. Software with buffers is
// fullest at the turn.
func (p *memoryPlan) memory(mem *Memory, l *Layout) {
	p.states(mem, l)
	if p.software.buffers && p.optimizer.working == 0 {
		p.turn(mem, l)
	} else {
		p.fullest(mem, l)
	}
	if p.software.flat && !p.work.Offload {
		mem.Update = p.flatUpdate(l)
	}
	mem.Overhead = contextBytes + mem.fragments()
	if l.TP*l.PP*l.CP*l.DP > 1 {
		mem.Overhead += communicationBytes
	}
}

// fullest is the moment whose tensors and fragments take most. An optimiser in
// the backward pass leaves the gradient of one matrix at a time.
func (p *memoryPlan) fullest(mem *Memory, l *Layout) {
	if p.work.UpdateInBackward {
		mem.Gradients = min(mem.Gradients, p.matrixGradient(l))
	}
	end, update := p.end(*mem, l), p.update(*mem, l)
	p.turn(mem, l)
	for _, m := range [...]Memory{end, update} {
		if m.Reserved() > mem.Reserved() {
			*mem = m
		}
	}
}

// turn is when all activations are there, on the first pipeline stage or the
// last. Without buffers there are no gradients yet but those of earlier
// micro-batches, and that of one matrix.
func (p *memoryPlan) turn(mem *Memory, l *Layout) {
	mem.Moment = AtTurn
	if !p.software.buffers && l.MicroBatches == 1 {
		mem.Gradients = min(mem.Gradients, p.matrixGradient(l))
	}
	mem.Activations, mem.Logits = p.activations(l, false)
	if l.PP > 1 {
		if a, logits := p.activations(l, true); a+logits > mem.Activations {
			mem.Activations, mem.Logits = a, logits
		}
	}
}

// end is when all gradients are there, and one layer is left.
func (p *memoryPlan) end(mem Memory, l *Layout) Memory {
	mem.Moment = AtEnd
	mem.Activations = p.workingLayer(l)
	return mem
}

// update is when the optimiser works: no activations are left.
func (p *memoryPlan) update(mem Memory, l *Layout) Memory {
	mem.Moment = AtUpdate
	mem.Gathered = 0
	if !p.work.Offload {
		mem.Update = p.optimizer.working * p.largestMatrix(l, 1)
	}
	return mem
}

// matrixGradient is the gradient of the largest matrix.
func (p *memoryPlan) matrixGradient(l *Layout) float64 {
	return p.gradient(l) * p.largestMatrix(l, 2)
}

// largestMatrix is the trained parameters of the largest matrix that a card
// holds, with states sharded from a ZeRO stage on. One adapter weighs next to
// nothing.
func (p *memoryPlan) largestMatrix(l *Layout, stage int) float64 {
	if p.work.Kind.adapts() {
		return 0
	}
	params := p.matrix / float64(l.TP)
	if l.ZeRO >= stage {
		params /= float64(l.DP * l.CP)
	}
	return params
}

// flatUpdate is what updating one flat tensor takes on a card.
func (p *memoryPlan) flatUpdate(l *Layout) float64 {
	here, shard := p.trained(l)
	bytes := flatUpdateBytes * here
	if l.ZeRO >= 1 {
		bytes = flatUpdateBytes * shard
	}
	if l.ZeRO < 3 {
		bytes += min(2*2*here, flatBuckets)
	}
	return bytes
}

// stageLayers is the layers of the fullest pipeline stage: whole ones.
func (p *memoryPlan) stageLayers(l *Layout) int { return (p.model.Layers + l.PP - 1) / l.PP }

// stageShare is the share of all layers that it holds.
func (p *memoryPlan) stageShare(l *Layout) float64 {
	return float64(p.stageLayers(l)) / float64(p.model.Layers)
}

// placed splits the parameters of one card: dense ones, of them embeddings, and
// experts. [Megatron]
func (p *memoryPlan) placed(l *Layout) (dense, tables, experts float64) {
	t, stage := float64(l.TP), p.stageShare(l)
	tables = p.tables
	if l.PP > 1 {
		tables = p.embedding // the output matrix sits on the last stage
	}
	return p.rest*stage/t + tables/t, tables / t, p.experts * stage / float64(l.EP)
}

// share is the parameters of one card whose share of a sharded state it holds.
// Experts are already spread over the cards of their group.
func (p *memoryPlan) share(l *Layout, dense, experts float64) float64 {
	shards := float64(l.DP * l.CP)
	return dense/shards + experts/max(1, shards*float64(l.TP)/float64(l.EP))
}

// trained is the parameters that change: all on a card, and those whose share
// of a sharded state it holds.
func (p *memoryPlan) trained(l *Layout) (here, shard float64) {
	if p.work.Kind.adapts() {
		here = p.adapters * p.stageShare(l) / float64(l.TP)
		return here, p.share(l, here, 0)
	}
	dense, _, experts := p.placed(l)
	return dense + experts, p.share(l, dense, experts)
}

// states fills weights, gradients and optimiser states. [ZeRO, Megatron]
func (p *memoryPlan) states(mem *Memory, l *Layout) {
	here, shard := p.trained(l)
	sharded := func(stage int, bytes float64) float64 {
		if l.ZeRO >= stage {
			return bytes * shard
		}
		return bytes * here
	}
	*mem = Memory{
		Weights: sharded(3, 2*p.width), Gradients: sharded(2, p.gradient(l)),
		Optimizer: sharded(1, p.optimizer.bytes), Host: sharded(1, p.optimizer.host),
	}
	if p.work.Kind.adapts() {
		p.frozenStates(mem, l)
	} else if l.ZeRO == 3 {
		mem.Gathered = p.assembled(l, 2*p.width, 2*p.width)
	}
	if p.work.Offload {
		mem.offload()
	}
}

// gradient is the bytes of a gradient.
func (p *memoryPlan) gradient(l *Layout) float64 {
	if p.work.Kind.adapts() || p.software.grad32.in(l) && !p.optimizer.pure {
		return 4
	}
	return 2 * p.width
}

// assembled is what ZeRO-3 has whole at the turn: the output table and the
// last layer, each with its gradient where it has one. layer is the bytes of a
// parameter in a layer, gradient those of its gradient.
func (p *memoryPlan) assembled(l *Layout, layer, gradient float64) float64 {
	last := (p.rest + p.experts/float64(l.EP)) / float64(p.model.Layers)
	return ((layer+gradient)*last + (2*p.width+gradient)*p.embedding) / float64(l.TP)
}

// frozenStates adds the base under adapters.
func (p *memoryPlan) frozenStates(mem *Memory, l *Layout) {
	mem.Weights += p.frozenWeights(l)
	if l.ZeRO == 3 {
		mem.Gathered = p.assembled(l, p.frozenBytes(), 0)
	}
}

// frozenBytes is what a frozen parameter takes: 16 bits, or 4 bits with double
// quantisation (0.516 bytes). [Hu 2021, Dettmers 2023]
func (p *memoryPlan) frozenBytes() float64 {
	if p.work.Kind == QLoRA {
		return 4.127 / 8
	}
	return 2 * p.width
}

// frozenWeights is the base that a card holds, embeddings always in 16 bits.
func (p *memoryPlan) frozenWeights(l *Layout) float64 {
	dense, tables, experts := p.placed(l)
	dense -= tables
	if l.ZeRO == 3 {
		return p.frozenBytes()*p.share(l, dense, experts) + 2*p.width*p.share(l, tables, 0)
	}
	return p.frozenBytes()*(dense+experts) + 2*p.width*tables
}

// heldWeights is the weights that a card, or its host for it, holds under
// ZeRO-3.
func (p *memoryPlan) heldWeights(l *Layout) float64 {
	_, shard := p.trained(l)
	held := 2 * p.width * shard
	if p.work.Kind.adapts() {
		held += p.frozenWeights(l)
	}
	return held
}
