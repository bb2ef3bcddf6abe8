package training

import "testing"

const day = 86400.0

// days of a work in FLOPs on n cards at a rate each.
func days(work, n, rate float64) float64 { return work / (n * rate) / day }

// Published figures recomputed by hand.
func TestWorkedTimes(t *testing.T) {
	flat := func(params, layers, hidden float64) ModelShape {
		return ModelShape{Params: params, Layers: int(layers), Hidden: int(hidden), Heads: int(hidden / 128)}.Complete()
	}
	// LLaMA-65B: 6 x 65.2e9 x 1.4e12 = 5.477e23; 2048 A100 at 47.7 %: 20.8 days, 1.022e6 card-hours.
	f := countFLOPs(flat(65.2e9, 80, 8192), Pretrain, 2048, 1.4e12)
	near(t, "LLaMA-65B FLOPs", f.SixND, 5.477e23, 0.001)
	near(t, "LLaMA-65B days", days(f.SixND, 2048, 312e12*0.477), 20.8, 0.003)
	near(t, "LLaMA-65B card-hours", days(f.SixND, 2048, 312e12*0.477)*24*2048, 1.022e6, 0.003)

	// GPT-3 175B with full recomputation: 8 x 174.6e9 x 300e9 = 4.190e23 without attention; 33.8 days.
	g := countFLOPs(flat(174.6e9, 96, 12288), Pretrain, 2048, 300e9)
	hardware := g.SixND * (1 + recomputeShare(RecomputeFull, Pretrain, false))
	near(t, "GPT-3 hardware FLOPs", hardware, 4.190e23, 0.001)
	near(t, "GPT-3 days", days(hardware, 1024, 140e12), 33.8, 0.003)

	// TinyLlama: 6 x 1.1e9 x 3e12 = 1.98e22; 16 A100 at 51.0 %: 90.0 days. Attention 16.8 % in full, half causal.
	tiny := flat(1.1e9, 22, 2048)
	h := countFLOPs(tiny, Pretrain, 2048, 3e12)
	near(t, "TinyLlama days", days(h.SixND, 16, 312e12*0.51), 90.0, 0.003)
	near(t, "TinyLlama attention", tiny.AttentionShare(2048), 0.168/2, 0.01)

	// DeepSeek-V3: 6 x 37e9 x 14.8e12 = 3.286e24; 34.6 % of bf16 on 2048 H800: 54.2 days.
	v3 := ModelShape{Params: 671e9, Active: 37e9, Layers: 61, Hidden: 7168, Heads: 128}.Complete()
	d := countFLOPs(v3, Pretrain, 4096, 14.8e12)
	near(t, "DeepSeek-V3 FLOPs", d.SixND, 3.286e24, 0.001)
	near(t, "DeepSeek-V3 days", days(d.SixND, 2048, 989e12*0.346), 54.2, 0.003)

	// LoRA, Llama 2 70B: 4 x 68.98e9 x 3072 x 8192 = 6.94e18; 8 H100 in 26.7 min: 54.8 %.
	l := countFLOPs(flat(68.98e9, 80, 8192), LoRA, 8192, 3072*8192)
	near(t, "LoRA FLOPs", l.SixND, 6.94e18, 0.002)
	near(t, "LoRA utilisation", l.SixND/(8*989e12*26.7*60), 0.548, 0.005)

	// 10B, 2T tokens at 4k: 1.2e23, causal attention 8.4 % more: 1.301e23; 64 H800 at 40 %: 59.5 days.
	plan := ModelShape{Params: 10e9, Layers: 40, Hidden: 5120, Heads: 40}.Complete()
	w := countFLOPs(plan, Pretrain, 4096, 2e12)
	near(t, "plan useful FLOPs", w.Useful, 1.301e23, 0.001)
	near(t, "plan days with attention", days(w.Useful, 64, 989e12*0.40), 59.5, 0.003)
	near(t, "plan days by 6ND", days(w.SixND, 64, 989e12*0.38), 57.7, 0.003)
	near(t, "plan days at goodput", days(w.Useful, 64, 989e12*0.40)/0.90, 66, 0.005)
	near(t, "plan card-hours", days(w.Useful, 64, 989e12*0.40)/0.90*24*64, 101_000, 0.01)
}

// Checkpointing on 16,384 cards: one stop in 54 x 24 / 419 = 3.09 h.
func TestWorkedFailures(t *testing.T) {
	m := 54 * 24.0 / 419 * 3600
	near(t, "hours between stops", m/3600, 3.09, 0.002)
	near(t, "Young interval", YoungInterval(60, m), 1156, 0.002)
	near(t, "lost without restarts", LostShare(60, 1156, m, 0), 0.104, 0.01)
	near(t, "lost in restarts", LostShare(60, 1156, m, 600)-LostShare(60, 1156, m, 0), 0.054, 0.01)
	near(t, "Young interval, asynchronous", YoungInterval(5, m), 334, 0.003)

	blocking := Failures{CardHours: 50_700, CheckpointSeconds: 60, RestartMinutes: 10}.estimate(405e9, 16384, 1000)
	if blocking.Goodput < 0.84 || blocking.Goodput > 0.87 {
		t.Errorf("goodput with blocking saves %.3f, want 0.84 to 0.87", blocking.Goodput)
	}
	quick := Failures{CardHours: 50_700, CheckpointSeconds: 5, RestartMinutes: 10}.estimate(405e9, 16384, 1000)
	near(t, "goodput with asynchronous saves", quick.Goodput, 0.92, 0.01)

	if got := DalyInterval(300, 100); got != 100 {
		t.Errorf("saving for longer than twice the time between stops: interval %g, want that time, 100", got)
	}
}

func TestWorkedPipelines(t *testing.T) {
	for _, c := range []struct {
		p, v, m int
		want    float64
	}{{8, 1, 64, 0.109}, {8, 6, 64, 0.018}, {35, 1, 240, 0.142}, {35, 1, 160, 0.213}, {1, 1, 8, 0}} {
		near(t, "bubble", BubbleShare(c.p, c.v, c.m), c.want, 0.02)
	}
}

// 70B, t = 8: 70.55e9 / 8 x 2 B = 17.6 GB a card, twice over 50 GB/s is 0.71 s;
// over 25 Gb/s for 8 cards, 0.39 GB/s a card, 90 s.
func TestWorkedExchange(t *testing.T) {
	bytes := 70.55e9 / 8 * 2
	near(t, "gradients", bytes, 17.6e9, 0.005)
	near(t, "exchange at 400 Gb/s", RingExchange(bytes, 1024, 50e9), 0.71, 0.01)
	near(t, "exchange on Ethernet", RingExchange(bytes, 1024, 0.39e9), 90, 0.01)
}

// 1 TB of Chinese: 206e9 tokens of Baichuan 2, 505e9 of LLaMA, 2.5 times the work.
func TestWorkedTokens(t *testing.T) {
	ours, _ := Data{Bytes: 1e12, Language: "zh", Tokenizer: "baichuan2"}.tokens(ModelShape{})
	llama, _ := Data{Bytes: 1e12, Language: "zh", Tokenizer: "llama2"}.tokens(ModelShape{})
	near(t, "Baichuan 2", ours, 206e9, 0.002)
	near(t, "LLaMA", llama, 505e9, 0.002)
	near(t, "ratio", llama/ours, 2.5, 0.02)
}
