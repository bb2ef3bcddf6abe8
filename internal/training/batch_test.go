package training

import (
	"math"
	"testing"
)

// 7B on 1T tokens are 4.2e22 FLOPs: 3.8M x 0.42^0.2 = 3.19M, in eighths of 2^21
// 12 x 262,144. 671B of which 37B are active, on 14.8T: 3.29e24 FLOPs, so
// 3.8M x 32.9^0.2 x 18.1^0.67 = 53.3M, 13 x 2^22.
func TestUsualBatch(t *testing.T) {
	mixture := ModelShape{Params: 671e9, Active: 37e9, Experts: 256}
	for _, c := range []struct {
		name   string
		model  ModelShape
		kind   Kind
		tokens float64
		want   float64
	}{
		{"7B", ModelShape{Params: 7e9}, Pretrain, 1e12, 12 << 18},
		{"a mixture", mixture, Pretrain, 14.8e12, 13 << 22},
		{"a mixture that is tuned", mixture, FullTune, 14.8e12, 128 * 4096},
		{"adapters", ModelShape{Params: 7e9}, LoRA, 1e9, 128 * 4096},
		{"at least a sequence", ModelShape{Params: 1e3}, Pretrain, 1, 4096},
	} {
		if got := usualBatch(c.model, c.kind, 4096, c.tokens); got != c.want {
			t.Errorf("%s: %.0f tokens, want %.0f", c.name, got, c.want)
		}
	}
}

// What published runs took, the farthest (Skywork) within a factor of 3.6: LLaMA,
// Llama 3.1, BLOOM, GPT-NeoX, Skywork, DeepSeek-V3, Kimi K2.
func TestUsualBatchOfPublishedRuns(t *testing.T) {
	for _, r := range []struct{ params, active, tokens, batch float64 }{
		{6.74e9, 6.74e9, 1e12, 4e6},
		{65.2e9, 65.2e9, 1.4e12, 4e6},
		{405.85e9, 405.85e9, 15.6e12, 16e6},
		{176.2e9, 176.2e9, 366e9, 4.19e6},
		{20.6e9, 20.6e9, 472e9, 3.15e6},
		{13.8e9, 13.8e9, 3.2e12, 16.8e6},
		{671e9, 37e9, 14.8e12, 62.9e6},
		{1026e9, 32.9e9, 15.5e12, 67e6},
	} {
		got := usualBatch(ModelShape{Params: r.params, Active: r.active}, Pretrain, 4096, r.tokens)
		if math.Abs(math.Log(got/r.batch)) > math.Log(3.6) {
			t.Errorf("%.0fB on %.1fT: %.1fM tokens, published %.1fM", r.params/1e9, r.tokens/1e12, got/1e6, r.batch/1e6)
		}
	}
}

// The batch that a model's report states is taken where nobody says otherwise,
// but not for tuning.
func TestPublishedBatch(t *testing.T) {
	in := tenB(t)
	in.Model, in.Work = ModelShape{Params: 70e9, BatchTokens: 6e6}, Work{}
	if got := in.filled().Work.BatchTokens; got != 6e6 {
		t.Errorf("pretraining takes %.0f tokens a step, want 6,000,000", got)
	}
	in.Work.Kind = FullTune
	if got := in.filled().Work.BatchTokens; got != 128*4096 {
		t.Errorf("tuning takes %.0f tokens a step, want 524,288", got)
	}
	in.Work = Work{BatchTokens: 1e6}
	if got := in.filled().Work.BatchTokens; got != 1e6 {
		t.Errorf("%.0f tokens a step, asked for 1,000,000", got)
	}
}
