package training

// The ways to recompute activations.
const (
	RecomputeNone      = "none"
	RecomputeSelective = "selective"
	RecomputeFull      = "full"
)

// Layout is how a model is spread over cards. Zero counts mean 1.
type Layout struct {
	TP, PP, CP, EP, DP int // tensor, pipeline, context, expert and data parallel degree
	ZeRO               int // stage 0 to 3 of sharding over the data-parallel cards
	Interleave         int // pipeline stages on one card
	MicroBatch         int // sequences
	MicroBatches       int // of a pipeline in a step
	Recompute          string
	SequenceParallel   bool // activations between tensor-parallel blocks are split too
	StoredAttention    bool // the attention matrix is kept: software without flash attention
}

// cut is the number of cards that hold one copy of the model.
func (l Layout) cut() int {
	l = l.normal()
	return l.TP * l.PP * l.CP
}

// fill completes a layout that the user gave in part: the cards that are left
// are data parallel, and the batch decides the micro-batches.
func (p *plan) fill(l Layout, cards int) Layout {
	if l.DP == 0 {
		l.DP = max(1, cards/l.cut())
	}
	l.MicroBatch = max(l.MicroBatch, 1)
	if l.MicroBatches == 0 {
		l.MicroBatches = p.microBatches(int(p.batch/float64(p.work.Seq)/float64(l.DP*l.MicroBatch) + 0.5))
	}
	if l.Recompute == "" {
		l.Recompute = p.work.Recompute
	}
	if p.work.Offload {
		l.ZeRO = 3
	}
	l.StoredAttention = l.StoredAttention || p.work.EarlyStack
	return l.normal()
}

func (l Layout) normal() Layout {
	for _, p := range [...]*int{&l.TP, &l.PP, &l.CP, &l.EP, &l.DP, &l.Interleave, &l.MicroBatch, &l.MicroBatches} {
		if *p == 0 {
			*p = 1
		}
	}
	if l.Recompute == "" {
		l.Recompute = RecomputeNone
	}
	return l
}

// Cards is the number of cards that the layout takes.
func (l Layout) Cards() int {
	l = l.normal()
	return l.TP * l.PP * l.CP * l.DP
}
