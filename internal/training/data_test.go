package training

import (
	"math"
	"slices"
	"testing"
)

// 200 GB of Chinese by the 32,000 tokens of Llama 2 at 1.98 bytes are 101B
// tokens, by the rule of 4.6 bytes 43.5B.
func TestVocabularyOfTheModel(t *testing.T) {
	llama := ModelShape{Params: 6.7e9, Tokenizer: "llama2"}
	for _, c := range []struct {
		name   string
		data   Data
		model  ModelShape
		tokens float64
	}{
		{"the model's own", Data{Language: "zh"}, llama, 101.0e9},
		{"another is asked for", Data{Language: "zh", Tokenizer: "LLAMA3"}, llama, 56.8e9},
		{"bytes are given", Data{Language: "zh", BytesPerToken: 4}, llama, 50e9},
		{"none is known", Data{Language: "zh"}, ModelShape{Params: 6.7e9}, 43.5e9},
		{"English where no language is named", Data{}, llama, 52.4e9},
		{"half by bytes", Data{Language: "mixed"}, llama, (100/3.82 + 100/1.98) * 1e9},
		{"code follows its own rule", Data{Language: "code"}, llama, 61.5e9},
	} {
		c.data.Bytes = 200e9
		tokens, assumed := c.data.tokens(c.model)
		near(t, c.name, tokens, c.tokens, 0.001)
		if assumed {
			t.Errorf("%s: counted tokens pass as assumed", c.name)
		}
	}
}

// What is counted by the rule for a language is said where a vocabulary is known
// or the model is.
func TestVocabularyWarnings(t *testing.T) {
	known := ModelShape{Params: 10e9, Layers: 40, Hidden: 5120, Heads: 40}
	own := known
	own.Tokenizer = "deepseek" // measured on English only
	for _, c := range []struct {
		name  string
		model ModelShape
		data  Data
		want  string
	}{
		{"only a size", ModelShape{Params: 10e9}, Data{Language: "zh"}, ""},
		{"a model without vocabulary", known, Data{Language: "zh"}, "training.vocabulary_unknown"},
		{"measured", own, Data{Language: "en"}, ""},
		{"not measured", own, Data{Language: "zh"}, "training.vocabulary_unmeasured"},
		{"asked for, not measured", ModelShape{Params: 10e9}, Data{Language: "zh", Tokenizer: "falcon"}, "training.vocabulary_unmeasured"},
		{"bytes given", known, Data{Language: "zh", BytesPerToken: 4}, ""},
	} {
		in := tenB(t)
		in.Model, in.Data = c.model, c.data
		in.Data.Bytes = 200e9
		r := estimate(t, in)
		for _, key := range []string{"training.vocabulary_unknown", "training.vocabulary_unmeasured"} {
			if got := has(r.Warnings, key); got != (key == c.want) {
				t.Errorf("%s: %s is %v", c.name, key, got)
			}
		}
	}
	in := tenB(t)
	in.Model.Tokenizer = "mine"
	if _, findings := Estimate(in); !has(findings, "training.tokenizer_unknown") {
		t.Errorf("a model cut by an unknown vocabulary: %v", findings)
	}
}

// Active parameters alone are those of a mixture: 37B x 10.6 = 392B in all.
func TestActiveAlone(t *testing.T) {
	in := tenB(t)
	in.Model, in.Data = ModelShape{Active: 37e9}, Data{Tokens: 1e12}
	in.Machine.Count = 512
	r := estimate(t, in)
	m := r.Model
	near(t, "all parameters", m.Params, 392.2e9, 1e-9)
	near(t, "work", r.FLOPs.SixND, 6*37e9*1e12, 1e-9)
	if !m.MoE() || m.Experts < 64 || m.TopK != 8 || !m.ParamsAssumed {
		t.Errorf("%+v is no mixture of the usual kind", m)
	}
	if all, _ := m.CountParams(); math.Abs(all/m.Params-1) > 0.5 {
		t.Errorf("the shape has %.3g parameters, %.3g are assumed", all, m.Params)
	}
	if !has(r.Warnings, "training.params_assumed") {
		t.Errorf("warnings %v", r.Warnings)
	}
	in.Model.Params = 671e9
	if given := estimate(t, in); given.Model.ParamsAssumed || given.Model.Params != 671e9 || has(given.Warnings, "training.params_assumed") {
		t.Errorf("parameters that are given pass as assumed: %+v", given.Model)
	}
}

// The ratio is the median of the mixtures that ship, and their ends are stated.
func TestParamsPerActive(t *testing.T) {
	var ratios []float64
	for _, m := range shippedModels(t) {
		if m.Active > 0 {
			ratios = append(ratios, m.Params/m.Active)
		}
	}
	slices.Sort(ratios)
	if len(ratios)%2 == 0 {
		t.Fatalf("%d mixtures: the median needs its two middle ones", len(ratios))
	}
	near(t, "median", ParamsPerActive, ratios[len(ratios)/2], 0.005)
	near(t, "least", LeastParamsPerActive, ratios[0], 0.01)
	near(t, "most", MostParamsPerActive, ratios[len(ratios)-1], 0.01)
}
