package training

import (
	"math"
	"math/bits"
)

// plan is one training on one kind of card: what all its layouts share.
type plan struct {
	memoryPlan
	card     CardSpec
	net      Network
	batch    float64 // tokens in a step
	perToken float64 // useful FLOPs
	speed    float64 // FLOP/s of one card in steady state, from the fitted model
	capacity float64 // memory of one card in bytes
}

// found is the best layout of a search.
type found struct {
	layout Layout
	memory Memory
	comm   Communication
	cost   float64 // waiting and recomputation as a share of computing
	fits   bool
}

// search tries every sensible layout on a number of cards and returns the one
// that fits with the least overhead, or the one that misses by the least.
func (p *plan) search(cards int) found {
	best := p.least(cards)
	if !best.fits {
		best.comm = p.communicate(&best.layout, p.net, p.computeTime(&best.layout))
		return best
	}
	best = found{cost: math.Inf(1)}
	p.working(cards, func(n int, idle float64) {
		if !best.fits || idle < mostIdle {
			p.shapes(n, func(l Layout) { p.tryShape(&best, l, idle) })
		}
	})
	return best
}

// working calls try with the numbers of cards that may work: all, and where
// they split badly fewer, with what the idle ones cost as a share of them.
func (p *plan) working(cards int, try func(n int, idle float64)) {
	try(cards, 0)
	last, step := cards, p.card.perServer()
	if cards <= step {
		step = 2
	}
	for ; step < cards; step *= 2 {
		n := cards - cards%step
		if n < last {
			try(n, float64(cards)/float64(n)-1+idleMargin)
		}
		last = n
	}
}

// A number of cards that splits badly may do better with some of them idle, if
// that is more than a little better; many are idle only where nothing else fits.
// Estimates.
const (
	mostIdle   = 0.3 // of those that work, with the margin
	idleMargin = 0.05
)

// shapes calls try with the ways to split cards into tensor, pipeline, context
// and expert groups, the rest being data parallel.
func (p *plan) shapes(cards int, try func(Layout)) {
	for t := 1; t <= p.maxTensor() && t <= cards; t *= 2 {
		for _, pp := range pipelines {
			if pp > p.maxPipeline() || cards%(t*pp) != 0 {
				continue
			}
			for c := 1; c <= p.maxContext() && cards%(t*pp*c) == 0; c *= 2 {
				p.withExperts(Layout{TP: t, PP: pp, CP: c, DP: cards / (t * pp * c), EP: 1}, try)
			}
		}
	}
}

// expertDegrees are the degrees of expert parallelism that are tried.
var expertDegrees = [...]int{1, 2, 4, 8, 16, 32, 64}

// pipelines are the pipeline depths that are tried.
var pipelines = [...]int{1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64}

// maxTensor keeps tensor parallelism inside a server and within the heads.
func (p *plan) maxTensor() int { return min(8, p.card.perServer(), p.model.Heads) }

// maxPipeline leaves each stage two layers, as the first and the last work on
// tables besides. States on the host come layer by layer, without a pipeline.
func (p *plan) maxPipeline() int {
	if p.work.Offload {
		return 1
	}
	return max(1, p.model.Layers/2)
}

// maxContext allows splitting a sequence from 16k tokens on.
func (p *plan) maxContext() int {
	if p.work.Seq < 16_384 {
		return 1
	}
	return min(64, p.work.Seq/4096)
}

// withExperts calls try with a layout, for mixtures once for each expert degree.
func (p *plan) withExperts(l Layout, try func(Layout)) {
	if p.experts == 0 {
		try(l)
		return
	}
	group := l.DP * l.CP * l.TP
	for _, e := range expertDegrees {
		l.EP = e
		if e <= min(p.model.Experts, group) && group%e == 0 {
			try(l)
		}
	}
}

// least is the layout that needs least memory on a number of cards: with
// everything sharded and computed again, one sequence at a time. It is the first
// that fits where one does.
func (p *plan) least(cards int) found {
	var best found
	recomputes := p.recomputes()
	p.working(cards, func(n int, _ float64) {
		p.shapes(n, func(l Layout) {
			if best.fits {
				return
			}
			p.dress(&l)
			stages := p.stages(&l)
			l.MicroBatch, l.MicroBatches, l.Interleave = 1, p.microBatches(p.perReplica(&l)), 1
			l.Recompute, l.ZeRO = recomputes[len(recomputes)-1], stages[len(stages)-1]
			var mem Memory
			p.memory(&mem, &l)
			if best.layout.TP == 0 || mem.Total() < best.memory.Total() {
				best = found{layout: l, memory: mem, fits: mem.Total() <= p.capacity}
			}
		})
	})
	return best
}

// dress sets what follows from the split.
func (p *plan) dress(l *Layout) {
	l.SequenceParallel = l.TP > 1
	l.StoredAttention = p.work.EarlyStack
}

// perReplica is the sequences of a step that each copy of the model works through.
func (p *plan) perReplica(l *Layout) int {
	return max(1, int(p.batch/float64(p.work.Seq)/float64(l.DP)+0.5))
}

