package training

import (
	"math"
	"testing"
)

// scaled is one measured point of a series: cards, sequences in a step and in a
// micro-batch, and the rate of a card in the unit of the source.
type scaled struct {
	cards, sequences, micro int
	rate                    float64
}

// series is what a source measured of one training on growing machines, or
// with shrinking batches. off is by how much the share of the first rate that
// the last one keeps may be missed.
type series struct {
	name      string
	model     ModelShape
	card      CardSpec
	seq       int
	precision string
	recompute string
	layout    Layout
	off       float64
	points    []scaled
}

var (
	gpt175   = ModelShape{Params: 174.6e9, Layers: 96, Hidden: 12288, Heads: 96, FFN: 49152, Vocab: 51200}
	gpt177   = ModelShape{Params: 177e9, Layers: 96, Hidden: 12288, Heads: 96, FFN: 49152, Vocab: 131072}
	llama8   = ModelShape{Params: 8.03e9, Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, FFN: 14336, Vocab: 128256, Gated: true}
	mpt7     = ModelShape{Params: 6.66e9, Layers: 32, Hidden: 4096, Heads: 32, FFN: 16384, Vocab: 50368}
	llama70  = ModelShape{Params: 70.55e9, Layers: 80, Hidden: 8192, Heads: 64, KVHeads: 8, FFN: 28672, Vocab: 128256, Gated: true}
	llama405 = ModelShape{Params: 405.85e9, Layers: 126, Hidden: 16384, Heads: 128, KVHeads: 8, FFN: 53248, Vocab: 128256, Gated: true}
	intern7  = ModelShape{Params: 6.7e9, Layers: 32, Hidden: 4096, Heads: 32, FFN: 11008, Vocab: 103168, Gated: true}
	nemo15   = ModelShape{Params: 15.6e9, Layers: 32, Hidden: 6144, Heads: 48, KVHeads: 8, FFN: 24576, Vocab: 256000}
	nemo340  = ModelShape{Params: 341e9, Layers: 96, Hidden: 18432, Heads: 96, KVHeads: 8, FFN: 73728, Vocab: 256000}
)

func a100On(gbps float64) CardSpec {
	card := a100
	card.NetGbps = gbps
	return card
}

var (
	h100  = CardSpec{ID: "nvidia-h100-sxm-80g", MemoryGB: 80, BandwidthGBs: 3350, LinkGBs: 900, NetGbps: 400, Rates: rates(989, 1979)}
	gh200 = CardSpec{ID: "nvidia-gh200-96g", MemoryGB: 96, BandwidthGBs: 4000, LinkGBs: 900, PerServer: 4, NetGbps: 200, Rates: rates(989, 1979)}
)

// megatron is the layout of a Megatron run: sequences split with the tensors,
// optimiser states over the data-parallel cards.
func megatron(tensor, pipeline, context, interleave int) Layout {
	return Layout{TP: tensor, PP: pipeline, CP: context, Interleave: interleave, SequenceParallel: true, ZeRO: 1}
}

