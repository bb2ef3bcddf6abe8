package training

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

// eagerFactors are those of gated models in modules that are not fused: each
// of their two norms works in fp32 and keeps input and result so, 8 bytes more
// than 8, all heads have their own keys and values, and the gate keeps its
// product. Classic blocks have fused norms even there.
func (m ModelShape) eagerFactors() (inner, outer float64) {
	const fused = 7
	return 8 + m.mlpActivations()/float64(m.Hidden)*8/fused, 16
}

// operatorFactor is the bytes per s·b·h that are left where every second
// product of matrices is computed again: input, queries, values and attention,
// one of the two wide products of a gate, and the block's output.
func (m ModelShape) operatorFactor() float64 {
	return 8 + 2*float64(m.KVHeads)/float64(m.Heads) + m.wideProduct()
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

// layerActivations is the bytes that one layer keeps of one micro-batch.
func (p *memoryPlan) layerActivations(l *Layout) float64 {
	t := float64(l.TP)
	outer := p.outer
	if l.SequenceParallel {
		outer /= t
	}
	factor := outer + p.inner/t
	if p.work.Kind.adapts() && p.software.lean {
		factor -= p.model.frozenInputs() / t
	}
	if p.work.Kind == QLoRA && p.software.keepsInputs {
		factor += p.model.frozenInputs() / t
	}
	if l.StoredAttention && l.Recompute == RecomputeNone {
		factor += p.attention / t
	}
	return p.width * factor * p.tokensHidden(l)
}

// workingLayer is the layer that is computed again, with its attention matrix
// where one is stored. What the core alone computes again is left out, as the
// published formulas do.
func (p *memoryPlan) workingLayer(l *Layout) float64 {
	layer := p.layerActivations(l)
	if l.StoredAttention && l.Recompute == RecomputeFull {
		layer += p.width * p.attention / float64(l.TP) * p.tokensHidden(l)
	}
	return layer
}

// frozenInputs is the bytes per s·b·h of what the matrices of a layer read:
// two results of norms and the product in the feed-forward block.
func (m ModelShape) frozenInputs() float64 { return 4 + m.wideProduct() }

// wideProduct is the bytes per s·b·h of one product as wide as the
// feed-forward block.
func (m ModelShape) wideProduct() float64 {
	of := 2.0
	if m.Gated {
		of = 3.5
	}
	return m.mlpActivations() / of / float64(m.Hidden)
}

// tokensHidden is s·b·h on one card.
func (p *memoryPlan) tokensHidden(l *Layout) float64 {
	return float64(p.work.Seq) / float64(l.CP) * float64(l.MicroBatch) * float64(p.model.Hidden)
}

// activations is what the backward pass needs on the first pipeline stage or
// the last, which holds the logits as well.
func (p *memoryPlan) activations(l *Layout, last bool) (kept, logits float64) {
	layers := p.layersHeld(l, last)
	working := p.workingLayer(l)
	switch {
	case l.Recompute == RecomputeFull:
		input := 2 * p.width * p.tokensHidden(l)
		if l.SequenceParallel {
			input /= float64(l.TP)
		}
		kept = input*layers + working
	case l.Recompute == RecomputeSelective && p.software.operators:
		kept = p.width*p.model.operatorFactor()/float64(l.TP)*p.tokensHidden(l)*layers + working
	default:
		kept = p.layerActivations(l) * layers
	}
	if p.software.gathers {
		kept += p.gathered(l, last)
	}
	if l.PP == 1 || last {
		logits = p.loss(l, working)
	}
	return kept, logits
}

// layersHeld is the layers whose activations a stage holds, once for each
// micro-batch in flight. The first of p stages holds p micro-batches of L/p
// layers, so L of them, and with v stages a card (p-1)/(p·v) more. [Korthikanti
// 2022] The last holds one micro-batch, and p of all its stages but one.
func (p *memoryPlan) layersHeld(l *Layout, last bool) float64 {
	all := p.model.layersMet() * p.stageShare(l) * float64(l.PP)
	pp, v := float64(l.PP), float64(l.Interleave)
	few := min(float64(l.MicroBatches)/pp, 1)
	if last {
		return all * min(((v-1)*pp+1)/(pp*v), few)
	}
	if v > 1 {
		return all * (1 + (pp-1)/(pp*v)) * few
	}
	return all * few
}

// gathered is whole activations in software that keeps them: input, output and
// their gradients around a tensor-parallel block, and what the first pipeline
// stage has put out of the micro-batches in flight. [torchtitan]
func (p *memoryPlan) gathered(l *Layout, last bool) float64 {
	var count float64
	if l.TP > 1 {
		count = 4
	}
	if l.PP > 1 && !last {
		count += float64(min(l.PP, l.MicroBatches))
	}
	return 2 * p.width * p.tokensHidden(l) * count
}

// loss is what the logits take. Without buffers they are gone before the first layer
// is computed again, so only what they take beyond that layer counts.
func (p *memoryPlan) loss(l *Layout, working float64) float64 {
	tokens := float64(p.work.Seq) / float64(l.CP) * float64(l.MicroBatch)
	logits := tokens * p.software.lossBytes(&p.model, l.TP, p.width)
	if l.Recompute != RecomputeNone && !p.software.buffers {
		return max(logits-working, 0)
	}
	return logits
}
