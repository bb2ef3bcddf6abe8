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
	values := map[string]float64{}
	for i, key := range entity.Keys {
		text := entity.Items[i].Value
		if text == "true" {
			text = "1"
		}
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			values[key.Value] = v
		}
	}
	return ModelFromValues("", values)
}
