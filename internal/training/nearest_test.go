package training

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNearest(t *testing.T) {
	row := func(id, card string, count int, active float64, precision string, change ...func(*Published)) Published {
		p := Published{ID: id, Setting: Setting{Card: card, Count: count, Active: active, Precision: precision, Seq: 4096, Kind: Pretrain}}
		for _, c := range change {
			c(&p)
		}
		return p
	}
	mixture := func(p *Published) { p.Mixture = true }
	tuned := func(p *Published) { p.Effort = Benchmark }
	lora := func(p *Published) { p.Kind = LoRA }
	long := func(p *Published) { p.Seq = 65536 }
	rows := []Published{
		row("a100-7b", "nvidia-a100-sxm-80g", 1024, 7e9, "bf16"),
		row("h100-8b", "nvidia-h100-sxm-80g", 0, 8e9, "bf16"),
		row("h100-8b-tuned", "nvidia-h100-sxm-80g", 64, 8e9, "fp8", tuned),
		row("h100-70b", "nvidia-h100-sxm-80g", 2048, 70e9, "bf16"),
		row("h800-37b", "nvidia-h800-sxm-80g", 2048, 37e9, "bf16+fp8", mixture),
		row("v100-13b", "nvidia-v100-sxm-32g", 256, 13e9, "fp16"),
		row("910b-72b", "huawei-910b3-64g", 128, 72e9, "bf16", tuned),
		row("a100-7b-long", "nvidia-a100-sxm-80g", 1024, 7e9, "bf16", long),
		row("a100-lora", "nvidia-a100-sxm-80g", 8, 70e9, "bf16", lora),
	}
	for _, c := range []struct {
		name string
		at   Setting
		want string
		// distance is worked out by hand from the weights.
		distance float64
		differs  []Difference
	}{
		{"same chip", Setting{"nvidia-a100-sxm-40g", 1024, 7e9, false, "bf16", 4096, Pretrain, WholeRun}, "a100-7b", 0, nil},
		{
			"A800 is an A100",
			Setting{"nvidia-a800-sxm-80g", 512, 14e9, false, "bf16", 4096, Pretrain, WholeRun},
			"a100-7b",
			math.Ln2 + 0.25*math.Ln2,
			[]Difference{OtherSize},
		},
		{
			"a dense H800 is nearer to a dense H100 than to a mixture",
			Setting{"nvidia-h800-sxm-80g", 16, 8e9, false, "bf16", 4096, Pretrain, WholeRun},
			"h100-8b",
			1 + 0.5,
			[]Difference{OtherChip},
		},
		{
			"a mixture is nearer to a mixture",
			Setting{"nvidia-h800-sxm-80g", 2048, 37e9, true, "fp8", 4096, Pretrain, WholeRun},
			"h800-37b",
			1,
			[]Difference{OtherPrecision},
		},
		{"tuned", Setting{"nvidia-h100-sxm-80g", 64, 8e9, false, "fp8", 4096, Pretrain, Benchmark}, "h100-8b-tuned", 0, nil},
		{
			"another generation of the maker before another maker",
			Setting{"nvidia-rtx-5090-32g", 200, 12e9, false, "bf16", 4096, Pretrain, WholeRun},
			"v100-13b",
			10 + 0.2 + 0.25*math.Log(256/200.0) + math.Log(13/12.0),
			[]Difference{OtherGeneration, OtherPrecision},
		},
		{"long sequences", Setting{"nvidia-a100-sxm-80g", 1024, 7e9, false, "bf16", 16384, Pretrain, WholeRun}, "a100-7b", 0.5 * math.Log(4), []Difference{OtherSequence}},
		{"longer sequences", Setting{"nvidia-a100-sxm-80g", 1024, 7e9, false, "bf16", 32768, Pretrain, WholeRun}, "a100-7b-long", 0.5 * math.Ln2, nil},
		{"adapters", Setting{"nvidia-a100-sxm-80g", 8, 35e9, false, "bf16", 4096, QLoRA, WholeRun}, "a100-lora", math.Ln2, []Difference{OtherSize}},
		{"whole run against tuned", Setting{"huawei-910b3-64g", 128, 72e9, false, "bf16", 4096, Pretrain, WholeRun}, "910b-72b", 1, []Difference{OtherEffort}},
	} {
		got, ok := Nearest(rows, c.at)
		if !ok || got.ID != c.want || math.Abs(got.Distance-c.distance) > 1e-12 {
			t.Errorf("%s: got %s at %.4f, want %s at %.4f", c.name, got.ID, got.Distance, c.want, c.distance)
		}
		if diff := cmp.Diff(c.differs, append([]Difference(nil), got.Differs...)); diff != "" {
			t.Errorf("%s: differences (-want +got):\n%s", c.name, diff)
		}
	}
	broken := []Published{row("no size", "nvidia-a100-sxm-80g", 8, -1, "bf16"), rows[0]}
	if got, _ := Nearest(broken, rows[0].Setting); got.ID != "a100-7b" {
		t.Errorf("got %s, a row without a size", got.ID)
	}
	if _, ok := Nearest(nil, rows[0].Setting); ok {
		t.Error("without rows something is near")
	}
}

// LLaMA-65B at 2,048 tokens: causal attention adds 80 x 8192 x 2048 / 65.2e9 = 2.06 %.
func TestParamShare(t *testing.T) {
	m := ModelShape{Params: 65.2e9, Layers: 80, Hidden: 8192, Heads: 64, Vocab: 32000}.Complete()
	if got, want := ParamShare(m, Pretrain, 2048), 1/1.0206; math.Abs(got-want) > 1e-4 {
		t.Errorf("share %.5f, want %.5f", got, want)
	}
}