// strong are series with the batch held: OpenEuroLLM 32B on JUPITER (TFLOP/s,
// fp8), Megatron-LM and MegaScale in the MegaScale paper (MFU), the README of
// Megatron-LM (MFU), and InternEvo with ever smaller batches (tokens/s).
var strong = []series{
	{"32B, 4096 sequences", ModelShape{Params: 32e9}, gh200, 4096, "fp8", RecomputeNone, megatron(4, 4, 1, 4), 0.15, []scaled{
		{32, 4096, 2, 561.8},
		{64, 4096, 2, 545.1},
		{128, 4096, 2, 544.7},
		{256, 4096, 2, 532.8},
		{512, 4096, 2, 519.1},
		{1024, 4096, 2, 488.8},
		{2048, 4096, 2, 417.9},
		{4096, 4096, 2, 322.9},
	}},
	{"175B, 768 sequences", gpt175, a100On(200), 2048, "bf16", RecomputeSelective, megatron(8, 8, 1, 6), 0.12, []scaled{
		{256, 768, 1, 53}, {512, 768, 1, 49.9}, {768, 768, 1, 46.7}, {1024, 768, 1, 44.7},
	}},
	{"175B, 768 sequences, MegaScale", gpt175, a100On(200), 2048, "bf16", RecomputeSelective, megatron(8, 8, 1, 6), 0.05, []scaled{
		{256, 768, 1, 65.3}, {512, 768, 1, 63.5}, {768, 768, 1, 61.3}, {1024, 768, 1, 59},
	}},
	{"175B, 6144 sequences", gpt175, a100On(200), 2048, "bf16", RecomputeSelective, megatron(8, 8, 1, 6), 0.12, []scaled{
		{3072, 6144, 1, 48.7}, {6144, 6144, 1, 47.8}, {8192, 6144, 1, 43.3}, {12288, 6144, 1, 41.2},
	}},
	{"175B, 6144 sequences, MegaScale", gpt175, a100On(200), 2048, "bf16", RecomputeSelective, megatron(8, 8, 1, 6), 0.05, []scaled{
		{3072, 6144, 1, 59.1}, {6144, 6144, 1, 57.3}, {8192, 6144, 1, 54.9}, {12288, 6144, 1, 55.2},
	}},
	{"177B, 1152 sequences", gpt177, h100, 4096, "bf16", RecomputeNone, megatron(8, 6, 1, 16), 0.05, []scaled{
		{96, 1152, 1, 47}, {4608, 1152, 1, 42},
	}},
	{"7B, ever smaller batches", intern7, a100On(50), 2048, "bf16", RecomputeFull, Layout{ZeRO: 1}, 0.1, []scaled{
		{1024, 8192, 8, 3163}, {1024, 4096, 4, 2796}, {1024, 2048, 2, 2341},
	}},
}

// weak are series with the work of a card held: NVIDIA's recipes (seconds a
// step turned into a rate, or MFU), InternEvo and llm-foundry (tokens/s).
var weak = []series{
	{"70B", llama70, h100, 8192, "bf16", RecomputeNone, megatron(4, 4, 2, 5), 0.05, []scaled{
		{64, 128, 1, 54.32}, {128, 256, 1, 54.29}, {512, 1024, 1, 54.29}, {2048, 4096, 1, 54.32},
	}},
	{"70B in fp8", llama70, h100, 8192, "fp8", RecomputeNone, megatron(4, 8, 1, 5), 0.05, []scaled{
		{64, 128, 1, 71.1}, {128, 256, 1, 70.5}, {256, 512, 1, 70.1}, {1024, 2048, 1, 69.6}, {2048, 4096, 1, 69.1},
	}},
	{"8B in fp8", llama8, h100, 8192, "fp8", RecomputeNone, megatron(1, 1, 2, 1), 0.05, []scaled{
		{8, 128, 1, 68.4}, {32, 512, 1, 67.7}, {128, 2048, 1, 66.9},
	}},
	{"15B", nemo15, h100, 4096, "bf16", RecomputeNone, megatron(2, 1, 1, 1), 0.05, []scaled{
		{16, 64, 2, 58.54}, {128, 512, 2, 58.32}, {1024, 4096, 2, 56.83}, {2048, 8192, 2, 56.01},
	}},
	{"15B in fp8", nemo15, h100, 4096, "fp8", RecomputeNone, megatron(2, 1, 1, 1), 0.05, []scaled{
		{16, 64, 2, 39.3}, {128, 512, 2, 39.1}, {512, 2048, 2, 38.52}, {2048, 8192, 2, 37.23},
	}},
	{"175B", gpt175, h100, 2048, "bf16", RecomputeNone, megatron(4, 8, 1, 6), 0.05, []scaled{
		{128, 256, 1, 53.54}, {256, 512, 1, 52.91}, {1024, 2048, 1, 52.63}, {2048, 4096, 1, 52.4},
	}},
	{"175B in fp8", gpt175, h100, 2048, "fp8", RecomputeNone, megatron(4, 8, 1, 6), 0.05, []scaled{
		{128, 256, 1, 39.52}, {512, 1024, 1, 38.51}, {2048, 4096, 1, 37.3},
	}},
	{"340B", nemo340, h100, 4096, "bf16", RecomputeNone, megatron(8, 8, 1, 12), 0.05, []scaled{
		{256, 64, 1, 49.98}, {512, 128, 1, 49.64}, {1024, 256, 1, 49.42}, {2048, 512, 1, 49.19},
	}},
	{"405B", llama405, h100, 8192, "bf16", RecomputeNone, megatron(8, 9, 2, 7), 0.05, []scaled{
		{576, 252, 1, 54.85}, {2304, 1008, 1, 54.23},
	}},
	{"7B on 100G RoCE", intern7, a100On(50), 2048, "bf16", RecomputeNone, Layout{ZeRO: 1}, 0.06, []scaled{
		{8, 64, 2, 4078}, {16, 128, 2, 3939}, {64, 512, 2, 3944}, {128, 1024, 2, 3928}, {512, 4096, 2, 3835}, {1024, 8192, 2, 3625},
	}},
	{"7B fully sharded", mpt7, h100, 2048, "bf16", RecomputeNone, Layout{ZeRO: 3}, 0.08, []scaled{
		{8, 48, 6, 10643}, {256, 1536, 6, 10119}, {512, 3072, 6, 9670},
	}},
}

