package training

import (
	"math"
	"os"
	"strconv"
	"testing"

	"gpucalc/internal/yamlx"
)

// The parameters of every shipped model must follow from its shape.
func TestShippedModels(t *testing.T) {
	const path = "../../pricing/models.yaml"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	root, mistakes := yamlx.Read(path, data)
	if err := mistakes.Err(); err != nil {
		t.Fatal(err)
	}
	_, models := root.Get("models")
	for i, id := range models.Keys {
		m := shippedModel(models.Items[i])
		all, active := m.CountParams()
		if math.Abs(all/m.Params-1) > 0.02 {
			t.Errorf("%s: the shape has %.4g parameters, the sheet says %.4g", id.Value, all, m.Params)
		}
		if m.Active > 0 && math.Abs(active/m.Active-1) > 0.03 {
			t.Errorf("%s: the shape has %.4g active parameters, the sheet says %.4g", id.Value, active, m.Active)
		}
	}
}

func shippedModel(entity *yamlx.Node) ModelShape {
	value := func(key string) float64 {
		_, node := entity.Get(key)
		if node == nil {
			return 0
		}
		v, err := strconv.ParseFloat(node.Value, 64)
		if err != nil {
			return math.NaN()
		}
		return v
	}
	truth := func(key string) bool {
		_, node := entity.Get(key)
		return node != nil && node.Value == "true"
	}
	count := func(key string) int { return int(value(key)) }
	m := ModelShape{
		Params: value("params"), Active: value("active"), Layers: count("layers"), Hidden: count("hidden"),
		Heads: count("heads"), KVHeads: count("kv_heads"), HeadDim: count("head_dim"), FFN: count("ffn"), Vocab: count("vocab"),
		Experts: count("experts"), TopK: count("topk"), Shared: count("shared"), ExpertFFN: count("expert_ffn"),
		DenseLayers: count("dense_layers"), AttentionPerLayer: value("attention"), Gated: truth("gated"), Tied: truth("tied"),
	}
	return m.Complete()
}