// tryShape varies sharding, recomputation, micro-batch and interleaving. idle
// is the share of further cards that do nothing.
func (p *plan) tryShape(best *found, l Layout, idle float64) {
	p.dress(&l)
	if p.hopeless(&l) {
		return
	}
	perReplica := p.perReplica(&l)
	for micro := 1; micro <= min(8, perReplica) && (p.work.UpdateInBackward || perReplica%micro == 0); micro *= 2 {
		l.MicroBatch, l.MicroBatches = micro, p.microBatches(perReplica/micro)
		for v := 1; v <= 8; v *= 2 {
			if v > 1 && (l.PP == 1 || p.model.Layers < l.PP*v) {
				break
			}
			l.Interleave = v
			p.tryMemory(best, &l, idle)
		}
	}
}

// microBatches is how many of them make a step: all of the batch, or one where
// the optimiser runs in the backward pass and gradients do not add up.
func (p *memoryPlan) microBatches(ofBatch int) int {
	if p.work.UpdateInBackward {
		return 1
	}
	return max(ofBatch, 1)
}

// tryMemory varies what trades memory for time, least overhead first, and
// stops at the first that fits. It leaves out what cannot win.
func (p *plan) tryMemory(best *found, l *Layout, idle float64) {
	preference := smallBatchCost(l) + p.idleCost(l) + idle
	if p.pipelineIdle(l)+preference >= best.cost {
		return
	}
	compute := p.computeTime(l)
	l.ZeRO = 1
	least := p.communicate(l, p.net, compute)
	if least.Share()+preference >= best.cost {
		return
	}
	stages := p.stages(l)
	var mem Memory
	for _, recompute := range p.recomputes() {
		l.Recompute = recompute
		extra := preference + recomputeShare(recompute, p.work.Kind, p.software.operators)
		if least.Share()+extra >= best.cost {
			return
		}
		for _, stage := range stages {
			l.ZeRO = stage
			if p.memory(&mem, l); mem.Total() > p.capacity {
				continue
			}
			comm := least
			if stage > 1 {
				comm = p.communicate(l, p.net, compute)
			}
			if cost := comm.Share() + extra; cost < best.cost {
				*best = found{layout: *l, memory: mem, comm: comm, cost: cost, fits: true}
			}
			break
		}
	}
}

// hopeless reports whether weights and optimiser alone are too large for a
// card, however they are sharded.
func (p *plan) hopeless(l *Layout) bool {
	stages := p.stages(l)
	l.ZeRO = stages[len(stages)-1]
	var mem Memory
	p.states(&mem, l)
	return mem.Weights+mem.Optimizer > p.capacity
}

// smallBatchCost prefers, among equals, larger matrices and fewer parts.
func smallBatchCost(l *Layout) float64 {
	parts := float64(bits.Len(uint(l.TP)) + bits.Len(uint(l.PP)) + bits.Len(uint(l.CP)) + bits.Len(uint(l.EP)) - 4)
	return 0.004*parts + 0.01/float64(l.MicroBatch)
}

// idleCost is the share of cards without a sequence, where there are more
// data-parallel cards than sequences in a step. Otherwise a step is rounded to
// whole sequences a card, which costs nothing.
func (p *plan) idleCost(l *Layout) float64 {
	if l.MicroBatch*l.MicroBatches > 1 {
		return 0
	}
	sequences := max(p.batch/float64(p.work.Seq), 1)
	return max(0, float64(l.DP*l.MicroBatch*l.MicroBatches)/sequences-1.01)
}

// recomputes are the ways to recompute that are tried, cheapest first. With
// flash attention nothing is gained by recomputing the attention core; software
// that selects among operators has something to select all the same.
func (p *plan) recomputes() []string {
	switch {
	case p.work.Recompute == RecomputeNone:
		return ladder[:1]
	case p.work.Recompute == RecomputeSelective:
		return ladder[1:2]
	case p.work.Recompute == RecomputeFull:
		return ladder[2:]
	case p.work.EarlyStack || p.software.operators:
		return ladder[:]
	}
	return modernLadder[:]
}

var (
	ladder       = [...]string{RecomputeNone, RecomputeSelective, RecomputeFull}
	modernLadder = [...]string{RecomputeNone, RecomputeFull}
)

// stages lists the sharding stages: with a pipeline only the optimiser is
// sharded, as gradients stay for all micro-batches. What lies on the host
// comes to the card layer by layer, as under ZeRO-3.
func (p *plan) stages(l *Layout) []int {
	switch {
	case p.work.Offload:
		return allStages[3:]
	case l.DP*l.CP == 1:
		return allStages[:1]
	case l.PP > 1:
		return allStages[:2]
	}
	return allStages[:]
}

var allStages = [...]int{0, 1, 2, 3}

// computeTime is the time in which one step computes in a layout.
func (p *plan) computeTime(l *Layout) float64 {
	tokens := float64(p.work.Seq * l.MicroBatch * l.MicroBatches * l.DP)
	return p.perToken * tokens / (float64(l.TP*l.PP*l.CP*l.DP) * p.speed)
}