// at is the training of one point of a series, in a benchmark's steady state.
func (s series) at(t *testing.T, p scaled) Input {
	layout := s.layout
	layout.MicroBatch = p.micro
	return Input{
		Model: s.model, Data: Data{Tokens: 1e12}, Fitted: fitted(t), Machine: Machine{Card: s.card, Count: p.cards},
		Work: Work{
			Precision: s.precision, Seq: s.seq, BatchTokens: float64(p.sequences * s.seq), Recompute: s.recompute,
			Layout: &layout, Effort: Benchmark,
		},
	}
}

// computing is the share of a step that computes, at a usual speed.
func (s series) computing(t *testing.T, p scaled) float64 {
	in, findings := prepare(s.at(t, p))
	if findings.HasErrors() {
		t.Fatalf("%s: %v", s.name, findings)
	}
	rate := utilisation{steady: Range{Typical: 0.45}}
	if s.precision == "fp8" {
		rate.steady.Typical = 0.65
	}
	c := in.plan(rate).choose(in.Work.Layout, p.cards).comm
	return c.Compute / c.Step()
}

// What a step waits explains most of what is lost as machines grow: strong
// scaling costs, weak scaling hardly does.
func TestScalingOfWaiting(t *testing.T) {
	for _, s := range append(append([]series(nil), strong...), weak...) {
		first := s.points[0]
		before := math.Inf(1)
		for _, p := range s.points {
			share := s.computing(t, p)
			if share > before*1.01 {
				t.Errorf("%s: %d cards compute %.3f of a step, fewer %.3f", s.name, p.cards, share, before)
			}
			before = share
			kept, measured := share/s.computing(t, first), p.rate/first.rate
			if math.Abs(kept-measured) > s.off {
				t.Errorf("%s: %d cards keep %.3f of the rate, measured %.3f", s.name, p.cards, kept, measured)
			}
		}
	}
}

// What an estimate says follows the measured series too, though what it takes
// for usual on each number of cards is fitted over all runs.
func TestScalingOfEstimates(t *testing.T) {
	const off = 0.16
	for _, s := range append(append([]series(nil), strong...), weak...) {
		first := estimate(t, s.at(t, s.points[0])).MFU.Typical
		for _, p := range s.points {
			kept, measured := estimate(t, s.at(t, p)).MFU.Typical/first, p.rate/s.points[0].rate
			if math.Abs(kept-measured) > off {
				t.Errorf("%s: %d cards keep %.3f of the rate, measured %.3f", s.name, p.cards, kept, measured)
			}
		}
	}
}

// 32B with a batch of 4,096 sequences loses 30 % of its rate or more from 32
// cards to 4,096 (43 % were measured), and more the more cards share it.
func TestStrongScaling(t *testing.T) {
	s := strong[0]
	before, first := math.Inf(1), 0.0
	for _, p := range s.points {
		mfu := estimate(t, s.at(t, p)).MFU.Typical
		if mfu > 1.02*before {
			t.Errorf("%d cards reach an MFU of %.3f, fewer %.3f", p.cards, mfu, before)
		}
		if first == 0 {
			first = mfu
		}
		before = mfu
	}
	if lost := 1 - before/first; lost < 0.3 || lost > 0.45 {
		t.Errorf("4,096 cards lose %.2f of the rate of 32, measured 0.43", lost)
	}
}
